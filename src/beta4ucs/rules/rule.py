"""One rule, in words and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Rule:
    """One rule in words and numbers.

    Attributes
    ----------
    conditions : tuple of str
        What must hold, in original units; features that do not matter are left out. A last one may
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

    Examples
    --------
    >>> rule = Rule(("alcohol >= 12.1",), "barolo", 0.99, 312.4, 7, 20.5, True, True, 0)
    >>> print(rule)
    IF alcohol >= 12.1 THEN barolo  (fitness 0.99, experience 312, copies 7)
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

    @property
    def text(self) -> str:
        """The rule without its numbers."""
        return f"IF {' AND '.join(self.conditions) or 'anything'} THEN {self.label}"

    def __str__(self) -> str:
        return (
            f"{self.text}  (fitness {self.fitness:.2f}, experience {self.experience:.0f}, "
            f"copies {self.numerosity})"
        )

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
