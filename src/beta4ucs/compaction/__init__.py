"""Fewer rules that answer as well: known ways to compact a population, and our own."""

from beta4ucs.compaction.compacting import METHODS, Compaction
from beta4ucs.compaction.path import CompactionPath

__all__ = ["METHODS", "Compaction", "CompactionPath"]
