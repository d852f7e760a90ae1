"""What reports for other programs are made of: the question and its answer."""

from cudabmc.errors import CudabmcError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.result import Result


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the verifier on `files`. Exactly one of `result` and `error` is there: the answer, or why
    there is none (wrong usage, a construct that is not supported). `arguments` are those of the command
    line, empty for a call from Python. A run that stands for several programs has those of each as `parts`."""

    files: tuple[str, ...]
    options: Options
    result: Result | None = None
    error: CudabmcError | None = None
    arguments: tuple[str, ...] = ()
    parts: tuple["Run", ...] = ()
