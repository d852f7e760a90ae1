"""Operators on scalars as LLVM text. What they mean is said in `goto/meaning`; here it is said once more, and tests
compare the two on random values.

There is one NaN. Registers of machine code may hold any, since no operator but BITCAST tells them apart.
"""

import struct
from collections.abc import Callable, Sequence

from cudabmc.goto.meaning.float_format import NAN_BITS
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import BoolType, FloatType, IntType, PtrType, Type

Emit = Callable[[str], str]
"""Gets the right side of an assignment, and answers the name of its result."""

_INTEGERS = {
    Op.ADD: "add", Op.SUB: "sub", Op.MUL: "mul", Op.AND: "and", Op.OR: "or", Op.XOR: "xor",
}  # fmt: skip
_INTEGER_TESTS = {Op.EQ: "eq", Op.NE: "ne", Op.SLT: "slt", Op.SLE: "sle", Op.ULT: "ult", Op.ULE: "ule"}
_FLOATS = {Op.FADD: "fadd", Op.FSUB: "fsub", Op.FMUL: "fmul", Op.FDIV: "fdiv", Op.FREM: "frem"}
_FLOAT_TESTS = {Op.FEQ: "oeq", Op.FNE: "une", Op.FLT: "olt", Op.FLE: "ole"}
_INTRINSICS = {
    Op.FABS: "fabs", Op.FSQRT: "sqrt", Op.FRINT: "roundeven", Op.FFLOOR: "floor", Op.FCEIL: "ceil",
    Op.FTRUNC: "trunc", Op.FROUND: "round",
}  # fmt: skip
_CONVERSIONS = {Op.TRUNC: "trunc", Op.ZEXT: "zext", Op.SEXT: "sext", Op.SITOFP: "sitofp", Op.UITOFP: "uitofp"}


class NoMachineCodeError(Exception):
    """There is no machine code for this: the interpreter has to do it."""


def llvm_type(type: Type) -> str:
    """The LLVM type of a scalar. Raises NoMachineCodeError for widths that machine code does not know."""
    if isinstance(type, BoolType):
        return "i1"
    if isinstance(type, IntType) and type.width in (8, 16, 32, 64):
        return f"i{type.width}"
    if isinstance(type, FloatType) and type.width in (32, 64):
        return "float" if type.width == 32 else "double"
    raise NoMachineCodeError(str(type))


def literal(value: bool | int | float, type: Type) -> str:
    """A constant as text."""
    if isinstance(type, FloatType):
        value = float(value)
        bits = NAN_BITS[64] if value != value else struct.unpack("<Q", struct.pack("<d", value))[0]
        return f"0x{bits:016X}"
    if isinstance(type, BoolType):
        return "true" if value else "false"
    assert isinstance(type, IntType)
    return str(to_signed(int(value), type.width))


def apply(emit: Emit, op: Op, type: Type, of: Type, args: Sequence[str]) -> str:
    """The result of an operator on scalars; divisors are not zero. Raises NoMachineCodeError."""
    if isinstance(of, PtrType) or isinstance(type, PtrType):
        raise NoMachineCodeError(op.value)
    source, result = llvm_type(of), llvm_type(type)
    if op is Op.COPY:
        return args[0]
    if op is Op.SELECT:
        return emit(f"select i1 {args[0]}, {result} {args[1]}, {result} {args[2]}")
    if op in _CONVERSIONS and not isinstance(of, FloatType):
        return args[0] if source == result else emit(f"{_CONVERSIONS[op]} {source} {args[0]} to {result}")
    if op in _INTEGER_TESTS:
        return emit(f"icmp {_INTEGER_TESTS[op]} {source} {args[0]}, {args[1]}")
    if isinstance(of, FloatType):
        return _on_floats(emit, op, result, of, args)
    return _on_integers(emit, op, type, of, args)


# ---------------------------------------------------------------- integers


def _on_integers(emit: Emit, op: Op, type: Type, of: Type, args: Sequence[str]) -> str:
    kind = llvm_type(of)
    if op in _INTEGERS:
        return emit(f"{_INTEGERS[op]} {kind} {args[0]}, {args[1]}")
    if op is Op.NOT:
        return emit(f"xor {kind} {args[0]}, -1")
    if op is Op.NEG:
        return emit(f"sub {kind} 0, {args[0]}")
    if op in (Op.SHL, Op.LSHR, Op.ASHR):
        assert isinstance(of, IntType)
        return _shift(emit, op, kind, of.width, args[0], args[1])
    if op in (Op.UDIV, Op.UREM):
        return emit(f"{op.value} {kind} {args[0]}, {args[1]}")
    if op in (Op.SDIV, Op.SREM):
        return _signed_division(emit, op, kind, args[0], args[1])
    if op is Op.BITCAST:
        return emit(f"bitcast {kind} {args[0]} to {llvm_type(type)}")
    raise NoMachineCodeError(op.value)


def _shift(emit: Emit, op: Op, kind: str, width: int, value: str, amount: str) -> str:
    """An amount of the width or more gives what shifting out all bits one by one gives."""
    small = emit(f"icmp ult {kind} {amount}, {width}")
    if op is Op.ASHR:
        amount = emit(f"select i1 {small}, {kind} {amount}, {kind} {width - 1}")
        return emit(f"ashr {kind} {value}, {amount}")
    kept = emit(f"select i1 {small}, {kind} {amount}, {kind} 0")
    shifted = emit(f"{op.value} {kind} {value}, {kept}")
    return emit(f"select i1 {small}, {kind} {shifted}, {kind} 0")


def _signed_division(emit: Emit, op: Op, kind: str, a: str, b: str) -> str:
    """-1 is a case of its own: the least number divided by it wraps around (goto/meaning), and traps in LLVM."""
    negates = emit(f"icmp eq {kind} {b}, -1")
    divisor = emit(f"select i1 {negates}, {kind} 1, {kind} {b}")
    result = emit(f"{op.value} {kind} {a}, {divisor}")
    other = "0"
    if op is Op.SDIV:
        other = emit(f"sub {kind} 0, {a}")
    return emit(f"select i1 {negates}, {kind} {other}, {kind} {result}")


# ---------------------------------------------------------------- floats


def _on_floats(emit: Emit, op: Op, result: str, of: FloatType, args: Sequence[str]) -> str:
    kind = llvm_type(of)
    suffix = f"f{of.width}"
    if op in _FLOATS:
        return emit(f"{_FLOATS[op]} {kind} {args[0]}, {args[1]}")
    if op in _FLOAT_TESTS:
        return emit(f"fcmp {_FLOAT_TESTS[op]} {kind} {args[0]}, {args[1]}")
    if op in _INTRINSICS:
        return emit(f"call {kind} @llvm.{_INTRINSICS[op]}.{suffix}({kind} {args[0]})")
    if op is Op.FNEG:
        return emit(f"fneg {kind} {args[0]}")
    if op is Op.FMA:
        return emit(f"call {kind} @llvm.fma.{suffix}({kind} {args[0]}, {kind} {args[1]}, {kind} {args[2]})")
    if op in (Op.FMIN, Op.FMAX):
        return _extremum(emit, op, of, args[0], args[1])
    if op is Op.FISNAN:
        return emit(f"fcmp uno {kind} {args[0]}, {args[0]}")
    if op is Op.FISINF:
        size = emit(f"call {kind} @llvm.fabs.{suffix}({kind} {args[0]})")
        return emit(f"fcmp oeq {kind} {size}, 0x7FF0000000000000")
    if op is Op.FSIGNBIT:
        number = emit(f"fcmp ord {kind} {args[0]}, {args[0]}")
        return emit(f"and i1 {number}, {_is_negative(emit, of, args[0])}")
    return _conversion(emit, op, result, of, args[0])


def _conversion(emit: Emit, op: Op, result: str, of: FloatType, value: str) -> str:
    kind = llvm_type(of)
    if op is Op.FPCAST:
        if kind == result:
            return value
        return emit(f"{'fpext' if kind == 'float' else 'fptrunc'} {kind} {value} to {result}")
    if op in (Op.FPTOSI, Op.FPTOUI):
        name = f"@llvm.{op.value}.sat.{result}.f{of.width}"
        return emit(f"call {result} {name}({kind} {value})")
    if op is Op.BITCAST:
        return emit(f"bitcast {kind} {canonical(emit, of, value)} to {result}")
    raise NoMachineCodeError(op.value)


def canonical(emit: Emit, type: FloatType, value: str) -> str:
    """The float whose bits go to memory or into an integer: there is one NaN."""
    kind = llvm_type(type)
    number = emit(f"fcmp ord {kind} {value}, {value}")
    return emit(f"select i1 {number}, {kind} {value}, {kind} 0x7FF8000000000000")


def _is_negative(emit: Emit, type: FloatType, value: str) -> str:
    kind = llvm_type(type)
    bits = emit(f"bitcast {kind} {value} to i{type.width}")
    return emit(f"icmp slt i{type.width} {bits}, 0")


def _extremum(emit: Emit, op: Op, type: FloatType, a: str, b: str) -> str:
    """PTX ISA, min and max: the number when the other is NaN; -0.0 is less than 0.0."""
    kind = llvm_type(type)
    beats = emit(f"fcmp {'olt' if op is Op.FMIN else 'ogt'} {kind} {a}, {b}")
    other = emit(f"fcmp uno {kind} {b}, {b}")
    same = emit(f"fcmp oeq {kind} {a}, {b}")
    negative = _is_negative(emit, type, a if op is Op.FMIN else b)
    zero = emit(f"and i1 {same}, {negative}")
    first = emit(f"or i1 {emit(f'or i1 {beats}, {other}')}, {zero}")
    return emit(f"select i1 {first}, {kind} {a}, {kind} {b}")


INTRINSICS = "\n".join((
    *(f"declare {kind} @llvm.{name}.{suffix}({kind})" for name in _INTRINSICS.values()
      for kind, suffix in (("float", "f32"), ("double", "f64"))),
    *(f"declare {kind} @llvm.fma.{suffix}({kind}, {kind}, {kind})"
      for kind, suffix in (("float", "f32"), ("double", "f64"))),
    *(f"declare i{width} @llvm.{name}.sat.i{width}.{suffix}({kind})" for name in ("fptosi", "fptoui")
      for width in (8, 16, 32, 64) for kind, suffix in (("float", "f32"), ("double", "f64"))),
    "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
))  # fmt: skip
