"""Waits that count: `while (flag == 0) n++;` waits as `while (flag == 0) ;` does, for a number of rounds nobody knows.

A register is *idle* in a loop if only assignments of idle registers read it there: it decides neither where the loop
goes nor what it reads, writes and calls. Where a round has changed idle registers alone, and nobody has written to
memory, all rounds that follow are alike. An integer that each of them moves by the same amount is then that amount
times an arbitrary number of rounds away. Of any other value that is used behind the loop, and where a property asks
something of the arithmetic, only the first rounds are looked at, and the bounds of the report say so.
"""

from collections.abc import Sequence
from functools import cached_property

from cudabmc import terms
from cudabmc.goto.cfg import Loop, inside, successors
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Assign, Const, Instruction, Reg
from cudabmc.goto.registers import live, set_by, used
from cudabmc.goto.types import I64, IntType
from cudabmc.interpreter.core import Machine
from cudabmc.memory.inputs import InputRange
from cudabmc.properties import looking_at
from cudabmc.state.code import Code
from cudabmc.state.frame import Frame
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

_HARMLESS = frozenset(
    (
        Op.COPY, Op.SELECT, Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.NOT, Op.NEG, Op.SHL, Op.LSHR, Op.ASHR,
        Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE, Op.TRUNC, Op.ZEXT, Op.SEXT, Op.FADD, Op.FSUB, Op.FMUL,
        Op.SITOFP, Op.UITOFP, Op.FPCAST,
    )
)  # fmt: skip
"""Operators that can be applied again and again, unless a property looks at them."""


class Counting:
    """What a loop counts while it waits."""

    def __init__(self, machine: Machine, code: Code, loop: Loop) -> None:
        self.m = machine
        self.ex = machine.execution
        self.loop = loop
        self._whole = code.function.body
        self._witness = 0  # a register in which rounds have differed

    @cached_property
    def _inside(self) -> frozenset[int]:
        return inside(self._whole, self.loop)

    @cached_property
    def _body(self) -> list[tuple[int, Instruction]]:
        return [(pc, self._whole[pc]) for pc in sorted(self._inside)]

    @cached_property
    def _live(self) -> list[int]:
        """Idle registers that are used behind the loop."""
        needed = live(self._whole)
        behind = {after for pc in self._inside for after in successors(self._whole, pc)} - self._inside
        return sorted(self.idle & frozenset[int]().union(*(needed[at] for at in behind)))

    @cached_property
    def _even(self) -> dict[int, list[Instruction]]:
        return {r: steps for r in self._live if (steps := even_steps(self._body, r))}

    @cached_property
    def _asked(self) -> list[int]:
        return [i.dst for _, i in self._body if isinstance(i, Assign) and self._is_asked(i)]

    @property
    def never_ends(self) -> bool:
        """Does nothing change in the loop that decides anything?"""
        return all(register in self.idle for _, i in self._body if (register := set_by(i)) is not None)

    @cached_property
    def idle(self) -> frozenset[int]:
        """The registers that decide nothing in the loop."""
        needed: set[int] = set()
        pure: list[Assign] = []
        for _, instruction in self._body:
            if isinstance(instruction, Assign) and instruction.op in _HARMLESS:
                pure.append(instruction)
            else:
                needed.update(_read_by(instruction))
        size = -1
        while size < len(needed):
            size = len(needed)
            needed.update(r for assign in pure if assign.dst in needed for r in _read_by(assign))
        return frozenset(r for _, i in self._body if (r := set_by(i)) is not None and r not in needed)

    def _is_asked(self, assign: Assign) -> bool:
        """Is there a property that the result may break in a later round?"""
        return bool(looking_at(assign, self.ex.settings.enabled))

    def alike(self, before: Sequence[Value | None], now: Sequence[Value | None]) -> bool:
        """Are the registers of two rounds the same but for idle ones?"""
        if not before:
            return True  # a function without registers
        if not _same(before[self._witness], now[self._witness]) and self._witness not in self.idle:
            return False
        for register, (old, new) in enumerate(zip(before, now, strict=True)):
            if not _same(old, new) and register not in self.idle:
                self._witness = register
                return False
        return True

    def wait(self, thread: Thread, frame: Frame, before: Sequence[Value | None]) -> None:
        """The thread waits here, after a round that began with the registers `before`."""
        if any(r in self.idle and not _same(before[r], frame.regs[r]) for r in self._asked):
            self._few_rounds("computes something to be checked")
        moved = [r for r in self._live if not _same(before[r], frame.regs[r])]
        if not moved:
            return
        steps = {r: self._step(frame, r, before[r]) for r in moved}
        uneven = next((r for r, step in steps.items() if step is None), None)
        if uneven is not None:
            self._few_rounds(f"changes '{frame.code.register_name(uneven) or 'a value'}'")
            return
        most = min(self._most_rounds(frame, r, step) for r, step in steps.items() if step)
        label = f"rounds in which the loop at {self.loop.location} waits"
        rounds = self.m.inputs.fresh(I64, label, thread, "wait", InputRange(0, most))
        for register, step in steps.items():
            type, now = frame.code.function.reg_types[register], frame.regs[register]
            assert step is not None and now is not None
            count = rounds if type == I64 else terms.apply(Op.TRUNC, type, I64, (rounds,))
            frame.regs[register] = terms.apply(
                Op.ADD, type, type, (now, terms.apply(Op.MUL, type, type, (step, count)))
            )

    def _few_rounds(self, why: str) -> None:
        where = f"loop {self.loop.id} at {self.loop.location}"
        self.ex.remarks.bound(f"{where} {why} while it waits: only its first rounds were explored")

    def _step(self, frame: Frame, register: int, before: Value | None) -> int | None:
        """By how much each round moves an integer; None if they may not all be alike to it."""
        type, now = frame.code.function.reg_types[register], frame.regs[register]
        if register not in self._even or not isinstance(type, IntType) or before is None or now is None:
            return None
        step = terms.apply(Op.SUB, type, type, (now, before))
        return step if isinstance(step, int) else None

    def _most_rounds(self, frame: Frame, register: int, step: int) -> int:
        """How many further rounds there may be: a signed number that overflows is undefined (C++17 [expr]/4)."""
        type, now = frame.code.function.reg_types[register], frame.regs[register]
        assert isinstance(type, IntType)
        signed = any(isinstance(i, Assign) and Checks.SIGNED_OVERFLOW in i.checks for i in self._even[register])
        if not signed or not isinstance(now, int):
            return 2**64 - 1
        high = (1 << (type.width - 1)) - 1
        low = -high - 1
        here, by = to_signed(now, type.width), to_signed(step, type.width)
        return (high - here) // by if by > 0 else (low - here) // by


def _read_by(instruction: Instruction) -> list[int]:
    """The registers whose values an instruction uses."""
    return [operand.index for operand in used(instruction) if isinstance(operand, Reg)]


def _same(a: Value | None, b: Value | None) -> bool:
    return a is b or (type(a) is type(b) and a == b)


def even_steps(body: Sequence[tuple[int, Instruction]], register: int) -> list[Instruction]:
    """The instructions that set the register to itself plus constants; empty if it is set to anything else."""
    writes: dict[int, list[tuple[int, Instruction]]] = {}
    for pc, instruction in body:
        writes.setdefault(-1 if (target := set_by(instruction)) is None else target, []).append((pc, instruction))
    found: list[Instruction] = []
    left = list(writes[register])
    while left:
        pc, instruction = left.pop()
        found.append(instruction)
        source = _plus_constant(instruction)
        if source == register:
            continue
        earlier = [] if source is None else writes.get(source, [])  # a value in between, computed just before
        if len(earlier) != 1 or earlier[0][0] >= pc:
            return []
        left += earlier
    return found


def _plus_constant(instruction: Instruction) -> int | None:
    """The register to which an instruction adds a constant, or which it copies."""
    if not isinstance(instruction, Assign) or instruction.op not in (Op.COPY, Op.ADD, Op.SUB):
        return None
    first, *others = instruction.args
    if instruction.op is Op.ADD and isinstance(first, Const):
        first, others = others[0], [first]
    return first.index if isinstance(first, Reg) and all(isinstance(o, Const) for o in others) else None
