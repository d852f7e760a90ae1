"""Term kinds in the operators of SMT-LIB, written once for every backend.

A backend is a `Dialect`: it builds expressions of its own type from SMT-LIB operator names.
"""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from cudabmc.goto.meaning.float_arithmetic import from_int
from cudabmc.goto.meaning.float_format import NAN_BITS, SHAPE, bits_of
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.terms import ArraySort, FPSort, Kind, Term
from cudabmc.terms.term import width_of

E = TypeVar("E")


class Dialect(Protocol[E]):
    """How one backend writes expressions; names and operand orders are those of SMT-LIB 2.6."""

    def op(self, name: str, *args: E) -> E:
        """An operator without indices; a rounding mode is one without operands."""
        ...

    def indexed(self, name: str, indices: tuple[int, ...], *args: E) -> E:
        """An operator with indices: extract, zero_extend, to_fp of bits and so on."""
        ...

    def truth(self, value: bool) -> E:
        """A Bool constant."""
        ...

    def bits(self, value: int, width: int) -> E:
        """A bit vector constant."""
        ...

    def variable(self, term: Term) -> E:
        """A variable, declared where the backend needs it."""
        ...

    def const_array(self, sort: ArraySort, element: E) -> E:
        """The array with one element everywhere."""
        ...

    def float_bits(self, term: Term, value: E) -> E:
        """The bits of a float, which is the term `term`; any bits for NaN."""
        ...


# Kinds that are one SMT-LIB operator on the same arguments.
_SAME = {
    Kind.ITE: "ite",
    Kind.NOT: "not",
    Kind.AND: "and",
    Kind.EQ: "=",
    Kind.ULT: "bvult",
    Kind.SLT: "bvslt",
    Kind.MUL: "bvmul",
    Kind.UDIV: "bvudiv",
    Kind.UREM: "bvurem",
    Kind.SDIV: "bvsdiv",
    Kind.SREM: "bvsrem",
    Kind.BVAND: "bvand",
    Kind.BVOR: "bvor",
    Kind.BVXOR: "bvxor",
    Kind.SHL: "bvshl",
    Kind.LSHR: "bvlshr",
    Kind.ASHR: "bvashr",
    Kind.FNEG: "fp.neg",
    Kind.FABS: "fp.abs",
    Kind.FEQ: "fp.eq",
    Kind.FLT: "fp.lt",
    Kind.FLE: "fp.leq",
    Kind.FISNAN: "fp.isNaN",
    Kind.FISINF: "fp.isInfinite",
    Kind.FSIGNBIT: "fp.isNegative",
    Kind.SELECT: "select",
    Kind.STORE: "store",
}

# Kinds that are one SMT-LIB operator with a rounding mode before the arguments.
_ROUNDED = {
    Kind.FADD: ("fp.add", "RNE"),
    Kind.FSUB: ("fp.sub", "RNE"),
    Kind.FMUL: ("fp.mul", "RNE"),
    Kind.FDIV: ("fp.div", "RNE"),
    Kind.FSQRT: ("fp.sqrt", "RNE"),
    Kind.FMA: ("fp.fma", "RNE"),
    Kind.FRINT: ("fp.roundToIntegral", "RNE"),
    Kind.FFLOOR: ("fp.roundToIntegral", "RTN"),
    Kind.FCEIL: ("fp.roundToIntegral", "RTP"),
    Kind.FTRUNC: ("fp.roundToIntegral", "RTZ"),
    Kind.FROUND: ("fp.roundToIntegral", "RNA"),
}

# Conversions to a float format with a rounding mode.
_TO_FLOAT = {Kind.SITOFP: "to_fp.signed", Kind.UITOFP: "to_fp_unsigned", Kind.FPCAST: "to_fp.float"}


class Encoder(Generic[E]):
    """Encodes single nodes in a dialect; `KINDS` are those that it knows, which is all of them."""

    def __init__(self, dialect: Dialect[E]) -> None:
        self._to = dialect
        self._special = {
            Kind.CONST: self._const,
            Kind.VAR: lambda term, args: dialect.variable(term),
            Kind.SUM: self._sum,
            Kind.CONCAT: self._concat,
            Kind.EXTRACT: lambda term, args: dialect.indexed("extract", term.params, *args),
            Kind.ZEXT: lambda term, args: dialect.indexed("zero_extend", _growth(term), *args),
            Kind.SEXT: lambda term, args: dialect.indexed("sign_extend", _growth(term), *args),
            Kind.FREM: self._remainder,
            Kind.FMIN: lambda term, args: self._extremum(args[0], args[1], args[0], args[1]),
            Kind.FMAX: lambda term, args: self._extremum(args[1], args[0], args[0], args[1]),
            Kind.FPTOSI: self._to_signed,
            Kind.FPTOUI: self._to_unsigned,
            Kind.FP_TO_BITS: self._float_bits,
            Kind.BITS_TO_FP: lambda term, args: dialect.indexed("to_fp.bits", SHAPE[width_of(term)], *args),
            Kind.CONST_ARRAY: self._const_array,
        }

    def encode(self, term: Term, args: Sequence[E]) -> E:
        """A node whose arguments are encoded already."""
        name = _SAME.get(term.kind)
        if name is not None:
            return self._to.op(name, *args)
        rounded = _ROUNDED.get(term.kind)
        if rounded is not None:
            return self._to.op(rounded[0], self._to.op(rounded[1]), *args)
        conversion = _TO_FLOAT.get(term.kind)
        if conversion is not None:
            return self._to.indexed(conversion, SHAPE[width_of(term)], self._to.op("RNE"), *args)
        return self._special[term.kind](term, args)

    def _const(self, term: Term, args: Sequence[E]) -> E:
        sort = term.sort
        if isinstance(sort, FPSort):
            return self._float(term.params[0], sort.width)
        if type(term.params[0]) is bool:
            return self._to.truth(term.params[0])
        return self._to.bits(term.params[0], width_of(term))

    def _float(self, bits: int, width: int) -> E:
        return self._to.indexed("to_fp.bits", SHAPE[width], self._to.bits(bits, width))

    def _sum(self, term: Term, args: Sequence[E]) -> E:
        constant, coefficients = term.params
        width = width_of(term)
        to = self._to
        mask = (1 << width) - 1
        if constant == mask and coefficients == (mask,):
            return to.op("bvnot", args[0])
        result: E | None = to.bits(constant, width) if constant else None
        negative: list[E] = []
        for arg, coefficient in zip(args, coefficients, strict=True):
            factor = to_signed(coefficient, width)
            size = abs(factor)
            product = arg if size == 1 else to.op("bvmul", to.bits(size, width), arg)
            if factor < 0:
                negative.append(product)
            else:
                result = product if result is None else to.op("bvadd", result, product)
        for product in negative:
            result = to.op("bvneg", product) if result is None else to.op("bvsub", result, product)
        assert result is not None
        return result

    def _concat(self, term: Term, args: Sequence[E]) -> E:
        result = args[-1]
        for arg in args[-2::-1]:
            result = self._to.op("concat", arg, result)
        return result

    def _remainder(self, term: Term, args: Sequence[E]) -> E:
        """C fmod from the IEEE remainder, which rounds the quotient to nearest instead of towards zero."""
        to = self._to
        x, y = to.op("fp.abs", args[0]), to.op("fp.abs", args[1])
        nearest = to.op("fp.rem", x, y)
        below = to.op("fp.lt", nearest, self._float(0, width_of(term)))
        rest = to.op("ite", below, to.op("fp.add", to.op("RNE"), nearest, y), to.op("fp.abs", nearest))
        return to.op("ite", to.op("fp.isNegative", args[0]), to.op("fp.neg", rest), rest)

    def _extremum(self, low: E, high: E, a: E, b: E) -> E:
        """a if low < high or b is NaN, and where both are zeros by their sign; otherwise b."""
        to = self._to
        ordered = to.op("and", to.op("fp.eq", a, b), to.op("fp.isNegative", low))
        return to.op("ite", to.op("or", to.op("fp.lt", low, high), to.op("fp.isNaN", b), ordered), a, b)

    def _to_signed(self, term: Term, args: Sequence[E]) -> E:
        width, half = width_of(term), 1 << (width_of(term) - 1)
        return self._saturated(term, args[0], "fp.to_sbv", (-half, half), width)

    def _to_unsigned(self, term: Term, args: Sequence[E]) -> E:
        width = width_of(term)
        return self._saturated(term, args[0], "fp.to_ubv", (0, 1 << width), width)

    def _saturated(self, term: Term, x: E, name: str, bounds: tuple[int, int], width: int) -> E:
        """Clamped to `bounds`, the upper of which is the first number too large; NaN gives 0."""
        to = self._to
        lo, end = bounds
        size = width_of(term.args[0])
        least, beyond = (self._float(bits_of(from_int(n, size), size), size) for n in bounds)
        mask = (1 << width) - 1
        inside = to.indexed(name, (width,), to.op("RTZ"), x)
        below = to.op("ite", to.op("fp.leq", x, least), to.bits(lo & mask, width), inside)
        clamped = to.op("ite", to.op("fp.leq", beyond, x), to.bits(end - 1 & mask, width), below)
        return to.op("ite", to.op("fp.isNaN", x), to.bits(0, width), clamped)

    def _float_bits(self, term: Term, args: Sequence[E]) -> E:
        to, width = self._to, width_of(term)
        bits = to.float_bits(term.args[0], args[0])
        return to.op("ite", to.op("fp.isNaN", args[0]), to.bits(NAN_BITS[width], width), bits)

    def _const_array(self, term: Term, args: Sequence[E]) -> E:
        assert isinstance(term.sort, ArraySort)
        return self._to.const_array(term.sort, args[0])


def _growth(term: Term) -> tuple[int]:
    return (width_of(term) - width_of(term.args[0]),)


def encode_all(root: Term, done: dict[Term, E], encoder: Encoder[E]) -> E:
    """A term with everything below it, each node once; `done` is the cache."""
    stack = [root]
    while stack:
        term = stack[-1]
        if term in done:
            stack.pop()
            continue
        missing = [arg for arg in term.args if arg not in done]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        done[term] = encoder.encode(term, [done[arg] for arg in term.args])
    return done[root]
