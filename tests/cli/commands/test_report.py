"""The command `report`."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import beta4ucs
from beta4ucs.data.splitting import shuffle_split
from command_line import apples_and_lemons, assert_one_sentence

pytest.importorskip("jinja2", reason="a report needs jinja2")


def embedded(path):
    """What the page's script reads."""
    text = Path(path).read_text(encoding="utf-8")
    return json.loads(re.search(r'id="model">(.*?)</script>', text, re.DOTALL)[1])


def headline(text):
    """The accuracy at the head of the page, and what it is of."""
    found = re.search(
        r'<dt>Accuracy</dt><dd><data class="value" [^>]*>(.*?)</data> <span class="note">(.*?);',
        text,
    )
    return found.groups()


@pytest.mark.parametrize(
    ("rows", "words", "n"), [("train", "training rows", 54), ("all", "rows", 60)]
)
def test_other_rows_are_called_what_they_are(said, trained, rows, words, n):
    assert said("report", trained, "fruit.csv", "--rows", rows)[0] == 0
    text = Path("report.html").read_text(encoding="utf-8")
    assert headline(text)[1].endswith(f" of {n} {words}")
    assert "expect worse results on new ones" in text
    assert len(embedded("report.html")["rows"]["values"]) == n


def test_report_writes_a_page(said, trained):
    code, out, error = said("report", trained, "fruit.csv", "--out", "page.html")
    assert (code, error) == (0, "")
    model = beta4ucs.load(trained / "model.json")
    assert out == f"page.html shows {model.n_rules_:,} rules on 6 test rows; open it in a browser\n"
    text = Path("page.html").read_text(encoding="utf-8")
    assert "<title>fruit: rules for kind</title>" in text
    tested = apples_and_lemons().iloc[np.sort(shuffle_split(60, 0.9, seed=1)[1])]
    score = model.score(tested[["mass", "width"]], tested["kind"])
    assert headline(text) == (f"{score:.1%}", f"{round(6 * score)} of 6 test rows")
    record = json.loads((trained / "run.json").read_text(encoding="utf-8"))["results"]
    assert record["test_accuracy"] == record["test"]["accuracy"] == score
    page = embedded("page.html")
    assert page["classes"] == ["apple", "lemon"]
    assert page["features"]["names"] == ["mass", "width"]
    assert page["rows"]["numbers"] == (tested.index + 1).tolist()
    assert page["rows"]["words"] == "test rows"
    assert sorted(path.name for path in Path().iterdir()) == ["fruit.csv", "page.html"]


def test_an_earlier_page_is_kept_unless_told_otherwise(said, trained):
    assert said("report", trained, "fruit.csv")[0] == 0
    before = Path("report.html").read_bytes()
    code, out, error = said("report", trained, "fruit.csv", "--title", "Fruit & more")
    assert (code, out) == (1, "")
    assert_one_sentence(error)
    assert "'report.html' exists" in error
    assert Path("report.html").read_bytes() == before
    told = ["--title", "Fruit & more", "--overwrite", "--max-rows", "4"]
    assert said("report", trained, "fruit.csv", *told)[0] == 0
    assert "<title>Fruit &amp; more</title>" in Path("report.html").read_text(encoding="utf-8")
    assert len(embedded("report.html")["rows"]["values"]) == 4


def test_rows_without_classes_have_no_accuracy(said, trained):
    apples_and_lemons()[["width", "mass"]].to_csv("new.csv", index=False)
    assert said("report", trained, "new.csv")[0] == 0
    text = Path("report.html").read_text(encoding="utf-8")
    assert "Confusion matrix" not in text
    assert "<dt>Accuracy</dt>" not in text
    assert embedded("report.html")["rows"]["truth"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.json", "fruit.csv"], "nowhere.json"),
        (["MODEL", "wide.csv"], "lacks the column 'width'"),
        (["MODEL", "fruit.csv", "--out", "nowhere/page.html"], "there is no folder 'nowhere'"),
        (["MODEL", "fruit.csv", "--out", "."], "is a folder; --out names a file"),
        (["MODEL", "fruit.csv", "--max-rows", "-1"], "--max-rows must be"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(said, trained, arguments, words):
    Path("wide.csv").write_text("mass,kind\n100,apple\n")
    code, out, error = said("report", *(trained if word == "MODEL" else word for word in arguments))
    assert code != 0
    assert out == ""
    assert_one_sentence(error)
    assert words in error
    assert not list(Path().glob("**/*.html"))
