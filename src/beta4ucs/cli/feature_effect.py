"""What a feature does to the answers, written for a terminal, a program or a browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from beta4ucs.cli.rule_lines import line_width

if TYPE_CHECKING:
    from beta4ucs.cli.table_rows import TablePart


def effect_of(model: Any, rows: TablePart, feature: str, label: str | None, form: str) -> str:
    """Write how probabilities change along a feature, as text, JSON or HTML.

    `label` is the class to show; by default of two classes the rarer, of more the most frequent.
    """
    from html import escape

    from beta4ucs.explanation import effects
    from beta4ucs.explanation.effect_text import effect_html, effect_text, effect_title
    from beta4ucs.explanation.feature_effects import telling_classes
    from beta4ucs.explanation.html import page

    (effect,) = effects(model, rows.X, [feature])
    places = telling_classes(model.class_counts_.tolist()) if label is None else []
    places = places or [effect.place_of(label)]
    if form == "json":
        content = {"rows": rows.role, "effect": effect.to_dict()}
        return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    if form == "text":
        return effect_text(effect, places, rows.words, line_width()) + "\n"
    title = effect_title(effect, rows.words)
    return page(title, f"<h2>{escape(title)}</h2>{effect_html(effect, places, rows.words)}")
