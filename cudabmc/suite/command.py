"""`cudabmc suite`: runs suites and says how they came out."""

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import TextIO

from cudabmc.errors import CudabmcError, UsageError
from cudabmc.process.interrupts import interruptible, undisturbed
from cudabmc.report.plural import plural
from cudabmc.report.style import Style, printable
from cudabmc.suite.answer import Outcome
from cudabmc.suite.case_pages import CasePages
from cudabmc.suite.collection import read_collections
from cudabmc.suite.command_line import SuiteCommand, parse_suite_command
from cudabmc.suite.local_runner import run_here
from cudabmc.suite.problems import Problem, SuiteError
from cudabmc.suite.progress import Progress
from cudabmc.suite.reading import Suite, read_suites
from cudabmc.suite.reports import STDOUT, check_paths, write_reports
from cudabmc.suite.result_file import ResultFile
from cudabmc.suite.selection import HOME, SuitePlan, output_folder, plan, selected
from cudabmc.suite.tally import SuiteRun, judged, tally
from cudabmc.suite.text_table import conclusion, text_table


class SuiteExit(IntEnum):
    """Exit statuses of `cudabmc suite`."""

    AS_EXPECTED = 0
    NOT_AS_EXPECTED = 1
    ERROR = 2  # usage, a mistake in a suite
    INTERRUPTED = 3  # not all cases have run
    INTERNAL = 4


def run(arguments: Sequence[str], out: Style, err: Style) -> int:
    """Do what the arguments behind `cudabmc suite` say, and return the exit status."""
    try:
        return _carry_out(parse_suite_command(arguments), out, err)
    except SuiteError as error:
        return _problems(error.problems, err)
    except CudabmcError as error:
        return _problems([Problem(error.location, error.message, error.hint)] if error.location else [], err, error)
    except KeyboardInterrupt:
        return SuiteExit.INTERRUPTED
    except SystemExit:  # --help
        return SuiteExit.AS_EXPECTED
    except Exception as error:
        from cudabmc.report.crash import crash_text

        sys.stderr.write(crash_text(error, ["suite", *arguments], err))
        return SuiteExit.INTERNAL


def _carry_out(command: SuiteCommand, out: Style, err: Style) -> int:
    """Raises SuiteError and UsageError; KeyboardInterrupt before there is anything to tell."""
    suites = _suites(command, err)
    cases = selected(suites, command)
    if command.listing:
        _print("".join(f"{case.suite}: {case.name}: {case.expectation}\n" for case in cases), sys.stdout)
        return SuiteExit.AS_EXPECTED
    check_paths(command.reports)
    folder = output_folder(suites, command)
    with interruptible(), ResultFile(folder) as file:
        if command.output is None:
            _ignored_by_git()
        keeps = command.resume or command.rerun_failed
        earlier = file.read() if keeps else {}
        if keeps and not earlier and not command.quiet:
            sys.stderr.write(f"there are no earlier results in {folder}: all cases run\n")
        todo = plan(cases, earlier, command)
        file.begin(again=not keeps)
        pages = CasePages(folder)
        finished = _run(_with_pages(todo, pages, command, again=not keeps), file, command)
        with undisturbed():
            return _conclude(finished, pages, command, folder, out)


def _with_pages(todo: SuitePlan, pages: CasePages, command: SuiteCommand, *, again: bool) -> SuitePlan:
    """The plan with a page for each case that is to have one. Pages of earlier results that are gone go with them."""
    if command.pages or pages.folder.is_dir():
        pages.begin(again=again)
        for job in todo.jobs:
            pages.forget(job.case)
    if not command.pages:
        return todo
    return replace(todo, jobs=tuple(replace(job, page=pages.path(job.case)) for job in todo.jobs))


def _suites(command: SuiteCommand, style: Style) -> list[Suite]:
    read = read_collections(command.paths, command.expectations) if command.expectations else read_suites(command.paths)
    if not command.quiet:
        for suite in read:
            for warning in suite.warnings:
                sys.stderr.write(f"{style.warning('warning:')} {printable(str(warning))}\n")
    return read


def _run(todo: SuitePlan, file: ResultFile, command: SuiteCommand) -> SuiteRun:
    """Run what is left, until that is done or Ctrl-C."""
    outcomes = dict(todo.kept)
    by_key = {case.key: case for case in todo.cases}
    if todo.kept and not command.quiet:
        sys.stderr.write(f"{len(todo.kept)} of {plural(len(todo.cases), 'result')} kept from an earlier run\n")
    with (
        suppress(KeyboardInterrupt),
        Progress(sys.stderr, len(todo.jobs), quiet=command.quiet) as progress,
        closing(_runner(todo, command)) as run,
    ):
        for outcome in run:
            outcomes[outcome.case] = outcome
            file.add(outcome)
            progress.seen(judged([by_key[outcome.case]], outcomes)[0])
    results = tuple(judged(todo.cases, outcomes))
    return SuiteRun(results, tally(results), len(todo.cases) - len(results))


def _runner(todo: SuitePlan, command: SuiteCommand) -> Generator[Outcome]:
    if command.dask is not None:
        from cudabmc.suite.dask_runner import run_on_cluster

        return run_on_cluster(todo.jobs, command.dask)
    return run_here(todo.jobs, command.jobs or os.cpu_count() or 1)


def _conclude(run: SuiteRun, pages: CasePages, command: SuiteCommand, folder: Path, style: Style) -> int:
    """Print the table, write the reports, choose the exit status."""
    written = write_reports(run, pages, command.reports, folder)
    stream = sys.stderr if STDOUT in command.reports.values() else sys.stdout
    total = run.counts.total
    if not command.quiet:
        if run.results:
            _print(f"\n{text_table(run.counts, style)}\n", stream)
        _print(f"Reports: {', '.join(written)}\n", stream)
        if run.left:
            _print("Interrupted. The same command with --resume continues.\n", stream)
    _print(f"{conclusion(run.counts, run.left, style)}\n", stream)
    if run.left:
        return SuiteExit.INTERRUPTED
    return SuiteExit.AS_EXPECTED if total.right == total.cases else SuiteExit.NOT_AS_EXPECTED


def _problems(problems: Sequence[Problem], style: Style, error: CudabmcError | None = None) -> int:
    """Tell mistakes as compilers do, with the line of the suite."""
    from cudabmc.report.text import problem_text
    from cudabmc.source.files import SourceFiles

    lookup = SourceFiles().line
    texts = [problem_text(problem.message, problem.location, problem.hint, lookup, style) for problem in problems]
    if not texts and error:
        texts = [problem_text(error.message, None, error.hint, lookup, style)]
    sys.stderr.write("".join(texts))
    return SuiteExit.ERROR


def _ignored_by_git() -> None:
    """Results are nobody's source."""
    path = os.path.join(HOME, ".gitignore")
    if not os.path.exists(path):
        try:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write("*\n")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def _print(text: str, stream: TextIO) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
