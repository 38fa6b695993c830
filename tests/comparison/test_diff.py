"""Two models side by side."""

import numpy as np
import pytest

from beta4ucs import UCSClassifier
from beta4ucs.comparison import diff
from beta4ucs.measures.intervals import paired_interval
from report.models import fruits, learned


@pytest.fixture(scope="module")
def two():
    X, y = fruits()
    first = UCSClassifier(n_epochs=3, max_rules=80, random_state=1).fit(X, y)
    second = UCSClassifier(n_epochs=3, max_rules=80, random_state=2).fit(X, y)
    return first, second, X, y


def test_a_model_does_not_differ_from_itself(two):
    model, _, X, y = two
    found = diff(model, model, X, y)
    assert (found.only_first, found.only_second, found.changed) == ([], [], [])
    assert len(found.common) == model.rules_.n_voting
    assert all(pair.is_same and pair.overlap in (0.0, pytest.approx(1.0)) for pair in found.common)
    low, high = found.interval
    assert low < 0.0 < high


def test_answers_and_measures_are_those_of_the_models(two):
    first, second, X, y = two
    found = diff(first, second, X[:50], y[:50], numbers=range(101, 151))
    answers = first.predict(X[:50]), second.predict(X[:50])
    differ = np.flatnonzero(answers[0] != answers[1])
    assert len(differ)
    assert [row.number for row in found.changed] == [101 + place for place in differ]
    right = [(one == y[:50].to_numpy()).sum() for one in answers]
    assert [one.n_right for one in found.measures] == right
    assert found.gained - found.lost == right[1] - right[0]
    assert sum(n for _, _, n in found.moves) == len(differ)


def test_every_voting_rule_is_somewhere(two):
    first, second, X, _ = two
    found = diff(first, second, X)
    assert len(found.common) + len(found.only_first) == first.rules_.n_voting
    assert len(found.common) + len(found.only_second) == second.rules_.n_voting
    degrees = first.matching_degrees(X), second.matching_degrees(X)
    pair = next(one for one in found.only_second if one.first is not None)
    a, b = degrees[0][:, pair.first.index], degrees[1][:, pair.second.index]
    overlaps = [
        (one @ b) / (one @ one + b @ b - one @ b) for one in degrees[0].T[first.rules_.is_voting]
    ]
    assert pair.overlap == pytest.approx((a @ b) / (a @ a + b @ b - a @ b))
    assert pair.overlap == pytest.approx(max(overlaps))


def test_compaction_keeps_conditions(two):
    first, _, X, y = two
    found = diff(first, first.compact(X, y), X, y)
    assert found.only_second == []
    assert 0 < len(found.common) < first.rules_.n_voting


def test_without_rows_only_rules_are_compared(two):
    first, second, X, y = two
    found = diff(first, second)
    assert (found.rows, found.changed, found.measures, found.interval) == ("", [], None, None)
    with pytest.raises(ValueError, match="X has 120 rows and y has 3 labels"):
        diff(first, second, X, y[:3])


def test_the_page_shows_all_of_it_and_no_code():
    names = ("<script>a</script>", "b", "c", "d")
    X, y = fruits(names=names)
    model = learned("hyperrectangle", X, y.replace("plum", "<b>plum"), n_epochs=2, max_rules=60)
    other = learned("beta4", X, y, n_epochs=2, max_rules=60)
    page = diff(model, other, X, y, rows="test rows").to_html("<i>t</i>", ("<a>", "b & c"))
    assert "<script" not in page
    assert "<b>plum" not in page
    assert "&lt;i&gt;t&lt;/i&gt;" in page
    assert "of 120 test rows" in page
    assert page.count("<tr>") > model.rules_.n_voting


def test_the_paired_interval_holds_the_truth_nineteen_times_in_twenty():
    rng = np.random.default_rng(1)
    n_rows, p_gained, p_lost = 200, 0.08, 0.05
    draws = rng.multinomial(n_rows, [p_gained, p_lost, 1 - p_gained - p_lost], 2000)
    found = np.array([paired_interval(int(a), int(b), n_rows) for a, b, _ in draws])
    truth = p_gained - p_lost
    held = np.mean((found[:, 0] <= truth) & (truth <= found[:, 1]))
    assert 0.93 < held < 0.975
