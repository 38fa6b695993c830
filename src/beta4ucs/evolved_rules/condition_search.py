"""The best further condition of a rule: every interval, slope and set of values, from sums in bins.

A rule with degree d improves what its list predicts, to second order of the logarithmic loss, by

    gain = (sum_i d_i g_i)^2 / (sum_i d_i^2 h_i + penalty)

where g_i and h_i are the first and second derivative of the loss of row i. A further condition
multiplies d by its membership. One pass over the rows gives the sums of d g, d^2 h and d in every
bin of a feature; from them the gain of any condition on that feature follows without the rows.
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
SLOPE, CURVE, ROWS = 0, 1, 2


class Search(NamedTuple):
    """What the search reads of rows, and its work space."""

    slope: Annotated[np.ndarray, floats("rows")]  # g, times the row's weight
    curve: Annotated[np.ndarray, floats("rows")]  # h, times the row's weight
    weight: Annotated[np.ndarray, floats("rows")]
    features: Annotated[np.ndarray, ints("features")]  # the first `n_tried` are looked at
    is_used: Annotated[np.ndarray, ints("features")]  # 1 if the rule asks about it already
    matched: Annotated[np.ndarray, ints("rows")]  # rows with d > 0
    sums: Annotated[np.ndarray, floats("rows", 3)]  # what each of them adds to its bin
    in_bins: Annotated[np.ndarray, floats(N_BINS + 2, 3)]  # last: rows that meet every condition
    order: Annotated[np.ndarray, ints(N_BINS)]  # bins of a category by their ratio
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
            search.sums[n, ROWS] = d * search.weight[row]
            n += 1
    return n


@kernel
def sum_in_bins(in_bins, matched, sums, place, feature, n_matched):
    """Add up what rows add, bin by bin; -1, the place of rows that match all, is the last bin."""
    for bin_ in range(in_bins.shape[0]):
        in_bins[bin_, SLOPE] = 0.0
        in_bins[bin_, CURVE] = 0.0
        in_bins[bin_, ROWS] = 0.0
    for i in range(n_matched):
        bin_ = int(place[feature, matched[i]])
        if bin_ < 0:
            bin_ = N_BINS + 1
        in_bins[bin_, SLOPE] += sums[i, SLOPE]
        in_bins[bin_, CURVE] += sums[i, CURVE]
        in_bins[bin_, ROWS] += sums[i, ROWS]


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
    sums, n_bins = search.in_bins, bins.n_bins[feature]
    can_be_unknown = bins.has_unknown[feature] != 0
    values = KNOWN if can_be_unknown else ALL_VALUES
    for first in range(n_bins):
        slope = sums[N_BINS + 1, SLOPE]
        curve = sums[N_BINS + 1, CURVE] + penalty
        rows = sums[N_BINS + 1, ROWS]
        for last in range(first, n_bins):
            slope += sums[last, SLOPE]
            curve += sums[last, CURVE]
            rows += sums[last, ROWS]
            is_whole = first == 0 and last == n_bins - 1
            if is_whole and not can_be_unknown:
                continue
            gain = slope * slope / curve
            if rows >= least_rows and gain > best:
                best = gain
                note(search.found, feature, -1, first, last, values)
            if can_be_unknown and not is_whole:
                both = slope + sums[n_bins, SLOPE]
                gain = both * both / (curve + sums[n_bins, CURVE])
                if rows + sums[n_bins, ROWS] >= least_rows and gain > best:
                    best = gain
                    note(search.found, feature, -1, first, last, ALL_VALUES)
    if can_be_unknown and sums[n_bins, ROWS] >= least_rows:
        gain = sums[n_bins, SLOPE] * sums[n_bins, SLOPE] / (sums[n_bins, CURVE] + penalty)
        if gain > best:
            best = gain
            note(search.found, feature, -1, 0, n_bins - 1, UNKNOWN)
    return best


@kernel
def best_slope(search, bins, feature, penalty, least_rows, best):
    """Try the slopes of a number, with the mean membership of each bin."""
    sums, n_bins = search.in_bins, bins.n_bins[feature]
    values = KNOWN if bins.has_unknown[feature] != 0 else ALL_VALUES
    for shape in range(bins.first_shape[feature], bins.first_shape[feature + 1]):
        slope = sums[N_BINS + 1, SLOPE]
        curve = sums[N_BINS + 1, CURVE] + penalty
        rows = sums[N_BINS + 1, ROWS]
        for bin_ in range(n_bins):
            degree = bins.shape_degree[shape, bin_]
            slope += degree * sums[bin_, SLOPE]
            curve += degree * degree * sums[bin_, CURVE]
            rows += degree * sums[bin_, ROWS]
        gain = slope * slope / curve
        if rows >= least_rows and gain > best:
            best = gain
            note(search.found, feature, shape, 0, n_bins - 1, values)
    return best


@kernel
def best_set(search, bins, feature, penalty, least_rows, best):
    """Try sets of values from both ends of their order by ratio, in which the best set is a run."""
    sums = search.in_bins
    n = order_bins(search, bins.n_bins[feature], penalty)
    for end in range(2):
        slope = sums[N_BINS + 1, SLOPE]
        curve = sums[N_BINS + 1, CURVE] + penalty
        rows = sums[N_BINS + 1, ROWS]
        values = 0
        for i in range(n - 1):
            bin_ = search.order[i if end == 0 else n - 1 - i]
            slope += sums[bin_, SLOPE]
            curve += sums[bin_, CURVE]
            rows += sums[bin_, ROWS]
            values |= BIT[bin_]
            gain = slope * slope / curve
            if rows >= least_rows and gain > best:
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
