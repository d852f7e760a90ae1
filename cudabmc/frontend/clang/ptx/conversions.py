"""Moves and conversions (PTX ISA, 'Data Movement and Conversion Instructions')."""

from cudabmc.frontend.clang.ptx.floats import MODES, saturated
from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.text import Statement, UnknownForm, Vector
from cudabmc.frontend.clang.ptx.types import PRED, U64, PtxType, type_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, F32, F64, I32, I64, PTR, IntType

_TO_INTEGRAL = {"rni": Op.FRINT, "rzi": Op.FTRUNC, "rmi": Op.FFLOOR, "rpi": Op.FCEIL}
_INTEGRAL_MODES = {"rni": "rn", "rzi": "rz", "rmi": "rd", "rpi": "ru"}
_CTYPES = {
    ("s", 32): ("int", "int"), ("u", 32): ("unsigned int", "uint"),
    ("s", 64): ("long long", "ll"), ("u", 64): ("unsigned long long", "ull"),
    ("f", 32): ("float", "float"), ("f", 64): ("double", "double"),
}  # fmt: skip


def move(frame: PtxFrame, n: Statement) -> None:
    """mov: of a register, constant or special register; packing and unpacking of parts of equal size."""
    if len(n.opcode) != 2 or len(n.operands) != 2:
        raise UnknownForm
    type = type_of(n.opcode[1])
    target, source = n.operands
    if isinstance(source, Vector):
        frame.write(target, _packed(frame, source, type), type)
    elif isinstance(target, Vector):
        _unpack(frame, target, frame.read(source, type), type)
    else:
        frame.write(target, frame.read(source, type), type)


_SPACES = ("global", "shared", "local")


def convert_address(frame: PtxFrame, n: Statement) -> None:
    """cvta.space, cvta.to.space: from an address of a state space to a generic one, and back."""
    words = n.opcode[1:-1]
    if n.opcode[-1] not in ("u32", "u64") or len(n.operands) != 2 or not isinstance(n.operands[1], str):
        raise UnknownForm
    if len(words) == 2 and words[0] == "to" and words[1] in _SPACES:
        source = frame.pointer(n.operands[1], 0)
        found = frame.call(f"size_t __cvta_generic_to_{words[1]}(const void *ptr)", I64, (source, PTR))
    elif len(words) == 1 and words[0] in _SPACES:
        source = frame.pointer(n.operands[1], 0, shared=words[0] == "shared")
        found = frame.op(Op.PTRTOINT, I64, source, of=PTR)
    else:
        raise UnknownForm
    frame.write(n.operands[0], found, U64)


def _part_type(vector: Vector, type: PtxType) -> PtxType:
    width, rest = divmod(type.width, len(vector.parts))
    if type.kind != "b" or rest or width not in (8, 16, 32):
        raise UnknownForm
    return PtxType("b", width)


def _packed(frame: PtxFrame, vector: Vector, type: PtxType) -> Operand:
    part = _part_type(vector, type)
    whole: Operand = Const(0, type.machine)
    for index, name in enumerate(vector.parts):
        wide = frame.resize(frame.read(name, part), part.machine, type.machine)
        moved = frame.op(Op.SHL, type.machine, wide, Const(index * part.width, type.machine))
        whole = frame.op(Op.OR, type.machine, whole, moved)
    return whole


def _unpack(frame: PtxFrame, vector: Vector, whole: Operand, type: PtxType) -> None:
    part = _part_type(vector, type)
    for index, name in enumerate(vector.parts):
        moved = frame.op(Op.LSHR, type.machine, whole, Const(index * part.width, type.machine))
        frame.write(name, frame.resize(moved, type.machine, part.machine), part)


def convert(frame: PtxFrame, n: Statement) -> None:
    """cvt{.rounding}{.sat}.dtype.atype."""
    if len(n.opcode) < 3 or len(n.operands) != 2:
        raise UnknownForm
    to, of = type_of(n.opcode[-2]), type_of(n.opcode[-1])
    words = n.opcode[1:-2]
    rounding = [word for word in words if word in MODES or word in _TO_INTEGRAL]
    if set(words) - {"sat", *rounding} or len(rounding) > 1 or PRED in (to, of) or "b" in (to.kind, of.kind):
        raise UnknownForm
    value = frame.read(n.operands[1], of)
    mode = rounding[0] if rounding else ""
    frame.write(n.operands[0], _converted(frame, value, of, to, mode, "sat" in words), to)


def _converted(frame: PtxFrame, value: Operand, of: PtxType, to: PtxType, mode: str, saturate: bool) -> Operand:
    if of.floating and to.floating:
        found = _between_floats(frame, value, of, to, mode)
        return saturated(frame, found, to) if saturate else found
    if of.floating:
        return _to_integer(frame, value, of, to, mode)
    if to.floating:
        found = _from_integer(frame, value, of, to, mode)
        return saturated(frame, found, to) if saturate else found
    if mode:
        raise UnknownForm
    if saturate:
        value = _clamped(frame, value, of, to)
    return frame.resize(value, of.machine, to.machine, of.signed)


def _between_floats(frame: PtxFrame, value: Operand, of: PtxType, to: PtxType, mode: str) -> Operand:
    """Widening is exact; .rni and kin round to a whole number of the same format."""
    if mode in _TO_INTEGRAL:
        if of != to:
            raise UnknownForm
        return frame.op(_TO_INTEGRAL[mode], to.machine, value)
    if of.width < to.width or of == to:
        return value if of == to else frame.op(Op.FPCAST, to.machine, value, of=of.machine)
    if mode != "rn":
        raise UnknownForm
    return frame.op(Op.FPCAST, to.machine, value, of=of.machine)


def _to_integer(frame: PtxFrame, value: Operand, of: PtxType, to: PtxType, mode: str) -> Operand:
    """Rounded and clamped to the range; narrow ones by way of 32 bits, where clamping twice is clamping once."""
    if mode not in _INTEGRAL_MODES:
        raise UnknownForm
    if of.width == 16:
        value, of = frame.op(Op.FPCAST, F32, value, of=of.machine), PtxType("f", 32)
    middle = to if to.width >= 32 else PtxType("s", 32)
    source, target = _CTYPES["f", of.width], _CTYPES[middle.kind, middle.width]
    signature = f"{target[0]} __{source[1]}2{target[1]}_{_INTEGRAL_MODES[mode]}({source[0]} x)"
    found = frame.call(signature, middle.machine, (value, of.machine))
    return frame.resize(_clamped(frame, found, middle, to), middle.machine, to.machine)


def _from_integer(frame: PtxFrame, value: Operand, of: PtxType, to: PtxType, mode: str) -> Operand:
    if mode not in MODES or to.machine not in (F32, F64):
        raise UnknownForm
    if of.width < 32:
        wide = PtxType(of.kind, 32)
        value, of = frame.resize(value, of.machine, I32, of.signed), wide
    source, target = _CTYPES[of.kind, of.width], _CTYPES["f", to.width]
    signature = f"{target[0]} __{source[1]}2{target[1]}_{MODES[mode]}({source[0]} x)"
    return frame.call(signature, to.machine, (value, of.machine))


def _clamped(frame: PtxFrame, value: Operand, of: PtxType, to: PtxType) -> Operand:
    """The nearest number that the other type has, still in the first type."""
    machine = of.machine
    assert isinstance(machine, IntType)
    least, most = _range(to)
    own_least, own_most = _range(of)
    less = Op.SLT if of.signed else Op.ULT
    if own_least < least:
        bound = Const(least % (1 << of.width), machine)
        value = frame.select(frame.op(less, BOOL, value, bound, of=machine), bound, value, machine)
    if own_most > most:
        bound = Const(most, machine)
        value = frame.select(frame.op(less, BOOL, bound, value, of=machine), bound, value, machine)
    return value


def _range(type: PtxType) -> tuple[int, int]:
    if type.signed:
        return -(1 << (type.width - 1)), (1 << (type.width - 1)) - 1
    return 0, (1 << type.width) - 1
