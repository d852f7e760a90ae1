"""Comparison and selection (PTX ISA, 'Comparison and Selection Instructions')."""

from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.text import Pair, Statement, UnknownForm
from cudabmc.frontend.clang.ptx.types import PRED, PtxType, type_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, F32, I32

_ORDERS = {"lt": (False, False), "gt": (True, False), "ge": (False, True), "le": (True, True)}  # (swapped, negated)
_UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
_BOOLEAN = {"and": Op.AND, "or": Op.OR, "xor": Op.XOR}


def compare(frame: PtxFrame, relation: str, type: PtxType, a: Operand, b: Operand) -> Operand:
    """The truth of `a relation b`. Raises UnknownForm for relations that the type does not have."""
    if type.floating:
        return _compare_floats(frame, relation, type, a, b)
    machine = type.machine
    if relation in ("eq", "ne"):
        return frame.op(Op.EQ if relation == "eq" else Op.NE, BOOL, a, b, of=machine)
    if type.kind == "b" or (type.signed and relation in _UNSIGNED):
        raise UnknownForm
    swapped, negated = _order(_UNSIGNED.get(relation, relation))
    less = frame.op(Op.SLT if type.signed else Op.ULT, BOOL, *((b, a) if swapped else (a, b)), of=machine)
    return frame.op(Op.NOT, BOOL, less) if negated else less


def _order(relation: str) -> tuple[bool, bool]:
    if relation not in _ORDERS:
        raise UnknownForm
    return _ORDERS[relation]


def _compare_floats(frame: PtxFrame, relation: str, type: PtxType, a: Operand, b: Operand) -> Operand:
    """Ordered, or (with u) true for NaN."""
    machine = type.machine
    nan = frame.op(Op.OR, BOOL, *(frame.op(Op.FISNAN, BOOL, x, of=machine) for x in (a, b)))
    if relation == "nan":
        return nan
    if relation == "num":
        return frame.op(Op.NOT, BOOL, nan)
    unordered = relation.endswith("u") and len(relation) == 3
    relation = relation[:2]
    if relation == "ne":
        different = frame.op(Op.FNE, BOOL, a, b, of=machine)
        return different if unordered else frame.op(Op.AND, BOOL, different, frame.op(Op.NOT, BOOL, nan))
    pairs = {
        "eq": (Op.FEQ, a, b),
        "lt": (Op.FLT, a, b),
        "le": (Op.FLE, a, b),
        "gt": (Op.FLT, b, a),
        "ge": (Op.FLE, b, a),
    }
    if relation not in pairs:
        raise UnknownForm
    op, x, y = pairs[relation]
    found = frame.op(op, BOOL, x, y, of=machine)
    return frame.op(Op.OR, BOOL, found, nan) if unordered else found


def _without_flush(words: tuple[str, ...]) -> tuple[str, ...]:
    """Subnormal numbers are not flushed: a comparison of two of them needs the plain form."""
    if "ftz" in words:
        raise UnknownForm
    return words


def set_predicate(frame: PtxFrame, n: Statement) -> None:
    """setp.relation{.operator}.type p{|q}, a, b{, c}."""
    words = _without_flush(n.opcode[1:])
    type = type_of(words[-1])
    if len(words) not in (2, 3) or len(n.operands) != len(words) + 1:
        raise UnknownForm
    a, b = (frame.read(part, type) for part in n.operands[1:3])
    holds = compare(frame, words[0], type, a, b)
    fails = frame.op(Op.NOT, BOOL, holds)
    if len(words) == 3:
        op = _BOOLEAN.get(words[1])
        if op is None:
            raise UnknownForm
        other = frame.read(n.operands[3], PRED)
        holds, fails = (frame.op(op, BOOL, x, other) for x in (holds, fails))
    target = n.operands[0]
    if isinstance(target, Pair):
        frame.write(target.first, holds, PRED)
        frame.write(target.second, fails, PRED)
    else:
        frame.write(target, holds, PRED)


def set_value(frame: PtxFrame, n: Statement) -> None:
    """set.relation.dtype.stype: all ones, or 1.0 for f32."""
    words = _without_flush(n.opcode[1:])
    if len(words) != 3 or len(n.operands) != 3 or words[1] not in ("u32", "s32", "f32"):
        raise UnknownForm
    result, type = type_of(words[1]), type_of(words[2])
    holds = compare(frame, words[0], type, *(frame.read(part, type) for part in n.operands[1:]))
    yes, no = (Const(1.0, F32), Const(0.0, F32)) if result.floating else (Const(0xFFFFFFFF, I32), Const(0, I32))
    frame.write(n.operands[0], frame.select(holds, yes, no, result.machine), result)


def select(frame: PtxFrame, n: Statement) -> None:
    """selp.type d, a, b, p."""
    if len(n.opcode) != 2 or len(n.operands) != 4:
        raise UnknownForm
    type = type_of(n.opcode[1])
    a, b = (frame.read(part, type) for part in n.operands[1:3])
    frame.write(n.operands[0], frame.select(frame.read(n.operands[3], PRED), a, b, type.machine), type)


def select_by_sign(frame: PtxFrame, n: Statement) -> None:
    """slct.dtype.ctype d, a, b, c: a if c >= 0."""
    if len(n.opcode) != 3 or len(n.operands) != 4 or n.opcode[2] not in ("s32", "f32"):
        raise UnknownForm
    type, of = type_of(n.opcode[1]), type_of(n.opcode[2])
    a, b = (frame.read(part, type) for part in n.operands[1:3])
    zero = Const(0.0, F32) if of.floating else Const(0, I32)
    at_least = compare(frame, "ge", of, frame.read(n.operands[3], of), zero)
    frame.write(n.operands[0], frame.select(at_least, a, b, type.machine), type)
