"""The page of `streams.py`: accuracy in windows, crisp rules around drifts, leads over river."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

import numpy as np
from _common import made_by, markdown_table
from _streams_records import GENERATORS, N_CONCEPTS, STREAM, SYSTEMS, WINDOW, Record

from beta4ucs.study.rendering.numbers import p_text
from beta4ucs.study.signed_ranks import wilcoxon_p
from beta4ucs.study.statistics import mean_interval

SUDDEN = ("SEA", "Agrawal")  # their concept changes from one row to the next
COMPARED = ("forest", "tree", "rules-defaults")  # with `rules`, over shared seeds
GOAL_POINTS, GOAL_GENERATORS = 2.0, 2  # within so many points of the forest, on so many
ENOUGH_SEEDS = 10  # shared ones, for a verdict


def report(records: Sequence[Record]) -> str:
    """Write the results as Markdown."""
    lines = ["# Streams", "", *_origin(records)]
    for generator in GENERATORS:
        here = [record for record in records if record.generator == generator]
        if here:
            lines += ["", f"## {generator}", "", *_summary(here), "", *_windows(here)]
    lines += _crisp_around_drifts(records)
    lines += ["", "## Rules beside the others", "", *_leads(records)]
    lines += ["", "## The goal", "", *_verdict(records)]
    return "\n".join(lines) + "\n"


def _origin(records: Sequence[Record]) -> list[str]:
    settings = ", ".join(f"`{name}={value}`" for name, value in STREAM.items())
    ours = [vars(record) for record in records if record.system.startswith("rules")]
    return [
        "Each row is answered, then learned from, once. Accuracy in per cent: mean over seeds and,",
        "behind ±, the standard deviation over them. `rules` are those of Beta4UCSClassifier with",
        f"{settings or 'its defaults'};",
        "`rules-defaults` those with the defaults; `tree` and `forest` are river's Hoeffding tree",
        "and adaptive random forest with theirs; `majority` is the class most frequent so far.",
        "`benchmarks/streams.py` says what the streams are and how this page is made.",
        "",
        "On `flights` the rows are always the same and a seed is only the learner's: `tree` and",
        "`majority`, which have none, give the same run each time.",
        "",
        f"{len(records)} runs of {_listed({r.rows for r in records})} rows, seeds "
        f"{_listed({r.seed for r in records})}.",
        *made_by(ours, others=["river"]),
    ]


def _listed(numbers: set[int]) -> str:
    return ", ".join(f"{number:,}" for number in sorted(numbers))


# ---------------------------------------------------------------------- one stream


def _by_system(records: Sequence[Record]) -> dict[str, list[Record]]:
    groups = {system: [r for r in records if r.system == system] for system in SYSTEMS}
    return {system: runs for system, runs in groups.items() if runs}


def _summary(records: Sequence[Record]) -> list[str]:
    header = ["system", "runs", "accuracy", "last 5,000 rows", "µs a row", "rules"]
    cells = []
    for system, runs in _by_system(records).items():
        last = fmean(float(r.windows.split()[-1]) for r in runs)
        rules = fmean(r.rules for r in runs)
        cells.append(
            [
                system,
                str(len(runs)),
                _spread([100 * r.accuracy for r in runs]),
                f"{100 * last:.2f}",
                f"{fmean(r.microseconds for r in runs):,.0f}",
                f"{rules:,.0f}" if rules else "",
            ]
        )
    return markdown_table(header, cells)


def _spread(values: Sequence[float]) -> str:
    mean = f"{fmean(values):.2f}"
    return f"{mean} ± {stdev(values):.2f}" if len(values) > 1 else mean


def _windows(records: Sequence[Record]) -> list[str]:
    """Accuracy in windows, means over seeds; only runs of the most rows."""
    longest = max(record.rows for record in records)
    groups = _by_system([record for record in records if record.rows == longest])
    columns = [
        np.mean([[float(cell) for cell in run.windows.split()] for run in runs], axis=0)
        for runs in groups.values()
    ]
    crisp = [_shares(run) for run in groups.get("rules", []) if run.crisp]
    columns += [np.mean(crisp, axis=0)] if crisp else []
    names = [*groups, *(["crisp rules"] if crisp else [])]
    n_windows = min(map(len, columns))
    cells = [
        [f"{WINDOW * (i + 1):,}", *(f"{100 * column[i]:.1f}" for column in columns)]
        for i in range(n_windows)
    ]
    return markdown_table(["rows", *names], cells)


def _shares(record: Record) -> list[float]:
    return [float(share) for share in record.crisp.split()]


# ---------------------------------------------------------------------- drifts


def _crisp_around_drifts(records: Sequence[Record]) -> list[str]:
    """Share of crisp rules at the end of a concept, after the next window, and at its end."""
    rows = []
    for generator in SUDDEN:
        runs = [r for r in records if r.generator == generator and r.system == "rules" and r.crisp]
        if len(runs) > 1:
            rows += _rows_of_drifts(generator, runs)
    if not rows:
        return []
    header = ["stream", "drift at row", "n", "before, %", "5,000 rows after", "25,000 rows after"]
    header += ["change after 5,000 rows", "p"]
    return [
        "",
        "## Crisp rules before and after a drift",
        "",
        "`rules`: share of crisp rules among the copies that vote; n runs with a seed each, whose",
        "concepts change three times. The change is that of the first 5,000 rows, in points, with",
        "its 95 % interval after Student and p of the Wilcoxon test over the runs, not corrected.",
        "",
        *markdown_table(header, rows),
    ]


def _rows_of_drifts(generator: str, runs: Sequence[Record]) -> list[list[str]]:
    """A line for each drift, and one for the means of a run over its drifts."""
    shares = 100 * np.array([_shares(run) for run in runs])
    concept = shares.shape[1] // N_CONCEPTS  # windows
    ends = concept * np.arange(1, N_CONCEPTS)
    before, after, later = (shares[:, ends + shift] for shift in (-1, 0, concept - 1))
    rows = []
    for i, end in enumerate(ends):
        numbers = before[:, i], after[:, i], later[:, i]
        rows.append([generator, f"{WINDOW * end:,}", *_cells_of_drift(*numbers)])
    means = (share.mean(axis=1) for share in (before, after, later))
    return [*rows, [generator, "mean of all", *_cells_of_drift(*means)]]


def _cells_of_drift(before: np.ndarray, after: np.ndarray, later: np.ndarray) -> list[str]:
    spreads = [_spread(list(share)) for share in (before, after, later)]
    return [str(len(before)), *spreads, *_tested(after - before)]


def _tested(differences: Sequence[float] | np.ndarray) -> list[str]:
    """The mean with its interval, and p; nothing of both for a single difference."""
    mean, low, high = mean_interval(differences)
    if len(differences) < 2:
        return [f"{mean:+.2f}", ""]
    return [f"{mean:+.2f} ({low:+.2f} to {high:+.2f})", p_text(wilcoxon_p(differences))]


# ---------------------------------------------------------------------- beside the others


def differences(records: Sequence[Record], other: str) -> dict[str, list[float]]:
    """Points that `rules` are above another system, by generator; one for each shared seed."""
    result = {}
    for generator in GENERATORS:
        accuracy = {(r.system, r.seed): r.accuracy for r in records if r.generator == generator}
        pairs = [
            100 * (accuracy["rules", seed] - theirs)
            for (system, seed), theirs in accuracy.items()
            if system == other and ("rules", seed) in accuracy
        ]
        if pairs:
            result[generator] = pairs
    return result


def _leads(records: Sequence[Record]) -> list[str]:
    rows = [
        [generator, other, str(len(points)), *_tested(points)]
        for generator in GENERATORS
        for other in COMPARED
        if (points := differences(records, other).get(generator))
    ]
    if not rows:
        return ["No other system has run on the same seeds."]
    return [
        "`rules` less another system, in points of accuracy over all rows: mean over the seeds",
        "that both have, 95 % interval after Student, p of the Wilcoxon test, not corrected. With",
        "fewer than six seeds p cannot fall below 0.05.",
        "",
        *markdown_table(["stream", "less", "shared seeds", "points", "p"], rows),
    ]


def _verdict(records: Sequence[Record]) -> list[str]:
    """Whether the goal is met, which is open while too few seeds are shared."""
    points = differences(records, "forest")
    n_close = sum(fmean(here) >= -GOAL_POINTS for here in points.values())
    fewest = min(map(len, points.values()), default=0)
    found = (
        f"at most {GOAL_POINTS:g} points below the forest on {n_close} of {len(points)} streams "
        f"(at least {GOAL_GENERATORS})"
    )
    seeds = f"{fewest} shared seed{'' if fewest == 1 else 's'}"
    if fewest < ENOUGH_SEEDS:
        return [
            f"open: {found} so far, over at least {seeds} each; a verdict takes {ENOUGH_SEEDS}."
        ]
    word = "met" if n_close >= GOAL_GENERATORS else "MISSED"
    return [f"{word}: {found}, over at least {seeds} each."]
