"""The smallest set of rules whose votes keep the accuracy: our own way, and the default.

Rules that differ little are merged. Then a small subsets grows rule by rule (`growing`), crisp
rules preferred; each stage is a model of some size. How many rules are needed is found out by
cross-validation, on rows set aside in turn: the smallest number whose accuracy on them is, but for
what chance may do, that of the population or, if no number gets there, the best that numbers near
each other have.

The weights that were fitted become copies: the kept rules share the copies of all that voted. So
fitness, experience and conditions of a rule stay as they were learned, and only its copies change.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from beta4ucs.compaction.growing import GrowingSubset, Stage
from beta4ucs.compaction.path import CompactionPath, chance, evened_out, smallest_within
from beta4ucs.compaction.request import Request
from beta4ucs.compaction.row_scores import row_scores, sizes_with_all_classes, smallest_as_good
from beta4ucs.compaction.vote_table import VoteTable
from beta4ucs.voting.decisions import probabilities

MOST_RULES = 200  # of a path; the loss falls very slowly long before
LEAST_UNIT = 0.05  # vote of a copy; rules with less would need thousands of copies
STEPS = 10  # degrees that round to the same tenth on every row differ little
N_FOLDS = 5
LOG_LOSS_LOST = 0.005  # a standard error would cost more than a point of AUC
ENOUGH_ROWS = 1000  # set aside: more folds would not tell sizes apart much better


def candidates(table: VoteTable) -> np.ndarray:
    """Return rules to choose from, by class: of those that differ little, one.

    It is a crisp one if there is any, else the strongest. Rules are compared by their degrees on
    the rows, whatever they are made of: intervals and sets of values that differ only where there
    is no row do not tell rules apart. The one that is chosen stays as it is.
    """
    is_able = table.unit > min(LEAST_UNIT, 0.5 * table.unit.max(initial=0.0))
    order = np.lexsort((-table.strength, ~table.is_crisp))
    first: dict[tuple[int, bytes], int] = {}
    for rule in order[is_able[order]].tolist():
        steps = np.rint(table.degrees[rule] * STEPS).astype(np.int8)
        first.setdefault((int(table.label[rule]), steps.tobytes()), rule)
    rules = np.array(sorted(first.values()), dtype=np.int64)
    return rules[np.argsort(table.label[rules], kind="stable")]


def copies_for(stage: Stage, table: VoteTable, total: int) -> np.ndarray:
    """Turn weights into whole copies, `total` in all but for rounding; 0 for a weight of 0."""
    wanted = stage.weights / table.unit[stage.rules]
    copies = np.rint(wanted * (total / max(wanted.sum(), 1e-300)))
    return np.where(stage.weights > 0.0, np.maximum(1.0, copies), 0.0).astype(np.int64)


class SubsetsBySize:
    """Subsets of the rules of a vote table, one for each size.

    Parameters
    ----------
    table : VoteTable
    most_rules : int
        Where the path ends.
    """

    def __init__(self, table: VoteTable, most_rules: int = MOST_RULES) -> None:
        self._total = int(table.copies.sum())
        self._most = most_rules
        self._candidates = candidates(table)
        self._table = table.take(self._candidates)
        self._stages = self._grow(self._table)
        self._copies = [copies_for(stage, self._table, self._total) for stage in self._stages]
        sizes = [int(np.count_nonzero(copies)) for copies in self._copies]
        # should a weight have fallen to 0, two stages may have one size: the later is the better
        self._stage_of = {size: stage for stage, size in enumerate(sizes) if size}
        self.sizes = np.array(sorted(self._stage_of), dtype=np.int64)

    def _grow(self, table: VoteTable) -> list[Stage]:
        return GrowingSubset(table).grow(self._most) if table.n_rules else []

    def rules_of(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Return rules (places in the vote table) and their copies for one of the sizes."""
        stage = self._stage_of[size]
        copies = self._copies[stage]
        return self._candidates[self._stages[stage].rules[copies > 0]], copies[copies > 0]

    def has_all_classes(self) -> np.ndarray:
        """For each size whether every class that any size has rules for has one."""
        label = self._table.label
        classes = []
        for size in self.sizes.tolist():
            stage = self._stage_of[size]
            kept = self._stages[stage].rules[self._copies[stage] > 0]
            classes.append(set(label[kept].tolist()))
        return sizes_with_all_classes(classes)

    def train_scores(self, *kinds: str) -> list[np.ndarray]:
        """Scores of all sizes on the rows that the rules were chosen by, for each measure."""
        stages = [self._stages[self._stage_of[size]] for size in self.sizes.tolist()]
        return self._scores(stages, self._table, kinds)

    def validation_scores(self, seed: int, *kinds: str) -> list[np.ndarray]:
        """For each measure, sizes and rows: the score of a row while it was set aside.

        Rows are set aside by fifths, until there are enough; columns are rows that were.
        """
        truth = self._table.truth
        fold = _folds(truth, seed)
        n_folds = min(N_FOLDS, math.ceil(ENOUGH_ROWS * N_FOLDS / len(truth)))
        everyone = np.arange(self._table.n_rules)
        stages_of_sizes = np.array([self._stage_of[size] for size in self.sizes.tolist()])
        found: list[list[np.ndarray]] = [[] for _ in kinds]
        for held_out in range(n_folds):
            rows = np.flatnonzero(fold == held_out)
            if not 0 < len(rows) < len(truth):
                continue
            stages = self._grow(self._table.take(everyone, np.flatnonzero(fold != held_out)))
            if stages:
                scores = self._scores(stages, self._table.take(everyone, rows), kinds)
                for own, score in zip(found, scores, strict=True):
                    own.append(score[np.minimum(stages_of_sizes, len(stages) - 1)])
        none = np.zeros((len(self.sizes), 0))
        return [np.hstack(own) if own else none for own in found]

    def _scores(
        self, stages: Sequence[Stage], table: VoteTable, kinds: Sequence[str]
    ) -> list[np.ndarray]:
        """For each measure, stages and rows: how well the votes do."""
        found = [np.zeros((len(stages), len(table.truth))) for _ in kinds]
        for row, stage in enumerate(stages):
            votes = table.votes_of(stage.rules, copies_for(stage, table, self._total))
            answers, chances = table.decide(votes), probabilities(votes)
            for own, kind in zip(found, kinds, strict=True):
                own[row] = row_scores(kind, chances, answers, table.truth)
        return found


def _folds(truth: np.ndarray, seed: int) -> np.ndarray:
    """Deal the rows of every class to the folds."""
    order = np.random.default_rng(seed).permutation(len(truth))
    order = order[np.argsort(truth[order], kind="stable")]
    fold = np.empty(len(truth), dtype=np.int64)
    fold[order] = np.arange(len(truth)) % N_FOLDS
    return fold


def path_of(
    subsets: SubsetsBySize,
    population_accuracy: float,
    request: Request,
) -> CompactionPath:
    """Measure all sizes and choose one.

    Parameters
    ----------
    subsets : SubsetsBySize
    population_accuracy : float
        Accuracy of the population, which is to be kept.
    request : Request
        A tolerance of None is what chance may do, for the log loss `LOG_LOSS_LOST`.
    """
    by, tolerance = request.by or "accuracy", request.tolerance
    hits, scores = subsets.validation_scores(request.seed, "accuracy", by)
    train_hits, train_scores = subsets.train_scores("accuracy", by)
    train = train_hits.mean(axis=1)
    validation = hits.mean(axis=1) if hits.size else np.full(len(train), np.nan)
    is_allowed = (
        subsets.has_all_classes() if request.keep_classes else np.ones(len(train), dtype=bool)
    )
    if by == "accuracy":
        accuracy = np.where(is_allowed, validation if hits.size else train, 0.0)
        aim = min(population_accuracy, float(evened_out(accuracy).max()))
        lost = chance(aim, hits.shape[1]) if tolerance is None else tolerance
        chosen = smallest_within(subsets.sizes[is_allowed], accuracy[is_allowed], aim - lost)
    else:
        judged = scores if scores.size else train_scores
        if by == "log_loss" and tolerance is None:
            tolerance = LOG_LOSS_LOST
        chosen = int(subsets.sizes[smallest_as_good(judged, is_allowed, tolerance)])
    return CompactionPath(subsets.sizes, train, validation, population_accuracy, chosen)
