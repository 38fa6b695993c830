"""The command `explain`."""

import json
from pathlib import Path

import pytest

import beta4ucs
from beta4ucs.data.splitting import shuffle_split
from beta4ucs.explanation import counterfactual, explain
from command_line import QUICK, apples_and_lemons, assert_one_sentence

ROWS = apples_and_lemons()[["mass", "width"]]


def test_a_row_is_explained(said, trained):
    code, out, error = said("explain", trained, "fruit.csv", "--row", "3", "--top", "2")
    assert (code, error) == (0, "")
    model = beta4ucs.load(trained / "model.json")
    why, other = explain(model, ROWS)[2], counterfactual(model, ROWS.iloc[2])
    label = apples_and_lemons()["kind"][2]
    assert out == (
        f"Row 3 of fruit.csv, a training row: {label}\n\n{why.to_text(2, 80)}\n\n"
        f"What would change it\n\n{other}\n"
    )


def test_rows_count_from_1_and_the_first_test_row_is_the_default(said, trained):
    first = said("explain", trained, "fruit.csv")
    number = min(shuffle_split(60, 0.9, seed=1)[1]) + 1
    assert first == said("explain", trained, "fruit.csv", "--row", number)
    label = apples_and_lemons()["kind"][number - 1]
    assert f"Row {number} of fruit.csv, a test row: {label}" in first[1]
    assert "Row 1 of fruit.csv" in said("explain", trained, "fruit.csv", "--rows", "all")[1]
    code, _, error = said("explain", trained, "fruit.csv", "--rows", "train", "--row", number)
    assert code == 1
    assert_one_sentence(error)
    assert f"row {number} of 'fruit.csv' is not one of --rows train" in error
    _, last, _ = said("explain", trained, "fruit.csv", "--row", "60", "--format", "json")
    assert json.loads(last)["values"] == ROWS.iloc[59].to_dict()


def test_rows_without_a_class(said, trained):
    ROWS.to_csv("new.csv", index=False)
    code, out, _ = said("explain", trained, "new.csv", "--row", "2")
    assert code == 0
    assert out.startswith("Row 2 of new.csv\n\nAnswer: ")
    told = json.loads(said("explain", trained, "new.csv", "--row", "2", "--format", "json")[1])
    assert told["class"] is None


def test_json_adds_up(said, trained):
    options = ["--row", "5", "--format", "json", "--top", "1000"]
    code, out, _ = said("explain", trained, "fruit.csv", *options)
    assert code == 0
    told = json.loads(out)
    model = beta4ucs.load(trained / "model.json")
    votes = {one["class"]: one["votes"] for one in told["classes"]}
    assert list(votes.values()) == model.votes(ROWS[4:5])[0].tolist()
    rules = sorted(told["for"] + told["against"], key=lambda rule: rule["rule"])
    for label, expected in votes.items():
        total = 0.0
        for rule in rules:
            total += rule["contribution"] if rule["class"] == label else 0.0
        assert total == expected
    assert told["class"] == apples_and_lemons()["kind"][4]
    assert told["counterfactual"]["max_features"] == 3


def test_missing_values_are_told(said, trained):
    Path("new.csv").write_text("mass,width\n?,4.1\n")
    code, out, _ = said("explain", trained, "new.csv")
    assert code == 0
    assert "Missing, which matches anything: 'mass'." in out


def test_a_page_is_written(said, trained):
    code, out, _ = said("explain", trained, "fruit.csv", "--format", "html", "--out", "why.html")
    assert (code, out) == (0, "")
    page = Path("why.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "a test row: " in page
    assert "What would change it" in page
    code, _, error = said("explain", trained, "fruit.csv", "--format", "html", "--out", "why.html")
    assert code == 1
    assert_one_sentence(error)
    again = ["--format", "html", "--out", "why.html", "--overwrite"]
    assert said("explain", trained, "fruit.csv", *again)[0] == 0


def test_a_page_escapes_what_comes_from_the_data(said):
    frame = apples_and_lemons().rename(columns={"mass": "<img src=x onerror=alert(1)>"})
    frame["kind"] = "<script>alert(1)</script>" + frame["kind"]
    frame.to_csv("<b>.csv", index=False)
    assert said("fit", "<b>.csv", *QUICK, "-q", "--out", "m")[0] == 0
    code, out, _ = said("explain", "m", "<b>.csv", "--format", "html")
    assert code == 0
    for element in ("<img", "<script", "<b>"):
        assert element not in out
    assert "&lt;img src=x onerror=alert(1)&gt;" in out


def test_what_would_change_it_keeps_to_the_options(said, trained):
    free = json.loads(said("explain", trained, "fruit.csv", "--format", "json")[1])
    changing = [one["feature"] for one in free["counterfactual"]["changes"]]
    assert changing
    fixed = ["--fix", "mass", "--fix", "width"]
    told = json.loads(said("explain", trained, "fruit.csv", "--format", "json", *fixed)[1])
    assert told["counterfactual"]["found"] is False
    target = ({"apple", "lemon"} - {free["prediction"]}).pop()
    asked = said("explain", trained, "fruit.csv", "--format", "json", "--to", target)
    assert json.loads(asked[1])["counterfactual"]["answer"] == target
    one = said("explain", trained, "fruit.csv", "--max-features", "1")[1]
    assert one.split("What would change it")[1].count(" -> ") <= 1


def test_classes_that_are_numbers_are_typed_as_they_are(said):
    frame = apples_and_lemons()
    frame["kind"] = (frame["kind"] == "apple").astype(int)
    frame.to_csv("codes.csv", index=False)
    assert said("fit", "codes.csv", *QUICK, "-q", "--out", "m")[0] == 0
    told = json.loads(said("explain", "m", "codes.csv", "--format", "json")[1])
    other = "1" if told["prediction"] == 0 else "0"
    code, _, error = said("explain", "m", "codes.csv", "--to", other)
    assert (code, error) == (0, "")


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--row", "61"], 1, "--row counts from 1 and 'fruit.csv' has 60 rows, got 61"),
        (["--row", "0"], 2, "--row must be a whole number of at least 1, got 0"),
        (["--row", "-1"], 2, "--row must be a whole number of at least 1, got -1"),
        (["--row", "first"], 2, "--row must be a whole number of at least 1, got 'first'"),
        (["--top", "-1"], 2, "--top must be a whole number of at least 0, got -1"),
        (["--format", "csv"], 2, "--format must be 'text', 'json' or 'html', got 'csv'"),
        (["--max-features", "0"], 2, "--max-features must be a whole number of at least 1, got 0"),
        (["--fix", "mas"], 1, "there is no feature 'mas'; did you mean 'mass'?"),
        (["--to", "pear"], 1, "there is no class 'pear'; there are 'apple' and 'lemon'"),
        (["--out", "nowhere/why.txt"], 1, "there is no folder 'nowhere'"),
    ],
)
def test_bad_options(said, trained, options, code, words):
    found, out, error = said("explain", trained, "fruit.csv", *options)
    assert (found, out) == (code, "")
    assert_one_sentence(error)
    assert words in error


def test_the_class_that_it_has_already(said, trained):
    told = json.loads(said("explain", trained, "fruit.csv", "--format", "json")[1])
    code, _, error = said("explain", trained, "fruit.csv", "--to", told["prediction"])
    assert code == 2
    assert_one_sentence(error)
    assert "--to must name another class than the answer" in error


def test_what_a_feature_does_to_the_answers(said, trained):
    model = beta4ucs.load(trained / "model.json")
    tested = shuffle_split(60, 0.9, seed=1)[1]
    code, out, error = said("explain", trained, "fruit.csv", "--effect", "mass")
    assert (code, error) == (0, "")
    assert out.startswith(f"Effect of mass, averaged over {len(tested)} test rows\n")
    _, out, _ = said("explain", trained, "fruit.csv", "--effect", "mass", "--format", "json")
    found = json.loads(out)["effect"]
    rows = ROWS.iloc[sorted(tested)].assign(mass=found["values"][0])
    assert found["probabilities"][0] == pytest.approx(model.predict_proba(rows).mean(axis=0))
    _, page, _ = said("explain", trained, "fruit.csv", "--effect", "mass", "--format", "html")
    assert f"averaged over {len(tested)} test rows" in page
    code, _, error = said("explain", trained, "fruit.csv", "--effect", "mas")
    assert code == 1
    assert_one_sentence(error)
    assert "did you mean 'mass'" in error
    code, _, error = said("explain", trained, "fruit.csv", "--effect", "mass", "--row", "2")
    assert code == 2
    assert_one_sentence(error)
    assert "--effect is about all rows, --row about one" in error
