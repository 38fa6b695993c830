"""Kinds of claims that occur more than once: ranks, tests against a reference, printed figures.

A printed figure is confirmed if it lies no farther from ours than a repetition of our runs would:
within the interval of our mean, made wider by the square root of 2 because the article's mean
varies as ours does. Claims of order and of significance hold if ours have the same order, or
p < 0.05 in the same direction. A trend over the values of a hyperparameter holds if it explains
the average ranks well enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from scipy import stats

from beta4ucs.study import printed
from beta4ucs.study.claims.claim import Claim, Finding
from beta4ucs.study.claims.evidence import Evidence, Grid, UnmeasuredError, interval
from beta4ucs.study.marks import BETTER, WORSE
from beta4ucs.study.measures import MEASURES
from beta4ucs.study.rendering.numbers import p_text
from beta4ucs.study.signed_ranks import wilcoxon_p
from beta4ucs.study.statistics import friedman_p

CRISP = ("Hyperrectangles", "Hyperellipsoids", "CurvedPolytopes", "Self-Ada-RP")
FUZZY = ("Triangles", "Trapezoids", "SymmetricBells", "Self-Ada-RT")
LEVEL = 0.05
LEAST_CORRELATION = 0.5
FOLLOWS = f"confirmed if Spearman's correlation is beyond {LEAST_CORRELATION} in this direction"
Judge = Callable[[Evidence], Finding]


def with_interval(value: float, low: float, high: float, digits: int = 2) -> str:
    """A figure and its interval."""
    if math.isnan(low):
        return f"{value:.{digits}f}"
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def is_within(shown: float, value: float, low: float, high: float) -> bool:
    """Whether a printed figure is as near as a repetition of our runs would be."""
    half = math.sqrt(2.0) * max(value - low, high - value)
    return bool(abs(shown - value) <= half)


def order_of_ranks(
    place: str, study: str, table: str, systems: Sequence[str], text: str, first: int = 1
) -> Claim:
    """Some systems take the places from `first` on by average rank, in this order."""
    metric = _metric_of(study, table)
    shown = printed.summaries(table)["rank"]

    def judge(evidence: Evidence) -> Finding:
        ranks = {name: evidence.rank(study, metric, name) for name in _systems(evidence, study)}
        order = sorted(ranks, key=lambda name: ranks[name][0])
        holds = order[first - 1 : first - 1 + len(systems)] == list(systems)
        ours = ", ".join(f"{name} {with_interval(*ranks[name])}" for name in systems)
        if not holds:
            places = ", ".join(f"{name} {order.index(name) + 1}" for name in systems)
            ours += f"; places: {places}"
        return Finding(ours, holds)

    ranks = ", ".join(f"{name} {shown[name]}" for name in systems)
    return Claim(place, text, f"average ranks {ranks}", study, judge)


def better_than(place: str, study: str, table: str, system: str, what: str) -> Claim:
    """The reference of a printed table is significantly better than a system, after Holm."""
    smaller_is_better = MEASURES[_metric_of(study, table)].smaller_is_better

    def holds(p: float, difference: float) -> bool:
        return p < LEVEL and (difference < 0.0) == smaller_is_better

    text = f"{printed.reference(table)} {what} {system}"
    return Claim(place, text, *_tested(study, table, system, "p_holm", "Holm p", holds))


def not_told_apart(place: str, study: str, table: str, system: str, text: str) -> Claim:
    """No significant difference between a system and the reference, by the plain test."""
    tested = _tested(study, table, system, "p", "p", lambda p, difference: p >= LEVEL)
    return Claim(place, text, *tested)


def differs(study: str, metric: str, one: str, other: str, *, rises: bool) -> Judge:
    """One system is significantly above another over data sets, or below, by the plain test."""

    def judge(evidence: Evidence) -> Finding:
        means = evidence.grid(study, metric).means
        p = wilcoxon_p(means[one] - means[other])
        found = evidence.difference(study, metric, one, other)
        ours = f"p = {p_text(p)}; mean difference {with_interval(*found)}"
        return Finding(ours, p < LEVEL and (found[0] > 0.0) == rises)

    return judge


def ranks_follow(study: str, metric: str, *, rises: bool) -> Judge:
    """Average ranks rise with the values of a hyperparameter, or fall."""

    def judge(evidence: Evidence) -> Finding:
        grid = evidence.grid(study, metric)
        n_all = len(evidence.part(study)[0].datasets)
        if not grid.datasets:
            raise UnmeasuredError(f"no data set has a value of {metric} in all runs")
        values = [float(name) for name in grid.systems]
        ours = float(stats.spearmanr(values, grid.ranks).statistic)
        again = [stats.spearmanr(values, ranks).statistic for ranks in grid.resampled_ranks]
        found = with_interval(ours, *interval(np.array(again)))
        holds = ours > LEAST_CORRELATION if rises else ours < -LEAST_CORRELATION
        part = "" if len(grid.datasets) == n_all else f" over {len(grid.datasets)} data sets"
        return Finding(f"Spearman {found}{part}", holds)

    return judge


def best_rank(study: str, metric: str, system: str) -> Judge:
    """A system has the best average rank."""

    def judge(evidence: Evidence) -> Finding:
        grid = evidence.grid(study, metric)
        found = with_interval(*evidence.rank(study, metric, system))
        first = grid.systems[int(grid.ranks.argmin())]
        return Finding(f"{found}; first is {first}", first == system)

    return judge


def _tested(
    study: str,
    table: str,
    system: str,
    test: str,
    name: str,
    holds: Callable[[float, float], bool],
) -> tuple[str, str, Callable[[Evidence], Finding]]:
    """What is printed of a test of a system against the reference, where, and how ours is judged.

    `holds` is given our p and the mean difference.
    """
    metric, reference = _metric_of(study, table), printed.reference(table)

    def judge(evidence: Evidence) -> Finding:
        p = float(evidence.tests(study, metric)[test].loc[system])
        found = evidence.difference(study, metric, reference, system)
        ours = f"{name} = {p_text(p)}; mean difference {with_interval(*found)}"
        return Finding(ours, holds(p, found[0]))

    shown = str(printed.summaries(table)[test].loc[system])
    return f"{name} = {shown}", study, judge


def figure(
    place: str,
    text: str,
    study: str,
    metric: str,
    cell: tuple[str, str],
    shown: float,
    note: str = "",
) -> Claim:
    """A printed mean of one system on one data set."""

    def judge(evidence: Evidence) -> Finding:
        found = evidence.mean(study, metric, *cell)
        return Finding(with_interval(*found), is_within(shown, *found))

    return Claim(place, text, f"{shown:g}", study, judge, note)


def friedman(place: str, text: str, study: str, table: str, shown: str, *, differs: bool) -> Claim:
    """Whether the Friedman test over data sets finds the systems to differ."""
    metric = _metric_of(study, table)

    def judge(evidence: Evidence) -> Finding:
        p = friedman_p(evidence.grid(study, metric).means)
        return Finding(f"p = {p_text(p)}", (p < LEVEL) == differs)

    return Claim(place, text, shown, study, judge)


def marks_against(place: str, text: str, study: str, table: str, system: str) -> Claim:
    """On how many data sets the reference is better and worse than a system, by the runs."""
    metric = _metric_of(study, table)
    shown = printed.summaries(table).loc[system]
    reference = printed.reference(table)

    def judge(evidence: Evidence) -> Finding:
        marks = evidence.marks(study, metric, reference, [system])[system]
        better, worse = int((marks == WORSE).sum()), int((marks == BETTER).sum())
        return Finding(f"{better} against {worse}", better > worse)

    return Claim(
        place,
        text,
        f"{reference} better on {shown['worse']}, worse on {shown['better']}",
        study,
        judge,
    )


def significant_differences(study: str, table: str) -> Claim:
    """How many of a table's significant differences, after Holm, are found again."""
    metric, reference = _metric_of(study, table), printed.reference(table)
    theirs = _outcomes(table)

    def judge(evidence: Evidence) -> Finding:
        again, more = found_again(evidence, study, table)
        ours = f"{again} of them, and {more} that the article does not have"
        return Finding(ours, again == theirs.sum() and more == 0)

    title = MEASURES[metric].title
    text = f"{title}, study `{study}`: significant differences from {reference} after Holm"
    return Claim("tables", text, f"{theirs.sum()} of {len(theirs)}", study, judge)


def found_again(evidence: Evidence, study: str, table: str) -> tuple[int, int]:
    """How many printed significant differences we find, and how many more."""
    p = evidence.tests(study, _metric_of(study, table))["p_holm"].dropna()
    theirs = _outcomes(table).reindex(p.index)
    return int((theirs & (p < LEVEL)).sum()), int((~theirs & (p < LEVEL)).sum())


def _outcomes(table: str) -> pd.Series:
    """Whether each comparison with the reference is significant in print."""
    p = printed.summaries(table)["p_holm"]
    return p[p != ""].astype(float) < LEVEL


def _metric_of(study: str, table: str) -> str:
    from beta4ucs.study.study_file import find_study

    return next(one.metric for one in find_study(study).tables if one.printed == table)


def _systems(evidence: Evidence, study: str) -> list[str]:
    return [system.name for system in evidence.part(study)[0].systems]


def mostly_crisp(grid: Grid, when: str) -> Finding:
    """Judge whether more than half of the rules of FBRC are crisp, on average over data sets."""
    shares = grid.means["FBRC"]
    again = grid.resampled[:, :, grid.place("FBRC")].mean(axis=1)
    ours = (
        f"{with_interval(float(shares.mean()), *interval(again))} % {when}; "
        f"more than half on {(shares > 50).sum()} of {len(shares)} data sets"
    )
    return Finding(ours, float(shares.mean()) > 50)
