"""Numbers and switches that steer learning."""

from typing import NamedTuple

from numba import types

from beta4ucs.kernels.references import Reference


class Config(NamedTuple):
    """What learning is told; `hyperparameters/` has the ranges of what users set.

    The last block comes from the kind of credit: `configure` in its file writes it.
    """

    max_rules: int
    max_conditions: int  # of a rule; 0 sets no limit
    crossover_rate: float
    tournament_fraction: float
    ga_threshold: float
    deletion_threshold: float
    deletion_fraction: float
    subsumption_threshold: float
    crispifies: bool
    subsumes_correct_set: bool
    subsumes_children: bool
    swaps_whole_genes: bool
    samples_tournament: bool
    shuffles_every_epoch: bool
    keeps_order: bool  # of the rows: a stream
    skips_after_subsumption: bool
    keeps_deleted: bool
    derives_sets: bool  # conditions on numbers never hold for unknown ones
    memory: float  # share of a rule's experience that it keeps at each match

    min_subsumer_fitness: float  # beyond it a rule may subsume and be crispified
    fitness_power: float  # nu, where fitness counts in selection and deletion
    accuracy_power: float  # nu, where fitness is a power of the accuracy
    learning_rate: float  # of a moving average of set sizes
    voting_threshold: float  # experience beyond which a rule votes
    full_vote_experience: float  # younger rules vote with their share of it
    first_fitness: float  # of a covering rule
    first_set_size: float
    child_fitness: float  # NaN: that of the parent
    label_mutation_rate: float
    needs_same_label: bool  # to subsume a child, or to merge with it
    doubts_per_copy: bool  # deletion divides fitness by copies when it asks who is weak


_NUMBA_TYPES = {int: types.int64, float: types.float64, bool: types.boolean}
CONFIG_TYPE = Reference(
    types.NamedTuple([_NUMBA_TYPES[kind] for kind in Config.__annotations__.values()], Config)
)
