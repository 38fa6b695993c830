"""What grows a member reads and writes: its settings, and the list so far."""

from typing import Annotated, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.condition_search import CONDITION
from beta4ucs.learning.records import floats, ints, record_type

MOST_CONDITIONS = 5  # that the arrays have room for
SNAPSHOT = 5  # rules after which votes are kept, so that the list can be cut there later
START = 0  # the first row of rules is no rule: it matches all rows, and its votes are the start


class MemberSettings(NamedTuple):
    """What differs between members, and what does not."""

    n_rules: int
    max_conditions: int
    n_tried: int  # features that the search looks at for each rule
    pool_share: float  # share of the pool that is looked at for each rule
    penalty: float  # on squared votes
    least_rows: float  # that a rule must match
    revise_every: int  # so many rules, or a part of the list, the votes of all are revised
    patience: int  # snapshots without a smaller loss on unseen rows, before the list ends


class Member(NamedTuple):
    """The list so far, what it predicts, and work space."""

    target: Annotated[np.ndarray, floats("rows", "classes")]
    unseen: Annotated[np.ndarray, floats("rows")]  # weights of rows that it is not grown on
    score: Annotated[np.ndarray, floats("rows", "classes")]  # log odds
    chance: Annotated[np.ndarray, floats("rows", "classes")]  # their softmax
    degree: Annotated[np.ndarray, floats("rules", "rows")]  # less the centre
    centre: Annotated[np.ndarray, floats("rules")]  # mean degree of a broad rule, otherwise 0
    crispness: Annotated[np.ndarray, floats("rules")]  # spread over that of an interval
    vote: Annotated[np.ndarray, floats("rules", "classes")]
    snapshot: Annotated[np.ndarray, floats("snapshots", "rules", "classes")]
    source: Annotated[np.ndarray, ints("rules")]  # the rule of the pool, or -1
    n_conditions: Annotated[np.ndarray, ints("rules")]
    condition: Annotated[np.ndarray, ints("rules", MOST_CONDITIONS, CONDITION)]
    draft: Annotated[np.ndarray, ints(MOST_CONDITIONS, CONDITION)]
    draft_degree: Annotated[np.ndarray, floats("rows")]
    other_degree: Annotated[np.ndarray, floats("rows")]
    slope: Annotated[np.ndarray, floats("classes")]
    curve: Annotated[np.ndarray, floats("classes")]


SETTINGS_TYPE = record_type(MemberSettings)
MEMBER_TYPE = record_type(Member)
