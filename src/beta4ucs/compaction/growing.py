"""A small set of rules grows one by one, and the votes of all are fitted again after each.

The loss is that of multinomial logistic regression on class scores that are, as in voting, sums of
degree times weight, with weights that must not be negative and a little ridge. Where the rows are
few their labels say less than the vote of the whole population does, which many rules made: so a
row's target is a mixture of its label and the shares of that vote.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beta4ucs.compaction.vote_table import VoteTable

RIDGE = 1e-3
POPULATION_ROWS = 1000  # so many rows are what the vote of the population is worth
CRISP_PREFERENCE = 1.25  # a crisp rule wins if its gain times this is the largest
LEAST_GAIN = 1e-9
LARGEST_STEP = 2.0  # of a weight in one Newton step
FIRST_WEIGHT = 5.0  # at most so much, before the weights are fitted


def targets(table: VoteTable) -> np.ndarray:
    """What the class shares of each row should be: classes x rows."""
    positive = np.maximum(table.votes, 0.0)
    total = positive.sum(axis=1, keepdims=True)
    even = np.full_like(positive, 1.0 / table.n_classes)
    shares = np.divide(positive, total, out=even, where=total > 0.0)
    is_true = table.truth[:, None] == np.arange(table.n_classes)
    trust = POPULATION_ROWS / (POPULATION_ROWS + len(table.truth))
    mixed: np.ndarray = trust * shares + (1.0 - trust) * is_true
    return np.ascontiguousarray(mixed.T, dtype=np.float32)


@dataclass(frozen=True)
class Stage:
    """A subset of some size: rules in the order in which they came, and their weights."""

    rules: np.ndarray
    weights: np.ndarray


class GrowingSubset:
    """Rules chosen so far, with the weights that fit the targets best.

    The table must be sorted by label: rules of a class are a block, and need no gathering.
    """

    def __init__(self, table: VoteTable) -> None:
        self._table = table
        self._targets = targets(table)
        self._row_share = np.float32(1.0 / len(table.truth))
        self._preference = np.where(table.is_crisp, CRISP_PREFERENCE, 1.0)
        self._preference[table.unit <= 0.0] = 0.0
        ends = np.searchsorted(table.label, np.arange(table.n_classes + 1))
        self._of_class = [slice(*ends[label : label + 2]) for label in range(table.n_classes)]
        self._squares = table.degrees * table.degrees
        self._shares = np.full_like(self._targets, 1.0 / table.n_classes)
        self.rules = np.zeros(0, dtype=np.int64)
        self.weights = np.zeros(0)
        self._chosen = np.zeros((0, len(table.truth)), dtype=np.float32)

    def grow(self, most: int) -> list[Stage]:
        """Add rules one by one; returns the subsets of all sizes."""
        stages = []
        while len(self.rules) < most and self._add():
            self._fit()
            stages.append(Stage(self.rules, self.weights))
        return stages

    def _add(self) -> bool:
        """Take the rule that lowers the loss most; False if none does."""
        slope, bend = self._derivatives()
        bend += RIDGE
        gain = np.where(slope < 0.0, slope * slope / bend, 0.0) * self._preference
        gain[self.rules] = 0.0
        best = int(gain.argmax())
        if gain[best] <= LEAST_GAIN:
            return False
        self.rules = np.append(self.rules, best)
        self.weights = np.append(self.weights, min(-slope[best] / bend[best], FIRST_WEIGHT))
        self._chosen = np.vstack([self._chosen, self._table.degrees[best]])
        return True

    def _derivatives(self) -> tuple[np.ndarray, np.ndarray]:
        """First and second derivative of the loss by the weight of every rule."""
        error = (self._shares - self._targets) * self._row_share
        spread = self._shares * (1.0 - self._shares) * self._row_share
        slope, bend = np.zeros((2, self._table.n_rules))
        for label, rules in enumerate(self._of_class):
            slope[rules] = self._table.degrees[rules] @ error[label]
            bend[rules] = self._squares[rules] @ spread[label]
        return slope, bend

    def _fit(self) -> None:
        """Move the weights by a Newton step that keeps them from being negative."""
        self._share_out()
        label = self._table.label[self.rules]
        error = (self._shares - self._targets) * self._row_share
        slope = np.einsum("kn,kn->k", self._chosen, error[label]) + RIDGE * self.weights
        shared = self._chosen * self._shares[label]
        bend = shared @ (-self._row_share * shared).T
        for one in np.unique(label):
            some = np.flatnonzero(label == one)
            bend[np.ix_(some, some)] += shared[some] @ (self._row_share * self._chosen[some]).T
        bend = bend.astype(np.float64) + RIDGE * np.eye(len(label))
        is_free = (self.weights > 0.0) | (slope < 0.0)
        step = np.zeros(len(label))
        step[is_free] = -np.linalg.solve(bend[np.ix_(is_free, is_free)], slope[is_free])
        step *= min(1.0, LARGEST_STEP / max(LARGEST_STEP, np.abs(step).max()))
        self.weights = np.maximum(0.0, self.weights + step)
        self._share_out()

    def _share_out(self) -> None:
        """Turn the votes of the chosen into shares of the classes."""
        label = self._table.label[self.rules]
        scores = np.zeros_like(self._targets)
        for one in np.unique(label):
            some = label == one
            scores[one] = self.weights[some].astype(np.float32) @ self._chosen[some]
        scores -= scores.max(axis=0)
        np.exp(scores, out=scores)
        self._shares = scores / scores.sum(axis=0)
