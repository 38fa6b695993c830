"""What rules list of a column, for the naive trainer: plain Python sets of values.

Values are numbered from 0. Behind the last named one comes a number that stands for any other. A
set that has every named value has that number too; it is open. A code of -1 is in every set.
"""

from itertools import accumulate
from typing import NamedTuple

FARTHEST = 0.1  # of all values: how far mutation reaches beyond the one it draws
MOST_DRAWS = 20  # for each condition that a rule may have, until enough features are found


class Part(NamedTuple):
    """What a rule lists: values of a category, or whether a number is known."""

    feature: int
    n_values: int
    is_numeric: bool

    @property
    def everything(self):
        return frozenset(range(self.n_values + 1))

    def tidy(self, values):
        """All named values make an open set, and nothing else does."""
        named = values & frozenset(range(self.n_values))
        return self.everything if len(named) == self.n_values else named

    def cover(self, code, stream):
        """The code and its neighbours: to both sides, up to a drawn share of all values."""
        if not 0 <= code < self.n_values:
            return self.everything
        draw = stream.random()
        return self.tidy(self.around(code, draw * (2.0 - draw)))

    def around(self, value, share):
        """The value, and those less than a share of all values away from it."""
        reach = share * self.n_values
        near = [other for other in range(self.n_values) if abs(other - value) < reach]
        return frozenset([value, *near])

    def cross(self, one, other, coins, *, swaps_whole):
        """Exchange membership of single values, or of all; no set may end up empty."""
        swapped = {value for value in self.everything if coins >> (0 if swaps_whole else value) & 1}
        first = self.tidy(frozenset((one - swapped) | (other & swapped)))
        second = self.tidy(frozenset((other - swapped) | (one & swapped)))
        return (first, second) if first and second else (one, other)

    def mutate(self, values, stream):
        """Take a value in, with its neighbours, or take them out; no set may end up empty."""
        value = stream.below(self.n_values)
        changed = self.around(value, stream.random() * FARTHEST)
        after = values - changed if value in values else values | changed
        return self.tidy(after) or values


def holds(values, code):
    return code == -1 or code in values


def as_bits(values):
    return sum(2**value for value in values)


# ------------------------------------------------------------------ features


def shares_of(weights, n_features):
    """Weights with mean 1."""
    if weights is None:
        return [1.0] * n_features
    return [weight / (sum(weights) / n_features) for weight in weights]


def between_0_and_1(number):
    return min(1.0, max(0.0, number))


class Features:
    """How readily rules ask about each feature."""

    def __init__(self, n_features, dont_care_rate, mutation_rate, parts, weights):
        self.n, self.parts = n_features, parts
        self.part_of = {part.feature: i for i, part in enumerate(parts)}
        self.categories = {part.feature for part in parts if not part.is_numeric}
        self.shares = shares_of(weights, n_features)
        self.dont_care = [dont_care_rate] * n_features
        if weights is not None:
            self.dont_care = [
                between_0_and_1(1.0 - (1.0 - dont_care_rate) * share) for share in self.shares
            ]
        self.rates = [between_0_and_1(mutation_rate * share) for share in self.shares]
        self.gene_rates = [
            0.0 if feature in self.categories else rate for feature, rate in enumerate(self.rates)
        ]
        self.gene_rates.append(mutation_rate)  # of the genes that belong to the whole rule

    def draw(self, stream):
        """One feature, by its share."""
        ends = list(accumulate(self.shares))
        mark = stream.random() * ends[-1]
        return next((i for i, end in enumerate(ends) if mark < end), self.n - 1)

    def choose(self, most, stream):
        """Features that a new rule asks about: 1 to `most`, as a chance of 0 to leave them open."""
        wanted, chosen = 1 + stream.below(most), set()
        for _ in range(MOST_DRAWS * most):
            chosen.add(self.draw(stream))
            if len(chosen) == wanted:
                break
        return [0.0 if feature in chosen else 1.0 for feature in range(self.n)]


# ------------------------------------------------------------------ rows


class Schedule:
    """The rows of an epoch, each as often as it weighs."""

    def __init__(self, n_rows, weights):
        self.weights = [1.0] * n_rows if weights is None else [float(w) for w in weights]
        self.is_drawn = any(weight != int(weight) for weight in self.weights)

    def rows(self, stream):
        """Whole weights: repeated rows. Else points at equal distances on the summed weights."""
        if not self.is_drawn:
            return [row for row, weight in enumerate(self.weights) for _ in range(int(weight))]
        ends = list(accumulate(self.weights))
        n = max(1, round(ends[-1]))
        distance = ends[-1] / n
        points = accumulate([distance] * (n - 1), initial=stream.random() * distance)
        last = len(ends) - 1
        return [next((i for i, end in enumerate(ends) if point < end), last) for point in points]
