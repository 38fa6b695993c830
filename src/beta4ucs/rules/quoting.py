"""Names and values in the text of a rule: in quotes where they could be read as something else."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

SHOWN = 8  # values of a longer list that are named
MARKS = re.compile(r'[,{}\[\]"\\\n\r\t]|\s\s')  # they have a meaning between values
WORDS = re.compile(
    r"(?:^|\s)(?:and|or|then|if|in|not in|known|unknown|from|to|about|preferably|mostly|is)"
    r"(?:\s|$)",
    re.IGNORECASE,
)


def quoted_text(text: str) -> str:
    """Return a name or value, in double quotes if it could be read as more than that.

    Examples
    --------
    >>> quoted_text("petal width (cm)"), quoted_text("Paris, France"), quoted_text("A and B")
    ('petal width (cm)', '"Paris, France"', '"A and B"')
    """
    is_plain = text and text == text.strip() and not MARKS.search(text) and not WORDS.search(text)
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def listed(values: Sequence[Any], most: int | None = SHOWN) -> str:
    """Name the values of a list; of many only the first ones.

    Parameters
    ----------
    values : sequence
        What the list holds.
    most : int or None
        So many are named if there are more; None names all.

    Examples
    --------
    >>> listed(["red", "green, dark"])
    'red, "green, dark"'
    >>> listed(list(range(1, 13)))
    '1, 2, 3, 4, 5, 6, 7, 8 and 4 more'
    """
    texts = [quoted_text(str(value)) for value in values]
    if most is None or len(texts) <= most + 1:
        return ", ".join(texts)
    return f"{', '.join(texts[:most])} and {len(texts) - most} more"
