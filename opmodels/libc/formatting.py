"""A printf call as a list of pieces: known text, and pieces whose text depends on inputs.

What is checked: enough arguments, and of the kind that each conversion wants (C11 7.21.6.1p9). An
integer of another width is noted, not refused: on this ABI it prints its low bits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cudabmc.modelapi import BOOL, F64, I8, I32, I64, NULL, PTR, FloatType, IntType, ModelContext, Op, Type, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.c_string import LIMIT, bounded_length, room
from opmodels.libc.expression import add, eq, narrow, select, ule, ult, widen
from opmodels.libc.format_spec import STAR, Spec, parse_format
from opmodels.libc.format_value import format_float, format_integer, format_text
from opmodels.libc.twos_complement import signed, unsigned


@dataclass(frozen=True, slots=True)
class UnknownText:
    """A piece of text that depends on inputs: its length (I64), and the most that this can be."""

    length: Value
    most: int


TextPiece = str | UnknownText


class Arguments(Protocol):
    """The arguments of a format, taken one by one."""

    def next(self, spec: Spec, wanted: Type) -> tuple[Value, Type]:
        """The next argument and its type; 0 where there is none, which is a violation. `wanted` is the
        type that the format asks for."""


class CallArguments:
    """The variadic arguments of a call, which know their types."""

    def __init__(self, ctx: ModelContext, values: Sequence[Value]) -> None:
        self.ctx = ctx
        self.values = values
        self.types = ctx.arg_types[len(ctx.arg_types) - len(values) :]
        self.taken = 0

    def next(self, spec: Spec, wanted: Type) -> tuple[Value, Type]:
        """The next argument, whatever its type."""
        if self.taken >= len(self.values):
            text = f"{self.ctx.name} has no argument for `{spec.text}`"
            self.ctx.require(False, "api-misuse", text)
            return 0, I32
        self.taken += 1
        return self.values[self.taken - 1], self.types[self.taken - 1]


def format_pieces(ctx: ModelContext, text: str, arguments: Arguments) -> list[TextPiece]:
    """The format `text` applied to the arguments."""
    pieces: list[TextPiece] = []
    for part in parse_format(text):
        if isinstance(part, str):
            pieces.append(part)
        elif part.conversion == "n":
            _store_count(ctx, part, arguments, pieces)
        else:
            pieces.append(_convert(ctx, part, arguments))
    return pieces


def shown(pieces: Sequence[TextPiece]) -> str:
    """The text, `?` for each piece that is not known."""
    return "".join(p if isinstance(p, str) else "?" for p in pieces)


def total_length(ctx: ModelContext, pieces: Sequence[TextPiece]) -> Value:
    """The length of the whole text (I64)."""
    total: Value = 0
    for piece in pieces:
        total = add(ctx, total, len(piece) if isinstance(piece, str) else piece.length)
    return total


def _store_count(ctx: ModelContext, spec: Spec, arguments: Arguments, pieces: Sequence[TextPiece]) -> None:
    target, type = arguments.next(spec, PTR)
    if type != PTR:
        ctx.require(False, "api-misuse", f"{ctx.name}: `{spec.text}` needs a pointer")
        return
    width = IntType(spec.bits)
    ctx.store(target, narrow(ctx, total_length(ctx, pieces), I64, width), width)


def _star(ctx: ModelContext, given: int | str | None, spec: Spec, arguments: Arguments) -> int | None:
    if given != STAR:
        assert not isinstance(given, str)
        return given
    value, type = arguments.next(spec, I32)
    if not isinstance(type, IntType):
        ctx.require(False, "api-misuse", f"{ctx.name}: `*` in `{spec.text}` needs an int")
        return None
    return signed(ctx.concretize(narrow(ctx, value, type, I32), I32), 32)


def _convert(ctx: ModelContext, spec: Spec, arguments: Arguments) -> TextPiece:
    flags = spec.flags
    width = _star(ctx, spec.width, spec, arguments) or 0
    if width < 0:
        flags, width = flags + "-", -width
    precision = _star(ctx, spec.precision, spec, arguments)
    if precision is not None and precision < 0:
        precision = None
    if spec.conversion not in _KINDS:
        ctx.require(False, "api-misuse", f"{ctx.name}: `{spec.text}` is not a conversion")
        return spec.text
    wanted, convert = _KINDS[spec.conversion]
    value, type = arguments.next(spec, _passed_as(spec, wanted))
    value = ctx.uses(value, f"what {ctx.name}() prints for `{spec.text}`")
    if not _fits(ctx, spec, wanted, type):
        ctx.require(False, "api-misuse", f"{ctx.name}: the argument for `{spec.text}` has a type other than {wanted}")
        return "?"
    piece = convert(ctx, spec, value, type, precision)
    if isinstance(piece, UnknownText):
        return UnknownText(select(ctx, ult(ctx, piece.length, width), width, piece.length, I64), max(piece.most, width))
    return _in_field(piece, spec.conversion, flags, width, precision)


def _passed_as(spec: Spec, wanted: str) -> Type:
    """The type of a variadic argument for the conversion, after promotion."""
    if wanted == "floating-point number":
        return F64
    return IntType(max(spec.bits, 32)) if wanted == "integer" else PTR


def _fits(ctx: ModelContext, spec: Spec, wanted: str, type: Type) -> bool:
    """May an argument of this type stand for the conversion? Other widths are noted."""
    if wanted == "floating-point number":
        return isinstance(type, FloatType)
    if wanted == "string":
        return type == PTR
    if wanted == "pointer":
        return type in (PTR, I64)
    if type == PTR or (isinstance(type, IntType) and type.width != max(spec.bits, 32)):
        ctx.note(f"`{spec.text}` of {ctx.name} is given an argument of another width and uses its low bits")
    return type == PTR or isinstance(type, IntType)


def _in_field(known: int | float | str, conversion: str, flags: str, width: int, precision: int | None) -> str:
    if isinstance(known, str):
        return format_text(known, flags, width)
    if isinstance(known, float):
        return format_float(known, conversion, flags, width, precision)
    return format_integer(known, conversion, flags, width, precision)


Raw = int | float | str | UnknownText


def _integer(ctx: ModelContext, spec: Spec, value: Value, type: Type, precision: int | None) -> Raw:
    if type == PTR:
        value, type = ctx.op(Op.PTRTOINT, I64, value, of=PTR), I64
    wide = widen(ctx, value, type, I64, is_signed=False)
    is_signed = spec.conversion in "di"
    if isinstance(wide, int):
        return signed(wide, spec.bits) if is_signed else unsigned(wide, spec.bits)
    cut = widen(ctx, narrow(ctx, wide, I64, IntType(spec.bits)), IntType(spec.bits), I64, is_signed=is_signed)
    negative = ctx.op(Op.SLT, BOOL, cut, 0, of=I64) if is_signed else False
    size = select(ctx, negative, ctx.op(Op.NEG, I64, cut), cut, I64)
    digits = _digits(ctx, spec, size, precision)
    sign = select(ctx, negative, 1, 1 if is_signed and set(spec.flags) & {"+", " "} else 0, I64)
    if "#" in spec.flags and spec.conversion in "xX":
        sign = select(ctx, eq(ctx, size, 0, I64), 0, 2, I64)
    return UnknownText(add(ctx, digits, sign), max(spec.bits, precision or 0) + 2)


def _digits(ctx: ModelContext, spec: Spec, size: Value, precision: int | None) -> Value:
    """How many digits (I64) an unknown number takes."""
    base = {"x": 16, "X": 16, "o": 8}.get(spec.conversion, 10)
    zero = eq(ctx, size, 0, I64)
    count: Value = select(ctx, zero, 0, 1, I64) if precision == 0 else 1
    power, number = base, 2
    while power < 1 << spec.bits:
        count = select(ctx, ule(ctx, power, size), number, count, I64)
        power, number = power * base, number + 1
    if "#" in spec.flags and base == 8:  # a zero in front, where there is none
        count = select(ctx, zero, 1, add(ctx, count, 1), I64)
    wanted = precision or 0
    return select(ctx, ult(ctx, count, wanted), wanted, count, I64) if wanted else count


def _character(ctx: ModelContext, spec: Spec, value: Value, type: Type, precision: int | None) -> Raw:
    return chr(value & 0xFF) if isinstance(value, int) else UnknownText(1, 1)


def _string(ctx: ModelContext, spec: Spec, value: Value, type: Type, precision: int | None) -> Raw:
    if value == NULL:
        ctx.load(value, I8)
        return "(null)"
    if precision is None and (text := ctx.string(value)) is not None:
        return text
    length = bounded_length(ctx, value, precision)
    if not isinstance(length, int):
        return UnknownText(length, room(ctx, value) or LIMIT)
    content = [ctx.load(ctx.add(value, i), I8) for i in range(length)]
    known = [b for b in content if isinstance(b, int)]
    return "".join(map(chr, known)) if len(known) == length else UnknownText(length, length)


def _pointer(ctx: ModelContext, spec: Spec, value: Value, type: Type, precision: int | None) -> Raw:
    address = value if type == I64 else ctx.op(Op.PTRTOINT, I64, value, of=PTR)
    if isinstance(address, int):
        return hex(address) if address else "(nil)"
    return UnknownText(14, 14)


def _float(ctx: ModelContext, spec: Spec, value: Value, type: Type, precision: int | None) -> Raw:
    wide = value if type == F64 else ctx.op(Op.FPCAST, F64, value, of=type)
    if isinstance(wide, float):
        return wide
    digits = (6 if precision is None else precision) + (310 if spec.conversion in "fF" else 8)
    length = approximate(ctx, I64, f"the length of an unknown number printed by `{spec.text}`")
    ctx.constrain(ule(ctx, 1, length))
    ctx.constrain(ule(ctx, length, digits + 2))
    return UnknownText(length, digits + 2)


_KINDS = {
    **dict.fromkeys("diuoxX", ("integer", _integer)),
    **dict.fromkeys("fFeEgGaA", ("floating-point number", _float)),
    "c": ("integer", _character),
    "s": ("string", _string),
    "p": ("pointer", _pointer),
}
