"""A dim3 without an initialiser is one in each direction, wherever it lies (vector_types.h: its constructor)."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.verification.pipeline import verify

SOURCE = """
#include <cuda_runtime.h>
#include <assert.h>
struct Shape { int n; dim3 grid, blocks[2]; };
dim3 one;
dim3 several[3];
static Shape shape;
int is_one(dim3 d) { return d.x == 1 && d.y == 1 && d.z == 1; }
int main() {
    dim3 own, three[3];
    static dim3 kept;
    Shape mine;
    assert(is_one(one) && is_one(several[2]) && is_one(shape.grid) && is_one(shape.blocks[1]) && shape.n == 0);
    assert(is_one(own) && is_one(three[1]) && is_one(kept) && is_one(mine.blocks[1]));
    one.x = 2;
    assert(one.x == 2 && one.y == 1);
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_dim3_is_one_in_each_direction(frontend: str, tmp_path: Path) -> None:
    source = tmp_path / "dims.cu"
    source.write_text(SOURCE)
    options = Options(frontend=frontend)
    result = verify([str(source)], options)
    assert result.verdict.value == "SUCCESSFUL", result.violations
