"""What a search for changes needs to know of the rules: votes, and where each rule matches."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from beta4ucs.explanation.rule_matcher import RuleMatcher
from beta4ucs.rules import RuleSet
from beta4ucs.rules.matching import voter_of
from beta4ucs.voting.votes import lead_of

SAMPLES = 33  # places of a feature at which conditions are looked at
HALF = 0.5  # of the best degree: the core of a condition

_known: WeakKeyDictionary[RuleSet, RuleRegions] = WeakKeyDictionary()


class RuleRegions:
    """Votes of rows as in `RawRows.raw`, and the places of the voting rules on the unit scale.

    Attributes
    ----------
    lead : ndarray of shape (n_rules, n_classes)
        By how much each rule favours each class over the mean of the others.
    support : ndarray of shape (2, n_rules, n_features)
        Ends beyond which a rule does not match, within [0, 1].
    core : ndarray of shape (2, n_rules, n_features)
        Ends of the part of it where a condition holds at least half as well as it can.
    peak : ndarray of shape (n_rules, n_features)
        Where it holds best.
    sets : ndarray of shape (n_rules, n_sets)
        What rules list, as bits.
    set_of : dict
        Feature -> place of its set.
    """

    def __init__(self, rules: RuleSet) -> None:
        matcher = RuleMatcher(rules)
        # not the rules themselves: they are the key to find this by
        self.encoding, self.scaling = rules.encoding, rules.scaling
        self.n_features = len(rules.feature_names)
        self.lead = lead_of(matcher.table)
        self._voter = voter_of(rules)
        self.sets = rules.arrays.sets[matcher.places]
        self.set_of = {part.feature: i for i, part in enumerate(rules.encoding.sets)}
        self.support = matcher.supports()
        self.core, self.peak = _cores(matcher, self.support)

    @classmethod
    def of(cls, rules: RuleSet) -> RuleRegions:
        """Return the regions of a rule set; it is made once."""
        if rules not in _known:
            _known[rules] = cls(rules)
        return _known[rules]

    def votes(self, rows: np.ndarray) -> np.ndarray:
        """Return the votes for each class, as the model does."""
        return self._voter.votes(self.encoding.transform(rows))

    def units(self, row: np.ndarray) -> np.ndarray:
        """Return a row on the unit scale; NaN for a category without an order."""
        units: np.ndarray = self.encoding.transform(row[None])[0, : self.n_features]
        return units

    def is_unlisted(self, row: np.ndarray) -> np.ndarray:
        """For each rule and feature whether the rule lists values, and not that of the row."""
        codes = self.encoding.transform(row[None])[0, self.n_features :].astype(np.int64)
        answer = np.zeros((len(self.lead), self.n_features), dtype=bool)
        for feature, i in self.set_of.items():
            if codes[i] >= 0:
                answer[:, feature] = self.sets[:, i] >> codes[i] & 1 == 0
        return answer

    def lists(self, rule: int, feature: int, places: np.ndarray) -> np.ndarray:
        """For each value of a category whether a rule lists it."""
        bits = self.sets[rule, self.set_of[feature]]
        answer: np.ndarray = bits >> places.astype(np.int64) & 1 == 1
        return answer

    def original(self, feature: int, units: np.ndarray) -> np.ndarray:
        """Return values of a feature in original units."""
        low, high = self.scaling.low[feature], self.scaling.high[feature]
        values: np.ndarray = low * (1.0 - units) + high * units  # its range may be too large
        return values


def _cores(matcher: RuleMatcher, support: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Look at each condition alone, at a few places; the rest is known from its support."""
    n_features = support.shape[2]
    core, peak = support.copy(), support.mean(axis=0)
    places = np.linspace(0.0, 1.0, SAMPLES)
    for feature in range(n_features):
        inputs = matcher.matching_inputs(SAMPLES)
        inputs[:, feature] = places
        degrees = matcher.degrees(inputs)
        core[0, :, feature] = _end_of_core(places, degrees, support[0, :, feature])
        core[1, :, feature] = _end_of_core(places[::-1], degrees[::-1], support[1, :, feature])
        is_best = degrees == degrees.max(axis=0)
        top = 0.5 * (_first_place(places, is_best) + _first_place(places[::-1], is_best[::-1]))
        peak[:, feature] = np.where(degrees.any(axis=0), top, peak[:, feature])
    return core, peak


def _end_of_core(places: np.ndarray, degrees: np.ndarray, end: np.ndarray) -> np.ndarray:
    """First place that is half as good as the best, or the end if matching begins in between."""
    is_good = degrees >= HALF * degrees.max(axis=0)
    first = is_good.argmax(axis=0)
    before = degrees[np.maximum(first - 1, 0), np.arange(degrees.shape[1])]
    return np.where((first > 0) & (before > 0.0), places[first], end)


def _first_place(places: np.ndarray, is_chosen: np.ndarray) -> np.ndarray:
    place: np.ndarray = places[is_chosen.argmax(axis=0)]
    return place
