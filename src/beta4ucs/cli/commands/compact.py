"""The command `compact`: a model with few rules that answers as well."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli import options
from beta4ucs.cli.known_rows import rows_to_choose_and_judge
from beta4ucs.cli.messages import say
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import one_of, share, whole_number
from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.cli.run_record import record_of, record_path
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable
from beta4ucs.errors import quoted

if TYPE_CHECKING:
    import numpy as np

    from beta4ucs.cli.table_rows import TablePart
    from beta4ucs.compaction import CompactionPath


@dataclass(frozen=True)
class CompactionOptions(OptionGroup):
    """How to compact; the estimator checks the method, and what goes with it."""

    method: str = option(
        "smallest",
        "smallest, or from the literature: ordered, qrf, qrc, cra2, pdrc, fu1 or fu2.",
        "<name>",
    )
    n_rules: int | None = whole_number(
        None, "Maximum number of rules.", at_least=1, unless="as many as the accuracy needs"
    )
    tolerance: float | None = share(
        None,
        "How much of --by may be lost for fewer rules, such as 0.01.",
        unless="what chance may do",
    )
    by: str | None = one_of(
        None,
        "What is kept.",
        ("log_loss", "balanced_accuracy", "accuracy"),
        unless="log_loss; accuracy of the article's learners",
    )
    keep_classes: bool = option(
        True,
        "Whether every class keeps at least one rule.",
        names=("--keep-classes/--lose-classes",),
    )


def compact(
    *,
    model: Path = options.model(),
    table: NewTable,
    how: CompactionOptions,
    out: Path | None = option(None, "File for the compacted model.", unless="write nothing"),
    overwrite: bool = options.overwrite(),
    jobs: int = options.jobs(),
    quiet: bool = options.quiet(),
    representation: str | None = options.own_representation(),
) -> int:
    """Keep only the rules of a model that are needed to predict as well.

    If DATA is the table of the model's run, rules are chosen on its training rows, and the figures
    are measured on the test rows. Otherwise all rows are used for both: DATA should then be rows
    that the model was trained on, never those that it will be tested on.
    """
    if out is not None:
        out = out.expanduser()
        check_can_be_written(record_path(out), overwrite=overwrite)
    check_can_be_written(out, overwrite=overwrite)
    estimator = load_model(model, representation=representation, jobs=jobs)
    every = rows_for(estimator, table, model)
    chosen_by, judged = rows_to_choose_and_judge(estimator, every, "compaction")
    compacted = estimator.compact(chosen_by.X, chosen_by.y, **asdict(how))
    if out is not None:
        compacted.save(out)  # in one step, or not at all
        _write_record(model, out)
    _warn_of_lost_classes(estimator, compacted)
    if not quiet:
        _print_difference(estimator, compacted, judged, chosen_by)
        if out is not None:
            print(f"Written to {out}")
    return 0


def _write_record(model: Path, out: Path) -> None:
    """Let the new model know the rows of the run, as the old one does."""
    record = record_of(model)
    if record is not None:
        record.write_beside(out, compacted=str(model))


def _warn_of_lost_classes(model: Any, compacted: Any) -> None:
    """Name the classes that had rules and have none any more."""
    lost = set(model.rules_.arrays.label[model.rules_.is_voting].tolist())
    lost -= set(compacted.rules_.arrays.label[compacted.rules_.is_voting].tolist())
    if lost:
        labels = [str(model.classes_[place]) for place in sorted(lost)]
        say(
            f"no rule for {quoted(labels)} is left; if rows of {'it' if len(lost) == 1 else 'them'}"
            " count, keep more rules with --n-rules, or try --keep-classes or --by log_loss"
        )


def _print_difference(
    model: Any, compacted: Any, judged: "TablePart", chosen_by: "TablePart"
) -> None:
    from beta4ucs.measures import measure_model

    both = [measure_model(one, judged.X, judged.y) for one in (model, compacted)]
    where = f"on {judged}"
    if judged.role == chosen_by.role:
        where += ", which the rules were chosen on"
    print(f"rules          {len(model.rules_):,} -> {len(compacted.rules_):,}")
    baseline = f"; always '{both[0].baseline_class}': {both[0].baseline:.1%}"
    _print_change("accuracy", [f"{one.accuracy:.1%}" for one in both], where + baseline)
    _print_change("balanced", [_said(one.balanced_accuracy, ".1%") for one in both], where)
    _print_change("AUC", [_said(one.auc, ".3f") for one in both], where)
    _print_change("log loss", [_said(one.log_loss, ".3f") for one in both], where)
    if not getattr(model.representation_, "matches_crisply", False):
        each = (one.rules_ for one in (model, compacted))
        shares = [_share(rules.is_crisp[rules.is_voting]) for rules in each]
        _print_change("crisp", shares, "of the rules")
    _print_path(compacted.compaction_.path, chosen_by)


def _share(truths: "np.ndarray") -> str:
    return f"{truths.mean():.0%}" if len(truths) else "-"  # no rule votes


def _print_change(name: str, values: list[str], note: str) -> None:
    print(f"{name:<15}{' -> '.join(values)} {note}")


def _said(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _print_path(path: "CompactionPath | None", chosen_by: "TablePart") -> None:
    """Say how the choice did where rules were chosen, which is no test."""
    import numpy as np

    if path is None or np.isnan(path.validation_accuracy).any():
        return
    at_size = path.validation_accuracy[path.sizes == path.chosen][0]
    print(f"chosen by      {chosen_by}: {at_size:.1%} right in cross-validation among them")
