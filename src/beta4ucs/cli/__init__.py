"""The command line: parses, calls, prints.

Nothing heavy is imported before a command needs it, so that ``beta4ucs --help`` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

DEBUG_FLAG = "--debug"
DEBUG_VARIABLE = "BETA4UCS_DEBUG"


def main() -> None:
    """Run the command line of this process; the entry point of the program."""
    try:
        from beta4ucs.cli.process import arrange_process

        arrange_process()
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before there was a command, or after it
        code = 130
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : sequence of str
        What follows the name of the program.

    Returns
    -------
    int
        The exit code: 0, 1 for bad input, 2 for wrong usage, 130 after Ctrl-C
        or SIGTERM.

    Examples
    --------
    >>> run(["fit", "wine", "--seed", "1", "--size", "smallest", "--quiet"])
    0
    """
    from beta4ucs.cli.app import app
    from beta4ucs.cli.messages import answer

    arguments = list(arguments)
    debug = DEBUG_FLAG in arguments or bool(os.environ.get(DEBUG_VARIABLE))
    arguments = [word for word in arguments if word != DEBUG_FLAG]
    return answer(app, arguments, debug=debug)
