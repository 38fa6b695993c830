"""Rule conditions: one file each, operators and description together.

Also all that the author of a representation needs: `register`, the decorator `kernel` for
functions that operators share, random draws, and `Hyperparameter` for legal ranges.
"""

from beta4ucs.hyperparameters import Hyperparameter
from beta4ucs.kernels.compiled import open_kernel as kernel
from beta4ucs.kernels.random import below, random, uniform
from beta4ucs.representations.bell import Bell
from beta4ucs.representations.beta4 import Beta4
from beta4ucs.representations.contract import find, names, register
from beta4ucs.representations.curved_polytope import CurvedPolytope
from beta4ucs.representations.hyperellipsoid import Hyperellipsoid
from beta4ucs.representations.hyperrectangle import Hyperrectangle
from beta4ucs.representations.rectangle_or_polytope import RectangleOrPolytope
from beta4ucs.representations.rectangle_or_triangle import RectangleOrTriangle
from beta4ucs.representations.trapezoid import Trapezoid
from beta4ucs.representations.triangle import Triangle

__all__ = [
    "Bell",
    "Beta4",
    "CurvedPolytope",
    "Hyperellipsoid",
    "Hyperparameter",
    "Hyperrectangle",
    "RectangleOrPolytope",
    "RectangleOrTriangle",
    "Trapezoid",
    "Triangle",
    "below",
    "find",
    "kernel",
    "names",
    "random",
    "register",
    "uniform",
]
