"""Logic, shifts and bit fields (PTX ISA, 'Logic and Shift Instructions' and 'Integer Arithmetic Instructions')."""

from cudabmc.frontend.clang.lower import bits
from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.text import PtxOperand, Statement, UnknownForm
from cudabmc.frontend.clang.ptx.types import B32, PRED, U32, PtxType, type_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, I32, I64, IntType, Type

_LOGIC = {"and": Op.AND, "or": Op.OR, "xor": Op.XOR}
_SHIFTS = {("shl", False): Op.SHL, ("shr", False): Op.LSHR, ("shr", True): Op.ASHR}


def _type(n: Statement, *allowed: str) -> PtxType:
    """The one type of the opcode. Raises UnknownForm if there is more than a name and a type."""
    if len(n.opcode) != 2 or (allowed and n.opcode[1] not in allowed):
        raise UnknownForm
    return type_of(n.opcode[1])


def logic(frame: PtxFrame, n: Statement) -> None:
    """and, or, xor."""
    type = _type(n, "pred", "b16", "b32", "b64")
    a, b = (frame.read(part, type) for part in _sources(n, 2))
    frame.write(n.operands[0], frame.op(_LOGIC[n.opcode[0]], type.machine, a, b), type)


def _sources(n: Statement, count: int) -> tuple[PtxOperand, ...]:
    if len(n.operands) != count + 1:
        raise UnknownForm
    return n.operands[1:]


def complement(frame: PtxFrame, n: Statement) -> None:
    """not."""
    type = _type(n, "pred", "b16", "b32", "b64")
    frame.write(n.operands[0], frame.op(Op.NOT, type.machine, frame.read(n.operands[1], type)), type)


def shift(frame: PtxFrame, n: Statement) -> None:
    """shl, shr: amounts beyond the width count as the width."""
    type = _type(n)
    op = _SHIFTS.get((n.opcode[0], type.signed))
    if op is None or type.floating or type == PRED or len(n.operands) != 3:
        raise UnknownForm
    a, amount = frame.read(n.operands[1], type), frame.read(n.operands[2], U32)
    frame.write(n.operands[0], _shifted(frame, op, a, type.machine, amount), type)


def _shifted(frame: PtxFrame, op: Op, a: Operand, machine: Type, amount: Operand) -> Operand:
    """The operators take amounts of the operand's own width, and those beyond it as PTX does."""
    assert isinstance(machine, IntType)
    if machine.width < 32:
        small = frame.op(Op.ULT, BOOL, amount, Const(machine.width, I32), of=I32)
        amount = frame.select(small, amount, Const(machine.width, I32), I32)
    return frame.op(op, machine, a, frame.resize(amount, I32, machine))


def count(frame: PtxFrame, n: Statement) -> None:
    """popc, clz: the result has 32 bits."""
    type = _type(n, "b32", "b64")
    a = frame.read(n.operands[1], type)
    assert isinstance(type.machine, IntType)
    counted = (bits.population if n.opcode[0] == "popc" else bits.leading_zeros)(frame.ctx, type.machine, a)
    frame.write(n.operands[0], frame.resize(counted, type.machine, I32), U32)


def find(frame: PtxFrame, n: Statement) -> None:
    """bfind: the position of the highest bit that differs from the sign, all ones if there is none."""
    type = type_of(n.opcode[-1])
    machine = type.machine
    amount = n.opcode[1:-1] == ("shiftamt",)
    if (len(n.opcode) != 2 and not amount) or not isinstance(machine, IntType) or machine.width < 32:
        raise UnknownForm
    a = frame.read(n.operands[1], type)
    if type.signed:
        negative = frame.op(Op.SLT, BOOL, a, Const(0, machine), of=machine)
        a = frame.select(negative, frame.op(Op.NOT, machine, a), a, machine)
    zeros = frame.resize(bits.leading_zeros(frame.ctx, machine, a), machine, I32)
    last = Const(machine.width - 1, I32)
    found = frame.op(Op.SUB, I32, last, zeros)
    if amount:
        none = frame.op(Op.EQ, BOOL, zeros, Const(machine.width, I32), of=I32)
        found = frame.select(none, Const(0xFFFFFFFF, I32), zeros, I32)
    frame.write(n.operands[0], found, U32)


def reverse(frame: PtxFrame, n: Statement) -> None:
    """brev."""
    type = _type(n, "b32", "b64")
    assert isinstance(type.machine, IntType)
    frame.write(n.operands[0], bits.bit_reverse(frame.ctx, type.machine, frame.read(n.operands[1], type)), type)


# ---------------------------------------------------------------- fields


def _field(frame: PtxFrame, machine: IntType, n: Statement, first: int) -> tuple[Operand, Operand]:
    """Position and length, of which the low eight bits count, in the width of the operand."""
    low = (frame.op(Op.AND, I32, frame.read(part, U32), Const(0xFF, I32)) for part in n.operands[first : first + 2])
    position, length = (frame.resize(x, I32, machine) for x in low)
    return position, length


def _ones(frame: PtxFrame, machine: IntType, length: Operand) -> Operand:
    """As many ones as `length`, at most all."""
    one = Const(1, machine)
    return frame.op(Op.SUB, machine, frame.op(Op.SHL, machine, one, length), one)


def extract(frame: PtxFrame, n: Statement) -> None:
    """bfe: what lies beyond the operand is its sign, or zeros."""
    type = _type(n, "u32", "s32", "u64", "s64")
    machine = type.machine
    if not isinstance(machine, IntType) or len(n.operands) != 4:
        raise UnknownForm
    a = frame.read(n.operands[1], type)
    position, length = _field(frame, machine, n, 2)
    kept = _ones(frame, machine, length)
    if not type.signed:
        shifted = frame.op(Op.LSHR, machine, a, position)
        frame.write(n.operands[0], frame.op(Op.AND, machine, shifted, kept), type)
        return
    shifted = frame.op(Op.ASHR, machine, a, position)
    last = frame.op(Op.SUB, machine, length, Const(1, machine))
    top = frame.op(Op.AND, machine, frame.op(Op.ASHR, machine, shifted, last), Const(1, machine))
    empty = frame.op(Op.EQ, BOOL, length, Const(0, machine), of=machine)
    fill = frame.select(empty, Const(0, machine), frame.op(Op.NEG, machine, top), machine)
    outside = frame.op(Op.AND, machine, fill, frame.op(Op.NOT, machine, kept))
    frame.write(n.operands[0], frame.op(Op.OR, machine, frame.op(Op.AND, machine, shifted, kept), outside), type)


def insert(frame: PtxFrame, n: Statement) -> None:
    """bfi f, a, b, position, length: b with the low bits of a at the position."""
    type = _type(n, "b32", "b64")
    machine = type.machine
    if not isinstance(machine, IntType) or len(n.operands) != 5:
        raise UnknownForm
    a, b = (frame.read(part, type) for part in n.operands[1:3])
    position, length = _field(frame, machine, n, 3)
    mask = frame.op(Op.SHL, machine, _ones(frame, machine, length), position)
    moved = frame.op(Op.AND, machine, frame.op(Op.SHL, machine, a, position), mask)
    kept = frame.op(Op.AND, machine, b, frame.op(Op.NOT, machine, mask))
    frame.write(n.operands[0], frame.op(Op.OR, machine, moved, kept), type)


def mask(frame: PtxFrame, n: Statement) -> None:
    """bmsk.clamp, bmsk.wrap: as many ones as the second operand says, from the bit on that the first one is. Of both
    the low five bits count, or numbers above 31 are beyond the operand."""
    if len(n.opcode) != 3 or n.opcode[1] not in ("clamp", "wrap") or n.opcode[2] != "b32":
        raise UnknownForm
    first, length = (frame.read(part, B32) for part in _sources(n, 2))
    ones = Const(0xFFFFFFFF, I32)
    if n.opcode[1] == "wrap":
        first, length = (frame.op(Op.AND, I32, x, Const(31, I32)) for x in (first, length))
    above = frame.op(Op.SHL, I32, ones, frame.op(Op.ADD, I32, first, length))
    fits = frame.op(Op.ULT, BOOL, length, Const(32, I32), of=I32)  # or the sum may wrap around
    above = frame.select(fits, above, Const(0, I32), I32)
    found = frame.op(Op.AND, I32, frame.op(Op.SHL, I32, ones, first), frame.op(Op.NOT, I32, above))
    frame.write(n.operands[0], found, B32)


def permute(frame: PtxFrame, n: Statement) -> None:
    """prmt.b32 in its default mode: each nibble of c picks a byte of b:a, or, with its upper bit, the byte's sign."""
    _type(n, "b32")
    if len(n.operands) != 4:
        raise UnknownForm
    a, b, c = (frame.read(part, B32) for part in n.operands[1:])
    upper = frame.op(Op.SHL, I64, frame.resize(b, I32, I64), Const(32, I64))
    source = frame.op(Op.OR, I64, upper, frame.resize(a, I32, I64))
    found: Operand = Const(0, I32)
    for index in range(4):
        nibble = frame.op(Op.LSHR, I32, c, Const(4 * index, I32))
        byte = _picked(frame, source, nibble)
        found = frame.op(Op.OR, I32, found, frame.op(Op.SHL, I32, byte, Const(8 * index, I32)))
    frame.write(n.operands[0], found, B32)


def _picked(frame: PtxFrame, source: Operand, nibble: Operand) -> Operand:
    which = frame.op(Op.MUL, I32, frame.op(Op.AND, I32, nibble, Const(7, I32)), Const(8, I32))
    moved = frame.op(Op.LSHR, I64, source, frame.resize(which, I32, I64))
    byte = frame.op(Op.AND, I32, frame.resize(moved, I64, I32), Const(0xFF, I32))
    replicates = frame.op(Op.NE, BOOL, frame.op(Op.AND, I32, nibble, Const(8, I32)), Const(0, I32), of=I32)
    negative = frame.op(Op.ULT, BOOL, Const(0x7F, I32), byte, of=I32)
    sign = frame.select(negative, Const(0xFF, I32), Const(0, I32), I32)
    return frame.select(replicates, sign, byte, I32)


def three_inputs(frame: PtxFrame, n: Statement) -> None:
    """lop3.b32: bit i of the table is the result for the inputs that i spells, a the highest."""
    _type(n, "b32")
    if len(n.operands) != 5:
        raise UnknownForm
    inputs = [frame.read(part, B32) for part in n.operands[1:4]]
    table = frame.read(n.operands[4], U32)
    if not isinstance(table, Const):
        raise UnknownForm
    inverted = [frame.op(Op.NOT, I32, x) for x in inputs]
    found: Operand = Const(0, I32)
    for row in range(8):
        if not int(table.value) >> row & 1:
            continue
        term: Operand = Const(0xFFFFFFFF, I32)
        for index in range(3):
            literal = inputs[index] if row >> (2 - index) & 1 else inverted[index]
            term = frame.op(Op.AND, I32, term, literal)
        found = frame.op(Op.OR, I32, found, term)
    frame.write(n.operands[0], found, B32)


def funnel(frame: PtxFrame, n: Statement) -> None:
    """shf.l, shf.r, with .clamp or .wrap."""
    if len(n.opcode) != 4 or n.opcode[1] not in ("l", "r") or n.opcode[2] not in ("clamp", "wrap"):
        raise UnknownForm
    if n.opcode[3] != "b32" or len(n.operands) != 4:
        raise UnknownForm
    suffix = n.opcode[1] + ("c" if n.opcode[2] == "clamp" else "")
    signature = f"unsigned int __funnelshift_{suffix}(unsigned int lo, unsigned int hi, unsigned int shift)"
    args = ((frame.read(part, U32), I32) for part in n.operands[1:])
    frame.write(n.operands[0], frame.call(signature, I32, *args), B32)
