"""The default of `fit`: evolved rules, and every command on such a model."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs.cli import run
from command_line import PROGRAM, apples_and_lemons, assert_one_sentence, contents

EVOLVED = ["--seed", "1", "--populations", "2"]


@pytest.fixture(scope="module")
def evolved(tmp_path_factory):
    """The folder of a run on fruit.csv."""
    folder = tmp_path_factory.mktemp("evolved")
    apples_and_lemons().to_csv(folder / "fruit.csv", index=False)
    assert run(["fit", str(folder / "fruit.csv"), *EVOLVED, "-q", "--out", f"{folder}/m"]) == 0
    return folder / "m"


def test_fit_prints_accuracies_and_short_rules(said, evolved):
    code, out, progress = said("fit", "fruit.csv", *EVOLVED, "--top", "2")
    assert code == 0
    assert "fruit.csv: 60 rows, 2 features, 2 classes\nevolved rules with learned votes\n" in out
    assert re.search(r"test accuracy +\d+\.\d%", out)
    assert re.search(r"rules +\d+   \d\.\d conditions each, on average", out)
    assert len(re.findall(r"THEN \w+ \d+ %, .*\n +covers \d+ of 54 training rows, ", out)) == 2
    assert len(re.findall(r"covers \d of 6 test rows", out)) == 2
    assert "epoch" not in out
    assert "crisp" not in out
    lines = [line for line in progress.splitlines() if not line.endswith(" s left")]
    assert lines == [
        "growing 2 populations of rules",
        "forming a committee of 30 rule lists",
        "choosing the rules that say what the committee says",
    ]


def test_files_of_a_run(evolved):
    assert sorted(contents(evolved)) == ["model.json", "rules.csv", "run.json"]
    record = json.loads((evolved / "run.json").read_text(encoding="utf-8"))
    assert record["system"] == "evolved-rules"
    assert record["parameters"] == {
        "n_populations": 2,
        "max_conditions": 5,
        "size": "balanced",
        "missing": "learn",
        "max_time": None,
    }
    model = beta4ucs.load(evolved / "model.json")
    assert record["results"]["rules"] == model.n_rules_
    assert "epochs" not in record["results"]
    rules = pd.read_csv(evolved / "rules.csv")
    assert len(rules) == model.n_rules_
    assert {"weight", "share apple", "share lemon"} <= set(rules.columns)


def test_options_reach_the_model(said):
    options = ["--size", "4", "--max-conditions", "1", "--missing", "never", "--jobs", "2"]
    options += ["--class-weight", "apple=3"]
    assert said("fit", "fruit.csv", *EVOLVED, *options, "-q", "--out", "m") == (0, "", "")
    model = beta4ucs.load("m/model.json")
    assert type(model) is beta4ucs.EvolvedRulesClassifier
    assert (model.n_populations, model.size, model.max_conditions) == (2, 4, 1)
    assert model.missing == "never"
    assert model.n_rules_ <= 4
    assert all(rule.n_conditions <= 1 for rule in model.rules_)
    told = json.loads(Path("m/run.json").read_text(encoding="utf-8"))["parameters"]
    assert told["class_weight"] == {"apple": 3}


def test_same_seed_same_bytes_with_any_number_of_jobs(said, evolved):
    assert said("fit", "fruit.csv", *EVOLVED, "--jobs", "2", "-q", "--out", "m")[0] == 0
    for name in ("model.json", "rules.csv"):
        assert Path("m", name).read_bytes() == (evolved / name).read_bytes()


def test_every_command_works_on_the_model(said, evolved):
    model = beta4ucs.load(evolved / "model.json")
    frame = apples_and_lemons()
    code, out, _ = said("predict", evolved, "fruit.csv", "--proba")
    assert code == 0
    assert out.splitlines()[0] == "prediction,probability_apple,probability_lemon"
    answers = [line.split(",")[0] for line in out.splitlines()[1:]]
    assert answers == model.predict(frame[["mass", "width"]]).tolist()
    code, out, _ = said("rules", evolved, "--view", "researcher", "--top", "2")
    assert [line.partition("  [")[0] for line in out.splitlines()] == [
        str(rule) for rule in model.rules_.top(2)
    ]
    code, out, _ = said("explain", evolved, "fruit.csv", "--row", "2")
    assert code == 0
    assert "log odds" in out
    code, out, _ = said("compact", evolved, "fruit.csv", "--n-rules", "3", "--out", "small.json")
    assert code == 0
    assert beta4ucs.load("small.json").n_rules_ <= 3
    code, out, _ = said("report", evolved, "fruit.csv", "--out", "page.html")
    assert code == 0
    assert Path("page.html").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            ["stream", "fruit.csv", "--system", "evolved-rules"],
            "evolved-rules learns from a whole table, not row by row; a stream goes with --system "
            "beta4-ucs, ucs or fuzzy-ucs",
        ),
        (
            ["stream", "fruit.csv", "--system", "xcs"],
            "--system must be 'beta4-ucs', 'ucs' or 'fuzzy-ucs', got 'xcs'",
        ),
    ],
)
def test_what_a_stream_cannot_take(said, command, words):
    code, out, error = said(*command)
    assert (code, out) == (2, "")
    assert_one_sentence(error)
    assert words in error


def test_compaction_has_one_method(said, evolved):
    code, _, error = said("compact", evolved, "fruit.csv", "--method", "qrf")
    assert code == 1
    assert_one_sentence(error)
    assert "learned votes can be compacted by 'smallest' only, not by 'qrf'" in error


def test_ctrl_c_twice_is_one_sentence():
    command = [*PROGRAM, "fit", "mux", "--seed", "1", "--populations", "300", "--out", "m"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # a shell that starts the tests in the background would have it ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    heard = ""
    while "growing 300" not in heard:  # past loading and compiling
        line = process.stderr.readline()
        assert line, heard
        heard += line
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)  # once would leave a model of what had been begun
    out, error = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, "")
    progress = ("compiling ", "forming a committee")
    assert_one_sentence(
        "".join(s for s in error.splitlines(True) if not any(p in s for p in progress))
    )
    assert "interrupted; no file was written" in error
    assert not Path("m").exists()


def test_expert_knowledge(said):
    Path("known.txt").write_text("# ours\nIF mass >= 150 THEN apple\n")
    told = ("--exclude-features", "width", "--monotone", "mass=apple", "--keep-rules", "known.txt")
    fit = ("fit", "fruit.csv", "--populations", "1", "--seed", "1", "--quiet", "--out", "wise")
    assert said(*fit, *told)[0] == 0
    model = beta4ucs.load("wise/model.json")
    assert "IF mass >= 150 THEN apple" in model.rules_.exact_texts()
    assert {feature for rule in model.rules_ for feature in rule.features} == {"mass"}
    frame = apples_and_lemons().sort_values("mass")[["mass", "width"]]
    assert np.diff(model.predict_proba(frame)[:, 0]).min() >= 0.0


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        (["--monotone", "mass"], "such as 'age=high,sugar=high', got 'mass'"),
        (["--monotone", "mass=pear"], "no class 'pear'"),
        (["--exclude-features", "mas"], "no feature 'mas'; did you mean 'mass'"),
        (["--keep-rules", "no.txt"], "the rules cannot be read from 'no.txt'"),
        (["--not-together", "mass,width", "--system", "ucs"], "--not-together goes with --system"),
    ],
)
def test_expert_knowledge_that_cannot_be(said, told, complaint):
    code, _, error = said("fit", "fruit.csv", *told)
    assert code != 0
    assert_one_sentence(error)
    assert complaint in error
