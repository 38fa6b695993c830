"""Classes of the user's own, from a Python file: representations, and classifiers of a study."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from beta4ucs.errors import InputError, did_you_mean, quoted


def names_a_file(text: str) -> bool:
    """Whether the value of --representation means a file: 'own.py' or 'own.py:OwnClass'."""
    return text.endswith(".py") or ".py:" in text


def representation_in(text: str) -> Any:
    """Import a file and return the representation class that it registers."""
    from beta4ucs.representations import contract

    name, _, class_name = text.partition(".py:")
    path = Path(name if not class_name else f"{name}.py").expanduser()
    module = _import(path)
    found = {
        value.__name__: value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and value in map(contract.kind_of, contract.names())
    }
    if class_name and class_name not in found:
        hint = did_you_mean(class_name, found)
        raise InputError(f"'{path}' registers no representation '{class_name}'{hint}")
    if class_name:
        return found[class_name]
    if len(found) != 1:
        count = f"several representations ({quoted(found)})" if found else "no representation"
        raise InputError(
            f"'{path}' registers {count}; "
            + ("choose one as in 'own.py:Own'" if found else "decorate its class with @register")
        )
    return next(iter(found.values()))


def class_in(text: str) -> Any:
    """Import a file and return one of its classes, as 'my_models.py:Mine' names it."""
    name, _, class_name = text.partition(".py:")
    path = Path(name if not class_name else f"{name}.py").expanduser()
    if not class_name:
        raise InputError(f"'{text}' names no class; choose one as in '{path.name}:Mine'")
    module = _import(path)
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        own = [one for one, value in vars(module).items() if isinstance(value, type)]
        raise InputError(f"there is no class '{class_name}' in '{path}'"
                         f"{did_you_mean(class_name, own)}")  # fmt: skip
    return found


def _import(path: Path) -> Any:
    if not path.is_file():
        raise InputError(f"there is no file '{path}'")
    name = f"beta4ucs_own_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"'{path}' is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where the compiler looks for the source
    try:
        spec.loader.exec_module(module)
    except InputError as error:
        raise InputError(f"'{path}': {error}") from None
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError(f"'{path}' cannot be imported ({what})") from error
    return module
