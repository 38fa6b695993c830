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
from beta4ucs.learning.credit import credit_sets
from beta4ucs.learning.crispification import crispify_correct_set
from beta4ucs.learning.history import record_epoch
from beta4ucs.learning.lifecycle import free_removed
from beta4ucs.learning.matching import collect_correct, match
from beta4ucs.learning.population import EXPERIENCE, FITNESS, NUMEROSITY, population_type
from beta4ucs.learning.schedule import SCHEDULE_TYPE, Sample, begin_epoch
from beta4ucs.learning.subsumption import subsume_correct_set
from beta4ucs.learning.system import system_type
from beta4ucs.learning.variation import evolve, needs_evolution
from beta4ucs.learning.workspace import WORKSPACE_TYPE

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
    """Learn from one sample: lines 6 to 18 of Algorithm 1.

    Returns the class that the rules answer before they learn, if asked; -1 if no rule votes.
    Deletion is part of covering and of the genetic algorithm, which make [P] grow; the slots of
    rules that have left are free for others when the iteration is over.
    """
    config, match_set, correct_set = system.config, workspace.match_set, workspace.correct_set

    match(system.operators, population, sample.x, sample.codes, match_set)  # [M]: mu^k(x) > 0
    answer = vote(population, config, workspace) if sample.wants_answer else NO_ANSWER
    collect_correct(population, match_set, correct_set, sample.label)  # [C]: c^k = c*
    if needs_covering(correct_set):  # the degrees of [C] add up to less than 1
        cover(system, population, workspace, sample, rng)
    credit_sets(system, population, match_set, correct_set, sample.label)  # exp, cm, F, cs
    if config.subsumes_correct_set:
        subsume_correct_set(system, population, workspace)
    if config.crispifies:
        crispify_correct_set(system, population, correct_set, rng)
    if config.absumption_fraction > 0.0:  # not in the article
        absume_correct_set(system, population, workspace, sample, rng)
    if needs_evolution(correct_set, config, sample.time):  # the mean of ts is theta_GA ago
        evolve(system, population, workspace, sample, rng)  # and GA subsumption
    free_removed(population)
    return answer


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
