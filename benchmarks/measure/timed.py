"""One run of cudabmc that knows what its launches took: this file, run with a file for the figures, a kernel of
benchmarks/ratio, its size and its launches, and the words of a command line.

The same computation in plain Python runs before and behind it in the same process, so that a slow moment of the
machine slows both.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = str(Path(__file__).parents[2])

TIMES = 3
"""How often the plain Python runs before, and behind."""


def run() -> int:
    """Write the seconds of processor time that the launches took, the least of one run of the plain Python, and all of
    its runs; the exit status is that of cudabmc."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)
    from benchmarks.measure.ratio import python_seconds
    from cudabmc.native.kernels.at_once import LaunchesAtOnce
    from cudabmc.suite import worker

    out, name, size, launches, *words = sys.argv[1:]
    sys.argv[1:] = words
    spent = 0.0
    plain: Callable[..., bool] = LaunchesAtOnce.run

    def timed(*args: object) -> bool:
        nonlocal spent
        start = process_time()
        try:
            return plain(*args)
        finally:
            spent += process_time() - start

    LaunchesAtOnce.run = timed  # type: ignore[method-assign, assignment]

    def python() -> list[float]:
        return [python_seconds(name, int(size), int(launches)) for _ in range(TIMES)]

    start = process_time()
    before = python()
    between = process_time()
    status = worker.run()
    start += process_time() - between
    seconds = [*before, *python()]
    figures = {"kernel": spent, "python": min(seconds), "all_python": process_time() - start}
    Path(out).write_text(json.dumps(figures), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(run())
