"""From basic blocks to Python: the statements for each instruction."""

from collections.abc import Callable
from typing import Any

from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.program import Alloca, Assign, Call, Check, CopyBytes, Dead, Load, Reg, Store, Undef, Unreachable
from cudabmc.goto.types import PTR, BoolType, IntType
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import (
    AtomicLoad,
    AtomicStore,
    Barrier,
    Builtin,
    Computed,
    Coordinate,
    GiveUp,
    KernelInstruction,
    Note,
    Require,
    operands,
    set_by,
)
from cudabmc.kernel.liveness import read
from cudabmc.lane import arithmetic, memory, pointers
from cudabmc.lane.arithmetic import Text, name, number, signed, unsigned
from cudabmc.lane.emission import Emission, GivesUpError, any_of
from cudabmc.lane.numbers import FLOAT, KnownPointer, Num, Opaque, Truth, clipped
from cudabmc.properties import looking_at
from cudabmc.properties.division_by_zero import DIVISION_BY_ZERO
from cudabmc.properties.signed_overflow import SIGNED_OVERFLOW
from cudabmc.properties.unsigned_overflow import UNSIGNED_OVERFLOW


def write(e: Emission, block: Block, live: frozenset[int]) -> None:
    """Write a block; `live` are the registers that are read behind it."""
    e.live = live
    uses = _uses_behind(block)
    try:
        for position, instruction in enumerate(block.code):
            e.left = uses[position]
            _WRITERS[type(instruction)](e, instruction)
    except GivesUpError:
        _give_up(e, f"{type(instruction).__name__} {_operator(instruction)}")
    else:
        if isinstance(block.end, GiveUp | Unreachable):
            _give_up(e, block.end.why if isinstance(block.end, GiveUp) else "unreachable")


def _give_up(e: Emission, why: str) -> None:
    """From here on the launch is for the machine; readers of the text see why."""
    e.lines.append(f"raise GiveUp  # {why.strip()}")
    e.dead = True


def _operator(i: KernelInstruction) -> str:
    return i.op.value if isinstance(i, Assign) else ""


def _uses_behind(block: Block) -> list[dict[int, int]]:
    """For each position how often registers are read behind it before they are set again."""
    left: dict[int, int] = dict.fromkeys(read(block.condition), 1)
    found: list[dict[int, int]] = []
    for instruction in reversed(block.code):
        found.append(dict(left))
        dst = set_by(instruction)
        if dst is not None:
            left[dst] = 0
        for operand in operands(instruction):
            if isinstance(operand, Reg):
                left[operand.index] = left.get(operand.index, 0) + 1
    return found[::-1]


def _barrier(e: Emission, i: Barrier) -> None:
    """It ends its block: see segments.py."""


def _dead(e: Emission, i: Dead) -> None:
    for reg in i.regs:
        thing = e.around.thing(("local", reg))
        if thing is not None:
            e.line(f"{thing.values} = None")


def _note(e: Emission, i: Note) -> None:
    e.line(f"noted[{e.around.note(i.text)}] = True")


def _check(e: Emission, i: Require | Check) -> None:
    cond = e.value(i.cond)
    assert isinstance(cond.what, Truth)
    if cond.what.known is False:
        raise GivesUpError
    if cond.what.known is None:
        e.line(f"if not {cond.text}: raise GiveUp")


def _coordinate(e: Emission, i: Coordinate) -> None:
    size = e.around.dims[_SIZES.get(i.variable, i.variable)][i.axis]
    if i.variable not in _SIZES:
        e.define(i.dst, number(size))
    elif size == 1:
        e.define(i.dst, number(0))
    else:
        coordinate = f"{i.variable.value[0]}{'xyz'[i.axis]}"
        e.define(i.dst, name(coordinate, Num(0, size - 1, 1, (((coordinate, 1),), 0))))


def _call(e: Emission, i: Call) -> None:
    texts = []
    for arg, type in zip(i.args, i.types, strict=False):
        text = e.value(arg)
        texts.append(unsigned(text, type.width) if isinstance(type, IntType) else text)
    if not e.writes:
        called = "call"
    else:
        called = e.around.call(i)
    names = arithmetic.NONE.union(*(t.names for t in texts))
    result = Text(f"{called}({', '.join(t.text for t in texts)})", any_of(i.ret), names, None, False, 9)
    if i.dst is None:
        e.line(result.text)
    else:
        e.define(i.dst, e.temp(result) if e.writes else result)


def _computed(e: Emission, i: Computed) -> None:
    texts = []
    for arg, type in zip(i.args, i.types, strict=True):
        text = e.value(arg)
        texts.append(unsigned(text, type.width) if isinstance(type, IntType) else text)
    called = e.around.computed(i.function) if e.writes else "computed"
    names = arithmetic.NONE.union(*(t.names for t in texts))
    given = ", ".join((str(i.index), *(t.text for t in texts)))
    result = Text(f"{called}({given})", any_of(i.type), names, None, False, 9)
    e.define(i.dst, e.temp(result) if e.writes else result)


def _assign(e: Emission, i: Assign) -> None:
    if i.op is Op.COPY:
        source = i.args[0]
        if isinstance(source, Undef) or (isinstance(source, Reg) and source.index not in e.env):
            e.forget(i.dst)  # a variable without a value; only its use is for the machine
            return
        text = e.value(source)
        e.define(i.dst, text)
        e.is_same(i.dst, i.args[0])
        return
    args = [e.value(a) for a in i.args]
    asked = [prop for prop in looking_at(i, e.around.enabled) if prop is not DIVISION_BY_ZERO]  # see _divisor
    if len(asked) > 1 or any(prop not in _READINGS for prop in asked):
        raise GivesUpError
    if i.of == PTR or i.type == PTR:
        e.define(i.dst, pointers.on_pointers(e, i, args))
        return
    if any(isinstance(a.what, KnownPointer | Opaque) and a.what != FLOAT for a in args):
        raise GivesUpError
    if isinstance(i.of, IntType):
        args = _shortened(e, i.op, i.of.width, args)
    if i.op in DIVISIONS:
        args = [args[0], _divisor(e, args[1])]
    checked = _checked(e, i, args, _READINGS[asked[0]]) if asked else None
    text = checked or arithmetic.apply(i.op, i.type, i.of, args, e.around.functions)
    versions = (e.version(i.args[0]), e.version(i.args[1]) if len(i.args) > 1 else 0)
    e.define(i.dst, text)
    if i.op in _COMPARISONS and isinstance(i.of, IntType) and Reg(i.dst) not in i.args:
        e.compares(i.dst, i.op, i.of, (i.args[0], i.args[1]), versions)
    elif i.op is Op.NOT and isinstance(i.of, BoolType) and isinstance(i.args[0], Reg) and i.args[0].index != i.dst:
        e.is_not(i.dst, i.args[0].index)
    elif i.op in (Op.SEXT, Op.ZEXT) and text.what == args[0].what:
        e.is_same(i.dst, i.args[0])


def _shortened(e: Emission, op: Op, width: int, args: list[Text]) -> list[Text]:
    """Operands of which the result would be written more than once, in variables of their own."""
    if not e.writes:
        return args
    if op in (Op.SDIV, Op.SREM):
        return [e.simple(signed(args[0], width)), args[1]]
    if op in _SUMS:
        return [e.kept(a) if a.linear is None and a.cost else a for a in args]
    return args


def _divisor(e: Emission, value: Text) -> Text:
    """What is divided by. A division by zero is seen by a statement of its own, since a result may be written later,
    or nowhere: where only one way needs it, or where it is known."""
    what = value.what
    assert isinstance(what, Num)
    if what.is_known and what.lo == 0:
        raise GivesUpError
    if what.lo > 0 or what.hi < 0:
        return value
    value = e.simple(value)
    if e.known(("divisor", value.text)) is None:
        e.line(f"if not {value.text}: raise GiveUp")
        e.fact(("divisor", value.text), value.names, [])
    return value


def _checked(e: Emission, i: Assign, args: list[Text], reading: Callable[[Text, int], Text]) -> Text:
    """An operation whose exact result has to fit: where it does not, the machine takes over."""
    if i.op not in _WRAPS or not isinstance(i.of, IntType):
        raise GivesUpError
    width = i.of.width
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if reading is signed else (0, (1 << width) - 1)
    wide = IntType(512)
    exact = arithmetic.apply(i.op, wide, wide, [reading(a, width) for a in args], e.around.functions)
    what = exact.what
    if not isinstance(what, Num) or (what.hi >= 1 << 256):
        raise GivesUpError
    if low <= what.lo and what.hi <= high:
        return exact
    exact = e.simple(exact) if e.writes else exact
    inside = clipped(what, low, high)
    if inside is None:
        raise GivesUpError
    e.line(f"if not {low} <= {exact.text} <= {high}: raise GiveUp")
    return Text(exact.text, inside, exact.names, exact.linear, False, exact.cost)


_WRITERS: dict[type[KernelInstruction], Callable[[Emission, Any], None]] = {
    Alloca: memory.new,
    Assign: _assign,
    AtomicLoad: memory.atomic_load,
    AtomicStore: memory.atomic_store,
    Barrier: _barrier,
    Call: _call,
    Computed: _computed,
    Check: _check,
    Coordinate: _coordinate,
    CopyBytes: memory.copy,
    Dead: _dead,
    Load: memory.load,
    Note: _note,
    Require: _check,
    Store: memory.store,
}

_SIZES = {Builtin.THREAD_IDX: Builtin.BLOCK_DIM, Builtin.BLOCK_IDX: Builtin.GRID_DIM}
"""How many values a coordinate has."""

_SUMS = {Op.ADD, Op.SUB, Op.MUL, Op.SHL, Op.SEXT, Op.ZEXT, Op.TRUNC}
"""Operators whose results become parts of sums."""

_COMPARISONS = {Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE}

_READINGS = {SIGNED_OVERFLOW: signed, UNSIGNED_OVERFLOW: unsigned}
"""What operands mean whose exact result has to fit. Where another property looks at an operator, the machine does."""

_WRAPS = {Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.SHL, Op.SDIV}
