"""A small population of all kinds of rules, shared by these tests."""

import numpy as np
import pytest

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.representations import Beta4
from beta4ucs.rules import RuleSet

ANY = (1, 1, 0, 1)
SCALING = UnitScaling(low=np.array([11.0, 0.5, 7.0]), high=np.array([15.0, 1.5, 7.0]))
NAMES = ("alcohol", "hue", "bottle")
CLASSES = np.array(["class_0", "class_1"])


def arrays_of(*rules):
    """Arrays from (genes, label, fitness, experience, numerosity)."""
    genes, label, fitness, experience, numerosity = zip(*rules, strict=True)
    n = len(rules)
    return RuleArrays(
        genes=np.array(genes, dtype=np.float64),
        label=np.array(label),
        fitness=np.array(fitness, dtype=np.float64),
        experience=np.array(experience, dtype=np.float64),
        numerosity=np.array(numerosity),
        set_size=np.full(n, 12.5),
        time_stamp=np.zeros(n, dtype=np.int64),
        mass=np.zeros((n, 2)),
        sets=np.zeros((n, 0), dtype=np.int64),
    )


POPULATION = arrays_of(
    ([ANY, ANY, ANY], 0, 0.4, 500, 1),
    ([(1, 1, 0.25, 0.75), (3, 3, 0.1, 0.9), ANY], 1, 0.99, 312.4, 7),  # strongest
    ([(1, 1, -0.5, 0.5), ANY, (1, 1, 0.4, 0.9)], 0, 1.0, 80, 3),
    ([(1, 1, 0.5, 1.5), ANY, ANY], 1, 1.0, 10, 90),  # too young to vote
    ([(1, 2, 0.5, 1.5), ANY, ANY], 1, -0.5, 60, 2),
    ([(1, 1, 0.5, 1.5), ANY, ANY], 0, 1.0, 90, 3),
)


def votes_of(population):
    """Votes as in Fuzzy-UCS: rules with an experience of 10 or less have none."""
    votes = population.fitness * population.numerosity
    return np.where(population.experience > 10, votes, np.nan)


def rule_set(population=POPULATION, representation=None, names=NAMES, classes=CLASSES):
    representation = Beta4() if representation is None else representation
    votes = votes_of(population)
    return RuleSet(population, representation, SCALING, names, classes, votes)


@pytest.fixture
def rules():
    return rule_set()


@pytest.fixture
def population():
    return POPULATION


@pytest.fixture
def make_rules():
    """Rule sets from other arrays, representations, names or classes."""
    return rule_set


@pytest.fixture
def make_arrays():
    """Arrays from (genes, label, fitness, experience, numerosity)."""
    return arrays_of
