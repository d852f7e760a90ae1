"""Operators on scalars as LLVM text. What they mean is said in `goto/meaning`; here it is said once more, and tests
compare the two on random values.

Integers of 128 bits are those that clang makes of structures. What LLVM would call a library for (divisions, and
conversions to floats and back) is left to the interpreter.

There is one NaN. Registers of machine code may hold any, since no operator but BITCAST tells them apart. A half is
held as the double of its value, and what is computed is rounded.
"""

import struct
from collections.abc import Callable, Sequence

from cudabmc.goto.meaning.float_format import NAN_BITS
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import DIVISIONS, Op
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
    if isinstance(type, IntType) and type.width in (8, 16, 32, 64, 128):
        return f"i{type.width}"
    if isinstance(type, FloatType) and type.width in (16, 32, 64):
        return "float" if type.width == 32 else "double"
    raise NoMachineCodeError(str(type))


def is_wide(type: Type) -> bool:
    """Is it an integer that takes two words?"""
    return isinstance(type, IntType) and type.width > 64


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
    if (is_wide(of) or is_wide(type)) and (op in DIVISIONS or any(isinstance(one, FloatType) for one in (of, type))):
        raise NoMachineCodeError("an integer of 128 bits")
    if op in _CONVERSIONS and not isinstance(of, FloatType):
        made = args[0] if source == result else emit(f"{_CONVERSIONS[op]} {source} {args[0]} to {result}")
        return rounded(emit, type, made)
    if op in _INTEGER_TESTS:
        return emit(f"icmp {_INTEGER_TESTS[op]} {source} {args[0]}, {args[1]}")
    if isinstance(of, FloatType):
        return _on_floats(emit, op, type, of, args)
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
        return of_bits(emit, type, args[0], kind)
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


def _on_floats(emit: Emit, op: Op, type: Type, of: FloatType, args: Sequence[str]) -> str:
    kind, suffix = llvm_type(of), _suffix(of)
    if op in _FLOATS:
        return rounded(emit, of, emit(f"{_FLOATS[op]} {kind} {args[0]}, {args[1]}"))
    if op in _FLOAT_TESTS:
        return emit(f"fcmp {_FLOAT_TESTS[op]} {kind} {args[0]}, {args[1]}")
    if op in _INTRINSICS:
        return rounded(emit, of, emit(f"call {kind} @llvm.{_INTRINSICS[op]}.{suffix}({kind} {args[0]})"))
    if op is Op.FNEG:
        return emit(f"fneg {kind} {args[0]}")
    if op is Op.FMA:
        handed = ", ".join(f"{kind} {a}" for a in args)
        return rounded(emit, of, emit(f"call {kind} @llvm.fma.{suffix}({handed})"))
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
    return _conversion(emit, op, type, of, args[0])


def _suffix(type: FloatType) -> str:
    """That of the intrinsics for a format."""
    return "f32" if llvm_type(type) == "float" else "f64"


def _conversion(emit: Emit, op: Op, type: Type, of: FloatType, value: str) -> str:
    kind, result = llvm_type(of), llvm_type(type)
    if op is Op.FPCAST:
        if kind != result:
            value = emit(f"{'fpext' if kind == 'float' else 'fptrunc'} {kind} {value} to {result}")
        return value if type == of else rounded(emit, type, value)
    if op in (Op.FPTOSI, Op.FPTOUI):
        return emit(f"call {result} @llvm.{op.value}.sat.{result}.{_suffix(of)}({kind} {value})")
    if op is Op.BITCAST:
        bits = bits_of(emit, of, value)
        return bits if of.width == 16 else emit(f"bitcast {kind} {bits} to {result}")
    raise NoMachineCodeError(op.value)


def rounded(emit: Emit, type: Type, value: str) -> str:
    """The value of a format that is nearest to what was computed."""
    if isinstance(type, FloatType) and type.width == 16:
        return emit(f"call double @half.round(double {value})")
    return value


def bits_of(emit: Emit, type: FloatType, value: str) -> str:
    """What goes to memory or into an integer, of the LLVM type that values have there: there is one NaN."""
    if type.width == 16:
        return emit(f"call i16 @half.bits(double {value})")
    kind = llvm_type(type)
    number = emit(f"fcmp ord {kind} {value}, {value}")
    return emit(f"select i1 {number}, {kind} {value}, {kind} 0x7FF8000000000000")


def of_bits(emit: Emit, type: Type, bits: str, kind: str) -> str:
    """The scalar that an integer of an LLVM type, or memory, has the bits of."""
    if isinstance(type, FloatType) and type.width == 16:
        return emit(f"call double @half.of(i16 {bits})")
    return bits if kind == llvm_type(type) else emit(f"bitcast {kind} {bits} to {llvm_type(type)}")


def _is_negative(emit: Emit, type: FloatType, value: str) -> str:
    kind = llvm_type(type)
    width = 32 if kind == "float" else 64
    bits = emit(f"bitcast {kind} {value} to i{width}")
    return emit(f"icmp slt i{width} {bits}, 0")


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
    "declare i64 @llvm.usub.sat.i64(i64, i64)",
    "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
))  # fmt: skip

_LEAST_EXPONENT = (1023 - 14) << 52
"""The exponent of the least normal half, in a double. Smaller ones are multiples of 2**-24."""

HALVES = f"""
; the half that is nearest to a double, ties to even: a multiple of 2**-10 of its power of two
define internal double @half.round(double %x) {{
  %bits = bitcast double %x to i64
  %exponent = and i64 %bits, {0x7FF << 52}
  %small = icmp ult i64 %exponent, {_LEAST_EXPONENT}
  %used = select i1 %small, i64 {_LEAST_EXPONENT}, i64 %exponent
  %unit.bits = sub i64 %used, {10 << 52}
  %inverse.bits = sub i64 {2046 << 52}, %unit.bits
  %unit = bitcast i64 %unit.bits to double
  %inverse = bitcast i64 %inverse.bits to double
  %scaled = fmul double %x, %inverse
  %whole = call double @llvm.roundeven.f64(double %scaled)
  %near = fmul double %whole, %unit
  %size = call double @llvm.fabs.f64(double %near)
  %large = fcmp ogt double %size, 65504.0
  %infinite = fmul double %near, 0x7FF0000000000000
  %r = select i1 %large, double %infinite, double %near
  ret double %r
}}

; the bits of a half that is held as a double
define internal i16 @half.bits(double %x) {{
  %nan = fcmp uno double %x, %x
  %bits = bitcast double %x to i64
  %sign.low = lshr i64 %bits, 63
  %sign.16 = trunc i64 %sign.low to i16
  %sign = shl i16 %sign.16, 15
  %size = call double @llvm.fabs.f64(double %x)
  %infinite = fcmp oeq double %size, 0x7FF0000000000000
  %small = fcmp olt double %size, 0x3F10000000000000
  %units = fmul double %size, 16777216.0
  %subnormal = call i16 @llvm.fptoui.sat.i16.f64(double %units)
  %shifted = lshr i64 %bits, 42
  %low = and i64 %shifted, {0x1FFFFF}
  %biased = sub i64 %low, {(1023 - 15) << 10}
  %normal = trunc i64 %biased to i16
  %finite = select i1 %small, i16 %subnormal, i16 %normal
  %number = select i1 %infinite, i16 {0x7C00}, i16 %finite
  %signed = or i16 %number, %sign
  %r = select i1 %nan, i16 {0x7E00}, i16 %signed
  ret i16 %r
}}

; the half with these bits, as a double
define internal double @half.of(i16 %bits) {{
  %wide = zext i16 %bits to i64
  %fraction = and i64 %wide, {0x3FF}
  %shifted = lshr i64 %wide, 10
  %exponent = and i64 %shifted, 31
  %rest = and i64 %wide, {0x7FFF}
  %biased = add i64 %rest, {(1023 - 15) << 10}
  %normal.bits = shl i64 %biased, 42
  %normal = bitcast i64 %normal.bits to double
  %units = uitofp i64 %fraction to double
  %subnormal = fmul double %units, 0x3E70000000000000
  %is.small = icmp eq i64 %exponent, 0
  %finite = select i1 %is.small, double %subnormal, double %normal
  %none = icmp eq i64 %fraction, 0
  %other = select i1 %none, double 0x7FF0000000000000, double 0x7FF8000000000000
  %is.large = icmp eq i64 %exponent, 31
  %size = select i1 %is.large, double %other, double %finite
  %negated = fneg double %size
  %sign = icmp slt i16 %bits, 0
  %r = select i1 %sign, double %negated, double %size
  ret double %r
}}
"""
"""Functions on halves."""
