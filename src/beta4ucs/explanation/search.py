"""The search for a change of few features that leads to another class.

Proposals come from the rules: ends, cores and peaks of their conditions. A vote over a single
feature changes its course only at these, so that one feature is tried at the ends of all rules that
the other values match; several features are moved together into a rule that speaks for the goal,
or one after the other from the proposals that came closest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from beta4ucs.explanation.candidate_values import CandidateValues
from beta4ucs.explanation.rule_regions import RuleRegions

VALUES_OF_ONE = 96  # tried of a feature that changes alone
VALUES_OF_NEXT = 24  # tried of a feature that changes beside others
KEPT = 8  # proposals that are changed further
REFINED = 24  # changes that are made smaller before the smallest is chosen
OF_A_KIND = 3  # of these that change the same features
DEPTHS = (0.0, 0.5, 1.0)  # how far into a rule to move: to its edge, half way to its peak, to it
ROUNDS = 2  # of making each change smaller in turn


@dataclass(frozen=True)
class Goal:
    """The class to reach, by index; with None any other than the present one."""

    present: int
    target: int | None
    scores: Callable[[np.ndarray], np.ndarray] | None = None  # of votes, where these do not decide

    def lead(self, votes: np.ndarray) -> np.ndarray:
        """Votes by which the best class that would do is ahead of all others.

        The goal is reached above 0, whatever decides ties.
        """
        votes = votes if self.scores is None else self.scores(votes)
        rows, does = np.arange(len(votes)), self.classes_that_do(votes.shape[1])
        best = np.where(does, votes, -np.inf).argmax(axis=1)
        others = votes.copy()
        others[rows, best] = -np.inf
        ahead: np.ndarray = votes[rows, best] - others.max(axis=1)
        return ahead

    def classes_that_do(self, n_classes: int) -> np.ndarray:
        """For each class whether it would do."""
        classes = np.arange(n_classes)
        return classes != self.present if self.target is None else classes == self.target


@dataclass(frozen=True)
class ChangeSearch:
    """A search from one row; values are as `RawRows.raw` has them, categories as places.

    Rows that it answers reach the goal by votes, with as few changes as it could find.
    """

    regions: RuleRegions
    candidates: CandidateValues
    row: np.ndarray
    goal: Goal
    free: np.ndarray  # features that may change

    def run(self, max_features: int) -> np.ndarray:
        """Return rows that reach the goal, the smallest change first; none if none was found."""
        found = self._run(max_features)
        if len(found):
            return found
        return replace(self, candidates=self.candidates.finer())._run(max_features)

    def _run(self, max_features: int) -> np.ndarray:
        kept = self.row[None]
        for size in range(1, min(max_features, len(self.free)) + 1):
            values = VALUES_OF_ONE if size == 1 else VALUES_OF_NEXT
            pieces = [piece for row in kept for piece in self._changed_once_more(row, values)]
            proposals = np.concatenate([*pieces, self._moved_into_rules(size)])
            lead = self._lead(proposals)
            if (lead > 0.0).any():
                return self._refined(proposals[lead > 0.0], lead[lead > 0.0])
            kept = self._most_promising(proposals, lead)
        return np.empty((0, len(self.row)))

    # ---- what to try -----------------------------------------------------------------------------

    def _changed_once_more(self, row: np.ndarray, n_values: int) -> Iterator[np.ndarray]:
        """Change one more feature, to values next to the ends of rules that the others match."""
        regions, units = self.regions, self.regions.units(row)
        is_outside = (
            (units < regions.support[0]) | (units > regions.support[1]) | regions.is_unlisted(row)
        )
        n_outside = is_outside.sum(axis=1)
        is_changed = differs(row, self.row)
        for feature in self.free[~is_changed[self.free]].tolist():
            if feature in self.candidates.choices:
                values = self.candidates.choices[feature]
                values = values[values != row[feature]]
            else:
                values = self._next_to_ends(feature, n_outside == is_outside[:, feature])
                values = _thinned(values[values != row[feature]], row[feature], n_values)
            changed = np.repeat(row[None], len(values), axis=0)
            changed[:, feature] = values
            yield changed

    def _next_to_ends(self, feature: int, concerned: np.ndarray) -> np.ndarray:
        """Values next to where conditions of some rules begin, end or hold best."""
        regions = self.regions
        ends = [
            regions.support[:, concerned, feature].ravel(),
            regions.core[:, concerned, feature].ravel(),
            regions.peak[concerned, feature],
        ]
        bounds = regions.original(feature, np.unique(np.concatenate(ends)))
        return self.candidates.around(feature, bounds)

    def _moved_into_rules(self, size: int) -> np.ndarray:
        """Move into each rule for the goal that misses the row by so many features."""
        regions, units = self.regions, self.regions.units(self.row)
        is_off = (
            (units < regions.core[0]) | (units > regions.core[1]) | regions.is_unlisted(self.row)
        )
        is_bound = np.ones(len(self.row), dtype=bool)
        is_bound[self.free] = False
        is_apt = (is_off.sum(axis=1) == size) & ~is_off[:, is_bound].any(axis=1)
        does = self.goal.classes_that_do(regions.lead.shape[1])
        is_apt &= (regions.lead[:, does] > 0.0).any(axis=1)
        moved = []
        for rule in np.flatnonzero(is_apt):
            rows = np.repeat(self.row[None], len(DEPTHS), axis=0)
            for feature in np.flatnonzero(is_off[rule]).tolist():
                rows[:, feature] = self._inside(int(rule), feature, units[feature])
            moved.append(rows)
        return np.concatenate(moved) if moved else np.empty((0, len(self.row)))

    def _inside(self, rule: int, feature: int, unit: float) -> np.ndarray:
        """Values of a feature that a rule asks for, as deep inside as `DEPTHS` says."""
        regions = self.regions
        if feature in self.candidates.choices:
            places = self.candidates.choices[feature]
            listed = places[regions.lists(rule, feature, places)]
            return np.resize(listed if len(listed) else self.row[feature], len(DEPTHS))
        low, high = regions.core[:, rule, feature]
        edge, peak = (low if unit < low else high), regions.peak[rule, feature]
        places = edge + np.array(DEPTHS) * (peak - edge)
        return self.candidates.snap(feature, regions.original(feature, places))

    def _most_promising(self, rows: np.ndarray, lead: np.ndarray) -> np.ndarray:
        """The rows that are least behind, each with another set of changed features."""
        order = np.argsort(-lead, kind="stable")
        return rows[self._first_of_each_kind(rows, order, 1, KEPT)]

    # ---- making it smaller -----------------------------------------------------------------------

    def _refined(self, rows: np.ndarray, lead: np.ndarray) -> np.ndarray:
        """Take changes back where the goal is reached without them, and make the rest smaller.

        Of changes of the same size, such as other values of a category, the clearest comes first.
        """
        order = np.lexsort((-lead, self._distance(rows)))
        rows = rows[self._first_of_each_kind(rows, order, OF_A_KIND, REFINED)]
        changing = np.flatnonzero(differs(rows, self.row).any(axis=0)).tolist()
        for feature in changing:
            reverted = rows.copy()
            reverted[:, feature] = self.row[feature]
            is_needless = self._lead(reverted) > 0.0
            rows[is_needless] = reverted[is_needless]
        for _ in range(ROUNDS):
            for feature in changing:
                self._shrink(rows, feature)
        n_changes = differs(rows, self.row).sum(axis=1)
        return rows[np.lexsort((-self._lead(rows), self._distance(rows), n_changes))]

    def _shrink(self, rows: np.ndarray, feature: int) -> None:
        """Move a feature towards its present value as long as the goal is reached, by bisection."""
        present = self.row[feature]
        chosen = np.flatnonzero(differs(rows, self.row)[:, feature])
        if np.isnan(present) or feature in self.candidates.choices or not len(chosen):
            return
        near, far = np.full(len(chosen), present), rows[chosen, feature]
        while True:
            middle = self.candidates.snap(feature, 0.5 * near + 0.5 * far)
            is_between = (middle != near) & (middle != far)
            # beyond the training range values do not count: snapping may lead back past them
            is_between &= (middle > np.minimum(near, far)) & (middle < np.maximum(near, far))
            if not is_between.any():
                break
            tried = rows[chosen]
            tried[:, feature] = np.where(is_between, middle, far)
            reaches = self._lead(tried) > 0.0
            far = np.where(is_between & reaches, middle, far)
            near = np.where(is_between & ~reaches, middle, near)
        rows[chosen, feature] = far

    # ---- measures --------------------------------------------------------------------------------

    def shares(self, rows: np.ndarray) -> np.ndarray:
        """Size of each change in units of the feature's training range.

        A value in place of a missing one counts as the whole range, and so does another value of
        a category without an order.
        """
        scaling = self.regions.scaling
        with np.errstate(all="ignore"):
            span = scaling.high - scaling.low
            size = np.abs(rows / span - self.row / span)
        is_whole_range = np.isnan(self.row)
        is_whole_range[list(self.candidates.choices)] = True
        size = np.where(is_whole_range, 1.0, np.nan_to_num(size, nan=0.0))
        return np.where(differs(rows, self.row), size, 0.0)

    def _distance(self, rows: np.ndarray) -> np.ndarray:
        total: np.ndarray = self.shares(rows).sum(axis=1)
        return total

    def _lead(self, rows: np.ndarray) -> np.ndarray:
        return self.goal.lead(self.regions.votes(rows))

    def _first_of_each_kind(
        self, rows: np.ndarray, order: np.ndarray, per_kind: int, limit: int
    ) -> list[int]:
        """Take rows in an order, but not many that change the same features."""
        chosen: list[int] = []
        counts: dict[bytes, int] = {}
        for at in order.tolist():
            kind = differs(rows[at], self.row).tobytes()
            counts[kind] = counts.get(kind, 0) + 1
            if counts[kind] <= per_kind:
                chosen.append(at)
            if len(chosen) == limit:
                break
        return chosen


def differs(rows: np.ndarray, row: np.ndarray) -> np.ndarray:
    """Where values are not the same; two missing ones are."""
    answer: np.ndarray = (rows != row) & ~(np.isnan(rows) & np.isnan(row))
    return answer


def _thinned(values: np.ndarray, present: float, limit: int) -> np.ndarray:
    """At most so many of sorted values: half of them the nearest, half spread evenly."""
    if len(values) <= limit:
        return values
    spread = np.linspace(0, len(values) - 1, limit // 2).astype(np.int64)
    nearest = np.argsort(np.abs(values - present), kind="stable")[: limit // 2]
    chosen: np.ndarray = values[np.union1d(spread, nearest)]
    return chosen
