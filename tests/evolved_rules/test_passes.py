"""Tables larger than memory: drawn rows, the same ones whatever the batches, stand for all."""

import json

import numpy as np
import pandas as pd
import pytest

from beta4ucs import EvolvedRulesClassifier
from beta4ucs.cli import run
from beta4ucs.data import Batches, PartitionSource, open_source
from beta4ucs.data.drawing import draw_rows, rows_left
from beta4ucs.errors import InputError

pytest.importorskip("pyarrow")
N_ROWS = 1200


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.random(N_ROWS), "b": rng.normal(size=N_ROWS)})
    frame["c"] = rng.choice(["x", "y", "z"], N_ROWS)
    frame.loc[rng.random(N_ROWS) < 0.05, "b"] = np.nan
    frame["kind"] = np.where((frame["a"] > 0.9) & (frame["c"] != "x"), "rare", "usual")
    return frame


@pytest.fixture(scope="module")
def path(table, tmp_path_factory):
    path = tmp_path_factory.mktemp("large") / "rows.parquet"
    table.to_parquet(path)
    return path


def model():
    return EvolvedRulesClassifier(n_populations=2, random_state=1)


def in_batches(path, size, **more):
    return Batches(open_source(path, size), target="kind", **more)


@pytest.fixture
def few_rows(monkeypatch):
    monkeypatch.setattr("beta4ucs.data.drawing.MOST_ROWS", 400)


def test_the_draw_depends_on_the_seed_and_not_on_batches(path):
    first, other = (draw_rows(in_batches(path, size), 1, 0.1, 400) for size in (70, 900))
    pd.testing.assert_frame_equal(first.train.to_frame(), other.train.to_frame())
    np.testing.assert_array_equal(first.train.weights, other.train.weights)
    np.testing.assert_array_equal(first.tested, other.tested)
    again = draw_rows(in_batches(path, 70), 2, 0.1, 400)
    assert not np.array_equal(first.tested, again.tested)


def test_rare_classes_are_drawn_more_often_and_weigh_less(path, table):
    drawn = draw_rows(in_batches(path, 500), 1, 0.1, 400)
    y, weights = drawn.train.labels(), drawn.train.weights
    assert 300 < len(y) < 440
    assert (y == "rare").mean() > 1.3 * (table["kind"] == "rare").mean()
    assert weights.mean() == pytest.approx(1.0)
    for label, count in drawn.class_counts.items():
        assert weights[y == label].sum() / len(y) == pytest.approx(count / drawn.n_learned)


def test_test_rows_are_left_out(path, table):
    drawn = draw_rows(in_batches(path, 500), 1, 0.1, 400)
    tested = table.iloc[drawn.tested].reset_index(drop=True)
    np.testing.assert_array_equal(drawn.test.to_frame()["a"], tested["a"])
    left = [part.X for part in rows_left(in_batches(path, 700), ["rare", "usual"], drawn.tested)]
    assert sum(map(len, left)) == drawn.n_learned == N_ROWS - len(drawn.tested)
    assert not set(drawn.train.to_frame()["a"]) & set(tested["a"])
    assert not set(pd.concat(left)["a"]) & set(tested["a"])


def test_a_table_that_fits_gives_the_model_of_fit(path, table):
    X = table.drop(columns="kind")
    usual = model().fit(X, table["kind"])
    passed = model().fit_batches(in_batches(path, 400))
    np.testing.assert_array_equal(passed.predict_proba(X), usual.predict_proba(X))
    assert passed.target_name_ == "kind"


def test_drawn_rows_give_one_model_whatever_the_batches_and_jobs(path, table, few_rows):
    X = table.drop(columns="kind")
    first = model().fit_batches(in_batches(path, 90))
    other = model().set_params(n_jobs=2).fit_batches(in_batches(path, 900))
    np.testing.assert_array_equal(first.predict_proba(X), other.predict_proba(X))
    assert first.class_counts_.sum() == N_ROWS
    assert first.score(X, table["kind"]) > 0.95
    own = first.rules_.coverage(X, table["kind"])
    told = first.population_.mass.sum(axis=1)
    assert max(one.covered for one in own) < 1.5 * told.max()  # counts are of all rows


def test_folders_and_dask_frames_are_tables(table, tmp_path):
    for value, part in table.groupby("c"):
        (tmp_path / f"c={value}").mkdir()
        part.drop(columns="c").to_parquet(tmp_path / f"c={value}" / "part.parquet")
    batches = in_batches(tmp_path, 500)
    assert batches.categorical == ["c"]
    assert batches.class_counts() == table["kind"].value_counts().sort_index().to_dict()
    frames = pytest.importorskip("dask.dataframe")
    parts = Batches(PartitionSource(frames.from_pandas(table, npartitions=3)), target="kind")
    assert draw_rows(parts, 1, most_rows=400).train.n_rows > 320


def test_a_folder_without_parquet_files_is_refused(tmp_path):
    with pytest.raises(InputError, match="has no Parquet file in it"):
        in_batches(tmp_path, 500)


def test_fit_learns_in_passes(path, tmp_path, capsys, few_rows):
    told = ["fit", str(path), "--target", "kind", "--seed", "1", "--populations", "2"]
    assert run([*told, "--passes", "--out", str(tmp_path / "run")]) == 0
    out, said = capsys.readouterr()
    assert "is learned from in passes: rules come from rows that are drawn" in said
    record = json.loads((tmp_path / "run" / "run.json").read_text())
    split = record["split"]
    assert split["rows_drawn"] < 480 < split["rows_learned"]
    assert split["rows_learned"] + split["rows_tested"] == record["data"]["rows"] == N_ROWS
    assert f"of {split['rows_learned']:,} training rows" in out
    assert f"of {split['rows_tested']:,} test rows" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["wine", "--passes"], "--passes is for files; 'wine' is none"),
        (["wine", "--passes", "--system", "ucs"], "--passes goes with --system evolved-rules"),
        (["rows.parquet", "--passes", "--stratify"], "--stratify goes with --no-passes"),
    ],
)
def test_what_passes_do_not_go_with_is_refused(words, sentence, capsys):
    assert run(["fit", *words]) == 2
    assert sentence in capsys.readouterr().err
