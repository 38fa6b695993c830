"""A trial run of a representation, so that `register` can name an operator that is wrong.

The operators run once or twice each as plain Python on a few sample genes, in milliseconds:
compiled functions that they call are replaced by the Python code they were compiled from.
"""

import math
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.kernels import arithmetic, random
from beta4ucs.kernels.random import new_stream
from beta4ucs.representations.contract import (
    OPTIONAL,
    REQUIRED,
    gene_width,
    rule_rows,
)

SAMPLES = (0.0, 0.3, 1.0)  # values on the unit scale that are covered
PLACES = np.linspace(0.0, 1.0, 21)  # where membership is looked at
CLOSE = 1e-6
PADDING = 64  # what `degrees` may write beyond the end


def try_out(kind: Any) -> None:
    """Run the operators of a representation class; raise InputError that names a wrong one."""
    with np.errstate(all="ignore"):
        trial = _Trial(kind)
        for x in SAMPLES:
            trial.try_gene(x)
        trial.try_rule()


class _Trial:
    """Operators of one representation as plain Python, each answer checked."""

    def __init__(self, kind: Any) -> None:
        self.title = kind.__name__
        self.representation = kind()
        self.genes, self.width, self.rows = kind.genes, gene_width(kind), rule_rows(kind)
        self.rng = new_stream(1)
        twins: dict[int, Any] = {}
        self.operators = {
            name: plain_twin(getattr(kind, name), twins)
            for name in REQUIRED | OPTIONAL
            if hasattr(kind, name)
        }

    def has(self, operator: str) -> bool:
        return operator in self.operators

    def run(self, operator: str, *arguments: Any) -> Any:
        try:
            return self.operators[operator](self.representation, *arguments)
        except Exception as error:
            reason = f"fails on a sample: {type(error).__name__}: {error}"
            raise self.wrong(operator, reason) from error

    def wrong(self, operator: str, reason: str) -> InputError:
        return InputError(f"operator {operator} of representation {self.title} {reason}")

    def number(self, operator: str, value: Any) -> float:
        if isinstance(value, (str, bytes)) or np.ndim(value) != 0:
            raise self.wrong(operator, f"must return a number, got {value!r}")
        try:
            return float(value)
        except (TypeError, ValueError):
            raise self.wrong(operator, f"must return a number, got {value!r}") from None

    def flag(self, operator: str, *arguments: Any) -> bool:
        value = self.run(operator, *arguments)
        if not isinstance(value, (bool, np.bool_)):
            raise self.wrong(operator, f"must return True or False, got {value!r}")
        return bool(value)

    def count(self, operator: str, value: Any) -> int:
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            raise self.wrong(operator, f"must return a whole number, got {value!r}")
        return int(value)

    # ---- one gene

    def try_gene(self, x: float) -> None:
        gene = self.covered(x)
        self.look_at(gene, "cover")
        self.try_repair(gene, "cover")
        self.look_at(self.covers_anything(x), "cover_any")
        self.look_at(self.covers_anything(math.nan), "cover_any")
        for operator, extra in (("mutate", ()), ("vary", (0.5,))):
            if self.has(operator):
                self.run(operator, gene, *extra, self.rng)
                self.check_written(gene, operator)
                self.try_repair(gene, operator)
                self.look_at(gene, f"{operator} and repair")
        if self.has("make_crisp"):
            self.try_make_crisp(gene)

    def covered(self, x: float) -> np.ndarray:
        gene = np.full(self.width, math.nan)
        self.run("cover", gene, x, self.rng)
        self.check_written(gene, "cover")
        membership = self.membership(gene, x)
        if membership < 1.0 - CLOSE:
            reason = f"must write a gene with membership 1 at its own x, got {membership:g} at {x}"
            raise self.wrong("cover", reason)
        return gene

    def covers_anything(self, x: float) -> np.ndarray:
        gene = np.full(self.width, math.nan)
        self.run("cover_any", gene, x, self.rng)
        self.check_written(gene, "cover_any")
        if x == x and self.membership(gene, x) <= 0.0:
            raise self.wrong("cover_any", f"must write a gene that matches its own x, here {x}")
        return gene

    def check_written(self, gene: np.ndarray, operator: str) -> None:
        for name, value in zip(self.genes, gene, strict=False):
            if math.isnan(value):
                raise self.wrong(operator, f"leaves the number {name!r} of a gene unset or NaN")

    def membership(self, gene: np.ndarray, x: float) -> float:
        value = self.number("membership", self.run("membership", gene, x))
        if not 0.0 <= value <= 1.0:
            raise self.wrong("membership", f"must stay in [0, 1], got {value:g} at {x:g}")
        return value

    def look_at(self, gene: np.ndarray, origin: str) -> None:
        """Check what the gene says of itself; `origin` is what has written it."""
        low, high = self.support(gene, origin)
        by_gene = not self.has("degree")  # or else the rule decides, not this gene alone
        for x in PLACES.tolist():
            if self.membership(gene, x) > 0.0 and by_gene and not low <= x <= high:
                reason = f"must contain every x that matches, got ({low:g}, {high:g}) without {x:g}"
                raise self.wrong("support", reason)
        is_own = self.rows == 0 and not self.has("rule_is_more_general")
        if is_own and not self.flag("is_more_general", gene, gene):
            raise self.wrong("is_more_general", "must be True for a gene and itself")
        if self.has("is_crisp"):
            self.flag("is_crisp", gene)
        text = self.run("describe", gene, _AnyFeature())
        if not isinstance(text, str):
            raise self.wrong("describe", f"must return text, got {text!r}")

    def support(self, gene: np.ndarray, origin: str) -> tuple[float, float]:
        found = self.run("support", gene)
        if not isinstance(found, tuple) or len(found) != 2:
            raise self.wrong("support", f"must return a pair (low, high), got {found!r}")
        low, high = (self.number("support", end) for end in found)
        if not low <= high:
            reason = f"must return low <= high, got ({low:g}, {high:g}) after {origin}"
            raise self.wrong("support", reason)
        return low, high

    def try_repair(self, gene: np.ndarray, origin: str) -> None:
        self.run("repair", gene)
        self.check_written(gene, "repair")
        once = gene.copy()
        self.run("repair", gene)
        if not np.array_equal(once, gene, equal_nan=True):
            reason = f"must change nothing the second time, which it does after {origin}"
            raise self.wrong("repair", reason)

    def try_make_crisp(self, gene: np.ndarray) -> None:
        before = self.support(gene, "repair")
        self.run("make_crisp", gene)
        if not self.flag("is_crisp", gene):
            raise self.wrong("make_crisp", "must leave a gene for which is_crisp is True")
        after = self.support(gene, "make_crisp")
        if not np.allclose(np.clip(before, 0, 1), np.clip(after, 0, 1), rtol=0.0, atol=CLOSE):
            raise self.wrong("make_crisp", "must keep the support within [0, 1]")
        crisp = gene.copy()
        self.run("repair", gene)
        if not np.array_equal(crisp, gene):
            raise self.wrong("make_crisp", "must leave a gene that repair does not change")

    # ---- a rule

    def try_rule(self) -> None:
        n = len(SAMPLES)
        genes = np.zeros((n + self.rows, self.width))
        genes[:n] = [self.covered(x) for x in SAMPLES]
        if self.rows:
            self.run("cover_rule", genes[n], self.rng)
            self.run("mutate_rule", genes[n], self.rng)
            text = self.run("describe_rule", genes[n])
            if not isinstance(text, str):
                raise self.wrong("describe_rule", f"must return text, got {text!r}")
        if self.has("rule_is_more_general") and not self.flag("rule_is_more_general", genes, genes):
            raise self.wrong("rule_is_more_general", "must be True for a rule and itself")
        if self.has("degree"):
            self.try_degree(genes, np.array(SAMPLES))

    def try_degree(self, genes: np.ndarray, x: np.ndarray) -> None:
        with_gap = np.where(np.arange(len(x)) == 1, math.nan, x)
        for row in (x, with_gap):
            value = self.number("degree", self.run("degree", genes, row))
            if not 1.0 - CLOSE <= value <= 1.0:
                reason = f"must be 1 where a covering rule was made, missing or not, got {value:g}"
                raise self.wrong("degree", reason)
        if self.has("degrees"):
            self.try_degrees(genes, x)

    def try_degrees(self, genes: np.ndarray, x: np.ndarray) -> None:
        width = self.run("packed_width", len(x)) if self.has("packed_width") else 0
        packed, out = np.zeros((1, int(width))), np.full(1 + PADDING, math.nan)
        n_packed = np.zeros(1, dtype=np.int64)
        if self.has("pack"):
            n_packed[0] = self.count("pack", self.run("pack", genes[np.newaxis], 0, packed))
        buffer = np.full(2 * len(x) + PADDING, math.nan)
        rules = np.zeros(1, dtype=np.int64)
        self.run("degrees", genes[np.newaxis], packed, n_packed, x, rules, 1, buffer, out)
        expected = self.run("degree", genes, x)
        if not abs(out[0] - expected) <= CLOSE:
            raise self.wrong("degrees", f"must equal degree, got {out[0]:g} for {expected:g}")


class _AnyFeature:
    """Stands in for the words of a feature: every method of it gives a text."""

    name, low, high = "x", 0.0, 1.0

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: "x"


# ---- plain Python in place of what is compiled


def plain_twin(function: Any, twins: dict[int, Any]) -> Any:
    """Return the function as plain Python, with the same for all compiled functions it names."""
    function = getattr(function, "py_func", function)
    if id(function) in twins:
        return twins[id(function)]
    names = dict(function.__globals__)
    twin = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    twins[id(function)] = twin  # before its names: a function may call itself
    for name in _names_in(function.__code__):
        value = names.get(name)
        if id(value) in _STAND_INS:
            names[name] = _STAND_INS[id(value)]
        elif isinstance(getattr(value, "py_func", None), FunctionType):
            names[name] = plain_twin(value, twins)
    return twin


def _names_in(code: CodeType) -> set[str]:
    inner = [_names_in(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inner)


def _next_bits(rng):
    state = (int(rng[0]) + 0x9E3779B97F4A7C15) % 2**64
    rng[0] = state
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) % 2**64
    bits = state ^ (state >> 31)
    return bits - 2**64 if bits >= 2**63 else bits


def _random(rng):
    return ((_next_bits(rng) % 2**64) >> 11) * random.TO_UNIT


def _exp(value):
    return float(np.exp(value))


def _log(value):
    return math.log(value) if value > 0.0 else -math.inf


# These look at bits in a way that Python cannot, or not without warnings.
_STAND_INS = {
    id(arithmetic.exp): _exp,
    id(arithmetic.log): _log,
    id(random.next_bits): _next_bits,
    id(random.random): _random,
}
