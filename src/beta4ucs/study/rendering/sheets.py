"""Tables as text in rows and columns; every format writes these."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from beta4ucs.study.marks import SIMILAR
from beta4ucs.study.rendering.numbers import four_digits, number, p_text, signed
from beta4ucs.study.tables import Agreement, PairwiseTable, SummaryTable, ValueTable

AnyTable = ValueTable | PairwiseTable  # a SummaryTable is a ValueTable
Role = Literal["", "best", "worst"]


@dataclass(frozen=True)
class Cell:
    """A text, how it stands out, a mark behind it, and the article's value below it."""

    text: str
    role: Role = ""
    mark: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Sheet:
    """A table of text; a line is drawn between its blocks of rows."""

    title: str
    header: tuple[str, ...]
    blocks: tuple[tuple[tuple[Cell, ...], ...], ...]
    notes: tuple[str, ...]

    @property
    def has_roles(self) -> bool:
        """Whether some cell stands out."""
        return any(cell.role for block in self.blocks for row in block for cell in row)


def sheet_of(table: AnyTable) -> Sheet:
    """Write out a table as text."""
    if isinstance(table, PairwiseTable):
        return _pairwise_sheet(table)
    if isinstance(table, SummaryTable):
        return _summary_sheet(table)
    average = ("mean", *(four_digits(value) for value in table.averages))
    blocks = (_value_rows(table), (tuple(map(Cell, average)),))
    return Sheet(table.title, _header(table), blocks, (*table.notes, *_beside(table)))


def _header(table: ValueTable) -> tuple[str, ...]:
    return ("data set", *map(str, table.means.columns))


def _value_rows(table: ValueTable) -> tuple[tuple[Cell, ...], ...]:
    marks = roles = details = pd.DataFrame("", table.means.index, table.means.columns)
    if isinstance(table, SummaryTable):
        marks, roles = table.marks, table.roles
    if table.printed is not None and table.differences is not None:
        details = table.printed.map(four_digits) + " " + table.differences.map(signed)
    frames: tuple[Any, ...] = (table.means.map(four_digits), roles, marks, details)
    rows = zip(table.means.index, *(frame.to_numpy() for frame in frames), strict=True)
    return tuple(
        (Cell(str(dataset)), *(Cell(text, role, mark, detail.strip())
                               for text, role, mark, detail in zip(*row, strict=True)))
        for dataset, *row in rows
    )  # fmt: skip


def _summary_sheet(table: SummaryTable) -> Sheet:
    summary = table.summary
    ends = summary["rank"].min(), summary["rank"].max()
    place = [
        (Cell("rank"), *(_rank_cell(rank, *ends) for rank in summary["rank"])),
        _row("position", summary["position"], "g"),
    ]
    tests = []
    if table.reference is not None:
        counts = zip(summary["better"], summary["worse"], summary["similar"], strict=True)
        texts = ["/".join(map(str, count)) if any(count) else "-" for count in counts]
        place.append((Cell(f"+/-/{SIMILAR}"), *map(Cell, texts)))
        tests = [
            (Cell(label), *(Cell(p_text(p)) for p in summary[name]))
            for label, name in (("p", "p"), ("p Holm", "p_holm"))
        ]
    blocks = tuple(tuple(block) for block in (_value_rows(table), place, tests) if block)
    return Sheet(table.title, _header(table), blocks, (*table.notes, *_test_notes(table)))


def _rank_cell(rank: float, best: float, worst: float) -> Cell:
    role: Role = ""
    if best < worst and rank in (best, worst):
        role = "best" if rank == best else "worst"
    return Cell(number(rank, ".2f"), role)


def _row(label: str, values: Iterable[float], form: str) -> tuple[Cell, ...]:
    return (Cell(label), *(Cell(number(value, form)) for value in values))


def _test_notes(table: SummaryTable) -> list[str]:
    notes = []
    if table.reference is not None:
        test = "Wilcoxon signed-rank test over runs, not adjusted"
        if table.rule == "friedman-holm":
            test = "Friedman test over runs, then Wilcoxon signed-rank tests adjusted after Holm"
        notes.append(
            f"Marks: + better than {table.reference}, - worse, {SIMILAR} neither "
            f"(5 % level; {test})."
        )
    if not math.isnan(table.friedman_p):
        p = p_text(table.friedman_p)
        shown = table.agreement.friedman_p if table.agreement is not None else ""
        beside = f" (the article's: {shown})" if shown else ""
        notes.append(f"Friedman test over {len(table.ranked)} data sets: p = {p}{beside}.")
    return [*notes, *_beside(table), *_agreement_lines(table.agreement)]


def _beside(table: ValueTable) -> list[str]:
    if table.printed is None:
        return []
    return ["Below each mean: the article's, and ours less it."]


def _agreement_lines(agreement: Agreement | None) -> list[str]:
    """The closing summary against the article."""
    if agreement is None:
        return []
    if agreement.n_cells == 0:
        return ["The article prints none of these means."]
    lines = [
        f"Difference from the article over {agreement.n_cells} means: "
        f"{agreement.mean_difference:+.2f} on average, "
        f"{agreement.mean_absolute_difference:.2f} in absolute terms."
    ]
    ranks = agreement.ranks.dropna()
    if len(ranks):
        lines.append(
            f"The best system is the article's on {agreement.n_same_best} of "
            f"{agreement.n_datasets} data sets."
        )
        each = (f"{name} {row.ours:.2f} ({row.printed:.2f})" for name, row in ranks.iterrows())
        lines.append(f"Average ranks, in brackets the article's: {', '.join(each)}.")
    return lines


def _pairwise_sheet(table: PairwiseTable) -> Sheet:
    """P-values above the diagonal, marks and counts below it."""
    cells = {(name, name): Cell("-") for name in table.systems}
    known = table.printed.set_index(["row", "column"]) if table.printed is not None else None
    for row, column, p, *rest in table.pairs.itertuples(index=False, name=None):
        theirs = ["", ""]
        if known is not None and (row, column) in known.index:
            their_p, *their_rest = known.loc[(row, column)]
            theirs = [their_p, _verdict(*their_rest)]
        cells[column, row] = Cell(number(p, ".4f"), detail=theirs[0])
        cells[row, column] = Cell(_verdict(*rest), detail=theirs[1])
    rows = tuple(
        (Cell(row), *(cells[row, column] for column in table.systems)) for row in table.systems
    )
    legend = (
        "Above the diagonal: p of the Wilcoxon signed-rank test over data sets. Below: whether "
        f"the row is better (+), worse (-) or neither ({SIMILAR}), and on how many data sets "
        "each holds by runs."
    )
    below = ["Below each: the article's."] if known is not None else []
    header = ("", *table.systems)
    return Sheet(table.title, header, (rows,), (*table.notes, legend, *below))


def _verdict(mark: str, better: object, worse: object, similar: object) -> str:
    return f"{mark} ({better}/{worse}/{similar})" if mark else ""
