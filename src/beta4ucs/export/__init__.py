"""Models outside of this package: as programs, queries, graphs and documents for people."""

from beta4ucs.export.exporting import LARGE, TARGETS, export_model

__all__ = ["LARGE", "TARGETS", "export_model"]
