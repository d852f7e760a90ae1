"""Floating-point arithmetic (PTX ISA, 'Floating Point Instructions').

Rounding modes other than to the nearest, and the fast approximations, are those of the operational models of the
intrinsics that compile to the same instructions.
"""

from collections.abc import Callable

from cudabmc.frontend.clang.lower.model_calls import math_call
from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.text import Statement, UnknownForm
from cudabmc.frontend.clang.ptx.types import PtxType, type_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, F32, F64

MODES = {"rn": "rn", "rz": "rz", "rm": "rd", "rp": "ru"}
_PLAIN = {"add": Op.FADD, "sub": Op.FSUB, "mul": Op.FMUL, "div": Op.FDIV, "fma": Op.FMA, "sqrt": Op.FSQRT,
          "min": Op.FMIN, "max": Op.FMAX, "neg": Op.FNEG, "abs": Op.FABS}  # fmt: skip
_COUNT = {"neg": 1, "abs": 1, "sqrt": 1, "rcp": 1, "fma": 3}
_FAST = {"sin": "__sinf", "cos": "__cosf", "lg2": "__log2f", "tanh": "__tanhf", "rsqrt": "__frsqrt_rn"}
_SMALLEST = {32: 2.0**-126}


def arithmetic(frame: PtxFrame, n: Statement) -> None:
    """add, sub, mul, fma, mad, div, rcp, sqrt, min, max, neg, abs."""
    name = "fma" if n.opcode[0] == "mad" else n.opcode[0]
    type = type_of(n.opcode[-1])
    words = set(n.opcode[1:-1])
    mode = _mode(words)
    if words - {"ftz", "sat", "approx", "full"} or not type.floating:
        raise UnknownForm
    flush = "ftz" in words and type.machine == F32
    count = _COUNT.get(name, 2)
    if len(n.operands) != count + 1:
        raise UnknownForm
    args = [_flushed(frame, frame.read(part, type), flush) for part in n.operands[1:]]
    found = _flushed(frame, _result(frame, name, mode, type, args), flush)
    if "sat" in words:
        found = saturated(frame, found, type)
    frame.write(n.operands[0], found, type)


def _mode(words: set[str]) -> str:
    """The rounding mode among the modifiers, which is taken away; to the nearest by default."""
    found = [word for word in sorted(words) if word in MODES]
    words.difference_update(found)
    return MODES[found[0]] if found else "rn"


def _result(frame: PtxFrame, name: str, mode: str, type: PtxType, args: list[Operand]) -> Operand:
    machine = type.machine
    if name == "rcp" and mode == "rn":
        return frame.op(Op.FDIV, machine, Const(1.0, machine), *args)
    if mode == "rn":
        return frame.op(_PLAIN[name], machine, *args)
    if type.width == 16 or name in ("min", "max", "neg", "abs"):
        raise UnknownForm
    letter, ctype = ("f", "float") if machine == F32 else ("d", "double")
    model = ("fmaf" if machine == F32 else "fma") if name == "fma" else letter + name
    parameters = ", ".join(f"{ctype} {letter}" for letter, _ in zip("xyz", args, strict=False))
    return frame.call(f"{ctype} __{model}_{mode}({parameters})", machine, *((a, machine) for a in args))


def _flushed(frame: PtxFrame, value: Operand, flush: bool) -> Operand:
    """Subnormal numbers become zeros of their sign (.ftz)."""
    if not flush:
        return value
    small = frame.op(Op.FLT, BOOL, frame.op(Op.FABS, F32, value), Const(_SMALLEST[32], F32), of=F32)
    negative = frame.op(Op.FSIGNBIT, BOOL, value, of=F32)
    zero = frame.select(negative, Const(-0.0, F32), Const(0.0, F32), F32)
    return frame.select(small, zero, value, F32)


def saturated(frame: PtxFrame, value: Operand, type: PtxType) -> Operand:
    """Clamped to [0, 1]; NaN becomes 0 (.sat)."""
    machine = type.machine
    zero, one = Const(0.0, machine), Const(1.0, machine)
    positive = frame.op(Op.FLT, BOOL, zero, value, of=machine)
    above = frame.op(Op.FLT, BOOL, one, value, of=machine)
    return frame.select(above, one, frame.select(positive, value, zero, machine), machine)


def fast(frame: PtxFrame, n: Statement) -> None:
    """sin, cos, lg2, ex2, tanh, rsqrt, with .approx."""
    type = type_of(n.opcode[-1])
    words = set(n.opcode[1:-1])
    if "approx" not in words or words - {"approx", "ftz"} or len(n.operands) != 2:
        raise UnknownForm
    if type.machine == F64 and n.opcode[0] == "rsqrt":
        root = frame.op(Op.FSQRT, F64, frame.read(n.operands[1], type))
        frame.write(n.operands[0], frame.op(Op.FDIV, F64, Const(1.0, F64), root), type)
        return
    if type.machine != F32:
        raise UnknownForm
    x = _flushed(frame, frame.read(n.operands[1], type), "ftz" in words)
    if n.opcode[0] == "ex2":
        found = math_call(frame.ctx, "exp2", F32, (x,))
    else:
        found = frame.call(f"float {_FAST[n.opcode[0]]}(float x)", F32, (x, F32))
    frame.write(n.operands[0], _flushed(frame, found, "ftz" in words), type)


def copy_sign(frame: PtxFrame, n: Statement) -> None:
    """copysign d, a, b: b with the sign of a."""
    type = type_of(n.opcode[-1])
    if len(n.opcode) != 2 or len(n.operands) != 3 or not type.floating:
        raise UnknownForm
    a, b = (frame.read(part, type) for part in n.operands[1:])
    size = frame.op(Op.FABS, type.machine, b)
    negative = frame.op(Op.FSIGNBIT, BOOL, a, of=type.machine)
    found = frame.select(negative, frame.op(Op.FNEG, type.machine, size), size, type.machine)
    frame.write(n.operands[0], found, type)


def test_property(frame: PtxFrame, n: Statement) -> None:
    """testp.finite, .infinite, .number, .notanumber."""
    if len(n.opcode) != 3 or len(n.operands) != 2:
        raise UnknownForm
    type = type_of(n.opcode[2])
    test = _TESTS.get(n.opcode[1])
    if test is None or not type.floating:
        raise UnknownForm
    frame.write(n.operands[0], test(frame, frame.read(n.operands[1], type), type), PtxType("p", 1))


_Test = Callable[[PtxFrame, Operand, PtxType], Operand]


def _nan(frame: PtxFrame, x: Operand, type: PtxType) -> Operand:
    return frame.op(Op.FISNAN, BOOL, x, of=type.machine)


def _infinite(frame: PtxFrame, x: Operand, type: PtxType) -> Operand:
    return frame.op(Op.FISINF, BOOL, x, of=type.machine)


def _not(test: _Test) -> _Test:
    return lambda frame, x, type: frame.op(Op.NOT, BOOL, test(frame, x, type))


_TESTS: dict[str, _Test] = {
    "notanumber": _nan,
    "number": _not(_nan),
    "infinite": _infinite,
    "finite": _not(lambda frame, x, type: frame.op(Op.OR, BOOL, _nan(frame, x, type), _infinite(frame, x, type))),
}
