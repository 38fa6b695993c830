"""The model as the page's script reads it: JSON, exact, one list for each number of the rules."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from beta4ucs.data.encoding import OTHER, Encoding
from beta4ucs.report.glossary import words_for
from beta4ucs.report.held_rules import HeldRules
from beta4ucs.report.judged_rows import JudgedRows
from beta4ucs.report.rule_conditions import Condition, ConditionReader
from beta4ucs.rules import RuleSet
from beta4ucs.voting.votes import LearnedVotes

SHOWN_DIGITS = 6  # of numbers that are only shown
MOST_CELLS = 100_000  # of the rows to choose from


def embedded_model(
    model: Any, rows: JudgedRows, held: HeldRules, order: list[int], max_rows: int
) -> dict[str, Any]:
    """Return what the page computes with.

    Parameters
    ----------
    model : fitted classifier
        The model.
    rows : JudgedRows
        Rows to choose from.
    held : HeldRules
        The rules that the page holds.
    order : list of int
        The features in the order in which the page lists them.
    max_rows : int
        How many rows at most.
    """
    representation = model.representation_
    return {
        "classes": [str(label) for label in model.classes_.tolist()],
        "tieBreak": _tie_break(model),
        "threshold": _threshold(model),
        "features": _features(model, rows, order),
        "sets": _sets(model.encoding_),
        "representation": {
            "name": representation.name,
            "isOurs": _is_ours(representation),
            "width": len(representation.genes),
            "settings": {name: float(value) for name, value in representation._asdict().items()},
        },
        "learned": _learned(model.rules_, held),
        "rules": _rules(model.rules_, held),
        "matter": held.matter,
        "glossary": words_for(learned=isinstance(model.rules_.votes, LearnedVotes)),
        "leftOut": {"rules": held.n_left_out, "voters": held.n_voters_left_out},
        "coverage": _coverage(held, rows),
        "rows": _rows(rows, max_rows),
    }


def as_json(value: Any) -> str:
    """Write JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _is_ours(representation: Any) -> bool:
    """Whether the page may know it: an own one can have any name."""
    return type(representation).__module__.startswith("beta4ucs.representations.")


def _tie_break(model: Any) -> dict[str, Any]:
    # the draw of `decisions.decide`
    draw = np.random.default_rng(model.seed_).random() if model.tie_break == "random" else 0.0
    return {"kind": model.tie_break, "counts": model.class_counts_.tolist(), "draw": draw}


def _threshold(model: Any) -> dict[str, Any] | None:
    found = getattr(model, "threshold_", None)
    return None if found is None else {"label": found.place, "probability": found.probability}


def _features(model: Any, rows: JudgedRows, order: list[int]) -> dict[str, Any]:
    scaling = model.scaling_
    known = np.nan_to_num(np.vstack([rows.values, scaling.low, scaling.high]))
    return {
        "names": list(model.rules_.feature_names),
        "low": scaling.low.tolist(),
        "high": scaling.high.tolist(),
        "whole": (known == np.rint(known)).all(axis=0).astype(int).tolist(),
        "order": order,
        "categories": [
            None
            if column.values is None
            else {
                "values": [str(value) for value in column.values],
                "ordered": int(column.is_ordered),
                "hasOther": int(OTHER in column.values),
            }
            for column in model.encoding_.columns
        ],
        "missing": "unknown" if _is_missing_told(model.encoding_) else "missing",
    }


def _is_missing_told(encoding: Encoding) -> bool:
    """Whether rules can tell missing values from others."""
    has_unknown = any(part.has_unknown for part in encoding.sets)
    return encoding.missing == "never" or has_unknown


def _sets(encoding: Encoding) -> list[dict[str, int]]:
    """What rules list, and the codes that missing values have."""
    n_features = len(encoding.columns)
    codes = encoding.transform(np.full((1, n_features), np.nan))[0, n_features:]
    return [
        {
            "feature": part.feature,
            "numeric": int(part.is_numeric),
            "size": len(part.values),
            "missing": int(code),
        }
        for part, code in zip(encoding.sets, codes, strict=True)
    ]


def _learned(rules: RuleSet, held: HeldRules) -> dict[str, Any] | None:
    """What rules say to every class, where votes were learned; None for the article's votes."""
    votes = rules.votes
    if not isinstance(votes, LearnedVotes):
        return None
    return {
        "start": votes.start.tolist(),
        "weights": votes.weight[held.places].tolist(),
        "added": votes.table[held.places].tolist(),
        "consequents": [rules[place].consequent for place in held.places],
    }


def _coverage(held: HeldRules, rows: JudgedRows) -> dict[str, Any]:
    """How many rows the rules cover, and how many of these have their class."""
    counts = held.counts
    return {
        "rows": len(rows),
        "words": rows.words,
        "covered": [None if one is None else one.covered for one in counts],
        "right": [None if one is None else one.right for one in counts],
        "ofClass": [None if one is None else one.of_class for one in counts],
    }


def _rules(rules: RuleSet, held: HeldRules) -> dict[str, Any]:
    reader, arrays = ConditionReader(rules), rules.arrays.take(np.array(held.places))
    places, conditions = held.places, held.conditions
    columns = {
        "index": places,
        "label": arrays.label.tolist(),
        "votes": rules.is_voting[places].astype(int).tolist(),
        "strength": rules.strength[places].tolist(),
        "fitness": _shown(arrays.fitness),
        "experience": _shown(arrays.experience),
        "copies": arrays.numerosity.tolist(),
        "gain": _shown(np.array(held.gain)),
        "crisp": rules.is_crisp[places].astype(int).tolist(),
        "features": [[one.feature for one in of_rule] for of_rule in conditions],
        "words": [[one.words for one in of_rule] for of_rule in conditions],
        "sets": [reader.sets(place) for place in places],
    }
    if not _is_ours(rules.representation):
        pairs = zip(places, conditions, strict=True)
        return columns | {"curves": [_curves(reader, place, one) for place, one in pairs]}
    return columns | {
        "genes": [reader.numbers(place) for place in places],
        "ruleGenes": [reader.rule_numbers(place) for place in places],
    }


def _curves(reader: ConditionReader, place: int, conditions: list[Condition]) -> list[list[int]]:
    return [reader.curve(place, one.feature) if one.feature >= 0 else [] for one in conditions]


def _shown(numbers: np.ndarray) -> list[float]:
    return [float(f"{number:.{SHOWN_DIGITS}g}") for number in numbers.tolist()]


def _rows(rows: JudgedRows, max_rows: int) -> dict[str, Any]:
    """Rows to choose from, evenly spaced if there are too many."""
    n_chosen = min(len(rows), max_rows, MOST_CELLS // rows.values.shape[1])
    chosen = np.linspace(0, len(rows) - 1, n_chosen).round().astype(int)
    return {
        "numbers": rows.numbers[chosen].tolist(),
        "total": len(rows),
        "words": rows.words,
        "values": [
            [None if value != value else value for value in row]
            for row in rows.values[chosen].tolist()
        ],
        "answers": rows.answers[chosen].tolist(),
        "truth": None if rows.truth is None else rows.truth[chosen].tolist(),
    }
