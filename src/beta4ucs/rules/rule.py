"""One rule, in words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from beta4ucs.rules.html import rule_html
from beta4ucs.rules.membership_curve import MembershipCurve
from beta4ucs.rules.naming import OR_UNKNOWN


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
    draw : function, optional
        Gives the membership curves of the conditions on features, for a notebook.

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
    draw: Callable[[], tuple[MembershipCurve, ...]] | None = field(
        default=None, repr=False, compare=False
    )

    @property
    def n_conditions(self) -> int:
        """Number of features that it asks about."""
        return len(self.features)

    @property
    def text(self) -> str:
        """The rule without its numbers."""
        conditions = " AND ".join(side_by_side(self.conditions))
        return f"IF {conditions or 'anything'} THEN {self.label}"

    def __str__(self) -> str:
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
        }


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
