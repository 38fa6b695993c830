"""Rows that keep coming: partial_fit, answer_and_learn, and what grows with the rows."""

import importlib
import pickle
import re
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import beta4ucs
from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, UCSClassifier
from beta4ucs.data.encoding import MOST_VALUES, Column, Encoding
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError
from beta4ucs.estimators.growing_encoding import grown_encoding, moved_rules, with_new_values
from beta4ucs.representations import contract

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
streams = importlib.import_module("streams")

CLASSES = ["p", "q"]


def rows(n=1200, seed=1):
    X = np.random.default_rng(seed).random((n, 3)) * [1, 10, 100]
    return X, np.where(X[:, 0] > X[:, 1] / 10, "p", "q")


def follow(model, X, y, size=200, classes=CLASSES):
    """Share of right answers in each batch."""
    shares = []
    for start in range(0, len(y), size):
        X_now = X.iloc[start : start + size] if hasattr(X, "iloc") else X[start : start + size]
        y_now = y[start : start + size]
        shares.append(np.mean(model.answer_and_learn(X_now, y_now, classes=classes) == y_now))
    return shares


def same_rules(one, other):
    return all(
        np.array_equal(a, b, equal_nan=True)
        for a, b in zip(one.population_, other.population_, strict=True)
    )


def refused(text):
    return pytest.raises(InputError, match=re.escape(text))


# ------------------------------------------------------------------ learning


@pytest.mark.parametrize("kind", [Beta4UCSClassifier, UCSClassifier, FuzzyUCSClassifier])
def test_answers_become_better(kind):
    X, y = rows(6000)
    shares = follow(kind(random_state=1), X, y)
    assert np.mean(shares[-5:]) > 0.8
    assert np.mean(shares[-5:]) > shares[0]


def test_answers_are_given_before_a_row_is_learned():
    X, y = rows(400)
    model = Beta4UCSClassifier(random_state=1).partial_fit(X, y, classes=CLASSES)
    late, _ = rows(1, seed=2)
    expected = model.predict(late)
    for truth in CLASSES:
        twin = pickle.loads(pickle.dumps(model))
        assert twin.answer_and_learn(late, [truth]).tolist() == expected.tolist()


@pytest.mark.parametrize(
    "model",
    [
        Beta4UCSClassifier(max_rules=300, random_state=1),
        UCSClassifier(max_rules=300, full_vote_experience=50, random_state=1),
    ],
)
def test_a_row_is_answered_as_predict_does(model):
    """Also after other answers; classes that are noise make close votes."""
    rng = np.random.default_rng(1)
    X, y = rng.random((400, 3)), rng.choice(["p", "q", "r"], 400)
    model.partial_fit(X[:300], y[:300], classes=["p", "q", "r"])
    for at in range(300, 400):
        row = slice(at, at + 1)
        inside = np.clip(X[row], X[:300].min(axis=0), X[:300].max(axis=0))  # the range stays
        expected = model.predict(inside).tolist()
        assert model.answer_and_learn(inside, y[row]).tolist() == expected, at


def test_rules_are_those_after_the_latest_batch():
    X, y = rows(600)
    model = Beta4UCSClassifier(random_state=1).partial_fit(X[:300], y[:300], classes=CLASSES)
    before = len(model.rules_)
    model.partial_fit(X[300:], y[300:])
    assert len(model.rules_) == model.n_rules_ != before


def test_answers_without_rules_are_the_first_class():
    model = Beta4UCSClassifier(random_state=1)
    assert model.answer_and_learn([[0.3]], ["q"], classes=CLASSES).tolist() == ["p"]


@pytest.mark.parametrize("size", [1, 7, 600])
def test_batches_of_any_size_learn_the_same_if_nothing_grows(size):
    X, y = rows(600)
    X[:2] = [[0, 0, 0], [1, 10, 100]]
    whole, parts = Beta4UCSClassifier(random_state=3), Beta4UCSClassifier(random_state=3)
    answers = []
    for model, step in ((whole, 100), (parts, size)):
        told = [model.answer_and_learn(X[:2], y[:2], classes=CLASSES)]
        for start in range(2, len(y), step):
            batch = slice(start, start + step)
            told.append(model.answer_and_learn(X[batch], y[batch]))
        answers.append(np.concatenate(told).tolist())
    assert answers[0] == answers[1]
    assert same_rules(whole, parts)


def test_forgetting_follows_a_drift():
    X, y = rows(5000)
    drifted = np.where(np.arange(5000) < 4000, y, np.where(y == "p", "q", "p"))
    shares = {
        forgetting: follow(Beta4UCSClassifier(forgetting=forgetting, random_state=1), X, drifted)
        for forgetting in (0.0, 0.02)
    }
    assert np.mean(shares[0.02][20:25]) > np.mean(shares[0.0][20:25]) + 0.2


def test_memory_and_history_do_not_grow():
    X, y = rows(9000)
    model = Beta4UCSClassifier(max_rules=300, random_state=1)
    follow(model, X[:3000], y[:3000])
    tracemalloc.start()
    follow(model, X[3000:5000], y[3000:5000])
    before = tracemalloc.get_traced_memory()[0]
    follow(model, X[5000:], y[5000:])
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert after - before < 200_000
    assert {len(values) for values in model.history_.values()} == {1}
    assert model.population_.numerosity.sum() <= 300
    assert model.n_iterations_ == 9000


# ------------------------------------------------------------------ going on


def test_it_goes_on_after_fit():
    X, y = rows(2000)
    model = Beta4UCSClassifier(n_epochs=3, random_state=1).fit(X[:500], y[:500])
    before, n_iterations = model.score(X[1500:], y[1500:]), model.n_iterations_
    model.partial_fit(X[500:1500], y[500:1500])
    assert model.n_iterations_ == n_iterations + 1000
    assert model.score(X[1500:], y[1500:]) > before - 0.05


@pytest.mark.parametrize("way", ["pickle", "file"])
def test_it_goes_on_after_it_was_put_away(way, tmp_path):
    X, y = rows(1500)
    model = Beta4UCSClassifier(random_state=1)
    follow(model, X[:1000], y[:1000])
    if way == "pickle":
        again = pickle.loads(pickle.dumps(model))
    else:
        model.save(tmp_path / "m.json")
        again = beta4ucs.load(tmp_path / "m.json")
    assert again.predict(X).tolist() == model.predict(X).tolist()
    again.partial_fit(X[1000:], y[1000:])
    assert again.n_iterations_ == 1500
    assert again.score(X, y) > 0.8


def test_a_table_with_categories_goes_on_from_a_file(tmp_path):
    X, y = mixed(800)
    model = Beta4UCSClassifier(random_state=1)
    follow(model, X, y)
    model.save(tmp_path / "m.json")
    again = beta4ucs.load(tmp_path / "m.json")
    new = X[:50].assign(c="third", d=np.nan)
    again.partial_fit(new, y[:50])
    assert "third" in again.encoding_.columns[1].values
    assert again.predict(X).shape == (800,)


def test_a_compacted_model_goes_on():
    X, y = rows(800)
    model = Beta4UCSClassifier(n_epochs=3, random_state=1).fit(X, y)
    few = model.compact(X, y, n_rules=10).partial_fit(X[:300], y[:300])
    assert few.n_rules_ > 10
    assert model.n_rules_ > 10


def test_parameters_may_change_on_the_way():
    X, y = rows(1000)
    model = Beta4UCSClassifier(random_state=1)
    follow(model, X[:800], y[:800])
    experience = model.population_.experience.max()
    model.set_params(forgetting=0.5).partial_fit(X[800:], y[800:])
    assert model.population_.experience[model.population_.time_stamp > 900].max() < experience
    with refused("max_rules is 10, and there are"):
        model.set_params(max_rules=10).partial_fit(X, y)


# ------------------------------------------------------------------ what is wrong


def test_what_is_wrong_gets_a_sentence():
    X, y = rows(50)
    model = Beta4UCSClassifier(random_state=1)
    with refused("the first call of partial_fit needs classes"):
        model.partial_fit(X, y)
    with refused("classes must name two or more, got ['p']"):
        model.partial_fit(X, y, classes=["p"])
    with refused("y holds the class 'q', which is not one of ['o', 'p']"):
        model.partial_fit(X, y, classes=["p", "o"])
    model.partial_fit(X, y, classes=CLASSES)
    twin = pickle.loads(pickle.dumps(model))
    with refused("classes are ['p', 'q'] since the first call"):
        model.partial_fit(X, y, classes=["p", "r"])
    with refused("y holds the class 'r', which is not one of ['p', 'q']"):
        model.partial_fit(X * 9, np.where(y == "q", "r", y))
    with refused("X has 50 rows and y has 49 labels"):
        model.partial_fit(X * 9, y[1:])
    with pytest.raises(ValueError, match="2 features"):
        model.partial_fit(X[:, :2], y)
    assert same_rules(model, twin)  # what fails changes nothing
    assert np.array_equal(model.encoding_.scaling.high, twin.encoding_.scaling.high)


def test_weights_of_a_class_that_a_batch_lacks():
    X, y = rows(600)
    order = np.argsort(y)  # all of one class, then all of the other
    model = Beta4UCSClassifier(class_weight={"p": 1.0, "q": 2.0}, random_state=1)
    follow(model, X[order], y[order], size=100)
    assert 650 < model.n_iterations_ < 850  # the second class counts for more than the first
    mixed_up = Beta4UCSClassifier(class_weight={"p": 1.0, "q": 3.0}, random_state=1)
    follow(mixed_up, X, y, size=100)
    assert 550 < mixed_up.n_iterations_ < 650
    assert mixed_up.population_.mass.sum(axis=0)[1] > mixed_up.population_.mass.sum(axis=0)[0]


def test_rows_that_are_not_learned_from_are_answered_by_rules():
    X, y = rows(4000)
    model = Beta4UCSClassifier(random_state=1)
    follow(model, X[:3000], y[:3000])
    n_iterations, expected = model.n_iterations_, model.predict(X[3000:])
    weights = np.r_[1.0, np.zeros(999)]
    answers = model.answer_and_learn(X[3000:], y[3000:], sample_weight=weights)
    assert answers[1:].tolist() == expected[1:].tolist()
    assert model.n_iterations_ == n_iterations + 1


def test_weights_by_balance_show_rare_rows_more_often():
    X, y = rows(4000)
    rare = (y == "p") | (np.arange(4000) % 10 == 0)
    model = Beta4UCSClassifier(class_weight="balanced", random_state=1)
    follow(model, X[rare], y[rare])
    balance = model.population_.mass.sum(axis=0)
    assert 0.5 < balance[0] / balance[1] < 2.0


# ------------------------------------------------------------------ what grows


def mixed(n=1000, seed=1):
    X, _ = rows(n, seed)
    frame = pd.DataFrame({"a": X[:, 0], "c": np.where(X[:, 1] > 5, "hi", "lo"), "d": X[:, 2]})
    return frame, np.where((frame.a > 0.5) ^ (frame.c == "hi"), "p", "q")


REPRESENTATIONS = [
    (kind, name)
    for kind in (FuzzyUCSClassifier, UCSClassifier)
    for name in contract.names()
    if hasattr(contract.kind_of(name), "rescale")
    and (kind is FuzzyUCSClassifier or getattr(contract.kind_of(name), "matches_crisply", False))
]


@pytest.fixture(scope="module")
def learned():
    """Models by representation, and rows that they have seen; made once."""
    models = {}

    def model_of(kind, name):
        if (kind, name) not in models:
            X, y = rows(1500)
            model = kind(representation=name, max_rules=300, random_state=1)
            models[kind, name] = model.partial_fit(X[:1000], y[:1000], classes=CLASSES), X[:1000]
        return models[kind, name]

    return model_of


@pytest.mark.parametrize(("kind", "name"), REPRESENTATIONS)
@settings(deadline=None, max_examples=20)
@given(
    below=st.one_of(st.just(0.0), st.floats(0.001, 50.0)),
    above=st.one_of(st.just(0.0), st.floats(0.001, 50.0)),
)
def test_rules_say_the_same_of_old_rows_on_grown_ranges(learned, kind, name, below, above):
    model, X = learned(kind, name)
    old = model.encoding_
    width = old.scaling.high - old.scaling.low
    wide = UnitScaling(old.scaling.low - below * width, old.scaling.high + above * width)
    new = old._replace(scaling=wide)
    moved = moved_rules(model.population_, old, new, model.representation_)
    inside = X[np.all((old.scaling.low < X) & (old.scaling.high > X), axis=1)]
    before = model._voter(model.population_).votes(old.transform(inside))
    after = model._voter(moved).votes(new.transform(inside))
    # a bound may fall on the other side of a value by rounding: not in more than a row or two
    differs = ~np.isclose(before, after, rtol=1e-6, atol=1e-6).all(axis=1)
    assert differs.sum() <= 2


def test_open_ends_stay_open():
    X, y = rows(1500)
    model = Beta4UCSClassifier(random_state=1).partial_fit(X, y, classes=CLASSES)
    far = [[50.0, 5.0, 50.0]]  # a first feature far beyond all that were seen
    votes = model.votes(far)
    model.answer_and_learn([[60.0, 5.0, 50.0]], ["p"])
    assert model.encoding_.scaling.high[0] == 60.0
    assert model.predict(far).tolist() == ["p"]
    assert votes.argmax() == 0


def test_ranges_too_large_for_a_float():
    X, y = rows(300)
    model = Beta4UCSClassifier(random_state=1).partial_fit(X, y, classes=CLASSES)
    huge = X[:2].copy()
    huge[:, 0] = [-1.6e308, 1.6e308]
    model.partial_fit(huge, y[:2])
    assert np.isfinite(model.population_.genes).all()
    assert np.isfinite(model.votes(X)).all()


def test_a_first_batch_of_one_row():
    X, y = rows(3000)
    model = Beta4UCSClassifier(random_state=1)
    assert model.answer_and_learn(X[:1], y[:1], classes=CLASSES).shape == (1,)
    assert np.mean(follow(model, X[1:], y[1:])[-5:]) > 0.8


def test_new_values_of_a_category():
    X, y = mixed(3000)
    X.loc[1000:, "c"] = X.c[1000:].where(X.d[1000:] > 30, "new")
    model = Beta4UCSClassifier(random_state=1)
    follow(model, X[:1000], y[:1000])
    before = model.predict(X[:1000])
    values = model.encoding_.columns[1].values
    grown = with_new_values(model.encoding_.columns, X)
    assert grown[1].values == (*values, "new")
    follow(model, X[1000:], y[1000:])
    assert model.encoding_.columns[1].values == (*values, "new")
    assert np.mean(model.predict(X[:1000]) == before) > 0.8
    assert any("new" in str(rule) for rule in model.rules_)


def test_new_values_meet_open_conditions_only():
    columns = (Column(("a", "b"), has_missing=True), Column())
    scaling = UnitScaling(np.zeros(2), np.ones(2))
    old = Encoding(scaling, columns, "learn")
    new = Encoding(scaling, (columns[0]._replace(values=("a", "b", "c")), Column()), "learn")
    X, y = mixed(300)
    model = Beta4UCSClassifier(random_state=1).partial_fit(X[["c", "d"]], y, classes=CLASSES)
    rules = model.population_.take(np.arange(3))
    bits = np.array([[0b1111], [0b0001], [0b0110]])  # open; a; b or unknown
    moved = moved_rules(rules._replace(sets=bits), old, new, model.representation_)
    assert moved.sets[:, 0].tolist() == [0b11111, 0b00001, 0b01010]


def test_a_category_that_is_full():
    names = np.array([f"v{i:03}" for i in range(MOST_VALUES + 20)])
    X = pd.DataFrame({"c": names[:50], "d": np.arange(50.0)})
    y = np.where(X.d > 25, "p", "q")
    model = Beta4UCSClassifier(random_state=1).partial_fit(X, y, classes=CLASSES)
    model.partial_fit(pd.DataFrame({"c": names[-50:], "d": np.arange(50.0)}), y)
    assert len(model.encoding_.columns[0].values) == MOST_VALUES
    model.partial_fit(pd.DataFrame({"c": names[-50:], "d": np.arange(50.0)}), y)
    assert model.predict(X).shape == (50,)


def test_new_values_in_an_array():
    X, y = mixed(400)
    cells = X[["a", "c"]].to_numpy(dtype=object)
    model = Beta4UCSClassifier(categorical_features=[1], random_state=1)
    model.partial_fit(cells, y, classes=CLASSES)
    cells[:, 1] = "new"
    model.partial_fit(cells, y)
    assert "new" in model.encoding_.columns[1].values


@pytest.mark.parametrize("missing", ["learn", "matches", "never"])
def test_values_that_go_missing_later(missing):
    X, y = mixed(3000)
    model = Beta4UCSClassifier(missing=missing, random_state=1)
    follow(model, X[:1000], y[:1000])
    gaps = X[1000:].copy()
    gaps.loc[y[1000:] == "p", "d"] = np.nan
    gaps.loc[gaps.index % 7 == 0, "c"] = None
    shares = follow(model, gaps, y[1000:])
    assert model.encoding_.columns[2].has_missing
    if missing == "learn":  # that a value is missing tells the class
        assert np.mean(shares[-3:]) > 0.9
        assert any("unknown" in str(rule) for rule in model.rules_)


def test_a_column_without_values_at_first():
    X, y = mixed(1000)
    X.loc[:199, "d"] = np.nan
    model = Beta4UCSClassifier(random_state=1)
    follow(model, X[:200], y[:200])
    follow(model, X[200:], y[200:])
    scaling = model.encoding_.scaling
    assert (scaling.low[2], scaling.high[2]) == (X.d.min(), X.d.max())


def test_grown_encoding_keeps_what_there_was():
    old = Encoding(UnitScaling(np.array([0.0]), np.array([2.0])), (Column(),), "learn")
    new = grown_encoding(old, old.columns, np.array([[1.0], [5.0], [np.nan]]))
    assert (new.scaling.low[0], new.scaling.high[0]) == (0.0, 5.0)
    assert new.columns[0].has_missing


# ------------------------------------------------------------------ the benchmark

RECORD = streams.Record(
    generator="SEA", system="rules", seed=1, rows=10_000, accuracy=0.87, windows="0.86 0.88",
    crisp="0.4 0.5", rules=1500, microseconds=20.0, river="0.1", kernels="a1", beta4ucs="0.1.0",
    numba="1", numpy="2", python="3",
)  # fmt: skip


def test_the_report_of_the_benchmark():
    forest = replace(RECORD, system="forest", accuracy=0.885, rules=0, microseconds=1500.0)
    far = [replace(RECORD, generator="Agrawal", accuracy=0.8)]
    far += [replace(forest, generator="Agrawal", accuracy=0.95)]
    near = [replace(record, generator="hyperplane") for record in (RECORD, forest)]
    text = streams.report([RECORD, forest, *far])
    assert re.search(r"\| SEA +\| forest \| +1 \| +-1.50 \|", text)
    assert "open: at most 2 points below the forest on 1 of 2 streams" in text
    assert re.search(r"\| forest +\| +1 \| +88.50 \| +88.00 \| +1,500 \| +\|", text)
    assert re.search(r"\| 5,000 +\| +86.0 \| +86.0 \|", text)
    ten = [replace(one, seed=s) for one in [RECORD, forest, *far, *near] for s in range(1, 11)]
    assert "met: at most 2 points below" in streams.report(ten)


def test_the_benchmark_says_if_river_is_missing(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(streams, "find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        streams.main(["--records", str(tmp_path / "r.csv")])
    assert "pip install 'beta4ucs[streams]'" in capsys.readouterr().err


def test_a_taste_of_the_benchmark(tmp_path):
    pytest.importorskip("river")
    path = tmp_path / "runs.csv"
    arguments = ["--rows", "800", "--seeds", "1", "--systems", "rules,tree"]
    arguments += ["--records", str(path), "--table", str(tmp_path / "t.md")]
    assert streams.main(arguments) == 0
    lines = path.read_text()
    assert lines.count("\n") == 1 + 2 * len(streams.GENERATORS)
    assert streams.main(arguments) == 0
    assert path.read_text() == lines
    assert "## hyperplane" in (tmp_path / "t.md").read_text()
