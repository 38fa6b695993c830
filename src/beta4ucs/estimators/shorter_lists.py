"""Fewer of the rules of a list with learned votes, with nearly the same probabilities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from beta4ucs.compaction.compacting import Compaction
from beta4ucs.compaction.path import CompactionPath, check_tolerance
from beta4ucs.compaction.request import Request
from beta4ucs.compaction.row_scores import (
    check_by,
    row_scores,
    sizes_with_all_classes,
    smallest_as_good,
)
from beta4ucs.errors import InputError
from beta4ucs.estimators.parameters import is_whole
from beta4ucs.evolved_rules.imitation import Path, imitate
from beta4ucs.rules import RuleSet
from beta4ucs.rules.matching import degrees_of, voter_of
from beta4ucs.voting.decisions import softmax
from beta4ucs.voting.votes import LearnedVotes

PENALTY = 0.1  # on squared weights


def shortened(
    rules: RuleSet,
    inputs: np.ndarray,
    codes: np.ndarray,
    request: Request,
    staying: Sequence[int] = (),
) -> tuple[LearnedVotes, Compaction]:
    """Choose rules that give the same probabilities, and learn their weights again.

    Rules at the places `staying` are kept with their weights; the others are chosen beside them.
    """
    n_rules, by = request.n_rules, request.by or "log_loss"
    if request.method != "smallest":
        raise InputError(
            f"learned votes can be compacted by 'smallest' only, not by '{request.method}'"
        )
    if n_rules is not None and not (is_whole(n_rules) and n_rules >= 1):
        raise InputError(f"n_rules must be a whole number of at least 1, got {n_rules!r}")
    if n_rules is not None and n_rules < len(staying):
        raise InputError(
            f"n_rules={n_rules} is less than the number of rules in keep_rules, {len(staying)}"
        )
    check_tolerance(request.tolerance)
    check_by(by)
    votes = rules.votes
    assert isinstance(votes, LearnedVotes)
    target = votes.probabilities(voter_of(rules).votes(inputs))
    degrees = np.ascontiguousarray(degrees_of(rules, inputs).T, dtype=np.float32)
    path = _lists(degrees, votes, np.ascontiguousarray(target), n_rules or len(rules), staying)
    chances = np.array([_chances(path, stop, degrees) for stop in _stops(path)])
    accuracy = np.mean(chances.argmax(axis=2) == codes, axis=1)
    before = float(np.mean(target.argmax(axis=1) == codes))
    stop = len(accuracy) - 1
    if n_rules is None:
        scores = [row_scores(by, own, own.argmax(axis=1), codes) for own in chances]
        is_allowed = np.ones(len(scores), dtype=bool)
        if request.keep_classes:
            is_allowed = sizes_with_all_classes([_classes(rules, path, s) for s in _stops(path)])
        stop = smallest_as_good(np.array(scores), is_allowed, request.tolerance)
    weight = np.zeros(len(rules))
    weight[path.rules] = path.weights[stop]
    kept = np.flatnonzero(weight > 0.0)
    chosen = votes._replace(weight=weight, start=path.starts[stop]).take(kept)
    untold = np.full(len(accuracy), np.nan)
    told = CompactionPath(path.sizes, accuracy, untold, before, int(path.sizes[stop]))
    return chosen, Compaction(request.method, rules.arrays.take(kept), kept, len(rules), told)


def _lists(
    degrees: np.ndarray, votes: LearnedVotes, target: np.ndarray, most: int, staying: Sequence[int]
) -> Path:
    """Lists of rules from short to long; rules that stay are in all of them."""
    if not staying:
        evidence = np.ascontiguousarray(votes.consequent)
        return imitate(degrees, evidence, target, np.ones(len(target)), PENALTY, most)
    fixed = np.array(staying, dtype=np.int64)
    others = np.setdiff1d(np.arange(len(degrees)), fixed)
    path = imitate(
        degrees[others], np.ascontiguousarray(votes.consequent[others]), target,
        np.ones(len(target)), PENALTY, most - len(fixed),
        said=degrees[fixed].T.astype(np.float64) @ votes.table[fixed],
    )  # fmt: skip
    weights = np.tile(votes.weight[fixed], (len(path.sizes), 1))
    return path._replace(
        rules=np.r_[others[path.rules], fixed],
        sizes=path.sizes + len(fixed),
        weights=np.hstack([path.weights, weights]),
        evidence=np.tile(
            votes.consequent[np.r_[others[path.rules], fixed]], (len(path.sizes), 1, 1)
        ),
    )


def _stops(path: Path) -> range:
    return range(len(path.sizes))


def _classes(rules: RuleSet, path: Path, stop: int) -> set[int]:
    """The classes that rules of a list speak for."""
    kept = path.rules[path.weights[stop] > 0.0]
    return set(rules.arrays.label[kept].tolist())


def _chances(path: Path, stop: int, degrees: np.ndarray) -> np.ndarray:
    """The probabilities that a list gives the rows."""
    said = path.weights[stop][:, None] * path.evidence[stop]
    return softmax(path.starts[stop] + degrees[path.rules].T @ said)
