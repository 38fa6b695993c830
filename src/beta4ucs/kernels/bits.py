"""Bit casts and bit scans: Numba intrinsics, with plain Python twins when compilation is off."""

import struct

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from beta4ucs.kernels.compiled import is_compiled

# BIT[i] has only bit i set; int64 throughout, because Numba turns uint64 with int64 into floats.
BIT = np.array([1 << i if i < 63 else -(1 << 63) for i in range(64)], dtype=np.int64)

if is_compiled():

    @intrinsic
    def float_to_bits(typingctx, value):
        """Bits of a double as int64."""

        def codegen(context, builder, signature, args):
            return builder.bitcast(args[0], context.get_value_type(types.int64))

        return types.int64(types.float64), codegen

    @intrinsic
    def bits_to_float(typingctx, value):
        """Double with the given bits."""

        def codegen(context, builder, signature, args):
            return builder.bitcast(args[0], context.get_value_type(types.float64))

        return types.float64(types.int64), codegen

    @intrinsic
    def lowest_bit(typingctx, word):
        """Index of the lowest set bit of a nonzero int64."""

        def codegen(context, builder, signature, args):
            is_zero_undefined = context.get_constant(types.boolean, True)
            return builder.cttz(args[0], is_zero_undefined)

        return types.int64(types.int64), codegen

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

else:

    def float_to_bits(value):
        """Bits of a double as an integer."""
        return struct.unpack("<q", struct.pack("<d", value))[0]

    def bits_to_float(value):
        """Double with the given bits."""
        return struct.unpack("<d", struct.pack("<q", value))[0]

    def lowest_bit(word):
        """Index of the lowest set bit of a nonzero integer."""
        word = int(word)
        return (word & -word).bit_length() - 1

    def prefetch(array, row):
        """Do nothing: only compiled code gains by it."""
