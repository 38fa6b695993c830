"""How accuracy falls with the number of rules: the curve to choose a size from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.errors import InputError
from beta4ucs.plots.canvas import one_axes, scale_by_rules
from beta4ucs.plots.style import FAINT, LOOKS

if TYPE_CHECKING:
    from beta4ucs.compaction import CompactionPath


class CompactionDisplay:
    """Accuracy of the models that compaction finds for every number of rules.

    Parameters
    ----------
    path : CompactionPath
        What ``model.compact(X, y).compaction_.path`` is.

    Examples
    --------
    >>> from beta4ucs import Beta4UCSClassifier, data, plots
    >>> wine = data.load("wine")
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(wine.X, wine.y)
    >>> display = plots.CompactionDisplay.from_estimator(model, wine.X, wine.y)
    >>> display.ax_.get_xlabel()
    'number of rules'
    """

    def __init__(self, path: CompactionPath) -> None:
        self.path = path

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, ax: Axes | None = None
    ) -> CompactionDisplay:
        """Compact a trained model and draw the curve.

        Parameters
        ----------
        estimator : trained rule learner
        X, y : rows and their classes
            Best those that it has learned from.
        ax : matplotlib Axes, optional
        """
        path = estimator.compact(X, y).compaction_.path
        if path is None:
            raise InputError("no rule of the model votes: there is nothing to choose from")
        return cls(path).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> CompactionDisplay:
        """Draw it again, on `ax_` of `figure_`."""
        path = self.path
        self.ax_ = one_axes(ax)
        lines = {
            "rows it was chosen by": path.train_accuracy,
            "same rows, cross-validated": path.validation_accuracy,
        }
        for (words, values), look in zip(lines.items(), LOOKS, strict=False):
            if not np.isnan(values).all():
                self.ax_.plot(
                    path.sizes, 100 * values, color=look.colour, linestyle=look.line, label=words
                )
        self.ax_.axhline(100 * path.population_accuracy, color=FAINT, linestyle=":",
                         label="all rules")  # fmt: skip
        self.ax_.axvline(path.chosen, color="black", linewidth=0.8,
                         label=f"chosen: {path.chosen} rules")  # fmt: skip
        self.ax_.set_ylabel("accuracy [%]")
        scale_by_rules(self.ax_, path.sizes)
        self.ax_.grid(alpha=0.3)
        self.ax_.legend(frameon=False)
        self.figure_ = self.ax_.figure
        return self
