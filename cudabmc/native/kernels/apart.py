"""Does each thread of a launch have places of its own in an object? Then no access conflicts there, and the object has
no stamps.

An offset is a sum of digits, as in a number whose places have different bases: a coordinate times a factor, or the
rounds of a loop times its step. If each factor is larger than all that the smaller digits can add up to, an offset
tells all of its digits.

    4 (n y + x), 0 <= x < n         y has factor 4 n, x has factor 4, an access 4 bytes: it tells y and x
    x = 16 bx + tx, tx < 16         tells bx and tx

Two threads differ in a coordinate. So they have no place in common if the offsets of all accesses tell all coordinates,
and those have the same factors everywhere. All numbers are those of mathematics: what does not fit its bits is none.
"""

from collections import Counter as Multiset
from collections.abc import Iterable, Mapping, Sequence

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import IntType
from cudabmc.kernel.instructions import Builtin
from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels.own_places import (
    AccessedBytes,
    AppliedOperator,
    ConstantNumber,
    CountingRegister,
    LaunchArgument,
    LimitedRegister,
    OffsetExpression,
    RegisterLimit,
    ThreadCoordinate,
)
from cudabmc.state.value import Value

_FARTHEST = 1 << 62
"""No offset is farther away."""

Digit = tuple[str, int]
"""What a factor stands before: ("thread", axis), ("block", axis), or ("register", its number)."""


@dataclass(frozen=True, slots=True)
class DigitSum:
    """`constant`, digits times their factors, and for each factor of `rounds`, behind it, one of so many numbers from 0
    on."""

    constant: int
    digits: Mapping[Digit, int]
    rounds: tuple[tuple[int, int], ...]

    def times(self, factor: int) -> "DigitSum":
        """The product."""
        if not factor:
            return _constant(0)
        digits = {digit: factor * held for digit, held in self.digits.items()}
        return DigitSum(factor * self.constant, digits, tuple((factor * held, most) for held, most in self.rounds))

    def plus(self, other: "DigitSum") -> "DigitSum":
        """The sum."""
        digits = dict(self.digits)
        for digit, factor in other.digits.items():
            digits[digit] = digits.get(digit, 0) + factor
        digits = {digit: factor for digit, factor in digits.items() if factor}
        return DigitSum(self.constant + other.constant, digits, self.rounds + other.rounds)

    @property
    def is_constant(self) -> bool:
        """Is it the same in all threads, at any time?"""
        return not self.digits and not self.rounds


class NoSumError(Exception):
    """A value is no sum of digits, or not known as one."""


def are_apart(places: Sequence[AccessedBytes], sizes: Sequence[int], given: Mapping[int, Value]) -> bool:
    """Do different threads of a launch have different bytes? `sizes` are those of the grid and of a block, `given` what
    registers hold at its beginning."""
    return any(_Digits(sizes, given, limits=limits).tell(places) for limits in (False, True))


class _Digits:
    """The digits of one launch. With `limits` registers that branches have asked for are digits of their own, which
    have to tell those that they are computed of."""

    def __init__(self, sizes: Sequence[int], given: Mapping[int, Value], *, limits: bool) -> None:
        self._given = given
        self._limits = limits
        self._sizes: dict[Digit, int] = {("block", axis): sizes[axis] for axis in range(3)}
        self._sizes |= {("thread", axis): sizes[3 + axis] for axis in range(3)}
        self._ranges = {digit: (0, size - 1) for digit, size in self._sizes.items()}
        self._held = dict[Digit, DigitSum]()

    def tell(self, places: Sequence[AccessedBytes]) -> bool:
        """Does each of the places tell its thread?"""
        try:
            sums = [self._sum(place.offset) for place in places]
        except NoSumError:
            return False
        if any(one.digits != sums[0].digits or max(map(abs, self._range(one))) > _FARTHEST for one in sums):
            return False
        rounds = Multiset[tuple[int, int]]()
        for one in sums:
            rounds |= Multiset(one.rounds)
        first = min(one.constant for one in sums)
        width = max(one.constant + place.size for one, place in zip(sums, places, strict=True)) - first
        told = self._told(sums[0].digits, rounds.elements(), width)
        return all(size == 1 or digit in told for digit, size in self._sizes.items())

    def _told(self, digits: Mapping[Digit, int], rounds: Iterable[tuple[int, int]], width: int) -> set[Digit]:
        """The coordinates that such a sum tells, if it is known up to less than `width`; none if it does not tell all
        that it is made of."""
        spans = {digit: self._ranges[digit][1] - self._ranges[digit][0] for digit in digits}
        steps = [(abs(factor), spans[digit]) for digit, factor in digits.items()]
        steps += [(abs(factor), most) for factor, most in rounds]
        reach = width
        for factor, span in sorted(step for step in steps if step[1]):
            if factor < reach:
                return set()
            reach += factor * span
        found = set[Digit]()
        for digit in digits:
            held = self._held.get(digit)
            found |= {digit} if held is None else self._told(held.digits, held.rounds, 1)
        return found

    def _range(self, held: DigitSum) -> tuple[int, int]:
        digits = ((factor, self._ranges[digit]) for digit, factor in held.digits.items())
        ends = [(factor * least, factor * most) for factor, (least, most) in digits]
        ends += [(0, factor * most) for factor, most in held.rounds]
        return held.constant + sum(map(min, ends)), held.constant + sum(map(max, ends))

    # ------------------------------------------------------------ sums

    def _sum(self, expression: OffsetExpression) -> DigitSum:
        """What an expression of a width holds, up to multiples of 2**width."""
        match expression:
            case ConstantNumber(value, width):
                return _constant(to_signed(value, width))
            case LaunchArgument(register, width):
                given = self._given.get(register)
                if not isinstance(given, int):
                    raise NoSumError
                return _constant(to_signed(given, width))
            case ThreadCoordinate(variable, axis):
                return self._coordinate(variable, axis)
            case LimitedRegister():
                return self._limited(expression)
            case CountingRegister():
                return self._counted(expression)
        return self._applied(expression)

    def _coordinate(self, variable: Builtin, axis: int) -> DigitSum:
        match variable:
            case Builtin.BLOCK_DIM:
                return _constant(self._sizes["thread", axis])
            case Builtin.GRID_DIM:
                return _constant(self._sizes["block", axis])
        digit = ("thread" if variable is Builtin.THREAD_IDX else "block", axis)
        return DigitSum(0, {digit: 1} if self._sizes[digit] > 1 else {}, ())

    def _applied(self, made: AppliedOperator) -> DigitSum:
        args = [self._sum(arg) for arg in made.args]
        match made.op, args:
            case Op.ADD, (a, b):
                return a.plus(b)
            case Op.SUB, (a, b):
                return a.plus(b.times(-1))
            case Op.NEG, (a,):
                return a.times(-1)
            case Op.MUL, (a, b) if a.is_constant or b.is_constant:
                return b.times(a.constant) if a.is_constant else a.times(b.constant)
            case Op.SHL, (a, b) if b.is_constant and 0 <= b.constant < made.width:
                return a.times(1 << b.constant)
            case Op.SEXT, (a,):
                return self._fitting(a, made.of, signed=True)
            case Op.ZEXT, (a,):
                return self._fitting(a, made.of, signed=False)
            case Op.TRUNC, (a,):
                return a
        if not all(arg.is_constant for arg in args):
            raise NoSumError
        values = [arg.constant % (1 << made.of) for arg in args]
        found = const_function(made.op, IntType(made.width), IntType(made.of))(*values)
        if not isinstance(found, int):
            raise NoSumError
        return _constant(to_signed(found, made.width))

    def _fitting(self, held: DigitSum, width: int, *, signed: bool) -> DigitSum:
        """The number that the bits of a width stand for, if it is the sum."""
        if held.is_constant:
            value = held.constant % (1 << width)
            return _constant(to_signed(value, width) if signed else value)
        if not self._fits(self._range(held), width, signed=signed):
            raise NoSumError
        return held

    @staticmethod
    def _fits(ends: tuple[int, int], width: int, *, signed: bool) -> bool:
        least = -(1 << width - 1) if signed else 0
        return least <= ends[0] and ends[1] < least + (1 << width)

    def _bound(self, limit: RegisterLimit, width: int) -> int | None:
        """The number that something is at most, or at least; None if it is not the same for all threads."""
        try:
            held = self._sum(limit.bound)
        except NoSumError:
            return None
        if not held.is_constant:
            return None
        value = held.constant % (1 << width)
        value = to_signed(value, width) if limit.signed else value
        return value + (0 if not limit.strict else -1 if limit.upper else 1)

    def _limited(self, made: LimitedRegister) -> DigitSum:
        held = self._sum(made.held)
        if not self._limits or held.rounds or not held.digits:
            return held
        least, most = self._range(held)
        for limit in made.limits:
            bound = self._bound(limit, made.width)
            if bound is not None and self._fits((least, most), made.width, signed=limit.signed):
                least, most = (least, min(most, bound)) if limit.upper else (max(least, bound), most)
        most = max(least, most)  # or no thread comes there
        digit = ("register", made.register)
        before = self._ranges.get(digit, (least, most))
        self._ranges[digit] = min(before[0], least), max(before[1], most)
        self._held[digit] = held
        return DigitSum(0, {digit: 1}, ())

    def _counted(self, made: CountingRegister) -> DigitSum:
        start, step = self._sum(made.start), self._sum(made.step)
        if start.rounds or not step.is_constant or step.constant <= 0:
            raise NoSumError
        least, most = self._range(start)
        by, rounds = step.constant, list[int]()
        for limit in made.limits:
            bound = self._bound(limit, made.width)
            if bound is not None and limit.upper:
                ends = min(least, bound), max(most, bound + by)
                if self._fits(ends, made.width, signed=limit.signed):  # no round gets out of the width
                    rounds.append(max(0, (bound - least) // by))
        if not rounds:
            raise NoSumError
        return DigitSum(start.constant, start.digits, ((by, min(rounds)),))


def _constant(value: int) -> DigitSum:
    return DigitSum(value, {}, ())
