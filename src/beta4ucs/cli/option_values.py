"""Legal values of the options that are no hyperparameters."""

from __future__ import annotations

import math
import secrets

from beta4ucs.cli.messages import UsageError
from beta4ucs.hyperparameters import SYSTEMS, Hyperparameter

LARGEST_SEED = 2**64 - 1

TEST_SIZE = Hyperparameter(
    name="test_size",
    default=0.1,
    kind="float",
    high=1.0,
    high_open=True,
    meaning="Share of the rows kept for testing.",
)
TOP = Hyperparameter(name="top", default=5, kind="int", meaning="How many rules to print.")
N_RULES = Hyperparameter(
    name="n_rules", default=40, kind="int", low=1, meaning="How many rules to keep."
)
TOLERANCE = Hyperparameter(
    name="tolerance",
    default=0.01,
    kind="float",
    low=0.0,
    high=1.0,
    meaning="Accuracy that may be lost.",
)
FORMAT = Hyperparameter(
    name="format",
    default="text",
    kind="choice",
    choices=("text", "csv", "json"),
    meaning="How to write rules.",
)
ROW = Hyperparameter(name="row", default=1, kind="int", low=1, meaning="Which row to explain.")
EXPLANATION_FORMAT = Hyperparameter(
    name="format",
    default="text",
    kind="choice",
    choices=("text", "json", "html"),
    meaning="How to write an explanation.",
)
EXPLAINED_TOP = Hyperparameter(
    name="top", default=3, kind="int", meaning="How many rules for and against to print."
)
MAX_FEATURES = Hyperparameter(
    name="max_features", default=3, kind="int", low=1, meaning="How many features may change."
)
MAX_ROWS = Hyperparameter(
    name="max_rows",
    default=1000,
    kind="int",
    meaning="How many rows of the data a page holds.",
)
SYSTEM = Hyperparameter(
    name="system",
    default=next(iter(SYSTEMS)),
    kind="choice",
    choices=tuple(SYSTEMS),
    meaning="What learns.",
)
FEATURE_WEIGHTS = Hyperparameter(
    name="feature_weights",
    default="relief",
    kind="choice",
    choices=("relief", "mutual_info"),
    meaning="Which features new rules rather ask about.",
)
BATCH = Hyperparameter(
    name="batch", default=1000, kind="int", low=1, meaning="How many rows are read at a time."
)
WINDOW = Hyperparameter(
    name="window", default=5000, kind="int", low=1, meaning="Over how many rows to judge."
)


def categorical_from(text: str) -> str | tuple[str, ...]:
    """Read which columns are categories: "auto", "none" or names."""
    if text in ("auto", "none"):
        return text
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise UsageError(
            "--categorical must be 'auto', 'none' or names of columns with commas between, "
            f"got {text!r}"
        )
    return names


def class_weight_from(text: str | None) -> str | dict[str, float] | None:
    """Read the weights of classes: "balanced", or a number for some of them."""
    if text is None or text == "balanced":
        return text
    weights = {}
    for part in text.split(","):
        label, _, number = part.rpartition("=")
        try:
            weights[label.strip()] = float(number)
        except ValueError:
            label = ""
        if not label.strip() or not 0.0 <= weights[label.strip()] < math.inf:
            raise UsageError(
                "--class-weight must be 'balanced' or weights of at least 0 such as 'ill=5,well=1',"
                f" got {text!r}"
            )
    return weights


def seed_from(text: str | None) -> int:
    """Read a seed, or draw one that is short enough to type."""
    if text is None:
        return secrets.randbits(32)
    if not (text.isascii() and text.isdecimal() and int(text) <= LARGEST_SEED):
        raise UsageError(f"--seed must be a whole number in [0, 2**64 - 1], got {text!r}")
    return int(text)


def jobs_from(text: str) -> int:
    """Read a number of threads."""
    try:
        jobs = int(text)
    except ValueError:
        jobs = 0
    if jobs == 0:
        raise UsageError(f"--jobs must be a whole number other than 0, got {text!r}")
    return jobs
