"""The process of one case: this file run with the words of a command line is cudabmc, tied to who started it."""

import sys
from pathlib import Path

ROOT = str(Path(__file__).parents[2])


def run() -> int:
    """Verify with the arguments of the command line. If the starter dies, so does this group of processes."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)  # the cudabmc that this file belongs to, also if it is not installed
    from cudabmc.process.starter import tie_to_starter

    tie_to_starter()
    from cudabmc.command.program import run as run_program
    from cudabmc.process import cores
    from cudabmc.process.rare_collections import process_of_its_own

    cores.limit(1)
    with process_of_its_own():
        return run_program(["--no-config", *sys.argv[1:]])  # a suite says all that its cases are run with


if __name__ == "__main__":
    sys.exit(run())
