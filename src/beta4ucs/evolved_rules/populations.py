"""Populations as independent jobs: each learns its question and hands in its rules."""

from __future__ import annotations

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
STEPS = 6  # of a population; after each it is judged whether it still learns


class Budget(NamedTuple):
    """How long a population may learn.

    Attributes
    ----------
    most_epochs : int
        On a small table.
    most_iterations : int
        On any table.
    least_share : float
        Of this time, that it has in any case.
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
    jobs = [
        partial(grow, breed, inputs[one.rows], inputs[one.unseen], one, budget) for one in questions
    ]
    return workers.run(jobs, "populations", until=TIME_OF_POPULATIONS)


def grow(
    breed: Breed, inputs: np.ndarray, unseen: np.ndarray, question: Question, budget: Budget
) -> Genes:
    """Grow one population on the rows of its question, while it still learns; return its rules.

    It has the least of its budget in any case, and more as long as it answers unseen rows better
    than a step before, beyond chance.
    """
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
    run = TrainingRun(learner, inputs, question.labels, n_epochs, question.weights)
    step = -(-run.n_iterations // STEPS)
    run.advance(round(budget.least_share * run.n_iterations) - step)
    is_right = rows_right(breed.representation, run.rules(), unseen, question)
    while run.iteration < run.n_iterations:
        run.advance(step)
        was_right = is_right
        is_right = rows_right(breed.representation, run.rules(), unseen, question)
        if not is_better(is_right, was_right, question.unseen_labels):
            break
    rules = run.rules()
    return Genes(rules.genes, rules.sets)


def rows_right(
    representation: Any, rules: RuleArrays, inputs: np.ndarray, question: Question
) -> np.ndarray:
    """For each of the judging rows whether the rules answer it right, by the article's votes."""
    votes = OwnClassVotes(rules.fitness * rules.numerosity, rules.label, question.n_labels)
    sums = Voter(representation, rules, votes).votes(inputs)
    return np.asarray(sums.argmax(axis=1) == question.unseen_labels)


def is_better(is_right: np.ndarray, was_right: np.ndarray, labels: np.ndarray) -> bool:
    """Whether more rows are right than before, beyond chance; all labels count alike."""
    if not len(labels):
        return False
    gain = balanced(labels, np.ones(len(labels)), 1 + labels.max())
    gain *= 1.0 * is_right - was_right
    return bool(gain.sum() > np.sqrt((gain**2).sum()))
