"""Populations as independent jobs: each learns its question and hands in its rules.

Two of them are scouts. They use up the whole budget, and say whether the largest part of it is
worth the time to the others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.genes import Genes
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.kept_rules import seeds_for
from beta4ucs.evolved_rules.questions import Question, balanced
from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import Credit
from beta4ucs.learning.evolving_population import EvolvingPopulation
from beta4ucs.learning.features import Features
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.learning.training_run import TrainingRun
from beta4ucs.voting.voter import Voter
from beta4ucs.voting.votes import OwnClassVotes

TIME_OF_POPULATIONS = 0.3  # share of the time until which they may begin
SCOUTS = 2
BEYOND_CHANCE = 2.0  # standard errors


class Budget(NamedTuple):
    """How long a population may learn.

    Attributes
    ----------
    most_epochs : int
        On a small table.
    most_iterations : int
        On any table.
    least_share : float
        Of this time, that it has if scouts learn nothing more later.
    """

    most_epochs: int
    most_iterations: int
    least_share: float

    def epochs_of(self, n_rows: int) -> int:
        """Return how often it may see each row."""
        return max(1, min(self.most_epochs, self.most_iterations // max(1, n_rows)))


class Breed(NamedTuple):
    """What all populations have in common: the learning system, and rules that they begin with."""

    representation: Any
    credit: Credit
    config: Config
    features: Features
    seeds: Genes | None = None


def grow_populations(
    breed: Breed,
    inputs: np.ndarray,
    questions: Sequence[Question],
    budget: Budget,
    workers: Workers,
) -> list[Genes]:
    """Grow a population for each question; the result does not depend on the number of jobs.

    Parameters
    ----------
    breed : Breed
    inputs : ndarray of shape (n_rows, n_features + n_sets)
    questions : sequence of Question
    budget : Budget
    workers : Workers
        Populations are fewer where their time runs short.
    """
    scouts = workers.run(
        [
            partial(scout, breed, inputs[one.rows], inputs[one.unseen], one, budget)
            for one in questions[:SCOUTS]
        ],
        "populations",
        until=TIME_OF_POPULATIONS,
    )
    goes_on = is_beyond_chance(np.concatenate([gains for _, gains in scouts]))
    share = 1.0 if goes_on else budget.least_share
    others = workers.run(
        [partial(grow, breed, inputs[one.rows], one, budget, share) for one in questions[SCOUTS:]],
        "further populations",
        until=TIME_OF_POPULATIONS,
        least=0,
    )
    return [rules for rules, _ in scouts] + others


def scout(
    breed: Breed, inputs: np.ndarray, unseen: np.ndarray, question: Question, budget: Budget
) -> tuple[Genes, np.ndarray]:
    """Grow a population; return its rules, and what all but the least of its budget has gained.

    A gain is that of one unseen row: positive if it is answered right only in the end, negative if
    only before. All labels count alike.
    """
    run = _begin(breed, inputs, question, budget)
    run.advance(math.ceil(budget.least_share * run.n_iterations))
    was_right = rows_right(breed.representation, run.rules(), unseen, question)
    run.advance(run.n_iterations)
    is_right = rows_right(breed.representation, run.rules(), unseen, question)
    return _genes_of(run), gains_of(is_right, was_right, question.unseen_labels)


def grow(
    breed: Breed, inputs: np.ndarray, question: Question, budget: Budget, share: float
) -> Genes:
    """Grow a population with a share of its budget; return its rules."""
    run = _begin(breed, inputs, question, budget)
    run.advance(math.ceil(share * run.n_iterations))
    return _genes_of(run)


def _begin(breed: Breed, inputs: np.ndarray, question: Question, budget: Budget) -> TrainingRun:
    """A population on the rows of its question that has not learned yet."""
    learner = EvolvingPopulation(
        breed.representation,
        breed.credit,
        breed.config,
        breed.features,
        question.n_labels,
        question.seed,
    )
    if breed.seeds is not None:
        seeds = seeds_for(
            breed.seeds, breed.representation, inputs, question.labels, question.n_labels
        )
        learner.adopt(seeds, learner.time)
    n_epochs = budget.epochs_of(len(question.rows))
    return TrainingRun(learner, inputs, question.labels, n_epochs, question.weights)


def _genes_of(run: TrainingRun) -> Genes:
    rules = run.rules()
    return Genes(rules.genes, rules.sets)


def rows_right(
    representation: Any, rules: RuleArrays, inputs: np.ndarray, question: Question
) -> np.ndarray:
    """For each of the judging rows whether the rules answer it right, by the article's votes."""
    votes = OwnClassVotes(rules.fitness * rules.numerosity, rules.label, question.n_labels)
    sums = Voter(representation, rules, votes).votes(inputs)
    return np.asarray(sums.argmax(axis=1) == question.unseen_labels)


def gains_of(is_right: np.ndarray, was_right: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """What each row has gained: 1 in all for each label if all its rows have become right."""
    if not len(labels):
        return np.zeros(0)
    weights = balanced(labels, np.ones(len(labels)), 1 + labels.max())
    return np.asarray(weights * (1.0 * is_right - was_right))


def is_beyond_chance(gains: np.ndarray) -> bool:
    """Whether gains are positive in all, and by more than their sum varies by chance."""
    return bool(gains.sum() > BEYOND_CHANCE * np.sqrt((gains**2).sum()))
