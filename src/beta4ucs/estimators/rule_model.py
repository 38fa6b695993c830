"""A trained rule learner: votes, answers, reasons, rules, files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from beta4ucs.data.encoding import Column, Encoding, without_unseen
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.estimators import model_writing, rule_reading, threshold
from beta4ucs.estimators.documentation import page_of
from beta4ucs.estimators.editable import EditableRules
from beta4ucs.estimators.inputs import (
    encode,
    name_of,
    rows_to_predict,
    training_rows,
)
from beta4ucs.estimators.parameters import check_n_jobs, seed_from
from beta4ucs.estimators.row_weights import warn_of_hidden_classes, weights_of
from beta4ucs.estimators.threshold import Threshold
from beta4ucs.hyperparameters import HYPERPARAMETERS
from beta4ucs.voting.votes import RULE_WEIGHTS, OwnClassVotes, decide

if TYPE_CHECKING:
    from beta4ucs.learning.credit import Credit
    from beta4ucs.learning.rule_arrays import RuleArrays
    from beta4ucs.rules import RuleSet
    from beta4ucs.voting.voter import Voter
    from beta4ucs.voting.votes import LearnedVotes, Votes


class TrainingRows(NamedTuple):
    """Checked rows: numbers in which values of categories are places, class indices, weights."""

    raw: np.ndarray
    codes: np.ndarray
    weights: np.ndarray | None
    columns: tuple[Column, ...]


class RuleModel(EditableRules, ClassifierMixin, BaseEstimator, ABC):
    """What can be done with rules once they are learned, or read from a file."""

    credit: ClassVar[str]  # how rules are judged: a name in `learning.credit.CREDITS`
    voting_params: ClassVar[tuple[str, ...]] = ()  # what decides who votes

    n_jobs: int | None
    tie_break: str
    random_state: Any
    categorical_features: Any
    class_weight: Any

    classes_: np.ndarray
    class_counts_: np.ndarray
    encoding_: Encoding
    representation_: Any
    history_: dict[str, np.ndarray]
    seed_: int
    threshold_: Threshold | None = None

    def _credit(self) -> Credit:
        """How rules are judged."""
        from beta4ucs.learning.credit import CREDITS

        return CREDITS[self.credit]

    def _votes_of(self, rules: RuleArrays) -> Votes:
        """What rules say: in the article every rule votes for its own class."""
        with np.errstate(over="ignore"):  # a share of experience beyond all numbers is all of it
            weights = RULE_WEIGHTS[self.credit](rules, *self._checked_voting_params())
        return OwnClassVotes(weights, rules.label, len(self.classes_))

    @abstractmethod
    def _checked_params(self) -> dict[str, Any]:
        """Check hyperparameters."""

    @property
    def population_(self) -> RuleArrays:
        """The rules as arrays, on scaled features."""
        if "_population" not in self.__dict__:
            if "_stream" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__} has not learned anything yet")
            self.population_ = self._stream.rules()
        rules: RuleArrays = self._population
        return rules

    @population_.setter
    def population_(self, rules: RuleArrays) -> None:
        self._population = rules
        self._built: dict[tuple, Any] = {}  # on first use; never pickled

    @property
    def n_rules_(self) -> int:
        """Number of rules, copies not counted."""
        return self.population_.n_rules

    @property
    def scaling_(self) -> UnitScaling:
        """The range of every feature in training."""
        return self.encoding_.scaling

    def _read_training_rows(self, X: Any, y: Any, sample_weight: Any) -> TrainingRows:
        """Check rows to learn from; take note of seed, names and classes."""
        self.seed_ = seed_from(self.random_state)
        self.target_name_ = name_of(y)
        raw, y, columns = training_rows(self, X, y, self.categorical_features)
        weights = None
        if sample_weight is not None or self.class_weight is not None:
            weights = weights_of(raw, y, sample_weight, self.class_weight)
        if weights is not None and not np.all(weights > 0.0):
            raw, y, weights = raw[weights > 0.0], y[weights > 0.0], weights[weights > 0.0]
            raw, columns = without_unseen(raw, columns)
        self.classes_, codes = encode(y)
        if weights is not None:
            warn_of_hidden_classes(weights, codes, self.classes_)
        return TrainingRows(raw, codes, weights, columns)

    def _inputs(self, X: Any) -> np.ndarray:
        """Rows as learning and voting take them."""
        return self.encoding_.transform(rows_to_predict(self, X))

    # ------------------------------------------------------------------ answers

    def votes(self, X: Any) -> np.ndarray:
        """Return the summed votes for each class.

        Every rule that matches a row and has a vote gives it to its class: fitness times matching
        degree times copies. Votes may be negative: a rule with negative fitness counts against its
        own class.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Columns in the order of `classes_`.
        """
        check_is_fitted(self)
        units = self._inputs(X)
        check_n_jobs(self.n_jobs)
        key = ("voter", *self._checked_voting_params())
        if key not in self._built:
            self._built[key] = self._voter(self.population_)
        votes: np.ndarray = self._built[key].votes(units, self.n_jobs)
        return votes

    def predict(self, X: Any) -> np.ndarray:
        """Predict the class with the highest vote; `tie_break` decides between equals.

        A model with a `threshold_` predicts its class from that probability on, else the other.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        model = self._as_it_is()
        codes = model._decide(model.votes(X))
        answers: np.ndarray = model.classes_[codes]
        return answers

    def predict_proba(self, X: Any) -> np.ndarray:
        """Turn votes into probabilities.

        If some class has a positive vote, negative votes count as 0 and the rest is divided by
        its sum. If none has, the classes with the highest vote share equally; so all classes are
        equally likely where no rule votes.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Columns in the order of `classes_`; rows sum to 1.
        """
        model = self._as_it_is()
        sums = model.votes(X)
        return model._votes_of(model.population_).probabilities(sums)

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """Return the logarithm of `predict_proba`; -inf where a probability is 0.

        Parameters
        ----------
        X : as in `predict`

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        with np.errstate(divide="ignore"):
            logs: np.ndarray = np.log(self.predict_proba(X))
        return logs

    def _as_it_is(self) -> Self:
        """Return the model of this moment, which stays what it is if a `fit` ends meanwhile."""
        same = object.__new__(type(self))
        same.__dict__ = self.__dict__
        return same

    def _decide(self, votes: np.ndarray) -> np.ndarray:
        if self.threshold_ is not None:
            kind = self._votes_of(self.population_)
            return self.threshold_.decide(kind.probabilities(votes))
        tie_break = HYPERPARAMETERS["tie_break"].check(self.tie_break)
        return decide(votes, tie_break, self.class_counts_, self.seed_)

    def _voter(self, rules: RuleArrays) -> Voter:
        from beta4ucs.voting.voter import Voter

        return Voter(self.representation_, rules, self._votes_of(rules))

    def _checked_voting_params(self) -> tuple[Any, ...]:
        """What decides who votes; it may be changed after training."""
        return tuple(
            HYPERPARAMETERS[name].check(getattr(self, name)) for name in self.voting_params
        )

    # ------------------------------------------------------------------ thresholds, rules, files

    with_threshold = threshold.with_threshold
    tune_threshold = threshold.tune_threshold
    matching_degrees = rule_reading.matching_degrees
    explain = rule_reading.explain
    counterfactual = rule_reading.counterfactual
    compact = rule_reading.compact
    _rows_to_compact = rule_reading.rows_to_compact
    save = model_writing.save
    export = model_writing.export
    _portable_params = model_writing.portable_params
    _restore = model_writing.restore

    @property
    def rules_(self) -> RuleSet:
        """The learned rules, readable."""
        check_is_fitted(self)
        key = ("rules", *self._checked_voting_params())
        if key not in self._built:
            self._built[key] = self._rule_set(self.population_)
        rules: RuleSet = self._built[key]
        rules.attribute_scores = getattr(self, "attribute_scores_", None)
        return rules

    def _rule_set(self, arrays: RuleArrays) -> RuleSet:
        from beta4ucs.rules import RuleSet

        return RuleSet(
            arrays,
            self.representation_,
            self.encoding_,
            getattr(self, "feature_names_in_", None),
            self.classes_,
            self._votes_of(arrays),
        )

    @property
    def feature_importances_(self) -> np.ndarray:
        """How much of the votes depends on each feature, in the order of the columns; sums to 1.

        It is ``rules_.feature_importance()`` divided by its sum; all 0 if no rule has a condition.
        """
        rules = self.rules_
        found = rules.feature_importance().reindex(list(rules.feature_names)).to_numpy(np.float64)
        total = found.sum()
        return found / total if total > 0.0 else found

    def _votes_for_file(self) -> LearnedVotes | None:
        """Votes that were learned apart from the rules, if they were."""
        return None

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = dict(super().__getstate__())
        if state.pop("_stream", None) is not None:
            state["_population"] = self.population_  # goes on from the rules, with fresh draws
        return {**state, "_built": {}} if "_population" in state else state

    def __sklearn_is_fitted__(self) -> bool:
        return "_population" in self.__dict__ or "_stream" in self.__dict__

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        return tags

    def _get_doc_link(self) -> str:
        """Where the HTML representation in a notebook links to."""
        return page_of(type(self).__name__)
