"""The process of one case: `python -m cudabmc.suite.worker WORDS...` is cudabmc, tied to the one that started it."""

import os
import signal
import sys
import threading

from cudabmc.cli import main


def _end_with_starter() -> None:
    """The standard input is a pipe that nobody writes to: it ends when its other side is gone."""
    while os.read(0, 1024):
        pass
    os.killpg(0, signal.SIGKILL)


def run() -> int:
    """Verify with the arguments of the command line. If the starter dies, so does this group of processes."""
    if os.getpgrp() == os.getpid():
        threading.Thread(target=_end_with_starter, daemon=True).start()
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
