"""A model as one HTML page: to look at, to search, and to try out."""

from beta4ucs.report.writing import report_page, write_report

__all__ = ["report_page", "write_report"]
