"""The command `diff`."""

import json
import re
from pathlib import Path

from beta4ucs.cli.run_record import numbers_from_text
from command_line import QUICK, assert_one_sentence


def rows_of_the_test(folder):
    record = json.loads(Path(folder, "run.json").read_text(encoding="utf-8"))
    return set(numbers_from_text(record["split"]["tested"]))


def test_measures_are_of_rows_that_neither_has_learned_from(said, trained):
    quick = [word if word != "1" else "2" for word in QUICK]
    assert said("fit", "fruit.csv", *quick, "--test-size", "0.5", "--quiet", "--out", "b")[0] == 0
    shared = rows_of_the_test(trained) & rows_of_the_test("b")
    assert 0 < len(shared) < 6
    code, out, _ = said("diff", trained, "b", "fruit.csv", "--out", "page.html")
    assert code == 0
    assert f"of {len(shared)} test rows of both" in out
    assert "rules in both" in out
    assert "only in the second" in out
    assert re.search(r"^     overlaps \d+% with: IF \w+ ", out, re.MULTILINE)
    assert f"of {len(shared)} test rows of both" in Path("page.html").read_text(encoding="utf-8")


def test_without_data_only_rules(said, trained):
    code, out, _ = said("diff", trained, trained)
    assert code == 0
    assert "only in the first 0, only in the second 0" in out
    assert "accuracy" not in out


def test_a_missing_model_gets_one_sentence(said, trained):
    code, _, err = said("diff", trained, "nowhere")
    assert code != 0
    assert_one_sentence(err)
