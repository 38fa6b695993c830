"""The command `stream`."""

import csv
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs.cli.streaming.prequential import PrequentialAccuracy
from command_line import PROGRAM, apples_and_lemons, assert_one_sentence, on_a_terminal

FOUND = "beta4ucs: 2 classes were found by reading column 'kind' first: 'apple' and 'lemon'\n"
SEED = ["--seed", "1"]


@pytest.fixture(autouse=True)
def long_table():
    apples_and_lemons(2500).to_csv("long.csv", index=False)


def test_windows_are_printed(said):
    code, out, error = said("stream", "long.csv", *SEED, "--window", "1000", "--batch", "300")
    assert (code, error) == (0, FOUND)
    head, *lines = out.splitlines()
    assert head.split() == ["rows", "accuracy", "overall", "balanced", "rules", "µs", "a", "row"]
    assert [line.split()[0] for line in lines[:3]] == ["1,000", "2,000", "2,500"]
    assert float(lines[2].split()[1].rstrip("%")) > 80.0
    assert lines[-1] == "seed 1"


def test_files_are_written(said):
    arguments = [
        "stream",
        "long.csv",
        *SEED,
        "--window",
        "700",
        "--out",
        "m.json",
        "--csv",
        "w.csv",
    ]
    code, out, _ = said(*arguments)
    assert code == 0
    assert out.endswith("Written to m.json and w.csv\n")
    table = apples_and_lemons(2500)
    assert beta4ucs.load("m.json").score(table[["mass", "width"]], table["kind"]) > 0.8
    with Path("w.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["rows"]) for line in lines] == [700, 1400, 2100, 2500]
    sizes = np.diff([0, 700, 1400, 2100, 2500])
    mean = np.average([float(line["accuracy"]) for line in lines], weights=sizes)
    assert float(lines[-1]["overall_accuracy"]) == pytest.approx(mean)
    assert 0.5 < float(lines[-1]["overall_balanced_accuracy"]) <= 1.0
    code, _, error = said(*arguments)
    assert code == 1
    assert "the file 'm.json' exists" in error
    assert said(*arguments, "--overwrite")[0] == 0
    assert said("rules", "m.json", "--top", "2")[0] == 0
    assert said("predict", "m.json", "fruit.csv")[0] == 0


def test_it_is_what_the_estimator_does(said):
    said("stream", "long.csv", *SEED, "--forgetting", "0.01", "--out", "m.json", "--quiet")
    table = pd.read_csv("long.csv")
    X, y = table[["mass", "width"]], table["kind"]
    model = beta4ucs.Beta4UCSClassifier(forgetting=0.01, random_state=1)
    for start in range(0, 2500, 1000):
        rows = slice(start, start + 1000)
        model.partial_fit(X[rows], y[rows], classes=["apple", "lemon"])
    assert beta4ucs.load("m.json").votes(X).tolist() == model.votes(X).tolist()


def test_parquet_and_text_say_the_same(said):
    pd.read_csv("long.csv").to_parquet("long.parquet")
    for name in ("csv", "parquet"):
        assert said("stream", f"long.{name}", *SEED, "-q", "--out", f"{name}.json") == (0, "", "")
    assert Path("csv.json").read_text() == Path("parquet.json").read_text()


def test_a_data_set_by_name(said):
    code, out, error = said("stream", "wine", *SEED, "--window", "100")
    assert code == 0
    assert "3 classes were found" in error
    assert out.splitlines()[2].split()[0] == "178"


def test_classes_that_are_named(said):
    code, _, error = said("stream", "long.csv", "--classes", "lemon, apple,pear", "--window", 9999)
    assert (code, error) == (0, "")
    code, _, error = said("stream", "long.csv", "--classes", "lemon,pear")
    assert code == 1
    assert_one_sentence(error)
    assert "has the class 'apple', which is not one of those named" in error


def test_categories_weights_and_other_systems(said):
    table = apples_and_lemons(1200).assign(w=1.0)
    table["odor"] = np.where(table["kind"] == "apple", "fresh", "sour")
    table.loc[table.index % 5 == 0, "odor"] = "?"
    table.to_csv("odor.csv", index=False)
    arguments = ["odor.csv", "--target", "kind", "--weight-column", "w", *SEED, "--window", "400"]
    for more in (
        ["--class-weight", "balanced"],
        ["--class-weight", "apple=2"],
        ["--system", "ucs", "--batch", "100"],
        ["--system", "fuzzy-ucs", "--representation", "curved-polytope"],
    ):
        code, out, _ = said("stream", *arguments, *more)
        assert code == 0
        assert float(out.splitlines()[3].split()[1].rstrip("%")) > 80.0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--batch", "0"], 2, "--batch must be a whole number"),
        (["--window", "x"], 2, "--window must be a whole number"),
        (["--classes", "a"], 2, "--classes must name two or more separated by commas, got 'a'"),
        (["--classes", "apple,,lemon"], 2, "--classes must name two or more"),
        (["--class-weight", "pear=2"], 2, "--class-weight names 'pear', which is not a class"),
        (["--overwrite"], 2, "--overwrite goes with --out or --csv"),
        (["--target", "colour"], 1, "'long.csv' has no column 'colour'"),
        (["--out", "no/m.json"], 1, "there is no folder 'no'"),
        (["--csv", "no/w.csv"], 1, "there is no folder 'no'"),
        (["--forgetting", "2"], 2, "--forgetting must be"),
        (["--target", "mass"], 1, "holds fractions"),
    ],
)
def test_what_is_wrong_gets_a_sentence(said, arguments, code, words):
    got, _, error = said("stream", "long.csv", "--quiet", *arguments)
    assert got == code
    assert_one_sentence(error)
    assert words in error


def test_a_bad_row_far_down_loses_nothing(said):
    lines = Path("long.csv").read_text().splitlines()
    lines[2200] = "1,2"
    Path("long.csv").write_text("\n".join(lines))
    options = ["--classes", "apple,lemon", "--out", "m.json", "--quiet"]
    code, _, error = said("stream", "long.csv", *options)
    assert code == 1
    assert_one_sentence(error)
    assert "line 2201 of 'long.csv' has 2 cells" in error
    assert "'m.json' has what was learned before" in error
    assert beta4ucs.load("m.json").n_iterations_ == 2000


def test_a_full_disk_under_the_csv_costs_no_model(said, monkeypatch):
    code, _, error = said("stream", "long.csv", "--csv", "/dev/full", "--quiet")
    assert (code, error) == (1, "beta4ucs: cannot write '/dev/full': No space left on device\n")
    write, lines = csv.DictWriter.writerow, []

    def write_little(self, line):
        lines.append(line)
        if len(lines) > 3:
            raise OSError(28, "No space left on device")
        return write(self, line)

    monkeypatch.setattr(csv.DictWriter, "writerow", write_little)
    options = ["--window", "500", "--batch", "500", "--csv", "w.csv", "--out", "m.json", "--quiet"]
    code, _, error = said("stream", "long.csv", *options)
    assert code == 1
    assert_one_sentence(error)
    assert "cannot write 'w.csv': No space left on device; 'm.json' has what was learned" in error
    assert beta4ucs.load("m.json").n_iterations_ == 1500


def test_columns_without_values_are_named(said):
    table = pd.read_csv("long.csv").assign(empty="?", blank="")
    table = table[["empty", "blank", *table.columns[:-2]]]
    table.to_csv("long.csv", index=False)
    code, _, error = said("stream", "long.csv", *SEED, "--classes", "apple,lemon", "--batch", "500")
    assert code == 0
    assert_one_sentence(error)
    assert "columns 'empty' and 'blank' have no value in any row" in error


def test_a_live_line_on_a_terminal():
    command = [*PROGRAM, "stream", "long.csv", *SEED, "--window", "2000", "--batch", "500"]
    seen = on_a_terminal(command)
    assert "\r      1,000 " in seen
    assert "\r      2,000 " in seen
    assert "\r      2,500 " in seen


def test_ctrl_c_keeps_what_was_learned():
    pd.concat([apples_and_lemons(50_000)] * 40).to_csv("endless.csv", index=False)
    command = [*PROGRAM, "stream", "endless.csv", "--classes", "apple,lemon", "--out", "m.json"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell that starts the tests in the background would have it ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    for _ in range(2):  # the header, and a first window
        assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    out, error = process.communicate(timeout=60)
    assert time.monotonic() - pressed < 20
    assert process.returncode == 130
    assert "the stream was interrupted after" in error
    assert "'m.json' has what was learned" in error
    assert "Traceback" not in error
    assert "Written to m.json" in out
    assert beta4ucs.load("m.json").n_rules_ > 0


def test_an_earlier_csv_stays_until_the_new_one_is_finished(said, monkeypatch):
    Path("w.csv").write_text("earlier")
    options = [*SEED, "--csv", "w.csv", "--overwrite", "--window", "500", "--batch", "500"]
    seen = []
    take = PrequentialAccuracy.take

    def look(self, *args):
        seen.append(Path("w.csv").read_text())
        return take(self, *args)

    monkeypatch.setattr(PrequentialAccuracy, "take", look)
    assert said("stream", "long.csv", *options)[0] == 0
    assert seen == ["earlier"] * 5
    assert len(Path("w.csv").read_text().splitlines()) == 6


@pytest.mark.parametrize(("bad_line", "is_replaced"), [(2, False), (2200, True)])
def test_a_bad_row_costs_no_line_of_the_csv(said, bad_line, is_replaced):
    Path("w.csv").write_text("earlier")
    lines = Path("long.csv").read_text().splitlines()
    lines[bad_line] = "1,2"
    Path("long.csv").write_text("\n".join(lines))
    options = [*SEED, "--classes", "apple,lemon", "--window", "500", "--batch", "500"]
    code, _, error = said("stream", "long.csv", *options, "--csv", "w.csv", "--overwrite")
    assert code == 1
    assert_one_sentence(error)
    assert (Path("w.csv").read_text() != "earlier") == is_replaced
    assert sorted(path.name for path in Path().iterdir()) == ["fruit.csv", "long.csv", "w.csv"]


def test_files_are_finished_also_if_nobody_reads_the_lines():
    command = [*PROGRAM, "stream", "long.csv", *SEED, "--window", "100", "--out", "m.json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.close()
    assert process.wait(120) == 141
    assert beta4ucs.load("m.json").n_iterations_ == 2500


def test_one_file_cannot_take_both(said):
    code, _, error = said("stream", "long.csv", "--out", "x", "--csv", "x")
    assert code == 2
    assert "--out and --csv must be two files, got 'x' for both" in error
