"""The learning loop of beta4-UCS and its relatives: Algorithm 1 of the article.

`learn` shows rows to a population, `step` is one iteration. Compiled, `learn` is the only way
in: everything that a step calls is merged into it, except the operators of the representation
and the update of the credit, which reach it as pointers. So one compiled trainer serves every
representation.
"""

from functools import cache

from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.compiled import inlined_kernel, kernel
from beta4ucs.learning.absumption import absume_correct_set
from beta4ucs.learning.covering import cover, needs_covering
from beta4ucs.learning.crispification import crispify_correct_set
from beta4ucs.learning.lifecycle import free_removed
from beta4ucs.learning.matching import collect_correct, match, sum_correct_set
from beta4ucs.learning.population import (
    BASE_VOTE,
    EXPERIENCE,
    FITNESS,
    HISTORY_COUNTS,
    NUMEROSITY,
    REMOVED,
    SET_SIZE_COUNT,
    SET_SIZE_SUM,
    SLOTS,
    TOP_MASS,
    is_alive,
    population_type,
    power,
)
from beta4ucs.learning.subsumption import subsume_correct_set
from beta4ucs.learning.system import WORKSPACE_TYPE, system_type
from beta4ucs.learning.training_run import SCHEDULE_TYPE, Sample, begin_epoch
from beta4ucs.learning.variation import evolve, needs_evolution

NO_ANSWER = -1


@cache
def compile_trainer(*, is_plain: bool):
    """Return the compiled `learn`, loaded from the cache or compiled now.

    Plain rules, with no sets and any number of conditions, have one of their own: it is compiled
    in less time.
    """
    folder = compiled.kernel_folder() / ("plain" if is_plain else "mixed")
    folder.mkdir(exist_ok=True)
    what = "the learning kernels" if is_plain else "the learning kernels for mixed tables"
    compiled.announce_compilation(folder, "learn", what)
    signature = types.int64(
        system_type(is_plain=is_plain),
        population_type(is_plain=is_plain),
        WORKSPACE_TYPE,
        SCHEDULE_TYPE,
        types.Array(types.float64, 2, "C"),
        types.int64,
        types.int64,
        types.Array(types.uint64, 1, "C"),
    )
    return compiled.compile_cached(learn, signature, folder, is_entry=True)


def learn(system, population, workspace, schedule, history, start, stop, rng):
    """Learn from iteration `start` up to `stop`, and return the number of the next iteration.

    Parameters
    ----------
    system : LearningSystem
    population : Population
        Changed in place, like everything below that is not a number.
    workspace : Workspace
    schedule : Schedule
        Rows and their order. If it has room for answers, each row is answered before it is
        learned from.
    history : array of shape (epochs, columns)
        Gets a row at the end of each epoch.
    start, stop : int
        Numbers of iterations. Where one call stops the next may start, in the middle of an epoch.
    rng : array of shape (1,)
    """
    n_features, n_rows = population.support.shape[2], schedule.order.shape[0]
    wants_answer = schedule.answers.shape[0] > 0
    for time in range(start, stop):
        position = (time - schedule.start) % n_rows
        if position == 0:
            begin_epoch(schedule, system.config, time, rng)
        row = schedule.order[position]
        x, codes = schedule.inputs[row, :n_features], schedule.inputs[row, n_features:]
        sample = Sample(x, codes, schedule.labels[row], time, wants_answer)
        answer = step(system, population, workspace, sample, rng)
        if wants_answer:
            schedule.answers[position] = answer
        if position == n_rows - 1:
            record_epoch(population, system.config, time, history)
    return stop


@inlined_kernel
def step(system, population, workspace, sample, rng):
    """Learn from one sample: lines 6 to 18 of Algorithm 1, whose numbers stand at the right.

    Returns the class that the rules answer before they learn, if asked; -1 if no rule votes.
    Deletion is part of covering and of the genetic algorithm, which make [P] grow; the slots of
    rules that have left are free for others when the iteration is over.
    """
    config, match_set, correct_set = system.config, workspace.match_set, workspace.correct_set

    match(system.operators, population, sample.x, sample.codes, match_set)  # 6: [M]
    answer = vote(population, config, workspace) if sample.wants_answer else NO_ANSWER
    collect_correct(population, match_set, correct_set, sample.label)  # 7, 8: [C], c^k = c*
    if needs_covering(correct_set):  # 9: the degrees of [C] add up to less than 1
        cover(system, population, workspace, sample, rng)  # 10
    credit_sets(system, population, match_set, correct_set, sample.label)  # 12: exp, cm, F, cs
    if config.subsumes_correct_set:
        subsume_correct_set(system, population, workspace)  # 13
    if config.crispifies:
        crispify_correct_set(system, population, correct_set, rng)  # 14
    if config.absumption_fraction > 0.0:  # not in the article
        absume_correct_set(system, population, workspace, sample, rng)
    if needs_evolution(correct_set, config, sample.time):  # 15: the mean of ts is theta_GA ago
        evolve(system, population, workspace, sample, rng)  # 16, 17: and GA subsumption
    free_removed(population)
    return answer


@kernel
def credit_sets(system, population, match_set, correct_set, label):
    """Update exp, cm and F of all rules of [M], and cs of those of [C].

    A rule that covering had deleted is credited like the others as long as it is in [M]
    (SPEC E16), but counts neither in the sum of fitnesses nor as a candidate for deletion. The
    update changes that sum by how much each fitness has changed: so the rule's fitness is put into
    it before, and what has become of it is taken out after.
    """
    config, fitness_sum = system.config, population.fitness_sum
    if config.memory < 1.0:
        fade(population, match_set, config.memory)
    sum_correct_set(population, match_set, correct_set)
    for i in range(population.counts[REMOVED]):
        fitness = population.stats[population.removed[i], FITNESS]
        fitness_sum[0] += power(fitness, config.fitness_power)
    system.update_credit(population, config, match_set, correct_set, label)
    for i in range(population.counts[REMOVED]):
        rule = population.removed[i]
        fitness_sum[0] -= power(population.stats[rule, FITNESS], config.fitness_power)
        population.deletion_votes[BASE_VOTE, rule] = 0.0


@kernel
def fade(population, match_set, memory):
    """Keep a share of what the rules of [M] have seen, so that recent rows weigh more.

    Everything that enters F and cs shrinks alike, so both stay as they are for now. The article
    has nothing of the kind: it is for streams whose classes drift.
    """
    stats, mass = population.stats, population.mass
    for i in range(match_set.size[0]):
        rule = match_set.rules[i]
        stats[rule, EXPERIENCE] *= memory
        stats[rule, SET_SIZE_SUM] *= memory
        stats[rule, SET_SIZE_COUNT] *= memory
        stats[rule, TOP_MASS] *= memory
        for j in range(mass.shape[1]):
            mass[rule, j] *= memory


@kernel
def vote(population, config, workspace):
    """Return the first class with the highest vote of [M], or -1 if no rule of it votes.

    A rule with exp > theta_exp votes for its class with F * num * mu, also if that is negative
    (SPEC E27); with UCS a young rule may count less. The same rules vote in prediction; here it is
    done inside of the iteration, where [M] is known already.
    """
    stats, match_set, votes = population.stats, workspace.match_set, workspace.class_votes
    best = NO_ANSWER
    for i in range(votes.shape[0]):
        votes[i] = 0.0
    for i in range(match_set.size[0]):
        rule = match_set.rules[i]
        experience = stats[rule, EXPERIENCE]
        if experience > config.voting_threshold:
            weight = stats[rule, FITNESS] * stats[rule, NUMEROSITY] * match_set.degrees[i]
            if experience < config.full_vote_experience:
                weight *= experience / config.full_vote_experience
            votes[population.label[rule]] += weight
            best = 0
    if best == 0:
        for i in range(1, votes.shape[0]):
            if votes[i] > votes[best]:
                best = i
    return best


@kernel
def record_epoch(population, config, time, history):
    """Write the history row of the epoch that ends with iteration `time`.

    It is the first row without iterations; beyond the last row nothing is written. A stream hands
    in a single row, and empties it before each batch.
    """
    epoch = 0
    while epoch < history.shape[0] and history[epoch, 0] > 0.0:
        epoch += 1
    if epoch == history.shape[0]:
        return
    history[epoch, 0] = time + 1  # iterations are counted from 0
    for i in range(HISTORY_COUNTS.shape[0]):
        history[epoch, i + 1] = population.counts[HISTORY_COUNTS[i]]
    history[epoch, HISTORY_COUNTS.shape[0] + 1] = crisp_share(population, config)


@kernel
def crisp_share(population, config):
    """Share of copies, among rules that vote, whose genes are all crisp; 0 if no rule votes.

    Rules with exp > theta_exp vote. This is what the article's table of crisp rules shows.
    """
    crisp = 0.0
    voting = 0.0
    for rule in range(population.counts[SLOTS]):
        is_voting = population.stats[rule, EXPERIENCE] > config.voting_threshold
        if is_alive(population.alive, rule) and is_voting:
            voting += population.stats[rule, NUMEROSITY]
            if population.fuzzy_genes[rule] == 0:
                crisp += population.stats[rule, NUMEROSITY]
    return crisp / voting if voting > 0.0 else 0.0
