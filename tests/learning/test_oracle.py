"""The compiled trainer against the naive one: equal to the last bit, whatever the settings."""

import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

import beta4ucs
from beta4ucs.learning.credit import ACCURACY, FUZZY
from beta4ucs.learning.dispatch import operators_of
from beta4ucs.representations import Beta4, names
from beta4ucs.representations.contract import kind_of
from oracle import COUNTED, Settings, Stream, degree_of
from oracle_families import FAMILIES
from oracle_tables import Part
from trained_twice import (
    BUSY,
    EVERYTHING,
    SWITCHES,
    are_same,
    assert_same_as_oracle,
    config_of,
    features_of,
    new_run,
    train_both,
)

SOURCE = Path(beta4ucs.__file__).parent
# ------------------------------------------------------------------ tables


def make_table(n_rows=80, n_features=4, n_classes=3, seed=1):
    """Uniform inputs, classes that follow the first two features."""
    inputs = np.random.default_rng(seed).random((n_rows, n_features))
    return inputs, classes_of(inputs, n_classes)


def classes_of(inputs, n_classes):
    score = inputs[:, :2].mean(axis=1) * n_classes
    return np.clip(np.nan_to_num(score, nan=0.0), 0, n_classes - 1).astype(np.int64)


def with_missing(inputs, rate, seed=2):
    holes = np.random.default_rng(seed).random(inputs.shape) < rate
    return np.where(holes, np.nan, inputs)


def missing_table():
    inputs, labels = make_table()
    return with_missing(inputs, 0.2), labels


def missing_rows_table():
    """Some rows say nothing at all."""
    inputs, labels = make_table()
    inputs[::5] = np.nan
    return with_missing(inputs, 0.1), labels


def constant_table():
    """The second feature is always 0.5, the third 0, the last 1."""
    inputs, _ = make_table()
    inputs[:, 1:] = 0.5, 0.0, 1.0
    return inputs, (inputs[:, 0] * 3).astype(np.int64)


def ends_table():
    """Many values are exactly 0 or 1."""
    inputs, labels = make_table()
    return np.clip(np.round(inputs * 2.4 - 0.7, 2), 0.0, 1.0), labels


def discrete_table():
    """Few values: rows repeat, with different classes too, and degrees tie."""
    inputs, labels = make_table()
    return np.round(inputs * 3) / 3, labels


def noisy_table(n_classes):
    """Classes that nothing predicts."""
    inputs, _ = make_table()
    return inputs, np.random.default_rng(3).integers(0, n_classes, len(inputs))


# ------------------------------------------------------------------ cases


class Case:
    """A table, settings that differ from `BUSY`, and the operators that cannot act there."""

    def __init__(self, table, *, n_classes=3, n_epochs=6, idle=(), shape=None, **changes):
        self.table, self.n_classes, self.n_epochs, self.idle = table, n_classes, n_epochs, idle
        self.representation = Beta4(**(shape or {}))
        self.changes = changes


# Here a rule that was just deleted may still absorb others, become crisp, or be a parent.
GHOSTLY_SHAPE = {"initial_shape": 3.0, "subsumption_tolerance": 1.0}
GHOSTLY = {
    "max_rules": 6,
    "subsumption_threshold": 0.0,
    "min_subsumer_fitness": 0.0,
    "ga_threshold": 2.0,
    "deletion_threshold": 50.0,
}

CASES = {
    "plain": Case(make_table()),
    "missing": Case(missing_table()),
    "missing rows": Case(missing_rows_table()),
    "constant features": Case(constant_table()),
    "values at the ends": Case(ends_table()),
    "discrete": Case(discrete_table()),
    "few rules": Case(make_table(), max_rules=30, subsumption_threshold=2.0),
    "many rules": Case(make_table(120, 6), max_rules=200),
    "room for all": Case(make_table(40), max_rules=600, n_epochs=4, idle=["deletions"]),
    "many features": Case(make_table(40, 30), dont_care_rate=0.8, mutation_rate=0.02, n_epochs=10),
    "one feature": Case(make_table(60, 1), max_rules=30),
    "one class": Case(make_table(60, 3, n_classes=1), n_classes=1, max_rules=30),
    "an absent class": Case(make_table(), n_classes=7),
    "many classes": Case(noisy_table(20), n_classes=20, min_subsumer_fitness=0.4),
    "roulette": Case(make_table(), tournament_fraction=0.0),
    "whole tournament": Case(make_table(), tournament_fraction=1.0),
    "whole sampled tournament": Case(
        make_table(), tournament_fraction=1.0, samples_tournament=True
    ),
    "fitness squared": Case(make_table(), fitness_power=2.0),
    "root of fitness, roulette": Case(make_table(), fitness_power=0.5, tournament_fraction=0.0),
    "roulette of rules without strength": Case(
        make_table(), tournament_fraction=0.0, fitness_power=5000.0, deletion_threshold=1e9
    ),
    "fuzzy from the start": Case(make_table(), shape={"initial_shape": 3.0}),
    "narrow, fuzzy, long steps": Case(
        make_table(),
        shape={"initial_shape": 2.0, "cover_range": 0.3, "mutation_step": 0.6},
    ),
    "peaks may differ": Case(make_table(), shape={"subsumption_tolerance": 1.0}),
    "weak below the mean": Case(noisy_table(3), deletion_fraction=0.9, min_subsumer_fitness=0.5),
    "always crossed and mutated": Case(
        discrete_table(),
        crossover_rate=1.0,
        mutation_rate=1.0,
        shape={"subsumption_tolerance": 0.5},
        n_epochs=8,
        idle=["merges"],
    ),
    "bounds at their limits": Case(
        (with_missing(ends_table()[0], 0.5), ends_table()[1]),
        shape={"mutation_step": 2.0, "subsumption_tolerance": 0.5},
        mutation_rate=0.4,
        crossover_rate=1.0,
        n_epochs=8,
    ),
    "never crossed": Case(make_table(), crossover_rate=0.0),
    "slow evolution": Case(make_table(), ga_threshold=25.0, max_rules=60, n_epochs=8),
    **{
        f"{name} turned": Case(make_table(), max_rules=60, **{name: not getattr(BUSY, name)})
        for name in SWITCHES
    },
    "absumption": Case(make_table(), absumption_fraction=0.9),
    "absumption, missing": Case(missing_table(), absumption_fraction=1.0, fitness_power=2.0),
    "absumption, deleted rules": Case(
        make_table(80, 2), n_epochs=10, shape=GHOSTLY_SHAPE, absumption_fraction=0.9, **GHOSTLY
    ),
    "missing, drops deleted": Case(missing_table(), max_rules=30, keeps_deleted=False),
    "deleted rules act": Case(make_table(80, 2), n_epochs=10, shape=GHOSTLY_SHAPE, **GHOSTLY),
    "deleted rules act, sampled tournament": Case(
        discrete_table(), n_epochs=10, shape=GHOSTLY_SHAPE, samples_tournament=True, **GHOSTLY
    ),
    "deleted rules act, roulette": Case(
        make_table(), n_epochs=10, shape=GHOSTLY_SHAPE, tournament_fraction=0.0, **GHOSTLY
    ),
    "deleted rules dropped": Case(
        make_table(80, 2), n_epochs=10, shape=GHOSTLY_SHAPE, keeps_deleted=False, **GHOSTLY
    ),
}
COUNTER_OF = {
    "crispifies": "crispifications",
    "subsumes_correct_set": "set_subsumptions",
    "subsumes_children": "child_subsumptions",
}


@pytest.mark.parametrize("crispifies", [True, False], ids=["FBRC", "FBR"])
@pytest.mark.parametrize("name", [name for name in CASES if name != "crispifies turned"])
def test_compiled_trainer_equals_the_oracle(name, crispifies):
    case = CASES[name]
    settings = BUSY._replace(**{"crispifies": crispifies, **case.changes})
    run, oracle = train_both(
        case.representation, settings, *case.table, case.n_classes, case.n_epochs, seed=7
    )
    assert_same_as_oracle(run, oracle)
    idle = {
        *case.idle,
        *(what for switch, what in COUNTER_OF.items() if not getattr(settings, switch)),
    }
    acted = {counter for counter in COUNTED if run.history()[counter][-1] > 0}
    assert acted == set(COUNTED) - idle


@pytest.mark.slow
def test_compiled_trainer_equals_the_oracle_at_the_size_of_wine():
    """Hundreds of rules: many words of bit sets, blocks of votes, batches of degrees."""
    settings = BUSY._replace(max_rules=600, mutation_rate=0.1)
    inputs, labels = make_table(178, 13)
    run, oracle = train_both(Beta4(), settings, with_missing(inputs, 0.05), labels, 3, 4, seed=7)
    assert_same_as_oracle(run, oracle)
    assert run.history()["rules"][-1] > 450
    assert all(run.history()[counter][-1] > 0 for counter in COUNTED)


def test_mean_fitness_below_zero_is_met():
    """With many classes at first: the case in which votes must not turn negative (SPEC E29)."""
    case = CASES["many classes"]
    settings = BUSY._replace(**case.changes)
    _, oracle = train_both(case.representation, settings, *case.table, case.n_classes, 2, seed=7)
    assert oracle.lowest_mean_fitness < 0.0


@pytest.mark.parametrize("keeps_deleted", [True, False])
def test_a_deleted_rule_absorbs_others_if_it_is_kept(keeps_deleted):
    """The copies it gains count nowhere (SPEC E16)."""
    settings = BUSY._replace(**GHOSTLY, keeps_deleted=keeps_deleted, crispifies=False)
    representation = Beta4(**GHOSTLY_SHAPE)
    run, oracle = train_both(representation, settings, *make_table(80, 2), 3, 10, seed=7)
    assert_same_as_oracle(run, oracle)
    assert (oracle.n_deleted_subsumers > 0) == keeps_deleted
    assert max(run.history()["numerosity"]) <= settings.max_rules


@pytest.mark.parametrize(
    ("n_classes", "changes"),
    [
        (4, {"deletion_fraction": 0.0}),
        (2, {"fitness_power": 10.0, "min_subsumer_fitness": 0.0, "mutation_rate": 0.02}),
    ],
    ids=["fitness below zero is weak", "mean fitness near 1e-12"],
)
def test_weak_rules_where_the_threshold_is_next_to_zero(n_classes, changes):
    """SPEC B.8 to the letter: weak rules also where 1e-12 is no small fitness."""
    settings = BUSY._replace(max_rules=30, dont_care_rate=0.9, deletion_threshold=0.0, **changes)
    table = noisy_table(n_classes)
    assert_same_as_oracle(*train_both(Beta4(), settings, *table, n_classes, 6, seed=7))


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_matters(switch):
    """So that equality with the oracle, above, says something about the switch."""
    settings = BUSY._replace(**GHOSTLY)
    runs = [
        new_run(Beta4(**GHOSTLY_SHAPE), c, *make_table(80, 2), 3, 10, seed=7)
        for c in (settings, settings._replace(**{switch: not getattr(settings, switch)}))
    ]
    for run in runs:
        run.advance(EVERYTHING)
    assert not are_same(*runs)


SETTINGS = st.builds(
    Settings,
    max_rules=st.integers(1, 80),
    dont_care_rate=st.sampled_from([0.33, 0.0, 0.8, 1.0]),
    crossover_rate=st.sampled_from([0.8, 0.0, 1.0]),
    mutation_rate=st.sampled_from([0.1, 0.0, 0.5, 1.0]),
    tournament_fraction=st.sampled_from([0.4, 0.0, 0.1, 1.0]),
    ga_threshold=st.sampled_from([5.0, 0.0, 2.0, 25.0]),
    deletion_threshold=st.sampled_from([5.0, 0.0, 20.0]),
    deletion_fraction=st.sampled_from([0.1, 0.0, 0.01, 0.5, 1.0]),
    subsumption_threshold=st.sampled_from([5.0, 0.0, 1.0]),
    min_subsumer_fitness=st.sampled_from([0.9, 0.5, 0.0]),
    fitness_power=st.sampled_from([1.0, 2.0, 0.5, 10.0]),
    learning_rate=st.sampled_from([0.2, 0.05, 1.0]),
    voting_threshold=st.sampled_from([3.0, 0.0]),
    **dict.fromkeys(SWITCHES, st.booleans()),
    # The others are tried out on tables that have something for them, in `test_mixed_tables.py`.
    **{name: st.just(value) for name, value in Settings._field_defaults.items()},
)
REPRESENTATIONS = st.builds(
    Beta4,
    cover_range=st.sampled_from([1.0, 0.1, 0.4]),
    mutation_step=st.sampled_from([0.1, 0.0, 0.5, 2.0]),
    subsumption_tolerance=st.sampled_from([0.01, 0.0, 0.3, 1.0]),
    initial_shape=st.sampled_from([1.0, 1.5, 3.0]),
)


@st.composite
def tables(draw):
    """Small tables: continuous or with few values, complete or with holes, any classes."""
    n_classes = draw(st.integers(1, 12))
    seed = draw(st.integers(0, 2**32))
    shape = draw(st.integers(1, 60)), draw(st.integers(1, 5))
    inputs = np.random.default_rng(seed).random(shape)
    levels = draw(st.sampled_from([0, 1, 2, 4]))  # 0: continuous
    if levels:
        inputs = np.round(inputs * levels) / levels
    inputs = with_missing(inputs, draw(st.sampled_from([0.0, 0.2, 0.9])), seed)
    if draw(st.booleans()):
        return inputs, classes_of(inputs, n_classes), n_classes
    return inputs, np.random.default_rng(seed).integers(0, n_classes, len(inputs)), n_classes


@hypothesis.settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(REPRESENTATIONS, SETTINGS, tables(), st.integers(1, 4), st.integers(0, 2**64 - 1))
def test_compiled_trainer_equals_the_oracle_on_anything(
    representation, settings, table, n_epochs, seed
):
    run, oracle = train_both(representation, settings, *table, n_epochs, seed)
    # Else rounding decides who is weak, and the trainer rounds otherwise: it keeps a running sum.
    assume(oracle.closest_call > 1e-9)
    assert_same_as_oracle(run, oracle)


# ------------------------------------------------------------------ every representation

# name -> settings of its own that matter for what rules do
SHAPES = {
    **{name: [{}] for name in names()},
    "beta4": [{}, {"initial_shape": 3.0, "subsumption_tolerance": 0.5}],
    "hyperrectangle": [{}, {"cover_range": 0.4, "mutation_step": 0.6}],
    "hyperellipsoid": [{}, {"flagged_dont_care": True}, {"matching_threshold": 0.2}],
    "curved-polytope": [{}, {"mutation_step": 0.5, "initial_shape": 2.0}],
    "rectangle-or-polytope": [
        {},
        {"mixing_step": 1.0, "and_threshold": 0.3, "matching_threshold": 0.4},
        {"mutation_step": 0.5, "initial_shape": 2.0},
    ],
    "triangle": [
        {},
        {"flagged_dont_care": True, "peak_tolerance": 0.5},
        {"relative_mutation": False, "mutation_step": 0.5, "peak_tolerance": 0.2},
        {"relative_mutation": False, "flagged_dont_care": True},
    ],
    "trapezoid": [{}, {"overlap_threshold": 0.8}, {"cover_range": 0.3, "mutation_step": 0.5}],
    "bell": [
        {},
        {"flagged_dont_care": True},
        {"initial_spread": 0.02, "subsumption_tolerance": 1.0},
        {"initial_spread": 0.02, "dont_care_spread": 0.1, "always_matches": False},
    ],
    "rectangle-or-triangle": [{}, {"overlap_threshold": 0.7}, {"mutation_step": 0.5}],
}
CRISP = [name for name in names() if getattr(kind_of(name), "matches_crisply", False)]
SYSTEMS = [*((name, FUZZY) for name in names()), *((name, ACCURACY) for name in CRISP)]
TABLES = {
    "plain": (*make_table(), 3),
    "missing": (*missing_table(), 3),
    "missing rows": (*missing_rows_table(), 3),
    "constant features": (*constant_table(), 3),
    "values at the ends": (*ends_table(), 3),
    "discrete": (*discrete_table(), 3),
    "two classes": (*make_table(n_classes=2, seed=4), 2),
    "many classes": (*noisy_table(20), 20),
    "an absent class": (*make_table(60, 1), 5),
    "one class": (*make_table(60, 3, n_classes=1), 1),
}


def system_id(value):
    return getattr(value, "name", value)


def settings_like(seed):
    """`BUSY` with some switches turned and some rates changed."""
    generator = np.random.default_rng(seed)
    turned = {name: not getattr(BUSY, name) for name in SWITCHES if generator.random() < 0.25}
    return BUSY._replace(
        max_rules=int(generator.choice([15, 30, 60])),
        tournament_fraction=generator.choice([0.4, 0.4, 0.0, 1.0]).item(),
        fitness_power=generator.choice([1.0, 1.0, 2.0, 10.0]).item(),
        deletion_fraction=generator.choice([0.1, 0.5]).item(),
        **turned,
    )


@pytest.mark.parametrize(
    ("name", "credit", "shape"),
    [(name, credit, shape) for name, credit in SYSTEMS for shape in range(len(SHAPES[name]))],
    ids=system_id,
)
def test_every_operator_of_every_representation_equals_the_oracle(name, credit, shape):
    representation = kind_of(name)(**SHAPES[name][shape])
    run, oracle = train_both(
        representation, BUSY, *TABLES["discrete"], n_epochs=4, seed=7, credit=credit
    )
    assert_same_as_oracle(run, oracle)
    idle = {counter for counter in COUNTED if run.history()[counter][-1] == 0}
    assert idle == (set() if name == "beta4" else {"crispifications"})


@pytest.mark.parametrize(("name", "credit"), SYSTEMS, ids=system_id)
def test_absumption_equals_the_oracle(name, credit):
    """Bells have no bounds that could lie inside of others'."""
    settings = BUSY._replace(absumption_fraction=0.9)
    run, oracle = train_both(
        kind_of(name)(), settings, *TABLES["discrete"], n_epochs=4, seed=7, credit=credit
    )
    assert_same_as_oracle(run, oracle)
    assert (oracle.n_absumptions > 0) == (name != "bell")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("name", "credit"), SYSTEMS, ids=system_id)
def test_every_representation_equals_the_oracle(name, credit, table):
    seed = list(TABLES).index(table)
    shapes = SHAPES[name]
    representation = kind_of(name)(**shapes[seed % len(shapes)])
    run, oracle = train_both(
        representation, settings_like(seed), *TABLES[table], n_epochs=3, seed=seed, credit=credit
    )
    assert_same_as_oracle(run, oracle)


def representations(name):
    return st.sampled_from([kind_of(name)(**shape) for shape in SHAPES[name]])


@st.composite
def systems(draw):
    name, credit = draw(st.sampled_from(SYSTEMS))
    return draw(representations(name)), credit


@hypothesis.settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(systems(), SETTINGS, tables(), st.integers(1, 3), st.integers(0, 2**64 - 1))
def test_every_representation_equals_the_oracle_on_anything(
    system, settings, table, n_epochs, seed
):
    representation, credit = system
    run, oracle = train_both(representation, settings, *table, n_epochs, seed, credit=credit)
    assume(oracle.closest_call > 1e-9)
    assert_same_as_oracle(run, oracle)


# ------------------------------------------------------------------ one operator at a time


def relatives(family, x, stream):
    """Rules as covering leaves them, with don't cares added, mutated, and crossed."""
    first = family.cover(x, [0.3] * len(x), stream)
    wider = [
        family.cover_any(value, stream) if stream.random() < 0.3 else list(gene)
        for gene, value in zip(first, x, strict=False)
    ]
    wider += [list(row) for row in first[len(x) :]]
    rules = [first, wider, family.cover(x, [0.3] * len(x), stream)]
    for rule in (first, wider):
        rules.append([list(gene) for gene in rule])
        family.mutate(rules[-1], [0.4] * (len(x) + 1), stream)
    pairs = zip(first, wider, strict=True)
    rules.append([list(pair[stream.below(2)]) for pair in pairs])
    return rules


def families(name, n, seed=1):
    """Representation, naive twin, row, and related rules that were made for the row."""
    stream = Stream(seed)
    for i in range(n):
        representation = kind_of(name)(**SHAPES[name][i % len(SHAPES[name])])
        family = FAMILIES[name](representation)
        x = [np.nan if stream.random() < 0.1 else stream.random() for _ in range(1 + i % 3)]
        yield representation, family, np.array(x), relatives(family, x, stream)


@pytest.mark.parametrize("name", [name for name in names() if name != "beta4"])
def test_repair_equals_the_naive_one(name):
    """Of numbers in any order, out of range, next to 0, equal, or next to each other."""
    representation, stream = kind_of(name)(), Stream(3)
    family, n_repaired = FAMILIES[name](representation), 0
    for _ in range(300):
        first = stream.uniform(-1.0, 2.0) if stream.random() < 0.5 else 0.0
        distance = (0.0, 0.004, 0.008, 1.0)[stream.below(4)]
        numbers = [first + stream.uniform(-distance, distance) for _ in representation.genes]
        gene, again = np.array(numbers), [*numbers]
        representation.repair(gene)
        family.repair_gene(again)
        assert gene.tolist() == again, numbers
        n_repaired += again != numbers
    assert n_repaired > 30


@pytest.mark.parametrize("name", names())
def test_generality_equals_the_naive_one(name):
    n_more_general = 0
    for representation, family, _, rules in families(name, 60):
        operators, genes = operators_of(representation), np.array(rules)
        for i, j in itertools.product(range(len(rules)), repeat=2):
            found = operators.is_more_general(operators.settings, genes, i, j)
            assert found == family.is_more_general(rules[i], rules[j]), (rules[i], rules[j])
            n_more_general += bool(found) and rules[i] != rules[j]
    assert 50 < n_more_general < 60 * 18


@pytest.mark.parametrize("name", names())
def test_degrees_are_those_of_the_textbook(name):
    degrees = []
    for representation, family, x, rules in families(name, 60):
        for row in (x, np.clip(x + 0.05, 0.0, 1.0), 1.0 - x):
            for rule in rules:
                degree = degree_of(representation, rule, row)
                assert degree == pytest.approx(family.degree(rule, row.tolist()), abs=1e-12)
                degrees.append(degree)
    assert np.mean(np.array(degrees) > 0.0) > 0.3


@pytest.mark.parametrize("name", ["curved-polytope", "rectangle-or-polytope"])
def test_the_support_of_a_polytope_is_found_by_bisection(name):
    for representation, family, x, rules in families(name, 60):
        for gene in itertools.chain.from_iterable(rule[: len(x)] for rule in rules):
            low, high = representation.support(np.array(gene))
            (lowest, _), (highest, _) = family.ends(gene)
            assert lowest - 1e-9 < low <= lowest
            assert highest <= high < highest + 1e-9


# ------------------------------------------------------------------ pieces, seeds


@pytest.mark.parametrize("shuffles", [True, False])
@pytest.mark.parametrize("piece", [1, 7, 80, 81])
def test_a_run_in_pieces_equals_a_run_in_one_piece(piece, shuffles):
    settings = BUSY._replace(shuffles_every_epoch=shuffles)
    whole, cut = (new_run(Beta4(), settings, *missing_table(), 3, 4, seed=5) for _ in range(2))
    whole.advance(EVERYTHING)
    while cut.iteration < cut.n_iterations:
        before = cut.iteration
        cut.advance(piece)
        assert cut.iteration == min(before + piece, cut.n_iterations)
        assert len(cut.history()["rules"]) == cut.n_finished_epochs == cut.iteration // 80
    assert are_same(whole, cut)
    for name, values in whole.history().items():
        assert values.tolist() == cut.history()[name].tolist()


def test_nothing_is_learned_after_the_last_epoch():
    run, other = (new_run(Beta4(), BUSY, *make_table(), 3, 2, seed=5) for _ in range(2))
    run.advance(EVERYTHING)
    other.advance(160)
    run.advance(EVERYTHING)
    assert run.iteration == run.n_iterations == 160
    assert are_same(run, other)


def test_the_seed_decides():
    runs = [new_run(Beta4(), BUSY, *make_table(), 3, 2, seed) for seed in (5, 5, 6)]
    for run in runs:
        run.advance(EVERYTHING)
    assert are_same(runs[0], runs[1])
    assert not are_same(runs[0], runs[2])


# ------------------------------------------------------------------ other processes

TINY_RUN = """
import json
import sys
import numpy as np
from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import ACCURACY, FUZZY
from beta4ucs.learning.features import Features
from beta4ucs.learning.evolving_population import EvolvingPopulation
from beta4ucs.learning.training_run import TrainingRun
from beta4ucs.representations.contract import kind_of

table = np.load(sys.argv[1])
features = Features(*(table[name] for name in Features._fields))
weights = table["weights"] if "weights" in table else None
results = {}
for name, shape, is_fuzzy, config, n_epochs in json.loads(str(table["jobs"])):
    representation, credit = kind_of(name)(**shape), FUZZY if is_fuzzy else ACCURACY
    config = Config(**config)
    learner = EvolvingPopulation(representation, credit, config, features, 3, 11)
    run = TrainingRun(learner, table["inputs"], table["labels"], n_epochs, weights)
    run.advance(10**9)
    arrays = run.rules()._asdict() | {f"n_{key}": value for key, value in run.history().items()}
    results |= {f"{name} {credit.name} {key}": value for key, value in arrays.items()}
np.savez(sys.argv[2], **results)
"""
TINY = BUSY._replace(max_rules=30)


def tiny_job(name, shape, credit, n_epochs, **changes):
    config = config_of(TINY._replace(**changes), credit)
    return name, shape, credit is FUZZY, config._asdict(), n_epochs


TINY_BETA4 = tiny_job("beta4", {"initial_shape": 1.5, "subsumption_tolerance": 0.5}, FUZZY, 8)


def tiny_table():
    inputs, labels = make_table(40, 3)
    inputs = with_missing(inputs, 0.1)
    return {"inputs": inputs, "labels": labels, **features_of(TINY, inputs)._asdict()}


def tiny_mixed_table():
    """Numbers, one of them with a set of its own, a category with unseen values, weights."""
    inputs, labels = make_table(40, 3)
    parts = [Part(1, 2, is_numeric=True), Part(2, 40, is_numeric=False)]
    codes = np.column_stack([inputs[:, 1] > 0.7, (inputs[:, 2] * 50).astype(int) - 2])
    codes = np.clip(codes, -1, [1, 40])
    inputs[inputs[:, 1] > 0.7, 1] = np.nan
    inputs[:, 2] = np.nan
    inputs = np.hstack([inputs, codes])
    features = features_of(TINY, inputs, parts, [0.5, 1.25, 1.25])
    weights = np.where(labels == 1, 1.25, 0.75)
    return {"inputs": inputs, "labels": labels, "weights": weights, **features._asdict()}


def run_tiny(folder, jobs, source=SOURCE, table=None, **environment):
    """Train in a new process; return the arrays it ends with, as bytes, and what it said."""
    np.savez(folder / "table.npz", **(table or tiny_table()), jobs=json.dumps(jobs))
    done = subprocess.run(
        [sys.executable, "-c", TINY_RUN, folder / "table.npz", folder / "rules.npz"],
        env={**os.environ, "PYTHONPATH": str(source.parent), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    with np.load(folder / "rules.npz") as arrays:
        return {name: (arrays[name].dtype, arrays[name].tobytes()) for name in arrays}, done.stderr


def test_without_compilation_the_result_is_the_same(tmp_path):
    others = [tiny_job(name, {}, credit, 3) for name, credit in SYSTEMS if name != "beta4"]
    compiled, _ = run_tiny(tmp_path, [TINY_BETA4, *others], NUMBA_DISABLE_JIT="0")
    plain, said = run_tiny(tmp_path, [TINY_BETA4, *others], NUMBA_DISABLE_JIT="1")
    assert "compiling" not in said
    assert plain == compiled
    for counter in COUNTED:
        assert np.frombuffer(plain[f"beta4 fuzzy n_{counter}"][1])[-1] > 0, counter


@pytest.mark.parametrize("changes", [{"max_conditions": 2}, {"derives_sets": True}], ids=str)
def test_without_compilation_mixed_tables_give_the_same_result(changes, tmp_path):
    jobs = [
        tiny_job(name, {}, credit, 4, memory=0.9, **changes)
        for name, credit in [
            ("beta4", FUZZY),
            ("rectangle-or-triangle", FUZZY),
            ("hyperrectangle", ACCURACY),
            ("rectangle-or-polytope", ACCURACY),
        ]
    ]
    table = tiny_mixed_table()
    compiled, _ = run_tiny(tmp_path, jobs, table=table, NUMBA_DISABLE_JIT="0")
    plain, said = run_tiny(tmp_path, jobs, table=table, NUMBA_DISABLE_JIT="1")
    assert plain == compiled
    assert said == ""  # no number was too large for its type
    for name in ("beta4 fuzzy", "hyperrectangle accuracy"):
        kind, values = plain[f"{name} sets"]
        assert len(set(np.frombuffer(values, kind).tolist())) > 3


@pytest.mark.slow
def test_an_edited_representation_is_compiled_anew_and_only_then(tmp_path):
    package = tmp_path / "source" / "beta4ucs"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"BETA4UCS_CACHE_DIR": str(tmp_path / "cache")}
    first, said = run_tiny(tmp_path, [TINY_BETA4], package, **environment)
    assert "compiling the learning kernels" in said
    second, said = run_tiny(tmp_path, [TINY_BETA4], package, **environment)
    assert "compiling" not in said
    assert second == first

    edited = package / "representations" / "beta4.py"
    text, status = edited.read_text(), edited.stat()
    assert text.count("NARROWEST = 0.005") == 1
    edited.write_text(text.replace("NARROWEST = 0.005", "NARROWEST = 0.105"))
    # Same length and time: nothing but the contents tells.
    os.utime(edited, ns=(status.st_atime_ns, status.st_mtime_ns))
    third, said = run_tiny(tmp_path, [TINY_BETA4], package, **environment)
    assert "compiling the beta4 representation" in said
    assert "learning kernels" not in said  # they call it, but hold nothing of it
    assert third != first
