"""Tables as Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Iterable

from beta4ucs.study.marks import SIMILAR
from beta4ucs.study.rendering.sheets import AnyTable, Cell, sheet_of

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "β": r"$\beta$",
}  # fmt: skip
_SIGN = {"+": "+", "-": "-", SIMILAR: r"\sim"}


def to_markdown(table: AnyTable) -> str:
    """A table in GitHub's Markdown: best values bold, worst in italics."""
    sheet = sheet_of(table)
    lines = [f"**{_plain_markdown(sheet.title)}**", ""]
    lines.append(_markdown_row(map(_plain_markdown, sheet.header)))
    lines.append(_markdown_row(["---", *["---:"] * (len(sheet.header) - 1)]))
    lines += [_markdown_row(map(_markdown_cell, row)) for block in sheet.blocks for row in block]
    legend = ["**Best** and _worst_ of each row."] if sheet.has_roles else []
    notes = [*legend, *map(_plain_markdown, sheet.notes)]
    return "\n".join([*lines, *(f"\n{note}" for note in notes), ""])


def _plain_markdown(text: str) -> str:
    for character in "\\|*_<":
        text = text.replace(character, f"\\{character}")
    return text


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_cell(cell: Cell) -> str:
    sign = {"best": "**", "worst": "_", "": ""}[cell.role]
    text = f"{sign}{_plain_markdown(cell.text)}{sign} {cell.mark}".strip()
    return f"{text}<br>{cell.detail}" if cell.detail else text


def to_latex(table: AnyTable) -> str:
    r"""A table as a LaTeX tabular; needs the packages booktabs and xcolor with option table.

    Returns
    -------
    str
        Best and worst values are shaded; title and notes stand as comments.
    """
    sheet = sheet_of(table)
    lines = [
        r"% \usepackage{booktabs}",
        r"% \usepackage[table]{xcolor}",
        f"% {sheet.title}",
        rf"\begin{{tabular}}{{l{'r' * (len(sheet.header) - 1)}}}",
        r"\toprule",
        _latex_row(map(_plain_latex, sheet.header)),
    ]
    for block in sheet.blocks:
        lines.append(r"\midrule")
        for row in block:
            lines.append(_latex_row(map(_latex_cell, row)))
            if any(cell.detail for cell in row):
                below = ["\\quad the article", *(_latex_signs(cell.detail) for cell in row[1:])]
                lines.append(_latex_row(below))
    lines += [r"\bottomrule", r"\end{tabular}", *(f"% {note}" for note in sheet.notes)]
    return "\n".join([*lines, ""])


def _plain_latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def _latex_signs(text: str) -> str:
    """Set what begins with a sign as mathematics: +0.23, ~ (9/10/6); a lone dash stays one."""
    return " ".join(
        f"${_SIGN[word[0]]}{word[1:]}$" if word[:1] in _SIGN and text != "-" else word
        for word in text.split(" ")
    )


def _latex_cell(cell: Cell) -> str:
    shade = {"best": r"\cellcolor{green!25}", "worst": r"\cellcolor{orange!25}", "": ""}[cell.role]
    if cell.text == f"+/-/{SIMILAR}":
        return r"$+/-/\sim$"
    mark = f" ${_SIGN[cell.mark]}$" if cell.mark else ""
    is_verdict = cell.text[1:3] == " ("
    return f"{shade}{_latex_signs(cell.text) if is_verdict else _plain_latex(cell.text)}{mark}"


def _latex_row(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\"
