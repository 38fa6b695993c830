"""Populations as independent jobs: each learns its question and hands in its rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.genes import Genes
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.kept_rules import seeds_for
from beta4ucs.evolved_rules.questions import Question
from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import Credit
from beta4ucs.learning.evolving_population import EvolvingPopulation
from beta4ucs.learning.features import Features
from beta4ucs.learning.training_run import TrainingRun

TIME_OF_POPULATIONS = 0.3  # share of the time until which they may begin


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
    n_epochs: int,
    most_iterations: int,
    workers: Workers,
) -> list[Genes]:
    """Grow a population for each question; the result does not depend on the number of jobs.

    Parameters
    ----------
    breed : Breed
    inputs : ndarray of shape (n_rows, n_features + n_sets)
    questions : sequence of Question
    n_epochs : int
    most_iterations : int
        Epochs are fewer where they would take more than this.
    workers : Workers
        Populations are fewer where their time runs short.
    """
    jobs = [
        partial(grow, breed, inputs[one.rows], one, n_epochs, most_iterations) for one in questions
    ]
    return workers.run(jobs, "populations", until=TIME_OF_POPULATIONS)


def grow(
    breed: Breed, inputs: np.ndarray, question: Question, n_epochs: int, most_iterations: int
) -> Genes:
    """Grow one population on the rows of its question; return its rules."""
    n_epochs = max(1, min(n_epochs, most_iterations // max(1, len(question.rows))))
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
    run = TrainingRun(learner, inputs, question.labels, n_epochs, question.weights)
    run.advance(run.n_iterations)
    rules = run.rules()
    return Genes(rules.genes, rules.sets)
