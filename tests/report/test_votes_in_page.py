"""The vote that the page computes is that of Python, whatever the conditions look like."""

import numpy as np
import pandas as pd
import pytest

from beta4ucs import representations
from beta4ucs.report import write_report
from beta4ucs.representations import contract
from report.models import CRISP, FUZZY, fruits, learned, rows_to_try

KINDS = {
    **{name: name for name in ("beta4", *CRISP, *FUZZY)},
    # conditions without an end, and degrees too small for a number
    "hyperellipsoid, flagged": representations.Hyperellipsoid(flagged_dont_care=True),
    "triangle, flagged": representations.Triangle(flagged_dont_care=True),
    "bell, flagged": representations.Bell(flagged_dont_care=True, initial_spread=0.002),
    "bell, fading": representations.Bell(always_matches=False, initial_spread=0.002),
}


def votes_in(page, rows):
    """What the page says about rows of numbers: votes, probabilities and classes."""
    plain = [[None if value != value else value for value in row] for row in rows.tolist()]
    return page.evaluate(
        """(rows) => rows.map((row) => [
            beta4ucs.votes(row), beta4ucs.probabilities(row), beta4ucs.predict(row)])""",
        plain,
    )


def assert_votes_alike(page, model, rows):
    named = pd.DataFrame(rows, columns=model.feature_names_in_)
    votes, shares, answers = zip(*votes_in(page, rows), strict=True)
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


def test_all_representations_of_the_package_are_tried():
    assert {name for name in KINDS if "," not in name} == set(contract.names())


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
