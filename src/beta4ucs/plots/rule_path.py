"""How much every further rule adds: the curve behind the sizes of `EvolvedRulesClassifier`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.errors import InputError
from beta4ucs.plots.canvas import one_axes, scale_by_rules
from beta4ucs.plots.style import LOOKS


class RulePathDisplay:
    """How far lists of rules are from the committee that they stand for, by their length.

    The divergence falls with every rule. Where the curve is flat, further rules say little that is
    new: a smaller `size` will do.

    Parameters
    ----------
    path : mapping of str to ndarray
        `path_` of a model: "rules" and "divergence".
    n_rules : int or None, default=None
        Number of rules of the model itself, which is marked.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import EvolvedRulesClassifier
    >>> from beta4ucs.plots import RulePathDisplay
    >>> model = EvolvedRulesClassifier(n_populations=2).fit(*load_wine(return_X_y=True))
    >>> RulePathDisplay.from_estimator(model).ax_.get_xlabel()
    'number of rules'
    """

    def __init__(self, path: Mapping[str, np.ndarray], n_rules: int | None = None) -> None:
        self.path, self.n_rules = path, n_rules

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Axes | None = None) -> RulePathDisplay:
        """Draw the path of a trained model.

        Parameters
        ----------
        estimator : trained EvolvedRulesClassifier
        ax : matplotlib Axes, optional
        """
        path = getattr(estimator, "path_", None)
        if path is None:
            raise InputError(
                "there is no path to draw: only EvolvedRulesClassifier has one, and a model file "
                "does not keep it"
            )
        return cls(path, estimator.n_rules_).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> RulePathDisplay:
        """Draw it again, on `ax_` of `figure_`."""
        sizes, look = self.path["rules"], LOOKS[0]
        self.ax_ = one_axes(ax)
        self.ax_.plot(
            sizes, self.path["divergence"], color=look.colour, marker=".", label="every list"
        )
        if self.n_rules is not None:
            self.ax_.axvline(self.n_rules, color="black", linewidth=0.8,
                             label=f"this model: {self.n_rules} rules")  # fmt: skip
        self.ax_.set_ylabel("divergence from the committee\non training rows")
        self.ax_.set_ylim(bottom=0.0)
        scale_by_rules(self.ax_, sizes)
        self.ax_.grid(alpha=0.3)
        self.ax_.legend(frameon=False)
        self.figure_ = self.ax_.figure
        return self
