"""What a proof says of an assertion quotes it, with either front end."""

from pathlib import Path

import pytest

from cudabmc import Options, verify
from cudabmc.goto.program import Const, Global, Initial, Program, Space, Symbol
from cudabmc.goto.types import I8, I16
from cudabmc.goto.variable import Variable
from cudabmc.kernel.texts import text_at

PROGRAM = """#include <assert.h>
__device__ int counter;
__global__ void k() { int old = atomicAdd(&counter, 1); assert(old < 1000); }
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_an_open_assertion_is_quoted(frontend: str, tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    source.write_text(PROGRAM)
    result = verify([str(source)], Options(frontend=frontend, prove=True, timeout=60))
    assert "assertion `old < 1000` fails" in result.proofs[0].reasons[0]


def _program(read_only: bool, *bytes: int) -> Program:
    init = tuple(Initial(at, I8, Const(byte, I8)) for at, byte in enumerate(bytes))
    made = Global("t", Variable("t", "char[]"), 4, 1, Space.HOST_GLOBAL, init, read_only)
    return Program(globals={"t": made})


def test_a_text_goes_to_its_first_zero() -> None:
    program = _program(True, 97, 98)
    assert text_at(program, Symbol("t")) == "ab"
    assert text_at(program, Symbol("t", 1)) == "b"
    wide = Global("t", Variable("t", "char[]"), 4, 1, Space.HOST_GLOBAL, (Initial(0, I16, Const(0x6261, I16)),), True)
    assert text_at(Program(globals={"t": wide}), Symbol("t")) == "ab"


def test_what_may_change_or_does_not_end_is_no_known_text() -> None:
    assert text_at(_program(False, 97), Symbol("t")) is None
    assert text_at(_program(True, 97, 98, 99, 100), Symbol("t")) is None
    assert text_at(_program(True, 97), Symbol("u")) is None
