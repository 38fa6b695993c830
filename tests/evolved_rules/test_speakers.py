"""What a committee says, and which of its rules say most of it."""

import numpy as np

from beta4ucs.evolved_rules.learning import evolve_rules
from beta4ucs.evolved_rules.speakers import Speaker, most_heard
from evolved_cases import SMALL, breed_for, numeric_table

START = np.zeros(2)


def test_rules_are_heard_by_their_votes_and_by_how_they_vary():
    half = np.tile([1.0, 0.0], 10)
    degrees = np.array([half, half, np.ones(20), 1.0 - half])
    votes = np.array([[0.1, -0.1], [1.0, -1.0], [9.0, -9.0], [0.0, 0.0]])
    member = Speaker(np.arange(4), votes, START, share=1.0)
    assert most_heard(degrees, [member], np.ones(20), 1).tolist() == [1]
    assert most_heard(degrees, [member], np.ones(20), 2).tolist() == [0, 1]
    assert most_heard(degrees, [member], np.ones(20), 4).tolist() == [0, 1, 2, 3]


def test_members_are_heard_by_their_shares():
    degrees = np.array([[1.0, 0.0], [0.0, 1.0]])
    loud, listened_to = (
        Speaker(np.array([rule]), np.array([[size, -size]]), START, share)
        for rule, size, share in ((0, 3.0, 0.1), (1, 1.0, 0.9))
    )
    assert most_heard(degrees, [loud, listened_to], np.ones(2), 1).tolist() == [1]


def test_final_rules_are_among_those_that_are_heard():
    table = numeric_table(n_classes=6)
    few = SMALL._replace(most_candidates=8)
    found = evolve_rules(table, breed_for(table), 1, few)
    assert 1 <= found.rules.n_rules <= 8
