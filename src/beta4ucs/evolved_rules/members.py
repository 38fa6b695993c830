"""A member of the committee: a list of rules, grown one by one, with votes for every class.

Each new rule is the one that improves the list most on the member's rows: a rule of the pool, or
one that the search for conditions puts together. Whenever a few have come in, the votes of all are
revised. Votes are free vectors here; only the list that comes out in the end has one weight a rule.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import types

from beta4ucs.evolved_rules.bins import BINS_TYPE, Binning
from beta4ucs.evolved_rules.condition_search import SEARCH_TYPE, Search
from beta4ucs.evolved_rules.member_arrays import (
    MEMBER_TYPE,
    SETTINGS_TYPE,
    SNAPSHOT,
    START,
    Member,
    MemberSettings,
)
from beta4ucs.evolved_rules.member_votes import (
    centre_degrees,
    keep_snapshot,
    revise,
    revise_all,
    update_chances,
)
from beta4ucs.evolved_rules.next_rule import (
    ask_question,
    best_of_pool,
    draw_features,
    search_rule,
    take_draft,
    take_from_pool,
)
from beta4ucs.evolved_rules.pool import POOL_TYPE, Pool
from beta4ucs.evolved_rules.scores import scores_of
from beta4ucs.kernels import compiled
from beta4ucs.kernels.arithmetic import log
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.records import allocate

RARELY = 8  # a long list is revised when it has grown by this part of it

_STREAM = types.Array(types.uint64, 1, "C")
_SHAPE_ROWS = types.Array(types.float32, 2, "C")
GROW_SIGNATURE = types.int64(
    MEMBER_TYPE, SEARCH_TYPE, BINS_TYPE, _SHAPE_ROWS, POOL_TYPE, SETTINGS_TYPE, _STREAM
)


class RuleList(NamedTuple):
    """A member that has been grown.

    Attributes
    ----------
    source : ndarray of shape (n_rules,)
        Index of the rule in the pool, -1 for one that was searched.
    n_conditions : ndarray of shape (n_rules,)
    condition : ndarray of shape (n_rules, 5, 5)
        Of searched rules, see `condition_search.py`.
    votes : ndarray of shape (n_snapshots, n_rules, n_classes)
        As they were after every fifth rule, or with each penalty (`smooth_members.py`).
    starts : ndarray of shape (n_snapshots, n_classes)
        Of a list whose broad rules have centred degrees; see `start`.
    degree : ndarray of shape (n_rules, n_rows)
        Less `centre`.
    centre : ndarray of shape (n_rules,)
        Mean degree of a broad rule, 0 for others.
    sizes : ndarray of shape (n_snapshots,)
        How many of the rules each list has.
    n_snapshots : int
        After so many, at least one, the list is as it is in the end.
    """

    source: np.ndarray
    n_conditions: np.ndarray
    condition: np.ndarray
    votes: np.ndarray
    starts: np.ndarray
    degree: np.ndarray
    centre: np.ndarray
    sizes: np.ndarray
    n_snapshots: int

    def start(self, length: int) -> np.ndarray:
        """Log odds of a row that no rule matches, at one of the snapshots."""
        start = self.starts[length].copy()
        for rule in range(self.sizes[length]):
            start -= self.centre[rule] * self.votes[length, rule]
        return start

    def votes_at(self, length: int) -> np.ndarray:
        """Votes of the first rules, as they were at one of the snapshots."""
        return self.votes[length, : self.sizes[length]]

    def scores(self, length: int, rows: np.ndarray) -> np.ndarray:
        """Log odds of some rows by the list as it was at one of its snapshots."""
        told = self.votes_at(length), self.starts[length]
        return scores_of(self.degree, np.flatnonzero(rows), *told)


def grow_member(
    binning: Binning,
    pool: Pool,
    target: np.ndarray,
    weights: np.ndarray,
    unseen: np.ndarray,
    settings: MemberSettings,
    seed: int,
) -> RuleList:
    """Grow a list of rules on the rows with positive weight.

    Parameters
    ----------
    binning : Binning
    pool : Pool
    target : ndarray of shape (n_rows, n_classes)
        Rows sum to 1.
    weights : ndarray of shape (n_rows,)
    unseen : ndarray of shape (n_rows,)
        Weights of rows that say when the list is long enough.
    settings : MemberSettings
    seed : int
    """
    n_rows, n_classes = target.shape
    n_features = len(binning.cuts)
    lengths = {
        "rows": n_rows,
        "classes": n_classes,
        "features": n_features,
        "rules": settings.n_rules + 1,
        "snapshots": settings.n_rules // SNAPSHOT + 1,
    }
    member, search = allocate(Member, lengths), allocate(Search, lengths)
    member.target[:] = target
    member.unseen[:] = unseen
    member.degree[START] = 1.0
    search.weight[:] = weights
    search = search._replace(features=searched_features(binning))
    grow = _compile_grow()
    stream = new_stream(seed)
    n = int(grow(member, search, binning.bins, binning.shape_rows, pool, settings, stream))
    rules = slice(1, n)
    return RuleList(
        source=member.source[rules],
        n_conditions=member.n_conditions[rules],
        condition=member.condition[rules],
        votes=member.snapshot[:, rules],
        starts=member.snapshot[:, START],
        degree=member.degree[rules],
        centre=member.centre[rules],
        sizes=np.minimum(SNAPSHOT * np.arange(len(member.snapshot)), n - 1),
        n_snapshots=max(1, -(-(n - 1) // SNAPSHOT)),
    )


def searched_features(binning: Binning) -> np.ndarray:
    """Features that the search may ask about; all if none, and it finds nothing."""
    found = np.flatnonzero(binning.bins.n_bins > 0)
    return found if len(found) else np.arange(len(binning.cuts))


@cache
def _compile_grow():
    folder = compiled.kernel_folder("votes", "evolved_rules")
    compiled.announce_compilation(folder, "grow_list", "the kernels of learned votes")
    return compiled.compile_cached(grow_list, GROW_SIGNATURE, folder, is_entry=True)


def grow_list(member, search, bins, shape_rows, pool, settings, rng):
    """Add rules while they help; return their number, the start included."""
    update_chances(member)
    for _ in range(8):
        revise(member, search.weight, START, 0.0)
    keep_snapshot(member, 0, 1)
    n = 1
    least_loss = unseen_loss(member)
    best_place = 0
    revised = 1
    while n < member.degree.shape[0]:
        ask_question(member, search, rng)
        draw_features(search.features, settings.n_tried, rng)
        size, gain = search_rule(member, search, bins, shape_rows, settings)
        rule = best_of_pool(pool, search, settings, gain, rng)
        if rule < 0 and size == 0:
            break
        if rule >= 0:
            take_from_pool(member, pool, rule, n)
        else:
            take_draft(member, size, n)
        centre_degrees(member, search.weight, n)
        n += 1
        revise(member, search.weight, n - 1, settings.penalty)
        if n - revised >= max(settings.revise_every, n // RARELY):
            revise_all(member, search.weight, n, settings.penalty)
            revised = n
        if (n - 1) % SNAPSHOT == 0:
            place = (n - 1) // SNAPSHOT
            keep_snapshot(member, place, n)
            loss = unseen_loss(member)
            if loss < least_loss:
                least_loss = loss
                best_place = place
            elif place - best_place >= settings.patience:
                break
    for place in range((n - 1) // SNAPSHOT + 1, member.snapshot.shape[0]):
        keep_snapshot(member, place, n)
    return n


@kernel
def unseen_loss(member):
    """Return the logarithmic loss on the rows that the list is not grown on."""
    total = 0.0
    for row in range(member.unseen.shape[0]):
        if member.unseen[row] > 0.0:
            for label in range(member.target.shape[1]):
                if member.target[row, label] > 0.0:
                    chance = max(member.chance[row, label], 1e-9)
                    total -= member.unseen[row] * member.target[row, label] * log(chance)
    return total
