"""The page of claims: what does not hold at the top, then what is open, then what is confirmed."""

from __future__ import annotations

from collections.abc import Sequence

from beta4ucs.study.claims.article import CLAIMS, DIFFERENCES
from beta4ucs.study.claims.claim import ENOUGH_SEEDS, Claim, Verdict
from beta4ucs.study.claims.evidence import Evidence

HEAD = """# The article's claims, judged

Made by `beta4ucs study claims` from the [records](records) of our runs: every sentence of the
article that rests on a measurement, with the printed figure and ours. Intervals are of 95 %, over
seeds. A claim of order holds if ours have the same order; one of significance if the same test
gives p < 0.05 in the same direction; a figure is confirmed if it is as near to ours as a repetition
of our runs would be (√2 times the interval); “most” is more than half. Where a claim needs another
threshold, its note says so. A claim that no study measures is open. So are the claims of a study
that lacks a data set, or has fewer than {enough} seeds that all of its systems have: it decides
nothing. The article's splits and random numbers are not known, so ranks that lie close together
change places by chance.
"""
DIFFERENCES_HEAD = """## Significant differences in the tables

How many of the article's significant differences from a table's reference, by Wilcoxon tests over
data sets after Holm's correction at 5 %, our runs find too; open with fewer than {enough} seeds.
"""


def claims_page(evidence: Evidence) -> str:
    """Write the page as Markdown."""
    judged = [(claim, *claim.judged(evidence)) for claim in CLAIMS]
    counts = {one: sum(verdict is one for _, verdict, _ in judged) for one in Verdict}
    total = ", ".join(f"{counts[one]} {one.value}" for one in reversed(Verdict))
    lines = [HEAD.format(enough=ENOUGH_SEEDS), f"Of {len(judged)} claims: {total}.", ""]
    for verdict in Verdict:
        rows = [(claim, ours) for claim, found, ours in judged if found is verdict]
        if rows:
            lines += [f"## {verdict.value.capitalize()}", "", *_table(rows, evidence), ""]
    rows = [(one, _found_again(one, evidence)) for one in DIFFERENCES]
    lines += [DIFFERENCES_HEAD.format(enough=ENOUGH_SEEDS), *_table(rows, evidence), ""]
    return "\n".join(lines)


def _found_again(claim: Claim, evidence: Evidence) -> str:
    verdict, ours = claim.judged(evidence)
    return "open" if verdict is Verdict.OPEN else ours


def _table(rows: Sequence[tuple[Claim, str]], evidence: Evidence) -> list[str]:
    lines = ["| where | claim | article | ours | seeds |", "|---|---|---|---|---|"]
    for claim, ours in rows:
        text = claim.text + (f" *({claim.note})*" if claim.note else "")
        lines.append(
            f"| {claim.place} | {text} | {claim.printed} | {ours} | {_seeds(claim, evidence)} |"
        )
    return lines


def _seeds(claim: Claim, evidence: Evidence) -> str:
    if not claim.study:
        return "-"
    n_seeds = evidence.n_seeds(claim.study)
    if n_seeds:
        return f"{n_seeds} of `{claim.study}`"
    n_datasets = len(evidence.part(claim.study)[0].datasets)
    return f"{evidence.n_datasets(claim.study)} of {n_datasets} data sets of `{claim.study}`"
