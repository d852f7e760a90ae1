"""How far a loop repeats itself: counters that move on, and tests that stay as they are.

    for (i = 0; i < 1000; i++) k<<<1, 32>>>(a);     from round 4 to round 999 only i changes, and i < 1000 stays true

A register *counts* in a loop if each of its definitions there is itself plus constants, all up or all down. All that
may be computed of it there are copies, sums with constants and extensions, and comparisons of these with what is the
same whenever the loop computes it. So if nothing but such registers differs between two rounds, those that follow are
the same, as long as no comparison comes out otherwise.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from cudabmc.goto.cfg import Loop, inside
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import INTEGER_COMPARISONS, Op
from cudabmc.goto.program import Assign, Const, Declare, Function, Instruction, Operand, Reg
from cudabmc.goto.registers import live, set_by, used
from cudabmc.goto.types import IntType, Type
from cudabmc.interpreter.counting import even_steps
from cudabmc.late_dataclass import dataclass

_EQUALITIES = frozenset((Op.EQ, Op.NE))
_SIGNED = frozenset((Op.SLT, Op.SLE))
_MOVES = frozenset((Op.COPY, Op.ADD, Op.SUB, Op.SEXT, Op.ZEXT))


@dataclass(frozen=True, slots=True)
class Counted:
    """A counter: the comparisons of what is computed of it, how far from it these values are at most, and the bits of
    the narrowest."""

    tests: tuple[tuple[Assign, Operand], ...]
    distance: int
    width: int


class Repeated:
    """A loop of a function, and what is known of its registers."""

    def __init__(self, function: Function, loop: Loop) -> None:
        self._function = function
        self._loop = loop
        self._counted: dict[int, Counted | None] = {}

    @cached_property
    def pcs(self) -> frozenset[int]:
        """The instructions of the loop."""
        return inside(self._function.body, self._loop)

    @property
    def types(self) -> tuple[Type, ...]:
        """The types of all registers of the function."""
        return self._function.reg_types

    @cached_property
    def _body(self) -> list[tuple[int, Instruction]]:
        return [(pc, self._function.body[pc]) for pc in sorted(self.pcs)]

    @cached_property
    def live(self) -> list[int]:
        """The registers that matter at the head of the loop."""
        return sorted(live(self._function.body)[self._loop.head])

    @cached_property
    def _set(self) -> Mapping[int, list[Instruction]]:
        found: dict[int, list[Instruction]] = {}
        for _, i in self._body:
            if (register := set_by(i)) is not None:
                found.setdefault(register, []).append(i)
        return found

    def most_rounds(
        self, before: Mapping[int, int], now: Mapping[int, int], values: Sequence[object]
    ) -> int:  # fmt: skip
        """How often again what has led from the head of the loop to it will do so, if it has changed nothing but these
        registers, `before` and `now`; 0 if nobody knows. `values` are those of all registers."""
        counters = {register: self._counter(register) for register in before}
        if not any(counted is not None and counted.tests for counted in counters.values()):
            return 0  # nothing but a test would end it
        return min(
            0 if counted is None else self._rounds(counted, before[register], now[register], values)
            for register, counted in counters.items()
        )

    def _rounds(self, counted: Counted, before: int, now: int, values: Sequence[object]) -> int:
        """The same for one counter. It and all that is computed of it stay between 0 and the largest signed number, so
        signs and widths do not matter, and from one end of the interval to the other no comparison changes."""
        step = now - before
        most_value = (1 << counted.width - 1) - 1
        bounds = [_compared_with(test, other, values) for test, other in counted.tests]
        if not step or None in bounds:
            return 0

        def is_same(rounds: int) -> bool:
            end = now + rounds * step
            low, high = min(before, end) - counted.distance, max(before, end) + counted.distance
            if low < 0 or high > most_value:
                return False
            return all(
                bound is not None and _stays(test, other, low, high, bound)
                for (test, other), bound in zip(counted.tests, bounds, strict=True)
            )

        few, many = 0, most_value // abs(step) + 1
        while few + 1 < many:
            middle = (few + many) // 2
            few, many = (middle, many) if is_same(middle) else (few, middle)
        return few

    def _counter(self, register: int) -> Counted | None:
        if register not in self._counted:
            self._counted[register] = self._counter_of(register)
        return self._counted[register]

    def _counter_of(self, register: int) -> Counted | None:
        type = self._function.reg_types[register]
        if not isinstance(type, IntType) or not even_steps(self._body, register):
            return None
        found, tests = {register}, dict[int, tuple[Assign, Operand]]()
        size = 0
        while size < len(found):
            size = len(found)
            for pc, i in self._body:
                read = [o.index for o in used(i) if isinstance(o, Reg) and o.index in found]
                if not read or isinstance(i, Declare):
                    continue
                if not isinstance(i, Assign) or len(read) > 1:
                    return None
                if i.op in INTEGER_COMPARISONS:
                    tests[pc] = i, next(o for o in i.args if not (isinstance(o, Reg) and o.index in found))
                elif i.op in _MOVES and _constants(i) is not None:
                    found.add(i.dst)
                else:
                    return None
        bounds = self._distance(register, found) if self._is_one_way(register) else None
        if bounds is None or not all(self._is_constant(other, found) for _, other in tests.values()):
            return None
        return Counted(tuple(tests.values()), *bounds)

    def _distance(self, register: int, found: set[int]) -> tuple[int, int] | None:
        """How far all that is computed of a counter is from it at most, and the bits of the narrowest; None if anything
        else may be in there."""
        distance, width = 0, 64
        sources_of: dict[int, set[int]] = {}
        for one in found:
            for i in self._set.get(one, ()):
                sources = [o.index for o in used(i) if isinstance(o, Reg)]
                if not isinstance(i, Assign) or i.op not in _MOVES or not set(sources) <= found or not sources:
                    return None
                by, kind = _constants(i), i.type
                if by is None or not isinstance(kind, IntType):
                    return None
                distance += abs(by)
                width = min(width, kind.width)
                sources_of.setdefault(one, set()).update(sources)
        return (distance, width) if _is_reached_once(sources_of, register) else None

    def _is_one_way(self, register: int) -> bool:
        """Is a counter moved only up or only down? Otherwise it may go anywhere in between."""
        steps: list[int] = []
        for i in self._set[register]:
            step: int | None = 0
            while step is not None and isinstance(i, Assign):
                by = _constants(i)
                source = next((o.index for o in used(i) if isinstance(o, Reg)), register)
                step = None if by is None else step + by
                if source == register:
                    break
                i = self._set[source][0]  # the only one
            if step is None:
                return False
            steps.append(step)
        return min(steps) >= 0 or max(steps) <= 0

    def _is_constant(self, operand: Operand, but: set[int]) -> bool:
        """Has it the same value wherever the loop computes it? `but` are registers that are looked at already."""
        if not isinstance(operand, Reg):
            return True
        if operand.index in but:
            return False
        return all(
            isinstance(i, Assign) and all(self._is_constant(one, {*but, operand.index}) for one in i.args)
            for i in self._set.get(operand.index, ())
        ) and len(self._set.get(operand.index, ())) <= 1


def _is_reached_once(sources: Mapping[int, set[int]], start: int) -> bool:
    """Is what is computed of a register computed of nothing else that lasts, as of itself in the round before?"""
    done, left = {start}, set(sources)
    while ready := {one for one in left - done if sources[one] <= done}:
        done |= ready
    return left <= done


def _constants(i: Assign) -> int | None:
    """What an instruction adds to the register that it reads; None if it does something else."""
    if i.op in (Op.COPY, Op.SEXT, Op.ZEXT):
        return 0 if isinstance(i.of, IntType) else None
    first, second = i.args
    if i.op is Op.ADD and isinstance(first, Const):
        first, second = second, first
    if not isinstance(first, Reg) or not isinstance(second, Const) or not isinstance(i.of, IntType):
        return None
    value = second.value
    if not isinstance(value, int):
        return None
    by = to_signed(value, i.of.width)
    return by if i.op is Op.ADD else -by


def _compared_with(test: Assign, other: Operand, values: Sequence[object]) -> int | None:
    """The number that a counter is compared with; None if it is not known."""
    value = values[other.index] if isinstance(other, Reg) else other.value if isinstance(other, Const) else None
    if not isinstance(value, int) or isinstance(value, bool) or not isinstance(test.of, IntType):
        return None
    if test.op in _SIGNED:
        return to_signed(value, test.of.width)
    return value % (1 << test.of.width)


def _stays(test: Assign, other: Operand, low: int, high: int, bound: int) -> bool:
    """Does a comparison come out the same for all numbers from `low` to `high`?"""
    if test.op in _EQUALITIES:
        return not low <= bound <= high
    ends = [(number, bound) if test.args[1] is other else (bound, number) for number in (low, high)]
    strict = test.op in (Op.SLT, Op.ULT)
    first, last = (a < b if strict else a <= b for a, b in ends)
    return first == last
