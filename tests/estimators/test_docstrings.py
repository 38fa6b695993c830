"""The written-out docstrings of the estimators, held against the table of hyperparameters."""

import ast
import inspect
import re
import sys
from collections import Counter

import pytest

from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, UCSClassifier
from beta4ucs.hyperparameters import HYPERPARAMETERS, SYSTEMS

pytestmark = pytest.mark.skipif(sys.flags.optimize > 1, reason="-OO leaves out docstrings")

ESTIMATORS = (Beta4UCSClassifier, UCSClassifier, FuzzyUCSClassifier)
TABLE = {
    **HYPERPARAMETERS,
    **{name: row for rows in SYSTEMS.values() for name, row in rows.items()},
}
# Parameters that mean something else in one of the systems; of all others the text is the same.
OF_A_SYSTEM = {
    "representation",  # the default and an example
    "crispify",  # FBR and FBRC are names of β4-UCS
    "subsumption_threshold",  # rules of UCS are crisp from the start
    "min_subsumer_fitness",  # of UCS: an accuracy
    "fitness_power",  # of UCS: of the accuracy
}


def parameters_of(doc):
    """List name, type and text of the entries in the section Parameters."""
    section = inspect.cleandoc(doc).split("\nParameters\n----------\n")[1]
    section = re.split(r"\n\n\w+\n-+\n", section)[0]
    entries = []
    for line in section.splitlines():
        if not line.startswith(" "):
            name, _, kind = line.partition(" : ")
            entries.append([name, kind, []])
        else:
            entries[-1][2].append(line.strip())
    return [(name, kind, " ".join(lines)) for name, kind, lines in entries]


def faults(doc, defaults):
    """Name what a docstring says otherwise than the signature and the table, or not at all."""
    entries = parameters_of(doc)
    told = Counter(name for name, _, _ in entries)
    found = [f"{name}: told {told[name]} times" for name in defaults if told[name] != 1]
    found += [f"{name}: no such parameter" for name in told if name not in defaults]
    for name, kind, text in entries:
        words, _, default = kind.partition(", default=")
        try:
            is_default = ast.literal_eval(default) == defaults.get(name)
        except (SyntaxError, ValueError):
            is_default = False
        if not is_default:
            found.append(f"{name}: default {default or 'missing'}")
        if not (text[:1].isupper() or text[:1].isdigit()) or not text.endswith("."):
            found.append(f"{name}: no sentence")
        if name in TABLE:
            found += [f"{name}: {fault}" for fault in row_faults(TABLE[name], words, text)]
    return found


def row_faults(row, words, text):
    choices = ", ".join(f'"{choice}"' for choice in row.choices)
    kind = (
        f"{{{choices}}}" if row.kind == "choice" else ", ".join(filter(None, [choices, row.kind]))
    )
    if words != kind + (" or None" if row.none_means else ""):
        yield f"type {words}"
    if row.symbol and f"[{row.symbol}]" not in text:
        yield f"symbol {row.symbol}"


def unlike_texts(docs):
    """Names of parameters that several docstrings have with different types or texts."""
    texts = {}
    for doc in docs:
        for name, kind, text in parameters_of(doc):
            texts.setdefault(name, set()).add((kind, text))
    return {name for name, ways in texts.items() if len(ways) > 1}


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_docstring_agrees_with_signature_and_table(estimator):
    assert faults(estimator.__doc__, estimator().get_params(deep=False)) == []


def test_what_systems_share_is_told_in_the_same_words():
    assert unlike_texts(kind.__doc__ for kind in ESTIMATORS) <= OF_A_SYSTEM


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("max_rules : int, default=2000", "max_rules : int, default=200", "max_rules: default 200"),
        ("max_rules : int, default=2000", "max_rules : int", "max_rules: default missing"),
        ("max_rules : int,", "max_rules : float,", "max_rules: type float"),
        ("max_rules : int,", "most_rules : int,", "max_rules: told 0 times"),
        ("max_rules : int,", "most_rules : int,", "most_rules: no such parameter"),
        ("max_rules : int,", "n_epochs : int,", "n_epochs: told 2 times"),
        ('"majority", "random"}', '"random"}', 'tie_break: type {"first", "random"}'),
        (" [N].", ".", "max_rules: symbol N"),
        (" [N].", " [N]", "max_rules: no sentence"),
        (
            'max_conditions : "auto", int or None',
            "max_conditions : int",
            "max_conditions: type int",
        ),
    ],
)
def test_a_wrong_docstring_is_found(old, new, fault):
    doc = Beta4UCSClassifier.__doc__
    assert old in doc
    params = Beta4UCSClassifier().get_params(deep=False)
    assert any(one.startswith(fault) for one in faults(doc.replace(old, new), params))


def test_different_words_are_found():
    docs = [kind.__doc__ for kind in ESTIMATORS]
    docs[1] = docs[1].replace("Number of passes over", "How many passes over")
    assert unlike_texts(docs) - OF_A_SYSTEM == {"n_epochs"}
