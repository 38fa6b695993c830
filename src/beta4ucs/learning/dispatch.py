"""How the operators of a representation reach compiled code; no other file knows.

The trainer is compiled once, for every representation: it receives the operators as typed function
pointers. Their common signature takes whole rules (`genes`, row) and the hyperparameters as a float
array. `rule_operators.py` writes them once, in terms of the gene-level methods; for each
representation they are copied with globals of their own, in which those methods are its methods.

    Beta4.mutate(self, gene, rng)          what the author of a representation writes
    mutate(settings, genes, rule, ...)     template: calls `gene_mutate` for every gene
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
from beta4ucs.kernels.references import Reference
from beta4ucs.learning import rule_operators as templates
from beta4ucs.learning.compile_failure import explain
from beta4ucs.representations.contract import OPTIONAL, REQUIRED, UNCOMPILED, rule_rows

_f1, _f2, _f3 = (types.Array(types.float64, n, "C") for n in (1, 2, 3))
_i1, _i8, _f8 = types.Array(types.int64, 1, "C"), types.int64, types.float64
_rng = types.Array(types.uint64, 1, "C")
# settings, genes and a row first; see `rule_operators.py` for the rest.
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
    return compile_function(templates.STAND_INS[name], SIGNATURES[name], compiled.kernel_folder())


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
        "gene_is_crisp": templates.is_never_crisp,
        "gene_pack": templates.pack_nothing,
        "gene_cover_rule": templates.leave_rule_genes,
        "gene_mutate_rule": templates.leave_rule_genes,
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
    own = {
        "degrees": _first_of(kind, degrees=templates.degrees, degree=templates.degrees_by_rule)
        or templates.degrees_by_gene,
        "mutate": _first_of(kind, vary=templates.vary) or templates.mutate,
        "is_more_general": _first_of(kind, rule_is_more_general=templates.compare_rules)
        or templates.compare_genes,
    }
    return own[name] if name in own else getattr(templates, name)


def _first_of(kind, **templates):
    """Return the template of the first of these methods that the representation has, or None."""
    return next((template for name, template in templates.items() if hasattr(kind, name)), None)
