"""One run of cudabmc that knows what its machine code took: this file, run with a file for the figures and the words of
a command line."""

import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from time import process_time
from typing import Any

ROOT = str(Path(__file__).parents[2])

KERNEL, KERNEL_COMPILER, HOST, HOST_COMPILER = "kernel", "kernel_compiler", "host", "host_compiler"
"""What is told apart: launches from their arguments to their effect on memory, host code as machine code, and LLVM at
work for either."""

_REST = "rest"


class Stopwatch:
    """Processor time by what it was spent on. What begins inside of something else is not counted for that."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys((KERNEL, KERNEL_COMPILER, HOST, HOST_COMPILER, _REST), 0.0)
        self._name = _REST
        self._since = process_time()

    def _switch(self, name: str) -> str:
        now = process_time()
        self.seconds[self._name] += now - self._since
        self._since = now
        before, self._name = self._name, name
        return before

    def watch(self, owner: type, method: str, name: str) -> None:
        """From now on, count a method of a class for `name`."""
        plain: Callable[..., Any] = getattr(owner, method)

        @wraps(plain)
        def timed(*args: Any) -> Any:
            before = self._switch(name)
            try:
                return plain(*args)
            finally:
                self._switch(before)

        setattr(owner, method, timed)


def run() -> int:
    """Write the seconds of processor time by what they were spent on; the exit status is that of cudabmc."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)
    from cudabmc.native.host import HostCode
    from cudabmc.native.kernels.at_once import LaunchesAtOnce
    from cudabmc.native.kernels.kernel_library import KernelLibrary
    from cudabmc.native.library import CodeLibrary
    from cudabmc.suite import worker

    out, *words = sys.argv[1:]
    sys.argv[1:] = words
    stopwatch = Stopwatch()
    stopwatch.watch(LaunchesAtOnce, "run", KERNEL)
    stopwatch.watch(KernelLibrary, "kernel", KERNEL_COMPILER)
    stopwatch.watch(HostCode, "run", HOST)
    stopwatch.watch(HostCode, "sort", HOST)
    stopwatch.watch(CodeLibrary, "piece", HOST_COMPILER)
    status = worker.run()
    Path(out).write_text(json.dumps(stopwatch.seconds), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(run())
