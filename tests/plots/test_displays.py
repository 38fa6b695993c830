"""What the displays show is what the model says."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot
from sklearn.datasets import load_wine

from beta4ucs import Beta4UCSClassifier, UCSClassifier
from beta4ucs.errors import InputError
from beta4ucs.plots import (
    CompactionDisplay,
    HistoryDisplay,
    KurtosisDisplay,
    LandscapeDisplay,
    RuleDisplay,
    RuleMapDisplay,
)
from beta4ucs.rules.importance import strictness_of

matplotlib.use("Agg")
X, Y = load_wine(return_X_y=True, as_frame=True)
FEATURES = ("alcohol", "hue")


@pytest.fixture(scope="module")
def model():
    return Beta4UCSClassifier(n_epochs=8, track_accuracy=True, random_state=2).fit(X, Y)


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def test_the_history_is_drawn_by_epoch(model):
    accuracy, rules = HistoryDisplay.from_estimator(model).axes_
    np.testing.assert_allclose(
        accuracy.lines[0].get_ydata(), 100 * model.history_["train_accuracy"]
    )
    assert rules.lines[0].get_xdata().tolist() == list(range(1, 9))
    assert rules.lines[0].get_ydata()[-1] == model.n_rules_


def test_a_history_without_accuracies_has_one_panel():
    plain = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, Y)
    display = HistoryDisplay.from_estimator(plain)
    assert [axes.get_ylabel() for axes in display.axes_] == ["rules"]
    with pytest.raises(InputError, match="no history"):
        HistoryDisplay({}).plot()


def test_a_rule_has_a_panel_for_each_condition(model):
    display = RuleDisplay.from_estimator(model, rule=3)
    top = model.rules_.top(4)
    drawn = [axes.get_xlabel() for axes in display.axes_]
    for axes, name in zip(display.axes_, drawn, strict=True):
        values, degrees = top.membership_curve(3, name, 400)
        np.testing.assert_array_equal(axes.lines[0].get_ydata(), degrees)
        np.testing.assert_array_equal(axes.lines[0].get_xdata(), values)
        is_crisp = np.isin(degrees, (0, 1)).all()
        assert axes.lines[0].get_linestyle() == ("--" if is_crisp else "-")
    for name in set(X.columns) - set(drawn):
        assert (top.membership_curve(3, name, 400)[1] == 1).all()
    with pytest.raises(InputError, match="no rule 99999"):
        RuleDisplay.from_estimator(model, rule=99_999)


def test_a_landscape_is_what_the_model_predicts(model):
    display = LandscapeDisplay.from_estimator(model, FEATURES, label=2, resolution=7)
    rows = np.full((49, 13), np.nan)
    steps = (np.arange(7) + 0.5) / 7
    for place, name in ((0, "alcohol"), (1, "hue")):
        low, high = X[name].min(), X[name].max()
        values = low + steps * (high - low)
        rows[:, X.columns.get_loc(name)] = np.tile(values, 7) if place == 0 else values.repeat(7)
    expected = model.predict_proba(pd.DataFrame(rows, columns=X.columns))[:, 2].reshape(7, 7)
    np.testing.assert_allclose(display.values, expected)
    assert (display.ax_.get_xlabel(), display.ax_.get_ylabel()) == FEATURES
    assert display.extent == (
        X["alcohol"].min(),
        X["alcohol"].max(),
        X["hue"].min(),
        X["hue"].max(),
    )


def test_other_features_can_be_those_of_a_row(model):
    row = X.iloc[0].to_numpy()
    at_row = LandscapeDisplay.from_estimator(model, FEATURES, row=row, resolution=5)
    unknown = LandscapeDisplay.from_estimator(model, FEATURES, resolution=5)
    assert not np.allclose(at_row.values, unknown.values)


def test_the_landscape_of_a_rule_is_its_matching_degree(model):
    display = LandscapeDisplay.from_estimator(model, FEATURES, rule=0, resolution=9)
    rules = model.rules_.top(1)
    first, second = (rules.membership_curve(0, name, 1001) for name in FEATURES)
    across = np.interp(np.linspace(*display.extent[:2], 19)[1::2], *first)
    up = np.interp(np.linspace(*display.extent[2:], 19)[1::2], *second)
    np.testing.assert_allclose(display.values, np.outer(up, across), atol=0.05)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"features": ("alcohol",)}, "two features"),
        ({"features": ("alcohol", "alcohol")}, "'alcohol' twice"),
        ({"features": None}, "name two"),
        ({"features": ("alcohol", "hu")}, "did you mean 'hue'"),
        ({"features": FEATURES, "label": 9}, "no class '9'"),
        ({"features": FEATURES, "rule": 99_999}, "no rule 99999"),
        ({"features": FEATURES, "row": [1, 2]}, "13 values, got 2"),
    ],
)
def test_what_cannot_be_drawn_is_said(model, options, words):
    with pytest.raises(InputError, match=words):
        LandscapeDisplay.from_estimator(model, resolution=3, **options)


def test_kurtosis_starts_at_that_of_a_rectangle(model):
    display = KurtosisDisplay.from_estimator(model, FEATURES, resolution=6)
    assert np.nanmin(display.values) >= 1.8
    assert display.ax_.images[0].get_clim()[0] == 1.8
    boxes = UCSClassifier(representation="hyperrectangle", n_epochs=1, random_state=1).fit(X, Y)
    with pytest.raises(InputError, match="no kurtosis"):
        KurtosisDisplay.from_estimator(boxes, FEATURES)


def test_the_map_groups_rules_by_class_and_keeps_them_all(model):
    display = RuleMapDisplay.from_estimator(model, n_rules=25)
    top = model.rules_.top(25)
    expected = strictness_of(top)
    assert sorted(map(tuple, display.demands.round(9))) == sorted(map(tuple, expected.round(9)))
    assert display.labels == sorted(display.labels)
    assert sorted(display.labels) == sorted(top.classes[top.arrays.label].tolist())
    assert [text.get_text() for text in display.ax_.get_xticklabels()] == list(X.columns)


def test_the_curve_of_compaction_shows_the_path(model):
    display = CompactionDisplay.from_estimator(model, X, Y)
    path = model.compaction_path(X, Y)
    chosen_by, held_out, everything, chosen = display.ax_.lines
    np.testing.assert_array_equal(chosen_by.get_xdata(), path.sizes)
    np.testing.assert_allclose(chosen_by.get_ydata(), 100 * path.train_accuracy)
    np.testing.assert_allclose(held_out.get_ydata(), 100 * path.validation_accuracy)
    assert everything.get_ydata()[0] == 100 * model.score(X, Y)
    assert chosen.get_xdata()[0] == path.chosen


def test_displays_draw_into_given_axes(model):
    figure, (left, right) = pyplot.subplots(1, 2)
    LandscapeDisplay.from_estimator(model, FEATURES, resolution=3, ax=left)
    display = RuleMapDisplay.from_estimator(model, n_rules=4, ax=right)
    assert left.images
    assert right.images
    assert display.figure_ is figure
    with pytest.raises(InputError, match="needs 2 axes, got 1"):
        HistoryDisplay.from_estimator(model, axes=left)
