"""What of the article do our runs confirm? Tables, figures and a page from recorded studies.

    python benchmarks/study_page.py                       (from docs/results/records)
    python benchmarks/study_page.py --results results --out my-results

For every study of the article that has records: its tables beside the printed ones, its figures,
and a section of studies.md. The section says how many runs there are, which system ranks first
here and there, for which systems the comparison with the reference has the same outcome (better,
worse or not told apart at 5 % after Holm's correction), and how far the means are apart. Nothing is
chosen: all studies with records and all their tables are on the page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from _common import REPOSITORY, markdown_table, write_text

from beta4ucs import InputError
from beta4ucs.study import Store, Study, paper_studies, printed
from beta4ucs.study.claims.claim import ENOUGH_SEEDS
from beta4ucs.study.records import Record
from beta4ucs.study.rendering import p_text, to_markdown
from beta4ucs.study.results import figures_of, illustrations, tables_of
from beta4ucs.study.selection import Selection, on_shared_seeds, select
from beta4ucs.study.signed_ranks import without_noise
from beta4ucs.study.tables import PairwiseTable, SummaryTable, ValueTable

LEVEL = 0.05
HEAD = """# The article's studies, repeated

Made by `python benchmarks/study_page.py` from the records in [records](records); every table with
its p-values and every figure by `beta4ucs study table` and `beta4ucs study figure`. Ranks are
averages over data sets, 1 is best. A system differs from the reference if the p-value of the
Wilcoxon test over data sets, after Holm's correction, is below 0.05. The article's splits and
random numbers are not known, so means differ by chance too: by about a point in test accuracy on
the small sets, less with more runs. A section has the seeds that all of its systems have, so that
they are compared on the same splits; fewer than ten decide nothing. [Claims](claims.md) has the
sentences of the article one by one.
"""
ILLUSTRATIONS = """## illustrations

What conditions look like; no records are needed.
"""


class Part(NamedTuple):
    """A study's section, and its line in the overview."""

    section: str
    line: list[str]


def parts_of(studies: Sequence[Study], records: Sequence[Record], out: Path) -> Iterator[Part]:
    """Write tables and figures of each study that has records, and yield its part of the page."""
    for study in studies:
        try:
            selection = select(study, records)
        except InputError as error:  # a package is not installed
            yield Part(
                f"## {study.name}\n\n{study.title}. Not shown: {error}.\n", [study.name, "", "", ""]
            )
            continue
        present = {record["system"] for record in selection.records}
        if len(present) < min(2, len(study.systems)):  # at most what it shares with others
            yield Part(
                f"## {study.name}\n\n{study.title}. No runs of its own yet.\n",
                [study.name, "0", "0", "open"],
            )
            continue
        n_runs = study.n_runs
        study, selection = on_shared_seeds(study, selection)
        tables = tables_of(study, selection, against_paper=True)
        for name, table in tables.items():
            write_text(out / "tables" / f"{study.name}-{name}.md", to_markdown(table))
        figures = draw(study, selection, out / "figures")
        yield Part(
            section(study, selection, n_runs, tables, figures),
            line_of(study, selection, n_runs, tables),
        )


def line_of(
    study: Study,
    selection: Selection,
    n_runs: int,
    tables: dict[str, ValueTable | PairwiseTable],
) -> list[str]:
    """The study in one line: its seeds, its runs, and which differences are found again."""
    found = []
    for name, table in tables.items():
        source = printed_as(study, name)
        if isinstance(table, SummaryTable) and source and printed.has_summary(source):
            again, theirs, more = differences_of(table, printed.summaries(source))
            measure = name.replace("-", " ")
            extra = f" and {more} more" if more else ""
            found.append(f"{measure} {again} of {theirs}{extra}")
    said = ", ".join(found)
    if found and len(study.seeds) < ENOUGH_SEEDS:
        said = "open"
    total = study.n_runs - selection.n_missing
    return [study.name, str(len(study.seeds)), f"{total:,} of {n_runs:,}", said or "-"]


def printed_as(study: Study, name: str) -> str | None:
    """Which printed table one of a study's tables is held against."""
    return next((one.printed for one in study.tables if one.metric.replace("_", "-") == name), None)


def draw(study: Study, selection: Selection, folder: Path) -> list[str]:
    """Draw the figures of a study; returns their names."""
    from beta4ucs.study.figures import save

    names = []
    for what, figure in figures_of(study, selection):
        name = what if what == study.name else f"{study.name}-{what}"
        save(figure, folder / name, ["png", "pdf"])
        names.append(name)
    return names


def section(
    study: Study,
    selection: Selection,
    n_runs: int,
    tables: dict[str, ValueTable | PairwiseTable],
    figures: Sequence[str],
) -> str:
    """What a study shows, and how far that is what the article shows."""
    seconds = sum(record["cpu_seconds"] for record in selection.records)
    lines = [f"## {study.name}", "", f"{study.title}. {runs_of(study, selection, n_runs)}"]
    spent = f"{seconds / 3600:.1f} hours" if seconds > 360 else f"{seconds:.0f} seconds"
    lines += [f"{spent} of CPU time.", ""]
    for name, table in tables.items():
        lines += [f"**{table.title}** ([table](tables/{study.name}-{name}.md))", ""]
        lines += [*outcome(study, name, table), ""]
    lines += [f"![{name.replace('-', ' ')}](figures/{name}.png)\n" for name in figures]
    return "\n".join(lines).rstrip() + "\n"


def runs_of(study: Study, selection: Selection, n_runs: int) -> str:
    """How many of the article's runs are behind the section."""
    seeds = ", ".join(map(str, study.seeds))
    if list(study.seeds) == list(range(1, len(study.seeds) + 1)) and len(study.seeds) > 2:
        seeds = f"1 to {len(study.seeds)}"
    failed = f", {len(selection.failed)} of them failed" if selection.failed else ""
    total = study.n_runs - selection.n_missing
    return f"{total:,} of {n_runs:,} runs{failed}: seeds {seeds}."


def outcome(study: Study, name: str, table: ValueTable | PairwiseTable) -> list[str]:
    """A few lines about a table beside the article's."""
    source = printed_as(study, name)
    has_summary = source is not None and printed.has_summary(source)
    if isinstance(table, SummaryTable) and table.agreement is not None and has_summary:
        said = compared(study, name, table)
        return said if len(study.seeds) < ENOUGH_SEEDS else [*said, "", *agreement_lines(table)]
    if isinstance(table, PairwiseTable):
        return list(table.notes)
    if study.name == "mux-300":
        return end_points(name, table)
    if isinstance(table, SummaryTable) and source is None and len(table.ranked) > 1:
        return tested(study, table)
    differences = table.differences
    if differences is None or differences.isna().all(axis=None):
        if table.averages.isna().all():
            return ["No data set has values of all systems."]
        digits = 3 if table.averages.abs().max() < 10 else 2
        values = ", ".join(f"{name} {mean:.{digits}f}" for name, mean in table.averages.items())
        over = "Mean over data sets" if len(table.means.dropna()) > 1 else "Mean"
        return [f"{over}: {values}."]
    values = differences.iloc[:, 0].dropna()
    return [
        f"Difference from the article over {len(values)} data sets: {values.mean():+.2f} on "
        f"average, {values.abs().mean():.2f} in absolute terms, at most {values.abs().max():.2f} "
        f"(`{values.abs().idxmax()}`)."
    ]


def tested(study: Study, table: SummaryTable) -> list[str]:
    """Means, ranks and tests of each system of a study that the article does not have."""
    sign = -1 if table.smaller_is_better else 1
    means = sign * table.means.loc[list(table.ranked)]
    digits = 3 if table.averages.abs().max() < 10 else 2
    rows = []
    for system in means.columns:
        line = [str(system), f"{table.averages[system]:.{digits}f}",
                f"{table.summary.loc[system, 'rank']:.2f}"]  # fmt: skip
        if table.reference is not None and system != table.reference:
            difference = without_noise(means[system] - means[table.reference])
            ahead, behind = int((difference > 0).sum()), int((difference < 0).sum())
            p = table.summary.loc[system, ["p", "p_holm"]]
            line += [f"{ahead} / {behind}", p_text(p["p"]), p_text(p["p_holm"])]
        rows.append([*line, *["-"] * (6 - len(line))])
    other = table.reference or "-"
    header = ["", "mean", "rank", f"data sets ahead of / behind {other}", "p", "p (Holm)"]
    said = [*markdown_table(header, rows), "", f"Over {len(table.ranked)} data sets."]
    if len(study.seeds) < ENOUGH_SEEDS:
        said[-1] += f" No conclusion yet: {len(study.seeds)} of at least {ENOUGH_SEEDS} seeds."
    return said


def compared(study: Study, name: str, table: SummaryTable) -> list[str]:
    """Ranks and tests of each system beside the printed ones."""
    source = printed_as(study, name)
    theirs = printed.summaries(source) if source is not None else pd.DataFrame()
    rows = []
    for system in table.means.columns:
        ours = table.summary.loc[system]
        rank, p = theirs.loc[system, "rank"], theirs.loc[system, "p_holm"]
        same = "" if not p else ("yes" if (float(p) < LEVEL) == (ours["p_holm"] < LEVEL) else "no")
        if pd.isna(ours["p_holm"]):
            same = ""
        if len(study.seeds) < ENOUGH_SEEDS and same:
            same = "open"
        rows.append([str(system), f"{ours['rank']:.2f}", str(rank), p_text(ours["p_holm"]),
                     p or "-", same])  # fmt: skip
    header = ["", "rank", "article", f"p against {table.reference}", "article", "same outcome"]
    return [*markdown_table(header, rows), "", found_differences(study, table, theirs)]


def found_differences(study: Study, table: SummaryTable, theirs: pd.DataFrame) -> str:
    """How many of the article's significant differences are found again."""
    if len(study.seeds) < ENOUGH_SEEDS:
        return f"No conclusion yet: {len(study.seeds)} of at least {ENOUGH_SEEDS} seeds."
    again, n_theirs, more = differences_of(table, theirs)
    return (
        f"Of the article's {n_theirs} significant differences from {table.reference}, {again} are "
        f"found again; {more} more here."
    )


def differences_of(table: SummaryTable, theirs: pd.DataFrame) -> tuple[int, int, int]:
    """Significant differences found again, all of the article, and those it does not have."""
    ours = table.summary["p_holm"].dropna() < LEVEL
    is_theirs = pd.to_numeric(theirs["p_holm"].reindex(ours.index)) < LEVEL
    return int((ours & is_theirs).sum()), int(is_theirs.sum()), int((ours & ~is_theirs).sum())


def agreement_lines(table: SummaryTable) -> list[str]:
    """How near means and ranks are."""
    found = table.agreement
    assert found is not None
    ranks = found.ranks.dropna()
    first = {side: str(ranks[side].idxmin()) for side in ("ours", "printed")}
    both = "the same" if first["ours"] == first["printed"] else f"{first['printed']} there"
    correlation = ""
    if ranks.nunique().min() > 1:
        value = ranks["ours"].corr(ranks["printed"], method="spearman")
        correlation = f" Order of the ranks: Spearman {value:.2f}."
    return [
        f"First by rank: {first['ours']}, {both}.{correlation} "
        f"Difference of the means: {found.mean_difference:+.2f} on average, "
        f"{found.mean_absolute_difference:.2f} in absolute terms over {found.n_cells} cells."
    ]


def end_points(name: str, table: ValueTable) -> list[str]:
    """The ends of the learning curves, which the article prints in its text."""
    metric = name.replace("-", "_")
    rows = []
    for system, values in printed.MULTIPLEXER_AFTER_300_EPOCHS.items():
        ours = table.means.loc["mux", system]
        difference = f"{ours - values[metric]:+.2f}"
        rows.append([system, f"{ours:.2f}", f"{values[metric]:g}", difference])
    return markdown_table(["", "ours", "article", "difference"], rows)


def main(arguments: Sequence[str] | None = None) -> None:
    results = REPOSITORY / "docs" / "results"
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        epilog=(__doc__ or "").partition("\n")[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--results", type=Path, default=results / "records", help="the records")
    parser.add_argument("--out", type=Path, default=results, help="folder for what is made")
    options = parser.parse_args(arguments)
    try:
        records = list(Store(options.results).records().values())
        if not records:
            sys.exit(f"there are no records in '{options.results}'")
        from beta4ucs.study.figures import save

        drawn = [ILLUSTRATIONS]
        for name, figure in illustrations():
            save(figure, options.out / "figures" / name, ["png", "pdf"])
            drawn.append(f"![{name.replace('-', ' ')}](figures/{name}.png)\n")
        parts = list(parts_of(list(paper_studies().values()), records, options.out))
    except InputError as error:
        sys.exit(str(error))
    header = ["study", "seeds", "runs", "significant differences of the article found again"]
    overview = [*markdown_table(header, [part.line for part in parts]), ""]
    sections = [part.section for part in parts]
    sections.append("\n".join(drawn))
    write_text(options.out / "studies.md", "\n".join([HEAD, *overview, *sections]))
    print(options.out / "studies.md")


if __name__ == "__main__":
    main()
