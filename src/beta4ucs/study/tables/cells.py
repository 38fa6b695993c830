"""From runs to the cells of a table, and what a reader must know of them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from beta4ucs.errors import InputError, did_you_mean, quoted
from beta4ucs.study import printed
from beta4ucs.study.marks import MarkRule, run_marks
from beta4ucs.study.measures import MEASURES


def cells_of(
    runs: pd.DataFrame, metric: str, datasets: Sequence[str], systems: Sequence[str]
) -> pd.DataFrame:
    """One value per run of the table, in the unit it is shown in."""
    if metric not in MEASURES:
        raise InputError(f"there is no measure '{metric}'{did_you_mean(metric, MEASURES)}")
    columns = ["dataset", "system", "seed", metric]
    missing = [name for name in columns if name not in runs]
    if missing:
        raise InputError(f"the runs lack the columns {quoted(missing)}")
    wanted = runs["dataset"].isin(list(datasets)) & runs["system"].isin(list(systems))
    cells = runs.loc[wanted & runs[metric].notna(), columns]
    twice = cells.duplicated(["dataset", "system", "seed"])
    if twice.any():
        dataset, system, seed = cells[twice].iloc[0, :3]
        raise InputError(f"there are two runs of {system} on '{dataset}' with seed {seed}")
    value = cells[metric].astype(float) * MEASURES[metric].factor
    return cells.drop(columns=metric).assign(value=value)


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


def run_notes(counts: pd.DataFrame) -> list[str]:
    """How many runs the means are of, and which are missing."""
    numbers = counts.to_numpy()
    some = numbers[numbers > 0]
    if some.size == 0:
        return ["There are no runs."]
    low, high = int(some.min()), int(some.max())
    notes = [f"Each mean is of {high} run{'s' if high > 1 else ''}."]
    if low < high:
        notes = [f"Means are of {low} to {high} runs; {(some < high).sum()} of fewer than {high}."]
    absent = [str(name) for name in counts.columns[~counts.any()]]
    if absent:
        notes.append(f"No runs of {quoted(absent)}.")
    gaps = int((counts[counts.columns[counts.any()]] == 0).to_numpy().sum())
    if gaps:
        notes.append(f"{gaps} more cell{'s have' if gaps > 1 else ' has'} no runs." if absent
                     else f"{gaps} cell{'s have' if gaps > 1 else ' has'} no runs.")  # fmt: skip
    return notes


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
