"""What the displays show is what the model says."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot
from matplotlib.cbook import STEP_LOOKUP_MAP
from sklearn.calibration import calibration_curve
from sklearn.datasets import load_wine
from sklearn.metrics import precision_recall_curve, roc_curve

from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier, Lineage, UCSClassifier
from beta4ucs.errors import InputError
from beta4ucs.plots import (
    CalibrationDisplay,
    CompactionDisplay,
    EffectDisplay,
    FeatureMapDisplay,
    HistoryDisplay,
    KurtosisDisplay,
    LandscapeDisplay,
    LifetimeDisplay,
    ParetoDisplay,
    PrecisionRecallDisplay,
    RocCurveDisplay,
    RowCoverageDisplay,
    RuleDisplay,
    RuleMapDisplay,
    RulePathDisplay,
)
from beta4ucs.plots.rule import FeatureCurve
from beta4ucs.rules.importance import strictness_of
from mixed_table import ODORS, SIZES, mixed_table

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
    accuracy, rules, shares = HistoryDisplay.from_estimator(model).axes_
    np.testing.assert_allclose(
        accuracy.lines[0].get_ydata(), 100 * model.history_["train_accuracy"]
    )
    assert rules.lines[0].get_xdata().tolist() == list(range(1, 9))
    assert rules.lines[0].get_ydata()[-1] == model.n_rules_
    assert shares.lines[0].get_ydata()[-1] == pytest.approx(100 * model.rules_.crisp_share)


def test_a_history_without_accuracies_has_two_panels():
    plain = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, Y)
    display = HistoryDisplay.from_estimator(plain)
    assert [axes.get_ylabel() for axes in display.axes_] == ["rules", "share [%]"]
    with pytest.raises(InputError, match="no history"):
        HistoryDisplay({}).plot()


@pytest.mark.parametrize(
    ("display", "expected"),
    [(RocCurveDisplay, roc_curve), (PrecisionRecallDisplay, precision_recall_curve)],
)
def test_curves_are_those_of_scikit_learn(model, display, expected):
    drawn = display.from_estimator(model, X, Y, rows="training rows")
    assert drawn.ax_.get_title().endswith("on 178 training rows")
    assert len(drawn.curves) == 3
    for label, curve in enumerate(drawn.curves):
        first, second, _ = expected(label == Y, model.predict_proba(X)[:, label])
        if expected is precision_recall_curve:
            first, second = second[::-1], first[::-1]
        assert curve.label == label
        np.testing.assert_allclose(curve.x, first)
        np.testing.assert_allclose(curve.y, second)
        np.testing.assert_allclose(drawn.ax_.lines[label].get_ydata(), second)


@pytest.mark.parametrize("label", [0, 1])
def test_calibration_of_two_classes_is_that_of_the_rarer(label):
    is_two = (Y == 0).map({True: label, False: 1 - label})  # 59 of 178 rows
    two = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, is_two)
    (curve,) = CalibrationDisplay.from_estimator(two, X, is_two).curves
    observed, predicted = calibration_curve(
        is_two == label, two.predict_proba(X)[:, label], n_bins=10
    )
    assert curve.label == label
    np.testing.assert_allclose(curve.x, predicted)
    np.testing.assert_allclose(curve.y, observed)
    with pytest.raises(InputError, match="rows of another class"):
        RocCurveDisplay.from_estimator(two, X[:5], is_two[:5])


def test_effects_are_drawn_with_the_rows_below(model):
    display = EffectDisplay.from_estimator(model, X, ["hue", "alcohol"], rows="training rows")
    for ax, effect in zip(display.axes_, display.effects, strict=True):
        assert ax.get_title() == "mean over 178 training rows"
        assert ax.get_xlabel() == effect.feature
        for label, line in enumerate(ax.lines):
            np.testing.assert_array_equal(line.get_ydata(), effect.probabilities[:, label])
        heights = np.array([bar.get_height() for bar in ax.patches])
        np.testing.assert_allclose(heights / heights.max(), effect.counts / effect.counts.max())
    votes = EffectDisplay.from_estimator(model, X, "hue", label=2, kind="votes", max_rows=50)
    (line,) = votes.axes_[0].lines
    np.testing.assert_array_equal(line.get_ydata(), votes.effects[0].votes[:, 2])
    assert votes.axes_[0].get_ylabel() == "votes of 2"
    assert votes.axes_[0].get_title() == "mean over 50 of 178 rows"
    chosen = EffectDisplay.from_estimator(model, X, max_rows=2)
    expected = model.rules_.feature_importance().index[:4]
    assert [effect.feature for effect in chosen.effects] == expected.tolist()
    with pytest.raises(InputError, match="kind must be 'probability' or 'votes', got 'odds'"):
        EffectDisplay.from_estimator(model, X, "hue", kind="odds")


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
        ({"features": ("alcohol", "hu")}, "did you mean 'hue'"),
        ({"features": FEATURES, "label": 9}, "no class '9'"),
        ({"features": FEATURES, "rule": 99_999}, "no rule 99999"),
        ({"features": FEATURES, "row": [1, 2]}, "13 values, got 2"),
    ],
)
def test_what_cannot_be_drawn_is_said(model, options, words):
    with pytest.raises(InputError, match=words):
        LandscapeDisplay.from_estimator(model, resolution=3, **options)


def test_two_features_are_chosen_if_none_are_named(model):
    display = LandscapeDisplay.from_estimator(model, resolution=3)
    assert display.names == tuple(model.rules_.feature_importance().index[:2])
    assert KurtosisDisplay.from_estimator(model, resolution=3).names == display.names
    one = UCSClassifier(n_epochs=1, random_state=1).fit(X[["hue"]], Y)
    with pytest.raises(InputError, match="the model has one"):
        LandscapeDisplay.from_estimator(one)


def test_kurtosis_starts_at_that_of_a_rectangle(model):
    display = KurtosisDisplay.from_estimator(model, FEATURES, resolution=6)
    assert np.nanmin(display.values) >= 1.8
    assert display.ax_.images[0].get_clim()[0] == 1.8
    nearly_flat = KurtosisDisplay(
        np.array([[1.8, 1.81]]), display.extent, display.names, display.label
    )
    assert nearly_flat.plot().ax_.images[0].get_clim() == (1.8, 15 / 7)  # not 1.81
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
    path = model.compact(X, Y).compaction_.path
    chosen_by, held_out, everything, chosen = display.ax_.lines
    np.testing.assert_array_equal(chosen_by.get_xdata(), path.sizes)
    np.testing.assert_allclose(chosen_by.get_ydata(), 100 * path.train_accuracy)
    np.testing.assert_allclose(held_out.get_ydata(), 100 * path.validation_accuracy)
    assert everything.get_ydata()[0] == 100 * model.score(X, Y)
    assert chosen.get_xdata()[0] == path.chosen


def test_a_model_without_votes_has_no_curve_of_compaction():
    silent = Beta4UCSClassifier(n_epochs=1, random_state=1, voting_threshold=1e9).fit(X, Y)
    with pytest.raises(InputError, match="no rule of the model votes"):
        CompactionDisplay.from_estimator(silent, X, Y)


def test_displays_draw_into_given_axes(model):
    figure, (left, right) = pyplot.subplots(1, 2)
    LandscapeDisplay.from_estimator(model, FEATURES, resolution=3, ax=left)
    display = RuleMapDisplay.from_estimator(model, n_rules=4, ax=right)
    assert left.images
    assert right.images
    assert display.figure_ is figure
    with pytest.raises(InputError, match="needs 3 axes, got 1"):
        HistoryDisplay.from_estimator(model, axes=left)


# ---- categories and missing values -----------------------------------------------------------

TABLE, LABELS = mixed_table()


@pytest.fixture(scope="module")
def mixed():
    return Beta4UCSClassifier(n_epochs=8, random_state=2).fit(TABLE, LABELS)


def heights(axes):
    return [bar.get_height() for bar in axes.patches]


def test_a_category_has_a_bar_for_each_value(mixed):
    rules = mixed.rules_.with_feature("odor", "size", "age", "mass", "fresh")
    display = RuleDisplay.from_rules(rules, 0)
    odor, size, age, mass, fresh = display.axes_
    for axes, name in ((odor, "odor"), (size, "size"), (fresh, "fresh")):
        values, degrees = rules.membership_curve(0, name)
        labels = [label.get_text() for label in axes.get_xticklabels()]
        has_unknown = name != "fresh"
        assert labels == [*map(str, values)] + ["unknown"] * has_unknown
        drawn = heights(axes)[len(labels) :]  # behind them stand those of full height
        np.testing.assert_array_equal(drawn[: len(values)], degrees)
        assert axes.get_xlabel() == name
    assert len(age.child_axes) == 1
    assert not mass.child_axes


def test_many_values_show_the_fewer_ones():
    values = np.array([f"v{i}" for i in range(40)], dtype=object)
    few = FeatureCurve("code", values, (np.arange(40) < 5).astype(float), 0.0)
    most = FeatureCurve("code", values, (np.arange(40) >= 2).astype(float))
    first, second = RuleDisplay([few, most], "").plot().axes_
    names = [[label.get_text() for label in axes.get_xticklabels()] for axes in (first, second)]
    assert names == [["v0", "v1", "v2", "v3", "v4", "unknown"], ["v0", "v1"]]
    assert second.get_xlabel() == "code: 38 of 40 values"
    assert heights(second)[2:] == [0.0, 0.0]


def test_a_landscape_over_categories_has_a_cell_for_each_value(mixed):
    display = LandscapeDisplay.from_estimator(mixed, ("odor", "size"), label="bad", row=[None] * 5)
    odors = mixed.encoding_.columns[0].values
    assert display.values.shape == (len(SIZES), len(odors))
    assert [label.get_text() for label in display.ax_.get_xticklabels()] == list(odors)
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == list(SIZES)
    rows = pd.DataFrame(
        [(odor, size, None, None, None) for size in SIZES for odor in odors],
        columns=TABLE.columns,
        dtype=object,
    )
    bad = mixed.predict_proba(rows)[:, list(mixed.classes_).index("bad")]
    np.testing.assert_allclose(display.values.ravel(), bad)


def test_without_a_row_no_condition_on_other_features_matters(mixed):
    display = LandscapeDisplay.from_estimator(mixed, ("age", "mass"), rule=0, resolution=5)
    rules = mixed.rules_.top(1)
    age, mass = (rules.membership_curve(0, name, 1001) for name in ("age", "mass"))
    across = np.interp(np.linspace(*display.extent[:2], 11)[1::2], *age)
    up = np.interp(np.linspace(*display.extent[2:], 11)[1::2], *mass)
    np.testing.assert_allclose(display.values, np.outer(up, across), atol=0.05)
    row = TABLE.iloc[0]
    at_row = LandscapeDisplay.from_estimator(mixed, ("age", "odor"), row=row, resolution=3)
    assert at_row.values.shape == (len(ODORS), 3)
    kurtosis = KurtosisDisplay.from_estimator(mixed, ("age", "mass"), resolution=4)
    assert np.nanmin(kurtosis.values) >= 1.8


def test_the_map_knows_categories(mixed):
    display = RuleMapDisplay.from_estimator(mixed, n_rules=20)
    assert display.demands[:, 0].max() > 0.0
    assert display.demands.shape == (20, 5)


def test_kurtosis_of_rules_without_numbers():
    words = TABLE[["odor", "fresh"]]
    model = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(words, LABELS)
    display = KurtosisDisplay.from_estimator(model)
    np.testing.assert_allclose(display.values[~np.isnan(display.values)], 1.8)


# ---------------------------------------------------------------------- learned votes


@pytest.fixture(scope="module")
def evolved():
    return EvolvedRulesClassifier(n_populations=2, random_state=1).fit(X, Y)


def test_the_path_is_drawn_by_the_number_of_rules(evolved):
    display = RulePathDisplay.from_estimator(evolved)
    curve, mark = display.ax_.lines
    np.testing.assert_array_equal(curve.get_xdata(), evolved.path_["rules"])
    np.testing.assert_array_equal(curve.get_ydata(), evolved.path_["divergence"])
    assert mark.get_xdata()[0] == evolved.n_rules_
    assert display.ax_.get_ylabel().endswith("on training rows")
    assert display.figure_ is display.ax_.figure


def test_only_evolved_rules_have_a_path(model):
    with pytest.raises(InputError, match="only EvolvedRulesClassifier has one"):
        RulePathDisplay.from_estimator(model)


def test_displays_of_learned_votes(evolved):
    display = LandscapeDisplay.from_estimator(
        evolved, FEATURES, label=2, resolution=5, row=X.iloc[0]
    )
    rows = pd.DataFrame([X.iloc[0]] * 25).reset_index(drop=True)
    steps = (np.arange(5) + 0.5) / 5
    for place, name in enumerate(FEATURES):
        low, high = X[name].min(), X[name].max()
        values = low + steps * (high - low)
        rows[name] = np.tile(values, 5) if place == 0 else values.repeat(5)
    np.testing.assert_allclose(
        display.values.ravel(), evolved.predict_proba(rows)[:, 2], atol=1e-12
    )
    rule = evolved.rules_.top(1)[0]
    title = RuleDisplay.from_estimator(evolved).title
    assert (
        title == f"THEN {rule.consequent}   (weight {rule.weight:.2f}, rows {rule.experience:,.0f})"
    )
    assert RuleMapDisplay.from_estimator(evolved, n_rules=10).figure_ is not None
    assert CompactionDisplay.from_estimator(evolved, X, Y).ax_.lines
    with pytest.raises(InputError, match="no history"):
        HistoryDisplay.from_estimator(evolved)


def test_no_rule_beats_one_of_the_front(model):
    display = ParetoDisplay.from_estimator(model, X, Y, rows="training rows")
    assert display.ax_.get_title().endswith("on 178 training rows")
    front = set(display.front.tolist())
    for place, row in enumerate(display.rows.tolist()):
        more = (display.coverage >= display.coverage[place]) & (
            display.accuracy >= display.accuracy[place]
        )
        strictly = (display.coverage > display.coverage[place]) | (
            display.accuracy > display.accuracy[place]
        )
        is_beaten = bool((more & strictly).any())
        assert not (is_beaten and row in front)
        equal = (display.coverage == display.coverage[place]) & (
            display.accuracy == display.accuracy[place]
        )
        assert is_beaten or front & set(display.rows[equal].tolist())
    with pytest.raises(InputError, match="X has 178 rows and y has 5 labels"):
        ParetoDisplay.from_estimator(model, X, Y[:5])
    with pytest.raises(InputError, match="no rule covers any"):
        ParetoDisplay.from_estimator(model, X[:1] * 0 - 1e6, Y[:1])


def test_the_line_of_the_front_leaves_out_nothing_that_is_not_beaten():
    coverage, accuracy = np.array([0.75, 0.6, 0.5]), np.array([0.5, 0.58, 0.9])
    display = ParetoDisplay(coverage, accuracy, ["a"] * 3, np.ones(3), np.arange(3)).plot()
    (line,) = display.ax_.lines
    corners = STEP_LOOKUP_MAP[line.get_drawstyle()](*line.get_data()).T.tolist()
    assert [60.0, 50.0] in corners
    assert [75.0, 58.0] not in corners


def test_the_feature_map_has_the_tracked_scores_of_each_row():
    tracked = Beta4UCSClassifier(n_epochs=3, attribute_tracking=True, random_state=1).fit(X, Y)
    display = FeatureMapDisplay.from_estimator(tracked, X, Y, rows="training rows")
    columns = [X.columns.get_loc(name) for name in display.feature_names]
    np.testing.assert_allclose(display.scores, tracked.attribute_scores_[display.rows][:, columns])
    assert display.labels == sorted(display.labels)
    assert display.labels == Y[display.rows].tolist()
    untracked = Beta4UCSClassifier(n_epochs=3, random_state=1).fit(X, Y)
    np.testing.assert_array_equal(tracked.population_.genes, untracked.population_.genes)
    part = FeatureMapDisplay.from_estimator(tracked, X, Y, max_rows=60)
    assert part.ax_.get_title().startswith("60 of 178 rows")


def test_rows_without_rules_are_those_without_votes():
    sparse = UCSClassifier(n_epochs=1, max_rules=40, random_state=1).fit(X, Y)
    display = RowCoverageDisplay.from_estimator(sparse, X, rows="training rows")
    is_mute = (sparse.votes(X) == 0).all(axis=1)
    assert 0 < is_mute.sum() < 178
    np.testing.assert_array_equal(display.uncovered, np.flatnonzero(is_mute))
    assert display.ax_.get_title().startswith(f"{is_mute.sum()} of 178 training rows")
    heights = [bar.get_height() for bar in display.ax_.patches]
    assert heights[0] == is_mute.sum()
    assert sum(heights) == 178


def test_lifetimes_are_drawn_with_those_that_are_left():
    lineage = Lineage()
    model = Beta4UCSClassifier(n_epochs=3, max_rules=60, random_state=1, callbacks=lineage)
    model.fit(X, Y)
    survival, ages = LifetimeDisplay.from_lineage(lineage).axes_
    assert len(survival.lines) == 2
    for line in survival.lines:
        assert line.get_ydata()[0] <= 100
        assert (np.diff(line.get_ydata()) <= 0).all()
    assert sum(bar.get_height() for bar in ages.patches) == model.n_rules_
