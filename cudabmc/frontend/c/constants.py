"""Literals: numbers, characters, strings, true, nullptr."""

import re
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import (
    BOOLEAN,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    LONG,
    NOTHING,
    UINT,
    ULLONG,
    ULONG,
    Array,
    Int,
    Ptr,
    qualified,
    spell,
)
from cudabmc.frontend.c.dispatch import ValueOrLValue, expression
from cudabmc.frontend.c.values import CValue, LValue
from cudabmc.goto.meaning.float_format import round32
from cudabmc.goto.program import Const, Global, Initial, Operand, Space, Symbol
from cudabmc.goto.types import BOOL, F32, F64, I8, PTR, IntType
from cudabmc.goto.variable import Variable

_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlL]*)$")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|([^\\])", re.DOTALL)
_SIMPLE = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "\\": 92, "'": 39, '"': 34, "?": 63}
_PART = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


@expression(c_ast.Constant)
def literal(ctx: Context, node: Any) -> ValueOrLValue:
    """A literal; a string is a place."""
    kind = node.type
    if kind == "string":
        return string(ctx, node)
    if kind == "bool":
        return CValue(Const(node.value == "true", BOOL), BOOLEAN)
    if kind.startswith("nullptr"):
        return CValue(Const(0, PTR), Ptr(NOTHING))
    if kind in ("float", "double"):
        return floating(node)
    if kind == "char" or node.value[0] in "'LuU":
        return character(ctx, node)
    if kind in ("long double",):
        raise UnsupportedError("long double", ctx.loc(node), "write the constant without L")
    return integer(ctx, node)


def integer(ctx: Context, node: Any) -> CValue:
    """An integer constant has the first type of its list that holds it (C99 6.4.4.1)."""
    match = _NUMBER.match(node.value.replace("'", ""))
    if match is None:
        raise SourceError(f"'{node.value}' is not a number", ctx.loc(node))
    digits, suffix = match[1], match[2].lower()
    decimal = digits[0] != "0" or len(digits) == 1
    value = int(digits, 10) if decimal else int(digits, 0) if digits[1] in "xXbB" else int(digits, 8)
    types: tuple[Int, ...] = (INT, UINT, LONG, ULONG, LLONG, ULLONG)
    if "ll" in suffix:
        types = types[4:]
    elif "l" in suffix:
        types = types[2:4]
    if "u" in suffix:
        types = tuple(t for t in types if not t.signed)
    elif decimal:
        types = tuple(t for t in types if t.signed)
    for type in types:
        if value < 1 << (type.width - type.signed):
            return CValue(Const(value, IntType(type.width)), type)
    if value < 1 << 64:
        return CValue(Const(value, IntType(64)), ULONG)
    raise SourceError(f"the number {node.value} is too large", ctx.loc(node))


def floating(node: Any) -> CValue:
    """A floating constant."""
    text = node.value.replace("'", "")
    single = node.type == "float"
    digits = text[:-1] if text[-1] in "fFlL" and not (text[:2].lower() == "0x" and "p" not in text.lower()) else text
    value = float.fromhex(digits) if digits[:2].lower() == "0x" else float(digits)
    if single:
        return CValue(Const(round32(value), F32), FLOAT)
    return CValue(Const(value, F64), DOUBLE)


def character(ctx: Context, node: Any) -> CValue:
    """A character constant: char in C++, int in C; several characters make an int."""
    prefix, body = node.value.split("'", 1)
    units = _units(body[:-1], 4 if prefix in ("L", "U") else 2 if prefix == "u" else 1)
    if prefix in ("L", "U", "u"):
        return CValue(Const(units[-1] % (1 << 32), IntType(32)), INT)
    value = 0
    for unit in units:
        value = (value << 8 | unit & 255) % (1 << 32)
    if len(units) == 1:
        if ctx.cxx:
            return CValue(Const(value, I8), CHAR)
        value = (value - 256 if value > 127 else value) % (1 << 32)
    return CValue(Const(value, IntType(32)), INT)


def _units(text: str, width: int) -> list[int]:
    """The code units of the inside of a literal."""
    units: list[int] = []
    for match in _ESCAPE.finditer(text):
        escape, plain = match[1], match[2]
        if plain is not None:
            units += [ord(plain)] if width == 4 else list(plain.encode("utf-8"))
        elif escape[0] == "x":
            units.append(int(escape[1:], 16) % (1 << (8 * width)))
        elif escape[0] in "01234567":
            units.append(int(escape, 8) % (1 << (8 * width)))
        elif escape[0] in "uU":
            point = int(escape[1:], 16)
            units += [point] if width == 4 else list(chr(point).encode("utf-8"))
        else:
            units.append(_SIMPLE.get(escape, ord(escape)))
    return units


def string_units(ctx: Context, node: Any) -> tuple[list[int], Int]:
    """The code units of a string literal with the final zero, and their type."""
    prefix = node.value.split('"', 1)[0]
    if prefix in ("u", "U"):
        raise UnsupportedError(f'string literal {prefix}"..."', ctx.loc(node))
    wide = prefix == "L"
    units = [u for part in _PART.finditer(node.value[len(prefix) :]) for u in _units(part[1], 4 if wide else 1)]
    return [*units, 0], INT if wide else CHAR


def string(ctx: Context, node: Any) -> LValue:
    """A string literal: a read-only object, one for all equal literals."""
    units, unit = string_units(ctx, node)
    if unit is INT:
        raise UnsupportedError("wide string literal as a value", ctx.loc(node))
    element = qualified(unit, ctx.cxx, False)
    return LValue(Array(element, len(units)), string_object(ctx, bytes(units), ctx.loc(node)))


def string_object(ctx: Context, data: bytes, loc: Any) -> Operand:
    """The read-only global that holds a string; device code gets one that both sides can read."""
    device = ctx.function is not None and ctx.function.on_device
    name = ctx.link.strings.get((data, device))
    if name is None:
        name = '"' + "".join(_shown(b) for b in data[:-1]) + '"' + ("@device" if device else "")
        ctx.link.strings[data, device] = name
        const_char = qualified(CHAR, True, False)
        ctx.link.program.globals[name] = Global(
            name,
            Variable(name.removesuffix("@device"), spell(Array(const_char, len(data)))),
            len(data),
            1,
            Space.MANAGED if device else Space.HOST_GLOBAL,
            tuple(Initial(i, I8, Const(b, I8)) for i, b in enumerate(data) if b),
            read_only=True,
            loc=loc,
            element=Variable("", "const char"),
            element_size=1,
        )
    return Symbol(name)


def _shown(byte: int) -> str:
    for letter, code in _SIMPLE.items():
        if code == byte and letter not in "'?":
            return f"\\{letter}"
    return chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}"
