"""The committee: several rule lists, each grown without one fold of the rows.

Its probabilities are the mean of theirs, pulled towards the shares of classes if that is closer to
the truth. How long the lists may get, and how much they are pulled, is decided on rows that the
respective member has not seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from beta4ucs.evolved_rules.bins import Binning
from beta4ucs.evolved_rules.jobs import run_jobs
from beta4ucs.evolved_rules.members import SNAPSHOT, MemberSettings, Pool, RuleList, grow_member
from beta4ucs.evolved_rules.settings import Settings
from beta4ucs.voting.decisions import softmax

SMALLEST = 1e-9  # probability whose logarithm is taken
CONFIDENCES = np.arange(21) / 20


class Committee(NamedTuple):
    """Members, and where their lists are cut.

    Attributes
    ----------
    members : list of RuleList
    length : int
        Snapshot at which all lists are cut.
    losses : ndarray
        Mean logarithmic loss of rows that members have not seen, for each snapshot.
    prior : ndarray of shape (n_classes,)
        Shares of the classes.
    confidence : float
        How far probabilities go from the prior (0) to what the members say (1), in log odds.
    """

    members: list[RuleList]
    length: int
    losses: np.ndarray
    prior: np.ndarray
    confidence: float

    @property
    def n_rules(self) -> int:
        """Number of rules of a member, at most."""
        return SNAPSHOT * self.length

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
    """Grow the members and choose how long their lists are.

    Parameters
    ----------
    binning : Binning
    pool : Pool
    target : ndarray of shape (n_rows, n_classes)
    weights : ndarray of shape (n_rows,)
    seen : sequence of ndarray of bool
        For each member the rows it is grown on.
    settings : Settings
    rng : Generator
    n_jobs : int, optional
    """
    n_features = len(binning.cuts)
    n_tried = min(n_features, max(2, math.ceil(settings.share_of_features * n_features)))
    jobs = []
    for number, rows in enumerate(seen):
        of_member = MemberSettings(
            n_rules=settings.n_rules,
            max_conditions=1 + number % settings.max_conditions,
            n_tried=n_tried,
            pool_share=settings.share_of_pool,
            penalty=settings.penalty_on(len(target)),
            least_rows=settings.least_rows,
            revise_every=settings.revise_every,
            patience=settings.patience,
        )
        shown = np.where(rows, weights, 0.0)
        shown *= weights.sum() / shown.sum()
        unseen = np.where(rows, 0.0, weights)
        seed = int(rng.integers(2**63))
        jobs.append(partial(grow_member, binning, pool, target, shown, unseen, of_member, seed))
    members = run_jobs(jobs, n_jobs)
    means = [means_unseen(members, seen, length) for length in range(len(members[0].votes))]
    losses = np.array([mean_loss(mean, target, weights) for mean in means])
    length = max(1, int(np.argmin(losses)))
    prior = (weights[:, None] * target).sum(axis=0) / weights.sum()
    confidence = _confidence(means[length], prior, target, weights)
    return Committee(members, length, losses, prior, confidence)


def means_unseen(
    members: Sequence[RuleList], seen: Sequence[np.ndarray], length: int
) -> np.ndarray:
    """Mean probabilities of each row by the members without it; NaN where all have seen it."""
    chances: np.ndarray = np.zeros((len(seen[0]), members[0].votes.shape[2]))
    for member, rows in zip(members, seen, strict=True):
        chances[~rows] += softmax(member.scores(length))[~rows]
    n_unseen = np.sum([~rows for rows in seen], axis=0)
    mean = np.full_like(chances, np.nan)
    np.divide(chances, n_unseen[:, None], out=mean, where=n_unseen[:, None] > 0)
    return mean


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
    """Return half of what unseen rows advise: more members answer a new row than one of these."""
    losses = [mean_loss(drawn_to(prior, mean, share), target, weights) for share in CONFIDENCES]
    best = CONFIDENCES[::-1][int(np.argmin(losses[::-1]))]
    return float((1.0 + best) / 2.0 if best > 0.0 else 0.0)
