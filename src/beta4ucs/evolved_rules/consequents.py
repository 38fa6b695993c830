"""What a rule says: the shares of classes among the rows it matches, and the evidence in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

PSEUDO_ROWS = 5.0  # with the shares of all rows, added to those that a rule matches
RULES_AT_ONCE = 64


class Consequents(NamedTuple):
    """Soft consequents of rules.

    Attributes
    ----------
    mass : ndarray of shape (n_rules, n_classes)
        Sums of degrees over the rows of each class.
    shares : ndarray of shape (n_rules, n_classes)
        Their shares, pulled towards those of all rows.
    evidence : ndarray of shape (n_rules, n_classes)
        Logarithm of the shares over those of all rows: how much the odds of a class are raised.
    """

    mass: np.ndarray
    shares: np.ndarray
    evidence: np.ndarray

    def take(self, rules: np.ndarray) -> Consequents:
        """Return those of some of the rules."""
        return Consequents(*(part[rules] for part in self))


def soft_consequents(degrees: np.ndarray, target: np.ndarray, weights: np.ndarray) -> Consequents:
    """Count classes by degrees.

    Parameters
    ----------
    degrees : ndarray of shape (n_rules, n_rows)
    target : ndarray of shape (n_rows, n_classes)
    weights : ndarray of shape (n_rows,)

    Examples
    --------
    >>> degrees = np.array([[1.0, 1.0, 0.5, 0.0]])
    >>> target = np.eye(2)[[0, 0, 0, 1]]
    >>> found = soft_consequents(degrees, target, np.ones(4))
    >>> found.mass.tolist(), found.shares.round(3).tolist()
    ([[2.5, 0.0]], [[0.833, 0.167]])
    """
    counted = weights[:, None] * target
    prior = counted.sum(axis=0) / counted.sum()
    mass = np.empty((len(degrees), target.shape[1]))
    for start in range(0, len(degrees), RULES_AT_ONCE):
        some = degrees[start : start + RULES_AT_ONCE].astype(np.float64)
        for label in range(target.shape[1]):  # sums of NumPy, not BLAS: the same bits everywhere
            mass[start : start + RULES_AT_ONCE, label] = (some * counted[:, label]).sum(axis=1)
    return Consequents(mass, *evidence_in(mass, prior))


def evidence_in(mass: np.ndarray, prior: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return shares of classes, pulled towards those of all rows, and the evidence in them.

    There is no evidence for or against a class without rows.
    """
    rows = mass.sum(axis=1, keepdims=True)
    shares = (mass + PSEUDO_ROWS * prior) / (rows + PSEUDO_ROWS)
    raised = np.divide(shares, prior, out=np.ones_like(shares), where=prior > 0.0)
    return shares, np.log(raised)


def corrected(said: Consequents, evidence: np.ndarray) -> Consequents:
    """Return consequents with other evidence, whose shares are those that it stands for.

    What rules add to all classes alike is left out: probabilities do not depend on it.

    Examples
    --------
    >>> mass = np.array([[8.0, 2.0]])
    >>> said = Consequents(mass, *evidence_in(mass, np.array([0.5, 0.5])))
    >>> said.shares.round(2), corrected(said, 2.0 * said.evidence).shares.round(2)
    (array([[0.7, 0.3]]), array([[0.84, 0.16]]))
    """
    is_counted = (evidence == said.evidence).all(axis=1, keepdims=True)
    shares = said.shares * np.exp(evidence - said.evidence)
    total = shares.sum(axis=1, keepdims=True)
    return Consequents(
        mass=said.mass,
        shares=np.where(is_counted, said.shares, shares / total),
        evidence=np.where(is_counted, evidence, evidence - np.log(total)),
    )
