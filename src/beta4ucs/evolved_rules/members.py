"""A member of the committee: a list of rules, grown one by one, with votes for every class.

Each new rule is the one that improves the list most on the member's rows: a rule of the pool, or
one that the search for conditions puts together. Whenever a few have come in, the votes of all are
revised. Votes are free vectors here; only the list that comes out in the end has one weight a rule.

With several classes a new rule asks a question about one of them, drawn by how much of the loss it
still has; its votes are for all.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, NamedTuple

import numpy as np
from numba import types

from beta4ucs.evolved_rules.bins import BINS_TYPE, Binning
from beta4ucs.evolved_rules.condition_search import (
    CONDITION,
    FEATURE,
    SEARCH_TYPE,
    Search,
    best_condition,
    gain_of,
    meets,
)
from beta4ucs.evolved_rules.scores import scores_of
from beta4ucs.kernels import compiled
from beta4ucs.kernels.arithmetic import exp, log
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, new_stream, random
from beta4ucs.learning.records import allocate, floats, ints, record_type

MOST_CONDITIONS = 5  # that the arrays have room for
SNAPSHOT = 5  # rules after which votes are kept, so that the list can be cut there later
BETTER = 1.001  # factor by which another condition must be better to replace one
BROAD = 0.5  # share of the rows from which on a rule's degrees are taken from their mean
LEAST_CRISP = 0.02
RARELY = 8  # a long list is revised when it has grown by this part of it
FLAT = 1e-9
START = 0  # the first row of rules is no rule: it matches all rows, and its votes are the start


class MemberSettings(NamedTuple):
    """What differs between members, and what does not."""

    n_rules: int
    max_conditions: int
    n_tried: int  # features that the search looks at for each rule
    pool_share: float  # share of the pool that is looked at for each rule
    penalty: float  # on squared votes
    least_rows: float  # that a rule must match
    revise_every: int  # so many rules, or a part of the list, the votes of all are revised
    patience: int  # snapshots without a smaller loss on unseen rows, before the list ends


class Pool(NamedTuple):
    """Degrees of the pool's rules, column by column: rows and degrees from `first[rule]` on."""

    first: Annotated[np.ndarray, ints("pool_ends")]
    row: Annotated[np.ndarray, ints("matches")]
    degree: Annotated[np.ndarray, floats("matches")]


class Member(NamedTuple):
    """The list so far, what it predicts, and work space."""

    target: Annotated[np.ndarray, floats("rows", "classes")]
    unseen: Annotated[np.ndarray, floats("rows")]  # weights of rows that it is not grown on
    score: Annotated[np.ndarray, floats("rows", "classes")]  # log odds
    chance: Annotated[np.ndarray, floats("rows", "classes")]  # their softmax
    degree: Annotated[np.ndarray, floats("rules", "rows")]  # less the centre
    centre: Annotated[np.ndarray, floats("rules")]  # mean degree of a broad rule, otherwise 0
    crispness: Annotated[np.ndarray, floats("rules")]  # spread over that of an interval
    vote: Annotated[np.ndarray, floats("rules", "classes")]
    snapshot: Annotated[np.ndarray, floats("snapshots", "rules", "classes")]
    source: Annotated[np.ndarray, ints("rules")]  # the rule of the pool, or -1
    n_conditions: Annotated[np.ndarray, ints("rules")]
    condition: Annotated[np.ndarray, ints("rules", MOST_CONDITIONS, CONDITION)]
    draft: Annotated[np.ndarray, ints(MOST_CONDITIONS, CONDITION)]
    draft_degree: Annotated[np.ndarray, floats("rows")]
    other_degree: Annotated[np.ndarray, floats("rows")]
    slope: Annotated[np.ndarray, floats("classes")]
    curve: Annotated[np.ndarray, floats("classes")]


SETTINGS_TYPE = record_type(MemberSettings)
POOL_TYPE = record_type(Pool)
MEMBER_TYPE = record_type(Member)
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
        As they were after every fifth rule.
    starts : ndarray of shape (n_snapshots, n_classes)
        Of a list whose broad rules have centred degrees; see `start`.
    degree : ndarray of shape (n_rules, n_rows)
        Less `centre`.
    centre : ndarray of shape (n_rules,)
        Mean degree of a broad rule, 0 for others.
    """

    source: np.ndarray
    n_conditions: np.ndarray
    condition: np.ndarray
    votes: np.ndarray
    starts: np.ndarray
    degree: np.ndarray
    centre: np.ndarray

    def start(self, length: int) -> np.ndarray:
        """Log odds of a row that no rule matches, at one of the snapshots."""
        start = self.starts[length].copy()
        for rule in range(min(SNAPSHOT * length, len(self.source))):
            start -= self.centre[rule] * self.votes[length, rule]
        return start

    @property
    def n_snapshots(self) -> int:
        """Number of snapshots after which the list is as it is in the end; at least one."""
        return max(1, -(-len(self.source) // SNAPSHOT))

    def scores(self, length: int, rows: np.ndarray) -> np.ndarray:
        """Log odds of some rows by the list as it was at one of its snapshots."""
        n_rules = min(SNAPSHOT * length, len(self.source))
        told = self.votes[length, :n_rules], self.starts[length]
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
    )


def searched_features(binning: Binning) -> np.ndarray:
    """Features that the search may ask about; all if none, and it finds nothing."""
    found = np.flatnonzero(binning.bins.n_bins > 0)
    return found if len(found) else np.arange(len(binning.cuts))


def new_pool(columns: Sequence[tuple[np.ndarray, np.ndarray]]) -> Pool:
    """Lay out a pool; a column is the rows that a rule matches, and its degrees there."""
    first = np.cumsum([0, *(len(rows) for rows, _ in columns)])
    row = np.concatenate([np.empty(0, np.int64), *(rows for rows, _ in columns)])
    degree = np.concatenate([np.empty(0), *(degrees for _, degrees in columns)])
    return Pool(first.astype(np.int64), row, degree)


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


@kernel
def ask_question(member, search, rng):
    """Draw a class by the loss it has; its derivatives are what the next rule is judged by."""
    n_rows, n_classes = member.target.shape
    total = 0.0
    for label in range(n_classes):
        member.slope[label] = 0.0
        for row in range(n_rows):
            wrong = member.chance[row, label] - member.target[row, label]
            member.slope[label] += search.weight[row] * abs(wrong)
        total += member.slope[label]
    draw = random(rng) * total
    chosen = 0
    while chosen < n_classes - 1 and draw >= member.slope[chosen]:
        draw -= member.slope[chosen]
        chosen += 1
    search.whole[0] = 0.0
    for row in range(n_rows):
        chance = member.chance[row, chosen]
        weight = search.weight[row]
        search.slope[row] = weight * (chance - member.target[row, chosen])
        search.curve[row] = weight * 2.0 * chance * (1.0 - chance)
        search.whole[0] += search.curve[row]


@kernel
def draw_features(features, n, rng):
    """Put n features, drawn without replacement, in front."""
    for i in range(n):
        other = i + below(rng, features.shape[0] - i)
        drawn = features[other]
        features[other] = features[i]
        features[i] = drawn


@kernel
def search_rule(member, search, bins, shape_rows, settings):
    """Put conditions together one by one, replacing earlier ones; return their number and gain."""
    degree = member.draft_degree
    for row in range(degree.shape[0]):
        degree[row] = 1.0
    for feature in range(search.is_used.shape[0]):
        search.is_used[feature] = 0
    size = 0
    best = 0.0
    while size < settings.max_conditions:
        gain = best_condition(
            search, bins, degree, settings.n_tried, settings.penalty, settings.least_rows, best
        )
        if gain <= best:
            break
        best = gain
        put(member, search, size)
        size += 1
        set_degree(member, bins, shape_rows, size, -1, degree)
        for place in range(size - 1):
            best = replace(member, search, bins, shape_rows, settings, size, place, best)
    return size, best


@kernel
def put(member, search, place):
    """Copy the condition that was found into the draft."""
    for i in range(search.found.shape[0]):
        member.draft[place, i] = search.found[i]
    search.is_used[search.found[FEATURE]] = 1


@kernel
def set_degree(member, bins, shape_rows, size, left_out, degree):
    """Write the degrees of the draft, one condition left out or none."""
    for row in range(degree.shape[0]):
        product = 1.0
        for place in range(size):
            if place != left_out and product > 0.0:
                product *= meets(bins, shape_rows, member.draft[place], row)
        degree[row] = product


@kernel
def replace(member, search, bins, shape_rows, settings, size, place, best):
    """Look for a better condition in the place of one; return the gain of the draft then."""
    feature = member.draft[place, FEATURE]
    set_degree(member, bins, shape_rows, size, place, member.other_degree)
    search.is_used[feature] = 0
    floor = best * BETTER
    gain = best_condition(
        search, bins, member.other_degree, settings.n_tried, settings.penalty,
        settings.least_rows, floor,
    )  # fmt: skip
    if gain <= floor:
        search.is_used[feature] = 1
        return best
    put(member, search, place)
    set_degree(member, bins, shape_rows, size, -1, member.draft_degree)
    return gain


@kernel
def best_of_pool(pool, search, settings, floor, rng):
    """Return the rule of the pool with the largest gain above the floor, or -1."""
    best = floor
    chosen = -1
    for rule in range(pool.first.shape[0] - 1):
        if random(rng) >= settings.pool_share:
            continue
        slope = 0.0
        curve = 0.0
        cross = 0.0
        rows = 0.0
        for i in range(pool.first[rule], pool.first[rule + 1]):
            row, degree = pool.row[i], pool.degree[i]
            slope += degree * search.slope[row]
            curve += degree * degree * search.curve[row]
            cross += degree * search.curve[row]
            rows += degree * search.weight[row]
        gain = gain_of(slope, curve, cross, search.whole[0], settings.penalty)
        if rows >= settings.least_rows and gain > best:
            best = gain
            chosen = rule
    return chosen


@kernel
def take_from_pool(member, pool, rule, place):
    """Append a rule of the pool to the list."""
    member.source[place] = rule
    for i in range(pool.first[rule], pool.first[rule + 1]):
        member.degree[place, pool.row[i]] = pool.degree[i]


@kernel
def take_draft(member, size, place):
    """Append the draft to the list."""
    member.source[place] = -1
    member.n_conditions[place] = size
    for i in range(size):
        for k in range(member.draft.shape[1]):
            member.condition[place, i, k] = member.draft[i, k]
    for row in range(member.draft_degree.shape[0]):
        member.degree[place, row] = member.draft_degree[row]


@kernel
def centre_degrees(member, weight, rule):
    """Take the degrees of a broad rule from their mean, so that its votes leave the start alone."""
    degree = member.degree[rule]
    whole = 0.0
    matched = 0.0
    mean = 0.0
    square = 0.0
    for row in range(degree.shape[0]):
        whole += weight[row]
        mean += weight[row] * degree[row]
        square += weight[row] * degree[row] * degree[row]
        if degree[row] > 0.0:
            matched += weight[row]
    mean /= whole
    spread = square / whole - mean * mean
    member.crispness[rule] = max(spread / max(mean * (1.0 - mean), FLAT), LEAST_CRISP)
    member.centre[rule] = mean if matched > BROAD * whole else 0.0
    for row in range(degree.shape[0]):
        degree[row] -= member.centre[rule]


@kernel
def revise_all(member, weight, n, penalty):
    """Revise the start and the votes of all rules, the newest first."""
    revise(member, weight, START, 0.0)
    for i in range(n - 1):
        revise(member, weight, n - 1 - i, penalty)


@kernel
def revise(member, weight, rule, penalty):
    """Take a Newton step with a rule's votes; 2 p (1 - p) bounds the curvature of a softmax."""
    n_rows, n_classes = member.target.shape
    slope, curve = member.slope, member.curve
    penalty *= member.crispness[rule]
    for label in range(n_classes):
        slope[label] = penalty * member.vote[rule, label]
        curve[label] = penalty + 1e-9
    for row in range(n_rows):
        degree = member.degree[rule, row]
        if degree != 0.0 and weight[row] > 0.0:
            for label in range(n_classes):
                chance = member.chance[row, label]
                by_degree = weight[row] * degree
                slope[label] += by_degree * (chance - member.target[row, label])
                curve[label] += by_degree * degree * 2.0 * chance * (1.0 - chance)
    for label in range(n_classes):
        slope[label] = -slope[label] / curve[label]
        member.vote[rule, label] += slope[label]
    for row in range(n_rows):
        degree = member.degree[rule, row]
        if degree != 0.0:
            for label in range(n_classes):
                member.score[row, label] += degree * slope[label]
            set_chances(member.score, member.chance, row)


@kernel
def update_chances(member):
    """Turn the scores of all rows into probabilities."""
    for row in range(member.score.shape[0]):
        set_chances(member.score, member.chance, row)


@kernel
def set_chances(score, chance, row):
    """Turn the scores of a row into probabilities: their softmax."""
    highest = score[row, 0]
    for label in range(1, score.shape[1]):
        highest = max(highest, score[row, label])
    total = 0.0
    for label in range(score.shape[1]):
        gap = score[row, label] - highest
        chance[row, label] = exp(gap) if gap < 0.0 else 1.0
        total += chance[row, label]
    for label in range(score.shape[1]):
        chance[row, label] /= total


@kernel
def keep_snapshot(member, place, n):
    """Keep the votes of the first n rules."""
    for rule in range(n):
        for label in range(member.vote.shape[1]):
            member.snapshot[place, rule, label] = member.vote[rule, label]
