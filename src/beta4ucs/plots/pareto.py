"""Accuracy against generality: which rules no other rule beats in both."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.errors import InputError
from beta4ucs.plots.canvas import one_axes
from beta4ucs.plots.style import INK, looks_of


class ParetoDisplay:
    """Every rule by how many rows it covers and how many of these have its class.

    A row is covered if it matches by a degree of at least one half. Rules that cover nothing are
    left out. The line joins the rules that no other one beats: none covers as much and is right
    more often, or the other way round.

    Parameters
    ----------
    coverage, accuracy : ndarray of shape (n_rules,)
        Share of the rows that a rule covers, and share of these that have its class.
    labels : sequence
        The class of each rule.
    copies : ndarray of shape (n_rules,)
        Points grow with them.
    rows : ndarray of shape (n_rules,)
        Places of the rules in the population.
    title : str
        Which rows these are.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, plots
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y)
    >>> display = plots.ParetoDisplay.from_estimator(model, X, y, rows="training rows")
    >>> best = model.rules_[int(display.front[0])]
    """

    def __init__(
        self,
        coverage: np.ndarray,
        accuracy: np.ndarray,
        labels: Any,
        copies: np.ndarray,
        rows: np.ndarray,
        title: str = "",
    ) -> None:
        self.coverage, self.accuracy, self.labels = coverage, accuracy, list(labels)
        self.copies, self.rows, self.title = copies, rows, title

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, rows: str = "rows", ax: Axes | None = None
    ) -> ParetoDisplay:
        """Draw the rules of a trained model.

        Parameters
        ----------
        estimator : trained rule learner
        X, y : rows and their classes
        rows : str, default "rows"
            What these rows are, for the title: "test rows".
        ax : matplotlib Axes, optional
        """
        rules = estimator.rules_
        counts = rules.coverage(X, y)
        covered = np.array([one.covered for one in counts], dtype=float)
        right = np.array([one.right for one in counts], dtype=float)
        there = np.flatnonzero(covered > 0.0)
        if not len(there):
            raise InputError("there is nothing to draw: no rule covers any of these rows")
        return cls(
            coverage=covered[there] / counts[0].rows,
            accuracy=right[there] / covered[there],
            labels=rules.classes[rules.arrays.label[there]].tolist(),
            copies=rules.arrays.numerosity[there],
            rows=there,
            title=f"{len(there):,} of {len(rules):,} rules on {counts[0].rows:,} {rows}",
        ).plot(ax=ax)

    @property
    def front(self) -> np.ndarray:
        """Places in the population of the rules that no other beats, the most general first."""
        return self.rows[self._front()]

    def _front(self) -> np.ndarray:
        order = np.lexsort((-self.accuracy, -self.coverage))
        best = np.maximum.accumulate(np.r_[-1.0, self.accuracy[order][:-1]])
        return order[self.accuracy[order] > best]

    def plot(self, *, ax: Axes | None = None) -> ParetoDisplay:
        """Draw it again, on `ax_` of `figure_`."""
        self.ax_ = one_axes(ax, 5.5, 4.0)
        classes = np.array([str(label) for label in self.labels])
        names = [str(label) for label in sorted(set(self.labels))]
        for name, look in looks_of(names).items():
            own = classes == name
            self.ax_.scatter(100 * self.coverage[own], 100 * self.accuracy[own],
                             s=6 + 4 * self.copies[own], color=look.colour, marker=look.marker,
                             alpha=0.4, linewidths=0, label=name)  # fmt: skip
        front = self._front()
        self.ax_.plot(100 * self.coverage[front], 100 * self.accuracy[front], color=INK,
                      marker=".", drawstyle="steps-post", label="not beaten")  # fmt: skip
        self.ax_.set(xlabel="rows covered [%]", ylabel="covered rows of the rule's class [%]")
        self.ax_.set_title(self.title)
        self.ax_.grid(alpha=0.3)
        self.ax_.legend(title="class", frameon=False)
        self.figure_ = self.ax_.figure
        return self
