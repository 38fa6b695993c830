"""Figures to files: the same figure gives the same bytes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from matplotlib.figure import Figure

from beta4ucs.errors import InputError, quoted
from beta4ucs.plots.style import styled
from beta4ucs.whole_files import write_whole

# What would carry a date or the version of a program.
UNWANTED = {
    "png": ("Software",),
    "pdf": ("CreationDate", "Creator", "Producer"),
    "svg": ("Date", "Creator"),
}


@styled
def save(
    figure: Figure, path: str | os.PathLike[str], formats: Sequence[str] = ("png", "pdf")
) -> list[Path]:
    """Write a figure to one file a format, each complete or not at all.

    Parameters
    ----------
    figure : matplotlib Figure
        What to write; its parts keep their places from now on.
    path : path
        The files' common name without a suffix; missing folders are made.
    formats : sequence of {"png", "pdf", "svg"}, default ("png", "pdf")
        Kinds of file, each named by its suffix.

    Returns
    -------
    list of Path
        The files, in the order of `formats`.

    Examples
    --------
    >>> import tempfile
    >>> from beta4ucs.study.figures import over_general_rule
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [file.name for file in save(over_general_rule(), f"{folder}/rule", ["svg", "png"])]
    ['rule.svg', 'rule.png']
    """
    unknown = [name for name in formats if name not in UNWANTED]
    if unknown:
        raise InputError(f"formats must be of {quoted(UNWANTED)}, got {quoted(unknown)}")
    _settle(figure)
    contents = [_content(figure, name) for name in formats]
    base = Path(path)
    files = [base.with_name(f"{base.name}.{name}") for name in formats]
    try:
        base.parent.mkdir(parents=True, exist_ok=True)
        for file, content in zip(files, contents, strict=True):
            write_whole(file, content)
    except OSError as error:
        raise InputError(f"cannot write '{base}': {error.strerror or error}") from None
    return files


def _settle(figure: Figure) -> None:
    """Lay the figure out once: every drawing would move its parts by a hair, and so the bytes."""
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")


def _content(figure: Figure, name: str) -> bytes:
    buffer = BytesIO()
    figure.savefig(buffer, format=name, metadata=dict.fromkeys(UNWANTED[name]))
    return buffer.getvalue()
