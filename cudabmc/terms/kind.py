"""The kinds of term nodes: fewer than operators, because builders normalise."""

from enum import Enum


class Kind(Enum):
    """What a node computes from its arguments; the value is its name in printed terms."""

    CONST = "const"  # params: (value,); floats as their bits
    VAR = "var"  # params: (name, lo, hi); lo and hi are unsigned bounds or None
    ITE = "ite"  # (Bool, x, x); every sort
    # Bool; `or` is a negated conjunction of negations
    NOT = "not"
    AND = "and"  # two or more arguments, sorted by id
    EQ = "eq"  # the same value: every sort but arrays; NaN equals NaN, -0.0 differs from 0.0
    ULT = "ult"
    SLT = "slt"
    # bit vectors
    SUM = "sum"  # params: (constant, coefficients); constant + the sum of coefficient * argument
    MUL = "mul"
    UDIV = "udiv"
    UREM = "urem"
    SDIV = "sdiv"
    SREM = "srem"
    BVAND = "bvand"
    BVOR = "bvor"
    BVXOR = "bvxor"
    SHL = "shl"
    LSHR = "lshr"
    ASHR = "ashr"
    CONCAT = "concat"  # two or more arguments, the most significant first
    EXTRACT = "extract"  # params: (hi, lo)
    ZEXT = "zext"
    SEXT = "sext"
    # floats
    FADD = "fadd"
    FSUB = "fsub"
    FMUL = "fmul"
    FDIV = "fdiv"
    FREM = "frem"
    FNEG = "fneg"
    FABS = "fabs"
    FSQRT = "fsqrt"
    FMA = "fma"
    FMIN = "fmin"
    FMAX = "fmax"
    FRINT = "frint"
    FFLOOR = "ffloor"
    FCEIL = "fceil"
    FTRUNC = "ftrunc"
    FROUND = "fround"
    FEQ = "feq"
    FLT = "flt"
    FLE = "fle"
    FISNAN = "fisnan"
    FISINF = "fisinf"
    FSIGNBIT = "fsignbit"
    SITOFP = "sitofp"
    UITOFP = "uitofp"
    FPTOSI = "fptosi"
    FPTOUI = "fptoui"
    FPCAST = "fpcast"
    FP_TO_BITS = "fp_to_bits"
    BITS_TO_FP = "bits_to_fp"
    # arrays
    CONST_ARRAY = "const_array"  # (element)
    SELECT = "select"  # (array, index)
    STORE = "store"  # (array, index, element)

    # Enum's own hash is Python code that hashes the name: five times slower, and every term is hashed by kind.
    __hash__ = object.__hash__
