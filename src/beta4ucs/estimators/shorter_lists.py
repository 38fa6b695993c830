"""Fewer of the rules of a list with learned votes, with nearly the same probabilities."""

from __future__ import annotations

import numpy as np

from beta4ucs.compaction.compacting import Compaction
from beta4ucs.compaction.path import CompactionPath, check_tolerance
from beta4ucs.errors import InputError
from beta4ucs.estimators.parameters import is_whole
from beta4ucs.evolved_rules.imitation import Path, imitate
from beta4ucs.rules import RuleSet
from beta4ucs.rules.matching import degrees_of, voter_of
from beta4ucs.voting.votes import LearnedVotes

PENALTY = 0.1  # on squared weights
TOLERANCE = 0.005  # accuracy that may be lost for fewer rules


def shortened(
    rules: RuleSet,
    inputs: np.ndarray,
    codes: np.ndarray,
    method: str,
    *,
    n_rules: int | None,
    tolerance: float | None,
) -> tuple[LearnedVotes, Compaction]:
    """Choose rules that give the same probabilities, and learn their weights again."""
    if method != "smallest":
        raise InputError(f"learned votes can be compacted by 'smallest' only, not by '{method}'")
    if n_rules is not None and not (is_whole(n_rules) and n_rules >= 1):
        raise InputError(f"n_rules must be a whole number of at least 1, got {n_rules!r}")
    lost = TOLERANCE if tolerance is None else tolerance
    check_tolerance(lost)
    votes = rules.votes
    assert isinstance(votes, LearnedVotes)
    target = votes.probabilities(voter_of(rules).votes(inputs))
    degrees = np.ascontiguousarray(degrees_of(rules, inputs).T, dtype=np.float32)
    evidence = np.ascontiguousarray(votes.consequent)
    most = min(len(rules), n_rules or len(rules))
    path = imitate(
        degrees, evidence, np.ascontiguousarray(target), np.ones(len(inputs)), PENALTY, most
    )
    accuracy = np.array([_accuracy(path, stop, degrees, evidence, codes) for stop in _stops(path)])
    before = float(np.mean(target.argmax(axis=1) == codes))
    good = np.flatnonzero(accuracy >= accuracy.max() - lost)
    stop = len(accuracy) - 1 if n_rules is not None else int(good[0])
    weight = np.zeros(len(rules))
    weight[path.rules] = path.weights[stop]
    kept = np.flatnonzero(weight > 0.0)
    chosen = votes._replace(weight=weight, start=path.starts[stop]).take(kept)
    untold = np.full(len(accuracy), np.nan)
    told = CompactionPath(path.sizes, accuracy, untold, before, int(path.sizes[stop]))
    return chosen, Compaction(method, rules.arrays.take(kept), kept, len(rules), told)


def _stops(path: Path) -> range:
    return range(len(path.sizes))


def _accuracy(
    path: Path, stop: int, degrees: np.ndarray, evidence: np.ndarray, codes: np.ndarray
) -> float:
    said = path.weights[stop][:, None] * evidence[path.rules]
    sums = path.starts[stop] + degrees[path.rules].T @ said
    return float(np.mean(sums.argmax(axis=1) == codes))
