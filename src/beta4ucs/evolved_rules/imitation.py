"""Few rules that say what the committee says.

The committee's probabilities, not the labels, are what the final rules learn: they carry no noise,
so rules are chosen for what is there to be said. Rules come one by one, each the one that brings
the list closest to the committee; then the weights of all are revised. Weights are not negative,
and a rule says what its soft consequent says: it never speaks against the rows it matches.

With more than two classes one number says little of what a rule adds to each of them. So votes are
corrected then, class by class; but a rule still adds to the log odds of a class only if that is
more frequent among its rows than elsewhere, and takes away only if it is rarer.
"""

from typing import NamedTuple

import numpy as np

from beta4ucs.evolved_rules.choosing import FLAT, Imitation, compile_choose
from beta4ucs.learning.records import allocate

SIZES = (
    *(1, 2, 3, 5, 7, 10, 13, 16, 20, 25, 30, 36, 43, 50, 60, 70, 80, 100, 120, 150),
    *(200, 250, 300, 350, 400, 450, 500, 600, 700, 800, 900),
)


class Ends(NamedTuple):
    """The divergence from the target that will do.

    Attributes
    ----------
    enough : float
        As such;
    least_share : float
        or this share of all there is to be said, if that is more;
    most_share : float
        but no more than this share.
    """

    enough: float = 0.0
    least_share: float = 0.0
    most_share: float = 0.0

    def within(self, whole: float) -> float:
        """The divergence that will do, where there is so much to be said."""
        return min(max(self.enough, self.least_share * whole), self.most_share * whole)


NOT_BEFORE_ALL = Ends()


class Path(NamedTuple):
    """Lists of rules from short to long, each the beginning of the next.

    Attributes
    ----------
    rules : ndarray of shape (n_chosen,)
        In the order in which they came in.
    sizes : ndarray of shape (n_stops,)
    weights : ndarray of shape (n_stops, n_chosen)
        Zero beyond the size.
    evidence : ndarray of shape (n_stops, n_chosen, n_classes)
        What each rule says with a weight of 1: as given, or corrected.
    starts : ndarray of shape (n_stops, n_classes)
    losses : ndarray of shape (n_stops,)
        How far each list is from the committee: mean Kullback-Leibler divergence.
    first_loss : float
        The same for a list without rules: how much there is to be said.
    """

    rules: np.ndarray
    sizes: np.ndarray
    weights: np.ndarray
    evidence: np.ndarray
    starts: np.ndarray
    losses: np.ndarray
    first_loss: float


def imitate(
    degrees: np.ndarray,
    evidence: np.ndarray,
    target: np.ndarray,
    weights: np.ndarray,
    penalty: float,
    most_rules: int,
    said: np.ndarray | None = None,
    correction_penalty: float = 0.0,
    ends: Ends = NOT_BEFORE_ALL,
) -> Path:
    """Choose rules that give the target's probabilities.

    Parameters
    ----------
    degrees : ndarray of shape (n_rules, n_rows), float32
    evidence : ndarray of shape (n_rules, n_classes)
    target : ndarray of shape (n_rows, n_classes)
        Probabilities.
    weights : ndarray of shape (n_rows,)
    penalty : float
        On squared weights, in units in which rules say and vary as much as an interval does.
    most_rules : int
    said : ndarray of shape (n_rows, n_classes), optional
        Log odds that other rules have given the rows already.
    correction_penalty : float
        On squared corrections of what a rule adds to the log odds of a class; 0 for none.
    ends : Ends
        When the list is close enough to the target.
    """
    n_rules, n_rows = degrees.shape
    size = min(n_rules, most_rules)
    stops = np.array([stop for stop in SIZES if stop < size] + [size], dtype=np.int64)
    lengths = {"rows": n_rows, "classes": target.shape[1], "rules": n_rules, "size": size}
    work = allocate(Imitation, {**lengths, "stops": len(stops)})
    if said is not None:
        work.score[:] = said
    choose = compile_choose()
    n_chosen = int(
        choose(
            work,
            degrees,
            evidence,
            target,
            weights,
            penalty,
            correction_penalty,
            np.array(ends),
            stops,
        )
    )
    stops = np.minimum(stops, n_chosen)
    kept = np.flatnonzero(np.r_[True, stops[1:] > stops[:-1]])
    rules = work.chosen[:n_chosen]
    found = work.kept_weight[kept, :n_chosen]
    said = np.repeat(evidence[None, rules], len(kept), axis=0)
    if correction_penalty > 0.0:
        found, said = _in_parts(
            found[..., None] * said + work.kept_correction[kept, :n_chosen], said
        )
    return Path(
        rules=rules,
        sizes=stops[kept],
        weights=found,
        evidence=said,
        starts=work.kept_start[kept],
        losses=work.loss[kept],
        first_loss=float(work.first_loss[0]),
    )


def _in_parts(votes: np.ndarray, evidence: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return votes as weights and corrected evidence, which is as strong as what was given."""
    weights = _strength(votes) / np.maximum(_strength(evidence), FLAT)
    is_heard = weights > 0.0
    said = evidence.copy()
    said[is_heard] = votes[is_heard] / weights[is_heard, None]
    return weights, said


def _strength(votes: np.ndarray) -> np.ndarray:
    """How far votes for the classes are apart."""
    mean = votes.mean(axis=-1, keepdims=True)
    return np.asarray(np.sqrt(((votes - mean) ** 2).sum(axis=-1)))
