"""The operators of the GOTO program: pure functions of their operands."""

from enum import Enum, Flag, auto


class Op(Enum):
    """An operator; the value is its name in the textual form.

    `of` below is the type of the operands, `type` that of the result (see `Assign`).
    """

    COPY = "copy"  # any type
    SELECT = "select"  # (BOOL, type, type)
    # integers (of == type)
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    SDIV = "sdiv"  # truncates; division-by-zero is checked
    UDIV = "udiv"
    SREM = "srem"  # sign of the dividend
    UREM = "urem"
    AND = "and"  # BOOL too
    OR = "or"  # BOOL too
    XOR = "xor"  # BOOL too
    NOT = "not"  # BOOL too: logical not
    NEG = "neg"
    SHL = "shl"  # (of, of); an amount >= width gives 0 and, if checked, `shift`
    LSHR = "lshr"
    ASHR = "ashr"
    # floats (of == type), round to nearest, ties to even
    FADD = "fadd"
    FSUB = "fsub"
    FMUL = "fmul"
    FDIV = "fdiv"
    FREM = "frem"  # C fmod
    FNEG = "fneg"
    FABS = "fabs"
    FSQRT = "fsqrt"
    FMA = "fma"  # (of, of, of)
    FMIN = "fmin"  # C fmin: the number when the other is NaN
    FMAX = "fmax"
    FRINT = "frint"  # to an integral value, ties to even
    FFLOOR = "ffloor"
    FCEIL = "fceil"
    FTRUNC = "ftrunc"
    FROUND = "fround"  # C round: ties away from zero
    # comparisons: type is BOOL
    EQ = "eq"  # integers, BOOL
    NE = "ne"
    SLT = "slt"
    SLE = "sle"
    ULT = "ult"
    ULE = "ule"
    FEQ = "feq"
    FNE = "fne"  # true when one is NaN
    FLT = "flt"
    FLE = "fle"
    FISNAN = "fisnan"
    FISINF = "fisinf"
    FSIGNBIT = "fsignbit"
    # conversions from `of` to `type`
    TRUNC = "trunc"
    ZEXT = "zext"  # BOOL too
    SEXT = "sext"
    SITOFP = "sitofp"
    UITOFP = "uitofp"
    FPTOSI = "fptosi"  # truncates; see cudabmc.terms for what lies out of range
    FPTOUI = "fptoui"
    FPCAST = "fpcast"  # between float formats
    BITCAST = "bitcast"  # between an integer and a float of one width
    PTRTOINT = "ptrtoint"
    INTTOPTR = "inttoptr"
    # pointers
    PTRADD = "ptradd"  # (PTR, I64 bytes, wraps as signed)
    PTRDIFF = "ptrdiff"  # (PTR, PTR) -> I64 bytes
    PTREQ = "ptreq"
    PTRNE = "ptrne"
    PTRLT = "ptrlt"
    PTRLE = "ptrle"


class Checks(Flag):
    """Undefined or suspicious behaviour of an operation that a property may check."""

    NONE = 0
    SIGNED_OVERFLOW = auto()
    UNSIGNED_OVERFLOW = auto()
    SHIFT = auto()
    NAN = auto()


DIVISIONS = (Op.SDIV, Op.UDIV, Op.SREM, Op.UREM)
"""Integer operators whose second operand must not be zero."""

INTEGER_COMPARISONS = frozenset({Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE})
"""Comparisons of integers, in each of which both operands have one type."""

POINTER_OPS = frozenset({Op.PTRTOINT, Op.INTTOPTR, Op.PTRADD, Op.PTRDIFF, Op.PTREQ, Op.PTRNE, Op.PTRLT, Op.PTRLE})
"""Operators with a pointer among their operands, or as their result."""
