"""Reasons and changes for rows with categories and missing values."""

import json
import math
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta4ucs import Beta4UCSClassifier, InputError, UCSClassifier
from beta4ucs.data.encoding import OTHER
from beta4ucs.explanation import counterfactual, explain
from beta4ucs.explanation.number_text import say_value
from report.models import SIZES, mushrooms, mushrooms_to_try

from .test_explanation import Tags, added_up

X, Y = mushrooms()
NAMES = list(X.columns)
KINDS = ("learn", "matches", "never", "boxes")


@pytest.fixture(scope="module")
def mixed():
    """A model that learns from missing values, one for each other way, and one of boxes."""
    told = {"n_epochs": 25, "random_state": 2, "max_rules": 400}
    return {
        "boxes": UCSClassifier(**told).fit(X, Y),
        **{
            missing: Beta4UCSClassifier(missing=missing, voting_threshold=3, **told).fit(X, Y)
            for missing in KINDS[:3]
        },
    }


@pytest.fixture(params=KINDS)
def model(mixed, request):
    return mixed[request.param]


@pytest.fixture
def rows(model):
    return mushrooms_to_try(model, 60)


def is_missing(cell):
    return cell is None or cell != cell


# ---------------------------------------------------------------------- why


def test_contributions_add_up_bit_for_bit(model, rows):
    votes, degrees = model.votes(rows), model.matching_degrees(rows)
    whys = explain(model, rows)
    assert sum(len(why.fired) for why in whys) > 100
    for row, why in enumerate(whys):
        assert [added_up(why, label) for label in model.classes_] == votes[row].tolist()
        fires = (degrees[row] > 0.0) & model.rules_.is_voting
        assert [rule.index for rule in why.fired] == np.flatnonzero(fires).tolist()
        for rule in why.fired:
            assert rule.degree == degrees[row, rule.index]


def test_values_are_shown_by_their_names(model, rows):
    for row, why in enumerate(explain(model, rows)):
        for name, value in why.values.items():
            cell = rows[name].iloc[row]
            assert (value != value) if is_missing(cell) else value == cell
        assert why.missing == tuple(name for name in NAMES if is_missing(rows[name].iloc[row]))
        told = json.loads(why.to_json())
        assert told["values"] == {n: None if v != v else v for n, v in why.values.items()}
        assert Tags(why.to_html(top=3)).text.count("<i>") == why.to_html(top=3).count("&lt;i&gt;")


def test_conditions_that_hold(model, rows):
    n_seen = 0
    for why in explain(model, rows):
        for rule in why.fired[:30]:
            texts = model.rules_[rule.index].conditions
            assert [one.text for one in rule.conditions] == list(texts)[: len(rule.conditions)]
            for one in rule.conditions:
                if one.feature in ("odor", "wet"):
                    n_seen += 1
                    assert one.membership == 1.0
                    assert one.feature not in why.unseen
                    if not one.is_missing and " in {" in one.text:
                        assert (str(one.value) in one.text) == (" not in " not in one.text)
                if one.is_missing and one.missing_matches == "unknown":
                    assert one.text.endswith("unknown")
                assert not (one.is_missing and one.missing_matches == "nothing")
    assert n_seen > 50


def test_memberships_multiply_to_the_degree(mixed):
    model = mixed["learn"]
    for why in explain(model, mushrooms_to_try(model, 30)):
        for rule in why.fired:
            product = math.prod(one.membership for one in rule.conditions)
            assert product == pytest.approx(rule.degree, rel=0.05)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (
            "learn",
            "Missing, which matches anything: 'height'.\n"
            "Missing, which matches conditions that say \"unknown\": 'odor' and 'spores'.",
        ),
        ("matches", "Missing, which matches anything: 'odor', 'spores' and 'height'."),
        ("never", "Missing, which matches no condition: 'odor', 'spores' and 'height'."),
    ],
)
def test_what_is_missing_is_told(mixed, kind, words):
    row = X[:1].assign(odor=None, spores=np.nan, height=np.nan)
    (why,) = explain(mixed[kind], row)
    assert words in str(why)
    assert why.missing == ("odor", "spores", "height")


def test_values_that_training_did_not_have_are_told(model):
    row = X[:1].assign(odor="  anise", cap="huge", height=99.0)
    (why,) = explain(model, row)
    assert why.outside == ("odor", "cap", "height")
    assert why.unseen == ("odor",)
    assert (why.values["odor"], why.values["cap"]) == ("anise", "huge")
    text = str(why)
    assert "Beyond the training data, counted as its nearest value: 'cap' and 'height'." in text
    assert "Not in the training data, matches no condition: 'odor = anise'." in text
    nearest = row.assign(cap="large", height=model.scaling_.high[3])
    assert why.votes == explain(model, nearest)[0].votes


def test_slices_files_and_arrays(mixed):
    model = mixed["learn"]
    rows = mushrooms_to_try(model, 20)
    whys = explain(model, rows)
    assert str(whys[5:8][1]) == str(whys[6])
    assert str(pickle.loads(pickle.dumps(whys))[3]) == str(whys[3])
    bare = Beta4UCSClassifier(n_epochs=2, random_state=0, categorical_features=[0, 1, 4])
    bare.fit(X.astype(object).to_numpy(), Y)
    (why,) = explain(bare, rows[1:2].astype(object).to_numpy())
    assert why.values[next(iter(why.values))] == rows["odor"].iloc[1]
    assert why.prediction == bare.predict(rows[1:2].astype(object).to_numpy())[0]
    other = counterfactual(bare, rows.iloc[1].tolist())
    if other:
        assert bare.predict(other.row[None])[0] == other.answer


def test_rare_values_are_shown_as_they_are():
    rng = np.random.default_rng(0)
    towns = np.array([f"town {i}" for i in range(80)], dtype=object)[rng.integers(0, 80, 500)]
    table = pd.DataFrame({"town": towns, "age": rng.random(500)})
    model = Beta4UCSClassifier(n_epochs=2, random_state=0).fit(table, table["age"] > 0.5)
    values = model.encoding_.columns[0].values
    assert values[-1] == OTHER or OTHER in values
    rare = next(town for town in towns if town not in values)
    (why,) = explain(model, pd.DataFrame({"town": [rare], "age": [0.2]}))
    assert why.values["town"] == rare
    assert why.outside == ()
    other = counterfactual(model, {"town": rare, "age": 0.2})
    assert OTHER not in [change.after for change in other.changes]


# ---------------------------------------------------------------------- what would change it


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(KINDS),
    st.integers(0, 59),
    st.integers(1, 4),
    st.sets(st.sampled_from(NAMES), max_size=2),
    st.booleans(),
)
def test_laws(mixed, kind, at, most, fixed, is_narrow):
    model = mixed[kind]
    rows = mushrooms_to_try(model, 60)
    row = rows.iloc[at]
    ranges = {"odor": ["none", "foul"], "cap": ("small", None), "spores": (5, 7)}
    limits = {"max_features": most, "immutable": fixed}
    limits["feature_ranges"] = ranges if is_narrow else None
    other = counterfactual(model, rows[at : at + 1], **limits)
    assert str(counterfactual(model, row.to_dict(), **limits)) == str(other)
    after = pd.DataFrame([dict(other.values)], columns=NAMES)
    if not other:
        assert "was found" in str(other)
        return
    assert model.predict(after)[0] == other.answer != other.prediction
    assert list(other.after.values()) == model.predict_proba(after)[0].tolist()
    changes = {change.feature: change for change in other.changes}
    assert 1 <= len(changes) <= most
    assert not changes.keys() & fixed
    for name in NAMES:
        before = row[name]
        if name not in changes:
            assert is_missing(other.values[name]) == is_missing(before)
            assert is_missing(before) or other.values[name] == before
            continue
        change = changes[name]
        assert not is_missing(change.after)
        assert is_missing(change.before) == is_missing(before)
        values = model.encoding_.columns[NAMES.index(name)].values
        assert values is None or change.after in values
        if values is not None and name != "cap":
            assert change.share == 1.0
        elif name == "cap" and not is_missing(before):
            steps = abs(SIZES.index(before) - SIZES.index(change.after))
            assert change.share == pytest.approx(steps / 3)
        if is_narrow and name == "odor":
            assert change.after in ranges["odor"]
        if is_narrow and name == "cap":
            assert change.after in SIZES[1:4]
    json.loads(other.to_json())
    assert "<i>" not in other.to_html()[other.to_html().index("<h4>") :]


def test_it_is_usually_found(model, rows):
    found = [counterfactual(model, rows.iloc[at], max_features=4).found for at in range(12)]
    assert np.mean(found) >= 0.75


def test_one_other_value_is_enough_where_one_is(mixed):
    """Against all values of the categories, one feature at a time."""
    model, n_checked = mixed["learn"], 0
    for at in range(20):
        row = X[at : at + 1]
        present = model.predict(row)[0]
        for name in ("odor", "wet"):
            values = model.encoding_.columns[NAMES.index(name)].values
            others = [value for value in values if value != row[name].iloc[0]]
            answers = [model.predict(row.assign(**{name: value}))[0] for value in others]
            fixed = [one for one in NAMES if one != name]
            other = counterfactual(model, row, immutable=fixed)
            assert other.found == any(answer != present for answer in answers)
            n_checked += other.found
    assert n_checked > 5


def test_of_other_values_the_clearest_is_taken(mixed):
    model, n_checked = mixed["learn"], 0
    for at in range(20):
        row = X[at : at + 1]
        other = counterfactual(model, row, immutable=[name for name in NAMES if name != "odor"])
        if other:
            n_checked += 1
            (change,) = other.changes
            leads = {
                odor: np.ptp(votes)
                for odor in X["odor"].dropna().unique()
                if (votes := model.votes(row.assign(odor=odor))[0]).argmax()
                == model.classes_.tolist().index(other.answer)
            }
            assert leads[change.after] == max(leads.values())
            assert str(change) == f"odor {say_value(row['odor'].iloc[0])} -> {change.after}"
    assert n_checked > 5


@pytest.mark.parametrize(
    ("ranges", "words"),
    [
        ({"odor": ["anise"]}, "'anise' for 'odor', which is not one of its values: "),
        ({"odor": "none"}, "must list the values of 'odor', got 'none'"),
        ({"odor": 3}, "must list the values of 'odor', got 3"),
        ({"cap": ("tiny", "vast")}, "'vast' for 'cap', which is not one of its values: 'tiny'"),
        ({"cap": ("large", "small")}, "low <= high for 'cap', got ('large', 'small')"),
        (
            {"cap": ("huge", None)},
            "('huge', None) for 'cap', beyond the training data, which goes ",
        ),
        ({"cap": ["tiny"]}, "must give (low, high) for 'cap', got ['tiny']"),
    ],
)
def test_wrong_ranges(mixed, ranges, words):
    with pytest.raises(InputError) as error:
        counterfactual(mixed["learn"], X[:1], feature_ranges=ranges)
    assert words in str(error.value)


def test_nothing_is_allowed(mixed):
    fixed = [name for name in NAMES if name != "odor"]
    for odor in ("foul", "none"):
        row = X[X["odor"] == odor][:1]
        limits = {"immutable": fixed, "feature_ranges": {"odor": [odor]}}
        assert not counterfactual(mixed["learn"], row, **limits)
