"""The table of hyperparameters, and everything that must agree with it."""

import math
from pathlib import Path

import numpy as np
import pytest

from beta4ucs import (
    Beta4UCSClassifier,
    Evolution,
    FuzzyUCSClassifier,
    InputError,
    UCSClassifier,
)
from beta4ucs.hyperparameters import (
    CONDITIONS,
    CONTROL,
    EVOLUTION,
    HYPERPARAMETERS,
    LEARNING,
    SYSTEMS,
    TABLES,
    check,
)
from beta4ucs.hyperparameters.page import markdown
from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import ACCURACY, FUZZY
from beta4ucs.learning.system import config_from
from beta4ucs.representations.contract import kind_of

NOT_IN_THE_TABLE = {
    "random_state",
    "n_jobs",
    "callbacks",
    "evolution",
    "categorical_features",
    "class_weight",
    "feature_weights",
}
# Spelt out for every feature, or read by what stands around the kernels.
READ_ELSEWHERE = (
    "n_epochs",
    "tie_break",
    "dont_care_rate",
    "max_conditions",
    "attribute_tracking",
)
ESTIMATORS = (Beta4UCSClassifier, UCSClassifier, FuzzyUCSClassifier)
CREDITS = {"beta4-ucs": FUZZY, "ucs": ACCURACY, "fuzzy-ucs": FUZZY}
ALL_ROWS = {
    **HYPERPARAMETERS,
    **{f"{kind}-{name}": row for kind in CONDITIONS for name, row in CONDITIONS[kind].items()},
}


def defaults(system="beta4-ucs"):
    rows = {**SYSTEMS[system], **TABLES}
    return {name: row.check(row.default) for name, row in rows.items()}


def rows_of(estimator):
    """What a class takes as arguments of its own."""
    if estimator is Evolution:
        return EVOLUTION
    conditions = CONDITIONS["beta4"] if estimator is Beta4UCSClassifier else {}
    rows = {**SYSTEMS[estimator.system], **conditions, **TABLES, **CONTROL}
    return {name: row for name, row in rows.items() if name not in EVOLUTION}


def beside_the_table(estimator):
    return set() if estimator is Evolution else NOT_IN_THE_TABLE


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("mutation_rate", 1.4, "mutation_rate must be in [0, 1], got 1.4"),
        ("mutation_rate", -0.1, "mutation_rate must be in [0, 1], got -0.1"),
        ("mutation_rate", "x", "mutation_rate must be a finite number in [0, 1], got 'x'"),
        ("mutation_rate", math.nan, "mutation_rate must be a finite number in [0, 1], got nan"),
        ("mutation_rate", True, "mutation_rate must be a finite number in [0, 1], got True"),
        ("mutation_rate", None, "mutation_rate must be a finite number in [0, 1], got None"),
        ("ga_threshold", -1, "ga_threshold must be at least 0, got -1"),
        ("ga_threshold", math.inf, "ga_threshold must be a finite number at least 0, got inf"),
        ("fitness_power", 0, "fitness_power must be in (0, 100], got 0"),
        ("validation_fraction", 1.0, "validation_fraction must be in (0, 1), got 1.0"),
        ("max_rules", 0, "max_rules must be a whole number in [1, 1000000], got 0"),
        ("max_rules", 10.0, "max_rules must be a whole number in [1, 1000000], got 10.0"),
        ("max_rules", True, "max_rules must be a whole number in [1, 1000000], got True"),
        pytest.param(
            "n_epochs",
            10**400,
            f"n_epochs must be a whole number in [1, 1000000], got {10**400}",
            id="huge",
        ),
        ("crispify", 1, "crispify must be True or False, got 1"),
        ("tie_break", "x", "tie_break must be 'first', 'majority' or 'random', got 'x'"),
        (
            "tie_break",
            ["first"],
            "tie_break must be 'first', 'majority' or 'random', got ['first']",
        ),
        ("shuffle", "never", "shuffle must be 'once' or 'every_epoch', got 'never'"),
        *(
            (
                "max_conditions",
                value,
                "max_conditions must be 'auto', a whole number in [1, 1000000] or None for no "
                f"limit, got {value!r}",
            )
            for value in (0, -1, 2.5, True, "none")
        ),
    ],
)
def test_a_bad_value_is_named_with_its_range(name, value, message):
    with pytest.raises(InputError) as caught:
        check(name, value)
    assert str(caught.value) == message


def test_an_unknown_name_gets_a_hint():
    with pytest.raises(InputError, match="no hyperparameter 'max_rule'; did you mean 'max_rules'"):
        check("max_rule", 5)


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("mutation_rate", np.float32(0.5), float),
        ("mutation_rate", 1, float),
        ("max_rules", np.int16(7), int),
        ("crispify", np.True_, bool),
        ("tie_break", np.str_("random"), str),
        ("max_conditions", np.str_("auto"), str),
        ("max_conditions", np.int64(3), int),
        ("max_conditions", None, type(None)),
    ],
)
def test_a_good_value_becomes_a_plain_one(name, value, kind):
    checked = check(name, value)
    assert checked == value
    assert type(checked) is kind


@pytest.mark.parametrize("row", ALL_ROWS.values(), ids=list(ALL_ROWS))
def test_ends_of_the_range(row):
    assert row.check(row.default) == row.default
    if row.kind not in ("int", "float"):
        return
    kind = int if row.kind == "int" else float
    for end, is_open in ((row.low, row.low_open), (row.high, row.high_open)):
        if math.isinf(end):
            continue
        if is_open:
            with pytest.raises(InputError):
                row.check(kind(end))
        else:
            assert row.check(kind(end)) == end


def test_names_are_used_once():
    for table in CONDITIONS.values():
        tables = (LEARNING, EVOLUTION, table, TABLES, CONTROL)
        names = [name for rows in tables for name in rows]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("estimator", [*ESTIMATORS, Evolution])
def test_the_estimator_has_exactly_these_parameters_and_defaults(estimator):
    params, rows = estimator().get_params(), rows_of(estimator)
    params.pop("representation", None)
    assert set(params) == set(rows) | beside_the_table(estimator)
    for name, row in rows.items():
        assert params[name] == row.default, name
        assert type(params[name]) is type(row.default), name


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_most_users_see_few_parameters(estimator):
    assert len(estimator().get_params()) <= 27, "make it a field of Evolution, or raise the limit"


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_representation_agrees(name):
    kind, rows = kind_of(name), CONDITIONS[name]
    assert kind.parameters is rows
    assert kind._field_defaults == {name: row.default for name, row in rows.items()}
    for field, default in kind._field_defaults.items():
        assert type(default) is type(rows[field].default), field


def test_the_documentation_is_up_to_date():
    page = Path(__file__).parents[1] / "docs" / "hyperparameters.md"
    assert page.read_text(encoding="utf-8") == markdown(), (
        "run python -m beta4ucs.hyperparameters > docs/hyperparameters.md"
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_number_and_switch_of_learning_reaches_the_kernels(system):
    credit = CREDITS[system]
    plain = config_from(defaults(system), credit)
    # decided by the credit: the mutation rate is also that of labels in UCS
    beside = {"label_mutation_rate"} if credit is ACCURACY else set()
    changed_fields = set()
    for name, row in {**SYSTEMS[system], **TABLES}.items():
        if name in READ_ELSEWHERE or (name == "mutation_rate" and credit is FUZZY):
            continue
        if row.kind == "bool":
            other = not row.default
        elif row.kind == "choice":
            other = row.choices[-1]
        else:
            other = row.check(0.5 if row.kind == "float" else 3)
        config = config_from({**defaults(system), name: other}, credit)
        pairs = zip(plain._fields, plain, config, strict=True)
        fields = {field for field, a, b in pairs if not (a == b or a != a)}
        if name == "fitness_power" and credit is ACCURACY:
            fields -= {"min_subsumer_fitness"}  # stands for the accuracy to this power
        assert len(fields - beside) == 1 or (name == "mutation_rate" and fields == beside), (
            f"{name} must set one field of Config in learning/system.py; if no kernel reads "
            "it, add it to READ_ELSEWHERE"
        )
        changed_fields |= fields
    fixed = {"first_fitness", "first_set_size", "child_fitness", "needs_same_label"}
    fixed |= {"doubts_per_copy", "label_mutation_rate", "max_conditions", "keeps_order"}
    fixed |= (
        {"fitness_power", "voting_threshold", "crispifies"}
        if credit is ACCURACY
        else {"accuracy_power", "learning_rate", "full_vote_experience"}
    )
    assert changed_fields - beside == set(plain._fields) - fixed


@pytest.mark.parametrize("system", SYSTEMS)
def test_kernels_get_the_types_they_were_compiled_for(system):
    config = config_from(defaults(system), CREDITS[system])
    kinds = [type(value) for value in config]
    assert kinds == list(Config.__annotations__.values())


def test_what_only_some_systems_have():
    shared = {name for name, row in {**LEARNING, **EVOLUTION}.items() if not row.systems}
    assert set(SYSTEMS["ucs"]) - shared == {"learning_rate", "full_vote_experience"}
    for system in ("beta4-ucs", "fuzzy-ucs"):
        assert set(SYSTEMS[system]) - shared == {"crispify", "voting_threshold"}
