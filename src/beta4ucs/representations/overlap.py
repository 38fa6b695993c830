"""How far one trapezoid covers another; a triangle and a rectangle are trapezoids too.

A shape is the tuple of its corners (left, top_left, top_right, right): 0 outside, 1 between the
tops, straight in between. Where two corners coincide the flank is vertical, and its top belongs to
the shape. Everything is judged on [0, 1], where the inputs are.
"""

from beta4ucs.kernels.compiled import kernel, open_kernel

TOLERANCE = 1e-7  # of a comparison of membership values


@open_kernel
def covers(shape, other, threshold):
    """Tell whether at least the share `threshold` of the other's area lies within the shape.

    A share of 1 means everywhere at least as high. In any case the support contains the other's.
    """
    if max(0.0, shape[0]) > max(0.0, other[0]) or min(1.0, shape[3]) < min(1.0, other[3]):
        return False
    if threshold >= 1.0:
        return dominates(shape, other)
    area, outside = areas(shape, other)
    return outside <= (1.0 - threshold) * area  # not a quotient: the area may be 0


@kernel
def dominates(shape, other):
    """Tell whether the shape is nowhere lower than the other, by more than rounding.

    Between corners both are straight, so the ends of each piece decide; its limits and not the
    values, because a vertical flank has two. A shape may touch [0, 1] in an end point only.
    """
    start = 0.0
    while start < 1.0:
        end = next_corner(shape, other, start)
        if limit_from_right(shape, start) < limit_from_right(other, start) - TOLERANCE:
            return False
        if limit_from_left(shape, end) < limit_from_left(other, end) - TOLERANCE:
            return False
        start = end
    is_as_high_at_0 = height_at(shape, 0.0) >= height_at(other, 0.0) - TOLERANCE
    return is_as_high_at_0 and height_at(shape, 1.0) >= height_at(other, 1.0) - TOLERANCE


@open_kernel
def areas(shape, other):
    """Return the area of the other, and the area of what of it is above the shape."""
    area = 0.0
    outside = 0.0
    start = 0.0
    while start < 1.0:
        end = next_corner(shape, other, start)
        first, last = limit_from_right(other, start), limit_from_left(other, end)
        area += 0.5 * (first + last) * (end - start)
        first -= limit_from_right(shape, start)
        last -= limit_from_left(shape, end)
        high, low = max(first, last), min(first, last)
        if low >= 0.0:
            outside += 0.5 * (first + last) * (end - start)
        elif high > 0.0:  # the two cross: a triangle is left
            outside += 0.5 * high * (end - start) * (high / (high - low))
        start = end
    return area, outside


@kernel
def next_corner(shape, other, x):
    """Return the first corner of either shape behind x, at most 1."""
    nearest = 1.0
    for i in range(4):
        if x < shape[i] < nearest:
            nearest = shape[i]
        if x < other[i] < nearest:
            nearest = other[i]
    return nearest


@kernel
def height_at(shape, x):
    """Return the membership of x: the top of a vertical flank counts."""
    return max(limit_from_left(shape, x), limit_from_right(shape, x))


@kernel
def limit_from_left(shape, x):
    """Return what membership comes to on the way up to x."""
    left, top_left, top_right, right = shape
    if x <= left or x > right:
        return 0.0
    if x <= top_left:
        return (x - left) / (top_left - left)
    if x <= top_right:
        return 1.0
    return (right - x) / (right - top_right)


@kernel
def limit_from_right(shape, x):
    """Return what membership comes to on the way down to x."""
    left, top_left, top_right, right = shape
    if x < left or x >= right:
        return 0.0
    if x < top_left:
        return (x - left) / (top_left - left)
    if x < top_right:
        return 1.0
    return (right - x) / (right - top_right)
