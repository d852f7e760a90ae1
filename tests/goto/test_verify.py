"""The verifier of GOTO programs finds what is broken."""

import pytest

from cudabmc.goto import program as p
from cudabmc.goto.layout import Layout, Member
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, F64, I8, I32, I64, PTR, VOID
from cudabmc.goto.variable import Variable
from cudabmc.goto.verify import InvalidProgram, verify

ONE = p.Const(1, I32)
BROKEN: dict[str, p.Instruction] = {
    "no register": p.Assign(9, Op.COPY, (ONE,), I32, I32),
    "written with": p.Assign(1, Op.COPY, (ONE,), I32, I32),
    "is a i32, wanted ptr": p.Load(0, p.Reg(0), I32),
    "gives no": p.Assign(1, Op.ADD, (p.Reg(0), ONE), BOOL, I32),
    "takes 2 operands": p.Assign(0, Op.ADD, (ONE,), I32, I32),
    "zext of i64 gives no i32": p.Assign(0, Op.ZEXT, (p.Const(1, I64),), I32, I64),
    "is not a constant": p.Assign(0, Op.COPY, (p.Const(-1, I32),), I32, I32),
    "bool in memory": p.Store(p.Reg(2), p.Const(True, BOOL), BOOL),
    "jump to": p.Goto(7),
    "there is no function": p.Call(None, "g", (), (), VOID),
    "no symbol": p.Store(p.Symbol("q"), ONE, I32),
    "do not fit": p.Call(None, "f", (p.Const(1.0, F32),), (F32,), VOID),
    "not a kernel": p.Launch("f", (ONE,) * 3, (ONE,) * 3, p.Const(0, I64), p.Const(0, PTR), (), ()),
    "not an object": p.Dead((2,)),
    "atomic, but not volatile": p.Load(0, p.Reg(2), I32, atomic=True),
    "bitcast of f64 gives no i32": p.Assign(0, Op.BITCAST, (p.Const(1.0, F64),), I32, F64),
    "is a void": p.Call(None, "f", (p.Undef(VOID),), (VOID,), VOID),
    "alignment 3": p.Load(0, p.Reg(2), I32, align=3),
    "alignment 6": p.CopyBytes(p.Reg(2), p.Reg(2), 8, src_align=6),
}


def program(*body: p.Instruction) -> p.Program:
    f = p.Function("f", "f", (Variable("a", "int"),), (I32,), VOID, (*body, p.Return()), (I32, BOOL, PTR))
    return p.Program({"f": f})


def test_a_sound_program_passes() -> None:
    verify(program(p.Assign(1, Op.SLT, (p.Reg(0), ONE), BOOL, I32), p.Branch(p.Reg(1), 0, 2)))


@pytest.mark.parametrize("message", BROKEN)
def test_a_broken_instruction_is_found(message: str) -> None:
    with pytest.raises(InvalidProgram, match=message):
        verify(program(BROKEN[message]))


def test_control_must_not_fall_off_the_end() -> None:
    broken = program()
    broken.functions["f"].body = (p.Declare(0, Variable("a", "int")),)
    with pytest.raises(InvalidProgram, match="falls off"):
        verify(broken)


def test_an_initial_value_lies_in_its_global() -> None:
    broken = program()
    start = (p.Initial(4, I8, p.Const(0, I8)),)
    broken.globals["g"] = p.Global("g", Variable("g", "int"), 4, 4, p.Space.HOST_GLOBAL, start)
    with pytest.raises(InvalidProgram, match="outside"):
        verify(broken)


def kernel(*parameters: p.Parameter, arguments: tuple[tuple[int, int], ...] | None) -> p.Program:
    """A kernel with one parameter of four bytes in its register."""
    made = program()
    made.functions["f"].is_kernel, made.functions["f"].arguments = True, arguments
    made.parameters["f"] = parameters
    return made


NUMBER = p.Parameter(Variable("n", "int"), 4)
POINTER = p.Parameter(Variable("p", "int *"), 8, Variable("", "int"), 4, I32)
RECORD = Member(Variable("r", "S", record="S"), 0, 4)
EMPTY = Member(Variable("a", "int[0]"), 0, 4, I32, (0,))
DECLARED = {
    "does not say where": kernel(NUMBER, arguments=None),
    "no argument 1": kernel(NUMBER, arguments=((1, 0),)),
    "4 bytes at 2": kernel(NUMBER, arguments=((0, 2),)),
    "a pointer in no register": kernel(NUMBER, POINTER, arguments=((0, 0),)),
    "holds itself": p.Program(layouts={"S": Layout("S", 4, (RECORD,))}),
    "extents of a member": p.Program(layouts={"S": Layout("S", 4, (EMPTY,))}),
    "f is not a kernel": p.Program(kernel="f"),
    "there is no function g": p.Program(kernel(NUMBER, arguments=((0, 0),)).functions, launchers={"f": "g"}),
}


def test_a_sound_kernel_passes() -> None:
    verify(kernel(NUMBER, arguments=((0, 0),)))


@pytest.mark.parametrize("message", DECLARED)
def test_a_broken_declaration_is_found(message: str) -> None:
    with pytest.raises(InvalidProgram, match=message):
        verify(DECLARED[message])
