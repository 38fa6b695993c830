r"""Tables shown: on a terminal, as Markdown, LaTeX or CSV.

Every kind of table first becomes a `Sheet` of text; each format then writes sheets. CSV, which is
for other programs, has the numbers of a table in full.

Examples
--------
>>> import pandas as pd
>>> from rich.console import Console
>>> from beta4ucs.study.tables import mean_table, summary_table
>>> runs = pd.DataFrame(
...     {"dataset": "wne", "system": ["FBR", "FBRC"], "seed": 1, "rules": [1421, 1328]}
... )
>>> table = mean_table(runs, "rules", ["wne"], ["FBR", "FBRC"])
>>> [cell.text for cell in sheet_of(table).blocks[0][0]]
['wne', '1421', '1328']
>>> print_table(table, Console(width=60))
Population size (rules)
data set    FBR   FBRC
──────────────────────
wne       1421   1328
<BLANKLINE>
mean      1421   1328
Each mean is of 1 run.
>>> print(to_markdown(table).splitlines()[4])
| wne | 1421 | 1328 |
>>> print(to_latex(table).splitlines()[7])
wne & 1421 & 1328 \\
>>> print(to_csv(table), end="")
dataset,system,mean,runs
wne,FBR,1421.0,1
wne,FBRC,1328.0,1
>>> summary = summary_table(runs, "rules", ["wne"], ["FBR", "FBRC"], "FBRC")
>>> print(to_summary_csv(summary), end="")
system,rank,position,better,worse,similar,p,p_holm
FBR,2.0,2.0,0,0,1,1.0,1.0
FBRC,1.0,1.0,0,0,0,,
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
