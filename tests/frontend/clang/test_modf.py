"""modf, which clang knows as an intrinsic, takes numbers apart on both sides."""

from pathlib import Path

import pytest

from cudabmc import Options, verify


@pytest.mark.one_in(2)
@pytest.mark.parametrize("where", ["__host__", "__global__"])
def test_a_number_falls_into_its_whole_part_and_its_fraction(where: str, tmp_path: Path) -> None:
    call = "f();" if where == "__host__" else "f<<<1, 1>>>(); cudaDeviceSynchronize();"
    source = tmp_path / "a.cu"
    source.write_text(
        "#include <assert.h>\n#include <math.h>\n"
        f"{where} void f() {{\n"
        "  double whole = 0; assert(modf(-2.75, &whole) == -0.75 && whole == -2.0);\n"
        "  float part = 0; assert(modff(5.25f, &part) == 0.25f && part == 5.0f);\n"
        f"}}\nint main() {{ {call} }}\n"
    )
    result = verify([str(source)], Options(frontend="clang"))
    assert [v.message for v in result.violations] == []
    assert result.verdict.name == "SUCCESSFUL"
