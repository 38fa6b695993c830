"""Whether absumption's outcome depends on the four data sets that its value was chosen on.

    python benchmarks/absumption.py                       (from docs/results/records)

`absumption_fraction=0.8` was chosen on four small data sets, and nothing says which. So the test of
the study `absumption` over data sets is repeated without each four of the small ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pandas as pd
from _common import REPOSITORY, markdown_table, write_text

from beta4ucs.data import catalogue
from beta4ucs.study import Store
from beta4ucs.study.claims import Evidence
from beta4ucs.study.rendering import p_text
from beta4ucs.study.signed_ranks import wilcoxon_p

SMALL, N_CHOSEN_ON, LEVEL = 1000, 4, 0.05
HEAD = """# Absumption without the data sets that its value was chosen on

The value 0.8 of `absumption_fraction` was chosen on four small data sets, with seeds that the study
`absumption` does not have. Which four is not recorded. Therefore `benchmarks/absumption.py` repeats
the Wilcoxon test of test accuracy over data sets without each four of those with fewer than
{small:,} rows. Differences are points with absumption less those without.
"""


def outcome(label: str, differences: pd.Series) -> list[str]:
    """A line of the table: how the data sets that are left come out."""
    higher, lower = int((differences > 0).sum()), int((differences < 0).sum())
    p = p_text(wilcoxon_p(differences))
    return [label, str(len(differences)), str(higher), str(lower), f"{differences.mean():+.2f}", p]


def page(differences: pd.Series, n_rows: dict[str, int]) -> str:
    """The page, from the difference on each data set."""
    small = sorted((n for n in differences.index if n_rows[n] < SMALL), key=n_rows.__getitem__)
    left_out = list(combinations(small, N_CHOSEN_ON))
    p = [wilcoxon_p(differences.drop(list(names))) for names in left_out]
    shown = {
        "the smallest": tuple(small[:N_CHOSEN_ON]),
        "those that leave the smallest p": left_out[p.index(min(p))],
        "those that leave the largest p": left_out[p.index(max(p))],
    }
    rows = [outcome("none", differences)]
    for label, names in shown.items():
        listed = ", ".join(f"`{name}`" for name in sorted(names))
        rows.append(outcome(f"{label}: {listed}", differences.drop(list(names))))
    header = ["left out", "data sets", "higher", "lower", "mean difference", "p"]
    n_below = sum(one < LEVEL for one in p)
    said = f"p is below {LEVEL} for {n_below:,} of {len(p):,} choices of four from {len(small)}."
    return "\n".join([HEAD.format(small=SMALL), *markdown_table(header, rows), "", said, ""])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    results = REPOSITORY / "docs" / "results"
    parser.add_argument("--results", type=Path, default=results / "records")
    parser.add_argument("--page", type=Path, default=results / "absumption.md")
    options = parser.parse_args(arguments)
    evidence = Evidence(Store(options.results).records().values())
    means = evidence.grid("absumption", "test_accuracy").means
    n_rows = {info.id: info.rows for info in catalogue()}
    write_text(options.page, page(means["FBRC-absumption"] - means["FBRC"], n_rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
