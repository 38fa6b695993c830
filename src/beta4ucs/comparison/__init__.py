"""Two models side by side: what they have in common, and what changes from one to the other."""

from beta4ucs.comparison.difference import ModelDiff, RowChange, RulePair, diff

__all__ = ["ModelDiff", "RowChange", "RulePair", "diff"]
