"""Votes to classes and probabilities, on votes made by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from beta4ucs.voting.decisions import probabilities
from beta4ucs.voting.votes import decide

COUNTS = np.array([5, 9, 7])
VOTES = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 5), st.integers(2, 4)),
    elements=st.one_of(st.sampled_from([0.0, 1.0, -1.0]), st.floats(-1e6, 1e6)),
)


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ([3.0, 1.0, 0.0], [0.75, 0.25, 0.0]),
        ([3.0, 1.0, -9.0], [0.75, 0.25, 0.0]),  # a negative vote counts as none
        ([2.0, -1.0, -1.0], [1.0, 0.0, 0.0]),
        ([0.0, 0.0, 0.0], [1 / 3, 1 / 3, 1 / 3]),  # no rule votes
        ([-2.0, -1.0, -3.0], [0.0, 1.0, 0.0]),  # none is positive: the highest
        ([-1.0, 0.0, 0.0], [0.0, 0.5, 0.5]),  # absent classes have 0, which beats negative
        ([1e-320, 0.0, -1.0], [1.0, 0.0, 0.0]),
    ],
)
def test_probabilities(votes, expected):
    np.testing.assert_allclose(probabilities(np.array([votes])), [expected], rtol=1e-15)


@given(VOTES)
def test_probabilities_are_a_distribution_that_agrees_with_the_answer(votes):
    shares = probabilities(votes)
    assert (shares >= 0.0).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=1e-12)
    first = decide(votes, "first", np.ones(votes.shape[1]), 0)
    rows = np.arange(len(votes))
    assert (shares[rows, first] == shares.max(axis=1)).all()


@given(VOTES, st.sampled_from(["first", "majority", "random"]), st.integers(0, 2**64 - 1))
def test_the_answer_has_the_highest_vote_and_ignores_other_rows(votes, tie_break, seed):
    counts = np.arange(votes.shape[1])
    answers = decide(votes, tie_break, counts, seed)
    rows = np.arange(len(votes))
    assert (votes[rows, answers] == votes.max(axis=1)).all()
    alone = [decide(votes[i : i + 1], tie_break, counts, seed)[0] for i in rows]
    assert answers.tolist() == alone


def test_ties():
    votes = np.array([[1.0, 0.0, 1.0], [2.0, 2.0, 2.0], [0.0, 0.0, 5.0]])
    assert decide(votes, "first", COUNTS, 0).tolist() == [0, 0, 2]
    assert decide(votes, "majority", COUNTS, 0).tolist() == [2, 1, 2]
    drawn = np.array([decide(votes, "random", COUNTS, seed) for seed in range(300)])
    assert set(drawn[:, 0]) == {0, 2}
    assert set(drawn[:, 2]) == {2}
    assert np.bincount(drawn[:, 1]).min() > 70  # about 100 each
