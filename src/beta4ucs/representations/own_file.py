"""What is the user's own, in a Python file: representations; classifiers, measures of a study."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from beta4ucs.errors import InputError, did_you_mean, quoted


def names_a_file(text: str) -> bool:
    """Whether a text means something in a file: 'own.py' or 'own.py:OwnClass'."""
    return text.endswith(".py") or ".py:" in text


def representation_in(text: str) -> Any:
    """Import a file and return the representation class that it registers."""
    from beta4ucs.representations import contract

    path, class_name = _path_of(text), text.partition(".py:")[2]
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
    return _found_in(text, "class", "Mine", lambda value: isinstance(value, type))


def function_in(text: str) -> Any:
    """Import a file and return one of its functions, as 'my_measures.py:mine' names it."""
    return _found_in(text, "function", "mine", callable)


def digest_of_file(text: str) -> str:
    """Digest of the file that 'own.py' or 'own.py:Own' names."""
    return hashlib.sha256(_existing(_path_of(text)).read_bytes()).hexdigest()


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise InputError(f"there is no file '{path}'")
    return path


def _path_of(text: str) -> Path:
    return Path(text.partition(".py:")[0].removesuffix(".py") + ".py").expanduser()


def _found_in(text: str, what: str, example: str, is_one: Callable[[Any], bool]) -> Any:
    path, name = _path_of(text), text.partition(".py:")[2]
    if not name:
        raise InputError(f"'{text}' names no {what}; choose one as in '{path.name}:{example}'")
    module = _import(path)
    found = getattr(module, name, None)
    if not is_one(found):
        own = [
            one
            for one, value in vars(module).items()
            if is_one(value) and getattr(value, "__module__", "") == module.__name__
        ]
        raise InputError(f"there is no {what} '{name}' in '{path}'{did_you_mean(name, own)}")
    return found


def _import(path: Path) -> Any:
    name = f"beta4ucs_own_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, _existing(path))
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
