"""The final rules against plain NumPy: which come first, and which weights they get."""

import numpy as np
import pytest
from scipy.optimize import minimize

from beta4ucs.evolved_rules.consequents import soft_consequents
from beta4ucs.evolved_rules.imitation import Ends, imitate
from beta4ucs.voting.decisions import softmax

PENALTY = 0.5


@pytest.fixture
def problem():
    rng = np.random.default_rng(2)
    degrees = (rng.random((12, 200)) * (rng.random((12, 200)) < 0.4)).astype(np.float32)
    truth = softmax(degrees[:4].T @ rng.normal(size=(4, 3)) * 3)
    labels = np.array([rng.choice(3, p=row) for row in truth])
    said = soft_consequents(degrees, np.eye(3)[labels], np.ones(200))
    return degrees, said.evidence, truth, np.ones(200)


def penalties(degrees, evidence):
    """Penalties of rules: as large as what they say, and as their degrees vary."""
    mean = degrees.mean(axis=1)
    crispness = degrees.var(axis=1) / (mean * (1 - mean))
    return PENALTY * crispness * (evidence**2).max(axis=1)


def loss(degrees, evidence, target, weights, start):
    chances = softmax(degrees.T.astype(float) @ (weights[:, None] * evidence) + start)
    return -np.sum(target * np.log(chances)) + np.sum(penalties(degrees, evidence) * weights**2) / 2


def test_first_rule_has_the_largest_gain(problem):
    degrees, evidence, target, _ = problem
    chance = target.mean(axis=0)
    slope = np.einsum("rn,nc,rc->r", degrees, chance - target, evidence)
    curve = (degrees.astype(float) ** 2).sum(axis=1) * (
        evidence**2 @ chance - (evidence @ chance) ** 2
    )
    gains = np.where(slope < 0, slope**2 / (curve + penalties(degrees, evidence)), 0.0)
    path = imitate(*problem, PENALTY, 5)
    assert path.rules[0] == gains.argmax()


def test_first_rule_with_corrections_has_the_largest_gain_of_all_its_votes(problem):
    degrees, evidence, target, _ = problem
    pull = 0.2
    chance = target.mean(axis=0)
    slope = np.einsum("rn,nc->rc", degrees, target - chance)
    curve = (degrees.astype(float) ** 2).sum(axis=1)[:, None] * (2 * chance * (1 - chance)) + pull
    gains = np.where(slope * evidence > 0, slope**2 / curve, 0.0).sum(axis=1)
    path = imitate(*problem, PENALTY, 5, correction_penalty=pull)
    assert path.rules[0] == gains.argmax()


def test_weights_are_the_best_that_are_not_negative(problem):
    degrees, evidence, target, _ = problem
    path = imitate(*problem, PENALTY, 12)
    chosen = path.rules
    n = len(chosen)

    def of(vector):
        return loss(degrees[chosen], evidence[chosen], target, vector[:n], vector[n:])

    best = minimize(of, np.zeros(n + 3), bounds=[(0, None)] * n + [(None, None)] * 3)
    ours = of(np.r_[path.weights[-1], path.starts[-1]])
    assert ours <= best.fun + 1e-2
    assert path.weights.min() >= 0.0


def test_divergence_falls_along_the_path(problem):
    degrees, evidence, target, _ = problem
    path = imitate(*problem, 1e-3, 12)
    assert np.all(np.diff(path.losses) < 1e-6)
    stop = len(path.sizes) - 1
    chances = softmax(
        degrees[path.rules].T.astype(float) @ (path.weights[stop][:, None] * evidence[path.rules])
        + path.starts[stop]
    )
    expected = np.mean(np.sum(target * np.log(target / chances), axis=1))
    assert path.losses[stop] == pytest.approx(expected, rel=1e-6)


def test_a_broad_rule_leaves_the_start_alone():
    slope = np.linspace(0.2, 1.0, 200, dtype=np.float32)[None]
    evidence = np.array([[-0.05, 0.05]])
    target = softmax(np.column_stack([np.zeros(200), 4.0 * slope[0] - 2.0]))
    path = imitate(slope, evidence, target, np.ones(200), 1e-6, 1)
    assert path.weights[-1] * 0.1 == pytest.approx(4.0, rel=0.02)
    assert np.diff(path.starts[-1])[0] == pytest.approx(-2.0, rel=0.05)
    assert path.losses[-1] < 1e-4 < path.first_loss


def test_nothing_is_chosen_that_says_nothing():
    degrees = np.ones((2, 10), dtype=np.float32)
    target = np.full((10, 2), 0.5)
    path = imitate(degrees, np.array([[0.3, -0.3], [0.0, 0.0]]), target, np.ones(10), 0.1, 5)
    assert len(path.rules) == 0
    assert path.sizes.tolist() == [0]


def test_corrected_votes_are_the_best_that_keep_the_sign_of_evidence(problem):
    degrees, evidence, target, _ = problem
    pull = 0.2
    path = imitate(*problem, 1e-6, 12, correction_penalty=pull)
    chosen, stop = path.rules, len(path.sizes) - 1
    votes = path.weights[stop][:, None] * path.evidence[stop]
    assert np.all(votes * evidence[chosen] >= -1e-12)

    def divergence(table, start):
        chances = softmax(degrees[chosen].T.astype(float) @ table + start)
        return np.mean(np.sum(target * np.log(target / chances), axis=1))

    assert path.losses[stop] == pytest.approx(divergence(votes, path.starts[stop]), rel=1e-6)
    n, size = len(chosen), votes.size

    def of(vector):  # what a correction costs depends on the weight that it corrects
        table = vector[:size].reshape(votes.shape)
        weight = vector[size : size + n]
        cost = pull / 2 * np.sum((table - weight[:, None] * evidence[chosen]) ** 2)
        return 200 * divergence(table, vector[size + n :]) + cost

    told = [(0, None) if e > 0 else (None, 0) for e in evidence[chosen].ravel()]
    bounds = told + [(0, None)] * n + [(None, None)] * 3
    best = minimize(of, np.zeros(size + n + 3), bounds=bounds, options={"maxfun": 1_000_000})
    assert 200 * path.losses[stop] <= best.fun + 0.5
    assert best.fun < 200 * imitate(*problem, 1e-6, 12).losses[-1] - 1.0


def test_corrected_evidence_is_as_strong_as_what_was_given(problem):
    _, evidence, _, _ = problem
    path = imitate(*problem, PENALTY, 8, correction_penalty=0.2)
    given = evidence[path.rules]
    heard = path.weights[-1] > 0.0
    assert np.std(path.evidence[-1], axis=1)[heard] == pytest.approx(np.std(given, axis=1)[heard])
    assert not np.allclose(path.evidence[-1], given)
    plain = imitate(*problem, PENALTY, 8)
    assert np.array_equal(plain.evidence[-1], evidence[plain.rules])


def test_a_path_ends_where_the_divergence_will_do(problem):
    whole = imitate(*problem, 1e-3, 12)
    ends = Ends(0.0, 0.0, 2.0 * whole.losses[-1] / whole.first_loss)
    assert ends.within(whole.first_loss) == 0.0
    assert len(imitate(*problem, 1e-3, 12, ends=ends).rules) == len(whole.rules)
    ends = ends._replace(least_share=1.0)
    short = imitate(*problem, 1e-3, 12, ends=ends)
    within = ends.within(whole.first_loss)
    assert short.losses[-1] <= within < short.losses[-2]
    n = len(short.sizes)
    assert np.array_equal(short.weights, whole.weights[:n, : len(short.rules)])
    assert n < len(whole.sizes)


@pytest.mark.parametrize(("whole", "expected"), [(0.1, 0.004), (0.3, 0.005), (1.0, 0.01)])
def test_ends_are_shares_of_all_there_is_to_be_said_within_limits(whole, expected):
    assert Ends(0.005, 0.01, 0.04).within(whole) == pytest.approx(expected)
