"""Operators as machine code mean what they mean on constants."""

import ctypes
import math
import struct
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.float_format import ROUND, bits_of, float_of
from cudabmc.goto.op import DIVISIONS, POINTER_OPS, Op
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32, I64, I128, BoolType, FloatType, IntType, Type

pytest.importorskip("llvmlite")
from cudabmc.native import operators
from cudabmc.native.machine_code import LlvmCompiler, MachineCode
from cudabmc.native.prelude import TEXT
from cudabmc.native.words import WordBuffer

INTEGERS = (I8, I16, I32, I64, I128)
FLOATS = (F16, F32, F64)
TESTS = frozenset((
    Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE, Op.FEQ, Op.FNE, Op.FLT, Op.FLE, Op.FISNAN, Op.FISINF, Op.FSIGNBIT,
))  # fmt: skip
COUNTS = {Op.SELECT: 3, Op.FMA: 3} | dict.fromkeys(
    (Op.NOT, Op.NEG, Op.COPY, Op.FNEG, Op.FABS, Op.FSQRT, Op.FRINT, Op.FFLOOR, Op.FCEIL, Op.FTRUNC, Op.FROUND,
     Op.FISNAN, Op.FISINF, Op.FSIGNBIT, Op.TRUNC, Op.ZEXT, Op.SEXT, Op.SITOFP, Op.UITOFP, Op.FPTOSI, Op.FPTOUI,
     Op.FPCAST, Op.BITCAST), 1
)  # fmt: skip


def results(op: Op, of: Type) -> tuple[Type, ...]:
    """The types that an operator can have a result of."""
    if op in TESTS:
        return (BOOL,)
    if op in (Op.TRUNC, Op.ZEXT, Op.SEXT):
        wider = op is not Op.TRUNC
        if of == BOOL:
            return INTEGERS if op is Op.ZEXT else ()
        width = of.width if isinstance(of, IntType) else 0
        return tuple(t for t in INTEGERS if (t.width > width if wider else t.width < width))
    if op in (Op.SITOFP, Op.UITOFP):
        return FLOATS
    if op in (Op.FPTOSI, Op.FPTOUI):
        return INTEGERS
    if op is Op.FPCAST:
        return FLOATS
    if op is Op.BITCAST:
        return {I16: (F16,), I32: (F32,), I64: (F64,), F16: (I16,), F32: (I32,), F64: (I64,)}.get(of, ())
    return (of,)


def forms() -> Iterator[tuple[Op, Type, Type]]:
    """Every operator on scalars, with its types."""
    for op in Op:
        if op in POINTER_OPS:
            continue
        for of in (BOOL, *INTEGERS, *FLOATS):
            for type in results(op, of):
                try:
                    const_function(op, type, of)
                except TypeError:
                    continue
                yield op, type, of


def is_left_out(op: Op, type: Type, of: Type) -> bool:
    """Would LLVM call a library for it?"""
    return I128 in (of, type) and (op in DIVISIONS or isinstance(of, FloatType) or isinstance(type, FloatType))


FORMS = tuple(form for form in forms() if not is_left_out(*form))


def written(number: int, op: Op, type: Type, of: Type) -> str:
    """A function that reads operands from words and writes the result there."""
    lines: list[str] = []

    def emit(right: str) -> str:
        lines.append(f"  %v{len(lines)} = {right}")
        return f"%v{len(lines) - 1}"

    def kind(t: Type) -> str:
        return operators.llvm_type(t)

    kinds = [of] * COUNTS.get(op, 2)
    if op is Op.SELECT:
        kinds[0] = BOOL
    args = []
    for index, t in enumerate(kinds):
        at = emit(f"getelementptr i64, ptr %words, i64 {2 * index}")
        if isinstance(t, FloatType):
            value = emit(f"load double, ptr {at}")
            args.append(value if kind(t) == "double" else emit(f"fptrunc double {value} to float"))
        elif t == I128:
            args.append(emit(f"load i128, ptr {at}, align 8"))
        else:
            value = emit(f"load i64, ptr {at}")
            args.append(value if kind(t) == "i64" else emit(f"trunc i64 {value} to {kind(t)}"))
    result = operators.apply(emit, op, type, of, args)
    if isinstance(type, FloatType):
        wide = result if kind(type) == "double" else emit(f"fpext float {result} to double")
        lines.append(f"  store double {wide}, ptr %words")
    elif type == I128:
        lines.append(f"  store i128 {result}, ptr %words, align 8")
    else:
        wide = result if kind(type) == "i64" else emit(f"zext {kind(type)} {result} to i64")
        lines.append(f"  store i64 {wide}, ptr %words")
    return f"define void @o{number}(ptr %words) {{\n" + "\n".join(lines) + "\n  ret void\n}"


@pytest.fixture(scope="module")
def compiled() -> MachineCode:
    text = "\n".join((TEXT, *(written(number, *form) for number, form in enumerate(FORMS))))
    return LlvmCompiler().compile(text, [f"o{number}" for number in range(len(FORMS))])


def values(type: Type) -> st.SearchStrategy[bool | int | float]:
    if isinstance(type, BoolType):
        return st.booleans()
    if isinstance(type, IntType):
        half = 1 << (type.width - 1)
        edges = [0, 1, half - 1, half, half + 1, 2 * half - 1, type.width, type.width - 1, 2 * half - type.width]
        return st.one_of(st.sampled_from([n % (2 * half) for n in edges]), st.integers(0, 2 * half - 1))
    assert isinstance(type, FloatType)
    edges_ = [0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 2.0**31, -(2.0**31), 2.0**63, 2.0**64, -129.0, 255.5, 1e-45, 3.4e38]
    edges_ += [65504.0, 65519.9, 65520.0, 2.0**-14, 2.0**-24, 2.0**-25, 1.5 * 2.0**-24, 1.00048828125]
    edges_ += [math.inf, math.nan]
    return st.one_of(st.sampled_from(edges_), st.floats(width=type.width)).map(ROUND[type.width])


def bits(value: bool | int | float) -> object:
    if isinstance(value, float):
        return "NaN" if value != value else struct.pack("<d", value)
    return value


def test_every_operator_on_scalars_is_there() -> None:
    assert {op for op, _, _ in FORMS} == {op for op in Op if op not in POINTER_OPS}


@pytest.mark.parametrize("op, type, of", [form for form in forms() if is_left_out(*form)])
def test_what_a_machine_has_no_instruction_for_is_refused(op: Op, type: Type, of: Type) -> None:
    with pytest.raises(operators.NoMachineCodeError):
        operators.apply(lambda right: "%v", op, type, of, ["%a", "%b"])


@settings(max_examples=4000)
@given(st.data())
def test_operators_mean_what_they_mean_on_constants(compiled: MachineCode, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(FORMS) - 1))
    op, type, of = FORMS[number]
    kinds = [of] * COUNTS.get(op, 2)
    if op is Op.SELECT:
        kinds[0] = BOOL
    args = [data.draw(values(kind)) for kind in kinds]
    if op in DIVISIONS and not args[1]:
        return
    words = WordBuffer(6)
    for index, (kind, value) in enumerate(zip(kinds, args, strict=True)):
        assert words.put(2 * index, kind, value)
    function = _callable(compiled.addresses[f"o{number}"])
    function(ctypes.addressof((ctypes.c_char * 48).from_buffer(words.memory)))
    assert bits(words.get(0, type)) == bits(const_function(op, type, of)(*args)), (op, type, of, args)


def test_every_half_has_its_bits(compiled: MachineCode) -> None:
    words = WordBuffer(3)
    at = ctypes.addressof((ctypes.c_char * 24).from_buffer(words.memory))
    there, back = (_callable(compiled.addresses[f"o{FORMS.index(form)}"]) for form in (
        (Op.BITCAST, F16, I16), (Op.BITCAST, I16, F16)
    ))  # fmt: skip
    for pattern in range(1 << 16):
        words.put(0, I16, pattern)
        there(at)
        expected = float_of(pattern, 16)
        assert bits(words.get(0, F16)) == bits(expected)
        back(at)
        assert words.get(0, I16) == bits_of(expected, 16)


def _callable(address: int) -> Callable[[int], None]:
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)
