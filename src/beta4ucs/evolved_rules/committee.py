"""The committee: several rule lists, each grown without one fold of the rows.

Its probabilities are the mean of theirs. How long the lists may get is decided on rows that the
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


class Committee(NamedTuple):
    """Members, and where their lists are cut.

    Attributes
    ----------
    members : list of RuleList
    length : int
        Snapshot at which all lists are cut.
    losses : ndarray
        Mean logarithmic loss of rows that members have not seen, for each snapshot.
    """

    members: list[RuleList]
    length: int
    losses: np.ndarray

    @property
    def n_rules(self) -> int:
        """Number of rules of a member, at most."""
        return SNAPSHOT * self.length


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
            n_rules=settings.rules_of_member(target.shape[1]),
            max_conditions=1 + number % settings.max_conditions,
            n_tried=n_tried,
            pool_share=settings.share_of_pool,
            penalty=settings.penalty,
            least_rows=settings.least_rows,
            revise_every=settings.revise_every,
        )
        shown = np.where(rows, weights, 0.0)
        shown *= weights.sum() / shown.sum()
        seed = int(rng.integers(2**63))
        jobs.append(partial(grow_member, binning, pool, target, shown, of_member, seed))
    members = run_jobs(jobs, n_jobs)
    losses = losses_unseen(members, target, weights, seen)
    return Committee(members, max(1, int(np.argmin(losses))), losses)


def losses_unseen(
    members: Sequence[RuleList],
    target: np.ndarray,
    weights: np.ndarray,
    seen: Sequence[np.ndarray],
) -> np.ndarray:
    """Loss of the committee at each length, every row answered by members without it."""
    n_lengths = members[0].votes.shape[0]
    losses = np.zeros(n_lengths)
    unseen = np.sum([~rows for rows in seen], axis=0)
    judged = (unseen > 0) & (weights > 0.0)
    for length in range(n_lengths):
        chances = np.zeros(target.shape)
        for member, rows in zip(members, seen, strict=True):
            chances[~rows] += softmax(member.scores(length))[~rows]
        mean = chances[judged] / unseen[judged, None]
        loss = -np.sum(target[judged] * np.log(np.maximum(mean, SMALLEST)), axis=1)
        losses[length] = np.average(loss, weights=weights[judged])
    return losses
