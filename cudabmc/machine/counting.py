"""Waits that count: `while (flag == 0) n++;` waits as `while (flag == 0) ;` does, for a number of rounds nobody knows.

A register is *idle* in a loop if only assignments of idle registers read it there: it decides neither where the loop
goes nor what it reads, writes and calls. Where a round has changed idle registers alone, and nobody has written to
memory, all rounds that follow are alike. An integer that each of them moves by the same amount is then that amount
times an arbitrary number of rounds away. Of any other value that is used behind the loop, and where a property asks
something of the arithmetic, only the first rounds are looked at, and the bounds of the report say so.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.goto.cfg import inside, successors
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Assign, Const, Instruction, Reg
from cudabmc.goto.types import I64, IntType
from cudabmc.goto.uses import is_read_from, read_by, set_by
from cudabmc.machine.state import Frame, Thread
from cudabmc.machine.value import Value

if TYPE_CHECKING:
    from cudabmc.goto.cfg import Loop
    from cudabmc.machine.code import Code
    from cudabmc.machine.core import Machine

_HARMLESS = frozenset(
    (
        Op.COPY, Op.SELECT, Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.NOT, Op.NEG, Op.SHL, Op.LSHR, Op.ASHR,
        Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE, Op.TRUNC, Op.ZEXT, Op.SEXT, Op.FADD, Op.FSUB, Op.FMUL,
        Op.SITOFP, Op.UITOFP, Op.FPCAST,
    )
)  # fmt: skip
"""Operators that can be applied again and again, unless a property of `_ASKED` is on."""

_ASKED = {
    Checks.SIGNED_OVERFLOW: "signed-overflow",
    Checks.UNSIGNED_OVERFLOW: "unsigned-overflow",
    Checks.SHIFT: "shift",
}


class Counting:
    """What a loop counts while it waits."""

    def __init__(self, machine: "Machine", code: "Code", loop: "Loop") -> None:
        self.m = machine
        self.loop = loop
        body = code.function.body
        pcs = inside(body, loop)
        self._body = [(pc, body[pc]) for pc in sorted(pcs)]
        self.idle = self._idle()
        behind = {after for pc in pcs for after in successors(body, pc)} - pcs
        self._live = sorted(r for r in self.idle if is_read_from(body, behind, r))
        self._even = {r: steps for r in self._live if (steps := _even_steps(self._body, r))}
        self._asked = [i.dst for _, i in self._body if isinstance(i, Assign) and self._is_asked(i)]
        self._witness = 0  # a register in which rounds have differed

    @property
    def never_ends(self) -> bool:
        """Does nothing change in the loop that decides anything?"""
        return all(register in self.idle for _, i in self._body if (register := set_by(i)) is not None)

    def _idle(self) -> frozenset[int]:
        needed: set[int] = set()
        pure: list[Assign] = []
        for _, instruction in self._body:
            if isinstance(instruction, Assign) and instruction.op in _HARMLESS:
                pure.append(instruction)
            else:
                needed.update(read_by(instruction))
        size = -1
        while size < len(needed):
            size = len(needed)
            needed.update(r for assign in pure if assign.dst in needed for r in read_by(assign))
        return frozenset(r for _, i in self._body if (r := set_by(i)) is not None and r not in needed)

    def _is_asked(self, assign: Assign) -> bool:
        """Is there a property that the result may break in a later round?"""
        is_on = self.m.settings.is_on
        return any(flag in assign.checks and is_on(prop) for flag, prop in _ASKED.items()) or (
            assign.op in (Op.FADD, Op.FSUB, Op.FMUL) and is_on("nan")
        )

    def alike(self, before: Sequence[Value | None], now: Sequence[Value | None]) -> bool:
        """Are the registers of two rounds the same but for idle ones?"""
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
        rounds = self.m.fresh(I64, label, thread, "wait", 0, most)
        for register, step in steps.items():
            type = frame.code.function.reg_types[register]
            count = rounds if type == I64 else terms.apply(Op.TRUNC, type, I64, (rounds,))
            moved_by = terms.apply(Op.MUL, type, type, (step, count))
            frame.regs[register] = terms.apply(Op.ADD, type, type, (frame.regs[register], moved_by))

    def _few_rounds(self, why: str) -> None:
        where = f"loop {self.loop.id} at {self.loop.location}"
        self.m.bound(f"{where} {why} while it waits: only its first rounds were explored")

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
        low, high = -(2 ** (type.width - 1)), 2 ** (type.width - 1) - 1
        here, by = terms.to_signed(now, type.width), terms.to_signed(step, type.width)
        return (high - here) // by if by > 0 else (low - here) // by


def _same(a: Value | None, b: Value | None) -> bool:
    return a is b or (type(a) is type(b) and a == b)


def _even_steps(body: Sequence[tuple[int, Instruction]], register: int) -> list[Instruction]:
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
