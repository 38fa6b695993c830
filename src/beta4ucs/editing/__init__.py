"""Changing the rules of a model: which to keep, which to add, and what each of them is worth."""

from beta4ucs.editing.report import EditReport, edit_report
from beta4ucs.editing.rule_values import RuleValue, rule_values

__all__ = ["EditReport", "RuleValue", "edit_report", "rule_values"]
