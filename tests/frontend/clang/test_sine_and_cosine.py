"""Functions of <math.h> that clang knows as intrinsics mean the same as when they are called."""

from pathlib import Path

import pytest

from cudabmc import Options, verify


@pytest.mark.one_in(2)
@pytest.mark.parametrize("where", ["__host__", "__global__"])
def test_sine_and_cosine_at_once_are_both(where: str, tmp_path: Path) -> None:
    call = "f();" if where == "__host__" else "f<<<1, 1>>>(); cudaDeviceSynchronize();"
    source = tmp_path / "a.cu"
    source.write_text(
        "#include <assert.h>\n#include <math.h>\n"
        f"{where} void f() {{\n"
        "  float s = 0, c = 0; sincosf(0.5f, &s, &c); assert(s == sinf(0.5f) && c == cosf(0.5f) && s < c);\n"
        "  double t = 0, d = 0; sincos(2.5, &t, &d); assert(t == sin(2.5) && d == cos(2.5) && d < 0);\n"
        f"}}\nint main() {{ {call} }}\n"
    )
    result = verify([str(source)], Options(frontend="clang"))
    assert [v.message for v in result.violations] == []
    assert result.verdict.name == "SUCCESSFUL"
