"""What `cv`, `compare` and `tune` print: means over folds with intervals, and differences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from beta4ucs.cli.validating.settings import LOWER_IS_BETTER, MEASURES
from beta4ucs.measures.resampling import ResampledMean, resampled_mean

PERCENT = ("accuracy", "balanced_accuracy", "macro_f1", "calibration_error")
WORDS = {"auc": "AUC", "macro_f1": "macro F1", "brier": "Brier score"}
SHORT = {"balanced_accuracy": "balanced", "brier": "Brier", "calibration_error": "calibration"}
Records = Sequence[Mapping[str, Any]]


def words_of(measure: str) -> str:
    """What a measure is called."""
    return WORDS.get(measure, measure.replace("_", " "))


def said(measure: str, value: float, *, sign: bool = False) -> str:
    """Write the value of a measure; "-" if there is none."""
    if math.isnan(value):
        return "-"
    form = "+" if sign else ""
    return format(value, f"{form}.1%") if measure in PERCENT else format(value, f"{form}.3f")


def interval_words(measure: str, found: ResampledMean) -> str:
    """From where to where; "-" for a single fold."""
    if math.isnan(found.low):
        return "-"
    ends = possible(measure, found.low), possible(measure, found.high)
    return " to ".join(said(measure, end) for end in ends)


def possible(measure: str, value: float) -> float:
    """The nearest value that a measure can have."""
    return max(0.0, value if measure == "log_loss" else min(1.0, value))


def values_of(records: Records, measure: str) -> np.ndarray:
    """The values of a measure; NaN where a fold has none."""
    found = [math.nan if one[measure] is None else one[measure] for one in records]
    return np.array(found, dtype=np.float64)


def mean_of(records: Records, measure: str) -> ResampledMean:
    """Mean and corrected interval of a measure over the folds that have it."""
    values = values_of(records, measure)
    return _mean(values[~np.isnan(values)], records)


def difference_of(records: Records, other: Records, measure: str) -> ResampledMean:
    """Mean and corrected test of the differences, fold by fold."""
    values = values_of(records, measure) - values_of(other, measure)
    return _mean(values[~np.isnan(values)], records)


def _mean(values: np.ndarray, records: Records) -> ResampledMean:
    if not len(values):
        return ResampledMean(*[math.nan] * 4)
    ratios = [one["rows_tested"] / one["rows_learned"] for one in records]
    return resampled_mean(values, float(np.mean(ratios)))


def measure_lines(records: Records) -> list[str]:
    """One line for each measure: mean, interval, spread."""
    lines = [f"  {'':<19}{'mean':>7}   95% interval        sd over folds"]
    for measure in MEASURES:
        found = mean_of(records, measure)
        spread = float(np.nanstd(values_of(records, measure), ddof=1)) if len(records) > 1 else 0.0
        between = interval_words(measure, found)
        if not math.isnan(found.mean):
            mean = said(measure, found.mean)
            lines.append(
                f"  {words_of(measure):<19}{mean:>7}   {between:<20}{said(measure, spread)}"
            )
    return lines


def comparison_lines(names: Sequence[str], records: Sequence[Records]) -> list[str]:
    """One line for each contender with the means of all measures, rules and seconds."""
    heads = [SHORT.get(measure, words_of(measure)) for measure in MEASURES] + ["rules", "seconds"]
    rows = [["", *heads]]
    for name, own in zip(names, records, strict=True):
        cells = [said(measure, mean_of(own, measure).mean) for measure in MEASURES]
        rules = [one["rules"] for one in own if one["rules"] is not None]
        cells.append(f"{np.mean(rules):.0f}" if rules else "-")
        rows.append([name, *cells, f"{np.mean([one['seconds'] for one in own]):.1f}"])
    return aligned(rows)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write cells under each other, names to the left and numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def best_first(means: Mapping[str, float], measure: str) -> list[str]:
    """Names in the order of their means; those without a mean come last."""
    sign = 1.0 if measure in LOWER_IS_BETTER else -1.0
    return sorted(means, key=lambda name: (math.isnan(means[name]), sign * means[name]))
