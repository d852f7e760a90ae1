"""A thread of a kernel as LLVM text: from its start, or from behind a barrier, to its next barrier or its end.

    switch at: start, or what it has kept at a barrier      %at = 0 is the start
    the blocks of the graph                                 a barrier keeps registers, and answers its number; so does
                                                            any other place where threads wait for each other
    stops                                                   the answer is STOPPED
"""

from collections.abc import Iterable

from cudabmc.goto.program import Branch, CopyBytes, Goto, Load, Reg, Return, Store
from cudabmc.goto.types import BOOL, I32, PtrType, VoidType
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import (
    AtomicLoad,
    Barrier,
    FillBytes,
    KernelInstruction,
    LoadPart,
    Reaches,
    Rendezvous,
    StorePart,
    operands,
    set_by,
)
from cudabmc.kernel.loops import natural_loops
from cudabmc.native import registers
from cudabmc.native.handover import slots
from cudabmc.native.handover_text import spill_registers, take_registers
from cudabmc.native.kernels.instructions import write_instruction
from cudabmc.native.kernels.kernel_writer import KernelWriter
from cudabmc.native.kernels.lane_record import GETS_SET, IS_SET, KEY, LANES, MASK, PAYLOAD, RESULT
from cudabmc.native.kernels.trade_text import passes_on
from cudabmc.native.layout import Reason
from cudabmc.native.operators import NoMachineCodeError, is_wide, llvm_type
from cudabmc.native.prelude import RARE
from cudabmc.native.registers import mark, put, put_pointer, value, value_and_mark
from cudabmc.native.resolved_pointer import ResolvedPointer, assign, declare
from cudabmc.native.stops import stop, stop_label
from cudabmc.native.word_text import scalar_from, scalar_to, word

STOPPED = -1
END = 0

SPINS = 20_000
"""Instructions of a thread in a loop that leaves nothing to its next round: it may wait for another thread."""

LONG_SPINS = 1 << 28
"""The same in loops that may wait, but mostly do not: a round may leave something in memory, or in registers while what
the thread reads decides whether it goes on."""

COORDINATES = "i64 %tx, i64 %ty, i64 %tz, i64 %bx, i64 %by, i64 %bz"
SIZES = "i64 %block.x, i64 %block.y, i64 %block.z, i64 %grid.x, i64 %grid.y, i64 %grid.z"


def parts(w: KernelWriter, variable: str) -> ResolvedPointer:
    """The names of a pointer that is handed over."""
    return ResolvedPointer(*(variable + part for part, _ in w.text.parts))


def parameters(w: KernelWriter) -> list[str]:
    """Those of the function of a thread."""
    found = ["ptr %ctx", "i64 %at", "ptr %count", "ptr %limit", "ptr %frame", "i64 %own.row", "i64 %own.start"]
    found += [COORDINATES, SIZES, w.segments, *(["i64 %count.before"] if w.meetings.of else [])]
    for variable, kind in handed(w):
        if kind:
            found.append(f"{kind} {variable}")
        else:
            found += [f"{kind} {variable}{part}" for part, kind in w.text.parts]
    return found


def handed(w: KernelWriter) -> list[tuple[str, str]]:
    """The registers that are given a value, with their marks, and the globals; the type is empty for a pointer."""
    found = []
    for index in usable_parameters(w):
        type = w.types[index]
        found.append((f"%a{index}", "" if isinstance(type, PtrType) else llvm_type(type)))
        if index in w.scope.unset:
            found.append((f"%a{index}.set", "i1"))
    return found + [(f"%s{number}", "") for number in range(len(w.scope.symbols))]


def usable_parameters(w: KernelWriter) -> list[int]:
    """Parameters and variables of the models that threads need, and that machine code has values for."""
    needed = w.live[w.flow.order[0]]
    return [index for index in w.graph.given if index in needed and has_words(w, index)]


def has_words(w: KernelWriter, register: int) -> bool:
    """Can machine code hold the register?"""
    type = w.types[register]
    try:
        return isinstance(type, PtrType) or bool(llvm_type(type))
    except NoMachineCodeError:
        return False


def write_thread(w: KernelWriter) -> str:
    """The definition of the function."""
    for block in w.meetings.numbers:
        kept = w.live[w.graph.blocks[block].targets[0]] - w.fixed - {set_by(w.graph.blocks[block].code[-1])}
        w.saved[block] = sorted(kept)
    heads = _heads(w)
    for block in w.flow.order:
        _write_block(w, block, heads)
    body = w.text.taken()
    _prologue(w)
    prologue = w.text.taken()
    for place, reason in w.stops:
        w.text.begin(f"R{place}.{reason}")
        w.text.set_context("reason", "i64", str(reason))
        w.text.set_context("place", "i64", str(place))
        w.text.line("br label %left")
    w.text.begin("left")
    w.text.line(f"ret i64 {STOPPED}")
    head = f"define internal i64 @thread({', '.join(parameters(w))}) alwaysinline {{\nstart:"
    return "\n".join((head, *prologue, *body, *w.text.stubs, *w.text.lines, "}"))


def frame_words(w: KernelWriter) -> int:
    """How many words a thread keeps at a barrier, at most, with its record."""
    registers = [sum(slots(w.types[r]) + (r in w.undefined) for r in kept) for kept in w.saved.values()]
    return w.meetings.words + max(registers, default=0)


def _heads(w: KernelWriter) -> dict[int, int | None]:
    """The blocks that loops begin with, and how many instructions a thread may take in there. Any number (None) where
    a round leaves something to the next one."""
    found: dict[int, int | None] = {}
    for head, loop in natural_loops(w.flow).items():
        code = [i for block in loop.blocks for i in w.graph.blocks[block].code]
        if {set_by(i) for i in code} & w.live[head]:
            found[head] = LONG_SPINS if _reads_decide(w, loop.blocks, code) else None
        else:
            local = any(isinstance(i, Store | CopyBytes | FillBytes | StorePart) for i in code)
            found[head] = LONG_SPINS if local else SPINS * (LANES if w.meetings.of else 1)
    return found


def _reads_decide(w: KernelWriter, blocks: Iterable[int], code: list[KernelInstruction]) -> bool:
    """Does a branch of a loop depend on what the loop reads of memory that others may change?"""
    conditions = [w.graph.blocks[block].condition for block in blocks]
    left = [operand.index for operand in conditions if isinstance(operand, Reg)]
    seen: set[int] = set()
    while left:
        register = left.pop()
        if register in seen:
            continue
        seen.add(register)
        for i in code:
            if set_by(i) != register:
                continue
            if isinstance(i, Load | AtomicLoad | LoadPart):
                if any(kind != "local" for kind, _ in w.pointers.of(i.addr, w.program)):
                    return True
            else:
                left += [operand.index for operand in operands(i) if isinstance(operand, Reg)]
    return False


# ---------------------------------------------------------------- blocks


def _write_block(w: KernelWriter, number: int, heads: dict[int, int | None]) -> None:
    t, block = w.text, w.graph.blocks[number]
    t.begin(f"B{number}")
    w.place += 1
    if number in heads:
        _look_around(w, heads[number])
    before = t.emit("load i64, ptr %count")
    t.line(f"store i64 {t.emit(f'add i64 {before}, {_instructions(block)}')}, ptr %count")
    for i in block.code:
        w.place += 1
        if isinstance(i, Barrier):
            _barrier(w, number)
            return
        if isinstance(i, Rendezvous):
            _rendezvous(w, number, i)
            return
        if not write_instruction(w, i):
            return
    w.place += 1
    _end(w, block)


def _instructions(block: Block) -> int:
    """How many instructions a block has; what only says what is reached is none."""
    code = [i for i in block.code if not isinstance(i, Reaches)]
    return len(code) + (not block.waits) if code or not block.code else 0


def _end(w: KernelWriter, block: Block) -> None:
    end = block.end
    if isinstance(end, Goto):
        w.text.line(f"br label %B{end.target}")
    elif isinstance(end, Branch):
        try:
            cond = value(w, end.cond, BOOL, w.place)
        except NoMachineCodeError:
            stop(w, w.place)
            return
        w.text.line(f"br i1 {cond}, label %B{end.then}, label %B{end.orelse}")
    elif isinstance(end, Return):
        w.text.line(f"ret i64 {END}")
    else:
        stop(w, w.place)


def _look_around(w: KernelWriter, most: int | None) -> None:
    """At the head of a loop: has it gone on for long?"""
    t = w.text
    look, on = t.label(), t.label()
    count = t.emit("load i64, ptr %count")
    over = t.emit(f"icmp ugt i64 {count}, {t.emit('load i64, ptr %limit')}")
    t.line(f"br i1 {over}, label %{look}, label %{on}{RARE}")
    t.begin(look)
    goes_on = t.emit(f"call i1 @look_around(ptr %ctx, i64 {count})")
    t.line(f"store i64 {t.context('look_at', 'i64')}, ptr %limit")
    t.line(f"br i1 {goes_on}, label %{on}, label %{stop_label(w, w.place, Reason.FUEL)}")
    t.begin(on)
    if most is not None:
        start = t.emit(f"add i64 %count.before, {most}")
        behind = t.label()
        spins = t.emit(f"icmp ugt i64 {count}, {start}")
        t.line(f"br i1 {spins}, label %{stop_label(w, w.place, Reason.UNKNOWN)}, label %{behind}{RARE}")
        t.begin(behind)


def _barrier(w: KernelWriter, number: int) -> None:
    """Keep the registers that are needed behind it."""
    if not all(has_words(w, register) for register in w.saved[number]):
        stop(w, w.place)
        return
    spill_registers(w, w.saved[number], "%kept", 0)
    w.text.line(f"ret i64 {w.meetings.numbers[number]}")


def _rendezvous(w: KernelWriter, number: int, i: Rendezvous) -> None:
    """Say what the thread waits for, and what it brings along."""
    t = w.text
    lines, stubs = len(t.lines), len(t.stubs)
    try:
        if not w.meetings.kinds[number] or any(map(is_wide, (i.type, *i.types))):
            raise NoMachineCodeError(i.signature)
        t.line(f"store i64 {w.meetings.keys.get(number, 0)}, ptr {word(t, '%frame', KEY)}")
        if i.mask is not None:
            scalar_to(t, word(t, "%frame", MASK), I32, value(w, i.mask, I32, w.place))
        for index, (operand, type) in enumerate(zip(i.payload, i.types, strict=True)):
            if not index and _goes_on(w, i):
                brought, known = value_and_mark(w, operand, type)
                scalar_to(t, word(t, "%frame", IS_SET), BOOL, known)
            else:
                brought = value(w, operand, type, w.place)
            scalar_to(t, word(t, "%frame", PAYLOAD + index), type, brought)
    except NoMachineCodeError:
        del t.lines[lines:]
        del t.stubs[stubs:]
        stop(w, w.place)
        return
    _barrier(w, number)


def _goes_on(w: KernelWriter, i: Rendezvous) -> bool:
    """Do lanes trade values here that nobody may have set?"""
    return w.scope.follows_unset and passes_on(i.signature)


def _begin_behind(w: KernelWriter, block: int) -> None:
    """Behind a place where a thread has waited."""
    kept, i = w.saved[block], w.meetings.of.get(block)
    if all(has_words(w, register) for register in kept):  # or no thread comes here
        take_registers(w, kept, set(kept), "%kept")
    if i is not None and i.dst is not None and has_words(w, i.dst) and not isinstance(i.type, PtrType):
        put(w, i.dst, scalar_from(w.text, word(w.text, "%frame", RESULT), i.type))
        if _goes_on(w, i):
            mark(w, i.dst, scalar_from(w.text, word(w.text, "%frame", GETS_SET), BOOL))
    w.text.line(f"br label %B{w.graph.blocks[block].targets[0]}")


# ---------------------------------------------------------------- its start


def _prologue(w: KernelWriter) -> None:
    t = w.text
    used: set[int] = set(w.graph.given).union(*w.saved.values())
    for block in w.flow.order:
        for i in w.graph.blocks[block].code:
            used |= {o.index for o in operands(i) if isinstance(o, Reg)}
            register = set_by(i)
            if register is not None and not isinstance(w.types[register], VoidType):
                used.add(register)
        condition = w.graph.blocks[block].condition
        if isinstance(condition, Reg):
            used.add(condition.index)
    for register in sorted(used):
        if has_words(w, register):
            registers.declare(w, register)
            if register in w.local_registers:  # it may be looked up before it is set
                assign(t, f"%r{register}", registers.NULL)
    for number in range(len(w.scope.symbols)):
        declare(t, f"%g{number}")
        assign(t, f"%g{number}", parts(w, f"%s{number}"))
    for index in usable_parameters(w):
        if isinstance(w.types[index], PtrType):
            put_pointer(w, index, parts(w, f"%a{index}"))
        else:
            put(w, index, f"%a{index}")
        if index in w.scope.unset:
            mark(w, index, f"%a{index}.set")
    if not w.meetings.of:
        t.line("%count.before = load i64, ptr %count")
    t.line(f"%kept = getelementptr i64, ptr %frame, i64 {w.meetings.words}")
    cases = " ".join(f"i64 {number}, label %E{number}" for number in w.meetings.numbers.values())
    t.line(f"switch i64 %at, label %B0 [ {cases} ]")
    for block, number in w.meetings.numbers.items():
        t.begin(f"E{number}")
        _begin_behind(w, block)

