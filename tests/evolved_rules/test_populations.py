"""Populations use up their budget where scouts go on learning, elsewhere a part of it."""

import numpy as np
import pytest

from beta4ucs.evolved_rules import populations
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.learning import _seen
from beta4ucs.evolved_rules.populations import (
    SCOUTS,
    Budget,
    gains_of,
    grow_populations,
    is_beyond_chance,
)
from beta4ucs.evolved_rules.questions import folds_of, pose_questions
from evolved_cases import breed_for, numeric_table

BUDGET = Budget(60, 100_000, 1 / 3)


def shares_of_budget(monkeypatch, labels, budget=BUDGET):
    """Grow five populations on these labels; return which share of its budget each has used."""
    runs = []

    class Followed(populations.TrainingRun):
        def __init__(self, *told):
            super().__init__(*told)
            runs.append(self)

    monkeypatch.setattr(populations, "TrainingRun", Followed)
    table = numeric_table(n_rows=len(labels))
    rng = np.random.default_rng(1)
    seen = _seen(folds_of(labels, 5, rng), 5)
    questions = pose_questions(labels, table.weights, 2, seen, 100_000, rng)
    breed = breed_for(table)
    breed = breed._replace(config=breed.config._replace(max_rules=500))
    grow_populations(breed, table.inputs, questions, budget, Workers())
    return [run.iteration / run.n_iterations for run in runs]


def test_noise_is_given_up_and_a_problem_with_structure_is_not(monkeypatch):
    inputs = numeric_table(n_rows=1_000).inputs
    checked = np.floor(4 * inputs[:, :2]).sum(axis=1).astype(np.int64) % 2
    noise = np.random.default_rng(0).permutation(checked)
    with monkeypatch.context() as patch:
        of_noise = shares_of_budget(patch, noise)
    of_board = shares_of_budget(monkeypatch, checked)
    assert of_noise == pytest.approx([1.0] * SCOUTS + [1 / 3] * (5 - SCOUTS), abs=1e-3)
    assert of_board == [1.0] * 5


def test_scouts_are_those_that_are_grown_in_a_hurry():
    labels = np.arange(100) % 2
    table = numeric_table(n_rows=100)
    rng = np.random.default_rng(1)
    seen = _seen(folds_of(labels, 5, rng), 5)
    questions = pose_questions(labels, table.weights, 2, seen, 100_000, rng)
    hurried = grow_populations(
        breed_for(table), table.inputs, questions, BUDGET, Workers(1, max_time=1e-3)
    )
    assert len(hurried) == 1


def test_large_tables_have_fewer_epochs():
    assert BUDGET.epochs_of(100) == 60
    assert BUDGET.epochs_of(50_000) == 2
    assert BUDGET.epochs_of(1_000_000) == 1
    assert BUDGET.epochs_of(0) == 60


def test_better_is_better_beyond_chance():
    labels = np.repeat([0, 1], [90, 10])
    none = np.zeros(100, dtype=bool)
    few, other, rare = none.copy(), none.copy(), none.copy()
    few[:8] = other[8:16] = True
    rare[90:98] = True

    def is_better(is_right, was_right):
        return is_beyond_chance(gains_of(is_right, was_right, labels))

    assert is_better(few, none)
    assert not is_better(none, few)
    assert not is_better(few, other)
    assert not is_better(none, none)
    assert is_better(rare, few)  # a row of a rare class counts for more
    assert not is_better(few, rare)


def test_without_unseen_rows_nothing_is_beyond_chance():
    nothing = np.zeros(0, dtype=bool)
    assert not is_beyond_chance(gains_of(nothing, nothing, np.zeros(0, dtype=np.int64)))
