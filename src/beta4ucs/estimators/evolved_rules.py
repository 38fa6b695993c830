"""Several populations, one short list of rules: the classifier for your own tables."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from beta4ucs.data.encoding import Encoding, reordered
from beta4ucs.data.value_order import order_values
from beta4ucs.errors import InputError
from beta4ucs.estimators.evolution import flat_parameters
from beta4ucs.estimators.evolving import evolve, own_learner
from beta4ucs.estimators.expert_knowledge import places_of_kept, portable_knowledge
from beta4ucs.estimators.inputs import categorical_from
from beta4ucs.estimators.one_answer import warn_of_one_answer
from beta4ucs.estimators.one_step import in_one_step
from beta4ucs.estimators.parameters import check_n_jobs, is_whole
from beta4ucs.estimators.row_weights import in_one_order
from beta4ucs.estimators.rule_features import RuleFeatures
from beta4ucs.estimators.rule_learner import RuleLearner
from beta4ucs.estimators.rule_model import RuleModel
from beta4ucs.estimators.threshold import threshold_of
from beta4ucs.hyperparameters.evolved_rules import EVOLVED_RULES, SYSTEM
from beta4ucs.rules import Rule

if TYPE_CHECKING:
    from beta4ucs.data.batches import Batches
    from beta4ucs.editing.edit import Edit
    from beta4ucs.estimators.editable import RowsOfAnEdit
    from beta4ucs.evolved_rules.learning import EvolvedRules
    from beta4ucs.learning.credit import Credit
    from beta4ucs.learning.rule_arrays import RuleArrays
    from beta4ucs.model_file import Model
    from beta4ucs.voting.votes import LearnedVotes, Votes

# Of the learner's parameters: the file has the representation itself, the others teach nothing.
NOT_IN_FILES = ("callbacks", "n_jobs", "representation", "verbose")


@dataclass(kw_only=True, repr=False, eq=False)
class EvolvedRulesClassifier(RuleFeatures, RuleModel):
    """A few short rules with learned votes, from several evolved populations.

    Populations of rules evolve independently, each on a different sample of the rows and, with
    many classes, on different groups of classes. Their rules, together with conditions found by
    search, form a committee of rule lists; the final list holds the few rules that reproduce its
    predictions.
    A rule reads "IF age >= 60 AND smoker = yes THEN high 70 %, low 30 %" and has one weight.
    Classes start from their log odds, every rule that matches adds its weight times the evidence in
    its shares, and probabilities are the softmax of the sums.

    Parameters
    ----------
    n_populations : int, default=10
        Number of populations that evolve; four times as many for more than four classes, eight
        times for more than twenty.
    max_conditions : int, default=5
        Maximum number of conditions of a rule, from 1 to 5.
    size : {"smallest", "balanced", "accurate"} or int, default="balanced"
        How many rules to keep: at most 60 that predict nearly the same ("smallest"), as many as
        needed to reproduce the committee ("balanced"), until half as much is left to be said
        ("accurate"), or an upper limit.
    learner : estimator, default=None
        The learner of each population: a `Beta4UCSClassifier`, `FuzzyUCSClassifier` or
        `UCSClassifier` with your own parameters. None is ``Beta4UCSClassifier(max_rules=500)``;
        give that to search over its parameters, such as ``learner__max_rules``, since None has
        none. Its callbacks are not called.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes when votes are learned. Rules always evolve on balanced rows, so
        rare classes have their own rules; with None, probabilities reflect the frequencies in the
        data.
    categorical_features : "auto", list or None, default="auto"
        Features that hold categories, as in `Beta4UCSClassifier`.
    missing : {"learn", "matches", "never"}, default="learn"
        Which conditions a missing value meets, as in `Beta4UCSClassifier`.
    exclude_features : list of str or int, or None, default=None
        Features that no rule may use. They are still expected in `X`.
    not_together : list of groups of features, or None, default=None
        A rule uses at most one feature of each group: ``[("age", "birth_year")]``.
    monotone : dict or None, default=None
        From a feature to the class that larger values speak for: ``{"age": "high"}`` lets rules for
        "high" ask for large values only, and rules for other classes for small ones. With two
        classes the probability of "high" then never falls while age rises.
    keep_rules : list of str or Rule, or None, default=None
        Rules that stay whatever the data say: ``["IF age >= 60 AND smoker = yes THEN high"]``.
        Populations begin with them, and each has a weight in the end.
    max_time : float or None, default=None
        Seconds that `fit` may take, roughly: where they are short there are fewer populations and a
        smaller committee, at least one population and three rule lists. The final choice is never
        cut short: it walks the whole path of lists, so a large table takes a few seconds whatever
        the limit. With a limit the model depends on the speed of the machine. None sets no limit.
    random_state : int, RandomState, Generator or None, default=None
        An integer in [0, 2**64 - 1] is used as the seed, and gives the same model on any machine
        and with any number of jobs; a generator draws a seed; None draws a random one.
    n_jobs : int or None, default=None
        Number of threads or, with `joblib.parallel_config`, processes or machines that the
        populations are spread over; -1 for one per core. Also the threads used to predict.
    verbose : int, default=0
        1 prints the current step.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels, sorted.
    class_counts_ : ndarray of shape (n_classes,)
        Number of training rows of each class.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, if `X` had names that are all strings.
    rules_ : RuleSet
        The rules, in the names and units of the data.
    n_rules_ : int
        Number of rules.
    intercepts_ : ndarray of shape (n_classes,)
        Log odds of the classes where no rule matches.
    rule_weights_ : ndarray of shape (n_rules,)
        How much each rule counts.
    path_ : dict of ndarray
        For every length of the list: "rules", and how far its probabilities are from those of the
        committee ("divergence").
    threshold_ : Threshold or None
        Where one of two classes has at most 15 % of the rows: the probability from which it is the
        answer. It is the one that finds most of its rows at no cost in accuracy, on rows that were
        set aside. `with_threshold(None)` gives a model that answers the likelier class.
    population_ : RuleArrays
        The rules as arrays, on scaled features; `mass` counts training rows of each class.
    representation_ : representation instance
        The conditions' hyperparameters and operators.
    encoding_ : Encoding
        Ranges and values of the features in training, and how missing values are treated.
    seed_ : int
        The seed of the run.
    target_name_ : str or None
        Name of `y`, if it was a named Series.
    fit_seconds_ : float
        Time spent in training.
    interrupted_ : bool
        Whether Ctrl-C ended the growth of populations and rule lists early. The rules are those
        that were there, and a `beta4ucs.TrainingInterrupted` warning says so.

    See Also
    --------
    Beta4UCSClassifier : The article's learner: one population, with its votes.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from beta4ucs import EvolvedRulesClassifier
    >>> X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    >>> model = EvolvedRulesClassifier(random_state=1).fit(X[::2], y[::2])
    >>> model.score(X[1::2], y[1::2]) > 0.93
    True
    >>> print(model.rules_.top(1)[0])
    IF ... THEN ...  (weight ..., covers ... rows)
    """

    n_populations: int = 10
    max_conditions: int = 5
    size: str | int = "balanced"
    learner: RuleLearner | None = None
    class_weight: str | Mapping[Any, float] | None = None
    categorical_features: str | Sequence[Any] | None = "auto"
    missing: str = "learn"
    exclude_features: Sequence[Any] | None = None
    not_together: Sequence[Sequence[Any]] | None = None
    monotone: Mapping[Any, Any] | None = None
    keep_rules: Sequence[str | Rule] | str | Rule | None = None
    max_time: float | None = None
    random_state: int | np.random.RandomState | np.random.Generator | None = None
    n_jobs: int | None = None
    verbose: int = 0

    tie_break = "majority"  # sums of votes are hardly ever equal
    system = SYSTEM

    # ------------------------------------------------------------------ learning

    @in_one_step
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn rules and their votes.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Numbers and, in a DataFrame, categories: columns of type category, bool or text. NaN
            is a missing value, and so are `?` and empty cells of a DataFrame.
        y : array-like of shape (n_samples,)
            Class labels of any type that can be sorted.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts: as if it stood there so many times if all are small whole
            numbers, else by ratio.

        Returns
        -------
        self
        """
        from beta4ucs.evolved_rules.learning import Table

        params = self._checked_params()
        given, codes, weights, columns = self._read_training_rows(X, y, sample_weight)
        raw, codes, weights = in_one_order(given, codes, weights)
        ordered = order_values(raw, columns, codes, weights)
        raw = reordered(raw, columns, ordered)
        self.class_counts_ = np.bincount(codes, minlength=len(self.classes_))
        self.encoding_ = Encoding.fit(raw, ordered, params["missing"])
        inputs = self.encoding_.transform(raw)
        start = time.perf_counter()
        table = Table(inputs, codes, weights, len(self.classes_), self.encoding_.sets)
        self._take(evolve(self, params, table), params["size"])
        self.fit_seconds_ = time.perf_counter() - start
        warn_of_one_answer(self, inputs, codes)
        return self

    @in_one_step
    def fit_batches(self, batches: Batches) -> Self:
        """Learn from a table that is larger than memory.

        About 200,000 rows are drawn, of rare classes more and with less weight, and learned from
        as `fit` does. The same seed draws the same rows, whatever the size of the batches. A table
        with fewer rows gives the same model as `fit`.

        Parameters
        ----------
        batches : Batches
            Rows of a Parquet file, a folder of them, a text file or a Dask DataFrame.

        Returns
        -------
        self

        Examples
        --------
        >>> import pathlib, tempfile
        >>> from beta4ucs import EvolvedRulesClassifier
        >>> from beta4ucs.data import Batches, load, open_source
        >>> path = pathlib.Path(tempfile.mkdtemp(), "wine.parquet")
        >>> wine = load("wine")
        >>> wine.to_frame().assign(kind=wine.labels()).to_parquet(path)
        >>> batches = Batches(open_source(path, 50), target="kind")
        >>> EvolvedRulesClassifier(random_state=1).fit_batches(batches).class_counts_
        array([59, 71, 48])
        """
        from beta4ucs.estimators.passes import fit_drawn

        fit_drawn(self, batches)
        return self

    def _take(self, evolved: EvolvedRules, size: str | int) -> None:
        """Keep the rules of the list that is asked for."""
        self.population_, self._learned_votes = evolved.list_at(evolved.stop_for(size))
        self.threshold_ = None
        if evolved.threshold is not None:
            rare, probability = evolved.threshold
            self.threshold_ = threshold_of(self, probability, self.classes_[rare])
        self.path_ = {"rules": evolved.path.sizes, "divergence": evolved.path.losses}
        self.n_epochs_, self.n_iterations_, self.history_ = 0, 0, {}
        self.best_epoch_ = None

    # ------------------------------------------------------------------ what was learned

    @property
    def intercepts_(self) -> np.ndarray:
        """Log odds of the classes where no rule matches."""
        return self._learned_votes.start

    @property
    def rule_weights_(self) -> np.ndarray:
        """How much each rule counts."""
        return self._learned_votes.weight

    def _votes_of(self, rules: RuleArrays) -> Votes:
        return self._learned_votes

    def _votes_for_file(self) -> LearnedVotes | None:
        return self._learned_votes

    def _credit(self) -> Credit:
        return own_learner(self.learner)._credit()

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
        """Return a fitted estimator with fewer of the rules; this one stays as it is.

        The rules are chosen, and their weights learned again, such that the probabilities of the
        given rows stay what they are. Rules of `keep_rules` stay, with the weights they have.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units, preferably the training rows; never those that the model will
            be tested on.
        y : array-like of shape (n_samples,)
            Their classes, for the accuracy of lists of every length.
        method : {"smallest"}, default="smallest"
            The only method for learned votes.
        n_rules : int or None, default=None
            Maximum number of rules.
        tolerance : float or None, default=None
            How much of `by` may be lost on these rows for fewer rules; None is a standard error of
            the difference to the best.
        by : {"log_loss", "balanced_accuracy", "accuracy"} or None, default=None
            What is kept; None is the log loss.
        keep_classes : bool, default=True
            Whether every class keeps a rule; not with `n_rules`.

        Returns
        -------
        estimator of the same class
            Its `compaction_` says what was kept; `compaction_.path` has the accuracy of every
            length.
        """
        from beta4ucs.compaction.request import Request
        from beta4ucs.estimators.shorter_lists import shortened

        inputs, codes = self._rows_to_compact(X, y)
        wanted = Request(method, n_rules, tolerance, by, keep_classes)
        staying = places_of_kept(self.rules_, self.keep_rules)
        votes, compaction = shortened(self.rules_, inputs, codes, wanted, staying)
        compacted = copy(self)
        compacted._learned_votes = votes
        compacted.population_ = compaction.rules
        compacted.compaction_ = compaction
        return compacted

    def _take_edit(self, edit: Edit, rows: RowsOfAnEdit | None, *, learn: bool) -> None:
        from beta4ucs.estimators.edited_votes import edited_votes

        rules, self._learned_votes = edited_votes(self.rules_, edit, rows, learn=learn)
        self.population_ = rules

    # ------------------------------------------------------------------ parameters and files

    def _checked_params(self) -> dict[str, Any]:
        params = self.get_params(deep=False)
        check_n_jobs(self.n_jobs)
        categorical_from(self.categorical_features)
        own_learner(self.learner)
        if is_whole(params["size"]) and params["size"] < 1:
            raise InputError(f"size must be at least 1, got {params['size']!r}")
        return {name: row.check(params[name]) for name, row in EVOLVED_RULES.items()}

    def _portable_params(self) -> dict[str, Any]:
        params = {**super()._portable_params(), **portable_knowledge(self)}
        if self.learner is None:
            return {**params, "learner": None}
        return {**params, "learner": type(self.learner).__name__, **self._learner_params()}

    def _learner_params(self) -> dict[str, Any]:
        told = flat_parameters(own_learner(self.learner).get_params(deep=False))
        plain = (bool, int, float, str, type(None))
        return {
            f"learner__{name}": value
            for name, value in told.items()
            if name not in NOT_IN_FILES and isinstance(value, plain)
        }

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # scikit-learn then tries codes instead of numbers, on which it asks for more accuracy than
        # the article's learners have with one population
        tags.input_tags.categorical = True
        return tags

    def _restore(self, model: Model) -> Self:
        if model.votes is None:
            raise InputError("the model has no learned votes")
        self._learned_votes = model.votes
        return super()._restore(model)
