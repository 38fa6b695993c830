"""What would change an answer: every change that is returned does, and keeps to the limits."""

import json
import math
from copy import deepcopy

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta4ucs import Beta4UCSClassifier, InputError
from beta4ucs.explanation import Change, counterfactual
from beta4ucs.explanation.rule_regions import RuleRegions
from beta4ucs.learning.rule_arrays import RuleArrays
from representation_cases import PATIENT

from .conftest import KINDS, NAMES, fruit

ROWS = fruit(60, seed=9)[0]


def changed_rows(row, other):
    """The row as a table, with the values of a counterfactual."""
    return pd.DataFrame([dict(other.values)], columns=list(row.index))


def is_same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


def made_of(*rules, low=(0.0, 0.0), high=(100.0, 10.0)):
    """A model of two features and of rules (low, high of both, class, fitness)."""
    X = pd.DataFrame([low, high], columns=["glucose", "hue"])
    model = Beta4UCSClassifier(n_epochs=1, random_state=0).fit(X, ["ill", "well"])
    genes = [[(1, 1, *rule[0]), (1, 1, *rule[1])] for rule in rules]
    n = len(rules)
    model.population_ = RuleArrays(
        genes=np.array(genes, dtype=float),
        label=np.array([["ill", "well"].index(rule[2]) for rule in rules]),
        fitness=np.array([rule[3] for rule in rules], dtype=float),
        experience=np.full(n, 100.0),
        numerosity=np.ones(n, dtype=np.int64),
        set_size=np.ones(n),
        time_stamp=np.zeros(n, dtype=np.int64),
        mass=np.zeros((n, 2)),
        sets=np.zeros((n, 0), dtype=np.int64),
    )
    return model


def ask(model, row, *target, **options):
    """About a row of glucose and hue."""
    return counterfactual(
        model, dict(zip(["glucose", "hue"], row, strict=True)), *target, **options
    )


HALVES = made_of(
    ((-0.1, 0.5), (-0.1, 1.1), "well", 1.0),
    ((0.5001, 1.1), (-0.1, 1.1), "ill", 0.8),
)
ANY = (-0.1, 1.1)


# ---------------------------------------------------------------------- laws


@PATIENT
@given(
    st.sampled_from(KINDS),
    st.integers(0, 59),
    st.integers(1, 4),
    st.sampled_from([None, "apple", "quince", "<b>pear"]),
    st.sets(st.sampled_from(NAMES), max_size=2),
    st.booleans(),
)
def test_laws(models, kind, at, most, target, fixed, is_narrow):
    model, row = models(kind), ROWS.iloc[at]
    present = model.predict(ROWS[at : at + 1])[0]
    target = None if target == present else target
    ranges = {"mass": (100, 140), "age": (None, 20)} if is_narrow else None
    limits = {"max_features": most, "immutable": fixed, "feature_ranges": ranges}
    other = counterfactual(model, row, target, **limits)
    assert other.prediction == present
    assert other.target == target
    assert str(counterfactual(model, row, target, **limits)) == str(other)
    after = changed_rows(row, other)
    assert other.found == bool(other) == (other.answer is not None)
    if not other:
        assert other.changes == ()
        assert math.isnan(other.distance)
        assert all(is_same(row[name], other.values[name]) for name in NAMES)
        assert "was found" in str(other)
        return
    assert model.predict(after)[0] == other.answer != present
    assert target in (None, other.answer)
    assert 1 <= len(other.changes) <= most
    votes = dict(zip(model.classes_, model.votes(after)[0], strict=True))
    assert all(votes[other.answer] > votes[label] for label in votes if label != other.answer)
    changing = {change.feature: change for change in other.changes}
    assert not changing.keys() & fixed
    for i, name in enumerate(NAMES):
        if name not in changing:
            assert is_same(row[name], other.values[name])
            continue
        assert is_same(changing[name].before, row[name])
        assert changing[name].after == other.values[name]
        assert not is_same(changing[name].before, changing[name].after)
        low, high = model.scaling_.low[i], model.scaling_.high[i]
        if is_narrow and name in ranges:
            low, high = max(low, ranges[name][0] or low), min(high, ranges[name][1])
        assert low <= changing[name].after <= high
    assert "age" not in changing or float(changing["age"].after).is_integer()
    assert other.distance == pytest.approx(sum(change.share for change in other.changes))
    assert list(other.after.values()) == model.predict_proba(after)[0].tolist()


def test_it_is_usually_found(model):
    found = [counterfactual(model, ROWS.iloc[at], max_features=4).found for at in range(12)]
    assert np.mean(found) >= 0.75


def test_one_feature_is_enough_where_one_is(models):
    """Against all values of a fine grid, one feature at a time."""
    model = models(("ucs", "hyperrectangle"))
    scaling, n_checked = model.scaling_, 0
    for at in range(25):
        row = ROWS.iloc[at].to_numpy()
        present = model.predict(ROWS[at : at + 1])[0]
        nearest = math.inf
        for i, name in enumerate(NAMES):
            grid = np.linspace(scaling.low[i], scaling.high[i], 301)
            if name == "age":
                grid = np.unique(grid.round())
            tried = pd.DataFrame(np.repeat(row[None], len(grid), axis=0), columns=NAMES)
            tried[name] = grid
            votes = model.votes(tried)
            ahead = votes == votes.max(axis=1, keepdims=True)
            does = (model.predict(tried) != present) & (ahead.sum(axis=1) == 1)
            far = np.abs(grid - row[i]) / (scaling.high[i] - scaling.low[i])
            far = np.where(np.isnan(far), 1.0, far)
            nearest = min(nearest, *far[does], math.inf)
        other = counterfactual(model, ROWS.iloc[at])
        if nearest < math.inf:
            n_checked += 1
            assert len(other.changes) == 1
            assert other.distance <= 1.1 * nearest + 0.02
    assert n_checked > 10


# ---------------------------------------------------------------------- models that are known


def test_the_nearest_change_of_a_threshold():
    other = ask(HALVES, [80.5, 3.0])
    assert other.changes == (Change("glucose", 80.5, 50.0, pytest.approx(0.305)),)
    assert str(other) == ("It would be well (100.0%) instead of ill with\n  glucose 80.5 -> 50")
    back = ask(HALVES, [20.25, 3.0], "ill")
    assert [str(change) for change in back.changes] == ["glucose 20.25 -> 51"]
    assert back.to_frame().to_dict("records") == [
        {"feature": "glucose", "before": 20.25, "after": 51.0, "share": pytest.approx(0.3075)}
    ]


def test_whole_numbers_stay_whole():
    high = (2.0, 10.0)  # proposals have two decimals, whole numbers none
    model = made_of(((-0.1, 0.5), ANY, "well", 1.0), ((0.5001, 1.1), ANY, "ill", 0.8), high=high)

    def change(row, **options):
        return [str(change) for change in ask(model, row, **options).changes]

    assert change([0.0, 3.0]) == ["glucose 0 -> 2"]
    assert change([0.0, 3.0], whole_numbers=[]) == ["glucose 0 -> 1.01"]
    assert change([0.25, 3.0]) == ["glucose 0.25 -> 1.01"]
    assert change([0.25, 3.0], whole_numbers=["glucose"]) == ["glucose 0.25 -> 2"]


def test_narrow_rules_are_found_between_readable_values():
    model = made_of(
        (ANY, ANY, "well", 0.5),
        ((0.50013, 0.50018), ANY, "ill", 0.9),
    )
    other = ask(model, [20.5, 3.5])
    assert [str(change) for change in other.changes] == ["glucose 20.5 -> 50.013"]


def test_two_features_where_one_is_not_enough():
    model = made_of(
        (ANY, ANY, "well", 0.5),
        ((0.7, 0.8), (0.1, 0.2), "ill", 0.9),
    )
    other = ask(model, [20.5, 5.5])
    assert {str(change) for change in other.changes} == {"glucose 20.5 -> 70", "hue 5.5 -> 2"}
    assert not ask(model, [20.5, 5.5], max_features=1)


def test_a_rule_that_must_be_left_behind():
    model = made_of(
        ((0.1, 0.4), (0.1, 0.4), "ill", 0.9),
        (ANY, ANY, "well", 0.5),
    )
    other = ask(model, [20.5, 3.5])
    assert [str(change) for change in other.changes] == ["hue 3.5 -> 4.1"]
    assert other.answer == "well"


def test_missing_values_stay_missing_or_are_filled_in():
    other = ask(HALVES, [80.5, math.nan])
    assert [change.feature for change in other.changes] == ["glucose"]
    assert math.isnan(other.values["hue"])
    # a missing value matches both rules: well has more votes
    filled = ask(HALVES, [math.nan, 3.0])
    assert filled.prediction == "well"
    (change,) = filled.changes
    assert (change.feature, change.share) == ("glucose", 1.0)
    assert math.isnan(change.before)
    assert change.after > 50
    assert "glucose missing -> " in str(filled)
    assert json.loads(filled.to_json())["changes"][0]["before"] is None


def test_rows_beyond_the_training_data():
    other = ask(HALVES, [500.0, 30.0])
    assert [str(change) for change in other.changes] == ["glucose 500 -> 50"]


@pytest.mark.parametrize("target", [None, "ill"])
def test_where_none_exists_it_says_so(target):
    sure = made_of((ANY, ANY, "well", 1.0), ((0.2, 0.4), ANY, "ill", 0.9))
    other = ask(sure, [20.0, 3.0], target)
    assert not other
    assert other.answer is None
    wanted = "another class" if target is None else "ill"
    assert str(other) == (
        "No change of up to 3 features within the range of the training data was found that "
        f"makes it {wanted}."
    )
    assert len(other.to_frame()) == 0
    assert json.loads(other.to_json())["found"] is False
    assert "within the range of the training data" in other.to_html()
    alone = ask(sure, [20.0, 3.0], max_features=1)
    assert "No change of one feature within" in str(alone)


def test_limits_that_leave_nothing():
    assert ask(HALVES, [80.0, 3.0])
    assert not ask(HALVES, [80.0, 3.0], immutable=["glucose"])
    assert not ask(HALVES, [80.0, 3.0], immutable=[0, 1])
    assert not ask(HALVES, [80.0, 3.0], feature_ranges={"glucose": (60, None)})
    narrow = ask(HALVES, [80.0, 3.0], feature_ranges={0: (None, 33)})
    assert [str(change) for change in narrow.changes] == ["glucose 80 -> 33"]


def test_a_tie_is_no_change():
    model = made_of((ANY, ANY, "well", 0.5), ((0.0, 0.3), ANY, "ill", 0.5))
    assert ask(model, [80.0, 3.0]).prediction == "well"
    assert ask(model, [20.0, 3.0]).prediction == "ill"  # the first of two with equal votes
    assert not ask(model, [80.0, 3.0])
    assert not ask(model, [80.0, 3.0], "ill")


# ---------------------------------------------------------------------- what goes in and out


def test_a_row_in_any_form(beta4):
    row = ROWS.iloc[3]
    texts = {
        str(counterfactual(beta4, row)),
        str(counterfactual(beta4, ROWS[3:4])),
        str(counterfactual(beta4, row.to_dict())),
    }
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"target": "il"}, "there is no class 'il'; did you mean 'ill'?"),
        ({"target": "ill"}, "the answer is 'ill' already; target must be another class"),
        ({"max_features": 0}, "max_features must be a whole number of at least 1, got 0"),
        ({"immutable": ["glucos"]}, "there is no feature 'glucos'; did you mean 'glucose'?"),
        ({"immutable": "glucose"}, "immutable must be a list of features, got 'glucose'"),
        ({"immutable": [2]}, "there is no feature 2"),
        ({"feature_ranges": {"hue": 3}}, "must give (low, high) for 'hue', got 3"),
        ({"feature_ranges": {"hue": (3, 1)}}, "must give low <= high for 'hue', got (3, 1)"),
        (
            {"feature_ranges": {"hue": (11, 12)}},
            "(11, 12) for 'hue', beyond the training data, which goes from 0 to 10",
        ),
    ],
)
def test_wrong_arguments(options, words):
    with pytest.raises(InputError) as error:
        ask(HALVES, [80.0, 3.0], **options)
    assert words in str(error.value)


def test_more_than_a_row():
    with pytest.raises(InputError, match="x must be one row, got 2"):
        counterfactual(HALVES, pd.DataFrame([[80.0, 3.0], [1.0, 2.0]], columns=["glucose", "hue"]))


def test_html_is_escaped(models):
    for at in range(20):
        other = counterfactual(models(KINDS[0]), ROWS.iloc[at], immutable=NAMES[:3])
        text = other.to_html(full_page=True) + other._repr_html_()
        assert "<img" not in text
        if other:
            assert "&lt;img src=x" in text
            break
    else:
        pytest.fail("no change of the feature with the bad name")


def test_the_search_is_bounded(monkeypatch):
    """Votes are what costs time: few thousand for thousands of rules and 30 features."""
    rng = np.random.default_rng(2)
    X = pd.DataFrame(rng.random((400, 30)))
    X.columns = [f"x{i}" for i in X]
    y = (X.iloc[:, :3].sum(axis=1) > 1.5).astype(int)
    model = Beta4UCSClassifier(n_epochs=5, random_state=0).fit(X, y)
    assert model.n_rules_ > 1000
    asked = []
    real = RuleRegions.votes
    monkeypatch.setattr(
        RuleRegions, "votes", lambda self, rows: asked.append(len(rows)) or real(self, rows)
    )
    for at in range(5):
        asked.clear()
        counterfactual(model, X.iloc[at])
        assert sum(asked) < 25_000


def test_a_model_that_has_learned_again(beta4):
    model = deepcopy(beta4)
    assert counterfactual(model, ROWS.iloc[0]).values.keys() == set(NAMES)
    X, y = fruit()
    model.fit(X[["mass", "age"]], y)
    other = counterfactual(model, ROWS[["mass", "age"]].iloc[0])
    assert other.values.keys() == {"mass", "age"}
    if other:
        assert model.predict(changed_rows(ROWS[["mass", "age"]].iloc[0], other))[0] == other.answer
