"""Every way in which a run can end, as a value, so that all of them are printed and reported alike."""

import signal
from collections.abc import Callable, Sequence
from typing import TypeVar

from cudabmc.command.arguments import Command
from cudabmc.errors import CudabmcError, InternalError, ResourceError
from cudabmc.late_dataclass import dataclass
from cudabmc.properties import enabled_properties
from cudabmc.report.exit_status import Exit
from cudabmc.report.run import Run
from cudabmc.result import Result, Verdict

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """A text that was asked for instead of a verdict."""

    text: str
    status: Exit = Exit.SUCCESSFUL


@dataclass(frozen=True, slots=True)
class Cut:
    """Time, memory or patience ran out before the run could say anything else."""

    reason: str


@dataclass(frozen=True, slots=True)
class Crash:
    """A bug of cudabmc."""

    error: Exception


Failure = Cut | CudabmcError | Crash
CommandEnding = Result | Page | Failure


def ended(run: Callable[[], T]) -> T | Failure:
    """What `run` returns, or how it ended otherwise. After Ctrl-C, further ones are ignored, so that they do
    not spoil the report of the first."""
    try:
        return run()
    except ResourceError as error:
        return Cut(error.message)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return Cut("interrupted")
    except MemoryError:
        return Cut("memory ran out")
    except CudabmcError as error:
        return error
    except Exception as error:
        return Crash(error)


def run_of(ending: Result | Failure, command: Command, arguments: Sequence[str]) -> Run:
    """The question and its answer, which reports are made of."""
    result: Result | None = None
    error: CudabmcError | None = None
    if isinstance(ending, Result):
        result = ending
    elif isinstance(ending, Cut):
        asked = tuple(sorted(prop.id for prop in enabled_properties(command.options)))
        result = Result(Verdict.UNKNOWN, properties=asked, reason=ending.reason)
    elif isinstance(ending, Crash):
        kind, text = type(ending.error).__name__, str(ending.error)
        error = InternalError(f"internal error: {kind}: {text}" if text else f"internal error: {kind}")
    else:
        error = ending
    return Run(command.files, command.options, result, error, tuple(arguments))
