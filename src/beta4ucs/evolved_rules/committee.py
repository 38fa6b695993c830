"""The committee: several rule lists, each grown without one fold of the rows.

Half of its members ask about one feature per rule, so that effects simply add up; the others take
rules of several conditions. The probabilities of the committee are a mixture of both halves' means,
pulled towards the shares of classes if that is closer to the truth. How long the lists of each half
are, how much each half counts and how much all are pulled, is decided on rows that the respective
member has not seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from beta4ucs.evolved_rules.bins import Binning
from beta4ucs.evolved_rules.jobs import run_jobs
from beta4ucs.evolved_rules.members import MemberSettings, Pool, RuleList, grow_member
from beta4ucs.evolved_rules.settings import Settings
from beta4ucs.voting.decisions import softmax

SMALLEST = 1e-9  # probability whose logarithm is taken
CONFIDENCES = np.arange(21) / 20
DOUBT = 2.0  # log loss gained on all unseen rows at which the members are followed half way
SHARES = np.arange(11) / 10


class Half(NamedTuple):
    """Members of one kind.

    Attributes
    ----------
    members : sequence of RuleList
    length : int
        Snapshot at which their lists are cut.
    share : float
        How much their mean counts in the committee.
    """

    members: Sequence[RuleList]
    length: int
    share: float


class Committee(NamedTuple):
    """Members, where their lists are cut, and how much they count.

    Attributes
    ----------
    halves : tuple of Half
    loss : float
        Mean logarithmic loss of rows that members have not seen.
    prior : ndarray of shape (n_classes,)
        Shares of the classes.
    confidence : float
        How far probabilities go from the prior (0) to what the members say (1), in log odds.
    """

    halves: tuple[Half, ...]
    loss: float
    prior: np.ndarray
    confidence: float

    def speakers(self) -> Iterator[tuple[RuleList, int, float]]:
        """Each member that counts, the snapshot at which it is cut, and its share."""
        for half in self.halves:
            if half.share > 0.0:
                for member in half.members:
                    yield member, half.length, half.share / len(half.members)

    def conclude(self, mean: np.ndarray) -> np.ndarray:
        """From the mean of the members' probabilities to those of the committee."""
        return drawn_to(self.prior, mean, self.confidence)


def form_committee(
    binning: Binning,
    pool: Pool,
    target: np.ndarray,
    weights: np.ndarray,
    seen: Sequence[np.ndarray],
    settings: Settings,
    rng: np.random.Generator,
    n_jobs: int | None = None,
) -> Committee:
    """Grow the members, and choose how long their lists are and how much each half counts.

    Parameters
    ----------
    binning : Binning
    pool : Pool
    target : ndarray of shape (n_rows, n_classes)
    weights : ndarray of shape (n_rows,)
    seen : sequence of ndarray of bool
        For each member the rows it is grown on; the first `n_single` ask about single features.
    settings : Settings
    rng : Generator
    n_jobs : int, optional
    """
    n_single = settings.n_single
    jobs = []
    for number, rows in enumerate(seen):
        of_member = _member_settings(settings, len(binning.cuts), len(target), number - n_single)
        shown = np.where(rows, weights, 0.0)
        shown *= weights.sum() / shown.sum()
        unseen = np.where(rows, 0.0, weights)
        seed = int(rng.integers(2**63))
        jobs.append(partial(grow_member, binning, pool, target, shown, unseen, of_member, seed))
    members = run_jobs(jobs, n_jobs)
    parts = (slice(0, n_single), slice(n_single, len(seen)))
    cut = [best_length(members[part], seen[part], target, weights) for part in parts]
    share, mean = _mixture([mean for _, mean in cut], target, weights)
    halves = tuple(
        Half(members[part], length, of_half)
        for part, (length, _), of_half in zip(parts, cut, (share, 1.0 - share), strict=True)
    )
    prior = (weights[:, None] * target).sum(axis=0) / weights.sum()
    confidence = _confidence(mean, prior, target, weights)
    return Committee(halves, mean_loss(mean, target, weights), prior, confidence)


def _member_settings(
    settings: Settings, n_features: int, n_rows: int, number: int
) -> MemberSettings:
    """What a member does: a negative number asks about single features."""
    conditions = 1 if number < 0 else min(settings.max_conditions, 2 + number % 4)
    return MemberSettings(
        n_rules=settings.n_single_rules if number < 0 else settings.n_rules,
        max_conditions=conditions,
        n_tried=min(n_features, max(2, math.ceil(settings.share_of_features * n_features))),
        pool_share=0.0 if number < 0 else settings.share_of_pool,
        penalty=settings.penalty_on(n_rows),
        least_rows=settings.least_rows,
        revise_every=settings.revise_every,
        patience=settings.patience,
    )


def best_length(
    members: Sequence[RuleList],
    seen: Sequence[np.ndarray],
    target: np.ndarray,
    weights: np.ndarray,
) -> tuple[int, np.ndarray]:
    """Return the length of lists with the least loss on unseen rows, and the means there."""
    longest = max(member.n_snapshots for member in members)
    means = [means_unseen(members, seen, length) for length in range(1, longest + 1)]
    losses = [mean_loss(mean, target, weights) for mean in means]
    best = int(np.argmin(losses))
    return best + 1, means[best]


def means_unseen(
    members: Sequence[RuleList], seen: Sequence[np.ndarray], length: int
) -> np.ndarray:
    """Mean probabilities of each row by the members without it; NaN where all have seen it."""
    chances: np.ndarray = np.zeros((len(seen[0]), members[0].votes.shape[2]))
    for member, rows in zip(members, seen, strict=True):
        chances[~rows] += softmax(member.scores(length, ~rows))
    n_unseen = np.sum([~rows for rows in seen], axis=0)
    mean = np.full_like(chances, np.nan)
    np.divide(chances, n_unseen[:, None], out=mean, where=n_unseen[:, None] > 0)
    return mean


def _mixture(
    means: Sequence[np.ndarray], target: np.ndarray, weights: np.ndarray
) -> tuple[float, np.ndarray]:
    """Return how much the first of two means counts, and the mixture of both."""
    mixed = [share * means[0] + (1.0 - share) * means[1] for share in SHARES]
    best = int(np.argmin([mean_loss(mean, target, weights) for mean in mixed]))
    return float(SHARES[best]), mixed[best]


def mean_loss(chances: np.ndarray, target: np.ndarray, weights: np.ndarray) -> float:
    """Mean logarithmic loss of the rows that have an answer."""
    judged = ~np.isnan(chances[:, 0]) & (weights > 0.0)
    loss = -np.sum(target[judged] * np.log(np.maximum(chances[judged], SMALLEST)), axis=1)
    return float(np.average(loss, weights=weights[judged]))


def drawn_to(prior: np.ndarray, chances: np.ndarray, confidence: float) -> np.ndarray:
    """Shorten the way from the prior to the given probabilities, in log odds."""
    if confidence == 1.0:
        return chances
    far = np.log(np.maximum(chances, SMALLEST))
    near = np.log(np.maximum(prior, SMALLEST))
    return softmax(confidence * far + (1.0 - confidence) * near)


def _confidence(
    mean: np.ndarray, prior: np.ndarray, target: np.ndarray, weights: np.ndarray
) -> float:
    """Judge by unseen rows how far the members are to be followed.

    Half of what the rows advise, as more members answer a new row than one of these; and less
    the less they have gained in all, since lengths and shares were chosen on the same rows.
    """
    losses = [mean_loss(drawn_to(prior, mean, share), target, weights) for share in CONFIDENCES]
    best = CONFIDENCES[::-1][int(np.argmin(losses[::-1]))]
    gained = float(weights.sum() * (losses[0] - min(losses)))
    advised = (1.0 + best) / 2.0
    return float(advised * gained / (gained + DOUBT))
