"""exp and log of the kernels against those of the C library."""

import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import beta4ucs
from beta4ucs.kernels.arithmetic import LOG_OF_SMALLEST, SMALLEST_NORMAL, exp, log

PATIENT = settings(deadline=None)  # the first call compiles
TOLERANCE = 2e-15  # relative
NORMAL = st.floats(SMALLEST_NORMAL, sys.float_info.max)


def are_close(value, expected):
    return abs(value - expected) <= TOLERANCE * abs(expected)


@PATIENT
@given(NORMAL)
@example(SMALLEST_NORMAL)
@example(sys.float_info.max)
@example(math.sqrt(0.5))
@example(math.nextafter(math.sqrt(0.5), 0.0))
@example(math.sqrt(2.0))
def test_log_of_any_normal_number(value):
    assert are_close(log(value), math.log(value))


@PATIENT
@given(st.floats(0.5, 2.0))
@example(math.nextafter(1.0, 0.0))
@example(math.nextafter(1.0, 2.0))
def test_log_near_one(value):
    """Relative to a result near zero."""
    assert are_close(log(value), math.log(value))


def test_log_over_a_grid():
    values = np.concatenate(
        [
            np.logspace(-307, 308, 20_011),
            np.linspace(0.4, 2.6, 20_011),
            2.0 ** np.arange(-1022, 1024),
        ]
    )
    worst = max(abs(log(v) - math.log(v)) / (abs(math.log(v)) or 1.0) for v in values.tolist())
    assert worst <= TOLERANCE


def test_log_of_one_is_zero():
    assert log(1.0) == 0.0


@pytest.mark.parametrize(
    "value",
    [0.0, -0.0, -1e-300, -1.0, -math.inf, math.nan, 5e-324, math.nextafter(SMALLEST_NORMAL, 0.0)],
)
def test_log_of_no_positive_normal_number_is_minus_infinity(value):
    assert log(value) == -math.inf


@PATIENT
@given(st.floats(LOG_OF_SMALLEST, 700.0, exclude_min=True))
@example(math.nextafter(LOG_OF_SMALLEST, 0.0))
@example(700.0)
@example(0.5 * math.log(2.0))
@example(-0.5 * math.log(2.0))
@example(5e-324)
def test_exp_of_any_number_in_range(value):
    assert are_close(exp(value), math.exp(value))


def test_exp_over_a_grid():
    values = np.concatenate([np.linspace(-707.99, 700.0, 40_009), np.linspace(-2.0, 2.0, 20_011)])
    worst = max(abs(exp(v) - math.exp(v)) / math.exp(v) for v in values.tolist())
    assert worst <= TOLERANCE


@pytest.mark.parametrize("value", [LOG_OF_SMALLEST, -708.1, -745.0, -1e6, -1e308, -math.inf])
def test_exp_of_what_would_be_subnormal_is_zero(value):
    assert exp(value) == 0.0


def test_exp_of_zero_is_one():
    assert exp(0.0) == exp(-0.0) == 1.0


@PATIENT
@given(st.floats(1e-300, 1e300))
def test_exp_undoes_log(value):
    """The logarithm is rounded, and exp makes an absolute error of its input a relative one."""
    assert abs(exp(log(value)) / value - 1.0) <= 2e-16 * abs(math.log(value)) + 2e-15


def test_without_compilation_the_bits_are_the_same(tmp_path):
    generator = np.random.default_rng(1)
    values = np.concatenate(
        [
            10.0 ** generator.uniform(-308, 308, 2000),
            generator.uniform(0.5, 2.0, 2000),
            [0.0, -1.0, 5e-324, SMALLEST_NORMAL, sys.float_info.max],
        ]
    )
    powers = np.concatenate([generator.uniform(-750, 700, 3000), [0.0, LOG_OF_SMALLEST, -1e300]])
    np.savez(tmp_path / "given.npz", values=values, powers=powers)
    script = (
        "import sys, numpy as np\n"
        "from beta4ucs.kernels.arithmetic import exp, log\n"
        "given = np.load(sys.argv[1])\n"
        "np.savez(sys.argv[2], logs=[log(v) for v in given['values'].tolist()],"
        " exps=[exp(v) for v in given['powers'].tolist()])"
    )
    subprocess.run(
        [sys.executable, "-c", script, tmp_path / "given.npz", tmp_path / "found.npz"],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": str(Path(beta4ucs.__file__).parents[1]),
        },
        check=True,
    )
    with np.load(tmp_path / "found.npz") as found:
        assert found["logs"].tobytes() == np.array([log(v) for v in values.tolist()]).tobytes()
        assert found["exps"].tobytes() == np.array([exp(v) for v in powers.tolist()]).tobytes()
