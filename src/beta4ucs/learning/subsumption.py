"""Subsumption: a more general, accurate, experienced rule takes over the copies of others.

Correct set subsumption (line 13 of Algorithm 1, SPEC A.6) is below; the genetic algorithm lets
parents subsume their children in `variation.py` (line 17). Which rule is more general is for the
representation to say. Asking it is dear and the answer almost always no, so cheap tests come first:
whether the rule is eligible at all, whether its support is wider in sum, bits of the support index,
and the bounds of the supports.
"""

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.lifecycle import gain_copies, has_same_genes, remove
from beta4ucs.learning.matching import sum_correct_set
from beta4ucs.learning.population import (
    EXPERIENCE,
    FITNESS,
    MICRO,
    NUMEROSITY,
    SET_SUBSUMPTIONS,
    is_alive,
)
from beta4ucs.learning.support_index import mark_outsiders
from beta4ucs.learning.value_sets import contains_sets, mark_holders


@kernel
def can_subsume(stats, config, rule):
    """Tell whether exp > theta_sub and F > F_0: the rule may subsume, and be crispified."""
    is_experienced = stats[rule, EXPERIENCE] > config.subsumption_threshold
    return is_experienced and stats[rule, FITNESS] > config.min_subsumer_fitness


@kernel
def has_wider_support(population, rule, other):
    """Tell whether the support of `rule` contains that of `other`: necessary for generality.

    Representations promise that (`contract.py`), so most comparisons end here, and most of those
    with the first one: of two rules drawn at random one is narrower in sum.
    """
    support, width = population.support, population.width
    if width[rule] < width[other]:
        return False
    for feature in range(support.shape[2]):
        if support[rule, 0, feature] > support[other, 0, feature]:
            return False
        if support[rule, 1, feature] < support[other, 1, feature]:
            return False
    return True


@kernel
def is_more_general(operators, population, rule, other):
    """Tell whether `rule` is more general than `other`, or as general and not equal (SPEC E14).

    Equal rules must not subsume each other: one of the two would vanish with its experience.
    """
    genes, sets = population.genes, population.sets
    if not has_wider_support(population, rule, other):
        return False
    if not contains_sets(sets, rule, other):
        return False
    is_general = operators.is_more_general(operators.settings, genes, rule, other)
    return is_general and not has_same_genes(genes, sets, rule, other)


@kernel
def subsume_correct_set(system, population, workspace):
    """Let the most general eligible rule of [C] absorb the others that it contains.

    First the subsumer is found, then the rules that it contains, then it takes their copies. [C]
    and its list of eligible rules shrink with it, and so do the sums over [C].
    """
    correct_set = workspace.correct_set
    if correct_set.n_eligible[0] == 0:
        return
    subsumer = find_subsumer(system.operators, population, workspace)
    n_contained = list_contained(system, population, workspace, subsumer)
    if n_contained == 0:
        return
    n_absorbed = absorb_contained(population, system.config, workspace, subsumer, n_contained)
    drop_absorbed(workspace, n_absorbed)
    sum_correct_set(population, workspace.match_set, correct_set)


@kernel
def find_subsumer(operators, population, workspace):
    """Return the subsumer of [C]: the oldest eligible rule, or one that is still more general.

    By age, each eligible rule that is more general than the subsumer so far replaces it. Instead
    of sorting by age, each round looks for the oldest among those that are younger than the
    subsumer and at least as wide; the others need not be looked at again.
    """
    width, born = population.width, population.born
    eligible, n_left = workspace.correct_set.eligible, workspace.correct_set.n_eligible[0]
    left = workspace.contained  # not in use yet
    following = eligible[0]
    for i in range(n_left):
        left[i] = eligible[i]
        following = eligible[i] if born[eligible[i]] < born[following] else following
    subsumer = following
    while following >= 0:
        subsumer = following
        n = 0
        for i in range(n_left):  # no branch: widths are hard to foretell
            rule = left[i]
            left[n] = rule
            n += (width[rule] >= width[subsumer]) & (born[rule] > born[subsumer])
        n_left = n
        following = -1
        for i in range(n_left):
            rule = left[i]
            # The bounds are compared in full only for a rule that would come earlier.
            is_next = following < 0 or born[rule] < born[following]
            if is_next and is_more_general(operators, population, rule, subsumer):
                following = rule
    return subsumer


@kernel
def list_contained(system, population, workspace, subsumer):
    """List the rules of [C] that are less general than the subsumer, by age; return their number.

    The indices rule out most of them for all rules at once, see `mark_outsiders`.
    """
    match_set, correct_set = workspace.match_set, workspace.correct_set
    contained, outsiders, born = workspace.contained, workspace.outsiders, population.born
    mark_outsiders(population.cells, population.ends, subsumer, outsiders)
    mark_holders(population.planes, population.sets, system.features, subsumer, outsiders)
    n = 0
    # Sorted by insertion: the list is empty nearly always, and else has a rule or two.
    for i in range(correct_set.size[0]):
        rule = match_set.rules[correct_set.places[i]]
        is_inside = outsiders[rule >> 6] & BIT[rule & 63] == 0
        if is_inside and is_more_general(system.operators, population, subsumer, rule):
            place = n
            while place > 0 and born[contained[place - 1]] > born[rule]:
                contained[place] = contained[place - 1]
                place -= 1
            contained[place] = rule
            n += 1
    return n


@kernel
def absorb_contained(population, config, workspace, subsumer, n_contained):
    """Let the subsumer absorb the listed rules; shorten the list to those, return their number.

    The authors remove rules from the array that they walk over, by age: the rule of [C] right
    behind a removed one is passed by (SPEC E15). Of a, b, c and d, all contained in the subsumer,
    a goes, b moves to its place and is passed by, c goes, and d is passed by.
    """
    contained = workspace.contained
    n_absorbed = 0
    last = subsumer  # the rule absorbed right before, or the subsumer itself for none
    for i in range(n_contained):
        rule = contained[i]
        may_be_passed_by = last != subsumer and config.skips_after_subsumption
        if may_be_passed_by and are_neighbours(population.born, workspace, last, rule):
            last = subsumer
        else:
            absorb(population, config, subsumer, rule)
            last = rule
            contained[n_absorbed] = rule
            n_absorbed += 1
    return n_absorbed


@kernel
def are_neighbours(born, workspace, older, younger):
    """Tell whether no rule of [C] stands between two others, by age.

    Places in [C] are by slots, so that takes a look at all of them; it happens rarely.
    """
    match_set, correct_set = workspace.match_set, workspace.correct_set
    for i in range(correct_set.size[0]):
        age = born[match_set.rules[correct_set.places[i]]]
        if born[older] < age < born[younger]:
            return False
    return True


@kernel
def absorb(population, config, subsumer, rule):
    """Hand the copies of `rule` to the subsumer and remove it: num_sub += num.

    A rule that deletion removed in this iteration is out of [P] already (SPEC E16).
    """
    copies = population.stats[rule, NUMEROSITY]
    if is_alive(population.alive, rule):
        population.counts[MICRO] -= int(copies)
        remove(population, config, rule)
    gain_copies(population, config, subsumer, copies)
    population.counts[SET_SUBSUMPTIONS] += 1


@kernel
def drop_absorbed(workspace, n_absorbed):
    """Leave out of [C], and of its eligible rules, those that were absorbed.

    What is left keeps its order, so that sums and draws come out as they would without them.
    """
    match_set, correct_set = workspace.match_set, workspace.correct_set
    places, eligible, absorbed = correct_set.places, correct_set.eligible, workspace.contained
    n = 0
    for i in range(correct_set.size[0]):
        if not is_among(absorbed, n_absorbed, match_set.rules[places[i]]):
            places[n] = places[i]
            n += 1
    correct_set.size[0] = n
    n = 0
    for i in range(correct_set.n_eligible[0]):
        if not is_among(absorbed, n_absorbed, eligible[i]):
            eligible[n] = eligible[i]
            n += 1
    correct_set.n_eligible[0] = n


@kernel
def is_among(rules, n, rule):
    """Tell whether the rule is one of the first n."""
    for i in range(n):
        if rules[i] == rule:
            return True
    return False
