"""Inputs that are asked for in branches: a replay, which takes one side of each, finds the right ones again."""

from pathlib import Path

import pytest

from cudabmc import Options, verify

PROGRAMS = {
    "both sides ask": "int a; if (nondet_int()) a = nondet_int(); else { a = nondet_int(); assert(a != 5); }",
    "some rounds ask": """int n = 0;
        for (int i = 0; i < 4; i++)
            if (nondet_int() == 3) { int a = nondet_int(); __ESBMC_assume(a > 0 && a < 10); n += a; }
        assert(n != 17);""",
    "allocations on both sides": "void *p; if (nondet_int()) p = malloc(1); else { p = malloc(2); assert(p); }",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_violation_behind_inputs_in_branches_is_confirmed(name: str, tmp_path: Path) -> None:
    source = tmp_path / "branches.cu"
    source.write_text(f"#include <assert.h>\n#include <stdlib.h>\nint main() {{ {PROGRAMS[name]} }}\n")
    result = verify([str(source)], Options(force_malloc_success=False))
    assert [violation.prop for violation in result.violations] == ["assertion"]
