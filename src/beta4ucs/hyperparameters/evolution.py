"""How rules are bred, subsumed and deleted: the fields of `beta4ucs.Evolution`."""

from __future__ import annotations

from beta4ucs.hyperparameters.hyperparameter import Hyperparameter
from beta4ucs.hyperparameters.rows import choice, share, switch, table, threshold

# Where the article and the authors' program differ, the default is what the program does
# (SPEC, table E).
EVOLUTION = table(
    share("crossover_rate", "χ", 0.8, "Probability that two children exchange conditions."),
    choice(
        "crossover_unit",
        ("parameter", "gene"),
        "What is exchanged: single parameters as in the authors' program, or a feature's whole "
        "condition as in the article.",
    ),
    share(
        "mutation_rate",
        "p_mut",
        0.04,
        "Probability that a child's condition on a feature is mutated.",
    ),
    choice(
        "tournament",
        ("copies", "sample"),
        "What competes to be a parent: each copy at random, as in the authors' program, or a "
        "sample of rules, as in the article.",
    ),
    share(
        "tournament_fraction",
        "τ",
        0.4,
        "Share of the correct set that competes to be a parent; 0 selects by roulette.",
    ),
    threshold(
        "ga_threshold",
        "θ_GA",
        50,
        "Mean number of iterations a correct set waits before it breeds again.",
    ),
    threshold(
        "deletion_threshold",
        "θ_del",
        50,
        "Experience beyond which weak rules are more likely to be deleted.",
    ),
    share(
        "deletion_fraction",
        "δ",
        0.1,
        "Share of the mean fitness below which a rule counts as weak; the article prints 0.01, "
        "the authors' program uses 0.1.",
    ),
    switch(
        "keep_deleted",
        True,
        "Let a rule that was deleted after covering take part until the end of the iteration, as "
        "in the authors' program.",
    ),
    switch("subsume_correct_set", True, "Let general rules absorb others of the correct set."),
    switch("subsume_children", True, "Let parents absorb children that say nothing new."),
    threshold(
        "subsumption_threshold",
        "θ_sub",
        50,
        "Experience a rule needs before it subsumes others or becomes crisp.",
    ),
    share(
        "min_subsumer_fitness",
        "F_0, acc_0",
        0.99,
        "Fitness, in UCS accuracy, a rule must exceed before it subsumes others or becomes crisp.",
    ),
    switch(
        "skip_after_subsumption",
        True,
        "Skip the rule that follows a subsumed one, as the authors' program does.",
    ),
    share(
        "absumption_fraction",
        "",
        0.0,
        "Share of the mean fitness below which an experienced rule counts as over-general and is "
        "made more specific; 0 leaves such rules to deletion, as in the article.",
    ),
    Hyperparameter(
        name="fitness_power",
        symbol="ν",
        default=1.0,
        kind="float",
        low_open=True,
        high=100.0,
        meaning="Exponent of the fitness in selection and deletion; in UCS fitness is accuracy to "
        "this power.",
    ),
    choice(
        "shuffle",
        ("once", "every_epoch"),
        "When rows are shuffled: once before the first epoch, as in the authors' program, or "
        "before every epoch.",
    ),
)
