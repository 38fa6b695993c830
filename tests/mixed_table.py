"""A table with all kinds of columns: numbers, categories, an order, truth values, gaps."""

import numpy as np
import pandas as pd

ODORS = ("almond", "anise", "fishy", "foul", "musty", "none", "pungent", "spicy")
SIZES = ("small", "medium", "large", "huge")


def mixed_table(n_rows=300, seed=1):
    """Return a frame and labels; "age" is missing in many bad rows, and in no others."""
    rng = np.random.default_rng(seed)
    odor, size = rng.choice(ODORS, n_rows), rng.choice(SIZES, n_rows)
    age, mass = rng.normal(50, 15, n_rows).round(1), rng.uniform(0, 10, n_rows).round(2)
    fresh = rng.random(n_rows) < 0.5
    is_odd = (size == "huge") | (fresh & (mass > 6))
    y = np.where(np.isin(odor, ["foul", "fishy"]), "bad", np.where(is_odd, "odd", "good"))
    X = pd.DataFrame(
        {
            "odor": odor.astype(object),
            "size": pd.Categorical(size, SIZES, ordered=True),
            "age": age,
            "mass": mass,
            "fresh": fresh,
        }
    )
    X.loc[(y == "bad") & (rng.random(n_rows) < 0.5), "age"] = np.nan
    X.loc[rng.random(n_rows) < 0.1, "odor"] = None
    X.loc[rng.random(n_rows) < 0.1, "size"] = None
    return X, y
