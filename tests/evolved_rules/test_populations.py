"""Populations grow while they learn something, and no longer."""

import numpy as np
import pytest

from beta4ucs.evolved_rules import populations
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.learning import _seen
from beta4ucs.evolved_rules.populations import Budget, grow_populations, is_better
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
    assert min(of_noise) == pytest.approx(1 / 3)
    assert np.mean(of_noise) < 0.5 < np.mean(of_board) <= 1.0


def test_large_tables_have_fewer_epochs():
    assert BUDGET.epochs_of(100) == 60
    assert BUDGET.epochs_of(50_000) == 2
    assert BUDGET.epochs_of(1_000_000) == 1
    assert BUDGET.epochs_of(0) == 60


def test_better_is_better_beyond_chance():
    labels = np.repeat([0, 1], [90, 10])
    none = np.zeros(100, dtype=bool)
    few, other = none.copy(), none.copy()
    few[:2] = True
    other[2:4] = True
    assert is_better(few, none, labels)
    assert not is_better(none, few, labels)
    assert not is_better(few, other, labels)
    assert not is_better(none, none, labels)
    rare = none.copy()
    rare[90:92] = True
    assert is_better(rare, few, labels)  # a row of a rare class counts for more
    assert not is_better(few, rare, labels)


def test_without_unseen_rows_there_is_no_more_than_the_least():
    nothing = np.zeros(0, dtype=bool)
    assert not is_better(nothing, nothing, np.zeros(0, dtype=np.int64))
