"""Sentences on stderr and exit codes: what users see instead of a traceback."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import typer

from beta4ucs.cli.process import stop_writing_to_stdout
from beta4ucs.errors import InputError

FAILED, WRONG_USAGE = 1, 2
INTERRUPTED = 130  # as shells report a program that SIGINT ended
LONGEST_REASON = 160  # characters of an unexpected error in a sentence
PIPE_CLOSED = 141  # as shells report a program that SIGPIPE ended
# Typer carries its own copy of click or uses the installed one: ask it for the class.
_PARSER_ERROR: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


class UsageError(InputError):
    """A wrong option, as opposed to wrong data."""


def say(text: object) -> None:
    """Print one sentence on stderr, as one line."""
    print(f"beta4ucs: {' '.join(str(text).split())}", file=sys.stderr, flush=True)


@contextmanager
def names_data_dir() -> Iterator[None]:
    """Let messages about the argument `data_dir` name the flag."""
    try:
        yield
    except InputError as error:
        raise InputError(str(error).replace("data_dir", "--data-dir", 1)) from None


def answer(app: typer.Typer, arguments: list[str], *, debug: bool) -> int:
    """Parse and run a command, and say what went wrong; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal may lack a letter of the data
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app(arguments, prog_name="beta4ucs", standalone_mode=False)
        sys.stdout.flush()  # what the parser has printed, such as help
    except _PARSER_ERROR as error:
        return _explain_usage(error)
    except typer.Abort:
        return INTERRUPTED
    except _Failure as failure:
        if debug:
            traceback.print_exception(failure.error)
        return failure.code
    except OSError as error:
        return _explain(error)
    return code if isinstance(code, int) else 0


def _explain_usage(error: Any) -> int:
    text = error.format_message().strip()
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        print(text, file=sys.stderr)
    else:
        path = context.command_path if context is not None else "beta4ucs"
        say(f"{text.rstrip('.')} (see '{path} --help')")
    return WRONG_USAGE


class _Failure(Exception):  # noqa: N818 - it carries an exit code past the parser
    def __init__(self, error: BaseException, code: int) -> None:
        self.error, self.code = error, code


def speaks(command: Callable[..., int]) -> Callable[..., int]:
    """Let a command end in one sentence and an exit code, whatever happens in it."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> int:
        try:
            code = command(*args, **options)
            sys.stdout.flush()
            return code
        except (Exception, KeyboardInterrupt) as error:  # the last place where anything is caught
            if isinstance(error, typer.Exit | _PARSER_ERROR):
                raise
            raise _Failure(error, _explain(error)) from error

    return run


def _explain(error: BaseException) -> int:
    """Say what went wrong; returns the exit code."""
    if isinstance(error, BrokenPipeError):  # nobody reads any more
        stop_writing_to_stdout()
        return PIPE_CLOSED
    if isinstance(error, KeyboardInterrupt):
        say("interrupted; no file was written")
        return INTERRUPTED
    if isinstance(error, InputError):
        say(error)
        return WRONG_USAGE if isinstance(error, UsageError) else FAILED
    if isinstance(error, MemoryError):
        say("there is not enough memory for this; try fewer rows or a smaller --max-rules")
    elif isinstance(error, OSError):
        place = f" '{error.filename}'" if error.filename else ""
        say(f"the system refused to read or write{place}: {error.strerror or error}")
    else:
        say(_bug(error))
    return FAILED


def _bug(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    what = f"{what[:LONGEST_REASON]}..." if len(what) > LONGEST_REASON else what
    return (
        f"this is a bug in beta4ucs ({what}, in {Path(last.filename).name} line {last.lineno}); "
        "please report it with what the same command prints when you add --debug"
    )
