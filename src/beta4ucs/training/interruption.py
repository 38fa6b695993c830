"""Ctrl-C, and SIGTERM where it counts as Ctrl-C, while kernels run."""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

INSISTING_SECONDS = 2.0


def take_sigterm_as_ctrl_c() -> None:
    """Let SIGTERM end this process as Ctrl-C does, for batch systems send nothing else.

    Only the first one counts: `timeout` and others send it to a process and to its group. A
    process that was told to ignore SIGTERM, or to do something of its own, goes on doing so.
    """
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _interrupt_once)


def _interrupt_once(signal_number: int, frame: object) -> None:
    signal.signal(signal_number, signal.SIG_IGN)
    raise KeyboardInterrupt


class Interruption:
    """Ctrl-C while training: never between a kernel and its bookkeeping.

    While on hold it is only noted, otherwise it raises `KeyboardInterrupt` as usual. Pressed
    again within two seconds it is meant in earnest, also if the first press has ended another
    fit: so one gets out of a grid search. Python tells only the main thread; and a handler that
    somebody else has set stays. SIGTERM counts where `take_sigterm_as_ctrl_c` was called.
    """

    _last_request = -math.inf

    def __init__(self) -> None:
        self.is_requested = self.is_insisted_on = False
        self._is_on_hold = False
        self._handlers: dict[signal.Signals, Any] = {}  # that were there before

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                handler = signal.getsignal(number)
                if handler in (signal.default_int_handler, _interrupt_once):
                    self._handlers[number] = handler
                    signal.signal(number, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            if signal.getsignal(number) is not signal.SIG_IGN:  # which a SIGTERM leaves behind
                signal.signal(number, handler)

    @contextlib.contextmanager
    def on_hold(self) -> Iterator[None]:
        """Only note what is pressed meanwhile."""
        self._is_on_hold = True
        try:
            yield
        finally:
            self._is_on_hold = False

    def _note(self, signal_number: int, frame: object) -> None:
        if signal_number == signal.SIGTERM:
            signal.signal(signal_number, signal.SIG_IGN)
        else:
            now = time.monotonic()
            self.is_insisted_on = now - Interruption._last_request < INSISTING_SECONDS
            Interruption._last_request = now
        self.is_requested = True
        if self.is_insisted_on or not self._is_on_hold:
            raise KeyboardInterrupt
