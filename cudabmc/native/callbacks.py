"""A Python function that machine code calls."""

import ctypes
from collections.abc import Callable, Generator

from cudabmc.native.layout import AfterCall

_Callback = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64)


class Callbacks:
    """Callbacks that call `answer`, which gives one of AfterCall. No exception can pass through machine code: `failed`
    gets what is raised, and machine code stops before the call.

    A callback is a generator. Signals that have come while machine code ran are handled when Python begins to run. At
    the start of a function nothing would catch what they raise (time has run out, or Ctrl-C); a generator begins at a
    `yield`. It cannot be called inside of itself, so each `level` of runs inside of each other has its own.
    """

    def __init__(self, answer: Callable[[int], int], failed: Callable[[BaseException], None]) -> None:
        self._answer = answer
        self._failed = failed
        self._held: list[object] = []
        self._addresses: list[int] = []

    def address(self, level: int) -> int:
        """What machine code calls."""
        while level >= len(self._addresses):
            answers = self._answers()
            next(answers)
            callback = _Callback(answers.send)
            self._held.append(callback)
            self._addresses.append(ctypes.cast(callback, ctypes.c_void_p).value or 0)
        return self._addresses[level]

    def _answers(self) -> Generator[int, int, None]:
        answer = AfterCall.BEFORE
        while True:
            try:
                asked = yield answer
                answer = self._answer(asked)
            except GeneratorExit:
                return
            except BaseException as error:
                self._failed(error)
                answer = AfterCall.BEFORE
