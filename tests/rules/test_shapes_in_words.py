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
        ((3, 3, 0.2, 0.8), "size around 50 (mostly 34 to 66)"),  # bell
        ((30, 30, 0.2, 0.8), "size around 50 (mostly 46 to 54)"),  # narrow, however wide its ends
        ((6, 2, 0.2, 0.8), "size around 70 (mostly 57 to 77)"),  # skewed
        ((3, 3, -0.2, 0.8), "size around 30 (mostly 3 to 57)"),
        ((2, 2, -0.4, 0.8), "size around 20 (mostly below 62)"),
        ((2, 2, 0.2, 1.4), "size around 80 (mostly above 38)"),
        ((2, 2, -0.6, 1.6), "size loosely around 50"),
        ((1.001, 1.001, -0.6, 1.6), ""),  # matches everything to 0.999 or more
        ((1.125, 1.125, -0.163, 1.163), "size loosely around 50"),  # 0.9 or more everywhere
        ((1.1, 1.1, 0.2, 0.8), "size between 26 and 74 (less so from 20 to 80)"),
        ((1.1, 1.1, -0.3, 0.8), "size falling from 69 to 80"),
        ((2, 1, 0.2, 1.0), "size rising from 20"),  # slopes
        ((2, 1, 0.2, 0.8), "size rising from 20 to 80, none above"),
        ((1, 2, 0.2, 0.8), "size falling from 20 to 80, none below"),
        ((1, 2, 0.0, 0.8), "size falling to 80"),
        ((1, 2, 0.0, 1.0), "size falling throughout"),
        ((9, 1, 0.0, 1.0), "size rising from 75"),  # bent: below 75 it matches by less than 0.1
        ((1, 1.2, -0.5, 1.8), "size slightly falling throughout"),
        ((3, 3, 1.1, 1.6), "size matches nothing"),
        ((9, 9, 0.9, 2.9), "size hardly matches anything"),
    ],
)
def test_shapes_of_beta4(gene, text):
    assert said(Beta4(), gene) == text


@pytest.mark.parametrize(
    ("corners", "text"),
    [
        ((0.1, 0.2, 0.5, 0.6), "size between 20 and 50 (less so from 10 to 60)"),
        ((-0.1, 0.2, 0.5, 0.6), "size between 20 and 50 (less so elsewhere, none above 60)"),
        ((0.1, 0.2, 0.5, 1.6), "size between 20 and 50 (less so elsewhere, none below 10)"),
        ((-0.1, 0.2, 0.5, 1.2), "size between 20 and 50 (less so elsewhere)"),
        ((0.2, 0.2, 0.5, 0.6), "size between 20 and 50 (less so up to 60)"),
        ((0.2, 0.2, 0.5, 1.1), "size between 20 and 50 (less so above)"),
        ((0.1, 0.2, 0.5, 0.5), "size between 20 and 50 (less so down to 10)"),
        ((-0.1, 0.2, 0.5, 0.5), "size between 20 and 50 (less so below)"),
        ((0.195, 0.196, 0.508, 0.509), "size between 20 and 50"),
        ((0.1, 0.2, 1.0, 1.0), "size rising from 10 to 20"),
        ((-0.1, -0.1, 0.5, 0.6), "size falling from 50 to 60"),
        ((-0.1, -0.1, 0.5, 1.5), "size slightly falling from 50"),
        ((0.0, 0.995, 0.995, 1.0), "size around 99 (mostly 50 to 99)"),
        ((0.331, 0.334, 1.0, 1.0), "size rising from 33.1 to 33.4"),  # not "from 34 to 34"
        ((-99.0, 0.5, 0.5, 99.0), ""),
    ],
)
def test_trapezoids(corners, text):
    assert said(Trapezoid(), corners) == text


def test_triangles_whose_flank_never_begins():
    assert said(Triangle(), (-math.inf, 0.4, 0.7)) == "size falling from 40 to 70"
    assert said(Triangle(), (0.2, 0.4, math.inf)) == "size rising from 20 to 40"
    assert said(Triangle(), (-math.inf, 0.4, math.inf)) == ""


def test_bells_reach_everywhere_but_say_where_they_matter():
    assert said(Bell(), (0.5, 0.1)) == "size around 50 (mostly 39 to 61)"
    assert said(Bell(), (1.05, 0.1)) == "size rising from 84"
    assert said(Bell(), (0.5, 9.0)) == ""
    assert said(Bell(), (1.9, 0.1)) == "size hardly matches anything"


def test_an_ellipsoid_that_never_counts_is_silent():
    assert said(Hyperellipsoid(), (0.4, 0.1)).startswith("size around 40 (")
    assert said(Hyperellipsoid(), (0.4, 1.0)) == "size loosely around 40"
    assert said(Hyperellipsoid(), (0.4, 9.0)) == ""
    assert said(Hyperellipsoid(), (0.4, math.inf)) == ""


def test_a_constant_column_is_silent_only_if_it_does_not_matter():
    assert said(Beta4(), (1, 1, 0.2, 0.7), low=3, high=3) == ""
    assert said(Beta4(), (3, 3, 0.0, 1.0), low=3, high=3) == ""
    assert said(Beta4(), (3, 3, 0.3, 1.0), low=3, high=3) == "size around 3"
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
    if "loosely" in text or "slightly" in text:
        assert min(degrees) >= 0.5 - CLOSE
    if "matches nothing" in text:
        assert max(lowest_near(representation, gene, value) for value in range(101)) == 0.0
    if "hardly matches" in text:
        assert max(degrees) <= 0.1 + CLOSE


@PATIENT
@given(fuzzy_genes())
def test_mostly_means_at_least_half(family):
    representation, gene = family
    text = said(representation, gene)
    if "mostly" not in text:
        return
    peak, *bounds = numbers_in(text)
    for value in (peak, *bounds):
        assert highest_near(representation, gene, value) >= 0.5 - CLOSE
    step = 2.0  # the last digit, which rounding may take off, and a bit
    low, high = [bounds, [-step, bounds[-1]], [bounds[0], 100.0 + step]][
        1 if "below" in text else 2 if "above" in text else 0
    ]
    if low - step >= 0.0:
        assert lowest_near(representation, gene, low - step) <= 0.5 + CLOSE
    if high + step <= 100.0:
        assert lowest_near(representation, gene, high + step) <= 0.5 + CLOSE


@PATIENT
@given(fuzzy_genes())
def test_slopes_are_full_where_they_say_and_hardly_count_beyond(family):
    representation, gene = family
    text = said(representation, gene)
    if "rising" not in text and "falling" not in text:
        return
    numbers = numbers_in(text)
    if "rising" in text:
        foot = numbers[0] if "from" in text else None
        top = numbers[-1] if " to " in text else None
    else:
        foot = numbers[-1] if " to " in text else None
        top = numbers[0] if "from" in text else None
    beyond = -1.0 if "rising" in text else 1.0
    flank = abs(foot - top) if foot is not None and top is not None else 100.0
    if top is not None and "none" not in text:
        assert highest_near(representation, gene, top) >= 0.9 - CLOSE
        assert highest_near(representation, gene, top - 5.0 * beyond) >= 0.9 - CLOSE
    if foot is not None:  # rounded towards the top by at most a tenth of the flank
        outside = foot + beyond * 0.12 * flank
        if 0.0 <= outside <= 100.0:
            assert lowest_near(representation, gene, outside) <= 0.1 + CLOSE
    if "none above" in text and numbers[-1] + 1.1 <= 100.0:
        assert lowest_near(representation, gene, numbers[-1] + 1.1) == 0.0
    if "none below" in text and numbers[0] - 1.1 >= 0.0:
        assert lowest_near(representation, gene, numbers[0] - 1.1) == 0.0


@PATIENT
@given(fuzzy_genes((Beta4, Trapezoid)))
def test_between_means_as_good_as_full(family):
    representation, gene = family
    text = said(representation, gene)
    if "between" not in text:
        return
    first, last, *reach = numbers_in(text)
    assert first <= last
    for value in np.linspace(first, last, 5):
        assert highest_near(representation, gene, value) >= 0.9 - CLOSE
    if "less so from" in text and len(reach) == 2:
        assert reach[0] <= first
        assert last <= reach[1]
        for value in (reach[0] - 1.1, reach[1] + 1.1):
            if 0.0 <= value <= 100.0:
                assert lowest_near(representation, gene, value) == 0.0
