"""A model to a file: the same model gives the same bytes, and never half a file."""

from __future__ import annotations

import gzip
import json
import os
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.model_file.columns import packed
from beta4ucs.model_file.model import FORMAT, FORMAT_VERSION, Model
from beta4ucs.model_file.reading import model_from
from beta4ucs.model_file.rule_rows import columns_of, rows_of
from beta4ucs.whole_files import write_whole

COMPACT_SUFFIX = ".json.gz"


def save_model(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model as JSON.

    The file appears, or replaces an older one, only when it is complete. Numbers are written so
    that reading gives back the same bits.

    Parameters
    ----------
    model : Model
        What to save.
    path : str or path
        Where to; the folder must exist. A name that ends in ``.json.gz`` makes a compact file.

    Raises
    ------
    InputError
        If the file cannot be written, or the model holds what JSON or the format cannot keep: NaN,
        objects among the parameters, class labels of another kind. An older file stays as it was.

    Examples
    --------
    >>> import tempfile
    >>> from beta4ucs.data.encoding import plain_encoding
    >>> from beta4ucs.data.scaling import UnitScaling
    >>> from beta4ucs.learning.rule_arrays import RuleArrays
    >>> from beta4ucs.model_file import load_model
    >>> from beta4ucs.representations import Beta4
    >>> rules = RuleArrays(
    ...     genes=np.array([[[1.0, 1.0, 0.5, 1.0]]]),
    ...     label=np.array([1]),
    ...     fitness=np.array([0.98]),
    ...     experience=np.array([120.0]),
    ...     numerosity=np.array([3]),
    ...     set_size=np.array([12.5]),
    ...     time_stamp=np.array([4000]),
    ...     mass=np.array([[1.2, 118.8]]),
    ...     sets=np.zeros((1, 0), dtype=np.int64),
    ... )
    >>> model = Model(
    ...     estimator="Beta4UCSClassifier",
    ...     credit="fuzzy",
    ...     parameters={"voting_threshold": 10},
    ...     representation=Beta4(),
    ...     classes=np.array(["green", "ripe"]),
    ...     class_counts=np.array([40, 60]),
    ...     feature_names=("mass",),
    ...     target_name="state",
    ...     encoding=plain_encoding(UnitScaling(np.array([10.0]), np.array([30.0]))),
    ...     rules=rules,
    ...     votes=None,
    ...     history={"rules": [1]},
    ...     n_epochs=1,
    ...     n_iterations=100,
    ...     seed=7,
    ... )
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(model, f"{folder}/fruit.json")
    ...     again = load_model(f"{folder}/fruit.json")
    >>> again.classes, again.representation == Beta4()
    (array(['green', 'ripe'], dtype='<U5'), True)
    """
    try:
        document = _document_of(model)
        model_from(document)  # what is written can be read
        is_compact = str(path).endswith(COMPACT_SUFFIX)
        content = _packed(document) if is_compact else _text_of(document, model).encode("utf-8")
    except InputError as error:
        raise InputError(f"cannot save the model as '{path}': {error}") from None
    except RecursionError:
        raise InputError(f"cannot save the model as '{path}': a parameter holds itself") from None
    try:
        write_whole(Path(path), content)
    except OSError as error:
        raise InputError(f"cannot write model file '{path}': {error.strerror or error}") from None


def _document_of(model: Model) -> dict[str, Any]:
    """Return the fields of the file, in its order."""
    representation, columns = model.representation, model.encoding.columns
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "beta4ucs_version": _package_version(),
        "estimator": model.estimator,
        "credit": model.credit,
        "parameters": _plain(model.parameters),
        "representation": {
            "name": representation.name,
            "genes": list(representation.genes),
            "rule_genes": list(getattr(representation, "rule_genes", ())),
            "parameters": _plain(representation._asdict()),
        },
        "classes": {
            "dtype": model.classes.dtype.str,
            "labels": _plain(model.classes.tolist()),
            "counts": _plain(model.class_counts),
        },
        "features": {
            "names": None if model.feature_names is None else list(model.feature_names),
            "low": _plain(model.encoding.scaling.low),
            "high": _plain(model.encoding.scaling.high),
            "values": [
                None if column.values is None else _plain(list(column.values)) for column in columns
            ],
            "is_ordered": [column.is_ordered for column in columns],
            "has_missing": [column.has_missing for column in columns],
            "decimals": [column.decimals for column in columns],
            "has_two_values": [column.has_two_values for column in columns],
            "missing": model.encoding.missing,
        },
        "target_name": model.target_name,
        "votes": None if model.votes is None else {"start": _plain(model.votes.start)},
        "threshold": _threshold(model.threshold),
        "training": {
            "n_epochs": _plain(model.n_epochs),
            "n_iterations": _plain(model.n_iterations),
            "seed": _plain(model.seed),
        },
        "history": _plain(model.history),
        "rules": columns_of(model.rules, representation, model.votes),
    }


def _threshold(value: tuple[int, float] | None) -> dict[str, Any] | None:
    return None if value is None else {"class": _plain(value[0]), "probability": _plain(value[1])}


def _plain(value: Any) -> Any:
    """Turn numpy's numbers and arrays into Python's; the check finds whatever else is foreign."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if type(value) is dict:
        return {key: _plain(value[key]) for key in sorted(value, key=str)}
    if type(value) is list:
        return [_plain(item) for item in value]
    return value


def _text_of(document: dict[str, Any], model: Model) -> str:
    """One line per field, one line per rule: people can look at it, and differences are small."""
    *fields, (last, columns) = document.items()
    lines = [f"{_json(name)}: {_json(value)}" for name, value in fields]
    rows = ",\n".join(map(_json, rows_of(columns, model.encoding)))
    lines.append(f"{_json(last)}: [\n{rows}\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _packed(document: dict[str, Any]) -> bytes:
    """One line per field, rules as arrays; packed without the time, or bytes would differ."""
    columns = packed(document["rules"])
    lines = [f"{_json(name)}: {_json(v)}" for name, v in ({**document, "rules": columns}).items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    return gzip.compress(text.encode("utf-8"), compresslevel=1, mtime=0)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _package_version() -> str:
    try:
        return metadata.version("beta4ucs")
    except metadata.PackageNotFoundError:  # run from a checkout
        return "unknown"
