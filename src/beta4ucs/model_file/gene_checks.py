"""Whether genes from a file are such as their representation makes."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from beta4ucs.errors import InputError

LEEWAY = 0.03  # of a feature's range, by which repair may widen what covering has drawn
PROBES = 5
LEAST = 1e-100  # what is smaller vanishes in a product
HASH = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)


def check_genes(genes: np.ndarray, representation: Any) -> None:
    """Refuse genes that the representation itself would repair, or could not have made.

    Covering may leave a gene narrower than repair would, so little changes are all right if the
    gene has some width. Rules share most of their genes: each is looked at once.
    """
    every = genes.reshape(-1, genes.shape[2])
    if not len(every):
        return
    first, place = _different(every)
    wrong = _first_wrong(every[first], representation)
    if wrong is not None:
        rule, feature = divmod(int(np.flatnonzero(place == wrong)[0]), genes.shape[1])
        raise InputError(
            f"rules[{rule}].genes[{feature}] is not a gene of representation "
            f"'{representation.name}', got {genes[rule, feature].tolist()}"
        )


def _different(genes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each different gene stands first, and which of them every gene is."""
    words = np.ascontiguousarray(genes).view(np.uint64)
    keys = np.zeros(len(words), dtype=np.uint64)
    for column in range(words.shape[1]):
        keys = (keys ^ words[:, column] ^ (keys >> np.uint64(29))) * HASH[column % len(HASH)]
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    if (words[first][place] == words).all():
        return first, place
    whole = np.arange(len(words))  # two genes with one key
    return whole, whole


def _first_wrong(genes: np.ndarray, representation: Any) -> int | None:
    repaired = genes.copy()
    with np.errstate(all="ignore"):
        for gene in repaired:
            representation.repair(gene)
        is_same = repaired == genes
        is_legal = is_same | (np.abs(repaired - genes) <= LEEWAY)
        is_legal &= is_same | (genes != 0.0)  # a width of 0, which repair would lift
    if np.isinf(genes).any():
        is_legal &= np.isfinite(genes) | (genes == _infinite_ends(representation))
    is_odd = ~is_same.all(axis=1) | ~is_legal.all(axis=1)
    vanishes = ((np.abs(genes) < LEAST) & _must_not_vanish(representation)).any(axis=1)
    for at in np.flatnonzero(is_odd | vanishes):
        of_zero: Literal["ignore", "raise"] = "raise" if vanishes[at] else "ignore"
        is_point_legal = bool(is_same[at].all())  # an interval that repair leaves without width
        if not is_legal[at].all() or not _is_sound(
            representation, genes[at], of_zero, is_point_legal=is_point_legal
        ):
            return int(at)
    return None


def _covering_genes(representation: Any) -> list[np.ndarray]:
    """Genes that covering makes."""
    from beta4ucs.kernels.random import new_stream

    genes, rng = [], new_stream(0)
    for x in (0.0, 0.5, 1.0):
        for cover in (representation.cover, representation.cover_any):
            gene = np.zeros(len(representation.genes))
            cover(gene, x, rng)
            genes.append(gene)
    return genes


def _infinite_ends(representation: Any) -> np.ndarray:
    """The infinite numbers that covering writes into a gene; NaN where it writes others."""
    ends = np.full(len(representation.genes), np.nan)
    for gene in _covering_genes(representation):
        ends = np.where(np.isinf(gene), gene, ends)
    return ends


def _must_not_vanish(representation: Any) -> np.ndarray:
    """Which numbers of a gene, if they are 0, leave no membership: a width, say."""
    genes = _covering_genes(representation)
    is_needed = np.zeros(len(representation.genes), dtype=bool)
    for number in range(len(is_needed)):
        for gene in genes:
            tried = gene.copy()
            tried[number] = 0.0
            is_needed[number] |= not _is_sound(representation, tried, "raise")
    return is_needed


def _is_sound(
    representation: Any,
    gene: np.ndarray,
    of_zero: Literal["ignore", "raise"],
    *,
    is_point_legal: bool = False,
) -> bool:
    """Whether a gene has a support and, in it, memberships between 0 and 1.

    With `of_zero` "raise" nothing may be divided by 0 on the way.
    """
    try:
        with np.errstate(over="ignore", under="ignore", divide=of_zero, invalid=of_zero):
            low, high = representation.support(gene)
            places = np.linspace(max(0.0, low), min(1.0, high), PROBES).tolist()
            degrees = [representation.membership(gene, x) for x in places]
    except ArithmeticError:
        return False
    has_support = low < high or (is_point_legal and low == high)
    return has_support and all(0.0 <= degree <= 1.0 for degree in degrees)
