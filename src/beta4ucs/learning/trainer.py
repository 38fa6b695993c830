"""The learning loop of beta4-UCS and its relatives: Algorithm 1 of the article."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.compiled import inlined_kernel, kernel
from beta4ucs.kernels.random import below, random
from beta4ucs.kernels.references import Reference
from beta4ucs.learning.config import CONFIG_TYPE
from beta4ucs.learning.covering import cover
from beta4ucs.learning.credit import UPDATE_TYPE
from beta4ucs.learning.crispification import crispify_able
from beta4ucs.learning.deletion import delete_if_full
from beta4ucs.learning.dispatch import OPERATORS_TYPE, PADDING, buffer_size
from beta4ucs.learning.features import FEATURES_TYPE
from beta4ucs.learning.matching import collect_correct, find_candidates, match
from beta4ucs.learning.population import (
    EXPERIENCE,
    FITNESS,
    LANES,
    NUMEROSITY,
    Population,
    array_types,
    fade,
    is_alive,
    population_type,
    recredit_removed,
    release_removed,
    sum_correct,
    used_words,
)
from beta4ucs.learning.progress import record_epoch
from beta4ucs.learning.subsumption import absorb_correct_set, find_subsumer
from beta4ucs.learning.variation import evolve


class Sets(NamedTuple):
    """Work space of one iteration."""

    matched: np.ndarray  # [M]: slots
    degree: np.ndarray  # their matching degrees
    correct: np.ndarray  # [C]: places in [M]
    fuzzy: np.ndarray  # candidates that are not crisp
    fuzzy_degree: np.ndarray  # their matching degrees
    able: np.ndarray  # rules of [C] that can subsume and be crispified
    contained: np.ndarray  # rules of [C] that the subsumer contains
    sums: np.ndarray  # of [C]: copies and their time stamps
    parents: np.ndarray  # rules of [C] that may become parents
    strength: np.ndarray  # their weights in selection
    bits: np.ndarray  # bit set of candidates
    doubts: np.ndarray  # bit set of candidates whose bounds are close to the input
    buffer: np.ndarray  # for the representation's `degrees`
    lanes: np.ndarray  # for deletion
    absence: np.ndarray  # (1 - tau)^num: chance that none of num copies is in a tournament
    dont_care: np.ndarray  # features that a covering rule with few conditions leaves open
    votes: np.ndarray  # for each class
    alike: np.ndarray  # a random stream that is set back: it always draws alike


SETS_TYPE = Reference(
    types.NamedTuple(array_types("i1 f1 i1 i1 f1 i1 i1 f1 i1 f1 i1 i1 f1 f1 f1 f1 f1 u1"), Sets)
)


def new_sets(population: Population, tournament_fraction: float, max_rules: int) -> Sets:
    """Allocate the work space for a population."""
    slots, n_features = population.stats.shape[0], population.genes.shape[1]
    absence = np.cumprod(np.full(max_rules + 4, 1.0 - tournament_fraction))
    return Sets(
        matched=np.zeros(slots + 1, dtype=np.int64),
        degree=np.zeros(slots + 1),
        correct=np.zeros(slots + 1, dtype=np.int64),
        fuzzy=np.zeros(slots + 1, dtype=np.int64),
        fuzzy_degree=np.zeros(slots + PADDING),
        able=np.zeros(slots + 1, dtype=np.int64),
        contained=np.zeros(slots + 1, dtype=np.int64),
        sums=np.zeros(2),
        parents=np.zeros(slots + 1, dtype=np.int64),
        strength=np.zeros(slots + 1),
        bits=np.zeros(slots // 64, dtype=np.int64),
        doubts=np.zeros(slots // 64, dtype=np.int64),
        buffer=np.zeros(buffer_size(n_features)),
        lanes=np.zeros(LANES),
        absence=np.concatenate([[1.0], absence]),
        dont_care=np.zeros(population.support.shape[2]),
        votes=np.zeros(population.mass.shape[1]),
        alike=np.zeros(1, dtype=np.uint64),
    )


@cache
def compile_learner(*, is_plain: bool):
    """Return the compiled `learn`, loaded from the cache or compiled now.

    Plain rules, with no sets and any number of conditions, have one of their own: it is compiled
    in less time.
    """
    folder = compiled.kernel_folder() / ("plain" if is_plain else "mixed")
    folder.mkdir(exist_ok=True)
    what = "the learning kernels" if is_plain else "the learning kernels for mixed tables"
    compiled.announce_compilation(folder, "learn", what)
    signature = types.int64(
        OPERATORS_TYPE,
        UPDATE_TYPE,
        population_type(is_plain=is_plain),
        FEATURES_TYPE,
        CONFIG_TYPE,
        SETS_TYPE,
        *array_types("f2 i1 i1 f1 u1 f2 i1"),
        types.int64,
        types.int64,
        types.int64,
    )
    return compiled.compile_cached(learn, signature, folder, is_entry=True)


def learn(
    operators, update_credit, population, features, config, sets, inputs, labels, order, shares,
    rng, history, answers, since, start, stop,
):  # fmt: skip
    """Learn from iteration `start` up to `stop`; one epoch shows the rows in `order` once.

    Returns the number of the next iteration. These rows were first shown in iteration `since`.
    Their order is drawn before the first epoch, and anew before each further one if so configured;
    the authors keep it. With `shares`, the rows' summed weights, an epoch shows rows as often as
    they weigh. With room in `answers`, each row is answered before it is learned from.
    """
    n_rows = order.shape[0]
    for time in range(start, stop):
        position = (time - since) % n_rows
        if position == 0 and not config.keeps_order:
            if shares.shape[0] > 0:
                draw_rows(order, shares, rng)
            if time == since or config.shuffles_every_epoch or shares.shape[0] > 0:
                shuffle(order, rng)
        row = order[position]
        answer = step(
            operators, update_credit, population, features, config, sets, inputs[row], labels[row],
            time, answers.shape[0] > 0, rng,
        )  # fmt: skip
        if answers.shape[0] > 0:
            answers[position] = answer
        if position == n_rows - 1:
            record_epoch(population, config, time, history)
    return stop


@inlined_kernel
def step(
    operators, update_credit, population, features, config, sets, row, label, time, wants_answer,
    rng,
):  # fmt: skip
    """Learn from one row: match, cover, credit, subsume, crispify, evolve.

    Returns the class that the rules answer before that, -1 if none votes or nobody asks.
    """
    genes, stats, labels = population.genes, population.stats, population.label
    matched, degrees, correct = sets.matched, sets.degree, sets.correct
    n_features = population.support.shape[2]
    x, codes = row[:n_features], row[n_features:]

    n_matched = find_candidates(
        used_words(population.counts), population.alive, population.cells, population.parts,
        population.n_asking, population.support, population.planes, x, codes, sets.bits,
        sets.doubts, matched, population.packed, stats,
    )  # fmt: skip
    n_matched = match(
        operators, genes, population.packed, population.n_packed, population.fuzzy_genes, x, sets,
        n_matched,
    )  # fmt: skip
    answer = -1
    if wants_answer:
        answer = vote(stats, labels, config, sets, n_matched)
    n_correct, degree = collect_correct(labels, matched, degrees, correct, label, n_matched)
    if degree < 1.0:
        rule = cover(
            operators, population, features, config, sets, x, codes, label, time, rng
        )  # fmt: skip
        delete_if_full(population, config, sets.lanes, rng)
        n_matched = join_sets(matched, degrees, rule, n_matched)
        if not config.keeps_deleted:
            n_matched = drop_removed(population.alive, matched, degrees, n_matched)
        n_correct, degree = collect_correct(labels, matched, degrees, correct, label, n_matched)
        recredit_removed(population, config, 1.0)
    if config.memory < 1.0:
        fade(stats, population.mass, matched, n_matched, config.memory)
    sum_correct(stats, matched, correct, n_correct, sets.sums)
    n_able = update_credit(
        stats, population.mass, labels, population.votes, population.fitness_sum, config, label,
        matched, degrees, correct, sets.able, sets.sums[0], n_matched, n_correct,
    )  # fmt: skip
    recredit_removed(population, config, -1.0)
    if n_able > 0:
        if config.subsumes_correct_set:
            subsumer = find_subsumer(operators, population, sets, n_able)
            n_kept, n_able = absorb_correct_set(
                operators, population, features, config, sets, n_correct, n_able, subsumer
            )
            if n_kept < n_correct:
                n_correct = n_kept
                sum_correct(stats, matched, correct, n_correct, sets.sums)
        if config.crispifies:
            crispify_able(operators, population, features, config, sets.able, n_able, rng)
    if needs_evolution(sets.sums, time, config.ga_threshold):
        evolve(operators, population, features, config, row, time, sets, n_correct, rng)
    release_removed(population.free, population.removed, population.counts)
    return answer


@kernel
def vote(stats, labels, config, sets, n_matched):
    """Return the first class with the highest vote of [M], or -1 if no rule of it votes."""
    votes, best = sets.votes, -1
    for i in range(votes.shape[0]):
        votes[i] = 0.0
    for i in range(n_matched):
        rule = sets.matched[i]
        experience = stats[rule, EXPERIENCE]
        if experience > config.voting_threshold:
            weight = stats[rule, FITNESS] * stats[rule, NUMEROSITY] * sets.degree[i]
            if experience < config.full_vote_experience:
                weight *= experience / config.full_vote_experience
            votes[labels[rule]] += weight
            best = 0
    if best == 0:
        for i in range(1, votes.shape[0]):
            if votes[i] > votes[best]:
                best = i
    return best


@kernel
def needs_evolution(sums, time, threshold):
    """Tell whether the rules of [C] have, on average over copies, not evolved for long enough."""
    copies, stamps = sums[0], sums[1]
    return copies > 0.0 and time - stamps / copies > threshold


@kernel
def join_sets(matched, degrees, rule, n_matched):
    """Append a covering rule to [M], fully matching; return the new size."""
    matched[n_matched] = rule
    degrees[n_matched] = 1.0
    return n_matched + 1


@kernel
def drop_removed(alive, matched, degrees, n_matched):
    """Leave out of [M] what deletion has just removed; return the new size."""
    n = 0
    for i in range(n_matched):
        matched[n] = matched[i]
        degrees[n] = degrees[i]
        if is_alive(alive, matched[i]):
            n += 1
    return n


@kernel
def draw_rows(order, shares, rng):
    """Fill the order with rows as often as they weigh: rounded down or up, exact on average."""
    step = shares[-1] / order.shape[0]
    point = random(rng) * step
    row = 0
    for i in range(order.shape[0]):
        while row < shares.shape[0] - 1 and shares[row] <= point:
            row += 1
        order[i] = row
        point += step


@kernel
def shuffle(order, rng):
    """Shuffle in place (Fisher and Yates)."""
    for last in range(order.shape[0] - 1, 0, -1):
        other = below(rng, last + 1)
        kept = order[last]
        order[last] = order[other]
        order[other] = kept
