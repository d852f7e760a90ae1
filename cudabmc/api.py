"""The calls for Python programs: verify a program, or a kernel without host code."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cudabmc.errors import CudabmcError, ResourceError, UsageError
from cudabmc.options.python_values import arguments_of, dimensions
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
    source: object,
    *launch: object,
    kernel: str | None = None,
    grid: int | Sequence[int] | None = None,
    block: int | Sequence[int] | None = None,
    args: Sequence[object] | Mapping[str, object] | None = None,
    shared: int | None = None,
    shared_mem: int | None = None,
    options: Options | None = None,
    name: str = "<source>",
    **settings: object,
) -> Result:
    """Verify one launch of a kernel, for which no host code is needed: `kernel<<<grid, block, shared>>>(*args)`.

        verify_kernel(source, "name", grid=..., block=..., args=...)
        verify_kernel(cupy.RawKernel(...), (4,), (32,), (x, y, numpy.int32(n)), shared_mem=0)
        verify_kernel(cupy.RawModule(...), "name", (4,), (32,), (x, y, numpy.int32(n)))

    `source` is text or a file, as in `verify`, or a kernel of CuPy. Behind it stand the name of the kernel, if it is
    needed, and then `grid`, `block` and `args`, in this order or by name. `kernel` is the name without the types of its
    parameters and with template arguments if it has some (`"scale<float>"`); None means the only one. `grid` and
    `block` are gridDim and blockDim, one to three numbers each; `shared`, or `shared_mem`, is the dynamic shared memory
    in bytes; None means as much as the kernel needs, up to what a block can have.

    `args` has one entry for each parameter, in order; or it maps names of parameters, and what it leaves out is
    arbitrary. An entry for a pointer is

    - a numpy array, or anything else that has the buffer protocol: an array in device memory with these contents.
      The type of its elements must be that of what the pointer points to (bytes of any type for structs and void);
    - an array in the memory of a device, which is copied; or an object that has a `shape` and a `dtype` but no
      contents, for an array with arbitrary ones;
    - a list or tuple of numbers: an array with these elements;
    - `symbolic(...)`: an array with arbitrary contents;
    - None: an array with arbitrary contents, of any size that `array_size` allows (default: 1 to 1024 elements);
    - 0: the null pointer.

    Pointers point to distinct arrays, unless one object is given twice: then they point to one. For any other
    parameter an entry is a number, bytes (also a numpy.void or a ctypes structure) for a struct by value, None for an
    arbitrary value, or `symbolic(low=..., high=...)` for one within bounds. Arrays that are passed are not changed.

    `settings`, threads, results and errors are as for `verify`; arguments that do not fit raise UsageError.
    """
    place = _placed(launch, {"kernel": kernel, "grid": grid, "block": block, "args": args})
    given = _options(options, settings)
    if given.arg and place.args:
        raise UsageError("the arguments of the kernel are given twice, by args and by arg")
    if isinstance(source, str | os.PathLike):
        sources, wanted, arguments = _sources(source, None, name), place.kernel, arguments_of(place.args)
    else:
        from cudabmc.kernel_objects.choose import kernel_object

        found = kernel_object(source, place.kernel, place.args, given)
        sources, wanted, arguments = (found.text(name),), found.kernel, found.arguments
        given = found.options
    started = replace(
        given,
        kernel=wanted, grid=dimensions(place.grid, "grid"), block=dimensions(place.block, "block"),
        shared=_bytes(shared, shared_mem), arg=arguments or given.arg,
    )  # fmt: skip
    return _run(sources, started)


def assert_kernel(
    source: object,
    *launch: object,
    kernel: str | None = None,
    grid: int | Sequence[int] | None = None,
    block: int | Sequence[int] | None = None,
    args: Sequence[object] | Mapping[str, object] | None = None,
    shared: int | None = None,
    shared_mem: int | None = None,
    options: Options | None = None,
    name: str = "<source>",
    **settings: object,
) -> Result:
    """`verify_kernel` for tests: everything holds, or AssertionError (VerificationError) with the report as its text.
    UNKNOWN is no success either."""
    __tracebackhide__ = True  # pytest shows the line of the test, and the report
    return verify_kernel(
        source, *launch, kernel=kernel, grid=grid, block=block, args=args, shared=shared, shared_mem=shared_mem,
        options=options, name=name, **settings,
    ).check()  # fmt: skip


def equivalent(
    first: SourcePath,
    second: SourcePath | None = None,
    *,
    kernel: str | Sequence[str] | None = None,
    grid: int | Sequence[int] | None = None,
    block: int | Sequence[int] | None = None,
    args: Sequence[object] | Mapping[str, object] | None = None,
    shared: int | None = None,
    options: Options | None = None,
    name: str = "<source>",
    **settings: object,
) -> Result:
    """Compare two kernels: do they leave the same in memory, from the same arguments, each with arrays of its own?

        equivalent("naive.cu", "tiled.cu", kernel="transpose", grid=(4, 4), block=(16, 16), args=...)
        equivalent(source, kernel=("naive", "tiled"), grid=1, block=256, second_grid=4, second_block=64)

    `first` and `second` are text or files, as in `verify`; without `second` both kernels are in the first. `kernel` is
    the name of both, or their names. The second kernel is launched as the first one unless the settings `second_grid`,
    `second_block` and `second_shared` say otherwise. `args` are as for `verify_kernel`, and by the names of the first
    kernel's parameters if they have names. Arrays need a known size. With `floats="real"`, floats are compared as real
    numbers; with `floats="abstract"`, their operations are functions of which nothing is known.

        equivalent("naive.cu", "tiled.cu", kernel="transpose", prove=True)

    With `prove` they are compared for every launch, or for those that `grid`, `block` and `args` leave; no array needs
    a size then.

    The result is SUCCESSFUL if both leave the same whatever is arbitrary; FAILED with an element that differs, both
    values, and the inputs that lead to them, or with what a kernel does wrong by itself.
    """
    given = _options(options, settings)
    if given.arg and args:
        raise UsageError("the arguments of the kernels are given twice, by args and by arg")
    sources = (first,) if second is None else (first, second)
    started = replace(
        given,
        equivalent=True, kernel=kernel if isinstance(kernel, str | None) else ",".join(kernel),
        grid=given.grid if grid is None else dimensions(grid, "grid"),
        block=given.block if block is None else dimensions(block, "block"), shared=_bytes(shared, None),
        arg=arguments_of(() if args is None else args) or given.arg,
    )  # fmt: skip
    return _run(_sources(sources, None, name), started)


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


class _Placed(NamedTuple):
    """The kernel and its launch, wherever they stand in a call."""

    kernel: str | None
    grid: Any
    block: Any
    args: Any


def _placed(launch: Sequence[object], named: Mapping[str, object]) -> _Placed:
    """What stands behind the source: the name of a kernel perhaps, then grid, block and arguments; or it is named."""
    with_name = bool(launch) and isinstance(launch[0], str | None)
    words = ("kernel", "grid", "block", "args")[0 if with_name else 1 :]
    if len(launch) > len(words):
        raise UsageError("behind the kernel stand the grid, the block and the arguments", hint="name all others")
    found = dict(named)
    for word, value in zip(words, launch, strict=False):
        if found[word] is not None:
            raise UsageError(f"{word} is given twice, by its place and by its name")
        found[word] = value
    if found["grid"] is None or found["block"] is None:
        raise UsageError("a launch has a grid and a block", hint="verify_kernel(source, grid=..., block=..., args=...)")
    kernel, args = found["kernel"], found["args"]
    if not isinstance(kernel, str | None):
        raise UsageError(f"kernel is a name, not {kernel!r}")
    return _Placed(kernel, found["grid"], found["block"], () if args is None else args)


def _text(result: Result) -> str:
    from cudabmc.report.text import text_report
    from cudabmc.source.files import SourceFiles

    options = Options() if result.question is None else result.question.options
    return text_report(result, options, SourceFiles.of(result.sources).line)


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


def _bytes(shared: int | None, shared_mem: int | None) -> int | None:
    if shared is not None and shared_mem is not None:
        raise UsageError("the dynamic shared memory is given twice, by shared and by shared_mem")
    size = shared if shared_mem is None else shared_mem
    if size is not None and (not isinstance(size, int) or size < 0):
        raise UsageError(f"shared is a number of bytes, not {size!r}")
    return size
