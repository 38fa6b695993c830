"""How a rule gets a slot, enters [P], and leaves it again.

    fresh or freed slot --take_slot--> condition is written --prepare_rule--> derived numbers
           ^                                                                        | enter
           |                                                                        v
      free_removed <------- out of [P], perhaps still in [M] <--remove-- alive: a rule of [P]

A newcomer takes a slot, its condition is written there, `prepare_rule` derives what depends on the
genes, and `enter` makes it a member. A rule that leaves keeps its slot until the iteration is over:
it may still be in [M] and [C] (SPEC E16), and must not be overwritten by a child of theirs.

Everything that is kept about the population as a whole changes here and nowhere else when a rule
comes or goes: counts of rules and copies, the sum of fitnesses, the bit set of those alive,
chains of equal hashes, both indices. Copies come and go more often than rules; for these there
is `gain_copies`, and `delete_if_full` takes one.
"""

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.gene_hash import link_hash, unlink_hash
from beta4ucs.learning.population import (
    BASE_VOTE,
    BORN,
    FITNESS,
    FREE,
    MACRO,
    MICRO,
    NUMEROSITY,
    REMOVED,
    SET_SIZE,
    SLOTS,
    TIME_STAMP,
    is_alive,
)
from beta4ucs.learning.statistics import forget_experience, power, revise_deletion_vote
from beta4ucs.learning.support_index import index_support
from beta4ucs.learning.value_sets import index_sets


@kernel
def take_slot(population):
    """Return the slot for a newcomer: the one freed last, else a fresh one.

    The one freed last is likely to be in the processor's cache still, and bit sets stay short.
    """
    counts = population.counts
    if counts[FREE] > 0:
        counts[FREE] -= 1
        return population.free[counts[FREE]]
    counts[SLOTS] += 1
    return counts[SLOTS] - 1


@kernel
def prepare_rule(operators, rules, rule):
    """Fill what is derived from a rule's genes: support, its width, packed terms, fuzzy genes.

    Voting calls it too, with its own record of rules.
    """
    rules.fuzzy_genes[rule] = operators.prepare(
        operators.settings, rules.genes, rule, rules.support, rules.width, rules.packed,
        rules.n_packed,
    )  # fmt: skip


@kernel
def index_rule(rules, rule):
    """Make a prepared rule known to matching: in both indices, and among those alive.

    Voting enters its rules into indices of its own by the same function.
    """
    index_support(rules, rule)
    index_sets(rules.planes, rules.indexed, rules.sets, rule)
    rules.alive[rule >> 6] |= BIT[rule & 63]


@kernel
def enter(population, config, rule, label, fitness, set_size, time):
    """Make a prepared and hashed rule a member of [P]: num = 1, exp = 0, cm = 0, ts = t.

    Fitness and set size are given: where a rule starts depends on whether it covers or is a child,
    and on the kind of credit (SPEC E8, E9).
    """
    stats, counts = population.stats, population.counts
    stats[rule, FITNESS] = fitness
    stats[rule, SET_SIZE] = set_size
    stats[rule, NUMEROSITY] = 1.0
    stats[rule, TIME_STAMP] = time
    forget_experience(population, rule)
    population.label[rule] = label
    population.born[rule] = counts[BORN]
    population.deletion_votes[BASE_VOTE, rule] = set_size
    population.fitness_sum[0] += power(fitness, config.fitness_power)
    counts[BORN] += 1
    counts[MACRO] += 1
    counts[MICRO] += 1
    link_hash(population, rule)
    index_rule(population, rule)


@kernel
def remove(population, config, rule):
    """Take the rule out of [P]; its slot is freed at the end of the iteration.

    Its bits in the indices stay: a rule that is not alive is no candidate, and the slot's next
    occupant flips only those bits in which the two differ.
    """
    counts = population.counts
    population.alive[rule >> 6] ^= BIT[rule & 63]
    population.deletion_votes[BASE_VOTE, rule] = 0.0
    population.fitness_sum[0] -= power(population.stats[rule, FITNESS], config.fitness_power)
    population.removed[counts[REMOVED]] = rule
    counts[REMOVED] += 1
    counts[MACRO] -= 1
    unlink_hash(population, rule)


@kernel
def free_removed(population):
    """Free the slots of the rules removed in this iteration: [M] and [C] are no longer needed."""
    counts = population.counts
    for i in range(counts[REMOVED]):
        population.free[counts[FREE]] = population.removed[i]
        counts[FREE] += 1
    counts[REMOVED] = 0


@kernel
def gain_copies(population, config, rule, copies):
    """Add copies to the rule: num += copies.

    A rule that deletion has removed in this iteration may still absorb others (SPEC E16); its
    copies then count nowhere.
    """
    population.stats[rule, NUMEROSITY] += copies
    if is_alive(population.alive, rule):
        population.counts[MICRO] += int(copies)
        revise_deletion_vote(population, config, rule)
