"""How learning went: accuracies, rules and what they are like, by epoch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.plots.canvas import many_axes
from beta4ucs.plots.style import looks_of

# what is drawn, if the history has it, panel by panel
PANELS: Mapping[str, Mapping[str, str]] = {
    "accuracy [%]": {
        "train_accuracy": "training",
        "validation_accuracy": "validation",
        "test_accuracy": "test",
    },
    "rules": {
        "rules": "distinct rules",
        "numerosity": "with copies",
        "voting_rules": "that vote",
    },
    "share [%]": {"generality": "generality", "crisp_share": "crisp rules"},
}


class HistoryDisplay:
    """Learning curves of a model.

    Accuracies are drawn if they were recorded: `track_accuracy=True`, `early_stopping=True` or an
    `eval_set`. The `history` of a `PopulationLog` has the rules that vote and their generality.

    Parameters
    ----------
    history : mapping of str to ndarray
        `history_` of a model, or `history` of a `PopulationLog`.

    Attributes
    ----------
    axes_ : ndarray of matplotlib Axes
        A panel for the accuracies, if there are any, one for the rules, and one for the share of
        crisp rules and for generality.
    figure_ : matplotlib Figure
    """

    def __init__(self, history: Mapping[str, np.ndarray]) -> None:
        self.history = history

    @classmethod
    def from_estimator(cls, estimator: Any, *, axes: Any = None) -> HistoryDisplay:
        """Draw the history of a trained model.

        Parameters
        ----------
        estimator : trained rule learner
        axes : matplotlib Axes, optional
            One a panel.
        """
        return cls(estimator.history_).plot(axes=axes)

    def plot(self, *, axes: Any = None) -> HistoryDisplay:
        """Draw it again."""
        panels = {
            label: {name: words for name, words in lines.items() if name in self.history}
            for label, lines in PANELS.items()
        }
        panels = {label: lines for label, lines in panels.items() if lines}
        if not panels or not len(next(iter(self.history.values()))):
            raise InputError("the model has no history to draw")
        self.axes_ = many_axes(axes, len(panels), 4.2, 3.2, columns=3)
        for ax, (label, lines) in zip(self.axes_, panels.items(), strict=True):
            self._draw(ax, label, lines)
        self.figure_ = self.axes_[0].figure
        return self

    def _draw(self, ax: Any, label: str, lines: Mapping[str, str]) -> None:
        factor = 100.0 if "%" in label else 1.0
        for (name, words), look in zip(lines.items(), looks_of(list(lines)).values(), strict=True):
            values = factor * np.asarray(self.history[name], dtype=float)
            epochs = self.history.get("epoch", np.arange(1, len(values) + 1))
            every = max(1, len(values) // 8)
            ax.plot(epochs, values, color=look.colour, linestyle=look.line, marker=look.marker,
                    markevery=every, markersize=4, label=words,
                    markerfacecolor=look.colour if look.is_filled else "white")  # fmt: skip
        ax.set(xlabel="epoch", ylabel=label)
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.grid(alpha=0.3)
        ax.legend(frameon=False)
