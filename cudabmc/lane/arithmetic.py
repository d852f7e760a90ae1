"""Operators on text: Python expressions with what is known of their values.

Masks and changes of sign are written only where the bounds of the operands do not exclude that they matter. What
the operators mean is said in cudabmc.goto.meaning, whose functions serve for all that is not here.
"""

from collections.abc import Callable
from dataclasses import field
from math import gcd

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import Op
from cudabmc.goto.types import BoolType, FloatType, IntType, Type
from cudabmc.lane.numbers import FLOAT, Num, Truth, What, const, full, join, summed, wrapped
from cudabmc.late_dataclass import dataclass

Linear = tuple[tuple[tuple[str, int], ...], int]
"""Expressions with their factors, and a constant."""


@dataclass(frozen=True, slots=True)
class Text:
    """A Python expression, the variables in it, and what its value is. `linear` is a number as a sum, if it is
    more than itself; `rounded` says that it is to be rounded to a single still."""

    text: str
    what: What
    names: frozenset[str] = frozenset()
    linear: Linear | None = None
    rounded: bool = False
    cost: int = 0


NONE: frozenset[str] = frozenset()


def number(value: int) -> Text:
    return Text(str(value) if value >= 0 else f"({value})", const(value), NONE, ((), value))


def name(text: str, what: What) -> Text:
    """A variable."""
    if isinstance(what, Num) and what.is_known:
        return number(what.lo)
    return Text(text, what, frozenset((text,)))


def as_sum(value: Text) -> Linear:
    """A number as a sum, if only of itself."""
    return value.linear if value.linear is not None else (((value.text, 1),), 0)


def spelled(linear: Linear, what: What, *of: Text) -> Text:
    """A sum as text; `of` are the expressions that its parts are from."""
    parts, constant = linear
    if not parts and isinstance(what, Num):
        return number(constant)
    text = ""
    for part, factor in parts:
        product = part if abs(factor) == 1 else f"{abs(factor)}*{part}"
        text += (" - " if factor < 0 else " + ") + product
    if constant:
        text += f" {'-' if constant < 0 else '+'} {abs(constant)}"
    text = text.strip()
    text = text[2:] if text.startswith("+ ") else text
    cost = len(parts) + bool(constant) - 1 + sum(abs(f) != 1 for _, f in parts)
    alone = not cost and parts[0][1] == 1
    names = NONE.union(*(t.names for t in of))
    return Text(
        text if alone else f"({text})", what, names, linear, False, cost + sum(t.cost for t in of if not t.linear)
    )


def combined(a: Linear, b: Linear, factor: int = 1) -> Linear | None:
    """a + factor * b, unless that is long."""
    found = dict(a[0])
    for variable, times in b[0]:
        found[variable] = found.get(variable, 0) + factor * times
    parts = tuple((v, f) for v, f in found.items() if f)
    return (parts, a[1] + factor * b[1]) if len(parts) <= 4 else None


def _num(value: Text) -> Num:
    assert isinstance(value.what, Num)
    return value.what


def signed(value: Text, width: int) -> Text:
    """The value read as a signed number."""
    n, half = _num(value), 1 << (width - 1)
    if n.hi < half:
        return value
    if n.lo >= half:
        return _sum(value, number(1 << width), -1, Num(n.lo - 2 * half, n.hi - 2 * half, n.step))
    value = unsigned(value, width)
    text = f"(({value.text} ^ {half}) - {half})"
    return Text(text, Num(-half, half - 1), value.names, None, False, value.cost + 2)


def unsigned(value: Text, width: int) -> Text:
    """The value read as an unsigned number: as memory holds it."""
    n = _num(value)
    if n.lo >= 0:
        return value
    mask = (1 << width) - 1
    return Text(f"({value.text} & {mask})", wrapped(n, width), value.names, None, False, value.cost + 1)


def fitted(value: Text, width: int) -> Text:
    """A result of exact arithmetic as a register holds it."""
    n, half = _num(value), 1 << (width - 1)
    if -half <= n.lo and n.hi < 2 * half:
        return number(n.lo) if n.is_known else value
    mask = 2 * half - 1
    if n.is_known:
        return number(n.lo & mask)
    return Text(f"({value.text} & {mask})", wrapped(n, width), value.names, None, False, value.cost + 1)


def _sum(a: Text, b: Text, factor: int, what: Num) -> Text:
    linear = combined(as_sum(a), as_sum(b), factor)
    if linear is not None:
        return spelled(linear, what, a, b)
    sign = "-" if factor < 0 else "+"
    return Text(f"({a.text} {sign} {b.text})", what, a.names | b.names, None, False, a.cost + b.cost + 1)


def _add(a: Text, b: Text, width: int) -> Text:
    x, y = _num(a), _num(b)
    return fitted(_sum(a, b, 1, Num(x.lo + y.lo, x.hi + y.hi, gcd(x.step, y.step), summed(x, y))), width)


def _sub(a: Text, b: Text, width: int) -> Text:
    x, y = _num(a), _num(b)
    return fitted(_sum(a, b, -1, Num(x.lo - y.hi, x.hi - y.lo, gcd(x.step, y.step), summed(x, y, -1))), width)


def _mul(a: Text, b: Text, width: int) -> Text:
    x, y = _num(a), _num(b)
    if x.is_known:
        a, b, x, y = b, a, y, x
    corners = [x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi]
    if y.is_known:
        what = Num(min(corners), max(corners), abs(x.step * y.lo), summed(const(0), x, y.lo))
        parts, constant = as_sum(a)
        return fitted(spelled((tuple((v, f * y.lo) for v, f in parts if y.lo), constant * y.lo), what, a), width)
    what = Num(min(corners), max(corners), gcd(x.step * y.lo, y.step * x.lo, x.step * y.step) or 1)
    return fitted(Text(f"({a.text} * {b.text})", what, a.names | b.names, None, False, a.cost + b.cost + 1), width)


def _both(text: str, what: What, *args: Text) -> Text:
    if isinstance(what, Num) and what.is_known:
        return number(what.lo)
    names = NONE.union(*(a.names for a in args))
    return Text(text, what, names, None, False, 1 + sum(a.cost for a in args))


def _and(a: Text, b: Text, width: int) -> Text:
    x, y = _num(a), _num(b)
    if x.lo < 0 and y.lo < 0:
        a, b = unsigned(a, width), unsigned(b, width)
        x, y = _num(a), _num(b)
    if x.is_known and y.is_known:
        return number(x.lo & y.lo)
    hi = min(n.hi for n in (x, y) if n.lo >= 0)
    for n, other, kept in ((x, y, b), (y, x, a)):
        if n.is_known and n.lo >= 0 and n.lo & (n.lo + 1) == 0 and other.lo >= 0 and other.hi <= n.lo:
            return kept  # a mask that takes nothing away
    return _both(f"({a.text} & {b.text})", Num(0, hi), a, b)


def _or(op: str) -> Callable[[Text, Text, int], Text]:
    def made(a: Text, b: Text, width: int) -> Text:
        a, b = unsigned(a, width), unsigned(b, width)
        hi = (1 << max(_num(a).hi.bit_length(), _num(b).hi.bit_length())) - 1
        return _both(f"({a.text} {op} {b.text})", Num(0, hi), a, b)

    return made


def _shl(a: Text, b: Text, width: int) -> Text | None:
    x, y = _num(a), _num(unsigned(b, width))
    if y.lo < 0 or y.hi >= width:
        return None
    if y.is_known:
        return _mul(a, number(1 << y.lo), width)
    what = Num(min(x.lo << y.lo, x.lo << y.hi), max(x.hi << y.lo, x.hi << y.hi), 1)
    return fitted(_both(f"({a.text} << {b.text})", what, a, b), width)


def _shr(reading: Callable[[Text, int], Text]) -> Callable[[Text, Text, int], Text | None]:
    def made(a: Text, b: Text, width: int) -> Text | None:
        a, b = reading(a, width), unsigned(b, width)
        x, y = _num(a), _num(b)
        if y.hi >= width:
            return None
        lo = min(x.lo >> y.lo, x.lo >> y.hi)
        hi = max(x.hi >> y.lo, x.hi >> y.hi)
        return _both(f"({a.text} >> {b.text})", Num(lo, hi, 1 if lo != hi else 0), a, b)

    return made


def _div(reading: Callable[[Text, int], Text]) -> Callable[[Text, Text, int], Text | None]:
    def made(a: Text, b: Text, width: int) -> Text | None:
        a, b = reading(a, width), reading(b, width)
        x, y = _num(a), _num(b)
        if x.lo < 0 or y.lo < 0 or y.hi == 0:
            return None
        lo, hi = x.lo // max(y.hi, 1), x.hi // max(y.lo, 1)
        return _both(f"({a.text} // {b.text})", Num(lo, hi, 1 if lo != hi else 0), a, b)

    return made


def _toward_zero(sign: str) -> Callable[[Text, Text, int], Text | None]:
    """Signed division or remainder by a known positive number, of a value that can be negative."""

    def made(a: Text, b: Text, width: int) -> Text | None:
        a, b = signed(a, width), signed(b, width)
        x, y = _num(a), _num(b)
        if not y.is_known or y.lo <= 0 or a.cost:
            return None
        most = y.lo - 1 if sign == "%" else max(-x.lo, x.hi) // y.lo
        what = Num(-min(most, -x.lo), min(most, max(x.hi, 0)))
        return _both(f"({a.text} {sign} {y.lo} if {a.text} >= 0 else -(-{a.text} {sign} {y.lo}))", what, a)

    return made


def _first(*ways: Callable[[Text, Text, int], Text | None]) -> Callable[[Text, Text, int], Text | None]:
    """The first way that fits the operands."""

    def made(a: Text, b: Text, width: int) -> Text | None:
        return next((found for way in ways if (found := way(a, b, width)) is not None), None)

    return made


def _rem(reading: Callable[[Text, int], Text]) -> Callable[[Text, Text, int], Text | None]:
    def made(a: Text, b: Text, width: int) -> Text | None:
        a, b = reading(a, width), reading(b, width)
        x, y = _num(a), _num(b)
        if x.lo < 0 or y.lo < 0 or y.hi == 0:
            return None
        if x.hi < y.lo:
            return a
        hi = min(x.hi, y.hi - 1)
        return _both(f"({a.text} % {b.text})", Num(0, hi, 1 if hi else 0), a, b)

    return made


_INTEGER: dict[Op, Callable[[Text, Text, int], Text | None]] = {
    Op.ADD: _add,
    Op.SUB: _sub,
    Op.MUL: _mul,
    Op.AND: _and,
    Op.OR: _or("|"),
    Op.XOR: _or("^"),
    Op.SHL: _shl,
    Op.LSHR: _shr(unsigned),
    Op.ASHR: _shr(signed),
    Op.SDIV: _first(_div(signed), _toward_zero("//")),
    Op.UDIV: _div(unsigned),
    Op.SREM: _first(_rem(signed), _toward_zero("%")),
    Op.UREM: _rem(unsigned),
}


_LESS = {Op.SLT: ("<", signed), Op.SLE: ("<=", signed), Op.ULT: ("<", unsigned), Op.ULE: ("<=", unsigned)}

_FLOATS = {
    Op.FADD: "({} + {})", Op.FSUB: "({} - {})", Op.FMUL: "({} * {})", Op.FNEG: "(-{})", Op.FABS: "abs({})",
}  # fmt: skip

_FLOAT_TESTS = {Op.FEQ: "({} == {})", Op.FNE: "({} != {})", Op.FLT: "({} < {})", Op.FLE: "({} <= {})"}


@dataclass(slots=True)
class Functions:
    """The functions of other operators that a text calls, by their names in it."""

    known: dict[str, Callable[..., object]] = field(default_factory=dict)

    def name(self, op: Op, type: Type, of: Type) -> str:
        found = f"{op.value}_{of}_{type}"
        if found not in self.known:
            self.known[found] = const_function(op, type, of)
        return found


def truth(known: bool) -> Text:
    return Text(str(known), Truth(known))


def apply(op: Op, type: Type, of: Type, args: list[Text], functions: Functions) -> Text:
    """The result of an operator that is not on pointers. A divisor is not zero: see statements.py."""
    if isinstance(of, IntType) and op is not Op.SELECT:
        found = _on_integers(op, type, of, args)
    elif isinstance(of, FloatType) and op is not Op.SELECT:
        found = _on_floats(op, of, args)
    elif isinstance(of, BoolType) and op is not Op.SELECT:
        found = _on_truths(op, args)
    else:
        found = None
    return found if found is not None else _by_function(op, type, of, args, functions)


def _on_integers(op: Op, type: Type, of: IntType, args: list[Text]) -> Text | None:
    width = of.width
    if op in _INTEGER:
        return _INTEGER[op](args[0], args[1], width)
    if op in _LESS or op in (Op.EQ, Op.NE):
        return _compare(op, args[0], args[1], width)
    if op is Op.NEG:
        return _sub(number(0), args[0], width)
    if op is Op.SEXT:
        return signed(args[0], width)
    if op is Op.ZEXT:
        return unsigned(args[0], width)
    if op is Op.TRUNC:
        assert isinstance(type, IntType)
        return fitted(args[0], type.width)
    if op in (Op.SITOFP, Op.UITOFP) and isinstance(type, FloatType):
        value = signed(args[0], width) if op is Op.SITOFP else unsigned(args[0], width)
        largest = max(abs(_num(value).lo), abs(_num(value).hi))
        if largest <= 2**53 and type.width >= 32:
            rounded = type.width == 32 and largest > 2**24
            return Text(f"float({value.text})", FLOAT, value.names, None, rounded, value.cost + 2)
    return None


def _compare(op: Op, a: Text, b: Text, width: int) -> Text:
    if op in _LESS:
        sign, reading = _LESS[op]
        a, b = reading(a, width), reading(b, width)
        x, y = _num(a), _num(b)
        extra = 1 if sign == "<=" else 0
        if x.hi < y.lo + extra:
            return truth(True)
        if x.lo >= y.hi + extra:
            return truth(False)
    else:
        sign = "==" if op is Op.EQ else "!="
        half = 1 << (width - 1)
        if max(_num(a).hi, _num(b).hi) >= half:
            a, b = unsigned(a, width), unsigned(b, width)
        x, y = _num(a), _num(b)
        if x.hi < y.lo or y.hi < x.lo:
            return truth(op is Op.NE)
        if x.is_known and y.is_known:
            return truth((x.lo == y.lo) is (op is Op.EQ))
    return _both(f"({a.text} {sign} {b.text})", Truth(), a, b)


def _on_floats(op: Op, of: FloatType, args: list[Text]) -> Text | None:
    texts = [a.text for a in args]
    if op in _FLOAT_TESTS:
        return _both(_FLOAT_TESTS[op].format(*texts), Truth(), *args)
    if op in _FLOATS and of.width >= 32:
        found = _both(_FLOATS[op].format(*texts), FLOAT, *args)
        rounded = of.width == 32 and op not in (Op.FNEG, Op.FABS)
        return Text(found.text, FLOAT, found.names, None, rounded, found.cost)
    return None


def _on_truths(op: Op, args: list[Text]) -> Text | None:
    known = [a.what.known if isinstance(a.what, Truth) else None for a in args]
    texts = [a.text for a in args]
    if op is Op.NOT:
        return truth(not known[0]) if known[0] is not None else _both(f"(not {texts[0]})", Truth(), *args)
    if op in (Op.AND, Op.OR):
        for side, other in ((0, 1), (1, 0)):
            if known[side] is not None:
                return args[other] if known[side] is (op is Op.AND) else truth(op is Op.OR)
        return _both(f"({texts[0]} {op.value} {texts[1]})", Truth(), *args)
    if op is Op.ZEXT:
        if known[0] is not None:
            return number(int(known[0]))
        return _both(f"(1 if {texts[0]} else 0)", Num(0, 1), *args)
    return None


def _by_function(op: Op, type: Type, of: Type, args: list[Text], functions: Functions) -> Text:
    """Through the function that the machine uses, on values as it has them."""
    held = [unsigned(a, of.width) if isinstance(of, IntType) and isinstance(a.what, Num) else a for a in args]
    if op is Op.SELECT:
        cond, a, b = args
        if isinstance(cond.what, Truth) and cond.what.known is not None:
            return a if cond.what.known else b
        what = join(a.what, b.what)
        assert what is not None
        return _both(f"({a.text} if {cond.text} else {b.text})", what, cond, a, b)
    called = functions.name(op, type, of)
    found = _both(f"{called}({', '.join(a.text for a in held)})", _any(type), *held)
    return Text(found.text, found.what, found.names, None, False, found.cost + 4)


def _any(type: Type) -> What:
    if isinstance(type, IntType):
        return full(type.width)
    return Truth() if isinstance(type, BoolType) else FLOAT
