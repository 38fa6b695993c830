"""Rules as statements of a programming language; Python, numpy and JavaScript differ in spelling.

A missing number is NaN in all of them, which is neither below nor above anything: "not x < 3" lets
it pass, "x >= 3" does not.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from beta4ucs.export.program import Feature, Program
from beta4ucs.export.reading import Bounds, Listed, ProgramRule
from beta4ucs.export.shapes import Form, Term

LONGEST_NAME = 30  # of a variable
# Words that are no names in JavaScript, beyond those of Python, and names of every program.
RESERVED = """
abstract arguments array boolean byte case catch char const debugger default delete do double enum
eval export extends final float function goto implements infinity instanceof int interface let long
native new null object package private protected public short static string super switch symbol
synchronized this throw throws transient typeof undefined var void volatile
votes probabilities predict row columns total held sums best order drawn equals classes start draw
"""


@dataclass(frozen=True)
class Syntax:
    """How a language writes conditions: of a variable `{x}`, from `{a}`, to `{b}`."""

    at_least: str
    at_most: str
    between: str
    not_below: str
    not_above: str
    not_outside: str
    is_missing: str
    is_known: str
    conjunction: str
    least: str  # the smaller of 1 and {0}
    most: str  # the larger of {0} and {1}
    bracketed: str  # a condition that contains an "and" of its own
    number: Callable[[float], str]
    literal: Callable[[Any], str]  # text, or a tuple of values
    listed: Callable[[str, Feature, Listed], str]


def inputs_of(
    syntax: Syntax, program: Program, names: Sequence[str], source: str, category: str
) -> Iterator[tuple[str, str]]:
    """Yield the variables that rules ask about, each with the call that reads it from `source`.

    `category` is the call for a category without an order: of {source}, {name} and {values}.
    """
    for at in program.asked:
        feature = program.features[at]
        call = category
        if feature.values is None:
            call = "number({source}, {name})"
        elif feature.is_ordered:
            call = "place({source}, {name}, {values})"
        name, values = syntax.literal(feature.name), syntax.literal(feature.values or ())
        yield names[at], call.format(source=source, name=name, values=values)
    for at in program.scaled:
        low, high = (syntax.number(end) for end in program.features[at][1:3])
        yield f"{names[at]}_unit", f"unit({names[at]}, {low}, {high})"


def variables(features: Sequence[Feature], runtime: str) -> list[str]:
    """Return a name for each feature that any language takes: letters, digits, all different.

    None of them is a word of the runtime, the text that the program is put together with.
    """
    taken = {*keyword.kwlist, *keyword.softkwlist, *RESERVED.split()}
    taken |= set(re.findall(r"\w+", runtime.lower()))
    names = []
    for place, feature in enumerate(features):
        name = re.sub(r"[^a-z0-9]+", "_", feature.name.lower()).strip("_")[:LONGEST_NAME]
        if not re.match(r"[a-z]", name):
            name = f"x{place}_{name}".rstrip("_")
        while name in taken or name.endswith("_unit"):
            name += f"_{place}"
        taken.add(name)
        names.append(name)
    return names


def comment(text: str) -> str:
    """One line of printable characters: what stands in a comment cannot leave it."""
    line = " ".join(text.split())
    return "".join(one if one.isprintable() else "?" for one in line)


def conditions_of(
    syntax: Syntax, program: Program, rule: ProgramRule, names: Sequence[str]
) -> list[str]:
    """Return all that must hold for a rule to match, degrees of 0 or 1 included."""
    found = []
    for ask in rule.asks:
        name, feature = names[ask.feature], program.features[ask.feature]
        if isinstance(ask, Listed):
            found.append(syntax.listed(name, feature, ask))
        else:
            found.append(_bounds(syntax, name, ask))
    if rule.terms and program.form.is_crisp:
        found.append(_crisp_degree(syntax, program.form, rule, names))
    return found


def _bounds(syntax: Syntax, name: str, ask: Bounds) -> str:
    a, b = ("" if end is None else syntax.number(end) for end in (ask.low, ask.high))
    if not ask.known:
        form = syntax.is_missing
    elif ask.low is not None and ask.high is not None:
        form = syntax.not_outside if ask.missing else syntax.between
    elif ask.low is not None:
        form = syntax.not_below if ask.missing else syntax.at_least
    elif ask.high is not None:
        form = syntax.not_above if ask.missing else syntax.at_most
    else:
        form = syntax.is_known
    return form.format(x=name, a=a, b=b)


def _crisp_degree(syntax: Syntax, form: Form, rule: ProgramRule, names: Sequence[str]) -> str:
    limit = syntax.number(form.limit)
    if form.kind == "squares_below":
        return syntax.bracketed.format(f"{_summed(syntax, rule.terms, names)} < {limit}")
    logs = _summed(syntax, [term for term in rule.terms if term.kind == "log"], names)
    pulls = _summed(syntax, [term for term in rule.terms if term.kind == "pull"], names)
    minus = f" - ({pulls})" if pulls else ""
    return syntax.bracketed.format(f"{logs}{minus} > {limit}")


def degree_of(
    syntax: Syntax, program: Program, rule: ProgramRule, names: Sequence[str]
) -> str | None:
    """Return how well a rule matches where its conditions hold; None if fully."""
    form = program.form
    if not rule.terms or form.is_crisp:
        return None
    if form.kind == "product":
        return " * ".join(_term(syntax, term, names) for term in rule.terms)
    total = _summed(syntax, rule.terms, names)
    if form.kind == "exp_logs":
        return syntax.least.format(f"exp({total})")
    below = syntax.least.format(f"exp(-0.5 * ({total}))")
    return syntax.most.format(syntax.number(form.limit), below)


def _summed(syntax: Syntax, terms: Sequence[Term], names: Sequence[str]) -> str:
    return " + ".join(_term(syntax, term, names) for term in terms)


def _term(syntax: Syntax, term: Term, names: Sequence[str]) -> str:
    unit = f"{names[term.feature]}_unit"
    if term.kind == "log":
        exponent, end, scale = term.numbers
        distance = f"({unit} {'-' if end >= 0.0 else '+'} {syntax.number(abs(end))})"
        distance = unit if end == 0.0 else distance
        return f"{syntax.number(exponent)} * log({distance} * {syntax.number(scale)})"
    function = {"square": "square", "pull": "pull", "flanks": "trapezoid"}[term.kind]
    numbers = ", ".join(map(syntax.number, term.numbers))
    return f"{function}({unit}, {numbers})"
