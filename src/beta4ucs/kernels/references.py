"""Records as arguments of kernels.

A signature says `Reference(record)` where a kernel takes a named tuple of the type `record`.
Kernels read its fields, and change none. Where Numba's internals allow it, the record is passed as
one pointer, see `numba_internals/references.py`.
"""

from beta4ucs.kernels.toolset import tools

Reference = tools.Reference
