"""Which texts are numbers, and which only look like them: 007 and 1.10 are names."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from beta4ucs.data.columns import parse_number

# A whole number, also as pandas writes it beside missing values (7.0), a decimal without a zero at
# its end, and the exponents of numpy.savetxt.
_WHOLE = re.compile(r"(-?(?:0|[1-9]\d*))(?:\.0)?")
_DECIMAL = re.compile(r"-?(?:0|[1-9]\d*)\.\d*[1-9]")
_SAVETXT = re.compile(r"-?\d\.\d+e[+-]\d\d+")
_TRUTH = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}


def number_in(text: str) -> int | float | None:
    """The number that a text stands for; None if it is a name, if only by its zeros.

    Examples
    --------
    >>> [number_in(text) for text in ("7", "7.0", "-2.5", "007", "1.10", "7e2", "x")]
    [7, 7, -2.5, None, None, None, None]
    """
    text = text.strip()
    if whole := _WHOLE.fullmatch(text):
        return int(whole[1])
    if _DECIMAL.fullmatch(text):
        return float(text) if repr(float(text)) == text else None
    if _SAVETXT.fullmatch(text):
        number = float(text)
        return int(number) if number.is_integer() else number
    return None


def labels_from_text(cells: Sequence[str]) -> np.ndarray:
    """Class labels as they are written; truth values and whole numbers if all are that.

    Two spellings of one number, or zeros in front, show that they are names. Fractions become
    numbers, for whoever looks for classes to refuse.

    Examples
    --------
    >>> labels_from_text(["1", "2"]).tolist(), labels_from_text(["007", "42"]).tolist()
    ([1, 2], ['007', '42'])
    >>> labels_from_text(["1", "1.0"]).tolist()
    ['1', '1.0']
    """
    cells = [cell.strip() for cell in cells]
    texts = set(cells)
    if texts <= set(_TRUTH):
        return np.array([_TRUTH[cell] for cell in cells], dtype=bool)
    parsed = [parse_number(text) for text in texts]
    if all(number is not None and np.isfinite(number) for number in parsed):
        if any(number is not None and not number.is_integer() for number in parsed):
            return np.array([float(cell) for cell in cells])
        numbers = {text: number_in(text.removeprefix("+")) for text in texts}
        is_exact = None not in numbers.values() and len(set(numbers.values())) == len(texts)
        if is_exact and all(abs(int(number or 0)) < 2**63 for number in numbers.values()):
            return np.array([int(numbers[cell] or 0) for cell in cells], dtype=np.int64)
    return np.array(cells, dtype=np.str_)
