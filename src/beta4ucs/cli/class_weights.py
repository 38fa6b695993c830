"""The classes that `--class-weight` names: a class 1 is typed as 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from beta4ucs.cli.messages import UsageError
from beta4ucs.errors import did_you_mean


def weights_of_classes(
    given: str | dict[str, float] | None, classes: Iterable[Any]
) -> str | dict[Any, float] | None:
    """Find the classes that were typed; words such as "balanced" are left as they are."""
    if not isinstance(given, dict):
        return given
    known = {str(label): label for label in classes}
    for label in given:
        if label not in known:
            hint = did_you_mean(label, known)
            raise UsageError(f"--class-weight names '{label}', which is not a class{hint}")
    return {known[label]: weight for label, weight in given.items()}
