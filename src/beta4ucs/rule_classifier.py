"""What all rule-learning classifiers share: validate, encode, train, vote."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from beta4ucs import fitting, hyperparameters
from beta4ucs.answers import decide, probabilities
from beta4ucs.arguments import (
    callback_list,
    check_n_jobs,
    encode,
    encode_known,
    name_of,
    rows_to_predict,
    seed_from,
    training_rows,
)
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError
from beta4ucs.fitting import Callback, Outcome, Patience, Watch, print_progress

if TYPE_CHECKING:
    from beta4ucs.compaction import CompactionPath
    from beta4ucs.explanation import Counterfactual, Explanations
    from beta4ucs.explanation.limits import Ranges
    from beta4ucs.inference import Voter
    from beta4ucs.learning.credit import Credit
    from beta4ucs.learning.rule_arrays import RuleArrays
    from beta4ucs.model_file import Model
    from beta4ucs.rules import RuleSet

Rows = tuple[np.ndarray, np.ndarray]  # features on the unit scale, class indices


@dataclass(kw_only=True, repr=False, eq=False)  # the fields are the estimator's parameters
class RuleClassifier(ClassifierMixin, BaseEstimator, ABC):
    """What all rule learners share; a subclass names its representation and kind of credit."""

    system: ClassVar[str]  # its name in `hyperparameters.SYSTEMS`
    voting_params: ClassVar[tuple[str, ...]]  # what `_vote_weights` reads

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

    @abstractmethod
    def _credit(self) -> Credit:
        """How rules are judged."""

    @abstractmethod
    def _vote_weights(self, rules: RuleArrays) -> np.ndarray:
        """The vote of each rule for a row that it matches fully; NaN if it has none."""

    # ------------------------------------------------------------------ learning

    def fit(self, X: Any, y: Any, eval_set: tuple[Any, Any] | None = None) -> Self:
        """Learn rules.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Numbers; NaN is a missing value, and so are `?` and empty cells of a DataFrame.
        y : array-like of shape (n_samples,)
            Class labels of any type that can be sorted.
        eval_set : tuple (X, y), optional
            Rows whose accuracy is written to ``history_["test_accuracy"]`` every epoch; learning
            does not use them.

        Returns
        -------
        self
        """
        for stale in ("population_", "compaction_"):  # a fit that fails leaves no half of a model
            self.__dict__.pop(stale, None)
        params = self._checked_params()
        callbacks = callback_list(self.callbacks)
        if params["verbose"]:
            callbacks.insert(0, print_progress(every=1.0 if params["verbose"] == 1 else 0.0))
        self.seed_ = seed_from(self.random_state)
        self.target_name_ = name_of(y)
        X, y = training_rows(self, X, y)
        self.classes_, codes = encode(y)
        learned, held_out = self._split(params, codes)
        self.class_counts_ = np.bincount(codes[learned], minlength=len(self.classes_))
        self.scaling_ = UnitScaling.fit(X[learned])
        self.representation_ = self._representation(params)
        units = self.scaling_.transform(X)
        rows = (units[learned], codes[learned])
        scored = {"train_accuracy": rows} if params["track_accuracy"] else {}
        if params["early_stopping"]:
            scored["validation_accuracy"] = units[held_out], codes[held_out]
        if eval_set is not None:
            scored["test_accuracy"] = self._check_eval_set(eval_set)
        self._take(self._train(params, rows, scored, callbacks))
        return self

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
        scored: Mapping[str, Rows],
        callbacks: Sequence[Callback],
    ) -> Outcome:
        from beta4ucs.learning.run import TrainingRun

        n_epochs, n_classes = params["n_epochs"], len(self.classes_)
        credit = self._credit()
        config = fitting.config_from(params, credit)
        run = TrainingRun(
            self.representation_, credit, config, *rows, n_classes, n_epochs, self.seed_
        )
        scorers = {name: partial(self._accuracy, these) for name, these in scored.items()}
        patience = None
        if params["early_stopping"]:
            patience = Patience(params["n_iter_no_change"], params["tol"])
        estimate = partial(self._accuracy, fitting.even_sample(*rows))
        watch = Watch(n_epochs, scorers, callbacks, patience, estimate)
        return fitting.train(run, watch, n_epochs)

    def _accuracy(self, rows: Rows, rules: RuleArrays) -> float:
        units, codes = rows
        answers = self._decide(self._voter(rules).votes(units, self.n_jobs))
        return float(np.mean(answers == codes))

    def _take(self, outcome: Outcome) -> None:
        self.population_ = outcome.rules
        self.n_rules_ = outcome.rules.n_rules
        self.n_iter_ = outcome.n_epochs
        self.n_iterations_ = outcome.n_iterations
        self.history_ = outcome.history
        if getattr(self.representation_, "matches_crisply", False):
            # The trainer looks at genes, which are fuzzy on their own in a polytope.
            self.history_["crisp_share"] = np.ones_like(outcome.history["crisp_share"])
        self.fit_seconds_ = outcome.seconds
        self.interrupted_ = outcome.is_interrupted
        self.best_epoch_ = outcome.best_epoch
        self._built: dict[tuple, Any] = {}  # on first use; never pickled

    # ------------------------------------------------------------------ checks

    def _checked_params(self) -> dict[str, Any]:
        params = self.get_params(deep=False)
        if isinstance(params["verbose"], (bool, np.bool_)):
            params["verbose"] = int(params["verbose"])
        check_n_jobs(self.n_jobs)
        return {
            name: hyperparameters.check(name, value)
            for name, value in params.items()
            if name in hyperparameters.HYPERPARAMETERS
        }

    def _check_eval_set(self, eval_set: Any) -> tuple[np.ndarray, np.ndarray]:
        if not isinstance(eval_set, (tuple, list)) or len(eval_set) != 2:
            raise InputError("eval_set must be a pair (X, y)")
        labels = np.asarray(eval_set[1])
        units = self.scaling_.transform(rows_to_predict(self, eval_set[0]))
        if labels.shape != units.shape[:1]:
            raise InputError(
                f"eval_set has {units.shape[0]} rows in X and labels of shape {labels.shape} in y"
            )
        return units, encode_known(labels, self.classes_)

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
        units = self.scaling_.transform(rows_to_predict(self, X))
        check_n_jobs(self.n_jobs)
        key = ("voter", *self._checked_voting_params())
        if key not in self._built:
            self._built[key] = self._voter(self.population_)
        votes: np.ndarray = self._built[key].votes(units, self.n_jobs)
        return votes

    def predict(self, X: Any) -> np.ndarray:
        """Answer the class with the highest vote; `tie_break` decides between equals.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        codes = self._decide(self.votes(X))
        answers: np.ndarray = self.classes_[codes]
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
        return probabilities(self.votes(X))

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
        from beta4ucs.inference import matching_degrees

        units = self.scaling_.transform(rows_to_predict(self, X))
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
        tie_break = hyperparameters.check("tie_break", self.tie_break)
        return decide(votes, tie_break, self.class_counts_, self.seed_)

    def _voter(self, rules: RuleArrays) -> Voter:
        from beta4ucs.inference import Voter

        weights = self._vote_weights(rules)
        return Voter(self.representation_, rules, weights, len(self.classes_))

    def _checked_voting_params(self) -> tuple[Any, ...]:
        """What decides who votes; it may be changed after training."""
        return tuple(
            hyperparameters.check(name, getattr(self, name)) for name in self.voting_params
        )

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
                self.scaling_,
                getattr(self, "feature_names_in_", None),
                self.classes_,
                self._vote_weights(self.population_),
            )
        rules: RuleSet = self._built[key]
        return rules

    def compact(
        self,
        X: Any,
        y: Any,
        method: str = "smallest",
        *,
        n_rules: int | None = None,
        tolerance: float | None = None,
    ) -> Self:
        """Return a fitted estimator with few of the rules; this one stays as it is.

        The default looks for the smallest set whose votes keep the accuracy: rules that differ
        little are merged, then a set grows rule by rule, crisp ones preferred, and the copies of
        all are fitted again after each; how many it takes is found out on rows that are held out
        in turn. Fitness and conditions stay as they were learned. The known methods keep copies
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

        Returns
        -------
        estimator of the same class
            Its `compaction_` tells what was kept; `compaction_.path` has the accuracy of all
            sizes, if the method goes through sizes.

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
        from beta4ucs.compaction import compact

        units, codes = self._rows_to_compact(X, y)
        result = compact(
            self.rules_,
            units,
            codes,
            self._decide,
            method=method,
            n_rules=n_rules,
            tolerance=tolerance,
            seed=self.seed_,
            n_jobs=self.n_jobs,
        )
        compacted = copy(self)
        compacted.history_ = dict(self.history_)
        compacted.population_, compacted.n_rules_ = result.rules, result.n_rules
        compacted.compaction_ = result
        compacted._built = {}
        return compacted

    def compaction_path(self, X: Any, y: Any) -> CompactionPath:
        """Return the accuracy of the models that "smallest" has for every number of rules.

        Parameters
        ----------
        X, y : as in `compact`

        Returns
        -------
        CompactionPath
            `sizes`, `train_accuracy`, `validation_accuracy` and the size `chosen`; pass another
            to ``compact(X, y, n_rules=...)``.
        """
        path: CompactionPath | None = self.compact(X, y).compaction_.path
        if path is None:
            raise InputError("no rule of the model votes: there is nothing to choose from")
        return path

    def _rows_to_compact(self, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
        check_is_fitted(self)
        units = self.scaling_.transform(rows_to_predict(self, X))
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
            The file; `n_jobs`, `verbose` and `callbacks` are not part of it.
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
            scaling=self.scaling_,
            rules=self.population_,
            history={name: values.tolist() for name, values in self.history_.items()},
            n_iter=self.n_iter_,
            n_iterations=self.n_iterations_,
            seed=self.seed_,
        )
        save_model(model, path)

    def _portable_params(self) -> dict[str, Any]:
        params = self._checked_params()
        del params["verbose"]
        # a generator cannot be written down, the seed it gave can
        return {**params, "random_state": None if self.random_state is None else self.seed_}

    def _restore(self, model: Model) -> Self:
        """Become the model of a file."""
        self.classes_, self.class_counts_ = model.classes, model.class_counts
        self.n_features_in_ = len(model.scaling.low)
        if model.feature_names is not None:
            self.feature_names_in_ = np.array(model.feature_names, dtype=object)
        self.target_name_ = model.target_name
        self.scaling_ = model.scaling
        self.representation_ = model.representation
        self.seed_ = 0 if model.seed is None else model.seed
        self.population_, self.n_rules_ = model.rules, model.rules.n_rules
        self.n_iter_, self.n_iterations_ = model.n_iter, model.n_iterations
        self.history_ = {name: np.array(values) for name, values in model.history.items()}
        self._built = {}
        return self

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = super().__getstate__()
        return {**state, "_built": {}} if "_built" in state else state

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "population_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
