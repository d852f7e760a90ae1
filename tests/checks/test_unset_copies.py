"""What nobody has set stays what it is when it is copied."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify

PROGRAM = """
#include <cassert>
#include <cstdlib>
#include <cstring>
struct Padded { char c; int x; };
int main() {
    Padded *a = new Padded[SIZE], *b = new Padded[SIZE];
    for (int i = 0; i < SIZE; i++) { a[i].c = i; a[i].x = i; }
    memcpy(b, a, SIZE * sizeof(Padded));
    assert(memcmp(a, b, SIZE * sizeof(Padded)) == 0);
    memcpy(b + 1, a, (SIZE - 1) * sizeof(Padded));
    assert(memcmp(b + 1, a, (SIZE - 1) * sizeof(Padded)) == 0);
    b[SIZE / 2].x++;
    assert(memcmp(b + 1, a, (SIZE - 1) * sizeof(Padded)) != 0);
}
"""


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("size", [4, 40])
def test_copies_of_structs_equal_their_sources_with_their_padding(size: int, native: bool, tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM.replace("SIZE", str(size)))
    result = verify(str(source), native=native, check=("assertion",))
    assert result.verdict is Verdict.SUCCESSFUL, result


def test_large_arrays_that_nobody_has_set_are_copied_at_once(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("""
#include <cassert>
#include <cuda_runtime.h>
int main() {
    const long n = 1 << 26;
    int *a = new int[n], *b = new int[n], *d;
    cudaMalloc(&d, n * sizeof(int));
    a[7] = 3;
    cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(b, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    assert(b[7] == 3);
    assert(b[n - 5] == a[n - 5]);
    a[n - 5]++;
    assert(b[n - 5] != a[n - 5]);
}
""")
    assert verify(str(source), timeout=60.0, no_check=("uninitialised-use",)).verdict is Verdict.SUCCESSFUL
