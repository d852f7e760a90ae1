"""The calls for Python programs: verify a program, or a kernel without host code."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cudabmc.errors import CudabmcError, ResourceError, UsageError
from cudabmc.options.kernel_arguments import Given
from cudabmc.options.python_values import argument, dimensions
from cudabmc.options.table import Options
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import limits
from cudabmc.result import Reports, Result, Verdict
from cudabmc.source.text import SourceText

SourcePath = str | os.PathLike[str]
"""A file name, or source text (see `verify`)."""


def verify(
    program: SourcePath | Sequence[SourcePath] | None = None,
    options: Options | None = None,
    *,
    source: str | None = None,
    name: str = "<source>",
    **settings: object,
) -> Result:
    """Verify a CUDA program: every property within the bounds, or executions that break some.

    `program` is a file, several files, or source text: a string with a line break or a brace is text, any other
    string and every path is a file name. `source` is text in any case. Locations call text `name`, whose ending says
    what language it is in (.cu without one, .goto for a GOTO program as `show_goto_functions` prints it); its quoted
    #include files are looked for where that name says, and so in the current directory if it says nothing.

    `settings` are the long option names with underscores, as in `context_bound=1` or `unwind=10`; they go on top of
    `options`. Values are Python's or the texts of the command line; lists are taken where an option can be repeated.

    The call keeps nothing and changes nothing that other calls see: several threads and processes may be in it at
    once. A `timeout` (seconds) works in every thread. `memlimit` (MiB) bounds the whole process while the call lasts.

    Options that name reports (`json="run.json"`, `output_dir=...`) have them written, also when an error is raised.

    Returns a `Result`. Running out of time or memory is a result too: UNKNOWN, with a `reason`.
    Raises UsageError (wrong options, missing files), SourceError (the program is not valid), UnsupportedError (a
    construct that is not taken) and ModelError (a model of your own fails), all of them CudabmcError.
    """
    return _run(_sources(program, source, name), _options(options, settings))


def verify_kernel(
    source: SourcePath,
    kernel: str | None = None,
    *,
    grid: int | Sequence[int],
    block: int | Sequence[int],
    args: Sequence[object] | Mapping[str, object] = (),
    shared: int | None = None,
    options: Options | None = None,
    name: str = "<source>",
    **settings: object,
) -> Result:
    """Verify one launch of a kernel, for which no host code is needed: `kernel<<<grid, block, shared>>>(*args)`.

    `source` is text or a file, as in `verify`. `kernel` is its name, without the types of its parameters and with
    template arguments if it has some (`"scale<float>"`); None means the only one. `grid` and `block` are gridDim and
    blockDim, one to three numbers each; `shared` is the dynamic shared memory in bytes; None
    means as much as the kernel needs, up to what a block can have.

    `args` has one entry for each parameter, in order; or it maps names of parameters, and what it leaves out is
    arbitrary. An entry for a pointer is

    - a numpy array, or anything else that has the buffer protocol: an array in device memory with these contents.
      The type of its elements must be that of what the pointer points to (bytes of any type for structs and void);
    - a list or tuple of numbers: an array with these elements;
    - `symbolic(...)`: an array with arbitrary contents;
    - None: an array with arbitrary contents, of any size that `array_size` allows (default: 1 to 1024 elements);
    - 0: the null pointer.

    Pointers point to distinct arrays, unless one object is given twice: then they point to one. For any other
    parameter an entry is a number, bytes (also a numpy.void or a ctypes structure) for a struct by value, None for an
    arbitrary value, or `symbolic(low=..., high=...)` for one within bounds. Arrays that are passed are not changed.

    `settings`, threads, results and errors are as for `verify`; arguments that do not fit raise UsageError.
    """
    given, arguments = _options(options, settings), _arguments(args)
    if given.arg and arguments:
        raise UsageError("the arguments of the kernel are given twice, by args and by arg")
    launch = replace(
        given,
        kernel=kernel, grid=dimensions(grid, "grid"), block=dimensions(block, "block"), shared=_bytes(shared),
        arg=arguments or given.arg,
    )  # fmt: skip
    return _run(_sources(source, None, name), launch)


def assert_kernel(
    source: SourcePath,
    kernel: str | None = None,
    *,
    grid: int | Sequence[int],
    block: int | Sequence[int],
    args: Sequence[object] | Mapping[str, object] = (),
    shared: int | None = None,
    options: Options | None = None,
    name: str = "<source>",
    **settings: object,
) -> Result:
    """`verify_kernel` for tests: everything holds, or AssertionError (VerificationError) with the report as its text.
    UNKNOWN is no success either."""
    return verify_kernel(
        source, kernel, grid=grid, block=block, args=args, shared=shared, options=options, name=name, **settings
    ).check()


def _run(sources: tuple[str, ...], options: Options) -> Result:
    from cudabmc.report.outputs import prepare, write_reports
    from cudabmc.report.run import Run
    from cudabmc.verification.pipeline import verify as run

    prepare(options, sources)
    try:
        with deadline(options.timeout), limits(memlimit=options.memlimit):
            result = run(sources, options)
    except ResourceError as error:  # before there was anything to explore
        result = Result(Verdict.UNKNOWN, reason=str(error))
    except CudabmcError as error:
        write_reports(Run(sources, options, error=error))
        raise
    for failed in write_reports(Run(sources, options, result)):
        raise failed
    result.reports = Reports(_text, _page)
    return result


def _text(result: Result) -> str:
    from cudabmc.report.text import text_report
    from cudabmc.source.files import SourceFiles

    options = Options() if result.question is None else result.question.options
    return text_report(result, options, SourceFiles().line)


def _page(result: Result) -> str:
    from cudabmc.report.html.notebook import notebook_html

    return notebook_html(result)


def _options(options: Options | None, settings: Mapping[str, object]) -> Options:
    if not isinstance(options, Options | None):
        raise UsageError(f"options are cudabmc.Options, not {type(options).__name__}")
    return Options.from_mapping(settings, options) if settings else options or Options()


def _sources(program: SourcePath | Sequence[SourcePath] | None, source: str | None, name: str) -> tuple[str, ...]:
    if (program is None) == (source is None):
        raise UsageError("give the files of a program, or its text with source=")
    if source is not None:
        return (SourceText(source, name),)
    if isinstance(program, str | os.PathLike):
        return (_one(program, name),)
    assert program is not None
    found = tuple(
        _one(part, f"<source {number}>" if name == "<source>" else name) for number, part in enumerate(program, 1)
    )
    if not found:
        raise UsageError("no input file")
    return found


def _one(source: SourcePath, name: str) -> str:
    if not isinstance(source, str):
        return os.fspath(source)
    if isinstance(source, SourceText):
        return source
    return SourceText(source, name) if "\n" in source or "{" in source else source


def _arguments(args: Sequence[object] | Mapping[str, object]) -> tuple[Given, ...]:
    if isinstance(args, str | bytes) or not isinstance(args, Sequence | Mapping):
        raise UsageError(f"args has one entry for each parameter, or maps their names; it is {type(args).__name__}")
    keys: list[str | int] = list(args) if isinstance(args, Mapping) else list(range(len(args)))
    values = list(args.values()) if isinstance(args, Mapping) else list(args)
    first: dict[int, str | int] = {}
    found: list[Given] = []
    for key, value in zip(keys, values, strict=True):
        found.append((key, argument(key, value, first.get(id(value)))))
        first.setdefault(id(value), key)
    return tuple(found)


def _bytes(shared: int | None) -> int | None:
    if shared is not None and (not isinstance(shared, int) or shared < 0):
        raise UsageError(f"shared is a number of bytes, not {shared!r}")
    return shared
