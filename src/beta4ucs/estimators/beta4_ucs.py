"""β4-UCS, the article's learner."""

from __future__ import annotations

from dataclasses import dataclass

from beta4ucs.estimators.rule_learner import RuleLearner


@dataclass(kw_only=True, repr=False, eq=False)
class Beta4UCSClassifier(RuleLearner):
    """β4-UCS: rules whose conditions are intervals, bells and slopes, found by evolution.

    A population of rules learns from one row at a time: rules that match are credited for the
    row's class, a genetic algorithm breeds new rules from the accurate ones, and weak ones are
    deleted. A condition on a feature is a four-parameter beta density divided by its peak
    (FBR), which includes plain intervals; with `crispify`, conditions of accurate rules are turned
    back into intervals (FBRC). A condition on a category lists values, and conditions learn
    whether they hold for missing values. Numbers are scaled to [0, 1] by their range in training.
    Symbols in brackets
    are those of the article [1]_; defaults are those of its authors' program, except for the
    treatment of categories, missing values and many columns: ``missing="matches",
    categorical_features=None, max_conditions=None`` learns as in the article.

    Parameters
    ----------
    n_epochs : int, default=50
        Number of passes over the training rows.
    max_rules : int, default=2000
        Maximum number of copies of rules in the population [N].
    crispify : bool, default=True
        Turn fuzzy conditions of accurate rules into plain intervals (FBRC); False is FBR.
    cover_range : float, default=1.0
        Largest half width of a new condition, in units of the feature's range [r_0].
    mutation_step : float, default=0.1
        Largest change of a bound by mutation, in units of the feature's range [m_0].
    subsumption_tolerance : float, default=0.01
        How far apart the peaks of two fuzzy conditions may be for one to subsume the other
        [Tol_sub].
    initial_shape : float, default=1.0
        Largest shape parameter of a new condition: 1 starts from plain intervals [s_0].
    dont_care_rate : float, default=0.33
        Probability that covering leaves a feature open [P_#].
    evolution : Evolution or None, default=None
        How rules are bred, subsumed and deleted, for research on the algorithm; None for the
        defaults of `beta4ucs.Evolution`.
    voting_threshold : float, default=10
        Experience a rule must exceed before it votes [θ_exp].
    tie_break : {"first", "majority", "random"}, default="first"
        Which class is predicted if several have the highest vote, or if no rule votes at all: the
        first in `classes_`, the most frequent in training, or a random one.
    categorical_features : "auto", list or None, default="auto"
        Features that hold categories: columns of a DataFrame of type category, bool or non-numeric
        text ("auto"); those given by names, indices or a mask; or none. Conditions on them list
        values; values with fewer than 3 rows, or beyond the 60 most frequent, are grouped as
        "(other)". Ordered pandas categories have intervals of their values as conditions. A value
        that did not occur in training counts as "(other)", or meets no condition.
    missing : {"learn", "matches", "never"}, default="learn"
        Which conditions a missing value meets: those that learned to accept it, in columns with
        missing values in training (in others it meets all); all, as in the article; or none.
    class_weight : dict, "balanced" or None, default=None
        How often rows of each class are shown, relative to the others; 1 for classes that are not
        listed. "balanced" shows all classes equally often. The length of an epoch does not change.
        Can be combined with `sample_weight`.
    max_conditions : "auto", int or None, default="auto"
        Maximum number of conditions of a rule; "auto" depends on the number of rows if there are
        more than 40 features, and sets no limit otherwise; None sets no limit.
    feature_weights : "relief", "mutual_info", array-like or None, default=None
        How likely new rules are to use each feature: by how informative it is in the training
        rows, together with others or alone; by your own numbers; or all alike.
    attribute_tracking : bool, default=False
        Record which features were useful for each training row: `attribute_scores_`.
    forgetting : float, default=0.0
        Share of its experience that a rule forgets at each match, for streams with drift.
    random_state : int, RandomState, Generator or None, default=None
        An integer in [0, 2**64 - 1] is used as the seed, and gives the same model on any machine;
        a generator draws a seed; None draws a random one.
    n_jobs : int or None, default=None
        Threads used to predict; -1 for one per core. Predictions do not depend on it. Training
        uses one core.
    verbose : int, default=0
        0 is silent, 1 prints one line per second, 2 one line per epoch.
    callbacks : function, list of functions or None, default=None
        Called with a `beta4ucs.Progress` at the end of every epoch, and about twice a
        second within long ones; one that returns True or raises `StopIteration` ends training.
    early_stopping : bool, default=False
        Hold out some rows of every class, stop when the accuracy on them no longer improves, and
        keep the rules of the best epoch.
    validation_fraction : float, default=0.1
        Share of the rows that early stopping holds out.
    n_iter_no_change : int, default=10
        Epochs without improvement before early stopping.
    tol : float, default=1e-4
        Accuracy that counts as an improvement for early stopping.
    track_accuracy : bool, default=False
        Add the training accuracy of every epoch to `history_`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels, sorted.
    class_counts_ : ndarray of shape (n_classes,)
        Number of rows of each class that rules were learned from.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, if `X` had names that are all strings.
    rules_ : RuleSet
        The rules, in the names and units of the data.
    n_rules_ : int
        Number of rules, copies not counted.
    population_ : RuleArrays
        The rules as arrays, on scaled features.
    representation_ : Beta4
        The conditions' hyperparameters and operators.
    encoding_ : Encoding
        Ranges and values of the features in training, and how missing values are treated.
    scaling_ : UnitScaling
        Smallest and largest value of every feature in training.
    feature_weights_ : ndarray of shape (n_features,) or None
        The feature weights used in training, 1 on average.
    attribute_scores_ : ndarray of shape (n_samples, n_features)
        With `attribute_tracking`: for each training row, how much of the vote for its class
        depends on each feature.
    history_ : dict of ndarray
        One value per finished epoch: "iterations", "rules", "numerosity", totals since the start
        of "coverings", "set_subsumptions", "child_subsumptions", "ga_runs", "crispifications",
        "deletions" and "merges", then "crisp_share" (of the rules that vote, by copies), and on
        request "train_accuracy", "validation_accuracy" and "test_accuracy", and the same with
        "balanced_accuracy", the mean over classes.
    n_epochs_ : int
        Number of finished epochs.
    n_iterations_ : int
        Number of rows learned from, each counted as often as it was shown.
    best_epoch_ : int or None
        The epoch, from 1, whose rules early stopping kept.
    interrupted_ : bool
        Whether Ctrl-C ended training; the model then has the rules learned so far.
    seed_ : int
        The seed of the run.
    target_name_ : str or None
        Name of `y`, if it was a named Series.
    fit_seconds_ : float
        Time spent in training, without checks and compilation.

    Notes
    -----
    Ctrl-C ends training within a fraction of a second with a usable model and a
    `beta4ucs.TrainingInterrupted` warning; pressed twice within two seconds it raises
    `KeyboardInterrupt`, which also ends a grid search.

    A model from a file has no `fit_seconds_`, `interrupted_` and `best_epoch_`.

    References
    ----------
    .. [1] Shiraishi et al., "β4-UCS", IEEE Transactions on Evolutionary Computation, 2025,
       https://doi.org/10.1109/TEVC.2025.3550915

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=20, random_state=1).fit(X[::2], y[::2])
    >>> model.score(X[1::2], y[1::2]) > 0.85
    True
    >>> print(model.rules_.top(1)[0])
    IF ... THEN ...  (fitness ..., experience ..., copies ...)
    """

    system = "beta4-ucs"
    credit = "fuzzy"
    own_representation = "beta4"
    voting_params = ("voting_threshold",)

    crispify: bool = True
    voting_threshold: float = 10
    cover_range: float = 1.0
    mutation_step: float = 0.1
    subsumption_tolerance: float = 0.01
    initial_shape: float = 1.0
