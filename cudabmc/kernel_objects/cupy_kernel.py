"""CuPy's RawKernel and RawModule. CuPy is not imported: they are known by the attributes that its manual documents.

https://docs.cupy.dev/en/stable/user_guide/kernel.html ("Raw kernels", "Raw modules", "Kernel arguments")
"""

from collections.abc import Mapping
from dataclasses import replace

from cudabmc.builds.compiler_line import read_line
from cudabmc.errors import UsageError
from cudabmc.kernel_objects.kernel_object import KernelObject
from cudabmc.options.kernel_arguments import Given, KnownNumber
from cudabmc.options.python_values import GivenArguments, arguments_of
from cudabmc.options.table import Options
from cudabmc.source.text import SourceText

_RTC = "__CUDACC_RTC__=1"
"""What NVRTC defines, CuPy's usual compiler ("Predefined Macros" in its manual)."""

_ALWAYS = ("-ftz=true",)
"""What CuPy adds to the options of a kernel. That functions are for the device by default goes without saying here."""

_MADE_BY_CUPY = ("ElementwiseKernel", "ReductionKernel", "_JitRawKernel", "ufunc", "Fusion")


def is_cupy_kernel(candidate: object) -> bool:
    """Is it a RawKernel, a RawModule, or a kernel of CuPy that has no source?"""
    return _is_raw_kernel(candidate) or _is_raw_module(candidate) or _is_made_by_cupy(candidate)


def _is_raw_kernel(candidate: object) -> bool:
    return all(hasattr(candidate, name) for name in ("code", "name", "options", "backend"))


def _is_raw_module(candidate: object) -> bool:
    return all(hasattr(candidate, name) for name in ("code", "get_function", "options", "backend"))


def _is_made_by_cupy(candidate: object) -> bool:
    kind = type(candidate)
    return kind.__module__.split(".")[0] in ("cupy", "cupyx") and kind.__name__ in _MADE_BY_CUPY


def cupy_kernel(candidate: object, name: str | None, args: GivenArguments, options: Options) -> KernelObject:
    """The program that a RawKernel is, or a RawModule with the `name` of one of its functions.

    The options with which it was made count where `options` say nothing. Raises UsageError for what has no source, for
    a name that CuPy would not find, and for options that ask for another meaning of the program.
    """
    if _is_raw_kernel(candidate):
        wanted = str(candidate.name)  # type: ignore[attr-defined]
        if name is not None and name != wanted:
            raise UsageError(f"the kernel is called {wanted!r}, not {name!r}")
    elif _is_raw_module(candidate):
        wanted = _function(candidate, name)
    else:
        raise UsageError(
            f"{type(candidate).__name__} of CuPy has no source of a kernel before it is launched",
            hint="RawKernel and RawModule have one",
        )
    code = candidate.code  # type: ignore[attr-defined]
    if not isinstance(code, str):
        raise UsageError(
            f"the kernel {wanted!r} has no source",
            hint="of a RawModule pass the module itself and the name of the function; compiled code is not verified",
        )
    return KernelObject(SourceText(code, f"<{wanted}>"), wanted, _passed(args), _compiled(candidate, options))


def _function(module: object, name: str | None) -> str:
    if name is None:
        raise UsageError("a RawModule has several functions", hint='verify_kernel(module, "NAME", grid, block, args)')
    expressions = tuple(getattr(module, "name_expressions", None) or ())
    if "<" in name and name not in expressions:
        known = f"it has {', '.join(map(repr, expressions))}" if expressions else "it has none"
        raise UsageError(
            f"{name!r} is not among the name_expressions of the RawModule",
            hint=f"{known}: CuPy finds instances of templates only by these",
        )
    return name


def _compiled(candidate: object, options: Options) -> Options:
    """The options with what the kernel says of its compilation."""
    words = [str(word) for word in candidate.options]  # type: ignore[attr-defined]
    line = read_line(["clang++", *words, *_ALWAYS])
    if line.files:
        raise UsageError(f"{line.files[0]!r} is not an option of a compiler, but the kernel was made with it")
    runtime = candidate.backend != "nvcc"  # type: ignore[attr-defined]
    return replace(line, defines=(*line.defines, *((_RTC,) if runtime else ()))).applied(options)


def _passed(args: GivenArguments) -> tuple[Given, ...]:
    """The arguments with the types in which CuPy hands numbers to a kernel: those of numpy as they are, an int as 8
    bytes, a float as a double, a bool as a byte ("Kernel arguments" in its manual). The kernel reads as many bytes as
    its parameter has, whatever was passed."""
    arguments = arguments_of(args)
    values = list(args.values()) if isinstance(args, Mapping) else list(args)
    return tuple(
        (key, _typed(given, value) if isinstance(given, KnownNumber) and given is not value else given)
        for (key, given), value in zip(arguments, values, strict=True)
    )


def _typed(given: KnownNumber, value: object) -> KnownNumber:
    dtype = getattr(value, "dtype", None)
    if dtype is not None:
        return replace(given, kind=dtype.kind, itemsize=dtype.itemsize)
    if isinstance(value, bool):
        return replace(given, kind="b", itemsize=1)
    return replace(given, kind="f" if isinstance(value, float) else "i", itemsize=8)
