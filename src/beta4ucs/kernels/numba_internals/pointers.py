"""Compiled functions that kernels receive as pointers.

Numba's own pointers to functions (`numba.types.FunctionType`, which plain Numba uses instead) come
with two more ways to call them, and every call in a kernel with code for all three. These have one,
so that there is less to compile.
"""

import zlib

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin
from numba.core.typing import signature as typed_as
from numba.extending import NativeValue, models, register_model, unbox


class Pointer(types.Callable):
    """Type of a pointer to a function with the given signature."""

    def __init__(self, signature):
        self.signature = signature
        # short: it is part of the name of every compiled function that takes one
        super().__init__(f"pointer_{zlib.crc32(str(signature).encode()):x}")

    def get_call_type(self, context, args, kws):
        """Type of a call: whatever it is given is turned into what the function takes."""
        return typed_as(self.signature.return_type, *self.signature.args, recvr=self)

    def get_call_signatures(self):
        """Signatures for messages of the compiler."""
        return [self.signature], False

    def get_impl_key(self, signature):
        """Name under which the compiler finds `call_pointer`."""
        return Pointer


class NativeFunction:
    """A compiled function, to hand to kernels; Python may call it too, though slowly."""

    def __init__(self, dispatcher, signature, compile_entry):
        result = dispatcher.overloads[signature.args]
        self._dispatcher = dispatcher  # the code and its environment stay as long as this
        self._compile_entry = compile_entry
        self.address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
        self.type = Pointer(signature)
        self._numba_type_ = self.type  # where Numba looks for the type of an argument
        self.__qualname__ = result.fndesc.qualname

    def __call__(self, *args):
        """Call it by a kernel that is compiled for this."""
        wanted = self.type.signature
        entry = self._compile_entry(call, wanted.return_type(self.type, types.Tuple(wanted.args)))
        return entry(self, args)


def as_argument(dispatcher, signature, compile_entry):
    """Return what a kernel takes where its signature says `Pointer`.

    `compile_entry` compiles a function for a signature, and remembers that it did: for `call`.
    """
    return NativeFunction(dispatcher, signature, compile_entry)


def call(pointer, args):
    """Call a function by its pointer."""
    return pointer(*args)


@register_model(Pointer)
class PointerModel(models.PrimitiveModel):
    """An address."""

    def __init__(self, manager, pointer):
        super().__init__(manager, pointer, ir.PointerType(ir.IntType(8)))


@unbox(Pointer)
def read_address(pointer, function, c):
    """Take the address from a `NativeFunction`."""
    address = c.pyapi.object_getattr_string(function, "address")
    value = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(value)


@lower_builtin(Pointer, Pointer, types.VarArg(types.Any))
def call_pointer(context, builder, signature, args):
    """Call the function as Numba's functions call each other."""
    result, kinds = signature.return_type, signature.args[1:]
    function_type = context.call_conv.get_function_type(result, kinds)
    function = builder.bitcast(args[0], function_type.as_pointer())
    status, value = context.call_conv.call_function(builder, function, result, kinds, args[1:])
    with builder.if_then(status.is_error, likely=False):
        context.call_conv.return_status_propagate(builder, status)
    return context.get_dummy_value() if result == types.void else value
