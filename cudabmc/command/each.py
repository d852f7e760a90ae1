"""`cudabmc each`: files as programs of their own, where the plain command takes all of them for one program."""

from collections.abc import Callable
from dataclasses import replace

from cudabmc.command.arguments import Command
from cudabmc.errors import UsageError
from cudabmc.process.supervise import ChildDiedError, supervised
from cudabmc.report.exit_status import Exit
from cudabmc.report.outputs import asked_for

_WORST_FIRST = (Exit.INTERNAL, Exit.FAILED, Exit.ERROR, Exit.UNKNOWN)


def run_each(command: Command, start: Callable[[Command], int], say: Callable[[str], None]) -> Exit:
    """`start` the command with each file alone, in a process of its own. The status is the worst of all.

    `say` gets a line in front of what is printed for a file. Raises UsageError for options that do not fit.
    """
    reports = asked_for(command.options)
    if reports:
        raise UsageError(f"{reports[0]} cannot be used with cudabmc each: all files would write the same report",
            hint="cudabmc suite runs many programs",
        )
    if not command.files:
        raise UsageError("no input file", hint="cudabmc each [OPTION...] FILE...")
    found = set()
    signals: list[bool] = []  # an entry for each Ctrl-C
    for file in command.files:
        say(f"== {file}\n")
        found.add(_status(replace(command, files=(file,)), start, say, lambda: signals.append(True)))
        if signals:
            break
    return next((status for status in _WORST_FIRST if status in found), Exit.SUCCESSFUL)


def _status(
    command: Command, start: Callable[[Command], int], say: Callable[[str], None], interrupted: Callable[[], None]
) -> Exit:
    try:
        return Exit(supervised(lambda _: start(command), None, interrupted))
    except ChildDiedError as error:
        say(f"Unknown: the run {error}\n")
        return Exit.UNKNOWN
