"""Products of the low 24 bits of numbers, as `__mul24` computes them: those of the numbers, unless these are too large.

    r1 = x << 8; r2 = r1 >> 8          the low 24 bits of x
    r3 = y << 8; r4 = r3 >> 8
    r5 = r2 * r4                       x * y, if it is that in 64 bits

CUDA Math API, "Integer Intrinsics".
"""

from collections.abc import Callable

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Const, Operand, Reg
from cudabmc.goto.types import I32, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.terms import TermValue

_UNUSED = Const(8, I32)
"""Bits of an int beyond the low 24."""

_BACK = {Op.ASHR: True, Op.LSHR: False}
"""How a number is shifted back, and whether its bits are read as signed then."""

NumberOf = Callable[[Operand, Type], TermValue]


@dataclass(frozen=True, slots=True)
class _Short:
    """What a register holds: a `number` shifted up, or its low 24 bits, read as `signed` or not."""

    number: TermValue
    signed: bool | None = None


@dataclass(frozen=True, slots=True)
class ShortFactors:
    """What a product is made of: two ints, read as `signed` or not, of which it takes the low 24 bits."""

    numbers: tuple[TermValue, TermValue]
    signed: bool


class ShortProducts:
    """The registers of the block at hand that hold parts of such products."""

    def __init__(self) -> None:
        self._held: dict[int, _Short] = {}

    def clear(self) -> None:
        """Another block begins."""
        self._held.clear()

    def hold(self, register: int, part: _Short | None) -> None:
        """A register that was just set holds a part, if it does."""
        if part is not None:
            self._held[register] = part

    def forget(self, register: int) -> None:
        """A register is set to something else."""
        self._held.pop(register, None)

    def made(self, i: Assign, number: NumberOf) -> _Short | None:
        """What an operation makes of a number, if it is a part of such a product."""
        if (i.op is not Op.SHL and i.op not in _BACK) or i.type != I32 or i.args[1] != _UNUSED:
            return None
        if i.op is Op.SHL:
            return _Short(number(i.args[0], I32))
        before = self._of(i.args[0])
        if before is not None and before.signed is None:
            return _Short(before.number, _BACK[i.op])
        return None

    def factors(self, i: Assign) -> ShortFactors | None:
        """The numbers that an operation multiplies, if they are cut."""
        if i.op is not Op.MUL or i.type != I32:
            return None
        parts = [self._of(arg) for arg in i.args]
        ways = {part.signed for part in parts if part is not None}
        if ways not in ({True}, {False}):
            return None
        numbers = []
        for arg, part in zip(i.args, parts, strict=True):
            if part is not None:
                numbers.append(part.number)
            elif isinstance(arg, Const):
                numbers.append(arg.value)
            else:
                return None
        return ShortFactors((numbers[0], numbers[1]), ways == {True})

    def _of(self, operand: Operand) -> _Short | None:
        return self._held.get(operand.index) if isinstance(operand, Reg) else None
