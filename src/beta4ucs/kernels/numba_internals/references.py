"""Named tuples that kernels hand to each other as one pointer.

Numba passes a tuple of arrays as all that the arrays consist of, some hundred numbers, and writes
code for each of them wherever a kernel calls another. A signature that says `Reference(record)`
instead of `record` has the caller in Python put the tuple into memory once; a field is read from
there where code asks for it. Kernels read fields of both alike, and change none. Plain Numba passes
the tuple itself.
"""

import zlib

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_getattr_generic
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import NativeValue, models, register_model, unbox


class Reference(types.Type):
    """Type of a pointer to a named tuple of the type `record`."""

    def __init__(self, record):
        self.record = record
        # short: it is part of the name of every compiled function that takes one
        digest = zlib.crc32(str(record).encode())
        super().__init__(f"{record.instance_class.__name__}_{digest:x}")

    def can_convert_from(self, typingctx, other):
        """Accept the named tuple itself where a signature asks for a reference to it."""
        if getattr(other, "instance_class", None) is not self.record.instance_class:
            return None
        fields = zip(other.types, self.record.types, strict=True)
        fits = all(typingctx.can_convert(kind, wanted) is not None for kind, wanted in fields)
        return Conversion.safe if fits else None


@register_model(Reference)
class ReferenceModel(models.PrimitiveModel):
    """A pointer to the fields, one behind the other."""

    def __init__(self, manager, reference):
        fields = manager.lookup(reference.record).get_value_type()
        super().__init__(manager, reference, ir.PointerType(fields))


@infer_getattr
class ReferenceFields(AttributeTemplate):
    """Types of the fields."""

    key = Reference

    def generic_resolve(self, reference, name):
        """Type of one field; None if there is no such field."""
        if name in reference.record.fields:
            return reference.record.types[reference.record.fields.index(name)]
        return None


@lower_getattr_generic(Reference)
def read_field(context, builder, reference, pointer, name):
    """Load one field."""
    place = reference.record.fields.index(name)
    return _load_constant(builder, cgutils.gep_inbounds(builder, pointer, 0, place))


def _load_constant(builder, pointer):
    """Load what stays as it is as long as the caller runs."""
    loaded = builder.load(pointer)
    loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
    return loaded


@unbox(Reference)
def put_into_memory(reference, tuple_object, c):
    """Write the fields of a tuple to the caller's stack."""
    record = reference.record
    memory = cgutils.alloca_once(c.builder, c.context.get_value_type(record))
    is_error, cleanups = cgutils.false_bit, []
    for place, kind in enumerate(record.types):
        native = c.unbox(kind, c.pyapi.tuple_getitem(tuple_object, place))
        c.builder.store(native.value, cgutils.gep_inbounds(c.builder, memory, 0, place))
        is_error = c.builder.or_(is_error, native.is_error)
        if native.cleanup is not None:
            cleanups.append(native.cleanup)

    def clean_up():
        for one in reversed(cleanups):
            one()

    return NativeValue(memory, is_error=is_error, cleanup=clean_up if cleanups else None)
