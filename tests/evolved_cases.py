"""Tables and settings that the tests of learned votes share."""

import numpy as np

from beta4ucs.data.encoding import ValueSet
from beta4ucs.evolved_rules.learning import Table
from beta4ucs.evolved_rules.populations import Breed
from beta4ucs.evolved_rules.settings import Settings
from beta4ucs.hyperparameters import HYPERPARAMETERS
from beta4ucs.learning.credit import CREDITS
from beta4ucs.learning.system import config_from, new_features
from beta4ucs.representations.beta4 import Beta4

SMALL = Settings(
    n_populations=3,
    n_epochs=3,
    n_rules=20,
    n_single_rules=20,
    most_rules=20,
    most_rules_of_many=20,
    most_rules_of_any=20,
)


def breed_for(table, representation=None):
    """The default learner, with few copies."""
    params = {name: one.default for name, one in HYPERPARAMETERS.items()} | {"max_rules": 100}
    credit = CREDITS["fuzzy"]
    features = new_features(
        table.n_features,
        params["dont_care_rate"],
        params["mutation_rate"],
        [part.feature for part in table.value_sets],
        [len(part.values) for part in table.value_sets],
        [int(part.is_numeric) for part in table.value_sets],
    )
    config = config_from(params, credit, max_conditions=5)
    return Breed(Beta4() if representation is None else representation, credit, config, features)


def numeric_table(n_rows=120, n_features=4, n_classes=2, seed=0):
    """Classes by the sum of two features, with some noise."""
    rng = np.random.default_rng(seed)
    inputs = rng.random((n_rows, n_features))
    total = inputs[:, 0] + inputs[:, -1] + 0.1 * rng.random(n_rows)
    labels = np.searchsorted(np.quantile(total, np.arange(1, n_classes) / n_classes), total)
    return Table(inputs, labels, np.ones(n_rows), n_classes, ())


def mixed_table(n_rows=150, seed=0):
    """A number, a number that can be unknown, and a category that can be unknown."""
    rng = np.random.default_rng(seed)
    known = rng.random(n_rows) > 0.2
    values = rng.integers(0, 5, n_rows)
    inputs = np.column_stack(
        [
            rng.random(n_rows),
            np.where(known, rng.random(n_rows), np.nan),
            np.full(n_rows, np.nan),
            np.where(known, 0, 1),
            values,
        ]
    )
    chance = 0.1 + 0.4 * ~known + 0.4 * np.isin(values, [1, 3])
    labels = (rng.random(n_rows) < chance).astype(np.int64)
    sets = (
        ValueSet(1, ("known", "unknown"), True, True),
        ValueSet(2, ("a", "b", "c", "d", "unknown"), False, True),
    )
    return Table(inputs, labels, np.ones(n_rows), 2, sets)
