"""The history of a run: what is written down at the end of each epoch."""

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

# Columns of the history, in the order of `record_epoch`; counts are totals since the start.
HISTORY_COLUMNS = (
    "iterations",
    "rules",
    "numerosity",
    "coverings",
    "set_subsumptions",
    "child_subsumptions",
    "ga_runs",
    "crispifications",
    "deletions",
    "merges",
    "crisp_share",
)


@kernel
def record_epoch(population, config, time, history):
    """Write the history row of the epoch that ends with iteration `time`."""
    counts = population.counts
    epoch = 0
    while epoch < history.shape[0] and history[epoch, 0] > 0.0:
        epoch += 1
    if epoch == history.shape[0]:
        return
    history[epoch, 0] = time + 1
    history[epoch, 1] = counts[MACRO]
    history[epoch, 2] = counts[MICRO]
    history[epoch, 3] = counts[COVERINGS]
    history[epoch, 4] = counts[SET_SUBSUMPTIONS]
    history[epoch, 5] = counts[CHILD_SUBSUMPTIONS]
    history[epoch, 6] = counts[GA_RUNS]
    history[epoch, 7] = counts[CRISPIFICATIONS]
    history[epoch, 8] = counts[DELETIONS]
    history[epoch, 9] = counts[MERGES]
    history[epoch, 10] = crisp_share(population, config)


@kernel
def crisp_share(population, config):
    """Share of copies, among rules that vote, whose genes are all crisp; 0 if no rule votes."""
    crisp = 0.0
    voting = 0.0
    for rule in range(population.counts[SLOTS]):
        is_voting = population.stats[rule, EXPERIENCE] > config.voting_threshold
        if is_alive(population.alive, rule) and is_voting:
            voting += population.stats[rule, NUMEROSITY]
            if population.fuzzy_genes[rule] == 0:
                crisp += population.stats[rule, NUMEROSITY]
    return crisp / voting if voting > 0.0 else 0.0
