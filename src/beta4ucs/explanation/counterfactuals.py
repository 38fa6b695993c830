"""What would change the answer to a row, in words and numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.explanation.html import counterfactual_html, page, piece
from beta4ucs.explanation.number_text import say_share, say_value

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Change:
    """A feature that changes.

    Attributes
    ----------
    feature : str
        Its name.
    before, after : object
        Its value: a number in original units, or a value of a category; NaN if it was missing.
    share : float
        Size of the change in units of the feature's range in training, which for a category with
        an order is counted in steps; 1 for any other category, and if the value was missing.

    Examples
    --------
    >>> print(Change("glucose", 148.0, 121.0, 0.14))
    glucose 148 -> 121
    >>> print(Change("odor", "foul", "almond", 1.0))
    odor foul -> almond
    """

    feature: str
    before: Any
    after: Any
    share: float

    def __str__(self) -> str:
        return f"{self.feature} {say_value(self.before)} -> {say_value(self.after)}"


@dataclass(frozen=True)
class Counterfactual:
    """A change that leads to another class, or that none was found.

    It is true if one was found.

    Attributes
    ----------
    prediction : object
        The answer to the row as it is.
    target : object or None
        The requested class; None for any other.
    answer : object or None
        The answer to the changed row; None if no change was found.
    changes : tuple of Change
        What changes, largest change first.
    values : dict
        Feature -> value of the changed row, or of the row if none was found: a number in original
        units, or a value of a category; NaN if it is missing.
    before, after : dict
        Class -> probability for the row and for the changed row.
    max_features : int
        How many features were allowed to change.
    """

    prediction: Any
    target: Any
    answer: Any
    changes: tuple[Change, ...]
    values: Mapping[str, Any]
    before: Mapping[Any, float]
    after: Mapping[Any, float]
    max_features: int

    @property
    def found(self) -> bool:
        """Whether there is a change."""
        return bool(self.changes)

    def __bool__(self) -> bool:
        return self.found

    @property
    def distance(self) -> float:
        """Sum of the changes in units of the features' ranges in training; NaN if none."""
        return math.fsum(change.share for change in self.changes) if self.found else math.nan

    @property
    def row(self) -> np.ndarray:
        """The values of the changed row as an array."""
        values = list(self.values.values())
        is_numeric = all(isinstance(value, float) for value in values)
        return np.array(values, dtype=np.float64 if is_numeric else object)

    def to_frame(self) -> pd.DataFrame:
        """Return a table with one line a change: feature, before, after and share."""
        import pandas as pd

        columns = ["feature", "before", "after", "share"]
        lines = [(one.feature, one.before, one.after, one.share) for one in self.changes]
        return pd.DataFrame(lines, columns=columns)

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "found": self.found,
            "prediction": self.prediction,
            "target": self.target,
            "answer": self.answer,
            "probability": self.after[self.answer] if self.found else None,
            "changes": [
                {
                    "feature": one.feature,
                    "before": None if one.before != one.before else one.before,
                    "after": one.after,
                    "share": one.share,
                }
                for one in self.changes
            ],
            "max_features": self.max_features,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=2)

    def to_html(self, *, full_page: bool = False) -> str:
        """Return HTML that needs nothing else; everything from the data is escaped.

        Parameters
        ----------
        full_page : bool, default False
            A page to open in a browser, not a piece of one.
        """
        content = counterfactual_html(self)
        return page("What would change it?", content) if full_page else piece(content)

    @property
    def summary(self) -> str:
        """The outcome in a sentence, without the changes."""
        if self.found:
            share = say_share(self.after[self.answer])
            return f"It would be {self.answer} ({share}) instead of {self.prediction} with"
        features = "feature" if self.max_features == 1 else f"{self.max_features} features"
        wanted = "another class" if self.target is None else self.target
        return (
            f"No change of {'one' if self.max_features == 1 else 'up to'} {features} within the "
            f"range of the training data was found that makes it {wanted}."
        )

    def __str__(self) -> str:
        return "\n".join([self.summary, *(f"  {change}" for change in self.changes)])

    def _repr_html_(self) -> str:
        return self.to_html()
