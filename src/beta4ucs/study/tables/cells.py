"""From runs to the cells of a table, and what a reader must know of them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from beta4ucs.errors import InputError, quoted
from beta4ucs.study import printed
from beta4ucs.study.marks import MarkRule, run_marks
from beta4ucs.study.measures import Measure
from beta4ucs.study.records import LATER_RESULTS


def cells_of(
    runs: pd.DataFrame, measure: Measure, datasets: Sequence[str], systems: Sequence[str]
) -> pd.DataFrame:
    """One value per run of the table, in the unit it is shown in."""
    columns = ["dataset", "system", "seed", measure.name]
    missing = [name for name in columns if name not in runs]
    if missing:
        raise InputError(f"the runs lack the columns {quoted(missing)}")
    wanted = runs["dataset"].isin(list(datasets)) & runs["system"].isin(list(systems))
    cells = runs.loc[wanted & runs[measure.name].notna(), columns]
    twice = cells.duplicated(["dataset", "system", "seed"])
    if twice.any():
        dataset, system, seed = cells[twice].iloc[0, :3]
        raise InputError(f"there are two runs of {system} on '{dataset}' with seed {seed}")
    value = cells[measure.name].astype(float) * measure.factor
    return cells.drop(columns=measure.name).assign(value=value)


def means_of(
    cells: pd.DataFrame, datasets: Sequence[str], systems: Sequence[str]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Means and numbers of runs, data sets x systems."""
    by_cell = cells.groupby(["dataset", "system"])["value"]
    rows, columns = dataset_index(datasets), list(systems)
    means = by_cell.mean().unstack().reindex(index=rows, columns=columns).astype(float)
    counts = by_cell.size().unstack().reindex(index=rows, columns=columns).fillna(0).astype(int)
    return means, counts


def dataset_index(datasets: Sequence[str]) -> pd.Index:
    """The rows of a table."""
    return pd.Index(list(datasets), name="dataset")


def marks_of(
    cells: pd.DataFrame,
    datasets: Sequence[str],
    systems: Sequence[str],
    reference: str | None,
    *,
    smaller_is_better: bool,
    rule: MarkRule,
) -> pd.DataFrame:
    """Marks against a reference by the runs, data sets x systems."""
    rows = []
    for dataset in datasets:
        some = cells[cells["dataset"] == dataset]
        if reference is None or some.empty:
            rows.append([""] * len(systems))
            continue
        by_seed = some.pivot(index="seed", columns="system", values="value")
        marks = run_marks(
            by_seed.reindex(columns=list(systems)),
            reference,
            smaller_is_better=smaller_is_better,
            rule=rule,
        )
        rows.append(marks.tolist())
    return pd.DataFrame(rows, dataset_index(datasets), list(systems), dtype=object)


def printed_values(
    table: str | None, datasets: Sequence[str], systems: Sequence[str]
) -> pd.DataFrame | None:
    """The article's values in the same layout, or None."""
    if table is None:
        return None
    return printed.values(table).reindex(index=dataset_index(datasets), columns=list(systems))


def run_notes(counts: pd.DataFrame, runs: pd.DataFrame, measure: Measure) -> list[str]:
    """How many runs the means are of, which are missing, and which lack the measure."""
    recorded = _recorded(runs, counts)
    if not counts.to_numpy().any():
        n_runs = int(recorded.to_numpy().sum())
        return [f"{_none_of(n_runs)} {measure.name}: {_reason(measure)}." if n_runs
                else "There are no runs."]  # fmt: skip
    present, recorded_of = counts.any(), recorded.any()
    absent = [str(name) for name in counts.columns[~recorded_of]]
    unmeasured = [str(name) for name in counts.columns[recorded_of & ~present]]
    notes = [_count_note(counts)]
    if absent:
        notes.append(f"No results of {quoted(absent)}.")
    if unmeasured:
        notes.append(f"No {measure.name} in the runs of {quoted(unmeasured)}: {_reason(measure)}.")
    empty = counts.loc[:, present] == 0
    n_missing = int((empty & (recorded.loc[:, present] == 0)).to_numpy().sum())
    n_unmeasured = int(empty.to_numpy().sum()) - n_missing
    if n_missing:
        more = " more" if absent else ""
        notes.append(f"{n_missing}{more} {_have(n_missing)} no runs.")
    if n_unmeasured:
        more = " more" if unmeasured else ""
        notes.append(f"{n_unmeasured}{more} {_have(n_unmeasured)} runs without {measure.name}.")
    return notes


def _recorded(runs: pd.DataFrame, counts: pd.DataFrame) -> pd.DataFrame:
    """Numbers of runs in the cells of a table, whatever was measured of them."""
    by_cell = runs.groupby(["dataset", "system"]).size().unstack(fill_value=0)
    return by_cell.reindex(index=counts.index, columns=counts.columns, fill_value=0)


def _count_note(counts: pd.DataFrame) -> str:
    some = counts.to_numpy()[counts.to_numpy() > 0]
    low, high = int(some.min()), int(some.max())
    if low < high:
        return f"Means are of {low} to {high} runs; {(some < high).sum()} of fewer than {high}."
    return f"Each mean is of {high} run{'s' if high > 1 else ''}."


def _none_of(n_runs: int) -> str:
    return "The only run has no" if n_runs == 1 else f"None of the {n_runs:,} runs has"


def _have(n_cells: int) -> str:
    return "cells have" if n_cells > 1 else "cell has"


def _reason(measure: Measure) -> str:
    """Why runs can lack a measure."""
    older = ["the records are older than this measure"] if measure.name in LATER_RESULTS else []
    return ", or ".join([*older, measure.absent_if])


def ranked_part(
    means: pd.DataFrame, counts: pd.DataFrame, systems: Sequence[str]
) -> tuple[list[str], pd.DataFrame]:
    """Return the systems that have runs, and the means of the data sets that all of these have."""
    present = [name for name in systems if counts[name].any()]
    return present, means[present].dropna() if present else means.iloc[:0]


def rank_notes(ranked: pd.DataFrame, means: pd.DataFrame, present: Sequence[str]) -> list[str]:
    """Which data sets ranks are of, if not all."""
    if len(ranked) == len(means) or len(present) < 2:
        return []
    if ranked.empty:
        return ["No ranks: no data set has runs of all systems."]
    return [
        f"Ranks and p-values are over the {len(ranked)} of {len(means)} data sets that have runs "
        "of all systems."
    ]
