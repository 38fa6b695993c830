"""Bit casts and bit scans: Numba intrinsics, with plain Python twins when compilation is off."""

import struct

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from beta4ucs.kernels.toolset import is_compiled, tools

# BIT[i] has only bit i set; int64 throughout, because Numba turns uint64 with int64 into floats.
BIT = np.array([1 << i if i < 63 else -(1 << 63) for i in range(64)], dtype=np.int64)

if is_compiled():
    # prefetch(array, row) asks for the start of a row of a 2-d array before it is needed.
    prefetch = tools.prefetch

    @intrinsic
    def float_to_bits(typingctx, value):
        """Bits of a double as int64."""

        def codegen(context, builder, signature, args):
            return builder.bitcast(args[0], ir.IntType(64))

        return types.int64(types.float64), codegen

    @intrinsic
    def bits_to_float(typingctx, value):
        """Double with the given bits."""

        def codegen(context, builder, signature, args):
            return builder.bitcast(args[0], ir.DoubleType())

        return types.float64(types.int64), codegen

    @intrinsic
    def lowest_bit(typingctx, word):
        """Index of the lowest set bit of a nonzero int64."""

        def codegen(context, builder, signature, args):
            is_zero_undefined = ir.Constant(ir.IntType(1), 1)
            return builder.cttz(args[0], is_zero_undefined)

        return types.int64(types.int64), codegen

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
        """Do nothing: only speed gains by it."""
