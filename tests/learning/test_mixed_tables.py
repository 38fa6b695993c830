"""Categories, unknown numbers, limits, weights, streams: the trainer against the naive one."""

import hypothesis
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from beta4ucs.learning.credit import ACCURACY, FUZZY
from beta4ucs.learning.evolving_population import EvolvingPopulation
from beta4ucs.representations import Bell, Beta4, Hyperrectangle, RectangleOrTriangle, Triangle
from beta4ucs.representations.contract import kind_of
from beta4ucs.voting.voter import Voter
from beta4ucs.voting.votes import OwnClassVotes
from oracle import COUNTED, Oracle, Stream
from oracle_tables import Part, Schedule
from trained_twice import (
    BUSY,
    EVERYTHING,
    are_same,
    assert_same_as_oracle,
    assert_same_rules,
    config_of,
    features_of,
    new_run,
    train_both,
)

SYSTEMS = [
    ("beta4", {"initial_shape": 2.0, "subsumption_tolerance": 0.5}, FUZZY),
    ("triangle", {}, FUZZY),
    ("triangle", {"flagged_dont_care": True, "peak_tolerance": 0.5}, FUZZY),
    ("trapezoid", {"overlap_threshold": 0.8}, FUZZY),
    ("rectangle-or-triangle", {}, FUZZY),  # it has a `vary` of its own
    ("bell", {"flagged_dont_care": True}, FUZZY),
    ("hyperrectangle", {}, FUZZY),
    ("hyperrectangle", {"cover_range": 0.4}, ACCURACY),
    ("hyperellipsoid", {"flagged_dont_care": True}, ACCURACY),
    ("curved-polytope", {}, ACCURACY),
    ("rectangle-or-polytope", {}, ACCURACY),  # it has genes of whole rules
]


def system_id(value):
    return "-".join(value) if isinstance(value, dict) else getattr(value, "name", value)


every_system = pytest.mark.parametrize(("name", "shape", "credit"), SYSTEMS, ids=system_id)


class Mixed:
    """Two numbers without holes, two with, two categories; the class follows a few of them."""

    def __init__(self, n_rows=70, seed=1, *, never=False, n_classes=3):
        rng = np.random.default_rng(seed)
        numbers = np.round(rng.random((n_rows, 4)), 2)
        colours, sizes = rng.integers(0, 5, n_rows), rng.integers(0, 3, n_rows)
        score = numbers[:, 0] + np.isin(colours, [0, 3]) + rng.random(n_rows) * 0.2
        self.labels = np.minimum(score * n_classes / 2, n_classes - 1).astype(np.int64)
        holes = rng.random((n_rows, 2)) < [0.3 + 0.3 * (self.labels[:, None] == 0)][0]
        numbers[:, 2:] = np.where(holes, np.nan, numbers[:, 2:])
        self.n_classes = n_classes
        named = 1 if never else 2  # "known", and "unknown" where it is learned from
        numeric = range(4) if never else (2, 3)
        self.parts = [Part(feature, named, is_numeric=True) for feature in numeric]
        self.parts += [Part(4, 5, is_numeric=False), Part(5, 3, is_numeric=False)]
        codes = [np.isnan(numbers[:, feature]) for feature in numeric]
        codes += [colours, sizes]
        unseen, unknown = rng.random(n_rows) < 0.05, rng.random(n_rows) < 0.1
        codes[-2] = np.where(unseen, 5, codes[-2])
        codes[-1] = np.where(unknown, -1, codes[-1])
        nothing = np.full((n_rows, 2), np.nan)
        self.inputs = np.column_stack([numbers, nothing, *codes]).astype(float)

    def both(self, representation, settings, n_epochs=5, seed=7, **named):
        return train_both(
            representation, settings, self.inputs, self.labels, self.n_classes, n_epochs, seed,
            parts=self.parts, **named,
        )  # fmt: skip


LEARN, NEVER = Mixed(), Mixed(never=True)
FEATURE_WEIGHTS = [2.0, 0.25, 1.0, 0.75, 1.75, 0.25]
FRACTIONS = np.where(LEARN.labels == 0, 1.75, 0.625)
WHOLE = np.arange(len(LEARN.labels)) % 3.0

CASES = {
    "values": (LEARN, {}, {}),
    "whole genes swapped": (LEARN, {"swaps_whole_genes": True}, {}),
    "never": (NEVER, {"derives_sets": True}, {}),
    "limit": (LEARN, {"max_conditions": 3, "mutation_rate": 0.5}, {}),
    "limit of one": (LEARN, {"max_conditions": 1, "mutation_rate": 0.3}, {}),
    "limit beyond the features": (LEARN, {"max_conditions": 9}, {}),
    "never, limit": (NEVER, {"derives_sets": True, "max_conditions": 2}, {}),
    "feature weights": (LEARN, {}, {"feature_weights": FEATURE_WEIGHTS}),
    "limit, feature weights": (LEARN, {"max_conditions": 2}, {"feature_weights": FEATURE_WEIGHTS}),
    "forgetting": (LEARN, {"memory": 0.9}, {}),
    "forgetting all": (LEARN, {"memory": 0.0, "subsumption_threshold": 0.5}, {}),
    "absumption": (LEARN, {"absumption_fraction": 0.9}, {}),
    "absumption, never, limit": (
        NEVER,
        {"derives_sets": True, "max_conditions": 3, "absumption_fraction": 0.9},
        {},
    ),
    "whole weights": (LEARN, {}, {"weights": WHOLE}),
    "fractional weights": (LEARN, {"shuffles_every_epoch": True}, {"weights": FRACTIONS}),
    "fractional weights, drawn anew all the same": (LEARN, {}, {"weights": FRACTIONS}),
    "everything": (
        NEVER,
        {"derives_sets": True, "max_conditions": 3, "memory": 0.95, "mutation_rate": 0.4},
        {"feature_weights": FEATURE_WEIGHTS, "weights": FRACTIONS},
    ),
}


@pytest.mark.parametrize("case", CASES)
@every_system
def test_mixed_tables_equal_the_oracle(name, shape, credit, case):
    table, changes, named = CASES[case]
    settings = BUSY._replace(**changes)
    run, oracle = table.both(kind_of(name)(**shape), settings, credit=credit, **named)
    assert_same_as_oracle(run, oracle)


@pytest.mark.parametrize("case", CASES)
def test_every_operator_acts_on_mixed_tables(case):
    """So that the equality above says something about it."""
    table, changes, named = CASES[case]
    settings = BUSY._replace(**changes)
    run, oracle = table.both(Beta4(), settings, **named, n_epochs=12)
    assert_same_as_oracle(run, oracle)
    idle = {counter for counter in COUNTED if run.history()[counter][-1] == 0}
    assert len(idle) < 2 if case == "limit of one" else not idle
    assert len({values for rule in oracle.rules() for values in rule.values}) > 3


# ------------------------------------------------------------------ anything


@st.composite
def mixed_tables(draw):
    """Rows, labels, number of classes, parts, and whether sets are derived."""
    never = draw(st.booleans())
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_rows, n_features = draw(st.integers(1, 50)), draw(st.integers(1, 6))
    levels = draw(st.sampled_from([0, 2, 4]))
    numbers = rng.random((n_rows, n_features))
    if levels:
        numbers = np.round(numbers * levels) / levels
    numbers = np.where(rng.random(numbers.shape) < rng.choice([0.0, 0.3]), np.nan, numbers)
    parts, codes = [], []
    for feature in range(n_features):
        kind = draw(st.sampled_from(["number", "number", "category"]))
        column = numbers[:, feature]
        if kind == "category":
            n_values = draw(st.sampled_from([1, 2, 3, 6, 61]))
            parts.append(Part(feature, n_values, is_numeric=False))
            codes.append(rng.integers(-1, n_values + 1, n_rows))
            column[:] = np.nan
        elif never or draw(st.booleans()):
            parts.append(Part(feature, 1 if never else 2, is_numeric=True))
            codes.append(np.isnan(column))
    n_classes = draw(st.integers(1, 4))
    labels = rng.integers(0, n_classes, n_rows)
    if draw(st.booleans()):
        labels = (np.nan_to_num(numbers[:, 0], nan=0.5) * (n_classes - 0.01)).astype(np.int64)
    return np.column_stack([numbers, *codes]).astype(float), labels, n_classes, parts, never


@st.composite
def mixed_settings(draw):
    return BUSY._replace(
        max_rules=draw(st.sampled_from([5, 20, 60])),
        dont_care_rate=draw(st.sampled_from([0.33, 0.0, 0.8])),
        mutation_rate=draw(st.sampled_from([0.2, 0.0, 0.6, 1.0])),
        crossover_rate=draw(st.sampled_from([0.8, 1.0])),
        ga_threshold=draw(st.sampled_from([5.0, 1.0])),
        subsumption_threshold=draw(st.sampled_from([3.0, 0.5])),
        min_subsumer_fitness=draw(st.sampled_from([0.6, 0.2])),
        max_conditions=draw(st.sampled_from([0, 0, 1, 2, 4])),
        memory=draw(st.sampled_from([1.0, 1.0, 0.9, 0.5])),
        swaps_whole_genes=draw(st.booleans()),
        shuffles_every_epoch=draw(st.booleans()),
        keeps_deleted=draw(st.booleans()),
    )


@hypothesis.settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(SYSTEMS), mixed_settings(), mixed_tables(), st.integers(0, 2**32))
def test_mixed_tables_equal_the_oracle_on_anything(data, system, settings, table, seed):
    name, shape, credit = system
    inputs, labels, n_classes, parts, never = table
    n_features = inputs.shape[1] - len(parts)
    eighths = st.integers(1, 24).map(lambda n: n / 8)  # their sums are exact
    feature_weights = data.draw(
        st.none() | st.lists(eighths, min_size=n_features, max_size=n_features)
    )
    weights = data.draw(st.none() | st.lists(eighths, min_size=len(labels), max_size=len(labels)))
    run, oracle = train_both(
        kind_of(name)(**shape), settings._replace(derives_sets=never), inputs, labels, n_classes, 3,
        seed, credit=credit, parts=parts, feature_weights=feature_weights, weights=weights,
    )  # fmt: skip
    assume(oracle.closest_call > 1e-9)
    assert_same_as_oracle(run, oracle)


# ------------------------------------------------------------------ laws of what comes out


@every_system
def test_no_rule_has_more_conditions_than_allowed(name, shape, credit):
    if hasattr(kind_of(name), "flagged_dont_care"):  # as `fit` asks for where there is a limit
        shape = {**shape, "flagged_dont_care": True}
    settings = BUSY._replace(max_conditions=2, mutation_rate=0.5)
    _, oracle = LEARN.both(kind_of(name)(**shape), settings, credit=credit)
    counts = [sum(oracle.asks(rule, feature) for feature in range(6)) for rule in oracle.rules()]
    assert max(counts) == 2
    assert len(set(counts)) > 1


@every_system
def test_unknown_numbers_meet_no_condition_where_they_never_match(name, shape, credit):
    settings = BUSY._replace(derives_sets=True)
    run, oracle = NEVER.both(kind_of(name)(**shape), settings, credit=credit)
    sets = run.rules().sets[:, :4]
    is_open = [[not oracle.asks(rule, feature) for feature in range(4)] for rule in oracle.rules()]
    np.testing.assert_array_equal(sets, np.where(is_open, 3, 1))


def test_features_without_weight_are_hardly_asked_about():
    settings = BUSY._replace(crossover_rate=0.0)
    weights = [5.75, 0.125, 0.125, 0.0, 0.0, 0.0]
    run = new_run(
        Beta4(), settings, LEARN.inputs, LEARN.labels, 3, 5, 7, parts=LEARN.parts,
        feature_weights=weights,
    )  # fmt: skip
    run.advance(EVERYTHING)
    rules = run.rules()
    is_open = np.all(rules.genes[:, :4] == [1.0, 1.0, 0.0, 1.0], axis=2)
    assert is_open[:, 0].mean() < 0.1
    assert is_open[:, 1].mean() > 0.8
    assert is_open[:, 3].all()
    assert (rules.sets[:, 1:] == [7, 63, 15]).all()


@pytest.mark.parametrize("derives", [True, False])
def test_rules_list_values(derives):
    """No set is empty, and the last bit is set where all named values are."""
    table = NEVER if derives else LEARN
    run, _ = table.both(Beta4(), BUSY._replace(derives_sets=derives))
    for part, bits in zip(table.parts, run.rules().sets.T, strict=True):
        named = 2**part.n_values - 1
        assert (bits & named > 0).all()
        is_open = bits >> part.n_values == 1
        if not (derives and part.is_numeric):
            np.testing.assert_array_equal(is_open, bits & named == named)
        assert 0 < is_open.mean() < 1
        assert bits.max() <= 2 * named + 1


# ------------------------------------------------------------------ weights of rows


@pytest.mark.parametrize("shuffles", [True, False])
def test_whole_weights_are_repeated_rows(shuffles):
    settings = BUSY._replace(shuffles_every_epoch=shuffles)
    times = WHOLE.astype(int)
    rows = np.repeat(LEARN.inputs, times, axis=0), np.repeat(LEARN.labels, times)
    weighted = new_run(
        Beta4(), settings, LEARN.inputs, LEARN.labels, 3, 4, 5, parts=LEARN.parts, weights=WHOLE
    )
    repeated = new_run(Beta4(), settings, *rows, 3, 4, 5, parts=LEARN.parts)
    for run in (weighted, repeated):
        run.advance(EVERYTHING)
    assert weighted.n_rows == repeated.n_rows == times.sum()
    assert are_same(weighted, repeated)


@hypothesis.settings(deadline=None)
@given(st.lists(st.integers(0, 40).map(lambda n: n / 8), min_size=1, max_size=12), st.integers(0))
def test_fractions_are_rounded_down_or_up_in_every_epoch(weights, seed):
    assume(sum(weights) >= 1 and any(weight % 1 for weight in weights))
    rows = Schedule(len(weights), weights).rows(Stream(seed))
    assert len(rows) == round(sum(weights))
    scale = len(rows) / sum(weights)
    for row, weight in enumerate(weights):
        assert abs(rows.count(row) - weight * scale) < 1.0 + 1e-9


def test_fractions_are_exact_on_average():
    weights, stream = [0.25, 1.5, 0.0, 2.0, 0.125, 1.125], Stream(3)
    schedule = Schedule(6, weights)
    drawn = [schedule.rows(stream) for _ in range(4000)]
    means = [sum(rows.count(row) for rows in drawn) / 4000 for row in range(6)]
    np.testing.assert_allclose(means, weights, atol=0.025)


def test_an_epoch_of_weighted_rows_has_as_many_iterations_as_they_add_up_to():
    run = new_run(
        Beta4(), BUSY, LEARN.inputs, LEARN.labels, 3, 4, 5, parts=LEARN.parts, weights=FRACTIONS
    )
    assert run.n_rows == round(FRACTIONS.sum())
    while run.iteration < run.n_iterations:
        run.advance(17)
    whole, _ = LEARN.both(Beta4(), BUSY, n_epochs=4, seed=5, weights=FRACTIONS)
    assert are_same(run, whole)
    np.testing.assert_array_equal(run.history()["iterations"], run.n_rows * np.arange(1, 5))


# ------------------------------------------------------------------ streams

STREAMED = BUSY._replace(keeps_order=True, memory=0.98)


def new_learner(representation, table=LEARN, settings=STREAMED, credit=FUZZY, seed=3):
    features = features_of(settings, table.inputs, table.parts)
    config = config_of(settings, credit)
    return EvolvingPopulation(representation, credit, config, features, table.n_classes, seed)


@pytest.mark.parametrize("full_vote_experience", [0.0, 8.0])
@every_system
def test_a_stream_equals_the_oracle(name, shape, credit, full_vote_experience):
    table = Mixed(n_rows=200, seed=4)
    settings = STREAMED._replace(full_vote_experience=full_vote_experience)
    representation = kind_of(name)(**shape)
    learner = new_learner(representation, table, settings, credit)
    oracle = Oracle(
        representation, credit.name, settings, table.inputs, table.labels, 3, 1, 3,
        parts=table.parts,
    )  # fmt: skip
    answers = learner.follow(table.inputs, table.labels)
    assert answers.tolist() == oracle.follow(table.inputs, table.labels)
    assert_same_rules(learner.rules(), oracle)
    assert answers[0] == -1
    assert len(set(answers[100:])) > 1


@pytest.mark.parametrize("piece", [1, 7, 50])
def test_a_stream_in_pieces_equals_one_at_once(piece):
    table = Mixed(n_rows=150, seed=4)
    whole, cut = new_learner(Beta4(), table), new_learner(Beta4(), table)
    expected = whole.follow(table.inputs, table.labels)
    answers = [
        cut.follow(table.inputs[start : start + piece], table.labels[start : start + piece])
        for start in range(0, 150, piece)
    ]
    np.testing.assert_array_equal(np.concatenate(answers), expected)
    assert are_same(whole, cut)
    assert whole.time == cut.time == 150
    assert cut.follow(table.inputs[:0], table.labels[:0]).shape == (0,)
    assert are_same(whole, cut)


def votes_of(learner, representation, inputs, n_classes=3):
    rules = learner.rules()
    weights = np.where(rules.experience > 3.0, rules.fitness * rules.numerosity, np.nan)
    return Voter(representation, rules, OwnClassVotes(weights, rules.label, n_classes)).votes(
        inputs
    )


@pytest.mark.parametrize(
    ("representation", "credit"),
    [
        (Beta4(), FUZZY),
        (Triangle(), FUZZY),
        (Bell(), FUZZY),
        (Hyperrectangle(), FUZZY),
        (Hyperrectangle(), ACCURACY),  # which needs rules that match crisply
    ],
    ids=system_id,
)
def test_an_heir_answers_alike_and_goes_on(representation, credit):
    table = Mixed(n_rows=400, seed=4)
    first, heir = (new_learner(representation, table, credit=credit) for _ in range(2))
    first.follow(table.inputs[:200], table.labels[:200])
    heir.adopt(first.rules(), first.time)
    assert heir.time == 200
    # slots that were free are closed up, and that is all
    for name, values in first.rules()._asdict().items():
        np.testing.assert_array_equal(getattr(heir.rules(), name), values, err_msg=name)
    np.testing.assert_array_equal(
        votes_of(first, representation, table.inputs), votes_of(heir, representation, table.inputs)
    )
    later, labels = table.inputs[200:], table.labels[200:]
    answers = [learner.follow(later, labels) for learner in (first, heir)]
    accuracies = [np.mean(answer == labels) for answer in answers]
    assert answers[0][0] == answers[1][0]
    assert abs(accuracies[0] - accuracies[1]) < 0.12
    assert min(accuracies) > 0.35
    rules = heir.rules()
    assert rules.numerosity.sum() == BUSY.max_rules
    assert (rules.numerosity > 0).all()
    assert (rules.experience >= 0.0).all()
    assert np.isfinite(rules.set_size).all()
    # no rule stands there twice: twins are found among adopted rules too
    same_label = [rules.label] if credit is ACCURACY else []
    seen = zip(
        map(bytes, np.ascontiguousarray(rules.genes)), rules.sets.tolist(), *same_label, strict=True
    )
    assert len({str(rule) for rule in seen}) >= rules.n_rules - 3  # crispified ones may meet


def test_an_heir_without_rules_starts_afresh():
    first, heir = new_learner(RectangleOrTriangle()), new_learner(RectangleOrTriangle())
    heir.adopt(first.rules(), 0)
    np.testing.assert_array_equal(
        first.follow(LEARN.inputs, LEARN.labels), heir.follow(LEARN.inputs, LEARN.labels)
    )
    assert are_same(first, heir)
