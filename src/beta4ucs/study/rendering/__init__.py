"""Tables shown: on a terminal, as Markdown, LaTeX or CSV.

Every kind of table first becomes a `Sheet` of text; each format then writes sheets.
"""

from beta4ucs.study.rendering.csv_text import to_csv, to_summary_csv
from beta4ucs.study.rendering.markup import to_latex, to_markdown
from beta4ucs.study.rendering.numbers import four_digits, p_text
from beta4ucs.study.rendering.sheets import AnyTable, sheet_of
from beta4ucs.study.rendering.terminal import print_table

__all__ = [
    "AnyTable",
    "four_digits",
    "p_text",
    "print_table",
    "sheet_of",
    "to_csv",
    "to_latex",
    "to_markdown",
    "to_summary_csv",
]
