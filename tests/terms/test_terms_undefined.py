"""What the front ends leave in the program is what a property reports when execution comes there."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from expressions import FLOATS, operators, same, signature
from hypothesis import example, given
from hypothesis import strategies as st
from test_terms_constants import value

from cudabmc.api import verify
from cudabmc.frontend.body.fold import fold
from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.meaning.undefined import is_undefined
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Const
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32, I64, I128
from cudabmc.properties import PROPERTIES

TYPES = (BOOL, I8, I16, I32, I64, *FLOATS)
CASES = sorted({(op, type, of) for type in TYPES for op, of in operators(type, TYPES[1:5], FLOATS)}, key=str)
CONVERSIONS = (Op.FPTOSI, Op.FPTOUI)
ALL = Checks.SIGNED_OVERFLOW | Checks.SHIFT | Checks.NAN


def reported(op, type, of, args):
    """Does a property that looks at operators find it broken, when all that the front end says of it are checked?"""
    operation = SimpleNamespace(op=op, type=type, of=of, checks=ALL)
    asked = [p.operator for p in PROPERTIES.values() if p.operator is not None]
    return not all(check.holds(operation, args) for check in asked if check.looks_at(operation))


@st.composite
def operations(draw, cases=CASES):
    op, type, of = draw(st.sampled_from(cases))
    return op, type, of, tuple(draw(value(operand)) for operand in signature(op, type, of))


@given(operations())
@example((Op.SREM, I32, I32, (0x80000000, 0xFFFFFFFF)))
@example((Op.SDIV, I8, I8, (0x80, 0xFF)))
@example((Op.NEG, I16, I16, (0x8000,)))
@example((Op.SHL, I32, I32, (1, 32)))
@example((Op.FDIV, F32, F32, (0.0, 0.0)))
@example((Op.FPTOSI, I32, F64, (2147483648.0,)))
@example((Op.BITCAST, F16, I16, (0xFFFE,)))
def test_an_operation_is_folded_if_nothing_would_be_reported_and_to_what_it_means(operation):
    op, type, of, args = operation
    types = signature(op, type, of)
    folded = fold(op, tuple(Const(a, t) for a, t in zip(args, types, strict=True)), type, of, ALL)
    if op in CONVERSIONS:
        left = is_undefined(op, type, of, args)
    else:
        left = op is not Op.SELECT and reported(op, type, of, args)
    assert (folded is None) is left
    if folded is not None:
        assert folded.type == type
        assert same(folded.value, const_function(op, type, of)(*args))


@given(operations([case for case in CASES if case[0] in CONVERSIONS]))
def test_a_conversion_has_a_value_in_c_if_the_integer_type_holds_the_truncated_float(operation):
    op, type, of, (number,) = operation
    found = const_function(op, type, of)(number)
    whole = to_signed(const_function(Op.FPTOSI, I128, of)(number), 128)
    holds = number == number and whole == (to_signed(found, type.width) if op is Op.FPTOSI else found)
    assert is_undefined(op, type, of, (number,)) is not holds


@pytest.mark.parametrize("text", ["(-2147483647 - 1) % -1", "(-2147483647 - 1) / -1", "2147483647 + 1"])
def test_an_overflow_of_constants_is_reported(text: str, tmp_path: Path) -> None:
    source = tmp_path / "main.cu"
    source.write_text(f"int main() {{ return ({text}) * 0; }}\n")
    result = verify([str(source)], check=["signed-overflow"])
    assert [str(v.prop) for v in result.violations] == ["signed-overflow"]
