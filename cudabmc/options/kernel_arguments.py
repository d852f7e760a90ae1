"""What a kernel gets that is started without host code: plain data, typed only when the kernel is known.

n=100                   a number             n=1..100        arbitrary within these bounds
n=arbitrary             any value            s=hex:0a000000  a struct by value, byte by byte
data=symbolic:400       an array of 400 elements with arbitrary contents
data=symbolic:n*m       ... as many as parameters of the kernel say
data=symbolic:1..64     ... of any size within these bounds
data=zeros:400          an array of zeros    data=1,2,3      these elements
p.data=symbolic:p.n     the array of a member of a struct, or `table=...` that of a __device__ pointer
b=a                     the array of `a`     data=null       a null pointer
"""

import ast
import re
from collections.abc import Iterator

from cudabmc.late_dataclass import dataclass

_RANGE = re.compile(r"(-?\w+)\.\.(-?\w+)")
_NAME = re.compile(r"(?:::)?[A-Za-z_]\w*(?:\.\w+|\[\d+\])*")
_OPERATORS = (ast.Add, ast.Sub, ast.Mult)


@dataclass(frozen=True, slots=True)
class Extent:
    """How many elements an array has: from `low` to `high`, or what an `expression` over scalar parameters says,
    with + - * and whole numbers."""

    low: int = 0
    high: int = 0
    expression: str = ""

    def __str__(self) -> str:
        if self.expression:
            return self.expression
        return f"{self.low}" if self.low == self.high else f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class KnownNumber:
    """A number, for a scalar; 0 for a pointer is the null pointer. `kind` and `itemsize` (bytes), as in `Contents`, are
    the type in which it is passed, where that need not be the parameter's."""

    value: bool | int | float
    kind: str = ""
    itemsize: int = 0


@dataclass(frozen=True, slots=True)
class Range:
    """Any whole number from `low` to `high`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Arbitrary:
    """Any value; of an array, any contents. Without an `extent` its size is that of --array-size. `zero`: all
    contents are zero. `kind` and `itemsize` (bytes) tell the type of its elements, as in `Contents`, if it was said."""

    extent: Extent | None = None
    zero: bool = False
    kind: str = ""
    itemsize: int = 0


@dataclass(frozen=True, slots=True)
class Values:
    """An array with these elements."""

    numbers: tuple[int | float, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """An array, or a value, of these bytes: elements of `itemsize` bytes whose `kind` is that of numpy's array
    interface (b i u f c V), or V for bytes of no type."""

    data: bytes
    kind: str = "V"
    itemsize: int = 1


@dataclass(frozen=True, slots=True)
class Null:
    """The null pointer."""


@dataclass(frozen=True, slots=True)
class Same:
    """The array of another parameter: its name, or its position from 0."""

    parameter: str | int


KernelArgument = KnownNumber | Range | Arbitrary | Values | Contents | Null | Same
Given = tuple[str | int, KernelArgument]
"""A parameter, by its name or its position from 0, and what it gets."""


# ---------------------------------------------------------------- from text


def read_argument(text: str) -> tuple[Given, ...]:
    """`n=100` and its like. Raises ValueError."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not _NAME.fullmatch(name):
        raise ValueError("expected PARAMETER=VALUE, as in n=100 or data=symbolic:400")
    return ((name, _value(value)),)


def _value(text: str) -> KernelArgument:
    word, colon, rest = text.partition(":")
    if colon and word in ("symbolic", "zeros"):
        return Arbitrary(read_extent(rest), zero=word == "zeros")
    if colon and word == "hex":
        return Contents(bytes.fromhex(rest))
    if text in ("arbitrary", "symbolic"):
        return Arbitrary()
    if text in ("null", "nullptr", "NULL"):
        return Null()
    if text in ("true", "false"):
        return KnownNumber(text == "true")
    if found := _RANGE.fullmatch(text):
        low, high = _integer(found[1]), _integer(found[2])
        if low > high:
            raise ValueError(f"the range {text} is empty")
        return Range(low, high)
    if "," in text:
        return Values(tuple(_number(part) for part in text.split(",") if part.strip()))
    if _NAME.fullmatch(text) and text not in ("inf", "nan"):
        return Same(text)
    return KnownNumber(_number(text))


def _integer(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise ValueError(f"{text!r} is not a whole number") from None


def _number(text: str) -> int | float:
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise ValueError(
            "expected a number, LOW..HIGH, arbitrary, symbolic:N, zeros:N, numbers with commas, null, hex:BYTES or "
            "another parameter"
        ) from None


def read_extent(text: str) -> Extent:
    """A number of elements: 400, 1..64, n, n*m+1. Raises ValueError."""
    text = text.strip()
    if found := _RANGE.fullmatch(text):
        low, high = _integer(found[1]), _integer(found[2])
        if not 0 <= low <= high:
            raise ValueError("expected a range of sizes, as in 1..64")
        return Extent(low, high)
    if text.isdecimal():
        return Extent(int(text), int(text))
    list(_nodes(_parsed(text)))
    return Extent(expression=text.replace(" ", ""))


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError(_SIZE_WANTED) from None


_SIZE_WANTED = "expected a number of elements: a whole number, LOW..HIGH, or parameters with + - *"


def _nodes(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of an expression over parameters. Raises ValueError for anything else."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
            yield from _nodes(left)
            yield from _nodes(right)
        case ast.Constant(value=int()):
            pass
        case ast.Name() | ast.Attribute() | ast.Subscript() if _NAME.fullmatch(ast.unparse(node)):
            pass
        case _:
            raise ValueError(_SIZE_WANTED)
    yield node


def tree(expression: str) -> ast.expr:
    """The syntax tree of an extent's expression: BinOp with Add, Sub, Mult, whole Constant, and parameters or members
    of them, whose names `ast.unparse` gives."""
    return _parsed(expression)


def mentioned(expression: str) -> list[str]:
    """The parameters that an extent's expression names, in order of appearance, each once."""
    leaves = (n for n in _nodes(_parsed(expression)) if not isinstance(n, ast.BinOp | ast.Constant))
    return list(dict.fromkeys(map(ast.unparse, leaves)))


# ---------------------------------------------------------------- the size of a launch


def read_aliases(text: str) -> tuple[tuple[str, ...], ...]:
    """`a,b`: parameters that may lead into one array. Raises ValueError."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if len(names) < 2 or not all(name.isidentifier() for name in names):
        raise ValueError("expected the names of two parameters or more, as in a,b")
    return (names,)


@dataclass(frozen=True, slots=True)
class SizeRange:
    """Any size from `low` to `high` that is a multiple of a number."""

    low: int = 1
    high: int = (1 << 32) - 1
    multiple_of: int = 1

    def __str__(self) -> str:
        parts = [f"{self.low}..{self.high}"] if (self.low, self.high) != (1, (1 << 32) - 1) else []
        return ":".join([*parts, f"multiple-of:{self.multiple_of}"] if self.multiple_of > 1 or not parts else parts)


Dimensions = tuple[int | SizeRange, ...]
"""One to three sizes of a grid or a block."""

_SIZES = re.compile(r"(?:(\d+)(?:\.\.(\d+))?)?(?:(?:^|:)multiple-of:(\d+))?")


def read_dimensions(text: str) -> Dimensions:
    """`4`, `32,8` or `[4,4,1]`: one to three whole numbers; for proofs also `1..1024`, `multiple-of:32` and both,
    `64..512:multiple-of:32`. Raises ValueError."""
    parts = text.strip().removeprefix("[").removesuffix("]").split(",")
    if not 1 <= len(parts) <= 3:
        raise ValueError("expected one to three whole numbers, as in 32,8")
    return tuple(_dimension(part.strip()) for part in parts)


def _dimension(text: str) -> int | SizeRange:
    found = _SIZES.fullmatch(text)
    if not text or found is None or (found[2] is None and found[1] is not None and found[3] is not None):
        raise ValueError("expected one to three whole numbers, as in 32,8")
    low, high, multiple = (None if group is None else int(group) for group in found.groups())
    if any(number is not None and number >= 1 << 32 for number in (low, high, multiple)):
        raise ValueError("a dimension has 32 bits")
    if low is not None and high is None:
        return low
    known = SizeRange(1 if low is None else low, (1 << 32) - 1 if high is None else high, multiple or 1)
    if multiple == 0 or not 1 <= known.low <= known.high // known.multiple_of * known.multiple_of:
        raise ValueError(f"there is no such size above 0: {text}")
    return known


@dataclass(frozen=True, slots=True)
class KernelLaunch:
    """A launch that no host code makes: gridDim, blockDim, bytes of dynamic shared memory (None: as many as the kernel
    needs), what is known of the arguments, and the elements of arrays whose size is not. `second` is the launch of
    another kernel that it is compared with, which gets the same arguments; `reals`: as if floats were real numbers."""

    grid: tuple[int, ...]
    block: tuple[int, ...]
    shared: int | None = None
    arguments: tuple[Given, ...] = ()
    array_size: Extent = Extent(1, 1024)
    second: "KernelLaunch | None" = None
    reals: bool = False
