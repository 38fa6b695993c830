"""Two models in words: what the terminal and the page say alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beta4ucs.comparison.difference import ModelDiff
    from beta4ucs.measures import Measures


def measure_lines(found: ModelDiff) -> list[tuple[str, ...]]:
    """Name, value of the first and of the second model, and what the values are of."""
    if found.measures is None:
        return []
    both = found.measures
    lines: list[tuple[str, ...]] = [
        ("accuracy", *(f"{one.accuracy:.1%}" for one in both), f"of {found.rows}"),
        ("95% interval", *(_interval(one) for one in both), f"on {found.rows}"),
    ]
    for name, form, field in (
        ("balanced", ".1%", "balanced_accuracy"),
        ("AUC", ".3f", "auc"),
        ("log loss", ".3f", "log_loss"),
        ("calibration error", ".1%", "calibration_error"),
    ):
        values = [getattr(one, field) for one in both]
        texts = ["-" if value is None else format(value, form) for value in values]
        lines.append((name, texts[0], texts[1], f"on {found.rows}"))
    return lines


def _interval(one: Measures) -> str:
    low, high = one.interval
    return f"{low:.1%} to {high:.1%}"


def change_in_accuracy(found: ModelDiff) -> str | None:
    """Say by how much the accuracy changes, and whether chance could do that."""
    if found.measures is None or found.interval is None:
        return None
    change = 100.0 * (found.gained - found.lost) / found.n_rows
    low, high = (100.0 * end for end in found.interval)
    verdict = "which chance may do" if low <= 0.0 <= high else "more than chance does"
    return (
        f"the accuracy changes by {change:+.1f} points (95% interval {low:+.1f} to {high:+.1f}), "
        f"{verdict}; answers that become right: {found.gained:,}, wrong: {found.lost:,}"
    )


def rule_counts(found: ModelDiff) -> str:
    """Say how many rules are in both models, and in one only."""
    n_same = sum(pair.is_same for pair in found.common)
    return (
        f"{len(found.common):,} rules in both, {n_same:,} of them with the same vote; only in the "
        f"first {len(found.only_first):,}, only in the second {len(found.only_second):,}"
    )


def answer_counts(found: ModelDiff) -> str:
    """Say how many answers change."""
    return f"{len(found.changed):,} of {found.rows} get another answer"
