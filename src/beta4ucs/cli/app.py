"""The commands; each hands over to a file of its own, imported only then."""

from pathlib import Path
from typing import Annotated, Any

import typer

from beta4ucs.cli import options
from beta4ucs.cli.grouped_help import GroupedCommand
from beta4ucs.cli.hyperparameter_options import takes_hyperparameters
from beta4ucs.cli.messages import check_option, speaks
from beta4ucs.cli.option_values import (
    BATCH,
    EXPLAINED_TOP,
    EXPLANATION_FORMAT,
    FEATURE_WEIGHTS,
    FORMAT,
    MAX_FEATURES,
    MAX_ROWS,
    N_RULES,
    ROW,
    SYSTEM,
    TEST_SIZE,
    TOLERANCE,
    TOP,
    WINDOW,
    categorical_from,
    class_weight_from,
    jobs_from,
    seed_from,
)
from beta4ucs.cli.study import app as study_commands

app = typer.Typer(
    name="beta4ucs",
    help="Learn rules that people can read from tables, with β4-UCS, UCS and Fuzzy-UCS.",
    epilog="Start with: beta4ucs fit wine --seed 1",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"max_content_width": 100, "help_option_names": ["--help", "-h"]},
)
app.add_typer(study_commands.app)


def _show_version(wanted: bool) -> None:
    if wanted:
        from beta4ucs import __version__

        print(f"beta4ucs {__version__}")
        raise typer.Exit


@app.callback()
def before_the_command(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_show_version)
    ] = False,
    debug: options.Debug = False,
) -> None:
    """Take the options that stand before a command; `--debug` may stand anywhere."""


@app.command(cls=GroupedCommand)
@speaks
@takes_hyperparameters
def fit(
    data: options.DataSource,
    target: options.Target = None,
    header: options.Header = None,
    separator: options.Separator = None,
    data_dir: options.DataDir = None,
    categorical: options.Categorical = "auto",
    weight_column: options.WeightColumn = None,
    system: options.System = SYSTEM.default,
    representation: options.Representation = None,
    test_size: options.TestSize = str(TEST_SIZE.default),
    stratify: options.Stratify = False,
    class_weight: options.ClassWeight = None,
    feature_weights: options.FeatureWeights = None,
    seed: options.Seed = None,
    out: options.OutFolder = None,
    overwrite: options.Overwrite = False,
    top: options.Top = str(TOP.default),
    jobs: options.Jobs = "1",
    quiet: options.Quiet = False,
    *,
    hyperparameters: dict[str, Any],
) -> int:
    """Learn rules from a table, test them and show the strongest.

    Ctrl-C ends training and keeps the rules learned so far; a second one quits.
    """
    settings = {
        "test_size": check_option(TEST_SIZE, test_size),
        "seed": seed_from(seed),
        "top": check_option(TOP, top),
        "jobs": jobs_from(jobs),
        "class_weight": class_weight_from(class_weight),
        "feature_weights": None
        if feature_weights is None
        else check_option(FEATURE_WEIGHTS, feature_weights),
    }
    categories = categorical_from(categorical)
    from beta4ucs.cli.estimator_choice import choose_learner
    from beta4ucs.cli.fitting.training import Settings, train
    from beta4ucs.cli.table_source import TableSource

    learner = choose_learner(system, representation, hyperparameters)
    source = TableSource(data, target, header, separator, data_dir, weight_column, categories)
    plan = Settings(learner=learner, stratify=stratify, out=out, overwrite=overwrite, **settings)
    return train(source, plan, quiet=quiet)


@app.command(cls=GroupedCommand)
@speaks
@takes_hyperparameters
def stream(
    data: options.DataSource,
    target: options.Target = None,
    header: options.Header = None,
    separator: options.Separator = None,
    data_dir: options.DataDir = None,
    categorical: options.Categorical = "auto",
    weight_column: options.WeightColumn = None,
    batch: options.Batch = str(BATCH.default),
    classes: options.Classes = None,
    system: options.System = SYSTEM.default,
    representation: options.Representation = None,
    window: options.Window = str(WINDOW.default),
    class_weight: options.ClassWeight = None,
    feature_weights: options.FeatureWeights = None,
    seed: options.Seed = None,
    out: options.StreamOut = None,
    csv: options.WindowsFile = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
    *,
    hyperparameters: dict[str, Any],
) -> int:
    """Learn from a table row by row, and judge every answer before the row is learned.

    The table is read in batches: memory does not grow with its rows. Ctrl-C ends the stream and
    keeps the rules learned so far; a second one quits.
    """
    settings = {
        "window": check_option(WINDOW, window),
        "seed": seed_from(seed),
        "class_weight": class_weight_from(class_weight),
        "feature_weights": None
        if feature_weights is None
        else check_option(FEATURE_WEIGHTS, feature_weights),
    }
    size, categories = check_option(BATCH, batch), categorical_from(categorical)
    from beta4ucs.cli.estimator_choice import choose_learner
    from beta4ucs.cli.streaming.following import Plan, follow
    from beta4ucs.cli.table_source import TableSource

    learner = choose_learner(system, representation, hyperparameters)
    source = TableSource(data, target, header, separator, data_dir, weight_column, categories)
    plan = Plan(learner=learner, classes=classes, out=out, csv=csv, overwrite=overwrite, **settings)
    return follow(source, size, plan, quiet=quiet)


@app.command(cls=GroupedCommand)
@speaks
def predict(
    model: options.ModelSource,
    data: options.DataSource,
    target: options.Truth = None,
    header: options.Header = None,
    separator: options.Separator = None,
    data_dir: options.DataDir = None,
    weight_column: options.UnusedWeightColumn = None,
    out: options.OutFile = None,
    overwrite: options.Overwrite = False,
    proba: options.Proba = False,
    jobs: options.Jobs = "1",
    representation: options.OwnRepresentation = None,
) -> int:
    """Answer the class of every row of a table, as CSV.

    If the table also has the true classes, the accuracy is printed on standard error.
    """
    n_jobs = jobs_from(jobs)
    from beta4ucs.cli.commands.predict import answer_rows
    from beta4ucs.cli.table_source import TableSource, know_representation

    know_representation(representation)

    source = TableSource(data, target, header, separator, data_dir, weight_column)
    return answer_rows(model, source, out, proba=proba, overwrite=overwrite, jobs=n_jobs)


@app.command(cls=GroupedCommand)
@speaks
def compact(
    model: options.ModelSource,
    data: options.DataSource,
    target: options.Truth = None,
    header: options.Header = None,
    separator: options.Separator = None,
    data_dir: options.DataDir = None,
    weight_column: options.UnusedWeightColumn = None,
    method: options.CompactMethod = "smallest",
    n_rules: options.CompactRules = None,
    tolerance: options.CompactTolerance = None,
    out: options.CompactOut = None,
    overwrite: options.Overwrite = False,
    jobs: options.Jobs = "1",
    quiet: options.Quiet = False,
    representation: options.OwnRepresentation = None,
) -> int:
    """Keep the few rules of a model that it takes to answer as well.

    DATA are best the rows that the model has learned from, never those that it will be tested on.
    """
    count = None if n_rules is None else check_option(N_RULES, n_rules)
    loss = None if tolerance is None else check_option(TOLERANCE, tolerance)
    n_jobs = jobs_from(jobs)
    from beta4ucs.cli.commands.compact import Wish, compact_model
    from beta4ucs.cli.table_source import TableSource, know_representation

    know_representation(representation)
    source = TableSource(data, target, header, separator, data_dir, weight_column)
    wish = Wish(method, count, loss)
    return compact_model(model, source, out, wish, overwrite=overwrite, jobs=n_jobs, quiet=quiet)


@app.command(cls=GroupedCommand)
@speaks
def rules(
    model: options.ModelSource,
    label: options.OfClass = None,
    feature: options.WithFeature = None,
    top: options.TopOfFormat = None,
    format: options.Format = "text",
    representation: options.OwnRepresentation = None,
) -> int:
    """Print the rules of a model, the strongest first."""
    count = None if top is None else check_option(TOP, top)
    form = check_option(FORMAT, format)
    from beta4ucs.cli.commands.rules import list_rules
    from beta4ucs.cli.table_source import know_representation

    know_representation(representation)

    return list_rules(model, count, form, label or (), feature or ())


@app.command(cls=GroupedCommand)
@speaks
def explain(
    model: options.ModelSource,
    data: options.DataSource,
    row: options.Row = str(ROW.default),
    top: options.ExplainedTop = str(EXPLAINED_TOP.default),
    target: options.Truth = None,
    header: options.Header = None,
    separator: options.Separator = None,
    data_dir: options.DataDir = None,
    weight_column: options.UnusedWeightColumn = None,
    to: options.OtherClass = None,
    max_features: options.MaxFeatures = str(MAX_FEATURES.default),
    fix: options.Fixed = None,
    format: options.ExplanationFormat = EXPLANATION_FORMAT.default,
    out: options.ExplanationFile = None,
    overwrite: options.Overwrite = False,
    jobs: options.Jobs = "1",
    representation: options.OwnRepresentation = None,
) -> int:
    """Say why a row of a table has its answer, and what would change it.

    Shown are the votes for every class, the strongest rules for and against the answer with the
    conditions that hold, and a small change of few features that leads to another class.
    """
    number, count = check_option(ROW, row), check_option(EXPLAINED_TOP, top)
    form, most = check_option(EXPLANATION_FORMAT, format), check_option(MAX_FEATURES, max_features)
    n_jobs = jobs_from(jobs)
    from beta4ucs.cli.commands.explain import Question, explain_row
    from beta4ucs.cli.table_source import TableSource, know_representation

    know_representation(representation)

    source = TableSource(data, target, header, separator, data_dir, weight_column)
    question = Question(number, to, most, fix or ())
    return explain_row(
        model, source, question, top=count, form=form, out=out, overwrite=overwrite, jobs=n_jobs
    )


@app.command(cls=GroupedCommand)
@speaks
def report(
    model: options.ModelSource,
    data: options.DataSource,
    target: options.Truth = None,
    header: options.Header = None,
    separator: options.Separator = None,
    data_dir: options.DataDir = None,
    weight_column: options.UnusedWeightColumn = None,
    out: options.Page = Path("report.html"),
    overwrite: options.Overwrite = False,
    title: options.Title = None,
    max_rows: options.RowsInside = str(MAX_ROWS.default),
    jobs: options.Jobs = "1",
    representation: options.OwnRepresentation = None,
) -> int:
    """Write a page that shows a model, searches its rules and votes on any row.

    The page needs no network. It holds rows of the data: share it as you would share them.
    """
    n_jobs, n_rows = jobs_from(jobs), check_option(MAX_ROWS, max_rows)
    from beta4ucs.cli.commands.report import report_model
    from beta4ucs.cli.table_source import TableSource, know_representation

    know_representation(representation)

    source = TableSource(data, target, header, separator, data_dir, weight_column)
    return report_model(
        model, source, out, title=title, max_rows=n_rows, overwrite=overwrite, jobs=n_jobs
    )


@app.command(cls=GroupedCommand)
@speaks
def representations() -> int:
    """List what conditions can look like, and the hyperparameters of each."""
    from beta4ucs.cli.commands.representations import list_representations

    return list_representations()


@app.command(cls=GroupedCommand)
@speaks
def datasets(data_dir: options.DataDir = None) -> int:
    """List the data sets that go by name."""
    from beta4ucs.cli.commands.datasets import list_datasets

    return list_datasets(data_dir)
