"""The membership functions of one rule."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.plots.canvas import many_axes
from beta4ucs.plots.style import DARK, EMPHASIS, LIGHT


class Curve(NamedTuple):
    """How well the values of a feature fit a condition."""

    feature: str
    values: np.ndarray
    degrees: np.ndarray

    @property
    def is_crisp(self) -> bool:
        """Whether every value fits fully or not at all."""
        return bool(np.isin(self.degrees, (0.0, 1.0)).all())


class RuleDisplay:
    """The conditions of a rule, a panel each; crisp ones are dashed and red.

    Parameters
    ----------
    curves : list of Curve
        One a condition.
    title : str
        The class of the rule and its numbers.

    Attributes
    ----------
    axes_ : ndarray of matplotlib Axes
        A panel a condition.
    figure_ : matplotlib Figure

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y)
    >>> display = RuleDisplay.from_estimator(model, rule=0)
    >>> len(display.axes_) == len(display.curves)
    True
    """

    def __init__(self, curves: list[Curve], title: str) -> None:
        self.curves, self.title = curves, title

    @classmethod
    def from_estimator(
        cls, estimator: Any, rule: int = 0, *, n_points: int = 400, axes: Any = None
    ) -> RuleDisplay:
        """Draw a rule of a trained model.

        Parameters
        ----------
        estimator : trained rule learner
        rule : int, default 0
            Its rank: 0 is the strongest.
        n_points : int, default 400
            Values along each feature.
        axes : matplotlib Axes, optional
            One a condition.
        """
        return cls.from_rules(estimator.rules_.top(rule + 1), rule, n_points=n_points, axes=axes)

    @classmethod
    def from_rules(
        cls, rules: Any, place: int = 0, *, n_points: int = 400, axes: Any = None
    ) -> RuleDisplay:
        """Draw a rule of a rule set.

        Parameters
        ----------
        rules : RuleSet
        place : int, default 0
            Its place in the set.
        n_points : int, default 400
            Values along each feature.
        axes : matplotlib Axes, optional
            One a condition.
        """
        if not -len(rules) <= place < len(rules):
            raise InputError(f"there is no rule {place} among {len(rules)}")
        names = rules.feature_names
        curves = [
            Curve(name, *rules.membership_curve(place, column, n_points))
            for column, name in enumerate(names)
        ]
        rule = rules[place]
        title = f"THEN {rule.label}   (fitness {rule.fitness:.2f}, copies {rule.numerosity})"
        return cls([one for one in curves if (one.degrees < 1.0).any()], title).plot(axes=axes)

    def plot(self, *, axes: Any = None) -> RuleDisplay:
        """Draw it again."""
        self.axes_ = many_axes(axes, max(1, len(self.curves)), 2.6, 2.0, columns=4)
        for ax, curve in zip(self.axes_, self.curves, strict=False):
            self._draw(ax, curve)
        if not self.curves:
            self.axes_[0].text(0.5, 0.5, "matches everything", ha="center", va="center")
            self.axes_[0].set_axis_off()
        self.figure_ = self.axes_[0].figure
        if axes is None:
            self.figure_.suptitle(self.title)
        return self

    def _draw(self, ax: Any, curve: Curve) -> None:
        colour, line = (EMPHASIS, "--") if curve.is_crisp else (DARK, "-")
        ax.plot(curve.values, curve.degrees, color=colour, linestyle=line)
        ax.fill_between(curve.values, curve.degrees, color=LIGHT, linewidth=0)
        ax.set(xlabel=curve.feature, ylim=(0, 1.05), yticks=[0, 0.5, 1])
        ax.set_ylabel("membership")
        ax.margins(x=0)
