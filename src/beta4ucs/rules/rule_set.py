"""Rules of a trained population: reading them, ranking them, handing them to pandas and JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.rules.rule import Rule
from beta4ucs.rules.wording import FeatureWords

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 10  # rules that `str` of a rule set writes out


class RuleSet(Sequence[Rule]):
    """The rules of a population, in its order; texts are made only when they are asked for.

    Parameters
    ----------
    arrays : RuleArrays
        The population.
    representation : representation instance
        Puts the genes into words and knows which are crisp.
    scaling : UnitScaling
        Ranges of the features in original units.
    feature_names : sequence of str or None
        One name a feature; None names them x0, x1 and so on.
    classes : ndarray of shape (n_classes,)
        The class labels.
    vote_weights : ndarray of shape (n_rules,)
        The vote of each rule for a row that it matches fully; NaN for a rule that does not vote.

    Examples
    --------
    >>> import numpy as np
    >>> from beta4ucs.representations import Beta4
    >>> genes = np.array([[[1, 1, 0.5, 1], [1, 1, 0, 1]], [[1, 1, 0, 0.2], [3, 2, 0.2, 0.8]]])
    >>> arrays = RuleArrays(
    ...     genes=genes,
    ...     label=np.array([0, 1]),
    ...     fitness=np.array([0.8, 0.99]),
    ...     experience=np.array([40.0, 312.4]),
    ...     numerosity=np.array([2, 7]),
    ...     set_size=np.array([20.0, 30.5]),
    ...     time_stamp=np.array([900, 950]),
    ...     mass=np.array([[36.0, 4.0], [1.6, 310.8]]),
    ... )
    >>> scaling = UnitScaling(low=np.array([11.0, 0.5]), high=np.array([15.0, 1.7]))
    >>> names, classes, votes = ("alcohol", "hue"), np.array(["a", "b"]), np.array([1.6, 6.93])
    >>> rules = RuleSet(arrays, Beta4(), scaling, names, classes, votes)
    >>> print(rules[0])
    IF alcohol >= 13 THEN a  (fitness 0.80, experience 40, copies 2)
    >>> print(rules.top(1)[0].text)
    IF alcohol <= 11.8 AND hue is about 1.22 (0.74 .. 1.46) THEN b
    >>> round(rules.crisp_share, 2), rules.n_voting
    (0.22, 2)
    """

    def __init__(
        self,
        arrays: RuleArrays,
        representation: Any,
        scaling: UnitScaling,
        feature_names: Sequence[str] | None,
        classes: np.ndarray,
        vote_weights: np.ndarray,
    ) -> None:
        if feature_names is None:
            feature_names = [f"x{feature}" for feature in range(len(scaling.low))]
        self.arrays = arrays
        self.representation = representation
        self.feature_names = tuple(str(name) for name in feature_names)
        self.classes = np.asarray(classes)
        self.scaling = scaling
        self._weights = np.asarray(vote_weights, dtype=np.float64)
        self._labels = self.classes.tolist()
        self._index = np.arange(arrays.n_rules)
        self._words = [
            FeatureWords(name, scaling, feature) for feature, name in enumerate(self.feature_names)
        ]

    # ---- a sequence of rules ---------------------------------------------------------------------

    def __len__(self) -> int:
        return self.arrays.n_rules

    @overload
    def __getitem__(self, place: int) -> Rule: ...

    @overload
    def __getitem__(self, place: slice) -> RuleSet: ...

    def __getitem__(self, place: int | slice) -> Rule | RuleSet:
        if isinstance(place, slice):
            return self._take(np.arange(len(self))[place])
        row = range(len(self))[place]  # knows negative places, refuses those behind the end
        arrays = self.arrays
        return Rule(
            conditions=self._conditions(row),
            label=self._labels[arrays.label[row]],
            fitness=float(arrays.fitness[row]),
            experience=float(arrays.experience[row]),
            numerosity=int(arrays.numerosity[row]),
            set_size=float(arrays.set_size[row]),
            is_crisp=bool(self.is_crisp[row]),
            is_voting=bool(self.is_voting[row]),
            index=int(self._index[row]),
        )

    def __iter__(self) -> Iterator[Rule]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"<RuleSet: {self._summary()}>"

    def __str__(self) -> str:
        lines = [self._summary(), *(f"  {rule}" for rule in self.top(SHOWN))]
        if len(self) > SHOWN:
            lines[0] += f"; the strongest {SHOWN}:"
            lines.append(f"  ... and {len(self) - SHOWN:,} more")
        return "\n".join(lines)

    # ---- what it knows about its rules -----------------------------------------------------------

    @property
    def is_voting(self) -> np.ndarray:
        """For each rule whether it votes."""
        return ~np.isnan(self._weights)

    @cached_property
    def is_crisp(self) -> np.ndarray:
        """For each rule whether it matches a row fully or not at all."""
        test = getattr(self.representation, "is_crisp", None)
        always = getattr(self.representation, "matches_crisply", False)
        if always or test is None:
            return np.full(len(self), always)
        genes = self.arrays.genes[:, : len(self.feature_names)]
        return np.fromiter((all(map(test, rule)) for rule in genes), dtype=bool, count=len(self))

    @property
    def strength(self) -> np.ndarray:
        """For each rule the vote it casts, or would cast, for a row that it matches fully."""
        in_full = self.arrays.fitness * self.arrays.numerosity
        return np.where(self.is_voting, self._weights, in_full)

    @property
    def n_voting(self) -> int:
        """Number of rules that vote."""
        return int(np.count_nonzero(self.is_voting))

    @property
    def crisp_share(self) -> float:
        """Share of crisp rules among those that vote, counted in copies; 0 if none votes."""
        copies = self.arrays.numerosity[self.is_voting]
        crisp = self.arrays.numerosity[self.is_voting & self.is_crisp]
        return float(crisp.sum() / copies.sum()) if copies.size else 0.0

    def top(self, n: int) -> RuleSet:
        """Return the n strongest rules, strongest first.

        Rules that vote come before those that do not; then `strength` decides, then experience.

        Parameters
        ----------
        n : int
            How many; all if there are fewer.
        """
        if n < 0:
            raise InputError(f"n must be 0 or more, got {n}")
        order = np.lexsort((-self.arrays.experience, -self.strength, ~self.is_voting))
        return self._take(order[:n])

    def membership_curve(
        self, rule: int, feature: int | str, n_points: int = 200
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return how well the values of a feature fit a rule's condition on it, for plotting.

        Parameters
        ----------
        rule : int
            Place of the rule in this set.
        feature : int or str
            Index or name of the feature.
        n_points : int, default 200
            Number of values, evenly spaced over the range of the training data. A feature that
            was constant in training has a single value.

        Returns
        -------
        values : ndarray of shape (n_points,)
            Values of the feature in original units.
        degrees : ndarray of shape (n_points,)
            Between 0 and 1: the feature's factor of the matching degree; where a rule matches if
            the product of all factors exceeds a threshold, its factor of that product.

        Examples
        --------
        >>> from sklearn.datasets import load_wine
        >>> from beta4ucs import Beta4UCSClassifier
        >>> X, y = load_wine(return_X_y=True, as_frame=True)
        >>> rules = Beta4UCSClassifier(n_epochs=5, random_state=1).fit(X, y).rules_
        >>> values, degrees = rules.membership_curve(0, "alcohol", n_points=5)
        >>> values.round(2)
        array([11.03, 11.98, 12.93, 13.88, 14.83])
        >>> bool(degrees.min() >= 0.0 and degrees.max() <= 1.0)
        True
        """
        row = range(len(self))[rule]
        column = self._column(feature)
        if not isinstance(n_points, Integral) or n_points < 1:
            raise InputError(f"n_points must be a whole number of at least 1, got {n_points!r}")
        if self.scaling.low[column] == self.scaling.high[column]:
            units = np.array([0.5])
        else:
            units = np.linspace(0.0, 1.0, int(n_points))
        gene, membership = self.arrays.genes[row, column], self.representation.membership
        values = np.array([self.scaling.to_units(column, unit) for unit in units.tolist()])
        return values, np.array([float(membership(gene, unit)) for unit in units.tolist()])

    # ---- handing it on ---------------------------------------------------------------------------

    def to_frame(self, *, genes: bool = False) -> pd.DataFrame:
        """Return a table with one line a rule.

        Parameters
        ----------
        genes : bool, default False
            Add the numbers of every condition, on the unit scale, as columns `feature.number`, and
            those that belong to no feature as columns `rule.number`.

        Returns
        -------
        pandas.DataFrame
            Columns rule, class, fitness, experience, copies, set_size, crisp and votes; its index
            is the row in the population.
        """
        import pandas as pd

        arrays = self.arrays
        frame = pd.DataFrame(
            {
                "rule": [rule.text for rule in self],
                "class": self.classes[arrays.label],
                "fitness": arrays.fitness,
                "experience": arrays.experience,
                "copies": arrays.numerosity,
                "set_size": arrays.set_size,
                "crisp": self.is_crisp,
                "votes": self.is_voting,
            },
            index=pd.Index(self._index, name="index"),
        )
        return frame.join(self._gene_frame(frame.index)) if genes else frame

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the rules in words as a JSON list.

        Numbers in the conditions are rounded; what another program should compute with stands in
        the model file.

        Parameters
        ----------
        path : str or path, optional
            Where to write; without it the text is returned.
        """
        lines = [json.dumps(rule.to_dict(), ensure_ascii=False) for rule in self]
        text = "[\n" + ",\n".join(lines) + "\n]\n"
        if path is None:
            return text
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(f"cannot write '{path}': {error.strerror or error}") from None
        return None

    def _column(self, feature: int | str) -> int:
        if isinstance(feature, str):
            if feature not in self.feature_names:
                hint = did_you_mean(feature, self.feature_names)
                raise InputError(f"there is no feature '{feature}'{hint}")
            return self.feature_names.index(feature)
        return range(len(self.feature_names))[feature]

    def _take(self, rows: np.ndarray) -> RuleSet:
        taken = copy(self)
        if "is_crisp" in self.__dict__:
            taken.__dict__["is_crisp"] = self.is_crisp[rows]
        taken._weights = self._weights[rows]
        taken.arrays = self.arrays.take(rows)
        taken._index = self._index[rows]
        return taken

    def _gene_frame(self, index: pd.Index) -> pd.DataFrame:
        import pandas as pd

        numbers = self.representation.genes
        columns = {
            f"{name}.{number}": self.arrays.genes[:, feature, i]
            for feature, name in enumerate(self.feature_names)
            for i, number in enumerate(numbers)
        }
        for i, number in enumerate(getattr(self.representation, "rule_genes", ())):
            columns[f"rule.{number}"] = self.arrays.genes[:, -1, i]
        return pd.DataFrame(columns, index=index)

    def _conditions(self, row: int) -> tuple[str, ...]:
        describe = self.representation.describe
        of_features = self.arrays.genes[row, : len(self.feature_names)]
        texts = [text for text in map(describe, of_features, self._words) if text]
        if texts and hasattr(self.representation, "rule_genes"):
            of_rule = self.representation.describe_rule(self.arrays.genes[row, -1])
            texts += [of_rule] if of_rule else []
        return tuple(texts)

    def _summary(self) -> str:
        return f"{len(self):,} rule{'s' * (len(self) != 1)}, {self.n_voting:,} of them voting"
