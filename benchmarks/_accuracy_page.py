"""The page of the accuracy benchmark: targets, ranks by group, every table, what failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pandas as pd
from _accuracy_means import MEASURES, Results, critical_difference, friedman, ranks
from _accuracy_runs import OK, Record
from _accuracy_targets import ARTICLE_PEERS, PUBLIC_GROUPS, public_tables, verdicts
from _common import markdown_table, verdict_lines
from _peers import OURS, PEERS, SMALLEST
from _tables import CHOOSING_SEEDS, GROUPS, HALF_OF, JUDGING_SEEDS, TABLES, names

from beta4ucs.study.statistics import compare_with

RANKED = ("accuracy", "auc", "log_loss", "balanced_accuracy", "calibration_error", "brier")
JUDGED = ("accuracy", "auc", "log_loss")
LISTED = (*JUDGED, "cpu_seconds")
BESIDE = ("Beta4UCS", SMALLEST)  # shown, but not ranked

INTRODUCTION = """\
# Accuracy beside other classifiers

Public tables with their categories and missing values; defaults for everyone.
`benchmarks/accuracy.py` says how to repeat it, `_tables.py` how tables were dealt out into those
that designs and defaults were chosen on and those that judge the result, `_peers.py` how the
systems are set, `_measures.py` what is measured. 80 % of the rows of each class are learned from.
Means over seeds come first, then ranks over tables: 1 is best. A system that failed on a table, or
took more than 20 minutes of CPU, ranks last on it. Means over tables are taken where none failed.
Systems are ranked by the seeds that all of them have on a table; the lists of every table below
take all seeds of each.
CPU seconds are those of `fit` on one core, rules the median over tables."""


def report(records: Sequence[Record]) -> str:
    judging = Results(records, JUDGING_SEEDS)
    choosing = Results(records, CHOOSING_SEEDS)
    lines = [INTRODUCTION, "", *_made_by(records), ""]
    found = verdict_lines(verdicts(judging))
    lines += ["## Targets", "", *(found or ["There are no runs of ours yet."]), ""]
    lines += ["## Tables that judge", "", *_summary(judging, public_tables("judge"))]
    for group in PUBLIC_GROUPS:
        title = f"### {group}: {GROUPS[group]}"
        lines += _section(title, _summary(judging, names("judge", group)))
    article = names(group="article")
    n_there = len(judging.means("accuracy", article, _ranked(judging, ARTICLE_PEERS)))
    lines += _section(
        f"## The article's comparison: {n_there} of its {len(article)} data sets",
        _summary(judging, article, peers=ARTICLE_PEERS),
    )
    lines += _section(
        "## Tables for choosing, seeds from 101 on", _summary(choosing, public_tables("choose"))
    )
    for measure in LISTED:
        title = f"## Every table that judges: {MEASURES[measure].title}"
        lines += _section(title, _every_table(judging, measure))
    lines += _section("## What failed or took too long", _failures(records))
    lines += _section("## The tables", _catalogue(records))
    return "\n".join(lines).rstrip() + "\n"


def _section(title: str, body: list[str]) -> list[str]:
    return [title, "", *body] if body else []


def _made_by(records: Iterable[Record]) -> list[str]:
    found = sorted({(r.package, r.kernels) for r in records})
    said = [name if kernels == "-" else f"{name} (kernels {kernels})" for name, kernels in found]
    pythons = ", ".join(sorted({record.python for record in records}))
    return [f"Made by {', '.join(said)}; Python {pythons}."]


# ---------------------------------------------------------------------- ranks of a set of tables


def _ranked(results: Results, peers: Sequence[str]) -> list[str]:
    return [system for system in (*peers, OURS) if results.has(system)]


def _summary(results: Results, tables: Sequence[str], peers: Sequence[str] = PEERS) -> list[str]:
    """Means and ranks, best first by accuracy; empty without a table that all have run."""
    systems = _ranked(results, peers)
    means = {measure: results.means(measure, tables, systems) for measure in RANKED}
    n_tables = len(means["accuracy"])
    if n_tables == 0:
        return []
    of_ranks = {measure: ranks(table, measure) for measure, table in means.items()}
    order = list(of_ranks["accuracy"].sort_values().index)
    header = ["system", *(word for m in RANKED for word in (MEASURES[m].title, "rank"))]
    rows = [_row(system, means, of_ranks) for system in order]
    rows += _beside(results, means["accuracy"])
    lines = markdown_table([*header, "CPU s", "rules"], _with_costs(results, tables, rows, systems))
    seeds = results.n_seeds(means["accuracy"].index, systems)
    return [*lines, "", *_significance(means, seeds), ""]


def _row(system: str, means: dict[str, pd.DataFrame], of_ranks: dict[str, pd.Series]) -> list[str]:
    cells = [system]
    for measure, table in means.items():
        cells += [
            MEASURES[measure].say(table.dropna()[system].mean()),
            f"{of_ranks[measure][system]:.2f}",
        ]
    return cells


def _beside(results: Results, means: pd.DataFrame) -> Iterator[list[str]]:
    """Means of systems outside the ranking, if they have run all tables that none failed on."""
    tables = list(means.dropna().index)
    for system in BESIDE:
        if len(results.means("accuracy", tables, [*means.columns, system])) < len(tables):
            continue
        cells = [system]
        for measure in RANKED:
            values = results.means(measure, tables, [*means.columns, system])[system]
            cells += [MEASURES[measure].say(values.mean()), ""]
        yield cells


def _with_costs(
    results: Results, tables: Sequence[str], rows: list[list[str]], systems: list[str]
) -> list[list[str]]:
    """Add the mean CPU time and the median number of rules to rows that begin with a system."""
    run = list(results.means("cpu_seconds", tables, systems).index)
    for row in rows:
        seconds = results.means("cpu_seconds", run, [row[0]])[row[0]]
        rules = results.means("rules", run, [row[0]])[row[0]].median()
        row += [MEASURES["cpu_seconds"].say(seconds.mean()), f"{rules:.0f}" if rules > 0 else ""]
    return rows


def _significance(means: dict[str, pd.DataFrame], seeds: tuple[int, int]) -> list[str]:
    n_tables, n_systems = means["accuracy"].shape
    tests = ", ".join(
        f"{MEASURES[measure].title} {friedman(means[measure], measure):.2g}" for measure in JUDGED
    )
    fewest, most = seeds
    of_seeds = f"{most} seed{'s' * (most > 1)}" if fewest == most else f"{fewest} to {most} seeds"
    lines = [
        f"{n_tables} tables, {of_seeds} that all systems have. Critical difference of ranks "
        f"(Nemenyi, 5 %): {critical_difference(n_systems, n_tables):.2f}. "
        f"Friedman test, p: {tests}."
    ]
    for measure in JUDGED if OURS in means["accuracy"] else ():
        p = compare_with(OURS, means[measure].dropna())["p_holm"].drop(OURS)
        said = ", ".join(f"{system} {value:.2g}" for system, value in p.items())
        title = MEASURES[measure].title
        lines.append(f"Wilcoxon test against {OURS} after Holm, {title}, p: {said}.")
    return lines


# ---------------------------------------------------------------------- lists


def _every_table(results: Results, measure: str) -> list[str]:
    systems = [*_ranked(results, PEERS), *(name for name in BESIDE if results.has(name))]
    columns = [results.means(measure, names("judge"), [system]) for system in systems]
    if not columns:
        return []
    means = pd.concat(columns, axis=1).reindex(names("judge")).dropna(how="all")
    say = MEASURES[measure].say
    rows = [[table, *(say(value) for value in values)] for table, values in means.iterrows()]
    return [*markdown_table(["table", *systems], rows), ""] if rows else []


def _failures(records: Iterable[Record]) -> list[str]:
    failed: dict[tuple[str, str, str], list[int]] = {}
    for record in records:
        if record.status != OK:
            failed.setdefault((record.table, record.system, record.status), []).append(record.seed)
    lines = [
        f"- {table}, {system}: {status} (seed {', '.join(map(str, sorted(seeds)))})"
        for (table, system, status), seeds in sorted(failed.items())
    ]
    return [*lines, ""] if lines else []


def _catalogue(records: Iterable[Record]) -> list[str]:
    """Every table in one line; sizes are those of the records."""
    sizes = {r.table: f"{r.n_train + r.n_test:,} rows, {r.n_classes} classes, " for r in records}
    lines = []
    for name, entry in TABLES.items():
        said = f"{sizes.get(name, '')}{entry.source}"
        said += f", a sample of {entry.n_rows:,} rows" if entry.n_rows else ""
        said += f"; target {entry.target}"
        said += f"; without {', '.join(entry.drop)} ({entry.why})" if entry.drop else ""
        lines.append(f"- {name} ({HALF_OF[name]}, {entry.group}): {said}")
    return [*lines, ""]
