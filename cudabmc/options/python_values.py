"""Python values as arguments of a kernel. numpy is not imported: arrays are known by their interfaces.

https://numpy.org/doc/stable/reference/arrays.interface.html describes the one that says the types of elements.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cudabmc.errors import UsageError
from cudabmc.options.kernel_arguments import (
    Arbitrary,
    Contents,
    Extent,
    Given,
    KernelArgument,
    KnownNumber,
    Range,
    Same,
    Values,
    read_extent,
)

_NAMED = re.compile(r"(u?int|float|complex|bool)(\d*)_?")
_TYPESTR = re.compile(r"[<>|=]?([biufcV])(\d+)")
_FORMATS = {**dict.fromkeys("bhilqn", "i"), **dict.fromkeys("BHILQN", "u"), **dict.fromkeys("efd", "f"), "?": "b"}


def symbolic(
    size: int | str | range | Sequence[int | str] | None = None,
    dtype: object = None,
    *,
    low: int | None = None,
    high: int | None = None,
) -> KernelArgument:
    """An argument of `verify_kernel` that stands for any value.

    `size` is the number of elements of an array: a number, a shape (all of whose numbers are multiplied), a range
    (`range(1, 65)` for any size from 1 to 64), or a text that says it in terms of other parameters of the kernel
    (`"n"`, `"n*m"`, `("n", 3)`). None is any size that the option `array_size` allows.
    `dtype` (a numpy type, or a name as "float32") is compared with what the pointer points to.
    `low` and `high`, both included, bound a scalar; they go without `size`. Raises UsageError.
    """
    if low is not None or high is not None:
        if size is not None or dtype is not None or not isinstance(low, int) or not isinstance(high, int) or low > high:
            raise UsageError("symbolic(low=..., high=...) bounds a scalar by two whole numbers, and has no size")
        return Range(low, high)
    kind, itemsize = _dtype(dtype)
    return Arbitrary(None if size is None else _extent(size), kind=kind, itemsize=itemsize)


def _extent(size: object) -> Extent:
    wrong = UsageError(f"symbolic() takes a size, a shape, a range or names of parameters, not {size!r}")
    if isinstance(size, range):
        if size.step != 1 or not size or size[0] < 0:
            raise wrong
        return Extent(size[0], size[-1])
    parts = [size] if isinstance(size, str) or not isinstance(size, Sequence) else list(size)
    try:
        texts = [_whole(part) for part in parts]
        if len(texts) == 1:
            return read_extent(texts[0])
        if all(text.isdecimal() for text in texts):
            total = 1
            for text in texts:
                total *= int(text)
            return Extent(total, total)
        return read_extent("*".join(f"({text})" for text in texts) or "1")
    except ValueError as error:
        raise UsageError(f"symbolic(): {error}, got {size!r}") from None


def _whole(part: object) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, bool) or not hasattr(part, "__index__"):
        raise ValueError("expected whole numbers")
    number = int(part)
    if number < 0:
        raise ValueError("expected sizes, which are not negative")
    return str(number)


def _dtype(dtype: object) -> tuple[str, int]:
    """Kind and bytes of a numpy type, of a type of numpy's scalars, or of a name."""
    if dtype is None:
        return "", 0
    dtype = dtype if isinstance(dtype, type) else getattr(dtype, "dtype", dtype)
    kind, size = getattr(dtype, "kind", None), getattr(dtype, "itemsize", None)  # what numpy.dtype has
    if isinstance(kind, str) and isinstance(size, int):
        return kind, size
    text = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", "")
    if found := _TYPESTR.fullmatch(text):
        return found[1], int(found[2])
    if found := _NAMED.fullmatch(text):
        name = found[1]
        default = {"bool": 8, "complex": 128}.get(name, 64)
        return name[0] if name != "bool" else "b", int(found[2] or default) // 8
    raise UsageError(f"{dtype!r} is not an element type", hint="a numpy type, or a name such as 'float32'")


GivenArguments = Sequence[object] | Mapping[str, object]
"""What a call gives the parameters of a kernel: one entry for each, in order, or by their names."""


def arguments_of(args: GivenArguments) -> tuple[Given, ...]:
    """What the parameters of a kernel get, by their positions or names. Raises UsageError."""
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


def argument(key: str | int, value: object, before: str | int | None) -> KernelArgument:
    """What the parameter `key` gets for a Python value; `before` is the parameter that has the same object."""
    if isinstance(value, KnownNumber | Range | Values | Contents | Same | Arbitrary):
        return Same(before) if before is not None and isinstance(value, Arbitrary) else value
    if value is None:
        return Arbitrary()
    if isinstance(value, bool | int | float):
        return KnownNumber(value)
    if isinstance(value, list | tuple):
        return Same(before) if before is not None and value else _values(key, value)
    found = _described(key, value)
    if found is None:
        raise UsageError(
            f"args[{key!r}]: {type(value).__name__} is neither a number nor an array",
            hint="numbers, numpy arrays, bytes, lists of numbers, None, cudabmc.symbolic()",
        )
    return Same(before) if before is not None and isinstance(found, Contents) else found


def _values(key: str | int, value: Sequence[object]) -> Values:
    numbers = [part for part in value if isinstance(part, bool | int | float)]
    if len(numbers) != len(value):
        raise UsageError(f"args[{key!r}]: a list can hold only numbers", hint="for more dimensions use a numpy array")
    return Values(tuple(numbers))


def _described(key: str | int, value: object) -> KernelArgument | None:
    """An array, or a scalar of numpy."""
    if hasattr(value, "__cuda_array_interface__"):
        value = _copied(key, value)
    interface: Any = getattr(value, "__array_interface__", None)
    if interface is None:
        found = _buffer(key, value)
        return _without_contents(value) if found is None else found
    typestr = str(interface["typestr"])
    if typestr[0] == ">":
        raise UsageError(f"args[{key!r}] has the byte order of another machine ({typestr})", hint="use .astype()")
    described = _TYPESTR.fullmatch(typestr)
    if described is None:
        raise UsageError(f"args[{key!r}]: a kernel cannot read elements of type {typestr}")
    kind, size = described[1], int(described[2])
    item = getattr(value, "item", None)
    if interface["shape"] == () and kind in "biuf" and item is not None:
        return KnownNumber(item())
    return Contents(bytes_of(value), kind, size)


def _copied(key: str | int, value: object) -> object:
    """What an array in the memory of a device holds: CuPy copies it by get(), numba by copy_to_host()."""
    interface: Any = getattr(value, "__cuda_array_interface__", None)
    if isinstance(interface, Mapping) and interface.get("strides") is not None:
        raise UsageError(
            f"args[{key!r}] is not contiguous: the kernel would get the address of its first element alone",
            hint="pass a contiguous copy, as of cupy.ascontiguousarray()",
        )
    copy = getattr(value, "get", None) or getattr(value, "copy_to_host", None)
    if copy is None:
        raise UsageError(f"args[{key!r}] is in the memory of a device", hint="pass a copy on the host")
    found: object = copy()
    return found


def _without_contents(value: object) -> Arbitrary | None:
    """An array of which only the shape and the type are known."""
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if not isinstance(shape, Sequence) or dtype is None:
        return None
    kind, itemsize = _dtype(dtype)
    return Arbitrary(_extent(list(shape) or 1), kind=kind, itemsize=itemsize)


def _buffer(key: str | int, value: object) -> Contents | None:
    try:
        view = memoryview(value)  # type: ignore[arg-type]
    except TypeError:
        return None
    code = view.format.lstrip("@=<") if not isinstance(value, bytes | bytearray) else ""
    if view.format.startswith((">", "!")):
        raise UsageError(f"args[{key!r}] has the byte order of another machine ({view.format})")
    return Contents(bytes_of(value), _FORMATS.get(code, "V"), view.itemsize)


def bytes_of(value: object) -> bytes:
    """The elements of an array in C order."""
    if isinstance(value, bytes):
        return value
    tobytes = getattr(value, "tobytes", None)
    if tobytes is not None:
        return bytes(tobytes())
    return memoryview(value).tobytes()  # type: ignore[arg-type]


def dimensions(size: int | Sequence[int], name: str) -> tuple[int, ...]:
    """gridDim or blockDim from one to three numbers. Raises UsageError."""
    parts = [size] if not isinstance(size, Sequence) else list(size)
    whole = all(
        hasattr(part, "__index__") and not isinstance(part, bool) and 0 <= int(part) < 1 << 32 for part in parts
    )
    if not 1 <= len(parts) <= 3 or not whole:
        raise UsageError(f"{name} is one to three whole numbers, not {size!r}")
    return tuple(int(part) for part in parts)
