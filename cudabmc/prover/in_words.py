"""Terms as C expressions, for people.

    (not (slt (sum 0 (1, 1) (mul blockIdx.x blockDim.x) threadIdx.x) n))        the term
    n <= blockIdx.x * blockDim.x + threadIdx.x                                  the text

A text is about the numbers of mathematics: where nothing wraps around, it has the value of the term. So most of what
makes numbers wider or narrower is left out; a cast is shown where a number that may be negative is read as unsigned, or
one that may be large as signed. Texts that would be too long have `...` in them.
"""

import re
from collections.abc import Callable, Sequence
from math import gcd, isfinite

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.late_dataclass import dataclass
from cudabmc.terms import BVSort, FPSort, Kind, Term, TermValue
from cudabmc.terms.term import lower, width_of

MOST_OPERATIONS = 60
"""Operations of a text, about."""

LEFT_OUT = "..."

_MOST_HALVINGS = 10
"""Shifts to the right that are shown as divisions, at most."""

_OF_A_BLOCK = re.compile(r"(?:\d+ \* )?blockIdx\b")

_RANKS = {"threadIdx": 0, "blockIdx": 0, "round": 0, "gridDim": 1, "blockDim": 2}


@dataclass(frozen=True, slots=True)
class CName:
    """What a variable is called. It is `signed` or not as the source declares it, if that is known."""

    text: str
    signed: bool | None = None


class TermNames:
    """What unknowns are called, and the elements of unknown arrays."""

    def name(self, unknown: Term) -> CName:
        """The name of a number or truth value."""
        raise NotImplementedError

    def element(self, array: Term, at: Callable[[int, Sequence[int]], str]) -> str:
        """An element of an array; `at` writes the indices, in elements of so many bytes, those but the last by how far
        they lead."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, and how tightly it holds together: as the operators of C do, the larger the tighter."""

    text: str
    level: int

    def within(self, level: int) -> str:
        """The text as an operand of an operator of this level."""
        return self.text if self.level >= level else f"({self.text})"


_CHOICE, _OR, _AND, _BIT_OR, _BIT_XOR, _BIT_AND, _EQUAL, _LESS, _SHIFT, _SUM, _PRODUCT, _UNARY, _ATOM = range(13)

_OPERATORS = {
    Kind.UDIV: ("/", _PRODUCT),
    Kind.SDIV: ("/", _PRODUCT),
    Kind.UREM: ("%", _PRODUCT),
    Kind.SREM: ("%", _PRODUCT),
    Kind.BVAND: ("&", _BIT_AND),
    Kind.BVOR: ("|", _BIT_OR),
    Kind.BVXOR: ("^", _BIT_XOR),
    Kind.SHL: ("<<", _SHIFT),
    Kind.LSHR: (">>", _SHIFT),
    Kind.ASHR: (">>", _SHIFT),
    Kind.FADD: ("+", _SUM),
    Kind.FSUB: ("-", _SUM),
    Kind.FMUL: ("*", _PRODUCT),
    Kind.FDIV: ("/", _PRODUCT),
    Kind.FEQ: ("==", _EQUAL),
    Kind.FLT: ("<", _LESS),
    Kind.FLE: ("<=", _LESS),
}
"""Operators with two operands."""

_UNSIGNED_OPERANDS = frozenset({Kind.UDIV, Kind.UREM, Kind.LSHR, Kind.ULT})
_SIGNED_OPERANDS = frozenset({Kind.SDIV, Kind.SREM, Kind.ASHR, Kind.SLT})
_NEVER_NEGATIVE = frozenset({Kind.ZEXT, Kind.UDIV, Kind.UREM, Kind.LSHR, Kind.SELECT, Kind.CONCAT})
_BITS = frozenset({Kind.BVAND, Kind.BVOR, Kind.BVXOR, Kind.SHL})

_FUNCTIONS = {
    Kind.FREM: "fmod",
    Kind.FABS: "fabs",
    Kind.FSQRT: "sqrt",
    Kind.FMA: "fma",
    Kind.FMIN: "fmin",
    Kind.FMAX: "fmax",
    Kind.FRINT: "rint",
    Kind.FFLOOR: "floor",
    Kind.FCEIL: "ceil",
    Kind.FTRUNC: "trunc",
    Kind.FROUND: "round",
    Kind.FISNAN: "isnan",
    Kind.FISINF: "isinf",
    Kind.FSIGNBIT: "signbit",
    Kind.FP_TO_BITS: "bits_of",
    Kind.BITS_TO_FP: "float_of_bits",
}

_TYPES = {8: "char", 16: "short", 32: "int", 64: "long long"}


def in_c(value: TermValue, names: TermNames, most: int = MOST_OPERATIONS) -> str:
    """A value as C."""
    return _InWords(names).text(value, most).text


def conditions_in_c(conditions: Sequence[TermValue], names: TermNames, most: int = MOST_OPERATIONS) -> str:
    """Conditions that all hold, each as far as there is room for it; "" for none."""
    if not conditions:
        return ""
    writer, each = _InWords(names), max(most // len(conditions), MOST_OPERATIONS // 4)
    texts = [writer.text(one, each) for one in conditions]
    parts = [text.within(_AND + 1) for text in texts] if len(texts) > 1 else [texts[0].text]
    return " && ".join(dict.fromkeys(parts))


def index_in_c(offset: TermValue, size: int, names: TermNames, strides: Sequence[int] = ()) -> str | None:
    """The index of the element of `size` bytes at a byte of an array, `i][j` if it has several dimensions: all indices
    but the last one lead `strides` further, in elements. None if no element begins there for sure."""
    return _InWords(names).index(offset, size, strides)


def split_in_c(offset: TermValue, size: int, names: TermNames) -> tuple[str, str, int]:
    """A byte of an array of records of `size` bytes: the index of the record, what is added to its start ("" for
    nothing), and the number that is added to that, which is a byte of the record if nothing is."""
    pairs, constant = _parts(offset) if isinstance(offset, Term) else ([], to_signed(int(offset), 64))
    whole = [(term, factor // size) for term, factor in pairs if factor % size == 0]
    rest = [(term, factor) for term, factor in pairs if factor % size]
    writer = _InWords(names)
    index = writer.sum(whole, constant // size, MOST_OPERATIONS).text
    return index, writer.sum(rest, 0, MOST_OPERATIONS).text if rest else "", constant % size


class _InWords:
    """Writes terms. Numbers are written as they are, or to be read as signed or unsigned ones."""

    def __init__(self, names: TermNames) -> None:
        self._names = names
        self._sizes: dict[Term, int] = {}

    def text(self, value: TermValue, most: int) -> _Text:
        """A value of any sort, with about so many operations."""
        if not isinstance(value, Term):
            return _constant(value)
        if value.kind is Kind.CONST:
            constant = lower(value)
            assert not isinstance(constant, Term)
            number = to_signed(int(constant), width_of(value)) if isinstance(value.sort, BVSort) else constant
            return _constant(number)
        if value.kind is Kind.VAR:
            return _Text(self._names.name(value).text, _ATOM)
        if self._size(value) > most:
            if most < len(value.args) + 2:
                return _Text(LEFT_OUT, _ATOM)
            most = max(most // len(value.args), 1)
        return self._operation(value, most)

    def index(self, offset: TermValue, size: int, strides: Sequence[int] = ()) -> str | None:
        """The index of the element at a byte, if one begins there whatever the unknowns are; that of each dimension, if
        there are several."""
        pairs, constant = _parts(offset) if isinstance(offset, Term) else ([], to_signed(int(offset), 64))
        if constant % size or any(factor % size for _, factor in pairs):
            return None
        left, constant = [(term, factor // size) for term, factor in pairs], constant // size
        indices = []
        for stride in strides if constant >= 0 else ():
            whole = [(term, factor // stride) for term, factor in left if factor % stride == 0]
            left = [(term, factor) for term, factor in left if factor % stride]
            indices.append(self.sum(whole, constant // stride, MOST_OPERATIONS).text)
            constant %= stride
        indices.append(self.sum(left, constant, MOST_OPERATIONS).text)
        return "][".join(indices if constant >= 0 or not strides else [*["0"] * len(strides), *indices])

    def _size(self, term: Term) -> int:
        """How many operations a text would have, without end if that is very many."""
        found = self._sizes.get(term)
        if found is None:
            stack = [term]
            while stack:
                at = stack[-1]
                missing = [arg for arg in at.args if arg not in self._sizes]
                stack.extend(missing)
                if not missing:
                    own = at.kind not in (Kind.CONST, Kind.VAR)
                    self._sizes[stack.pop()] = own + sum(self._sizes[arg] for arg in at.args)
            found = self._sizes[term]
        return found

    # ------------------------------------------------------------ numbers

    def _read(self, term: Term, most: int, *, signed: bool) -> _Text:
        """A bit vector, read as signed or unsigned."""
        if term.kind is Kind.CONST:
            number = term.params[0]
            return _constant(to_signed(number, width_of(term)) if signed else number)
        text = self.text(term, most)
        if signed and self._is_large(term):
            return _cast(f"({_TYPES.get(width_of(term), 'int')})", text)
        if not signed and self._may_be_negative(term):
            return _cast(f"(unsigned{'' if width_of(term) == 32 else ' ' + _TYPES.get(width_of(term), '')})", text)
        return text

    def _is_large(self, term: Term) -> bool:
        """Is the text that of an unsigned number that may be larger than a signed one?"""
        if terms.unsigned_range(term, width_of(term))[1] >> width_of(term) - 1 == 0:
            return False
        if term.kind is Kind.ITE:
            return any(map(self._is_large, term.args[1:]))
        if term.kind is Kind.VAR:
            return self._names.name(term).signed is False
        return term.kind in (Kind.UDIV, Kind.UREM, Kind.LSHR, Kind.CONCAT) or _is_cut_out(term)

    def _may_be_negative(self, term: Term) -> bool:
        """Can the text have a negative value?"""
        width = width_of(term)
        if term.kind is Kind.CONST:
            return bool(term.params[0] >> width - 1)
        if terms.unsigned_range(term, width)[1] >> width - 1 == 0 or term.kind in _NEVER_NEGATIVE or _is_cut_out(term):
            return False
        if term.kind is Kind.VAR:
            return self._names.name(term).signed is True
        if term.kind is Kind.SUM:
            pairs, constant = _parts(term)
            return constant < 0 or any(factor < 0 or self._may_be_negative(arg) for arg, factor in pairs)
        args = term.args[1:] if term.kind is Kind.ITE else term.args
        return any(isinstance(arg.sort, BVSort) and self._may_be_negative(arg) for arg in args)

    def sum(self, pairs: Sequence[tuple[Term, int]], constant: int, most: int) -> _Text:
        """A sum: what is added comes first, of that the place of the block, and a number last."""
        pieces = [(self._multiple(term, abs(factor), most), factor < 0) for term, factor in pairs]
        pieces.sort(key=lambda piece: (piece[1], not _OF_A_BLOCK.match(piece[0].text)))
        if constant or not pieces:
            leads = constant > 0 and bool(pieces) and pieces[0][1]  # 1 - n rather than -n + 1
            pieces.insert(0 if leads else len(pieces), (_constant(abs(constant)), constant < 0))
        first, negative = pieces[0]
        if len(pieces) == 1:
            return _Text(f"-{first.within(_UNARY)}", _UNARY) if negative else first
        text = f"-{first.within(_UNARY)}" if negative else first.within(_SUM)
        for piece, negative in pieces[1:]:
            text += f" - {piece.within(_SUM + 1)}" if negative else f" + {piece.within(_SUM)}"
        return _Text(text, _SUM)

    def _multiple(self, term: Term, factor: int, most: int) -> _Text:
        text = self.text(term, most)
        if factor == 1:
            return text
        # Behind a quotient, the number would be divided, too.
        return _Text(f"{factor} * {text.within(_PRODUCT if term.kind is Kind.MUL else _UNARY)}", _PRODUCT)

    # ------------------------------------------------------------ operators

    def _operation(self, term: Term, most: int) -> _Text:
        kind, args = term.kind, term.args
        if kind in _OPERATORS:
            return self._between(term, most)
        if kind is Kind.SUM:
            return self.sum(*_parts(term), most)
        if kind is Kind.MUL:
            return self._product(args, most)
        if kind is Kind.NOT:
            return self._negated(args[0], most)
        if kind is Kind.AND:
            return self._all(args, most)
        if kind is Kind.EQ:
            return self._equation(term, "==", most)
        if kind in (Kind.ULT, Kind.SLT):
            return self._less(args[0], args[1], "<", most, signed=kind is Kind.SLT)
        if kind is Kind.ITE:
            cond, one, other = (self.text(arg, most) for arg in args)
            return _Text(f"{cond.within(_OR)} ? {one.within(_OR)} : {other.within(_CHOICE)}", _CHOICE)
        if kind in (Kind.ZEXT, Kind.SEXT):
            return self._read(args[0], most, signed=kind is Kind.SEXT)
        if kind is Kind.SELECT:
            return self._element(term)
        return self._rare(term, most)

    def _between(self, term: Term, most: int) -> _Text:
        """Two operands with an operator between them."""
        sign, level = _OPERATORS[term.kind]
        a, b = self._operands(term, most)
        if term.kind is Kind.LSHR and term.args[1].kind is Kind.CONST and term.args[1].params[0] <= _MOST_HALVINGS:
            sign, level, b = "/", _PRODUCT, _constant(1 << term.args[1].params[0])
        if term.kind in _BITS and level != _SHIFT:  # no reader knows how tightly these bind
            a, b = (b, a) if term.args[0].kind is Kind.CONST else (a, b)
            return _Text(f"{a.within(_UNARY)} {sign} {b.within(_UNARY)}", level)
        return _Text(f"{a.within(level)} {sign} {b.within(level + 1)}", level)

    def _operands(self, term: Term, most: int) -> list[_Text]:
        if term.kind in _UNSIGNED_OPERANDS or term.kind in _SIGNED_OPERANDS:
            return [self._read(arg, most, signed=term.kind in _SIGNED_OPERANDS) for arg in term.args]
        return [self.text(arg, most) for arg in term.args]

    def _product(self, args: Sequence[Term], most: int) -> _Text:
        """Coordinates first, then sizes, as programmers write."""
        factors: list[Term] = []
        left = list(reversed(args))
        while left:
            factor = left.pop()
            if factor.kind is Kind.MUL and len(factors) + len(left) < most:
                left += reversed(factor.args)
            else:
                factors.append(factor)
        texts = sorted((self.text(one, most) for one in factors), key=lambda text: _rank(text.text))
        return _Text(" * ".join(text.within(_UNARY) for text in texts), _PRODUCT)

    def _negated(self, term: Term, most: int) -> _Text:
        """What does not hold, as what holds instead."""
        if term.kind is Kind.EQ:
            return self._equation(term, "!=", most)
        if term.kind in (Kind.ULT, Kind.SLT):
            return self._less(term.args[1], term.args[0], "<=", most, signed=term.kind is Kind.SLT)
        if term.kind is Kind.AND:
            parts = [self.text(terms.lnot(arg), most).within(_AND + 1) for arg in term.args]
            return _Text(" || ".join(parts), _OR)
        return _Text(f"!{self.text(term, most).within(_UNARY)}", _UNARY)

    def _all(self, args: Sequence[Term], most: int) -> _Text:
        return _Text(" && ".join(self.text(arg, most).within(_AND + 1) for arg in args), _AND)

    def _less(self, a: Term, b: Term, sign: str, most: int, *, signed: bool) -> _Text:
        common = _common_factor(a, b) if signed else 1
        if common > 1:
            x, y = (self._divided(arg, common, most) for arg in (a, b))
        else:
            x, y = (self._read(arg, most, signed=signed) for arg in (a, b))
        return _Text(f"{x.within(_LESS)} {sign} {y.within(_LESS + 1)}", _LESS)

    def _divided(self, term: Term, by: int, most: int) -> _Text:
        """A sum, of which all parts are divided."""
        pairs, constant = _parts(term)
        return self.sum([(arg, factor // by) for arg, factor in pairs], constant // by, most)

    def _equation(self, term: Term, sign: str, most: int) -> _Text:
        """Two sides; what a sum takes away from 0 stands on the other one."""
        a, b = term.args
        if not isinstance(a.sort, BVSort):
            x, y = (self.text(arg, most) for arg in (a, b))
            return _Text(f"{x.within(_LESS)} {sign} {y.within(_LESS)}", _EQUAL)
        if a.kind is Kind.CONST:
            a, b = b, a
        if a.kind is Kind.SUM or b.kind is Kind.SUM:
            pairs, constant = _parts(a)
            others, number = _parts(b)
            constant = to_signed((constant - number) % (1 << width_of(a)), width_of(a))
            pairs += [(arg, -factor) for arg, factor in others]
            left = [(arg, factor) for arg, factor in pairs if factor > 0]
            right = [(arg, -factor) for arg, factor in pairs if factor < 0]
            if not left:
                left, right, constant = right, left, -constant
            common = gcd(constant, *(factor for _, factor in (*left, *right)))
            left, right = ([(arg, factor // common) for arg, factor in side] for side in (left, right))
            constant //= common
            x = self.sum(left, constant if constant > 0 and right else 0, most)
            y = self.sum(right, -constant if constant < 0 or not right else 0, most)
        else:
            x = self.text(a, most)
            y = self._read(b, most, signed=self._may_be_negative(a)) if b.kind is Kind.CONST else self.text(b, most)
        return _Text(f"{x.within(_LESS)} {sign} {y.within(_LESS)}", _EQUAL)

    def _element(self, term: Term) -> _Text:
        array, offset = term.args
        if array.kind is not Kind.VAR:
            return _Text(LEFT_OUT, _ATOM)

        def at(size: int, strides: Sequence[int]) -> str:
            place = lower(offset)
            index = self.index(place, size, strides)
            return index if index is not None else f"({self.text(place, MOST_OPERATIONS).text}) / {size}"

        return _Text(self._names.element(array, at), _ATOM)

    def _rare(self, term: Term, most: int) -> _Text:
        kind, args = term.kind, term.args
        if kind is Kind.EXTRACT:
            return self._extracted(term, most)
        if kind is Kind.CONCAT:
            return self._bits_joined(term, most)
        if kind in (Kind.SITOFP, Kind.UITOFP):
            inner = self._read(args[0], most, signed=kind is Kind.SITOFP)
            return _cast(f"({_float_type(term)})", inner)
        if kind in (Kind.FPTOSI, Kind.FPTOUI):
            unsigned = "unsigned " if kind is Kind.FPTOUI else ""
            return _cast(f"({unsigned}{_TYPES.get(width_of(term), 'int')})", self.text(args[0], most))
        if kind is Kind.FPCAST:
            return _cast(f"({_float_type(term)})", self.text(args[0], most))
        if kind is Kind.BITS_TO_FP and args[0].kind is Kind.SELECT:
            return self._element(args[0])  # of an array of floats
        if kind is Kind.FNEG:
            return _Text(f"-{self.text(args[0], most).within(_UNARY)}", _UNARY)
        if kind in _FUNCTIONS:
            return _Text(f"{_FUNCTIONS[kind]}({', '.join(self.text(arg, most).text for arg in args)})", _ATOM)
        return _Text(LEFT_OUT, _ATOM)

    def _extracted(self, term: Term, most: int) -> _Text:
        hi, lo = term.params
        inner, width = term.args[0], hi - lo + 1
        if not _is_cut_out(term):
            return self.text(inner, most)
        if lo == 0 and width in _TYPES:
            return _cast(f"(unsigned {_TYPES[width]})", self.text(inner, most))
        if hi == width_of(inner) - 1:
            return _Text(f"{self._read(inner, most, signed=False).within(_SHIFT)} >> {lo}", _SHIFT)
        shifted = self.text(inner, most).within(_UNARY)
        return _Text(f"({shifted} >> {lo}) & {(1 << width) - 1}" if lo else f"{shifted} & {(1 << width) - 1}", _BIT_AND)

    def _bits_joined(self, term: Term, most: int) -> _Text:
        """Parts from the most significant one on."""
        pieces, above = [], 0
        for part in reversed(term.args):
            if not (part.kind is Kind.CONST and part.params[0] == 0):
                text = self._read(part, most, signed=False)
                pieces.append(_Text(f"{text.within(_SHIFT)} << {above}", _SHIFT) if above else text)
            above += width_of(part)
        pieces.reverse()
        if len(pieces) == 1:
            return pieces[0]
        return _Text(" | ".join(piece.within(_UNARY) for piece in pieces), _BIT_OR)


def _parts(term: Term) -> tuple[list[tuple[Term, int]], int]:
    """The terms of a sum with their factors, and its constant, as signed numbers."""
    width = width_of(term)
    if term.kind is Kind.CONST:
        return [], to_signed(term.params[0], width)
    if term.kind is not Kind.SUM:
        return [(term, 1)], 0
    constant, factors = term.params
    return [(arg, to_signed(factor, width)) for arg, factor in zip(term.args, factors, strict=True)], to_signed(
        constant, width
    )


def _is_cut_out(term: Term) -> bool:
    """Are these bits of a number that are told as such, without a sign? Those of a number that is narrower are the
    number."""
    return term.kind is Kind.EXTRACT and not (term.params[1] == 0 and width_of(term) in (32, 64))


def _rank(text: str) -> int:
    return _RANKS.get(text.partition(".")[0], 3)


def _common_factor(a: Term, b: Term) -> int:
    """What all parts of two sums are multiples of, such as the size of an element where pointers are compared."""
    (pairs, constant), (others, number) = _parts(a), _parts(b)
    return gcd(constant, number, *(factor for _, factor in (*pairs, *others))) if pairs and others else 1


def _constant(value: bool | int | float) -> _Text:
    if isinstance(value, bool):
        return _Text("true" if value else "false", _ATOM)
    if isinstance(value, float) and not isfinite(value):
        return _Text(str(value).replace("inf", "INFINITY").replace("nan", "NAN"), _UNARY)
    return _Text(repr(value), _UNARY if value < 0 else _ATOM)


def _cast(type: str, text: _Text) -> _Text:
    return _Text(f"{type}{text.within(_UNARY)}", _UNARY)


def _float_type(term: Term) -> str:
    assert isinstance(term.sort, FPSort)
    return {16: "half", 32: "float", 64: "double"}[term.sort.width]
