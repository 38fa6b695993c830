"""Help: fast, complete, and made from the tables."""

import re
import resource
import subprocess
import sys

import pytest

import beta4ucs
from beta4ucs.cli import hyperparameter_options
from beta4ucs.cli.app import app
from beta4ucs.cli.hyperparameter_options import CONDITION_ROWS, Hyperparameters
from beta4ucs.cli.option_groups import argument, with_groups
from beta4ucs.errors import InputError
from beta4ucs.hyperparameters import HYPERPARAMETERS, Hyperparameter
from command_line import PROGRAM


@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        *([one.callback.__name__, "--help"] for one in app.registered_commands),
        ["study", "--help"],
        ["study", "run", "--help"],
        ["study", "table", "--help"],
        ["--version"],
    ],
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
    _, text, _ = said("fit", "--help-all")
    text = " ".join(text.split())
    for name, row in {**CONDITION_ROWS, **HYPERPARAMETERS}.items():
        flag = f"--{name.replace('_', '-')}"
        if name == "verbose":
            assert flag not in text
            continue
        assert f"{flag} " in text
        assert row.meaning in text
        if row.kind in ("int", "float"):
            assert re.search(re.escape(row.legal) + r"[);]", text)
            assert re.search(rf"\[default: \(?{row.default}[;)\]]", text)


def test_help_of_fit_shows_the_options_that_matter(said):
    code, text, _ = said("fit", "--help")
    flags = re.findall(r"^  (?:-., )?(--[a-z-]+)", text, re.MULTILINE)
    assert code == 0
    assert {"--target", "--id", "--drop", "--class-weight", "--size", "--out"} < set(flags)
    assert len(flags) <= 18
    _, everything, _ = said("fit", "--help-all")
    n_all = len(re.findall(r"^  (?:-., )?(--[a-z-]+)", everything, re.MULTILINE))
    assert f"{n_all - len(flags)} more options: beta4ucs fit --help-all" in text
    assert len(said("fit", "--help")[1]) == len(text)  # what was asked once is not remembered


def test_help_says_whose_a_flag_is(said):
    _, text, _ = said("fit", "--help-all")
    text = " ".join(text.split()).replace("- ", "-")
    assert "(β; in (0, 1]; only ucs)" in text
    assert "(θ_overlap; in [0, 1]; trapezoid, rectangle-or-triangle)" in text
    assert "(0.1; 5.0 with curved-polytope; 5.0 with rectangle-or-polytope)" in text


def test_help_says_both_ranges_of_what_evolved_rules_take_less_of(said):
    """`stream` has no evolved rules, so its help says nothing of them."""
    _, text, _ = said("fit", "--help")
    text = " ".join(text.split()).replace("- ", "-")
    both = "or None for no limit; a whole number in [1, 5] with evolved-rules)"
    assert f"('auto', a whole number in [1, 1000000] {both} [default: (auto; 5 with" in text
    assert "evolved-rules" not in said("stream", "--help-all")[1]


@pytest.mark.parametrize("command", [["fit", "--help-all"], ["study", "run", "--help"]])
def test_a_cluster_is_named_by_two_flags(said, command):
    assert "--cluster, --scheduler <address>" in said(*command)[1]


def test_a_new_row_of_the_table_is_a_new_flag(monkeypatch):
    row = Hyperparameter(name="warp_speed", default=3, kind="int", high=9, meaning="How fast.")
    monkeypatch.setitem(hyperparameter_options.PANELS, "More", {"warp_speed": row})
    monkeypatch.setattr(hyperparameter_options, "LEFT_OUT", {*HYPERPARAMETERS, *CONDITION_ROWS})
    got = {}

    def plain(data: str = argument("A file.", "DATA"), *, hyperparameters: Hyperparameters) -> int:
        got[data] = hyperparameters
        return 0

    command = with_groups(plain)
    assert list(command.__signature__.parameters) == ["data", "warp_speed"]
    assert command(data="wine", warp_speed="7") == 0
    assert got == {"wine": {"warp_speed": 7}}
    with pytest.raises(
        InputError, match=re.escape("--warp-speed must be a whole number in [0, 9]")
    ):
        command(data="wine", warp_speed="10")
