"""The one exception that is meant for the reader of a message, and the words its texts share."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 100  # letters of a name in a sentence


class InputError(ValueError):
    """Something the user can put right: a file, a column, a value, a name.

    The text is one sentence that names the value and says what would be right, so that the
    command line can print it as it is. It is a `ValueError`, as scikit-learn's own checks raise.

    Examples
    --------
    >>> raise InputError("mutation_rate must be in [0, 1], got 1.4")
    Traceback (most recent call last):
        ...
    beta4ucs.errors.InputError: mutation_rate must be in [0, 1], got 1.4
    """


def quoted(names: Iterable[object], limit: int = 8) -> str:
    """List names in a sentence.

    Parameters
    ----------
    names : iterable
        What to list.
    limit : int, default 8
        How many are written out before the rest is only counted.

    Examples
    --------
    >>> quoted(["mass"]), quoted(["mass", "age", "shape"]), quoted("abcdef", limit=2)
    ("'mass'", "'mass', 'age' and 'shape'", "'a', 'b' and 4 more")
    """
    words = [f"'{_briefly(name)}'" for name in names]
    if len(words) > limit:
        words = [*words[:limit], f"{len(words) - limit} more"]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _briefly(name: object) -> str:
    """Return a name in one line, the beginning of one that would be the whole sentence."""
    text = " ".join(str(name).splitlines())
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}..."


def did_you_mean(name: str, known: Iterable[str], limit: int = 12) -> str:
    """End a sentence about a name that is not there: close names, else all if they are few.

    Examples
    --------
    >>> did_you_mean("clas", ["age", "class"])
    "; did you mean 'class'?"
    >>> did_you_mean("xyz", ["age", "class"])
    "; there are 'age' and 'class'"
    """
    by_folded = {other.casefold(): other for other in known}
    close = get_close_matches(name.casefold(), by_folded, n=3, cutoff=0.6)
    if close:
        return f"; did you mean {' or '.join(repr(by_folded[key]) for key in close)}?"
    if 0 < len(by_folded) <= limit:
        return (
            f"; there {'is' if len(by_folded) == 1 else 'are'} {quoted(by_folded.values(), limit)}"
        )
    return ""
