"""The rules of a trained population."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from beta4ucs.rules.coverage import Coverage, coverage, voters
from beta4ucs.rules.exact_text import exact_text
from beta4ucs.rules.export import RuleExport
from beta4ucs.rules.importance import feature_cooccurrence, feature_importance
from beta4ucs.rules.metrics import rule_metrics
from beta4ucs.rules.parsing import ParsedRule, parse_rule

if TYPE_CHECKING:
    import pandas as pd


class RuleSet(RuleExport):
    """The rules of a population, in its order; texts are made only when they are asked for.

    Parameters
    ----------
    arrays : RuleArrays
        The population.
    representation : representation instance
        Puts the genes into words and knows which are crisp.
    encoding : Encoding or UnitScaling
        Ranges and values of the features, and what a missing value means; a scaling alone says
        that all are numbers, and that a missing one meets every condition.
    feature_names : sequence of str or None
        One name per feature; None names them x0, x1 and so on.
    classes : ndarray of shape (n_classes,)
        The class labels.
    votes : Votes or ndarray of shape (n_rules,)
        What the rules say, see `beta4ucs.voting.votes`; an array is the vote of each rule for its
        own class in a row that it matches fully, NaN for a rule that does not vote.

    Examples
    --------
    The rules of a model:

    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> rules = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y).rules_

    Filters can be chained:

    >>> strongest = rules.for_class(2).with_feature("hue").top(3)
    >>> [(rule.label, "hue" in rule.features) for rule in strongest]
    [(2, True), (2, True), (2, True)]
    >>> short = rules.where(lambda rule: rule.n_conditions <= 4)
    >>> len(short) == len(rules.where(rules.n_conditions <= 4))
    True

    How well values fit a condition, how rules do on data, and a page:

    >>> values, degrees = rules.membership_curve(0, "alcohol", n_points=5)
    >>> values.round(2)
    array([11.03, 11.98, 12.93, 13.88, 14.83])
    >>> bool(degrees.min() >= 0.0 and degrees.max() <= 1.0)
    True
    >>> metrics = rules.top(5).metrics(X, y)
    >>> metrics.columns.tolist()  # doctest: +NORMALIZE_WHITESPACE
    ['class', 'conditions', 'coverage', 'matched', 'support', 'precision', 'recall', 'lift',
     'overlap']
    >>> bool((metrics["support"] <= metrics["coverage"] * len(X) + 1e-9).all())
    True
    >>> html = rules.for_class(2).to_html(n=3)
    >>> html.count('<tr class="rule">'), "<script" in html
    (3, False)

    A set made by hand:

    >>> import numpy as np
    >>> from beta4ucs.data.scaling import UnitScaling
    >>> from beta4ucs.learning.rule_arrays import RuleArrays
    >>> from beta4ucs.representations import Beta4
    >>> genes = np.array([[[1, 1, 0.5, 1], [1, 1, 0, 1]], [[1, 1, 0, 0.2], [3, 2, 0.2, 0.8]]])
    >>> arrays = RuleArrays(
    ...     genes=genes,
    ...     label=np.array([0, 1]),
    ...     fitness=np.array([0.8, 0.99]),
    ...     experience=np.array([40.0, 312.4]),
    ...     numerosity=np.array([2, 7]),
    ...     set_size=np.array([20.0, 30.5]),
    ...     time_stamp=np.array([900, 950]),
    ...     mass=np.array([[36.0, 4.0], [1.6, 310.8]]),
    ...     sets=np.zeros((2, 0), dtype=np.int64),
    ... )
    >>> scaling = UnitScaling(low=np.array([11.0, 0.5]), high=np.array([15.0, 1.7]))
    >>> names, classes, votes = ("alcohol", "hue"), np.array(["a", "b"]), np.array([1.6, 6.93])
    >>> rules = RuleSet(arrays, Beta4(), scaling, names, classes, votes)
    >>> print(rules[0])
    IF alcohol >= 13 THEN a  (fitness 0.80, experience 40, copies 2)
    >>> print(rules.top(1)[0].text)
    IF alcohol <= 11.79 AND hue about 0.98 to 1.39, best 1.22 THEN b
    >>> [rule.label for rule in rules.with_feature("hue").fuzzy()]
    ['b']
    >>> round(rules.crisp_share, 2), rules.n_voting, rules.n_conditions.tolist()
    (0.22, 2, [1, 2])
    """

    def metrics(self, X: Any, y: Any) -> pd.DataFrame:
        """Return how the rules perform on any data, whether used for training or not.

        Every row counts by its degree of matching, which is 0 or 1 for crisp rules.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value. Of a frame with the names of the
            features, these columns are taken.
        y : array-like of shape (n_samples,)
            Class labels. Rows of a class that the model does not know count as of another class.

        Returns
        -------
        pandas.DataFrame
            One line per rule; its index is the row in the population. The columns:

            * class: the class of the rule.
            * conditions: number of features it has a condition on.
            * coverage: mean degree of matching over all rows.
            * matched: share of the rows that match to any degree above 0.
            * support: degrees summed over the rows of its class: how many it matches.
            * precision: share of what it matches that is of its class; NaN if it matches nothing.
            * recall: share of the rows of its class that it matches; NaN if there are none.
            * lift: precision over the share of its class in the data.
            * overlap: how much it shares with another rule of this set, on average: the Tanimoto
              coefficient of their degrees, which for crisp rules is the Jaccard index, rows matched
              by both over rows matched by either.
        """
        return rule_metrics(self, X, y)

    def coverage(self, X: Any, y: Any = None) -> list[Coverage]:
        """Count for every rule the rows that it covers, and those of them that have its class.

        A row is covered if it matches by a degree of at least one half.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.
        y : array-like of shape (n_samples,), optional
            Their classes.

        Returns
        -------
        list of Coverage
            One for each rule, with `rows`, `covered`, `right`, `of_class`, `lift` and `gain`, and
            all of it in words: ``coverage.said()``.

        Examples
        --------
        >>> import numpy as np
        >>> from beta4ucs import EvolvedRulesClassifier
        >>> X = np.tile([[1.0], [2.0], [3.0], [4.0]], (25, 1))
        >>> y = np.where(X[:, 0] > 2, "large", "small")
        >>> model = EvolvedRulesClassifier(n_populations=1, random_state=1).fit(X, y)
        >>> best = model.rules_.most_useful(X, y, n=1)
        >>> best.coverage(X, y)[0].said("training rows")
        'covers 50 of 100 training rows, 100 % of them ... (50 % of all, lift 2.0)'
        """
        return coverage(self, X, y)

    def voters(self, X: Any) -> np.ndarray:
        """Count for every row the voting rules that match it, to any degree above 0.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return voters(self, X)

    def uncovered(self, X: Any) -> np.ndarray:
        """Return which rows no voting rule matches: the model has nothing to say about them.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; NaN is a missing value.

        Returns
        -------
        ndarray of int
            Places of the rows, from 0.

        Examples
        --------
        >>> import numpy as np
        >>> from beta4ucs import UCSClassifier
        >>> X = np.random.default_rng(1).random((300, 2))
        >>> model = UCSClassifier(n_epochs=2, random_state=1).fit(X, X[:, 0] > 0.5)
        >>> has_no_votes = (model.votes(X) == 0).all(axis=1)
        >>> model.rules_.uncovered(X).tolist() == np.flatnonzero(has_no_votes).tolist()
        True
        """
        return np.flatnonzero(voters(self, X) == 0)

    def exact_texts(self) -> list[str]:
        """Return the rules as texts that `parse` reads back to the last bit.

        Nothing is rounded or left out: a condition that is no plain interval names the numbers of
        its representation, ``age is beta4(alpha=2, beta=1, low=60, high=75)``, in units.
        """
        return [exact_text(self, row) for row in range(len(self))]

    def parse(self, text: str) -> ParsedRule:
        """Read a rule in the names, units and representation of these rules.

        It reads what `exact_texts` gives, and crisp conditions as people write them: ``>=``,
        ``<=``, ``>``, ``<``, ``=``, ``in [a, b]``, ``in {a, b}``, ``not in {a, b}``, ``known``,
        ``unknown``, ``or unknown``. Fuzzy words as in ``about 60 to 75, best 68`` are read if one
        of these rules has a condition with the same words, or if the shape follows from them, as
        that of triangles and trapezoids does. An `InputError` names the words that cannot be read.

        Parameters
        ----------
        text : str
            "IF age >= 60 AND smoker = yes THEN high"

        Returns
        -------
        ParsedRule
            The arrays `genes` and `sets`, and the place of its class, `label`.
        """
        return parse_rule(self, text)

    def most_useful(self, X: Any, y: Any, n: int | None = None) -> Self:
        """Return the rules that say most about given rows, best first.

        They are sorted by `Coverage.gain`: how many more of the rows that a rule covers have its
        class than of as many rows by chance.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Rows in original units; to choose rules, those that the model has learned from.
        y : array-like of shape (n_samples,)
            Their classes.
        n : int, optional
            How many; all by default.
        """
        gains = np.array([one.gain for one in self.coverage(X, y)])
        return self._take(np.argsort(-gains, kind="stable")[:n])

    def feature_importance(
        self, *, per_class: bool = False, tracked: bool = False
    ) -> pd.Series | pd.DataFrame:
        """Return how much of the vote depends on each feature, by what the rules say.

        A condition counts by its strictness, 1 minus the mean degree of matching over the range of
        its feature: 0 for one that always holds, nearly 1 for one that hardly ever does. The values
        of a category count alike; "unknown", where rules tell it apart, counts as one more value,
        and beside numbers as much as all of them together. The
        importance of a feature is the mean strictness of the conditions on it over the rules that
        vote, each weighted by the size of its vote, fitness times copies. It needs no data, and
        it does not add up to 1.

        Parameters
        ----------
        per_class : bool, default False
            One column per class, from the rules that speak for it.
        tracked : bool, default False
            Beside the importance a column "served": how much of the votes for the classes of the
            training rows rests on the feature, on average over these rows. The model must have
            been trained with ``attribute_tracking=True``.

        Returns
        -------
        pandas.Series or pandas.DataFrame
            Indexed by feature, the most important one over all classes first.

        Examples
        --------
        >>> import numpy as np
        >>> from beta4ucs import Beta4UCSClassifier
        >>> X = np.random.default_rng(1).random((400, 5))
        >>> y = (X[:, 3] > 0.5) ^ (X[:, 1] > 0.5)
        >>> rules = Beta4UCSClassifier(n_epochs=10, random_state=1).fit(X, y).rules_
        >>> sorted(rules.feature_importance().index[:2])
        ['x1', 'x3']
        """
        return feature_importance(self, per_class=per_class, tracked=tracked)

    def feature_cooccurrence(self) -> pd.DataFrame:
        """Return how much of the vote depends on each pair of features at once.

        The product of the strictness of two conditions of a rule, averaged over the rules that
        vote with the weights of `feature_importance`; the diagonal is that importance. For one
        class, ask its rules: ``rules.for_class(label).feature_cooccurrence()``.

        Returns
        -------
        pandas.DataFrame
            Symmetric, features x features, in the order of `feature_names`.
        """
        return feature_cooccurrence(self)
