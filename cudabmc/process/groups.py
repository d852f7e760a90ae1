"""Runs a command as a group of processes of its own, of which nothing is left when it is over."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from resource import struct_rusage
from typing import IO

from cudabmc.late_dataclass import dataclass
from cudabmc.process.clock import PIPE
from cudabmc.process.watched import TimeOfAnother, wait_for

_HEAD, _TAIL = 24_000, 8_000
"""How much of what a command prints is kept, in bytes."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit status, negative for a signal; None if it was killed because its time was
    over. Times in seconds, `memory` of its largest process in bytes: at least what this process has had at most, for
    that is counted, too."""

    status: int | None
    seconds: float
    cpu_seconds: float
    memory: int


class Groups:
    """The commands that are running, so that all of them can be ended from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[int] = set()
        self._closed = False

    def run(self, command: Sequence[str], output: Path, limit: float | None, folder: str | None = None) -> Ended:
        """Run a command, in a folder or here, for at most `limit` seconds of its clock; what it prints goes to
        `output`.

        The command gets a pipe as its standard input that ends with this process, however that dies.
        Raises InterruptedError when all commands are ended by `kill`.
        """
        start = time.monotonic()
        reading, writing = os.pipe()
        its = TimeOfAnother(reading, limit)
        with closing(its), output.open("wb") as stream, self._started(command, stream, writing, folder) as process:
            try:
                in_time = wait_for(process.pid, its)
            finally:
                # Before the leader is collected: its number cannot belong to another group yet.
                with self._lock:
                    self._running.discard(process.pid)
                    _kill(process.pid)
                    closed = self._closed
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
        if closed:
            raise InterruptedError
        return _ended(process.returncode if in_time else None, time.monotonic() - start, usage)

    def kill(self) -> None:
        """End everything that runs, and whatever would start from now on."""
        with self._lock:
            self._closed = True
            for group in self._running:
                _kill(group)

    def _started(
        self, command: Sequence[str], output: IO[bytes], told: int, folder: str | None
    ) -> subprocess.Popen[bytes]:
        environment = {**os.environ, PIPE: str(told)}
        try:
            with self._lock:
                if self._closed:
                    raise InterruptedError
                process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                    pass_fds=(told,), env=environment, cwd=folder,
                )  # fmt: skip
                self._running.add(process.pid)
                return process
        finally:
            os.close(told)


def signal_name(number: int) -> str:
    """SIGKILL for 9, and so on."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def printed_text(output: Path) -> str:
    """What a command printed, without the middle if that is too much."""
    with output.open("rb") as stream:
        left_out = output.stat().st_size - _HEAD - _TAIL
        if left_out <= 0:
            return stream.read().decode(errors="replace")
        head = stream.read(_HEAD)
        stream.seek(_HEAD + left_out)
        tail = stream.read(_TAIL)
    return f"{head.decode(errors='replace')}\n... {left_out} bytes left out\n{tail.decode(errors='replace')}"


def _ended(status: int | None, seconds: float, usage: struct_rusage) -> Ended:
    import sys

    unit = 1 if sys.platform == "darwin" else 1024  # what ru_maxrss is counted in
    return Ended(status, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
