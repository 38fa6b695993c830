"""The work space of one iteration: [M], [C], and what the operations on them write down.

Kernels allocate nothing, so every list that they make needs a place that is there already, long
enough for all rules. It stands here, one for each use: names tell more than reused buffers save.
"""

from typing import Annotated, NamedTuple

import numpy as np

from beta4ucs.learning.config import Config
from beta4ucs.learning.deletion import LANES
from beta4ucs.learning.matching import CorrectSet, MatchSet, match_set_lengths
from beta4ucs.learning.population import NEWCOMERS, Population
from beta4ucs.learning.records import allocate, floats, ints, record_type


class Workspace(NamedTuple):
    """Allocated once per population; nothing in it outlives an iteration but `absence`.

    Lists are as long as all rules and one more, since loops without branches write one further.
    How many entries of a list count is in its record, or returned by the kernel that makes it.
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
