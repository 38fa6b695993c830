"""A learning system: what stays the same while it learns.

UCS, Fuzzy-UCS and beta4-UCS are one trainer with other parts: a representation says what a
condition is, a kind of credit how rules are judged. Both stand side by side here, and neither
knows the other.
"""

from typing import Annotated, NamedTuple

import numpy as np

from beta4ucs.learning.config import Config
from beta4ucs.learning.credit import Credit, compile_update, update_type
from beta4ucs.learning.dispatch import OPERATORS_TYPE, Operators, operators_of
from beta4ucs.learning.features import Features
from beta4ucs.learning.records import record_type, streams


class LearningSystem(NamedTuple):
    """The two exchangeable parts, representation and credit, and what they are told."""

    operators: Operators  # of the representation
    update_credit: object  # of the kind of credit
    features: Features
    config: Config
    # Set back before each use: where one gene must come out like any other, see `specificity.py`.
    fixed_stream: Annotated[np.ndarray, streams(1)]


def system_type(*, is_plain: bool):
    """Return the Numba type of a system for plain rules, or for mixed ones."""
    return record_type(
        LearningSystem, operators=OPERATORS_TYPE, update_credit=update_type(is_plain)
    )


def is_plain_system(config: Config, features: Features) -> bool:
    """Tell whether rules are plain: no column lists values, and conditions have no limit."""
    return config.max_conditions == 0 and len(features.coded) == 0


def new_system(
    representation, credit: Credit, config: Config, features: Features
) -> LearningSystem:
    """Put a system together, compiling what is not in the cache yet.

    Parameters
    ----------
    representation : instance of a representation
    credit : Credit
    config : Config
        Its last block as `credit.configure` gives it.
    features : Features
    """
    is_plain = is_plain_system(config, features)
    return LearningSystem(
        operators=operators_of(
            representation, crispifies=config.crispifies, changes_genes=not is_plain
        ),
        update_credit=compile_update(credit, is_plain=is_plain),
        features=features,
        config=config,
        fixed_stream=np.zeros(1, dtype=np.uint64),
    )
