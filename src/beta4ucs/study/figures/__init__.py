"""Figures of a study; each function returns a matplotlib Figure, `save` writes it to files."""

from beta4ucs.data.synthetic import cell_centres
from beta4ucs.errors import InputError

try:
    from matplotlib.figure import Figure
except ImportError:
    raise InputError("figures need matplotlib: pip install 'beta4ucs[plots]'") from None

from beta4ucs.study.figures.beta_shapes import beta_shapes
from beta4ucs.study.figures.critical_difference import (
    critical_difference,
    indistinct_groups,
    mean_ranks,
    nemenyi_difference,
)
from beta4ucs.study.figures.curves import ARTICLE_PANELS, confidence_band, learning_curves
from beta4ucs.study.figures.example_rules import choose_rules, example_rules
from beta4ucs.study.figures.generality import generality_conditions
from beta4ucs.study.figures.landscapes import (
    BETA_EXAMPLES,
    EXAMPLES,
    Example,
    matching_degrees,
    matching_landscapes,
)
from beta4ucs.study.figures.over_general import over_general_rule
from beta4ucs.study.figures.rotated_checkerboard import (
    rotated_checkerboard,
    train_snapshots,
)
from beta4ucs.study.figures.rule_forms import rule_forms
from beta4ucs.study.figures.saving import save
from beta4ucs.study.figures.times import time_per_representation

__all__ = [
    "ARTICLE_PANELS",
    "BETA_EXAMPLES",
    "EXAMPLES",
    "Example",
    "Figure",
    "beta_shapes",
    "cell_centres",
    "choose_rules",
    "confidence_band",
    "critical_difference",
    "example_rules",
    "generality_conditions",
    "indistinct_groups",
    "learning_curves",
    "matching_degrees",
    "matching_landscapes",
    "mean_ranks",
    "nemenyi_difference",
    "over_general_rule",
    "rotated_checkerboard",
    "rule_forms",
    "save",
    "time_per_representation",
    "train_snapshots",
]
