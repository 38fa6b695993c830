"""What a committee says, and which of its rules say most of it."""

import numpy as np

from beta4ucs.evolved_rules.bins import bin_rows
from beta4ucs.evolved_rules.committee import form_committee
from beta4ucs.evolved_rules.degrees import degrees_of
from beta4ucs.evolved_rules.genes import open_rules
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.learning import evolve_rules
from beta4ucs.evolved_rules.pool import new_pool
from beta4ucs.evolved_rules.speakers import most_heard, probabilities_of, speakers_of
from beta4ucs.representations.beta4 import Beta4
from beta4ucs.voting.decisions import softmax
from evolved_cases import SMALL, breed_for, numeric_table


def test_rules_are_heard_by_their_votes_and_by_how_they_vary():
    half = np.tile([1.0, 0.0], 10)
    degrees = np.array([half, half, np.ones(20), 1.0 - half])
    votes = np.array([[0.1, -0.1], [1.0, -1.0], [9.0, -9.0], [0.0, 0.0]])
    assert most_heard(degrees, votes, np.ones(20), 1).tolist() == [1]
    assert most_heard(degrees, votes, np.ones(20), 2).tolist() == [0, 1]
    assert most_heard(degrees, votes, np.ones(20), 4).tolist() == [0, 1, 2, 3]


def test_the_committee_is_one_list_of_all_that_its_members_say():
    table = numeric_table(n_rows=300)
    binning = bin_rows(table.inputs, table.n_features, table.value_sets)
    seen = [np.arange(300) % 5 != number % 5 for number in range(3 * 5)]
    rng = np.random.default_rng(1)
    told = table.target, table.weights, seen, SMALL, rng, Workers()
    committee = form_committee(binning, [new_pool([])], *told)
    representation = Beta4()
    nothing = open_rules(0, table.n_features, representation, ())
    speakers = speakers_of(committee, [nothing], binning, representation, ())
    degrees = degrees_of(representation, speakers.rules, table.inputs)
    log_odds = np.zeros((300, 2))
    for member, _, length, share in committee.speakers():
        log_odds += share * member.scores(length, np.ones(300, dtype=bool))
    expected = softmax(log_odds)
    np.testing.assert_allclose(probabilities_of(degrees, speakers), expected, atol=1e-3)
    assert probabilities_of(degrees, speakers, 2).tobytes() == (
        probabilities_of(degrees, speakers, 1).tobytes()
    )


def test_final_rules_are_among_those_that_are_heard():
    table = numeric_table(n_classes=6)
    few = SMALL._replace(most_candidates=8)
    found = evolve_rules(table, breed_for(table), 1, few)
    assert 1 <= found.rules.n_rules <= 8
