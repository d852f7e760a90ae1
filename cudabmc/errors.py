"""Errors that a user can act on.

    CudabmcError
    ├── UsageError            wrong option, missing file             exit status 2
    ├── ModelError            a user's own operational model fails   exit status 2
    ├── SourceError           the program is not valid               exit status 2
    │   ├── UnsupportedError  valid, but not taken by this version   exit status 2
    │   └── CompilerError     clang's own diagnostics                exit status 2
    ├── ResourceError         time or memory ran out                 exit status 3
    ├── UndecidedError        UNKNOWN is asked for true or false     from Python alone
    ├── VerificationError     result.check(), and not SUCCESSFUL     from Python alone
    └── InternalError         how reports name a bug of cudabmc      exit status 4

Everything else that escapes is a bug of cudabmc and ends with exit status 4.
"""

from cudabmc.source.location import Location


class CudabmcError(Exception):
    """A problem outside of cudabmc, with the place it comes from and the next step."""

    def __init__(self, message: str, location: Location | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.hint = hint
        if hint:
            self.add_note(f"hint: {hint}")  # what a traceback shows below the message

    def __str__(self) -> str:
        where = f"{self.location}: " if self.location else ""
        return f"{where}{self.message}"


class UsageError(CudabmcError):
    """A wrong command line, suite file or missing input."""


class ModelError(CudabmcError):
    """A user's own operational model (--models) cannot be loaded, or fails when it runs."""


class SourceError(CudabmcError):
    """The program is not valid C or CUDA."""


class UnsupportedError(SourceError):
    """A construct that this version does not take; `construct` is its name."""

    def __init__(self, construct: str, location: Location | None = None, hint: str = "") -> None:
        super().__init__(f"unsupported: {construct}", location, hint)
        self.construct = construct


class CompilerError(SourceError):
    """The compiler rejects the program: `text` is what it printed, `message` its first error."""

    def __init__(self, message: str, location: Location | None, text: str, hint: str = "") -> None:
        super().__init__(message, location, hint)
        self.text = text


class ResourceError(CudabmcError):
    """A limit on time, memory or the number of schedules was reached."""


class UndecidedError(CudabmcError):
    """The truth of a result is asked for whose verdict is UNKNOWN."""

    def __init__(self, reason: str) -> None:
        hint = "compare result.verdict where UNKNOWN is an answer; otherwise raise the limit that the reason names"
        message = f"the verdict is UNKNOWN, neither true nor false: {reason or 'nothing was decided'}"
        super().__init__(message, hint=hint)


class VerificationError(CudabmcError, AssertionError):
    """A result was expected to be SUCCESSFUL. The message is its report, and `result` the `cudabmc.Result` itself."""

    def __init__(self, report: str, result: object) -> None:
        super().__init__(report)
        self.result = result


class InternalError(CudabmcError):
    """A bug of cudabmc ended the run. It is never raised: reports for other programs carry it."""
