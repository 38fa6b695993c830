"""What a step of learning is given besides the population: a learning system, and its work space.

UCS, Fuzzy-UCS and beta4-UCS are one trainer with other parts: a representation says what a
condition is, a kind of credit how rules are judged. Both stand side by side in a system, and
neither knows the other. It stays the same while it learns. The work space is what one iteration
writes down, and nothing in it is read by the next.

Here, too, is how the parts come about: the configuration from hyperparameters, the features from
what is known of the columns.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np

from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import Credit, compile_update, update_type
from beta4ucs.learning.dispatch import OPERATORS_TYPE, Operators, operators_of
from beta4ucs.learning.features import Features
from beta4ucs.learning.matching import CorrectSet, MatchSet, match_set_lengths
from beta4ucs.learning.population import NEWCOMERS, Population
from beta4ucs.learning.records import allocate, floats, ints, record_type, streams
from beta4ucs.learning.selection import LANES


class LearningSystem(NamedTuple):
    """The two exchangeable parts, representation and credit, and what they are told."""

    operators: Operators  # of the representation
    update_credit: object  # of the kind of credit
    features: Features
    config: Config
    # Set back before each use: where one gene must come out like any other, see `specificity.py`.
    fixed_stream: Annotated[np.ndarray, streams(1)]


def system_type(*, is_plain: bool):
    """Return the Numba type of a system for plain rules, or for mixed ones."""
    return record_type(
        LearningSystem, operators=OPERATORS_TYPE, update_credit=update_type(is_plain)
    )


class Workspace(NamedTuple):
    """[M], [C], and what the operations on them write down; only `absence` outlives an iteration.

    Kernels allocate nothing, so every list that they make needs a place that is there already. It
    stands here, one for each use: names tell more than reused buffers save. Lists are as long as
    all rules and one more, since loops without branches write one further. How many entries of a
    list count is in its record, or returned by the kernel that makes it.
    """

    match_set: MatchSet
    correct_set: CorrectSet
    contained: Annotated[np.ndarray, ints("places")]  # rules of [C] that the subsumer contains
    outsiders: Annotated[np.ndarray, ints("words")]  # bit set: rules that it cannot contain
    candidates: Annotated[np.ndarray, ints("places")]  # rules of [C] that may become parents
    strengths: Annotated[np.ndarray, floats("places")]  # their weights in selection: F^nu * mu
    parents: Annotated[np.ndarray, ints(2)]  # those selected
    lanes: Annotated[np.ndarray, floats(LANES)]  # partial sums of deletion
    absence: Annotated[np.ndarray, floats("copies")]  # (1 - tau)^num, see `selection.py`
    dont_care: Annotated[np.ndarray, floats("features")]  # 1 for features that covering leaves open
    class_votes: Annotated[np.ndarray, floats("classes")]


WORKSPACE_TYPE = record_type(Workspace)


def is_plain_system(config: Config, features: Features) -> bool:
    """Tell whether rules are plain: no column lists values, and conditions have no limit."""
    return config.max_conditions == 0 and len(features.coded) == 0


def new_system(
    representation, credit: Credit, config: Config, features: Features
) -> LearningSystem:
    """Put a system together, compiling what is not in the cache yet.

    The last block of the configuration must be as `credit.configure` gives it.
    """
    is_plain = is_plain_system(config, features)
    return LearningSystem(
        operators=operators_of(
            representation, crispifies=config.crispifies, changes_genes=not is_plain
        ),
        update_credit=compile_update(credit, is_plain=is_plain),
        features=features,
        config=config,
        fixed_stream=np.zeros(1, dtype=np.uint64),
    )


def new_workspace(population: Population, config: Config) -> Workspace:
    """Allocate the work space for a population, and fill the table of `absence`."""
    slots, n_gene_rows = population.stats.shape[0], population.genes.shape[1]
    lengths = match_set_lengths(slots, population.alive.shape[0], n_gene_rows) | {
        "copies": config.max_rules + NEWCOMERS + 2,
        "features": population.support.shape[2],
        "classes": population.mass.shape[1],
    }
    workspace = allocate(Workspace, lengths)
    workspace.absence[0] = 1.0
    workspace.absence[1:] = 1.0 - config.tournament_fraction
    np.cumprod(workspace.absence, out=workspace.absence)
    return workspace


def config_from(
    params: Mapping[str, Any], credit: Credit, *, max_conditions: int = 0, keeps_order: bool = False
) -> Config:
    """Turn checked hyperparameters into what the learning kernels read."""
    of_credit = credit.configure(params)
    same_name = (set(Config._fields) & set(params)) - {*of_credit, "max_conditions"}
    return Config(
        **of_credit,
        **{name: params[name] for name in same_name},
        crispifies=params.get("crispify", False),
        subsumes_correct_set=params["subsume_correct_set"],
        subsumes_children=params["subsume_children"],
        swaps_whole_genes=params["crossover_unit"] == "gene",
        samples_tournament=params["tournament"] == "sample",
        shuffles_every_epoch=params["shuffle"] == "every_epoch",
        keeps_order=keeps_order,
        skips_after_subsumption=params["skip_after_subsumption"],
        keeps_deleted=params["keep_deleted"],
        max_conditions=max_conditions,
        derives_sets=params["missing"] == "never",
        memory=1.0 - params["forgetting"],
    )


def new_features(
    n_features: int,
    dont_care_rate: float,
    mutation_rate: float,
    coded=(),
    n_values=(),
    is_numeric=(),
    weights=None,
) -> Features:
    """Spell out rates for every feature.

    Features that tell more of the class than others can be given larger weights: rules then ask
    about them more often. A weight scales the chance to ask, 1 - P_#, in covering and the chance to
    mutate; on average both are what they are without weights, unless a chance would exceed 1.

    Parameters
    ----------
    n_features : int
    dont_care_rate, mutation_rate : float
        What they are on average.
    coded, n_values, is_numeric : sequences of int
        One entry a set, see `Features`.
    weights : array of shape (n_features,), optional
        How readily rules ask about each feature, not negative; all alike by default.
    """
    coded, is_numeric = np.array(coded, dtype=np.int64), np.array(is_numeric, dtype=np.int64)
    share = np.ones(n_features)
    if weights is not None:
        share = np.asarray(weights, dtype=np.float64) / np.mean(weights)
    dont_care = np.clip(1.0 - (1.0 - dont_care_rate) * share, 0.0, 1.0)
    if weights is None:
        dont_care = np.full(n_features, dont_care_rate)
    rates = np.clip(mutation_rate * share, 0.0, 1.0)
    gene_rates = np.append(rates, mutation_rate)
    gene_rates[coded[is_numeric == 0]] = 0.0  # a category has no number to change
    set_of = np.full(n_features, -1)
    set_of[coded] = np.arange(len(coded))
    return Features(
        coded=coded,
        set_of=set_of,
        n_values=np.array(n_values, dtype=np.int64),
        is_numeric=is_numeric,
        dont_care=dont_care,
        gene_rates=gene_rates,
        rates=rates,
        reach=np.cumsum(share),
    )
