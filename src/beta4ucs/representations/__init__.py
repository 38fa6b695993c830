"""Rule conditions: one file each, operators and description together."""

from beta4ucs.representations.beta4 import Beta4
from beta4ucs.representations.contract import find, names, register

__all__ = ["Beta4", "find", "names", "register"]
