"""Exit statuses of the command (decision 10 of the design)."""

from enum import IntEnum

from cudabmc.errors import InternalError
from cudabmc.report.run import Run
from cudabmc.result import Verdict


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
        advice, limits = run.result.advice, run.options.fail_on
        if advice is not None and limits:
            if advice.above(limits):
                return Exit.FAILED
            if advice.missing and run.result.verdict is Verdict.SUCCESSFUL:
                return Exit.UNKNOWN
        return Exit[run.result.verdict.name]
    return Exit.INTERNAL if isinstance(run.error, InternalError) else Exit.ERROR
