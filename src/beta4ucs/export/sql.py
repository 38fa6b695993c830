"""Export to SQL: one query, a table in, the class and the probabilities out.

The text is plain SQL with common table expressions, as DuckDB, PostgreSQL and SQLite read it;
sqlglot translates it for other databases. Parts of PART rules are added one after the other:
databases limit the columns of a table and the depth of a sum.
"""

from __future__ import annotations

from collections.abc import Sequence

from beta4ucs.errors import InputError
from beta4ucs.export.program import Program
from beta4ucs.export.reading import Bounds, Listed, ProgramRule
from beta4ucs.export.shapes import Form, Term
from beta4ucs.export.sql_text import (
    DOUBLE,
    Names,
    cleaned,
    double,
    largest,
    listed_values,
    literal,
    lower_flank,
    number,
    quoted,
    select,
    signed,
    with_missing,
)
from beta4ucs.export.statements import comment

PART = 300
NATIVE = ("duckdb", "postgres", "sqlite")  # read the text as it is
LOG_OF_SMALLEST = -708.0


def sql_query(
    program: Program,
    head: list[str],
    *,
    table: str = "input",
    keep: Sequence[str] | None = None,
    dialect: str | None = None,
) -> str:
    """Return a query that answers all rows of a table.

    Parameters
    ----------
    program : Program
    head : list of str
        What to say at the top.
    table : str
        Where the rows are; "schema.table" for one of a schema.
    keep : sequence of str, optional
        Columns to pass on, such as a key; the features that rules ask about by default.
    dialect : str, optional
        A dialect that sqlglot knows; None for DuckDB, PostgreSQL and SQLite.
    """
    query = _Query(program, table, keep).text()
    if dialect is not None and dialect not in NATIVE:
        query = _translated(query, dialect)
    top = "\n".join(f"-- {line}".rstrip() for line in head)
    return f"{top}\n{query}\n"


def _translated(query: str, dialect: str) -> str:
    try:
        import sqlglot
    except ImportError:
        raise InputError(
            f"the dialect '{dialect}' needs sqlglot: pip install 'beta4ucs[export]'; without it "
            f"there are {', '.join(NATIVE)}"
        ) from None
    known = sorted(one.value for one in sqlglot.Dialects if one.value)
    if dialect not in known:
        raise InputError(f"dialect must be one of {', '.join(known)}, got '{dialect}'")
    return ";\n".join(sqlglot.transpile(query, read="postgres", write=dialect, pretty=True))


class _Query:
    """The parts of the query: inputs, rules, votes, answers."""

    def __init__(self, program: Program, table: str, keep: Sequence[str] | None) -> None:
        self._program, self._table = program, ".".join(quoted(one) for one in table.split("."))
        self._taken = {one.casefold() for one in table.split(".")}
        features = program.features
        asked = [features[at].name for at in program.asked]
        self._kept = asked if keep is None else list(keep)
        names = Names([*self._kept, *(feature.name for feature in features)])
        self._column = [quoted(feature.name) for feature in features]
        self._unit = {at: names.fresh(f"{features[at].name} unit") for at in program.scaled}
        self._rule = {rule.number: names.fresh(f"rule {rule.number}") for rule in program.rules}
        self._vote = [names.fresh(f"votes {label}") for label in program.classes]
        self._share = [names.fresh(f"share {label}") for label in program.classes]
        self._best, self._prediction = names.fresh("best"), names.fresh("prediction")
        self._probability = [names.fresh(f"probability_{label}") for label in program.classes]

    def text(self) -> str:
        parts = [self._inputs()]
        if self._unit:
            parts.append(self._scaled(self._step("inputs")))
        source = self._step("scaled" if self._unit else "inputs")
        sums = [double(one) for one in self._program.start]
        rules = self._program.rules
        for at in range(0, max(1, len(rules)), PART):
            piece, number = rules[at : at + PART], at // PART + 1
            is_last = at + PART >= len(rules)
            parts.append(self._rules(piece, source, number))
            parts.append(self._votes(piece, sums, number, is_last=is_last))
            source, sums = self._step(f"votes_{number}"), self._vote
        parts += [self._decided(source), self._weighed()]
        joined = ",\n".join(parts)
        return f"WITH {joined}\n{self._answers()}"

    def _step(self, name: str) -> str:
        """The name of a part of the query, other than that of the table."""
        return f"{name}_" if name in self._taken else name

    def _part(self, name: str, columns: Sequence[str], source: str) -> str:
        # MATERIALIZED: else a database may compute all votes anew wherever they are used
        return f"{self._step(name)} AS MATERIALIZED (\n{select(columns, source)}\n)"

    def _passed_on(self) -> list[str]:
        """The columns that stay until the end: those to keep, and those that rules ask about."""
        asked = [self._column[at] for at in self._program.asked]
        kept = [quoted(name) for name in self._kept]
        return list(dict.fromkeys([*kept, *asked]))

    def _inputs(self) -> str:
        read = {self._column[at]: self._read(at) for at in self._program.asked}
        columns = [f"{read.get(name, name)} AS {name}" for name in self._passed_on()]
        return self._part("inputs", columns or ["1 AS no_column"], self._table)

    def _read(self, at: int) -> str:
        feature, column = self._program.features[at], self._column[at]
        if feature.values is None:
            return f"CAST({column} AS {DOUBLE})"
        text = cleaned(column, feature.values)
        if not feature.is_ordered:
            return text
        cases = " ".join(
            f"WHEN {literal(value)} THEN {place}" for place, value in enumerate(feature.values)
        )
        return f"CAST(CASE {text} {cases} END AS {DOUBLE})"

    def _scaled(self, source: str) -> str:
        units = [f"{self._scale(at)} AS {name}" for at, name in self._unit.items()]
        return self._part("scaled", [*self._passed_on(), *units], source)

    def _scale(self, at: int) -> str:
        feature, x = self._program.features[at], self._column[at]
        low, high = feature.low, feature.high
        if low == high:
            return f"CASE WHEN {x} IS NOT NULL THEN {double(0.5)} END"
        half = 0.5 if high - low == float("inf") else 1.0
        times = "" if half == 1.0 else " * 0.5e0"
        span = number(high * half - low * half)
        return (
            f"CASE WHEN {x} <= {number(low)} THEN {double(0.0)} "
            f"WHEN {x} >= {number(high)} THEN {double(1.0)} "
            f"ELSE ({x}{times} - {signed(low * half)}) / {span} END"
        )

    def _rules(self, rules: Sequence[ProgramRule], source: str, number: int) -> str:
        columns = [*self._passed_on(), *self._unit.values()]
        columns += self._vote if number > 1 else []
        degrees = [
            f"-- {rule.number}. {comment(rule.words)}\n    {self._degree(rule)}" for rule in rules
        ]
        return self._part(f"rules_{number}", [*columns, *degrees] or ["*"], source)

    def _degree(self, rule: ProgramRule) -> str:
        conditions = [self._condition(ask) for ask in rule.asks]
        form, terms = self._program.form, rule.terms
        degree = "1e0"
        if terms and form.is_crisp:
            conditions.append(self._crisp_degree(form, terms))
        elif terms:
            degree = self._fuzzy_degree(form, terms)
        holds = "\n      AND ".join(conditions) or "1 = 1"
        name = self._rule[rule.number]
        return f"CASE WHEN {holds}\n      THEN {degree} ELSE 0e0 END AS {name}"

    def _condition(self, ask: Bounds | Listed) -> str:
        column = self._column[ask.feature]
        if isinstance(ask, Listed):
            return with_missing(listed_values(column, ask), column, ask.missing)
        if not ask.known:
            return f"{column} IS NULL"
        bounds = []
        if ask.low is not None and ask.high is not None:
            bounds = [f"{column} BETWEEN {number(ask.low)} AND {number(ask.high)}"]
        elif ask.low is not None:
            bounds = [f"{column} >= {number(ask.low)}"]
        elif ask.high is not None:
            bounds = [f"{column} <= {number(ask.high)}"]
        return with_missing(bounds[0] if bounds else f"{column} IS NOT NULL", column, ask.missing)

    def _term(self, term: Term) -> str:
        """A term; a missing value makes NULL of it, and 1 of flanks."""
        u, numbers = self._unit[term.feature], term.numbers
        if term.kind == "log":
            exponent, end, scale = numbers
            return f"{number(exponent)} * LN(({u} - {signed(end)}) * {signed(scale)})"
        if term.kind == "square":
            z = f"(({u} - {signed(numbers[0])}) * {number(numbers[1])})"
            return f"{z} * {z}"
        if term.kind == "pull":
            left, left_scale, right, right_scale = map(number, numbers)
            return (
                f"({left} * ({u} * {left_scale} - 1e0) + "
                f"{right} * ((1e0 - {u}) * {right_scale} - 1e0))"
            )
        return lower_flank(u, *numbers)

    def _summed(self, terms: Sequence[Term]) -> str:
        return " + ".join(f"COALESCE({self._term(term)}, 0e0)" for term in terms)

    def _crisp_degree(self, form: Form, terms: Sequence[Term]) -> str:
        if form.kind == "squares_below":
            return f"{self._summed(terms)} < {number(form.limit)}"
        logs = self._summed([term for term in terms if term.kind == "log"])
        pulls = self._summed([term for term in terms if term.kind == "pull"])
        return f"{logs}{f' - ({pulls})' if pulls else ''} > {number(form.limit)}"

    def _fuzzy_degree(self, form: Form, terms: Sequence[Term]) -> str:
        if form.kind == "product":
            return " * ".join(map(self._term, terms))
        total = self._summed(terms)
        if form.kind == "exp_squares":
            total = f"-0.5e0 * ({total})"
        least = number(form.limit) if form.limit else "0"
        return (
            f"CASE WHEN {total} > 0 THEN 1 WHEN {total} > {LOG_OF_SMALLEST} "
            f"THEN EXP({total}) ELSE {least} END"
        )

    def _votes(
        self, rules: Sequence[ProgramRule], start: Sequence[str], number: int, *, is_last: bool
    ) -> str:
        sums = []
        for label, name in enumerate(self._vote):
            terms = [
                f"{signed(amount)} * {self._rule[rule.number]}"
                for rule in rules
                for to, amount in rule.adds
                if to == label
            ]
            sums.append("\n    + ".join([start[label], *terms]) + f" AS {name}")
        needed = [*self._passed_on(), *self._unit.values()]
        columns = [*(self._kept_columns() if is_last else needed), *sums]
        return self._part(f"votes_{number}", columns, self._step(f"rules_{number}"))

    def _decided(self, source: str) -> str:
        best = largest(self._vote)
        columns = [*self._kept_columns(), *self._vote, f"{best} AS {self._best}"]
        return self._part("decided", columns, source)

    def _kept_columns(self) -> list[str]:
        return list(dict.fromkeys(quoted(name) for name in self._kept))

    def _weighed(self) -> str:
        best = self._best
        if self._program.is_learned:
            small = f"> {LOG_OF_SMALLEST}"
            weights = [
                f"CASE WHEN {one} - {best} {small} THEN EXP({one} - {best}) ELSE {double(0.0)} END"
                for one in self._vote
            ]
        else:
            weights = [
                f"CASE WHEN {best} > 0 AND {one} > 0 THEN {one} "
                f"WHEN {best} <= 0 AND {one} = {best} THEN {double(1.0)} "
                f"ELSE {double(0.0)} END"
                for one in self._vote
            ]
        pairs = zip(weights, self._share, strict=True)
        shares = [f"{weight} AS {name}" for weight, name in pairs]
        columns = [*self._kept_columns(), *self._vote, self._best, *shares]
        return self._part("weighed", columns, self._step("decided"))

    def _answers(self) -> str:
        total = " + ".join(self._share)
        shares = [
            f"{share} / ({total}) AS {name}"
            for share, name in zip(self._share, self._probability, strict=True)
        ]
        answer = f"{self._answer()} AS {self._prediction}"
        return select([*self._kept_columns(), answer, *shares], self._step("weighed"), "")

    def _answer(self) -> str:
        """The class with most votes; who wins among equals is a matter of order, or drawn."""
        program, best = self._program, self._best
        if program.threshold is not None:
            label, least = program.threshold
            share = f"{self._share[label]} / ({' + '.join(self._share)})"
            yes, no = (literal(program.classes[one]) for one in (label, 1 - label))
            return f"CASE WHEN {share} >= {number(least)} THEN {yes} ELSE {no} END"
        is_best = [f"CASE WHEN {one} = {best} THEN 1 ELSE 0 END" for one in self._vote]
        cases = []
        for label in program.order:
            holds = f"{self._vote[label]} = {best}"
            if program.draw is not None:
                place = f"FLOOR({program.draw!r} * ({' + '.join(is_best)}))"
                holds += f" AND {' + '.join(is_best[: label + 1])} > {place}"
            cases.append(f"WHEN {holds} THEN {literal(program.classes[label])}")
        return f"CASE {' '.join(cases)} END"
