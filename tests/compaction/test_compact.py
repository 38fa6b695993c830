"""Compaction of whole models: all methods, all representations, all estimators."""

import numpy as np
import pytest

import beta4ucs
from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, InputError, UCSClassifier
from beta4ucs.compaction import METHODS, vote_table
from beta4ucs.compaction.compacting import compact
from beta4ucs.compaction.request import Request
from beta4ucs.representations import contract

NAMES = contract.names()
CRISP = [name for name in NAMES if getattr(contract.kind_of(name), "matches_crisply", False)]
SYSTEMS = [(UCSClassifier, name) for name in CRISP] + [(FuzzyUCSClassifier, n) for n in NAMES]


def fitted(kind, name, X, y, **params):
    return kind(representation=name, n_epochs=8, random_state=1, **params).fit(X, y)


# ---------------------------------------------------------------------- every method


@pytest.mark.parametrize("method", METHODS)
def test_every_method_keeps_fewer_rules_of_the_population(board, method):
    model, X, y = board
    small = model.compact(X, y, method=method)
    assert type(small) is type(model)
    assert 0 < small.n_rules_ < np.count_nonzero(model.rules_.is_voting) + 1
    assert small.n_rules_ == len(small.rules_) == small.compaction_.n_rules
    places = small.compaction_.places
    assert (np.diff(places) > 0).all()
    for name, kept, known in zip(
        small.population_._fields, small.population_, model.population_.take(places), strict=True
    ):
        if name != "numerosity" or method != "smallest":
            np.testing.assert_array_equal(kept, known)
    if method in ("smallest", "ordered", "qrf", "qrc"):  # others end with few and general rules
        assert small.score(X, y) > model.score(X, y) - 0.03


@pytest.mark.parametrize("method", METHODS)
def test_the_original_is_untouched(board, method):
    model, X, y = board
    before = [values.copy() for values in model.population_]
    votes, rules = model.votes(X), model.n_rules_
    model.compact(X, y, method=method)
    for known, values in zip(before, model.population_, strict=True):
        np.testing.assert_array_equal(known, values)
    np.testing.assert_array_equal(model.votes(X), votes)
    assert model.n_rules_ == rules
    assert not hasattr(model, "compaction_")


@pytest.mark.parametrize("method", METHODS)
def test_the_same_again(board, method):
    model, X, y = board
    one, two = (model.compact(X, y, method=method).population_ for _ in range(2))
    for first, second in zip(one, two, strict=True):
        np.testing.assert_array_equal(first, second)


def test_smallest_finds_the_four_fields(board):
    model, X, y = board
    small = model.compact(X, y, tolerance=0.0)
    assert small.n_rules_ <= 30
    unseen = np.random.default_rng(9).random((500, 2))
    truth = ((unseen[:, 0] > 0.5) ^ (unseen[:, 1] > 0.5)).astype(int)
    assert small.score(unseen, truth) >= model.score(unseen, truth) - 0.02


def test_smallest_shares_out_the_copies_of_all_that_voted(board):
    model, X, y = board
    small = model.compact(X, y)
    total = model.population_.numerosity[model.rules_.is_voting].sum()
    assert abs(small.population_.numerosity.sum() - total) <= small.n_rules_
    assert (small.population_.numerosity >= 1).all()


def test_ordered_keeps_the_strongest_and_the_accuracy(board):
    model, X, y = board
    small = model.compact(X, y, method="ordered")
    strength = np.where(model.rules_.is_voting, model.rules_.strength, -np.inf)
    dropped = np.setdiff1d(np.arange(model.n_rules_), small.compaction_.places)
    assert strength[small.compaction_.places].min() >= strength[dropped].max()
    assert small.score(X, y) >= model.score(X, y)


# ---------------------------------------------------------------------- sizes to choose from


def test_a_number_of_rules_is_kept_to(board):
    model, X, y = board
    for method in ("smallest", "ordered"):
        for n_rules in (1, 7):
            assert model.compact(X, y, method=method, n_rules=n_rules).n_rules_ == n_rules
    assert model.compact(X, y, n_rules=100_000).n_rules_ < model.n_rules_


def test_path_tells_what_a_number_of_rules_reaches(board):
    model, X, y = board
    path = model.compact(X, y).compaction_.path
    assert (np.diff(path.sizes) > 0).all()
    for size in (1, 4, path.chosen):
        at_size = path.train_accuracy[path.sizes == size][0]
        assert model.compact(X, y, n_rules=size).score(X, y) == pytest.approx(at_size, abs=1e-12)
    assert path.population_accuracy == model.score(X, y)
    frame = path.to_frame()
    assert frame.loc[frame["chosen"], "rules"].tolist() == [path.chosen]
    assert not frame.isna().any(axis=None)


def test_more_tolerance_never_takes_more_rules(board):
    model, X, y = board
    sizes = [model.compact(X, y, tolerance=tolerance).n_rules_ for tolerance in (0, 0.02, 0.2, 1)]
    assert sizes == sorted(sizes, reverse=True)
    least = model.compact(X, y, tolerance=1)
    assert set(least.rules_.arrays.label) == {0, 1}  # every class keeps a rule
    assert model.compact(X, y, tolerance=1, keep_classes=False).n_rules_ == 1
    ordered = [model.compact(X, y, "ordered", tolerance=t).n_rules_ for t in (0, 0.1, 1)]
    assert ordered == sorted(ordered, reverse=True)


# ---------------------------------------------------------------------- every kind of model


@pytest.mark.parametrize(("kind", "name"), SYSTEMS)
@pytest.mark.parametrize("method", ["smallest", "fu1"])
def test_every_representation_with_missing_values(board, kind, name, method, tmp_path):
    _, X, y = board
    X = X[:150].copy()
    X[::9, 0] = np.nan
    model = fitted(kind, name, X, y[:150])
    small = model.compact(X, y[:150], method=method)
    assert 0 < small.n_rules_ < model.n_rules_
    if method == "smallest":
        # sizes are told apart on 150 rows, where chance alone makes 0.04
        assert small.score(X, y[:150]) >= model.score(X, y[:150]) - 0.1
    small.save(tmp_path / "small.json")
    loaded = beta4ucs.load(tmp_path / "small.json")
    assert loaded.n_rules_ == small.n_rules_
    np.testing.assert_array_equal(loaded.votes(X), small.votes(X))
    np.testing.assert_array_equal(loaded.population_.numerosity, small.population_.numerosity)


def test_young_rules_of_ucs_vote_with_their_share(board):
    _, X, y = board
    model = fitted(UCSClassifier, "hyperrectangle", X, y, full_vote_experience=50)
    small = model.compact(X, y, n_rules=20)
    assert small.full_vote_experience == 50
    assert small.n_rules_ == 20
    path = model.compact(X, y).compaction_.path
    at_size = path.train_accuracy[path.sizes == 20][0]
    assert small.score(X, y) == pytest.approx(at_size, abs=1e-12)


def test_ties_are_broken_as_the_model_does(board):
    _, X, y = board
    model = Beta4UCSClassifier(n_epochs=4, random_state=1, tie_break="majority")
    model.fit(X[y == 1][:100].tolist() + X[y == 0][:20].tolist(), [1] * 100 + [0] * 20)
    path = model.compact(X, y).compaction_.path
    small = model.compact(X, y, n_rules=1)
    assert small.score(X, y) == path.train_accuracy[0]


def test_text_labels_frames_and_rows_of_unknown_classes():
    import pandas as pd

    rng = np.random.default_rng(1)
    frame = pd.DataFrame(rng.random((120, 2)), columns=["mass", "width"])
    y = np.where(frame["mass"] > 0.5, "heavy", "light")
    model = Beta4UCSClassifier(n_epochs=8, random_state=1).fit(frame, y)
    small = model.compact(frame, y)
    others = np.concatenate([y, ["feather"] * 10])
    more = pd.concat([frame, frame[:10]], ignore_index=True)
    again = model.compact(more, others)
    np.testing.assert_array_equal(again.compaction_.places, small.compaction_.places)
    assert small.score(frame, y) > 0.85


# ---------------------------------------------------------------------- never an empty model


@pytest.mark.parametrize("method", METHODS)
def test_a_model_without_a_voting_rule_keeps_one(method):
    X, y = np.random.default_rng(2).random((12, 2)), np.arange(12) % 2
    model = Beta4UCSClassifier(n_epochs=1, random_state=1, voting_threshold=1e6).fit(X, y)
    small = model.compact(X, y, method=method)
    assert small.n_rules_ == 1
    np.testing.assert_array_equal(small.predict(X), model.predict(X))


@pytest.mark.parametrize("method", METHODS)
def test_a_row_of_one_class_is_enough(board, method):
    model, X, y = board
    assert model.compact(X[:1], y[:1], method=method).n_rules_ >= 1


@pytest.mark.parametrize("method", METHODS)
def test_rows_that_no_rule_gets_right_leave_a_rule(board, method):
    model, X, y = board
    assert model.compact(X, 1 - y, method=method).n_rules_ >= 1


# ---------------------------------------------------------------------- limits and mistakes


def test_many_rows_are_sampled_by_class(board, monkeypatch):
    model, X, y = board
    n_voting = np.count_nonzero(model.rules_.is_voting & (model.rules_.strength != 0.0))
    monkeypatch.setattr(vote_table, "LARGEST_TABLE", 100 * n_voting)
    monkeypatch.setattr(vote_table, "PIECE", 7 * n_voting)
    table = vote_table.tabulate_votes(model.rules_, X, y, model._decide)
    assert table.degrees.shape == (n_voting, 100)
    assert abs(table.truth.mean() - y.mean()) < 0.02
    assert model.compact(X, y).score(X, y) > 0.8


def test_degrees_are_those_of_the_model(board):
    model, X, y = board
    table = vote_table.tabulate_votes(model.rules_, model.scaling_.transform(X), y, model._decide)
    degrees = model.matching_degrees(X)[:, table.places].T
    np.testing.assert_allclose(table.degrees, degrees, rtol=1e-6)
    np.testing.assert_allclose(table.votes, model.votes(X), rtol=1e-12)


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ({"method": "fu3"}, "there is no method 'fu3'; did you mean"),
        ({"n_rules": 0}, "n_rules must be None or a whole number of at least 1, got 0"),
        ({"n_rules": 2.5}, "n_rules must be"),
        ({"tolerance": -0.1}, r"tolerance must be None or in \[0, 1\], got -0.1"),
        ({"tolerance": 0.1, "n_rules": 3}, "not both"),
        ({"method": "qrc", "n_rules": 3}, "method 'qrc' takes neither n_rules nor tolerance"),
    ],
)
def test_mistakes_are_named(board, wish, text):
    model, X, y = board
    with pytest.raises(InputError, match=text):
        model.compact(X, y, **wish)


def test_rows_and_labels_must_fit(board):
    model, X, y = board
    with pytest.raises(InputError, match="400 rows"):
        model.compact(X, y[:-1])
    with pytest.raises(InputError, match="classes that the model knows"):
        model.compact(X, y + 7)


def test_function_and_method_agree(board):
    model, X, y = board
    units = model.scaling_.transform(X)
    result = compact(model.rules_, units, y, model._decide, Request(seed=model.seed_))
    np.testing.assert_array_equal(result.places, model.compact(X, y).compaction_.places)


@pytest.mark.slow
def test_two_thousand_rules_on_six_thousand_rows_take_seconds():
    import time

    rng = np.random.default_rng(1)
    X = rng.random((6000, 6))
    y = ((X[:, :3] > 0.5).sum(axis=1) + (X[:, 3] > 0.7)) % 3
    model = Beta4UCSClassifier(n_epochs=3, random_state=1).fit(X, y)
    start = time.process_time()
    model.compact(X, y)
    assert time.process_time() - start < 30
