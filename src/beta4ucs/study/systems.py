"""One row of a study: a classifier, of beta4ucs, scikit-learn or anyone, and its parameters."""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sklearn.base import is_regressor

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.estimators.evolution import flat_parameters, nested_parameters
from beta4ucs.hyperparameters import EVOLUTION, TABLES
from beta4ucs.representations.own_file import digest_of_file, names_a_file
from beta4ucs.study.importing import member
from beta4ucs.study.own_measures import OwnMeasure

OURS = ("Beta4UCSClassifier", "FuzzyUCSClassifier", "UCSClassifier")
# Not part of what a run is: how it is watched or spread, and its seed, which has its own place.
_NOT_IDENTITY = ("random_state", "n_jobs", "verbose", "callbacks")
_MAY_BE_NONE = ("categorical_features", "max_conditions")  # "none" in TOML, which has no null
# What the article's learners do not have, at the values that learn as they do: such a value is
# no part of what a run is, and records from before there was the parameter stay valid.
ARTICLE_VALUES: Mapping[str, Any] = {
    "categorical_features": None,
    "class_weight": None,
    "feature_weights": None,
    "absumption_fraction": EVOLUTION["absumption_fraction"].default,
    **{name: row.default if row.article is None else row.article for name, row in TABLES.items()},
}


@dataclass(frozen=True)
class System:
    """A classifier and what it is told.

    Attributes
    ----------
    name : str
        As in the tables.
    class_path : str
        A class of beta4ucs by its name, any other as "package.module.Class", or one in a file of
        one's own as "folder/my_models.py:Mine".
    parameters : mapping
        Of the class; those of its representation and of `Evolution` stand among them.
    epochs : int or None
        Instead of the study's.
    scale : bool
        For classes from elsewhere: bring inputs into [0, 1] by the ranges of the training rows,
        as beta4ucs does itself.
    missing_value : float or None
        For classes from elsewhere: what stands for a missing value after scaling.
    takes_tables : bool
        For classes from elsewhere: hand over the rows as a DataFrame, with categories and missing
        values as they are, instead of numbers.

    Examples
    --------
    >>> system = System("Triangles", "FuzzyUCSClassifier", {"representation": "triangle"})
    >>> system.new_model(epochs=5, seed=1).n_epochs
    5
    """

    name: str
    class_path: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    epochs: int | None = None
    scale: bool = True
    missing_value: float | None = -1.0
    takes_tables: bool = False

    @property
    def class_name(self) -> str:
        """The class as records name it: a file of one's own without its folder."""
        if not names_a_file(self.class_path):
            return self.class_path
        return Path(self.class_path).name

    @property
    def is_ours(self) -> bool:
        """Whether it is a rule learner of this package."""
        return self.class_path in OURS

    @property
    def takes_categories(self) -> bool:
        """Whether it learns from words as they are, not from numbers only."""
        if self.takes_tables:
            return True
        chosen = self.parameters.get("categorical_features", "auto")
        return self.is_ours and chosen not in ("none", None, [])

    @property
    def to_take_categories(self) -> str:
        """What a user can do about words in a table."""
        if self.is_ours:
            return 'let it take them (categorical_features = "auto")'
        return 'put numbers in their place, hand over the table as it is (inputs = "table")'

    def new_model(self, epochs: int, seed: int) -> Any:
        """Make the untrained classifier of a run."""
        kind = self._kind()
        parameters = dict(self.parameters)
        if not self.is_ours:
            known = _signature(kind)
            return kind(**parameters, **({"random_state": seed} if "random_state" in known else {}))
        if "representation" in parameters:
            parameters = _with_representation(parameters)
        for name in _MAY_BE_NONE:
            if parameters.get(name) == "none":
                parameters[name] = None
        parameters = nested_parameters(parameters)
        return kind(**parameters, n_epochs=self.epochs or epochs, random_state=seed)

    def load_kernels(self) -> None:
        """Compile what learning needs, or load it, once in a process."""
        if self.is_ours:
            _load_kernels(self.class_path, self.parameters.get("representation"))

    def check(self, where: str, epochs: int = 1) -> None:
        """Raise `InputError` if the class is not there or does not know a parameter."""
        try:
            self._check(epochs)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None

    def _check(self, epochs: int) -> None:
        kind = self._kind()
        if not isinstance(kind, type) or not all(
            callable(getattr(kind, name, None)) for name in ("fit", "predict", "get_params")
        ):
            raise InputError(
                f"{self.class_path} is not a classifier like scikit-learn's: it needs fit, predict "
                "and get_params"
            )
        representation = str(self.parameters.get("representation", ""))
        if names_a_file(representation) and representation.endswith(")"):
            raise InputError(
                f"'{representation}' has values in brackets; in a study they stand beside it: "
                'parameters = { representation = "own.py:Own", width = 0.3 }'
            )
        known = self._known_parameters(kind)
        for name in self.parameters:
            if known and name not in known:
                hint = did_you_mean(name, sorted(known))
                raise InputError(f"{self.class_path} has no parameter '{name}'{hint}")
        for name in ("random_state", "n_epochs") if self.is_ours else ("random_state",):
            if name in self.parameters:
                right = "'seeds'" if name == "random_state" else "'epochs'"
                raise InputError(f"'{name}' is set by the study's {right}, not here")
        try:
            model = self.new_model(epochs, 1)
        except (TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{self.class_path} cannot be made: {error}") from None
        if self.is_ours:
            model._representation(model._checked_params())
        elif is_regressor(model):
            raise InputError(f"{self.class_path} is a regressor, not a classifier")

    def _known_parameters(self, kind: Any) -> set[str]:
        """Names that `parameters` may have; none if it may have any."""
        known = _signature(kind)
        if not self.is_ours:
            return known
        known = (known - {"evolution"}) | set(EVOLUTION)
        representation = self.parameters.get("representation")
        if isinstance(representation, str):
            known |= set(_representation_kind(representation)._fields)
        return known

    def identity(self, epochs: int, measures: Sequence[OwnMeasure] = ()) -> dict[str, Any]:
        """All that decides what is learned and what is measured of it, as plain values.

        What is None is not used, and neither are the article's values of what is not in it.
        """
        values = self.new_model(epochs, 1).get_params(deep=False)
        values = flat_parameters(values) if self.is_ours else values
        representation = values.pop("representation", None)
        if hasattr(representation, "_asdict"):
            values |= {"representation": representation.name, **representation._asdict()}
            values |= _digest_of_own_file(self.parameters.get("representation"))
        elif representation is not None:
            values["representation"] = representation
        if self.is_ours:
            values = {k: v for k, v in values.items() if v != ARTICLE_VALUES.get(k)}
            if values.get("max_conditions", 0) is None:
                values["max_conditions"] = 0  # the name that no limit has in records
        elif self.takes_tables:
            values |= {"input:table": True}
        else:
            values |= {"input:scale": self.scale, "input:missing_value": self.missing_value}
        if names_a_file(self.class_path):
            values |= {"class:sha256": digest_of_file(self.class_path)}
        values |= {f"measure:{measure.name}": measure.identity for measure in measures}
        return {
            name: value if _is_plain(value) else repr(value)
            for name, value in sorted(values.items())
            if name not in _NOT_IDENTITY and value is not None
        }

    def _kind(self) -> Any:
        if self.is_ours:
            import beta4ucs

            return getattr(beta4ucs, self.class_path)
        if names_a_file(self.class_path):
            from beta4ucs.representations.own_file import class_in

            return class_in(self.class_path)
        module = self.class_path.rpartition(".")[0]
        if not module or module.startswith("."):
            hint = did_you_mean(self.class_path, OURS) or ""
            raise InputError(
                f"there is no class '{self.class_path}' in beta4ucs{hint}; other classes are "
                "named with their module, as in 'sklearn.ensemble.RandomForestClassifier', or "
                "with their file, as in 'my_models.py:Mine'"
            )
        return member(self.class_path, "class", f"system '{self.name}'")


def _is_plain(value: Any) -> bool:
    """Whether JSON has such a value."""
    return isinstance(value, bool | int | str) or (
        isinstance(value, float) and math.isfinite(value)
    )


@cache
def _load_kernels(class_path: str, representation: str | None) -> None:
    told = {} if representation is None else {"representation": representation}
    model = System("", class_path, told).new_model(epochs=1, seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two rows say nothing of the run
        model.fit([[0.0], [1.0]], [0, 1]).predict([[0.5]])
    if model.interrupted_:
        raise KeyboardInterrupt


def _signature(kind: Any) -> set[str]:
    """Names of the parameters; none if the class takes any."""
    try:
        parameters = inspect.signature(kind).parameters.values()
    except ValueError:  # written in another language
        return set()
    takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters)
    if takes_any and hasattr(kind, "get_params"):
        return set(kind().get_params(deep=False))
    return set() if takes_any else {one.name for one in parameters}


def _representation_kind(name: str) -> Any:
    from beta4ucs.representations import contract, own_file

    return (
        own_file.representation_in(name) if own_file.names_a_file(name) else contract.kind_of(name)
    )


def _digest_of_own_file(representation: Any) -> dict[str, str]:
    """What tells an own representation from an earlier version of it."""
    if not (isinstance(representation, str) and names_a_file(representation)):
        return {}
    return {"representation:sha256": digest_of_file(representation)}


def _with_representation(parameters: dict[str, Any]) -> dict[str, Any]:
    """Put the parameters of the representation where they belong."""
    kind = _representation_kind(str(parameters["representation"]))
    inside = {name: parameters.pop(name) for name in kind._fields if name in parameters}
    return parameters | {"representation": kind(**inside)}


def with_full_paths(parameters: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Let the file of an own representation be relative to the file of the study."""
    representation = parameters.get("representation")
    if isinstance(representation, str) and ".py" in representation:
        return {**parameters, "representation": str(folder / Path(representation).expanduser())}
    return dict(parameters)
