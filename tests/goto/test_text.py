"""The textual form of a GOTO program."""

import dataclasses
import typing

import pytest

from cudabmc.errors import SourceError
from cudabmc.goto import program as p
from cudabmc.goto.layout import Layout, Member
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.reader import parse_program
from cudabmc.goto.syntax import INSTRUCTIONS, ROWS
from cudabmc.goto.text import print_program
from cudabmc.goto.types import BOOL, F32, F64, I8, I32, I64, PTR, VOID
from cudabmc.goto.variable import Variable
from cudabmc.source.location import Location

HERE = Location("a.cu", 3, 7)
EACH: tuple[p.Instruction, ...] = (
    p.Assign(0, Op.ADD, (p.Reg(0), p.Const(5, I32)), I32, I32, HERE, Checks.SIGNED_OVERFLOW | Checks.SHIFT),
    p.Assign(1, Op.SLT, (p.Reg(0), p.Undef(I32, "n m")), BOOL, I32, HERE),
    p.Assign(1, Op.OR, (p.Reg(1), p.Const(False, BOOL)), BOOL, BOOL),
    p.Load(0, p.Symbol("f::x", -4), I32, HERE, volatile=True),
    p.Load(0, p.Symbol("f::x", -4), I32, HERE, align=2),
    p.Load(0, p.Symbol("f::x", -4), I32, HERE, volatile=True, atomic=True),
    p.Store(p.Symbol("y", 8), p.Const(1e-09, F64), F64, Location("b.h", 1, 1, "MAX"), init=True),
    p.Store(p.Reg(2), p.Const(float("inf"), F32), F32, HERE, volatile=True),
    p.Store(p.Reg(2), p.Const(float("inf"), F32), F32, HERE, volatile=True, atomic=True),
    p.Store(p.Reg(2), p.Const(1.0, F32), F32, HERE, init=True, align=16),
    p.CopyBytes(p.Reg(2), p.Reg(2), 32, HERE, 16, 8),
    p.CopyBytes(p.Reg(2), p.Symbol('"a\n"'), 12, HERE),
    p.Alloca(2, p.Const(8, I64), 4, Variable("v", "struct S", False), HERE),
    p.Dead((2,), HERE),
    p.Call(0, "max(int,int)", (p.Reg(0), p.Const(0, PTR)), (I32, PTR), I32, HERE, "int max(int, ...)", ("int", "T *")),
    p.Call(None, p.Reg(2), (), (), VOID, HERE),
    p.Launch("k", (p.Const(1, I32),) * 3, (p.Reg(0),) * 3, p.Const(0, I64), p.Const(0, PTR), (p.Reg(0),), (I32,), HERE),
    p.Launch(
        "k", (p.Const(1, I32),) * 3, (p.Reg(0),) * 3, p.Const(0, I64), p.Const(0, PTR), (p.Reg(2),), (PTR,), HERE, True
    ),
    p.Goto(13, HERE),
    p.Branch(p.Reg(1), 0, 14, HERE),
    p.Check("bounds", p.Reg(1), 'a "size" is zero', HERE),
    p.Declare(0, Variable("n", "unsigned int", False), HERE),
    p.Unreachable(HERE),
    p.Unsupported('a "thing"', HERE),
    p.Return(p.Const(3, I32), HERE),
    p.Return(),
    p.Return(None, HERE),
)


def sample() -> p.Program:
    function = p.Function(
        "max(int,int)", "max", (Variable("n", "int"),), (I32,), I32, EACH, (I32, BOOL, PTR), HERE,
        is_kernel=True, on_device=True, launch_bounds=256, cluster=(2, 1, 1), variadic=True,
        arguments=((0, 0), (1, 8)), library=True,
    )  # fmt: skip
    variable = p.Global(
        "f::x", Variable("x", "int[3]"), 12, 4, p.Space.SHARED,
        (p.Initial(0, I8, p.Const(1, I8)), p.Initial(4, PTR, p.Symbol("y", 4))),
        read_only=True, dynamic_shared=True, loc=HERE, element=Variable("", "int"), element_size=4,
    )  # fmt: skip
    pointer = p.Parameter(Variable("s.p[1]", "int *"), 8, Variable("", "int"), 4, I32)
    table = p.Global("t", Variable("t", "S"), 16, 8, p.Space.DEVICE_GLOBAL, pointers=((8, pointer),))
    enumeration = p.Parameter(Variable("s.e", "enum E"), 4, enumerators=(0, 4294967295))
    struct = p.Parameter(Variable("s", "S", record="struct S"), 16, members=((0, enumeration), (8, pointer)))
    members = (
        Member(Variable("p", "struct S *", points_to="struct S"), 0, 8, PTR), Member(Variable("", "union"), 8, 4),
        Member(Variable("a", "int[2][3]"), 16, 24, I32, (2, 3)),
        Member(Variable("b", "int"), 12, 1, bit_field=True),
    )  # fmt: skip
    layouts = {"struct S": Layout("S", 40, members), "T#2": Layout("T", 0, (), flexible=True)}
    return p.Program(
        {function.name: function}, {variable.name: variable, table.name: table}, {"ext": HERE},
        files=("a.cu", "b c.cu"), parameters={function.name: (enumeration, struct, pointer)},
        layouts=layouts, launchers={"k": "k's stub"}, kernel="k", may_order_threads=False, may_assume=True,
        assumptions=("one", "two"), unmodelled=("f()",), has_thread_locals=True,
    )  # fmt: skip


def test_a_printed_program_is_read_back_as_it_was() -> None:
    assert parse_program(print_program(sample())) == sample()


def test_every_instruction_has_a_row() -> None:
    assert set(ROWS) == set(typing.get_args(p.Instruction))
    assert {type(i) for i in EACH} == set(ROWS)


def test_rows_have_keywords_of_their_own() -> None:
    assert len({form.keyword for form in INSTRUCTIONS}) == len(INSTRUCTIONS)
    assert ROWS[p.Assign].keyword == ""


@pytest.mark.parametrize("line", ["  0 r0:i32 = frob.i32 r0", "  0 jump L1", "  1 return", "  0 r0:i99x = load r0"])
def test_a_wrong_line_is_a_source_error_at_that_line(line: str) -> None:
    text = f"program main files\nfunction f host display f -> void\n  regs i32\n{line}\nend\n"
    with pytest.raises(SourceError) as error:
        parse_program(text)
    assert error.value.location is not None and error.value.location.line == 4


def test_all_fields_of_a_function_are_printed() -> None:
    changed = dataclasses.replace(sample().functions["max(int,int)"], is_kernel=False, on_host=False)
    program = p.Program({changed.name: changed})
    assert parse_program(print_program(program)).functions == program.functions


def test_all_fields_of_a_program_are_printed() -> None:
    plain = p.Program()
    for field in dataclasses.fields(p.Program):
        if field.name in ("outline", "run_time"):  # printing makes all functions; texts are compiled again
            continue
        assert getattr(sample(), field.name) != getattr(plain, field.name) or field.name == "main"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("goto L13", "goto L13 L14", "expected the end of the line, not 'L14'"),
        ("goto L13", "goto", "expected a label, not '@'"),
        ("goto L13", "goto 13", "expected a label, not '13'"),
        ("store f64", "store f65", "expected a type, not 'f65'"),
        ("&y+8", "&y+x", "expected a number, not 'x'"),
        ("5:i32", "five:i32", "expected an operand, not 'five'"),
        ('check "bounds"', 'check "bo\\unds"', "is not a string"),
        ("call i32", "call i64", "i64 stands here, but i32 stood before"),
        ("program main", "main", "expected 'program', not 'main'"),
        ("global t", 'global "f::x"', "'f::x' is already among the globals"),
        ("regs i32", "regs i32 ;", "'; bool ptr' is not understood"),
        ("L13:", "L12:", "instructions are numbered from 0 on, so 13 comes next, not 12"),
        ("layout", "layouts", "'layouts' is not a section of a program"),
    ],
)
def test_a_mistake_is_told_where_it_is(old: str, new: str, message: str) -> None:
    text = print_program(sample())
    assert old in text
    with pytest.raises(SourceError) as error:
        parse_program(text.replace(old, new, 1))
    assert message in error.value.message and error.value.location is not None
    line = text[: text.index(old)].count("\n") + 1
    assert error.value.location.line == line


def test_comments_and_empty_lines_are_left_out() -> None:
    text = "".join(f"# a comment\n\n{line}\n" for line in print_program(sample()).splitlines())
    assert parse_program(text) == sample()
