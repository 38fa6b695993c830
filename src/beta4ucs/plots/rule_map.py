"""Which rules look at which features: a map, ordered so that what is alike stands together."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Patch

from beta4ucs.errors import InputError
from beta4ucs.plots.canvas import one_axes
from beta4ucs.plots.ordering import bands_of, by_class, mark_bands
from beta4ucs.plots.style import LOOKS
from beta4ucs.rules.importance import strictness_of


class RuleMapDisplay:
    """Rules by features: coloured by class, the darker the more a rule asks of a feature.

    What a rule asks of a feature is 1 less its mean matching degree over the range of the training
    data, or over the values of a category, whatever the other features are: 0 is a don't care,
    nearly 1 a narrow condition.

    Parameters
    ----------
    demands : ndarray of shape (n_rules, n_features)
        Rows and columns in the order in which they are drawn.
    labels : sequence
        The class of each row.
    classes : sequence
        All classes.
    feature_names : sequence of str
        Names of the columns.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, plots
    >>> model = Beta4UCSClassifier(n_epochs=5).fit(*load_wine(return_X_y=True, as_frame=True))
    >>> plots.RuleMapDisplay.from_estimator(model, n_rules=30).demands.shape
    (30, 13)
    """

    def __init__(self, demands: np.ndarray, labels: Any, classes: Any, feature_names: Any) -> None:
        self.demands, self.labels = demands, list(labels)
        self.classes, self.feature_names = list(classes), list(feature_names)

    @classmethod
    def from_estimator(
        cls, estimator: Any, *, n_rules: int = 60, ax: Axes | None = None
    ) -> RuleMapDisplay:
        """Draw the strongest rules of a trained model.

        Parameters
        ----------
        estimator : trained rule learner
        n_rules : int, default 60
            How many, the strongest first; then they are ordered by class and similarity.
        ax : matplotlib Axes, optional
        """
        return cls.from_rules(estimator.rules_.top(n_rules), ax=ax)

    @classmethod
    def from_rules(cls, rules: Any, *, ax: Axes | None = None) -> RuleMapDisplay:
        """Draw the rules of a rule set, ordered by class and similarity."""
        if not len(rules):
            raise InputError("there are no rules to draw")
        demands = strictness_of(rules)
        codes = rules.arrays.label
        order = by_class(demands, codes)
        labels = rules.classes[codes[order]].tolist()
        return cls(demands[order], labels, rules.classes.tolist(), rules.feature_names).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> RuleMapDisplay:
        """Draw it again, on `ax_` of `figure_`."""
        n_rules, n_features = self.demands.shape
        self.ax_ = one_axes(ax, 2.5 + 0.32 * n_features, 1.8 + 0.11 * n_rules)
        colours = np.array([to_rgb(LOOKS[i % len(LOOKS)].colour) for i in range(len(self.classes))])
        own = colours[[self.classes.index(label) for label in self.labels]][:, None, :]
        self.ax_.imshow(1.0 - self.demands[:, :, None] * (1.0 - own), aspect="auto")
        self.ax_.set_xticks(range(n_features), self.feature_names, rotation=90)
        bands = bands_of(self.labels)
        mark_bands(self.ax_, bands)
        self.ax_.set_title(f"{n_rules} rules: darker asks more of a feature")
        handles = [Patch(color=colours[self.classes.index(label)], label=str(label))
                   for label in bands.labels]  # fmt: skip
        self.ax_.legend(handles=handles, title="class", loc="upper left",
                        bbox_to_anchor=(1.01, 1.0), frameon=False)  # fmt: skip
        self.figure_ = self.ax_.figure
        return self
