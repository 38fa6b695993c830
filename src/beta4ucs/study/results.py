"""What a study shows: its tables and its figures, from records alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.study.declaration import Study, TableOf
from beta4ucs.study.marks import MarkRule
from beta4ucs.study.records import Record
from beta4ucs.study.selection import Selection
from beta4ucs.study.tables import (
    PairwiseTable,
    ValueTable,
    mean_table,
    pairwise_table,
    rule_form_table,
    summary_table,
)

if TYPE_CHECKING:
    import pandas as pd

ILLUSTRATIONS = "illustrations"  # what `study figure` calls the figures that need no records


def tables_of(
    study: Study, selection: Selection, *, against_paper: bool = False, rule: MarkRule = "wilcoxon"
) -> dict[str, ValueTable | PairwiseTable]:
    """Build the tables that a study asks for.

    Returns
    -------
    dict
        By a name that can be part of a file's.
    """
    frame = runs_of(study, selection)
    return {
        _name(wanted): _build(study, wanted, frame, against_paper=against_paper, rule=rule)
        for wanted in study.tables
    }


def runs_of(study: Study, selection: Selection) -> pd.DataFrame:
    """The runs as a frame, with a column for each measure of the study's own."""
    frame = selection.frame
    measured = [record.get("measured") or {} for record in selection.records]
    for measure in study.own_measures:
        values = [one.get(measure.name) for one in measured]
        frame[measure.name] = np.array(values, dtype=np.float64)
    return frame


def _name(wanted: TableOf) -> str:
    ending = {"pairs": "-pairs"}.get(wanted.form, "")
    return wanted.metric.replace("_", "-") + ending


def _build(
    study: Study, wanted: TableOf, frame: pd.DataFrame, *, against_paper: bool, rule: MarkRule
) -> ValueTable | PairwiseTable:
    datasets = [source.name for source in study.datasets]
    systems = [system.name for system in study.systems]
    measure = study.measure(wanted.metric)
    is_printed = against_paper and wanted.printed is not None
    if wanted.form == "pairs":
        return pairwise_table(
            frame, measure, datasets, systems, rule=rule, against_paper=is_printed
        )
    if wanted.form == "means" and wanted.metric == "crisp_share" and len(systems) == 1:
        return rule_form_table(frame, datasets, systems[0], against_paper=is_printed)
    if wanted.form == "means":
        return mean_table(frame, measure, datasets, systems)
    return summary_table(
        frame, measure, datasets, systems, study.reference,
        rule=rule, against=wanted.printed if is_printed else None,
    )  # fmt: skip


def figures_of(study: Study, selection: Selection) -> Iterator[tuple[str, Any]]:
    """Draw what can be drawn of a study, one figure after the other.

    Yields
    ------
    name, figure : str, matplotlib Figure
    """
    from beta4ucs.study import figures

    frame = runs_of(study, selection)
    if study.name == "rotated-checkerboard":
        models = figures.train_snapshots()
        yield "rotated-checkerboard", figures.rotated_checkerboard(models)
        yield "example-rules", figures.example_rules(models[max(models)])
        return
    if study.with_curves and selection.records:
        asked = [wanted.metric for wanted in study.tables]
        columns = [*figures.ARTICLE_PANELS, *(["crisp_share"] if "crisp_share" in asked else [])]
        curves = curves_of(selection.records)
        yield "learning-curves", figures.learning_curves(curves, columns=columns)
    if [wanted.metric for wanted in study.tables] == ["crisp_share"]:
        yield "rule-forms", figures.rule_forms(frame)
    if len(study.systems) > 1 and len(study.datasets) > 1:
        yield from _comparisons(study, frame)


def _comparisons(study: Study, frame: pd.DataFrame) -> Iterator[tuple[str, Any]]:
    """Systems beside each other, on the data sets that have runs of all."""
    from beta4ucs.study import figures

    for wanted in study.tables:
        means = frame.pivot_table(wanted.metric, "dataset", "system").dropna()
        if min(means.shape) < 2:
            continue
        if wanted.form == "comparison":
            fewer = study.measure(wanted.metric).smaller_is_better
            figure = figures.critical_difference(means, smaller_is_better=fewer)
            yield f"critical-difference-{_name(wanted)}", figure
        elif wanted.metric == "cpu_seconds":
            complete = frame[frame["dataset"].isin(means.index)]
            times = complete.rename(columns={"cpu_seconds": "seconds"})
            yield "time", figures.time_per_representation(times)


def illustrations() -> Iterator[tuple[str, Any]]:
    """Draw what explains the representations; no records are needed."""
    from beta4ucs.study import figures

    drawings: dict[str, Callable[[], Any]] = {
        "beta-shapes": figures.beta_shapes,
        "landscapes": figures.matching_landscapes,
        "landscapes-beta": lambda: figures.matching_landscapes(figures.BETA_EXAMPLES),
        "generality": figures.generality_conditions,
        "over-general-rule": figures.over_general_rule,
    }
    for name, draw in drawings.items():
        yield name, draw()


def curves_of(records: list[Record]) -> pd.DataFrame:
    """Put the curves of runs into a frame, one row per epoch."""
    import pandas as pd

    parts = [
        pd.DataFrame(record["curves"]).assign(
            system=record["system"],
            seed=record["seed"],
            epoch=range(1, len(record["curves"]["rules"]) + 1),
        )
        for record in records
        if record["curves"] is not None
    ]
    if not parts:
        raise InputError("none of these runs has recorded its curves")
    return pd.concat(parts, ignore_index=True)
