"""Nodes of an ONNX graph, and the formulas of terms as nodes; names are results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

SMALLEST_NORMAL = 2.2250738585072014e-308
NEUTRAL = {  # numbers of a term that changes nothing
    "log": (0.0, -1.0, 1.0),
    "pull": (0.0, 0.0, 0.0, 0.0),
    "square": (0.0, 0.0),
    "flanks": (-1.0, 2.0, 2.0, 2.0),
}


class Nodes:
    """Nodes and constants of a graph under construction."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add a node; return the name of its result."""
        from onnx import helper

        name = f"{operator}_{len(self.nodes)}"
        self.nodes.append(
            helper.make_node(operator, list(inputs), [name], domain=domain, **attributes)
        )
        return name

    def constant(self, values: Any, dtype: Any = np.float64) -> str:
        """Add a constant; return its name."""
        from onnx import numpy_helper

        name = f"constant_{len(self.constants)}"
        array = np.array(values, dtype=dtype, order="C")
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def cast(self, name: str, kind: str = "DOUBLE") -> str:
        """Turn truth values or whole numbers into doubles, or the like."""
        from onnx import TensorProto

        return self.add("Cast", name, to=getattr(TensorProto, kind))


def _log(nodes: Nodes, u: str, exponent: str, end: str, scale: str) -> str:
    argument = nodes.add("Mul", nodes.add("Sub", u, end), scale)
    # where it has no logarithm, bounds keep the rule from matching
    positive = nodes.add("Max", argument, nodes.constant(SMALLEST_NORMAL))
    return nodes.add("Mul", exponent, nodes.add("Log", positive))


def _pull(nodes: Nodes, u: str, left: str, left_scale: str, right: str, right_scale: str) -> str:
    one = nodes.constant(1.0)
    rising = nodes.add("Sub", nodes.add("Mul", u, left_scale), one)
    falling = nodes.add("Sub", nodes.add("Mul", nodes.add("Sub", one, u), right_scale), one)
    return nodes.add("Add", nodes.add("Mul", left, rising), nodes.add("Mul", right, falling))


def _square(nodes: Nodes, u: str, centre: str, inverse: str) -> str:
    z = nodes.add("Mul", nodes.add("Sub", u, centre), inverse)
    return nodes.add("Mul", z, z)


def _flanks(nodes: Nodes, u: str, left: str, rise: str, right: str, fall: str) -> str:
    rising = nodes.add("Mul", nodes.add("Sub", u, left), rise)
    falling = nodes.add("Mul", nodes.add("Sub", right, u), fall)
    return nodes.add("Min", nodes.constant(1.0), rising, falling)


# by the kind of a term, see `shapes.py`: nodes, the value, its numbers
FORMULAS: dict[str, Callable[..., str]] = {
    "log": _log,
    "pull": _pull,
    "square": _square,
    "flanks": _flanks,
}
