"""Integer arithmetic (PTX ISA, 'Integer Arithmetic Instructions' and 'Extended-Precision Integer Arithmetic')."""

from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.text import Statement, UnknownForm
from cudabmc.frontend.clang.ptx.types import S32, U32, PtxType, type_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, I32, I64, IntType, Type


def integer_type(n: Statement) -> PtxType:
    """The type at the end of the opcode, an integer."""
    type = type_of(n.opcode[-1])
    if type.floating or type.machine == BOOL:
        raise UnknownForm
    return type


def _double(type: PtxType) -> PtxType:
    return PtxType(type.kind, 2 * type.width)


def _read_all(frame: PtxFrame, n: Statement, type: PtxType, count: int) -> list[Operand]:
    if len(n.operands) != count + 1:
        raise UnknownForm
    return [frame.read(part, type) for part in n.operands[1:]]


def plus_or_minus(frame: PtxFrame, n: Statement) -> None:
    """add, sub, with .sat for s32."""
    type = integer_type(n)
    op = Op.ADD if n.opcode[0] == "add" else Op.SUB
    a, b = _read_all(frame, n, type, 2)
    if n.opcode[1:-1] == ("sat",) and type == S32:
        wide = (frame.resize(x, I32, I64, signed=True) for x in (a, b))
        frame.write(n.operands[0], _clamped(frame, frame.op(op, I64, *wide)), type)
    elif len(n.opcode) == 2:
        frame.write(n.operands[0], frame.op(op, type.machine, a, b), type)
    else:
        raise UnknownForm


def _clamped(frame: PtxFrame, wide: Operand) -> Operand:
    """64 bits to the nearest s32."""
    low, high = Const(-(1 << 31) % (1 << 64), I64), Const((1 << 31) - 1, I64)
    wide = frame.select(frame.op(Op.SLT, BOOL, wide, low, of=I64), low, wide, I64)
    wide = frame.select(frame.op(Op.SLT, BOOL, high, wide, of=I64), high, wide, I64)
    return frame.resize(wide, I64, I32)


def _product(frame: PtxFrame, part: str, type: PtxType, a: Operand, b: Operand) -> tuple[Operand, PtxType]:
    """The lower half, the upper half, or all of a product."""
    machine = type.machine
    if part == "lo":
        return frame.op(Op.MUL, machine, a, b), type
    wide = _double(type)
    whole = frame.op(Op.MUL, wide.machine, *(frame.resize(x, machine, wide.machine, type.signed) for x in (a, b)))
    if part == "wide":
        return whole, wide
    upper = frame.op(Op.LSHR, wide.machine, whole, Const(type.width, wide.machine))
    return frame.resize(upper, wide.machine, machine), type


def multiply(frame: PtxFrame, n: Statement) -> None:
    """mul.lo, .hi, .wide."""
    type = integer_type(n)
    a, b = _read_all(frame, n, type, 2)
    frame.write(n.operands[0], *_product(frame, _half(n), type, a, b))


def _half(n: Statement) -> str:
    if len(n.opcode) != 3 or n.opcode[1] not in ("lo", "hi", "wide"):
        raise UnknownForm
    return n.opcode[1]


def multiply_add(frame: PtxFrame, n: Statement) -> None:
    """mad.lo, .hi, .wide."""
    type = integer_type(n)
    if len(n.operands) != 4:
        raise UnknownForm
    a, b = (frame.read(part, type) for part in n.operands[1:3])
    product, result = _product(frame, _half(n), type, a, b)
    total = frame.op(Op.ADD, result.machine, product, frame.read(n.operands[3], result))
    frame.write(n.operands[0], total, result)


def multiply_24(frame: PtxFrame, n: Statement) -> None:
    """mul24.lo, mad24.lo."""
    type = integer_type(n)
    adds = n.opcode[0] == "mad24"
    if n.opcode[1:-1] != ("lo",) or type not in (U32, S32):
        raise UnknownForm
    a, b, *c = _read_all(frame, n, type, 3 if adds else 2)
    signature = "int __mul24(int x, int y)" if type.signed else "unsigned int __umul24(unsigned int x, unsigned int y)"
    product = frame.call(signature, I32, (a, I32), (b, I32))
    frame.write(n.operands[0], frame.op(Op.ADD, I32, product, *c) if adds else product, type)


def divide(frame: PtxFrame, n: Statement) -> None:
    """div, rem."""
    type = integer_type(n)
    op = {("div", True): Op.SDIV, ("div", False): Op.UDIV, ("rem", True): Op.SREM, ("rem", False): Op.UREM}
    operands = _read_all(frame, n, type, 2)
    frame.when_guarded(
        lambda: frame.write(n.operands[0], frame.op(op[n.opcode[0], type.signed], type.machine, *operands), type)
    )


def one_operand(frame: PtxFrame, n: Statement) -> None:
    """abs, neg, not, cnot."""
    type = integer_type(n)
    machine = type.machine
    (a,) = _read_all(frame, n, type, 1)
    zero = Const(0, machine)
    match n.opcode[0]:
        case "neg":
            found = frame.op(Op.NEG, machine, a)
        case "abs":
            negative = frame.op(Op.SLT, BOOL, a, zero, of=machine)
            found = frame.select(negative, frame.op(Op.NEG, machine, a), a, machine)
        case "cnot":
            found = frame.select(frame.op(Op.EQ, BOOL, a, zero, of=machine), Const(1, machine), zero, machine)
        case _:
            raise UnknownForm
    frame.write(n.operands[0], found, type)


def extremum(frame: PtxFrame, n: Statement) -> None:
    """min, max."""
    type = integer_type(n)
    a, b = _read_all(frame, n, type, 2)
    if len(n.opcode) != 2:
        raise UnknownForm
    less = frame.op(Op.SLT if type.signed else Op.ULT, BOOL, a, b, of=type.machine)
    pair = (a, b) if n.opcode[0] == "min" else (b, a)
    frame.write(n.operands[0], frame.select(less, *pair, type.machine), type)


def difference(frame: PtxFrame, n: Statement) -> None:
    """sad: c + |a - b|."""
    type = integer_type(n)
    machine = type.machine
    a, b, c = _read_all(frame, n, type, 3)
    less = frame.op(Op.SLT if type.signed else Op.ULT, BOOL, a, b, of=machine)
    between = frame.select(less, frame.op(Op.SUB, machine, b, a), frame.op(Op.SUB, machine, a, b), machine)
    frame.write(n.operands[0], frame.op(Op.ADD, machine, c, between), type)


def dot_product(frame: PtxFrame, n: Statement) -> None:
    """dp4a.atype.btype: c and the sum of the products of four bytes."""
    if len(n.opcode) != 3 or len(n.operands) != 4:
        raise UnknownForm
    signs = [type_of(word) for word in n.opcode[1:]]
    if any(type not in (U32, S32) for type in signs):
        raise UnknownForm
    total = frame.read(n.operands[3], U32)
    words = [frame.read(part, U32) for part in n.operands[1:3]]
    for index in range(4):
        pair = (_byte(frame, word, index, type.signed) for word, type in zip(words, signs, strict=True))
        total = frame.op(Op.ADD, I32, total, frame.op(Op.MUL, I32, *pair))
    frame.write(n.operands[0], total, U32)


def byte_differences(frame: PtxFrame, n: Statement) -> None:
    """vabsdiff4.u32.u32.u32.add: c plus the distances of four bytes ('Scalar and SIMD Video Instructions')."""
    if n.opcode[1:] != ("u32", "u32", "u32", "add") or len(n.operands) != 4:
        raise UnknownForm
    a, b, total = (frame.read(part, U32) for part in n.operands[1:])
    for index in range(4):
        x, y = (_byte(frame, word, index, signed=False) for word in (a, b))
        less = frame.op(Op.ULT, BOOL, x, y, of=I32)
        between = frame.select(less, frame.op(Op.SUB, I32, y, x), frame.op(Op.SUB, I32, x, y), I32)
        total = frame.op(Op.ADD, I32, total, between)
    frame.write(n.operands[0], total, U32)


def _byte(frame: PtxFrame, word: Operand, index: int, signed: bool) -> Operand:
    upper = frame.op(Op.SHL, I32, word, Const(24 - 8 * index, I32))
    return frame.op(Op.ASHR if signed else Op.LSHR, I32, upper, Const(24, I32))


# ---------------------------------------------------------------- with a carry


def with_carry(frame: PtxFrame, n: Statement) -> None:
    """add.cc, addc, sub.cc, subc: the carry, or borrow, is kept for the next one."""
    name, sets = n.opcode[0], "cc" in n.opcode[1:-1]
    type = integer_type(n)
    a, b = _read_all(frame, n, type, 2)
    op = Op.ADD if name.startswith("add") else Op.SUB
    taken = name.endswith("c")
    if frame.guard is not None or len(n.opcode) != 2 + sets or not (sets or taken):
        raise UnknownForm
    frame.write(n.operands[0], _carried(frame, op, type, a, b, taken, sets), type)


def multiply_with_carry(frame: PtxFrame, n: Statement) -> None:
    """mad.lo.cc, madc.hi and kin."""
    name, sets = n.opcode[0], "cc" in n.opcode
    type = integer_type(n)
    a, b, c = _read_all(frame, n, type, 3)
    taken = name == "madc"
    if frame.guard is not None or n.opcode[1] not in ("lo", "hi") or len(n.opcode) != 3 + sets:
        raise UnknownForm
    half, _ = _product(frame, n.opcode[1], type, a, b)
    frame.write(n.operands[0], _carried(frame, Op.ADD, type, half, c, taken, sets), type)


def _carried(frame: PtxFrame, op: Op, type: PtxType, a: Operand, b: Operand, taken: bool, sets: bool) -> Operand:
    machine: Type = type.machine
    wide = IntType(2 * type.width)
    total = frame.op(op, wide, frame.resize(a, machine, wide), frame.resize(b, machine, wide))
    if taken:
        if frame.carry is None:
            raise UnknownForm
        total = frame.op(op, wide, total, frame.op(Op.ZEXT, wide, frame.carry, of=BOOL))
    if sets:
        upper = frame.op(Op.LSHR, wide, total, Const(type.width, wide))
        frame.carry = frame.op(Op.NE, BOOL, upper, Const(0, wide), of=wide)
    return frame.resize(total, wide, machine)
