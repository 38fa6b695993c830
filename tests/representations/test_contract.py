"""The laws that every representation obeys, and what `register` says of one that does not.

To hold a representation of your own against the laws, name its file:

    BETA4UCS_REPRESENTATION_FILES="$PWD/my_file.py" pytest tests/representations/test_contract.py
"""

import importlib
import math
import os
import pickle
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta4ucs import hyperparameters
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError
from beta4ucs.kernels.compiled import is_compiled
from beta4ucs.kernels.random import new_stream, next_bits, random
from beta4ucs.learning.dispatch import operators_of
from beta4ucs.representations import contract, trial
from beta4ucs.rules.wording import FeatureWords
from representation_cases import (
    INPUTS,
    SEEDS,
    batch_degrees,
    new_rules,
    prepared,
    product_of_memberships,
    results_of_operators,
)

FILES_VARIABLE = "BETA4UCS_REPRESENTATION_FILES"
TESTS = Path(__file__).parents[1]
EXAMPLES = TESTS.parent / "examples" / "own_representation"


@contextmanager
def registry_as_before():
    """Forget what is registered meanwhile: other tests look at the families of the package."""
    with pytest.MonkeyPatch.context() as patch:
        for table in ("_registry", "_aliases"):
            patch.setattr(contract, table, dict(getattr(contract, table)))
        yield


def load_file(path):
    """The representations that a file registers; it may import others from its folder."""
    with registry_as_before():
        before = set(contract.names())
        sys.path.insert(0, str(Path(path).resolve().parent))
        importlib.import_module(Path(path).stem)
        sys.path.pop(0)
        return [contract.kind_of(name) for name in contract.names() if name not in before]


OURS = [contract.kind_of(name) for name in contract.names()]
FILES = [*sorted(EXAMPLES.glob("*.py")), *os.environ.get(FILES_VARIABLE, "").split()]
KINDS = OURS + [kind for path in FILES for kind in load_file(path)]


def with_switches(kind):
    """The default instance, and one for each switch that is off by default."""
    default = kind()
    switches = [field for field, value in default._asdict().items() if value is False]
    return [default, *(default._replace(**{switch: True}) for switch in switches)]


def with_other_settings(kind):
    """Every switch turned, every number half as large where that is legal."""
    default = kind()
    others = {
        field: not value if isinstance(value, bool) else max(kind.parameters[field].low, value / 2)
        for field, value in default._asdict().items()
    }
    return default._replace(**others)


def label(representation):
    if any(representation is other for other in OTHER_SETTINGS):  # equal tuples may differ in kind
        return f"{representation.name}-with-other-settings"
    on = [field for field, value in representation._asdict().items() if value is True]
    return "-".join([representation.name, *on])


INSTANCES = [instance for kind in KINDS for instance in with_switches(kind)]
OTHER_SETTINGS = [with_other_settings(kind) for kind in OURS]
OUR_SETTINGS = [*(instance for kind in OURS for instance in with_switches(kind)), *OTHER_SETTINGS]
every_representation = pytest.mark.parametrize("representation", INSTANCES, ids=label)
every_setting = pytest.mark.parametrize("representation", INSTANCES + OTHER_SETTINGS, ids=label)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
# Where a more general rule has at least the degree of the other at every place.
DOMINATES = {"hyperrectangle", "trapezoid", "rectangle-or-triangle", "one-sided", "one-sided-fast"}
dominating = pytest.mark.parametrize(
    "representation", [r for r in INSTANCES if r.name in DOMINATES], ids=label
)
LAW = settings(deadline=None, max_examples=40)  # the first call compiles

ENDS = st.sampled_from([0.0, 0.5, 1.0])
# Down to 1e-5, and then 0: nearer to an end the shapes of a beta with its mode there are so large
# that rounding shows in the ninth digit.
VALUES = st.one_of(ENDS, st.floats(1e-5, 1.0 - 1e-5))
MISSING = st.just(math.nan)


def rows(n_features, values=VALUES):
    value = st.one_of(values, values, values, MISSING)
    return st.lists(value, min_size=n_features, max_size=n_features).map(np.array)


@st.composite
def pairs_of_rows(draw, values=VALUES):
    n_features = draw(st.integers(1, 4))
    return draw(rows(n_features, values)), draw(rows(n_features, values))


# ------------------------------------------------------------------ rules as the trainer makes them


def cover(representation, rule, x, dont_care, rng):
    """With one rate, or one a feature."""
    for gene, value, rate in zip(rule, x, np.broadcast_to(dont_care, len(x)), strict=False):
        if math.isnan(value) or random(rng) < rate:
            representation.cover_any(gene, value, rng)
        else:
            representation.cover(gene, value, rng)
    if contract.rule_rows(representation):
        representation.cover_rule(rule[-1], rng)


def cross(representation, rule, other, swaps_whole_genes, rng):
    for row in range(len(rule)):
        coins = int(next_bits(rng)) % 2**64
        for i in range(rule.shape[1]):
            if coins & 1:
                rule[row, i], other[row, i] = other[row, i], rule[row, i]
            if not swaps_whole_genes:
                coins >>= 1
        if row < len(rule) - contract.rule_rows(representation):
            representation.repair(rule[row])
            representation.repair(other[row])


def mutate(representation, rule, rates, rng):
    """With one rate, or one a feature and one more for the rule."""
    rule_rows = contract.rule_rows(representation)
    n_features = len(rule) - rule_rows
    *rates, rate_of_rule = np.broadcast_to(rates, n_features + 1)
    for gene, rate in zip(rule[:n_features], rates, strict=True):
        if hasattr(representation, "vary"):
            representation.vary(gene, rate, rng)
            representation.repair(gene)
        elif random(rng) < rate:
            representation.mutate(gene, rng)
            representation.repair(gene)
    if rule_rows and random(rng) < rate_of_rule:
        representation.mutate_rule(rule[-1], rng)


def degree(representation, rule, x):
    if hasattr(representation, "degree"):
        return float(representation.degree(rule, x))
    return product_of_memberships(representation, rule, x)


def supports(representation, rule):
    """Clipped support of every feature's gene."""
    n_features = len(rule) - contract.rule_rows(representation)
    ends = [representation.support(gene) for gene in rule[:n_features]]
    return [(max(0.0, low), min(1.0, high)) for low, high in ends]


def is_more_general(representation, rule, other):
    if hasattr(representation, "rule_is_more_general"):
        return bool(representation.rule_is_more_general(rule, other))
    return all(map(representation.is_more_general, rule, other))


def evolved(representation, x, other_x, seed, rounds, dont_care_rate=0.33):
    """Two rules after so many rounds of crossover and mutation; none: as covered."""
    rng = new_stream(seed)
    rules = new_rules(representation, 2, len(x))
    for rule, values in zip(rules, (x, other_x), strict=True):
        cover(representation, rule, values, dont_care_rate, rng)
    for _ in range(rounds):
        cross(representation, *rules, False, rng)
        for rule in rules:
            mutate(representation, rule, 0.7, rng)
    return rules


ROUNDS = st.integers(0, 4)


# ------------------------------------------------------------------ the laws


@every_representation
@LAW
@given(rows(3), SEEDS, st.sampled_from([0.0, 0.33, 1.0]))
def test_a_covering_rule_matches_its_own_input_fully(representation, x, seed, dont_care_rate):
    rule = new_rules(representation, 1, 3)[0]
    cover(representation, rule, x, dont_care_rate, new_stream(seed))
    assert degree(representation, rule, x) == pytest.approx(1.0, abs=1e-9)
    for (low, high), value in zip(supports(representation, rule), x, strict=True):
        assert math.isnan(value) or low <= value <= high


@every_representation
@LAW
@given(rows(2, INPUTS), SEEDS)
def test_a_covering_rule_matches_its_own_input_wherever_that_is(representation, x, seed):
    rule = new_rules(representation, 1, 2)[0]
    cover(representation, rule, x, 0.0, new_stream(seed))
    assert degree(representation, rule, x) > 0.0
    for (low, high), value in zip(supports(representation, rule), x, strict=True):
        assert math.isnan(value) or low <= value <= high


@every_representation
@LAW
@given(pairs_of_rows(INPUTS), SEEDS, ROUNDS)
def test_degrees_lie_between_0_and_1(representation, xs, seed, rounds):
    for rule in evolved(representation, *xs, seed, rounds):
        found = [degree(representation, rule, x) for x in xs]
        for gene, value in zip(rule, xs[0], strict=False):
            if not math.isnan(value):
                found.append(representation.membership(gene, value))
        assert all(0.0 <= value <= 1.0 for value in found)
        if getattr(representation, "matches_crisply", False):
            assert {degree(representation, rule, x) for x in xs} <= {0.0, 1.0}


@every_representation
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS)
def test_a_row_without_values_matches_fully(representation, xs, seed, rounds):
    for rule in evolved(representation, *xs, seed, rounds):
        assert degree(representation, rule, np.full(len(xs[0]), math.nan)) == 1.0


@every_representation
@LAW
@given(pairs_of_rows(INPUTS), SEEDS, ROUNDS)
def test_repair_changes_nothing_the_second_time(representation, xs, seed, rounds):
    rules, rng = evolved(representation, *xs, seed, rounds), new_stream(seed + 1)
    first, second = rules[:, : len(xs[0])]
    swapped = np.where(np.arange(first.shape[1]) % 2 == seed % 2, first, second)
    for gene in [*first, *swapped]:
        representation.mutate(gene, rng)
    for gene in [*first, *swapped, *second]:
        representation.repair(gene)
        once = gene.tobytes()
        assert not np.isnan(gene).any()
        representation.repair(gene)
        assert gene.tobytes() == once


@every_representation
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS, st.data())
def test_support_contains_everything_that_matches(representation, xs, seed, rounds, data):
    for rule in evolved(representation, *xs, seed, rounds):
        bounds = supports(representation, rule)
        outside = [
            (feature, value)
            for feature, (low, high) in enumerate(bounds)
            for value in (math.nextafter(low, -1.0), low / 2, math.nextafter(high, 2.0), 1.0, 0.0)
            if 0.0 <= value <= 1.0 and not low <= value <= high
        ]
        if outside:
            feature, value = data.draw(st.sampled_from(outside))
            x = xs[0].copy()
            x[feature] = value
            assert degree(representation, rule, x) == 0.0


@every_representation
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS)
def test_a_crisp_gene_is_1_on_its_support(representation, xs, seed, rounds):
    if not hasattr(representation, "is_crisp"):
        pytest.skip("it has no crisp form")
    for rule in evolved(representation, *xs, seed, rounds):
        for gene, (low, high) in zip(rule, supports(representation, rule), strict=False):
            if hasattr(representation, "make_crisp"):
                representation.make_crisp(gene)
                assert representation.is_crisp(gene)
                low_after, high_after = representation.support(gene)
                assert (max(0.0, low_after), min(1.0, high_after)) == (low, high)
                crisp = gene.tobytes()
                representation.repair(gene)
                assert gene.tobytes() == crisp
            if representation.is_crisp(gene) and low <= high:
                for x in (low, (low + high) / 2, high):
                    assert representation.membership(gene, x) == 1.0


# ------------------------------------------------------------------ generality


def relatives(representation, xs, seed, rounds):
    """A covering rule and others that may be more general: it in part, anything, or near it."""
    x, other_x = xs
    rng = new_stream(seed)
    rules = new_rules(representation, 6, len(x))
    cover(representation, rules[0], x, 0.2, rng)
    for rule in rules[1:]:
        rule[:] = rules[0]
        for gene, value in zip(rule, x, strict=False):
            if random(rng) < 0.6:
                representation.cover_any(gene, value, rng)
    for rule in rules[3:]:
        for _ in range(rounds):
            mutate(representation, rule, 0.3, rng)
    rules[5] = evolved(representation, x, other_x, seed, rounds, 0.8)[0]
    return rules


@every_representation
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS)
def test_every_rule_is_as_general_as_itself(representation, xs, seed, rounds):
    for rule in evolved(representation, *xs, seed, rounds):
        assert is_more_general(representation, rule, rule)


@every_representation
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS)
def test_a_more_general_rule_has_supports_that_contain_the_others(representation, xs, seed, rounds):
    rules = relatives(representation, xs, seed, rounds)
    for general in rules:
        for special in rules:
            if is_more_general(representation, general, special):
                outer, inner = supports(representation, general), supports(representation, special)
                for (low, high), (other_low, other_high) in zip(outer, inner, strict=True):
                    assert low <= other_low
                    assert other_high <= high


@every_representation
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS)
def test_what_is_more_general_than_a_covering_rule_matches_its_input(
    representation, xs, seed, rounds
):
    covering, *others = relatives(representation, xs, seed, rounds)
    for rule in others:
        if is_more_general(representation, rule, covering):
            assert degree(representation, rule, xs[0]) > 0.0


@dominating
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS, st.lists(rows(4), min_size=1, max_size=8))
def test_a_more_general_rule_has_the_higher_degree(representation, xs, seed, rounds, places):
    rules = relatives(representation, xs, seed, rounds)
    for general in rules:
        for special in rules:
            if is_more_general(representation, general, special):
                for place in places:
                    x = place[: len(xs[0])]
                    high, low = (degree(representation, rule, x) for rule in (general, special))
                    assert high >= low - 1e-6


@every_representation
def test_some_rule_is_more_general_than_another(representation):
    """Or the laws above would hold for want of a case."""
    found = 0
    for seed in range(200):
        xs = np.random.default_rng(seed).random((2, 2))
        rules = relatives(representation, xs, seed, 1)
        found += any(
            is_more_general(representation, rule, other) and not np.array_equal(rule, other)
            for rule in rules
            for other in rules
        )
    assert found >= 5


# ------------------------------------------------------------------ compiled and plain alike


@every_setting
@LAW
@given(pairs_of_rows(INPUTS), SEEDS, st.sampled_from([0.0, 0.33]), st.booleans())
def test_compiled_variation_equals_the_methods(representation, xs, seed, rate, swaps_whole_genes):
    operators, n_features = operators_of(representation), len(xs[0])
    first, rng = new_rules(representation, 2, n_features), new_stream(seed)
    second, other_rng = first.copy(), rng.copy()
    dont_care, rates = np.linspace(rate, 0.5, n_features), np.linspace(0.5, 0.3, n_features + 1)
    for rule, x in enumerate(xs):
        operators.cover(operators.settings, first, rule, x, dont_care, rng)
        cover(representation, second[rule], x, dont_care, other_rng)
    assert first.tobytes() == second.tobytes()
    for _ in range(3):
        operators.crossover(operators.settings, first, 0, 1, swaps_whole_genes, rng)
        cross(representation, *second, swaps_whole_genes, other_rng)
        assert first.tobytes() == second.tobytes()
        for rule in (0, 1):
            operators.mutate(operators.settings, first, rule, rates, rng)
            mutate(representation, second[rule], rates, other_rng)
        assert first.tobytes() == second.tobytes()
    assert rng.tolist() == other_rng.tolist()


@every_setting
@LAW
@given(pairs_of_rows(INPUTS), SEEDS, ROUNDS)
def test_compiled_comparison_equals_the_methods(representation, xs, seed, rounds):
    operators, rules = operators_of(representation), relatives(representation, xs, seed, rounds)
    for i, rule in enumerate(rules):
        for j, other in enumerate(rules):
            found = operators.is_more_general(operators.settings, rules, i, j)
            assert found == is_more_general(representation, rule, other)


@every_setting
@LAW
@given(pairs_of_rows(INPUTS), SEEDS, ROUNDS)
def test_compiled_matching_equals_the_methods(representation, xs, seed, rounds):
    rules, x = relatives(representation, xs, seed, rounds), xs[1]
    support, breadth, _, _, n_fuzzy = prepared(representation, rules, len(x))
    degrees = batch_degrees(representation, rules, x, np.arange(len(rules)), compiled=True)
    for i, rule in enumerate(rules):
        bounds = supports(representation, rule)
        assert support[i].T.tolist() == [list(ends) for ends in bounds]
        assert breadth[i] == pytest.approx(sum(high - low for low, high in bounds))
        is_crisp = getattr(representation, "is_crisp", lambda gene: False)
        assert n_fuzzy[i] == sum(not is_crisp(gene) for gene in rule[: len(x)])
        holds_x = all(
            math.isnan(value) or low <= value <= high
            for value, (low, high) in zip(x, bounds, strict=True)
        )
        if holds_x and n_fuzzy[i] > 0:  # what `degrees` is asked
            assert degrees[i] == degree(representation, rule, x)
        elif holds_x:
            assert degree(representation, rule, x) == 1.0
        else:
            assert degree(representation, rule, x) == 0.0


@every_representation
@pytest.mark.parametrize("n_features", [30, 600])
def test_compiled_matching_of_many_wide_rules(representation, n_features):
    """More rules and features than blocks and buffers hold."""
    generator, rng = np.random.default_rng(n_features), new_stream(n_features)
    x = np.where(generator.random(n_features) < 0.1, math.nan, generator.random(n_features))
    rules = new_rules(representation, 6000 // n_features, n_features)
    for rule in rules:
        cover(representation, rule, x, 0.33, rng)
        mutate(representation, rule, 3.0 / n_features, rng)
    support, _, _, _, n_fuzzy = prepared(representation, rules, n_features)
    degrees = batch_degrees(representation, rules, x, np.arange(len(rules)), compiled=True)
    inside = ~((x < support[:, 0]) | (x > support[:, 1])).any(axis=1)
    for i in np.flatnonzero(inside & (n_fuzzy > 0)):
        assert degrees[i] == degree(representation, rules[i], x)
    assert inside.any()


@every_representation
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS)
def test_compiled_crispification_makes_one_gene_crisp(representation, xs, seed, rounds):
    operators, rules = operators_of(representation), relatives(representation, xs, seed, rounds)
    before = rules.copy()
    for rule in range(len(rules)):
        is_done = operators.crispify(operators.settings, rules, rule, new_stream(seed))
        changed = np.flatnonzero(np.any(before[rule] != rules[rule], axis=1))
        if not hasattr(representation, "make_crisp"):
            assert not is_done
        if is_done:
            assert len(changed) <= 1
            assert sum(map(representation.is_crisp, rules[rule])) == 1 + sum(
                map(representation.is_crisp, before[rule])
            )
        else:
            assert len(changed) == 0


# One process with compilation, one without; the text is all that they share.
TINY_RUNS = """
import hashlib
import numpy as np
import beta4ucs
from beta4ucs.representations import find, names

rng = np.random.default_rng(3)
X = rng.random((30, 3))
y = (X[:, 0] + X[:, 1] > 1).astype(int)
X[rng.random(X.shape) < 0.1] = np.nan
for name in names():
    is_crisp = getattr(find(name), "matches_crisply", False)
    kind = beta4ucs.UCSClassifier if is_crisp else beta4ucs.FuzzyUCSClassifier
    often = beta4ucs.Evolution(ga_threshold=4, subsumption_threshold=3, mutation_rate=0.4)
    params = dict(max_rules=50, n_epochs=2, random_state=5, evolution=often)
    model = kind(representation=name, **params).fit(X, y)
    digest = hashlib.sha256(model.predict_proba(X).tobytes())
    for array in model.population_:
        digest.update(np.ascontiguousarray(array).tobytes())
    print(name, model.n_rules_, model.history_["ga_runs"][-1], digest.hexdigest())
"""


def tiny_runs(**variables):
    run = subprocess.run(
        [sys.executable, "-c", TINY_RUNS],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.split() for line in run.stdout.splitlines()]


def test_runs_are_the_same_without_compilation():
    compiled, plain = tiny_runs(NUMBA_DISABLE_JIT="0"), tiny_runs(NUMBA_DISABLE_JIT="1")
    assert [run[0] for run in compiled] == [kind.name for kind in OURS]
    assert all(int(n_rules) > 1 and int(ga_runs) > 1 for _, n_rules, ga_runs, _ in compiled)
    assert compiled == plain


A_FEW_CALLS = """
import pickle
import sys
from representation_cases import results_of_operators

representations = pickle.load(sys.stdin.buffer)
pickle.dump([results_of_operators(one) for one in representations], sys.stdout.buffer)
"""


@pytest.fixture(scope="module")
def plain_results():
    """What operators do without compilation, by settings; a warning is an error there."""
    folders = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", A_FEW_CALLS],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": folders},
        input=pickle.dumps(OUR_SETTINGS),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return dict(zip(map(label, OUR_SETTINGS), pickle.loads(done.stdout), strict=True))


@pytest.mark.parametrize("representation", OUR_SETTINGS, ids=label)
def test_operators_do_the_same_without_compilation(representation, plain_results):
    compiled = results_of_operators(representation)
    assert compiled == plain_results[label(representation)]
    assert len(set(compiled["rules"])) > 10
    assert set(compiled["general"]) == {False, True}
    degrees = set(map(float.fromhex, compiled["degrees"]))
    is_crisp = getattr(representation, "matches_crisply", False)
    assert degrees == {0.0, 1.0} if is_crisp else len(degrees) > 2


# ------------------------------------------------------------------ words and defaults

ALCOHOL = FeatureWords("alcohol", UnitScaling(np.array([11.03]), np.array([14.83])), 0)


@every_representation
@LAW
@given(pairs_of_rows(), SEEDS, ROUNDS)
def test_every_gene_has_a_text(representation, xs, seed, rounds):
    for rule in evolved(representation, *xs, seed, rounds):
        for gene in rule[: len(xs[0])]:
            text = representation.describe(gene, ALCOHOL)
            assert text == "" or "alcohol" in text
            assert "nan" not in text
            assert "np." not in text
            # what matches all values nearly fully may go unsaid
            if any(representation.membership(gene, x) < 0.99 for x in np.linspace(0, 1, 101)):
                assert text != ""
        if contract.rule_rows(representation):
            assert isinstance(representation.describe_rule(rule[-1]), str)


@every_representation
@pytest.mark.parametrize("x", [0.0, 0.3, 1.0, math.nan])
def test_a_gene_that_matches_everything_says_nothing(representation, x):
    gene = np.zeros(contract.gene_width(representation))
    representation.cover_any(gene, x, new_stream(1))
    places = np.linspace(0.0, 1.0, 1001)
    is_dont_care = all(representation.membership(gene, place) == 1.0 for place in places)
    assert (representation.describe(gene, ALCOHOL) == "") == is_dont_care


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.name)
def test_defaults_are_those_of_the_table(kind):
    table = hyperparameters.CONDITIONS[kind.name]
    assert {name: row.default for name, row in table.items()} == kind()._asdict()
    assert kind.parameters == table


@every_kind
def test_names_lead_to_the_kind(kind):
    with registry_as_before():
        contract.register(kind)
        for name in (kind.name, *getattr(kind, "aliases", ())):
            assert contract.kind_of(name.upper()) is kind
        assert contract.find(kind) == contract.find(kind.name) == kind()
    assert kind.__doc__
    assert kind.name in contract.names() or kind not in OURS


# ------------------------------------------------------------------ what `register` refuses


class Least(NamedTuple):
    """The least that is a representation: a crisp interval."""

    step: float = 0.1

    name = "whole"
    genes = ("low", "high")

    def support(self, gene):
        return gene[0], gene[1]

    def membership(self, gene, x):
        return 1.0 if gene[0] <= x <= gene[1] else 0.0

    def cover(self, gene, x, rng):
        gene[0] = x - self.step
        gene[1] = x + self.step * (1.0 + random(rng))

    def cover_any(self, gene, x, rng):
        gene[0] = 0.0
        gene[1] = 1.0

    def mutate(self, gene, rng):
        gene[0] -= self.step * random(rng)

    def repair(self, gene):
        gene[1] = max(gene[0], gene[1])

    def is_more_general(self, gene, other):
        return gene[0] <= other[0] and other[1] <= gene[1]

    def describe(self, gene, feature):
        return feature.interval(gene[0], gene[1])


def changed(**attributes):
    """A copy of the least with other attributes; None takes one away."""

    class Whole(NamedTuple):
        step: float = 0.1

    body = {name: getattr(Least, name) for name in ("name", "genes", *contract.REQUIRED)}
    for name, value in (body | attributes).items():
        if value is not None:
            setattr(Whole, name, value)
    return Whole


def message_of(do, *arguments):
    with pytest.raises(InputError) as caught, registry_as_before():
        do(*arguments)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_the_least_is_enough():
    contract.check(changed())
    trial.try_out(changed())


@every_kind
def test_all_representations_pass_the_trial(kind):
    trial.try_out(kind)


def number(self, gene):
    return 1.0


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ({"mutate": None}, "lacks the operator mutate"),
        ({"mutate": None, "cover": None}, "lacks the operator cover, mutate"),
        ({"repair": 7}, "operator repair of representation Whole must be a method, got 7"),
        ({"cover": number}, r"operator cover .* must take (self, gene, x, rng), got (self, gene)"),
        ({"name": None}, "needs a class attribute 'name' (str)"),
        ({"genes": ["low"]}, "needs a class attribute 'genes' (tuple)"),
        ({"_field_defaults": {}}, "hyperparameter step .* needs a number as default, got None"),
        ({"_field_defaults": {"step": "a"}}, "needs a number as default, got 'a'"),
        ({"make_crisp": number}, "defines make_crisp and so needs is_crisp"),
        (
            {"pack": lambda self, genes, rule, packed: None},
            "defines pack and so needs packed_width",
        ),
        ({"rule_genes": ("mixing",)}, "defines rule_genes and so needs cover_rule"),
        ({"cover_rule": lambda self, gene, rng: None}, "cover_rule and so needs rule_genes"),
    ],
)
def test_what_is_missing_is_named(attributes, words):
    text = message_of(contract.register, changed(**attributes))
    assert "representation Whole" in text
    assert all(part in text for part in words.split(" .* "))


def test_a_class_that_is_no_named_tuple_is_refused():
    assert "NamedTuple" in message_of(contract.register, int)
    assert "NamedTuple" in message_of(contract.register, 3)


def test_a_comparison_of_whole_rules_replaces_that_of_genes():
    contract.check(
        changed(is_more_general=None, rule_is_more_general=lambda self, genes, others: True)
    )


def write(*values):
    """An operator that writes these numbers, whatever its arguments."""

    def operator(self, gene, *others):
        gene[: len(values)] = values

    return operator


def of_gene(function):
    return lambda self, gene: function(gene)


def of_two(function):
    return lambda self, gene, other: function(gene, other)


def cover_by(function):
    return lambda self, gene, x, rng: function(gene, x)


def leave(gene, x):
    """Do nothing."""


@pytest.mark.parametrize(
    ("operator", "function", "words"),
    [
        ("membership", of_two(lambda gene, x: "a"), "must return a number, got 'a'"),
        ("membership", of_two(lambda gene, x: None), "must return a number, got None"),
        ("membership", of_two(lambda gene, x: gene), "must return a number, got array"),
        ("membership", of_two(lambda gene, x: 1.5), "must stay in [0, 1], got 1.5"),
        ("membership", of_two(lambda gene, x: math.nan), "must stay in [0, 1], got nan"),
        ("membership", of_two(lambda gene, x: gene[7]), "fails on a sample: IndexError"),
        ("membership", of_two(lambda gene, x: gene.a), "fails on a sample: AttributeError"),
        ("support", of_gene(lambda gene: gene[0]), "must return a pair (low, high)"),
        ("support", of_gene(lambda gene: (gene[1], gene[0])), "must return low <= high"),
        ("support", of_gene(lambda gene: (0.4, 0.41)), "must contain every x that matches"),
        ("cover", cover_by(leave), "leaves the number 'low' of a gene unset"),
        (
            "cover",
            cover_by(lambda gene, x: gene.fill(3.0)),
            "with membership 1 at its own x, got 0",
        ),
        ("cover_any", cover_by(leave), "leaves the number 'low' of a gene unset"),
        ("cover_any", cover_by(lambda gene, x: gene.fill(3.0)), "matches its own x"),
        ("mutate", of_two(lambda gene, rng: gene.fill(math.nan)), "leaves the number 'low'"),
        ("repair", of_gene(lambda gene: gene.__iadd__(0.1)), "change nothing the second time"),
        ("is_more_general", of_two(lambda gene, other: False), "True for a gene and itself"),
        ("is_more_general", of_two(lambda gene, other: None), "True or False, got None"),
        ("describe", of_two(lambda gene, feature: None), "must return text, got None"),
        ("is_crisp", of_gene(lambda gene: 2.0), "True or False, got 2.0"),
        ("degree", of_two(lambda genes, x: 0.4), "must be 1 where a covering rule was made"),
    ],
)
def test_the_trial_names_a_wrong_operator(operator, function, words):
    text = message_of(trial.try_out, changed(**{operator: function}))
    assert text.startswith(f"operator {operator} of representation Whole ")
    assert words in text


def test_the_trial_looks_at_crisp_forms_and_batches():
    crisp = {"is_crisp": of_gene(lambda gene: gene[0] < -5.0)}
    text = message_of(trial.try_out, changed(**crisp, make_crisp=write()))
    assert "operator make_crisp" in text
    assert "is_crisp is True" in text
    text = message_of(trial.try_out, changed(**crisp, make_crisp=write(-9.0)))
    assert "must keep the support" in text
    limited = {"repair": of_gene(lambda gene: gene.clip(-1.0, 2.0, out=gene))}
    crisp["is_crisp"] = of_gene(lambda gene: gene[0] == -1.5)
    crisp["support"] = of_gene(lambda gene: (0.0, 1.0))
    text = message_of(trial.try_out, changed(**crisp, **limited, make_crisp=write(-1.5)))
    assert "that repair does not change" in text
    batch = {
        "degree": of_two(lambda genes, x: 1.0),
        "degrees": lambda self, genes, packed, n_packed, x, rules, n, buffer, out: out.fill(0.5),
    }
    assert "operator degrees" in message_of(trial.try_out, changed(**batch))


def test_a_class_from_outside_is_tried_out_when_it_is_registered():
    broken = changed(membership=of_two(lambda gene, x: "a"))
    broken.__module__ = "somewhere"
    assert "must return a number" in message_of(contract.register, broken)


# ------------------------------------------------------------------ what does not compile


def returns_text(self, gene, x):
    if x > 5.0:
        return "a"
    return 1.0 if gene[0] <= x <= gene[1] else 0.0


def calls_a_method(self, gene, x, rng):
    gene[0] = 0.0
    gene[1] = 1.0
    self.repair(gene)


def makes_a_list(self, gene, rng):
    gene[0] = min(gene.tolist())


def makes_an_array(self, gene):
    gene[1] = max(np.sort(gene))


@pytest.mark.skipif(not is_compiled(), reason="compilation is off")
@pytest.mark.parametrize(
    ("operator", "function"),
    [
        ("membership", returns_text),
        ("cover_any", calls_a_method),
        ("mutate", makes_a_list),
        ("repair", makes_an_array),
    ],
)
def test_an_operator_that_does_not_compile_is_named(operator, function):
    kind = changed(**{operator: function})
    kind.__name__ = kind.__qualname__ = f"Whole_{operator}"  # compiled code is kept by this name
    trial.try_out(kind)  # as plain Python there is nothing wrong with it
    text = message_of(operators_of, kind())
    assert text.startswith(f"operator {operator} of representation {kind.__name__} cannot be ")
    assert "operators may use numbers" in text
