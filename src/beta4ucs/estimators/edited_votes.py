"""Votes of an edited list whose votes are learned: kept for old rules, learned for new or all."""

from __future__ import annotations

import numpy as np

from beta4ucs.editing.edit import Edit, arrays_of, joined
from beta4ucs.estimators.editable import RowsOfAnEdit
from beta4ucs.evolved_rules.beliefs import believed_consequents
from beta4ucs.evolved_rules.degrees import degrees_of
from beta4ucs.evolved_rules.genes import Genes
from beta4ucs.evolved_rules.learning import with_statistics
from beta4ucs.evolved_rules.reweighing import reweigh
from beta4ucs.evolved_rules.settings import Settings
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.rules import RuleSet
from beta4ucs.voting.votes import LearnedVotes

MOST_ROWS = 20_000  # that votes are learned from; more are thinned out evenly
HOLD = (
    50.0  # penalty on changes of weights that were learned before: the same rows teach less twice
)
AT_FIRST = 1.0  # weight of a new rule before rows are asked: it says what it says


def edited_votes(
    rules: RuleSet, edit: Edit, rows: RowsOfAnEdit | None, *, learn: bool
) -> tuple[RuleArrays, LearnedVotes]:
    """Return the rules of an edit, and their votes."""
    votes = rules.votes
    assert isinstance(votes, LearnedVotes)
    kept, old = votes.take(edit.kept), rules.arrays.take(edit.kept)
    if rows is None:
        return old, kept
    new = arrays_of(rules, edit.added)
    rows = _thinned(rows)
    every = joined(old, new)
    degrees = degrees_of(rules.representation, Genes(every.genes, every.sets), rows.inputs)
    target = np.eye(len(rules.classes))[rows.codes]
    n_old, n_rules = old.n_rules, every.n_rules
    fresh = np.arange(0 if learn else n_old, n_rules)  # rules whose votes are learned
    is_believed = np.zeros(n_rules, dtype=bool)
    is_believed[n_old:] = edit.is_believed
    said = believed_consequents(
        degrees[fresh], target, rows.weights, every.label[fresh], is_believed[fresh]
    )
    first = np.r_[kept.weight, np.full(new.n_rules, AT_FIRST)]
    penalty = np.r_[np.full(n_old, HOLD), np.full(new.n_rules, Settings().penalty)]
    if learn and len(rules.classes) > 2:  # what old rules say may have been corrected, and stays
        said.evidence[:n_old], said.shares[:n_old] = kept.consequent, kept.shares
    others = None
    if not learn:
        others = kept.start + degrees[:n_old].T.astype(np.float64) @ kept.table
    weight, start = reweigh(
        degrees[fresh], said.evidence, target, rows.weights,
        first=first[fresh], start=kept.start, said=others, penalty=penalty[fresh],
    )  # fmt: skip
    counted = with_statistics(Genes(every.genes, every.sets).take(fresh), said.mass, said.evidence)
    if learn:
        return counted, LearnedVotes(weight, said.shares, said.evidence, start)
    return joined(old, counted), LearnedVotes(
        weight=np.r_[kept.weight, weight],
        shares=np.r_[kept.shares, said.shares],
        consequent=np.r_[kept.consequent, said.evidence],
        start=kept.start,
    )


def _thinned(rows: RowsOfAnEdit) -> RowsOfAnEdit:
    if len(rows.codes) <= MOST_ROWS:
        return rows
    taken = np.linspace(0, len(rows.codes) - 1, MOST_ROWS).astype(np.int64)
    return RowsOfAnEdit(*(part[taken] for part in rows))
