"""What the article's learners share: check rows, encode them, train on them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from beta4ucs.data.encoding import Encoding, reordered
from beta4ucs.data.value_order import order_values
from beta4ucs.errors import InputError
from beta4ucs.estimators import stream
from beta4ucs.estimators.evolution import Evolution, flat_parameters
from beta4ucs.estimators.inputs import (
    Rows,
    categorical_from,
    encode_known,
)
from beta4ucs.estimators.one_answer import warn_of_one_answer
from beta4ucs.estimators.one_step import in_one_step
from beta4ucs.estimators.parameters import (
    callback_list,
    check_n_jobs,
    representation_from,
)
from beta4ucs.estimators.rule_model import RuleModel
from beta4ucs.hyperparameters import HYPERPARAMETERS
from beta4ucs.training import loop
from beta4ucs.training.early_stopping import Patience, hold_out
from beta4ucs.training.feature_weights import weights_from
from beta4ucs.training.progress import Callback, print_progress
from beta4ucs.training.watch import Watch, even_sample

if TYPE_CHECKING:
    from beta4ucs.editing.edit import Edit
    from beta4ucs.estimators.editable import RowsOfAnEdit
    from beta4ucs.learning.config import Config
    from beta4ucs.learning.features import Features
    from beta4ucs.learning.rule_arrays import RuleArrays

WIDE = 40  # features beyond which a rule may not ask about all; the article's data have up to 35


@dataclass(kw_only=True, repr=False, eq=False)  # the fields are the estimator's parameters
class RuleLearner(RuleModel):
    """A learner of one population; a subclass names its representation and kind of credit."""

    system: ClassVar[str]  # its name in `hyperparameters.SYSTEMS`
    own_representation: ClassVar[str | None] = None  # its hyperparameters are the estimator's
    needs_crisp_matching: ClassVar[bool] = False  # rules match fully or not at all

    n_epochs: int = 50
    max_rules: int = 2000
    dont_care_rate: float = 0.33
    evolution: Evolution | None = None
    tie_break: str = "first"
    categorical_features: str | Sequence[Any] | None = "auto"
    missing: str = "learn"
    class_weight: str | Mapping[Any, float] | None = None
    max_conditions: int | str | None = "auto"
    feature_weights: str | Sequence[float] | None = None
    attribute_tracking: bool = False
    forgetting: float = 0.0
    random_state: int | np.random.RandomState | np.random.Generator | None = None
    n_jobs: int | None = None
    verbose: int = 0
    callbacks: Sequence[Callback] | Callback | None = None
    early_stopping: bool = False
    validation_fraction: float = 0.1
    n_iter_no_change: int = 10
    tol: float = 1e-4
    track_accuracy: bool = False

    def _representation(self, params: Mapping[str, Any]) -> Any:
        """Make the representation of conditions: the estimator's own, or the one it is given."""
        if self.own_representation is None:
            given, is_crisp = self.representation, self.needs_crisp_matching
            return representation_from(given, must_match_crisply=is_crisp)
        from beta4ucs.representations.contract import kind_of

        kind = kind_of(self.own_representation)
        return kind(**{name: params[name] for name in kind._fields})

    def _adopt(self, representation: Any) -> None:
        """Take the representation of a model file, by name if that says it all."""
        if "representation" in self.get_params(deep=False):
            is_default = representation == type(representation)()
            self.representation = representation.name if is_default else representation

    def _take_edit(self, edit: Edit, rows: RowsOfAnEdit | None, *, learn: bool) -> None:
        from beta4ucs.editing.statistics import edited_rules

        power = None if self.credit == "fuzzy" else self._checked_params()["fitness_power"]
        self.population_ = edited_rules(self.rules_, edit, rows, power, learn=learn)

    # ------------------------------------------------------------------ learning

    @in_one_step
    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        eval_set: tuple[Any, Any] | None = None,
    ) -> Self:
        """Learn rules.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Numbers and, in a DataFrame, categories: columns of type category, bool or text. NaN
            is a missing value, and so are `?` and empty cells of a DataFrame.
        y : array-like of shape (n_samples,)
            Class labels of any type that can be sorted.
        sample_weight : array-like of shape (n_samples,), optional
            Weight of each row. A whole number has the effect of repeating the row that often, and
            0 of removing it; with fractions, or if the table became more than ten times as long,
            only the ratios count, and an epoch is as long as the table.
        eval_set : tuple (X, y), optional
            Rows whose accuracy is added to ``history_["test_accuracy"]`` every epoch; learning
            does not use them.

        Returns
        -------
        self
        """
        params = self._checked_params()
        callbacks = callback_list(self.callbacks)
        if params["verbose"]:
            callbacks.insert(0, print_progress(every=1.0 if params["verbose"] == 1 else 0.0))
        raw, codes, weights, columns = self._read_training_rows(X, y, sample_weight)
        learned, held_out = self._split(params, codes)
        shown = None if weights is None else weights[learned]
        if any(column.is_set for column in columns):
            ordered = order_values(raw[learned], columns, codes[learned], shown)
            raw, columns = reordered(raw, columns, ordered), ordered
        self.class_counts_ = np.bincount(codes[learned], minlength=len(self.classes_))
        self.encoding_ = Encoding.fit(raw[learned], columns, params["missing"])
        self.representation_ = self._suited(params, self._representation(params), len(codes))
        inputs = self.encoding_.transform(raw)
        rows = (inputs[learned], codes[learned])
        scored = {"train": rows} if params["track_accuracy"] else {}
        if params["early_stopping"]:
            scored["validation"] = inputs[held_out], codes[held_out]
        if eval_set is not None:
            scored["test"] = self._check_eval_set(eval_set)
        self._take(self._train(params, rows, shown, scored, callbacks))
        if params["attribute_tracking"]:
            self._track(inputs, codes)
        warn_of_one_answer(self, *even_sample(*rows))
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Continue learning from rows as they arrive, each shown once.

        Ranges and categories grow with the rows: rules keep their meaning for earlier values, and
        open conditions stay open. (If a representation cannot be rescaled, values beyond the first
        range are clipped to it.) A category that first occurs later meets no condition that lists
        other values. `history_` holds the latest state
        only; memory does not grow with rows. `forgetting` lets rules follow a drift.

        Parameters
        ----------
        X, sample_weight : as in `fit`
        y : array-like of shape (n_samples,)
            Class labels, of those named in the first call.
        classes : array-like, optional
            All class labels that will ever occur; required in the first call, unless `fit` was
            called before.

        Returns
        -------
        self

        Examples
        --------
        >>> import numpy as np
        >>> from beta4ucs import Beta4UCSClassifier
        >>> X = np.random.default_rng(1).random((4000, 2))
        >>> y = X[:, 0] > X[:, 1]
        >>> model = Beta4UCSClassifier(random_state=2)
        >>> for rows in np.array_split(np.arange(3000), 30):
        ...     model = model.partial_fit(X[rows], y[rows], classes=[False, True])
        >>> model.score(X[3000:], y[3000:]) > 0.85
        True
        """
        self.answer_and_learn(X, y, classes, sample_weight)
        return self

    def answer_and_learn(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> np.ndarray:
        """Predict each row with what was learned before it, then learn from it.

        Parameters
        ----------
        X, y, classes, sample_weight : as in `partial_fit`

        Returns
        -------
        ndarray of shape (n_samples,)
            The predictions, which are a test on unseen rows ("prequential evaluation").
        """
        return stream.answer_and_learn(self, X, y, classes, sample_weight)

    def _split(self, params: Mapping[str, Any], codes: np.ndarray) -> tuple[Any, Any]:
        """Choose the rows to learn from and those that early stopping holds out."""
        if not params["early_stopping"]:
            return slice(None), slice(0)
        held_out = hold_out(codes, params["validation_fraction"], self.seed_)
        return ~held_out, held_out

    def _train(
        self,
        params: Mapping[str, Any],
        rows: Rows,
        weights: np.ndarray | None,
        scored: Mapping[str, Rows],
        callbacks: Sequence[Callback],
    ) -> loop.Outcome:
        from beta4ucs.learning.evolving_population import EvolvingPopulation
        from beta4ucs.learning.training_run import TrainingRun

        n_epochs, n_classes = params["n_epochs"], len(self.classes_)
        self._weigh_features(rows)
        learner = EvolvingPopulation(
            self.representation_,
            self._credit(),
            self._config(params, len(rows[1])),
            self._features(params),
            n_classes,
            self.seed_,
        )
        run = TrainingRun(learner, *rows, n_epochs, weights)
        watch = self._watch(params, rows, scored, callbacks) if scored or callbacks else None
        return loop.train(run, watch, n_epochs)

    def _watch(
        self,
        params: Mapping[str, Any],
        rows: Rows,
        scored: Mapping[str, Rows],
        callbacks: Sequence[Callback],
    ) -> Watch:
        scorers = {name: partial(self._scores, these) for name, these in scored.items()}
        patience = None
        if params["early_stopping"]:
            by = "balanced_accuracy" if self.class_weight is not None else "accuracy"
            patience = Patience(params["n_iter_no_change"], params["tol"], f"validation_{by}")
        estimate = partial(self._scores, even_sample(*rows))
        return Watch(params["n_epochs"], scorers, callbacks, self._rule_set, patience, estimate)

    def _suited(self, params: Mapping[str, Any], representation: Any, n_rows: int) -> Any:
        """The representation, with don't cares that are truly open where that matters."""
        needs_open = params["missing"] == "never" or self._limit(params, n_rows) > 0
        if needs_open and hasattr(representation, "flagged_dont_care"):
            return representation._replace(flagged_dont_care=True)
        return representation

    def _limit(self, params: Mapping[str, Any], n_rows: int) -> int:
        limit = params["max_conditions"]
        if limit == "auto":
            return default_limit(self.n_features_in_, n_rows)
        return 0 if limit is None else int(limit)

    def _config(
        self, params: Mapping[str, Any], n_rows: int, *, keeps_order: bool = False
    ) -> Config:
        from beta4ucs.learning.system import config_from

        return config_from(
            params,
            self._credit(),
            max_conditions=self._limit(params, n_rows),
            keeps_order=keeps_order,
        )

    def _weigh_features(self, rows: Rows) -> None:
        self.feature_weights_ = None
        if self.feature_weights is not None:
            sets, n_features = self.encoding_.sets, len(self.encoding_.columns)
            self.feature_weights_ = weights_from(
                self.feature_weights, *rows, n_features, sets, self.seed_
            )

    def _features(self, params: Mapping[str, Any]) -> Features:
        from beta4ucs.learning.system import new_features

        sets = self.encoding_.sets
        return new_features(
            len(self.encoding_.columns),
            params["dont_care_rate"],
            params["mutation_rate"],
            [part.feature for part in sets],
            [len(part.values) for part in sets],
            [part.is_numeric for part in sets],
            getattr(self, "feature_weights_", None),
        )

    def _scores(self, rows: Rows, rules: RuleArrays) -> tuple[float, float]:
        """Accuracy, and its mean over classes, on some rows."""
        inputs, codes = rows
        answers = self._decide(self._voter(rules).votes(inputs, self.n_jobs))
        is_right = answers == codes
        counts = np.bincount(codes[codes >= 0], minlength=len(self.classes_))
        hits = np.bincount(codes[is_right], minlength=len(self.classes_))
        there = counts > 0
        by_class = hits[there] / counts[there]
        return float(np.mean(is_right)), float(np.mean(by_class)) if there.any() else 0.0

    def _take(self, outcome: loop.Outcome) -> None:
        self.population_ = outcome.rules
        self.n_epochs_ = outcome.n_epochs
        self.n_iterations_ = outcome.n_iterations
        self.history_ = outcome.history
        if getattr(self.representation_, "matches_crisply", False):
            # The trainer looks at genes, which are fuzzy on their own in a polytope.
            self.history_["crisp_share"] = np.ones_like(outcome.history["crisp_share"])
        self.fit_seconds_ = outcome.seconds
        self.interrupted_ = outcome.is_interrupted
        self.best_epoch_ = outcome.best_epoch

    def _track(self, inputs: np.ndarray, codes: np.ndarray) -> None:
        from beta4ucs.rules.importance import served_by

        self.attribute_scores_ = served_by(self.rules_, inputs, codes)

    # ------------------------------------------------------------------ parameters

    def set_params(self, **params: Any) -> Self:
        """Set parameters; ``evolution__tournament`` and the like work also if `evolution` is None.

        Parameters
        ----------
        **params : dict
            By name.

        Returns
        -------
        self
        """
        is_nested = any(name.startswith("evolution__") for name in params)
        if is_nested and params.get("evolution", self.evolution) is None:
            params = {**params, "evolution": Evolution()}
        chosen: Self = super().set_params(**params)
        return chosen

    def _checked_params(self) -> dict[str, Any]:
        params = flat_parameters(self.get_params(deep=False))
        if isinstance(params["verbose"], (bool, np.bool_)):
            params["verbose"] = int(params["verbose"])
        check_n_jobs(self.n_jobs)
        categorical_from(self.categorical_features)
        return {
            name: HYPERPARAMETERS[name].check(value)
            for name, value in params.items()
            if name in HYPERPARAMETERS
        }

    def _check_eval_set(self, eval_set: Any) -> tuple[np.ndarray, np.ndarray]:
        if not isinstance(eval_set, (tuple, list)) or len(eval_set) != 2:
            raise InputError("eval_set must be a pair (X, y)")
        labels = np.asarray(eval_set[1])
        inputs = self._inputs(eval_set[0])
        if labels.shape != inputs.shape[:1]:
            raise InputError(
                f"eval_set has {inputs.shape[0]} rows in X and labels of shape {labels.shape} in y"
            )
        return inputs, encode_known(labels, self.classes_)


def default_limit(n_features: int, n_rows: int) -> int:
    """Most conditions of a rule: as many halvings as leave one of the rows; 0 for none.

    Examples
    --------
    >>> default_limit(13, 160), default_limit(133, 615), default_limit(200, 5400)
    (0, 10, 13)
    """
    if n_features <= WIDE:
        return 0
    return max(2, math.ceil(math.log2(max(2, n_rows))))
