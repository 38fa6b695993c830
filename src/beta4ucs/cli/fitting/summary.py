"""What `fit` prints in the end: data, measures on test rows and the most useful rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from beta4ucs.cli.messages import say
from beta4ucs.cli.options import FIRST_SYSTEM
from beta4ucs.cli.rule_lines import print_rules
from beta4ucs.estimators.one_answer import no_rule_found
from beta4ucs.measures import ClassMeasures, Measures, measure_model
from beta4ucs.measures.judgement import has_more_than_its_share

if TYPE_CHECKING:
    from beta4ucs.cli.fitting.training import FitResult
    from beta4ucs.rules import RuleSet

MOST_CLASSES = 4  # that have a line each
LONGEST_LABEL = 11  # of a class before its recall


@dataclass(frozen=True)
class Scores:
    """Rows learned from that were answered rightly; measures on test rows, if there are any."""

    n_learned: int
    n_learned_right: int
    test: Measures | None

    @classmethod
    def of(cls, model: Any, learned: tuple[Any, Any], tested: tuple[Any, Any]) -> Self:
        """Let a model answer the rows."""
        X, y = learned
        n_right = int(np.count_nonzero(model.predict(X) == y.to_numpy()))
        test = measure_model(model, *tested) if len(tested[1]) else None
        return cls(len(y), n_right, test)

    @property
    def train_accuracy(self) -> float:
        """Share of the rows learned from that are answered rightly."""
        return self.n_learned_right / self.n_learned

    @property
    def test_accuracy(self) -> float | None:
        """Share of the test rows that are answered rightly."""
        return None if self.test is None else self.test.accuracy


def print_summary(run: FitResult) -> None:
    """Print data, measures and the most useful rules."""
    model, table = run.model, run.table
    n_categorical = len(table.categorical)
    kinds = f" ({n_categorical:,} categorical)" if n_categorical else ""
    print(
        f"{table.name}: {table.n_rows:,} rows, {_count(table.n_features, 'feature')}{kinds}, "
        f"{len(table.classes)} classes"
    )
    if run.choice.system != FIRST_SYSTEM:
        print(run.choice.title)
    learned = _count(model.n_epochs_, "epoch") if run.choice.has_epochs else "learned"
    n_drawn = getattr(table, "n_drawn", None)
    drawn = "" if n_drawn is None else f" from {_count(n_drawn, 'drawn row')}"
    print(f"{learned}{drawn} in {model.fit_seconds_:.1f} s, seed {run.settings.seed}\n")
    for name, value, note in _numbers(run):
        print(f"  {name:<19}{value:>7}   {note}".rstrip())
    warning = None if run.scores.test is None else _warning(run, run.scores.test)
    if warning is not None:
        say(warning)
    best = model.rules_.in_order(run.counts.order()[: run.settings.top])
    if len(best):
        which = f"{len(best)} most useful rules" if len(best) > 1 else "most useful rule"
        print(f"\nThe {which} of {model.n_rules_:,}:")
        notes = [run.counts.said(place) for place in best.population_rows.tolist()]
        print_rules(best, notes=notes, with_numbers=False)


def _numbers(run: FitResult) -> Iterable[tuple[str, str, str]]:
    scores, model = run.scores, run.model
    if scores.test is not None:
        yield from _on_test_rows(scores.test)
    if model.threshold_ is not None:
        yield "threshold", f"{model.threshold_.probability:.3f}", _threshold_note(run)
    note = f"{scores.n_learned_right:,} of {scores.n_learned:,} rows learned from"
    yield "training accuracy", f"{scores.train_accuracy:.1%}", note
    if model.best_epoch_ is not None:
        yield "best epoch", f"{model.best_epoch_:,}", "kept by early stopping"
    note = "all of them vote"
    if "voting_threshold" in model.voting_params:
        note = f"{model.rules_.n_voting:,} experienced enough to vote"
    if not run.choice.has_epochs:
        note = f"{_mean_length(model.rules_):.1f} conditions each, on average"
    yield "rules", f"{model.n_rules_:,}", note
    if run.choice.has_epochs and not getattr(model.representation_, "matches_crisply", False):
        yield "crisp rules", f"{model.rules_.crisp_share:.1%}", "of those that vote, copies counted"


def _mean_length(rules: RuleSet) -> float:
    return sum(one.n_conditions for one in rules) / max(1, len(rules))


def _on_test_rows(found: Measures) -> Iterable[tuple[str, str, str]]:
    where = f"on {_count(found.n_rows, 'test row')}"
    low, high = found.interval
    note = f"{found.n_right:,} of {_count(found.n_rows, 'test row')}"
    yield "test accuracy", f"{found.accuracy:.1%}", note
    yield "95% interval", f"{low:.1%}", f"to {high:.1%}, {where}"
    yield "baseline", f"{found.baseline:.1%}", f"always '{found.baseline_class}', {where}"
    if found.balanced_accuracy is not None:
        yield "balanced accuracy", f"{found.balanced_accuracy:.1%}", f"mean recall, {where}"
    if len(found.classes) <= MOST_CLASSES:
        for one in found.classes:
            yield f"recall {_short(one.label)}", _share(one.recall), _class_note(one)
    if found.auc is not None:
        kind = "" if len(found.classes) == 2 else "mean over classes, "
        yield "AUC", f"{found.auc:.3f}", f"{kind}{where}"
    if found.log_loss is not None:
        yield "log loss", f"{found.log_loss:.3f}", where


def _class_note(one: ClassMeasures) -> str:
    """Where the recall of a class comes from, and its precision."""
    right = f"{one.right:,} of {_count(one.rows, 'test row')}"
    return f"{right}; precision {_share(one.precision)} of {one.answers:,} answers"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _short(label: Any) -> str:
    return shorten(str(label), LONGEST_LABEL, placeholder="..") or str(label)[:LONGEST_LABEL]


def _threshold_note(run: FitResult) -> str:
    found, asked = run.model.threshold_, run.settings.threshold
    assert found is not None
    note = f"probability from which '{found.label}' is the answer"
    if isinstance(asked, tuple):
        note += f", chosen on training rows for {asked[0]} {asked[1]:g}"
    if asked is None:
        note += ", chosen on training rows set aside"
    return note


def _warning(run: FitResult, found: Measures) -> str | None:
    """Say that there is no rule, or that one class has nearly all answers, and what to try."""
    if not run.model.n_rules_:
        return no_rule_found(int(run.model.class_counts_.sum()))
    if found.one_answer is None:
        return None
    one, n_classes = found.one_answer, len(found.classes)
    advice = "the rules hardly tell the classes apart"
    if has_more_than_its_share(one.rows / found.n_rows, n_classes):
        advice = "if the others matter more, try --class-weight balanced"
        advice += " or --threshold recall=0.9" if n_classes == 2 else ""
    return (
        f"the answer is '{one.label}' for {one.answers:,} of {_count(found.n_rows, 'test row')}; "
        f"{one.rows:,} of these {found.n_rows:,} have that class; {advice}"
    )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
