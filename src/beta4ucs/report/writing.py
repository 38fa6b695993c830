"""The page as text and as a file; a file is complete or not there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sklearn.utils.validation import check_is_fitted

from beta4ucs.data.frames import as_pandas
from beta4ucs.errors import InputError
from beta4ucs.report.held_rules import held_rules
from beta4ucs.report.judged_rows import JudgedRows
from beta4ucs.report.page import render
from beta4ucs.whole_files import write_whole

MAX_ROWS = 1000  # of the data that go into the page


def write_report(
    model: Any,
    X: Any,
    y: Any,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    max_rows: int = MAX_ROWS,
    rows: str = "rows",
    row_numbers: Any = None,
) -> None:
    """Write an HTML report to explore a model, search its rules and try any row.

    The page needs no network and no other file. It holds rows of the data, which whoever gets the
    page can read; `max_rows=0` leaves them out.

    Parameters
    ----------
    model : fitted classifier of this package
        What to show.
    X : array-like or DataFrame of shape (n_samples, n_features)
        Rows in original units to judge the model by, best rows that it has not learned from; NaN
        is a missing value.
    y : array-like of shape (n_samples,) or None
        Their classes, if they are known.
    path : str or path
        The file; an older one is replaced in one step.
    title : str, optional
        Heading of the page.
    max_rows : int, default 1000
        How many rows of the data the page holds; evenly spaced ones if there are more, and fewer
        where there are very many columns.
    rows : str, default "rows"
        What the rows are called, such as "test rows"; the page says it beside every figure.
    row_numbers : array-like of shape (n_samples,), optional
        The numbers that the rows have where they come from; by default they count from 1.

    Raises
    ------
    InputError
        If the data do not fit the model, or the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/wine.html"
    ...     write_report(model, X, y, path, title="Wine", rows="training rows")
    ...     text = Path(f"{folder}/wine.html").read_text(encoding="utf-8")
    >>> "<title>Wine</title>" in text
    True
    """
    page = report_page(
        model, X, y, title=title, max_rows=max_rows, rows=rows, row_numbers=row_numbers
    )
    # a lone surrogate in a name cannot be written
    content = page.encode("utf-8", errors="replace")
    try:
        write_whole(Path(path).expanduser(), content)
    except OSError as error:
        raise InputError(f"cannot write '{path}': {error.strerror or error}") from None


def report_page(
    model: Any,
    X: Any,
    y: Any = None,
    *,
    title: str | None = None,
    max_rows: int = MAX_ROWS,
    rows: str = "rows",
    row_numbers: Any = None,
) -> str:
    """Return the page that `write_report` writes.

    Parameters
    ----------
    model, X, y, title, max_rows, rows, row_numbers
        As for `write_report`.
    """
    check_is_fitted(model)
    if max_rows < 0:
        raise InputError(f"max_rows must be 0 or more, got {max_rows}")
    X = as_pandas(X)
    judged = JudgedRows.of(model, X, y, words=rows, numbers=row_numbers)
    held = held_rules(model.rules_, model.class_counts_, X, y, len(judged))
    return render(model, X, judged, held, title=title or _title_of(model), max_rows=max_rows)


def _title_of(model: Any) -> str:
    target = f" for {model.target_name_}" if model.target_name_ else ""
    return f"Rules{target}"
