"""The benchmarks' arithmetic and bookkeeping, and a taste of each program."""

import csv
import importlib
import math
import re
import sys
from dataclasses import make_dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from beta4ucs.representations import find
from beta4ucs.study import find_study
from beta4ucs.study.runs import Run

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))
common = importlib.import_module("_common")
fidelity = importlib.import_module("fidelity")
comparing = importlib.import_module("_comparison")
recording = importlib.import_module("_records")
systems = importlib.import_module("_systems")
speed = importlib.import_module("speed")

RECORD = {
    "dataset": "wne", "system": "FBRC", "seed": 1, "test_accuracy": 17 / 18,
    "train_accuracy": 0.975, "rules": 1300, "crisp_share": 0.7,
}  # fmt: skip
PRINTED = fidelity.Printed(test=92.04, train=97.42, rules=1328.0, crisp=70.1)


def comparison(**changes):
    row = fidelity.Comparison(
        dataset="wne", system="FBRC", n_runs=30, test=92.04, test_deviation=6.0, lowest_test=80.0,
        train=97.42, rules=1328.0, crisp=70.1, printed=PRINTED,
    )  # fmt: skip
    return replace(row, **changes)


@pytest.fixture
def tables(tmp_path):
    """The article's tables, cut down to wine."""
    path = tmp_path / "tables.csv"
    lines = [
        ("test_accuracy", "wne", "FBR", 92.78, "~"),
        ("test_accuracy", "wne", "FBRC", 92.04, ""),
        ("test_accuracy", "wne", "Triangles", 50, "-"),
        ("train_accuracy", "wne", "Triangles", 60, ""),
        ("population_size", "wne", "Triangles", 1700, ""),
        ("train_accuracy", "wne", "FBR", 96.65, ""),
        ("train_accuracy", "wne", "FBRC", 97.42, ""),
        ("population_size", "wne", "FBR", 1421, ""),
        ("population_size", "wne", "FBRC", 1328, ""),
        ("rule_forms", "wne", "crisp", 70.1, ""),
        ("rule_forms", "wne", "fuzzy", 29.9, ""),
        ("r0", "wne", "accuracy:0.1", 62, ""),
    ]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("table", "dataset", "column", "value", "mark"), *lines])
    return path


# ---------------------------------------------------------------------- protocol


@pytest.mark.parametrize("seed", [1, 2])
def test_split_is_the_articles(seed, monkeypatch):
    X = np.arange(569.0)[:, None]
    monkeypatch.setattr(common, "load_problem", lambda name, folder: (X, np.arange(569)))
    rows = common.split_problem("any", seed, None)
    assert len(rows.y_train) == math.floor(0.9 * 569) == 512
    assert len(rows.y_test) == 57
    order = np.random.default_rng(seed).permutation(569)
    np.testing.assert_array_equal(np.r_[rows.y_train, rows.y_test], order)
    np.testing.assert_array_equal(rows.X_test[:, 0], rows.y_test)


def test_markdown_table_has_even_columns():
    lines = common.markdown_table(["set", "z"], [["wne", "+0.12"], ["a", "1"]])
    expected = ["| set |     z |", "| --- | ----: |", "| wne | +0.12 |", "| a   |     1 |"]
    assert lines == expected


# ---------------------------------------------------------------------- fidelity: arithmetic


def test_z_is_the_difference_over_both_standard_errors():
    assert comparing.z_score(3.0, 6.0, 30) == pytest.approx(3 / (6 * math.sqrt(1 / 30 + 1 / 30)))
    assert comparing.z_score(3.0, 6.0, 60) == pytest.approx(3 / (6 * math.sqrt(1 / 60 + 1 / 30)))


def test_z_of_runs_that_all_agree():
    assert comparing.z_score(0.004, 0.0, 30) == 0
    assert comparing.z_score(-0.1, 0.0, 30) == -math.inf
    assert math.isnan(comparing.z_score(1.0, math.nan, 1))


def test_means_are_in_per_cent_and_differences_against_the_printed_values():
    runs = [RECORD, {**RECORD, "seed": 2, "test_accuracy": 1.0, "rules": 1400, "crisp_share": 0.6}]
    row = comparing.compare("wne", runs, PRINTED)
    assert row.test == pytest.approx(100 * 35 / 36)
    assert row.test_deviation == pytest.approx(100 / 18 / math.sqrt(2))
    assert row.lowest_test == pytest.approx(100 * 17 / 18)
    assert row.test_difference == pytest.approx(100 * 35 / 36 - 92.04)
    assert row.train_difference == pytest.approx(97.5 - 97.42)
    assert row.rules_difference == pytest.approx(100 * (1350 - 1328) / 1328)
    assert row.crisp_difference == pytest.approx(65 - 70.1)


def test_paper_is_read_by_system(tables):
    paper = fidelity.read_paper(tables)
    assert paper["wne", "FBRC"] == PRINTED
    assert paper["wne", "FBR"].rules == 1421
    assert math.isnan(paper["wne", "FBR"].crisp)


def verdict(rows, words):
    (found,) = [one for one in fidelity.judge(rows) if words in one.text]
    return found.is_met


@pytest.mark.parametrize(
    ("changes", "words", "allowed"),
    [
        ({"test": 99.0}, "test accuracy within 2", 3),
        ({"train": 99.43}, "training accuracy", 1),
        ({"rules": 1328 * 1.041}, "rule count", 2),
        ({"crisp": 64.0}, "crisp share", 5),
    ],
)
def test_as_many_data_sets_may_be_off_as_the_target_says(changes, words, allowed):
    def rows(n_off):
        off = [comparison(dataset=f"off{i}", **changes) for i in range(n_off)]
        return off + [comparison(dataset=f"on{i}") for i in range(25 - n_off)]

    assert verdict(rows(allowed), words)
    assert not verdict(rows(allowed + 1), words)


def test_root_mean_square_and_mean_difference_are_judged():
    step = math.sqrt(2 / 30)  # one combined standard error at a deviation of 1
    up = comparison(test_deviation=1.0, test=92.04 + 1.31 * step)
    down = comparison(test_deviation=1.0, test=92.04 - 1.31 * step)
    assert not verdict([up, down], "root mean square")
    assert verdict([up, down], "mean signed")
    assert not verdict([comparison(test=92.55)], "mean signed")
    assert verdict([comparison(test=92.55)], "root mean square")


def test_cmx_that_does_not_learn_is_seen():
    assert verdict([comparison(dataset="cmx")], "cmx")
    assert not verdict([comparison(dataset="cmx", lowest_test=14.0)], "cmx")


def test_fbr_is_not_judged_by_crisp_share():
    texts = [one.text for one in fidelity.judge([comparison(system="FBR")])]
    assert not any("crisp" in text for text in texts)


def test_only_a_whole_study_is_judged_for_good():
    rows = [comparison(dataset=dataset) for dataset in fidelity.DATASETS]
    assert len(rows) == 25
    assert fidelity.is_complete(rows)
    assert not fidelity.is_complete(rows[1:])
    assert not fidelity.is_complete([replace(rows[0], n_runs=29), *rows[1:]])


def test_seeds_are_read():
    assert common.parse_seeds("1-30") == list(range(1, 31))
    assert common.parse_seeds("7,1,2-3") == [1, 2, 3, 7]
    for wrong in ("", "a", "3-1"):
        with pytest.raises(fidelity.argparse.ArgumentTypeError):
            common.parse_seeds(wrong)


# ---------------------------------------------------------------------- fidelity: definitions


def definition_verdict(rows, words):
    (found,) = [one for one in fidelity.judge_definition(rows) if words in one.text]
    return found.is_met


@pytest.mark.parametrize(
    ("system", "points", "per_cent"),
    [("FBR", 1.0, 4.0), ("Triangles(mutation_step=0.2)", 1.0, 4.0), ("Trapezoids", 2.5, 10.0)],
)
def test_definitions_are_held_to_what_is_known_of_them(system, points, per_cent):
    def rows(train, rules, n_off=25):
        off = comparison(system=system, train=97.42 + train, rules=1328 * (1 + rules / 100))
        on = comparison(system=system, train=97.42 - train)
        return [off] * n_off + [on] * (25 - n_off)

    assert definition_verdict(rows(0.999 * points, 0), "training accuracy")
    assert not definition_verdict(rows(1.001 * points, 0), "training accuracy")
    assert definition_verdict(rows(0, 0.999 * per_cent), "rule count")
    assert definition_verdict(rows(0, 1.001 * per_cent, n_off=5), "rule count")
    assert not definition_verdict(rows(0, 1.001 * per_cent, n_off=6), "rule count")


def test_test_accuracy_judges_only_definitions_that_are_known():
    step = 6 * math.sqrt(2 / 30)
    assert definition_verdict([comparison(test=92.04 + 1.49 * step)], "root mean square")
    assert not definition_verdict([comparison(test=92.04 + 1.51 * step)], "root mean square")
    texts = [one.text for one in fidelity.judge_definition([comparison(system="Self-Ada-RT")])]
    assert not any("root mean square" in text for text in texts)


def test_baselines_are_complete_with_ten_runs():
    rows = [comparison(dataset=name, system="Trapezoids", n_runs=10) for name in fidelity.DATASETS]
    assert fidelity.is_complete(rows)
    assert not fidelity.is_complete([replace(rows[0], n_runs=9), *rows[1:]])


def test_ranks_are_averaged_over_shared_sets_and_ties_are_halved():
    accuracies = {
        "a": {"s1": 90.0, "s2": 80.0, "s3": 0.0},
        "b": {"s1": 90.0, "s2": 70.0},
        "c": {"s1": 50.0, "s2": 75.0},
    }
    assert comparing.average_ranks(accuracies) == {"a": 1.25, "b": 2.25, "c": 2.5}
    assert all(map(math.isnan, comparing.average_ranks({"a": {"s": 1.0}, "b": {}}).values()))


def test_variants_have_no_rank():
    rows = {name: [comparison(system=name)] for name in ("FBR", "FBRC", "FBRC(mutation_step=1)")}
    ours, printed = fidelity.both_ranks(rows)
    assert ours == printed == {"FBR": 1.5, "FBRC": 1.5}
    assert fidelity.both_ranks({}) == ({}, {})


def test_the_order_of_ranks_is_judged():
    order = ["FBRC", "FBR", "Self-Ada-RT", "Self-Ada-RP"]
    order += [name for name in fidelity.SYSTEMS if name not in order]

    def is_met(order):
        return [one.is_met for one in fidelity.judge_ranks({n: i for i, n in enumerate(order)})]

    assert is_met(order) == [True, True]
    order[0], order[1] = order[1], order[0]
    assert is_met(order) == [False, True]
    order[3], order[4] = order[4], order[3]
    assert is_met(order) == [False, False]
    assert fidelity.judge_ranks({"FBR": 1.0}) == []


# ---------------------------------------------------------------------- fidelity: systems


def test_variants_are_named_by_what_they_change():
    name = systems.variant("Triangles", ["relative_mutation=0", "mutation_rate=0.1"])
    assert name == "Triangles(mutation_rate=0.1; relative_mutation=0)"
    assert systems.base(name) == "Triangles"
    assert systems.changes(name) == {"mutation_rate": "0.1", "relative_mutation": "0"}
    assert systems.variant("Triangles", []) == systems.base("Triangles") == "Triangles"
    model = systems.system_of(name).new_model(epochs=1, seed=1)
    assert model.representation.relative_mutation is False
    assert model.evolution.mutation_rate == 0.1
    assert systems.system_of("FBRC(tie_break=random)").parameters["tie_break"] == "random"
    assert systems.system_of("Triangles") == systems.SYSTEMS["Triangles"]


def test_a_definition_in_a_file_takes_the_place_of_a_system_s_own(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # the file is named from the top of the repository
    name = "Self-Ada-RT(mutation_step=0.2; representation=benchmarks/definitions.py:WholeLine)"
    representation = systems.system_of(name).new_model(epochs=1, seed=1).representation
    assert type(representation).__name__ == "WholeLine"
    assert representation.mutation_step == 0.2
    assert systems.system_of("Self-Ada-RT").parameters["representation"] == "rectangle-or-triangle"
    # [0, 1] holds 0.5 +- 0.4, and not what goes beyond, which on [0, 1] it does
    everything, within, beyond = (0.5, 0.5, 0.0), (0.5, 0.4, 0.0), (0.5, 0.9, 0.0)
    assert representation.is_more_general(everything, within)
    assert not representation.is_more_general(everything, beyond)
    ours = systems.system_of("Self-Ada-RT").new_model(epochs=1, seed=1).representation
    assert find(ours).is_more_general(everything, beyond)


def test_rotated_ellipsoids_turn_with_their_angle():
    name = "Hyperellipsoids(representation=benchmarks/definitions_rotated.py:Rotated)"
    rotated = systems.system_of(name).new_model(epochs=1, seed=1).representation
    rule = np.zeros((2, len(rotated.genes)))
    rule[:, 0], rule[:, 1] = 0.5, (0.5, 0.05)  # centres, spreads
    along, rising, falling = np.array([0.9, 0.5]), np.array([0.7, 0.7]), np.array([0.7, 0.3])
    first_angle = 2

    def matches(angle):
        rule[0, first_angle] = angle
        return [rotated.degree(rule, x) for x in (along, rising, falling)]

    assert matches(0.0) == [1.0, 0.0, 0.0] == [find("Hyperellipsoids").degree(rule[:, :2], x)
                                               for x in (along, rising, falling)]  # fmt: skip
    assert matches(math.pi / 4) == [0.0, 0.0, 1.0]
    assert matches(-math.pi / 4) == [0.0, 1.0, 0.0]
    narrower, wider = rule.copy(), rule.copy()
    narrower[0, 1] = 0.4
    assert rotated.rule_is_more_general(rule, narrower)
    assert not rotated.rule_is_more_general(narrower, rule)
    wider[:, 1], wider[0, first_angle] = 0.5, 1.0  # a circle holds it whatever the angles
    assert rotated.rule_is_more_general(wider, narrower)


def test_records_of_variants_keep_their_keys():
    study = find_study("main")
    folder = Path(__file__).parents[1] / "docs" / "results" / "records"
    if not (folder / "variants.parquet").exists():
        pytest.skip("a source distribution has the records of one study only")
    records = pd.read_parquet(folder / "variants.parquet")
    assert len(records) > 0
    columns = ["dataset", "data_sha256", "system", "seed", "key"]
    for dataset, digest, name, seed, key in records[columns].itertuples(index=False):
        system = systems.system_of(name)
        run = Run("main", dataset, digest, system, study.protocol, study.epochs, int(seed))
        assert run.key == key


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("nonsense=1", "Triangles has no hyperparameter 'nonsense'"),
        ("relative_mutation=2", "'2' is no value for relative_mutation"),
        ("mutation_step=a", "'a' is no value for mutation_step"),
        ("mutation_step=-1", "mutation_step must be"),
    ],
)
def test_a_variant_that_cannot_be_is_named(change, words, tables):
    arguments = ["--paper", str(tables), "--systems", "Triangles", "--set", change]
    with pytest.raises(SystemExit, match=words):
        fidelity.main(arguments)


def test_the_study_is_the_articles_unless_something_else_is_asked_for():
    study = fidelity.study_of(fidelity.parse_arguments(["--all"]))
    assert study == systems.MAIN
    study = fidelity.study_of(fidelity.parse_arguments(["--seeds", "4", "--only", "wne"]))
    assert [system.name for system in study.systems] == ["FBR", "FBRC"]
    assert (study.n_runs, study.seeds) == (2, (4,))


# ---------------------------------------------------------------------- records


Line = make_dataclass("Line", [("name", "str"), ("seed", "int"), ("accuracy", "float")])


def test_records_survive_a_line_that_was_cut_off(tmp_path):
    path, first, second = tmp_path / "runs.csv", Line("wne", 1, 0.5), Line("wne", 2, 1 / 3)
    recording.append_record(path, first)
    with path.open("a") as file:
        file.write("wne,FBRC")
    assert recording.read_records(path, Line) == [first]
    recording.append_record(path, second)
    assert recording.read_records(path, Line) == [first, second]


def test_records_of_another_program_are_refused(tmp_path):
    path = tmp_path / "runs.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(fidelity.InputError, match="other columns"):
        recording.read_records(path, Line)


def test_study_runs_resumes_and_reports(tmp_path, tables, capsys):
    results, table = tmp_path / "results", tmp_path / "new" / "table.md"
    arguments = ["--only", "wne", "--epochs", "1", "--jobs", "1", "--paper", str(tables)]
    arguments += ["--results", str(results), "--table", str(table)]
    fidelity.main([*arguments, "--seeds", "1", "--systems", "FBRC"])
    first = (results / "runs.jsonl").read_text()
    fidelity.main([*arguments, "--seeds", "1-2"])
    assert (results / "runs.jsonl").read_text().startswith(first)
    runs = fidelity.Store(results).records().values()
    expected = {("FBR", 1), ("FBR", 2), ("FBRC", 1), ("FBRC", 2)}
    assert len(runs) == 4
    assert {(run["system"], run["seed"]) for run in runs} == expected
    text = table.read_text()
    assert "## FBR\n" in text
    assert "## FBRC\n" in text
    assert "so far: test accuracy" in text
    capsys.readouterr()
    before = (results / "runs.jsonl").read_text()
    fidelity.main([*arguments, "--seeds", "1-2", "--report-only"])
    assert capsys.readouterr().out == text
    assert (results / "runs.jsonl").read_text() == before


def test_variants_do_not_mix(tmp_path, tables, capsys):
    arguments = ["--only", "wne", "--epochs", "1", "--jobs", "1", "--paper", str(tables)]
    arguments += ["--results", str(tmp_path), "--seeds", "1-2", "--systems", "Triangles"]
    fidelity.main(arguments)
    fidelity.main([*arguments, "--set", "dont_care_rate=1"])
    text = capsys.readouterr().out
    assert text.count("## Triangles\n") == 1
    assert text.count("## Triangles(dont_care_rate=1)\n") == 1
    runs = list(fidelity.Store(tmp_path).records().values())
    names = ["Triangles"] * 2 + ["Triangles(dont_care_rate=1)"] * 2
    assert [run["system"] for run in runs] == names
    assert runs[0]["rules"] != runs[2]["rules"]


def test_missing_tables_are_named(tmp_path):
    with pytest.raises(SystemExit, match="--paper"):
        fidelity.main(["--paper", str(tmp_path / "none.csv")])


# ---------------------------------------------------------------------- speed


def test_lines_are_held_against_their_targets():
    assert speed.Line("a", 6.0, "µs", 6.0).verdict == "met"
    assert speed.Line("a", 6.001, "µs", 6.0).verdict == "MISSED"
    assert speed.Line("a", 8.0, "times", 8.0, True).verdict == "met"
    assert speed.Line("a", 7.9, "times", 8.0, True).verdict == "MISSED"
    assert speed.Line("a", 1.0, "MB").cells() == ["a", "1.00", "MB", "", ""]


def test_training_is_timed():
    problems = {"wne": speed.split_problem("wne", 1, None)}
    loop, whole = speed.time_training(problems, speed.Settings(n_epochs=2, repeats=2))
    assert "320 iterations" in loop.what
    assert 0 < loop.value < whole.value
    assert (loop.limit, whole.limit) == (6.0, None)


def test_children_are_measured_and_failures_have_a_reason():
    busy = "sum(range(3_000_000)); print('{\"a\": 1.5}')"
    child = speed.start([sys.executable, "-c", busy])
    assert child.said == {"a": 1.5}
    assert child.cpu > 0
    assert child.wall > 0
    with pytest.raises(speed.NotMeasuredError, match="no such thing"):
        speed.start([sys.executable, "-c", "raise SystemExit('no such thing')"])


def test_what_cannot_be_measured_is_in_the_result(monkeypatch, tmp_path, capsys):
    def broken(settings):
        yield speed.Line("one", 1.0, "s", 2.0)
        yield "two is left out: no file"
        raise speed.NotMeasuredError("no process")

    monkeypatch.setitem(speed.PARTS, "help", broken)
    out = tmp_path / "speed.md"
    speed.main(["--only", "help", "--out", str(out)])
    text = out.read_text()
    assert capsys.readouterr().out == text
    assert "| one  |     1.00 |    s |    ≤ 2 |     met |" in text
    assert text.endswith("- two is left out: no file\n- help is left out: no process\n")
    speed.main(["--only", "help", "--quick", "--out", str(out)])
    assert "| met" not in out.read_text()


def test_xcsf_is_timed():
    pytest.importorskip("xcsf")
    rows = common.split_problem("wne", 1, None)
    timing = speed.fit_xcsf(rows, speed.XCSF_SETTINGS["matched"], 2000)
    assert timing.seconds > 0
    assert timing.accuracy > 0.6


# ---------------------------------------------------------------------- the page of studies


def made_up_records(study, accuracy):
    """Records of a study without running it: `accuracy(dataset, system, seed)` in each."""
    return [
        {
            "key": f"{source.name} {system.name} {seed}",
            "study": study.name,
            "dataset": source.name,
            "system": system.name,
            "epochs": study.epochs,
            "data_sha256": source.name,
            "class": system.class_path,
            "parameters": system.identity(study.epochs),
            "protocol": str(study.protocol),
            "seed": seed,
            "error": None,
            "curves": None,
            "cpu_seconds": 36.0,
            "test_accuracy": accuracy(source.name, system.name, seed),
            "train_accuracy": 0.9,
            "test_macro_f1": 0.5,
            "rules": 1000,
            "crisp_share": 0.5,
        }
        for source in study.datasets
        for system in study.systems
        for seed in (1, 2)
    ]


def test_the_page_of_studies_says_what_is_confirmed(tmp_path, monkeypatch):
    study_page = importlib.import_module("study_page")
    monkeypatch.setattr(study_page, "illustrations", dict)
    monkeypatch.setattr(study_page, "ENOUGH_SEEDS", 2)
    printed = study_page.printed.values("test_accuracy")
    store = study_page.Store(tmp_path / "records")
    study = study_page.paper_studies()["main"]
    for record in made_up_records(study, lambda data, name, seed: printed.loc[data, name] / 100):
        store.append(record)
    study_page.main(["--results", str(store.folder), "--out", str(tmp_path)])
    page = (tmp_path / "studies.md").read_text()
    main_part = page.partition("## main")[2].partition("\n## ")[0]
    assert "500 of 7,500 runs: seeds 1, 2.\n5.0 hours of CPU time." in main_part
    assert "First by rank: FBRC, the same. Order of the ranks: Spearman 1.00." in main_part
    assert re.search(r"Difference of the means: .0\.00 on average, 0\.00 in absolute", main_part)
    outcomes = main_part.partition("**Training")[0]
    assert outcomes.count(" yes |") == 9
    assert "| Hyperrectangles | 6.72 |    6.72 |       0.000675 | 0.000675 |" in outcomes
    assert (tmp_path / "tables" / "main-test-accuracy.md").is_file()
    assert (tmp_path / "figures" / "main-critical-difference-test-accuracy.png").is_file()
    assert "## split-8-2\n\nTen representations, shuffle split 8:2. No runs of its own yet." in page
    found = "test accuracy 8 of 8, train accuracy 0 of 6, rules 0 of 8"
    assert re.search(rf"^\| main +\| +2 \| +500 of 7,500 \| +{found} \|$", page, re.MULTILINE), page
    assert re.search(r"^\| split-8-2 +\| +0 \| +0 \| +open \|$", page, re.MULTILINE)


def test_studies_that_the_article_does_not_have_are_tested_too(tmp_path):
    study_page = importlib.import_module("study_page")
    store = study_page.Store(tmp_path / "records")
    study = study_page.paper_studies()["absumption"]

    def value(data, name, seed):
        gain = 0.0 if data == "wne" else -0.01 if data == "tae" else 0.02
        return 0.5 + 0.001 * len(data) + gain * (name == "FBRC-absumption")

    for record in made_up_records(study, value):
        store.append(record)
    found = study_page.select(study, store.records().values())
    narrowed, found = study_page.on_shared_seeds(study, found)
    table = study_page.tables_of(narrowed, found)["test-accuracy"]
    shown = study_page.tested(narrowed, table)
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in shown[2:4]]
    assert cells[0][0] == "FBRC-absumption"
    assert cells[0][3] == "23 / 1"
    assert cells[0][4] == study_page.p_text(table.summary.loc["FBRC-absumption", "p"])
    assert cells[1][3:] == ["-", "-", "-"]
    assert shown[-1] == "Over 25 data sets. No conclusion yet: 2 of at least 10 seeds."


def test_the_page_of_studies_needs_records(tmp_path):
    study_page = importlib.import_module("study_page")
    with pytest.raises(SystemExit, match="no records"):
        study_page.main(["--results", str(tmp_path), "--out", str(tmp_path / "out")])


def test_absumption_is_tested_without_each_four_small_data_sets():
    absumption = importlib.import_module("absumption")
    differences = pd.Series({"aa": 9.0, "bb": 8.0, "cc": 7.0, "dd": 6.0, "ee": -0.5, "zz": -1.0})
    n_rows = {"aa": 10, "bb": 20, "cc": 30, "dd": 40, "ee": 50, "zz": 5000}
    lines = absumption.page(differences, n_rows).splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line][2:]
    assert rows[0] == ["none", "6", "4", "2", "+4.75", "0.156"]
    assert rows[1] == ["the smallest: `aa`, `bb`, `cc`, `dd`", "2", "0", "2", "-0.75", "0.500"]
    assert all(row[1] == "2" and "zz" not in row[0] for row in rows[1:])
    assert lines[-1] == "p is below 0.05 for 0 of 5 choices of four from 5."


def test_the_page_on_absumption_has_the_p_of_its_study():
    folder = Path(__file__).parent.parent / "docs" / "results"
    if not (folder / "records" / "absumption.parquet").exists():
        pytest.skip("a source distribution has the records of one study only")
    found = (folder / "tables" / "absumption-test-accuracy.md").read_text(encoding="utf-8")
    p = re.search(r"^\| \*?p\*? .*?(0\.\d+)", found, re.MULTILINE)
    page = (folder / "absumption.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| none .*\| +{p[1]} \|$", page, re.MULTILINE)
