"""One claim of the article, what our runs say of it, and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from beta4ucs.study.claims.evidence import Evidence, UnmeasuredError

ENOUGH_SEEDS = 10  # fewer decide nothing


class Verdict(Enum):
    """In the order of the page: what does not hold comes first."""

    NOT_CONFIRMED = "not confirmed"
    OPEN = "open"
    CONFIRMED = "confirmed"


@dataclass(frozen=True)
class Finding:
    """What our runs show, and whether the claim holds there."""

    ours: str
    holds: bool


@dataclass(frozen=True)
class Claim:
    """A sentence of the article that rests on a measurement.

    Attributes
    ----------
    place : str
        Section or appendix of the article.
    text : str
        The claim, in short.
    printed : str
        The article's figure.
    study : str
        The study that it is judged by; empty if none measures it.
    judge : function of Evidence
        Returns the finding.
    note : str
        What a reader should know besides.
    """

    place: str
    text: str
    printed: str
    study: str
    judge: Callable[[Evidence], Finding] | None = None
    note: str = ""

    def judged(self, evidence: Evidence) -> tuple[Verdict, str]:
        """The verdict and our figure; open while runs are missing."""
        if self.judge is None or not evidence.n_seeds(self.study):
            return Verdict.OPEN, "-"
        try:
            finding = self.judge(evidence)
        except UnmeasuredError:
            return Verdict.OPEN, "-"
        if evidence.n_seeds(self.study) < ENOUGH_SEEDS:
            return Verdict.OPEN, finding.ours
        return (Verdict.CONFIRMED if finding.holds else Verdict.NOT_CONFIRMED), finding.ours
