"""Ways to keep fewer rules from the literature; votes of what is kept stay as they were learned.

They were written for rules that match or do not match. Here a rule matches by degrees: counts of
rows become sums of degrees, a product that ranks rules for a row is multiplied by the degree, and
where a row is taken away because a rule matches it, the degree has to be a half at least. In a
fuzzy system with no end to a rule's reach (bells) every rule matches every row a little, so that
"above 0" would not tell rules apart. Accuracy of a rule is its precision on the given rows.

References
----------
.. [1] Wilson, "Compact rulesets from XCSI", IWLCS 2001
.. [2] Fu and Davis, "A modified classifier system compaction algorithm", GECCO 2002
.. [3] Dixon, Corne and Oates, "A ruleset reduction algorithm for the XCS learning classifier
   system", IWLCS 2002
.. [4] Tan, Moore and Urbanowicz, "Rapid rule compaction strategies for global knowledge discovery
   in a supervised learning classifier system", ECAL 2013
"""

from __future__ import annotations

import numpy as np

from beta4ucs.compaction.vote_table import HALF, VoteTable

GUESS = 0.5  # precision that the quick filter asks for
ONE_ROW = 1.0  # support at which a rule tells of a single row


def pass_quick_filter(table: VoteTable, n_conditions: np.ndarray) -> np.ndarray:
    """Keep rules that are more often right than wrong and tell of more than a row (QRF [4]_).

    A rule with a single condition may tell of one row: it is general for all that.
    """
    is_specific = (table.support <= ONE_ROW) & (n_conditions > 1)
    return np.flatnonzero((table.precision > GUESS) & ~is_specific)


def keep_best_advocates(table: VoteTable, *, by_copies: bool) -> np.ndarray:
    """Keep for every row the best rule of its class: precision x generality (CRA2 [3]_ [4]_).

    Generality is the mean degree over the rows: not every kind of condition can leave a feature
    open, so open features cannot be counted. With copies as a third factor it is PDRC [4]_.
    """
    merit = table.precision * table.degrees.mean(axis=1)
    if by_copies:
        merit = merit * table.copies
    kept = set()
    for label in np.unique(table.truth):
        rules = np.flatnonzero(table.label == label)
        rows = np.flatnonzero(table.truth == label)
        if not rules.size:
            continue
        worth = table.degrees[np.ix_(rules, rows)] * merit[rules, None]
        best = worth.argmax(axis=0)
        kept.update(rules[best[worth.max(axis=0) > 0.0]].tolist())
    return np.array(sorted(kept), dtype=np.int64)


def cover_in_order(table: VoteTable) -> np.ndarray:
    """Go through rules by precision, keep those that match a row no earlier one does (QRC [4]_)."""
    order = np.lexsort((-table.support, -table.precision))
    is_left = np.ones(len(table.truth), dtype=bool)
    kept = []
    for rule in order:
        reached = is_left & (table.degrees[rule] >= HALF)
        if reached.any():
            kept.append(rule)
            is_left &= ~reached
    return np.array(kept, dtype=np.int64)


def keep_leaders(table: VoteTable) -> tuple[np.ndarray, np.ndarray]:
    """Order rules by strength; the accuracy of the first 1, 2, 3 and so on (ordered selection).

    It is the first step of Wilson's compaction [1]_. Returns the order and the accuracies.
    """
    order = np.lexsort((-table.support, -table.strength))
    return order, accuracy_of_leaders(table, order)


def accuracy_of_leaders(table: VoteTable, order: np.ndarray) -> np.ndarray:
    """Accuracy of the first rule, of the first two, and so on."""
    votes = np.zeros((len(table.truth), table.n_classes))
    accuracy = np.empty(len(order))
    for place, rule in enumerate(order):
        votes[:, table.label[rule]] += table.strength[rule] * table.degrees[rule]
        accuracy[place] = table.accuracy(votes)
    return accuracy


def compact_as_fu(table: VoteTable, *, approach: int) -> np.ndarray:
    """Keep rules in the three stages of Fu and Davis [2]_, their first or second approach.

    The stages are those that ExSTraCS made known under the names Fu1 and Fu2.

    From the rule with the fewest copies on, rules are removed (1) until the accuracy falls below
    that of the population; of the rest are kept (2) those whose removal, in the same order, makes
    it fall below what it was at its lowest. Approach 1 then (3) covers the rows with the widest
    rules; approach 2 leaves out, most copies first, whatever costs no accuracy.
    """
    order = np.lexsort((-table.support, -table.copies))  # backwards: the leaders come first
    accuracy = accuracy_of_leaders(table, order)
    is_lower = np.flatnonzero(accuracy < accuracy[-1])
    n_left = int(is_lower[-1]) + 2 if is_lower.size else 1
    # removing rule k leaves the first k: what they reach, and the least that more have reached
    reached = np.concatenate([[0.0], accuracy[: n_left - 1]])
    lowest = np.minimum.accumulate(np.append(reached[1:], accuracy[-1])[::-1])[::-1]
    needed = order[:n_left][reached < lowest]
    return _cover_widest_first(table, needed) if approach == 1 else _thin_out(table, needed)


def _cover_widest_first(table: VoteTable, rules: np.ndarray) -> np.ndarray:
    matches = table.degrees[rules] >= HALF
    kept = []
    while matches.any():
        widest = int(matches.sum(axis=1).argmax())
        kept.append(rules[widest])
        matches &= ~matches[widest]
    return np.array(kept, dtype=np.int64)


def _thin_out(table: VoteTable, rules: np.ndarray) -> np.ndarray:
    """Leave out rules, those with most copies first, while the accuracy does not fall."""
    kept, best = rules, table.accuracy(table.votes_of(rules))
    for rule in rules:  # they stand in this order
        others = kept[kept != rule]
        accuracy = table.accuracy(table.votes_of(others))
        if accuracy >= best and others.size:
            kept, best = others, accuracy
    return kept
