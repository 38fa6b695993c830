"""Which features serve which rows: a map, ordered so that what is alike stands together."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from beta4ucs.errors import InputError
from beta4ucs.plots.canvas import one_axes
from beta4ucs.plots.ordering import alike, bands_of, by_class, mark_bands
from beta4ucs.rules.importance import served_by
from beta4ucs.rules.metrics import codes_of, rows_of


class FeatureMapDisplay:
    """Rows by features: the darker, the more of the votes for a row's class rests on a feature.

    It is the strictness of the conditions on the feature, averaged over the rules that vote for the
    class of the row, by what they give (attribute tracking). Groups of rows within a class with
    features of their own are where a class has several reasons. A row without any colour has no
    rule of its class.

    Parameters
    ----------
    scores : ndarray of shape (n_rows, n_features)
        Rows and columns in the order in which they are drawn.
    labels : sequence
        The class of each row.
    feature_names : sequence of str
        Names of the columns.
    rows : ndarray of shape (n_rows,)
        Which rows of the table these are.
    title : str

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, plots
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y)
    >>> plots.FeatureMapDisplay.from_estimator(model, X, y, rows="training rows").scores.shape
    (178, 13)
    """

    def __init__(
        self, scores: np.ndarray, labels: Any, feature_names: Any, rows: np.ndarray, title: str = ""
    ) -> None:
        self.scores, self.labels = scores, list(labels)
        self.feature_names, self.rows, self.title = list(feature_names), rows, title

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        max_rows: int = 500,
        rows: str = "rows",
        ax: Axes | None = None,
    ) -> FeatureMapDisplay:
        """Draw what serves given rows.

        Parameters
        ----------
        estimator : trained rule learner
        X, y : rows and their classes
        max_rows : int, default 500
            Of more, an even sample is drawn.
        rows : str, default "rows"
            What these rows are, for the title: "test rows".
        ax : matplotlib Axes, optional
        """
        rules = estimator.rules_
        inputs = rules.encoding.transform(rows_of(rules, X))
        codes = codes_of(rules, y, len(inputs))
        chosen = np.flatnonzero(codes >= 0)
        if not len(chosen):
            raise InputError("there is nothing to draw: the model knows none of these classes")
        step = -(-len(chosen) // max_rows)
        chosen = chosen[::step]
        scores = served_by(rules, inputs[chosen], codes[chosen])
        order, columns = by_class(scores, codes[chosen]), alike(scores.T)
        sample = "" if len(chosen) == len(inputs) else f"{len(chosen):,} of "
        thinned = "" if step == 1 else f" (1 in {step})"
        return cls(
            scores[order][:, columns],
            rules.classes[codes[chosen][order]].tolist(),
            [rules.feature_names[column] for column in columns],
            chosen[order],
            f"{sample}{len(inputs):,} {rows}{thinned}: darker serves a row more",
        ).plot(ax=ax)

    def plot(self, *, ax: Axes | None = None) -> FeatureMapDisplay:
        """Draw it again, on `ax_` of `figure_`."""
        n_features = len(self.feature_names)
        self.ax_ = one_axes(ax, 2.5 + 0.32 * n_features, 5.0)
        drawn = self.ax_.imshow(self.scores, aspect="auto", cmap="Blues", vmin=0.0, vmax=1.0)
        self.ax_.set_xticks(range(n_features), self.feature_names, rotation=90)
        mark_bands(self.ax_, bands_of(self.labels))
        self.ax_.set_title(self.title)
        self.ax_.figure.colorbar(
            drawn, ax=self.ax_, label="how much of the votes rests on a feature"
        )
        self.figure_ = self.ax_.figure
        return self
