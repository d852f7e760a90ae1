"""The operators written down once more, with z3's Python interface and nothing of cudabmc.terms.

What a term becomes is shown here too, as an expression of that interface.
"""

import struct

import z3

from cudabmc.goto.op import Op
from cudabmc.goto.types import BoolType, FloatType, IntType, Type
from cudabmc.solver.z3_dialect import Z3Dialect
from cudabmc.solver.z3_library import Library

NAN = {16: 0x7E00, 32: 0x7FC00000, 64: 0x7FF8000000000000}
RNE, RNA, RTN, RTP, RTZ = z3.RNE(), z3.RNA(), z3.RTN(), z3.RTP(), z3.RTZ()


def sort_of(type: Type):
    if isinstance(type, BoolType):
        return z3.BoolSort()
    if isinstance(type, IntType):
        return z3.BitVecSort(type.width)
    return {16: z3.Float16(), 32: z3.Float32(), 64: z3.Float64()}[type.width]


def constant(value, type: Type):
    if isinstance(type, BoolType):
        return z3.BoolVal(value)
    if isinstance(type, IntType):
        return z3.BitVecVal(value, type.width)
    return z3.FPVal(value, sort_of(type))


def fmin(a, b):
    less = z3.Or(z3.fpLT(a, b), z3.And(z3.fpIsZero(a), z3.fpIsZero(b), z3.fpIsNegative(a)))
    return z3.If(z3.fpIsNaN(a), b, z3.If(z3.fpIsNaN(b), a, z3.If(less, a, b)))


def fmax(a, b):
    return z3.fpNeg(fmin(z3.fpNeg(a), z3.fpNeg(b)))


def saturate(x, type, lo, hi, convert):
    """Over the reals, which know no format."""
    truncated = z3.fpRoundToIntegral(RTZ, x)
    real = z3.fpToReal(truncated)
    clamped = z3.If(real < lo, z3.BitVecVal(lo, type.width), z3.If(real > hi, z3.BitVecVal(hi, type.width), convert(x)))
    ends = z3.If(z3.fpIsNegative(x), z3.BitVecVal(lo, type.width), z3.BitVecVal(hi, type.width))
    return z3.If(z3.fpIsNaN(x), z3.BitVecVal(0, type.width), z3.If(z3.fpIsInf(x), ends, clamped))


SAME = {
    Op.COPY: lambda a: a,
    Op.SELECT: z3.If,
    Op.EQ: lambda a, b: a == b,
    Op.NE: lambda a, b: a != b,
}

BOOL_MEANING = {**SAME, Op.AND: z3.And, Op.OR: z3.Or, Op.XOR: z3.Xor, Op.NOT: z3.Not}

INT_MEANING = {
    **SAME,
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.SDIV: lambda a, b: a / b,
    Op.UDIV: z3.UDiv,
    Op.SREM: z3.SRem,
    Op.UREM: z3.URem,
    Op.AND: lambda a, b: a & b,
    Op.OR: lambda a, b: a | b,
    Op.XOR: lambda a, b: a ^ b,
    Op.NOT: lambda a: ~a,
    Op.NEG: lambda a: -a,
    Op.SHL: lambda a, b: a << b,
    Op.LSHR: z3.LShR,
    Op.ASHR: lambda a, b: a >> b,
    Op.SLT: lambda a, b: a < b,
    Op.SLE: lambda a, b: a <= b,
    Op.ULT: z3.ULT,
    Op.ULE: z3.ULE,
}

FLOAT_MEANING = {
    **{op: SAME[op] for op in (Op.COPY, Op.SELECT)},
    Op.FADD: lambda a, b: z3.fpAdd(RNE, a, b),
    Op.FSUB: lambda a, b: z3.fpSub(RNE, a, b),
    Op.FMUL: lambda a, b: z3.fpMul(RNE, a, b),
    Op.FDIV: lambda a, b: z3.fpDiv(RNE, a, b),
    Op.FNEG: z3.fpNeg,
    Op.FABS: z3.fpAbs,
    Op.FSQRT: lambda a: z3.fpSqrt(RNE, a),
    Op.FMA: lambda a, b, c: z3.fpFMA(RNE, a, b, c),
    Op.FMIN: fmin,
    Op.FMAX: fmax,
    Op.FRINT: lambda a: z3.fpRoundToIntegral(RNE, a),
    Op.FFLOOR: lambda a: z3.fpRoundToIntegral(RTN, a),
    Op.FCEIL: lambda a: z3.fpRoundToIntegral(RTP, a),
    Op.FTRUNC: lambda a: z3.fpRoundToIntegral(RTZ, a),
    Op.FROUND: lambda a: z3.fpRoundToIntegral(RNA, a),
    Op.FEQ: z3.fpEQ,
    Op.FNE: lambda a, b: z3.Not(z3.fpEQ(a, b)),
    Op.FLT: z3.fpLT,
    Op.FLE: z3.fpLEQ,
    Op.FISNAN: z3.fpIsNaN,
    Op.FISINF: z3.fpIsInf,
    Op.FSIGNBIT: z3.fpIsNegative,
}


def _int_conversion(op: Op, type: Type, of: IntType, a):
    if op is Op.TRUNC:
        return z3.Extract(type.width - 1, 0, a)
    if op is Op.ZEXT:
        return z3.ZeroExt(type.width - of.width, a)
    if op is Op.SEXT:
        return z3.SignExt(type.width - of.width, a)
    if op is Op.SITOFP:
        return z3.fpSignedToFP(RNE, a, sort_of(type))
    if op is Op.UITOFP:
        return z3.fpUnsignedToFP(RNE, a, sort_of(type))
    assert op is Op.BITCAST
    return z3.fpBVToFP(a, sort_of(type))


def _float_conversion(op: Op, type: Type, of: FloatType, a):
    half = 1 << (type.width - 1)
    bits = z3.BitVecSort(type.width)
    if op is Op.FPTOSI:
        return saturate(a, type, -half, half - 1, lambda x: z3.fpToSBV(RTZ, x, bits))
    if op is Op.FPTOUI:
        return saturate(a, type, 0, 2 * half - 1, lambda x: z3.fpToUBV(RTZ, x, bits))
    if op is Op.FPCAST:
        return z3.fpFPToFP(RNE, a, sort_of(type))
    assert op is Op.BITCAST
    return z3.If(z3.fpIsNaN(a), z3.BitVecVal(NAN[of.width], of.width), z3.fpToIEEEBV(a))


def meaning(op: Op, type: Type, of: Type, args):
    """The operator on z3 expressions. FREM is missing: z3 has the IEEE remainder only."""
    if isinstance(of, BoolType):
        if op is Op.ZEXT:
            return z3.If(*args, z3.BitVecVal(1, type.width), z3.BitVecVal(0, type.width))
        if op is Op.UITOFP:
            return z3.If(*args, z3.FPVal(1, sort_of(type)), z3.FPVal(0, sort_of(type)))
        return BOOL_MEANING[op](*args)
    if isinstance(of, IntType):
        return INT_MEANING[op](*args) if op in INT_MEANING else _int_conversion(op, type, of, *args)
    return FLOAT_MEANING[op](*args) if op in FLOAT_MEANING else _float_conversion(op, type, of, *args)


def to_python(expression, type: Type):
    """A z3 expression without variables as a value of cudabmc."""
    value = z3.simplify(expression)
    if isinstance(type, BoolType):
        assert z3.is_true(value) or z3.is_false(value), value
        return z3.is_true(value)
    if isinstance(type, IntType):
        return value.as_long()
    if value.isNaN():
        return float("nan")
    if value.isInf():
        return float("-inf") if value.isNegative() else float("inf")
    if value.isZero():
        return -0.0 if value.isNegative() else 0.0
    bits = z3.simplify(z3.fpToIEEEBV(z3.fpFPToFP(RNE, value, z3.Float64()))).as_long()
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def dialect():
    """Translates terms in the context of z3's Python interface."""
    return Z3Dialect(Library(), _ContextOfPackage())


class _ContextOfPackage:
    """In place of a Z3Context."""

    pointer = z3.main_ctx().ref().value

    def keep(self, expression):
        Library().inc_ref(self.pointer, expression)


def expression(term, translation):
    """What a term becomes, as an object of z3's Python interface."""
    pointer = z3.Ast(None)
    pointer.value = translation.ast(term)
    return z3.z3._to_expr_ref(pointer, z3.main_ctx())
