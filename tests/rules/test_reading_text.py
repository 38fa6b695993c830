"""Rules as text and back: nothing is lost, and errors name the word."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs.errors import InputError
from beta4ucs.representations import contract, find, names
from beta4ucs.rules import RuleSet
from beta4ucs.rules.matching import degrees_of
from beta4ucs.rules.parsing import ParsedRule

EXAMPLES = Path(__file__).parents[2] / "examples" / "own_representation"


@pytest.fixture(scope="module")
def table():
    """Whole numbers, decimals, computed numbers, two values, words and gaps."""
    rng = np.random.default_rng(3)
    n = 80
    frame = pd.DataFrame(
        {
            "age": rng.integers(20, 90, n),
            "blood sugar": rng.normal(5, 1, n).round(1),
            "score": rng.normal(0, 1, n),
            "sex": rng.integers(0, 2, n),
            "town": rng.choice(["Bonn", "Paris, France", "A and B"], n),
            "dose": np.where(rng.random(n) < 0.2, np.nan, rng.integers(1, 9, n)),
        }
    )
    return frame, np.where(frame["age"] + 9 * frame["sex"] > 60, "high", "low")


def with_arrays(rules, parsed):
    some = np.arange(len(parsed)) % len(rules)
    arrays = rules.arrays.take(some)._replace(
        genes=np.array([one.genes for one in parsed]),
        sets=np.array([one.sets for one in parsed], dtype=np.int64),
        label=np.array([one.label for one in parsed]),
    )
    votes = rules.votes.take(some)
    told = rules.representation, rules.encoding, rules.feature_names, rules.classes, votes
    return RuleSet(arrays, *told)


@pytest.mark.parametrize("name", names())
def test_text_to_rule_to_text(name, table):
    frame, y = table
    told = {"n_epochs": 1, "random_state": 1, "max_rules": 60}
    if name == "beta4":
        model = beta4ucs.Beta4UCSClassifier(**told)
    else:
        model = beta4ucs.FuzzyUCSClassifier(representation=find(name), **told)
    assert_read_back(model.fit(frame, y), frame)


def assert_read_back(model, frame):
    rules = model.rules_
    texts = rules.exact_texts()
    again = with_arrays(rules, [rules.parse(text) for text in texts])
    assert again.exact_texts() == texts
    inputs = model._inputs(frame)
    assert np.array_equal(degrees_of(rules, inputs), degrees_of(again, inputs))
    assert np.array_equal(rules.arrays.label, again.arrays.label)
    assert len(rules) > 5


def test_rules_of_ones_own_representation(table, monkeypatch):
    frame, y = table
    for known in ("_registry", "_aliases"):  # other tests look at the package's own
        monkeypatch.setattr(contract, known, dict(getattr(contract, known)))
    monkeypatch.syspath_prepend(EXAMPLES)
    from one_sided import OneSided

    model = beta4ucs.FuzzyUCSClassifier(
        representation=OneSided(), n_epochs=1, random_state=1, max_rules=60
    )
    assert_read_back(model.fit(frame, y), frame)

    class Vague(OneSided):
        def is_crisp(self, gene):
            return False

    rules = model.rules_
    text = rules.exact_texts()[0]
    monkeypatch.setattr(rules, "representation", Vague())
    with pytest.raises(InputError, match="cover_any must write a crisp gene"):
        rules.parse(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("age >= 60 THEN high", "a rule begins with IF"),
        ("IF age >= 60", "a rule ends with THEN and a class"),
        ("IF agee >= 60 THEN high", "there is no feature 'agee'; did you mean 'age'"),
        ("IF age >= old THEN high", "'age >= old' at character 4: 'old' is no number"),
        ("IF age >= 60 AND town = Bon THEN high", "no value 'Bon'; did you mean 'Bonn'"),
        ("IF age >= 60 THEN hihg", "'hihg' at character 19: there is no class 'hihg'"),
        ("IF age in [70, 60] THEN high", "ends before it begins"),
        ("IF age >= 60 AND age <= 70 THEN high", "'age' has two conditions"),
        ("IF age unknown THEN high", "no value of it was missing in training"),
        ("IF age is bell(centre=1) THEN high", "must be like is beta4(alpha=..., "),
    ],
)
def test_errors_name_the_word(table, text, complaint):
    frame, y = table
    rules = beta4ucs.Beta4UCSClassifier(n_epochs=1, random_state=1).fit(frame, y).rules_
    with pytest.raises(InputError) as caught:
        rules.parse(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "condition", "degrees"),
    [
        ("triangle", "about 50 to 60, best 52", {48: 0.0, 50: 0.5, 52: 1.0, 60: 0.5, 68: 0.0}),
        ("trapezoid", "about 50 to 60, best 52 to 58", {48: 0.0, 50: 0.5, 55: 1.0, 61: 0.25}),
        ("trapezoid", "about 50 or more, best 52 or more", {49: 0.25, 52: 1.0, 80: 1.0}),
        ("bell", "about 50 to 60, best 55", {50: 0.5, 55: 1.0, 60: 0.5}),
    ],
)
def test_fuzzy_words_that_say_it_all(table, name, condition, degrees):
    frame, y = table
    model = beta4ucs.FuzzyUCSClassifier(
        representation=find(name), n_epochs=1, random_state=1, max_rules=60
    ).fit(frame, y)
    rules = model.rules_
    some = frame.iloc[[0] * len(degrees)].assign(age=list(degrees))
    rule = with_arrays(rules, [rules.parse(f"IF age {condition} THEN high")])
    found = degrees_of(rule, model._inputs(some))[:, 0]
    assert found == pytest.approx(list(degrees.values()), abs=1e-6)


def test_words_that_the_rules_have_are_read_to_the_last_bit(table):
    """One condition changed, the fuzzy ones left as they are printed."""
    frame, y = table
    model = beta4ucs.Beta4UCSClassifier(
        n_epochs=4, random_state=1, max_rules=60, initial_shape=3.0, crispify=False
    ).fit(frame, y)
    rules = model.rules_
    for place, rule in enumerate(rules):
        fuzzy = [one for one in rule.conditions if " about " in one and not one.startswith("age")]
        genes = rules.arrays.genes[place]
        for words in fuzzy:
            feature = next(i for i, t in enumerate(rules.condition_texts(place)) if t == words)
            read = rules.parse(f"IF age >= 61 AND ({words}) THEN high")
            assert np.array_equal(read.genes[feature], genes[feature])
            assert read.genes[0, 2] == (61 - rules.scaling.low[0]) / np.ptp(frame["age"])
            return
    raise AssertionError("no fuzzy condition to try")


def test_words_that_do_not_say_it_all_are_refused(table):
    frame, y = table
    rules = beta4ucs.Beta4UCSClassifier(n_epochs=1, random_state=1).fit(frame, y).rules_
    with pytest.raises(InputError, match=r"at character 4: no rule has .* --exact"):
        rules.parse("IF age about 50 to 60, best 52 THEN high")


def test_values_with_an_order_and_shares_of_classes(table):
    frame, y = table
    sizes = pd.Categorical(
        np.array(["small", "medium", "very large"])[np.arange(len(frame)) % 3],
        categories=["small", "medium", "very large"],
        ordered=True,
    )
    frame = frame.assign(size=sizes)
    model = beta4ucs.Beta4UCSClassifier(n_epochs=1, random_state=1).fit(frame, y)
    rules, inputs = model.rules_, model._inputs(frame)
    for words, values in {
        ">= medium": {"medium", "very large"},
        "> medium": {"very large"},
        "= small": {"small"},
        "from small to medium": {"small", "medium"},
    }.items():
        parsed = rules.parse(
            f"IF size {words} THEN high 70 %, low 30 %  (weight 0.4, covers 9 training rows)"
        )
        assert (parsed.label, parsed.is_counted) == (0, True)
        degrees = degrees_of(with_arrays(rules, [parsed]), inputs)[:, 0]
        assert set(frame["size"][degrees == 1.0]) == values
    with pytest.raises(InputError, match="there is no value 'tiny'"):
        rules.parse("IF size >= tiny THEN high")


def test_what_people_write(table):
    frame, y = table
    model = beta4ucs.Beta4UCSClassifier(n_epochs=1, random_state=1).fit(frame, y)
    rules, inputs = model.rules_, model._inputs(frame)
    text = 'IF age > 60 AND town in {Bonn, "Paris, France"} AND (dose <= 4 or unknown) THEN high'
    degrees = degrees_of(with_arrays(rules, [rules.parse(text)]), inputs)[:, 0]
    holds = (frame["age"] > 60) & frame["town"].isin(["Bonn", "Paris, France"])
    holds &= (frame["dose"] <= 4) | frame["dose"].isna()
    assert np.array_equal(degrees == 1.0, holds)
    assert 0 < holds.sum() < len(frame)


def test_a_hundred_generated_rules_as_readers_see_them(table):
    """Whole, two-valued and decimal columns: the printed text matches the same training rows."""
    frame, y = table
    frame = frame[["age", "blood sugar", "sex"]].assign(dose=frame["score"].round(3))
    model = beta4ucs.UCSClassifier(n_epochs=1, random_state=1).fit(frame, y)
    rules, rng = model.rules_, np.random.default_rng(9)
    ends = np.stack([rng.uniform(-0.3, 0.5, (100, 4)), rng.uniform(0.5, 1.3, (100, 4))], axis=2)
    ends[:, 2] = [-0.1, 1.1]
    ends[::4, 2, 1], ends[1::4, 2, 0] = 0.5, 0.5  # one of two values
    ends[2::25, 2] = 0.4, 0.6  # none of them
    generated = [ParsedRule(genes, np.empty(0, dtype=np.int64), k % 2)
                 for k, genes in enumerate(ends)]  # fmt: skip
    told = with_arrays(rules, generated)
    texts = [rule.text for rule in told]
    readable = [k for k, text in enumerate(texts) if "matches nothing" not in text]
    again = with_arrays(rules, [rules.parse(texts[k]) for k in readable])
    assert [rule.text for rule in again] == [texts[k] for k in readable]
    degrees = degrees_of(told, model._inputs(frame))
    assert np.array_equal(degrees[:, readable], degrees_of(again, model._inputs(frame)))
    assert 80 < len(readable) < 100
    assert 0.05 < degrees[:, readable].mean() < 0.95
    assert not np.delete(degrees, readable, axis=1).any()
