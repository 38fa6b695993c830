"""Export to JavaScript: one module for browsers and Node; its arithmetic is the report page's."""

from __future__ import annotations

import json
from importlib import resources

from beta4ucs.export.program import Feature, Program
from beta4ucs.export.reading import Listed, ProgramRule
from beta4ucs.export.statements import (
    Syntax,
    comment,
    conditions_of,
    degree_of,
    inputs_of,
    variables,
)


def literal(value: object) -> str:
    """Write a value so that no text can end a string, a line or a script element."""
    text = json.dumps(value, ensure_ascii=False)
    for one in ("<", ">", "&", "\u2028", "\u2029"):
        text = text.replace(one, f"\\u{ord(one):04x}")
    return "".join(one if not 0xD800 <= ord(one) < 0xE000 else f"\\u{ord(one):04x}" for one in text)


def _number(value: float) -> str:
    return repr(float(value)).replace("inf", "Infinity")


def _listed(name: str, feature: Feature, ask: Listed) -> str:
    if ask.excluded is not None:
        unfit = ask.excluded if ask.missing else (*ask.excluded, None)
        return f"!{literal(unfit)}.includes({name})"
    return f"{literal((*ask.values, None) if ask.missing else ask.values)}.includes({name})"


SYNTAX = Syntax(
    at_least="{x} >= {a}",
    at_most="{x} <= {b}",
    between="{x} >= {a} && {x} <= {b}",
    not_below="!({x} < {a})",
    not_above="!({x} > {b})",
    not_outside="!({x} < {a} || {x} > {b})",
    is_missing="{x} !== {x}",
    is_known="{x} === {x}",
    conjunction=" && ",
    least="Math.min(1, {0})",
    most="Math.max({0}, {1})",
    bracketed="{0}",
    number=_number,
    literal=literal,
    listed=_listed,
)


def javascript_code(program: Program, head: list[str]) -> str:
    """Return a module with the functions predict, probabilities and votes of an object.

    Parameters
    ----------
    program : Program
    head : list of str
        What to say at the top.
    """
    runtime = "\n".join([script_part("javascript"), script_part("arithmetic")])
    names = variables(program.features, runtime)
    inputs = inputs_of(SYNTAX, program, names, "row", "category({source}, {name})")
    usage = ["", "    import { predict, probabilities } from './this_file.mjs'"]
    lines = [
        *(f"// {line}".rstrip() for line in [*head, *usage]),
        "",
        f"export const CLASSES = {literal(program.classes)};",
        f"const START = {literal(program.start)}; // votes before any rule speaks",
        f"const ORDER = {literal(program.order)}; // who wins among equals: the first",
        "",
        "// What the rules say of a row, an object: one number for each of CLASSES.",
        "export function votes(row) {",
        *(f"  const {name} = {read};" for name, read in inputs),
        "  const total = [...START];",
        *(line for rule in program.rules for line in _rule(program, rule, names)),
        "  return total;",
        "}",
        "",
        "// The probabilities of the classes, in the order of CLASSES.",
        "export function probabilities(row) {",
        f"  return {'softmax' if program.is_learned else 'shares'}(votes(row));",
        "}",
        "",
        "// The class of a row: an object with values by name, null for a missing one.",
        "export function predict(row) {",
        *_decision(program),
        "}",
        "",
    ]
    return "\n".join([*lines, runtime])


def _decision(program: Program) -> list[str]:
    if program.threshold is not None:
        label, least = program.threshold
        enough = f"probabilities(row)[{label}] >= {_number(least)}"
        return [f"  return CLASSES[{enough} ? {label} : {1 - label}];"]
    place = "0" if program.draw is None else f"Math.floor({program.draw!r} * equals.length)"
    return [
        "  const sums = votes(row), best = Math.max(...sums);",
        "  const equals = ORDER.filter((label) => sums[label] === best);",
        f"  return CLASSES[equals[{place}]];",
    ]


def script_part(name: str) -> str:
    """Return a script that is copied as it is; the report page has "arithmetic" too."""
    return (resources.files("beta4ucs.export.runtime") / f"{name}.js").read_text(encoding="utf-8")


def _rule(program: Program, rule: ProgramRule, names: list[str]) -> list[str]:
    conditions = SYNTAX.conjunction.join(conditions_of(SYNTAX, program, rule, names)) or "true"
    degree = degree_of(SYNTAX, program, rule, names)
    adds = [
        f"    total[{label}] += {_number(amount)}{'' if degree is None else ' * held'};"
        for label, amount in rule.adds
    ]
    held = [] if degree is None else [f"    const held = {degree};"]
    text = comment(rule.words)
    return [f"  // {rule.number}. {text}", f"  if ({conditions}) {{", *held, *adds, "  }"]
