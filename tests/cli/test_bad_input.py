"""Bad input gets one sentence and an exit code, never a traceback."""

import re
from pathlib import Path

import pytest

from command_line import QUICK, assert_one_sentence

ROWS = [f"{80.5 + 3 * i},{3 + i % 7},{'apple' if i > 12 else 'lemon'}" for i in range(30)]


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
    heard = [said("fit", "odd.csv", *QUICK, "-q", "--seed", s)[2] for s in range(12)]
    assert any("class 'pear' is only among the test rows" in text for text in heard)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("fit nope.csv", 1, "there is no file 'nope.csv'"),
        ("fit fruti.csv", 1, "did you mean 'fruit.csv'?"),
        ("fit wnie", 1, "there is no file and no data set 'wnie'; did you mean 'wne' or 'wine'?"),
        ("fit .", 1, "is a folder; name a file in it"),
        ("fit fruit.csv --target knd", 1, "no column 'knd'; did you mean 'kind'?"),
        ("fit fruit.csv --target 9", 1, "target must be from -3 to 2 or a name"),
        ("fit cae", 1, "put the file 'caesarian.csv' into a folder"),
        ("fit wine --data-dir nope", 1, "--data-dir must name a folder, got 'nope'"),
        ("fit wine --target hue", 2, "the class column of data set 'wine' is 'class'"),
        ("fit wine --no-header", 2, "--header, --separator and --decimal are for files"),
        ("fit fruit.csv --separator ab", 1, "separator must be a single character"),
        ("fit fruit.csv --mutation-rate 1.4", 2, "--mutation-rate must be in [0, 1], got 1.4"),
        (
            "fit fruit.csv --mutation-rate x",
            2,
            "--mutation-rate must be a finite number in [0, 1], got 'x'",
        ),
        (
            "fit fruit.csv --n-epochs 2.5",
            2,
            "--n-epochs must be a whole number in [1, 1000000], got '2.5'",
        ),
        (
            "fit fruit.csv --max-rules 0",
            2,
            "--max-rules must be a whole number in [1, 1000000], got 0",
        ),
        (
            "fit fruit.csv --tie-break x",
            2,
            "--tie-break must be 'first', 'majority' or 'random', got 'x'",
        ),
        (
            "fit fruit.csv --missing x",
            2,
            "--missing must be 'learn', 'matches' or 'never', got 'x'",
        ),
        (
            "fit fruit.csv --max-conditions 0",
            2,
            "--max-conditions must be 'auto', a whole number in [1, 1000000] or None for no limit, "
            "got 0",
        ),
        ("fit fruit.csv --forgetting 2", 2, "--forgetting must be in [0, 1], got 2.0"),
        (
            "fit fruit.csv --categorical ,",
            2,
            "--categorical must be 'auto', 'auto-integers', 'none' or names of columns separated "
            "by commas, got ','",
        ),
        ("fit fruit.csv --categorical mas", 1, "no feature 'mas'; did you mean 'mass'?"),
        ("fit fruit.csv --class-weight apple=x", 2, "such as 'ill=5,well=1', got 'apple=x'"),
        ("fit fruit.csv --class-weight apple=-1", 2, "must be 'balanced' or weights of at least 0"),
        ("fit fruit.csv --class-weight 3", 2, "such as 'ill=5,well=1', got '3'"),
        (
            "fit fruit.csv --class-weight aple=2",
            2,
            "--class-weight names 'aple', which is not a class; did you mean 'apple'?",
        ),
        (
            "fit fruit.csv --feature-weights x",
            2,
            "--feature-weights must be 'relief' or 'mutual_info', got 'x'",
        ),
        ("fit fruit.csv --weight-column w", 1, "'fruit.csv' has no column 'w'"),
        ("fit wine --weight-column hue", 2, "--weight-column is for files; 'wine' is not a file"),
        ("fit fruit.csv --test-size 1", 2, "--test-size must be in [0, 1), got 1.0"),
        ("fit fruit.csv --seed -1", 2, "--seed must be a whole number in [0, 2**64 - 1], got '-1'"),
        ("fit fruit.csv --seed 18446744073709551616", 2, "--seed must be a whole number"),
        ("fit fruit.csv --top -1", 2, "--top must be a whole number of at least 0, got -1"),
        ("fit fruit.csv --jobs 0", 2, "--jobs must be a whole number other than 0"),
        ("fit fruit.csv --overwrite", 2, "--overwrite goes with --out"),
        ("fit fruit.csv --n-epoch 3", 2, "--n-epochs"),
        ("fit", 2, "Missing argument 'DATA'"),
        ("fly", 2, "No such command 'fly'"),
        ("rules nope", 1, "model file 'nope' does not exist"),
        ("rules fruit.csv", 1, "model file 'fruit.csv' is damaged or not JSON"),
        ("rules fruit.csv --format xml", 2, "--format must be 'text', 'csv' or 'json', got 'xml'"),
        ("predict nope fruit.csv", 1, "model file 'nope' does not exist"),
    ],
)
def test_wrong_arguments(said, arguments, code, words):
    got, out, error = said(*arguments.split())
    assert (got, out) == (code, "")
    assert_one_sentence(error)
    assert words in error


def test_largest_seed(said):
    assert said("fit", "fruit.csv", *QUICK, "--seed", 2**64 - 1, "-q") == (0, "", "")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text[: len(text) // 2], "is damaged or not JSON"),
        (
            lambda text: re.sub(r'"format_version": \d+', '"format_version": 99', text),
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
    for command in ("rules bad.json", "predict bad.json fruit.csv"):
        code, out, error = said(*command.split())
        assert (code, out) == (1, "")
        assert_one_sentence(error)
        assert words in error
