"""What `fit --out` writes: model.json, rules.csv, run.json and, with epochs, summary.csv."""

from __future__ import annotations

import json
import platform
import shlex
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from beta4ucs.cli.rule_counts import RULES_NAME
from beta4ucs.cli.run_record import MODEL_NAME, RECORD_NAME, numbers_as_text

if TYPE_CHECKING:
    from beta4ucs.cli.fitting.training import FitResult
    from beta4ucs.estimators.rule_model import RuleModel

PACKAGES = ("beta4ucs", "numpy", "numba", "pandas", "scikit-learn")


def write_run(run: FitResult, folder: Path) -> list[str]:
    """Write all files of a run into an empty folder; returns their names."""
    model = run.model
    model.save(folder / MODEL_NAME)
    ranked = model.rules_.in_order(run.counts.order())
    run.counts.beside(ranked.to_frame()).to_csv(folder / RULES_NAME)
    if run.choice.has_epochs:
        summary_of(model, run.scores.n_learned).to_csv(folder / "summary.csv", index=False)
    text = json.dumps(_record_of(run), indent=2, ensure_ascii=False)
    (folder / RECORD_NAME).write_text(text + "\n", encoding="utf-8")
    return sorted(path.name for path in folder.iterdir())


def summary_of(model: RuleModel, n_rows: int) -> pd.DataFrame:
    """One row per epoch, in the words and units of the authors' program as far as it has them.

    Accuracies are in percent; coverings (a share of the rows), subsumptions and what follows are
    those of the epoch.
    """
    history = model.history_
    counts = {
        name: np.diff(history[name], prepend=0)
        for name in ("coverings", "set_subsumptions", "child_subsumptions", "ga_runs")
    }
    columns = {"Epoch": np.arange(1, model.n_epochs_ + 1), "Iteration": history["iterations"]}
    for name, title in (("train", "TrainAcc"), ("test", "TestAcc"), ("validation", "ValidAcc")):
        if f"{name}_accuracy" in history:
            columns[title] = (100 * history[f"{name}_accuracy"]).round(3)
    columns |= {
        "PopSize": history["rules"],
        "%Covering": (counts["coverings"] / n_rows).round(6),
        "#Subsumption": counts["set_subsumptions"] + counts["child_subsumptions"],
        "Numerosity": history["numerosity"],
        "#GA": counts["ga_runs"],
        "#Crispification": np.diff(history["crispifications"], prepend=0),
        "CrispShare": (100 * history["crisp_share"]).round(3),
    }
    return pd.DataFrame(columns)


def _record_of(run: FitResult) -> dict[str, Any]:
    model, table, settings = run.model, run.table, run.settings
    return {
        "command": shlex.join(["beta4ucs", *sys.argv[1:]]),
        "started": datetime.fromtimestamp(run.started, UTC).isoformat(timespec="seconds"),
        "seconds": {name: round(value, 3) for name, value in run.seconds.items()},
        "versions": {"python": platform.python_version(), **_versions()},
        "data": {
            "name": table.name,
            "sha256": run.source.digest(table),
            "rows": table.n_rows,
            "features": list(table.feature_names),
            "categorical": list(table.categorical),
            "weights": run.source.weight_column,
            "dropped": list(run.source.drop),
            "id": run.source.id_column,
            "target": table.target_name,
            "classes": [_plain(label) for label in table.classes],
        },
        "split": {
            "test_size": settings.test_size,
            "stratify": settings.stratify,
            "rows_learned": run.scores.n_learned,
            "rows_drawn": getattr(table, "n_drawn", run.scores.n_learned),
            "rows_tested": len(run.tested),
            "tested": numbers_as_text(run.tested + 1),  # in the table, counted from 1
        },
        "seed": settings.seed,
        "system": run.choice.system,
        "representation": model.representation_.name,
        "parameters": settings.parameters_of(run.choice),
        "threshold": _threshold(run),
        "results": _results(run),
        "interrupted": model.interrupted_,
    }


def _threshold(run: FitResult) -> dict[str, Any] | None:
    found, asked = run.model.threshold_, run.settings.threshold
    if found is None:
        return None
    chosen_for = dict([asked]) if isinstance(asked, tuple) else None
    named = {"class": found.label, "probability": found.probability}
    return named | {"chosen_for": chosen_for}


def _results(run: FitResult) -> dict[str, Any]:
    model, scores = run.model, run.scores
    return {
        "test_accuracy": scores.test_accuracy,
        "train_accuracy": scores.train_accuracy,
        "test": None if scores.test is None else scores.test.to_dict(),
        "rules": model.n_rules_,
        "voting_rules": model.rules_.n_voting,
        "crisp_share": model.rules_.crisp_share,
        **(_course(model) if run.choice.has_epochs else {}),
    }


def _course(model: RuleModel) -> dict[str, Any]:
    return {
        "epochs": model.n_epochs_,
        "iterations": model.n_iterations_,
        "best_epoch": model.best_epoch_,
    }


def _versions() -> dict[str, str]:
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:  # run from a folder of sources
            versions[name] = "unknown"
    return versions


def _plain(label: Any) -> Any:
    return label.item() if isinstance(label, np.generic) else label
