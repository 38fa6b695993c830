"""What all rule-learning classifiers share: validate, encode, train."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from beta4ucs import fitting, hyperparameters
from beta4ucs.arguments import (
    callback_list,
    categorical_from,
    check_labels,
    check_n_jobs,
    encode,
    encode_known,
    name_of,
    rows_to_predict,
    seed_from,
    training_rows,
    weights_of,
)
from beta4ucs.data.encoding import Encoding, order_values, reordered, without_unseen
from beta4ucs.errors import InputError
from beta4ucs.feature_scores import weights_from
from beta4ucs.fitting import Callback, Outcome, Patience, Watch, print_progress
from beta4ucs.rule_model import RuleModel

if TYPE_CHECKING:
    from beta4ucs.learning.config import Config
    from beta4ucs.learning.features import Features
    from beta4ucs.learning.rule_arrays import RuleArrays

Rows = tuple[np.ndarray, np.ndarray]  # inputs of learning, class indices
STREAM_ROWS = 10_000  # by which the limit on conditions goes in a stream
WIDE = 40  # features beyond which a rule may not ask about all; the article's data have up to 35


@dataclass(kw_only=True, repr=False, eq=False)  # the fields are the estimator's parameters
class RuleClassifier(RuleModel):
    """What all rule learners share; a subclass names its representation and kind of credit."""

    system: ClassVar[str]  # its name in `hyperparameters.SYSTEMS`

    n_epochs: int = 50
    max_rules: int = 2000
    dont_care_rate: float = 0.33
    crossover_rate: float = 0.8
    mutation_rate: float = 0.04
    tournament_fraction: float = 0.4
    ga_threshold: float = 50
    deletion_threshold: float = 50
    deletion_fraction: float = 0.1
    subsumption_threshold: float = 50
    min_subsumer_fitness: float = 0.99
    fitness_power: float = 1.0
    subsume_correct_set: bool = True
    subsume_children: bool = True
    crossover_unit: str = "parameter"
    tournament: str = "copies"
    shuffle: str = "once"
    tie_break: str = "first"
    skip_after_subsumption: bool = True
    keep_deleted: bool = True
    categorical_features: str | Sequence[Any] = "auto"
    missing: str = "learn"
    class_weight: str | Mapping[Any, float] | None = None
    max_conditions: int | None = None
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

    @abstractmethod
    def _representation(self, params: Mapping[str, Any]) -> Any:
        """Make the representation of conditions from checked hyperparameters."""

    def _adopt(self, representation: Any) -> None:
        """Take the representation of a model file, where it is a parameter."""

    # ------------------------------------------------------------------ learning

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
            How often each row is shown in an epoch: 2 is as if the row stood there twice, 0 as if
            it did not. Fractions hold on average over epochs.
        eval_set : tuple (X, y), optional
            Rows whose accuracy is written to ``history_["test_accuracy"]`` every epoch; learning
            does not use them.

        Returns
        -------
        self
        """
        for stale in ("_population", "_stream", "compaction_", "attribute_scores_"):
            self.__dict__.pop(stale, None)  # a fit that fails leaves no half of a model
        params = self._checked_params()
        callbacks = callback_list(self.callbacks)
        if params["verbose"]:
            callbacks.insert(0, print_progress(every=1.0 if params["verbose"] == 1 else 0.0))
        self.seed_ = seed_from(self.random_state)
        self.target_name_ = name_of(y)
        raw, y, columns = training_rows(self, X, y, self.categorical_features)
        weights = weights_of(raw, y, sample_weight, self.class_weight)
        if weights is not None and not np.all(weights > 0.0):
            raw, y, weights = raw[weights > 0.0], y[weights > 0.0], weights[weights > 0.0]
            raw, columns = without_unseen(raw, columns)
        self.classes_, codes = encode(y)
        learned, held_out = self._split(params, codes)
        shown = None if weights is None else weights[learned]
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
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Go on learning from rows as they come, each shown once.

        Ranges and categories grow with the rows: rules keep what they say of earlier values, and
        what asks nothing of a feature goes on asking nothing. (Where a representation cannot
        move, values beyond the first range are taken as its ends.) A value of a category that
        comes up later matches no condition that lists others. `history_` holds the latest state
        only; memory does not grow with rows. `forgetting` lets rules follow a drift.

        Parameters
        ----------
        X, sample_weight : as in `fit`
        y : array-like of shape (n_samples,)
            Class labels, of those named in the first call.
        classes : array-like, optional
            All class labels that will ever come; needed in the first call, unless `fit` was
            called before, which this goes on from.

        Returns
        -------
        self

        Examples
        --------
        >>> import numpy as np
        >>> from beta4ucs import Beta4UCSClassifier
        >>> X = np.random.default_rng(1).random((4000, 2))
        >>> y = X[:, 0] > X[:, 1]
        >>> model = Beta4UCSClassifier(random_state=1)
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
        """Answer each row with what was learned before it, then learn from it.

        Parameters
        ----------
        X, y, classes, sample_weight : as in `partial_fit`

        Returns
        -------
        ndarray of shape (n_samples,)
            The answers, as a test of rows that were never seen ("prequential").
        """
        params = self._checked_params()
        inputs, codes = self._next_rows(params, X, y, classes)
        counts = self.class_counts_ + np.bincount(codes, minlength=len(self.classes_))
        order = np.arange(len(codes))
        weights = self._stream_weights(inputs, codes, counts, sample_weight)
        answers = np.full(len(codes), -1)
        if weights is not None:
            rng = np.random.default_rng([self.seed_, self.n_iterations_])
            times = np.floor(weights + rng.random(len(codes))).astype(np.int64)
            order, skipped = np.repeat(order, times), np.flatnonzero(times == 0)
            if len(skipped):  # what is not learned from is answered by the rules before the batch
                votes = self._voter(self.population_).votes(inputs[skipped], self.n_jobs)
                answers[skipped] = self._decide(votes)
        learned = self._stream.follow(inputs[order], codes[order])
        first = np.flatnonzero(np.r_[True, order[1:] != order[:-1]]) if len(order) else order
        answers[order[first]] = learned[first]
        nobody = np.flatnonzero(answers < 0)
        answers[nobody] = self._decide(np.zeros((len(nobody), len(self.classes_))))
        self.class_counts_ = counts
        self.__dict__.pop("_population", None)  # read again when somebody asks
        self.n_iterations_ = self._stream.time
        self.n_iter_ = 1
        self.history_ = {
            name: np.array([value]) for name, value in fitting.state_of(self._stream).items()
        }
        labels: np.ndarray = self.classes_[answers]
        return labels

    def _next_rows(self, params: Mapping[str, Any], X: Any, y: Any, classes: Any) -> Rows:
        """Check rows, let ranges and values grow, and have a learner ready for them."""
        from beta4ucs import streaming

        is_first = not self.__sklearn_is_fitted__()
        if is_first:
            if classes is None:
                raise InputError("the first call of partial_fit needs classes: all that will come")
            self.seed_ = seed_from(self.random_state)
            self.target_name_ = name_of(y)
            raw, labels, columns = training_rows(
                self, X, y, self.categorical_features, least_rows=1
            )
            self.classes_ = np.unique(np.asarray(classes))
            if len(self.classes_) < 2:
                raise InputError(f"classes must name two or more, got {self.classes_.tolist()}")
            codes = self._known_codes(labels)
            self.class_counts_ = np.zeros(len(self.classes_), dtype=np.int64)
            ordered = order_values(raw, columns, codes)
            raw = reordered(raw, columns, ordered)
            self.encoding_ = Encoding.fit(raw, ordered, params["missing"])
            self.representation_ = self._suited(params, self._representation(params), len(codes))
            self.n_iterations_ = 0
            grown = self.encoding_
        else:
            if classes is not None and not np.array_equal(np.unique(classes), self.classes_):
                raise InputError(
                    f"classes are {self.classes_.tolist()} since the first call, and no others"
                )
            columns = streaming.with_new_values(self.encoding_.columns, X)
            raw = rows_to_predict(self, X, columns)
            codes = self._known_codes(check_labels(y))
            if codes.shape != raw.shape[:1]:
                raise InputError(f"X has {raw.shape[0]} rows and y has {codes.shape[0]} labels")
            grown = streaming.grown_encoding(self.encoding_, columns, raw)
            if not hasattr(self.representation_, "rescale"):
                grown = grown._replace(scaling=self.encoding_.scaling)
        has_stream = not is_first and "_stream" in self.__dict__
        is_same = has_stream and grown.says_the_same(self.encoding_)
        if not is_same or params != self._stream_params:
            self._start_stream(params, grown, raw, codes)
        return self.encoding_.transform(raw), codes

    def _start_stream(
        self, params: Mapping[str, Any], encoding: Encoding, raw: np.ndarray, codes: np.ndarray
    ) -> None:
        """Make a learner for the encoding, with the rules learned so far."""
        from beta4ucs import streaming
        from beta4ucs.learning.learner import Learner

        rules = None
        if self.__sklearn_is_fitted__():
            rules = streaming.moved_rules(
                self.population_, self.encoding_, encoding, self.representation_
            )
        config = self._config(params, STREAM_ROWS, keeps_order=True)
        if rules is not None and rules.numerosity.sum() > config.max_rules:
            raise InputError(
                f"max_rules is {config.max_rules:,}, and there are {rules.numerosity.sum():,} "
                "copies of rules already: it must not be less"
            )
        self.encoding_ = encoding
        if rules is None:
            self._weigh_features((encoding.transform(raw), codes))
        features = self._features(params)
        seed = (self.seed_ + self.n_iterations_) % 2**64
        learner = Learner(
            self.representation_, self._credit(), config, features, len(self.classes_), seed
        )
        if rules is not None:
            learner.adopt(rules, self.n_iterations_, self.__dict__.get("_stream"))
        self._stream, self._stream_params = learner, params
        self.__dict__.pop("_population", None)
        self._built = {}

    def _known_codes(self, labels: Any) -> np.ndarray:
        codes = encode_known(labels, self.classes_)
        if np.any(codes < 0):
            stranger = np.asarray(labels).tolist()[int(np.flatnonzero(codes < 0)[0])]
            raise InputError(
                f"y holds the class {stranger!r}, which is not one of {self.classes_.tolist()}; "
                "name all classes in the first call"
            )
        return codes

    def _stream_weights(
        self, inputs: np.ndarray, codes: np.ndarray, counts: np.ndarray, sample_weight: Any
    ) -> np.ndarray | None:
        """How often each row counts; weights of classes are once on average over rows so far."""
        weights = weights_of(inputs, codes, sample_weight, None)
        if self.class_weight is None:
            return weights
        if isinstance(self.class_weight, str) and self.class_weight == "balanced":
            of_class = 1.0 / np.maximum(counts, 1)
        else:  # a batch need not have every class
            of_class = weights_of(inputs, self.classes_, None, self.class_weight)
        total = of_class @ counts
        if total > 0.0:
            of_class = of_class * (counts.sum() / total)
        of_row: np.ndarray = of_class[codes] * (1.0 if weights is None else weights)
        return of_row

    def _split(self, params: Mapping[str, Any], codes: np.ndarray) -> tuple[Any, Any]:
        """Choose the rows to learn from and those that early stopping holds out."""
        if not params["early_stopping"]:
            return slice(None), slice(0)
        held_out = fitting.hold_out(codes, params["validation_fraction"], self.seed_)
        return ~held_out, held_out

    def _train(
        self,
        params: Mapping[str, Any],
        rows: Rows,
        weights: np.ndarray | None,
        scored: Mapping[str, Rows],
        callbacks: Sequence[Callback],
    ) -> Outcome:
        from beta4ucs.learning.run import TrainingRun

        n_epochs, n_classes = params["n_epochs"], len(self.classes_)
        self._weigh_features(rows)
        run = TrainingRun(
            self.representation_,
            self._credit(),
            self._config(params, len(rows[1])),
            self._features(params),
            *rows,
            n_classes,
            n_epochs,
            self.seed_,
            weights,
        )
        scorers = {name: partial(self._scores, these) for name, these in scored.items()}
        patience = None
        if params["early_stopping"]:
            by = "balanced_accuracy" if self.class_weight is not None else "accuracy"
            patience = Patience(params["n_iter_no_change"], params["tol"], f"validation_{by}")
        estimate = partial(self._scores, fitting.even_sample(*rows))
        watch = Watch(n_epochs, scorers, callbacks, patience, estimate)
        return fitting.train(run, watch, n_epochs)

    def _suited(self, params: Mapping[str, Any], representation: Any, n_rows: int) -> Any:
        """The representation, with don't cares that are truly open where that matters."""
        needs_open = params["missing"] == "never" or self._limit(params, n_rows) > 0
        if needs_open and hasattr(representation, "flagged_dont_care"):
            return representation._replace(flagged_dont_care=True)
        return representation

    def _limit(self, params: Mapping[str, Any], n_rows: int) -> int:
        limit: int | None = params["max_conditions"]
        return default_limit(self.n_features_in_, n_rows) if limit is None else limit

    def _config(
        self, params: Mapping[str, Any], n_rows: int, *, keeps_order: bool = False
    ) -> Config:
        return fitting.config_from(
            params,
            self._credit(),
            max_conditions=self._limit(params, n_rows),
            keeps_order=keeps_order,
        )

    def _weigh_features(self, rows: Rows) -> None:
        sets, n_features = self.encoding_.sets, len(self.encoding_.columns)
        self.feature_weights_ = weights_from(
            self.feature_weights, *rows, n_features, sets, self.seed_
        )

    def _features(self, params: Mapping[str, Any]) -> Features:
        from beta4ucs.learning.features import new_features

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

    def _take(self, outcome: Outcome) -> None:
        self.population_ = outcome.rules
        self.n_iter_ = outcome.n_epochs
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

    # ------------------------------------------------------------------ checks

    def _checked_params(self) -> dict[str, Any]:
        params = self.get_params(deep=False)
        if isinstance(params["verbose"], (bool, np.bool_)):
            params["verbose"] = int(params["verbose"])
        check_n_jobs(self.n_jobs)
        categorical_from(self.categorical_features)
        return {
            name: hyperparameters.check(name, value)
            for name, value in params.items()
            if name in hyperparameters.HYPERPARAMETERS
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
