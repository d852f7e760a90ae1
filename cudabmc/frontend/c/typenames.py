"""From the syntax of a type to the type: specifiers and declarators."""

from collections import Counter
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.body.builder import int64
from cudabmc.frontend.c import ctypes
from cudabmc.frontend.c.context import Context, discarded
from cudabmc.frontend.c.conversions import index_value
from cudabmc.frontend.c.ctypes import Array, CType, Func, Ptr, Record, Ref, Void, qualified, spell
from cudabmc.frontend.c.dispatch import lower_raw, lower_value, types_by
from cudabmc.frontend.c.layout import is_complete, is_variable, size_of
from cudabmc.frontend.c.nodes import RefDecl
from cudabmc.frontend.c.records import enumeration, record
from cudabmc.frontend.c.scope import TypeName
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.program import Check, Const, Operand, Undef
from cudabmc.goto.types import BOOL, I64


def _key(names: str) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(names.split()).items()))


_BASE: dict[tuple[tuple[str, int], ...], CType] = {
    _key(spelling): type
    for type, spellings in (
        (ctypes.NOTHING, ("void",)),
        (ctypes.BOOLEAN, ("_Bool", "bool")),
        (ctypes.CHAR, ("char",)),
        (ctypes.SCHAR, ("signed char",)),
        (ctypes.UCHAR, ("unsigned char",)),
        (ctypes.SHORT, ("short", "short int", "signed short", "signed short int")),
        (ctypes.USHORT, ("unsigned short", "unsigned short int")),
        (ctypes.INT, ("int", "signed", "signed int")),
        (ctypes.UINT, ("unsigned", "unsigned int")),
        (ctypes.LONG, ("long", "long int", "signed long", "signed long int")),
        (ctypes.ULONG, ("unsigned long", "unsigned long int")),
        (ctypes.LLONG, ("long long", "long long int", "signed long long", "signed long long int")),
        (ctypes.ULLONG, ("unsigned long long", "unsigned long long int")),
        (ctypes.INT128, ("__int128", "signed __int128")),
        (ctypes.UINT128, ("unsigned __int128",)),
        (ctypes.HALF, ("_Float16",)),
        (ctypes.FLOAT, ("float",)),
        (ctypes.DOUBLE, ("double",)),
    )
    for spelling in spellings
}

# Names that every C file may use: models' declarations need them before any header is read.
_STANDARD: dict[str, CType] = {
    "size_t": ctypes.ULONG,
    "ssize_t": ctypes.LONG,
    "ptrdiff_t": ctypes.LONG,
    "intptr_t": ctypes.LONG,
    "uintptr_t": ctypes.ULONG,
    "wchar_t": ctypes.INT,
    "int8_t": ctypes.SCHAR,
    "int16_t": ctypes.SHORT,
    "int32_t": ctypes.INT,
    "int64_t": ctypes.LONG,
    "uint8_t": ctypes.UCHAR,
    "uint16_t": ctypes.USHORT,
    "uint32_t": ctypes.UINT,
    "uint64_t": ctypes.ULONG,
    "intmax_t": ctypes.LONG,
    "uintmax_t": ctypes.ULONG,
    "nullptr_t": Ptr(ctypes.NOTHING),
    "va_list": Ptr(ctypes.CHAR),
    "__builtin_va_list": Ptr(ctypes.CHAR),
}
BUILTIN_TYPES = frozenset({"va_list", "__builtin_va_list"})
"""Names of types that neither the program nor the registry declares."""


def type_of(ctx: Context, node: Any, prototype: bool = False) -> CType:
    """The type that a declarator, a type name or a specifier stands for.

    In a prototype the bounds of variable-length arrays are not evaluated.
    """
    match node:
        case RefDecl():
            return Ref(type_of(ctx, node.type, prototype))
        case c_ast.PtrDecl():
            return qualified(Ptr(type_of(ctx, node.type, prototype)), "const" in node.quals, "volatile" in node.quals)
        case c_ast.ArrayDecl():
            return _array(ctx, node, prototype)
        case c_ast.FuncDecl():
            return function_type(ctx, node, prototype)
        case c_ast.TypeDecl():
            base = type_of(ctx, node.type, prototype)
            return qualified(base, "const" in node.quals, "volatile" in node.quals)
        case c_ast.Typename() | c_ast.AttributedType() | c_ast.Decl():
            return type_of(ctx, node.type, prototype)
    return _specifier(ctx, node)


def _specifier(ctx: Context, node: Any) -> CType:
    match node:
        case c_ast.IdentifierType():
            return named_type(ctx, node.names, node)
        case c_ast.Struct() | c_ast.Union():
            return record(ctx, node)
        case c_ast.Enum():
            return enumeration(ctx, node)
        case c_ast.TypeOf():
            if isinstance(node.expr, c_ast.Typename):
                return type_of(ctx, node.expr)
            with discarded(ctx):
                return lower_raw(ctx, node.expr).type
    raise UnsupportedError(f"type {type(node).__name__}", ctx.loc(node))


def named_type(ctx: Context, names: list[str], node: Any) -> CType:
    """The type that the words of a specifier name."""
    if len(names) == 1:
        found = _find(ctx, names[0])
        if found is not None:
            return found
    spelled = " ".join(names)
    base = _BASE.get(_key(spelled))
    if base is not None:
        return base
    if names[0] in ("long", "double") and "double" in names:
        raise UnsupportedError("long double", ctx.loc(node), "use double")
    if "_Complex" in names:
        raise UnsupportedError("complex numbers", ctx.loc(node))
    raise SourceError(f"unknown type name '{spelled}'", ctx.loc(node))


def _find(ctx: Context, name: str) -> CType | None:
    entity = ctx.scope.find(name)
    if isinstance(entity, TypeName):
        return entity.type
    tag = ctx.scope.find_tag(name)
    if tag is not None:
        return Record(tag) if isinstance(tag, ctypes.RecordDecl) else ctypes.Enum(tag)
    if name in _STANDARD:
        return _STANDARD[name]
    if ctx.link.declare_block(name):
        return _find(ctx, name)
    return None


# ---------------------------------------------------------------- arrays


def _array(ctx: Context, node: Any, prototype: bool) -> CType:
    of = type_of(ctx, node.type, prototype)
    if isinstance(of, Void | Func | Ref):
        raise SourceError(f"an array cannot have elements of type '{spell(of)}'", ctx.loc(node))
    if not is_complete(of):
        raise SourceError(f"an array cannot have elements of the incomplete type '{spell(of)}'", ctx.loc(node))
    return Array(of, None if node.dim is None else _length(ctx, node, prototype), of.const, of.volatile)


def _length(ctx: Context, node: Any, prototype: bool) -> int | Operand:
    loc = ctx.loc(node.dim)
    if prototype or ctx.function is None:
        with discarded(ctx):
            length = _length_operand(ctx, node, prototype)
        if not isinstance(length, Const) and not prototype:
            raise SourceError("the size of an array with static storage must be a constant", loc)
    else:
        length = _length_operand(ctx, node, prototype)
    if not isinstance(length, Const):
        return length if not prototype else Undef(I64)
    count = to_signed(int(length.value), 64)
    if count < 0:
        raise SourceError("the size of an array is negative", loc)
    return count


def _length_operand(ctx: Context, node: Any, prototype: bool) -> Operand:
    loc = ctx.loc(node.dim)
    if isinstance(node.dim, c_ast.ID) and node.dim.name == "*":
        return Undef(I64)
    if prototype and ctx.function is None and isinstance(node.dim, c_ast.ID) and ctx.scope.find(node.dim.name) is None:
        return Undef(I64)  # another parameter
    length = index_value(ctx, lower_value(ctx, node.dim), loc)
    if isinstance(length, Const) or ctx.unevaluated:
        return length
    positive = ctx.builder.assign(Op.SLT, (int64(0), length), BOOL, I64, loc)
    ctx.builder.emit(Check("bounds", positive, "a variable-length array has a size of zero or less", loc))
    return ctx.builder.copy(length, I64, loc)


def size_operand(ctx: Context, type: CType, node: Any) -> Operand:
    """The size in bytes, computed where it depends on a variable-length array."""
    if isinstance(type, Array) and is_variable(type):
        assert type.length is not None
        inner = size_operand(ctx, type.of, node)
        count = int64(type.length) if isinstance(type.length, int) else type.length
        return ctx.builder.assign(Op.MUL, (count, inner), I64, I64, ctx.loc(node))
    return int64(size_of(type, ctx.loc(node)))


# ---------------------------------------------------------------- functions


def function_type(ctx: Context, node: Any, prototype: bool = True) -> Func:
    """The type of a function declarator; parameters of array and function type become pointers."""
    ret = type_of(ctx, node.type, prototype)
    if node.args is None:
        return Func(ret, (), prototype=ctx.cxx)
    params = [p for p in node.args.params if not isinstance(p, c_ast.EllipsisParam)]
    variadic = len(params) != len(node.args.params)
    types = tuple(parameter_type(ctx, p, prototype=True) for p in params)
    if len(types) == 1 and isinstance(types[0], Void):
        types = ()
    return Func(ret, types, variadic)


def parameter_type(ctx: Context, node: Any, prototype: bool) -> CType:
    """The adjusted type of a parameter (C99 6.7.5.3)."""
    if isinstance(node, c_ast.ID):
        raise UnsupportedError("old-style function definition", ctx.loc(node))
    inner = node.type
    if isinstance(inner, c_ast.ArrayDecl):
        quals = [q for q in inner.dim_quals or () if isinstance(q, str)]
        return Ptr(type_of(ctx, inner.type, prototype), "const" in quals, "volatile" in quals)
    adjusted = type_of(ctx, node, prototype)
    if isinstance(adjusted, Array):
        return Ptr(adjusted.of)
    if isinstance(adjusted, Func):
        return Ptr(adjusted)
    return adjusted


types_by(type_of)
