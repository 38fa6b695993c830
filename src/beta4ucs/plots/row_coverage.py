"""How many rules speak about a row, and about which rows none does."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.plots.canvas import one_axes
from beta4ucs.plots.style import EMPHASIS, LOOKS

MOST_BARS = 40


class RowCoverageDisplay:
    """How many rows are matched by no rule that votes, by one, by two and so on.

    Parameters
    ----------
    counts : ndarray of shape (n_rows,)
        Number of voting rules that match a row, to any degree.
    title : str
        Which rows these are.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, plots
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, y)
    >>> display = plots.RowCoverageDisplay.from_estimator(model, X, rows="training rows")
    >>> display.uncovered.tolist() == model.rules_.uncovered(X).tolist()
    True
    """

    def __init__(self, counts: np.ndarray, title: str = "") -> None:
        self.counts, self.title = counts, title

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, *, rows: str = "rows", ax: Axes | None = None
    ) -> RowCoverageDisplay:
        """Draw how many rules of a trained model match each row.

        Parameters
        ----------
        estimator : trained rule learner
        X : rows
        rows : str, default "rows"
            What these rows are, for the title: "test rows".
        ax : matplotlib Axes, optional
        """
        counts = estimator.rules_.voters(X)
        n_none = int(np.count_nonzero(counts == 0))
        said = f"{n_none:,} of {len(counts):,} {rows} are matched by no rule that votes"
        return cls(counts, said).plot(ax=ax)

    @property
    def uncovered(self) -> np.ndarray:
        """Places of the rows that no voting rule matches."""
        return np.flatnonzero(self.counts == 0)

    def plot(self, *, ax: Axes | None = None) -> RowCoverageDisplay:
        """Draw it again, on `ax_` of `figure_`."""
        self.ax_ = one_axes(ax, 5.5, 3.5)
        step = max(1, -(-int(self.counts.max(initial=0)) // MOST_BARS))
        ends = np.r_[0, np.arange(1, self.counts.max(initial=0) + 1 + step, step)]
        heights = np.histogram(self.counts, bins=ends)[0] if len(ends) > 1 else np.zeros(0)
        colours = [EMPHASIS, *[LOOKS[0].colour] * (len(heights) - 1)]
        self.ax_.bar(ends[:-1], heights, width=np.diff(ends), align="edge", color=colours,
                     edgecolor="white", linewidth=0.5)  # fmt: skip
        self.ax_.set(xlabel="voting rules that match a row", ylabel="rows", title=self.title)
        self.figure_ = self.ax_.figure
        return self
