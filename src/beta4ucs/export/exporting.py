"""From a model to a file: which targets there are, and what they may be told."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.export.card import card_of
from beta4ucs.export.javascript import javascript_code
from beta4ucs.export.markdown import markdown_text
from beta4ucs.export.onnx_graph import onnx_bytes
from beta4ucs.export.program import program_of
from beta4ucs.export.python_code import numpy_code, python_code
from beta4ucs.export.sql import sql_query
from beta4ucs.export.statements import comment
from beta4ucs.export.version import version
from beta4ucs.export.xlsx import xlsx_bytes
from beta4ucs.whole_files import write_whole

LARGE = 60  # rules that nobody reads: compaction is offered


class Target(NamedTuple):
    """A kind of export: what writes it, the usual end of its files, its options."""

    write: Callable[..., str | bytes]
    suffix: str
    meaning: str
    options: tuple[str, ...] = ()


def _program(write: Callable[..., str | bytes]) -> Callable[..., str | bytes]:
    def written(model: Any, **options: Any) -> str | bytes:
        program = program_of(model)
        return write(program, _head(model, len(program.rules)), **options)

    return written


def _document(write: Callable[..., str | bytes]) -> Callable[..., str | bytes]:
    return lambda model, **options: write(card_of(model, **options))


_OF_CARDS = ("X", "y", "rows", "title", "about")
TARGETS = {
    "python": Target(_program(python_code), ".py", "a program, needs Python only"),
    "numpy": Target(_program(numpy_code), ".py", "a program for whole tables, needs numpy"),
    "sql": Target(_program(sql_query), ".sql", "one query", ("table", "keep", "dialect")),
    "onnx": Target(_program(onnx_bytes), ".onnx", "a graph for onnxruntime"),
    "javascript": Target(_program(javascript_code), ".mjs", "a module for browsers and Node"),
    "markdown": Target(_document(markdown_text), ".md", "a document for people", _OF_CARDS),
    "xlsx": Target(_document(xlsx_bytes), ".xlsx", "sheets for people", _OF_CARDS),
}


def export_model(
    model: Any, to: str, path: str | os.PathLike[str] | None = None, **options: Any
) -> str | bytes:
    """Return a fitted model as a program, a query, a graph or a document; write it to a file.

    Parameters
    ----------
    model : fitted classifier
    to : str
        One of `TARGETS`.
    path : str or path, optional
        The file to write, whole or not at all.
    **options
        As for the method `export` of the estimators, which is the usual way to call this.
    """
    if to not in TARGETS:
        raise InputError(
            f"to must be one of {', '.join(TARGETS)}, got {to!r}{did_you_mean(str(to), TARGETS)}"
        )
    for name in options:
        if name not in TARGETS[to].options:
            users = [one for one, target in TARGETS.items() if name in target.options]
            whose = f"it is for {' and '.join(users)}" if users else "there is no such option"
            raise InputError(f"an export to {to} does not take {name!r}: {whose}")
    content = TARGETS[to].write(model, **options)
    if path is not None:
        _write(Path(path).expanduser(), content)
    return content


def _write(path: Path, content: str | bytes) -> None:
    # a lone surrogate in a name cannot be written
    data = content.encode("utf-8", errors="replace") if isinstance(content, str) else content
    try:
        write_whole(path, data)
    except OSError as error:
        raise InputError(f"cannot write '{path}': {error.strerror or error}") from None


def _head(model: Any, n_rules: int) -> list[str]:
    """What every export says at its top."""
    target = f" for {comment(model.target_name_)}" if model.target_name_ else ""
    rules = f"{n_rules:,} rule{'s' * (n_rules != 1)}"
    head = [
        f"Rules{target}, exported by beta4ucs {version()}.",
        f"{type(model).__name__} with {model.representation_.name} conditions, seed {model.seed_}: "
        f"{rules} that vote on {len(model.classes_):,} classes.",
    ]
    if n_rules > LARGE:
        head.append("Much to read: model.compact(X, y), or 'beta4ucs compact', keeps few of them.")
    return head
