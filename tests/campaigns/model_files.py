"""Model files that were damaged or edited: refused in a sentence, or loaded and fit to be used."""

import copy
import gzip
import json
import random
import tempfile
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

import beta4ucs
from beta4ucs.errors import InputError
from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.representations.contract import kind_of

ODD_VALUES = (
    None, True, False, 0, 1, -1, 2, 7, 1.5, -0.0, 1e-320, 1e-12, 1e308, -1e308, 10**30, 2**53,
    2**63, -(2**63), 2**64, "", "x", "inf", "-inf", "nan", "known", "\u00e9", "\ud800", "0", [], {},
    [[]], [None], [0.5], [1e308] * 4, {"a": 1}, [[[[[[]]]]]],
)  # fmt: skip
PIECES = (
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b'"',
    b":",
    b"NaN",
    b"1e999",
    b"-",
    b"\x00",
    b"\xff",
    b"\\u",
)
ROWS = 5


def small_table():
    """Numbers, a category and missing values; two classes."""
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"mass": rng.random(40), "hue": rng.random(40).round(2)})
    frame["soil"] = pd.Categorical(np.where(frame["mass"] > 0.4, "clay", "sand"))
    frame.loc[::7, "hue"] = np.nan
    return frame, np.where(frame["mass"] + rng.normal(0, 0.2, 40) > 0.5, "yes", "no")


def learners():
    """Every estimator and representation, by name, and whether its table is mixed."""
    told = {"n_epochs": 2, "random_state": 1, "max_rules": 30}
    evolved = beta4ucs.EvolvedRulesClassifier(random_state=1, n_populations=1, size=5)
    yield "evolved-mixed", evolved, True
    yield "beta4-mixed", beta4ucs.Beta4UCSClassifier(**told), True
    yield "beta4-numbers", beta4ucs.Beta4UCSClassifier(**told), False
    for name in CONDITIONS:
        is_crisp = getattr(kind_of(name), "matches_crisply", False)
        kind = beta4ucs.UCSClassifier if is_crisp else beta4ucs.FuzzyUCSClassifier
        if name != "beta4":
            yield name, kind(representation=name, **told), False


@cache
def documents():
    """A small trained model of every kind, as it is in its file, with few rules."""
    X, y = small_table()
    numbers = X[["mass", "hue"]].fillna(0.5)
    found = {}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        path = Path(folder, "model.json")
        for name, learner, is_mixed in learners():
            learner.fit(X if is_mixed else numbers, y).save(path)
            document = json.loads(path.read_text(encoding="utf-8"))
            document["rules"] = document["rules"][:4]
            found[name] = document
    return found


def cases(seed):
    """Yield the bytes of one damaged file after the other."""
    rng = random.Random(seed)
    names = sorted(documents())
    while True:
        document = json.loads(json.dumps(documents()[rng.choice(names)]))
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            edit(document, rng)
        content = json.dumps(document).encode("utf-8", "surrogatepass")
        if rng.random() < 0.4:
            content = damaged(content, rng)
        if rng.random() < 0.1:
            content = gzip.compress(content, 1, mtime=0)
            content = damaged(content, rng) if rng.random() < 0.5 else content
        yield content


def edit(document, rng):
    """Change one place, however deep, to something odd, or take it away."""
    parent, place = rng.choice(list(places(document)))
    choice = rng.random()
    if choice < 0.6:
        parent[place] = copy.deepcopy(rng.choice(ODD_VALUES))  # later edits must not change it
    elif choice < 0.75:
        del parent[place]
    elif choice < 0.9 and isinstance(parent[place], (int, float)) and parent[place] is not True:
        parent[place] *= rng.choice((-1, 0, 1e-9, 0.5, 2, 1e9))
    elif isinstance(parent, list):
        parent.insert(place, copy.deepcopy(parent[place]))
    else:
        other = rng.choice(("", "x", "rules", f"{place} "))
        parent[other] = copy.deepcopy(parent[place])


def places(value):
    """Yield every object or list with each of its keys; whole fields as often as all numbers."""
    held = value.items() if isinstance(value, dict) else enumerate(value)
    for place, inner in list(held):
        yield value, place
        if isinstance(inner, (dict, list)):
            yield from places(inner)


def damaged(content, rng):
    """Cut off, doubled, overwritten or with something put in."""
    at, length = rng.randrange(len(content) + 1), rng.choice((1, 2, 10, 1000))
    piece = rng.choice(PIECES) * rng.choice((1, 1, 1, 5000))
    return rng.choice(
        (
            content[:at],
            content[:at] + content[at + length :],
            content[:at] + content[at : at + length] * 2 + content[at:],
            content[:at] + piece + content[at + len(piece) :],
            content[:at] + piece + content[at:],
        )
    )


def check(content):
    """Load the file; what is loaded must answer, tell its rules, and be saved as it is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.json")
        path.write_bytes(content)
        try:
            model = beta4ucs.load(path)
        except InputError as error:
            return None if one_line(error) else f"not one sentence: {error}"
        except Exception as error:  # that is what is looked for
            return f"load: {type(error).__name__}: {error}"
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                return misuse(model, Path(folder, "again.json"))
        except Exception as error:
            return f"use: {type(error).__name__}: {error}"


def one_line(error):
    return "\n" not in str(error) and len(str(error)) < 1000


def misuse(model, again):
    """Do with a model what users do; returns what is odd about its answers."""
    names = getattr(model, "feature_names_in_", [f"x{i}" for i in range(model.n_features_in_)])
    columns = {}
    for name, column in zip(names, model.encoding_.columns, strict=True):
        known = list(column.values or np.linspace(-0.5, 1.5, ROWS))[:ROWS]
        columns[name] = pd.Series([*(known * ROWS)[: ROWS - 1], None])
    rows = pd.DataFrame(columns)
    rows = rows if hasattr(model, "feature_names_in_") else rows.to_numpy()
    shares = model.predict_proba(rows)
    if not (np.isfinite(shares).all() and np.allclose(shares.sum(axis=1), 1.0)):
        return f"probabilities {shares.tolist()}"
    str(model.rules_), model.rules_.to_frame()
    str(model.explain(rows)[0])
    model.save(again)
    if beta4ucs.load(again).predict(rows).tolist() != model.predict(rows).tolist():
        return "saved and loaded again it answers otherwise"
    return None
