"""Measures of one's own: functions that take a number from each run of a study."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.representations.own_file import digest_of_file, function_in, names_a_file
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
    absent_if: str = "the function gave no number"
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
        module, _, name = self.function.rpartition(".")
        try:
            owner = importlib.import_module(module)
        except (ImportError, ValueError):
            raise InputError(
                f"measure '{self.name}': there is no module '{module}'; name the function as in "
                f"'my_measures.py:mine' or 'package.module.function', got '{self.function}'"
            ) from None
        found = getattr(owner, name, None)
        if not callable(found):
            raise InputError(
                f"measure '{self.name}': there is no function '{name}' in module '{module}'"
                f"{did_you_mean(name, dir(owner))}"
            )
        return found

    def value(self, model: Any, X: Any, y: Any) -> float | None:
        """The number of a run; None without rows, or if it is NaN."""
        if not len(X):
            return None
        try:
            number = float(self.loaded()(model, X, y))
        except Exception as error:  # of code that is the user's own
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise InputError(f"measure '{self.name}' failed: {what}") from error
        if math.isinf(number):
            raise InputError(f"measure '{self.name}' must give a finite number, got {number}")
        return None if math.isnan(number) else number
