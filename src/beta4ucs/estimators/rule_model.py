"""A trained rule learner: votes, answers, reasons, rules, files."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from beta4ucs import hyperparameters
from beta4ucs.data.encoding import Column, Encoding, without_unseen
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError
from beta4ucs.estimators.documentation import page_of
from beta4ucs.estimators.inputs import (
    encode,
    encode_known,
    name_of,
    rows_to_predict,
    training_rows,
)
from beta4ucs.estimators.one_step import as_it_is
from beta4ucs.estimators.parameters import check_n_jobs, seed_from
from beta4ucs.estimators.row_weights import warn_of_hidden_classes, weights_of
from beta4ucs.estimators.threshold import Threshold, threshold_of, tuned_threshold
from beta4ucs.voting.decisions import decide

if TYPE_CHECKING:
    from beta4ucs.explanation import Counterfactual, Explanations
    from beta4ucs.explanation.limits import Ranges
    from beta4ucs.learning.credit import Credit
    from beta4ucs.learning.rule_arrays import RuleArrays
    from beta4ucs.model_file import Model
    from beta4ucs.rules import RuleSet
    from beta4ucs.voting.voter import Voter
    from beta4ucs.voting.votes import LearnedVotes, Votes


class TrainingRows(NamedTuple):
    """Checked rows: numbers in which values of categories are places, class indices, weights."""

    raw: np.ndarray
    codes: np.ndarray
    weights: np.ndarray | None
    columns: tuple[Column, ...]


class RuleModel(ClassifierMixin, BaseEstimator, ABC):
    """What can be done with rules once they are learned, or read from a file."""

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

    @abstractmethod
    def _credit(self) -> Credit:
        """How rules are judged."""

    @abstractmethod
    def _votes_of(self, rules: RuleArrays) -> Votes:
        """What rules say."""

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
        degree times copies. Votes may be negative: a rule with negative fitness speaks against
        its own class.

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
        """Answer the class with the highest vote; `tie_break` decides between equals.

        A model with a `threshold_` answers its class from that probability on, else the other.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        model = as_it_is(self)
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
        model = as_it_is(self)
        sums = model.votes(X)
        return model._votes_of(model.population_).probabilities(sums)

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """Return the logarithm of `predict_proba`; -inf where a probability is 0.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        with np.errstate(divide="ignore"):
            logs: np.ndarray = np.log(self.predict_proba(X))
        return logs

    @property
    def feature_importances_(self) -> np.ndarray:
        """How much of the votes hangs on each feature, in the order of the columns; sums to 1.

        It is ``rules_.feature_importance()`` divided by its sum; all 0 if no rule has a condition.
        """
        rules = self.rules_
        found = rules.feature_importance().reindex(list(rules.feature_names)).to_numpy(np.float64)
        total = found.sum()
        return found / total if total > 0.0 else found

    def matching_degrees(self, X: Any) -> np.ndarray:
        """Return how well each rule matches each row.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples, n_rules_)
            From 0 to 1, in the order of `rules_`, rules that do not vote included.
        """
        check_is_fitted(self)
        from beta4ucs.voting.voter import matching_degrees

        units = self._inputs(X)
        check_n_jobs(self.n_jobs)
        return matching_degrees(self.representation_, self.population_, units, self.n_jobs)

    def explain(self, X: Any) -> Explanations:
        """Say why rows have their answers: votes, rules for and against, conditions that hold.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        Explanations
            One a row. The contributions of the rules of a class, added one after the other, are
            its votes to the last bit.
        """
        check_is_fitted(self)
        from beta4ucs.explanation import explain

        return explain(self, X)

    def counterfactual(
        self,
        x: Any,
        target: Any = None,
        *,
        max_features: int = 3,
        feature_ranges: Ranges | None = None,
        immutable: Iterable[str | int] = (),
        whole_numbers: Iterable[str | int] | None = None,
    ) -> Counterfactual:
        """Find a small change of few features that leads to another class.

        Parameters
        ----------
        x : Series, dict, one-row DataFrame or array-like of shape (n_features,)
            The row, in original units.
        target : object, optional
            The class it should become; any other by default.
        max_features : int, default 3
            How many features may change.
        feature_ranges : mapping, optional
            Feature -> (lowest, highest) value that it may get; by default those of training.
        immutable : iterable of str or int
            Features that must not change.
        whole_numbers : iterable of str or int, optional
            Features that stay whole numbers; found out by default.

        Returns
        -------
        Counterfactual
            True if a change was found; predicting the changed row gives its `answer`.
        """
        check_is_fitted(self)
        from beta4ucs.explanation import counterfactual

        return counterfactual(
            self,
            x,
            target,
            max_features=max_features,
            feature_ranges=feature_ranges,
            immutable=immutable,
            whole_numbers=whole_numbers,
        )

    def _decide(self, votes: np.ndarray) -> np.ndarray:
        if self.threshold_ is not None:
            kind = self._votes_of(self.population_)
            return self.threshold_.decide(kind.probabilities(votes))
        tie_break = hyperparameters.check("tie_break", self.tie_break)
        return decide(votes, tie_break, self.class_counts_, self.seed_)

    def _voter(self, rules: RuleArrays) -> Voter:
        from beta4ucs.voting.voter import Voter

        return Voter(self.representation_, rules, self._votes_of(rules))

    def _checked_voting_params(self) -> tuple[Any, ...]:
        """What decides who votes; it may be changed after training."""
        return tuple(
            hyperparameters.check(name, getattr(self, name)) for name in self.voting_params
        )

    def with_threshold(self, threshold: float | None, label: Any = None) -> Self:
        """Return a fitted estimator that answers a class from a probability on.

        Of two classes only. This one stays as it is; probabilities and rules stay the same.

        Parameters
        ----------
        threshold : float or None
            Probability in [0, 1] from which the class is the answer; None is the highest vote.
        label : object, optional
            The class; the one with fewer training rows by default.

        Returns
        -------
        estimator of the same class
            Its `threshold_` has class and probability, `save` keeps them.

        Examples
        --------
        >>> from sklearn.datasets import load_breast_cancer
        >>> from beta4ucs import Beta4UCSClassifier
        >>> X, y = load_breast_cancer(return_X_y=True)
        >>> model = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, y)
        >>> careful = model.with_threshold(0.2, label=0)
        >>> bool((careful.predict(X) == 0).sum() > (model.predict(X) == 0).sum())
        True
        >>> print(careful.threshold_)
        '0' is the answer from a probability of 0.2 on
        """
        check_is_fitted(self)
        changed = copy(self)
        changed.threshold_ = None
        if threshold is not None:
            changed.threshold_ = threshold_of(self, threshold, label)
        return changed

    def tune_threshold(
        self,
        X: Any,
        y: Any,
        *,
        recall: float | None = None,
        cost: float | None = None,
        label: Any = None,
        cv: int = 5,
        sample_weight: Any = None,
    ) -> Self:
        """Return a fitted estimator with a threshold that is chosen by cross-validation.

        The estimator is fitted `cv` times more, each time without some of the rows, which are
        then answered. `sklearn.model_selection.TunedThresholdClassifierCV` does the like for any
        score.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The rows that the model has learned from.
        y : array-like of shape (n_samples,)
            Their classes.
        recall : float, optional
            Share of the rows with the class that should be answered with it; the threshold is the
            highest that does.
        cost : float, optional
            What a row that is missed costs, where one that is wrongly given the class costs 1; the
            threshold has the lowest cost.
        label : object, optional
            The class; the one with fewer training rows by default.
        cv : int, default=5
            Number of folds.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts in learning.

        Returns
        -------
        estimator of the same class
        """
        check_is_fitted(self)
        weights = None if sample_weight is None else np.asarray(sample_weight)
        changed = copy(self)
        changed.threshold_ = tuned_threshold(
            self, X, y, recall=recall, cost=cost, label=label, folds=cv, sample_weight=weights
        )
        return changed

    # ------------------------------------------------------------------ rules and files

    @property
    def rules_(self) -> RuleSet:
        """The learned rules, readable."""
        check_is_fitted(self)
        key = ("rules", *self._checked_voting_params())
        if key not in self._built:
            from beta4ucs.rules import RuleSet

            self._built[key] = RuleSet(
                self.population_,
                self.representation_,
                self.encoding_,
                getattr(self, "feature_names_in_", None),
                self.classes_,
                self._votes_of(self.population_),
            )
        rules: RuleSet = self._built[key]
        rules.attribute_scores = getattr(self, "attribute_scores_", None)
        return rules

    def compact(
        self,
        X: Any,
        y: Any,
        method: str = "smallest",
        *,
        n_rules: int | None = None,
        tolerance: float | None = None,
        by: str | None = None,
        keep_classes: bool = True,
    ) -> Self:
        """Return a fitted estimator with few of the rules; this one stays as it is.

        The default looks for the smallest set whose votes keep the accuracy: rules that differ
        little are merged, then a set grows rule by rule, crisp ones preferred, and the copies of
        all are fitted again after each; how many it takes is found out by cross-validation on
        these rows. Fitness and conditions stay as they were learned. The known methods keep copies
        too: "ordered", "qrf", "qrc", "cra2", "pdrc", "fu1" and "fu2".

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units, best those that the model has learned from; never those that
            it will be tested on.
        y : array-like of shape (n_samples,)
            Their classes. Rows of a class that the model does not know are left out.
        method : str, default="smallest"
            One of `beta4ucs.compaction.METHODS`.
        n_rules : int or None, default=None
            Keep so many rules at most; "smallest" and "ordered" only.
        tolerance : float or None, default=None
            Accuracy that may be lost for fewer rules; "smallest" and "ordered" only. None is for
            "smallest" as much as chance may do in the validation, for "ordered" 0.
        by : {"log_loss", "balanced_accuracy", "accuracy"} or None, default=None
            What is kept, in cross-validation on these rows; "smallest" only. None is the accuracy,
            as votes of this kind are no probabilities.
        keep_classes : bool, default=True
            Whether every class keeps a rule; "smallest" without `n_rules` only.

        Returns
        -------
        estimator of the same class
            Its `compaction_` tells what was kept; `compaction_.path` has the accuracy of every
            number of rules, or is None if the method has one number only or no rule votes.

        Examples
        --------
        >>> from sklearn.datasets import load_wine
        >>> from beta4ucs import Beta4UCSClassifier
        >>> X, y = load_wine(return_X_y=True, as_frame=True)
        >>> model = Beta4UCSClassifier(n_epochs=20, random_state=1).fit(X, y)
        >>> small = model.compact(X, y)
        >>> small.n_rules_ < 60 < model.n_rules_
        True
        >>> small.score(X, y) > 0.9
        True
        >>> model.compact(X, y, n_rules=5).n_rules_
        5
        """
        from beta4ucs.compaction.compacting import compact

        units, codes = self._rows_to_compact(X, y)
        result = compact(
            self.rules_,
            units,
            codes,
            self._decide,
            method=method,
            n_rules=n_rules,
            tolerance=tolerance,
            by=by,
            keep_classes=keep_classes,
            seed=self.seed_,
            n_jobs=self.n_jobs,
        )
        compacted = copy(self)
        compacted.history_ = dict(self.history_)
        compacted.population_ = result.rules
        compacted.compaction_ = result
        return compacted

    def _rows_to_compact(self, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
        check_is_fitted(self)
        units = self._inputs(X)
        check_n_jobs(self.n_jobs)
        codes = encode_known(y, self.classes_)
        if codes.shape != units.shape[:1]:
            raise InputError(f"X has {units.shape[0]} rows and y has {codes.shape[0]} labels")
        return units, codes

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a JSON file, which `beta4ucs.load` reads.

        Parameters
        ----------
        path : str or path
            The file; `n_jobs`, `verbose` and `callbacks` are not part of it. A name that ends in
            ``.json.gz`` makes a compact file, for models with many rules and columns.
        """
        check_is_fitted(self)
        from beta4ucs.model_file import Model, save_model

        names = getattr(self, "feature_names_in_", None)
        model = Model(
            estimator=type(self).__name__,
            credit=self._credit().name,
            parameters=self._portable_params(),
            representation=self.representation_,
            classes=self.classes_,
            class_counts=self.class_counts_,
            feature_names=None if names is None else tuple(names.tolist()),
            target_name=self.target_name_,
            encoding=self.encoding_,
            rules=self.population_,
            votes=self._votes_for_file(),
            history={name: values.tolist() for name, values in self.history_.items()},
            n_epochs=self.n_epochs_,
            n_iterations=self.n_iterations_,
            seed=self.seed_,
            threshold=None if self.threshold_ is None else self.threshold_[1:],
        )
        save_model(model, path)

    def export(
        self, to: str, path: str | os.PathLike[str] | None = None, **options: Any
    ) -> str | bytes:
        """Return the model as a program, a query, a graph or a document; write it to a file.

        Programs, queries and graphs answer as this model does, without this package.

        Parameters
        ----------
        to : {"python", "numpy", "sql", "onnx", "javascript", "markdown", "xlsx"}
            What to make of it.
        path : str or path, optional
            The file to write.
        **options
            For sql: `table`, the table with the rows ("input"); `keep`, columns to pass on, by
            default the features that rules ask about; `dialect`, a dialect of sqlglot. For
            markdown and xlsx: `X` and `y`, the rows that measures are of; `rows`, what these
            are called ("test rows"); `title`; `about`, more facts by name.

        Returns
        -------
        str, or bytes for onnx and xlsx
            What is in the file.

        Examples
        --------
        >>> from sklearn.datasets import load_wine
        >>> from beta4ucs import Beta4UCSClassifier
        >>> X, y = load_wine(return_X_y=True, as_frame=True)
        >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y).compact(X, y)
        >>> space = {}
        >>> exec(model.export("python"), space)
        >>> row = X.iloc[0].to_dict()
        >>> bool(space["predict"](row) == model.predict(X[:1])[0])
        True
        >>> list(space["probabilities"](row).values()) == model.predict_proba(X[:1])[0].tolist()
        True
        """
        check_is_fitted(self)
        from beta4ucs.export import export_model

        return export_model(self, to, path, **options)

    def _votes_for_file(self) -> LearnedVotes | None:
        """Votes that were learned apart from the rules, if they were."""
        return None

    def _portable_params(self) -> dict[str, Any]:
        params = self._checked_params()
        del params["verbose"]
        # a generator cannot be written down, the seed it gave can
        return {**params, "random_state": None if self.random_state is None else self.seed_}

    def _restore(self, model: Model) -> Self:
        """Become the model of a file."""
        self.classes_, self.class_counts_ = model.classes, model.class_counts
        self.n_features_in_ = len(model.encoding.columns)
        if model.feature_names is not None:
            self.feature_names_in_ = np.array(model.feature_names, dtype=object)
        self.target_name_ = model.target_name
        self.encoding_ = model.encoding
        self.representation_ = model.representation
        self.seed_ = 0 if model.seed is None else model.seed
        self.population_ = model.rules
        self.n_epochs_, self.n_iterations_ = model.n_epochs, model.n_iterations
        self.history_ = {name: np.array(values) for name, values in model.history.items()}
        if model.threshold is not None:
            place, probability = model.threshold
            label = model.classes[place : place + 1].tolist()[0]
            self.threshold_ = Threshold(label, place, probability)
        return self

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
