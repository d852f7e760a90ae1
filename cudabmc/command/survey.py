"""The front end alone on many files, each in a process of its own (--parse-only)."""

import multiprocessing
import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from cudabmc.errors import CompilerError, CudabmcError, SourceError, UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.process import clock
from cudabmc.process.limits import limits
from cudabmc.process.watched import TimeOfAnother
from cudabmc.result import FileOutcome, Refusal
from cudabmc.source.endings import HEADERS, SOURCES

_GRACE = 3.0  # seconds that a process gets beyond its timeout to end by itself
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+\.cu)"', re.MULTILINE)


def survey(
    paths: Sequence[str], options: Options, seen: Callable[[int, int], None] = lambda done, total: None
) -> list[FileOutcome]:
    """What the front end says of each file, and of each .cu file below each folder.

    `seen` is told how many of how many files are done. Raises UsageError for paths without a source.
    """
    from cudabmc.frontend.load import prepare

    files = source_files(paths)
    prepare(options)
    left, running = list(reversed(files)), list[_Worker]()
    outcomes: dict[str, FileOutcome] = {}
    at_once = options.jobs or os.cpu_count() or 1
    try:
        seen(0, len(files))
        while left or running:
            while left and len(running) < at_once:
                running.append(_start(left.pop(), options))
            _wait_for_one(running)
            for worker in [worker for worker in running if worker.over()]:
                running.remove(worker)
                outcomes[worker.file] = worker.outcome()
            seen(len(outcomes), len(files))
    finally:
        for worker in running:
            worker.process.kill()
            worker.process.join()
    return [outcomes[file] for file in files]


def source_files(paths: Iterable[str]) -> list[str]:
    """The files themselves, and what stands alone among the .cu files of the folders."""
    found: dict[str, None] = {}
    for path in paths:
        if os.path.isdir(path):
            inside = _standing_alone(Path(path))
            if not inside:
                raise UsageError(f"there is no .cu file in {path}")
            found.update(dict.fromkeys(inside))
        elif os.path.isfile(path):
            found[path] = None
        else:
            raise UsageError(f"there is no file {path}")
    if not found:
        raise UsageError("no input file", hint="cudabmc --parse-only FILE_OR_FOLDER...")
    return list(found)


def _standing_alone(folder: Path) -> list[str]:
    """The .cu files below `folder` that no other file below it includes."""
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (*SOURCES, *HEADERS) and path.is_file()]
    included: set[str] = set()
    for path in files:
        names = _INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace"))
        included.update(os.path.realpath(path.parent / name) for name in names)
    return [str(path) for path in files if path.suffix == ".cu" and os.path.realpath(path) not in included]


# ---------------------------------------------------------------- one file


@dataclass(frozen=True, slots=True)
class _Worker:
    """A process that loads one file, and the time that it has."""

    file: str
    process: BaseProcess
    answer: Connection
    started: float
    time: TimeOfAnother

    def over(self) -> bool:
        return not self.process.is_alive() or self.answer.poll() or self._late()

    def outcome(self) -> FileOutcome:
        late = self._late()
        answer = _received(self.answer)
        if answer is None:
            self.process.kill()
        self.process.join()
        self.answer.close()
        self.time.close()
        seconds = time.monotonic() - self.started
        if answer is not None:
            return FileOutcome(self.file, answer[0], seconds, answer[1], answer[2])
        reason = "did not finish in time" if late else f"the process ended with status {self.process.exitcode}"
        return FileOutcome(self.file, "", seconds, Refusal(reason, f"{self.file}: {reason}"))

    def _late(self) -> bool:
        return self.time.left() == 0


_Answer = tuple[str, Refusal | None, tuple[str, ...]]


def _received(answer: Connection) -> _Answer | None:
    try:
        received: _Answer | None = answer.recv() if answer.poll() else None
    except (EOFError, OSError):
        return None
    return received


def _start(file: str, options: Options) -> _Worker:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    reading, writing = os.pipe()
    process = context.Process(target=_work, args=(file, options, there, writing))
    process.start()
    there.close()
    os.close(writing)
    seconds = None if options.timeout is None else options.timeout + _GRACE
    return _Worker(file, process, here, time.monotonic(), TimeOfAnother(reading, seconds))


def _wait_for_one(running: Sequence[_Worker]) -> None:
    told = {worker.time.pipe: worker.time for worker in running if worker.time.pipe is not None}
    patience = [seconds for worker in running if (seconds := worker.time.patience()) is not None]
    for ready in wait([*told, *(worker.answer for worker in running)], min(patience, default=None)):
        if isinstance(ready, int):
            told[ready].hear()


def _work(file: str, options: Options, answer: Connection, told: int) -> None:
    from cudabmc.frontend.load import load_with

    clock.tell(told)
    frontend, refusal = "", None
    unmodelled: tuple[str, ...] = ()
    try:
        with limits(options.timeout, options.memlimit):
            loaded = load_with([file], options)
            frontend, unmodelled = loaded.frontend, loaded.program.unmodelled
    except Exception as error:
        refusal = _refusal(file, error)
    except KeyboardInterrupt:
        refusal = Refusal("interrupted", f"{file}: interrupted")
    answer.send((frontend, refusal, unmodelled))


def _refusal(file: str, error: Exception) -> Refusal:
    if not isinstance(error, CudabmcError):
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        place = f"{Path(where.tb_frame.f_code.co_filename).name}:{where.tb_lineno}" if where else ""
        reason = f"internal error: {type(error).__name__} at {place}"
        return Refusal(reason, f"{file}: {reason}: {error}")
    reason = f"clang: {error.message}" if isinstance(error, CompilerError) else error.message
    place = str(error.location) if isinstance(error, SourceError) and error.location else file
    return Refusal(reason, f"{file}: {reason}" + (f" ({place})" if place != file else ""))
