"""Reads of what nobody has set, where a register holds a unit of memory first and a part of it then."""

import pytest

from cudabmc import verify

PROGRAM = """__global__ void k(int *a, int *b) {
    int w = a[threadIdx.x];
    w = w & 15;
    w = w << 2;
    USE
}
int main(void) {
    int *a, *b;
    cudaMalloc((void **)&a, 32);
    cudaMalloc((void **)&b, 32);
    SET
    k<<<1, 8>>>(a, b);
    return cudaDeviceSynchronize() != 0;
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(("use", "set", "verdict"), [
    ("", "", None),
    ("b[threadIdx.x] = w;", "", "FAILED"),
    ("b[threadIdx.x] = w;", "cudaMemset(a, 1, 32);", "SUCCESSFUL"),
])  # fmt: skip
def test_a_part_is_read_where_it_is_used(tmp_path, frontend, use, set, verdict) -> None:
    file = tmp_path / "main.cu"
    file.write_text(PROGRAM.replace("USE", use).replace("SET", set))
    result = verify(str(file), frontend=frontend, check=("uninitialised-read",))
    if verdict is None:  # nobody uses it: whether that is a read is a matter of words
        assert result.verdict.value in ("SUCCESSFUL", "FAILED")
    else:
        assert result.verdict.value == verdict
        assert {v.prop for v in result.violations} <= {"uninitialised-read"}
