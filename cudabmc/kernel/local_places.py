"""Which registers hold addresses of local variables: one place of a variable, whenever they hold anything.

    r1 = alloca 8; r2 = 4; r3 = r1 + r2             r3 is byte 4 of the variable
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Const, Dead, Operand, Reg, Undef
from cudabmc.goto.types import IntType
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.instructions import KernelInstruction, Move, operands, set_by

LocalPlace = tuple[int, int]
"""A variable, by the register that its Alloca sets, and a byte of it."""

_Held = TypeVar("_Held")

_FOLDED = (Op.COPY, Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.SHL, Op.SEXT, Op.ZEXT, Op.TRUNC)
"""Operators that indices which are known are made by."""


def known_numbers(code: Sequence[KernelInstruction], parameters: int) -> dict[int, int]:
    """The registers that hold one whole number, whenever they hold anything."""
    return dict(_known(code, parameters, _number_set))


def known_places(
    code: Sequence[KernelInstruction], parameters: int, numbers: Mapping[int, int]
) -> dict[int, LocalPlace]:
    """The registers that hold one place of a variable, whenever they hold anything."""
    return dict(_known(code, parameters, lambda i, found: _place_set(i, found, numbers)))


def _known(
    code: Sequence[KernelInstruction], parameters: int,
    given: Callable[[KernelInstruction, Mapping[int, _Held]], _Held | None],
) -> dict[int, _Held]:  # fmt: skip
    """The registers that one instruction sets, to something that follows from others."""
    times = Counter(set_by(i) for i in code if not forgets(i))
    found: dict[int, _Held] = {}

    def add() -> Iterator[bool]:
        for i in code:
            dst = set_by(i)
            if dst is not None and dst >= parameters and times[dst] == 1 and dst not in found:
                value = given(i, found)
                if value is not None:
                    found[dst] = value
                    yield True

    until_settled(add)
    return found


def _number_set(i: KernelInstruction, found: Mapping[int, int]) -> int | None:
    """The number that an instruction gives a register."""
    if not isinstance(i, Assign) or i.op not in _FOLDED or not isinstance(i.type, IntType):
        return None
    values = [number(arg, found) for arg in i.args]
    if not isinstance(i.of, IntType) or None in values:
        return None
    result = terms.apply(i.op, i.type, i.of, [value for value in values if value is not None])
    return result if isinstance(result, int) and not isinstance(result, bool) else None


def number(operand: Operand, numbers: Mapping[int, int]) -> int | None:
    """The whole number that an operand is."""
    if isinstance(operand, Const):
        return operand.value if isinstance(operand.value, int) and isinstance(operand.type, IntType) else None
    return numbers.get(operand.index) if isinstance(operand, Reg) else None


def _place_set(
    i: KernelInstruction, found: Mapping[int, LocalPlace], numbers: Mapping[int, int]
) -> LocalPlace | None:
    """The place that an instruction gives a register."""
    if isinstance(i, Alloca):
        return i.dst, 0
    source = pointer_source(i)
    if source is None or source.index not in found:
        return None
    variable, at = found[source.index]
    by = distance(i, numbers)
    return None if by is None else (variable, at + by)


def distance(i: KernelInstruction, numbers: Mapping[int, int]) -> int | None:
    """How far an instruction that copies or moves a pointer moves it, if that is known."""
    if not isinstance(i, Assign) or i.op is not Op.PTRADD:
        return 0
    by = number(i.args[1], numbers)
    return None if by is None else to_signed(by, 64)


def pointer_source(i: KernelInstruction) -> Reg | None:
    """The register whose pointer an instruction copies or moves."""
    if isinstance(i, Move):
        return i.source
    if isinstance(i, Assign) and i.op in (Op.COPY, Op.PTRADD) and isinstance(i.args[0], Reg):
        return i.args[0]
    return None


def forgets(i: KernelInstruction) -> bool:
    """Does an instruction leave its register without a value?"""
    return isinstance(i, Assign) and i.op is Op.COPY and isinstance(i.args[0], Undef)


# ---------------------------------------------------------------- how long they do


def stale(flow: ControlFlow, variables: Mapping[int, Iterable[int]], numbers: Iterable[int]) -> set[int]:
    """The registers with places that may be used when a variable that they were set for has ended, or has been made
    anew, or before they are set. `variables` are those that each of them may lead to. The `numbers` are registers that
    places may be made of."""
    of: dict[int, int] = {}
    for register, ones in variables.items():
        for variable in ones:
            of[variable] = of.get(variable, 0) | 1 << register
    known = {*variables, *numbers}
    before = dict.fromkeys(flow.order, -1)
    before[flow.order[0]] = 0
    found: set[int] = set()

    def follow() -> Iterator[bool]:
        for block in flow.order:
            valid = before[block]
            for i in flow.blocks[block].code:
                used = () if isinstance(i, Dead) else operands(i)
                held = {o.index for o in used if isinstance(o, Reg) and o.index in variables}
                found.update(register for register in held if not valid >> register & 1)
                valid = _valid_behind(i, valid, known, of)
            for target in flow.after[block]:
                joined = before[target] & valid
                yield joined != before[target]
                before[target] = joined

    until_settled(follow)
    return found


def _valid_behind(i: KernelInstruction, valid: int, known: set[int], of: Mapping[int, int]) -> int:
    """The registers that hold what they are said to hold, behind an instruction in front of which they are `valid`;
    `of` are those with places of each variable."""
    if isinstance(i, Dead):
        for variable in i.regs:
            valid &= ~of.get(variable, 0)
        return valid
    dst = set_by(i)
    if dst is None or dst not in known:
        return valid
    if isinstance(i, Alloca):
        return valid & ~of[dst] | 1 << dst
    used = [o.index for o in operands(i) if isinstance(o, Reg) and o.index in known]
    holds = not forgets(i) and all(valid >> register & 1 for register in used)
    return valid & ~(1 << dst) | holds << dst


def until_settled(step: Callable[[], Iterable[bool]]) -> None:
    """Repeat what says of each of its parts whether it has changed something."""
    while any(list(step())):
        pass
