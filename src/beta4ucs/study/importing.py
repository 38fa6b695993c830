"""What a study names by a path: "package.module.Class"."""

from __future__ import annotations

import importlib
from typing import Any

from beta4ucs.errors import InputError, did_you_mean


def member(path: str, what: str, who: str) -> Any:
    """Import what "package.module.Name" names; an `InputError` says what cannot be imported.

    Parameters
    ----------
    path : str
        With at least one dot.
    what : str
        "class" or "function".
    who : str
        Who needs it, such as "system 'Forest'".

    Examples
    --------
    >>> member("math.sqrt", "function", "measure 'root'")(9)
    3.0
    """
    module, _, name = path.rpartition(".")
    try:
        owner = importlib.import_module(module)
    except ImportError as error:
        raise InputError(
            f"{who} needs {path}, which cannot be imported ({error}): install "
            f"'{module.partition('.')[0]}'"
        ) from None
    except Exception as error:  # of a module that is the user's own
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError(f"module '{module}' cannot be imported ({said})") from None
    if not hasattr(owner, name):
        hint = did_you_mean(name, [one for one in dir(owner) if not one.startswith("_")], limit=0)
        raise InputError(f"there is no {what} '{name}' in module '{module}'{hint}")
    return getattr(owner, name)
