"""How the operators of a representation reach compiled code; no other file knows.

The trainer is compiled once, for every representation: it receives the operators as typed function
pointers. Their common signature takes whole rules (`genes`, row) and the hyperparameters as a float
array. The functions below are written once in terms of the gene-level methods; for each
representation they are copied with globals of their own, in which those methods are its methods.
"""

import inspect
import types as python_types
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from beta4ucs.kernels import compiled
from beta4ucs.kernels.random import below, next_bits, random

BUFFER = 4096  # least size of the buffer handed to `degrees`
PADDING = 64  # entries of the buffer and of `out` that `degrees` may write beyond what it needs


def buffer_size(n_features: int) -> int:
    """Size of the buffer for `degrees`: two numbers per feature fit in any case."""
    return max(BUFFER, 2 * n_features + PADDING)


_f1, _f2, _f3 = (types.Array(types.float64, n, "C") for n in (1, 2, 3))
_i1, _i8, _f8 = types.Array(types.int64, 1, "C"), types.int64, types.float64
_rng = types.Array(types.uint64, 1, "C")
SIGNATURES = {
    "degrees": types.void(_f1, _f3, _f2, _i1, _f1, _i1, _i8, _f1, _f1),
    "cover": types.void(_f1, _f3, _i8, _f1, _f8, _rng),
    "crossover": types.void(_f1, _f3, _i8, _i8, types.boolean, _rng),
    "mutate": types.void(_f1, _f3, _i8, _f8, _rng),
    "is_more_general": types.boolean(_f1, _f3, _i8, _i8),
    "prepare": types.int64(_f1, _f3, _i8, _f3, _f1, _f2),
    "crispify": types.boolean(_f1, _f3, _i8, _rng),
}


class Operators(NamedTuple):
    """Rule-level operators of one representation, as the trainer calls them."""

    settings: np.ndarray  # its hyperparameters
    degrees: object
    cover: object
    crossover: object
    mutate: object
    is_more_general: object
    prepare: object
    crispify: object


OPERATOR_TYPES = (_f1, *(types.FunctionType(signature) for signature in SIGNATURES.values()))


def operators_of(representation) -> Operators:
    """Return the compiled operators of a representation instance."""
    kind: Any = type(representation)
    functions = _compile_operators(kind)
    return Operators(np.array([float(value) for value in representation]), *functions)


@cache
def _compile_operators(kind) -> tuple:
    folder = _folder_of(kind)
    compiled.announce_compilation(folder, "is_more_general", f"the {kind.name} representation")
    methods = _methods_of(kind)
    return tuple(
        compiled.compile_cached(_copy(template, methods), SIGNATURES[name], folder)
        for name, template in _templates(kind).items()
    )


def _folder_of(kind):
    """Cache folder of a representation: its methods are globals there, which Numba cannot tell."""
    digest = compiled.source_digest([inspect.getfile(kind)])
    folder = compiled.kernel_folder() / f"{kind.__name__}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _methods_of(kind) -> dict:
    """Globals for the copies: each method compiled, and `unpack` from array to named tuple."""
    names = {"kind": kind}
    values = ", ".join(f"settings[{i}]" for i in range(len(kind._fields)))
    exec(f"def unpack(settings):\n    return kind({values})", names)
    methods = {
        "unpack": names["unpack"],
        "gene_is_crisp": is_never_crisp,
        "gene_pack": pack_nothing,
    }
    for name, function in vars(kind).items():
        if inspect.isfunction(function) and name not in ("describe", "packed_width"):
            methods[f"gene_{name}"] = function
    return {name: compiled.merged_kernel(function) for name, function in methods.items()}


def _copy(template, methods):
    copied = python_types.FunctionType(
        template.__code__, {**template.__globals__, **methods}, template.__name__
    )
    copied.__module__ = template.__module__
    copied.__qualname__ = template.__qualname__
    return copied


def _templates(kind) -> dict:
    return {
        "degrees": degrees if hasattr(kind, "degrees") else degrees_one_by_one,
        "cover": cover,
        "crossover": crossover,
        "mutate": mutate,
        "is_more_general": is_more_general,
        "prepare": prepare,
        "crispify": crispify if hasattr(kind, "make_crisp") else leave_as_is,
    }


# ---- templates: `unpack` and `gene_*` are bound per representation -------------------------------
# ruff: noqa: F821


def degrees(settings, genes, packed, n_fuzzy, x, rules, n, buffer, out):
    """Matching degrees of n rules whose support holds x, by the representation's own batch."""
    gene_degrees(unpack(settings), genes, packed, n_fuzzy, x, rules, n, buffer, out)


def degrees_one_by_one(settings, genes, packed, n_fuzzy, x, rules, n, buffer, out):
    """Matching degrees of n rules: the product of memberships, missing features left out."""
    representation = unpack(settings)
    for i in range(n):
        product = 1.0
        for feature in range(x.shape[0]):
            if x[feature] == x[feature]:
                product *= gene_membership(representation, genes[rules[i], feature], x[feature])
                if product <= 0.0:
                    break
        out[i] = product


def cover(settings, genes, rule, x, dont_care_rate, rng):
    """Write genes that match x; each is a don't care with the given probability."""
    representation = unpack(settings)
    for feature in range(x.shape[0]):
        is_missing = x[feature] != x[feature]
        if is_missing or random(rng) < dont_care_rate:
            gene_cover_any(representation, genes[rule, feature], x[feature], rng)
        else:
            gene_cover(representation, genes[rule, feature], x[feature], rng)


def crossover(settings, genes, rule, other, swaps_whole_genes, rng):
    """Swap numbers (or whole genes) between two rules, each with probability 1/2, and repair."""
    representation = unpack(settings)
    for feature in range(genes.shape[1]):
        coins = next_bits(rng)
        for i in range(genes.shape[2]):
            if coins & 1 != 0:
                kept = genes[rule, feature, i]
                genes[rule, feature, i] = genes[other, feature, i]
                genes[other, feature, i] = kept
            if not swaps_whole_genes:
                coins >>= 1
        gene_repair(representation, genes[rule, feature])
        gene_repair(representation, genes[other, feature])


def mutate(settings, genes, rule, rate, rng):
    """Mutate each gene with the given probability, and repair it."""
    representation = unpack(settings)
    for feature in range(genes.shape[1]):
        if random(rng) < rate:
            gene_mutate(representation, genes[rule, feature], rng)
            gene_repair(representation, genes[rule, feature])


def is_more_general(settings, genes, rule, other):
    """Tell whether every gene is at least as general as the other rule's."""
    representation = unpack(settings)
    for feature in range(genes.shape[1]):
        if not gene_is_more_general(representation, genes[rule, feature], genes[other, feature]):
            return False
    return True


def prepare(settings, genes, rule, support, width, packed):
    """Write support, width and packed numbers; return the number of genes that are not crisp."""
    representation = unpack(settings)
    total = 0.0
    fuzzy = 0
    for feature in range(genes.shape[1]):
        gene = genes[rule, feature]
        low, high = gene_support(representation, gene)
        low, high = max(0.0, low), min(1.0, high)
        support[rule, 0, feature] = low
        support[rule, 1, feature] = high
        total += high - low
        if not gene_is_crisp(representation, gene):
            fuzzy += 1
    width[rule] = total
    gene_pack(representation, genes, rule, packed)
    return fuzzy


def crispify(settings, genes, rule, rng):
    """Make one gene crisp, chosen at random among those that are not; False if there is none."""
    representation = unpack(settings)
    fuzzy = 0
    for feature in range(genes.shape[1]):
        if not gene_is_crisp(representation, genes[rule, feature]):
            fuzzy += 1
    if fuzzy == 0:
        return False
    chosen = below(rng, fuzzy)
    for feature in range(genes.shape[1]):
        if not gene_is_crisp(representation, genes[rule, feature]):
            if chosen == 0:
                gene_make_crisp(representation, genes[rule, feature])
                break
            chosen -= 1
    return True


def is_never_crisp(representation, gene):
    """Stand in where a representation does not tell crisp genes from others."""
    return False


def pack_nothing(representation, genes, rule, packed):
    """Stand in where a representation precomputes nothing."""


def leave_as_is(settings, genes, rule, rng):
    """Do nothing: the representation has no crisp form to fall back to."""
    return False
