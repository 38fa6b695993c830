"""Numba pipelines that leave out what kernels do not need.

By default, Numba optimises every function, turns it into machine code, and does all of that again
inside each caller. Here:

* A function that only other kernels call ends before machine code (`InnerCompiler`). It is
  optimised and emitted once, within the entry point that uses it.
* What is optimised is optimised once (`BringOwnLibrary`). Numba's first round serves reference
  counts, which kernels do not have.
* `max`, `min` and `int` are written in place (`WriteInPlace`). Numba would compile a function for
  each pair of types.
* Numba may assume that arrays do not overlap (the flag `noalias`), and that indices count from the
  start (`LowerPlainIndices`). This makes loops faster.

This takes about half off the first compilation. Plain Numba does everything that is left out here,
asks of every index whether it is negative, checks arrays for overlap, and gets the same results.
"""

import operator

from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core import ir as numba_ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import (
    CompilerPass,
    FunctionPass,
    LoweringPass,
    register_pass,
)
from numba.core.typed_passes import (
    AnnotateTypes,
    NativeLowering,
    NopythonRewrites,
    NopythonTypeInference,
)
from numba.cpython.builtins import do_minmax
from numba.extending import intrinsic
from numba.np import arrayobj

OWN_MODULES = "beta4ucs."


class _Ready(CompilerPass):
    """A pass that needs nothing to begin with: Numba has every pass say so."""

    def __init__(self):
        super().__init__()


def _of_two(compare):
    """The built-in `max` or `min` of two numbers, as Numba writes it, but in place."""

    @intrinsic
    def choose(context, one, other):
        def write(context, builder, signature, values):
            return do_minmax(context, builder, signature.args, values, compare)

        kind = context.unify_types(one, other)
        is_number = isinstance(kind, types.Number | types.Boolean)
        return (kind(one, other), write) if is_number else None

    return choose


@intrinsic
def _cut(_, number):
    """The built-in `int` of a number, likewise."""
    if not isinstance(number, types.Integer | types.Float | types.Boolean):
        return None
    kind = number if isinstance(number, types.Integer) else types.intp

    def write(context, builder, _, values):
        return context.cast(builder, values[0], number, kind)

    return kind(number), write


# By built-in function and number of arguments.
IN_PLACE = {(max, 2): _of_two(operator.gt), (min, 2): _of_two(operator.lt), (int, 1): _cut}


@register_pass(mutates_CFG=False, analysis_only=False)
class WriteInPlace(_Ready, FunctionPass):
    """Write `max`, `min` and `int` where they stand: Numba would compile functions for them."""

    _name = "beta4ucs_write_in_place"

    def run_pass(self, state):
        """Replace what calls look up; what has no name of its own serves one call only."""
        looked_up = {}
        for block in state.func_ir.blocks.values():
            for assignment in block.find_insts(numba_ir.Assign):
                value, target = assignment.value, assignment.target
                if isinstance(value, numba_ir.Global) and target.is_temp:
                    looked_up[target.name] = value
                elif isinstance(value, numba_ir.Expr) and value.op == "call":
                    function = looked_up.get(value.func.name)
                    if function and not value.kws and not value.vararg:
                        key = function.value, len(value.args)
                        function.value = IN_PLACE.get(key, function.value)
        return bool(looked_up)


@register_pass(mutates_CFG=False, analysis_only=True)
class BringOwnLibrary(_Ready, LoweringPass):
    """Make the library that lowered code goes to, as Numba would, but with less work to do."""

    _name = "beta4ucs_bring_own_library"

    def run_pass(self, state):
        """Replace what optimises."""
        library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        library.enable_object_caching()
        library._optimize_functions = lambda module: _simplify(library, module)
        library._optimize_final_module = lambda: _optimise_once(library)
        state.library = library
        return False


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerPlainIndices(NativeLowering):
    """Lower code of ours without asking of every index whether it counts from the end.

    It never does, but for constants such as -1. Code of others may, and is asked.
    """

    _name = "beta4ucs_lower_plain_indices"

    def run_pass(self, state):
        """Lower with or without the question; Numba holds its compiler lock meanwhile."""
        is_ours = state.func_id.modname.startswith(OWN_MODULES)
        fix = arrayobj.fix_integer_index
        try:  # no context manager: Ctrl-C could come between its end and ours
            if is_ours:
                arrayobj.fix_integer_index = _trusting(fix)
            return super().run_pass(state)
        finally:
            arrayobj.fix_integer_index = fix


@register_pass(mutates_CFG=True, analysis_only=False)
class OfferToCallers(_Ready, LoweringPass):
    """Make lowered code known to callers without an address of its own."""

    _name = "beta4ucs_offer_to_callers"

    def run_pass(self, state):
        """Register the code under a stand-in for the function pointer."""
        stand_in = _stand_in(state.func_id.func_name)
        state.targetctx.insert_user_function(stand_in, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = state.cr._replace(cfunc=stand_in)
        _keep_as_is(state.library)
        return True


class EntryCompiler(CompilerBase):
    """The usual pipeline with passes of our own, and no search for sums of whole arrays."""

    def define_pipelines(self):
        """Return the pipelines to try: one."""
        return [self._pipeline()]

    def _pipeline(self, *passes_at_the_end):
        self.state.flags.noalias = True  # arrays that one kernel is given do not overlap
        changes = {
            NopythonTypeInference: (WriteInPlace, NopythonTypeInference),
            NopythonRewrites: (),
            AnnotateTypes: (AnnotateTypes, BringOwnLibrary),
            NativeLowering: (LowerPlainIndices, *passes_at_the_end),
        }
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (new, said) for old, said in pipeline.passes for new in changes.get(old, (old,))
        ]
        pipeline.finalize()
        return pipeline


class InnerCompiler(EntryCompiler):
    """The same, ending before machine code."""

    def define_pipelines(self):
        """Return the pipelines to try: one."""
        self.state.flags.no_compile = True
        return [self._pipeline(OfferToCallers)]


def _simplify(library, module):
    """Do to new code what lets callers judge its size; the rest waits for the entry point."""
    module.data_layout = library._codegen._data_layout
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_simplify_cfg_pass()
    manager.add_instruction_combine_pass()
    manager.add_simplify_cfg_pass()
    manager.run(module, library._codegen._pass_builder())


def _optimise_once(library):
    """Optimise a library with all that it uses."""
    manager, builder = library._codegen._module_pass_manager()
    manager.run(library._final_module, builder)


def _keep_as_is(library):
    """Let the library be linked into callers as it is: not optimised, no machine code."""

    def mark_as_final():
        library._finalize_dynamic_globals()
        library._finalized = True

    library._optimize_final_module = lambda: None
    library._finalize_final_module = mark_as_final


def _stand_in(name):
    """Return a built-in function, as Numba demands, that differs from every other and only fails.

    Joining refuses whatever a kernel could be given, so a call from Python is a TypeError.
    """
    return f"{name} is compiled for other kernels only; call their entry point".join


def _trusting(fix):
    """Version of Numba's function that asks only of negative constants; others are as they are."""

    def trust(context, builder, kind, index, size):
        if not kind.signed or _is_negative(_before_tuple(index)):
            return fix(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    return trust


def _is_negative(index):
    return isinstance(index, ir.Constant) and isinstance(index.constant, int) and index.constant < 0


def _before_tuple(value):
    """What an index was before Numba made a tuple of `[row, -1]`, to take it apart again."""
    if isinstance(value, ir.instructions.ExtractValue):
        whole = value.operands[0]
        while isinstance(whole, ir.instructions.InsertValue):
            if list(whole.indices) == list(value.indices):
                return _before_tuple(whole.operands[1])
            whole = whole.operands[0]
    return value
