"""The command line: one program, `cudabmc suite`, or `cudabmc lsp`."""

import sys
from collections.abc import Sequence

from cudabmc.command.program import console_of, encode_what_is_printed, run
from cudabmc.options.table import Options
from cudabmc.process.rare_collections import process_of_its_own
from cudabmc.report.exit_status import Exit

__all__ = ["Exit", "main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run cudabmc with the given arguments and return its exit status. Without any, those of the process are taken,
    which is expected to end then."""
    if argv is not None:
        return _main(list(argv))
    with process_of_its_own():
        return _main(sys.argv[1:])


def _main(arguments: list[str]) -> int:
    if arguments[:1] == ["lsp"]:
        return _language_server(arguments[1:])
    if arguments[:1] != ["suite"]:
        return run(arguments)
    from cudabmc.suite.command import run as run_suite

    encode_what_is_printed()
    console = console_of(Options())
    return run_suite(arguments[1:], console.out, console.err)


def _language_server(arguments: list[str]) -> int:
    from cudabmc.command.answer import problem
    from cudabmc.errors import UsageError
    from cudabmc.language_server.command import run as run_server

    try:
        return run_server(arguments)
    except UsageError as error:
        return problem(error, console_of(Options()))
