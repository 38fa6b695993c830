"""How rules are learned and vote, and how long training goes on."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from beta4ucs.hyperparameters.evolution import EVOLUTION
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
    choice(
        "tie_break",
        ("first", "majority", "random"),
        "Which class is answered if several have the highest vote: the first as in the "
        "article's tables, the most frequent in training, or one drawn from the seed.",
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
        default="auto",
        kind="int",
        low=1,
        high=1_000_000,
        choices=("auto",),
        none_means="no limit",
        meaning="Most features that a rule asks about; 'auto' goes by the number of rows where "
        "there are more than 40 features, and sets no limit elsewhere.",
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
        meaning="0 is silent, 1 prints one line per second, 2 one line per epoch.",
    ),
)

SYSTEMS: Mapping[str, Mapping[str, Hyperparameter]] = MappingProxyType(
    {
        system: table(
            *(row for row in LEARNING.values() if not row.systems or system in row.systems),
            *EVOLUTION.values(),
        )
        for system in (BETA4_UCS, UCS, FUZZY_UCS)
    }
)
