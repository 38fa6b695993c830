"""Fuzzy sets named by their shape: examples, and laws that hold for every gene of every family."""

import math
import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.representations import (
    Bell,
    Beta4,
    Hyperellipsoid,
    RectangleOrTriangle,
    Trapezoid,
    Triangle,
)
from beta4ucs.representations.trial import plain_twin
from beta4ucs.rules.wording import FeatureWords

place = st.integers(-500, 1500).map(lambda number: number / 1000)
shape = st.one_of(st.just(1.0), st.floats(1.0, 1.5), st.floats(1.0, 60.0))


def words(low=0.0, high=100.0, name="size"):
    return FeatureWords(name, UnitScaling(np.array([float(low)]), np.array([float(high)])), 0)


def said(representation, gene, **range_):
    return representation.describe(np.array(gene, dtype=np.float64), words(**range_))


@pytest.mark.parametrize(
    ("gene", "text"),
    [
        ((1, 1, 0.2, 0.6), "size in [20, 60]"),
        ((1, 1, -0.1, 1.2), ""),
        ((3, 3, 0.2, 0.8), "size about 34 to 66, best 50"),  # bell
        ((30, 30, 0.2, 0.8), "size about 46 to 54, best 50"),  # narrow, however wide its ends
        ((6, 2, 0.2, 0.8), "size about 57 to 77, best 70"),  # skewed
        ((3, 3, -0.2, 0.8), "size about 3 to 57, best 30"),
        ((2, 2, -0.4, 0.8), "size about 62 or less, best 20"),
        ((2, 2, 0.2, 1.4), "size about 38 or more, best 80"),
        ((2, 2, -0.6, 1.6), "size preferably 50"),
        ((1.001, 1.001, -0.6, 1.6), ""),  # matches everything to 0.999 or more
        ((1.125, 1.125, -0.163, 1.163), "size preferably 50"),  # 0.9 or more everywhere
        ((1.1, 1.1, 0.2, 0.8), "size about 21 to 79, best 26 to 74"),
        ((1.1, 1.1, -0.3, 0.8), "size about 79 or less, best 69 or less"),
        ((2, 1, 0.2, 1.0), "size about 60 or more, best 100"),  # slopes
        ((2, 1, 0.2, 0.8), "size about 50 to 80, best 80"),
        ((1, 2, 0.2, 0.8), "size about 20 to 50, best 20"),
        ((1, 2, 0.0, 0.8), "size about 40 or less, best 0"),
        ((1, 2, 0.0, 1.0), "size about 50 or less, best 0"),
        ((9, 1, 0.0, 1.0), "size about 92 or more, best 100"),  # bent
        ((1, 1.2, -0.5, 1.8), "size preferably 0"),
        ((3, 3, 1.1, 1.6), "size matches nothing"),
        ((9, 9, 0.9, 2.9), "size hardly matches anything"),
        ((3, 3, 0.9, 1.9), "size slightly about 99 or more, best 100"),
    ],
)
def test_shapes_of_beta4(gene, text):
    assert said(Beta4(), gene) == text


@pytest.mark.parametrize(
    ("corners", "text"),
    [
        ((0.1, 0.2, 0.5, 0.6), "size about 15 to 55, best 20 to 50"),
        ((-0.1, 0.2, 0.5, 0.6), "size about 5 to 55, best 20 to 50"),
        ((0.1, 0.2, 0.5, 1.6), "size about 15 or more, best 20 to 50"),
        ((-0.1, 0.2, 0.5, 1.2), "size about 5 to 85, best 20 to 50"),
        ((0.2, 0.2, 0.5, 0.6), "size about 20 to 55, best 20 to 50"),
        ((0.2, 0.2, 0.5, 1.1), "size about 20 to 80, best 20 to 50"),
        ((0.1, 0.2, 0.5, 0.5), "size about 15 to 50, best 20 to 50"),
        ((-0.1, 0.2, 0.5, 0.5), "size about 5 to 50, best 20 to 50"),
        ((0.195, 0.196, 0.508, 0.509), "size about 20 to 50"),
        ((0.1, 0.2, 1.0, 1.0), "size about 15 or more, best 20 or more"),
        ((-0.1, -0.1, 0.5, 0.6), "size about 55 or less, best 50 or less"),
        ((-0.1, -0.1, 0.5, 1.5), "size preferably 50 or less"),
        ((0.0, 0.995, 0.995, 1.0), "size about 50 to 99, best 99"),
        ((0.331, 0.334, 1.0, 1.0), "size about 34 or more"),
        ((-99.0, 0.5, 0.5, 99.0), ""),
    ],
)
def test_trapezoids(corners, text):
    assert said(Trapezoid(), corners) == text


def test_triangles_whose_flank_never_begins():
    assert said(Triangle(), (-math.inf, 0.4, 0.7)) == "size about 55 or less, best 40 or less"
    assert said(Triangle(), (0.2, 0.4, math.inf)) == "size about 30 or more, best 40 or more"
    assert said(Triangle(), (-math.inf, 0.4, math.inf)) == ""


def test_bells_reach_everywhere_but_say_where_they_matter():
    assert said(Bell(), (0.5, 0.1)) == "size about 39 to 61, best 50"
    assert said(Bell(), (1.05, 0.1)) == "size about 94 or more, best 100"
    assert said(Bell(), (0.5, 9.0)) == ""
    assert said(Bell(), (1.9, 0.1)) == "size hardly matches anything"


def test_an_ellipsoid_that_never_counts_is_silent():
    assert said(Hyperellipsoid(), (0.4, 0.1)).endswith(", best 40")
    assert said(Hyperellipsoid(), (0.4, 1.0)) == "size preferably 40"
    assert said(Hyperellipsoid(), (0.4, 9.0)) == ""
    assert said(Hyperellipsoid(), (0.4, math.inf)) == ""


def test_a_constant_column_is_silent_only_if_it_does_not_matter():
    assert said(Beta4(), (1, 1, 0.2, 0.7), low=3, high=3) == ""
    assert said(Beta4(), (3, 3, 0.0, 1.0), low=3, high=3) == ""
    assert said(Beta4(), (3, 3, 0.3, 1.0), low=3, high=3) == "size about 3"
    assert said(Beta4(), (9, 9, 0.45, 2.0), low=3, high=3) == "size hardly matches anything"
    assert said(Beta4(), (3, 3, 0.6, 1.0), low=3, high=3) == "size matches nothing"


# ---- laws ------------------------------------------------------------------------------------


@st.composite
def fuzzy_genes(draw, families=(Beta4, Trapezoid, Triangle, Bell, RectangleOrTriangle)):
    """A representation and one of its genes, as they are after repair."""
    a, b, c, d = sorted(draw(st.lists(place, min_size=4, max_size=4)))
    assume(d - a > 0.02)
    family = draw(st.sampled_from(families))
    gene = {
        Beta4: [draw(shape), draw(shape), a, d],
        Trapezoid: [a, b, c, d],
        Triangle: [a, b, d],
        Bell: [b, d - a],
        RectangleOrTriangle: [b, d - a, 1.0],
    }
    return family(), gene[family]


def degrees_near(representation, gene, value):
    """Lowest and highest membership at a value, give or take what floats cannot tell."""
    twin = plain_twin(type(representation).membership, {})
    units = (min(1.0, max(0.0, value / 100.0 + step)) for step in (-1e-9, 0.0, 1e-9))
    degrees = [float(twin(representation, gene, unit)) for unit in units]
    return min(degrees), max(degrees)


def lowest_near(representation, gene, value):
    return degrees_near(representation, gene, value)[0]


def highest_near(representation, gene, value):
    return degrees_near(representation, gene, value)[1]


PATIENT = settings(max_examples=300, deadline=None)


def numbers_in(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-\d+)?", text)]


CLOSE = 1e-6


@PATIENT
@given(fuzzy_genes())
def test_a_silent_condition_hardly_counts(family):
    representation, gene = family
    degrees = [highest_near(representation, gene, value) for value in range(101)]
    text = said(representation, gene)
    if text == "":
        assert min(degrees) >= 0.99 - CLOSE
    if "preferably" in text:
        assert min(degrees) >= 0.5 - CLOSE
    if "slightly" in text:
        lowest = [lowest_near(representation, gene, value) for value in range(101)]
        assert max(lowest) <= 0.5 + CLOSE
    if "matches nothing" in text:
        assert max(lowest_near(representation, gene, value) for value in range(101)) == 0.0
    if "hardly matches" in text:
        assert max(degrees) <= 0.1 + CLOSE


def stretch(text):
    """The two ends of "15 to 55", "60 or more", "20 or less" or "50"."""
    numbers = numbers_in(text)
    if "or more" in text:
        return numbers[0], 100.0
    if "or less" in text:
        return 0.0, numbers[0]
    return numbers[0], numbers[-1]


@PATIENT
@given(fuzzy_genes())
def test_about_means_at_least_half(family):
    representation, gene = family
    text = said(representation, gene)
    if " about " not in text or "slightly" in text:
        return
    low, high = stretch(text.partition(", best ")[0])
    for value in np.linspace(low, high, 5):
        assert highest_near(representation, gene, value) >= 0.5 - CLOSE
    step = 2.0  # the last digit, which rounding may take off, and a bit
    if low - step >= 0.0:
        assert lowest_near(representation, gene, low - step) <= 0.5 + CLOSE
    if high + step <= 100.0:
        assert lowest_near(representation, gene, high + step) <= 0.5 + CLOSE


@PATIENT
@given(fuzzy_genes())
def test_best_is_as_good_as_it_gets(family):
    representation, gene = family
    text = said(representation, gene)
    _, _, best = text.partition(", best ")
    best = best or text.partition(" preferably ")[2]
    if not best:
        return
    first, last = stretch(best)
    tops = [highest_near(representation, gene, value) for value in np.linspace(0.0, 100.0, 201)]
    if first < last:
        for value in np.linspace(first, last, 5):
            assert highest_near(representation, gene, value) >= 0.9 - CLOSE
    else:  # a peak between two printed numbers: one of its neighbours does better
        near = [highest_near(representation, gene, first + step) for step in (-1.0, 0.0, 1.0)]
        assert max(near) >= 0.9 * max(tops) - CLOSE or max(tops) - max(near) < 0.3
