"""The command line: what it prints, what it writes, and what it says about bad input."""

import csv
import json
import os
import pty
import re
import resource
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs import Beta4UCSClassifier
from beta4ucs.cli import hyperparameter_options, output_folder, run, run_files, splitting, training
from beta4ucs.cli.output_folder import Draft
from beta4ucs.cli.report import rule_lines
from beta4ucs.data import Table
from beta4ucs.errors import InputError
from beta4ucs.hyperparameters import HYPERPARAMETERS, Hyperparameter

FILES = ["model.json", "rules.csv", "run.json", "summary.csv"]
QUICK = ["--seed", "1", "--n-epochs", "4"]
PROGRAM = [sys.executable, "-m", "beta4ucs"]


def apples_and_lemons(n_rows=60):
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"mass": rng.uniform(80, 200, n_rows).round(1)})
    frame["width"] = (frame["mass"] / 25 + rng.normal(0, 0.3, n_rows)).round(2)
    frame["kind"] = np.where(frame["mass"] + rng.normal(0, 8, n_rows) > 140, "apple", "lemon")
    return frame


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    """Every test works in its own folder, with fruit.csv in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BETA4UCS_DATA", raising=False)
    monkeypatch.delenv("BETA4UCS_DEBUG", raising=False)
    apples_and_lemons().to_csv("fruit.csv", index=False)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a run on fruit.csv."""
    folder = tmp_path_factory.mktemp("trained")
    apples_and_lemons().to_csv(folder / "fruit.csv", index=False)
    assert run(["fit", str(folder / "fruit.csv"), *QUICK, "--quiet", "--out", f"{folder}/m"]) == 0
    return folder / "m"


@pytest.fixture
def said(capsys):
    """Run a command; returns exit code, standard output and standard error."""

    def say(*arguments):
        capsys.readouterr()
        code = run([str(word) for word in arguments])
        return code, *capsys.readouterr()

    return say


def assert_one_sentence(error):
    assert error.startswith("beta4ucs: ")
    assert error.count("\n") == 1
    assert "Traceback" not in error


# ---------------------------------------------------------------------- help


@pytest.mark.parametrize(
    "command",
    [["--help"], ["fit", "--help"], ["predict", "--help"], ["rules", "--help"], ["--version"]],
)
def test_help_imports_nothing_heavy(command):
    heavy = {"numpy", "pandas", "sklearn", "numba", "rich"}
    script = f"import sys; from beta4ucs.cli import run; run({command}); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert not heavy & set(done.stdout.splitlines()[-1].split())


def test_help_comes_at_once():
    spent = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*PROGRAM, "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(spent) < 0.6


def test_no_command_shows_the_help(said):
    code, out, error = said()
    assert code == 2
    assert "Usage: beta4ucs" in out + error


def test_version(said):
    assert said("--version") == (0, f"beta4ucs {beta4ucs.__version__}\n", "")


def test_every_hyperparameter_has_a_flag(said):
    _, text, _ = said("fit", "--help")
    text = " ".join(text.split())
    for name, row in HYPERPARAMETERS.items():
        flag = f"--{name.replace('_', '-')}"
        if name == "verbose":
            assert flag not in text
            continue
        assert f"{flag} " in text
        assert row.meaning in text
        if row.kind in ("int", "float"):
            assert f"{row.legal})" in text
            assert f"[default: {row.default}]" in text


def test_a_new_row_of_the_table_is_a_new_flag(monkeypatch):
    row = Hyperparameter(name="warp_speed", default=3, kind="int", high=9, meaning="How fast.")
    monkeypatch.setitem(hyperparameter_options.PANELS, "More", {"warp_speed": row})
    monkeypatch.setattr(hyperparameter_options, "HYPERPARAMETERS", {"warp_speed": row})
    monkeypatch.setattr(hyperparameter_options, "LEFT_OUT", set(HYPERPARAMETERS))
    got = {}

    @hyperparameter_options.takes_hyperparameters
    def command(data: str, *, hyperparameters: dict) -> int:
        got[data] = hyperparameters
        return 0

    assert list(command.__signature__.parameters) == ["data", "warp_speed"]
    assert command(data="wine", warp_speed="7") == 0
    assert got == {"wine": {"warp_speed": 7}}
    with pytest.raises(
        InputError, match=re.escape("--warp-speed must be a whole number in [0, 9]")
    ):
        command(data="wine", warp_speed="10")


# ---------------------------------------------------------------------- fit


def test_fit_prints_accuracies_and_rules(said):
    code, out, progress = said("fit", "fruit.csv", *QUICK, "--top", "2")
    assert code == 0
    assert "fruit.csv: 60 rows, 2 features, 2 classes" in out
    assert re.search(r"test accuracy +\d+\.\d%   \d of 6 rows", out)
    assert re.search(r"training accuracy +\d+\.\d%   \d+ of 54 rows", out)
    assert re.search(r"rules +\d+   \d+ experienced enough to vote", out)
    assert re.search(r"crisp rules +\d+\.\d%", out)
    assert out.count("  THEN ") == 2
    assert "  1. IF " in out
    assert max(map(len, out.splitlines())) <= 80
    assert "epoch 4/4, training accuracy " in progress
    assert "\x1b" not in out + progress


def test_fit_agrees_with_the_estimator(said):
    code, *_ = said("fit", "wine", *QUICK, "--quiet", "--out", "m")
    assert code == 0
    table = beta4ucs.data.load("wine")
    learned, tested = splitting.split(table, 0.1, 1, stratify=False)
    model = Beta4UCSClassifier(n_epochs=4, random_state=1).fit(table.X[learned], table.y[learned])
    results = json.loads(Path("m/run.json").read_text())["results"]
    assert results["test_accuracy"] == model.score(table.X[tested], table.y[tested])
    assert results["train_accuracy"] == model.score(table.X[learned], table.y[learned])
    assert results["rules"] == model.n_rules_


def test_quiet_is_quiet(said):
    assert said("fit", "fruit.csv", *QUICK, "-q") == (0, "", "")


def test_files_of_a_run(trained):
    assert sorted(path.name for path in trained.iterdir()) == FILES
    model = beta4ucs.load(trained / "model.json")
    assert model.target_name_ == "kind"
    assert model.feature_names_in_.tolist() == ["mass", "width"]
    summary = pd.read_csv(trained / "summary.csv")
    known = ["Epoch", "Iteration", "TrainAcc", "TestAcc", "PopSize", "%Covering", "#Subsumption"]
    assert list(summary.columns[:7]) == known
    assert summary["Epoch"].tolist() == [1, 2, 3, 4]
    assert summary["Iteration"].tolist() == [54, 108, 162, 216]
    assert summary["PopSize"].iloc[-1] == model.n_rules_
    assert summary["%Covering"].sum() * 54 == pytest.approx(model.history_["coverings"][-1], 1e-3)
    subsumptions = model.history_["set_subsumptions"] + model.history_["child_subsumptions"]
    assert summary["#Subsumption"].sum() == subsumptions[-1]
    rules = pd.read_csv(trained / "rules.csv")
    assert len(rules) == model.n_rules_
    assert rules["rule"][0] == model.rules_.top(1)[0].text
    record = json.loads((trained / "run.json").read_text(encoding="utf-8"))
    assert summary["TestAcc"].iloc[-1] == pytest.approx(100 * record["results"]["test_accuracy"])
    assert record["seed"] == 1
    assert record["parameters"]["n_epochs"] == 4
    assert set(record["parameters"]) == set(HYPERPARAMETERS) - {"verbose"}
    assert record["versions"]["numpy"] == np.__version__
    assert record["split"] | {"rows_learned": 54, "rows_tested": 6} == record["split"]
    assert record["interrupted"] is False
    assert set(record["seconds"]) == {"reading", "preparation", "training", "testing"}
    assert len(record["data"]["sha256"]) == 64


def test_options_reach_the_model(said):
    options = [
        "--no-crispify",
        "--tie-break",
        "majority",
        "--ga-threshold",
        "25",
        "--early-stopping",
    ]
    assert said("fit", "fruit.csv", *QUICK, *options, "-q", "--out", "m")[0] == 0
    model = beta4ucs.load("m/model.json")
    assert (model.crispify, model.tie_break, model.ga_threshold) == (False, "majority", 25.0)
    assert model.early_stopping
    assert "ValidAcc" in Path("m/summary.csv").read_text().splitlines()[0]


def test_accuracies_are_written_down_only_where_asked(said):
    assert said("fit", "fruit.csv", *QUICK, "-q", "--no-track-accuracy", "--out", "m")[0] == 0
    assert "TrainAcc" not in Path("m/summary.csv").read_text()


def test_same_seed_same_bytes(said, trained):
    for name, jobs in (("a", "1"), ("b", "2")):
        assert said("fit", "fruit.csv", *QUICK, "-q", "--out", name, "--jobs", jobs)[0] == 0
        for file in ("model.json", "rules.csv", "summary.csv"):
            assert Path(name, file).read_bytes() == (trained / file).read_bytes()


def test_without_a_seed_one_is_drawn_and_shown(said):
    _, out, _ = said("fit", "fruit.csv", "--n-epochs", "2")
    seed = re.search(r"seed (\d+)", out).group(1)
    assert said("fit", "fruit.csv", "--n-epochs", "2")[1] != out
    again = said("fit", "fruit.csv", "--n-epochs", "2", "--seed", seed)[1]
    assert again.split("\n", 2)[2] == out.split("\n", 2)[2]  # but for the time it took


def test_test_size_0_learns_from_all(said):
    code, out, _ = said("fit", "fruit.csv", *QUICK, "--test-size", "0", "--out", "m")
    assert code == 0
    assert "test accuracy" not in out
    assert " of 60 rows" in out
    assert "TestAcc" not in Path("m/summary.csv").read_text()


def test_an_own_file_in_another_dialect(said):
    frame = apples_and_lemons()[["kind", "mass", "width"]]
    frame.to_csv("fruit.txt", index=False, header=False, sep=";")
    code, out, _ = said("fit", "fruit.txt", *QUICK, "--target", "0", "--no-header")
    assert code == 0
    assert "THEN apple" in out or "THEN lemon" in out


def test_a_bar_on_a_terminal():
    screen = on_a_terminal([*PROGRAM, "fit", "fruit.csv", *QUICK, "--n-epochs", "40"])
    assert "epoch 40/40" in screen
    assert "% right" in screen
    assert " rules" in screen
    assert "test accuracy" in screen


def on_a_terminal(command):
    """What a command writes to a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": "80", "LINES": "40", "TERM": "xterm"}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    seen = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        seen += piece
    os.close(ours)
    assert process.wait(60) == 0
    return seen.decode()


def test_rules_are_broken_between_conditions():
    model = Beta4UCSClassifier(n_epochs=20, random_state=0)
    rule = model.fit(*wide_rows()).rules_.top(1)[0]
    lines = rule_lines(rule, 1, 60)
    assert max(map(len, lines)) <= 60
    assert len(lines) > 2
    assert " ".join(" ".join(lines).split()) == " ".join(f"1. {rule}".split())
    assert lines[0].startswith("  1. IF ")
    assert all(line.lstrip().startswith(("AND ", "THEN ", "(")) for line in lines[1:])


def wide_rows():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.random((80, 8)), columns=[f"a_long_name_{j}" for j in range(8)])
    return X, (X["a_long_name_0"] > 0.5).astype(int)


# ---------------------------------------------------------------------- the split


def table_of(labels):
    labels = np.asarray(labels)
    return Table(np.zeros((len(labels), 1)), labels, ("x",), "y", "t")


@pytest.mark.parametrize(("n", "size", "tested"), [(178, 0.1, 18), (80, 0.1, 8), (151, 0.1, 16), (10, 0.3, 3), (151, 0.2, 31), (7, 0.0, 0)])  # fmt: skip
def test_the_articles_split(n, size, tested):
    one, other = splitting.split(table_of([0] * n), size, 5, stratify=False)
    assert (len(one), len(other)) == (n - tested, tested)
    assert sorted([*one, *other]) == list(range(n))
    again = splitting.split(table_of([0] * n), size, 5, stratify=False)
    assert again[0].tolist() == one.tolist()


def test_the_articles_stratified_split():
    labels = np.repeat(["low", "medium", "high"], [49, 50, 52])  # its tae: 15 test rows
    learned, tested = splitting.split(table_of(labels), 0.1, 1, stratify=True)
    assert len(tested) == 15
    assert np.unique(labels[tested], return_counts=True)[1].tolist() == [5, 5, 5]
    assert sorted([*learned, *tested]) == list(range(151))


# ---------------------------------------------------------------------- output folders


def contents(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def test_a_folder_in_use_is_refused_before_training(said, monkeypatch):
    Path("mine").mkdir()
    Path("mine/thesis.txt").write_text("years of work")
    monkeypatch.setattr(training, "_learn", lambda *a, **k: pytest.fail("trained for nothing"))
    code, _, error = said("fit", "fruit.csv", *QUICK, "--out", "mine")
    assert code == 1
    assert_one_sentence(error)
    assert "'mine' is not empty" in error
    assert "--overwrite" in error
    assert contents("mine") == {"thesis.txt": b"years of work"}


def test_overwrite_replaces_only_its_own_files(said):
    assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "m")[0] == 0
    Path("m/notes.txt").write_text("mine")
    before = contents("m")
    assert said("fit", "fruit.csv", "--seed", "2", "-q", "--out", "m", "--overwrite")[0] == 0
    after = contents("m")
    assert sorted(after) == sorted([*FILES, "notes.txt"])
    assert after["notes.txt"] == b"mine"
    assert after["model.json"] != before["model.json"]


def test_an_empty_folder_is_as_good_as_none(said):
    Path("m").mkdir()
    assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "m")[0] == 0
    assert sorted(contents("m")) == FILES


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_while_writing_leaves_earlier_files(said, monkeypatch, error):
    assert said("fit", "fruit.csv", *QUICK, "-q", "--out", "m")[0] == 0
    before = contents("m")

    def fail(*args):
        raise error

    monkeypatch.setattr(run_files, "summary_of", fail)
    code, _, text = said("fit", "fruit.csv", "--seed", "2", "-q", "--out", "m", "--overwrite")
    assert code == (130 if isinstance(error, KeyboardInterrupt) else 1)
    assert_one_sentence(text)
    assert contents("m") == before
    assert said("fit", "fruit.csv", "-q", "--out", "new/er")[0] != 0
    assert sorted(path.name for path in Path().iterdir()) == ["fruit.csv", "m"]


def test_a_failure_while_moving_puts_earlier_files_back(monkeypatch):
    folder = Path("m")
    folder.mkdir()
    for name in "abc":
        (folder / name).write_text(f"old {name}")
    replace = Path.replace

    def fail_at_b(self, target):
        if self.parent == draft.folder and self.name == "b":
            raise OSError(5, "Input/output error")
        return replace(self, target)

    with pytest.raises(InputError, match=r"could not be moved to 'm' .*they are in '.*\.tmp'"):
        with output_folder.output_folder(folder, overwrite=True) as draft:
            for name in "abcd":
                (draft.folder / name).write_text(f"new {name}")
            monkeypatch.setattr(Path, "replace", fail_at_b)
            draft.publish()
    monkeypatch.undo()
    for name in "abc":
        assert (folder / name).read_text() == f"old {name}"
    assert not (folder / "d").exists()
    assert (draft.folder / "a").read_text() == "new a"  # nothing is lost


def test_results_are_kept_if_another_run_was_faster():
    draft = Draft(Path("m"))
    draft.make()
    (draft.folder / "model.json").write_text("slow")
    Path("m").mkdir()
    Path("m/model.json").write_text("fast")
    with pytest.raises(InputError, match="they are in"):
        draft.publish()
    draft.remove()
    assert Path("m/model.json").read_text() == "fast"
    assert (draft.folder / "model.json").read_text() == "slow"


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("fruit.csv", "'fruit.csv' is a file; --out names a folder"),
        ("fruit.csv/m", "results cannot be written to 'fruit.csv/m': Not a directory"),
        ("/proc/beta4ucs/m", "results cannot be written to '/proc/beta4ucs/m'"),
    ],
)
def test_a_folder_that_cannot_be_written(said, out, words):
    code, printed, error = said("fit", "fruit.csv", *QUICK, "--out", out)
    assert (code, printed) == (1, "")
    assert_one_sentence(error)
    assert words in error


# ---------------------------------------------------------------------- predict


def answers(text):
    return [row["prediction"] for row in csv.DictReader(text.splitlines())]


def test_predict_writes_csv_and_tells_the_accuracy(said, trained):
    code, out, error = said("predict", trained, "fruit.csv")
    assert code == 0
    model, frame = beta4ucs.load(trained / "model.json"), apples_and_lemons()
    assert answers(out) == model.predict(frame[["mass", "width"]]).tolist()
    right = sum(a == b for a, b in zip(answers(out), frame["kind"], strict=True))
    assert error == f"accuracy {right / 60:.1%} ({right} of 60 rows)\n"


def test_predict_without_the_class_and_in_another_order(said, trained):
    expected = said("predict", trained, "fruit.csv")[1]
    frame = apples_and_lemons()
    frame[["width", "mass"]].to_csv("new.csv", index=False)
    assert said("predict", trained / "model.json", "new.csv") == (0, expected, "")
    frame[["kind", "width", "mass"]].to_csv("new.tsv", index=False, sep="\t")
    assert said("predict", trained, "new.tsv")[:2] == (0, expected)
    renamed = frame.rename(columns={"kind": "truth"})
    renamed.to_csv("new.csv", index=False)
    code, out, error = said("predict", trained, "new.csv", "--target", "truth")
    assert (code, out) == (0, expected)
    assert error.startswith("accuracy ")


def test_predict_probabilities_to_a_file(said, trained):
    code, out, _ = said("predict", trained, "fruit.csv", "--proba", "--out", "p.csv")
    assert (code, out) == (0, "")
    frame = pd.read_csv("p.csv")
    assert list(frame.columns) == ["prediction", "probability_apple", "probability_lemon"]
    np.testing.assert_allclose(frame.iloc[:, 1:].sum(axis=1), 1.0)
    before = Path("p.csv").read_bytes()
    code, _, error = said("predict", trained, "fruit.csv", "--out", "p.csv")
    assert code == 1
    assert_one_sentence(error)
    assert Path("p.csv").read_bytes() == before
    assert said("predict", trained, "fruit.csv", "--out", "p.csv", "--overwrite")[0] == 0
    assert Path("p.csv").read_bytes() != before
    assert sorted(path.name for path in Path().iterdir()) == ["fruit.csv", "p.csv"]


@pytest.mark.parametrize("target", ["0", "1", "-1"])
def test_predict_without_names_finds_the_class_where_training_had_it(said, target):
    order = {"0": ["kind", "mass", "width"], "1": ["mass", "kind", "width"]}
    columns = order.get(target, ["mass", "width", "kind"])
    apples_and_lemons()[columns].to_csv("bare.csv", index=False, header=False)
    assert said("fit", "bare.csv", *QUICK, "-q", "--target", target, "--out", "m")[0] == 0
    code, out, error = said("predict", "m", "bare.csv")
    assert code == 0
    assert error.startswith("accuracy ")
    apples_and_lemons()[["mass", "width"]].to_csv("new.csv", index=False, header=False)
    assert said("predict", "m", "new.csv")[:2] == (0, out)
    assert said("predict", "m", "bare.csv", "--target", target)[:2] == (0, out)


def test_a_model_without_names_goes_by_position(said):
    frame = apples_and_lemons()
    model = Beta4UCSClassifier(n_epochs=4, random_state=1)
    model.fit(frame[["mass", "width"]].to_numpy(), frame["kind"].to_numpy()).save("m.json")
    code, out, error = said("predict", "m.json", "fruit.csv")
    assert code == 0
    assert answers(out) == model.predict(frame[["mass", "width"]].to_numpy()).tolist()
    assert error.startswith("accuracy ")


def test_predict_a_data_set_by_name(said):
    assert said("fit", "wine", *QUICK, "-q", "--out", "m")[0] == 0
    code, out, error = said("predict", "m", "wne")
    assert code == 0
    assert len(answers(out)) == 178
    assert re.fullmatch(r"accuracy \d+\.\d% \(\d+ of 178 rows\)\n", error)


def test_rows_without_any_value_are_answered_with_a_warning(said, trained):
    Path("new.csv").write_text("mass,width\n100,4.1\n?,\n")
    code, out, error = said("predict", trained, "new.csv")
    assert code == 0
    assert len(answers(out)) == 2
    assert_one_sentence(error)
    assert "row 2 has no value at all" in error


def test_classes_the_model_does_not_know_are_named(said, trained):
    Path("new.csv").write_text("mass,width,kind\n100,4.1,lemon\n110,4.3,pear\n")
    code, _, error = said("predict", trained, "new.csv")
    assert code == 0
    assert "the model does not know the class 'pear'" in error


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mass\n100\n", "'new.csv' lacks the column 'width' of the model"),
        ("mass,widht\n100,4\n", "lacks the column 'width' of the model; did you mean 'widht'?"),
        ("mass,width,age\n100,4,1\n", "has a column the model does not know: 'age'"),
        ("mass,width\nheavy,4\n", "column 'mass' holds text ('heavy' in row 1)"),
        ("mass,width\ninf,4\n", "column 'mass' holds an infinite value in row 1"),
        ("mass,width\n", "'new.csv' has a header but no rows"),
        ("", "'new.csv' is empty"),
        ("1,2,3,4,5\n", "'new.csv' has 5 columns without names; the model needs 2"),
    ],
)
def test_bad_rows_to_predict(said, trained, text, words):
    Path("new.csv").write_text(text)
    code, out, error = said("predict", trained, "new.csv", "--out", "p.csv")
    assert (code, out) == (1, "")
    assert_one_sentence(error)
    assert words in error
    assert not Path("p.csv").exists()


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("nowhere/p.csv", "there is no folder 'nowhere'"),
        (".", "is a folder; --out names the file"),
    ],
)
def test_answers_that_cannot_be_written(said, trained, out, words):
    code, _, error = said("predict", trained, "fruit.csv", "--out", out)
    assert code == 1
    assert_one_sentence(error)
    assert words in error


# ---------------------------------------------------------------------- rules and data sets


def test_rules_in_three_forms(said, trained):
    model = beta4ucs.load(trained / "model.json")
    code, out, _ = said("rules", trained, "--top", "3")
    assert code == 0
    assert out.splitlines() == [str(rule) for rule in model.rules_.top(3)]
    assert len(said("rules", trained)[1].splitlines()) == 10
    _, out, _ = said("rules", trained, "--format", "csv")
    assert len(list(csv.DictReader(out.splitlines()))) == model.n_rules_
    _, out, _ = said("rules", trained, "--format", "json", "--top", "2")
    assert [rule["rule"] for rule in json.loads(out)] == [r.text for r in model.rules_.top(2)]


def test_rules_are_wrapped_on_a_terminal(trained):
    screen = on_a_terminal([*PROGRAM, "rules", str(trained), "--top", "2"])
    assert "strongest first" in screen
    assert "  2. IF " in screen
    assert max(map(len, screen.replace("\r", "").split("\n"))) <= 80


def test_datasets_are_listed(said, monkeypatch):
    code, out, _ = said("datasets")
    assert code == 0
    assert re.search(r"^wne +wine +178 +13 +3 +built in$", out, re.MULTILINE)
    assert re.search(r"^cae .* file needed$", out, re.MULTILINE)
    assert max(map(len, out.splitlines())) <= 80
    rows = ["20,0,1,2,0,0", "30,1,0,1,0,1"] * 20
    Path("caesarian.csv").write_text("\n".join(rows) + "\n")
    assert re.search(r"cae .* in the folder\n", said("datasets", "--data-dir", ".")[1])
    monkeypatch.setenv("BETA4UCS_DATA", ".")
    assert re.search(r"cae .* in the folder\n", said("datasets")[1])
    code, out, _ = said("fit", "cae", *QUICK)
    assert code == 0
    assert "caesarian: 40 rows" in out


# ---------------------------------------------------------------------- bad input

ROWS = [f"{80 + 3 * i},{3 + i % 7},{'apple' if i > 12 else 'lemon'}" for i in range(30)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'bad.csv' is empty"),
        ("mass,width,kind\n", "'bad.csv' has a header but no rows"),
        (
            "mass,width,kind\n1,2,a\n3,4,a\n",
            "holds a single class ('a'); learning needs at least 2",
        ),
        (
            "\n".join(["mass,width,kind", *ROWS, "heavy,3,apple"]),
            "column 'mass' holds text ('heavy'",
        ),
        ("\n".join(["mass,width,kind", *ROWS, "inf,3,apple"]), "column 'mass' holds an infinite"),
        ("kind\na\nb\n", "has a single column"),
        ("mass,width,kind\n1,2,a\n3,4,b\n", "leaves the single class"),
        ("mass,width,kind\n1,2,a\n3,b\n", "every row needs one cell for each column"),
        (b"\x00\x01PK", "is not text"),
    ],
)
def test_bad_files(said, text, words):
    Path("bad.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    code, out, error = said("fit", "bad.csv", *QUICK, "--out", "m")
    assert (code, out) == (1, "")
    assert error.startswith("beta4ucs: ")
    assert "Traceback" not in error
    assert words in error.splitlines()[-1]
    assert not Path("m").exists()


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("99,3,pear", "class 'pear' has a single row: it can be learned or tested but not both"),
        (None, "column 'width' has no value in any row: no rule can use it"),
    ],
)
def test_odd_files_are_learned_with_a_warning(said, row, words):
    lines = [*ROWS, row] if row else [re.sub(",.*,", ",?,", line) for line in ROWS]
    Path("odd.csv").write_text("\n".join(["mass,width,kind", *lines]))
    code, _, error = said("fit", "odd.csv", *QUICK, "-q", "--test-size", "0")
    assert code == 0
    assert_one_sentence(error)
    assert words in error


def test_a_class_that_only_the_test_rows_have(said):
    lines = ["mass,kind", *(f"{i},{'a' if i < 15 else 'b'}" for i in range(30)), "99,pear"]
    Path("odd.csv").write_text("\n".join(lines))
    heard = [said("fit", "odd.csv", "-q", "--n-epochs", "1", "--seed", s)[2] for s in range(12)]
    assert any("class 'pear' is only among the test rows" in text for text in heard)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["fit", "nope.csv"], 1, "there is no file 'nope.csv'"),
        (["fit", "fruti.csv"], 1, "did you mean 'fruit.csv'?"),
        (["fit", "wnie"], 1, "there is no file and no data set 'wnie'; did you mean 'wne' or 'wine'?"),
        (["fit", "."], 1, "is a folder; name a file in it"),
        (["fit", "fruit.csv", "--target", "knd"], 1, "no column 'knd'; did you mean 'kind'?"),
        (["fit", "fruit.csv", "--target", "9"], 1, "target must be from -3 to 2 or a name"),
        (["fit", "cae"], 1, "put the file 'caesarian.csv' into a folder"),
        (["fit", "wine", "--data-dir", "nope"], 1, "--data-dir must name a folder, got 'nope'"),
        (["fit", "wine", "--target", "hue"], 2, "the class column of data set 'wine' is 'class'"),
        (["fit", "wine", "--no-header"], 2, "--header and --separator are for files"),
        (["fit", "fruit.csv", "--separator", "ab"], 1, "separator must be a single character"),
        (["fit", "fruit.csv", "--mutation-rate", "1.4"], 2, "--mutation-rate must be in [0, 1], got 1.4"),
        (["fit", "fruit.csv", "--mutation-rate", "x"], 2, "--mutation-rate must be a finite number in [0, 1], got 'x'"),
        (["fit", "fruit.csv", "--n-epochs", "2.5"], 2, "--n-epochs must be a whole number in [1, 1000000], got '2.5'"),
        (["fit", "fruit.csv", "--max-rules", "0"], 2, "--max-rules must be a whole number in [1, 1000000], got 0"),
        (["fit", "fruit.csv", "--tie-break", "x"], 2, "--tie-break must be 'first', 'majority' or 'random', got 'x'"),
        (["fit", "fruit.csv", "--test-size", "1"], 2, "--test-size must be in [0, 1), got 1.0"),
        (["fit", "fruit.csv", "--seed", "-1"], 2, "--seed must be a whole number in [0, 2**64 - 1], got '-1'"),
        (["fit", "fruit.csv", "--seed", str(2**64)], 2, "--seed must be a whole number"),
        (["fit", "fruit.csv", "--top", "-1"], 2, "--top must be a whole number of at least 0, got -1"),
        (["fit", "fruit.csv", "--jobs", "0"], 2, "--jobs must be a whole number other than 0"),
        (["fit", "fruit.csv", "--overwrite"], 2, "--overwrite goes with --out"),
        (["fit", "fruit.csv", "--n-epoch", "3"], 2, "--n-epochs"),
        (["fit"], 2, "Missing argument 'DATA'"),
        (["fly"], 2, "No such command 'fly'"),
        (["rules", "nope"], 1, "model file 'nope' does not exist"),
        (["rules", "fruit.csv"], 1, "model file 'fruit.csv' is damaged or no JSON"),
        (["rules", "fruit.csv", "--format", "xml"], 2, "--format must be 'text', 'csv' or 'json', got 'xml'"),
        (["predict", "nope", "fruit.csv"], 1, "model file 'nope' does not exist"),
    ],
)  # fmt: skip
def test_wrong_arguments(said, arguments, code, words):
    got, out, error = said(*arguments)
    assert (got, out) == (code, "")
    assert_one_sentence(error)
    assert words in error


def test_largest_seed(said):
    assert said("fit", "fruit.csv", "--seed", 2**64 - 1, "--n-epochs", "1", "-q") == (0, "", "")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text[: len(text) // 2], "is damaged or no JSON"),
        (
            lambda text: text.replace('"format_version": 1', '"format_version": 9'),
            "a newer beta4ucs",
        ),
        (lambda text: text.replace('"beta4ucs model"', '"pickle"'), "is not a beta4ucs model"),
        (lambda text: re.sub('"low": .*"high"', '"low": [1e999], "high"', text), "not finite"),
        (lambda text: "[" * 100_000, "nested too deeply"),
        (lambda text: text.replace("Beta4UCSClassifier", "os.system"), "no estimator 'os.system'"),
    ],
)
def test_bad_model_files(said, trained, damage, words):
    Path("bad.json").write_text(damage((trained / "model.json").read_text()))
    for command in (["rules", "bad.json"], ["predict", "bad.json", "fruit.csv"]):
        code, out, error = said(*command)
        assert (code, out) == (1, "")
        assert_one_sentence(error)
        assert words in error


# ---------------------------------------------------------------------- what nobody expects


def test_a_bug_is_called_a_bug(said, monkeypatch):
    def broken(*args, **kwargs):
        raise ZeroDivisionError("division\nby zero" * 100)

    monkeypatch.setattr(training, "_learn", broken)
    code, _, error = said("fit", "fruit.csv", *QUICK)
    assert code == 1
    assert_one_sentence(error)
    assert "this is a bug in beta4ucs (ZeroDivisionError: division" in error
    assert "in test_cli.py line" in error
    assert len(error) < 500
    assert "Traceback" in said("fit", "fruit.csv", *QUICK, "--debug")[2]
    monkeypatch.setenv("BETA4UCS_DEBUG", "1")
    assert "Traceback" in said("fit", "fruit.csv", *QUICK)[2]


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (MemoryError(), 1, "there is not enough memory"),
        (PermissionError(13, "Permission denied", "x"), 1, "write 'x': Permission denied"),
        (KeyboardInterrupt(), 130, "interrupted; no file was written"),
    ],
)
def test_what_the_system_does_gets_a_sentence(said, monkeypatch, error, code, words):
    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr(training, "_learn", fail)
    got, _, text = said("fit", "fruit.csv", *QUICK, "--out", "m")
    assert got == code
    assert_one_sentence(text)
    assert words in text
    assert not Path("m").exists()


def test_a_reader_that_has_enough(trained):
    command = [*PROGRAM, "rules", str(trained), "--format", "json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


def test_a_terminal_that_lacks_letters():
    lines = [f"{i},{'Ürgüp' if i < 15 else 'Çerçevelik'}" for i in range(30)]
    Path("kürbis.csv").write_text("\n".join(["größe,art", *lines]), encoding="utf-8")
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [*PROGRAM, "fit", "kürbis.csv", *QUICK]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert r"THEN \xc7er\xe7evelik" in done.stdout


def test_ctrl_c_keeps_what_was_learned():
    command = [*PROGRAM, "fit", "mux", "--seed", "1", "--n-epochs", "100000", "--out", "m"]
    process = subprocess.Popen(
        [*command, "--no-track-accuracy"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell that starts the tests in the background would have it ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    heard = ""
    while "epoch 1" not in heard:  # past loading and compiling
        line = process.stderr.readline()
        assert line, heard
        heard += line
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    out, error = process.communicate(timeout=60)
    assert time.monotonic() - pressed < 10
    assert process.returncode == 130
    assert re.search(r"beta4ucs: training was interrupted after \d+ of 540000000 iterations", error)
    assert "Traceback" not in error
    assert "strongest rules" in out
    assert sorted(contents("m")) == FILES
    assert json.loads(Path("m/run.json").read_text())["interrupted"] is True
    assert beta4ucs.load("m/model.json").n_rules_ > 0


@pytest.mark.slow
def test_two_processes_with_one_new_cache(said):
    env = {**os.environ, "BETA4UCS_CACHE_DIR": str(Path("cache").resolve())}
    processes = [
        subprocess.Popen(
            [*PROGRAM, "fit", "fruit.csv", *QUICK, "-q", "--out", name],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("a", "b")
    ]
    for process in processes:
        out, error = process.communicate(timeout=300)
        assert (process.returncode, out) == (0, "")
        assert "Traceback" not in error
    assert contents("a")["model.json"] == contents("b")["model.json"]
    assert any(Path("cache").rglob("*.nbi"))
