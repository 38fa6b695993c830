"""All parts put together: the template, its style sheets and its scripts in one text."""

from __future__ import annotations

import base64
import hashlib
from importlib import metadata, resources
from typing import Any

from beta4ucs.errors import InputError
from beta4ucs.export.javascript import script_part
from beta4ucs.measures.percents import whole_percent
from beta4ucs.report.confusion import confusion_of
from beta4ucs.report.effect_charts import effect_charts, effect_classes
from beta4ucs.report.embedded_model import as_json, embedded_model
from beta4ucs.report.facts import (
    headline,
    importances,
    model_facts,
    parameters,
    system_of,
    warning,
)
from beta4ucs.report.held_rules import HeldRules
from beta4ucs.report.judged_rows import JudgedRows
from beta4ucs.report.learning_curves import learning_curves
from beta4ucs.report.quality_charts import quality_charts

STYLES = ("colours", "layout", "summary", "words", "measures", "rules", "selection", "whatif")
DARK_STYLE = "dark"  # for the reader's system and for the switch, hence apart
# In the order in which they need one another.
SCRIPTS = (
    "conditions",
    "voting",
    "model",
    "elements",
    "judging",
    "charts",
    "chips",
    "rule_view",
    "selection",
    "explorer",
    "inputs",
    "verdict",
    "whatif",
    "theme",
    "main",
)
FIRST_IMPORTANCES = 12  # the others are folded away


def render(
    model: Any, X: Any, rows: JudgedRows, held: HeldRules, *, title: str, max_rows: int
) -> str:
    """Return the page.

    Parameters
    ----------
    model : fitted classifier
        What to show.
    X : array-like or DataFrame
        The rows as they were given.
    rows : JudgedRows
        The rows to judge it by.
    held : HeldRules
        The rules that the page holds.
    title : str
        Heading of the page.
    max_rows : int
        How many of the rows the page holds.
    """
    environment = _environment()
    rules = model.rules_
    ranked = importances(rules.top(len(held.places)) if held.n_left_out else rules)
    order = [one.feature for one in ranked]
    embedded = embedded_model(model, rows, held, order, max_rows)
    script = script_text()
    charts = effect_charts(model, X, rows, order, rules.n_voting)
    return str(
        environment.get_template("page.html").render(
            title=title,
            system=system_of(model),
            headline=headline(rows),
            warning=warning(rows.measures, rows),
            facts=model_facts(model, rows),
            measures=rows.measures,
            effect_charts=charts,
            effect_classes=effect_classes(model),
            glossary=embedded["glossary"],
            quality_charts=quality_charts(rows, model.classes_),
            confusion=confusion_of(rows, embedded["classes"]),
            charts=learning_curves(model.history_),
            importances=ranked[:FIRST_IMPORTANCES],
            more_importances=ranked[FIRST_IMPORTANCES:],
            parameters=parameters(model),
            votes_are_learned=embedded["learned"] is not None,
            classes=embedded["classes"],
            feature_names=rules.feature_names,
            n_rules=len(rules),
            held=held,
            largest_rule=max(map(len, held.conditions), default=0),
            rows=rows,
            n_rows=len(rows),
            n_rows_inside=len(embedded["rows"]["numbers"]),
            version=_version(),
            # what is ours, or escaped already
            script=_trusted(script),
            script_hash=_trusted(_hash(script)),
            style=_trusted("\n".join(_part("style", f"{name}.css") for name in STYLES)),
            dark_style=_trusted(_part("style", f"{DARK_STYLE}.css")),
            model_json=_trusted(as_json(embedded)),
        )
    )


def script_text() -> str:
    """Return all scripts as one that leaves no names behind."""
    parts = "\n".join(
        [script_part("arithmetic"), *(_part("script", f"{name}.js") for name in SCRIPTS)]
    )
    return f'(function () {{\n"use strict";\n{parts}}})();\n'


def _hash(script: str) -> str:
    """Name the one script that the page may run, for its content security policy."""
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _part(folder: str, name: str) -> str:
    return (resources.files("beta4ucs.report") / folder / name).read_text(encoding="utf-8")


def _environment() -> Any:
    try:
        import jinja2
    except ImportError:
        raise InputError("a report needs jinja2: pip install 'beta4ucs[report]'") from None
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("beta4ucs.report", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["whole_percent"] = whole_percent
    return environment


def _trusted(text: str) -> Any:
    from markupsafe import Markup

    return Markup(text)


def _version() -> str:
    try:
        return metadata.version("beta4ucs")
    except metadata.PackageNotFoundError:  # run from a checkout
        return "unknown"
