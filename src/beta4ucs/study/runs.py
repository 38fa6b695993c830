"""One run of a study: its inputs, their key, and carrying it out."""

from __future__ import annotations

import hashlib
import json
import platform
import time
import warnings
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from typing import Any

import numpy as np

from beta4ucs.data import UnitScaling
from beta4ucs.errors import InputError
from beta4ucs.representations.own_file import names_a_file
from beta4ucs.study.own_measures import OwnMeasure
from beta4ucs.study.problems import LoadedProblem
from beta4ucs.study.protocol import Protocol
from beta4ucs.study.records import Record
from beta4ucs.study.scores import answer_scores, probability_scores
from beta4ucs.study.systems import System

MOST_WARNINGS = 5  # kept of a run
CURVES = ("train_accuracy", "test_accuracy", "rules", "crisp_share")


@dataclass(frozen=True)
class Run:
    """The inputs of one run; a record with the same key need not be made again."""

    study: str
    dataset: str
    data_sha256: str
    system: System
    protocol: Protocol
    epochs: int
    seed: int
    with_curves: bool = False
    measures: tuple[OwnMeasure, ...] = ()

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """What decides the result; not the name of the system or of the study."""
        return {
            "data_sha256": self.data_sha256,
            "class": self.system.class_name,
            "parameters": self.system.identity(self.epochs, self.measures),
            "protocol": str(self.protocol),
            "seed": self.seed,
            "curves": self.with_curves and self.system.is_ours,
        }

    @cached_property
    def key(self) -> str:
        """Digest of the inputs."""
        text = json.dumps(self.inputs, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    @property
    def name(self) -> str:
        """What people call it."""
        return f"{self.dataset} {self.system.name} seed {self.seed}"


def carry_out(run: Run, problem: LoadedProblem) -> Record:
    """Train and test once; an error becomes part of the record."""
    record: Record = {
        "key": run.key,
        "study": run.study,
        "dataset": run.dataset,
        "system": run.system.name,
        "epochs": (run.system.epochs or run.epochs) if run.system.is_ours else None,
        **{name: value for name, value in run.inputs.items() if name != "curves"},
        "n_features": problem.X.shape[1],
        "n_classes": problem.n_classes,
        "error": None,
    }
    cpu, wall = time.process_time(), time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            record |= _learn_and_test(run, problem)
        except Exception as error:  # one run that fails must not stop the others; the record tells
            what = f"{type(error).__name__}: {' '.join(str(error).split())}"
            record |= {"error": what, "cpu_seconds": time.process_time() - cpu}
            if run.inputs["curves"]:
                record["curves"] = {}  # so that it is known as one that should have some
    said = dict.fromkeys(" ".join(str(one.message).split()) for one in caught)
    record["warnings"] = list(said)[:MOST_WARNINGS] or None
    record["wall_seconds"] = round(time.perf_counter() - wall, 4)
    record["cpu_seconds"] = round(record["cpu_seconds"], 4)
    return record | {"versions": versions(run.system.class_path)}


def _learn_and_test(run: Run, problem: LoadedProblem) -> Record:
    if run.system.identity(run.epochs, run.measures) != run.inputs["parameters"]:
        raise InputError("a Python file that the study names has changed since it was started; "
                         "start it again")  # fmt: skip
    learned, tested = run.protocol.split(problem.codes, run.seed)
    y, y_test = problem.codes[learned], problem.codes[tested]
    X: Any
    X_test: Any
    if run.system.takes_categories:
        X, X_test = problem.frame.iloc[learned], problem.frame.iloc[tested]
    else:
        numbers = problem.numbers(f"system '{run.system.name}'", run.system.to_take_categories)
        X, X_test = numbers[learned], numbers[tested]
    model = run.system.new_model(run.epochs, run.seed)
    extra: dict[str, Any] = {}
    run.system.load_kernels()  # so that the time of training is not charged with it
    classes = np.unique(y)
    if not run.system.is_ours:
        if not run.system.takes_tables:
            X, X_test = _prepared(run.system, X, X_test)
        y = np.searchsorted(classes, y)  # some know only 0, 1, 2, ...
    elif run.with_curves:
        model.set_params(track_accuracy=True)
        extra = {"eval_set": (X_test, y_test)} if len(tested) else {}
    start = time.process_time()
    model.fit(X, y, **extra)
    seconds = time.process_time() - start
    if getattr(model, "interrupted_", False):  # half a run is no record
        raise KeyboardInterrupt
    answers, train_answers = (
        # some libraries answer with a column
        np.asarray(model.predict(rows)).reshape(len(rows)) if len(rows) else y_test
        for rows in (X_test, X)
    )
    if not run.system.is_ours:
        answers = classes[np.asarray(answers, dtype=np.int64)] if len(tested) else answers
    record = {
        "n_train": len(learned),
        "n_test": len(tested),
        "train_accuracy": float(np.mean(train_answers == y)),
        "cpu_seconds": seconds,
        **answer_scores(y_test, answers),
        **probability_scores(model, X_test, y_test, classes),
    }
    if run.system.is_ours:
        record |= _about_rules(model, run.with_curves) | _rules_in_use(model, X_test)
    else:  # it was taught numbers from 0 on
        y_test = np.where(np.isin(y_test, classes), np.searchsorted(classes, y_test), -1)
    if run.measures:
        rows = {"train": (X, y), "test": (X_test, y_test)}
        record["measured"] = {one.name: one.value(model, *rows[one.rows]) for one in run.measures}
    return record


def _prepared(system: System, X: np.ndarray, X_test: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Scale and fill in as the system asks."""
    if system.scale:
        scaling = UnitScaling.fit(X)
        X, X_test = scaling.transform(X), scaling.transform(X_test)
    if system.missing_value is not None:
        X, X_test = (np.nan_to_num(rows, nan=system.missing_value) for rows in (X, X_test))
    return X, X_test


def _about_rules(model: Any, with_curves: bool) -> Record:
    last = {name: values[-1].item() for name, values in model.history_.items()}
    record: Record = {name: last[name] for name in ("rules", "numerosity", "iterations")}
    share = float(last["crisp_share"])
    record["crisp_share"] = None if np.isnan(share) else share
    if with_curves:
        record["curves"] = {
            name: model.history_[name].tolist()
            for name in CURVES
            if name in model.history_ and not np.isnan(model.history_[name]).any()
        }
    return record


def _rules_in_use(model: Any, X_test: Any) -> Record:
    """How many rules vote on a test row, on average: those of [M] with enough experience."""
    if not len(X_test):
        return {}
    is_voting = model.population_.experience > getattr(model, "voting_threshold", -1.0)
    in_use = (model.matching_degrees(X_test) > 0.0) & is_voting
    return {"match_set": float(in_use.sum(axis=1).mean())}


@cache
def versions(class_path: str) -> dict[str, str]:
    """Versions of what decides a result, the digest of the kernels' sources included."""
    from beta4ucs.kernels.cache_folder import digest_of_all

    packages = {"beta4ucs", "numba", "numpy"}
    if names_a_file(class_path):
        packages = {"beta4ucs", "numpy", "scikit-learn"}
    elif "." in class_path:
        packages = {"beta4ucs", "numpy", class_path.partition(".")[0]}
    renamed = {"sklearn": "scikit-learn"}
    found = {name: _version(renamed.get(name, name)) for name in sorted(packages)}
    kernels = {} if "." in class_path else {"kernels": digest_of_all()}
    return {**found, **kernels, "python": platform.python_version()}


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, packages_distributions

    try:
        return version(package)
    except PackageNotFoundError:  # the module's name is not the package's
        owners = packages_distributions().get(package, [])
        return version(owners[0]) if owners else "unknown"
