"""The compiled trainer beside the naive one, and how to tell that they agree."""

import numpy as np

from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import FUZZY
from beta4ucs.learning.evolving_population import EvolvingPopulation
from beta4ucs.learning.system import new_features
from beta4ucs.learning.training_run import TrainingRun
from oracle import Oracle, Settings

EVERYTHING = 10**9  # iterations: up to the end of the run
FIELDS = (
    "genes",
    "label",
    "fitness",
    "experience",
    "numerosity",
    "set_size",
    "time_stamp",
    "mass",
    "sets",
)

# Low thresholds: every operator acts within a few hundred iterations.
BUSY = Settings(
    max_rules=100,
    dont_care_rate=0.33,
    crossover_rate=0.8,
    mutation_rate=0.2,
    tournament_fraction=0.4,
    ga_threshold=5.0,
    deletion_threshold=5.0,
    deletion_fraction=0.1,
    subsumption_threshold=3.0,
    min_subsumer_fitness=0.6,
    fitness_power=1.0,
    learning_rate=0.2,
    voting_threshold=3.0,
    crispifies=True,
    subsumes_correct_set=True,
    subsumes_children=True,
    swaps_whole_genes=False,
    samples_tournament=False,
    shuffles_every_epoch=False,
    skips_after_subsumption=True,
    keeps_deleted=True,
)
# Those that matter for any table.
SWITCHES = [
    name
    for name, value in BUSY._asdict().items()
    if isinstance(value, bool) and name not in ("derives_sets", "keeps_order")
]


def config_of(settings, credit):
    values = settings._asdict()
    plain = {name: values[name] for name in Config._fields if name in values}
    return Config(**plain | credit.configure(values))


def features_of(settings, inputs, parts=(), feature_weights=None):
    """What the trainer is told of the columns."""
    return new_features(
        inputs.shape[1] - len(parts),
        settings.dont_care_rate,
        settings.mutation_rate,
        [part.feature for part in parts],
        [part.n_values for part in parts],
        [part.is_numeric for part in parts],
        feature_weights,
    )


class WatchedOracle(Oracle):
    """Remembers the lowest mean fitness, close calls, and deleted rules that absorbed others."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.lowest_mean_fitness = np.inf
        self.closest_call = np.inf  # to zero mean fitness, or of an experienced rule to being weak
        self.n_deleted_subsumers = 0

    def vote(self, rule, mean):
        self.lowest_mean_fitness = min(self.lowest_mean_fitness, mean)
        self.closest_call = min(self.closest_call, abs(mean))
        if self.is_experienced(rule):
            distance = self.credit.strength_in_doubt(rule) - self.settings.deletion_fraction * mean
            self.closest_call = min(self.closest_call, abs(distance))
        return super().vote(rule, mean)

    def subsume_correct_set(self, correct):
        left = super().subsume_correct_set(correct)
        self.n_deleted_subsumers += any(
            rule.numerosity > 0 and not self.holds(rule) for rule in left
        )
        return left


def new_run(
    representation, settings, inputs, labels, n_classes, n_epochs, seed, credit=FUZZY, weights=None,
    **columns,
):  # fmt: skip
    features = features_of(settings, inputs, **columns)
    config = config_of(settings, credit)
    learner = EvolvingPopulation(representation, credit, config, features, n_classes, seed)
    return TrainingRun(learner, inputs, labels, n_epochs, weights)


def train_both(representation, settings, *arguments, credit=FUZZY, **named):
    run = new_run(representation, settings, *arguments, credit=credit, **named)
    run.advance(EVERYTHING)
    return run, WatchedOracle(representation, credit.name, settings, *arguments, **named).train()


def assert_same_as_oracle(run, oracle):
    history = run.history()
    assert history.keys() == oracle.history[0].keys()
    for name, values in history.items():
        assert values.tolist() == [epoch[name] for epoch in oracle.history], name
    assert_same_rules(run.rules(), oracle)


def assert_same_rules(rules, oracle):
    assert rules._fields == FIELDS
    for name, values in rules._asdict().items():
        assert values.tolist() == [getattr(rule, name) for rule in oracle.rules()], name


def are_same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one.rules(), other.rules(), strict=True))
