"""Explanations as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from beta4ucs.errors import quoted
from beta4ucs.explanation.fired_rule import FiredRule, MatchedCondition
from beta4ucs.explanation.number_text import say_degree, say_share, say_value, say_votes
from beta4ucs.explanation.rows import ANYTHING, NOTHING, UNKNOWN

if TYPE_CHECKING:
    from beta4ucs.explanation.explanation import Explanation

INDENT = "     "
MISSING_WORDS = {
    ANYTHING: "anything",
    UNKNOWN: 'conditions that say "unknown"',
    NOTHING: "no condition",
}
LONGEST_LABEL = 30  # in the table of classes
WIDEST_CONDITION = 52  # before its value


def explanation_text(why: Explanation, top: int, width: int) -> str:
    """Lay out an explanation."""
    paragraphs = [
        f"Answer: {why.prediction} ({say_share(why.probabilities[why.prediction])})",
        "\n".join(_class_lines(why)),
        "\n".join(line for remark in remarks(why) for line in textwrap.wrap(remark, width)),
        *_side(f"For {why.prediction}", why.rules_for(), top, width),
        *_side(f"Against {why.prediction}", why.rules_against(), top, width),
    ]
    return "\n\n".join(filter(None, paragraphs))


def remarks(why: Explanation) -> Iterator[str]:
    """Say what a reader should know beside votes and rules."""
    n_fired = len(why.fired)
    if n_fired:
        yield f"{n_fired:,} of {why.n_voting:,} voting rules fired."
    else:
        yield f"No rule fired: none of the {why.n_voting:,} voting rules matches this row."
    if why.threshold is not None:
        yield f"Threshold: {why.threshold}."
    elif why.rivals:
        yield (
            f"{quoted(why.rivals)} {'has' if len(why.rivals) == 1 else 'have'} as many votes: "
            f"tie_break decided for '{why.prediction}'."
        )
    for matches, words in MISSING_WORDS.items():
        missing = [name for name in why.missing if why.missing_matches[name] == matches]
        if missing:
            yield f"Missing, which matches {words}: {quoted(missing)}."
    beyond = [name for name in why.outside if name not in why.unseen]
    if beyond:
        yield f"Beyond the training data, counted as its nearest value: {quoted(beyond)}."
    if why.unseen:
        unseen = [f"{name} = {say_value(why.values[name])}" for name in why.unseen]
        yield f"Not in the training data, matches no condition: {quoted(unseen)}."


def _class_lines(why: Explanation) -> Iterator[str]:
    rows = [("", why.unit, "probability", "")]
    for label, votes in why.votes.items():
        share = say_share(why.probabilities[label])
        name = textwrap.shorten(str(label), LONGEST_LABEL, placeholder="...")
        rows.append((name, say_votes(votes), share, count_votes(why, label)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, number, share, rules in rows:
        line = f"  {name:<{widths[0]}}  {number:>{widths[1]}}  {share:>{widths[2]}}   {rules}"
        yield line.rstrip()


def count_votes(why: Explanation, label: object) -> str:
    """Say how many rules gave votes to a class, and how many took some."""
    votes = [rule.contributions[label] for rule in why.fired]
    given, taken = [v for v in votes if v > 0.0], [v for v in votes if v < 0.0]
    parts = [f"{say_votes(why.start[label])} to start with"] if why.start[label] else []
    parts += [f"+{say_votes(sum(given))} from {_count(given)}"] if given else []
    parts += [f"-{say_votes(-sum(taken))} from {_count(taken)}"] if taken else []
    return ", ".join(parts)


def _count(votes: Sequence[float]) -> str:
    return f"{len(votes):,} rule{'s' * (len(votes) != 1)}"


def _side(title: str, rules: Sequence[FiredRule], top: int, width: int) -> Iterator[str]:
    yield f"{title}: {how_many(rules, top)}"
    for number, rule in enumerate(rules[:top], start=1):
        yield "\n".join(_rule_lines(rule, number, width))


def how_many(rules: Sequence[FiredRule], top: int) -> str:
    """Say how many rules there are, and how many of them follow."""
    if len(rules) > top:
        return f"the strongest {top:,} of {len(rules):,} rules"
    return f"{len(rules) or 'no'} rule{'s' * (len(rules) > 1)}"


def _rule_lines(rule: FiredRule, number: int, width: int) -> Iterator[str]:
    yield f"{number:>3}. {heading(rule)}"
    longest = max((len(one.text) for one in rule.conditions), default=0)
    column = min(longest, WIDEST_CONDITION, width - len(INDENT) - 12)
    for one in rule.conditions:
        yield f"{INDENT}{one.text:<{column}}  {value_text(one)}"
    if not rule.conditions:
        yield f"{INDENT}matches every row"
    if rule.note:
        yield f"{INDENT}{rule.note}"


def heading(rule: FiredRule) -> str:
    """Say what a rule does to the votes, and how well it matches."""
    share = "" if rule.share != rule.share else f" ({say_share(abs(rule.share))})"
    degree = "" if rule.degree >= 1.0 else f", matches to {say_degree(rule.degree)}"
    return f"{rule.vote_text}{share}{degree}  [rule {rule.index}]"


def value_text(condition: MatchedCondition) -> str:
    """Say the value that met a condition, and how well it fits."""
    if condition.is_missing:
        return "missing: matches"
    return f"{say_value(condition.value)}{condition.fit}"
