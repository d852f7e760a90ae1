"""Says how a run ended: reports in files, text on the terminal, and the exit status."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from cudabmc.command.arguments import Command
from cudabmc.command.ending import CommandEnding, Crash, Failure, Page, run_of
from cudabmc.errors import CompilerError, CudabmcError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.process.interrupts import undisturbed
from cudabmc.report.exit_status import Exit, exit_status
from cudabmc.report.outputs import takes_stdout, write_reports
from cudabmc.report.style import Style, printable
from cudabmc.result import Result


@dataclass(frozen=True, slots=True)
class Console:
    """How text on the standard output and on the standard error looks."""

    out: Style
    err: Style


def answer(ending: CommandEnding, command: Command, arguments: Sequence[str], console: Console) -> Exit:
    """Write the reports, then print, so that whoever sees the verdict finds the files.

    A report that cannot be written is an error, unless the verdict is one already.
    """
    if isinstance(ending, Page):
        _print(sys.stdout, ending.text)
        return ending.status
    run = run_of(ending, command, arguments)
    if command.kept is not None:
        from cudabmc.command.each import keep

        keep(run, command.kept, steps=command.wants_steps)
    with undisturbed():
        failed = write_reports(run) if command.files else []
    with suppress(KeyboardInterrupt):  # the verdict stands, even if nobody wants to read on
        _say(ending, command.options, arguments, console)
    status = exit_status(run)
    for error in failed:
        if isinstance(error, CudabmcError):
            problem(error, console)
            status = status or Exit.ERROR
        else:
            _crash(error, arguments, console)
            status = Exit.INTERNAL
    return status


def problem(error: CudabmcError, console: Console) -> Exit:
    """Print an error that a user can act on."""
    from cudabmc.report.text import hint_line, problem_text
    from cudabmc.source.files import SourceFiles

    if isinstance(error, CompilerError):
        sys.stderr.writelines(f"{printable(line)}\n" for line in error.text.splitlines())
        sys.stderr.writelines(f"{line}\n" for line in hint_line(error.hint, console.err))
        return Exit.ERROR
    sys.stderr.write(problem_text(error.message, error.location, error.hint, SourceFiles().line, console.err))
    return Exit.ERROR


def _say(ending: Result | Failure, options: Options, arguments: Sequence[str], console: Console) -> None:
    """The text of an ending. The verdict goes to the standard error where a report has the standard output."""
    if isinstance(ending, Crash):
        _crash(ending.error, arguments, console)
        return
    if isinstance(ending, CudabmcError):
        problem(ending, console)
        return
    stream, style = (sys.stderr, console.err) if takes_stdout(options) else (sys.stdout, console.out)
    from cudabmc.report.text import cut_text, text_report
    from cudabmc.source.files import SourceFiles

    if isinstance(ending, Result):
        _print(stream, text_report(ending, options, SourceFiles.of(ending.sources).line, style))
    else:
        _print(stream, cut_text(ending.reason, style))


def _crash(error: Exception, arguments: Sequence[str], console: Console) -> None:
    from cudabmc.report.crash import crash_text

    sys.stderr.write(crash_text(error, arguments, console.err))


def _print(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        # The reader (head, say) has seen enough; Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
