"""Statistics of rules of the article's learners, counted on given rows as credit counts them.

Each row counts once, where training counts it once an epoch. Fuzzy credit: the mass of a class is
the sum of degrees over its rows, and F = (mass of the rule's class - mass of the others) / sum of
all. Accuracy as credit: a match counts 1, and F is a power of the share of rows with the rule's
class. Rules keep their classes, whatever the rows say: with fuzzy credit, one whose rows are mostly
of other classes has a negative vote, as it speaks against its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from beta4ucs.editing.edit import Edit, arrays_of, joined
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.rules import RuleSet
from beta4ucs.rules.matching import arrays_degrees


def edited_rules(
    rules: RuleSet, edit: Edit, rows: Any, accuracy_power: float | None, *, learn: bool
) -> RuleArrays:
    """Return the rules of an edit; those that are new, or all, with statistics of given rows."""
    old = rules.arrays.take(edit.kept)
    if rows is None:
        return old
    new = like_the_others(arrays_of(rules, edit.added), old)
    told = rows.codes, rows.weights, accuracy_power
    new = counted(new, arrays_degrees(rules, new, rows.inputs), *told)
    if learn:
        old = counted(old, arrays_degrees(rules, old, rows.inputs), *told)
    return joined(old, new)


def counted(
    rules: RuleArrays,
    degrees: np.ndarray,
    codes: np.ndarray,
    weights: np.ndarray,
    accuracy_power: float | None,
) -> RuleArrays:
    """Return rules with experience, mass and fitness of given rows.

    Parameters
    ----------
    rules : RuleArrays
    degrees : ndarray of shape (n_rows, n_rules)
    codes : ndarray of shape (n_rows,)
        Class indices.
    weights : ndarray of shape (n_rows,)
    accuracy_power : float or None
        The power of the accuracy, or None for fuzzy credit.

    Examples
    --------
    >>> rules = RuleArrays(*np.zeros((9, 1, 2)))._replace(label=np.array([0]))
    >>> degrees, codes = np.array([[1.0], [0.5], [0.5]]), np.array([0, 0, 1])
    >>> fuzzy = counted(rules, degrees, codes, np.ones(3), None)
    >>> fuzzy.mass.tolist(), fuzzy.experience.tolist(), fuzzy.fitness.tolist()
    ([[1.5, 0.5]], [2.0], [0.5])
    >>> round(float(counted(rules, degrees, codes, np.ones(3), 1.0).fitness[0]), 3)
    0.667
    """
    matched = degrees if accuracy_power is None else (degrees > 0.0).astype(np.float64)
    n_classes = rules.mass.shape[1]
    mass = np.stack(
        [(matched * (weights * (codes == c))[:, None]).sum(axis=0) for c in range(n_classes)],
        axis=1,
    )
    experience = mass.sum(axis=1)
    own = mass[np.arange(rules.n_rules), rules.label]
    share = np.divide(own, experience, out=np.zeros_like(own), where=experience > 0.0)
    if accuracy_power is None:
        fitness = np.where(experience > 0.0, 2.0 * share - 1.0, 0.0)
    else:
        fitness = share**accuracy_power
    return rules._replace(mass=mass, experience=experience, fitness=fitness)


def like_the_others(new: RuleArrays, others: RuleArrays) -> RuleArrays:
    """Give new rules as many copies as the others have on average, and their set size and age."""
    if not others.n_rules:
        return new
    n = new.n_rules
    return new._replace(
        numerosity=np.full(n, max(1, round(float(others.numerosity.mean()))), dtype=np.int64),
        set_size=np.full(n, float(others.set_size.mean())),
        time_stamp=np.full(n, int(others.time_stamp.max()), dtype=np.int64),
    )
