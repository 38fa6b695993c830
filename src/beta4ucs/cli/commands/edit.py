"""The command `edit`: an edited text of rules becomes a model."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli import options
from beta4ucs.cli.known_rows import rows_to_choose_and_judge
from beta4ucs.cli.messages import say
from beta4ucs.cli.option_groups import argument, option
from beta4ucs.cli.option_values import one_of, whole_number
from beta4ucs.cli.output_folder import output_folder
from beta4ucs.cli.rule_lines import print_rules
from beta4ucs.cli.run_record import MODEL_NAME, record_of
from beta4ucs.cli.saved_model import load_model, rows_for
from beta4ucs.cli.table_source import NewTable
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.cli.output_folder import Draft
    from beta4ucs.cli.table_rows import TablePart, TableRows
    from beta4ucs.editing import EditReport, RuleValue

LEARNED, KEPT = "learned", "kept"


def edit(
    *,
    model: Path = options.model(),
    rules: Path = argument("A text file with the rules, one per line, as 'rules' writes.", "RULES"),
    table: NewTable,
    votes: str = one_of(
        LEARNED,
        "Whether the votes of all rules are learned again on the training rows, or those of rules "
        "that stay are kept.",
        (LEARNED, KEPT),
    ),
    top: int = whole_number(10, "How many dropped rules to print, and added ones."),
    out: Path | None = option(None, "Folder for the edited model.", unless="write nothing"),
    overwrite: bool = options.overwrite(),
    jobs: int = options.jobs(),
    quiet: bool = options.quiet(),
    representation: str | None = options.own_representation(),
) -> int:
    """Make a model of edited rules, and say what each change has cost or brought.

    'beta4ucs rules MODEL > rules.txt' writes the rules. Delete lines, change them or add your own:
    IF age >= 60 AND smoker = yes THEN high. What a new rule says, and votes, are learned from the
    training rows if DATA is the table of the model's run, else from all rows; the figures are of
    the test rows. The line 'DROP 7' leaves out rule 7 and keeps all that the file does not name.
    """
    from beta4ucs.editing import edit_report

    with ExitStack() as stack:
        draft = None  # what cannot be written is said before any work
        if out is not None:
            draft = stack.enter_context(output_folder(out, overwrite=overwrite))
        before = load_model(model, representation=representation, jobs=jobs)
        every = rows_for(before, table, model)
        learned, judged = rows_to_choose_and_judge(before, every, "editing")
        after = _edited(before, rules, learned, votes)
        if draft is not None:
            _write_run(after, model, draft, every)
    if not quiet:
        note = ", which the votes were learned from" if judged.role == learned.role else ""
        report = edit_report(before, after, judged.X, judged.y, rows=judged.words)
        _print(report, note, top)
        if out is not None:
            print(f"\nWritten to {out}")
    return 0


def _edited(model: Any, path: Path, rows: "TablePart", votes: str) -> Any:
    """Read the file, and let the model take its rules."""
    import warnings

    from beta4ucs.editing.rule_file import read_rule_file
    from beta4ucs.estimators.editable import EditedRuleWarning

    try:
        text = path.expanduser().read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"the rules cannot be read from '{path}': {reason}") from None
    found = read_rule_file(model.rules_, text, f"'{path}'")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", EditedRuleWarning)
        edited = model.with_rules(keep=found.kept, add=found.added, votes=votes, X=rows.X, y=rows.y)
    for warning in caught:
        say(warning.message)
    return edited


def _write_run(model: Any, source: Path, draft: "Draft", every: "TableRows") -> None:
    """Write the folder of a run: the model, its rules with counts, and which rows are test rows."""
    from beta4ucs.cli.rule_counts import RULES_NAME, RuleCounts

    roles = ["all"] if every.tested is None else ["train"] + ["test"] * bool(len(every.tested))
    counts = RuleCounts.on(model.rules_, [every.of(role) for role in roles])
    model.save(draft.folder / MODEL_NAME)
    ranked = model.rules_.in_order(counts.order())
    counts.beside(ranked.to_frame()).to_csv(draft.folder / RULES_NAME)
    record = record_of(source)
    if record is not None:
        record.write_beside(draft.folder / MODEL_NAME, edited=str(source))
    draft.publish()


def _print(report: "EditReport", note: str, top: int) -> None:
    for name, first, second in report.lines():
        where = "" if name == "rules" else f" on {report.rows}{note}"
        print(f"{name:<18}{first:>8} -> {second:<8}{where}".rstrip())
    words = "answer changes" if report.changed == 1 else "answers change"
    print(f"{report.changed:,} {words} on {report.rows}")
    _print_values("dropped, and what each was worth before", report.dropped, top, report.rows)
    _print_values("added, and what each is worth now", report.added, top, report.rows)


def _print_values(heading: str, values: "list[RuleValue]", top: int, rows: str) -> None:
    if not values:
        return
    ranked = sorted(values, key=lambda value: -value.log_loss)[:top]
    some = "" if len(ranked) == len(values) else f"; the {len(ranked)} that helped most"
    print(f"\n{len(values):,} {heading}, alone, on {rows}{some}:")
    notes = [[value.said()] for value in ranked]
    print_rules([value.rule for value in ranked], notes=notes, with_numbers=False)
