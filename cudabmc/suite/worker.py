"""The process of one case: this file run with the words of a command line is cudabmc, tied to who started it."""

import os
import signal
import sys
import threading
from pathlib import Path

ROOT = str(Path(__file__).parents[2])


def _end_with_starter(pipe: int) -> None:
    """Nobody writes to the pipe: it ends when its other side is gone."""
    while os.read(pipe, 1024):
        pass
    os.killpg(0, signal.SIGKILL)


def tie_to_starter() -> None:
    """From now on the group of this process ends with who started it by `cudabmc.suite.process`, its standard input is
    empty, and the starter hears its clock."""
    if os.getpgrp() == os.getpid():
        pipe = os.dup(0)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # what a program reads from standard input: nothing
        threading.Thread(target=_end_with_starter, args=(pipe,), daemon=True).start()
    from cudabmc.process.clock import PIPE, tell

    told = os.environ.pop(PIPE, None)
    if told is not None:
        os.set_inheritable(int(told), False)
        tell(int(told))


def run() -> int:
    """Verify with the arguments of the command line. If the starter dies, so does this group of processes."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)  # the cudabmc that this file belongs to, also if it is not installed
    tie_to_starter()
    from cudabmc.command.program import run as run_program
    from cudabmc.process import cores
    from cudabmc.process.rare_collections import process_of_its_own

    cores.limit(1)
    with process_of_its_own():
        return run_program(["--no-config", *sys.argv[1:]])  # a suite says all that its cases are run with


if __name__ == "__main__":
    sys.exit(run())
