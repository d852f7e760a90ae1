"""The command line: arguments in, exit status out."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, TextIO

from cudabmc.arguments import Command, parse_arguments
from cudabmc.errors import CompilerError, CudabmcError, ResourceError, UsageError
from cudabmc.interrupts import interruptible
from cudabmc.options import Options

if TYPE_CHECKING:
    from cudabmc.report.style import Style


class Exit(IntEnum):
    """Exit statuses (decision 10 of the design)."""

    SUCCESSFUL = 0
    FAILED = 1
    ERROR = 2  # usage, input, unsupported
    UNKNOWN = 3
    INTERNAL = 4


def main(argv: Sequence[str] | None = None) -> int:
    """Run cudabmc with the given arguments and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        command = _with_environment(parse_arguments(arguments))
    except UsageError as error:
        return _problem(error, Options())
    except SystemExit:  # --help, --version
        return Exit.SUCCESSFUL
    with interruptible():
        return _protected(lambda: _start(command, arguments), command.options, arguments)


def _with_environment(command: Command) -> Command:
    """Options that were not given, from the environment."""
    options, environment = command.options, os.environ
    clang = options.clang or environment.get("CUDABMC_CLANG") or None
    home = environment.get("XDG_CACHE_HOME")
    cache = options.cache_dir or environment.get("CUDABMC_CACHE") or (os.path.join(home, "cudabmc") if home else None)
    return replace(command, options=replace(options, clang=clang, cache_dir=cache))


def _start(command: Command, arguments: Sequence[str]) -> int:
    """Answer what needs no program at once; run the rest, in a child process if there are limits."""
    options = command.options
    if command.explain or (options.show_properties and not command.files):
        return _explain(command)
    from cudabmc.checks import enabled_properties

    enabled_properties(options)  # refuses unknown ids before anything runs
    if options.parse_only:
        return _parse_only(command)
    _check_files(command.files)
    if options.timeout is None and options.memlimit is None:
        return _run(command)
    from cudabmc.supervise import ChildDiedError, supervised

    try:
        return supervised(lambda: _protected(lambda: _run(command), options, arguments), options.timeout)
    except ChildDiedError as error:
        raise ResourceError(f"the run {error}") from None


def _protected(run: Callable[[], int], options: Options, arguments: Sequence[str]) -> int:
    """Every way to end that is not an answer of `run`, as an exit status with a message."""
    try:
        return run()
    except ResourceError as error:
        return _unknown(error.message, options)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C does not spoil the report
        return _unknown("interrupted", options)
    except MemoryError:
        return _unknown("memory ran out", options)
    except CudabmcError as error:
        return _problem(error, options)
    except Exception as error:
        from cudabmc.report.crash import crash_text

        sys.stderr.write(crash_text(error, arguments, _style(options, sys.stderr)))
        return Exit.INTERNAL


# ---------------------------------------------------------------- what there is to do


def _run(command: Command) -> int:
    """Verify, or print what a --show option asks for. Nothing is printed before the limits are off."""
    from cudabmc.limits import limits

    options = command.options
    if options.show_goto_functions or options.show_loops or options.show_properties:
        with limits(options.timeout, options.memlimit):
            text = _show(command)
        return _print(text, Exit.SUCCESSFUL)
    if options.program_only or options.show_vcc or options.smt_formula_only:
        from cudabmc.verify import stage_text

        with limits(options.timeout, options.memlimit):
            text = stage_text(command.files, options)
        return _print(text, Exit.SUCCESSFUL)
    from cudabmc.verify import verify

    with limits(options.timeout, options.memlimit):
        result = verify(command.files, options)
    from cudabmc.report.text import text_report
    from cudabmc.source.files import SourceFiles

    report = text_report(result, options, SourceFiles().line, _style(options, sys.stdout))
    return _print(report, Exit[result.verdict.name])


def _show(command: Command) -> str:
    """The GOTO program, its loops, the properties: whatever was asked for, one after the other."""
    options = command.options
    from cudabmc.verify import load

    program = load(command.files, options)
    parts = []
    if options.show_goto_functions:
        from cudabmc.goto.text import print_program

        parts.append(print_program(program))
    if options.show_loops:
        from cudabmc.goto.cfg import loops
        from cudabmc.report.loop_list import loop_list

        parts.append(loop_list(loop for function in program.functions.values() for loop in loops(function)))
    if options.show_properties:
        from cudabmc.checks import enabled_properties
        from cudabmc.report.property_text import property_list

        parts.append(property_list(enabled_properties(options)))
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _parse_only(command: Command) -> int:
    """Run the front end on each file alone, and count the reasons of refusals."""
    from cudabmc.report.refusals import Progress, refusal_report
    from cudabmc.survey import survey

    options = command.options
    with Progress(sys.stderr, quiet=options.quiet) as progress:
        outcomes = survey(command.files, options, progress.seen)
    accepted = all(outcome.refusal is None for outcome in outcomes)
    return _print(refusal_report(outcomes, each=options.statistics), Exit.SUCCESSFUL if accepted else Exit.ERROR)


def _explain(command: Command) -> int:
    from cudabmc.checks import enabled_properties, property_by_id
    from cudabmc.report.property_text import explanation, property_list

    if command.explain and command.explain != "all":
        return _print(explanation(property_by_id(command.explain)), Exit.SUCCESSFUL)
    return _print(property_list(enabled_properties(command.options)), Exit.SUCCESSFUL)


def _check_files(files: Sequence[str]) -> None:
    """Raises UsageError for what cannot be a source file."""
    if not files:
        raise UsageError("no input file", hint="cudabmc FILE... verifies a program; --help lists the options")
    for file in files:
        if os.path.isdir(file):
            raise UsageError(f"{file} is a directory", hint="name the source files in it")
        try:
            with open(file, "rb") as stream:
                head = stream.read(1 << 16)
        except OSError as error:
            raise UsageError(f"cannot read {file}: {error.strerror or error}") from None
        except ValueError:
            raise UsageError(f"{file!r} is no file name") from None
        if b"\0" in head:
            raise UsageError(f"{file} is no text file", hint="cudabmc takes CUDA and C sources")


# ---------------------------------------------------------------- answers


def _unknown(reason: str, options: Options) -> int:
    """The run ended before it could say anything else."""
    from cudabmc.report.text import verdict_line
    from cudabmc.result import Verdict

    verdict = verdict_line(Verdict.UNKNOWN, _style(options, sys.stdout))
    return _print(f"Unknown: {reason}\n\n{verdict}\n", Exit.UNKNOWN)


def _problem(error: CudabmcError, options: Options) -> int:
    from cudabmc.report.style import printable
    from cudabmc.report.text import problem_text
    from cudabmc.source.files import SourceFiles

    style = _style(options, sys.stderr)
    if isinstance(error, CompilerError):
        sys.stderr.writelines(f"{printable(line)}\n" for line in error.text.splitlines())
        return Exit.ERROR
    sys.stderr.write(problem_text(error.message, error.location, error.hint, SourceFiles().line, style))
    return Exit.ERROR


def _print(text: str, status: Exit) -> int:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, say) has seen enough; Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _style(options: Options, stream: TextIO) -> "Style":
    from cudabmc.report.style import Style

    if options.color != "auto":
        return Style(options.color == "always")
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Style(stream.isatty() and not plain)
