"""Compiled: rules are chosen one by one, and votes revised by Newton steps.

`imitation.py` says what is chosen and why.
"""

from functools import cache
from typing import Annotated, NamedTuple

import numpy as np
from numba import types

from beta4ucs.evolved_rules.member_votes import LONGEST_STEP, set_chances
from beta4ucs.kernels import compiled
from beta4ucs.kernels.arithmetic import log
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.records import floats, ints, record_type

PASSES = 1  # of a revision while the list grows
RARELY = 8  # a long list is revised when it has grown by this part of it
LAST_PASSES = 2  # before the list is kept
CORRECTION_PASSES = 3  # the same, over corrections
BROAD = 0.5  # share of the rows from which on a rule's degrees are taken from their mean
LEAST_CRISP = 0.02
LEAST_SAID = 0.1  # evidence; a rule that says less needs no larger weights
GROWTH = 1.3  # of gains that were not looked at again, while others came in
FLAT = 1e-9


class Imitation(NamedTuple):
    """The list so far, what it predicts, and work space; first axis of `chosen` is the size."""

    score: Annotated[np.ndarray, floats("rows", "classes")]
    chance: Annotated[np.ndarray, floats("rows", "classes")]
    gain: Annotated[np.ndarray, floats("rules")]
    is_fresh: Annotated[np.ndarray, ints("rules")]  # whether the gain is the present one
    is_chosen: Annotated[np.ndarray, ints("rules")]
    centre: Annotated[np.ndarray, floats("rules")]  # mean degree of a broad rule, otherwise 0
    penalty: Annotated[np.ndarray, floats("rules")]  # on the squared weight
    chosen: Annotated[np.ndarray, ints("size")]
    weight: Annotated[np.ndarray, floats("size")]
    correction: Annotated[np.ndarray, floats("size", "classes")]  # of weight x evidence
    start: Annotated[np.ndarray, floats("classes")]
    kept_weight: Annotated[np.ndarray, floats("stops", "size")]
    kept_correction: Annotated[np.ndarray, floats("stops", "size", "classes")]
    kept_start: Annotated[np.ndarray, floats("stops", "classes")]
    loss: Annotated[np.ndarray, floats("stops")]
    first_loss: Annotated[np.ndarray, floats(1)]  # of a list without rules
    step: Annotated[np.ndarray, floats("classes")]
    curve: Annotated[np.ndarray, floats("classes")]


IMITATION_TYPE = record_type(Imitation)
_F1, _F2 = (types.Array(types.float64, n, "C") for n in (1, 2))
_DEGREES = types.Array(types.float32, 2, "C")
_I1 = types.Array(types.int64, 1, "C")
CHOOSE_SIGNATURE = types.int64(
    IMITATION_TYPE, _DEGREES, _F2, _F2, _F1, types.float64, types.float64, _F1, _I1
)


@cache
def compile_choose():
    """Return `choose_rules`, compiled."""
    folder = compiled.kernel_folder("votes", "evolved_rules")
    return compiled.compile_cached(choose_rules, CHOOSE_SIGNATURE, folder, is_entry=True)


def choose_rules(
    work, degrees, evidence, target, weights, penalty, correction_penalty, ends, stops
):
    """Choose rules one by one, keeping the weights at every stop; return their number."""
    for row in range(work.score.shape[0]):
        set_chances(work.score, work.chance, row)
    for _ in range(8):
        revise_start(work, target, weights)
    whole = divergence(work.chance, target, weights)
    work.first_loss[0] = whole
    enough = min(max(ends[0], ends[1] * whole), ends[2] * whole)  # as `Ends.within` says
    for rule in range(work.gain.shape[0]):
        work.gain[rule] = np.inf
        centre_degrees(work, degrees, evidence, weights, penalty, rule)
    size = 0
    revised = 0
    for stop in range(stops.shape[0]):
        while size < stops[stop]:
            rule = best_rule(work, degrees, evidence, target, weights, correction_penalty)
            if rule < 0:
                break
            work.is_chosen[rule] = 1
            work.chosen[size] = rule
            size += 1
            first = size - 1
            if (size - revised) * RARELY >= size:
                first, revised = 0, size
            revise_weights(work, degrees, evidence, target, weights, first, size, PASSES)
            if correction_penalty > 0.0:
                correct(work, degrees, evidence, target, weights, correction_penalty, size - 1)
        revise_weights(work, degrees, evidence, target, weights, 0, size, LAST_PASSES)
        if correction_penalty > 0.0:
            for _ in range(CORRECTION_PASSES):
                revise_start(work, target, weights)
                for place in range(size):
                    correct(work, degrees, evidence, target, weights, correction_penalty, place)
        revised = size
        for place in range(size):
            work.kept_weight[stop, place] = work.weight[place]
        for label in range(work.start.shape[0]):
            work.kept_start[stop, label] = work.start[label]
            for place in range(size):
                rule = work.chosen[place]
                work.kept_correction[stop, place, label] = work.correction[place, label]
                said = work.weight[place] * evidence[rule, label] + work.correction[place, label]
                work.kept_start[stop, label] -= work.centre[rule] * said
        work.loss[stop] = divergence(work.chance, target, weights)
        if work.loss[stop] <= enough:
            break
    return size


@kernel
def centre_degrees(work, degrees, evidence, weights, penalty, rule):
    """Note the mean degree of a broad rule, and the penalty in units of what a rule says."""
    whole = 0.0
    matched = 0.0
    mean = 0.0
    square = 0.0
    for row in range(degrees.shape[1]):
        degree = float(degrees[rule, row])
        whole += weights[row]
        if degree > 0.0:
            matched += weights[row]
            mean += weights[row] * degree
            square += weights[row] * degree * degree
    mean /= whole
    crispness = (square / whole - mean * mean) / max(mean * (1.0 - mean), FLAT)
    largest = LEAST_SAID
    for label in range(evidence.shape[1]):
        largest = max(largest, abs(evidence[rule, label]))
    work.centre[rule] = mean if matched > BROAD * whole else 0.0
    work.penalty[rule] = penalty * max(crispness, LEAST_CRISP) * largest * largest


@kernel
def best_rule(work, degrees, evidence, target, weights, correction_penalty):
    """Return the rule with the largest gain, or -1 if none gains.

    Gains hardly grow while the list does; so only those that could still be the largest are
    computed anew (lazy greedy choice).
    """
    for rule in range(work.gain.shape[0]):
        work.is_fresh[rule] = 0
        work.gain[rule] *= GROWTH
    while True:
        best = -1
        for rule in range(work.gain.shape[0]):
            if work.is_chosen[rule] == 0 and (best < 0 or work.gain[rule] > work.gain[best]):
                best = rule
        if best < 0 or work.gain[best] <= FLAT:
            return -1
        if work.is_fresh[best] != 0:
            return best
        if correction_penalty > 0.0:
            work.gain[best] = gain_of_votes(
                work, degrees, evidence, target, weights, correction_penalty, best
            )
        else:
            slope, curve = derivatives(work, degrees, evidence, target, weights, best)
            work.gain[best] = slope * slope / (curve + work.penalty[best]) if slope < 0.0 else 0.0
        work.is_fresh[best] = 1


@kernel
def gain_of_votes(work, degrees, evidence, target, weights, penalty, rule):
    """Return the gain of a rule if only the signs of its votes are those of its evidence."""
    step, curve = work.step, work.curve
    for label in range(target.shape[1]):
        step[label] = 0.0
        curve[label] = penalty
    add_lack(work, degrees, target, weights, rule)
    gain = 0.0
    for label in range(target.shape[1]):
        if step[label] * evidence[rule, label] > 0.0:
            gain += step[label] * step[label] / curve[label]
    return gain


@kernel
def add_lack(work, degrees, target, weights, rule):
    """Add what the rows of a rule lack of each class, and bounds of the curvature.

    2 p (1 - p) bounds the curvature of a softmax.
    """
    for row in range(degrees.shape[1]):
        degree = float(degrees[rule, row]) - work.centre[rule]
        if degree != 0.0:
            by_degree = weights[row] * degree
            for label in range(target.shape[1]):
                chance = work.chance[row, label]
                work.step[label] += by_degree * (target[row, label] - chance)
                work.curve[label] += by_degree * degree * 2.0 * chance * (1.0 - chance)


@kernel
def derivatives(work, degrees, evidence, target, weights, rule):
    """Return the first and second derivative of the loss by a rule's weight."""
    chance = work.chance
    slope = 0.0
    curve = 0.0
    for row in range(degrees.shape[1]):
        degree = float(degrees[rule, row]) - work.centre[rule]
        if degree != 0.0:
            lack = 0.0
            mean = 0.0
            square = 0.0
            for label in range(target.shape[1]):
                said = evidence[rule, label]
                lack += (chance[row, label] - target[row, label]) * said
                mean += chance[row, label] * said
                square += chance[row, label] * said * said
            slope += weights[row] * degree * lack
            curve += weights[row] * degree * degree * (square - mean * mean)
    return slope, curve


@kernel
def revise_weights(work, degrees, evidence, target, weights, first, size, n_passes):
    """Take Newton steps with the start and with each weight from a place on, the newest first."""
    for _ in range(n_passes):
        revise_start(work, target, weights)
        for i in range(size - first):
            place = size - 1 - i
            rule = work.chosen[place]
            slope, curve = derivatives(work, degrees, evidence, target, weights, rule)
            before = work.weight[place]
            penalty = work.penalty[rule]
            step = -(slope + penalty * before) / (curve + penalty)
            longest = longest_step(evidence, rule)
            step = min(max(step, -longest), longest)
            step = max(step, -before)  # weights are not negative
            work.weight[place] = before + step
            if step != 0.0:
                add_votes(work, degrees, evidence, rule, step)


@kernel
def correct(work, degrees, evidence, target, weights, penalty, place):
    """Take a Newton step with the corrections of a rule's votes."""
    rule = work.chosen[place]
    step = work.step
    for label in range(target.shape[1]):
        step[label] = -penalty * work.correction[place, label]
        work.curve[label] = penalty
    add_lack(work, degrees, target, weights, rule)
    for label in range(target.shape[1]):
        vote = work.weight[place] * evidence[rule, label] + work.correction[place, label]
        step[label] = on_its_side(step[label] / work.curve[label], vote, evidence[rule, label])
        work.correction[place, label] += step[label]
    for row in range(degrees.shape[1]):
        degree = float(degrees[rule, row]) - work.centre[rule]
        if degree != 0.0:
            for label in range(target.shape[1]):
                work.score[row, label] += degree * step[label]
            set_chances(work.score, work.chance, row)


@kernel
def on_its_side(step, vote, evidence):
    """Limit the step of a vote, which keeps the sign of its evidence; without any it falls."""
    step = min(max(step, -LONGEST_STEP), LONGEST_STEP)
    return max(step, -vote) if evidence > 0.0 else min(step, -vote)


@kernel
def longest_step(evidence, rule):
    """Return the step of a weight that adds no more than so many log odds to a class."""
    largest = FLAT
    for label in range(evidence.shape[1]):
        largest = max(largest, abs(evidence[rule, label]))
    return LONGEST_STEP / largest


@kernel
def add_votes(work, degrees, evidence, rule, step):
    """Add to the rows what a rule says with a weight."""
    for row in range(degrees.shape[1]):
        degree = float(degrees[rule, row]) - work.centre[rule]
        if degree != 0.0:
            for label in range(evidence.shape[1]):
                work.score[row, label] += step * degree * evidence[rule, label]
            set_chances(work.score, work.chance, row)


@kernel
def revise_start(work, target, weights):
    """Take a Newton step with the start of every class."""
    for label in range(target.shape[1]):
        slope = 0.0
        curve = FLAT
        for row in range(target.shape[0]):
            chance = work.chance[row, label]
            slope += weights[row] * (chance - target[row, label])
            curve += weights[row] * 2.0 * chance * (1.0 - chance)
        work.step[label] = min(max(-slope / curve, -LONGEST_STEP), LONGEST_STEP)
        work.start[label] += work.step[label]
    for row in range(target.shape[0]):
        for label in range(target.shape[1]):
            work.score[row, label] += work.step[label]
        set_chances(work.score, work.chance, row)


@kernel
def divergence(chance, target, weights):
    """Return the mean divergence of the list's probabilities from the target's."""
    total = 0.0
    mass = 0.0
    for row in range(target.shape[0]):
        mass += weights[row]
        for label in range(target.shape[1]):
            wanted = target[row, label]
            if wanted > FLAT:
                got = max(chance[row, label], FLAT)
                total += weights[row] * wanted * (log(wanted) - log(got))
    return total / mass
