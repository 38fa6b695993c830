"""Legal values of the options that are no hyperparameters."""

from __future__ import annotations

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
