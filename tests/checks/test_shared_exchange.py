"""An exchange through shared memory: with its barrier it holds at any size, without it races."""

from pathlib import Path
from time import process_time

import pytest

from cudabmc import Options, Result, Verdict, verify

EXCHANGE = """\
#include <assert.h>
#include <stdlib.h>
__global__ void rotate(const int *in, int *out, int n) {
    __shared__ int slots[256];
    int t = threadIdx.x;
    slots[t] = in[t];
    %s
    out[t] = slots[(t + 1) %% n];
}
int main() {
    const int n = %d;
    int in[n], out[n], *d_in, *d_out;
    for (int i = 0; i < n; i++) in[i] = 3 * i;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    rotate<<<1, n>>>(d_in, d_out, n);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) assert(out[i] == 3 * ((i + 1) %% n));
    return 0;
}
"""


def run(tmp_path: Path, text: str, **options: object) -> Result:
    source = tmp_path / "program.cu"
    source.write_text(text)
    return verify([str(source)], Options(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [2, 32, 256])
def test_the_exchange_with_a_barrier_verifies(threads: int, tmp_path: Path) -> None:
    result = run(tmp_path, EXCHANGE % ("__syncthreads();", threads))
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.statistics.interleavings == 1


@pytest.mark.parametrize("threads", [2, 32, 256])
def test_without_the_barrier_it_races_at_both_lines(threads: int, tmp_path: Path) -> None:
    result = run(tmp_path, EXCHANGE % ("", threads))
    (race,) = [v for v in result.violations if v.prop == "data-race"]
    assert sorted(place.loc.line for place in race.places) == [6, 8]
    assert race.object is not None
    assert race.object.name == "slots"
    assert "slots[" in race.message
    assert race.places[0].thread.thread != race.places[1].thread.thread
    assert all(place.thread.block == (0, 0, 0) for place in race.places)


def test_a_barrier_for_one_thread_alone_diverges(tmp_path: Path) -> None:
    result = run(tmp_path, EXCHANGE % ("if (t == 0) __syncthreads();", 4), data_races_check=False)
    assert ("barrier-divergence", 7) in {(v.prop, v.places[0].loc.line) for v in result.violations}


def test_an_assertion_that_only_thread_two_of_four_breaks_is_found(tmp_path: Path) -> None:
    text = (
        "#include <assert.h>\n"
        "__global__ void k() { assert(threadIdx.x != 2); }\n"
        "int main() { k<<<1, 4>>>(); cudaDeviceSynchronize(); return 0; }\n"
    )
    (violation,) = run(tmp_path, text).violations
    assert violation.prop == "assertion"
    assert violation.places[0].thread.thread == (2, 0, 0)


def test_sixteen_times_the_threads_cost_at_most_twenty_times_as_much(tmp_path: Path) -> None:
    text = (
        "__global__ void k(int *a) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = i; }}\n"
        "int main() {{ int *a; cudaMalloc(&a, {0} * 256 * sizeof(int)); k<<<{0}, 256>>>(a);"
        " cudaDeviceSynchronize(); cudaFree(a); return 0; }}\n"
    )
    seconds = []
    for blocks in (4, 64):
        tries = []
        for _ in range(3):
            start = process_time()
            assert run(tmp_path, text.format(blocks)).statistics.threads == 256 * blocks
            tries.append(process_time() - start)
        seconds.append(min(tries))
    assert seconds[1] <= 20 * seconds[0]
