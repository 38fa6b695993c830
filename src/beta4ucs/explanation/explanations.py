"""Explanations of many rows, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from beta4ucs.explanation.explanation import SHOWN as RULES_SHOWN
from beta4ucs.explanation.explanation import Explanation
from beta4ucs.explanation.fired_rule import FiredRule, MatchedRow
from beta4ucs.explanation.html import explanations_html, piece
from beta4ucs.explanation.rows import RawRows, missing_matches
from beta4ucs.explanation.rule_matcher import ExplainedModel, RuleMatcher
from beta4ucs.voting.votes import OwnClassVotes

if TYPE_CHECKING:
    import pandas as pd

ROWS_AT_ONCE = 128  # whose matching degrees are held
SHOWN = 5  # rows that `str` writes out


def explain(model: ExplainedModel, X: Any) -> Explanations:
    """Say why rows have their answers.

    Parameters
    ----------
    model : fitted classifier
        One of this package.
    X : array-like or DataFrame of shape (n_samples, n_features)
        Rows in original units and values; NaN is a missing value.

    Returns
    -------
    Explanations
        One explanation a row. They are of the model as it is now, also if it is changed or fitted
        again afterwards.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, explanation
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y)
    >>> why = explanation.explain(model, X[:2])[0]
    >>> why.prediction, int(model.predict(X[:1])[0])
    (0, 0)
    >>> total = 0.0
    >>> for rule in why.fired:
    ...     total += rule.contributions[0]
    >>> total == why.votes[0], [why.votes[0]] == model.votes(X[:1])[:, 0].tolist()
    (True, True)
    >>> print(why.rules_for()[0].text)
    IF ... THEN 0
    """
    return Explanations(model, X)


class Explanations(Sequence[Explanation]):
    """Explanations of rows, made when they are asked for and not kept.

    Parameters
    ----------
    model, X : as in `explain`

    Attributes
    ----------
    classes : ndarray of shape (n_classes,)
        The class labels.
    predictions : ndarray of shape (n_samples,)
        The answers.
    votes, probabilities : ndarray of shape (n_samples, n_classes)
        Columns in the order of `classes`.
    """

    def __init__(self, model: ExplainedModel, X: Any) -> None:
        self.votes = model.votes(X)  # first: it checks X
        self.predictions = model.predict(X)
        self.probabilities = model.predict_proba(X)
        self._threshold = getattr(model, "threshold_", None)
        self._matcher = RuleMatcher(model.rules_, model.n_jobs)
        self.classes = self._matcher.rules.classes
        self._labels = self.classes.tolist()
        self._table = RawRows(self._matcher.rules.encoding, X)
        self._missing_matches = missing_matches(self._table.encoding)
        self._rows = np.arange(len(self.votes))
        self._held: tuple[int, np.ndarray] = (-1, np.empty((0, 0)))  # block, its degrees

    # ---- a sequence ------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> Explanation: ...

    @overload
    def __getitem__(self, place: slice) -> Explanations: ...

    def __getitem__(self, place: int | slice) -> Explanation | Explanations:
        if isinstance(place, slice):
            return self._take(place)
        at = range(len(self))[place]  # knows negative places, refuses those behind the end
        degrees = self._degrees(at)
        fired = np.flatnonzero(degrees > 0.0)
        values = dict(zip(self._names, self._table.values(at), strict=True))
        inputs = self._table.inputs(slice(at, at + 1))[0]
        row = MatchedRow(self._matcher, values, self._missing_matches, inputs, fired)
        outside = self._table.outside(at)
        return Explanation(
            row=int(self._rows[at]),
            prediction=self.predictions[at : at + 1].tolist()[0],  # no numpy scalar
            votes=dict(zip(self._labels, self.votes[at].tolist(), strict=True)),
            probabilities=dict(zip(self._labels, self.probabilities[at].tolist(), strict=True)),
            fired=self._fired(row, degrees[fired], at),
            values=values,
            missing_matches={
                name: matches
                for name, matches in zip(self._names, self._missing_matches, strict=True)
                if values[name] != values[name]
            },
            outside=tuple(self._names[feature] for feature in outside),
            unseen=tuple(
                self._names[feature] for feature in outside if self._table.is_unseen(at, feature)
            ),
            n_voting=len(self._matcher),
            unit="votes" if isinstance(self._matcher.votes, OwnClassVotes) else "log odds",
            threshold=None if self._threshold is None else str(self._threshold),
            start=dict(zip(self._labels, self._matcher.votes.start.tolist(), strict=True)),
        )

    def __iter__(self) -> Iterator[Explanation]:
        return (self[at] for at in range(len(self)))

    def _fired(self, row: MatchedRow, degrees: np.ndarray, at: int) -> tuple[FiredRule, ...]:
        matcher, all_positive = row.matcher, _all_positive(self.votes[at])
        is_shared = isinstance(matcher.votes, OwnClassVotes) and all_positive > 0.0
        columns = (
            matcher.places[row.fired].tolist(),
            matcher.label[row.fired].tolist(),
            degrees.tolist(),
            matcher.weight[row.fired].tolist(),
            (matcher.table[row.fired] * degrees[:, None]).tolist(),
        )
        return tuple(
            FiredRule(
                index=index,
                label=self._labels[label],
                degree=degree,
                weight=weight,
                contribution=added[label],
                share=added[label] / all_positive if is_shared else np.nan,
                contributions=dict(zip(self._labels, added, strict=True)),
                _row=row,
                _at=i,
            )
            for i, (index, label, degree, weight, added) in enumerate(zip(*columns, strict=True))
        )

    # ---- what they are made of -------------------------------------------------------------------

    @property
    def _names(self) -> tuple[str, ...]:
        return self._matcher.rules.feature_names

    def _degrees(self, at: int) -> np.ndarray:
        block = at // ROWS_AT_ONCE
        if self._held[0] != block:
            rows = slice(block * ROWS_AT_ONCE, (block + 1) * ROWS_AT_ONCE)
            self._held = block, self._matcher.degrees(self._table.inputs(rows))
        degrees: np.ndarray = self._held[1][at % ROWS_AT_ONCE]
        return degrees

    def _take(self, place: slice) -> Explanations:
        taken = copy(self)
        for name in ("votes", "predictions", "probabilities", "_rows"):
            setattr(taken, name, getattr(self, name)[place])
        taken._table = self._table.take(place)
        taken._held = (-1, np.empty((0, 0)))
        return taken

    # ---- handing them on -------------------------------------------------------------------------

    def to_frame(self) -> pd.DataFrame:
        """Return a table with one line per row and rule that fired.

        Returns
        -------
        pandas.DataFrame
            Columns row, prediction, rule, class, degree, weight, contribution, share and text.
            Within a row the rules stand in the order in which their votes are added up.
        """
        import pandas as pd

        matcher, places, degrees = self._matcher, [], []
        for at in range(len(self)):
            of_row = self._degrees(at)
            fired = np.flatnonzero(of_row > 0.0)
            places.append(np.stack([np.full(len(fired), at), fired]))
            degrees.append(of_row[fired])
        at, fired = np.concatenate(places or [np.empty((2, 0), dtype=np.int64)], axis=1)
        degree = np.concatenate(degrees or [np.empty(0)])
        positive = np.array([_all_positive(votes) for votes in self.votes])
        contribution = matcher.table[fired, matcher.label[fired]] * degree
        texts = {rule: matcher.rules[int(matcher.places[rule])].text for rule in np.unique(fired)}
        with np.errstate(divide="ignore", invalid="ignore"):
            share = contribution / np.where(positive > 0.0, positive, np.nan)[at]
        if not isinstance(matcher.votes, OwnClassVotes):
            share[:] = np.nan
        return pd.DataFrame(
            {
                "row": self._rows[at],
                "prediction": self.predictions[at],
                "rule": matcher.places[fired],
                "class": self.classes[matcher.label[fired]],
                "degree": degree,
                "weight": matcher.weight[fired],
                "contribution": contribution,
                "share": share,
                "text": [texts[rule] for rule in fired],
            }
        )

    def to_html(self) -> str:
        """Return HTML for a notebook: the first rows, one below the other."""
        return piece(explanations_html(self, SHOWN, RULES_SHOWN))

    def __str__(self) -> str:
        pieces = [f"Row {one.row}\n{one}" for one in self[:SHOWN]]
        if len(self) > SHOWN:
            pieces.append(f"... and {len(self) - SHOWN:,} more rows")
        return "\n\n".join(pieces)

    def __repr__(self) -> str:
        return f"<Explanations of {len(self):,} row{'s' * (len(self) != 1)}>"

    def _repr_html_(self) -> str:
        return self.to_html()


def _all_positive(votes: np.ndarray) -> float:
    """The votes of all classes that have positive ones: what probabilities are shares of."""
    return float(np.maximum(votes, 0.0).sum())
