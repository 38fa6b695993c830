"""The course of `cv` and `compare`: read, cut, learn and measure, print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beta4ucs.cli.class_weights import weights_of_classes
from beta4ucs.cli.estimator_choice import Choice
from beta4ucs.cli.fitting.warnings_about import warnings_about
from beta4ucs.cli.messages import INTERRUPTED, UsageError, say
from beta4ucs.cli.table_source import TableSource
from beta4ucs.cli.validating.contenders import Contender, contender_from
from beta4ucs.cli.validating.folds import folds_of
from beta4ucs.cli.validating.records import FoldRecords
from beta4ucs.cli.validating.running import Rounds
from beta4ucs.cli.validating.settings import LOWER_IS_BETTER, ValidationSettings
from beta4ucs.cli.validating.tables import (
    aligned,
    comparison_lines,
    difference_of,
    measure_lines,
    said,
    words_of,
)
from beta4ucs.data import Table
from beta4ucs.measures.resampling import ResampledMean


def cross_validate(
    source: TableSource, choice: Choice, settings: ValidationSettings, *, quiet: bool
) -> int:
    """Cross-validate one learner; returns the exit code."""
    table = _read(source)
    told = _told(settings, table)
    one = Contender(choice.system, lambda: choice.estimator(**told))
    about = {"learner": choice.title, **choice.all_parameters}
    records = _records(source, table, settings, about)
    if not _run(table, [one], settings, records, quiet=quiet):
        return INTERRUPTED
    print(f"{_described(table)}\n{choice.title}, {_folds_in_words(settings)}\n")
    print("\n".join(measure_lines(records.of(one.name))))
    _tell_file(records)
    return 0


def compare_all(
    source: TableSource,
    who: Sequence[str],
    measure: str,
    settings: ValidationSettings,
    *,
    quiet: bool,
) -> int:
    """Compare learners on the same folds; returns the exit code."""
    if len(who) < 2 or len(set(who)) < len(who):
        raise UsageError(f"compare needs two or more that are different, got {' '.join(who)}")
    table = _read(source)
    told = _told(settings, table)
    contenders = [contender_from(word, told) for word in who]
    records = _records(source, table, settings, {})
    if not _run(table, contenders, settings, records, quiet=quiet):
        return INTERRUPTED
    found = [records.of(one.name) for one in contenders]
    print(f"{_described(table)}\neach trained anew, {_folds_in_words(settings)}\n")
    names = [str(one) for one in contenders]
    print("\n".join(comparison_lines(names, found)))
    print(f"\nDifference to {names[0]}, {words_of(measure)}{_direction(measure)}:\n")
    differences = [difference_of(own, found[0], measure) for own in found[1:]]
    print("\n".join(_difference_lines(names[1:], measure, differences)))
    _tell_file(records)
    return 0


def _read(source: TableSource) -> Table:
    table = source.read()
    for warning in warnings_about(table):
        say(warning)
    return table


def _told(settings: ValidationSettings, table: Table) -> dict[str, Any]:
    weight = weights_of_classes(settings.class_weight, table.classes)
    return {"random_state": settings.seed, "n_jobs": settings.jobs, "class_weight": weight}


def _records(
    source: TableSource, table: Table, settings: ValidationSettings, about: dict[str, Any]
) -> FoldRecords:
    of_all = {
        "data": source.digest(table),
        "features": list(table.feature_names),
        "target": table.target_name,
        "folds": settings.folds,
        "seed": settings.seed,
        "class_weight": settings.class_weight,
    }
    return FoldRecords(settings.out, {**of_all, **about}, overwrite=settings.overwrite)


def _run(
    table: Table,
    who: Sequence[Contender],
    settings: ValidationSettings,
    records: FoldRecords,
    *,
    quiet: bool,
) -> bool:
    """Whether all fits were done; what was done before an interruption is kept."""
    folds = folds_of(table.labels(), settings.folds, settings.repeats, settings.seed)
    try:
        Rounds(table, records, len(folds) * len(who), quiet=quiet).run(who, folds)
    except KeyboardInterrupt:
        say(interrupted_words(records))
        return False
    return True


def interrupted_words(records: FoldRecords) -> str:
    """Say what is left of the work."""
    if records.path is None:
        return "interrupted; with --out the results of all folds so far would be kept"
    return f"interrupted; '{records.path}' has all results so far, the same command resumes"


def _described(table: Table) -> str:
    labels = table.labels().tolist()
    most = max(table.classes, key=labels.count)
    baseline = f"always '{most}': {labels.count(most) / table.n_rows:.1%} of all rows"
    return f"{table.name}: {table.n_rows:,} rows, {len(table.classes)} classes; {baseline}"


def _folds_in_words(settings: ValidationSettings) -> str:
    times = "" if settings.repeats == 1 else f", {settings.repeats} times"
    folds = f"{settings.folds} folds{times}, seed {settings.seed}"
    return f"cross-validated in {folds}; figures are of the rows left out"


def _direction(measure: str) -> str:
    return " (lower is better)" if measure in LOWER_IS_BETTER else ""


def _difference_lines(
    names: Sequence[str], measure: str, found: Sequence[ResampledMean]
) -> list[str]:
    """One line for each difference: mean, corrected interval, adjusted p-value."""
    rows = [["", "difference", "95% interval", "p"]]
    for name, one, p_value in zip(names, found, adjusted([o.p_value for o in found]), strict=True):
        low, high = (said(measure, end, sign=True) for end in (one.low, one.high))
        mean = said(measure, one.mean, sign=True)
        rows.append([name, mean, f"{low} to {high}", f"{p_value:.3f}"])
    return aligned(rows)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """P-values of several tests by Holm.

    Examples
    --------
    >>> adjusted([0.04, 0.01])
    [0.04, 0.02]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    result, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, p_values[place] * (len(p_values) - rank)))
        result[place] = highest
    return result


def _tell_file(records: FoldRecords) -> None:
    if records.path is not None:
        print(f"\nWritten to {records.path}")
