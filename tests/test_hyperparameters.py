"""The table of hyperparameters, and everything that must agree with it."""

import ast
import math
from pathlib import Path

import numpy as np
import pytest

from beta4ucs import Beta4UCSClassifier, InputError, hyperparameters
from beta4ucs.fitting import config_from
from beta4ucs.hyperparameters import CONTROL, HYPERPARAMETERS, LEARNING, REPRESENTATION, check
from beta4ucs.representations import Beta4

NOT_IN_THE_TABLE = {"random_state", "n_jobs", "callbacks"}


def defaults():
    return {name: row.check(row.default) for name, row in HYPERPARAMETERS.items()}


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
    ],
)
def test_a_good_value_becomes_a_plain_one(name, value, kind):
    checked = check(name, value)
    assert checked == value
    assert type(checked) is kind


@pytest.mark.parametrize("row", HYPERPARAMETERS.values(), ids=list(HYPERPARAMETERS))
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
    assert len(HYPERPARAMETERS) == len(LEARNING) + len(REPRESENTATION) + len(CONTROL)


def test_the_estimator_has_exactly_these_parameters_and_defaults():
    params = Beta4UCSClassifier().get_params()
    assert set(params) == set(HYPERPARAMETERS) | NOT_IN_THE_TABLE
    for name, row in HYPERPARAMETERS.items():
        assert params[name] == row.default, name
        assert type(params[name]) is type(row.default), name


@pytest.mark.parametrize("row", HYPERPARAMETERS.values(), ids=list(HYPERPARAMETERS))
def test_the_docstring_names_symbol_and_default(row):
    entry = Beta4UCSClassifier.__doc__.split(f"    {row.name} : ")[1].split(" : ")[0]
    shown = entry.split("default=")[1].split("\n")[0]
    assert ast.literal_eval(shown) == row.default
    if row.symbol:
        assert f"[{row.symbol}]" in entry
    for choice in row.choices:
        assert f'"{choice}"' in entry


def test_the_representation_agrees():
    assert Beta4._field_defaults == {name: row.default for name, row in REPRESENTATION.items()}


def test_the_documentation_is_up_to_date():
    page = Path(__file__).parents[1] / "docs" / "hyperparameters.md"
    assert page.read_text(encoding="utf-8") == hyperparameters.markdown(), (
        "run python -m beta4ucs.hyperparameters > docs/hyperparameters.md"
    )


def test_every_number_and_switch_of_learning_reaches_the_kernels():
    plain = config_from(defaults())
    not_for_kernels = {"n_epochs", "tie_break"}
    changed_fields = set()
    for name in set(LEARNING) - not_for_kernels:
        row = LEARNING[name]
        if row.kind == "bool":
            other = not row.default
        elif row.kind == "choice":
            other = row.choices[1]
        else:
            other = row.check(0.5 if row.kind == "float" else 3)
        config = config_from({**defaults(), name: other})
        fields = [field for field, a, b in zip(plain._fields, plain, config, strict=True) if a != b]
        assert len(fields) == 1, name
        changed_fields |= set(fields)
    assert changed_fields == set(plain._fields)


def test_kernels_get_the_types_they_were_compiled_for():
    config = config_from(defaults())
    kinds = [type(value) for value in config]
    assert kinds == [int] + [float] * 11 + [bool] * 8
