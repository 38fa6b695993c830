"""The options of `fit` that say how to learn and what to do with the result."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from beta4ucs.cli.estimator_choice import EstimatorChoice
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup
from beta4ucs.cli.option_values import new_seed, share, whole_number
from beta4ucs.cli.options import DATA, ClassWeight, FeatureWeights, Jobs, Overwrite, Seed


@dataclass(frozen=True)
class FitSettings(OptionGroup):
    """How to learn and what to do with the result; all checked."""

    test_size: Annotated[
        float,
        typer.Option(
            metavar="<float>",
            help="Share of the rows kept for testing, drawn by --seed; 0 learns from all.",
            rich_help_panel=DATA,
        ),
        share("test_size", of_all=False),
    ] = 0.1
    stratify: Annotated[
        bool,
        typer.Option(
            "--stratify",
            help="Draw the test rows from each class in proportion.",
            rich_help_panel=DATA,
        ),
    ] = False
    class_weight: ClassWeight = None  # classes as they are typed
    feature_weights: FeatureWeights = None
    seed: Seed = field(default_factory=new_seed)
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for model.json, rules.csv, summary.csv and run.json.",
            show_default="write nothing",
        ),
    ] = None
    overwrite: Overwrite = False
    top: Annotated[
        int,
        typer.Option(metavar="<int>", help="How many of the strongest rules to print."),
        whole_number("top"),
    ] = 5
    jobs: Jobs = 1

    def __post_init__(self) -> None:
        if self.overwrite and self.out is None:
            raise UsageError("--overwrite goes with --out")

    def parameters_of(self, choice: EstimatorChoice) -> dict[str, Any]:
        """Hyperparameters by name; a run that is written down has its accuracies in it."""
        weights = {"class_weight": self.class_weight, "feature_weights": self.feature_weights}
        return {
            "track_accuracy": self.out is not None,
            **choice.all_parameters,
            **{name: value for name, value in weights.items() if value is not None},
        }
