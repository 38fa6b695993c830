"""Measures of one's own: functions that take a number from each run of a study."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.representations.own_file import digest_of_file, function_in, names_a_file
from beta4ucs.study.importing import member
from beta4ucs.study.measures import Measure

ROWS = ("test", "train")


@dataclass(frozen=True)
class OwnMeasure(Measure):
    """A function of the trained classifier and of rows, called as scikit-learn calls a scorer.

    Attributes
    ----------
    function : str
        "my_measures.py:mine", or "package.module.function".
    rows : {"test", "train"}
        Which rows of a run it is given.

    Examples
    --------
    >>> measure = OwnMeasure("error", "Largest error", function="sklearn.metrics.max_error")
    >>> measure.identity
    'sklearn.metrics.max_error of test rows'
    """

    factor: float = 1.0
    absent_if: str = "the function gave NaN, or there are no such rows"
    function: str = ""
    rows: str = "test"

    @property
    def identity(self) -> str:
        """What decides its values; of a file the content counts, not the folder."""
        text = self.function
        if names_a_file(text):
            text = f"{Path(text).name} {digest_of_file(text)}"
        return f"{text} of {self.rows} rows"

    def loaded(self) -> Callable[..., Any]:
        """Import the function; `InputError` if it is not there."""
        if names_a_file(self.function):
            return function_in(self.function)
        if "." not in self.function.strip("."):
            raise InputError(
                f"measure '{self.name}': function must be like 'my_measures.py:mine' or "
                f"'package.module.function', got '{self.function}'"
            )
        found = member(self.function, "function", f"measure '{self.name}'")
        if not callable(found):
            raise InputError(f"measure '{self.name}': {self.function} is not a function")
        return found

    def value(self, model: Any, X: Any, y: Any) -> float | None:
        """The number of a run; None without rows, or if it is NaN."""
        if not len(X):
            return None
        function = self.loaded()
        try:
            number = function(model, X.copy(), np.copy(y))
        except Exception as error:  # of code that is the user's own
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise InputError(f"measure '{self.name}' failed: {what}") from error
        if isinstance(number, np.generic):
            number = number.item()
        if not isinstance(number, Real) or math.isinf(number):
            raise InputError(f"measure '{self.name}' must give a finite number, got {number!r:.60}")
        return None if math.isnan(number) else float(number)
