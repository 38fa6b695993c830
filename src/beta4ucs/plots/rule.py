"""The conditions of one rule: membership functions, and values of categories."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.plots.canvas import many_axes
from beta4ucs.plots.style import DARK, EMPHASIS, LIGHT, MEDIUM

EMPTY = "#efefef"
LARGEST = 8.0  # letters of names of values
MOST_BARS = 24  # values of a category that have room in a panel


class FeatureCurve(NamedTuple):
    """How well the values of a feature fit a condition."""

    feature: str
    values: np.ndarray  # of a category its values, as objects
    degrees: np.ndarray
    unknown: float | None = None  # of a missing value, where rules tell it from others

    @property
    def is_crisp(self) -> bool:
        """Whether every value fits fully or not at all."""
        return bool(np.isin(self.degrees, (0.0, 1.0)).all())


class RuleDisplay:
    """The conditions of a rule, a panel each; crisp ones are dashed and red.

    A category has one bar per value. Where rules tell missing values from others, another bar says
    whether the condition holds for an unknown one.

    Parameters
    ----------
    curves : list of FeatureCurve
        One a condition.
    title : str
        The class of the rule and its numbers.

    Attributes
    ----------
    axes_ : ndarray of matplotlib Axes
        One panel per condition.
    figure_ : matplotlib Figure

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, plots
    >>> model = Beta4UCSClassifier(n_epochs=5).fit(*load_wine(return_X_y=True, as_frame=True))
    >>> display = plots.RuleDisplay.from_estimator(model, rule=0)
    >>> len(display.axes_) == len(display.curves)
    True
    """

    def __init__(self, curves: list[FeatureCurve], title: str) -> None:
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
        n_points, axes : as in `from_estimator`
        """
        if not -len(rules) <= place < len(rules):
            raise InputError(f"there is no rule {place} among {len(rules)}")
        curves = [
            FeatureCurve(name, *curve)
            for column, name in enumerate(rules.feature_names)
            if not (curve := rules.condition_curve(place, column, n_points)).is_open
        ]
        rule = rules[place]
        numbers = ", ".join(f"{name} {number}" for name, number in rule.numbers.items())
        title = f"THEN {rule.consequent}   ({numbers})"
        return cls(curves, title).plot(axes=axes)

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

    def _draw(self, ax: Any, curve: FeatureCurve) -> None:
        ax.set(xlabel=curve.feature, ylim=(0, 1.05), yticks=[0, 0.5, 1])
        ax.set_ylabel("membership")
        if curve.values.dtype == object:
            self._draw_bars(ax, curve)
            return
        colour, line = (EMPHASIS, "--") if curve.is_crisp else (DARK, "-")
        ax.plot(curve.values, curve.degrees, color=colour, linestyle=line)
        ax.fill_between(curve.values, curve.degrees, color=LIGHT, linewidth=0)
        ax.margins(x=0)
        if curve.unknown is not None:
            beside = ax.inset_axes((1.04, 0.0, 0.1, 1.0), sharey=ax)
            beside.bar(0, curve.unknown, color=MEDIUM)
            beside.set(xlim=(-0.6, 0.6), facecolor=EMPTY)
            beside.set_xticks([0], ["unknown"], rotation=90, fontsize=LARGEST)
            beside.tick_params(axis="y", left=False, labelleft=False)

    def _draw_bars(self, ax: Any, curve: FeatureCurve) -> None:
        names, degrees = [str(value) for value in curve.values], curve.degrees
        if len(names) > MOST_BARS:  # those that fit, or the others if these are fewer
            fits = degrees >= 0.5
            chosen = np.flatnonzero(fits if fits.sum() <= fits.size / 2 else ~fits)[:MOST_BARS]
            ax.set_xlabel(f"{curve.feature}: {fits.sum()} of {fits.size} values")
            names, degrees = [names[place] for place in chosen], degrees[chosen]
        places = np.arange(float(len(names)))
        if curve.unknown is not None:
            names, degrees = [*names, "unknown"], np.append(degrees, curve.unknown)
            places = np.append(places, len(places) + 0.5)  # a little apart
        ax.bar(places, np.ones(len(names)), color=EMPTY)  # what does not fit can be seen too
        ax.bar(places, degrees, color=MEDIUM)
        ax.set_xticks(places, names, rotation=90, fontsize=min(LARGEST, 110.0 / len(names)))
        ax.tick_params(axis="x", length=0)
