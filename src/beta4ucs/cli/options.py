"""Options that several commands have, other than hyperparameters.

What only one command has stands in the file of that command.
"""

from collections.abc import Callable
from typing import Any

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import argument, option
from beta4ucs.cli.option_values import (
    check_option,
    class_weight_from,
    jobs_from,
    new_seed,
    one_of,
    seed_from,
    threshold_from,
)
from beta4ucs.hyperparameters import SYSTEMS, Hyperparameter
from beta4ucs.hyperparameters.evolved_rules import SYSTEM as EVOLVED_RULES

DATA = "Data"  # a section of the help
OF_TABLES = "Missing values, weights, wide tables, streams"
FIRST_SYSTEM = next(iter(SYSTEMS))  # of the article's learners
LEARNERS = (
    "rules judged by accuracy (ucs), rules that match to a degree (fuzzy-ucs), or the same with "
    "conditions only as fuzzy as needed (beta4-ucs)."
)


def model() -> Any:
    """Where the model is."""
    return argument("What 'fit --out' has written: the folder, or model.json in it.", "MODEL")


def data_dir() -> Any:
    """Where the article's data sets are."""
    words = "Folder with the files of the article's data sets."
    return option(None, words, unless="$BETA4UCS_DATA", section=DATA)


def own_representation() -> Any:
    """The file of a representation that a saved model has."""
    words = "The Python file that registers the model's representation, if that is your own."
    return option(None, words, "<file>", names=("--representation",))


def system() -> Any:
    """What learns."""
    words = (
        "The learner: a short list of rules with learned votes, from several populations "
        f"(evolved-rules), or one of the article's learners: {LEARNERS}"
    )
    return one_of(EVOLVED_RULES, words, (EVOLVED_RULES, *SYSTEMS))


def stream_system() -> Any:
    """What learns row by row."""
    words = f"The learner: {LEARNERS}"
    return option(FIRST_SYSTEM, words, "|".join(SYSTEMS), read=_stream_system_from)


def _stream_system_from(name: str, text: str) -> str:
    if text == EVOLVED_RULES:
        raise UsageError(
            "evolved-rules learns from a whole table, not row by row; a stream goes with --system "
            "beta4-ucs, ucs or fuzzy-ucs"
        )
    row = Hyperparameter(name=name, default="", kind="choice", choices=tuple(SYSTEMS), meaning="")
    return str(check_option(row, text))


def representation() -> Any:
    """What conditions look like."""
    words = (
        "What conditions look like ('beta4ucs representations'), or your own from a file: "
        "'own.py', 'own.py:Own' or 'own.py:Own(width=0.3)'."
    )
    return option(None, words, "<name>", unless="that of the system")


def _of_tables(
    words: str, metavar: str, unless: str, read: Callable[[str, str], Any] | None = None
) -> Any:
    return option(None, words, metavar, unless=unless, section=OF_TABLES, read=read)


def class_weight() -> Any:
    """How much the rows of a class count."""
    words = (
        "Weights of the classes: 'balanced' gives all classes the same total weight, "
        "'ill=5,well=1' sets them one by one."
    )
    kinds = "balanced|<class>=<float>"
    return _of_tables(words, kinds, "all rows count once", class_weight_from)


def threshold() -> Any:
    """From which probability on a class is the answer."""
    words = (
        "With two classes, the probability from which --positive is predicted; or chosen by "
        "cross-validation on training rows for a recall, or for the cost of a missed row if a "
        "false alarm costs 1."
    )
    kinds = "<float>|recall=<float>|cost=<float>"
    return _of_tables(words, kinds, "the more probable class", threshold_from)


def positive() -> Any:
    """The class that is looked for."""
    words = "The class that --threshold is for."
    return _of_tables(words, "<class>", "the rarer one")


def feature_weights() -> Any:
    """Which features new rules rather ask about."""
    words = (
        "Which features new rules prefer: those that are informative in the training rows, "
        "together with others (relief) or alone (mutual_info)."
    )
    choices = ("relief", "mutual_info")
    return one_of(None, words, choices, unless="all alike", section=OF_TABLES)


def seed() -> Any:
    """Seed of the random numbers."""
    words = "Seed of the random numbers: the same seed gives the same model."
    return option(new_seed, words, "<int>", unless="a new one", read=seed_from)


def jobs(*, learn: bool = False) -> Any:
    """How many threads predict, or learn and predict."""
    what = "for learning evolved-rules and for prediction" if learn else "for prediction"
    words = f"Threads {what}; -1 for one per core. Results do not depend on it."
    return option(1, words, "<int>", read=jobs_from)


def cluster() -> Any:
    """Where other machines wait for work."""
    return option(
        None,
        "A Dask scheduler, as tcp://host:8786, or its scheduler file.",
        "<address>",
        names=("--cluster", "--scheduler"),
        unless="this machine",
    )


def overwrite() -> Any:
    """Whether earlier files may be replaced."""
    return option(False, "Replace earlier files at --out.")


def quiet() -> Any:
    """Whether only errors are printed."""
    return option(False, "Print only warnings and errors.", names=("--quiet", "-q"))
