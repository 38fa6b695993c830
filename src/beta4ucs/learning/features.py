"""What learning is told of the columns: their values, and how readily rules ask about them."""

from typing import Annotated, NamedTuple

import numpy as np

from beta4ucs.learning.records import floats, ints, record_type

# A word has 64 bits; one is for the sign, and sets are always positive.
MOST_VALUES = 61  # named values of a column; a set of them and of "any other" fits into 63 bits


class Features(NamedTuple):
    """Columns, numbered from 0; a *set* is the part of a rule that lists values of one column.

    A row of inputs has a number per feature, NaN where it has none, and then a code per set: the
    place of its value, the number of named values for any other, or -1 to match every set.

        feature     0 size   1 colour   2 weight   |  set 0 (colour)   set 1 (weight)
        a row        0.25       NaN        NaN     |       2                 1

    Here size has no set; colour is a category, and only its code says something; weight is a
    number that was missing in training, so it has a set of "known" (0) and "unknown" (1).
    """

    coded: Annotated[np.ndarray, ints("sets")]  # feature of each set
    set_of: Annotated[np.ndarray, ints("features")]  # the set of each feature, or -1
    n_values: Annotated[np.ndarray, ints("sets")]  # named values
    is_numeric: Annotated[np.ndarray, ints("sets")]  # 1 if they are "known" and "unknown"
    dont_care: Annotated[np.ndarray, floats("features")]  # P_#: chance that covering leaves it open
    gene_rates: Annotated[np.ndarray, floats("genes")]  # p_mut of genes; last the rule's own
    rates: Annotated[np.ndarray, floats("features")]  # p_mut of sets, and of whole conditions
    reach: Annotated[np.ndarray, floats("features")]  # summed weights, to draw features by


FEATURES_TYPE = record_type(Features)
