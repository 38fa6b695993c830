"""What rules list of categories, and of numbers that may be missing, as lists of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from beta4ucs.data.encoding import Encoding
from beta4ucs.errors import InputError, did_you_mean
from beta4ucs.model_file.checks import as_list, require_different, shown

LETTERS_AROUND_VALUE, LETTERS_PER_LETTER = 64, 12  # the latter as two times "\\uXXXX"


class SetLists:
    """Sets as bits <-> a list of values for each feature.

    The list of a feature is null if the rule lists nothing of it. Values stand as they are in
    `features.values`; a null among them is a missing value, and "known" a number that is not.

    Parameters
    ----------
    encoding : Encoding
        Says which features have sets, and of which values.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._n_features = len(encoding.columns)
        self._values: dict[int, list[Any]] = {}  # of each feature that has a set
        self._must_be_known: set[int] = set()  # numbers: a set of all that has a name is not open
        for part in encoding.sets:
            named = list(part.values[:-1] if part.has_unknown else part.values)
            self._values[part.feature] = named + [None] * part.has_unknown
            if part.is_numeric and not part.has_unknown:
                self._must_be_known.add(part.feature)
        self._places = {
            feature: {_key(value): place for place, value in enumerate(values)}
            for feature, values in self._values.items()
        }

    @property
    def n_sets(self) -> int:
        """Number of features that rules list values of."""
        return len(self._values)

    @property
    def n_letters(self) -> int:
        """Characters that the lists of a rule can have in a file."""
        return sum(
            LETTERS_AROUND_VALUE + LETTERS_PER_LETTER * len(str(value))
            for values in self._values.values()
            for value in values
        )

    def checked(self, bits: np.ndarray) -> np.ndarray:
        """Refuse bits that stand for no list; a list of all there is asks nothing."""
        bits = bits.copy()
        for column, (feature, values) in enumerate(self._values.items()):
            is_open = (1 << len(values) + 1) - 1
            given = bits[:, column]
            is_wrong = (given < 1) | (given > is_open)
            is_wrong |= (given > is_open >> 1) & (given != is_open)
            for rule in np.flatnonzero(is_wrong):
                raise InputError(f"rules[{rule}].sets[{feature}] is not a set of its values")
            if feature not in self._must_be_known:
                given[given == is_open >> 1] = is_open
        return bits

    def lists_of(self, row: Sequence[int]) -> list[list[Any] | None]:
        """Return the lists of a rule, one a feature, for the bits of its sets."""
        lists: list[list[Any] | None] = [None] * self._n_features
        for bits, (feature, values) in zip(row, self._values.items(), strict=True):
            if not bits >> len(values) & 1:
                lists[feature] = [value for i, value in enumerate(values) if bits >> i & 1]
        return lists

    def bits_of(self, value: Any, where: str) -> list[int]:
        """Check the lists of a rule and return the bits of its sets."""
        lists = as_list(value, where, self._n_features)
        for feature, given in enumerate(lists):
            if given is not None and feature not in self._values:
                raise InputError(
                    f"{where}[{feature}] must be null, because rules list no values of this "
                    f"feature; got {shown(given)}"
                )
        return [self._bits(lists[at], f"{where}[{at}]", at) for at in self._values]

    def _bits(self, given: Any, where: str, feature: int) -> int:
        places = self._places[feature]
        is_open = (1 << len(places) + 1) - 1
        if given is None:
            return is_open
        if not as_list(given, where):
            raise InputError(
                f"{where} is empty: the rule would match nothing; null sets no condition"
            )
        bits = 0
        for one in given:
            if type(one) in (list, dict) or _key(one) not in places:
                texts = [str(value) for value in self._values[feature]]
                hint = did_you_mean(one, texts) if isinstance(one, str) else ""
                raise InputError(
                    f"{where} lists {shown(one)}, which is not one of its values{hint}"
                )
            bits |= 1 << places[_key(one)]
        require_different(given, where)
        is_all = bits == is_open >> 1 and feature not in self._must_be_known
        return is_open if is_all else bits


def _key(value: Any) -> tuple[bool, Any]:
    """Tells true from 1, which Python takes for equal."""
    return isinstance(value, bool), value
