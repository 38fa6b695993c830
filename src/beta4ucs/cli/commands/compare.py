"""The command `compare`: several learners on the same folds."""

from beta4ucs.cli import options
from beta4ucs.cli.grouped_help import shows_first
from beta4ucs.cli.option_groups import argument
from beta4ucs.cli.table_source import WholeTable
from beta4ucs.cli.validating.settings import ValidationSettings, by


@shows_first(
    "target", "drop", "id_column", "categorical", "measure", "class_weight", "folds", "repeats",
    "seed", "out", "overwrite", "jobs",
)  # fmt: skip
def compare(
    *,
    table: WholeTable,
    who: list[str] = argument(
        "What to compare, two or more: evolved-rules, beta4-ucs, ucs, fuzzy-ucs, the folder of a "
        "run, or a class such as 'sklearn.ensemble.RandomForestClassifier(n_estimators=300)'.",
        "WHO...",
    ),
    measure: str = by("accuracy", "What the test is about."),
    settings: ValidationSettings,
    quiet: bool = options.quiet(),
) -> int:
    """Compare learners on the same folds, with a test that accounts for shared training rows.

    Every learner is trained on every fold. Each is compared with the first, by the corrected
    resampled t-test of Nadeau and Bengio; several p-values are adjusted by Holm's method. For
    other classifiers, categories are one-hot encoded and missing numbers replaced by the median.
    """
    from beta4ucs.cli.validating.course import compare_all

    return compare_all(table, who, measure, settings, quiet=quiet)
