"""Ctrl-C while kernels run."""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Iterator

SECOND_PRESS_SECONDS = 2.0


class Keyboard:
    """Ctrl-C while training: never between a kernel and its bookkeeping.

    While on hold it is only noted, otherwise it raises `KeyboardInterrupt` as usual. Pressed
    again within two seconds it is meant in earnest, also if the first press has ended another
    fit: so one gets out of a grid search. Python tells only the main thread; and a handler that
    somebody else has set stays.
    """

    _last_press = -math.inf

    def __init__(self) -> None:
        self.is_pressed = self.is_pressed_again = False
        self._is_on_hold = self._is_ours = False

    def __enter__(self) -> Keyboard:
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
        self.is_pressed_again = now - Keyboard._last_press < SECOND_PRESS_SECONDS
        self.is_pressed = True
        Keyboard._last_press = now
        if self.is_pressed_again or not self._is_on_hold:
            raise KeyboardInterrupt
