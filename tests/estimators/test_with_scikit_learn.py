"""Estimators inside of scikit-learn's: ensembles, calibration, stacking, routing; and SHAP."""

import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import make_column_transformer
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, StackingClassifier
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

import beta4ucs
from beta4ucs import (
    Beta4UCSClassifier,
    EvolvedRulesClassifier,
    FuzzyUCSClassifier,
    UCSClassifier,
)

ONE_POPULATION = {"n_epochs": 8, "max_rules": 300, "random_state": 1}
LEARNERS = {
    "evolved": EvolvedRulesClassifier(n_populations=1, size=10, random_state=1),
    "beta4": Beta4UCSClassifier(**ONE_POPULATION),
    "ucs": UCSClassifier(**ONE_POPULATION),
    "fuzzy": FuzzyUCSClassifier(**ONE_POPULATION),
}
EVERY = pytest.mark.parametrize("name", LEARNERS)
FRONT_DOOR = pytest.mark.parametrize("name", ["evolved", "ucs"])


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(1)
    X = pd.DataFrame(rng.random((120, 3)), columns=["a", "b", "c"])
    return X, np.where(X["a"] + 0.1 * rng.random(120) > 0.5, "high", "low")


@pytest.fixture(scope="module")
def fitted(table):
    return {name: sklearn.clone(one).fit(*table) for name, one in LEARNERS.items()}


@pytest.mark.parametrize("name", ["ucs", "beta4"])
def test_boosting(table, name):
    X, y = table
    model = AdaBoostClassifier(LEARNERS[name], n_estimators=3, random_state=1).fit(X, y)
    assert len(model.estimators_) == 3  # it ends early where weights are not heeded
    assert model.score(X, y) > 0.85


@FRONT_DOOR
def test_bagging(table, name):
    X, y = table
    model = BaggingClassifier(LEARNERS[name], n_estimators=2, random_state=1).fit(X, y)
    assert model.score(X, y) > 0.85


def test_calibration(table):
    X, y = table
    model = CalibratedClassifierCV(LEARNERS["ucs"], cv=2).fit(X, y)
    assert model.score(X, y) > 0.85
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(1.0)


def test_stacking(table):
    X, y = table
    parts = [(name, LEARNERS[name]) for name in ("ucs", "beta4")]
    model = StackingClassifier(parts, LogisticRegression(), cv=2).fit(X, y)
    assert model.score(X, y) > 0.85


@EVERY
def test_importance(table, fitted, name):
    X, y = table
    by_permutation = permutation_importance(fitted[name], X, y, n_repeats=2, random_state=1)
    assert by_permutation.importances_mean.argmax() == 0
    shares = fitted[name].feature_importances_
    assert shares.shape == (3,)
    assert shares.sum() == pytest.approx(1.0)
    assert shares.argmax() == 0


@EVERY
def test_log_probabilities(table, fitted, name):
    chances = fitted[name].predict_proba(table[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        logs = fitted[name].predict_log_proba(table[0])
    np.testing.assert_allclose(np.exp(logs), chances)


@EVERY
def test_weights_are_routed(table, name):
    X, y = table
    weights = np.where(y == "high", 1.0, 0.0)
    weights[np.flatnonzero(y == "low")[:3]] = 1e-6
    with sklearn.config_context(enable_metadata_routing=True):
        asked = sklearn.clone(LEARNERS[name]).set_fit_request(sample_weight=True)
        pipeline = make_pipeline(StandardScaler().set_fit_request(sample_weight=False), asked)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # hardly anything of "low" is left
            heeded = pipeline.fit(X, y, sample_weight=weights)
        assert np.mean(heeded.predict(X) == "high") > 0.9
        scored = UCSClassifier(**ONE_POPULATION).set_fit_request(sample_weight=True)
        scored.set_score_request(sample_weight=True)
        told = cross_validate(scored, X, y, cv=2, params={"sample_weight": np.ones(120)})
    plain = cross_validate(UCSClassifier(**ONE_POPULATION), X, y, cv=2)
    np.testing.assert_array_equal(told["test_score"], plain["test_score"])


def test_rules_are_features(table, fitted):
    X, y = table
    model = fitted["evolved"]
    degrees = model.transform(X)
    np.testing.assert_array_equal(degrees, model.matching_degrees(X))
    names = model.get_feature_names_out()
    assert names.tolist() == [f"rule{i + 1}" for i in range(model.n_rules_)]
    with pytest.raises(ValueError, match="input_features is not equal to feature_names_in_"):
        model.get_feature_names_out(["x", "y", "z"])
    both = make_pipeline(sklearn.clone(model), LogisticRegression()).fit(X, y)
    assert both.score(X, y) > 0.85


@pytest.mark.parametrize("output", ["pandas", "polars"])
def test_set_output(table, fitted, output):
    pytest.importorskip(output)
    X, y = table
    model = sklearn.clone(fitted["evolved"]).set_output(transform=output).fit(X, y)
    frame = model.transform(X)
    assert type(frame).__module__.startswith(output)
    assert list(frame.columns) == model.get_feature_names_out().tolist()
    scaled = make_column_transformer((StandardScaler(), ["a", "b"]), remainder="passthrough")
    scaled.set_output(transform=output)
    pipeline = make_pipeline(scaled, sklearn.clone(LEARNERS["ucs"])).fit(X, y)
    assert pipeline[-1].feature_names_in_[0] == "standardscaler__a"


def test_shap(table, fitted):
    shap = pytest.importorskip("shap")
    X, _ = table
    explainer = shap.Explainer(fitted["ucs"].predict_proba, X.iloc[:20], seed=1)
    values = explainer(X.iloc[:4]).values
    assert values.shape == (4, 3, 2)
    assert np.abs(values).mean(axis=(0, 2)).argmax() == 0


@EVERY
def test_manners(name):
    model = LEARNERS[name]
    tags = get_tags(model)
    assert tags.input_tags.allow_nan
    assert tags.input_tags.string
    assert tags.input_tags.categorical == (name == "evolved")
    html = model._repr_html_()
    assert model._get_doc_link().startswith("https://")
    assert f'href="{model._get_doc_link()}"' in html


def test_arrays_of_words_are_categories(table):
    _, y = table
    cells = np.array([[label[0], i / 120] for i, label in enumerate(y)], dtype=object)
    for X in (cells, cells.tolist()):
        model = UCSClassifier(**ONE_POPULATION).fit(X, y)
        assert model.encoding_.columns[0].values == ("h", "l")
        assert model.score(X, y) > 0.9


# ------------------------------------------------------------------ frames that are not pandas'


def mixed(n=40):
    odors = [["none", "foul", "musty"][i % 3] for i in range(n)]
    columns = {
        "odor": odors,
        "size": [None if i % 9 == 0 else i / n for i in range(n)],
        "ok": [i % 4 == 0 for i in range(n)],
        "note": [None if i % 7 == 0 else "ab"[i % 2] for i in range(n)],
    }
    return columns, np.where(np.array(odors) == "foul", "bad", "good")


def frames():
    columns, _ = mixed()
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("narwhals")
    yield pyarrow.table(columns)
    yield pyarrow.RecordBatch.from_pydict(columns)
    polars = pytest.importorskip("polars")
    yield polars.DataFrame(columns)
    yield polars.DataFrame(columns).with_columns(
        polars.col("odor").cast(polars.Categorical),
        polars.col("note").cast(polars.Enum(["a", "b"])),
    )


def test_frames_of_polars_and_pyarrow_are_as_pandas_ones():
    columns, y = mixed()
    of_pandas = UCSClassifier(**ONE_POPULATION).fit(pd.DataFrame(columns), y)
    for X in frames():
        model = UCSClassifier(**ONE_POPULATION).fit(X, y)
        assert model.feature_names_in_.tolist() == list(columns)
        assert model.encoding_.columns == of_pandas.encoding_.columns
        np.testing.assert_array_equal(model.predict_proba(X), of_pandas.predict_proba(X))
        stream = UCSClassifier(random_state=1).partial_fit(X, y, classes=["bad", "good"])
        assert stream.partial_fit(X, y).encoding_.columns[0].is_set


def test_labels_of_polars_and_pyarrow():
    columns, y = mixed()
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    X = pd.DataFrame(columns)
    for labels in (
        polars.Series("kind", y.tolist()),
        polars.Series("kind", y.tolist(), dtype=polars.Categorical),
        pyarrow.array(y.tolist()),
    ):
        model = UCSClassifier(**ONE_POPULATION).fit(X, labels)
        assert model.classes_.tolist() == ["bad", "good"]


def test_frames_that_are_refused():
    columns, y = mixed()
    polars = pytest.importorskip("polars")
    with pytest.raises(beta4ucs.InputError, match="polars LazyFrame has no rows yet: collect it"):
        UCSClassifier().fit(polars.DataFrame(columns).lazy(), y)
    days = pd.to_datetime(["2024-05-31"] * 40)
    for X in (
        pd.DataFrame({**columns, "day": days}),
        polars.DataFrame({**columns, "day": days.to_pydatetime()}),
    ):
        with pytest.raises(beta4ucs.InputError, match="'day' holds dates or times in 40 rows"):
            UCSClassifier().fit(X, y)
        model = UCSClassifier(**ONE_POPULATION).fit(beta4ucs.data.date_parts(X), y)
        assert model.feature_names_in_[-1] == "day.days"
