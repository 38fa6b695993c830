"""The command `fit`."""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import beta4ucs
from beta4ucs import Beta4UCSClassifier
from beta4ucs.cli.fitting.split import split
from beta4ucs.cli.rule_lines import rule_lines
from beta4ucs.cli.run_record import numbers_from_text
from beta4ucs.hyperparameters import CONDITIONS, CONTROL, SYSTEMS, TABLES
from beta4ucs.measures import measure_model
from beta4ucs.rules import Rule
from command_line import FILES, PROGRAM, QUICK, apples_and_lemons, on_a_terminal


def test_fit_prints_accuracies_and_rules(said):
    code, out, progress = said("fit", "fruit.csv", *QUICK, "--top", "2")
    assert code == 0
    assert "fruit.csv: 60 rows, 2 features, 2 classes" in out
    assert re.search(r"test accuracy +\d+\.\d%   \d of 6 test rows\n", out)
    assert re.search(r"95% interval +\d+\.\d%   to \d+\.\d%, on 6 test rows", out)
    assert re.search(r"baseline +\d+\.\d%   always '(apple|lemon)', on 6 test rows", out)
    assert re.search(r"balanced accuracy +\d+\.\d%   mean recall, on 6 test rows", out)
    assert re.search(r"AUC +[01]\.\d{3}   on 6 test rows", out)
    assert re.search(r"log loss +\d+\.\d{3}   on 6 test rows", out)
    assert re.search(r"training accuracy +\d+\.\d%   \d+ of 54 rows learned from", out)
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
    learned, tested = split(table, 0.1, 1, stratify=False)
    model = Beta4UCSClassifier(n_epochs=4, random_state=1).fit(table.X[learned], table.y[learned])
    record = json.loads(Path("m/run.json").read_text())
    results = record["results"]
    assert numbers_from_text(record["split"]["tested"]) == (np.sort(tested) + 1).tolist()
    found = measure_model(model, table.X[np.sort(tested)], table.y[np.sort(tested)])
    assert results["test"] | {"baseline_class": None, "classes": None} == found.to_dict() | {
        "baseline_class": None,
        "classes": None,  # here by name, there by number
    }
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
    of_system = {**SYSTEMS["beta4-ucs"], **CONDITIONS["beta4"], **TABLES, **CONTROL}
    assert set(record["parameters"]) == set(of_system) - {"verbose"}
    assert (record["system"], record["representation"]) == ("beta4-ucs", "beta4")
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
    assert (model.crispify, model.tie_break) == (False, "majority")
    assert model.evolution == beta4ucs.Evolution(ga_threshold=25)
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
    command = ["fit", "fruit.csv", "--system", "beta4-ucs", "--n-epochs", "2"]
    _, out, _ = said(*command)
    seed = re.search(r"seed (\d+)", out).group(1)
    assert said(*command)[1] != out
    again = said(*command, "--seed", seed)[1]
    assert again.split("\n", 2)[2] == out.split("\n", 2)[2]  # but for the time it took


def test_test_size_0_learns_from_all(said):
    code, out, _ = said("fit", "fruit.csv", *QUICK, "--test-size", "0", "--out", "m")
    assert code == 0
    assert "test accuracy" not in out
    assert " of 60 rows" in out
    assert "TestAcc" not in Path("m/summary.csv").read_text()


def test_one_answer_to_everything_is_said(said):
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"noise": rng.random(300), "kind": ["yes"] * 60 + ["no"] * 240})
    frame.to_csv("rare.csv", index=False)
    options = ["--test-size", "0.3", "--stratify", "--seed", "1", "--n-epochs", "1"]
    _, out, error = said("fit", "rare.csv", *options, "--tie-break", "majority", "--max-rules", "2")
    answers = "the answer is 'no' for 90 of 90 test rows; 72 of these 90 have that class"
    is_overdone = "balanced accuracy    50.0%" in out
    assert (answers in error) == is_overdone


def test_that_one_answer_is_given_to_all_is_said_once(said):
    rng = np.random.default_rng(2)
    risk = rng.random(300)
    kind = np.where(rng.random(300) < 0.4 * risk, "yes", "no")  # "no" is likelier everywhere
    pd.DataFrame({"risk": risk, "kind": kind}).to_csv("rare.csv", index=False)
    few = ["--populations", "1", "--max-conditions", "1", "--seed", "1"]
    _, _, error = said("fit", "rare.csv", *few, "--test-size", "0.3", "--stratify")
    assert error.count("of 90 test rows;") == 1
    assert "of the answers to" not in error
    _, _, error = said("fit", "rare.csv", *few, "--test-size", "0")
    assert error.count("of the answers to") == error.count("answers to the training rows") == 1


def test_that_there_is_no_rule_is_said_instead_of_advice(said):
    frame = pd.DataFrame({"same": [1] * 60, "kind": ["yes"] * 10 + ["no"] * 50})
    frame.to_csv("same.csv", index=False)
    _, _, error = said("fit", "same.csv", "--populations", "1", "--seed", "1", "--stratify")
    assert error.count("no rule was found that is better than the class frequencies") == 1
    assert "--class-weight" not in error


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


def test_rules_are_broken_between_conditions():
    conditions = tuple(f"a_long_name_{j} in [0.25, 0.75]" for j in range(4))
    rule = Rule(conditions, "apple", 0.99, 312.4, 7, 20.5, True, True, 0)
    lines = rule_lines(rule, 1, 60)
    assert lines == [
        "  1. IF a_long_name_0 in [0.25, 0.75]",
        "        AND a_long_name_1 in [0.25, 0.75]",
        "        AND a_long_name_2 in [0.25, 0.75]",
        "        AND a_long_name_3 in [0.25, 0.75]",
        "     THEN apple  (fitness 0.99, experience 312, copies 7)",
    ]
    assert len(rule_lines(rule, 1, 80)) == 3
    assert len(rule_lines(rule, 1, 40)) == 6
    everything = Rule((), "apple", 0.99, 312.4, 7, 20.5, True, True, 0)
    assert rule_lines(everything, 12, 80)[0] == " 12. IF anything"
