"""How the operators of a representation reach compiled code; no other file knows.

The trainer is compiled once, for every representation: it receives the operators as typed function
pointers. Their common signature takes whole rules (`genes`, row) and the hyperparameters as a float
array. The functions below are written once in terms of the gene-level methods; for each
representation they are copied with globals of their own, in which those methods are its methods.

    Beta4.mutate(self, gene, rng)          what the author of a representation writes
    mutate(settings, genes, rule, ...)     template below: calls `gene_mutate` for every gene
    mutate_beta4...                        its copy in which `gene_mutate` is Beta4.mutate
    operators.mutate                       a pointer to the compiled copy, which the trainer calls

Closures would be shorter, but Numba does not find those in its cache again; and handing
operators to the trainer as plain compiled functions would compile the whole trainer once per
representation. A call through a pointer costs about 2 ns. That is nothing for operators on whole
rules, of which an iteration calls a few dozen; degrees, the hot ones, are asked for all rules of
[M] in one call.
"""

import atexit
import inspect
import re
import shutil
import tempfile
import types as python_types
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.core.errors import NumbaError

from beta4ucs.kernels import cache_folder, compiled
from beta4ucs.kernels.pointers import Pointer, compile_function
from beta4ucs.kernels.random import below, next_bits, random
from beta4ucs.kernels.references import Reference
from beta4ucs.learning.compile_failure import explain
from beta4ucs.representations.contract import OPTIONAL, REQUIRED, UNCOMPILED, rule_rows

BUFFER = 4096  # least size of the buffer handed to `degrees`
PADDING = 64  # entries of the buffer and of `out` that `degrees` may write beyond what it needs


def buffer_size(n_features: int) -> int:
    """Size of the buffer for `degrees`: five numbers per feature fit in any case."""
    return max(BUFFER, 5 * n_features + PADDING)


_f1, _f2, _f3 = (types.Array(types.float64, n, "C") for n in (1, 2, 3))
_i1, _i8, _f8 = types.Array(types.int64, 1, "C"), types.int64, types.float64
_rng = types.Array(types.uint64, 1, "C")
# settings, genes and a row first; see the templates below for the rest.
SIGNATURES = {
    "degrees": types.void(_f1, _f3, _f2, _i1, _f1, _i1, _i8, _f1, _f1),
    "cover": types.void(_f1, _f3, _i8, _f1, _f1, _rng),
    "crossover": types.void(_f1, _f3, _i8, _i8, types.boolean, _rng),
    "mutate": types.void(_f1, _f3, _i8, _f1, _rng),
    "is_more_general": types.boolean(_f1, _f3, _i8, _i8),
    "prepare": types.int64(_f1, _f3, _i8, _f3, _f1, _f2, _i1),
    "crispify": types.boolean(_f1, _f3, _i8, _rng),
    "change_gene": types.boolean(_f1, _f3, _i8, _i8, _i8, _f8, _rng),
}
# What `change_gene` may do; no plain ints, for each of which Numba would compile its callers anew.
KEEP_GENE, OPEN_GENE, COVER_GENE, MUTATE_GENE = np.arange(4)


class Operators(NamedTuple):
    """Rule-level operators of one representation, as the trainer calls them."""

    settings: np.ndarray  # its hyperparameters
    degrees: object  # mu of several rules for x
    cover: object  # write a rule that matches x
    crossover: object  # swap numbers between two rules
    mutate: object
    is_more_general: object  # compare two rules
    prepare: object  # derive support, width and packed terms from the genes
    crispify: object  # make one gene crisp
    change_gene: object  # open, cover or mutate a single gene


OPERATORS_TYPE = Reference(
    types.NamedTuple((_f1, *(Pointer(signature) for signature in SIGNATURES.values())), Operators)
)


def operators_of(representation, *, crispifies=True, changes_genes=True) -> Operators:
    """Return the compiled operators of a representation instance.

    For `crispify` and `change_gene` a stand-in will do where nobody calls them: one for all
    representations, so that nothing has to be compiled.

    Parameters
    ----------
    representation : instance of a representation
        Its values become `settings`.
    crispifies, changes_genes : bool
        Whether these two operators are going to be called.
    """
    kind: Any = type(representation)
    is_needed = {
        "crispify": crispifies and hasattr(kind, "make_crisp"),
        "change_gene": changes_genes,
    }
    functions = (
        _compile_operator(kind, name) if is_needed.get(name, True) else _compile_stand_in(name)
        for name in SIGNATURES
    )
    return Operators(np.array([float(value) for value in representation]), *functions)


@cache
def _compile_operator(kind, name: str):
    """Compile one operator of a representation, or load it; an error names the method at fault."""
    folder, methods, owner = _home_of(kind)
    try:
        function = _copy(_template(kind, name), methods, owner)
        return compile_function(function, SIGNATURES[name], folder)
    except NumbaError as failure:
        raise explain(kind, failure) from failure


@cache
def _compile_stand_in(name: str):
    """Compile what is called instead of an operator that is not needed: the same for all."""
    return compile_function(STAND_INS[name], SIGNATURES[name], compiled.kernel_folder())


@cache
def _home_of(kind) -> tuple:
    """Cache folder of a representation, its compiled methods, and what its copies are named by."""
    folder = _folder_of(kind)
    compiled.announce_compilation(folder, "crossover", f"the {kind.name} representation")
    owner = re.sub(r"\W+", "_", folder.name)
    return folder, _methods_of(kind, owner), owner


def _folder_of(kind):
    """Cache folder of a representation, named by a digest of its sources.

    Its methods are globals of the copies, and Numba does not look at globals when it decides
    whether a cached function is still the same.
    """
    try:
        files = [inspect.getfile(base) for base in kind.__mro__ if base not in (tuple, object)]
        shared = cache_folder.source_files(*cache_folder.REPRESENTATION_SOURCES)
        digest = cache_folder.source_digest([*shared, *files])
    except (OSError, TypeError):  # typed in at a prompt: there is no file to tell edits by
        folder = Path(tempfile.mkdtemp(prefix=f"beta4ucs-{kind.__name__}-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder
    # with the module: cached code looks for the class where it was when it was compiled
    name = re.sub(r"\W+", "-", f"{kind.__module__}.{kind.__qualname__}")
    return cache_folder.named_folder(compiled.kernel_folder(), name, digest)


def _methods_of(kind, owner) -> dict:
    """Globals for the copies: each method compiled, and `unpack` from array to named tuple.

    Methods read their hyperparameters as fields of `self`. All representations have one signature,
    so compiled code passes an array, and `unpack` makes the named tuple again. It is written as
    source, because compiled code cannot spread an array over the arguments of a call.
    """
    names = {"kind": kind}
    values = ", ".join(f"settings[{i}]" for i in range(len(kind._fields)))
    exec(f"def unpack(settings):\n    return kind({values})", names)
    names["unpack"].__qualname__ = f"unpack_{owner}"
    methods = {
        "unpack": names["unpack"],
        "gene_is_crisp": is_never_crisp,
        "gene_pack": pack_nothing,
        "gene_cover_rule": leave_rule_genes,
        "gene_mutate_rule": leave_rule_genes,
    }
    for name in REQUIRED | OPTIONAL:
        if hasattr(kind, name) and name not in UNCOMPILED:
            methods[f"gene_{name}"] = getattr(kind, name)
    merged = {name: compiled.merged_kernel(function) for name, function in methods.items()}
    return {**merged, "RULE_ROWS": rule_rows(kind)}


def _copy(template, methods, owner):
    """Copy a template for one representation, under a name of its own.

    Compiled code is named by module, name and a count within the process that compiled it: without
    the owner, code from two caches could share a name, and one be called for both.
    """
    copied = python_types.FunctionType(
        template.__code__, {**template.__globals__, **methods}, template.__name__
    )
    copied.__module__ = template.__module__
    copied.__qualname__ = f"{template.__qualname__}_{owner}"
    return copied


def _template(kind, name: str):
    """Choose the template: some operators have a version for what a representation brings along."""
    templates = {
        "degrees": _first_of(kind, degrees=degrees, degree=degrees_by_rule) or degrees_by_gene,
        "cover": cover,
        "crossover": crossover,
        "mutate": _first_of(kind, vary=vary) or mutate,
        "is_more_general": _first_of(kind, rule_is_more_general=compare_rules) or compare_genes,
        "prepare": prepare,
        "crispify": crispify,
        "change_gene": change_gene,
    }
    return templates[name]


def _first_of(kind, **templates):
    """Return the template of the first of these methods that the representation has, or None."""
    return next((template for name, template in templates.items() if hasattr(kind, name)), None)


# ---- templates: `unpack` and `gene_*` are bound per representation -------------------------------
# ruff: noqa: F821


def degrees(settings, genes, packed, n_packed, x, rules, n, buffer, out):
    """Matching degrees of n rules whose support holds x, by the representation's own batch.

    Where degrees are products of powers, one logarithm over all terms of all rules is much quicker
    than a power per gene.
    """
    gene_degrees(unpack(settings), genes, packed, n_packed, x, rules, n, buffer, out)


def degrees_by_rule(settings, genes, packed, n_packed, x, rules, n, buffer, out):
    """Matching degrees of n rules, one after the other."""
    representation = unpack(settings)
    for i in range(n):
        out[i] = gene_degree(representation, genes[rules[i]], x)


def degrees_by_gene(settings, genes, packed, n_packed, x, rules, n, buffer, out):
    """Matching degrees of n rules: mu = product of mu_i(x_i), missing features left out.

    A product that has become 0 stays 0.
    """
    representation = unpack(settings)
    for i in range(n):
        product = 1.0
        for feature in range(x.shape[0]):
            if x[feature] == x[feature]:
                product *= gene_membership(representation, genes[rules[i], feature], x[feature])
                if product <= 0.0:
                    break
        out[i] = product


def cover(settings, genes, rule, x, dont_care, rng):
    """Write genes that match x, each a don't care with its probability; then the rule's.

    A feature that is missing in x tells nothing to cover: it becomes a don't care.
    """
    representation = unpack(settings)
    for feature in range(x.shape[0]):
        is_missing = x[feature] != x[feature]
        if is_missing or random(rng) < dont_care[feature]:
            gene_cover_any(representation, genes[rule, feature], x[feature], rng)
        else:
            gene_cover(representation, genes[rule, feature], x[feature], rng)
    if RULE_ROWS > 0:
        gene_cover_rule(representation, genes[rule, x.shape[0]], rng)


def crossover(settings, genes, rule, other, swaps_whole_genes, rng):
    """Swap numbers (or whole genes) between two rules, each with probability 1/2, and repair.

    One draw of 64 bits serves all numbers of a gene. The article swaps whole fuzzy sets, its
    program single numbers, and its tables come from the latter (SPEC E2).
    """
    representation = unpack(settings)
    for feature in range(genes.shape[1]):
        coins = next_bits(rng)
        for i in range(genes.shape[2]):
            # no branch: the processor cannot predict a coin
            is_swapped = coins & 1 != 0
            first, second = genes[rule, feature, i], genes[other, feature, i]
            genes[rule, feature, i] = second if is_swapped else first
            genes[other, feature, i] = first if is_swapped else second
            if not swaps_whole_genes:
                coins >>= 1
        if feature < genes.shape[1] - RULE_ROWS:
            gene_repair(representation, genes[rule, feature])
            gene_repair(representation, genes[other, feature])


def mutate(settings, genes, rule, rates, rng):
    """Mutate each gene with its probability p_mut, and repair it; the last rate is the rule's own.

    A rate of 0 keeps the gene of a category, which means nothing, as it is.
    """
    representation = unpack(settings)
    n_features = genes.shape[1] - RULE_ROWS
    for feature in range(n_features):
        if random(rng) < rates[feature]:
            gene_mutate(representation, genes[rule, feature], rng)
            gene_repair(representation, genes[rule, feature])
    if RULE_ROWS > 0 and random(rng) < rates[n_features]:
        gene_mutate_rule(representation, genes[rule, n_features], rng)


def vary(settings, genes, rule, rates, rng):
    """Mutate each gene as the representation itself uses its rate, and repair it.

    For those whose numbers mutate with chances of their own, such as a flag beside a centre.
    """
    representation = unpack(settings)
    n_features = genes.shape[1] - RULE_ROWS
    for feature in range(n_features):
        gene_vary(representation, genes[rule, feature], rates[feature], rng)
        gene_repair(representation, genes[rule, feature])
    if RULE_ROWS > 0 and random(rng) < rates[n_features]:
        gene_mutate_rule(representation, genes[rule, n_features], rng)


def compare_genes(settings, genes, rule, other):
    """Tell whether every gene is at least as general as the other rule's.

    So an equal rule is as general; that it must not subsume its equal is the trainer's business.
    """
    representation = unpack(settings)
    for feature in range(genes.shape[1] - RULE_ROWS):
        if not gene_is_more_general(representation, genes[rule, feature], genes[other, feature]):
            return False
    return True


def compare_rules(settings, genes, rule, other):
    """Tell whether the rule is at least as general as the other, by the representation's test."""
    return gene_rule_is_more_general(unpack(settings), genes[rule], genes[other])


def prepare(settings, genes, rule, support, width, packed, n_packed):
    """Write what is derived from the genes; return the number of those that are not crisp.

    The support is cut to [0, 1], where inputs lie. Its width, summed over features, is a first
    test for generality: a rule that contains another is at least as wide.
    """
    representation = unpack(settings)
    total = 0.0
    fuzzy = 0
    for feature in range(support.shape[2]):
        gene = genes[rule, feature]
        low, high = gene_support(representation, gene)
        low, high = max(0.0, low), min(1.0, high)
        support[rule, 0, feature] = low
        support[rule, 1, feature] = high
        total += high - low
        if not gene_is_crisp(representation, gene):
            fuzzy += 1
    width[rule] = total
    n_packed[rule] = gene_pack(representation, genes, rule, packed)
    return fuzzy


def crispify(settings, genes, rule, rng):
    """Make one gene crisp, chosen at random among those that are not; False if there is none.

    Counted first and then drawn, so that one random number is enough.
    """
    representation = unpack(settings)
    fuzzy = 0.0
    for feature in range(genes.shape[1]):
        if not gene_is_crisp(representation, genes[rule, feature]):
            fuzzy += 1.0
    if fuzzy == 0.0:
        return False
    chosen = below(rng, fuzzy)
    for feature in range(genes.shape[1]):
        if not gene_is_crisp(representation, genes[rule, feature]):
            if chosen == 0:
                gene_make_crisp(representation, genes[rule, feature])
                break
            chosen -= 1
    return True


def change_gene(settings, genes, rule, feature, action, x, rng):
    """Open, cover or mutate one gene, or keep it; tell whether it matches everything fully.

    A gene that does so at both ends does so everywhere: memberships have one peak or plateau. Only
    rules with sets or with limited conditions need single genes to be changed.
    """
    representation = unpack(settings)
    gene = genes[rule, feature]
    if action == OPEN_GENE or (action == COVER_GENE and x != x):
        gene_cover_any(representation, gene, x, rng)
    elif action == COVER_GENE:
        gene_cover(representation, gene, x, rng)
    elif action == MUTATE_GENE:
        gene_mutate(representation, gene, rng)
        gene_repair(representation, gene)
    is_full_below = gene_membership(representation, gene, 0.0) >= 1.0
    return is_full_below and gene_membership(representation, gene, 1.0) >= 1.0


def is_never_crisp(representation, gene):
    """Stand in where a representation does not tell crisp genes from others."""
    return False


def pack_nothing(representation, genes, rule, packed):
    """Stand in where a representation precomputes nothing."""
    return 0


def leave_rule_genes(representation, gene, rng):
    """Stand in where a representation has no genes of whole rules."""


def leave_rule(settings, genes, rule, rng):
    """Stand in for `crispify` where there is no crisp form to fall back to, or no wish to."""
    return False


def leave_gene(settings, genes, rule, feature, action, x, rng):
    """Stand in for `change_gene` where it is not called."""
    return False


STAND_INS = {"crispify": leave_rule, "change_gene": leave_gene}
