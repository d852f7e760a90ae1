"""Loads of which the program reads some bits alone: bit-fields come in units, whose other bits nobody need have set.

Before:  %1 = load x         the unit of a bit-field
         %2 = shl %1, 27
         %3 = ashr %2, 27    the field: what is read is this, behind instruction 2

Where a field is stored, the bits around it are taken from memory and put back, and nothing is read at all.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field, fields

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Call, Const, Instruction, Launch, Load, Reg
from cudabmc.goto.types import BoolType
from cudabmc.late_dataclass import dataclass

_SELECTING = frozenset({Op.AND, Op.SHL, Op.LSHR, Op.ASHR, Op.TRUNC})


@dataclass(frozen=True, slots=True)
class PartialReads:
    """Of a function: the loads of units of bit-fields, the registers that hold such a field behind an instruction, and
    the loads of what is only passed on: a struct goes to a function in words, with its padding."""

    units: frozenset[int] = frozenset()
    fields: Mapping[int, int] = field(default_factory=dict)
    passed: frozenset[int] = frozenset()


def partial_reads(body: tuple[Instruction, ...]) -> PartialReads:
    """Find them."""
    uses: dict[int, list[int]] = {}
    for pc, instruction in enumerate(body):
        for register in _read(instruction):
            uses.setdefault(register, []).append(pc)
    loads: set[int] = set()
    ends: dict[int, int] = {}
    for pc, instruction in enumerate(body):
        if isinstance(instruction, Load) and _is_taken_apart(body, uses.get(instruction.dst, [])):
            loads.add(pc)
            _follow(body, uses, instruction.dst, ends)
    passed = frozenset(
        pc for pc, instruction in enumerate(body)
        if isinstance(instruction, Load)
        and all(isinstance(body[use], Call | Launch) for use in uses.get(instruction.dst, []))
    )  # fmt: skip
    return PartialReads(frozenset(loads), ends, passed)


def _read(instruction: Instruction) -> Iterable[int]:
    """The registers that an instruction reads."""
    for part in fields(instruction):
        value = getattr(instruction, part.name)
        for operand in value if isinstance(value, tuple) else (value,):
            if isinstance(operand, Reg):
                yield operand.index


def _selects(instruction: Instruction) -> bool:
    return (
        isinstance(instruction, Assign) and instruction.op in _SELECTING and not isinstance(instruction.of, BoolType)
        and all(isinstance(a, Const) for a in instruction.args[1:])
    )  # fmt: skip


def _is_taken_apart(body: tuple[Instruction, ...], uses: list[int]) -> bool:
    return bool(uses) and all(_selects(body[pc]) for pc in uses)


def _follow(body: tuple[Instruction, ...], uses: dict[int, list[int]], register: int, ends: dict[int, int]) -> None:
    """Find where the fields of a unit are complete. A register may hold the unit and then the field."""
    left, seen = [register], {register}
    while left:
        for pc in uses[left.pop()]:
            part = body[pc]
            assert isinstance(part, Assign)
            later = uses.get(part.dst, [])
            if not _is_taken_apart(body, later):
                if any(not _puts_together(body[use]) for use in later):
                    ends[pc] = part.dst
            elif part.dst not in seen:
                seen.add(part.dst)
                left.append(part.dst)


def _puts_together(instruction: Instruction) -> bool:
    return isinstance(instruction, Assign) and instruction.op is Op.OR
