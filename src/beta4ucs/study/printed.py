"""What the article prints: its tables, to hold one's own runs against.

Systems and settings are named as there: `Hyperrectangles` to `FBRC`, `0.01`. A name with a colon is
one half of a table that prints two: `r0:accuracy`, `r0:population`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import pandas as pd

from beta4ucs.errors import InputError, did_you_mean

__all__ = [
    "CHECKERBOARD_TRAIN_ACCURACY",
    "FRIEDMAN_P",
    "IN_TEXT",
    "LOWER_IS_BETTER",
    "MULTIPLEXER_AFTER_300_EPOCHS",
    "TABLES",
    "marks",
    "pairs",
    "reference",
    "summaries",
    "values",
]

# Tables that compare systems or settings, and the one that does not.
TABLES = (
    "test_accuracy",
    "train_accuracy",
    "population_size",
    "test_macro_f1",
    "test_accuracy_split_8_2",
    "test_accuracy_10_fold",
    "test_accuracy_stratified",
    "test_accuracy_10_fold_200_epochs",
    "modern_ml:train",
    "modern_ml:test",
    "tol_sub_test_accuracy",
    "r0:accuracy",
    "r0:population",
    "s0_test_accuracy",
    "rule_forms",
)
LOWER_IS_BETTER = ("population_size", "r0:population")

# In the text only; for the tolerance of subsumption it says "no significant differences".
FRIEDMAN_P = {"r0:accuracy": "0.128", "r0:population": "3.25E-7"}

# The ends of the learning curves on `mux`: per cent, and a count.
MULTIPLEXER_AFTER_300_EPOCHS = {
    "Hyperrectangles": {"train_accuracy": 98.82, "test_accuracy": 97.05, "rules": 1642},
    "FBRC": {"train_accuracy": 98.55, "test_accuracy": 97.55, "rules": 1476},
}

# Mean training accuracy over 30 runs, in the text of section VI-B; per cent.
CHECKERBOARD_TRAIN_ACCURACY = 95.68

# Means that stand in the text: by a name like a table's, data set -> system -> value.
IN_TEXT = {
    **{
        f"mux_300:{metric}": {
            "mux": {system: ends[metric] for system, ends in MULTIPLEXER_AFTER_300_EPOCHS.items()}
        }
        for metric in ("train_accuracy", "test_accuracy", "rules")
    },
    "rotated_checkerboard": {"rcb": {"FBRC": CHECKERBOARD_TRAIN_ACCURACY}},
}


def values(table: str) -> pd.DataFrame:
    """The printed means of a table.

    Parameters
    ----------
    table : str
        One of `TABLES`, or of `IN_TEXT`.

    Returns
    -------
    pandas.DataFrame
        Data sets in rows, systems or settings in columns, both in printed order. Accuracies, F1
        scores and shares in per cent; all to four significant digits.

    Raises
    ------
    InputError
        If there is no such table.

    Examples
    --------
    >>> values("test_accuracy").loc["cmx", ["Triangles", "FBRC"]].tolist()
    [7.494, 92.86]
    >>> values("r0:population").columns.tolist()
    ['0.1', '0.2', '0.4', '0.6', '0.8', '1.0']
    """
    if table in IN_TEXT:
        return pd.DataFrame.from_dict(IN_TEXT[table], orient="index").astype(float)
    return _wide(table, "value").astype(float)


def marks(table: str) -> pd.DataFrame:
    """The printed marks of a table.

    Parameters
    ----------
    table : str
        One of `TABLES`.

    Returns
    -------
    pandas.DataFrame
        Laid out as `values`: '+' better than the reference, '-' worse, '~' neither; empty for the
        reference itself.

    Examples
    --------
    >>> marks("test_accuracy").loc["mop"].tolist()
    ['-', '-', '-', '+', '-', '-', '-', '-', '~', '']
    """
    return _wide(table, "mark")


def summaries(table: str) -> pd.DataFrame:
    """The rows printed below a table, as text, so that their precision is known.

    Parameters
    ----------
    table : str
        One of `TABLES` except `rule_forms`.

    Returns
    -------
    pandas.DataFrame
        One row per system or setting; columns rank, position, better, worse, similar, p, p_holm.
        What is not printed for the reference is empty.

    Examples
    --------
    >>> summaries("test_accuracy").loc["Hyperrectangles"].tolist()
    ['6.72', '10', '1', '17', '7', '7.50E-05', '0.000675']
    """
    rows = _read("printed_summaries.csv")
    rows = rows[rows["table"] == _known(table)]
    return rows.drop(columns="table").set_index("column")


def has_summary(table: str) -> bool:
    """Whether ranks and p-values are printed below a table."""
    return table in TABLES and table != "rule_forms"


def reference(table: str) -> str:
    """The system or setting that a table compares all others with.

    Examples
    --------
    >>> reference("modern_ml:test"), reference("tol_sub_test_accuracy")
    ('FBRC-200', '0.01')
    """
    p = summaries(table)["p"]
    return str(p.index[p == ""].item())


def pairs() -> pd.DataFrame:
    """The printed comparison of each representation with each other in test accuracy.

    Returns
    -------
    pandas.DataFrame
        One row a pair, as text: `p` of the upper triangle; `mark`, `better`, `worse` and `similar`
        of the lower one, which say how `row` does against `column`.

    Examples
    --------
    >>> pairs().iloc[-1].tolist()
    ['FBRC', 'FBR', '0.0738', '~', '2', '0', '23']
    """
    return _read("printed_pairs.csv").copy()


def _wide(table: str, what: str) -> pd.DataFrame:
    rows = _values()
    rows = rows[rows["table"] == _known(table)]
    frame = rows.pivot(index="dataset", columns="column", values=what)
    return frame.loc[rows["dataset"].unique(), rows["column"].unique()]


def _known(table: str) -> str:
    if table not in TABLES:
        hint = did_you_mean(table, TABLES, limit=len(TABLES))
        raise InputError(f"the article prints no table '{table}'{hint}")
    return table


@cache
def _values() -> pd.DataFrame:
    """All cells, the halves of double tables under names of their own."""
    rows = _read("printed_values.csv")
    half, colon, column = (rows["column"].str.partition(":")[i] for i in range(3))
    is_half = colon == ":"
    rows["table"] = rows["table"].where(~is_half, rows["table"] + ":" + half)
    rows["column"] = rows["column"].where(~is_half, column)
    return rows


@cache
def _read(name: str) -> pd.DataFrame:
    with (files("beta4ucs.study") / name).open(encoding="utf-8") as file:
        return pd.read_csv(file, dtype=str, keep_default_na=False)
