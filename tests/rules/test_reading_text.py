"""Rules as text and back: nothing is lost, and errors name the word."""

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs.errors import InputError
from beta4ucs.representations import find, names
from beta4ucs.rules import RuleSet
from beta4ucs.rules.matching import degrees_of


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
    some = np.arange(len(parsed))
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
    rules = model.fit(frame, y).rules_
    texts = rules.exact_texts()
    again = with_arrays(rules, [rules.parse(text) for text in texts])
    assert again.exact_texts() == texts
    inputs = model._inputs(frame)
    assert np.array_equal(degrees_of(rules, inputs), degrees_of(again, inputs))
    assert np.array_equal(rules.arrays.label, again.arrays.label)
    assert len(rules) > 5


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
