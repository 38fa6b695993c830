"""The commands `rules`, `representations` and `datasets`."""

import csv
import json
import re
from pathlib import Path

import beta4ucs
from beta4ucs.representations import Hyperrectangle
from command_line import (
    PROGRAM,
    QUICK,
    on_a_terminal,
)


def test_rules_in_three_forms(said, trained):
    model = beta4ucs.load(trained / "model.json")
    code, out, _ = said("rules", trained, "--top", "3", "--view", "researcher")
    assert code == 0
    strongest = [line.partition("  [covers ")[0] for line in out.splitlines()]
    assert strongest == [str(rule) for rule in model.rules_.top(3)]
    assert len(said("rules", trained)[1].splitlines()) == min(10, model.n_rules_)
    _, out, _ = said("rules", trained, "--format", "csv")
    assert len(list(csv.DictReader(out.splitlines()))) == model.n_rules_
    _, out, _ = said("rules", trained, "--format", "json", "--top", "2", "--view", "researcher")
    assert [rule["rule"] for rule in json.loads(out)] == [r.text for r in model.rules_.top(2)]


def test_rules_are_wrapped_on_a_terminal(trained):
    screen = on_a_terminal([*PROGRAM, "rules", str(trained), "--top", "2"])
    assert "best first" in screen
    assert "  2. IF " in screen
    assert max(map(len, screen.replace("\r", "").split("\n"))) <= 80


def test_a_representation_needs_no_aliases(said, monkeypatch):
    monkeypatch.delattr(Hyperrectangle, "aliases")
    assert "\nhyperrectangle: ucs, fuzzy-ucs\n" in said("representations")[1]


def test_datasets_are_listed(said, monkeypatch):
    code, out, _ = said("datasets")
    assert code == 0
    assert re.search(r"^wne +wine +178 +13 +3 +built in$", out, re.MULTILINE)
    assert re.search(r"^cae .* file needed$", out, re.MULTILINE)
    assert re.search(r"^hcl +horse-colic +368 +27 \(19\) +2 ", out, re.MULTILINE)
    assert max(map(len, out.splitlines())) <= 80
    rows = ["20,0,1,2,0,0", "30,1,0,1,0,1"] * 20
    Path("caesarian.csv").write_text("\n".join(rows) + "\n")
    assert re.search(r"cae .* in the folder\n", said("datasets", "--data-dir", ".")[1])
    monkeypatch.setenv("BETA4UCS_DATA", ".")
    assert re.search(r"cae .* in the folder\n", said("datasets")[1])
    code, out, _ = said("fit", "cae", *QUICK)
    assert code == 0
    assert "caesarian: 40 rows" in out
