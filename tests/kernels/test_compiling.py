"""Whoever compiles, from however many threads: the process is left as it was."""

import gc
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import numba
import pytest
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.functions import BaseFunction
from numba.extending import intrinsic
from numba.np import arrayobj

from beta4ucs.kernels import compiled, compiling, numba_internals, toolset

uses_internals = pytest.mark.skipif(
    toolset.tools is not numba_internals, reason="Numba is used by public means"
)
needs_compilation = pytest.mark.skipif(not compiled.is_compiled(), reason="nothing is compiled")
HERE = Path(__file__).parent
NUMBER = types.float64(types.float64)


def settings():
    """What compilation changes for a while, of the process and of Numba."""
    return {
        "folder": numba.config.CACHE_DIR,
        "collects garbage": gc.isenabled(),
        "call types": BaseFunction.get_call_type,
        "indices": arrayobj.fix_integer_index,
        "is locked": global_compiler_lock.is_locked(),
    }


def changed_since(before):
    return {name for name, value in settings().items() if value != before[name]}


def test_settings_are_put_back_after_ctrl_c(tmp_path):
    before = settings()

    def press():
        assert changed_since(before) == {"folder", "collects garbage"}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compiling.compile_into(tmp_path, press)
    assert settings() == before


def test_whoever_collects_no_garbage_goes_on_so(tmp_path):
    gc.disable()
    try:
        compiling.compile_into(tmp_path, lambda: None)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_objects_that_were_set_aside_stay_there(tmp_path):
    set_aside = [tmp_path]
    gc.freeze()
    try:
        compiling.compile_into(tmp_path, lambda: None)
        assert not any(one is set_aside for one in gc.get_objects())
    finally:
        gc.unfreeze()
    assert any(one is set_aside for one in gc.get_objects())


@uses_internals
@pytest.mark.parametrize("moment", ["types", "code"])
def test_ctrl_c_in_the_middle_leaves_nothing_behind(moment, tmp_path):
    before, seen = settings(), set()

    def press():
        seen.update(changed_since(before))
        raise KeyboardInterrupt

    @intrinsic
    def interrupted(context, value):
        if moment == "types":
            press()
        return NUMBER, lambda *_: press()

    def ask(value):
        return interrupted(value)

    ask.__module__ = compiled.__name__  # one of our own, where indices count from the start
    with pytest.raises(KeyboardInterrupt):
        compiled.compile_cached(ask, NUMBER, tmp_path, is_entry=True)
    assert settings() == before
    in_code = {"indices"} if moment == "code" else set()
    assert seen == {"folder", "collects garbage", "call types", "is locked"} | in_code


def add_three(value):
    return value + 3.0


@needs_compilation
def test_threads_that_ask_for_the_same_get_the_same(tmp_path):
    found, start = [], threading.Barrier(8)

    def ask():
        start.wait()
        found.append(compiled.compile_cached(add_three, NUMBER, tmp_path, is_entry=True))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [found[0]] * 8
    assert found[0](1.0) == 4.0


@needs_compilation
def test_functions_that_enclose_different_values_are_not_mistaken(tmp_path):
    def adding(number):
        def add(value):
            return value + number

        return compiled.compile_cached(add, NUMBER, tmp_path, is_entry=True)

    assert [adding(number)(1.0) for number in (1.0, 2.0)] == [2.0, 3.0]


EIGHT_THREADS = """
import json, sys, threading
sys.path[:0] = sys.argv[1:]
from test_compiling import settings
import numba
import same_bytes
from beta4ucs import Beta4UCSClassifier

before, digests, start = settings(), [], threading.Barrier(9)
X, y = same_bytes.numbers()

def fit():
    start.wait()
    model = Beta4UCSClassifier(n_epochs=3, random_state=1).fit(X, y)
    digests.append(same_bytes.digest(model, X))

def compile_others():  # as a program does that uses Numba itself, and a kernel of ours
    start.wait()
    from beta4ucs.kernels.arithmetic import log
    while len(digests) < 8:
        assert numba.njit(lambda x: log(x) + 1.0)(1.0) == 1.0

threads = [threading.Thread(target=task, daemon=True) for task in [fit] * 8 + [compile_others]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(1500)
print(json.dumps([settings() == before, any(t.is_alive() for t in threads), digests]))
"""


@pytest.mark.slow
@needs_compilation
def test_eight_threads_start_with_an_empty_cache(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", EIGHT_THREADS, str(HERE), str(HERE.parent)],
        env=os.environ | {"BETA4UCS_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=1800,
    )
    is_as_before, is_stuck, digests = json.loads(done.stdout)
    assert is_as_before
    assert not is_stuck
    assert len(digests) == 8
    assert len(set(digests)) == 1
    said = done.stderr.splitlines()
    assert len(said) == len(set(said)) == 3  # representation, learning, prediction: once each
