"""Ctrl-C while kernels run."""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Iterator

INSISTING_SECONDS = 2.0


class Interruption:
    """Ctrl-C while training: never between a kernel and its bookkeeping.

    While on hold it is only noted, otherwise it raises `KeyboardInterrupt` as usual. Pressed
    again within two seconds it is meant in earnest, also if the first press has ended another
    fit: so one gets out of a grid search. Python tells only the main thread; and a handler that
    somebody else has set stays.
    """

    _last_request = -math.inf

    def __init__(self) -> None:
        self.is_requested = self.is_insisted_on = False
        self._is_on_hold = self._is_ours = False

    def __enter__(self) -> Interruption:
        is_main = threading.current_thread() is threading.main_thread()
        self._is_ours = is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._is_ours:
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextlib.contextmanager
    def on_hold(self) -> Iterator[None]:
        """Only note what is pressed meanwhile."""
        self._is_on_hold = True
        try:
            yield
        finally:
            self._is_on_hold = False

    def _note(self, signal_number: int, frame: object) -> None:
        now = time.monotonic()
        self.is_insisted_on = now - Interruption._last_request < INSISTING_SECONDS
        self.is_requested = True
        Interruption._last_request = now
        if self.is_insisted_on or not self._is_on_hold:
            raise KeyboardInterrupt
