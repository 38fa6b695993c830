"""Numbers and switches that steer learning.

Names say the role; the article's symbol stands behind each. Switches choose between what the
article says and what its program does, where the two differ: SPEC E lists these places.
"""

from typing import NamedTuple

from beta4ucs.learning.records import record_type


class Config(NamedTuple):
    """What learning is told; `hyperparameters/` has the ranges of what users set.

    The last block comes from the kind of credit: `configure` in its file writes it.
    """

    max_rules: int  # N, copies counted
    max_conditions: int  # of a rule; 0 sets no limit
    crossover_rate: float  # chi
    tournament_fraction: float  # tau
    ga_threshold: float  # theta_GA
    deletion_threshold: float  # theta_del
    deletion_fraction: float  # delta
    subsumption_threshold: float  # theta_sub
    crispifies: bool
    subsumes_correct_set: bool
    subsumes_children: bool
    swaps_whole_genes: bool  # in crossover (SPEC E2)
    samples_tournament: bool  # as the article's footnote has it (SPEC E3)
    shuffles_every_epoch: bool  # (SPEC E5)
    keeps_order: bool  # of the rows: a stream
    skips_after_subsumption: bool  # (SPEC E15)
    keeps_deleted: bool  # in [M], for the rest of the iteration (SPEC E16)
    derives_sets: bool  # conditions on numbers never hold for unknown ones
    memory: float  # share of a rule's experience that it keeps at each match
    absumption_fraction: float  # of the mean fitness, below it a rule is over-general; 0 for never

    min_subsumer_fitness: float  # F_0 or acc_0; beyond it a rule may subsume and be crispified
    fitness_power: float  # nu, where fitness counts in selection and deletion
    accuracy_power: float  # nu, where fitness is a power of the accuracy
    learning_rate: float  # beta, of a moving average of set sizes
    voting_threshold: float  # theta_exp, experience beyond which a rule votes
    full_vote_experience: float  # younger rules vote with their share of it
    first_fitness: float  # of a covering rule
    first_set_size: float
    child_fitness: float  # NaN: that of the parent
    label_mutation_rate: float
    needs_same_label: bool  # to subsume a child, or to merge with it
    doubts_per_copy: bool  # deletion divides fitness by copies when it asks who is weak


CONFIG_TYPE = record_type(Config)
