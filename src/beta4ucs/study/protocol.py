"""How the rows of a run are split; all systems of a study see the same split for the same seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beta4ucs.data.splitting import Split, fold_split, shuffle_split, stratified_split
from beta4ucs.errors import InputError, quoted

KINDS = ("shuffle", "stratified", "folds", "none")


@dataclass(frozen=True)
class Protocol:
    """A way to split.

    Attributes
    ----------
    kind : {"shuffle", "stratified", "folds", "none"}
        "none" learns from all rows and tests nothing.
    learned_share : float
        Share of the rows to learn from, for "shuffle" and "stratified".
    n_folds : int
        For "folds".

    Examples
    --------
    >>> str(Protocol("shuffle", 0.8)), str(Protocol("folds"))
    ('shuffle 0.8', 'folds 10')
    """

    kind: str = "shuffle"
    learned_share: float = 0.9
    n_folds: int = 10

    @classmethod
    def make(cls, kind: str, learned_share: float, n_folds: int) -> Protocol:
        """Check the values of a study."""
        if kind not in KINDS:
            raise InputError(f"split must be one of {quoted(KINDS)}, got '{kind}'")
        if not 0 < learned_share < 1:
            raise InputError(f"learned_share must be in (0, 1), got {learned_share:g}")
        if n_folds < 2:
            raise InputError(f"folds must be at least 2, got {n_folds}")
        return cls(kind, learned_share, n_folds)

    def split(self, labels: np.ndarray, seed: int) -> Split:
        """Indices of the rows to learn from and of those to test."""
        if self.kind == "shuffle":
            return shuffle_split(len(labels), self.learned_share, seed)
        if self.kind == "stratified":
            return stratified_split(labels, self.learned_share, seed)
        if self.kind == "folds":
            return fold_split(len(labels), self.n_folds, seed)
        return np.arange(len(labels)), np.arange(0)

    def check(self, labels: np.ndarray, name: str) -> None:
        """Raise `InputError` if a table is too small to be split so."""
        learned, tested = self.split(labels, 1)
        if not len(learned) or (self.kind != "none" and not len(tested)):
            what = "test" if len(learned) else "learn from"
            raise InputError(
                f"split '{self}' leaves no rows of '{name}' to {what}: it has {len(labels)}"
            )

    def __str__(self) -> str:
        if self.kind == "none":
            return "none"
        detail = self.n_folds if self.kind == "folds" else self.learned_share
        return f"{self.kind} {detail}"
