"""The command line of a program, or of each of several: arguments in, exit status out."""

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TextIO

from cudabmc.command.answer import Console, answer, problem
from cudabmc.command.arguments import Command, parse_arguments
from cudabmc.command.ending import Page, ended
from cudabmc.command.pages import stage_flags, stage_page, survey_page, text_page
from cudabmc.command.settings import settled, text_of
from cudabmc.errors import ResourceError, UsageError
from cudabmc.options.table import Options
from cudabmc.process.interrupts import interruptible
from cudabmc.report.exit_status import Exit
from cudabmc.report.outputs import asked_for, prepare
from cudabmc.report.style import WIDEST, Style
from cudabmc.result import Result

_KINDS = ("each", "prove", "advise", "equivalent")
"""What may be asked about the files by a first word."""


def run(arguments: Sequence[str]) -> int:
    """Verify what the words of a command line name and return the exit status."""
    encode_what_is_printed()
    kind = arguments[0] if arguments[:1] and arguments[0] in _KINDS else ""
    words = arguments[1:] if kind else arguments
    if kind == "prove":
        words = _of_proofs(words)
    try:
        parsed = parse_arguments(words, kind)
        command, sources = settled(parsed, os.environ)
        if command.show_config:
            return answer(Page(text_of(sources)), command, arguments, console_of(command.options))
        if kind == "prove":
            command = _proving(command, words)
        if kind in ("advise", "equivalent"):
            command = replace(command, options=replace(command.options, **{kind: True}))  # type: ignore[arg-type]
        _say_unused(command)
        if kind == "each":
            with interruptible(_wipe_echo):
                return _each(command, arguments)
        if command.kernels or command.changed_since is not None:
            flag = "--kernels" if command.kernels else "--changed-since"
            raise UsageError(f"{flag} is an option of cudabmc each", hint=f"cudabmc each {flag} ... FILE_OR_FOLDER...")
        if command.files:
            prepare(command.options, command.files)
    except UsageError as error:
        return problem(error, console_of(Options()))
    except SystemExit:  # --help
        return Exit.SUCCESSFUL
    with interruptible(_wipe_echo):
        return _start(command, arguments)


def _proving(command: Command, words: Sequence[str]) -> Command:
    """The command line of a proof. What the comments of a file say of launches counts, unless the words do."""
    from cudabmc.command.launch_line import launch_words

    said = launch_words(command.files[0]) if len(command.files) == 1 else []
    if said:
        command, _ = settled(parse_arguments([*said, *words]), os.environ)
    return replace(command, options=replace(command.options, prove=True))


def _of_proofs(words: Sequence[str]) -> list[str]:
    """The words behind `cudabmc prove`, where --explain is about proofs."""
    return ["--explain-proofs" if word == "--explain" else word for word in words]


def encode_what_is_printed() -> None:
    """What the encoding of the terminal lacks is printed as an escape, and is no error."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _each(command: Command, arguments: Sequence[str]) -> int:
    from cudabmc.command.each import run_each

    def say(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    return run_each(command, lambda single: _start(single, arguments), say, arguments)


def _say_unused(command: Command) -> None:
    """Options of a compiler are taken; a line says which of them change nothing."""
    if command.unused and command.files and not command.options.quiet:
        sys.stderr.write(f"Note: options of the compiler that change nothing here: {shlex.join(command.unused)}\n")


def _start(command: Command, arguments: Sequence[str]) -> int:
    """Answer what needs no program at once; run the rest, in a child process if there are limits."""
    console = console_of(command.options)
    page = ended(lambda: _page_without_run(command))
    if page is not None:
        return answer(page, command, arguments, console)
    if command.options.timeout is None and command.options.memlimit is None:
        return answer(ended(lambda: _run(command, lambda: None)), command, arguments, console)
    status = ended(lambda: _in_child(command, arguments, console))
    return status if isinstance(status, int) else answer(status, command, arguments, console)


def _page_without_run(command: Command) -> Page | None:
    """What needs no run of the program, if that is asked for. Raises UsageError for what cannot be run."""
    options = command.options
    page = text_page(command)
    if page is not None:
        return page
    from cudabmc.properties import enabled_properties

    enabled_properties(options)  # refuses unknown ids before anything runs
    stages, reports = stage_flags(options), asked_for(options)
    if stages and reports:
        raise UsageError(f"{stages[0]} prints a stage and stops, so there is nothing for {reports[0]} to report")
    if options.parse_only:
        return survey_page(command)
    _check_files(command)
    return None


def _run(command: Command, answered: Callable[[], None]) -> Result | Page:
    """Verify, or make what a --show option asks for; `answered` is told once the answer is known."""
    if stage_flags(command.options):
        return stage_page(command)
    from cudabmc.process.activity import Watch
    from cudabmc.process.clock import this_clock
    from cudabmc.process.limits import lift_timeout, limits
    from cudabmc.report.progress import ProgressLine
    from cudabmc.verification.pipeline import verify

    def known() -> None:
        if command.options.timeout is not None:
            lift_timeout()
        answered()

    options, watch = command.options, Watch(known)
    with (
        ProgressLine(watch, sys.stderr, quiet=options.quiet, timeout=options.timeout, now=this_clock().now),
        limits(options.timeout, options.memlimit),
    ):
        return verify(command.files, options, watch)


def _in_child(command: Command, arguments: Sequence[str], console: Console) -> int:
    """Run in a child process, which answers. Raises ResourceError if it could not."""
    from cudabmc.process.supervise import Answered, ChildDiedError, supervised

    def run(answered: Answered) -> int:
        ending = ended(lambda: _run(command, answered))
        answered()
        return answer(ending, command, arguments, console)

    try:
        return supervised(run, command.options.timeout)
    except ChildDiedError as error:
        raise ResourceError(f"the run {error}") from None


def _wipe_echo() -> None:
    """Of ^C, which the terminal shows. Called by a handler of signals."""
    if os.isatty(2):
        os.write(2, b"\r  \r")


_NOT_READ = {
    ".ptx": "PTX assembly", ".cubin": "machine code", ".fatbin": "machine code", ".o": "machine code",
    ".a": "a library", ".so": "a library", ".cl": "OpenCL", ".py": "Python", ".f90": "Fortran", ".ll": "LLVM IR",
    ".hip": "HIP", ".ipynb": "a notebook",
}  # fmt: skip
"""What people try, by the ends of the names, and what it is."""


def _check_files(command: Command) -> None:
    """Raises UsageError for what cannot be a source file."""
    files, unused = command.files, command.unused
    other = next((word for word in (*files, *unused) if os.path.splitext(word)[1] in _NOT_READ), None)
    if other is not None and (not files or other in files):
        kind = _NOT_READ[os.path.splitext(other)[1]]
        hint = "cudabmc takes CUDA, C and C++ sources"
        raise UsageError(f"{other} is {kind}, which cudabmc does not read", hint=hint)
    if not files:
        from cudabmc.command.commands import hint_for_no_file

        options = command.options
        kind = next((kind for kind in ("prove", "advise", "equivalent") if getattr(options, kind)), "")
        raise UsageError("no input file", hint=hint_for_no_file(kind))
    texts = [_beginning(file, command.options.prove) for file in files]
    if not any(text.strip() for text in texts):
        names = files[0] if len(files) == 1 else "every file"
        raise UsageError(f"{names} is empty")


def _beginning(file: str, proves: bool) -> bytes:
    """The first bytes of what seems to be a source file. Raises UsageError."""
    if os.path.isdir(file):
        each = f"cudabmc each {'--kernels ' if proves else ''}{shlex.quote(file)}"
        hint = f"name the source files in it; {each} {'proves' if proves else 'verifies'} each by itself"
        raise UsageError(f"{file} is a directory", hint=hint)
    if file.endswith((".yaml", ".yml")):
        raise UsageError(f"{file} is not a source file", hint=f"cudabmc suite {file} runs a suite")
    try:
        with open(file, "rb") as stream:
            head = stream.read(1 << 16)
    except OSError as error:
        from cudabmc.command.commands import hint_for_missing_file

        hint = hint_for_missing_file(file)
        raise UsageError(f"cannot read {file}: {error.strerror or error}", hint=hint) from None
    except ValueError:
        raise UsageError(f"{file!r} is not a file name") from None
    if b"\0" in head:
        raise UsageError(f"{file} is not a text file", hint="cudabmc takes CUDA and C sources")
    return head


def console_of(options: Options) -> Console:
    """The terminal, with colours where it shows them and the options do not forbid it."""
    return Console(_style(options, sys.stdout), _style(options, sys.stderr))


def _style(options: Options, stream: TextIO) -> Style:
    width = _width(stream)
    if options.color != "auto":
        return Style(options.color == "always", width)
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Style(stream.isatty() and not plain, width)


def _width(stream: TextIO) -> int:
    """Of paragraphs on a terminal; what is no terminal, or does not tell its width, is wide enough."""
    columns = 0
    if stream.isatty():
        with suppress(OSError, ValueError):
            columns = os.get_terminal_size(stream.fileno()).columns
    return min(WIDEST, max(columns, 40)) if columns else WIDEST
