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


class Speaker(NamedTuple):
    """A member: places of its rules, its votes for them, its start, and how much it counts."""

    places: np.ndarray
    votes: np.ndarray
    start: np.ndarray
    share: float


class Speakers(NamedTuple):
    """Rules of all members, and the votes of each member for them."""

    rules: Genes
    members: list[Speaker]


def speakers_of(
    committee: Committee,
    pooled: Sequence[Genes],
    binning: Binning,
    representation: Any,
    value_sets: Sequence[Any],
) -> Speakers:
    """Collect the rules of all members, none twice."""
    place_of: dict[bytes, int] = {}
    parts, members = [], []
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
        if share == 0.0:  # its rules may still be chosen
            continue
        votes, start = member.votes_at(length), member.start(length)
        members.append(Speaker(np.array(places, dtype=np.int64), votes, start, share))
    nothing = open_rules(0, len(binning.cuts), representation, value_sets)
    return Speakers(joined([nothing, *parts]), members)


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
    degrees: np.ndarray, members: Sequence[Speaker], n_jobs: int | None = None
) -> np.ndarray:
    """Mean probabilities of the members; the number of threads does not matter."""
    rows = np.arange(degrees.shape[1])

    def share_of(member: Speaker) -> np.ndarray:
        scores = scores_of(degrees[member.places], rows, member.votes, member.start)
        return member.share * softmax(scores)

    total: np.ndarray = np.zeros((len(rows), len(members[0].start)))
    with ThreadPoolExecutor(n_threads_of(n_jobs)) as threads:
        for share in threads.map(share_of, members):
            total += share
    return total


def most_heard(
    degrees: np.ndarray, members: Sequence[Speaker], weights: np.ndarray, most: int
) -> np.ndarray:
    """Places of the rules that move the committee most: what is said of them, and how they vary.

    Parameters
    ----------
    degrees : ndarray of shape (n_rules, n_rows)
    members : sequence of Speaker
    weights : ndarray of shape (n_rows,)
    most : int
    """
    if len(degrees) <= most:
        return np.arange(len(degrees))
    said = np.zeros(len(degrees))
    for member in members:
        apart = member.votes - member.votes.mean(axis=1, keepdims=True)
        said[member.places] += member.share * np.sqrt((apart**2).sum(axis=1))
    heard = said * np.array([_spread(degree.astype(np.float64), weights) for degree in degrees])
    return np.sort(np.argsort(-heard, kind="stable")[:most])


def _spread(degree: np.ndarray, weights: np.ndarray) -> float:
    """Standard deviation of a rule's degrees."""
    mean = (weights * degree).sum() / weights.sum()
    square = (weights * degree**2).sum() / weights.sum()
    return float(np.sqrt(max(0.0, square - mean**2)))
