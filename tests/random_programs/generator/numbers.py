"""Random expressions of integers, and indexes that fit into an array, or not."""

from tests.random_programs.generator.scope import Array, Number, Scope
from tests.random_programs.language.c_types import CHAR, INT, LONG, SHORT, UCHAR, UNSIGNED, USHORT, IntType
from tests.random_programs.language.tree import Binary, Cast, Choose, Const, Expr, binary, integer, read, unary

CONSTANTS = (0, 1, 2, 3, 4, 5, 7, 8, 12, 100, -1, -2, -3)
SMALL_RESULTS = ("+", "+", "-", "-", "*", "&", "|", "^")
COMPARED = ("<", "<=", ">", ">=", "==", "!=")


def number(s: Scope, depth: int = 2) -> Expr:
    """Any integer expression, without side effects."""
    r = s.random
    kind = r.randrange(12) if depth else r.randrange(5)
    if kind < 2 or not s.numbers:
        return Const(r.choice(CONSTANTS))
    if kind < 4:
        return r.choice(s.numbers).expr
    if kind < 6:
        return element(s) or r.choice(s.numbers).expr
    if kind < 9:
        return binary(r.choice(SMALL_RESULTS), number(s, depth - 1), number(s, depth - 1))
    return compound(s, depth, kind)


def compound(s: Scope, depth: int, kind: int) -> Expr:
    r = s.random
    if kind == 9:
        return quotient(s, depth)
    if kind == 10:
        type = r.choice((CHAR, UCHAR, SHORT, USHORT, INT, UNSIGNED, LONG))
        return Cast(type, number(s, depth - 1))
    if s.chance(0.5):
        inner = number(s, depth - 1)
        if s.chance(0.5):
            return unary(r.choice(("-", "~", "!")), inner)
        return binary(r.choice(("<<", ">>")), inner, Const(r.randrange(8)))
    then, other = number(s, depth - 1), number(s, depth - 1)
    type = binary("+", then, other).type
    assert isinstance(type, IntType)
    return Choose(condition(s, depth - 1), then, other, type)


def quotient(s: Scope, depth: int) -> Expr:
    """A division; by zero, where a defect is due."""
    divisor: Expr = Const(s.random.choice((1, 2, 3, 4, 7)))
    if s.defect() and s.numbers:
        divisor = s.random.choice(s.numbers).expr
        if s.chance(0.5):
            divisor = binary("-", divisor, Const(s.random.randrange(4)))
    return binary(s.random.choice(("/", "%")), number(s, depth - 1), divisor)


def condition(s: Scope, depth: int = 1) -> Expr:
    r = s.random
    left = r.choice(s.numbers) if s.numbers and s.chance(0.6) else Number(number(s, depth))
    right: Expr = Const(r.choice(CONSTANTS))
    if left.low is not None and left.high is not None and s.chance(0.8):
        right = Const(r.randint(left.low, left.high))
    compared = binary(r.choice(COMPARED), left.expr, right)
    if depth and s.chance(0.2):
        return binary(r.choice(("&&", "||")), compared, condition(s, depth - 1))
    return compared


def element(s: Scope) -> Expr | None:
    """An element of some array that may be read here."""
    arrays = s.readable()
    if s.defect(0.5) and s.arrays:
        arrays = s.arrays
    if not arrays:
        return None
    array = s.random.choice(arrays)
    if array.mode == "own":
        return read(array.expr, own_index(s, array)) if s.own else None
    return read(array.expr, fitted(s, index(s, array.count), array.count))


def index(s: Scope, count: int) -> Number:
    """An index into `count` elements, mostly of a known range, which may go beyond."""
    r = s.random
    ranged = [n for n in s.numbers if n.low is not None]
    if not ranged or s.chance(0.25):
        k = r.randrange(count + (1 if s.defect(0.3) else 0))
        return Number(Const(k), k, k)
    first = r.choice(ranged)
    shape = r.randrange(6)
    if shape < 3:
        return first
    assert first.low is not None and first.high is not None
    if shape == 3:
        k = r.randrange(-1, 3)
        return Number(binary("+", first.expr, Const(k)), first.low + k, first.high + k)
    if shape == 4:
        k = r.randrange(count)
        return Number(binary("-", Const(k), first.expr), k - first.high, k - first.low)
    second = r.choice(ranged)
    assert second.low is not None and second.high is not None
    return Number(binary("+", first.expr, second.expr), first.low + second.low, first.high + second.high)


def fits(found: Number, count: int) -> bool:
    return found.low is not None and found.high is not None and found.low >= 0 and found.high < count


def fitted(s: Scope, found: Number, count: int) -> Expr:
    """The index, made to fit by arithmetic unless a defect is due."""
    if fits(found, count) or s.defect():
        return found.expr
    inside = binary("%", found.expr, Const(count))
    if found.low is not None and found.low >= 0 and not integer(found.expr).signed:
        return inside
    if found.low is not None and found.low >= 0:
        return inside
    if s.chance(0.5):
        return binary("%", binary("+", inside, Const(count)), Const(count))
    chosen = binary("&&", binary(">=", found.expr, Const(0)), binary("<", found.expr, Const(count)))
    return Choose(chosen, found.expr, Const(s.random.randrange(count)), integer(found.expr))


def guard(s: Scope, found: Number, count: int) -> Expr | None:
    """The condition under which the index fits, or None if it always does. A defect makes it wrong."""
    if fits(found, count):
        return None
    upper: Binary = binary("<=" if s.defect() else "<", found.expr, Const(count))
    if found.low is not None and found.low >= 0:
        return upper
    if s.defect():
        return upper
    return binary("&&", binary(">=", found.expr, Const(0)), upper)


def own_index(s: Scope, array: Array) -> Expr:
    """The element that belongs to this thread alone."""
    assert s.own is not None
    return s.own[array.where == "shared"]
