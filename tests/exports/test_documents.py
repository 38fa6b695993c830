"""Documents for people, and what an export may be told."""

import io

import numpy as np
import pytest

from beta4ucs import UCSClassifier
from beta4ucs.export import LARGE, TARGETS
from beta4ucs.measures import measure_model
from report.models import fruits, mushrooms


def test_a_card_has_the_measures_of_the_rows_it_names(model_and_rows):
    model, _ = model_and_rows("learned votes, mixed")
    X, y = mushrooms()
    found = measure_model(model, X[:40], y[:40])
    text = model.export(
        "markdown", X=X[:40], y=y[:40], rows="test rows", title="Mushrooms", about={"Data": "a|b"}
    )
    assert text.startswith("# Mushrooms\n")
    low, high = found.interval
    assert f"| Accuracy | {found.accuracy:.1%} | {found.n_right} right of 40 test rows; " in text
    assert f"95 % interval {low:.1%} to {high:.1%}" in text
    assert "| Data | a\\|b |" in text
    assert f"| Seed | {model.seed_} |" in text
    assert "based on only 40 test rows; note the width of the interval" in text
    for rule in model.rules_:
        assert f"| {rule.index + 1} | " in text
    assert "covers " in text.split("## Rules")[1]


def test_without_rows_there_are_no_measures(model_and_rows):
    model, _ = model_and_rows("beta4")
    text = model.export("markdown")
    assert "## Measures" not in text
    assert "it was written without rows" in text
    with pytest.raises(ValueError, match="measures need X and y"):
        model.export("markdown", X=fruits()[0])


def test_sheets(model_and_rows):
    openpyxl = pytest.importorskip("openpyxl")
    model, _ = model_and_rows("learned votes")
    X, y = fruits()
    book = openpyxl.load_workbook(io.BytesIO(model.export("xlsx", X=X, y=y)))
    assert book.sheetnames == ["Model", "Measures", "Classes", "Limits", "Features", "Rules"]
    assert book["Rules"].max_row == 1 + model.rules_.n_voting
    assert book["Measures"]["A2"].value == "Accuracy"


def test_options_belong_to_targets(model_and_rows, tmp_path):
    model, _ = model_and_rows("beta4")
    with pytest.raises(ValueError, match="does not take 'table': it is for sql"):
        model.export("python", table="t")
    with pytest.raises(ValueError, match=r"to must be one of .*, got 'pyton'; did you mean"):
        model.export("pyton")
    with pytest.raises(ValueError, match="cannot write"):
        model.export("python", tmp_path / "no" / "folder.py")
    assert set(TARGETS) == {"python", "numpy", "sql", "onnx", "javascript", "markdown", "xlsx"}


def test_compaction_is_offered_where_there_is_much_to_read():
    X, y = fruits()
    model = UCSClassifier(n_epochs=6, random_state=1).fit(X, y)
    assert model.rules_.n_voting > LARGE
    assert "model.compact(X, y)" in model.export("python")
    assert "compact" not in model.compact(X, y).export("python")


def test_what_a_row_must_be(model_and_rows):
    model, _ = model_and_rows("learned votes, mixed")
    space = {"__name__": "exported"}
    exec(model.export("python"), space)
    row = mushrooms()[0].iloc[0].to_dict()
    name = "spores"
    with pytest.raises(ValueError, match="the row has no value 'spores'"):
        space["predict"]({key: value for key, value in row.items() if key != name})
    with pytest.raises(ValueError, match="'spores' must be a number, got 'many'"):
        space["predict"](row | {name: "many"})
    with pytest.raises(ValueError, match="'spores' must be finite"):
        space["predict"](row | {name: np.inf})
    with pytest.raises(ValueError, match="'cap' must be one of tiny, small"):
        space["predict"](row | {"cap": "giant"})
    assert space["predict"](row | {name: " 6.5 "}) == space["predict"](row | {name: 6.5})
    assert space["votes"](row | {name: "?"}) == space["votes"](row | {name: None})


def test_an_own_representation_has_no_export(model_and_rows):
    model, _ = model_and_rows("beta4")
    own = type("Own", (type(model.representation_),), {"name": "own"})
    clone = model.compact(*fruits())
    clone.representation_ = own(*model.representation_)
    with pytest.raises(ValueError, match="conditions of the kind 'own' have no export"):
        clone.export("python")
