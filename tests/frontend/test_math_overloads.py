"""Functions of mathematics with integer arguments: those count as double (C++17 [cmath.syn]/2)."""

import pytest

from cudabmc import Verdict, verify

CALLS = {
    "frexp(i, &k)": "double", "ldexp(i, 3)": "double", "scalbn(i, 2)": "double", "remquo(i, 3, &k)": "double",
    "sqrt(i)": "double", "pow(i, 2)": "double", "fmax(i, 2)": "double", "fmax(1.0f, 2.0f)": "float",
    "ldexp(2.0f, i)": "float", "fmax(1.0f, 2.0)": "double",
}  # fmt: skip


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_the_type_of_a_call_is_that_of_the_standard_library(frontend: str) -> None:
    checks = "\n".join(f"    assert(sizeof({call}) == sizeof({type}));" for call, type in CALLS.items())
    used = "\n".join(f"    (void){call};" for call in CALLS)
    source = f"#include <assert.h>\n#include <math.h>\nint main() {{\n    int i = 4, k = 0;\n{used}\n{checks}\n}}\n"
    assert verify(source, frontend=frontend).verdict is Verdict.SUCCESSFUL
