"""The vote that the page computes is that of Python, whatever the conditions look like."""

import numpy as np
import pandas as pd
import pytest

from beta4ucs import representations
from beta4ucs.report import write_report
from beta4ucs.representations import contract
from report.models import (
    evolved,
    fruits,
    learned,
    mushrooms,
    mushrooms_to_try,
    rows_to_try,
)

KINDS = {
    **{name: name for name in contract.names()},
    # conditions without an end, and degrees too small for a number
    "hyperellipsoid, flagged": representations.Hyperellipsoid(flagged_dont_care=True),
    "triangle, flagged": representations.Triangle(flagged_dont_care=True),
    "bell, flagged": representations.Bell(flagged_dont_care=True, initial_spread=0.002),
    "bell, fading": representations.Bell(always_matches=False, initial_spread=0.002),
}


def portable(cell):
    """A number, the name of a value, or nothing."""
    if cell is None or cell != cell:
        return None
    return cell if isinstance(cell, float) else str(cell)


def votes_in(page, rows):
    """What the page says about rows of cells: votes, probabilities and classes."""
    plain = [[portable(cell) for cell in row] for row in rows.tolist()]
    return page.evaluate(
        """(rows) => rows.map((row) => [
            beta4ucs.votes(row), beta4ucs.probabilities(row), beta4ucs.predict(row)])""",
        plain,
    )


def assert_votes_alike(page, model, rows):
    named = pd.DataFrame(rows, columns=model.feature_names_in_)
    votes, shares, answers = zip(*votes_in(page, named.to_numpy()), strict=True)
    expected = model.votes(named)
    assert (expected != 0.0).any(axis=1).mean() > 0.5  # there is something to compare
    np.testing.assert_allclose(shares, model.predict_proba(named), rtol=0, atol=1e-9)
    np.testing.assert_array_equal(votes, expected)  # to the last bit
    assert list(answers) == model.predict(named).astype(str).tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_votes_as_python_does(visit, tmp_path, kind):
    X, y = fruits()
    model = learned(KINDS[kind], X, y)
    write_report(model, X, y, tmp_path / "page.html")
    opened = visit(tmp_path / "page.html")
    assert_votes_alike(opened.page, model, rows_to_try(model))
    assert opened.errors == []


MIXED = [("beta4", missing) for missing in ("learn", "matches", "never")]
MIXED += [("hyperrectangle", "learn"), ("bell", "learn"), ("curved-polytope", "never")]


@pytest.mark.parametrize(("kind", "missing"), MIXED)
def test_the_page_votes_on_mixed_tables_as_python_does(visit, tmp_path, kind, missing):
    X, y = mushrooms()
    model = learned(kind, X, y, missing=missing)
    write_report(model, X, y, tmp_path / "page.html")
    opened = visit(tmp_path / "page.html")
    rows = mushrooms_to_try(model)
    assert_votes_alike(opened.page, model, rows)
    assert_votes_alike(opened.page, model, X)
    assert opened.errors == []


@pytest.mark.parametrize("size", ["smallest", "accurate"])
def test_learned_votes_in_the_page_are_those_of_python(visit, tmp_path, size):
    for X, y, to_try in (
        (*fruits(), rows_to_try),
        (*mushrooms(), mushrooms_to_try),
    ):
        model = evolved(X, y, size=size)
        write_report(model, X, y, tmp_path / "page.html")
        opened = visit(tmp_path / "page.html")
        assert_votes_alike(opened.page, model, to_try(model))
        assert_votes_alike(opened.page, model, X)
        assert_rules_fall_in_size(opened.page)
        assert opened.errors == []


def assert_rules_fall_in_size(page):
    """Figures of both lists are of the class that is asked about: largest first, 100 % together."""
    for place in range(1, page.locator("#firing-class option").count()):
        page.select_option("#firing-class", index=place)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        for side in ("for", "against"):
            while page.locator(f"#more-{side}").is_visible():
                page.click(f"#more-{side}")
        bars = page.evaluate(
            """() => ["for", "against"].map((side) => Array.from(
                document.querySelectorAll(`#rules-${side} summary .bar`),
                (bar) => Number(bar.style.getPropertyValue("--share"))))"""
        )
        assert all(shares == sorted(shares, reverse=True) for shares in bars)
        assert sum(map(sum, bars)) == pytest.approx(1.0)


@pytest.mark.parametrize("n_values", [50, 70])  # 70: the rare ones are one value together
def test_many_values_of_a_category(visit, tmp_path, n_values):
    rng = np.random.default_rng(3)
    place = rng.integers(0, n_values, 400)
    names = np.array([f"town {i}" for i in range(n_values)], dtype=object)
    X = pd.DataFrame({"town": names[place], "age": rng.random(400)})
    y = np.where(place % 3 == 0, "yes", "no")
    model = learned("hyperrectangle", X, y)
    write_report(model, X, y, tmp_path / "page.html")
    opened = visit(tmp_path / "page.html")
    rows = X[:150].copy()
    rows.iloc[::8, 0] = "nowhere"
    rows.iloc[1::8, 0] = None
    assert_votes_alike(opened.page, model, rows)
    options = opened.page.locator("#value-0 option").all_inner_texts()
    assert ("a value not in training" in options) == (n_values == 50)
    assert ("(other)" in options) == (n_values == 70)
    chips = opened.page.locator("#rule-list .condition").first.locator(".chip").all_text_contents()
    assert len(chips) <= 7
    assert opened.page.locator("#rule-list .chip-more").count() > 0


@pytest.mark.parametrize(
    "told", [{"tie_break": "majority"}, {"tie_break": "random"}, {"full_vote_experience": 300.0}]
)
def test_the_page_decides_and_weighs_as_python_does(visit, tmp_path, told):
    X, y = fruits()
    model = learned("hyperrectangle", X, y, n_epochs=2, **told)
    write_report(model, X, y, tmp_path / "page.html")
    rows = rows_to_try(model)
    assert_votes_alike(visit(tmp_path / "page.html").page, model, rows)


def test_what_is_shown_is_the_vote(visit, fruit_page):
    path, model = fruit_page
    page = visit(path).page
    rows = rows_to_try(model, 5)
    for row in rows:
        for feature, value in enumerate(row.tolist()):
            page.fill(f"#value-{feature}", "" if value != value else repr(value))
        page.evaluate("() => new Promise(requestAnimationFrame)")
        [(_, shares, answer)] = votes_in(page, row[None])
        assert page.inner_text("#answer-class") == answer
        shown = page.locator("#vote-bars .number").all_inner_texts()
        assert [float(text.strip("%<")) for text in shown] == pytest.approx(
            [100 * share for share in shares], abs=0.51
        )
    assert [i.inner_text() for i in page.locator("#vote-bars .name").all()] == list(model.classes_)
