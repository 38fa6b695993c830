"""Digests of small models of all ten systems, on numbers and on a mixed table; run as a script."""

import hashlib
import json
import sys
import warnings

import numpy as np
import pandas as pd

from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, UCSClassifier
from beta4ucs.kernels.toolset import why_plain

UCS = ("hyperrectangle", "hyperellipsoid", "curved-polytope", "rectangle-or-polytope")
FUZZY = ("triangle", "trapezoid", "bell", "rectangle-or-triangle")
# Few rules, and epochs enough to make some of them crisp.
SMALL = {"n_epochs": 150, "max_rules": 200, "random_state": 5}


def systems():
    """Yield the names of all systems, and how to make their classifiers."""
    yield "FBRC", Beta4UCSClassifier, {"crispify": True}
    yield "FBR", Beta4UCSClassifier, {"crispify": False}
    for name in UCS:
        yield name, UCSClassifier, {"representation": name}
    for name in FUZZY:
        yield name, FuzzyUCSClassifier, {"representation": name}


def tables():
    """Yield a table of numbers, and one with categories and gaps."""
    rng = np.random.default_rng(3)
    numbers = rng.random((90, 4)).round(3)
    y = (numbers[:, 0] + numbers[:, 1] > 1.0).astype(int) + (numbers[:, 2] > 0.8)
    mixed = pd.DataFrame(numbers.copy(), columns=list("abcd"))
    mixed["colour"] = np.array(["red", "green", "blue"], dtype=object)[rng.integers(3, size=90)]
    mixed.loc[::7, "a"] = np.nan
    mixed.loc[::11, "colour"] = None
    yield "numbers", numbers, y
    yield "mixed", mixed, np.where(mixed["colour"] == "red", 2, y)


def digest(model, X):
    """Digest of a model's rules and of its votes."""
    parts = [part for part in model.population_ if part is not None]
    found = hashlib.sha256()
    for part in (*parts, model.votes(X)):
        found.update(np.ascontiguousarray(part).tobytes())
    return found.hexdigest()[:16]


def main():
    """Print the digests of the models of the named systems, or of all."""
    warnings.simplefilter("ignore")
    wanted, digests = sys.argv[1:], {}
    for table, X, y in tables():
        for name, kind, parameters in systems():
            if not wanted or name in wanted:
                model = kind(**SMALL, **parameters).fit(X, y)
                digests[f"{name} {table}"] = digest(model, X)
    print(json.dumps({"why_plain": why_plain, "digests": digests}))


if __name__ == "__main__":
    main()
