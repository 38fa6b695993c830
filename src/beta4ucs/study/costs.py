"""About how long runs take: from records of the like, else from sizes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from beta4ucs.study.problems import LoadedProblem
from beta4ucs.study.records import Record
from beta4ucs.study.runs import Run

MICROSECONDS, PER_FEATURE = 4.0, 0.4  # of an iteration of beta4 conditions, on a usual core
# Other conditions, as multiples; rough, they only decide which run starts first.
_FACTORS = {"hyperellipsoid": 2.0, "curved-polytope": 2.0, "trapezoid": 1.5, "bell": 5.0}
ELSEWHERE = 200.0  # microseconds a row of a classifier from elsewhere


def estimates(
    runs: Sequence[Run], problems: Mapping[str, LoadedProblem], records: Iterable[Record]
) -> dict[str, float]:
    """Seconds on one core, by key.

    A run takes as long as the recorded ones with the same data and system; if there are none,
    as its size suggests, corrected by how long recorded runs took against theirs.
    """
    known: dict[Any, list[float]] = defaultdict(list)
    ratios: dict[Any, list[float]] = defaultdict(list)
    for record in records:
        if record.get("error") is None and record.get("cpu_seconds") is not None:
            known[record["data_sha256"], _like(record)].append(record["cpu_seconds"])
            size = _size(record, record["n_train"] + record["n_test"], record["n_features"])
            ratios[_like(record)].append(record["cpu_seconds"] / size)
            ratios[None].append(record["cpu_seconds"] / size)
    factor = fmean(ratios[None]) if ratios[None] else 1.0
    seconds = {}
    for run in runs:
        inputs, problem = run.inputs, problems[run.dataset]
        like = _like(inputs)
        if (problem.sha256, like) in known:
            seconds[run.key] = fmean(known[problem.sha256, like])
        else:
            size = _size(inputs, *problem.X.shape)
            seconds[run.key] = size * (fmean(ratios[like]) if like in ratios else factor)
    return seconds


def _like(inputs: Mapping[str, Any]) -> tuple[Any, ...]:
    """What runs of the same duration share, apart from the data."""
    parameters = inputs["parameters"]
    names = ("representation", "n_epochs", "crispify", "max_rules")
    return inputs["class"], *(parameters.get(name) for name in names)


def _size(inputs: Mapping[str, Any], n_rows: int, n_features: int) -> float:
    parameters = inputs["parameters"]
    if "n_epochs" not in parameters:
        return 1e-6 * ELSEWHERE * n_rows
    factor = _FACTORS.get(parameters.get("representation", ""), 1.0)
    iterations = n_rows * parameters["n_epochs"]
    return 1e-6 * iterations * factor * (MICROSECONDS + PER_FEATURE * n_features)
