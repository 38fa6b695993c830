"""The best further condition of a rule: every interval, slope and set of values, from sums in bins.

A rule with degree d improves what its list predicts, to second order of the logarithmic loss, by

    gain = (sum_i d_i g_i)^2 / (spread + penalty * crispness)
    spread = sum_i d_i^2 h_i - (sum_i d_i h_i)^2 / sum_i h_i

where g_i and h_i are the first and second derivative of the loss of row i: the start of the list
moves with the rule, so only what d varies by counts. A slope varies less than an interval does, and
needs larger votes for the same effect; crispness, the spread over that of an interval with as
many rows, keeps the penalty from favouring steps over slopes.

A further condition multiplies d by its membership. One pass over the rows gives the sums of d g,
d^2 h, d h and d in every bin of a feature; from them the gain of any condition on that feature
follows without the rows.
"""

from typing import Annotated, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.bins import N_BINS
from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.records import floats, ints, record_type

# A condition is five whole numbers.
FEATURE = 0
SHAPE = 1  # a slope, or -1
FIRST = 2  # first bin of an interval
LAST = 3  # its last bin
VALUES = 4  # a set: values of a category, or "known" (1) and "unknown" (2) of a number; -1: all
CONDITION = 5

ALL_VALUES = -1
KNOWN, UNKNOWN = 1, 2  # bits of the set that a number has if it can be missing

# Columns of sums.
SLOPE, CURVE, CROSS, ROWS = 0, 1, 2, 3
FLAT = 1e-9  # share of all curvature below which a rule has no spread


class Search(NamedTuple):
    """What the search reads of rows, and its work space."""

    slope: Annotated[np.ndarray, floats("rows")]  # g, times the row's weight
    curve: Annotated[np.ndarray, floats("rows")]  # h, times the row's weight
    weight: Annotated[np.ndarray, floats("rows")]
    features: Annotated[np.ndarray, ints("features")]  # the first `n_tried` are looked at
    is_used: Annotated[np.ndarray, ints("features")]  # 1 if the rule asks about it already
    matched: Annotated[np.ndarray, ints("rows")]  # rows with d > 0
    sums: Annotated[np.ndarray, floats("rows", 4)]  # what each of them adds to its bin
    in_bins: Annotated[np.ndarray, floats(N_BINS + 2, 4)]  # last: rows that meet every condition
    order: Annotated[np.ndarray, ints(N_BINS)]  # bins of a category by their ratio
    total: Annotated[np.ndarray, floats(4)]  # sums over some bins
    whole: Annotated[np.ndarray, floats(1)]  # sum of the curvature of all rows
    ratio: Annotated[np.ndarray, floats(N_BINS)]
    found: Annotated[np.ndarray, ints(CONDITION)]


SEARCH_TYPE = record_type(Search)


@kernel
def best_condition(search, bins, degree, n_tried, penalty, least_rows, floor):
    """Write the condition with the largest gain above `floor` to `found`; return that gain."""
    n_matched = list_matched(search, degree)
    best = floor
    for i in range(n_tried):
        feature = search.features[i]
        if search.is_used[feature] != 0 or bins.n_bins[feature] < 1:
            continue
        sum_in_bins(search.in_bins, search.matched, search.sums, bins.place, feature, n_matched)
        if bins.is_category[feature] != 0:
            best = best_set(search, bins, feature, penalty, least_rows, best)
        else:
            best = best_interval(search, bins, feature, penalty, least_rows, best)
            best = best_slope(search, bins, feature, penalty, least_rows, best)
    return best


@kernel
def list_matched(search, degree):
    """List the rows that the rule matches, with what they add to sums; return their number."""
    n = 0
    for row in range(degree.shape[0]):
        d = degree[row]
        if d > 0.0 and search.weight[row] > 0.0:
            search.matched[n] = row
            search.sums[n, SLOPE] = d * search.slope[row]
            search.sums[n, CURVE] = d * d * search.curve[row]
            search.sums[n, CROSS] = d * search.curve[row]
            search.sums[n, ROWS] = d * search.weight[row]
            n += 1
    return n


@kernel
def sum_in_bins(in_bins, matched, sums, place, feature, n_matched):
    """Add up what rows add, bin by bin; -1, the place of rows that match all, is the last bin."""
    for bin_ in range(in_bins.shape[0]):
        for column in range(in_bins.shape[1]):
            in_bins[bin_, column] = 0.0
    for i in range(n_matched):
        bin_ = int(place[feature, matched[i]])
        if bin_ < 0:
            bin_ = N_BINS + 1
        for column in range(in_bins.shape[1]):
            in_bins[bin_, column] += sums[i, column]


@kernel
def gain_of(slope, curve, cross, whole, penalty):
    """Return how much a rule with these sums improves the list, its start moving along."""
    if whole <= 0.0:  # nothing is left to be said
        return 0.0
    spread = curve - cross * cross / whole
    of_interval = cross * (1.0 - cross / whole)
    if spread <= FLAT * whole or of_interval <= FLAT * whole:
        return 0.0
    return slope * slope / (spread * (1.0 + penalty / of_interval))


@kernel
def begin_sums(search):
    """Start sums over bins with the rows that meet every condition."""
    for column in range(search.total.shape[0]):
        search.total[column] = search.in_bins[N_BINS + 1, column]


@kernel
def add_bin(search, bin_, degree):
    """Add a bin whose rows have this degree."""
    total, sums = search.total, search.in_bins
    total[SLOPE] += degree * sums[bin_, SLOPE]
    total[CURVE] += degree * degree * sums[bin_, CURVE]
    total[CROSS] += degree * sums[bin_, CROSS]
    total[ROWS] += degree * sums[bin_, ROWS]


@kernel
def gain_of_total(search, penalty, least_rows):
    """Return the gain of the sums, or 0 if they are of too few rows."""
    total = search.total
    if total[ROWS] < least_rows:
        return 0.0
    return gain_of(total[SLOPE], total[CURVE], total[CROSS], search.whole[0], penalty)


@kernel
def note(found, feature, shape, first, last, values):
    """Write down a condition."""
    found[FEATURE] = feature
    found[SHAPE] = shape
    found[FIRST] = first
    found[LAST] = last
    found[VALUES] = values


@kernel
def best_interval(search, bins, feature, penalty, least_rows, best):
    """Try every stretch of bins, without and with unknown numbers; and whether it is known."""
    n_bins = bins.n_bins[feature]
    can_be_unknown = bins.has_unknown[feature] != 0
    values = KNOWN if can_be_unknown else ALL_VALUES
    for first in range(n_bins):
        begin_sums(search)
        for last in range(first, n_bins):
            add_bin(search, last, 1.0)
            is_whole = first == 0 and last == n_bins - 1
            if is_whole and not can_be_unknown:
                continue
            gain = gain_of_total(search, penalty, least_rows)
            if gain > best:
                best = gain
                note(search.found, feature, -1, first, last, values)
            if can_be_unknown and not is_whole:
                add_bin(search, n_bins, 1.0)
                gain = gain_of_total(search, penalty, least_rows)
                for column in range(search.total.shape[0]):
                    search.total[column] -= search.in_bins[n_bins, column]
                if gain > best:
                    best = gain
                    note(search.found, feature, -1, first, last, ALL_VALUES)
    if can_be_unknown:
        for column in range(search.total.shape[0]):
            search.total[column] = 0.0
        add_bin(search, n_bins, 1.0)
        gain = gain_of_total(search, penalty, least_rows)
        if gain > best:
            best = gain
            note(search.found, feature, -1, 0, n_bins - 1, UNKNOWN)
    return best


@kernel
def best_slope(search, bins, feature, penalty, least_rows, best):
    """Try the slopes of a number, with the mean membership of each bin."""
    n_bins = bins.n_bins[feature]
    values = KNOWN if bins.has_unknown[feature] != 0 else ALL_VALUES
    for shape in range(bins.first_shape[feature], bins.first_shape[feature + 1]):
        begin_sums(search)
        for bin_ in range(n_bins):
            add_bin(search, bin_, bins.shape_degree[shape, bin_])
        gain = gain_of_total(search, penalty, least_rows)
        if gain > best:
            best = gain
            note(search.found, feature, shape, 0, n_bins - 1, values)
    return best


@kernel
def best_set(search, bins, feature, penalty, least_rows, best):
    """Try sets of values from both ends of their order by ratio."""
    n = order_bins(search, bins.n_bins[feature], penalty)
    for end in range(2):
        begin_sums(search)
        values = 0
        for i in range(n - 1):
            bin_ = search.order[i if end == 0 else n - 1 - i]
            add_bin(search, bin_, 1.0)
            values |= BIT[bin_]
            gain = gain_of_total(search, penalty, least_rows)
            if gain > best:
                best = gain
                note(search.found, feature, -1, 0, 0, values)
    return best


@kernel
def order_bins(search, n_bins, penalty):
    """Sort the bins that have rows by their ratio of sums; return their number."""
    n = 0
    for bin_ in range(n_bins):
        if search.in_bins[bin_, ROWS] > 0.0:
            ratio = search.in_bins[bin_, SLOPE] / (search.in_bins[bin_, CURVE] + penalty)
            at = n
            while at > 0 and search.ratio[at - 1] > ratio:
                search.ratio[at] = search.ratio[at - 1]
                search.order[at] = search.order[at - 1]
                at -= 1
            search.ratio[at] = ratio
            search.order[at] = bin_
            n += 1
    return n


@kernel
def meets(bins, shape_rows, condition, row):
    """Return the membership of a row in a condition."""
    feature = condition[FEATURE]
    bin_ = int(bins.place[feature, row])
    if bin_ < 0:
        return 1.0
    if bins.is_category[feature] != 0:
        return 1.0 if condition[VALUES] & BIT[bin_] != 0 else 0.0
    if bin_ >= bins.n_bins[feature]:  # unknown; all values are in -1, too
        return 1.0 if condition[VALUES] & UNKNOWN != 0 else 0.0
    if condition[VALUES] & KNOWN == 0:
        return 0.0
    if condition[SHAPE] >= 0:
        return float(shape_rows[condition[SHAPE], row])
    return 1.0 if condition[FIRST] <= bin_ <= condition[LAST] else 0.0
