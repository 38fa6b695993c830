"""A Numba pipeline for functions that only other compiled functions call.

By default Numba optimises every function, turns it into machine code, and does all of that again
inside each caller. An inner function needs neither: its code is optimised and emitted once, within
the entry point that uses it. This takes about a third off the first compilation.
"""

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering


@register_pass(mutates_CFG=True, analysis_only=False)
class OfferToCallers(LoweringPass):
    """Make lowered code known to callers without an address of its own."""

    _name = "beta4ucs_offer_to_callers"

    def __init__(self):
        LoweringPass.__init__(self)

    def run_pass(self, state):
        """Register the code under a stand-in for the function pointer."""
        stand_in = _stand_in(state.func_id.func_name)
        state.targetctx.insert_user_function(stand_in, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = state.cr._replace(cfunc=stand_in)
        _keep_as_is(state.library)
        return True


class InnerCompiler(CompilerBase):
    """The usual pipeline, ending before machine code."""

    def define_pipelines(self):
        """Return the pipelines to try: one."""
        self.state.flags.no_compile = True
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.add_pass_after(OfferToCallers, NativeLowering)
        pipeline.finalize()
        return [pipeline]


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
