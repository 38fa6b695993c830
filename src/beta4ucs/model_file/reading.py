"""A file to a model: parse, check every field, build the arrays."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import numpy as np

from beta4ucs.data.encoding import MOST_VALUES, Column, Encoding
from beta4ucs.data.scaling import MOST_DIGITS, UnitScaling
from beta4ucs.errors import InputError, quoted
from beta4ucs.model_file.checks import (
    LARGEST_SEED,
    as_count,
    as_list,
    as_names,
    as_number,
    as_numbers,
    as_object,
    as_plain,
    as_text,
    place,
    require_different,
    shown,
)
from beta4ucs.model_file.document import UnreadableFileError, read_document
from beta4ucs.model_file.model import (
    CLASS_FIELDS,
    FEATURE_FIELDS,
    FIELDS_OF_NUMBERS,
    FORMAT,
    FORMAT_VERSION,
    MODEL_FIELDS,
    REPRESENTATION_FIELDS,
    THRESHOLD_FIELDS,
    TRAINING_FIELDS,
    Model,
)
from beta4ucs.model_file.rule_rows import rules_from

LONGEST_LABELS = 10_000_000  # characters of all class labels
LABEL_DTYPE = re.compile(r"[<>]U[1-9][0-9]{0,7}|[<>|][iu][1248]|[<>]f[248]|\|b1|\|O")
UP_TO_FORMAT_3 = tuple(name for name in MODEL_FIELDS if name not in ("votes", "threshold"))
UP_TO_FORMAT_4 = tuple(name for name in MODEL_FIELDS if name != "threshold")
MISSING = ("learn", "matches", "never")
LABEL_TYPES = {"U": (str,), "i": (int,), "u": (int,), "f": (float, int), "b": (bool,)}


def load_model(path: str | os.PathLike[str]) -> Model:
    """Read a model that `save_model` has written.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    Model
        With exactly the numbers that were saved.

    Raises
    ------
    InputError
        If there is no such file or anything in it is not as documented.
    """
    try:
        return model_from(read_document(path))
    except UnreadableFileError:
        raise
    except InputError as error:
        raise InputError(f"model file '{path}': {error}") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise InputError(f"model file '{path}' is damaged or not JSON ({place})") from None
    except RecursionError:
        raise InputError(f"model file '{path}' is nested too deeply") from None
    except MemoryError:
        raise InputError(f"model file '{path}' does not fit into memory") from None
    except ValueError as error:  # a whole number with thousands of digits
        raise InputError(f"model file '{path}' cannot be read: {error}") from None


def model_from(document: Any) -> Model:
    """Check a parsed document and build the model."""
    version = _check_format(document)
    document = _with_credit(document) if version == 1 else document
    document = _with_columns(document) if version <= 2 else document
    document = _with_clear_words(document) if version <= 3 else document
    if version <= 4:
        document = {**as_object(document, "the file", UP_TO_FORMAT_4), "threshold": None}
        document = _with_precision(document)
    document = as_object(document, "the file", MODEL_FIELDS)
    as_text(document["beta4ucs_version"], "beta4ucs_version")
    representation = _representation_from(document["representation"])
    classes, class_counts = _classes_from(document["classes"])
    feature_names, encoding = _features_from(document["features"])
    training = as_object(document["training"], "training", TRAINING_FIELDS)
    target, seed = document["target_name"], training["seed"]
    start = _start_from(document["votes"], len(classes))
    rules, votes = rules_from(document["rules"], representation, encoding, len(classes), start)
    return Model(
        estimator=as_text(document["estimator"], "estimator"),
        credit=as_text(document["credit"], "credit"),
        parameters=_named_values(document["parameters"], "parameters"),
        representation=representation,
        classes=classes,
        class_counts=class_counts,
        feature_names=feature_names,
        target_name=None if target is None else as_text(target, "target_name"),
        encoding=encoding,
        rules=rules,
        votes=votes,
        history=_history_from(document["history"]),
        n_epochs=as_count(training["n_epochs"], "training.n_epochs"),
        n_iterations=as_count(training["n_iterations"], "training.n_iterations"),
        seed=None if seed is None else as_count(seed, "training.seed", high=LARGEST_SEED),
        threshold=_threshold_from(document["threshold"], len(classes)),
    )


def _check_format(document: Any) -> int:
    """Return the version of the format."""
    if type(document) is not dict or document.get("format") != FORMAT:
        raise InputError(f'it is not a beta4ucs model, which would say "format": "{FORMAT}"')
    version = as_count(document.get("format_version"), "format_version", low=1)
    if version > FORMAT_VERSION:
        raise InputError(
            f"it was written by a newer beta4ucs (format {version}); "
            f"this one reads up to format {FORMAT_VERSION}: upgrade beta4ucs"
        )
    return version


def _with_credit(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of format 1 with the fields that it did not have yet."""
    document = as_object(
        document, "the file", [name for name in UP_TO_FORMAT_3 if name != "credit"]
    )
    known = [name for name in REPRESENTATION_FIELDS if name != "rule_genes"]
    representation = as_object(document["representation"], "representation", known)
    return {
        **document,
        "credit": "fuzzy",
        "representation": {**representation, "rule_genes": []},
    }


def _with_columns(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of format 2, whose features are numbers, as one of format 3.

    Learning then let missing values match everything, and set no limit to conditions.
    """
    document = as_object(document, "the file", UP_TO_FORMAT_3)
    features = as_object(document["features"], "features", FIELDS_OF_NUMBERS)
    n_features = len(as_list(features["low"], "features.low"))
    columns = {
        "values": [None] * n_features,
        "is_ordered": [False] * n_features,
        "has_missing": [False] * n_features,
        "missing": "matches",
    }
    parameters = _named_values(document["parameters"], "parameters")
    return {
        **document,
        "parameters": {"missing": "matches", "max_conditions": 0, **parameters},
        "features": {**features, **columns},
    }


def _with_clear_words(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of format 3 as one of format 4.

    `n_epochs` was called `n_iter`; `max_conditions` was null for "auto" and 0 for no limit.
    """
    document = as_object(document, "the file", UP_TO_FORMAT_3)
    told = ["n_iter" if name == "n_epochs" else name for name in TRAINING_FIELDS]
    training = as_object(document["training"], "training", told)
    parameters = _named_values(document["parameters"], "parameters")
    limit = parameters.get("max_conditions", "auto")
    if limit is None:
        limit = "auto"
    elif type(limit) is int and limit == 0:
        limit = None
    return {
        **document,
        "votes": None,
        "parameters": {**parameters, "max_conditions": limit},
        "training": {
            "n_epochs": as_count(training["n_iter"], "training.n_iter"),
            "n_iterations": training["n_iterations"],
            "seed": training["seed"],
        },
    }


def _with_precision(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of format 4, which does not say how numbers are written, as one of 5."""
    told = [name for name in FEATURE_FIELDS if name not in ("decimals", "has_two_values")]
    features = as_object(document["features"], "features", told)
    n_features = len(as_list(features["low"], "features.low"))
    unknown = {"decimals": [None] * n_features, "has_two_values": [False] * n_features}
    return {**document, "features": {**features, **unknown}}


def _start_from(value: Any, n_classes: int) -> np.ndarray | None:
    """What classes have before any rule speaks, if votes were learned."""
    if value is None:
        return None
    return as_numbers(as_object(value, "votes", ("start",))["start"], "votes.start", n_classes)


def _threshold_from(value: Any, n_classes: int) -> tuple[int, float] | None:
    """The class that is answered from a probability on; models of two classes may have one."""
    if value is None:
        return None
    if n_classes != 2:
        raise InputError(f"threshold must be null unless there are two classes, got {n_classes}")
    fields = as_object(value, "threshold", THRESHOLD_FIELDS)
    label = as_count(fields["class"], "threshold.class", high=1)
    probability = as_number(fields["probability"], "threshold.probability")
    if not 0.0 <= probability <= 1.0:
        raise InputError(f"threshold.probability must be in [0, 1], got {shown(probability)}")
    return label, float(probability)


def _representation_from(value: Any) -> Any:
    from beta4ucs.representations import contract  # brings Numba: only when a model is read

    fields = as_object(value, "representation", REPRESENTATION_FIELDS)
    name = as_text(fields["name"], "representation.name")
    if name not in contract.names():
        raise InputError(
            f"representation {shown(name)} is not known here, only {quoted(contract.names(), 20)}; "
            "if it is your own, import the file that registers it before you load the model, or "
            "name that file by --representation on the command line"
        )
    default = contract.find(name)
    for numbers in ("genes", "rule_genes"):
        expected = tuple(getattr(default, numbers, ()))
        where = f"representation.{numbers} of {name}"
        if as_names(fields[numbers], where, len(expected)) != expected:
            raise InputError(f"{where} must be {quoted(expected)}, got {shown(fields[numbers])}")
    where = "representation.parameters"
    given = as_object(fields["parameters"], where, default._fields)
    for field in default._fields:
        if type(getattr(default, field)) is not bool:
            as_number(given[field], f"{where}.{field}")
        elif type(given[field]) is not bool:
            raise InputError(f"{where}.{field} must be true or false, got {shown(given[field])}")
    try:
        return contract.check_values(type(default)(**given))
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _classes_from(value: Any) -> tuple[np.ndarray, np.ndarray]:
    fields = as_object(value, "classes", CLASS_FIELDS)
    labels = as_list(fields["labels"], "classes.labels")
    if not labels:
        raise InputError("classes.labels must name at least one class")
    dtype = _label_dtype(fields["dtype"], len(labels))
    kinds = LABEL_TYPES.get(dtype.kind, (type(labels[0]),))
    for i, label in enumerate(labels):
        if type(label) not in kinds or type(label) not in (str, int, float, bool):
            raise InputError(f"classes.labels[{i}] does not fit {dtype.str}, got {shown(label)}")
        as_plain(label, f"classes.labels[{i}]")
    require_different(labels, "classes.labels")
    try:
        with np.errstate(over="ignore"):
            classes = np.array(labels, dtype=dtype)
    except OverflowError:
        classes = np.empty(0)
    if classes.tolist() != labels:
        raise InputError(f"classes.labels do not fit the type {dtype.str}")
    counts = as_list(fields["counts"], "classes.counts", len(labels))
    counted = [as_count(count, f"classes.counts[{i}]") for i, count in enumerate(counts)]
    return classes, np.array(counted, dtype=np.int64)


def _label_dtype(value: Any, n_labels: int) -> np.dtype:
    if not LABEL_DTYPE.fullmatch(as_text(value, "classes.dtype")):
        raise InputError(
            "classes.dtype must stand for text, whole numbers, floats or booleans, "
            f"got {shown(value)}"
        )
    dtype = np.dtype(value)
    if dtype.kind == "U" and dtype.itemsize // 4 * n_labels > LONGEST_LABELS:
        raise InputError(f"classes.dtype {value} is too long for {n_labels} labels")
    return dtype


def _features_from(value: Any) -> tuple[tuple[str, ...] | None, Encoding]:
    fields = as_object(value, "features", FEATURE_FIELDS)
    low = as_numbers(fields["low"], "features.low")
    high = as_numbers(fields["high"], "features.high", len(low))
    if not len(low):
        raise InputError("features.low must hold at least one feature")
    if (low > high).any():
        raise InputError(f"features.low[{np.argmax(low > high)}] is above features.high")
    names, missing = fields["names"], fields["missing"]
    if missing not in MISSING:
        raise InputError(f"features.missing must be in {quoted(MISSING)}, got {shown(missing)}")
    values = as_list(fields["values"], "features.values", len(low))
    columns = zip(
        [_values_from(given, f"features.values[{i}]") for i, given in enumerate(values)],
        _truths_from(fields["is_ordered"], "features.is_ordered", len(low)),
        _truths_from(fields["has_missing"], "features.has_missing", len(low)),
        _decimals_from(fields["decimals"], "features.decimals", len(low)),
        _truths_from(fields["has_two_values"], "features.has_two_values", len(low)),
        strict=True,
    )
    encoding = Encoding(UnitScaling(low, high), tuple(Column(*one) for one in columns), missing)
    for i, column in enumerate(encoding.columns):
        _check_column(column, i, low[i], high[i])
    return None if names is None else as_names(names, "features.names", len(low)), encoding


def _values_from(value: Any, where: str) -> tuple[Any, ...] | None:
    if value is None:
        return None
    values = as_list(value, where)
    for i, one in enumerate(values):
        if type(one) not in (str, int, float, bool):
            raise InputError(f"{where}[{i}] must be text, a number or a boolean, got {shown(one)}")
        as_plain(one, f"{where}[{i}]")
    require_different(values, where)
    return tuple(values)


def _truths_from(value: Any, where: str, length: int) -> list[bool]:
    truths = as_list(value, where, length)
    for i, truth in enumerate(truths):
        if type(truth) is not bool:
            raise InputError(f"{where}[{i}] must be true or false, got {shown(truth)}")
    return truths


def _decimals_from(value: Any, where: str, length: int) -> list[int | None]:
    return [
        None if one is None else as_count(one, f"{where}[{i}]", high=MOST_DIGITS)
        for i, one in enumerate(as_list(value, where, length))
    ]


def _check_column(column: Column, feature: int, low: float, high: float) -> None:
    """Refuse an order without values, ranges that are none of places, and sets beyond a word."""
    n_values, where = len(column.values or ()), f"features.values[{feature}]"
    if column.is_ordered and column.values is None:
        raise InputError(f"{where} must list the values that features.is_ordered has an order of")
    if column.is_ordered:
        if low % 1 or high % 1 or low < 0 or high > max(0, n_values - 1):
            raise InputError(
                f"features.low[{feature}] and features.high[{feature}] must be places in {where}"
            )
    elif n_values > MOST_VALUES:
        raise InputError(f"{where} must not have more than {MOST_VALUES} values, got {n_values}")


def _named_values(value: Any, where: str) -> dict[str, Any]:
    if type(value) is not dict:
        raise InputError(f"{where} must be an object, got {shown(value)}")
    plain: dict[str, Any] = as_plain(value, where)
    return plain


def _history_from(value: Any) -> dict[str, list]:
    if type(value) is not dict:
        raise InputError(f"history must be an object, got {shown(value)}")
    for name, column in value.items():
        where = place("history", as_text(name, "a name in history"))
        as_numbers([entry for entry in as_list(column, where) if entry is not None], where)
    return value
