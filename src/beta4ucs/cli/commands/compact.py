"""The command `compact`: a model with few rules that answers as well."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from beta4ucs.cli.messages import say
from beta4ucs.cli.option_groups import OptionGroup
from beta4ucs.cli.option_values import share, whole_number
from beta4ucs.cli.options import Jobs, ModelPath, Overwrite, OwnRepresentation, Quiet
from beta4ucs.cli.output_file import check_can_be_written
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable, TableSource
from beta4ucs.errors import InputError, quoted

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class CompactionOptions(OptionGroup):
    """How to compact; the estimator checks the method, and what goes with it."""

    method: Annotated[
        str,
        typer.Option(
            metavar="<name>",
            help="smallest, or from the literature: ordered, qrf, qrc, cra2, pdrc, fu1 or fu2.",
        ),
    ] = "smallest"
    n_rules: Annotated[
        int | None,
        typer.Option(
            metavar="<int>",
            help="Keep so many at most.",
            show_default="as many as the accuracy asks for",
        ),
        whole_number("n_rules", at_least=1),
    ] = None
    tolerance: Annotated[
        float | None,
        typer.Option(
            metavar="<float>",
            help="Accuracy that may be lost for fewer rules, such as 0.01.",
            show_default="what chance may do",
        ),
        share("tolerance"),
    ] = None


def compact(
    *,
    model: ModelPath,
    table: NewTable,
    options: CompactionOptions,
    out: Annotated[
        Path | None,
        typer.Option(help="File for the compacted model.", show_default="write nothing"),
    ] = None,
    overwrite: Overwrite = False,
    jobs: Jobs = 1,
    quiet: Quiet = False,
    representation: OwnRepresentation = None,
) -> int:
    """Keep the few rules of a model that it takes to answer as well.

    DATA are best the rows that the model has learned from, never those that it will be tested on.
    """
    if out is not None:
        out = out.expanduser()
    check_can_be_written(out, overwrite=overwrite)
    estimator = load_model(model, representation=representation, jobs=jobs)
    X, y = _known_rows(estimator, table)
    compacted = estimator.compact(X, y, **asdict(options))
    if out is not None:
        compacted.save(out)  # in one step, or not at all
    if not quiet:
        _print_difference(estimator, compacted, X, y)
        if out is not None:
            print(f"Written to {out}")
    return 0


def _known_rows(model: Any, source: TableSource) -> "tuple[Any, np.ndarray]":
    """Read rows and their classes; those of a class that the model does not know are left out."""
    import numpy as np

    X, truth = rows_for(model, source)
    if truth is None:
        raise InputError(
            f"'{source.data}' has no column with the true classes, which compaction needs; name it "
            "with --target"
        )
    # as text: one file may spell 1 what another spells "1"
    known = {str(label): code for code, label in enumerate(model.classes_.tolist())}
    codes = np.array([known.get(str(label), -1) for label in truth.tolist()], dtype=np.int64)
    is_known = codes >= 0
    unknown = sorted({str(label) for label in truth[~is_known].tolist()})
    if not is_known.any():
        raise InputError(f"the model knows none of the classes of '{source.data}'")
    if unknown:
        say(f"rows of classes that the model does not know are left out: {quoted(unknown)}")
    return X[is_known], model.classes_[codes[is_known]]


def _print_difference(model: Any, compacted: Any, X: Any, y: "np.ndarray") -> None:
    import numpy as np

    before, after = model.rules_, compacted.rules_
    print(f"rules     {len(before):,} -> {len(after):,}")
    print(f"accuracy  {model.score(X, y):.1%} -> {compacted.score(X, y):.1%} on {len(y):,} rows")
    if not getattr(model.representation_, "matches_crisply", False):
        shares = (rules.is_crisp[rules.is_voting].mean() for rules in (before, after))
        print("crisp     " + " -> ".join(f"{share:.0%}" for share in shares) + " of the rules")
    path = compacted.compaction_.path
    if path is not None and not np.isnan(path.validation_accuracy).any():
        at_size = path.validation_accuracy[path.sizes == path.chosen][0]
        print(f"          {at_size:.1%} on rows held out while rules were chosen")
