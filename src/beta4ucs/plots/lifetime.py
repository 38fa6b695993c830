"""How long rules live, and how old those are that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.plots.canvas import many_axes
from beta4ucs.plots.style import LOOKS

if TYPE_CHECKING:
    import pandas as pd

    from beta4ucs.training.lineage import Lineage

BINS = 30


class LifetimeDisplay:
    """Survival of the rules of a run, and the age of those that are left.

    Survival is the share of rules that live longer than a number of iterations. Rules that are
    still there count as long as they were seen (the estimate of Kaplan and Meier).

    Parameters
    ----------
    lives : DataFrame
        `frame()` of a `Lineage`.

    Attributes
    ----------
    axes_ : ndarray of two matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, Lineage, plots
    >>> lineage = Lineage()
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1, callbacks=lineage)
    >>> model = model.fit(*load_wine(return_X_y=True))
    >>> plots.LifetimeDisplay.from_lineage(lineage).axes_.shape
    (2,)
    """

    def __init__(self, lives: pd.DataFrame) -> None:
        self.lives = lives

    @classmethod
    def from_lineage(cls, lineage: Lineage, *, axes: Any = None) -> LifetimeDisplay:
        """Draw what a `Lineage` has noted in a run.

        Parameters
        ----------
        lineage : Lineage
            After `fit` of the model that it was a callback of.
        axes : matplotlib Axes, optional
            Two of them.
        """
        return cls(lineage.frame()).plot(axes=axes)

    def plot(self, *, axes: Any = None) -> LifetimeDisplay:
        """Draw it again."""
        self.axes_ = many_axes(axes, 2, 4.2, 3.2, columns=2)
        survival, ages = self.axes_
        covers = self.lives["parent_1"].isna()
        for look, name, own in zip(LOOKS, ("by covering", "children"), (covers, ~covers),
                                   strict=False):  # fmt: skip
            if own.any():
                lives = self.lives[own]
                times, shares = survival_of(lives["lifetime"], lives["died"].notna())
                survival.step(times, 100 * shares, where="post", color=look.colour,
                              linestyle=look.line, label=f"{name} ({len(lives):,})")  # fmt: skip
        survival.set(xlabel="iterations since birth", ylabel="rules that live on [%]",
                     ylim=(0, 100))  # fmt: skip
        survival.legend(frameon=False)
        left = self.lives.loc[self.lives["died"].isna(), "born"]
        ages.hist(left, bins=BINS, color=LOOKS[0].colour, edgecolor="white", linewidth=0.5)
        ages.set(xlabel="born in iteration", ylabel="rules",
                 title=f"the {len(left):,} rules that are left")  # fmt: skip
        self.figure_ = survival.figure
        return self


def survival_of(lifetimes: Any, has_ended: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return times, from 0, and the estimated share of rules that live longer than each.

    Examples
    --------
    >>> times, shares = survival_of([2, 5, 5, 9], [True, True, False, False])
    >>> times.tolist(), shares.round(2).tolist()
    ([0, 2, 5, 9], [1.0, 0.75, 0.5, 0.5])
    """
    lifetimes, has_ended = np.asarray(lifetimes), np.asarray(has_ended, dtype=bool)
    times = np.unique(lifetimes)
    at_risk = len(lifetimes) - np.searchsorted(np.sort(lifetimes), times)
    ended = np.array([np.count_nonzero(has_ended[lifetimes == time]) for time in times])
    shares = np.cumprod(1.0 - ended / at_risk)
    if times[0] == 0:
        return times, shares
    return np.r_[0, times], np.r_[1.0, shares]
