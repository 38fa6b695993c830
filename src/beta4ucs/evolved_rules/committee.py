"""The committee: several rule lists, each grown without one fold of the rows.

There are members of three kinds (`Settings.kinds`). Some ask about one feature per rule, so that
effects simply add up; others take rules of several conditions. The third kind has all its rules
from the beginning: slopes and values (`smooth_members.py`), or with many classes whole pools
(`weighed_pools.py`). The log odds of the committee are a mean of those of its members, in which
each kind has a share, pulled towards those of the shares of classes if that is closer to the truth.
So the committee is a sum of votes, too, as the final list is. How long the lists of each kind are,
how much each kind counts and how much all are pulled, is decided on rows that the respective member
has not seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np

from beta4ucs.evolved_rules.bins import Binning
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.member_arrays import MemberSettings
from beta4ucs.evolved_rules.members import RuleList, grow_member, searched_features
from beta4ucs.evolved_rules.pool import Pool
from beta4ucs.evolved_rules.settings import MemberKind, Settings
from beta4ucs.evolved_rules.smooth_members import smooth_member
from beta4ucs.evolved_rules.weighed_pools import WeighedPool, weigh_pool
from beta4ucs.voting.decisions import softmax
from beta4ucs.voting.voter import n_threads_of

Member = RuleList | WeighedPool

SMALLEST = 1e-9  # probability whose logarithm is taken
CONFIDENCES = np.arange(21) / 20
DOUBT = 2.0  # log loss gained on all unseen rows at which the members are followed half way
SHARES = np.arange(11) / 10
TIME_OF_MEMBERS = 0.7  # share of the time until which they may begin


class Group(NamedTuple):
    """Members of one kind.

    Attributes
    ----------
    members : sequence of RuleList or of WeighedPool
    numbers : sequence of int
        Which member each is of all; their folds and pools follow from it.
    length : int
        Snapshot at which their lists are cut.
    share : float
        How much the mean of their log odds counts in the committee.
    """

    members: Sequence[Member]
    numbers: Sequence[int]
    length: int
    share: float


class Committee(NamedTuple):
    """Members, where their lists are cut, and how much they count.

    Attributes
    ----------
    groups : tuple of Group
    loss : float
        Mean logarithmic loss of rows that members have not seen.
    prior : ndarray of shape (n_classes,)
        Shares of the classes.
    confidence : float
        How far probabilities go from the prior (0) to what the members say (1), in log odds.
    unseen : ndarray of shape (n_rows, n_classes)
        Probabilities of each row by the members that have not seen it; NaN where all have.
    """

    groups: tuple[Group, ...]
    loss: float
    prior: np.ndarray
    confidence: float
    unseen: np.ndarray

    def speakers(self) -> Iterator[tuple[Member, int, int, float]]:
        """Each member, its number, the snapshot at which it is cut, and its share."""
        for group in self.groups:
            for member, number in zip(group.members, group.numbers, strict=True):
                yield member, number, group.length, group.share / len(group.members)

    def conclude(self, mean: np.ndarray) -> np.ndarray:
        """From the mean of the members' probabilities to those of the committee."""
        return between(self.prior, mean, self.confidence)


def form_committee(
    binning: Binning,
    pools: Sequence[Pool],
    target: np.ndarray,
    weights: np.ndarray,
    seen: Sequence[np.ndarray],
    settings: Settings,
    rng: np.random.Generator,
    workers: Workers,
) -> Committee:
    """Grow the members, and choose how long their lists are and how much each kind counts.

    Parameters
    ----------
    binning : Binning
    pools : sequence of Pool
        What members may take rules from, by turns.
    target : ndarray of shape (n_rows, n_classes)
    weights : ndarray of shape (n_rows,)
    seen : sequence of ndarray of bool
        For each member the rows it is grown on; kind after kind, of each as many.
    settings : Settings
    rng : Generator
    workers : Workers
        Members are fewer where their time runs short.
    """
    kinds = settings.kinds(*target.shape)
    n_alike = len(seen) // len(kinds)
    jobs: list[Callable[[], Member]] = []
    for number, rows in enumerate(seen):
        kind, pool = kinds[number // n_alike], pools[number % len(pools)]
        n_features = len(searched_features(binning))
        shown = np.where(rows, weights, 0.0)
        shown *= weights.sum() / shown.sum()
        if kind.has_all:
            jobs.append(
                partial(weigh_pool, pool, target, shown, kind.penalty, settings.corrections_of_all)
            )
            continue
        if kind.is_smooth:
            jobs.append(partial(smooth_member, binning, target, shown, settings.least_rows))
            continue
        of_member = _member_settings(settings, kind, n_features, number % n_alike)
        unseen = np.where(rows, 0.0, weights)
        seed = int(rng.integers(2**63))
        jobs.append(partial(grow_member, binning, pool, target, shown, unseen, of_member, seed))
    members = _run(jobs, kinds, settings, workers)
    cuts = [
        _cuts(
            [one for one, _ in alike], [seen[n] for _, n in alike], target, weights, workers.n_jobs
        )
        for alike in members
    ]
    shares, chosen, mean = mixed_by([list(cut.values()) for cut in cuts], target, weights)
    groups = tuple(
        Group([one for one, _ in alike], [n for _, n in alike], list(cut)[choice], share)
        for alike, cut, choice, share in zip(members, cuts, chosen, shares, strict=True)
    )
    prior = (weights[:, None] * target).sum(axis=0) / weights.sum()
    confidence = _confidence(mean, prior, target, weights)
    unseen = between(prior, mean, confidence)
    return Committee(groups, mean_loss(mean, target, weights), prior, confidence, unseen)


def _run(
    jobs: Sequence[Callable[[], Member]],
    kinds: Sequence[MemberKind],
    settings: Settings,
    workers: Workers,
) -> list[list[tuple[Member, int]]]:
    """Grow one member of each kind by turns; return those of each kind, and their numbers.

    After the first turn, those with several conditions come first, in the order of how long they
    take, so that no worker waits long in the end.
    """
    n_kinds = len(kinds)
    n_alike = len(jobs) // n_kinds
    longest_first = sorted(range(n_alike), key=lambda turn: -_conditions(settings, turn))

    def begins(number: int) -> tuple[bool, int, int]:
        kind, turn = divmod(number, n_alike)
        is_long = not (kinds[kind].is_single or kinds[kind].is_smooth)
        return turn > 0, longest_first.index(turn) if is_long else turn + 2, -kind

    order = sorted(range(n_kinds * n_alike), key=begins)
    grown = workers.run(
        [jobs[number] for number in order], "rule lists", until=TIME_OF_MEMBERS, least=n_kinds
    )
    alike: list[list[tuple[Member, int]]] = [[] for _ in kinds]
    done = zip(order, grown, strict=False)  # the last may not have been begun
    for number, one in sorted(done, key=lambda pair: pair[0]):
        alike[number // n_alike].append((one, number))
    return alike


def _member_settings(
    settings: Settings, kind: MemberKind, n_features: int, number: int
) -> MemberSettings:
    """What a member does; those of one kind differ in how many conditions a rule may have."""
    return MemberSettings(
        n_rules=kind.n_rules,
        max_conditions=1 if kind.is_single else _conditions(settings, number),
        n_tried=min(n_features, max(2, math.ceil(settings.share_of_features * n_features))),
        pool_share=0.0 if kind.is_single else settings.share_of_pool,
        penalty=kind.penalty,
        least_rows=settings.least_rows,
        revise_every=settings.revise_every,
        patience=settings.patience,
    )


def _conditions(settings: Settings, number: int) -> int:
    """The most conditions of a rule in a member that takes several."""
    return min(settings.max_conditions, 2 + number % 4)


def _cuts(
    members: Sequence[Member],
    seen: Sequence[np.ndarray],
    target: np.ndarray,
    weights: np.ndarray,
    n_jobs: int | None,
) -> dict[int, np.ndarray]:
    """Means on unseen rows by the length of the lists: the best one, or all that may be mixed."""
    if isinstance(members[0], WeighedPool):
        lengths = range(1, members[0].n_snapshots + 1)
        return {length: means_unseen(members, seen, length) for length in lengths}
    length, mean = best_length(members, seen, target, weights, n_jobs)
    return {length: mean}


def best_length(
    members: Sequence[Member],
    seen: Sequence[np.ndarray],
    target: np.ndarray,
    weights: np.ndarray,
    n_jobs: int | None = None,
) -> tuple[int, np.ndarray]:
    """Return the length of lists with the least loss on unseen rows, and the means there."""
    longest = max(member.n_snapshots for member in members)
    with ThreadPoolExecutor(n_threads_of(n_jobs)) as threads:
        means = list(threads.map(partial(means_unseen, members, seen), range(1, longest + 1)))
    losses = [mean_loss(mean, target, weights) for mean in means]
    best = int(np.argmin(losses))
    return best + 1, means[best]


def means_unseen(members: Sequence[Member], seen: Sequence[np.ndarray], length: int) -> np.ndarray:
    """Probabilities of each row by the mean log odds of the members without it; NaN without any."""
    log_odds: np.ndarray = np.zeros((len(seen[0]), len(members[0].start(0))))
    for member, rows in zip(members, seen, strict=True):
        log_odds[~rows] += member.scores(length, ~rows)
    n_unseen = np.sum([~rows for rows in seen], axis=0)
    mean = np.full_like(log_odds, np.nan)
    np.divide(log_odds, n_unseen[:, None], out=mean, where=n_unseen[:, None] > 0)
    return softmax(mean)


def mixed_by(
    means: Sequence[Sequence[np.ndarray]], target: np.ndarray, weights: np.ndarray
) -> tuple[list[float], list[int], np.ndarray]:
    """Return how much each kind counts, which of its means is taken, and the mixture.

    One kind after the other is added. Rows that both have an answer for decide. In a hurry there
    may be none; then all count alike. A later mean of a kind is taken if it gains more than chance.
    """
    shares, chosen, mixture = [1.0], [0], means[0][0]
    for number, choices in enumerate(means[1:], start=1):
        kept, choice = number / (number + 1), 0
        if np.any(weights[~np.isnan(mixture[:, 0] + choices[0][:, 0])] > 0.0):
            losses = [
                [
                    mean_loss(between(mean, mixture, share), target, weights)
                    + doubt * DOUBT / weights.sum()
                    for share in SHARES
                ]
                for doubt, mean in enumerate(choices)
            ]
            choice, place = divmod(int(np.argmin(losses)), len(SHARES))
            kept = float(SHARES[place])
        mean = choices[choice]
        shares, chosen = [*(kept * share for share in shares), 1.0 - kept], [*chosen, choice]
        either = np.where(np.isnan(mixture), mean, mixture)
        both = between(mean, mixture, kept)
        mixture = np.where(np.isnan(both), either, both)
    return shares, chosen, mixture


def mean_loss(chances: np.ndarray, target: np.ndarray, weights: np.ndarray) -> float:
    """Mean logarithmic loss of the rows that have an answer."""
    judged = ~np.isnan(chances[:, 0]) & (weights > 0.0)
    loss = -np.sum(target[judged] * np.log(np.maximum(chances[judged], SMALLEST)), axis=1)
    return float(np.average(loss, weights=weights[judged]))


def between(near: np.ndarray, far: np.ndarray, share: float) -> np.ndarray:
    """Go a share of the way from some probabilities to others, in log odds."""
    if share == 1.0:
        return far
    start, end = (np.log(np.maximum(chances, SMALLEST)) for chances in (near, far))
    return softmax(share * end + (1.0 - share) * start)


def _confidence(
    mean: np.ndarray, prior: np.ndarray, target: np.ndarray, weights: np.ndarray
) -> float:
    """Judge by unseen rows how far the members are to be followed.

    Half of what the rows advise, as more members answer a new row than one of these; and less
    the less they have gained in all, since lengths and shares were chosen on the same rows.
    """
    losses = [mean_loss(between(prior, mean, share), target, weights) for share in CONFIDENCES]
    best = CONFIDENCES[::-1][int(np.argmin(losses[::-1]))]
    gained = float(weights.sum() * (losses[0] - min(losses)))
    advised = (1.0 + best) / 2.0
    return float(advised * gained / (gained + DOUBT))
