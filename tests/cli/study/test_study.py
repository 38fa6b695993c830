"""The commands under `study`."""

import json
import re
import shlex
import sys
from pathlib import Path

import pandas as pd
import pytest

from beta4ucs.cli.study.options import seeds_from
from beta4ucs.data import catalogue
from beta4ucs.study import paper_studies
from command_line import PROGRAM, assert_one_sentence, on_a_terminal

OWN_REPRESENTATION = Path(__file__).parents[3] / "examples/own_representation/one_sided.py"
STUDY = """
[systems.Boxes]
class = "UCSClassifier"

[systems.Tree]
class = "sklearn.tree.DecisionTreeClassifier"

[systems.Wrong]
class = "sklearn.tree.DecisionTreeClassifier"
parameters = { criterion = "none" }

[studies.mine]
datasets = ["fruit.csv", "wne"]
systems = ["Boxes", "Tree"]
epochs = 2
seeds = 2

[studies.failing]
datasets = ["fruit.csv"]
systems = ["Tree", "Wrong"]
seeds = 1
"""
MINE, FAILING = "my.toml:mine", "my.toml:failing"
HERE = ["--jobs", "1"]


@pytest.fixture(autouse=True)
def study_file(in_a_folder, monkeypatch):
    monkeypatch.delenv("BETA4UCS_RESULTS", raising=False)
    Path("my.toml").write_text(STUDY)


def records(folder="results"):
    return [json.loads(line) for line in Path(folder, "runs.jsonl").read_text().splitlines()]


# ------------------------------------------------------------------ list and init


def test_studies_are_listed_with_what_is_recorded(said):
    code, out, error = said("study", "list")
    assert (code, error) == (0, "")
    lines = {line.split()[0]: line for line in out.splitlines()[1:] if line}
    assert set(paper_studies()) < set(lines)
    assert re.match(r"main +7,500 +0  Ten representations", lines["main"])
    assert not Path("results").exists()
    run = ["study", "run", "main", "--only", "wne", "--systems", "FBRC", "--seeds", "2"]
    assert said(*run, *HERE, "-q") == (0, "", "")
    out = said("study", "list")[1]
    for name in ("main", "macro-f1", "tolerance", "cover-range", "rule-forms", "initial-shape"):
        assert re.search(rf"^{name} +[\d,]+ +2  ", out, re.MULTILINE), name
    for name in ("split-8-2", "ten-fold", "stratified", "mux-300"):
        assert re.search(rf"^{name} +[\d,]+ +0  ", out, re.MULTILINE), name


def test_the_written_start_runs_as_it_is(said):
    code, out, error = said("study", "init", "new/start here.toml")
    assert (code, error) == (0, "")
    assert "Written: new/start here.toml" in out
    code, out, _ = said("study", "run", "new/start here.toml", "--dry-run")
    assert code == 0
    assert out.startswith("20 runs, 0 of them recorded; 20 to do, about ")
    code, out, _ = said("study", "run", "new/start here.toml", "--seeds", "1", *HERE)
    assert code == 0
    assert "4 runs in " in out
    assert {record["error"] for record in records()} == {None}


def test_all_that_is_commented_out_in_the_start_is_right_too(said):
    said("study", "init", "start.toml")
    text = Path("start.toml").read_text()
    whole = re.sub(r"^# (\[|\w+ = )", r"\1", text, flags=re.MULTILINE)
    assert whole.count("[studies.") == 2
    whole = whole.replace("own.py:Own", "own.py:OneSided").replace('["wne"]', '["wne", "mine"]')
    Path("start.toml").write_text(
        whole.replace('systems = ["FBRC", ', 'systems = ["FBRC", "Own", ')
    )
    Path("own.py").write_text(OWN_REPRESENTATION.read_text())
    (function,) = re.findall(r"# (def errors.*)", text)
    Path("my_measures.py").write_text(function + "\n")
    names = Path("fruit.csv").read_text().replace("kind", "class").replace("width", "town")
    Path("mine.csv").write_text(names)
    code, out, error = said("study", "run", "start.toml:start", "--dry-run")
    assert (code, error) == (0, "")
    assert out.startswith("50 runs")
    code, out, error = said("study", "run", "start.toml:start-mutation", "--dry-run")
    assert (code, error) == (0, "")
    assert out.startswith("30 runs")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("my.toml", "'my.toml' exists; choose another name or remove it"),
        ("my.yaml", "a study is a .toml file, got 'my.yaml'"),
        ("my", "try 'my.toml'"),
    ],
)
def test_a_start_that_cannot_be_written(said, file, words):
    code, out, error = said("study", "init", file)
    assert (code, out) == (1, "")
    assert_one_sentence(error)
    assert words in error
    assert Path("my.toml").read_text() == STUDY


# ------------------------------------------------------------------ run


def test_the_next_command_finds_the_records(said):
    _, out, _ = said("study", "run", MINE, "--only", "fruit", "--results", "other place", *HERE)
    command = out.splitlines()[-1].removeprefix("Next: beta4ucs ")
    assert command == f"study table {MINE} --results 'other place'"
    assert said(*shlex.split(command))[0] == 0
    _, out, _ = said("study", "run", MINE, "--only", "fruit", *HERE)
    assert out.splitlines()[-1] == f"Next: beta4ucs study table {MINE}"


def test_a_dry_run_counts_and_touches_nothing(said):
    before = sorted(Path().iterdir())
    code, out, error = said("study", "run", MINE, "--dry-run", "--quiet", *HERE)
    assert (code, error) == (0, "")
    assert re.fullmatch(r"8 runs, 0 of them recorded; 8 to do, about \d+ s with 1 at a time\n", out)
    assert sorted(Path().iterdir()) == before


def test_a_run_in_a_pipe(said):
    code, out, error = said("study", "run", MINE, *HERE)
    assert code == 0
    assert out.splitlines()[0].startswith("8 runs, 0 of them recorded; 8 to do")
    assert re.search(r"^8 runs in \d+ s; records in results$", out, re.MULTILINE)
    assert re.search(r"^8 of 8 done, 0 running, 0 failed.*% right$", error, re.MULTILINE)
    assert "\x1b" not in out + error
    assert len(records()) == 8
    again = said("study", "run", MINE, *HERE)
    assert again == (0, "8 runs, 8 of them recorded: nothing to do\n", "")


def test_a_run_on_a_terminal():
    screen = on_a_terminal([*PROGRAM, "study", "run", MINE, "--only", "fruit", *HERE])
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen).replace("\r", "\n")
    assert "4 of 4 done" in plain
    assert "0 failed" in plain
    assert "4 runs in " in plain
    assert len(records()) == 4


def test_failures_on_a_terminal_are_told_in_words():
    command = [*PROGRAM, "study", "run", FAILING, *HERE]
    screen = on_a_terminal(["sh", "-c", '"$@"; test $? -eq 1', "sh", *command])
    assert "1 failed" in screen
    assert "criterion" in screen


def test_quiet_is_quiet(said):
    assert said("study", "run", MINE, "--quiet", *HERE) == (0, "", "")
    assert said("study", "run", MINE, "-q", *HERE) == (0, "", "")
    assert len(records()) == 8


def test_failures_are_told_recorded_and_tried_again_on_request(said):
    code, out, error = said("study", "run", FAILING, *HERE)
    assert code == 1
    assert "2 runs in " in out
    ours = [line for line in error.splitlines() if line.startswith("beta4ucs: ")]
    assert len(ours) == 2
    assert "fruit Wrong seed 1: InvalidParameterError: The 'criterion' parameter" in ours[0]
    assert "1 run failed, which is recorded; --retry-failed runs it again" in ours[1]
    code, out, error = said("study", "run", FAILING, *HERE)
    assert (code, out) == (0, "2 runs, 2 of them recorded: nothing to do\n")
    assert "--retry-failed" in error
    code, out, _ = said("study", "run", FAILING, "--retry-failed", *HERE)
    assert code == 1
    assert out.startswith("2 runs, 1 of them recorded; 1 to do")
    assert [record["system"] for record in records()] == ["Tree", "Wrong", "Wrong"]


def test_folder_of_the_records(said, monkeypatch):
    part = ["--only", "fruit", "--systems", "Tree", "-q", *HERE]
    assert said("study", "run", MINE, *part, "--results", "here/there") == (0, "", "")
    assert len(records("here/there")) == 2
    monkeypatch.setenv("BETA4UCS_RESULTS", "named")
    assert said("study", "run", MINE, *part) == (0, "", "")
    assert len(records("named")) == 2
    assert not Path("results").exists()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--only fruit", ("fruit", "Boxes Tree", "12")),
        ("--only WINE,fruit --seeds 1", ("fruit wne", "Boxes Tree", "1")),
        ("--systems tree", ("fruit wne", "Tree", "12")),
        ("--seeds 3 --systems Tree", ("fruit wne", "Tree", "123")),
        ("--seeds 4-6 --systems Tree --only wne", ("wne", "Tree", "456")),
        ("--seeds 1,5,9 --systems Tree --only wne", ("wne", "Tree", "159")),
        ("--seeds 7, --systems Tree --only wne", ("wne", "Tree", "7")),
        ("--systems Tree,tree --only wne,wine --seeds 2,2", ("wne", "Tree", "2")),
    ],
)
def test_parts_of_the_grid(said, options, expected):
    code, out, _ = said("study", "run", MINE, *HERE, *options.split())
    assert code == 0
    found = records()
    assert out.startswith(f"{len(found)} runs, 0 of them")
    names, systems, seeds = expected
    assert {record["dataset"] for record in found} == set(names.split())
    assert {record["system"] for record in found} == set(systems.split())
    assert {str(record["seed"]) for record in found} == set(seeds)
    assert len(found) == len(names.split()) * len(systems.split()) * len(seeds)


def test_seeds_with_spaces_mean_the_same():
    assert seeds_from("seeds", " 3 ") == seeds_from("seeds", "3") == [1, 2, 3]
    assert seeds_from("seeds", " 4-6") == [4, 5, 6]
    assert seeds_from("seeds", "1, 5 ,9") == [1, 5, 9]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("run", 2, "Missing argument 'STUDY'"),
        ("run mian", 1, "there is no study 'mian' in the article"),
        ("run none.toml", 1, "there is no file 'none.toml'; 'beta4ucs study init none.toml'"),
        ("run my.toml", 1, "name one, as in 'my.toml:mine'"),
        ("run my.toml:mien", 1, "has no study 'mien'; did you mean 'mine'?"),
        ("run fruit.csv", 1, "there is no study 'fruit.csv'"),
        (f"run {MINE} --only fruti", 1, "study 'mine' has no data set 'fruti'; did you mean"),
        (f"run {MINE} --systems Tere", 1, "study 'mine' has no system 'Tere'; did you mean 'Tree'"),
        (f"run {MINE} --only ,", 2, "--only must be names separated by commas, got ','"),
        (f"run {MINE} --systems ,", 2, "--systems must be names separated by commas"),
        (f"run {MINE} --seeds 0", 2, "--seeds must be as in 3, 4-6 or 1,5,9, got '0'"),
        (f"run {MINE} --seeds -3", 2, "--seeds"),
        (f"run {MINE} --seeds 6-4", 2, "--seeds must be as in 3, 4-6 or 1,5,9, got '6-4'"),
        (f"run {MINE} --seeds 1,x", 2, "--seeds must be as in 3, 4-6 or 1,5,9, got '1,x'"),
        (f"run {MINE} --seeds 0-2", 2, "--seeds must be as in"),
        (f"run {MINE} --seeds 18446744073709551616,", 2, "--seeds must be as in"),
        (f"run {MINE} --jobs 0", 2, "--jobs must be a whole number other than 0, got '0'"),
        (f"run {MINE} --jobs two", 2, "--jobs must be a whole number other than 0, got 'two'"),
        (f"run {MINE} --results fruit.csv", 1, "'fruit.csv' is a file; records are kept in a fol"),
        (f"run {MINE} --data-dir nope", 1, "--data-dir must name a folder, got 'nope'"),
        (f"run {MINE} --onyl fruit", 2, "--only"),
        ("run main --only tae", 1, "put the file 'tae.csv' into a folder"),
        ("fly", 2, "No such command 'fly'"),
        (f"export {MINE}", 2, "Missing option '--out'"),
        (f"export {MINE} --out a.csv", 1, "there are no records of study 'mine' in 'results': "
                                          "'beta4ucs study run my.toml:mine' makes them"),
        (f"export {MINE} --out fruit.csv", 1, "'fruit.csv' exists; --overwrite replaces it"),
        (f"export {MINE} --out a.csv --only fruti", 1, "study 'mine' has no data set 'fruti'"),
    ],
)  # fmt: skip
def test_wrong_arguments(said, monkeypatch, arguments, code, words):
    monkeypatch.setattr("beta4ucs.data.datasets.fetch", lambda problem: 1 / 0)  # no network
    got, out, error = said("study", *arguments.split())
    assert (got, out) == (code, "")
    assert_one_sentence(error)
    assert words in error
    assert not Path("results").exists()


def test_help_without_a_command(said):
    code, out, error = said("study")
    assert code in (0, 2)
    for command in ("list", "init", "run", "export"):
        assert re.search(rf"^ *{command} ", out + error, re.MULTILINE)


# ------------------------------------------------------------------ export


@pytest.fixture
def done(said):
    assert said("study", "run", MINE, "-q", *HERE)[0] == 0


def test_export_in_both_formats(said, done):
    assert said("study", "export", MINE, "--out", "out/a.csv") == (
        0,
        "8 records in out/a.csv\n",
        "",
    )
    assert said("study", "export", MINE, "--out", "a.parquet")[0] == 0
    text, binary = pd.read_csv("out/a.csv"), pd.read_parquet("a.parquet")
    assert text["key"].tolist() == binary["key"].tolist()
    assert text["test_accuracy"].tolist() == binary["test_accuracy"].tolist()
    assert list(text["dataset"]) == ["fruit"] * 4 + ["wne"] * 4


def test_export_of_a_part_and_without_times(said, done):
    part = ["--only", "wne", "--systems", "Tree", "--seeds", "2,", "--no-times"]
    assert said("study", "export", MINE, "--out", "a.csv", *part)[0] == 0
    frame = pd.read_csv("a.csv")
    assert frame[["dataset", "system", "seed"]].to_numpy().tolist() == [["wne", "Tree", 2]]
    assert {"cpu_seconds", "versions", "wall_seconds"}.isdisjoint(frame.columns)


def test_export_overwrites_only_on_request(said, done):
    Path("a.csv").write_text("mine")
    code, out, error = said("study", "export", MINE, "--out", "a.csv")
    assert (code, out) == (1, "")
    assert_one_sentence(error)
    assert Path("a.csv").read_text() == "mine"
    assert said("study", "export", MINE, "--out", "a.csv", "--overwrite")[0] == 0
    assert len(pd.read_csv("a.csv")) == 8


def test_export_to_another_format(said, done):
    code, _, error = said("study", "export", MINE, "--out", "a.xlsx")
    assert code == 1
    assert_one_sentence(error)
    assert "records are written as .csv or .parquet, got 'a.xlsx'" in error
    assert not [path for path in Path().iterdir() if "a.xlsx" in path.name]


def test_export_holds_failures_too(said):
    said("study", "run", FAILING, "-q", *HERE)
    assert said("study", "export", FAILING, "--out", "a.csv")[0] == 0
    frame = pd.read_csv("a.csv")
    assert frame["error"].notna().tolist() == [False, True]
    assert frame["test_accuracy"].notna().tolist() == [True, False]


# ------------------------------------------------------------------ one's own classifier


def test_a_classifier_without_probabilities_has_runs_without_log_loss(said):
    text = """
[systems.Tree]
class = "sklearn.tree.DecisionTreeClassifier"

[systems.SVM]
class = "sklearn.svm.SVC"

[studies.two]
datasets = ["wne"]
systems = ["Tree", "SVM"]
seeds = 1
"""
    Path("two.toml").write_text(text)
    said("study", "run", "two.toml", *HERE)
    _, out, _ = said("study", "table", "two.toml", "--metric", "test_log_loss")
    shown = " ".join(out.split())
    assert "No test_log_loss in the runs of 'SVM':" in shown
    assert "the classifier has no predict_proba." in shown
    assert "No results of" not in shown
    _, out, _ = said("study", "table", "two.toml", "--metric", "test_auc")
    assert "Each mean is of 1 run." in out  # from decision_function
    assert "'SVM'" not in out


def test_a_classifier_in_a_module_beside_the_study(said, monkeypatch):
    """Wherever the command is started from."""
    Path("beside_the_study.py").write_text(
        "from sklearn.tree import DecisionTreeClassifier\n\n\n"
        "class Stump(DecisionTreeClassifier):\n    pass\n"
    )
    text = STUDY.replace("sklearn.tree.DecisionTreeClassifier", "beside_the_study.Stump")
    Path("my.toml").write_text(text)
    Path("away").mkdir()
    monkeypatch.chdir("away")
    monkeypatch.setattr(sys, "path", list(sys.path))
    part = ["--systems", "Tree", "--only", "fruit", "-q", *HERE]
    assert said("study", "run", f"../{MINE}", *part) == (0, "", "")
    assert {record["error"] for record in records()} == {None}


def test_the_first_study_needs_no_network(monkeypatch):
    monkeypatch.delenv("BETA4UCS_DATA", raising=False)
    here = {info.id for info in catalogue() if info.available}
    root = Path(__file__).resolve().parents[3]
    for page in ("README.md", "docs/studies.md", "src/beta4ucs/cli/study/app.py"):
        text = (root / page).read_text(encoding="utf-8")
        for names in re.findall(r"study run main --only (\S+)", text):
            assert set(names.split(",")) <= here, page
