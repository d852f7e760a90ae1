"""One run of `cudabmc prove` whose times are of the processor: this file, run with the words of a command line. Other
work on the machine is not in them."""

import sys
from pathlib import Path
from time import process_time

ROOT = str(Path(__file__).parents[2])


def run() -> int:
    """The exit status is that of cudabmc."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)
    from cudabmc.suite import worker
    from cudabmc.verification import proving

    setattr(proving, "perf_counter", process_time)  # noqa: B010 - no name that others may import
    return worker.run()


if __name__ == "__main__":
    sys.exit(run())
