"""Why one row has its answer: the votes for each class and the rules they come from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.explanation.fired_rule import FiredRule
from beta4ucs.explanation.html import explanation_html, page, piece
from beta4ucs.explanation.text import explanation_text

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 3  # rules for, and as many against, that texts and pages write out


@dataclass(frozen=True)
class Explanation:
    """Why a row has its answer.

    Attributes
    ----------
    row : int
        Number of the row in what was explained, from 0.
    prediction : object
        The class the model answers.
    votes : dict
        Class -> summed votes, as `votes` of the model gives them.
    probabilities : dict
        Class -> probability, as `predict_proba` of the model gives them.
    fired : tuple of FiredRule
        The rules that matched and voted, in the order in which their votes are added up: adding
        their `contributions` to a class one after the other, beginning with its `start`, gives its
        votes to the last bit.
    values : dict
        Feature -> value of the row: a number in original units, or a value of a category; NaN if
        it is missing.
    missing_matches : dict
        Feature -> what its missing value matches: "anything"; "unknown", the conditions that say
        so and features that a rule does not ask about; or "nothing" but these features.
    outside : tuple of str
        Features whose values lie beyond those seen in training; they count as the nearest one.
        Those in `unseen` do not.
    unseen : tuple of str
        Features with a value of a category that training did not have; only rules without a
        condition on them match.
    n_voting : int
        Number of rules of the model that vote.
    start : dict
        Class -> its votes before any rule has spoken: 0 in the article, learned log odds where
        votes were learned.
    unit : {"votes", "log odds"}
        What the sums are.
    threshold : str or None
        From which probability on a class is the answer, in words, if that decides.

    Notes
    -----
    Python's `sum` rounds differently from version 3.12 on; `itertools.accumulate` and a loop add
    one after the other.
    """

    row: int
    prediction: Any
    votes: Mapping[Any, float]
    probabilities: Mapping[Any, float]
    fired: tuple[FiredRule, ...]
    values: Mapping[str, Any]
    missing_matches: Mapping[str, str]
    outside: tuple[str, ...]
    unseen: tuple[str, ...]
    n_voting: int
    start: Mapping[Any, float]
    unit: str = "votes"
    threshold: str | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """Features without a value."""
        return tuple(self.missing_matches)

    @property
    def rivals(self) -> tuple[Any, ...]:
        """Classes that have as many votes as the answer; `tie_break` decided between them."""
        best = self.votes[self.prediction]
        return tuple(
            label
            for label, votes in self.votes.items()
            if votes == best and label != self.prediction
        )

    def rules_for(self, label: Any = None) -> tuple[FiredRule, ...]:
        """Return the rules that speak for a class, strongest first.

        Parameters
        ----------
        label : object, optional
            The class; the answer if it is not given.

        Returns
        -------
        tuple of FiredRule
            Those that vote for the class, and those that take votes from another.
        """
        label = self._known(label)
        return _strongest_first((one for one in self.fired if one.speaks_for(label)), label)

    def rules_against(self, label: Any = None) -> tuple[FiredRule, ...]:
        """Return the rules that speak against a class, strongest first.

        Parameters
        ----------
        label : as in `rules_for`

        Returns
        -------
        tuple of FiredRule
            Those that vote for another class, and those that take votes from this one.
        """
        label = self._known(label)
        return _strongest_first((one for one in self.fired if one.speaks_against(label)), label)

    def to_frame(self, *, conditions: bool = False) -> pd.DataFrame:
        """Return a table with one line per rule that fired, in the order of `fired`.

        Parameters
        ----------
        conditions : bool, default False
            One line per condition instead: rule, feature, condition, value and membership.

        Returns
        -------
        pandas.DataFrame
            Columns rule, class, degree, weight, contribution, share, speaks and text; `speaks` is
            "for" or "against" the answer, or "" where the weight is 0.
        """
        import pandas as pd

        if conditions:
            lines = [
                (rule.index, one.feature, one.text, one.value, one.membership)
                for rule in self.fired
                for one in rule.conditions
            ]
            columns = ["rule", "feature", "condition", "value", "membership"]
            return pd.DataFrame(lines, columns=columns)
        columns = ["rule", "class", "degree", "weight", "contribution", "share", "speaks", "text"]
        return pd.DataFrame([self._line(rule) for rule in self.fired], columns=columns)

    def to_dict(self, top: int | None = None) -> dict[str, Any]:
        """Return what JSON can hold: answer, classes, values and rules.

        Parameters
        ----------
        top : int, optional
            How many of the strongest rules for and against to show; None shows all.
        """
        return {
            "prediction": self.prediction,
            "threshold": self.threshold,
            "classes": [
                {
                    "class": label,
                    "start": self.start[label],
                    "votes": votes,
                    "probability": self.probabilities[label],
                }
                for label, votes in self.votes.items()
            ],
            "values": {
                name: None if value != value else value for name, value in self.values.items()
            },
            "missing": list(self.missing),
            "outside": list(self.outside),
            "unseen": list(self.unseen),
            "rules_fired": len(self.fired),
            "rules_voting": self.n_voting,
            "for": [rule.to_dict() for rule in self.rules_for()[:top]],
            "against": [rule.to_dict() for rule in self.rules_against()[:top]],
        }

    def to_json(self, top: int | None = None) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(top), ensure_ascii=False, allow_nan=False, indent=2)

    def to_text(self, top: int = SHOWN, width: int = 80) -> str:
        """Return text for a terminal.

        Parameters
        ----------
        top : int, default 3
            How many of the strongest rules for the answer, and against it, are written out.
        width : int, default 80
            Longest line, where names and conditions are not longer themselves.
        """
        return explanation_text(self, top, width)

    def to_html(self, top: int = SHOWN, *, full_page: bool = False) -> str:
        """Return HTML that needs nothing else; everything from the data is escaped.

        Parameters
        ----------
        top : int, default 3
            How many of the strongest rules for the answer, and against it, are written out.
        full_page : bool, default False
            A page to open in a browser, not a piece of one.
        """
        content = explanation_html(self, top)
        return page(f"Why {self.prediction}?", content) if full_page else piece(content)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        share = self.probabilities[self.prediction]
        return (
            f"<Explanation of row {self.row}: {self.prediction} with {share:.1%}, "
            f"{len(self.fired):,} of {self.n_voting:,} voting rules fired>"
        )

    def _repr_html_(self) -> str:
        return self.to_html()

    def _known(self, label: Any) -> Any:
        """The class that is meant; the answer if none is named."""
        if label is not None and label not in self.votes:
            hint = did_you_mean(str(label), map(str, self.votes))
            raise InputError(f"there is no class {label!r}{hint}")
        return self.prediction if label is None else label

    def _line(self, rule: FiredRule) -> tuple[Any, ...]:
        speaks = "for" if rule.speaks_for(self.prediction) else ""
        speaks = "against" if rule.speaks_against(self.prediction) else speaks
        numbers = rule.degree, rule.weight, rule.contribution, rule.share
        return rule.index, rule.label, *numbers, speaks, rule.text


def _strongest_first(rules: Iterable[FiredRule], label: Any) -> tuple[FiredRule, ...]:
    return tuple(sorted(rules, key=lambda rule: (-rule.strength(label), rule.index)))
