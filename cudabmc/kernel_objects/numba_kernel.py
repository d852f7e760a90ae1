"""Functions of numba.cuda, through the LLVM IR that numba makes of them, for which it needs no GPU.

A position in the IR is a line of Python. numba is not imported: whoever has such a function has imported it.
https://nvidia.github.io/numba-cuda/ ("Writing CUDA Kernels", "Supported Python features in CUDA Python")
"""

import inspect
import linecache
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from math import prod
from typing import Any

from cudabmc.errors import UsageError
from cudabmc.kernel_objects.kernel_object import KernelObject
from cudabmc.kernel_objects.numba_ir import ir_of, prepared
from cudabmc.late_dataclass import dataclass
from cudabmc.options.kernel_arguments import Arbitrary, Contents, KernelArgument, KnownNumber, Null, Range, Same
from cudabmc.options.python_values import GivenArguments, argument
from cudabmc.options.table import Options
from cudabmc.source.compiled_text import CompiledParameter, CompiledText

_PLACE_OF_DATA = 4
"""The place of the pointer to the elements among the scalars of an array."""

_NAMES = {"b": "bool", "i": "int", "u": "uint", "f": "float"}
_POINTER = 8
_INDEX = 8  # bytes of a size, a shape and a stride


@dataclass(frozen=True, slots=True)
class _Array:
    """What a kernel gets for an array: its shape, the name of its elements' type, and their kind and size."""

    shape: tuple[int, ...]
    dtype: str
    kind: str
    itemsize: int
    contents: KernelArgument


def is_numba_kernel(candidate: object) -> bool:
    """Is it what numba.cuda.jit makes of a function?"""
    return type(candidate).__module__.startswith("numba.cuda") and hasattr(candidate, "py_func")


def numba_kernel(candidate: Any, args: GivenArguments, options: Options) -> KernelObject:
    """The program that a function is for these arguments, for whose types it is compiled, as numba does at a launch.

    Raises UsageError for arguments that numba does not take or whose types or shapes are not known, and for functions
    that it does not compile.
    """
    function = candidate.py_func
    first: dict[int, int] = {}
    types: list[Any] = []
    parameters: list[CompiledParameter] = []
    given: list[KernelArgument] = []
    for name, value in _by_name(function, args).items():
        array = _array(name, value)
        types.append(_scalar_type(candidate, name, value) if array is None else _array_type(candidate, array))
        if array is None:
            parameters.append(CompiledParameter(name, str(types[-1]), _size(types[-1])))
            given.append(argument(name, value, None))
            continue
        before = first.setdefault(id(value), len(given) + _PLACE_OF_DATA)
        same = Same(before) if before < len(given) else None
        for parameter, what in _unpacked(name, array, same):
            parameters.append(parameter)
            given.append(what)
    modules = prepared(ir_of(candidate, tuple(types)), [parameter.name for parameter in parameters])
    path = function.__code__.co_filename
    text = "".join(linecache.getlines(path))
    source = CompiledText.of(text, _shown(path), modules, tuple(parameters), path)
    if candidate.targetoptions.get("fastmath"):
        options = replace(options, use_fast_math=True)
    return KernelObject(source, function.__name__, tuple(enumerate(given)), options)


def _by_name(function: Any, args: GivenArguments) -> dict[str, object]:
    """The arguments by the names of the parameters, in their order. Raises UsageError."""
    names = list(inspect.signature(function).parameters)
    if isinstance(args, Mapping):
        strange = [name for name in args if name not in names]
        missing = [name for name in names if name not in args]
        if strange or missing:
            wrong = f"has no parameter {strange[0]!r}" if strange else f"needs an argument for {missing[0]!r}"
            raise UsageError(f"{function.__name__} {wrong}", hint="a kernel is compiled for the types of its arguments")
        return {name: args[name] for name in names}
    values = list(args)
    if len(values) != len(names):
        raise UsageError(f"{function.__name__} has {len(names)} parameters, but args has {len(values)}")
    return dict(zip(names, values, strict=True))


def _array(name: str, value: object) -> _Array | None:
    """What a parameter gets that is an array; None for a number. Raises UsageError."""
    if isinstance(value, list | tuple | bytes | str) or value is None:
        raise UsageError(f"args[{name!r}]: {type(value).__name__} has no type of elements", hint="pass a numpy array")
    found = argument(name, value, None)
    if isinstance(found, KnownNumber | Range):
        return None
    shape = getattr(value, "shape", None)
    if isinstance(found, Arbitrary):
        extent = found.extent
        if extent is None or extent.expression or extent.low != extent.high or not found.kind:
            raise UsageError(
                f"args[{name!r}]: the shape and the type of an array must be known",
                hint='symbolic(16, "float32"), or an object with shape and dtype',
            )
        shape = (extent.low,) if shape is None else shape
        found = Arbitrary(extent)
        kind, itemsize = argument(name, value, None).kind, argument(name, value, None).itemsize  # type: ignore[union-attr]
    elif isinstance(found, Contents) and isinstance(shape, tuple):
        kind, itemsize = found.kind, found.itemsize
        strides = (getattr(value, "__array_interface__", None) or {}).get("strides")
        if strides is not None:
            raise UsageError(f"args[{name!r}] is not contiguous in C order", hint="numpy.ascontiguousarray()")
    else:
        raise UsageError(f"args[{name!r}]: {type(value).__name__} is neither a number nor an array")
    if kind not in _NAMES:
        raise UsageError(f"args[{name!r}]: arrays of complex numbers and records are not supported")
    dtype = "bool" if kind == "b" else f"{_NAMES[kind]}{8 * itemsize}"
    return _Array(tuple(map(int, shape)), dtype, kind, itemsize, found)


def _array_type(candidate: Any, array: _Array) -> Any:
    numpy: Any = import_module("numpy")  # numba stands on it
    return candidate.typeof_pyval(numpy.empty((1,) * len(array.shape), array.dtype))


def _scalar_type(candidate: Any, name: str, value: object) -> Any:
    found = candidate.typeof_pyval(0 if isinstance(value, Range) else value)
    if str(found) != "bool" and getattr(found, "bitwidth", None) is None:
        raise UsageError(f"args[{name!r}]: a number of type {found} is not supported")
    return found


def _size(scalar: Any) -> int:
    return max(1, int(getattr(scalar, "bitwidth", 8)) // 8)


def _unpacked(name: str, array: _Array, same: Same | None) -> Iterator[tuple[CompiledParameter, KernelArgument]]:
    """The scalars as which numba passes an array to a kernel, in their order, with what each gets. Of these the source
    has a name for the pointer alone."""
    for part in ("meminfo", "parent"):
        yield CompiledParameter(f"<{name}.{part}>", "void *", _POINTER, "void"), Null()
    yield _index(f"{name}.size", prod(array.shape))
    yield _index(f"{name}.itemsize", array.itemsize)
    pointer = CompiledParameter(name, f"{array.dtype} *", _POINTER, array.dtype, array.kind, array.itemsize)
    yield pointer, same or array.contents
    for axis, extent in enumerate(array.shape):
        yield _index(f"{name}.shape[{axis}]", extent)
    for axis in range(len(array.shape)):
        yield _index(f"{name}.strides[{axis}]", array.itemsize * prod(array.shape[axis + 1 :]))


def _index(name: str, number: int) -> tuple[CompiledParameter, KernelArgument]:
    """What is known of an array is no input: its bytes are given."""
    return CompiledParameter(f"<{name}>", "int64", _INDEX), Contents(number.to_bytes(_INDEX, "little"))


def _shown(path: str) -> str:
    """As seen from the current directory, if it is below; a cell of a notebook as IPython names it: In[3]."""
    notebook = sys.modules.get("IPython")
    shell = notebook.get_ipython() if notebook is not None else None
    cell = getattr(getattr(shell, "compile", None), "format_code_name", lambda name: None)(path)
    if cell is not None:
        return str(cell[1])
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) or not os.path.isfile(path) else relative
