"""One rule, in words and numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from beta4ucs.measures.percents import whole_percent
from beta4ucs.rules.html import rule_html
from beta4ucs.rules.membership_curve import MembershipCurve
from beta4ucs.rules.naming import OR_UNKNOWN
from beta4ucs.rules.rule_grammar import split_rule

MOST_NAMED = 3  # classes of a consequent


@dataclass(frozen=True)
class Rule:
    """One rule in words and numbers.

    Attributes
    ----------
    conditions : tuple of str
        What must hold, in original units; features that do not matter are left out. "or unknown"
        lets a missing value pass where rules have learned from missing values. A last one may
        say how the others count together.
    label : object
        The class the rule speaks for.
    fitness : float
        How clearly the rows it matched belong to that class: 1 if all do, below 0 if most do not.
        In UCS the share of them that do, or a power of it.
    experience : float
        How many rows it has matched, each counted by its degree of matching, which is 1 in UCS.
    numerosity : int
        Number of copies in the population.
    set_size : float
        Mean size of the sets of correct rules it took part in.
    is_crisp : bool
        Whether it matches a row fully or not at all.
    is_voting : bool
        Whether it takes part in predictions.
    index : int
        Its row in the population.
    features : tuple of str
        The features that the conditions speak of, in their order.
    class_index : int
        Place of the class among all of them, which decides its colour.
    weight : float, optional
        How much it counts, if votes were learned.
    shares : tuple of (label, float), optional
        Shares of the classes among the rows it matches, if votes were learned.
    draw : function, optional
        Gives the membership curves of the conditions on features, for a notebook.
    write : function, optional
        Gives the rule as text that loses nothing.

    Examples
    --------
    >>> conditions, numbers = ("alcohol >= 12.1",), (0.99, 312.4, 7, 20.5)
    >>> rule = Rule(conditions, "barolo", *numbers, True, True, 0, features=("alcohol",))
    >>> print(rule)
    IF alcohol >= 12.1 THEN barolo  (fitness 0.99, experience 312, copies 7)
    >>> rule.n_conditions
    1
    """

    conditions: tuple[str, ...]
    label: Any
    fitness: float
    experience: float
    numerosity: int
    set_size: float
    is_crisp: bool
    is_voting: bool
    index: int
    features: tuple[str, ...] = ()
    class_index: int = 0
    weight: float | None = None
    shares: tuple[tuple[Any, float], ...] = ()
    draw: Callable[[], tuple[MembershipCurve, ...]] | None = field(
        default=None, repr=False, compare=False
    )
    write: Callable[[], str] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read a rule from text, as it is written; `with_rules` and `keep_rules` take it.

        Which feature, class and numbers are meant is found out by the model that it is given to:
        ``model.rules_.parse(text)`` reads it in the names and units of a model.

        Parameters
        ----------
        text : str
            Conditions joined by AND, and a class. What the package prints behind a rule may
            follow.

        Examples
        --------
        >>> rule = Rule.parse("IF age >= 60 AND (smoker = yes or unknown) THEN high")
        >>> rule.conditions, rule.label
        (('age >= 60', 'smoker = yes or unknown'), 'high')
        >>> print(rule)
        IF age >= 60 AND (smoker = yes or unknown) THEN high
        """
        parts = split_rule(text)
        conditions = tuple(piece.text for piece in parts.conditions)
        unknown = math.nan
        return cls(
            conditions, parts.label.text, unknown, unknown, 1, unknown,
            is_crisp=False, is_voting=False, index=-1, write=text.strip,
        )  # fmt: skip

    @property
    def exact_text(self) -> str:
        """The rule as text that `RuleSet.parse` reads back, to the last bit if it is a model's."""
        return self.text if self.write is None else self.write()

    @property
    def n_conditions(self) -> int:
        """Number of features that it uses."""
        return len(self.features)

    @property
    def text(self) -> str:
        """The rule without its numbers."""
        conditions = " AND ".join(side_by_side(self.conditions))
        return f"IF {conditions or 'anything'} THEN {self.consequent}"

    @property
    def consequent(self) -> str:
        """The class, or the shares of the most frequent classes if votes were learned."""
        if not self.shares:
            return str(self.label)
        return say_shares(self.shares)

    @property
    def numbers(self) -> dict[str, str]:
        """What tables show of it beside its words, by heading."""
        if self.weight is not None:
            return {"weight": f"{self.weight:.2f}", "rows": f"{self.experience:,.0f}"}
        return {
            "fitness": f"{self.fitness:.2f}",
            "experience": f"{self.experience:,.0f}",
            "copies": f"{self.numerosity:,}",
        }

    def __str__(self) -> str:
        if math.isnan(self.fitness):  # read from text
            return self.text
        if self.weight is not None:
            rows = f"{self.experience:.0f} training rows"
            return f"{self.text}  (weight {self.weight:.2f}, covers {rows})"
        return (
            f"{self.text}  (fitness {self.fitness:.2f}, experience {self.experience:.0f}, "
            f"copies {self.numerosity})"
        )

    def _repr_html_(self) -> str:
        return rule_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return text and numbers by name, as `RuleSet.to_json` writes them."""
        return {
            "index": self.index,
            "rule": self.text,
            "conditions": self.conditions,
            "class": self.label,
            "fitness": self.fitness,
            "experience": self.experience,
            "copies": self.numerosity,
            "set_size": self.set_size,
            "crisp": self.is_crisp,
            "votes": self.is_voting,
            **self._learned(),
        }

    def _learned(self) -> dict[str, Any]:
        if self.weight is None:
            return {}
        return {"weight": self.weight, "shares": {str(k): share for k, share in self.shares}}


def say_shares(shares: Sequence[tuple[Any, float]]) -> str:
    """Name the most frequent classes with their shares, until little is left.

    Examples
    --------
    >>> say_shares([("alive", 0.3), ("dead", 0.7)])
    'dead 70 %, alive 30 %'
    >>> say_shares([("a", 0.62), ("b", 0.2), ("c", 0.1), ("d", 0.05), ("e", 0.03)])
    'a 62 %, b 20 %, c 10 %, others 8 %'
    """
    ranked = sorted(shares, key=lambda pair: -pair[1])
    named = ranked if len(ranked) <= MOST_NAMED else ranked[:MOST_NAMED]
    texts = [f"{label} {whole_percent(share)} %" for label, share in named]
    rest = sum(share for _, share in ranked[len(named) :])
    return ", ".join([*texts, f"others {whole_percent(rest)} %"] if rest else texts)


def side_by_side(conditions: Sequence[str]) -> list[str]:
    """Put brackets around an "or" where several conditions are joined by "and".

    Examples
    --------
    >>> side_by_side(["age <= 28 or unknown", "pulse >= 60"])
    ['(age <= 28 or unknown)', 'pulse >= 60']
    >>> side_by_side(["age <= 28 or unknown"])
    ['age <= 28 or unknown']
    """
    if len(conditions) == 1:
        return [*conditions]
    return [f"({one})" if one.endswith(OR_UNKNOWN) else one for one in conditions]
