"""Each published method keeps the rules that its definition says, on tables small enough to see."""

import numpy as np
import pytest

from beta4ucs.compaction import published_methods

# ---------------------------------------------------------------------- the ground


def test_support_and_precision_are_sums_of_degrees(made_table):
    table = made_table([[1.0, 0.5, 0.5, 0.0], [0.0, 0.0, 0.0, 0.0]], [0, 1], [0, 0, 1, 1])
    np.testing.assert_allclose(table.support, [1.5, 0.0])
    np.testing.assert_allclose(table.precision, [0.75, 0.0])


def test_votes_are_unit_times_copies_times_degree(made_table):
    table = made_table([[1, 0.5], [0.25, 1], [1, 1]], [0, 1, 0], [0, 1], [0.5, 2, -1], [4, 3, 1])
    np.testing.assert_allclose(table.votes, [[1.0, 1.5], [0.0, 6.0]])
    np.testing.assert_allclose(table.votes_of(np.array([1]), np.array([10])), [[0, 5], [0, 20]])
    assert table.accuracy(table.votes) == 0.5


# ---------------------------------------------------------------------- QRF


def test_quick_filter_drops_guesses_and_rules_for_one_row(made_table):
    degrees = [
        [1, 1, 0, 0],  # right twice
        [1, 0, 0, 1],  # right and wrong equally often
        [1, 0, 0, 0],  # right once, with two conditions
        [0, 1, 0, 0],  # right once, with one
        [0.6, 0.6, 0, 0],  # right on more than a row's worth
    ]
    table = made_table(degrees, [0] * 5, [0, 0, 1, 1])
    kept = published_methods.pass_quick_filter(table, np.array([2, 2, 2, 1, 2]))
    assert kept.tolist() == [0, 3, 4]


# ---------------------------------------------------------------------- CRA2 and PDRC


def test_each_row_keeps_its_best_advocate(made_table):
    degrees = [
        [1, 1, 0, 0, 0],  # precise, general 2/5
        [1, 0, 0, 0, 0],  # precise, general 1/5: row 0 has a better one
        [0, 0, 0, 1, 0],  # the only one for row 3
        [1, 1, 1, 1, 1],  # general, but of class 1: precision 2/5
    ]
    table = made_table(degrees, [0, 0, 1, 1], [0, 0, 0, 1, 1], copies=[1, 9, 1, 1])
    # row 3: 0.4 x 1 beats 1 x 0.2
    assert published_methods.keep_best_advocates(table, by_copies=False).tolist() == [0, 3]
    # nine copies outweigh the narrower rule on row 0; row 1 still needs rule 0
    assert published_methods.keep_best_advocates(table, by_copies=True).tolist() == [0, 1, 3]


def test_advocates_count_by_the_degree_of_the_row(made_table):
    table = made_table([[1.0, 0.2], [0.3, 0.9]], [0, 0], [0, 0])
    assert published_methods.keep_best_advocates(table, by_copies=False).tolist() == [0, 1]


def test_rows_without_an_advocate_ask_for_none(made_table):
    table = made_table([[1, 0, 1]], [0], [0, 0, 1])
    assert published_methods.keep_best_advocates(table, by_copies=False).tolist() == [0]


# ---------------------------------------------------------------------- QRC


def test_quick_cover_takes_precise_rules_that_reach_new_rows(made_table):
    degrees = [
        [1, 1, 1, 1],  # precision 1/2, comes last and reaches row 3
        [1, 1, 0, 0],  # precise
        [1, 0, 0, 0],  # precise, but nothing new
        [0, 0.4, 0, 0],  # never half a match
        [0, 0, 1, 0],  # precise, of the other class
    ]
    table = made_table(degrees, [0, 0, 0, 0, 1], [0, 0, 1, 1])
    assert published_methods.cover_in_order(table).tolist() == [1, 4, 0]


# ---------------------------------------------------------------------- ordered selection


def test_leaders_come_by_strength_and_reach_what_they_reach(made_table):
    table = made_table([[0, 0, 1], [1, 1, 0], [0, 1, 0]], [1, 0, 1], [0, 0, 1], copies=[1, 5, 2])
    order, accuracy = published_methods.keep_leaders(table)
    assert order.tolist() == [1, 2, 0]
    np.testing.assert_allclose(accuracy, [2 / 3, 2 / 3, 1.0])


# ---------------------------------------------------------------------- Fu


def fu_by_the_book(table, approach):
    """The stages written down naively: a set of rules, and the accuracy of any set."""

    def accuracy(rules):
        return table.accuracy(table.votes_of(np.array(rules, dtype=int))) if rules else 0.0

    rules = sorted(range(table.n_rules), key=lambda r: (table.copies[r], table.support[r], -r))
    full = accuracy(rules)
    while len(rules) > 1 and accuracy(rules[1:]) >= full:
        rules = rules[1:]
    needed, reference = [], full
    while rules:
        rule, *rules = rules
        if accuracy(rules) < reference:
            needed.append(rule)
            reference = accuracy(rules)
    needed = needed[::-1]  # most copies first
    if approach == 1:
        left, kept = set(range(len(table.truth))), []
        while True:
            reach = {r: {i for i in left if table.degrees[r, i] >= 0.5} for r in needed}
            widest = max(needed, key=lambda r: len(reach[r]))
            if not reach[widest]:
                return kept
            kept.append(widest)
            left -= reach[widest]
    kept, reference = list(needed), accuracy(needed)
    for rule in needed:
        others = [other for other in kept if other != rule]
        if others and accuracy(others) >= reference:
            kept, reference = others, accuracy(others)
    return kept


@pytest.mark.parametrize("approach", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_fu_is_what_the_stages_say(made_table, approach, seed):
    rng = np.random.default_rng(seed)
    degrees = rng.random((25, 40)) * (rng.random((25, 40)) < 0.3)
    copies, unit = rng.integers(1, 6, 25), rng.uniform(-0.2, 1.0, 25)
    table = made_table(
        degrees, rng.integers(0, 3, 25), rng.integers(0, 3, 40), unit, copies, None, 3
    )
    assert published_methods.compact_as_fu(table, approach=approach).tolist() == fu_by_the_book(
        table, approach
    )


def test_fu_drops_rules_with_few_copies_that_cost_nothing(made_table):
    degrees = [[1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1], [1, 0, 0, 0]]
    table = made_table(degrees, [0, 1, 1, 0], [0, 0, 1, 1], copies=[9, 8, 1, 2])
    for approach in (1, 2):
        kept = set(published_methods.compact_as_fu(table, approach=approach).tolist())
        assert kept <= {0, 1}
        assert 1 in kept


def test_fu_of_a_single_rule(made_table):
    table = made_table([[1, 1]], [0], [0, 0])
    assert published_methods.compact_as_fu(table, approach=1).tolist() == [0]
