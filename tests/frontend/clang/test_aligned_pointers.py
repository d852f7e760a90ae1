"""Pointers that are rounded to a multiple of a number, which clang knows as an intrinsic, stay in their objects."""

from pathlib import Path

import pytest

from cudabmc import Options, verify

PROGRAM = """#include <assert.h>
#include <cuda_runtime.h>
#include <stdint.h>
{where} void f(char *p) {{
    for (int i = 0; i < 32; i++) {{
        char *down = __builtin_align_down(p + i, 16), *up = __builtin_align_up(p + i, 16);
        assert(down == p + i / 16 * 16 && up == p + (i + 15) / 16 * 16);
        *down = 1;
        {more}
    }}
}}
int main() {{ char *p; cudaMallocManaged(&p, 32); {call} cudaDeviceSynchronize(); cudaFree(p); }}
"""
CALLS = {"__host__": "f(p);", "__global__": "f<<<1, 1>>>(p);"}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("more", "properties"), [("", []), ("*up = 1;", ["bounds"])])
@pytest.mark.parametrize("where", CALLS)
def test_a_pointer_is_rounded_in_its_object(where: str, more: str, properties: list[str], tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM.format(where=where, call=CALLS[where], more=more))
    result = verify([str(source)], Options(frontend="clang"))
    assert [v.prop for v in result.violations] == properties, result.violations
