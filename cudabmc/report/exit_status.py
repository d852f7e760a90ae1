"""Exit statuses of the command (decision 10 of the design)."""

from enum import IntEnum

from cudabmc.errors import InternalError
from cudabmc.report.run import Run


class Exit(IntEnum):
    """What the shell gets."""

    SUCCESSFUL = 0
    FAILED = 1
    ERROR = 2  # usage, input, unsupported
    UNKNOWN = 3
    INTERNAL = 4


def exit_status(run: Run) -> Exit:
    """The status of a run that has ended."""
    if run.result is not None:
        return Exit[run.result.verdict.name]
    return Exit.INTERNAL if isinstance(run.error, InternalError) else Exit.ERROR
