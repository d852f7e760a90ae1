"""A library that calls what the GNU C library's assert calls is heard on both sides."""

from pathlib import Path

import pytest

from cudabmc import Options, verify

PROGRAM = """#include <assert.h>
#define CHECK(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
__global__ void k(int n) { CHECK(n != 8); }
int main() { int n = NUMBER; CHECK(n > 0); k<<<1, 1>>>(n); cudaDeviceSynchronize(); }
"""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("number", "line"), [(7, 0), (8, 3), (-1, 4)])
def test_a_library_s_own_assertion_macro_fails_where_it_stands(number: int, line: int, tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM)
    result = verify([str(source)], Options(frontend="clang", defines=(f"NUMBER={number}",)))
    assert [(v.prop, v.places[0].loc.line) for v in result.violations] == ([("assertion", line)] if line else [])
