"""The history of a run: what is written down at the end of each epoch.

Callbacks, plots and the report read it, by the names of `HISTORY_COLUMNS`; `training/history.py`
turns counts into whole numbers. Counting events costs an addition where they happen; only the
share of crisp rules needs a look at all rules, once per epoch.
"""

import numpy as np

from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.population import (
    CHILD_SUBSUMPTIONS,
    COVERINGS,
    CRISPIFICATIONS,
    DELETIONS,
    EXPERIENCE,
    GA_RUNS,
    MACRO,
    MERGES,
    MICRO,
    NUMEROSITY,
    SET_SUBSUMPTIONS,
    SLOTS,
    is_alive,
)

# Columns that are entries of `counts`; all but the first two are totals since the start.
_COUNTS = {
    "rules": MACRO,
    "numerosity": MICRO,  # copies of all rules
    "coverings": COVERINGS,
    "set_subsumptions": SET_SUBSUMPTIONS,  # rules absorbed in [C]
    "child_subsumptions": CHILD_SUBSUMPTIONS,  # children absorbed by a parent
    "ga_runs": GA_RUNS,  # each makes two children
    "crispifications": CRISPIFICATIONS,  # genes made crisp
    "deletions": DELETIONS,  # copies
    "merges": MERGES,  # children that equalled a rule
}
HISTORY_COLUMNS = ("iterations", *_COUNTS, "crisp_share")
ENTRIES = np.array(list(_COUNTS.values()))  # a kernel reads arrays, and no dictionaries


@kernel
def record_epoch(population, config, time, history):
    """Write the history row of the epoch that ends with iteration `time`.

    It is the first row without iterations; beyond the last row nothing is written. A stream hands
    in a single row, and empties it before each batch.
    """
    epoch = 0
    while epoch < history.shape[0] and history[epoch, 0] > 0.0:
        epoch += 1
    if epoch == history.shape[0]:
        return
    history[epoch, 0] = time + 1  # iterations are counted from 0
    for i in range(ENTRIES.shape[0]):
        history[epoch, i + 1] = population.counts[ENTRIES[i]]
    history[epoch, ENTRIES.shape[0] + 1] = crisp_share(population, config)


@kernel
def crisp_share(population, config):
    """Share of copies, among rules that vote, whose genes are all crisp; 0 if no rule votes.

    Rules with exp > theta_exp vote. This is what the article's table of crisp rules shows.
    """
    crisp = 0.0
    voting = 0.0
    for rule in range(population.counts[SLOTS]):
        is_voting = population.stats[rule, EXPERIENCE] > config.voting_threshold
        if is_alive(population.alive, rule) and is_voting:
            voting += population.stats[rule, NUMEROSITY]
            if population.fuzzy_genes[rule] == 0:
                crisp += population.stats[rule, NUMEROSITY]
    return crisp / voting if voting > 0.0 else 0.0
