"""From rows to rules: the same with any number of jobs, sensible on odd tables."""

import numpy as np
import pytest

from beta4ucs.evolved_rules.degrees import degrees_of
from beta4ucs.evolved_rules.genes import Genes
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.learning import Table, evolve_rules
from beta4ucs.representations.contract import find
from beta4ucs.voting.decisions import softmax
from evolved_cases import SMALL, breed_for, mixed_table, numeric_table


def chances_of(found, representation, inputs):
    rules, votes = found.list_at(len(found.path.sizes) - 1)
    degrees = degrees_of(representation, Genes(rules.genes, rules.sets), inputs)
    return softmax(degrees.T.astype(float) @ votes.table + votes.start)


def accuracy(found, breed, table):
    chances = chances_of(found, breed.representation, table.inputs)
    assert np.isfinite(chances).all()
    return np.mean(chances.argmax(axis=1) == table.labels)


@pytest.mark.parametrize("table", [numeric_table(), numeric_table(n_classes=3), mixed_table()])
def test_learns_more_than_the_largest_class(table):
    breed = breed_for(table)
    found = evolve_rules(table, breed, seed=1, settings=SMALL)
    assert (
        accuracy(found, breed, table) > np.bincount(table.labels).max() / len(table.labels) + 0.05
    )
    assert found.rules.n_rules <= SMALL.most_rules


def test_jobs_do_not_change_the_result():
    table = mixed_table()
    one = evolve_rules(table, breed_for(table), seed=7, settings=SMALL, workers=Workers(1))
    two = evolve_rules(table, breed_for(table), seed=7, settings=SMALL, workers=Workers(2))
    assert one.rules.genes.tobytes() == two.rules.genes.tobytes()
    assert one.path.weights.tobytes() == two.path.weights.tobytes()
    other = evolve_rules(table, breed_for(table), seed=8, settings=SMALL)
    assert other.path.weights.tobytes() != one.path.weights.tobytes()


def test_being_watched_does_not_change_the_result():
    table, heard = mixed_table(), []
    alone = evolve_rules(table, breed_for(table), seed=7, settings=SMALL)
    watched = evolve_rules(
        table, breed_for(table), seed=7, settings=SMALL, workers=Workers(2, 600.0, heard.append)
    )
    assert alone.rules.genes.tobytes() == watched.rules.genes.tobytes()
    assert alone.path.weights.tobytes() == watched.path.weights.tobytes()
    assert heard[0] == "growing 3 populations of rules"


def test_in_a_hurry_there_is_a_model_all_the_same():
    table = numeric_table(n_classes=6)
    breed = breed_for(table)
    found = evolve_rules(table, breed, seed=1, settings=SMALL, workers=Workers(1, 1e-3))
    assert accuracy(found, breed, table) > np.bincount(table.labels).max() / len(table.labels)


def test_mass_counts_the_rows_that_a_rule_matches():
    table = numeric_table()
    breed = breed_for(table)
    found = evolve_rules(table, breed, seed=1, settings=SMALL)
    degrees = degrees_of(
        breed.representation, Genes(found.rules.genes, found.rules.sets), table.inputs
    )
    np.testing.assert_allclose(found.rules.mass, degrees @ table.target, rtol=1e-5)
    assert np.array_equal(found.rules.label, found.rules.mass.argmax(axis=1))


def test_tolerance_chooses_the_shortest_list():
    table = numeric_table()
    found = evolve_rules(table, breed_for(table), seed=1, settings=SMALL)
    losses = found.path.losses
    assert found.stop_within(0.0) == len(losses) - 1
    stop = found.stop_within(float(losses[2]))
    assert losses[stop] <= losses[2]
    assert stop <= 2


@pytest.mark.parametrize(
    "inputs",
    [
        np.linspace(0, 1, 12)[:, None],  # one feature
        np.column_stack([np.full(12, 0.5), np.linspace(0, 1, 12)]),  # a constant
        np.column_stack([np.full(12, np.nan), np.linspace(0, 1, 12)]),  # nothing known
        np.full((12, 2), 0.5),  # nothing to tell rows apart
    ],
)
def test_odd_columns(inputs):
    table = Table(inputs, np.repeat([0, 1], 6), np.ones(12), 2, ())
    breed = breed_for(table)
    found = evolve_rules(table, breed, seed=1, settings=SMALL)
    if np.unique(inputs[:, -1]).size > 1:
        assert accuracy(found, breed, table) > 0.9
    else:
        np.testing.assert_allclose(chances_of(found, breed.representation, inputs), 0.5, atol=1e-6)


def test_two_rows_a_class():
    table = Table(np.array([[0.0], [0.1], [0.9], [1.0]]), np.array([0, 0, 1, 1]), np.ones(4), 2, ())
    breed = breed_for(table)
    found = evolve_rules(table, breed, seed=1, settings=SMALL)
    assert np.isfinite(chances_of(found, breed.representation, table.inputs)).all()


def test_thirty_classes():
    table = numeric_table(n_rows=900, n_classes=30)
    breed = breed_for(table)
    found = evolve_rules(table, breed, seed=1, settings=SMALL._replace(most_rules_of_many=60))
    assert accuracy(found, breed, table) > 3 / 30


def test_row_weights_count_like_copies_of_rows():
    table = numeric_table(n_rows=60)
    heavy = table._replace(weights=np.where(table.labels == 1, 99.0, 1.0))
    breed = breed_for(table)
    plain = chances_of(evolve_rules(table, breed, 1, SMALL), breed.representation, table.inputs)
    weighted = chances_of(evolve_rules(heavy, breed, 1, SMALL), breed.representation, table.inputs)
    assert weighted[:, 1].mean() > plain[:, 1].mean() + 0.1


def test_representation_without_intervals_of_its_own_uses_the_pool_only():
    table = numeric_table()
    breed = breed_for(table, find("bell"))
    found = evolve_rules(table, breed, seed=1, settings=SMALL)
    assert accuracy(found, breed, table) > 0.7


def test_votes_are_the_evidence_in_the_shares():
    table = numeric_table(n_classes=3)
    found = evolve_rules(table, breed_for(table), seed=1, settings=SMALL)
    rules, votes = found.list_at(len(found.path.sizes) - 1)
    prior = np.bincount(table.labels) / len(table.labels)
    np.testing.assert_allclose(votes.consequent, np.log(votes.shares / prior), atol=1e-9)
    np.testing.assert_allclose(votes.shares.sum(axis=1), 1.0)
    counted = found.said.take(np.flatnonzero(found.path.weights[-1] > 0.0))
    assert not np.allclose(votes.shares, counted.shares)  # they are corrected
    assert np.array_equal(rules.label, votes.consequent.argmax(axis=1))


def test_two_classes_have_the_shares_that_are_counted():
    table = numeric_table()
    found = evolve_rules(table, breed_for(table), seed=1, settings=SMALL)
    stop = len(found.path.sizes) - 1
    votes = found.list_at(stop)[1]
    counted = found.said.take(np.flatnonzero(found.path.weights[stop] > 0.0))
    assert np.array_equal(votes.shares, counted.shares)
    assert np.array_equal(votes.consequent, counted.evidence)


def test_a_class_may_be_missing_from_the_rows_that_are_looked_at():
    table = numeric_table(n_rows=200, n_classes=3)
    labels = np.where(table.labels == 2, 0, table.labels)
    labels[7] = 2
    table = table._replace(labels=labels)
    settings = SMALL._replace(most_imitated=50)
    for seed in range(4):
        found = evolve_rules(table, breed_for(table), seed, settings)
        chances = chances_of(found, breed_for(table).representation, table.inputs)
        assert np.isfinite(chances).all()
        assert chances[:, 2].max() < 0.5
        assert np.mean(chances.argmax(axis=1) == labels) > 0.5
