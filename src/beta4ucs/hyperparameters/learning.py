"""How rules are learned and vote, and how long training goes on."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from beta4ucs.hyperparameters.hyperparameter import Hyperparameter
from beta4ucs.hyperparameters.rows import choice, count, share, switch, table, threshold

BETA4_UCS, UCS, FUZZY_UCS = "beta4-ucs", "ucs", "fuzzy-ucs"
FUZZY = (BETA4_UCS, FUZZY_UCS)  # systems whose rules match by degrees

# How rules are learned and vote. Where the article and the authors' program differ, the default
# is what the program does (SPEC, table E).
LEARNING = table(
    count("n_epochs", 50, "How often every training row is shown."),
    count("max_rules", 2000, "Most copies of rules in the population.", "N"),
    switch(
        "crispify",
        True,
        "Turn proven fuzzy conditions into plain intervals (FBRC); without effect on "
        "representations that have no such form.",
        FUZZY,
    ),
    share("dont_care_rate", "P_#", 0.33, "Chance that covering leaves a feature open."),
    share("crossover_rate", "χ", 0.8, "Chance that two children exchange conditions."),
    share("mutation_rate", "p_mut", 0.04, "Chance that a child's condition on a feature changes."),
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
        "Experience beyond which weak rules are deleted more readily.",
    ),
    share(
        "deletion_fraction",
        "δ",
        0.1,
        "Share of the mean fitness below which a rule counts as weak; the article prints 0.01, "
        "the authors' program uses 0.1.",
    ),
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
    threshold(
        "voting_threshold", "θ_exp", 10, "Experience a rule must exceed before it votes.", FUZZY
    ),
    threshold(
        "full_vote_experience",
        "",
        0,
        "Experience from which a rule votes with full weight, younger ones with their share of "
        "it; 0 gives all their full vote, as in the authors' program.",
        (UCS,),
    ),
    Hyperparameter(
        name="learning_rate",
        symbol="β",
        default=0.2,
        kind="float",
        low_open=True,
        high=1.0,
        meaning="Weight of the newest correct set in a rule's moving average of their sizes.",
        systems=(UCS,),
    ),
    switch("subsume_correct_set", True, "Let general rules absorb others of the correct set."),
    switch("subsume_children", True, "Let parents absorb children that say nothing new."),
    choice(
        "crossover_unit",
        ("parameter", "gene"),
        "What is exchanged: single parameters as in the authors' program, or a feature's whole "
        "condition as in the article.",
    ),
    choice(
        "tournament",
        ("copies", "sample"),
        "Who competes to be a parent: every copy by chance as in the authors' program, or a "
        "sample of rules as in the article.",
    ),
    choice(
        "shuffle",
        ("once", "every_epoch"),
        "When the order of the rows is drawn: before the first epoch as in the authors' program, "
        "or anew before each.",
    ),
    choice(
        "tie_break",
        ("first", "majority", "random"),
        "Which class is answered if several have the highest vote: the first as in the "
        "article's tables, the most frequent in training, or one drawn from the seed.",
    ),
    switch(
        "skip_after_subsumption",
        True,
        "Pass over the rule that follows a subsumed one, as the authors' program does.",
    ),
    switch(
        "keep_deleted",
        True,
        "Let a rule that was deleted after covering take part in the iteration to its end, as "
        "in the authors' program.",
    ),
)

# What tables of today ask for beyond the article.
TABLES = table(
    choice(
        "missing",
        ("learn", "matches", "never"),
        "Which conditions a missing value meets: those that have learned to, in columns where "
        "values are missing in training; all, as in the article; or none.",
        article="matches",
    ),
    Hyperparameter(
        name="max_conditions",
        default=None,
        kind="int",
        high=1_000_000,
        none_means="chosen from the rows where there are more than 40 columns, else no limit",
        meaning="Most features that a rule asks about; 0 sets no limit, None chooses one from the "
        "rows where there are more than 40 features.",
    ),
    share(
        "forgetting",
        "",
        0.0,
        "Share of what a rule has seen that it forgets at each match, for streams that drift.",
    ),
    switch("attribute_tracking", False, "Find out which features served each row of the training."),
)

# How long training goes on and what it tells; none of these changes what a step learns.
CONTROL = table(
    switch(
        "early_stopping",
        False,
        "Hold out some rows and stop when the accuracy on them no longer improves.",
    ),
    Hyperparameter(
        name="validation_fraction",
        default=0.1,
        kind="float",
        low_open=True,
        high=1.0,
        high_open=True,
        meaning="Share of the rows that early stopping holds out.",
    ),
    count("n_iter_no_change", 10, "Epochs without improvement before early stopping."),
    threshold("tol", "", 1e-4, "Accuracy that counts as an improvement for early stopping."),
    switch("track_accuracy", False, "Write the training accuracy of every epoch to the history."),
    Hyperparameter(
        name="verbose",
        default=0,
        kind="int",
        high=2,
        meaning="0 is silent, 1 prints a line a second, 2 a line an epoch.",
    ),
)

SYSTEMS: Mapping[str, Mapping[str, Hyperparameter]] = MappingProxyType(
    {
        system: table(
            *(row for row in LEARNING.values() if not row.systems or system in row.systems)
        )
        for system in (BETA4_UCS, UCS, FUZZY_UCS)
    }
)
