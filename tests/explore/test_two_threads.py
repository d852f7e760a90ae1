"""The two-thread analysis of Pereira et al. (2016), section 3.4: races show, the host is not asked."""

from pathlib import Path

from cudabmc import Options, Result, Verdict, verify

PROGRAM = """\
#include <assert.h>
__global__ void shift(int *a) {
    %s
    a[threadIdx.x + 1] = threadIdx.x;
}
int main() {
    int h[65], *d;
    cudaMalloc(&d, sizeof(h));
    shift<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 1; i < 65; i++) assert(h[i] == i - 1);
    cudaFree(d);
    return 0;
}
"""


def run(tmp_path: Path, statement: str) -> Result:
    source = tmp_path / "shift.cu"
    source.write_text(PROGRAM % statement)
    return verify([str(source)], Options(two_threads=True))


def test_a_race_of_neighbours_shows_between_two_threads(tmp_path: Path) -> None:
    (race,) = run(tmp_path, "a[threadIdx.x] = 7;").violations
    assert race.prop == "data-race"


def test_the_host_is_not_blamed_for_what_the_other_threads_did_not_write(tmp_path: Path) -> None:
    result = run(tmp_path, ";")
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.statistics.threads == 2
    assert any("only two of the 64 threads" in text for text in result.assumptions)


def test_a_launch_of_any_size_is_taken(tmp_path: Path) -> None:
    source = tmp_path / "large.cu"
    source.write_text(
        "__global__ void k(int *a) { a[0] = threadIdx.x; }\n"
        "int main() { int *d; cudaMalloc(&d, 4); unsigned n = nondet_uint();\n"
        "if (n > 1 && n < 60000) k<<<n, 1024>>>(d);\n"
        "k<<<70000, 1024>>>(d); cudaDeviceSynchronize(); cudaFree(d); return 0; }\n"
    )
    (race,) = verify([str(source)], Options(two_threads=True)).violations
    assert race.prop == "data-race"
    assert verify([str(source)]).verdict is Verdict.UNKNOWN
