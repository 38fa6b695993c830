"""The random stream of the kernels is SplitMix64."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import beta4ucs
from beta4ucs.kernels.random import below, new_stream, next_bits, random, uniform
from oracle import Stream

WORD = 2**64
PATIENT = settings(deadline=None)  # the first call compiles
SEEDS = st.integers(0, WORD - 1)
# First outputs for seed 0, as published with the reference implementation of SplitMix64.
KNOWN = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def draw_bits(rng):
    """The next word, without a sign."""
    return int(next_bits(rng)) % WORD


def seed_before(word):
    """The seed whose first word is the given one: SplitMix64 run backwards."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        shifted = word
        for _ in range(64 // shift):
            shifted = word ^ (shifted >> shift)
        word = shifted * pow(factor, -1, WORD) % WORD
    return (word - 0x9E3779B97F4A7C15) % WORD


def test_the_published_vector():
    rng = new_stream(0)
    assert [draw_bits(rng) for _ in KNOWN] == KNOWN


def test_the_naive_stream_knows_the_published_vector_too():
    stream = Stream(0)
    assert [stream.bits() for _ in KNOWN] == KNOWN


@PATIENT
@given(SEEDS)
def test_words_equal_the_naive_stream(seed):
    rng, stream = new_stream(seed), Stream(seed)
    assert [draw_bits(rng) for _ in range(50)] == [stream.bits() for _ in range(50)]
    assert int(rng[0]) == stream.state


@PATIENT
@given(SEEDS, st.floats(-2, 2), st.floats(-2, 2), st.integers(1, 10**6))
def test_numbers_equal_the_naive_stream(seed, low, high, n):
    rng, stream = new_stream(seed), Stream(seed)
    for _ in range(10):
        assert random(rng) == stream.random()
        assert uniform(rng, low, high) == stream.uniform(low, high)
        assert below(rng, n) == stream.below(n)


@pytest.mark.parametrize(("word", "number"), [(0, 0.0), (WORD - 1, 1.0 - 2.0**-53)])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 1000, 2**31 - 1, 2**53])
def test_the_ends_of_the_range(word, number, n):
    seed = seed_before(word)
    assert draw_bits(new_stream(seed)) == word
    assert random(new_stream(seed)) == number
    assert below(new_stream(seed), n) == (n - 1 if number else 0)


@pytest.mark.parametrize("seed", [-1, WORD, 2 * WORD + 5])
def test_seeds_are_taken_modulo_a_word(seed):
    assert int(new_stream(seed)[0]) == seed % WORD


def test_streams_do_not_share_their_state():
    one, other = new_stream(1), new_stream(1)
    random(one)
    assert random(one) != random(other)


def test_without_compilation_the_stream_is_the_same():
    script = (
        "import json\n"
        "from beta4ucs.kernels.random import *\n"
        "rng = new_stream(2**64 - 7)\n"
        "print(json.dumps([f(rng) for _ in range(200) for f in"
        " (next_bits, random, lambda r: uniform(r, -0.1, 0.3), lambda r: below(r, 17))]))"
    )
    said = subprocess.run(
        [sys.executable, "-c", script],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": str(Path(beta4ucs.__file__).parents[1]),
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rng, expected = new_stream(2**64 - 7), []
    for _ in range(200):
        expected += [next_bits(rng), random(rng), uniform(rng, -0.1, 0.3), below(rng, 17)]
    assert json.loads(said) == expected
