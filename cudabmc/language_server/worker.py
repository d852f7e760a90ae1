"""The process of one verification: this file run with words `REPORT COMMAND WORD...` writes the report of the command
line that the words are, and is tied to the language server that started it."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cudabmc.errors import CudabmcError

ROOT = str(Path(__file__).parents[2])
DEFAULT_TIMEOUT = 60.0
"""Seconds that a run may take if neither the editor's settings nor a file of options say: nobody waits longer for what
an editor shows."""


def run(report: str, command: str, words: list[str]) -> int:
    """Verify; `command` is that of the settings of the editor."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)  # the cudabmc that this file belongs to, also if it is not installed
    from cudabmc.process.rare_collections import process_of_its_own
    from cudabmc.process.starter import tie_to_starter

    tie_to_starter()
    with process_of_its_own():
        return _verify(report, command, words)


def _verify(report: str, command: str, words: list[str]) -> int:
    from cudabmc.command.arguments import parse_arguments
    from cudabmc.command.program import run as run_program
    from cudabmc.command.settings import settled
    from cudabmc.errors import UsageError
    from cudabmc.language_server.programs import proves

    try:
        told, _ = settled(parse_arguments(words), os.environ)
    except UsageError as error:
        return _refuse(report, words, error)
    added = [f"--sarif={report}"]
    if told.options.timeout is None:
        added.append(f"--timeout={DEFAULT_TIMEOUT:g}")
    prove = command == "prove" or (command == "auto" and proves(told.files, told.options))
    return run_program([*(["prove"] if prove else []), *added, *words])


def _refuse(report: str, words: list[str], error: "CudabmcError") -> int:
    """A report of options that are wrong, which a command line does not write: it does not know where then."""
    from cudabmc.options.table import Options
    from cudabmc.report.exit_status import Exit
    from cudabmc.report.outputs import write_text
    from cudabmc.report.run import Run
    from cudabmc.report.sarif.log import sarif_report

    write_text(report, sarif_report(Run((), Options(), None, error, tuple(words))))
    return Exit.ERROR


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2], sys.argv[3:]))
