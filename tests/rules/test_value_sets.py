"""Rules that list values: categories, orders, and numbers that may be unknown."""

import json

import numpy as np
import pandas as pd
import pytest

from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, UCSClassifier
from beta4ucs.data.encoding import Column, Encoding
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError
from beta4ucs.representations import Beta4, Hyperellipsoid, Trapezoid
from beta4ucs.rules import RuleSet
from beta4ucs.rules.importance import served_by, strictness_of
from beta4ucs.rules.naming import OrderedWords
from mixed_table import ODORS, SIZES, mixed_table

ANY, FUZZY = (1, 1, 0, 1), (3, 3, 0.1, 0.9)
NAMES = ("odor", "size", "age", "fresh")
COLUMNS = (
    Column(ODORS, has_missing=True),
    Column(SIZES, is_ordered=True, has_missing=True),
    Column(has_missing=True),
    Column((False, True)),
)
SCALING = UnitScaling(np.array([0.0, 0.0, 20.0, 0.0]), np.array([7.0, 3.0, 80.0, 1.0]))
OPEN_ODOR, OPEN_NUMBER, OPEN_FRESH = (1 << 10) - 1, 0b111, 0b111
OPEN = (OPEN_ODOR, OPEN_NUMBER, OPEN_NUMBER, OPEN_FRESH)


def rule_set(make_arrays, *rules, representation=None, missing="learn", columns=COLUMNS):
    """Rules from (genes, sets)."""
    arrays = make_arrays(*((genes, 0, 1.0, 50, 2) for genes, _ in rules))
    arrays = arrays._replace(sets=np.array([sets for _, sets in rules]))
    encoding = Encoding(SCALING, columns, missing)
    votes = np.full(len(rules), 2.0)
    classes = np.array(["bad", "good"])
    return RuleSet(arrays, representation or Beta4(), encoding, NAMES, classes, votes)


def texts(make_arrays, sets, genes=(ANY, ANY, ANY, ANY), **options):
    return rule_set(make_arrays, (genes, sets), **options)[0].conditions


def with_odor(bits):
    return (bits, *OPEN[1:])


@pytest.mark.parametrize(
    ("bits", "text"),
    [
        (0b000001100, "odor in {fishy, foul}"),
        (0b100001100, "odor in {fishy, foul} or unknown"),
        (0b000000001, "odor = almond"),
        (0b100000001, "odor = almond or unknown"),
        (0b100000000, "odor unknown"),
        (0b011111111, "odor known"),
        (0b011111100, "odor not in {almond, anise}"),
        (0b111111110, "odor not in {almond} or unknown"),
        (0b000011111, "odor in {almond, anise, fishy, foul, musty}"),
    ],
)
def test_sets_of_values(make_arrays, bits, text):
    assert texts(make_arrays, with_odor(bits)) == (text,)


def test_few_values_are_listed_and_not_left_out(make_arrays):
    columns = (Column(("a", "b", "c")), *COLUMNS[1:])
    sets = (0b011, *OPEN[1:])
    assert texts(make_arrays, sets, columns=columns) == ("odor in {a, b}",)
    assert texts(make_arrays, (*OPEN[:3], 0b10)) == ("fresh = True",)
    assert texts(make_arrays, OPEN) == ()


@pytest.mark.parametrize(
    ("gene", "bits", "text"),
    [
        ((1, 1, 0.5, 1), 0b111, "age >= 50 or unknown"),
        ((1, 1, 0.5, 1), 0b001, "age >= 50"),
        ((1, 1, 0.5, 1), 0b010, "age unknown"),
        (FUZZY, 0b111, "age about 37.1 to 62.9, best 50 or unknown"),
        (FUZZY, 0b010, "age unknown"),
        (ANY, 0b001, "age known"),
    ],
)
def test_numbers_that_may_be_unknown(make_arrays, gene, bits, text):
    sets = (*OPEN[:2], bits, OPEN_FRESH)
    assert texts(make_arrays, sets, (ANY, ANY, gene, ANY)) == (text,)


def test_where_no_condition_holds_for_a_missing_value_known_is_not_said(make_arrays):
    genes = (ANY, ANY, (1, 1, 0.5, 1), ANY)
    options = {"missing": "never"}
    assert texts(make_arrays, (511, 3, 0b01, 7), genes, **options) == ("age >= 50",)
    assert texts(make_arrays, (511, 3, 3, 7), **options) == ()
    nearly_open = (ANY, ANY, (1, 1.0001, 0, 1.5), ANY)
    assert texts(make_arrays, (511, 3, 0b01, 7), nearly_open, **options) == ("age known",)


def test_where_missing_values_match_numbers_have_no_sets(make_arrays):
    genes = (ANY, ANY, (1, 1, 0.5, 1), ANY)
    options = {"missing": "matches"}
    assert texts(make_arrays, (0b1100, 0b01), genes, **options) == (
        "odor in {fishy, foul}",
        "age >= 50",
        "fresh = False",
    )


@pytest.mark.parametrize(
    ("gene", "text"),
    [
        ((1, 1, 0.3, 1), "size >= medium"),
        ((1, 1, 0, 0.7), "size <= large"),
        ((1, 1, 0.3, 0.7), "size from medium to large"),
        ((1, 1, 0.6, 0.9), "size = large"),
        ((1, 1, 0, 0.2), "size = small"),
        ((1, 1, 0.9, 1.3), "size = huge"),
        ((1, 1, 0.4, 0.6), "size matches nothing"),
        ((3, 3, 0.0, 1.0), "size mostly from medium to large"),
        ((1, 3, 0.0, 1.5), "size mostly <= medium"),
        ((1, 1.1, 0.0, 1.5), "size preferably small"),
        ((5, 5, 0.1, 0.5), "size mostly medium"),
        ((3, 3, 0.23, 0.43), "size = medium"),
        ((30, 30, 0.3, 0.7), "size hardly matches anything"),
    ],
)
def test_ordered_categories_have_names(make_arrays, gene, text):
    sets = (OPEN_ODOR, 0b01, OPEN_NUMBER, OPEN_FRESH)
    assert texts(make_arrays, sets, (ANY, gene, ANY, ANY)) == (text,)
    matched = texts(make_arrays, OPEN, (ANY, gene, ANY, ANY))
    assert matched == (f"{text} or unknown",)


def test_values_beyond_those_of_training_count_as_the_last(make_arrays):
    size = OrderedWords("size", UnitScaling(np.array([1.0]), np.array([2.0])), 0, SIZES)
    assert size.interval(0.0, 0.4) == "size <= medium"
    assert size.interval(0.6, 1.0) == "size >= large"
    constant = OrderedWords("size", UnitScaling(np.array([1.0]), np.array([1.0])), 0, SIZES)
    assert constant.interval(0.2, 0.7) == ""
    assert constant.near(0.2, 0.4, 0.7) == "size about medium"


def test_other_shapes_have_names_too(make_arrays):
    sets, wide = (OPEN_ODOR, 0b01, OPEN_NUMBER, OPEN_FRESH), (0, 0, 1, 1)
    genes = (wide, (0.2, 0.3, 0.5, 0.9), wide, wide)
    assert texts(make_arrays, sets, genes, representation=Trapezoid()) == (
        "size mostly from medium to large",
    )
    size = OrderedWords("size", UnitScaling(np.array([0.0]), np.array([3.0])), 0, SIZES)
    assert size.near(0.2, 0.4, 0.8) == "size from medium to large, best medium"
    assert size.near(-0.2, 0.4, 1.2) == "size preferably medium"
    assert size.near(0.2, 0.4, 0.5) == "size = medium"
    assert size.fuzzy(0.2, 0.7, 1.0) == "size mostly >= medium"


def test_the_gene_of_a_category_is_never_spoken_of(make_arrays):
    rules = rule_set(make_arrays, ((FUZZY, ANY, ANY, FUZZY), OPEN), ((FUZZY, ANY, ANY, ANY), OPEN))
    assert rules[0].conditions == ()
    assert rules.is_crisp.tolist() == [True, True]
    assert rules.n_conditions.tolist() == [0, 0]
    frame = rules.to_frame(genes=True)
    assert "odor.alpha" not in frame
    assert not any(name.startswith("fresh.") and name != "fresh.values" for name in frame)
    assert strictness_of(rules).max() == 0.0


def test_a_rule_for_unknown_numbers_is_crisp(make_arrays):
    genes = (ANY, ANY, FUZZY, ANY)
    unknown, both = (*OPEN[:2], 0b10, OPEN[3]), OPEN
    assert rule_set(make_arrays, (genes, unknown), (genes, both)).is_crisp.tolist() == [True, False]


def test_lists_in_frame_and_json(make_arrays):
    sets = (0b100001100, 0b01, OPEN_NUMBER, 0b01)
    rules = rule_set(make_arrays, ((ANY, ANY, ANY, ANY), sets), ((ANY, ANY, ANY, ANY), OPEN))
    frame = rules.to_frame(genes=True)
    assert frame["odor.values"].tolist() == [("fishy", "foul", "unknown"), None]
    assert frame["size.values"].tolist() == [("known",), None]
    assert frame["age.values"].tolist() == [None, None]
    assert frame["fresh.values"].tolist() == [(False,), None]
    assert {"size.low", "age.alpha"} <= set(frame)
    (first, second) = json.loads(rules.to_json())
    assert first["conditions"] == [
        "odor in {fishy, foul} or unknown",
        "size known",
        "fresh = False",
    ]
    conditions = "(odor in {fishy, foul} or unknown) AND size known AND fresh = False"
    assert first["rule"].startswith(f"IF {conditions} THEN ")
    assert second["rule"] == "IF anything THEN bad"
    assert rules.with_feature("odor").population_rows.tolist() == [0]
    assert rules.without_feature("odor", "age").population_rows.tolist() == [1]


def test_curves_of_values(make_arrays):
    sets = (0b100001100, OPEN_NUMBER, 0b010, 0b01)
    genes = (ANY, (1, 1, 0.3, 1), (1, 1, 0.5, 1), ANY)
    rules = rule_set(make_arrays, (genes, sets))
    values, degrees = rules.membership_curve(0, "odor")
    assert values.tolist() == list(ODORS)
    assert values[degrees == 1.0].tolist() == ["fishy", "foul"]
    values, degrees = rules.membership_curve(0, "size")
    assert (values.tolist(), degrees.tolist()) == (list(SIZES), [0, 1, 1, 1])
    assert rules.membership_curve(0, "age", n_points=3)[1].tolist() == [0, 0, 0]
    odor, size, age, fresh = rules[0].draw()
    assert (odor.unknown, size.unknown, age.unknown, fresh.unknown) == (1.0, 1.0, 1.0, None)


def test_pictures_in_a_notebook(make_arrays):
    columns = (Column(("<b>", "a & b", '"'), has_missing=True), *COLUMNS[1:])
    sets = (0b1001, 0b01, 0b10, 0b01)
    html = rule_set(make_arrays, ((ANY, ANY, ANY, ANY), sets), columns=columns).to_html()
    assert html.count("<svg") == 4
    assert html.count("<rect") == 3 + 4 + 2
    assert html.count("<circle") == 3
    assert "<title>&lt;b&gt;: yes</title>" in html
    assert "<title>a &amp; b: no</title>" in html
    assert "<title>unknown: yes</title>" in html
    assert "<b>" not in html
    assert "odor = &lt;b&gt; or unknown" in html


def test_strictness_counts_values(make_arrays):
    sets = (0b100000011, 0b01, 0b11 << 1, 0b01)
    genes = (ANY, (1, 1, 0.3, 0.7), (1, 1, 0.5, 1), ANY)
    (strictness,) = strictness_of(rule_set(make_arrays, (genes, sets)))
    # 3 of 9 values; 2 of 4 sizes and no unknown one; no known age, but an unknown one; 1 of 2
    np.testing.assert_allclose(strictness, [6 / 9, 1 - (0.5 + 0) / 2, 0.5, 0.5])
    sets = (OPEN_ODOR, OPEN_NUMBER, OPEN_NUMBER, OPEN_FRESH)
    (strictness,) = strictness_of(rule_set(make_arrays, (genes, sets)))
    np.testing.assert_allclose(strictness, [0, 1 - (0.5 + 1) / 2, 1 - (0.5 + 1) / 2, 0])


# ---- trained models --------------------------------------------------------------------------

X, Y = mixed_table()
KINDS = {
    "learn": Beta4UCSClassifier(missing="learn", n_epochs=5, random_state=1),
    "never": FuzzyUCSClassifier(
        representation="trapezoid", missing="never", n_epochs=5, random_state=1
    ),
    "matches": UCSClassifier(
        representation=Hyperellipsoid(), missing="matches", n_epochs=5, random_state=1
    ),
}


@pytest.fixture(scope="module", params=KINDS)
def model(request):
    return KINDS[request.param].fit(X, Y)


def test_metrics_go_through_the_encoding(model):
    rules = model.rules_.top(30)
    degrees = model.matching_degrees(X)[:, rules.population_rows]
    metrics = rules.metrics(X, Y)
    np.testing.assert_allclose(metrics["coverage"], degrees.mean(axis=0))
    pd.testing.assert_frame_equal(metrics, rules.metrics(X[X.columns[::-1]].assign(more="z"), Y))
    pd.testing.assert_frame_equal(metrics, rules.metrics(X.to_numpy(dtype=object), Y))
    with pytest.raises(InputError, match="rows of 5 features, got shape"):
        rules.metrics(X.to_numpy(dtype=object)[:, :4], Y)
    with pytest.raises(InputError, match="rows of 5 features, got shape"):
        rules.metrics(X.iloc[:0], Y[:0])
    with pytest.raises(InputError, match="'size' has an order, and 'tiny' in row 1 is not one"):
        rules.metrics(X.assign(size="tiny"), Y)


def test_texts_say_what_matches(model):
    """Where no condition on a number matters, rules match the rows that they say they match."""
    rules, missing, n_checked = model.rules_, model.encoding_.missing, 0
    gaps = X.assign(age=np.nan, mass=np.nan, size=X["size"].where(X["age"] < 0))
    degrees = model.matching_degrees(gaps if missing == "matches" else X)
    for row, rule in enumerate(rules):
        said = dict(zip(rule.features, rule.conditions, strict=False))
        if missing == "matches":
            said = {name: said[name] for name in ("odor", "fresh") if name in said}
        if said and set(said) <= {"odor", "fresh"}:
            expected = np.ones(len(X), dtype=bool)
            for name, text in said.items():
                expected &= [_holds(text, name, cell, missing) for cell in X[name]]
            np.testing.assert_array_equal(degrees[:, row] > 0.0, expected)
            n_checked += 1
    assert n_checked > 0


def _holds(text, name, cell, missing):
    if pd.isna(cell):
        return missing == "matches" or text.endswith("unknown")
    text = text.removesuffix(" or unknown").removeprefix(f"{name} ")
    if text in ("known", "unknown"):
        return text == "known"
    names = set(text.partition("{")[2].rstrip("}").split(", "))
    if text.startswith("= "):
        names = {text[2:]}
    return (str(cell) in names) != text.startswith("not in")


def test_attribute_scores(model):
    scores = served_by(model.rules_, model._inputs(X), np.searchsorted(model.classes_, Y))
    assert scores.shape == X.shape
    assert scores.min() >= 0.0
    assert scores.max() <= 1.0
    if isinstance(model, Beta4UCSClassifier):
        bad = scores[Y == "bad"].mean(axis=0)
        assert bad[0] > bad[3]  # the odor makes a row bad, its mass does not


def test_importance_of_categories(model):
    importance = model.rules_.feature_importance(per_class=True)
    assert importance["bad"].idxmax() in ("odor", "age")
    assert model.rules_.feature_cooccurrence().shape == (5, 5)
    assert str(model.rules_).count("\n") >= 10


def test_importance_shows_what_served_the_rows():
    X = np.random.default_rng(1).random((400, 5))
    y = (X[:, 3] > 0.5) ^ (X[:, 1] > 0.5)
    model = Beta4UCSClassifier(n_epochs=10, random_state=1, attribute_tracking=True).fit(X, y)
    frame = model.rules_.feature_importance(tracked=True)
    assert set(frame["served"].nlargest(2).index) == {"x1", "x3"}
    assert model.attribute_scores_.shape == X.shape
    with pytest.raises(InputError, match="attribute_tracking"):
        Beta4UCSClassifier(n_epochs=1).fit(X, y).rules_.feature_importance(tracked=True)
