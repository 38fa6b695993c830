"""The votes of a member's rules: Newton steps on the logarithmic loss, one rule at a time.

Votes are free vectors; the probabilities of all rows are kept up to date with them.
"""

from beta4ucs.evolved_rules.member_arrays import START
from beta4ucs.kernels.arithmetic import VECTOR, exp
from beta4ucs.kernels.compiled import kernel

BROAD = 0.5  # share of the rows from which on a rule's degrees are taken from their mean
LEAST_CRISP = 0.02
LONGEST_STEP = 2.0  # log odds that one step may add to any class of any row
FLAT = 1e-9


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
    """Take a Newton step with a rule's votes; 2 p (1 - p) bounds the curvature of a softmax.

    It does so where the step begins only. Where a class is rare, p is larger at its end, and full
    steps would go too far, back and forth; so a step is limited.
    """
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
        slope[label] = min(max(-slope[label] / curve[label], -LONGEST_STEP), LONGEST_STEP)
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
    if score.shape[1] < VECTOR:  # the largest needs no exponential
        for label in range(score.shape[1]):
            gap = score[row, label] - highest
            chance[row, label] = exp(gap) if gap < 0.0 else 1.0
    else:  # without a branch the loop vectorises
        for label in range(score.shape[1]):
            chance[row, label] = exp(score[row, label] - highest)
    total = 0.0
    for label in range(score.shape[1]):
        total += chance[row, label]
    for label in range(score.shape[1]):
        chance[row, label] /= total


@kernel
def keep_snapshot(member, place, n):
    """Keep the votes of the first n rules."""
    for rule in range(n):
        for label in range(member.vote.shape[1]):
            member.snapshot[place, rule, label] = member.vote[rule, label]
