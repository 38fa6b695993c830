"""Who is compared: a system, a run, or any scikit-learn classifier by its import path."""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beta4ucs.cli.estimator_choice import choose_estimator
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.run_record import record_path
from beta4ucs.cli.saved_model import load_model
from beta4ucs.hyperparameters import SYSTEMS
from beta4ucs.hyperparameters.evolved_rules import SYSTEM as EVOLVED_RULES


@dataclass(frozen=True)
class Contender:
    """A name for the records, how to make an unfitted estimator, and a name for people."""

    name: str
    make: Callable[[], Any]
    shown: str = ""

    def __str__(self) -> str:
        return self.shown or self.name


def contender_from(word: str, told: dict[str, Any]) -> Contender:
    """Make sense of a word; `told` has seed, jobs and class weight, for those that take them."""
    if word in (EVOLVED_RULES, *SYSTEMS):
        choice = choose_estimator(word, None, {})
        return Contender(word, lambda: choice.estimator(**told))
    if Path(word).expanduser().exists():
        return _from_run(Path(word), told)
    return _from_import_path(word, told)


def _from_run(path: Path, told: dict[str, Any]) -> Contender:
    """A model as it was told to learn; it learns anew from every fold."""
    from sklearn.base import clone

    model = load_model(path)
    record = record_path(path.expanduser())
    own = dict(told)
    if record.is_file():
        kept = json.loads(record.read_text(encoding="utf-8")).get("parameters", {})
        if "class_weight" in kept:
            own["class_weight"] = kept["class_weight"]
    unfitted = clone(model).set_params(**own)
    # another run in the same folder is another contender
    digest = hashlib.sha256(repr(unfitted.get_params()).encode()).hexdigest()[:8]
    return Contender(f"{path} [{digest}]", lambda: clone(unfitted), str(path))


def _from_import_path(word: str, told: dict[str, Any]) -> Contender:
    path, given = _parsed(word)
    module, _, name = path.rpartition(".")
    try:
        kind = getattr(importlib.import_module(module), name) if module else None
    except (ImportError, AttributeError) as error:
        raise UsageError(f"'{word}' cannot be imported: {error}") from None
    if kind is None:
        raise UsageError(
            f"'{word}' is not a system, the folder of a run or an import path such as "
            "sklearn.ensemble.RandomForestClassifier"
        )
    if not hasattr(kind, "fit") or not hasattr(kind, "get_params"):
        raise UsageError(f"'{path}' is not a scikit-learn classifier")
    make = _maker(kind, path, given, told)
    make()  # a wrong parameter shows before any work
    return Contender(word, make, word.removeprefix(f"{module}."))


def _parsed(word: str) -> tuple[str, dict[str, Any]]:
    """Split "module.Class(name=value)" into path and parameters, which are plain values."""
    try:
        tree = ast.parse(word, mode="eval").body
        if isinstance(tree, ast.Call):
            if tree.args:
                raise ValueError("parameters have names")
            given = {str(one.arg): ast.literal_eval(one.value) for one in tree.keywords}
            return ast.unparse(tree.func), given
    except (SyntaxError, ValueError) as error:
        raise UsageError(
            f"'{word}' must be a system, the folder of a run, or an import path such as "
            f"sklearn.svm.SVC(C=10, probability=True) ({error})"
        ) from None
    return word, {}


def _maker(kind: Any, path: str, given: dict[str, Any], told: dict[str, Any]) -> Callable[[], Any]:
    def make() -> Any:
        try:
            one = kind(**given)
        except TypeError as error:
            raise UsageError(f"'{path}': {error}") from None
        known = one.get_params(deep=False)
        general = {"random_state": _small(told.get("random_state")), "n_jobs": _several(told)}
        general["class_weight"] = told.get("class_weight")
        wanted = {
            name: value
            for name, value in general.items()
            if value is not None and name in known and name not in given
        }
        one.set_params(**wanted)
        if not hasattr(one, "predict_proba"):
            raise UsageError(f"'{path}' gives no probabilities, which the measures need")
        return one if path.startswith("beta4ucs.") else with_numbers(one)

    return make


def _several(told: dict[str, Any]) -> int | None:
    """How many jobs, if not one, which is what all do by default."""
    return None if told.get("n_jobs") == 1 else told.get("n_jobs")


def _small(seed: Any) -> int | None:
    return None if seed is None else int(seed) % 2**32


def with_numbers(classifier: Any) -> Any:
    """Let a classifier learn from mixed tables.

    Categories become one column a value, numbers are centred and scaled, and missing ones get the
    median with a column that says so.
    """
    from sklearn.compose import make_column_selector, make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    is_category = make_column_selector(dtype_include="category")
    numbers = make_pipeline(SimpleImputer(strategy="median", add_indicator=True), StandardScaler())
    words = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    columns = make_column_transformer(
        (words, is_category), (numbers, make_column_selector(dtype_exclude="category"))
    )
    return make_pipeline(columns, classifier)
