"""Models to show: learned ones, and ones of any size put together."""

import numpy as np
import pandas as pd

import beta4ucs
from beta4ucs.data.encoding import plain_encoding
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.model_file import Model
from beta4ucs.representations import Beta4, contract


def fruits(n_rows=120, names=("mass", "width", "hue", "origin"), n_classes=3):
    """Numbers, whole numbers, a constant column and missing values."""
    rng = np.random.default_rng(5)
    kind = rng.integers(0, n_classes, n_rows)
    columns = [
        kind * 40 + rng.normal(120, 25, n_rows),
        7 - kind + rng.normal(0, 0.8, n_rows),
        rng.integers(0, 6, n_rows) + kind,
        np.full(n_rows, 3.0),
    ]
    frame = pd.DataFrame(np.column_stack(columns), columns=list(names))
    frame = frame.mask(rng.random(frame.shape) < 0.06)
    return frame, pd.Series(np.array(["apple", "lemon", "plum"])[kind], name="kind")


SIZES = ["tiny", "small", "medium", "large", "huge"]


def mushrooms(n_rows=160, names=("odor", "cap", "spores", "height", "wet")):
    """Categories with and without an order, words and truth values, numbers; gaps that tell."""
    rng = np.random.default_rng(7)
    odors = np.array(["almond", "foul", "none", "<i>musty</i>", "fishy & sour"], dtype=object)
    odor, cap = rng.integers(0, 5, n_rows), rng.integers(0, 4, n_rows)
    is_bad = (odor == 1) | (odor == 4) | ((odor == 3) & (cap > 1))
    columns = [
        pd.Series(odors[odor]).mask(rng.random(n_rows) < 0.1),
        pd.Series(pd.Categorical.from_codes(cap, SIZES, ordered=True)),  # none is huge
        pd.Series(rng.normal(6, 1, n_rows) + is_bad).mask(rng.random(n_rows) < 0.15 + 0.3 * is_bad),
        pd.Series(rng.integers(2, 15, n_rows).astype(float)),
        pd.Series(rng.random(n_rows) < 0.4 + 0.3 * is_bad),
    ]
    frame = pd.concat(columns, axis=1, keys=list(names))
    return frame, pd.Series(np.where(is_bad, "poisonous", "edible"), name="class")


def mushrooms_to_try(model, n_rows=200):
    """Random cells, and values that training did not have."""
    rng, X = np.random.default_rng(12), mushrooms()[0]
    rows = pd.DataFrame(index=range(n_rows))
    for name, column in zip(model.feature_names_in_, X, strict=True):
        known = list(X[column].dropna().unique())
        cells = pd.Series(rng.choice(np.array([*known, None], dtype=object), n_rows))
        rows[name] = pd.to_numeric(cells) if X[column].dtype == float else cells
    rows.iloc[::9, 0] = "anise"
    rows.iloc[::7, 1] = "huge"
    rows.iloc[::5, 2] *= 3
    return rows


def learned(representation, X, y, **parameters):
    """A small model of any representation, by the system that suits it."""
    told = {"n_epochs": 6, "random_state": 1, **parameters}
    if getattr(contract.find(representation), "matches_crisply", False):
        return beta4ucs.UCSClassifier(representation=representation, **told).fit(X, y)
    if representation == "beta4":
        return beta4ucs.Beta4UCSClassifier(**told).fit(X, y)
    return beta4ucs.FuzzyUCSClassifier(representation=representation, **told).fit(X, y)


def evolved(X, y, **parameters):
    """A small model with learned votes."""
    told = {"n_populations": 2, "random_state": 1, **parameters}
    return beta4ucs.EvolvedRulesClassifier(**told).fit(X, y)


def rows_to_try(model, n_rows=200):
    """Random rows within, at the ends of and beyond the training range, many values missing."""
    rng = np.random.default_rng(11)
    low, high = model.scaling_.low, model.scaling_.high
    units = rng.uniform(-0.1, 1.1, (n_rows, len(low)))
    units[rng.random(units.shape) < 0.1] = 0.0
    units[rng.random(units.shape) < 0.1] = 1.0
    rows = low + units * (high - low)
    rows[rng.random(rows.shape) < 0.15] = np.nan
    return rows


def large_model(n_rules=2000, n_features=30):
    """As many rules and features as people have; and rows for it."""
    rng = np.random.default_rng(2)
    shape = (n_rules, n_features)
    genes = np.zeros((*shape, 4))
    genes[...] = 1.0, 1.0, 0.0, 1.0
    middle, spread = rng.random(shape), rng.uniform(0.05, 0.9, shape)
    is_fuzzy, matters = rng.random(shape) < 0.5, rng.random(shape) < 0.6
    genes[..., :2][is_fuzzy] = rng.uniform(1.0, 4.0, (int(is_fuzzy.sum()), 2))
    genes[..., 2], genes[..., 3] = middle - spread, middle + spread
    genes[~matters] = 1.0, 1.0, 0.0, 1.0
    label = rng.integers(0, 3, n_rules)
    experience = rng.uniform(1.0, 400.0, n_rules)
    rules = RuleArrays(
        genes=genes,
        label=label,
        fitness=rng.uniform(-0.2, 1.0, n_rules),
        experience=experience,
        numerosity=rng.integers(1, 20, n_rules),
        set_size=np.full(n_rules, 40.0),
        time_stamp=np.full(n_rules, 1000),
        mass=np.eye(3)[label] * experience[:, None],
        sets=np.zeros((n_rules, 0), dtype=np.int64),
    )
    scaling = UnitScaling(np.full(n_features, -5.0), np.linspace(10.0, 20.0, n_features))
    model = Model(
        estimator="Beta4UCSClassifier",
        credit="fuzzy",
        parameters={"voting_threshold": 10.0},
        representation=Beta4(),
        classes=np.array(["calm", "rough", "wild"]),
        class_counts=np.array([40, 30, 30]),
        feature_names=tuple(f"measurement_{i}" for i in range(n_features)),
        target_name="sea",
        encoding=plain_encoding(scaling),
        rules=rules,
        votes=None,
        history={"rules": [float(n_rules)]},
        n_epochs=1,
        n_iterations=100,
        seed=1,
    )
    loaded = beta4ucs.Beta4UCSClassifier(voting_threshold=10.0)._restore(model)
    rows = scaling.low + rng.random((500, n_features)) * (scaling.high - scaling.low)
    return loaded, pd.DataFrame(rows, columns=list(loaded.feature_names_in_))
