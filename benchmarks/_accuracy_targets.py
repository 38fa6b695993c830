"""What the rules are held against: every target, and whether the records meet it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from _accuracy_means import MEASURES, Results, ranks
from _peers import OURS, PEERS, SMALLEST, TWO_JOBS
from _tables import TABLES, names

Verdict = tuple[bool, str]

MAX_PLACES = {"accuracy": 1, "auc": 2, "log_loss": 2}
ARTICLE_PEERS = ("RF", "SVM", "XGBoost")
MAX_MEDIAN_RULES, MAX_MOST_RULES, MAX_CONDITIONS = 60, 150, 5
MAX_SMALLEST_RULES, MAX_SMALLEST_LOSS = 20, 1.0
MAX_RARE_LAG, MAX_MANY_LAG, MAX_WIDE_LAG = 1.0, 5.0, 2.0  # points
MAX_FOREST_RATIO = 5.0
MAX_TIMED_SECONDS, MIN_SPEED_UP = 20.0, 1.7
TIMED = "100000x10"
PUBLIC_GROUPS = ("article", "general", "rare", "large", "many", "wide")


def public_tables(half: str) -> list[str]:
    """Tables that nobody made, in the order of the catalogue."""
    return [name for name in names(half, made=False) if TABLES[name].group in PUBLIC_GROUPS]


def verdicts(results: Results) -> Iterator[Verdict]:
    """Hold the records of judging seeds against the targets, as far as there are any."""
    if results.has(OURS):
        yield from _places(results)
        yield from _article(results)
        yield from _sizes(results)
        yield from _smallest(results)
        yield from _probabilities(results)
        yield from _rare(results)
        yield from _times(results)
        yield from _timed(results)
        yield from _many(results)
        yield from _wide(results)


def _place(means: pd.DataFrame, measure: str) -> tuple[int, str]:
    """Our place by average rank, and all of them in words."""
    found = ranks(means, measure).sort_values()
    place = 1 + int((found < found[OURS] - 1e-9).sum())
    return place, ", ".join(f"{name} {rank:.2f}" for name, rank in found.items())


def _places(results: Results) -> Iterator[Verdict]:
    there = [peer for peer in PEERS if results.has(peer)]
    without = [peer for peer in PEERS if peer not in there]
    for measure, most in MAX_PLACES.items():
        means = results.means(measure, public_tables("judge"), [*there, OURS])
        if there and not means.empty:
            place, said = _place(means, measure)
            text = f"{MEASURES[measure].title} on {len(means)} tables"
            text += f", without {' and '.join(without)}" if without else ""
            yield place <= most, f"{text}: place {place} (at most {most}): {said}"


def _article(results: Results) -> Iterator[Verdict]:
    means = results.means("accuracy", names(group="article"), [*ARTICLE_PEERS, OURS])
    if not means.empty:
        place, said = _place(means, "accuracy")
        yield place == 1, f"the article's {len(means)} data sets: place {place} (1st): {said}"


def _sizes(results: Results) -> Iterator[Verdict]:
    rules = results.means("rules", public_tables("judge"), [OURS])[OURS]
    conditions = results.means("max_conditions", public_tables("judge"), [OURS])[OURS]
    if len(rules):
        median, most = rules.median(), rules.quantile(0.9)
        yield (
            median <= MAX_MEDIAN_RULES,
            f"median of {median:.0f} rules (at most {MAX_MEDIAN_RULES})",
        )
        yield (
            most <= MAX_MOST_RULES,
            f"90th percentile of {most:.0f} rules (at most {MAX_MOST_RULES})",
        )
        longest = conditions.max()
        yield (
            longest <= MAX_CONDITIONS,
            f"at most {longest:.0f} conditions in a rule (at most {MAX_CONDITIONS})",
        )


def _smallest(results: Results) -> Iterator[Verdict]:
    systems = [OURS, SMALLEST]
    accuracy = 100 * results.means("accuracy", public_tables("judge"), systems).dropna()
    if len(accuracy):
        median = results.means("rules", public_tables("judge"), systems)[SMALLEST].median()
        lost = float((accuracy[OURS] - accuracy[SMALLEST]).mean())
        yield (
            median <= MAX_SMALLEST_RULES,
            f"smallest: median of {median:.0f} rules (at most {MAX_SMALLEST_RULES})",
        )
        yield (
            lost <= MAX_SMALLEST_LOSS,
            f"smallest: {lost:.2f} points less accurate (at most {MAX_SMALLEST_LOSS:g})",
        )


def _probabilities(results: Results) -> Iterator[Verdict]:
    tables = [name for name in names("judge") if TABLES[name].group != "timing"]
    loss = results.means("log_loss", tables, [OURS])[OURS]
    base = results.means("base_log_loss", tables, [OURS])[OURS]
    if len(loss):
        yield _everywhere("log loss below the base rate's", loss < base)
    errors = results.means("calibration_error", public_tables("judge"), ["RF", OURS]).dropna()
    if len(errors):
        ours, forest = errors[OURS].mean(), errors["RF"].mean()
        yield ours <= forest, f"calibration error {ours:.3f} (RF {forest:.3f})"


def _everywhere(what: str, is_so: pd.Series) -> Verdict:
    """Something that should hold on every table; those where it does not are named."""
    text = f"{what} on {is_so.sum()} of {len(is_so)} tables"
    return bool(
        is_so.all()
    ), text if is_so.all() else f"{text}, not on {', '.join(is_so[~is_so].index)}"


def _rare(results: Results) -> Iterator[Verdict]:
    for measure in ("auc", "balanced_accuracy"):
        means = results.means(measure, names("judge", "rare"), ["XGBoost", OURS]).dropna()
        yield from _lag(means, "XGBoost", MAX_RARE_LAG, f"{MEASURES[measure].title}, rare classes")


def _lag(means: pd.DataFrame, peer: str, most: float, what: str) -> Iterator[Verdict]:
    """How many points we are behind a peer on average."""
    if len(means):
        ours, others = 100 * means[OURS].mean(), 100 * means[peer].mean()
        text = f"{what} ({len(means)} tables): {ours:.1f}, {peer} {others:.1f}"
        yield others - ours <= most, f"{text} (at most {most:g} points behind)"


def _times(results: Results) -> Iterator[Verdict]:
    tables = [name for name in names("judge") if TABLES[name].group != "timing"]
    seconds = results.means("cpu_seconds", tables, ["EBM", OURS])
    if len(seconds):
        ratios = seconds[OURS] / seconds["EBM"].fillna(np.inf)  # ended by the limit
        yield _everywhere("CPU time at most EBM's", ratios <= 1)
    forest = results.means("cpu_seconds", tables, ["RF", OURS]).dropna()
    if len(forest):
        ratio = (forest[OURS] / forest["RF"]).median()
        text = f"median CPU time {ratio:.1f} times RF's on {len(forest)} tables"
        yield ratio <= MAX_FOREST_RATIO, f"{text} (at most {MAX_FOREST_RATIO:g})"


def _timed(results: Results) -> Iterator[Verdict]:
    one = results.means("cpu_seconds", [TIMED], [OURS]).dropna()
    if len(one):
        seconds = one[OURS].iloc[0]
        text = f"100,000 rows x 10 columns in {seconds:.1f} s on one core"
        yield seconds <= MAX_TIMED_SECONDS, f"{text} (at most {MAX_TIMED_SECONDS:g})"
    both = results.means("wall_seconds", [TIMED], [OURS, TWO_JOBS]).dropna()
    if len(both):
        faster = both[OURS].iloc[0] / both[TWO_JOBS].iloc[0]
        yield (
            faster >= MIN_SPEED_UP,
            f"two cores {faster:.2f} times as fast as one (at least {MIN_SPEED_UP:g})",
        )


def _many(results: Results) -> Iterator[Verdict]:
    for what, tables in _many_groups():
        means = results.means("accuracy", tables, ["RF", OURS]).dropna()
        yield from _lag(means, "RF", MAX_MANY_LAG, f"accuracy, {what}")
        loss = results.means("log_loss", tables, ["RF", OURS]).dropna()
        if len(loss):
            ours, forest = loss[OURS].mean(), loss["RF"].mean()
            yield ours <= forest, f"log loss, {what}: {ours:.3f}, RF {forest:.3f} (no more)"


def _many_groups() -> Iterator[tuple[str, Sequence[str]]]:
    judged = names("judge", "many")
    yield "10 classes and more, real tables", [n for n in judged if not TABLES[n].is_made]
    for recipe in sorted({TABLES[name].recipe for name in judged} - {""}):
        yield f"{recipe}, made", [name for name in judged if TABLES[name].recipe == recipe]


def _wide(results: Results) -> Iterator[Verdict]:
    means = results.means("accuracy", names("judge", "wide"), ["RF", OURS]).dropna()
    yield from _lag(means, "RF", MAX_WIDE_LAG, "accuracy, wide tables")
