"""Models whose bytes must be the same on every Python, numpy, pandas, scikit-learn and Numba.

The tables come from Python's own generator, whose numbers are promised to stay. After a change that
is meant to change models: `python tests/same_bytes.py > tests/same_bytes.json`.
"""

import hashlib
import json
import random
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, UCSClassifier
from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.representations.contract import kind_of

FILE = Path(__file__).with_suffix(".json")
QUICK = {"n_epochs": 40, "max_rules": 300, "random_state": 7}
COLOURS = ("red", "green", "blue", "black", "white", "grey", "pink")


def numbers():
    """150 rows of four numbers, three classes."""
    draw = random.Random(1).random
    X = [[draw() for _ in range(4)] for _ in range(150)]
    return np.array(X), np.array([int(a > 0.6) + int(b + c > 1.1) for a, b, c, _ in X])


def mixed(n_classes):
    """200 rows of numbers, words, truth values and an order, all with gaps but the truth values."""
    draw = random.Random(n_classes).random
    rows, labels = [], []
    for _ in range(200):
        colour, size, weight, ripe = int(draw() * 7), int(draw() * 3), draw(), draw() < 0.4
        label = (colour * 3 + size + (weight > 0.5)) % n_classes if draw() < 0.9 else 0
        cells = [COLOURS[colour], "SML"[size], round(weight * 80, 1)]
        rows.append([None if draw() < 0.08 else cell for cell in cells] + [ripe])
        labels.append(f"class {label}")
    X = pd.DataFrame(rows, columns=["colour", "size", "weight", "ripe"])
    X["size"] = pd.Categorical(X["size"], categories=["S", "M", "L"], ordered=True)
    return X, np.array(labels)


def wide_bits():
    """300 rows of 44 bits, of which one says which of two others is the class."""
    draw = random.Random(44).random
    X = np.array([[float(draw() < 0.5) for _ in range(44)] for _ in range(300)])
    return X, np.where(X[:, 3] == 1.0, X[:, 11], X[:, 20]).astype(int)


def in_batches(model, X, y):
    for start in range(0, len(y), 50):
        batch = slice(start, start + 50)
        model.partial_fit(X[batch], y[batch], classes=sorted(set(y)))
    return model


def systems():
    """The ten systems of the article by name, and what was added to them; not yet trained."""
    yield "FBRC", Beta4UCSClassifier(**QUICK, crispify=True)
    yield "FBR", Beta4UCSClassifier(**QUICK, crispify=False)
    for name in CONDITIONS:
        if name != "beta4":
            is_crisp = getattr(kind_of(name), "matches_crisply", False)
            kind = UCSClassifier if is_crisp else FuzzyUCSClassifier
            yield name, kind(**QUICK, representation=name)


TABLES = {
    "numbers": numbers,
    "mixed, two classes": lambda: mixed(2),
    "mixed, six classes": lambda: mixed(6),
}
# What beside the representation could depend on how floats are added up or rows are drawn.
OPTIONS = {
    "balanced": ("mixed, two classes", {"class_weight": "balanced"}),
    "early stopping": ("numbers", {"early_stopping": True, "n_iter_no_change": 2}),
    "missing never": ("mixed, six classes", {"missing": "never"}),
    "relief": ("mixed, six classes", {"feature_weights": "relief"}),
    "mutual information": ("mixed, two classes", {"feature_weights": "mutual_info"}),
}


def cases():
    """Names of the models, and functions that make them; each gives the model and rows for it."""

    def fitted(model, table):
        X, y = TABLES[table]()
        return model.fit(X, y), X

    for name, model in systems():
        for table in TABLES:
            yield f"{name}: {table}", lambda model=model, table=table: fitted(model, table)
    for name, (table, options) in OPTIONS.items():
        model = Beta4UCSClassifier(**QUICK, **options)
        yield name, lambda model=model, table=table: fitted(model, table)
    yield "stream", lambda: (in_batches(Beta4UCSClassifier(**QUICK), *mixed(2)), mixed(2)[0])
    yield "wide, relief", _wide
    yield "compact", _compact


def _wide():
    X, y = wide_bits()
    return Beta4UCSClassifier(**QUICK, feature_weights="relief").fit(X, y), X


def _compact():
    X, y = mixed(2)
    return Beta4UCSClassifier(**QUICK).fit(X, y).compact(X, y), X


def digest(model, X):
    """Digest of all arrays of the rules, of the votes for rows, and of the answers."""
    sha = hashlib.sha256()
    for field, array in zip(model.population_._fields, model.population_, strict=True):
        sha.update(f"{field} {array.dtype} {array.shape}".encode())
        sha.update(np.ascontiguousarray(array).tobytes())
    sha.update(model.votes(X).tobytes())
    sha.update("\n".join(map(str, model.predict(X))).encode())
    return sha.hexdigest()[:16]


def digests():
    """Name -> digest, of all models."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: digest(*make()) for name, make in cases()}


if __name__ == "__main__":
    print(json.dumps(digests(), indent=1))
