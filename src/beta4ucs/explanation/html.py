"""Explanations as HTML that needs nothing else and shows well on light and on dark ground.

Colours come from the surroundings, fills are translucent: a notebook's theme need not be known.
Everything that comes from data passes through `escape`.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from beta4ucs.explanation.fired_rule import FiredRule, MatchedCondition
from beta4ucs.explanation.number_text import say_degree, say_share, say_value, say_votes
from beta4ucs.explanation.text import count_votes, how_many, remarks

if TYPE_CHECKING:
    from beta4ucs.explanation.counterfactuals import Counterfactual
    from beta4ucs.explanation.explanation import Explanation

STYLE = """
.beta4ucs-why{--for:#3b82c4;--against:#d97706;font:14px/1.45 system-ui,-apple-system,"Segoe UI",
sans-serif;max-width:64rem;text-align:left}
.beta4ucs-why h2{font-size:1.3em;margin:.2em 0 .6em}
.beta4ucs-why h3{font-size:1.15em;margin:.2em 0 .6em}
.beta4ucs-why h4{font-size:1em;margin:1.2em 0 .5em}
.beta4ucs-why p{margin:.4em 0;opacity:.8}
.beta4ucs-why table{border-collapse:collapse;margin:0;color:inherit;background:none;border:0}
.beta4ucs-why th,.beta4ucs-why td{padding:.15em .7em .15em 0;border:0;background:none;
text-align:left;vertical-align:middle;font-weight:400;overflow-wrap:break-word}
.beta4ucs-why thead th{opacity:.7;font-size:.9em}
.beta4ucs-why .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.beta4ucs-why .word{text-align:right;overflow-wrap:anywhere}
.beta4ucs-why .answer th,.beta4ucs-why .answer .number{font-weight:650}
.beta4ucs-why .soft{opacity:.7}
.beta4ucs-why .bar{display:block;height:.7em;border-radius:.2em;background:rgba(128,128,128,.22)}
.beta4ucs-why .bar i{display:block;height:100%;border-radius:inherit;background:var(--side)}
.beta4ucs-why .wide{width:11rem;min-width:4rem}
.beta4ucs-why .small{width:4rem;min-width:4rem;padding-right:0}
.beta4ucs-why .for{--side:var(--for)}
.beta4ucs-why .against{--side:var(--against)}
.beta4ucs-why .sides{display:grid;gap:0 2rem;
grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}
.beta4ucs-why .rule{border-left:.25em solid var(--side);padding:.1em 0 .1em .8em;margin:0 0 1em;
max-width:36rem}
.beta4ucs-why .rule table{width:100%}
.beta4ucs-why .rule td:first-child{overflow-wrap:anywhere}
.beta4ucs-why .change{font-size:1.05em}
.beta4ucs-why .change .after{font-weight:700}
@media(max-width:40rem){.beta4ucs-why .wide{display:none}}
"""
PAGE_STYLE = """
:root{color-scheme:light dark}
body{margin:0 auto;padding:1.2rem;max-width:64rem;background:Canvas;color:CanvasText}
@media (prefers-color-scheme:dark){body{background:#16181c;color:#e6e6e6}}
"""


def piece(content: str) -> str:
    """Wrap content for a notebook."""
    return f'<style>{STYLE}</style><div class="beta4ucs-why">{content}</div>'


def page(title: str, content: str) -> str:
    """Wrap content as a page of its own."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{PAGE_STYLE}</style></head>\n"
        f"<body><main>{piece(content)}</main></body></html>\n"
    )


# ---- why -----------------------------------------------------------------------------------------


def explanation_html(why: Explanation, top: int) -> str:
    """Lay out an explanation."""
    answer, share = escape(str(why.prediction)), say_share(why.probabilities[why.prediction])
    return (
        f"<h3>Answer: {answer} ({share})</h3>"
        f"{_class_table(why)}"
        f"{''.join(f'<p>{escape(remark)}</p>' for remark in remarks(why))}"
        '<div class="sides">'
        f"{_side('for', 'For', why, why.rules_for(), top)}"
        f"{_side('against', 'Against', why, why.rules_against(), top)}"
        "</div>"
    )


def explanations_html(whys: Sequence[Explanation], shown: int, top: int) -> str:
    """Lay out the first of many explanations, each with its strongest rules."""
    parts = [f"<h4>Row {why.row}</h4>{explanation_html(why, top)}" for why in islice(whys, shown)]
    if len(whys) > shown:
        parts.append(f"<p>… and {len(whys) - shown:,} more rows</p>")
    return "".join(parts)


def _class_table(why: Explanation) -> str:
    lines = "".join(_class_line(why, label) for label in why.votes)
    heads = (
        '<th scope="col">class</th><th scope="col" class="number">'
        f"{why.unit}</th>"
        '<th scope="col" class="number">probability</th><td class="wide"></td>'
        '<th scope="col">from</th>'
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def _class_line(why: Explanation, label: object) -> str:
    is_answer = label == why.prediction
    return (
        f'<tr class="{"answer for" if is_answer else "against"}">'
        f'<th scope="row">{escape(str(label))}</th>'
        f'<td class="number">{say_votes(why.votes[label])}</td>'
        f'<td class="number">{say_share(why.probabilities[label])}</td>'
        f'<td class="wide">{bar(why.probabilities[label])}</td>'
        f'<td class="soft">{escape(count_votes(why, label))}</td></tr>'
    )


def _side(side: str, word: str, why: Explanation, rules: Sequence[FiredRule], top: int) -> str:
    title = f"{word} {escape(str(why.prediction))}: {how_many(rules, top)}"
    shown = "".join(_rule(rule) for rule in rules[:top])
    return f'<section class="{side}"><h4>{title}</h4>{shown}</section>'


def _rule(rule: FiredRule) -> str:
    share = "" if rule.share != rule.share else f" ({say_share(abs(rule.share))})"
    degree = "fully" if rule.degree >= 1.0 else f"to {say_degree(rule.degree)}"
    conditions = "".join(map(_condition, rule.conditions)) or "<tr><td>matches every row</td></tr>"
    note = f"<p>{escape(rule.note)}</p>" if rule.note else ""
    return (
        f'<div class="rule"><div><strong>{escape(rule.vote_text)}</strong>{share} '
        f'<span class="soft">matches {degree} · rule {rule.index}</span></div>'
        f"<table><tbody>{conditions}</tbody></table>{note}</div>"
    )


def _condition(one: MatchedCondition) -> str:
    if one.is_missing:
        return (
            f"<tr><td>{escape(one.text)}</td>"
            '<td class="number soft" colspan="2">missing: matches</td></tr>'
        )
    fit = "fully" if one.membership >= 1.0 else f"to {say_degree(one.membership)}"
    return (
        f"<tr><td>{escape(one.text)}</td>{_value(one.value)}"
        f'<td class="small" title="fits {fit}">{bar(one.membership)}</td></tr>'
    )


def _value(value: Any, soft: str = "") -> str:
    kind = "number" if isinstance(value, float) else "word"
    return f'<td class="{kind}{soft}">{escape(say_value(value))}</td>'


def bar(share: float) -> str:
    """A bar for a share."""
    width = max(0.0, min(1.0, share))
    return f'<span class="bar" aria-hidden="true"><i style="width:{width:.2%}"></i></span>'


# ---- what would change it ------------------------------------------------------------------------


def counterfactual_html(other: Counterfactual) -> str:
    """Lay out what would change an answer."""
    lines = "".join(
        f'<tr><th scope="row">{escape(one.feature)}</th>'
        f"{_value(one.before, ' soft')}<td>→</td>{_value(one.after, ' after')}</tr>"
        for one in other.changes
    )
    table = f'<table class="change"><tbody>{lines}</tbody></table>' if lines else ""
    return f"<h4>What would change it</h4><p>{escape(other.summary)}</p>{table}"
