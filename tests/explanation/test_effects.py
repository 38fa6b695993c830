"""An effect is the mean of what the model says to rows that are changed by hand."""

import numpy as np
import pandas as pd
import pytest

from beta4ucs import EvolvedRulesClassifier, InputError, UCSClassifier
from beta4ucs.explanation import effects
from beta4ucs.explanation.effect_text import effect_html, effect_text
from beta4ucs.explanation.feature_effects import telling_classes


def patients(n_rows=240):
    """Whole numbers, decimals with gaps, a category."""
    rng = np.random.default_rng(3)
    table = pd.DataFrame(
        {
            "age": rng.integers(20, 90, n_rows),
            "<ward>": rng.choice(["north", "south", "icu"], n_rows),
            "creatinine": np.exp(rng.normal(0, 0.6, n_rows)),
            "visits": rng.integers(0, 4, n_rows),
        }
    )
    is_dead = table["age"] + 25 * (table["<ward>"] == "icu") + rng.normal(0, 8, n_rows) > 68
    table.loc[rng.random(n_rows) < 0.1, "creatinine"] = np.nan
    return table, pd.Series(np.where(is_dead, "dead", "alive"), name="outcome")


X, Y = patients()


@pytest.fixture(scope="module", params=["votes", "log odds"])
def model(request):
    if request.param == "votes":
        return UCSClassifier(n_epochs=5, random_state=1).fit(X[:160], Y[:160])
    return EvolvedRulesClassifier(n_populations=1, random_state=1).fit(X[:160], Y[:160])


@pytest.mark.parametrize("feature", list(X.columns))
def test_it_is_the_mean_over_changed_rows(model, feature):
    rows = X[160:]
    (effect,) = effects(model, rows, [feature], n_values=5)
    for place, value in enumerate(effect.values):
        changed = rows.assign(**{feature: value})
        np.testing.assert_allclose(effect.votes[place], model.votes(changed).mean(axis=0))
        shares = model.predict_proba(changed).mean(axis=0)
        np.testing.assert_allclose(effect.probabilities[place], shares)
    assert effect.counts.sum() + effect.n_missing == effect.n_rows == len(rows)
    assert effect.unit == ("votes" if isinstance(model, UCSClassifier) else "log odds")


def test_values_are_those_of_the_data(model):
    found = {one.feature: one for one in effects(model, X, list(X.columns), n_values=8)}
    assert found["visits"].values == [0.0, 1.0, 2.0, 3.0]
    assert found["visits"].counts.tolist() == X["visits"].value_counts().sort_index().tolist()
    assert set(found["<ward>"].values) == {"north", "south", "icu"}
    wards = X["<ward>"].value_counts()
    assert found["<ward>"].counts.tolist() == [wards[name] for name in found["<ward>"].values]
    ages = np.array(found["age"].values)
    assert (ages == np.rint(ages)).all()
    assert len(set(np.diff(ages))) == 1
    assert found["creatinine"].n_missing == int(X["creatinine"].isna().sum())
    shares = found["age"].probabilities
    assert found["age"].span == np.ptp(shares, axis=0).max()
    if found["age"].unit == "log odds":  # age decides, creatinine does not
        assert found["age"].span > found["creatinine"].span


def test_some_rows_will_do(model):
    (effect,) = effects(model, X, ["visits"], max_rows=3)
    assert effect.averaged_over("test rows") == "3 of 240 test rows"
    few = X.iloc[[0, round(239 / 2), 239]].assign(visits=2)
    np.testing.assert_allclose(effect.votes[2], model.votes(few).mean(axis=0))


def test_words_and_table(model):
    (effect,) = effects(model, X, ["<ward>"])
    text = effect_text(effect, [0], "test rows", 60)
    assert text.startswith("Effect of <ward>, averaged over 240 test rows\n\n")
    place = effect.values.index("icu")
    share = f"{effect.probabilities[place, 0]:.1%}"
    (line,) = [line for line in text.splitlines() if "icu" in line]
    assert line.split()[:3] == ["icu", str(effect.counts[place]), share]
    assert max(map(len, text.splitlines())) <= 60
    html = effect_html(effect, [0, 1], "test rows")
    assert share in html
    assert "<ward>" not in html


def test_what_cannot_be_done_is_said(model):
    with pytest.raises(InputError, match="there is no feature 'agee'; did you mean 'age'"):
        effects(model, X, ["agee"])
    with pytest.raises(InputError, match="there is no class 'ill'; there are 'alive' and 'dead'"):
        effects(model, X, ["age"])[0].place_of("ill")
    with pytest.raises(InputError, match="max_rows=0"):
        effects(model, X, ["age"], max_rows=0)
    with pytest.raises(InputError, match="rows that have a value"):
        effects(model, X.assign(creatinine=np.nan), ["creatinine"])


def test_the_classes_that_tell():
    assert telling_classes([10, 10]) == [1]
    assert telling_classes([3, 10]) == [0]
    assert telling_classes([1, 2, 3]) == [0, 1, 2]
