"""Exports to Python: one file that needs the standard library only, or numpy for whole tables."""

from __future__ import annotations

from typing import Any

from beta4ucs.export.parts import functions_used, runtime_text
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

WIDEST = 100  # of a line that has several conditions


def _number(value: float) -> str:
    return repr(float(value)).replace("inf", "INF")


def _literal(value: Any) -> str:
    if not isinstance(value, tuple):
        return repr(value)
    return f"({', '.join(map(repr, value))}{',' * (len(value) == 1)})"


def _listed(name: str, feature: Feature, ask: Listed) -> str:
    if ask.excluded is not None:
        unfit = ask.excluded if ask.missing else (*ask.excluded, None)
        return f"{name} not in {_literal(unfit)}" if unfit else "True"
    fit = (*ask.values, None) if ask.missing else ask.values
    return f"{name} in {_literal(fit)}"


def _listed_places(name: str, feature: Feature, ask: Listed) -> str:
    known = feature.values or ()
    fit = [place for place, value in enumerate(known) if value in ask.values]
    return f"np.isin({name}, {[*fit, -1] if ask.missing else fit})"


PLAIN = Syntax(
    at_least="{x} >= {a}",
    at_most="{x} <= {b}",
    between="{a} <= {x} <= {b}",
    not_below="not {x} < {a}",
    not_above="not {x} > {b}",
    not_outside="not ({x} < {a} or {x} > {b})",
    is_missing="{x} != {x}",
    is_known="{x} == {x}",
    conjunction=" and ",
    least="min(1.0, {0})",
    most="max({0}, {1})",
    bracketed="{0}",
    number=_number,
    literal=_literal,
    listed=_listed,
)
ARRAYS = Syntax(
    at_least="({x} >= {a})",
    at_most="({x} <= {b})",
    between="({x} >= {a}) & ({x} <= {b})",
    not_below="~({x} < {a})",
    not_above="~({x} > {b})",
    not_outside="~(({x} < {a}) | ({x} > {b}))",
    is_missing="np.isnan({x})",
    is_known="~np.isnan({x})",
    conjunction=" & ",
    least="np.minimum(1.0, {0})",
    most="np.maximum({0}, {1})",
    bracketed="({0})",
    number=_number,
    literal=_literal,
    listed=_listed_places,
)


def python_code(program: Program, head: list[str]) -> str:
    """Return a program that answers one row at a time, a dict of values by name.

    Parameters
    ----------
    program : Program
    head : list of str
        What to say at the top.
    """
    names = variables(program.features, runtime_text("plain"))
    inputs = inputs_of(PLAIN, program, names, "row", "category({source}, {name})")
    rules = [line for rule in program.rules for line in _plain_rule(program, rule, names)]
    lines = [
        *_constants(program),
        *_typed_categories(program),
        "",
        "",
        "def votes(row):",
        '    """Return what the rules say: one number for each of CLASSES."""',
        *(f"    {name} = {read}" for name, read in inputs),
        "    total = list(START)",
        *rules,
        "    return total",
        "",
        "",
        *(_PLAIN_SOFTMAX if program.is_learned else _PLAIN_SHARES),
        "",
        "",
        "def predict(row):",
        '    """Return the class of a row: a dict of values by name, None for a missing one."""',
        *_plain_decision(program),
    ]
    usage = [
        "",
        "    predict({name: value, ...}), probabilities(row), votes(row)",
        "    python this_file.py < rows.csv > answers.csv",
    ]
    main = ["", "", 'if __name__ == "__main__":', "    main()"]
    return _file([*head, *usage], "plain", lines, main)


def numpy_code(program: Program, head: list[str]) -> str:
    """Return a program that answers many rows at a time: columns by name, as of a DataFrame.

    Parameters
    ----------
    program : Program
    head : list of str
        What to say at the top.
    """
    names = variables(program.features, runtime_text("arrays"))
    category = "category({source}, {name}, {values})"
    inputs = inputs_of(ARRAYS, program, names, "columns", category)
    rules = [line for rule in program.rules for line in _array_rule(program, rule, names)]
    first = program.features[0].name
    lines = [
        *_constants(program),
        "",
        "",
        '@np.errstate(all="ignore")  # what a rule does not match may have no logarithm',
        "def votes(columns):",
        '    """Return what the rules say: one row each, one column for each of CLASSES."""',
        *(f"    {name} = {read}" for name, read in inputs),
        f"    total = np.tile(np.array(START), (len(columns[{first!r}]), 1))",
        *rules,
        "    return total",
        "",
        "",
        "def probabilities(columns):",
        '    """Return the probabilities of the classes, one row each."""',
        f"    return {'softmax' if program.is_learned else 'shares'}(votes(columns))",
        "",
        "",
        "def predict(columns):",
        '    """Return the classes of rows: a dict of columns by name, or a DataFrame."""',
        *_array_decision(program),
    ]
    usage = ["", "    predict({name: column, ...}), probabilities(columns), votes(columns)"]
    return _file([*head, *usage], "arrays", lines, [])


_PLAIN_SHARES = [
    "def probabilities(row):",
    '    """Return the probabilities of the classes by name."""',
    "    return dict(zip(CLASSES, shares(votes(row))))",
]
_PLAIN_SOFTMAX = [line.replace("shares(", "softmax(") for line in _PLAIN_SHARES]
_PLAIN_FIRST = [
    "    sums = votes(row)",
    "    return CLASSES[max(ORDER, key=sums.__getitem__)]",
]
_PLAIN_DRAWN = [
    "    sums = votes(row)",
    "    best = [label for label in ORDER if sums[label] == max(sums)]",
    "    return CLASSES[best[int(DRAW * len(best))]]",
]
_ARRAY_FIRST = [
    "    sums = votes(columns)",
    "    order = np.array(ORDER)",
    "    return np.array(CLASSES)[order[sums[:, order].argmax(axis=1)]]",
]
_ARRAY_DRAWN = [
    "    sums = votes(columns)",
    "    is_best = sums == sums.max(axis=1, keepdims=True)",
    "    drawn = (DRAW * is_best.sum(axis=1, keepdims=True)).astype(np.int64)",
    "    return np.array(CLASSES)[np.argmax(np.cumsum(is_best, axis=1) > drawn, axis=1)]",
]


def _plain_decision(program: Program) -> list[str]:
    if program.threshold is not None:
        label, least = program.threshold
        answers = f"CLASSES[{label}] if enough else CLASSES[{1 - label}]"
        return [
            f"    enough = probabilities(row)[CLASSES[{label}]] >= {_number(least)}",
            f"    return {answers}",
        ]
    return _PLAIN_FIRST if program.draw is None else _PLAIN_DRAWN


def _array_decision(program: Program) -> list[str]:
    if program.threshold is not None:
        label, least = program.threshold
        return [
            f"    enough = probabilities(columns)[:, {label}] >= {_number(least)}",
            f"    return np.array(CLASSES)[np.where(enough, {label}, {1 - label})]",
        ]
    return _ARRAY_FIRST if program.draw is None else _ARRAY_DRAWN


def _constants(program: Program) -> list[str]:
    lines = [
        f"CLASSES = {_literal(tuple(program.classes))}",
        f"START = {_literal(tuple(program.start))}  # votes before any rule speaks",
        f"ORDER = {_literal(tuple(program.order))}  # who wins among equals: the first",
    ]
    return lines if program.draw is None else [*lines, f"DRAW = {program.draw!r}  # among equals"]


def _typed_categories(program: Program) -> list[str]:
    """Say which categories of a CSV file are not text."""
    typed = {
        feature.name: {str(value): value for value in feature.values}
        for feature in program.features
        if feature.values and not all(isinstance(value, str) for value in feature.values)
    }
    return [f"TYPED = {typed!r}  # in CSV files: values of categories that are not text"]


def _plain_rule(program: Program, rule: ProgramRule, names: list[str]) -> list[str]:
    conditions = conditions_of(PLAIN, program, rule, names) or ["True"]
    degree = degree_of(PLAIN, program, rule, names)
    lines = [f"    # {rule.number}. {comment(rule.words)}", *_if(conditions)]
    if degree is not None and len(rule.adds) > 1:
        lines.append(f"        held = {degree}")
        degree = "held"
    for label, amount in rule.adds:
        times = "" if degree is None else f" * {_factor(degree)}"
        lines.append(f"        total[{label}] += {_number(amount)}{times}")
    return lines if rule.adds else [*lines, "        pass"]


def _if(conditions: list[str]) -> list[str]:
    """The head of an if statement: one line, or one line per condition."""
    line = f"    if {PLAIN.conjunction.join(conditions)}:"
    if len(line) <= WIDEST:
        return [line]
    first, *others = conditions
    return ["    if (", f"        {first}", *(f"        and {one}" for one in others), "    ):"]


def _factor(degree: str) -> str:
    return f"({degree})" if " * " in degree else degree


def _array_rule(program: Program, rule: ProgramRule, names: list[str]) -> list[str]:
    conditions = ARRAYS.conjunction.join(conditions_of(ARRAYS, program, rule, names)) or "True"
    degree = degree_of(ARRAYS, program, rule, names)
    held = conditions if degree is None else f"np.where({conditions}, {degree}, 0.0)"
    return [
        f"    # {rule.number}. {comment(rule.words)}",
        f"    held = {held}",
        *(f"    total[:, {label}] += {_number(amount)} * held" for label, amount in rule.adds),
    ]


def _file(head: list[str], runtime: str, lines: list[str], tail: list[str]) -> str:
    body = "\n".join(lines)
    imports, functions = functions_used(runtime, "\n".join([body, *tail]))
    top = "\n".join(f"# {line}".rstrip() for line in head)
    rest = "".join(f"\n\n{one}\n" for one in functions)
    return f"{top}\n{imports}\n\n{body}\n{rest}" + "".join(f"{line}\n" for line in tail)
