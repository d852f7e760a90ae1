"""Random instructions are read back as they were printed."""

import dataclasses
import functools
import operator
import typing

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.goto import program as p
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.reader import parse_program
from cudabmc.goto.syntax import ROWS
from cudabmc.goto.text import print_program
from cudabmc.goto.types import BOOL, F16, F32, F64, PTR, VOID, IntType, Type
from cudabmc.goto.variable import Variable
from cudabmc.source.location import Location

NUMBERS = st.integers(0, 10**8)
WORDS = (
    "r5",
    "true",
    "undef",
    "end",
    "inf",
    "nan",
    "-1",
    "x.i32",
    "a b",
    'a"b',
    "",
    "L3",
    "atomic",
    "#",
    "@",
    "\u2028",
)
TEXTS = st.one_of(st.sampled_from(WORDS), st.text(max_size=8))
TYPES = st.one_of(st.sampled_from((BOOL, PTR, VOID, F16, F32, F64)), st.integers(1, 9999).map(IntType))


def constants(type: Type) -> st.SearchStrategy[p.Const]:
    if isinstance(type, IntType):
        return st.integers(0, (1 << type.width) - 1).map(lambda value: p.Const(value, type))
    if type == PTR:
        return NUMBERS.map(lambda value: p.Const(value, type))
    return (st.booleans() if type == BOOL else st.floats(allow_nan=False)).map(lambda value: p.Const(value, type))


OPERANDS: st.SearchStrategy[p.Operand] = st.one_of(
    st.builds(p.Reg, NUMBERS),
    st.builds(p.Symbol, TEXTS, st.integers(-(10**20), 10**20)),
    st.builds(p.Undef, TYPES, TEXTS),
    st.sampled_from((BOOL, PTR, F16, F32, F64, IntType(1), IntType(32), IntType(128))).flatmap(constants),
)
LOCATIONS = st.builds(Location, st.sampled_from(("a.cu", "b c.h", "")), NUMBERS, NUMBERS, TEXTS)
BY_TYPE: dict[object, st.SearchStrategy[typing.Any]] = {
    int: NUMBERS,
    int | None: st.none() | NUMBERS,
    bool: st.booleans(),
    str: TEXTS,
    Type: TYPES,
    Op: st.sampled_from(Op),
    Checks: st.lists(st.sampled_from(Checks)).map(lambda found: functools.reduce(operator.or_, found, Checks.NONE)),
    Location: LOCATIONS,
    p.Operand: OPERANDS,
    p.Operand | None: st.none() | OPERANDS,
    str | p.Operand: TEXTS | OPERANDS,
    Variable: st.builds(Variable, TEXTS, TEXTS, st.booleans(), TEXTS, TEXTS),
    tuple[int, ...]: st.lists(NUMBERS).map(tuple),
    tuple[str, ...]: st.lists(TEXTS).map(tuple),
    tuple[Type, ...]: st.lists(TYPES, min_size=3, max_size=3).map(tuple),
    tuple[p.Operand, ...]: st.lists(OPERANDS, min_size=3, max_size=3).map(tuple),
    tuple[p.Operand, p.Operand, p.Operand]: st.tuples(OPERANDS, OPERANDS, OPERANDS),
}
"""Random values for the attributes of instructions, by the types that their classes give them."""


def instructions(cls: type) -> st.SearchStrategy[p.Instruction]:
    hints = typing.get_type_hints(cls)
    return st.builds(cls, **{field.name: BY_TYPE[hints[field.name]] for field in dataclasses.fields(cls)})


BODIES = st.tuples(*map(instructions, ROWS))  # one of each


def program(body: tuple[p.Instruction, ...], loc: Location) -> p.Program:
    return p.Program({"f": p.Function("f", "f", (), (), VOID, body, (), loc)})


@given(BODIES, LOCATIONS)
def test_each_instruction_is_read_back_as_it_was(body: tuple[p.Instruction, ...], loc: Location) -> None:
    printed = program(body, loc)
    assert parse_program(print_program(printed)) == printed
