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
    count("n_epochs", 50, "Number of passes over the training rows."),
    count("max_rules", 2000, "Maximum number of copies of rules in the population.", "N"),
    switch(
        "crispify",
        True,
        "Turn fuzzy conditions of accurate rules into plain intervals (FBRC); no effect on "
        "representations without a crisp form.",
        FUZZY,
    ),
    share("dont_care_rate", "P_#", 0.33, "Probability that covering leaves a feature open."),
    threshold(
        "voting_threshold", "θ_exp", 10, "Experience a rule must exceed before it votes.", FUZZY
    ),
    threshold(
        "full_vote_experience",
        "",
        0,
        "Experience from which a rule votes with full weight; rules with less have a "
        "proportional vote. 0 gives all rules their full vote, as in the authors' program.",
        (UCS,),
    ),
    share(
        "learning_rate",
        "β",
        0.2,
        "Weight of the newest correct set in a rule's moving average of their sizes.",
        low_open=True,
        systems=(UCS,),
    ),
    choice(
        "tie_break",
        ("first", "majority", "random"),
        "Which class is predicted if several have the highest vote: the first, as in the "
        "article's tables, the most frequent in training, or a random one.",
    ),
)

# What tables of today ask for beyond the article.
TABLES = table(
    choice(
        "missing",
        ("learn", "matches", "never"),
        "Which conditions a missing value meets: those that learned to accept it, in columns "
        "with missing values in training; all, as in the article; or none.",
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
        meaning="Maximum number of conditions of a rule; 'auto' depends on the number of rows if "
        "there are more than 40 features, and sets no limit otherwise.",
    ),
    share(
        "forgetting",
        "",
        0.0,
        "Share of its experience that a rule forgets at each match, for streams with drift.",
    ),
    switch("attribute_tracking", False, "Record which features were useful for each training row."),
)

# How long training goes on and what it tells; none of these changes what a step learns.
CONTROL = table(
    switch(
        "early_stopping",
        False,
        "Hold out some rows and stop when the accuracy on them no longer improves.",
    ),
    share(
        "validation_fraction",
        "",
        0.1,
        "Share of the rows that early stopping holds out.",
        low_open=True,
        high_open=True,
    ),
    count("n_iter_no_change", 10, "Epochs without improvement before early stopping."),
    threshold("tol", "", 1e-4, "Accuracy that counts as an improvement for early stopping."),
    switch("track_accuracy", False, "Add the training accuracy of every epoch to the history."),
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
