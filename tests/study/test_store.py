"""Nothing that is recorded gets lost, and what is read is what was written."""

import json
import multiprocessing
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from beta4ucs.errors import InputError
from beta4ucs.study import Store
from beta4ucs.study.records import COLUMNS, REPRODUCIBLE, records_in
from beta4ucs.study.store import export

RULES = {
    "key": "0123456789abcdef01234567", "study": "s", "dataset": "wne", "system": "FBRC", "seed": 3,
    "protocol": "shuffle 0.9", "epochs": 50, "class": "Beta4UCSClassifier",
    "parameters": {"crispify": True, "cover_range": 0.1, "n_epochs": 50, "tie_break": "first"},
    "data_sha256": "ab" * 32, "n_train": 160, "n_test": 18, "n_features": 13, "n_classes": 3,
    "test_accuracy": 17 / 18, "train_accuracy": 0.1 + 0.2, "test_macro_f1": 1 / 3,
    "test_balanced_accuracy": 0.5, "rules": 1234, "numerosity": 2000, "crisp_share": None,
    "iterations": 8000, "error": None, "test_auc": 0.9, "test_log_loss": 1 / 7, "test_brier": 0.1,
    "match_set": 12.5, "measured": {"short": 1 / 3, "größer": None},
    "curves": {"train_accuracy": [0.5, 1 / 3], "rules": [7, 9]}, "cpu_seconds": 0.0123,
    "wall_seconds": 0.5, "warnings": ["größer", 'a "quoted", one'],
    "versions": {"beta4ucs": "0.1.0", "python": "3.11.7"},
}  # fmt: skip
FOREST = RULES | {
    "key": "111111111111111111111111", "system": "Forest", "class": "sklearn.x.Forest",
    "epochs": None, "rules": None, "numerosity": None, "iterations": None, "curves": None,
    "parameters": {}, "warnings": None, "measured": None,
}  # fmt: skip
FAILED = {
    name: value
    for name, value in FOREST.items()
    if not name.startswith(("test_", "train_", "n_t", "crisp", "rules"))
} | {"key": "222222222222222222222222", "seed": 1, "error": "ValueError: no, luck"}
RECORDS = [RULES, FOREST, FAILED]


def complete(record):
    return {name: record.get(name) for name in COLUMNS}


def read_csv(path):
    """As pandas reads it, but every digit of a number."""
    frame = pd.read_csv(path, dtype=str)
    fractions = [name for name in COLUMNS if isinstance(RULES[name], float)] + ["crisp_share"]
    for name in fractions:
        frame[name] = [float(text) if isinstance(text, str) else None for text in frame[name]]
    return records_in(frame)


# ------------------------------------------------------------------ the growing file


def test_records_come_back_as_they_were():
    store = Store("results")
    assert store.records() == {}
    assert not Path("results").exists()  # until there is something to keep
    for record in RECORDS:
        store.append(record)
    assert list(Store("results").records().values()) == RECORDS


def test_one_line_a_record():
    for record in RECORDS:
        Store("results").append(record)
    lines = Path("results/runs.jsonl").read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert [json.loads(line) for line in lines] == RECORDS


@pytest.mark.parametrize("n_bytes", [1, 2, 30, -2, -1])
def test_a_piece_of_a_line_is_passed_over(n_bytes):
    """Cut in any place; -1 cuts off only the line's end, so that the record is whole."""
    store = Store("results")
    store.append(RULES)
    store.append(FOREST)
    path = Path("results/runs.jsonl")
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + second[:n_bytes])
    kept = [RULES, FOREST] if n_bytes == -1 else [RULES]
    assert list(store.records().values()) == kept
    store.append(FAILED)
    assert list(store.records().values()) == [*kept, FAILED]
    store.append(FOREST)  # the run that was cut off is made again
    assert set(store.records()) == {RULES["key"], FOREST["key"], FAILED["key"]}


def test_a_letter_cut_in_two_is_passed_over():
    store = Store("results")
    store.append(RULES)
    path = Path("results/runs.jsonl")
    line = path.read_bytes()
    path.write_bytes(line + line[: line.index("ö".encode()) + 1])
    assert list(store.records().values()) == [RULES]


def test_the_later_of_two_records_counts():
    store = Store("results")
    store.append(FAILED)
    store.append(RULES)
    store.append(FAILED | {"error": None, "test_accuracy": 1.0})
    assert len(store.records()) == 2
    assert store.records()[FAILED["key"]]["error"] is None
    assert len(Path("results/runs.jsonl").read_text().splitlines()) == 3  # it only grows


def append_many(folder, name, n_records, barrier):
    store = Store(folder)
    barrier.wait(60)
    for i in range(n_records):
        store.append(RULES | {"key": f"{name}{i}", "warnings": [name * 2000]})


def test_two_processes_at_once_lose_nothing():
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(3)
    writers = [
        context.Process(target=append_many, args=("results", name, 40, barrier)) for name in "abc"
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
        assert writer.exitcode == 0
    records = Store("results").records()
    assert sorted(records) == sorted(f"{name}{i}" for name in "abc" for i in range(40))
    assert all(one["warnings"] == [key[0] * 2000] for key, one in records.items())


def test_what_is_no_number_is_not_written():
    with pytest.raises(ValueError, match="JSON"):
        Store("results").append(RULES | {"test_accuracy": float("nan")})
    assert Store("results").records() == {}


# ------------------------------------------------------------------ what is not ours


def test_a_file_is_no_folder():
    with pytest.raises(InputError, match=r"'fruit.csv' is a file; records are kept in a folder"):
        Store("fruit.csv")


@pytest.mark.parametrize("line", ["[1, 2]", "3", '{"name": "x"}', '{"key": "x"}', "null"])
def test_lines_that_are_no_records_get_a_sentence(line):
    Store("results").append(RULES)
    with Path("results/runs.jsonl").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(InputError, match=r"runs.jsonl' holds a line that is not a record"):
        Store("results").records()


def test_parquet_files_that_are_not_ours_get_a_sentence():
    Path("results").mkdir()
    path = Path("results/other.parquet")
    path.write_bytes(b"PAR?")
    with pytest.raises(InputError, match=r"other.parquet' is not a Parquet file"):
        Store("results").records()
    pd.DataFrame({"a": [1]}).to_parquet(path)
    with pytest.raises(InputError, match=r"holds no records of runs: it has no column 'key'"):
        Store("results").records()


def test_other_files_are_left_alone():
    Store("results").append(RULES)
    Path("results/notes.txt").write_text("mine")
    Path("results/table.csv").write_text("a,b\n1,2\n")
    assert len(Store("results").records()) == 1


# ------------------------------------------------------------------ export


@pytest.mark.parametrize("records", [RECORDS, [RULES], [FOREST], [FAILED]])
def test_parquet_gives_back_the_same_records(records):
    export(records, Path("results/all.parquet"))
    found = Store("results").records()
    assert found == {record["key"]: complete(record) for record in records}
    for record in found.values():
        for value in record.values():
            assert type(value) in (str, int, float, dict, list, type(None))


@pytest.mark.parametrize("records", [RECORDS, [RULES], [FOREST], [FAILED]])
def test_csv_gives_back_the_same_records(records):
    export(records, Path("all.csv"))
    found = {record["key"]: record for record in read_csv("all.csv")}
    assert found == {record["key"]: complete(record) for record in records}


@pytest.mark.parametrize("name", ["all.csv", "all.parquet"])
@pytest.mark.parametrize("with_times", [True, False])
def test_bytes_do_not_depend_on_the_order_of_records(name, with_times):
    more = [RULES | {"key": f"{i:024x}", "seed": 30 - i, "dataset": "tae"} for i in range(20)]
    records = [*RECORDS, *more]
    export(records, Path("1") / name, with_times=with_times)
    shuffled = [records[i] for i in np.random.default_rng(0).permutation(len(records))]
    # and not on the order of what is in them
    shuffled = [dict(reversed(record.items())) for record in shuffled]
    export(shuffled, Path("2") / name, with_times=with_times)
    assert (Path("1") / name).read_bytes() == (Path("2") / name).read_bytes()


def test_what_differs_between_machines_can_be_left_out():
    export(RECORDS, Path("1.csv"), with_times=False)
    elsewhere = [
        one | {"cpu_seconds": 9.0, "wall_seconds": 9.0, "versions": {}, "study": "x"}
        for one in RECORDS
    ]
    export(elsewhere, Path("2.csv"), with_times=False)
    assert Path("1.csv").read_bytes() == Path("2.csv").read_bytes()
    assert list(pd.read_csv("1.csv").columns) == list(REPRODUCIBLE)
    export(elsewhere, Path("3.csv"))
    assert list(pd.read_csv("3.csv").columns) == list(COLUMNS)


def test_rows_are_sorted_by_number_not_by_text():
    records = [RULES | {"key": str(seed), "seed": seed} for seed in (10, 9, 1, 30)]
    export(records, Path("all.csv"))
    assert pd.read_csv("all.csv")["seed"].tolist() == [1, 9, 10, 30]


def test_numbers_are_numbers_also_with_gaps():
    export(RECORDS, Path("all.parquet"))
    kinds = pd.read_parquet("all.parquet").dtypes
    assert all(kinds[name] == "Int64" for name in ("seed", "epochs", "rules", "n_test"))
    assert all(kinds[name] == "float64" for name in ("test_accuracy", "cpu_seconds", "crisp_share"))
    text = Path("all.csv")
    export(RECORDS, text)
    assert ",50," in text.read_text()
    assert "50.0" not in text.read_text()


def test_other_formats_are_refused_and_leave_nothing_behind():
    with pytest.raises(InputError, match=r"written as .csv or .parquet, got 'all.json'"):
        export(RECORDS, Path("all.json"))
    assert not [path for path in Path().iterdir() if "all" in path.name]


def test_records_in_parquet_and_in_the_growing_file_are_one_store():
    export([RULES, FAILED], Path("results/first.parquet"))
    Store("results").append(FOREST)
    Store("results").append(FAILED | {"error": None})
    records = Store("results").records()
    assert set(records) == {RULES["key"], FOREST["key"], FAILED["key"]}
    assert records[FAILED["key"]]["error"] is None


def test_an_export_without_times_may_lie_among_the_records():
    Store("results").append(RULES)
    export([RULES], Path("results/a.parquet"), with_times=False)
    assert Store("results").records()[RULES["key"]] == RULES
