"""Runs a command as a group of processes of its own, of which nothing is left when it is over."""

import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from resource import struct_rusage
from typing import IO

from cudabmc.late_dataclass import dataclass

_PAUSE = 0.02  # seconds between two looks where the system cannot wait with a limit


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

    def run(self, command: Sequence[str], output: Path, limit: float) -> Ended:
        """Run a command for at most `limit` seconds; what it prints goes to `output`.

        The command gets a pipe as its standard input that ends with this process, however that dies.
        Raises InterruptedError when all commands are ended by `kill`.
        """
        start = time.monotonic()
        with output.open("wb") as stream, self._started(command, stream) as process:
            try:
                in_time = _wait(process.pid, start + limit)
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

    def _started(self, command: Sequence[str], output: IO[bytes]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise InterruptedError
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
            self._running.add(process.pid)
            return process


def _ended(status: int | None, seconds: float, usage: struct_rusage) -> Ended:
    import sys

    unit = 1 if sys.platform == "darwin" else 1024  # what ru_maxrss is counted in
    return Ended(status, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _wait(child: int, until: float) -> bool:
    """Wait until the child has ended, without collecting it; False when the time is over."""
    if hasattr(os, "pidfd_open"):
        descriptor = os.pidfd_open(child)
        try:
            poll = select.poll()  # which has no limit on the numbers of descriptors
            poll.register(descriptor, select.POLLIN)
            return bool(poll.poll(max(0.0, until - time.monotonic()) * 1000))
        finally:
            os.close(descriptor)
    while not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if time.monotonic() > until:
            return False
        time.sleep(_PAUSE)
    return True
