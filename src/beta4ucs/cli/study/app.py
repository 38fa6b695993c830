"""The commands under `study`; each hands over to a file of its own, imported only then."""

from pathlib import Path
from typing import Annotated

import typer

from beta4ucs.cli import options
from beta4ucs.cli.grouped_help import GroupedCommand
from beta4ucs.cli.messages import check_option, speaks
from beta4ucs.cli.option_values import jobs_from
from beta4ucs.cli.study import options as study_options
from beta4ucs.cli.study.options import names_from, results_folder, seeds_from

app = typer.Typer(
    name="study",
    help="Run the article's experiments, or your own: recorded, resumable, judged.",
    epilog="Start with: beta4ucs study run main --only wne,tae --seeds 3",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"max_content_width": 100, "help_option_names": ["--help", "-h"]},
)


@app.command("list", cls=GroupedCommand)
@speaks
def list_all(results: study_options.Results = None) -> int:
    """List the article's studies, and how much of each is recorded."""
    from beta4ucs.cli.study.list import list_studies

    return list_studies(results_folder(results))


@app.command(cls=GroupedCommand)
@speaks
def init(file: study_options.NewFile) -> int:
    """Write the commented beginning of a study of your own."""
    from beta4ucs.cli.study.list import write_start

    return write_start(file)


@app.command(cls=GroupedCommand)
@speaks
def run(
    study: study_options.Name,
    only: study_options.Only = None,
    systems: study_options.Systems = None,
    seeds: study_options.Seeds = None,
    jobs: study_options.Workers = "-1",
    cluster: study_options.Cluster = None,
    results: study_options.Results = None,
    data_dir: options.DataDir = None,
    dry_run: study_options.DryRun = False,
    retry_failed: study_options.RetryFailed = False,
    quiet: options.Quiet = False,
) -> int:
    """Carry out the runs of a study that have no record yet.

    Each run is recorded as soon as it ends. Whatever stops the command, the same command goes
    on: nothing that is finished is lost or repeated.
    """
    part = (names_from(only, "--only"), names_from(systems, "--systems"), seeds_from(seeds))
    n_jobs = jobs_from(jobs)
    from beta4ucs.cli.study.run import Workplace, run

    place = Workplace(results_folder(results), data_dir, n_jobs, cluster)
    return run(study, part, place, dry_run=dry_run, retry_failed=retry_failed, quiet=quiet)


@app.command(cls=GroupedCommand)
@speaks
def table(
    study: study_options.Name,
    only: study_options.Only = None,
    systems: study_options.Systems = None,
    seeds: study_options.Seeds = None,
    metric: study_options.Metric = None,
    against: study_options.Against = None,
    marks: study_options.Marks = "wilcoxon",
    format: study_options.TableFormat = "text",
    out: study_options.TableFolder = None,
    results: study_options.Results = None,
) -> int:
    """Show the tables of a study: means, ranks, marks and p-values, from its records."""
    part = (names_from(only, "--only"), names_from(systems, "--systems"), seeds_from(seeds))
    form = check_option(study_options.TABLE_FORMAT, format)
    rule = check_option(study_options.MARK_RULE, marks)
    with_paper = study_options.check_against(against)
    from beta4ucs.cli.study.table import show_tables

    return show_tables(
        study,
        part,
        results_folder(results),
        metric=metric,
        against_paper=with_paper,
        rule=rule,
        form=form,
        out=out,
    )


@app.command(cls=GroupedCommand)
@speaks
def figure(
    study: Annotated[
        str,
        typer.Argument(
            metavar="STUDY",
            help="As for 'study run', or 'illustrations' for those that need no records.",
            show_default=False,
        ),
    ],
    only: study_options.Only = None,
    systems: study_options.Systems = None,
    seeds: study_options.Seeds = None,
    formats: study_options.FigureFormats = "png,pdf",
    out: study_options.FigureFolder = Path("figures"),
    results: study_options.Results = None,
) -> int:
    """Draw the figures of a study from its records."""
    part = (names_from(only, "--only"), names_from(systems, "--systems"), seeds_from(seeds))
    kinds = study_options.formats_from(formats)
    from beta4ucs.cli.study.table import draw_figures

    return draw_figures(study, part, results_folder(results), kinds, out)


@app.command(cls=GroupedCommand)
@speaks
def export(
    study: study_options.Name,
    out: Annotated[
        Path,
        typer.Option(help="The file; .csv or .parquet says the format.", show_default=False),
    ],
    only: study_options.Only = None,
    systems: study_options.Systems = None,
    seeds: study_options.Seeds = None,
    results: study_options.Results = None,
    times: Annotated[
        bool,
        typer.Option(
            "--times/--no-times",
            help="With CPU time and versions, or only what is the same on every machine.",
        ),
    ] = True,
    overwrite: options.Overwrite = False,
) -> int:
    """Write the records of a study to a file, in a fixed order."""
    part = (names_from(only, "--only"), names_from(systems, "--systems"), seeds_from(seeds))
    from beta4ucs.cli.study.table import export_study

    folder = results_folder(results)
    return export_study(study, part, folder, out, with_times=times, overwrite=overwrite)
