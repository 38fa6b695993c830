"""Why a row has its answer: what is said adds up to what is predicted."""

import json
import math
import pickle
from copy import deepcopy
from html.parser import HTMLParser
from itertools import accumulate

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta4ucs import InputError, UCSClassifier
from beta4ucs.explanation import explain
from beta4ucs.explanation.rule_matcher import RuleMatcher
from representation_cases import PATIENT

from .conftest import KINDS, NAMES, fruit, learned

ROWS = fruit(40, seed=9)[0]


def added_up(why, label):
    """The contributions of a class, added one after the other."""
    votes = (rule.contribution for rule in why.fired if rule.label == label)
    return list(accumulate(votes, initial=0.0))[-1]


def with_rules(model, **columns):
    """The model with other columns of its population."""
    changed = deepcopy(model)
    changed.population_ = model.population_._replace(**columns)
    return changed


def with_fitness(model, seed=0):
    """The model with fitness of both signs, also 0."""
    fitness = np.random.default_rng(seed).choice([-0.7, -0.1, 0.0, 0.3, 1 / 3, 0.9], model.n_rules_)
    return with_rules(model, fitness=fitness)


# ---------------------------------------------------------------------- it adds up


def test_contributions_add_up_to_the_votes_bit_for_bit(model):
    for judged in (model, with_fitness(model)):
        votes, answers = judged.votes(ROWS), judged.predict(ROWS)
        shares = judged.predict_proba(ROWS)
        n_fired = 0
        for row, why in enumerate(explain(judged, ROWS)):
            n_fired += len(why.fired)
            assert [added_up(why, label) for label in judged.classes_] == votes[row].tolist()
            assert list(why.votes.values()) == votes[row].tolist()
            assert list(why.probabilities.values()) == shares[row].tolist()
            assert why.prediction == answers[row]
        assert n_fired > 40  # there was something to add


def test_the_numbers_of_a_rule_are_those_of_the_model(model):
    degrees = model.matching_degrees(ROWS)
    in_full = model.population_.fitness * model.population_.numerosity
    for row, why in enumerate(explain(model, ROWS)):
        fires = (degrees[row] > 0.0) & model.rules_.is_voting
        assert [rule.index for rule in why.fired] == np.flatnonzero(fires).tolist()
        for rule in why.fired:
            assert rule.degree == degrees[row, rule.index]
            assert rule.weight == in_full[rule.index]
            assert rule.label == model.rules_[rule.index].label


@PATIENT
@given(st.sampled_from(KINDS), st.data())
def test_it_adds_up_for_any_row(models, kind, data):
    model = models(kind)
    low, high = model.scaling_.low, model.scaling_.high
    values = [
        data.draw(st.one_of(st.just(math.nan), st.sampled_from([a, b]), st.floats(a - 9, b + 9)))
        for a, b in zip(low, high, strict=True)
    ]
    row = pd.DataFrame([values], columns=NAMES)
    (why,) = explain(model, row)
    assert [added_up(why, label) for label in why.votes] == model.votes(row)[0].tolist()
    assert why.prediction == model.predict(row)[0]
    assert why.missing == tuple(n for n, v in zip(NAMES, values, strict=True) if math.isnan(v))
    beyond = [not a <= v <= b and v == v for v, a, b in zip(values, low, high, strict=True)]
    assert why.outside == tuple(n for n, out in zip(NAMES, beyond, strict=True) if out)


def test_shares_add_up_to_the_probability(model):
    checked = 0
    for why in explain(with_fitness(model), ROWS):
        for label, votes in why.votes.items():
            shares = [rule.share for rule in why.fired if rule.label == label]
            share, size = math.fsum(shares), math.fsum(map(abs, shares))
            if votes > 0.0:
                assert share == pytest.approx(why.probabilities[label], abs=1e-14 * size)
                checked += 1
            elif max(why.votes.values()) <= 0.0 and any(r.label == label for r in why.fired):
                assert math.isnan(share)
    assert checked > 20


@pytest.mark.parametrize("tie_break", ["first", "majority", "random"])
def test_rows_that_no_rule_matches_are_explained_by_the_tie(beta4, tie_break):
    silent = deepcopy(beta4).set_params(voting_threshold=1e9, tie_break=tie_break)
    (why,) = explain(silent, ROWS[:1])
    assert why.prediction == silent.predict(ROWS[:1])[0]
    assert why.fired == ()
    assert set(why.votes.values()) == {0.0}
    assert {why.prediction, *why.rivals} == set(silent.classes_)
    assert "No rule fired" in str(why)
    assert f"tie_break decided for '{why.prediction}'" in str(why)
    assert silent.predict_proba(ROWS[:1])[0].tolist() == list(why.probabilities.values())


def test_ties_between_rules_are_told(models):
    model = models(("ucs", "hyperrectangle"))
    # the same rule for two classes: they tie everywhere
    rule = int(model.matching_degrees(ROWS).any(axis=0).argmax())
    arrays = model.population_.take(np.array([rule, rule]))
    twin = deepcopy(model)
    twin.population_ = arrays._replace(label=np.array([2, 1]), fitness=np.array([0.5, 0.5]))
    matched = ROWS[twin.votes(ROWS).any(axis=1)][:1]
    assert len(matched)
    for tie_break in ("first", "majority", "random"):
        twin.set_params(tie_break=tie_break)
        (why,) = explain(twin, matched)
        assert why.prediction == twin.predict(matched)[0]
        assert {why.prediction, *why.rivals} == {"apple", "quince"}
    assert why.rivals[0] in str(why)


# ---------------------------------------------------------------------- for and against


def test_sides(model):
    sides = {"for": 0, "against": 0}
    for why in explain(with_fitness(model), ROWS):
        for label in why.votes:
            helping, hurting = why.rules_for(label), why.rules_against(label)
            sides["for"] += len(helping)
            sides["against"] += len(hurting)
            idle = [rule for rule in why.fired if rule.contribution == 0.0]
            assert len(helping) + len(hurting) + len(idle) == len(why.fired)
            assert not {r.index for r in helping} & {r.index for r in hurting}
            for rule in helping:
                assert (rule.label == label) == (rule.contribution > 0.0)
            for rules in (helping, hurting):
                sizes = [abs(rule.contribution) for rule in rules]
                assert sizes == sorted(sizes, reverse=True)
        assert why.rules_for() == why.rules_for(why.prediction)
    assert min(sides.values()) > 50


def test_a_class_that_is_none(beta4):
    (why,) = explain(beta4, ROWS[:1])
    for side in (why.rules_for, why.rules_against):
        with pytest.raises(InputError, match="no class 'aple'; did you mean 'apple'"):
            side("aple")


def test_a_negative_rule_is_said_to_take_votes(beta4):
    all_bad = with_rules(beta4, fitness=np.full(beta4.n_rules_, -0.5))
    (why,) = explain(all_bad, ROWS[:1])
    rule = why.fired[0]
    assert rule in why.rules_against(rule.label)
    assert rule.vote_text.startswith("takes ")
    assert rule.vote_text.endswith(f" votes from {rule.label}")
    assert math.isnan(rule.share)
    told = json.loads(why.to_json())
    assert {one["share"] for one in told["for"] + told["against"]} == {None}


# ---------------------------------------------------------------------- conditions


def test_conditions_hold_by_the_membership_of_the_representation(model):
    seen = {True: 0, False: 0}
    units = model.scaling_.transform(ROWS.to_numpy())
    for row, why in enumerate(explain(model, ROWS[:12])):
        for rule in why.fired[:40]:
            for one in rule.conditions:
                feature = NAMES.index(one.feature)
                gene, unit = model.population_.genes[rule.index, feature], units[row, feature]
                seen[one.is_missing] += 1
                assert one.feature in one.text
                assert one.text in model.rules_[rule.index].conditions
                assert one.is_missing == math.isnan(unit)
                if one.is_missing:
                    assert one.membership == 1.0
                else:
                    assert one.value == ROWS.iloc[row, feature]
                    expected = model.representation_.membership(gene, unit)
                    assert one.membership == pytest.approx(expected, rel=1e-9, abs=1e-12)
                    assert one.membership > 0.0
            assert rule.text == model.rules_[rule.index].text
    assert min(seen.values()) > 10


def test_memberships_multiply_to_the_degree(models):
    for name in ("beta4", "triangle", "trapezoid", "bell", "rectangle-or-triangle"):
        for why in explain(models(("fuzzy-ucs", name)), ROWS[:12]):
            for rule in why.fired:
                product = math.prod(one.membership for one in rule.conditions)
                # a condition that holds nearly everywhere may be left unsaid
                assert product == pytest.approx(rule.degree, rel=0.05)


def test_rule_genes_are_put_into_words(models):
    model = models(("ucs", "rectangle-or-polytope"))
    fired = [rule for why in explain(model, ROWS) for rule in why.fired if rule.conditions]
    for rule in fired:
        assert (rule.note in rule.text) if rule.note else ("at once" not in rule.text)
    assert {bool(rule.note) for rule in fired} == {True, False}


# ---------------------------------------------------------------------- many rows


def test_a_sequence(beta4):
    whys = explain(beta4, ROWS)
    assert len(whys) == 40
    assert whys[-1].row == 39
    assert [why.row for why in whys[30:33]] == [30, 31, 32]
    assert whys[30:][2].votes == whys[32].votes
    assert whys[::-1][0].votes == whys[39].votes
    with pytest.raises(IndexError):
        whys[40]
    assert repr(whys) == "<Explanations of 40 rows>"
    assert repr(whys[3]).startswith("<Explanation of row 3: ")


def test_rows_are_matched_in_blocks_and_only_when_asked_for(beta4, monkeypatch):
    asked = []
    real = RuleMatcher.degrees
    monkeypatch.setattr(
        RuleMatcher, "degrees", lambda self, units: asked.append(len(units)) or real(self, units)
    )
    many = pd.concat([ROWS] * 50, ignore_index=True)  # 2000 rows
    whys = explain(beta4, many)
    assert asked == []
    assert whys[0].votes == whys[120].votes
    assert len(asked) == 1
    sum(len(why.fired) for why in whys)
    assert sum(asked) < 2 * len(many)
    assert max(asked) <= 128


def test_explanations_are_of_the_model_as_it_was(beta4):
    model = deepcopy(beta4)
    whys, before = explain(model, ROWS), explain(beta4, ROWS)[5]
    model.set_params(voting_threshold=50)
    X, y = fruit(seed=3)
    model.fit(X[["mass", "width"]], y)
    after = whys[5]
    assert after.votes == before.votes
    assert [str(rule) for rule in after.fired] == [str(rule) for rule in before.fired]


def test_arrays_without_names_and_other_labels():
    X, y = fruit()
    codes = np.unique(y, return_inverse=True)[1]
    model = UCSClassifier(n_epochs=2, random_state=1).fit(X.to_numpy(), codes)
    (why,) = explain(model, X.to_numpy()[:1].tolist())
    assert why.prediction == model.predict(X.to_numpy()[:1])[0]
    assert type(why.prediction) is int
    assert list(why.values) == ["x0", "x1", "x2", "x3"]
    json.loads(why.to_json())


def test_pickled(beta4):
    whys = explain(beta4, ROWS)
    str(whys[0])
    kept = pickle.loads(pickle.dumps(whys[0]))
    assert str(kept) == str(whys[0])
    assert str(pickle.loads(pickle.dumps(whys))[1]) == str(whys[1])


# ---------------------------------------------------------------------- handing it on


def test_frames(model):
    whys = explain(model, ROWS[:20])
    frame = whys.to_frame()
    assert list(frame["row"]) == sorted(frame["row"])
    for row, part in frame.groupby("row"):
        one = whys[row].to_frame()
        for column in ("rule", "class", "degree", "weight", "contribution", "share", "text"):
            assert part[column].tolist() == one[column].tolist(), column
        for label, votes in whys[row].votes.items():
            of_class = part.loc[part["class"] == label, "contribution"]
            assert list(accumulate(of_class, initial=0.0))[-1] == votes
    helping = [rule.index for rule in whys[0].rules_for()]
    one = whys[0].to_frame()
    assert sorted(one.loc[one["speaks"] == "for", "rule"]) == sorted(helping)


def test_frame_of_conditions(beta4):
    why = explain(beta4, ROWS)[0]
    frame = why.to_frame(conditions=True)
    assert len(frame) == sum(len(rule.conditions) for rule in why.fired)
    assert frame["value"].isna().sum() == sum(
        one.is_missing for rule in why.fired for one in rule.conditions
    )
    assert frame["membership"].between(0, 1).all()


def test_frame_of_nothing(beta4):
    silent = deepcopy(beta4).set_params(voting_threshold=1e9)
    assert len(explain(silent, ROWS).to_frame()) == 0
    assert "contribution" in explain(silent, ROWS[:1])[0].to_frame()
    assert "membership" in explain(silent, ROWS[:1])[0].to_frame(conditions=True)


def test_text(beta4):
    row = next(row for row in range(40) if ROWS.iloc[row].isna().sum() == 1)
    why = explain(beta4, ROWS)[row]
    text = why.to_text(top=2, width=100)
    assert text.startswith(f"Answer: {why.prediction} (")
    assert f"\nFor {why.prediction}: the strongest 2 of {len(why.rules_for())} rules\n" in text
    assert f"Missing, which matches conditions that say \"unknown\": '{why.missing[0]}'." in text
    first = why.rules_for()[0]
    assert f"  1. {first.vote_text}" in text
    assert all(one.text in text for one in first.conditions)
    assert text.count("[rule ") == 2 + min(2, len(why.rules_against()))
    assert why.to_text(top=10_000).count("[rule ") == len(why.fired)
    assert "... and 35 more rows" in str(explain(beta4, ROWS))


def test_values_beyond_the_training_data_are_told(beta4):
    (why,) = explain(beta4, ROWS[:1].assign(mass=1e6))
    assert why.outside == ("mass",)
    assert "Beyond the training data, counted as its nearest value: 'mass'." in str(why)
    highest = ROWS[:1].assign(mass=beta4.scaling_.high[0])
    assert why.votes == explain(beta4, highest)[0].votes


def test_json_holds_it_all(model):
    why = explain(model, ROWS)[0]
    told = json.loads(why.to_json())
    assert told["prediction"] == why.prediction
    assert {one["class"]: one["votes"] for one in told["classes"]} == dict(why.votes)
    assert [one["rule"] for one in told["for"]] == [rule.index for rule in why.rules_for()]
    assert told["missing"] == list(why.missing)
    assert all(told["values"][name] is None for name in why.missing)
    assert len(why.to_dict(top=1)["for"]) <= 1


class Tags(HTMLParser):
    """Collects the elements and attributes of a page."""

    def __init__(self, text):
        super().__init__()
        self.names, self.attributes, self.text = set(), set(), ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("full_page", [False, True])
def test_html_is_escaped_and_needs_nothing_else(beta4, full_page):
    whys = explain(beta4, ROWS[:8])
    texts = [why.to_html(top=10_000, full_page=full_page) for why in whys]
    for text in [*texts, whys.to_html(), whys._repr_html_(), whys[0]._repr_html_()]:
        tags = Tags(text)
        assert not tags.names & {"img", "b", "script", "link", "iframe"}
        assert not {name for name in tags.attributes if name.startswith("on")}
        assert not tags.attributes & {"src", "href"}
        assert "url(" not in text
        assert "http" not in text
    for said in ("<b>pear", "<img src=x onerror=alert(1)>"):
        assert any(said in Tags(text).text for text in texts)
    assert texts[0].startswith("<!DOCTYPE html>") == full_page


def test_models_without_missing_values_say_nothing_of_them():
    model = learned("beta4-ucs", "beta4", n_epochs=2)
    (why,) = explain(model, ROWS[ROWS.notna().all(axis=1)][:1])
    assert why.missing == ()
    assert "issing" not in str(why)
