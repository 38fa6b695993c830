"""With or without Numba's internals: the same models, and a sentence where they are missing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from beta4ucs.errors import InputError
from beta4ucs.kernels import numba_internals, plain_numba, toolset
from beta4ucs.kernels.arithmetic import log

TESTS = Path(__file__).parent.parent
NAME_GONE = "import numba.core.typed_passes as passes; del passes.NopythonRewrites"
# What a later Numba might do, and how the sentence about it begins.
CHANGES = {
    "a name is gone": (NAME_GONE, "ImportError: cannot import name 'NopythonRewrites'"),
    "a method is gone": (
        "from llvmlite.binding import ModulePassManager as manager\n"
        "del next(c for c in manager.__mro__ if 'add_sroa_pass' in vars(c)).add_sroa_pass",
        "'ModulePassManager' object has no attribute 'add_sroa_pass'",
    ),
    "a hook gives other results": (
        "from beta4ucs.kernels.numba_internals.pipelines import IN_PLACE\n"
        "IN_PLACE[max, 2] = IN_PLACE[min, 2]",
        "RuntimeError: a sum in a test kernel came out as 12.5 instead of 18.5",
    ),
}
ANNOUNCE_TWO = """
from beta4ucs.kernels import compiled
from beta4ucs.kernels.arithmetic import log
for what in ("one thing", "another"):
    compiled.announce_compilation(compiled.kernel_folder(), what, what)
print(compiled.kernel_folder().name, log(8.0).hex())
"""
# Crisp rules and learned votes; `same_bytes` has all systems.
MODELS = """
import json
import same_bytes
from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier
from beta4ucs.kernels.toolset import why_plain
X, y = same_bytes.numbers()
crisp = Beta4UCSClassifier(n_epochs=100, max_rules=200, random_state=5).fit(X, y)
assert crisp.history_["crispifications"][-1] > 0
X, y = same_bytes.mixed(2)
voting = EvolvedRulesClassifier(n_populations=2, random_state=1).fit(X, y)
print(json.dumps({
    "why_plain": why_plain,
    "crisp": same_bytes.digest(crisp, same_bytes.numbers()[0]),
    "learned votes": voting.predict_proba(X).tobytes().hex(),
}))
"""


def run(code, *arguments, **environment):
    """Run Python code in a process of its own; return what it prints and what it says."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | {"NUMBA_DISABLE_JIT": "0", toolset.PLAIN_VARIABLE: "0"} | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=3600,
    )
    return done.stdout, done.stderr


def test_known_releases_of_numba_have_the_internals():
    is_plain = os.environ.get(toolset.PLAIN_VARIABLE, "0") != "0" or not toolset.is_compiled()
    assert toolset.why_plain == ""
    assert toolset.tools is (plain_numba if is_plain else numba_internals)


def test_both_sets_of_tools_offer_the_same():
    assert all(hasattr(plain_numba, name) for name in numba_internals.__all__)


@pytest.mark.parametrize("change", CHANGES)
def test_where_an_internal_has_changed_one_sentence_says_so(change, tmp_path):
    code, reason = CHANGES[change]
    printed, said = run(f"{code}\n{ANNOUNCE_TWO}", BETA4UCS_CACHE_DIR=str(tmp_path))
    folder, value = printed.split()
    lines = said.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(f"beta4ucs: Numba {numba.__version__} differs inside from what")
    assert reason in lines[0]
    assert lines[1:] == [
        f"beta4ucs: compiling {what} for this machine (once)" for what in ("one thing", "another")
    ]
    assert folder.startswith(toolset.PLAIN_FOLDER)
    assert value == log(8.0).hex()


def test_who_asks_for_plain_numba_gets_it_without_a_word(tmp_path):
    environment = {"BETA4UCS_CACHE_DIR": str(tmp_path), toolset.PLAIN_VARIABLE: "1"}
    printed, said = run(ANNOUNCE_TWO, **environment)
    assert printed.startswith(toolset.PLAIN_FOLDER)
    assert "differs inside" not in said


def test_the_self_check_runs_once_per_cache_folder(tmp_path):
    change, reason = CHANGES["a hook gives other results"]
    environment = {"BETA4UCS_CACHE_DIR": str(tmp_path)}
    run(ANNOUNCE_TWO, **environment)  # passes, and is not asked again
    printed, said = run(f"{change}\n{ANNOUNCE_TWO}", **environment)
    assert printed.startswith(f"{toolset.FOLDER}-")
    assert reason not in said


@pytest.mark.skipif(
    os.environ.get(toolset.PLAIN_VARIABLE, "0") == "0",
    reason="compiles for minutes; nox -s fallback has the kernels",
)
def test_models_are_the_same_where_an_internal_is_missing():
    environment = {"PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    usual = json.loads(run(MODELS, **environment)[0])
    fallen_back = json.loads(run(f"{NAME_GONE}\n{MODELS}", **environment)[0])
    assert usual.pop("why_plain") == ""
    assert "NopythonRewrites" in fallen_back.pop("why_plain")
    assert fallen_back == usual


@pytest.mark.parametrize("version", ["0.57.1", "0.62.1", "0.9"])
def test_a_numba_that_is_too_old_is_named(version):
    with pytest.raises(InputError) as error:
        toolset.refuse_old_numba(version)
    assert str(error.value) == (
        f"Numba 0.63 or newer is needed, and this is Numba {version}; "
        "'pip install --upgrade numba' brings a newer one"
    )


def test_the_command_line_names_a_numba_that_is_too_old(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("a,class\n" + "".join(f"{i % 7},{i % 2}\n" for i in range(20)))
    code = (
        "import sys, numba; numba.__version__ = '0.62.1'\n"
        "from beta4ucs.cli import main; sys.argv[0] = 'beta4ucs'; sys.exit(main())"
    )
    with pytest.raises(subprocess.CalledProcessError) as error:
        run(code, "fit", str(table), "--target", "class")
    assert error.value.stderr.splitlines() == [
        "beta4ucs: Numba 0.63 or newer is needed, and this is Numba 0.62.1; "
        "'pip install --upgrade numba' brings a newer one"
    ]


@pytest.mark.parametrize("version", ["0.63.0", "0.63.0rc1", "0.68.1", "1.0", "1.0.0dev0+3.g1"])
def test_a_numba_that_is_new_enough_is_taken(version):
    toolset.refuse_old_numba(version)
