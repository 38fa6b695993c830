"""From a population to a smaller one, by any of the methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral

import numpy as np
from threadpoolctl import threadpool_limits

from beta4ucs.compaction import published_methods
from beta4ucs.compaction.path import CompactionPath, check_tolerance, smallest_within
from beta4ucs.compaction.request import Request
from beta4ucs.compaction.row_scores import check_by
from beta4ucs.compaction.smallest import MOST_RULES, SubsetsBySize, path_of
from beta4ucs.compaction.vote_table import Decide, VoteTable, tabulate_votes
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.rules import RuleSet


@dataclass(frozen=True, eq=False)
class Compaction:
    """A smaller population, and how it came about.

    Attributes
    ----------
    method : str
        Name of the method.
    rules : RuleArrays
        The rules that were kept, in the order of the population.
    places : ndarray of shape (n_rules,)
        Their rows in the population.
    n_rules_before : int
        Number of rules of the population.
    path : CompactionPath or None
        Accuracy of all sizes, if the method goes through sizes.
    """

    method: str
    rules: RuleArrays
    places: np.ndarray
    n_rules_before: int
    path: CompactionPath | None = None

    @property
    def n_rules(self) -> int:
        """Number of rules that were kept."""
        return self.rules.n_rules


@dataclass(frozen=True, eq=False)
class Kept:
    """What a method answers: places in the vote table, new copies if it changes them, the path."""

    places: np.ndarray
    copies: np.ndarray | None = None
    path: CompactionPath | None = None


@dataclass(frozen=True)
class Method:
    """A way to keep fewer rules."""

    keep: Callable[[VoteTable, RuleSet, Request], Kept]
    meaning: str
    has_sizes: bool = False  # can be asked for a number of rules or a tolerance


def _smallest(table: VoteTable, rules: RuleSet, request: Request) -> Kept:
    most = MOST_RULES if request.n_rules is None else request.n_rules
    subsets = SubsetsBySize(table, most)
    if not len(subsets.sizes):
        return Kept(np.zeros(0, dtype=np.int64))
    path = None
    if request.n_rules is None:
        before = table.accuracy(table.votes)
        path = path_of(subsets, before, request)
    size = int(subsets.sizes[-1]) if path is None else path.chosen
    return Kept(*subsets.rules_of(size), path)


def _ordered(table: VoteTable, rules: RuleSet, request: Request) -> Kept:
    order, accuracy = published_methods.keep_leaders(table)
    sizes = np.arange(1, len(order) + 1)
    before, none = table.accuracy(table.votes), np.full(len(order), np.nan)
    size = request.n_rules
    if size is None:
        size = smallest_within(sizes, accuracy, accuracy[-1] - (request.tolerance or 0.0))
    path = CompactionPath(sizes, accuracy, none, before, min(size, len(order)))
    return Kept(order[:size], path=path)


def _quick_filter(table: VoteTable, rules: RuleSet, request: Request) -> Kept:
    return Kept(published_methods.pass_quick_filter(table, rules.n_conditions[table.places]))


METHODS = {
    "smallest": Method(
        _smallest, "fewest rules whose refitted votes keep the accuracy in cross-validation", True
    ),
    "ordered": Method(_ordered, "the strongest, as many as keep the training accuracy", True),
    "qrf": Method(_quick_filter, "quick rule filter: no guesses, no rules for a single row"),
    "qrc": Method(
        lambda table, *_: Kept(published_methods.cover_in_order(table)),
        "quick rule compaction: cover the rows, the most precise rules first",
    ),
    "cra2": Method(
        lambda table, *_: Kept(published_methods.keep_best_advocates(table, by_copies=False)),
        "for each row the rule of its class with most precision x generality",
    ),
    "pdrc": Method(
        lambda table, *_: Kept(published_methods.keep_best_advocates(table, by_copies=True)),
        "for each row the rule of its class with most precision x generality x copies",
    ),
    "fu1": Method(
        lambda table, *_: Kept(published_methods.compact_as_fu(table, approach=1)),
        "Fu and Davis: drop rules with few copies, then cover the rows",
    ),
    "fu2": Method(
        lambda table, *_: Kept(published_methods.compact_as_fu(table, approach=2)),
        "Fu and Davis: drop rules with few copies, then all that cost no accuracy",
    ),
}


def compact(
    rules: RuleSet,
    inputs: np.ndarray,
    truth: np.ndarray,
    decide: Decide,
    request: Request | None = None,
    n_jobs: int | None = None,
) -> Compaction:
    """Keep few of the rules of a model.

    Rules without a vote are left out by all methods; at least one rule is kept.

    Parameters
    ----------
    rules : RuleSet
        All rules of the model.
    inputs : ndarray of shape (n_rows, n_features + n_sets)
        Rows as `Encoding.transform` gives them, best those that the model has learned from.
    truth : ndarray of shape (n_rows,)
        Index of each row's class; rows with -1, of a class that is unknown, are left out.
    decide : function
        Turns votes, rows x classes, into indices of classes.
    request : Request, optional
        Which rules are wanted; the smallest set that keeps the accuracy by default.
    n_jobs : int or None, default None
        Threads used to match rows; results do not depend on it.
    """
    request = Request() if request is None else request
    _check(request)
    is_known = truth >= 0
    if not is_known.any():
        raise InputError("compaction needs rows of classes that the model knows, got none")
    table = tabulate_votes(rules, inputs[is_known], truth[is_known], decide, n_jobs)
    kept = Kept(np.zeros(0, dtype=np.int64))
    if table.n_rules:
        with threadpool_limits(1):  # thousands of small matrices: threads would only wait
            kept = METHODS[request.method].keep(table, rules, request)
    if not kept.places.size:
        return _strongest_alone(rules, request.method)
    order = np.argsort(table.places[kept.places])
    places = table.places[kept.places][order]
    arrays = rules.arrays.take(places)
    if kept.copies is not None:
        arrays = arrays._replace(numerosity=kept.copies[order])
    return Compaction(request.method, arrays, places, len(rules), kept.path)


def _strongest_alone(rules: RuleSet, method: str) -> Compaction:
    """Keep one rule where a method, or the population, leaves none."""
    best = np.lexsort((-rules.strength, ~rules.is_voting))[:1]
    return Compaction(method, rules.arrays.take(best), best, len(rules))


def _check(request: Request) -> None:
    """Raise `InputError` unless the method exists and can be asked for this."""
    method, n_rules = request.method, request.n_rules
    if method not in METHODS:
        raise InputError(f"there is no method '{method}'{did_you_mean(str(method), METHODS)}")
    has_size = n_rules is not None or request.tolerance is not None
    if n_rules is not None and request.tolerance is not None:
        raise InputError("give n_rules or tolerance, not both")
    if has_size and not METHODS[method].has_sizes:
        raise InputError(f"method '{method}' takes neither n_rules nor tolerance")
    if n_rules is not None and not (isinstance(n_rules, Integral) and n_rules >= 1):
        raise InputError(f"n_rules must be None or a whole number of at least 1, got {n_rules!r}")
    check_tolerance(request.tolerance)
    if request.by is not None:
        check_by(request.by)
        if method != "smallest":
            raise InputError(f"method '{method}' takes no by; 'smallest' does")
