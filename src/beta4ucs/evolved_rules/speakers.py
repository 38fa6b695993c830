"""What a committee says: rules of all members, and the votes of those that count for them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.bins import Binning
from beta4ucs.evolved_rules.committee import Committee
from beta4ucs.evolved_rules.genes import Genes, joined, open_rules, written_out
from beta4ucs.evolved_rules.members import RuleList
from beta4ucs.evolved_rules.scores import scores_of
from beta4ucs.evolved_rules.weighed_pools import WeighedPool
from beta4ucs.voting.decisions import softmax
from beta4ucs.voting.voter import n_threads_of

PIECE = 256  # rows that a thread answers at once


class Speakers(NamedTuple):
    """The committee as one list of rules.

    Attributes
    ----------
    rules : Genes
        Those of all members, none twice.
    votes : ndarray of shape (n_rules, n_classes)
        Votes of the members, added up by how much each of them counts.
    start : ndarray of shape (n_classes,)
        Log odds of a row that no rule matches.
    """

    rules: Genes
    votes: np.ndarray
    start: np.ndarray


def speakers_of(
    committee: Committee,
    pooled: Sequence[Genes],
    binning: Binning,
    representation: Any,
    value_sets: Sequence[Any],
) -> Speakers:
    """Collect the rules of all members, also of those that do not count: they may be chosen."""
    place_of: dict[bytes, int] = {}
    parts, said = [], []
    start = np.zeros(len(committee.prior))
    for member, number, length, share in committee.speakers():
        own = pooled[number % len(pooled)]
        if isinstance(member, WeighedPool):
            genes = own.take(member.source)
        else:
            n_rules = int(member.sizes[length])
            genes = _genes_of(member, n_rules, own, binning, representation, value_sets)
        places = []
        for rule in range(len(genes.genes)):
            key = genes.genes[rule].tobytes() + genes.sets[rule].tobytes()
            if key not in place_of:
                place_of[key] = len(place_of)
                parts.append(genes.take(np.array([rule])))
            places.append(place_of[key])
        said.append((np.array(places, dtype=np.int64), share * member.votes_at(length)))
        start += share * member.start(length)
    votes = np.zeros((len(place_of), len(start)))
    for of_member, votes_of_member in said:
        np.add.at(votes, of_member, votes_of_member)
    nothing = open_rules(0, len(binning.cuts), representation, value_sets)
    return Speakers(joined([nothing, *parts]), votes, start)


def _genes_of(
    member: RuleList,
    n_rules: int,
    pooled: Genes,
    binning: Binning,
    representation: Any,
    value_sets: Sequence[Any],
) -> Genes:
    """Genes of a member's first rules, from the pool or from the search."""
    source = member.source[:n_rules]
    searched = written_out(
        np.where(source < 0, member.n_conditions[:n_rules], 0),
        member.condition[:n_rules],
        binning,
        representation,
        value_sets,
    )
    from_pool = source >= 0
    searched.genes[from_pool] = pooled.genes[source[from_pool]]
    searched.sets[from_pool] = pooled.sets[source[from_pool]]
    return searched


def probabilities_of(
    degrees: np.ndarray, speakers: Speakers, n_jobs: int | None = None
) -> np.ndarray:
    """What all members say together; the number of threads does not matter."""

    def of_rows(rows: slice) -> np.ndarray:
        some = degrees[:, rows]
        return scores_of(some, np.arange(some.shape[1]), speakers.votes, speakers.start)

    pieces = [slice(first, first + PIECE) for first in range(0, degrees.shape[1], PIECE)]
    with ThreadPoolExecutor(n_threads_of(n_jobs)) as threads:
        return softmax(np.concatenate(list(threads.map(of_rows, pieces))))


def most_heard(
    degrees: np.ndarray, votes: np.ndarray, weights: np.ndarray, most: int
) -> np.ndarray:
    """Places of the rules that move the committee most: what is said of them, and how they vary.

    Parameters
    ----------
    degrees : ndarray of shape (n_rules, n_rows)
    votes : ndarray of shape (n_rules, n_classes)
    weights : ndarray of shape (n_rows,)
    most : int
    """
    if len(degrees) <= most:
        return np.arange(len(degrees))
    apart = votes - votes.mean(axis=1, keepdims=True)
    heard = np.sqrt((apart**2).sum(axis=1))
    heard *= np.array([_spread(degree.astype(np.float64), weights) for degree in degrees])
    return np.sort(np.argsort(-heard, kind="stable")[:most])


def _spread(degree: np.ndarray, weights: np.ndarray) -> float:
    """Standard deviation of a rule's degrees."""
    mean = (weights * degree).sum() / weights.sum()
    square = (weights * degree**2).sum() / weights.sum()
    return float(np.sqrt(max(0.0, square - mean**2)))
