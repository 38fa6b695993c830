"""Memory that will be needed soon, asked for ahead of time.

A rule's numbers are on their way while other rules are still being compared. With plain Numba,
they are fetched when they are needed.
"""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array


@intrinsic
def prefetch(typingctx, array, row):
    """Ask for the start of a row of a 2-d array to be brought near before it is needed."""

    def codegen(context, builder, signature, args):
        array_type = signature.args[0]
        values = make_array(array_type)(context, builder, args[0])
        zero = context.get_constant(types.intp, 0)
        address = cgutils.get_item_pointer(
            context, builder, array_type, values, [args[1], zero], wraparound=False
        )
        i32 = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, i32, i32, i32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        for_read, keep_near, is_data = i32(0), i32(3), i32(1)
        builder.call(function, [address, for_read, keep_near, is_data])
        return context.get_dummy_value()

    return types.void(array, types.intp), codegen
