"""Runs in, the article's tables out, as data; `rendering` shows them."""

from beta4ucs.study.tables.comparison import summary_table
from beta4ucs.study.tables.kinds import Agreement, PairwiseTable, SummaryTable, ValueTable
from beta4ucs.study.tables.pairs import pairwise_table
from beta4ucs.study.tables.plain import mean_table, rule_form_table

__all__ = [
    "Agreement",
    "PairwiseTable",
    "SummaryTable",
    "ValueTable",
    "mean_table",
    "pairwise_table",
    "rule_form_table",
    "summary_table",
]
