"""The options --system and --representation, and the command `representations`."""

import json
import re
from pathlib import Path

import pytest

import beta4ucs
from beta4ucs.cli.option_values import flag_of
from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.representations import Triangle
from beta4ucs.representations.contract import kind_of
from command_line import FILES, QUICK, assert_one_sentence, contents

FUZZY_UCS = ["--system", "fuzzy-ucs"]
OWN = '''
from typing import NamedTuple

from beta4ucs.representations import random, register


@register
class AtMost(NamedTuple):
    """An upper bound."""

    mutation_step: float = 0.1

    name = "at-most"
    genes = ("high",)
    matches_crisply = True

    def support(self, gene):
        return 0.0, gene[0]

    def membership(self, gene, x):
        return 1.0 if x <= gene[0] else 0.0

    def cover(self, gene, x, rng):
        gene[0] = x + (1.0 - x) * random(rng)

    def cover_any(self, gene, x, rng):
        gene[0] = 1.0

    def mutate(self, gene, rng):
        gene[0] += self.mutation_step * (2.0 * random(rng) - 1.0)

    def repair(self, gene):
        gene[0] = min(max(gene[0], 0.0), 1.0)

    def is_more_general(self, gene, other):
        return gene[0] >= other[0]

    def is_crisp(self, gene):
        return True

    def describe(self, gene, feature):
        return feature.interval(0.0, gene[0])
'''


def system_of(name):
    return "ucs" if getattr(kind_of(name), "matches_crisply", False) else "fuzzy-ucs"


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_representation_through_all_commands(said, name):
    system = system_of(name)
    options = ["--system", system, "--representation", name]
    code, out, _ = said("fit", "fruit.csv", *QUICK, *options, "--out", "m", "--top", "1")
    assert code == 0
    assert f"{system} with {name}\n" in out
    assert "  1. IF " in out
    assert ("crisp rules" in out) == (system == "fuzzy-ucs")
    assert ("all of them vote" in out) == (system == "ucs")
    assert sorted(contents("m")) == FILES
    record = json.loads(Path("m/run.json").read_text(encoding="utf-8"))
    assert (record["system"], record["representation"]) == (system, name)
    assert set(CONDITIONS[name]) <= set(record["parameters"])
    assert said("predict", "m", "fruit.csv", "--proba")[0] == 0
    code, out, _ = said("rules", "m", "--top", "2", "--view", "researcher")
    strongest = [line.partition("  [covers ")[0] for line in out.splitlines()]
    assert strongest == [str(r) for r in beta4ucs.load("m/model.json").rules_.top(2)]


def test_flags_reach_the_representation(said):
    options = ["--representation", "Triangles", "--mutation-step", "0.05", "--flagged-dont-care"]
    options += ["--voting-threshold", "3", "--no-crispify"]
    assert said("fit", "fruit.csv", *QUICK, *FUZZY_UCS, *options, "-q", "--out", "m")[0] == 0
    model = beta4ucs.load("m/model.json")
    assert type(model) is beta4ucs.FuzzyUCSClassifier
    assert model.representation == Triangle(mutation_step=0.05, flagged_dont_care=True)
    assert (model.voting_threshold, model.crispify) == (3.0, False)
    options = ["--system", "ucs", "--learning-rate", "0.5", "--full-vote-experience", "9"]
    assert said("fit", "fruit.csv", *QUICK, *options, "-q", "--out", "n")[0] == 0
    model = beta4ucs.load("n/model.json")
    assert model.representation == "hyperrectangle"
    assert (model.learning_rate, model.full_vote_experience) == (0.5, 9.0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            "--system xcs",
            "--system must be 'evolved-rules', 'beta4-ucs', 'ucs' or 'fuzzy-ucs', got 'xcs'",
        ),
        ("--representation trangle", "no representation 'trangle'; did you mean 'triangle'"),
        (
            "--system beta4-ucs --representation triangle",
            "representation 'triangle' goes with --system fuzzy-ucs, not with beta4-ucs",
        ),
        (
            "--representation triangle",
            "representation 'triangle' goes with --system fuzzy-ucs, not with evolved-rules",
        ),
        (
            "--system beta4-ucs --representation ubr",
            "'hyperrectangle' goes with --system ucs or --system fuzzy-ucs, not with beta4-ucs",
        ),
        (
            "--system ucs --representation bell",
            "representation 'bell' goes with --system fuzzy-ucs, not with ucs",
        ),
        (
            "--system fuzzy-ucs --representation triangle --overlap-threshold 1",
            "representation 'triangle' has no --overlap-threshold; it has --mutation-step, "
            "--relative-mutation, --flagged-dont-care, --peak-tolerance",
        ),
        (
            "--system beta4-ucs --matching-threshold 0.5",
            "representation 'beta4' has no --matching-threshold",
        ),
        (
            "--system ucs --voting-threshold 5",
            "--voting-threshold goes with --system beta4-ucs or --system fuzzy-ucs, not with ucs",
        ),
        ("--system ucs --no-crispify", "--crispify goes with"),
        (
            "--system beta4-ucs --learning-rate 0.1",
            "--learning-rate goes with --system ucs, not with beta4-ucs",
        ),
        ("--system ucs --learning-rate 0", "--learning-rate must be in (0, 1], got 0.0"),
        (
            "--system ucs --representation hyperellipsoid --matching-threshold 1",
            "--matching-threshold must be in (0, 1), got 1.0",
        ),
        (
            "--system beta4-ucs --cover-range 0.001",
            "--cover-range must be in [0.005, 1000], got 0.001",
        ),
        (
            "--n-epochs 5",
            "--n-epochs goes with --system beta4-ucs, --system ucs or --system fuzzy-ucs, not "
            "with evolved-rules",
        ),
        ("--learning-rate 0.1", "--learning-rate goes with --system ucs, not with evolved-rules"),
        ("--cover-range 1", "--cover-range goes with --system beta4-ucs, --system ucs or"),
        ("--early-stopping", "--early-stopping goes with --system beta4-ucs, --system ucs or"),
        ("--feature-weights relief", "--feature-weights goes with --system beta4-ucs, --sys"),
        (
            "--system ucs --populations 5",
            "--populations goes with --system evolved-rules, not with ucs",
        ),
        ("--system beta4-ucs --size 20", "--size goes with --system evolved-rules, not with beta4"),
        ("--populations 0", "--populations must be a whole number in [1, 1000000], got 0"),
        ("--max-conditions 6", "--max-conditions must be a whole number in [1, 5], got 6"),
        (
            "--size tiny",
            "--size must be 'smallest', 'balanced', 'accurate' or a whole number in [1, 900], got "
            "'tiny'",
        ),
    ],
)
def test_options_that_do_not_go_together(said, options, words):
    code, out, error = said("fit", "fruit.csv", *options.split(), "--out", "m")
    assert (code, out) == (2, "")
    assert_one_sentence(error)
    assert words in error
    assert not Path("m").exists()


def test_representations_are_listed(said):
    code, out, _ = said("representations")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 100
    for name, rows in CONDITIONS.items():
        entry = re.search(rf"^{name} .*?\n\n", out, re.MULTILINE | re.DOTALL).group(0)
        for alias in kind_of(name).aliases:
            assert alias in entry
        assert system_of(name) in entry.splitlines()[0]
        for row in rows.values():
            words = re.escape(row.legal)
            assert re.search(rf"^ +{flag_of(row.name)[2:]} .*{words}$", entry, re.MULTILINE)


# Names of modules and representations stay known in a process: one file each.


def test_a_representation_of_ones_own(said):
    Path("at_most.py").write_text(OWN)
    options = ["--system", "ucs", "--representation", "at_most.py", "--mutation-step", "0.2"]
    code, out, _ = said("fit", "fruit.csv", *QUICK, *options, "--out", "m")
    assert code == 0
    assert "ucs with at-most" in out
    for command in (["predict", "m", "fruit.csv"], ["rules", "m"]):
        assert said(*command, "--representation", "at_most.py:AtMost")[0] == 0
    code, _, error = said("rules", "m", "--representation", "at-most")
    assert code == 2
    assert "--representation must name a Python file here, got 'at-most'" in error
    code, _, error = said("fit", "fruit.csv", *options, "--cover-range", "1")
    assert code == 2
    assert "representation 'at-most' has no --cover-range; it has --mutation-step" in error
    command = ["fit", "fruit.csv", *QUICK, "-q", "--system", "ucs", "--representation"]
    assert said(*command, "at_most.py:AtMost(mutation_step=0.3)", "--out", "n")[0] == 0
    assert json.loads(Path("n", "run.json").read_text())["parameters"]["mutation_step"] == 0.3
    code, _, error = said(*command, "at_most.py(mutation_stop=0.3)")
    assert (code, "has no 'mutation_stop'; did you mean 'mutation_step'?" in error) == (2, True)
    code, _, error = said(*command, "at_most.py(wide)")
    assert (code, "'(wide)' is not like '(width=0.3, step=0.1)'" in error) == (2, True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "there is no file 'bad.py'"),
        ("def", "'bad.py' cannot be imported (SyntaxError: invalid syntax"),
        ("import nothing_like_it", "cannot be imported (ModuleNotFoundError"),
        ("1 / 0", "cannot be imported (ZeroDivisionError"),
        ("x = 1", "'bad.py' registers no representation; decorate its class with @register"),
        (OWN.replace("def repair", "def mend"), "'bad.py': representation AtMost lacks the oper"),
    ],
)
def test_files_that_are_no_representation(said, text, words):
    if text is not None:
        Path("bad.py").write_text(text)
    code, out, error = said("fit", "fruit.csv", "--system", "ucs", "--representation", "bad.py")
    assert (code, out) == (1, "")
    assert_one_sentence(error)
    assert words in error


def test_a_class_that_the_file_does_not_have(said):
    Path("two.py").write_text(OWN + OWN.replace("AtMost", "AtAll").replace("at-most", "at-all"))
    command = ["fit", "fruit.csv", *QUICK, "--system", "ucs", "-q", "--representation"]
    code, _, error = said(*command, "two.py:AtLast")
    assert code == 1
    assert "'two.py' registers no representation 'AtLast'; did you mean" in error
    code, _, error = said(*command, "two.py")
    assert code == 1
    assert "registers several representations ('AtMost' and 'AtAll'); choose one" in error
    assert said(*command, "two.py:AtAll")[0] == 0
