"""Reports for other programs: which there are, where they go, and how they are written.

A report replaces the file of its name at once: nobody reads half of one, and an earlier one stays as it is if
writing fails.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from os.path import splitext
from pathlib import Path
from typing import cast

from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import OPTIONS, Group, Options
from cudabmc.report.run import Run
from cudabmc.source.endings import HEADERS, SOURCES

STDOUT = "-"
TESTCASE = "testcase.cu"
"""The report that is about one kernel, and not about two that are compared."""

QUERIES = "queries"
"""The folder of --output-dir for the solver's queries."""


@dataclass(frozen=True, slots=True)
class Format:
    """A report: the field of Options that asks for it, its name in --output-dir, and the function
    `Run -> str` that makes it, as module and name, imported when it is asked for. Of several formats of one
    option, a file's suffix picks one, the first if it fits none. One that is kept from run to run is not in
    --output-dir."""

    option: str
    file: str
    module: str
    function: str
    in_folder: bool = True

    def text(self, run: Run) -> str:
        """The report of a run."""
        return cast(Callable[[Run], str], getattr(import_module(self.module), self.function))(run)


FORMATS = (
    Format("json", "report.json", "cudabmc.report.json_report", "json_report"),
    Format("sarif", "report.sarif", "cudabmc.report.sarif.log", "sarif_report"),
    Format("junit", "junit.xml", "cudabmc.report.junit_report", "junit_report"),
    Format("witness", "witness.yml", "cudabmc.report.witness.yaml_witness", "yaml_witness"),
    Format("witness", "witness.graphml", "cudabmc.report.witness.graphml_witness", "graphml_witness"),
    Format("html", "report.html", "cudabmc.report.html.page", "html_report"),
    Format("lcov", "coverage.info", "cudabmc.report.lcov_report", "lcov_report"),
    Format("generate_testcase", TESTCASE, "cudabmc.report.testcase.case", "testcase"),
    Format("write_baseline", "baseline.yml", "cudabmc.report.new_baseline", "new_baseline", in_folder=False),
)


@dataclass(frozen=True, slots=True)
class ReportTarget:
    """A report that was asked for, and where it goes: a path, or STDOUT."""

    format: Format
    path: str


def targets(options: Options) -> tuple[ReportTarget, ...]:
    """The reports that the options ask for. A file of its own goes before the place in --output-dir. What a run has
    reached is not kept for that directory alone: it costs time."""
    found = []
    for option in dict.fromkeys(form.option for form in FORMATS):
        forms = [form for form in FORMATS if form.option == option]
        path = getattr(options, option)
        if path is not None:
            fitting = [form for form in forms if splitext(form.file)[1] == splitext(path)[1]]
            found.append(ReportTarget((fitting or forms)[0], path))
        elif options.output_dir is not None and (option != "lcov" or options.coverage):
            forms = [form for form in forms if form.in_folder and not (options.equivalent and form.file == TESTCASE)]
            found += [ReportTarget(form, os.path.join(options.output_dir, form.file)) for form in forms]
    return tuple(found)


def query_folder(options: Options) -> str | None:
    """Where the solver's queries go, if they are wanted."""
    if options.smt_dir is None and options.output_dir is not None:
        return os.path.join(options.output_dir, QUERIES)
    return options.smt_dir


def asked_for(options: Options) -> list[str]:
    """The options of this room that were given."""
    return [f"--{o.key}" for o in OPTIONS if o.group is Group.REPORTS and getattr(options, o.name) is not None]


def takes_stdout(options: Options) -> bool:
    """Whether a report is written to the standard output, where nothing else may then go."""
    return any(target.path == STDOUT for target in targets(options))


def prepare(options: Options, files: tuple[str, ...]) -> None:
    """Make the folders of the reports. Raises UsageError for what cannot be written, as far as that shows."""
    folder = query_folder(options)
    if folder == STDOUT or options.output_dir == STDOUT:
        raise UsageError("a folder is needed for many files, not the standard output")
    taken = {_real(file): f"the source file {file}" for file in files}
    for flag, path in _paths(options):
        where = path if path == STDOUT else _real(path)
        if where in taken:
            raise UsageError(f"{flag} would overwrite {taken[where]}", hint="give each report a file of its own")
        taken[where] = f"the report of {flag}"
        if path != STDOUT:
            _check_file(path)
    if folder is not None:
        _make(folder)
        _check_folder(folder)


def write_reports(run: Run) -> list[Exception]:
    """Write every report that the options of the run ask for.

    One that fails does not keep the others from being written: the errors are returned, UsageError for what
    cannot be written.
    """
    failed: list[Exception] = []
    for work in _works(run):
        try:
            work()
        except OSError as error:
            failed.append(UsageError(f"cannot write {error.filename}: {error.strerror or error}"))
        except Exception as error:
            failed.append(error)
    return failed


def write_text(path: str, text: str) -> None:
    """Write a file at once. Raises OSError with the name of the file."""
    real = os.path.realpath(path)  # what a link points to is replaced, not the link
    if os.path.exists(real) and not os.path.isfile(real):
        with open(real, "w", encoding="utf-8", errors="backslashreplace") as stream:  # a pipe, or /dev/null
            stream.write(text)
        return
    draft = f"{real}.{os.getpid()}.tmp"
    try:
        with open(draft, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(text)
        os.replace(draft, real)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        with suppress(OSError):
            os.unlink(draft)


def _works(run: Run) -> Iterator[Callable[[], None]]:
    for target in targets(run.options):
        yield lambda target=target: _write(target, run)  # type: ignore[misc]
    folder = query_folder(run.options)
    if folder is not None:
        queries = run.result.queries if run.result is not None else ()
        yield lambda: _write_queries(folder, queries)


def _write(target: ReportTarget, run: Run) -> None:
    text = target.format.text(run)
    if target.path != STDOUT:
        write_text(target.path, text)
        return
    with suppress(BrokenPipeError):  # the reader has seen enough
        sys.stdout.write(text)
        sys.stdout.flush()


def _write_queries(folder: str, queries: tuple[str, ...]) -> None:
    """`001.smt2` and so on; those of an earlier run go."""
    _make(folder)
    width = max(3, len(str(len(queries))))
    names = {f"{number:0{width}}.smt2": query for number, query in enumerate(queries, 1)}
    for old in os.listdir(folder):
        if re.fullmatch(r"\d{3,}\.smt2", old) and old not in names:
            os.unlink(os.path.join(folder, old))
    for name, query in names.items():
        write_text(os.path.join(folder, name), query)


# ---------------------------------------------------------------- before the run


def _paths(options: Options) -> Iterator[tuple[str, str]]:
    """The files that will be written, each with the option that names it."""
    for target in targets(options):
        own = getattr(options, target.format.option) is not None
        yield f"--{target.format.option.replace('_', '-')}" if own else "--output-dir", target.path


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:  # it holds a zero byte
        raise UsageError(f"{path!r} is not a file name") from None


def _check_file(path: str) -> None:
    if path.endswith((*SOURCES, *HEADERS, ".py", ".goto")) and os.path.exists(path) and not _is_testcase(path):
        raise UsageError(f"{path} looks like a source file, which a report would overwrite")
    if os.path.isdir(path):
        raise UsageError(f"{path} is a directory", hint="name a file for the report")
    if os.path.exists(path):
        if not os.access(path, os.W_OK):
            raise UsageError(f"cannot write {path}: permission denied")
        if not os.path.isfile(path):
            return
    folder = os.path.dirname(os.path.realpath(path))
    _make(folder)
    _check_folder(folder)


def _is_testcase(path: str) -> bool:
    """A test case of an earlier run may be written anew."""
    from cudabmc.report.testcase.header import MARK

    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.readline().startswith(MARK)
    except OSError:
        return False


def _make(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"cannot make the directory {folder}: {reason}") from None


def _check_folder(folder: str) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write to the directory {folder}: permission denied")
