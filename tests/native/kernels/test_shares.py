"""The blocks of a launch on several cores: the same answers as on one, and as in the interpreter."""

import time
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from cudabmc.native.kernels import at_once, shares
from cudabmc.native.kernels.launch import NativeLaunches
from cudabmc.options.table import Options
from cudabmc.process import cores
from cudabmc.state.plan import Plan
from cudabmc.state.thread import Thread as RunningThread
from cudabmc.verification.pipeline import load, verify
from tests.native.kernels.answers import Answer, answer, change_in_place, compare, share_out
from tests.native.kernels.random_kernels import kernel

pytestmark = pytest.mark.one_in(2)

OPTIONS = Options(context_bound=0, max_interleavings=20, order_abstraction=False)
SECONDS = 20.0


@pytest.fixture(autouse=True)
def shared(monkeypatch: pytest.MonkeyPatch) -> list[range]:
    """Every launch runs at once, and three cores share it out."""
    monkeypatch.setattr(at_once, "WORTH", 0)
    return share_out(monkeypatch, 3)


def check(tmp_path: Path, shared: list[range], seeds: range, own: bool | None = None) -> None:
    taken = 0
    for seed in seeds:
        source = tmp_path / f"kernel{seed}.cu"
        source.write_text(kernel(seed, own))
        taken += compare(load([str(source)], OPTIONS), OPTIONS, SECONDS)[1]
    assert taken > len(seeds) // 4 and len(shared) > len(seeds) // 4


def test_random_kernels(tmp_path: Path, shared: list[range]) -> None:
    check(tmp_path, shared, range(3000, 3003))


@pytest.mark.long
@pytest.mark.at_most(4)
@pytest.mark.parametrize("first", range(3100, 3700, 60))
def test_more_random_kernels(tmp_path: Path, shared: list[range], first: int) -> None:
    check(tmp_path, shared, range(first, first + 60))


@pytest.mark.long
@pytest.mark.at_most(3)
@pytest.mark.parametrize("first", range(3700, 4000, 60))
def test_random_kernels_in_place(
    tmp_path: Path, shared: list[range], monkeypatch: pytest.MonkeyPatch, first: int
) -> None:  # fmt: skip
    change_in_place(monkeypatch)
    check(tmp_path, shared, range(first, first + 60))


PROGRAM = """#include <cuda_runtime.h>
#include <stdio.h>
#include <assert.h>
__global__ void k(int *a, const int *b, int n) {
    __shared__ int s[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = b[i];
    __syncthreads();
    BODY
}
int main() {
    enum { N = 7 * 8 };
    int h[N], *a, *b;
    for (int i = 0; i < N; i++) h[i] = i;
    cudaMalloc((void **)&a, sizeof h);
    cudaMalloc((void **)&b, sizeof h);
    SETUP
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<GRID, 8>>>(a, b, N);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    CHECK
    return 0;
}
"""


def ran(
    tmp_path: Path, body: str, *, setup: str = "", check: str = "", grid: str = "7"
) -> tuple[Answer, int]:  # fmt: skip
    """The answer of a kernel with this body, and how many launches ran at once."""
    source = tmp_path / "main.cu"
    parts = {"BODY": body, "SETUP": setup, "CHECK": check, "GRID": grid}
    text = PROGRAM
    for name, part in parts.items():
        text = text.replace(name, part)
    source.write_text(text)
    return compare(load([str(source)], OPTIONS), OPTIONS, SECONDS)


ALL_SET = "for (int i = 0; i < N; i++) assert(h[i] == 2 * i);"


def test_each_block_runs_once(tmp_path: Path, shared: list[range]) -> None:
    found, taken = ran(tmp_path, "a[i] = 2 * s[threadIdx.x];", check=ALL_SET)
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)
    assert shared == [range(2, 4), range(4, 7)]


def test_blocks_have_their_coordinates(tmp_path: Path, shared: list[range]) -> None:
    place = "(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x"
    found, taken = ran(
        tmp_path, f"a[8 * ({place}) + threadIdx.x] = 100 * blockIdx.z + 10 * blockIdx.y + blockIdx.x + b[0];",
        check="for (int i = 0; i < 48; i++) assert(h[i] == 100 * (i / 24) + 10 * (i / 8 % 3));",
        grid="dim3(1, 3, 2)",
    )  # fmt: skip
    assert (found.verdict, taken) == ("SUCCESSFUL", 1) and shared == [range(2, 4), range(4, 6)]


def test_what_only_some_blocks_set_is_known(tmp_path: Path, shared: list[range]) -> None:
    body = "if (blockIdx.x % 2 == 0) a[i] = 2 * s[threadIdx.x];"
    check = "for (int i = 0; i < N; i++) if (i / 8 % 2 == 0) assert(h[i] == 2 * i);"
    found, taken = ran(tmp_path, body, check=check)
    assert (found.verdict, taken, len(shared)) == ("SUCCESSFUL", 1, 2)
    found, taken = ran(tmp_path, body, check="if (h[8]) printf(\"set\");")
    assert found.properties == {"uninitialised-use"} and taken


RACES = [
    "a[blockIdx.x == 6 ? threadIdx.x : i] = 1;",
    "a[i] = blockIdx.x == 6 ? a[threadIdx.x] : 1;",
    "if (blockIdx.x == 6) a[i] = 1; else if (blockIdx.x == 0) a[i] = a[6 * 8 + threadIdx.x];",
    "if (blockIdx.x == 0) a[i] = 1; else if (blockIdx.x == 3) a[i] = a[threadIdx.x];",
]


@pytest.mark.parametrize("body", RACES)
@pytest.mark.parametrize("in_place", [False, True])
def test_shares_race(
    tmp_path: Path, shared: list[range], monkeypatch: pytest.MonkeyPatch, body: str, in_place: bool
) -> None:  # fmt: skip
    if in_place:
        change_in_place(monkeypatch)
    found, _ = ran(tmp_path, body, setup="cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);")
    assert found.properties == {"data-race"} and shared


def test_shares_may_read_the_same(tmp_path: Path, shared: list[range]) -> None:
    found, taken = ran(tmp_path, "a[i] = b[0] + b[n - 1] + s[0];")
    assert (found.verdict, taken, len(shared)) == ("SUCCESSFUL", 1, 2)


@pytest.mark.parametrize("block", [0, 3, 6])
def test_any_share_may_find_a_violation(tmp_path: Path, shared: list[range], block: int) -> None:
    found, taken = ran(tmp_path, f"a[i + (blockIdx.x == {block} && threadIdx.x == 7 ? n : 0)] = 1;")
    assert found.properties == {"bounds"} and not taken and shared


def test_blocks_have_shared_atomics_of_their_own(tmp_path: Path, shared: list[range]) -> None:
    counts = "if (threadIdx.x == 0) c = 0; __syncthreads(); atomicAdd(&c, 1); __syncthreads();"
    body = f"__shared__ int c; {counts} a[i] = c;"
    found, taken = ran(tmp_path, body, check="for (int i = 0; i < N; i++) assert(h[i] == 8);")
    assert (found.verdict, taken, len(shared)) == ("SUCCESSFUL", 1, 2)


def test_atomics_on_what_all_blocks_have_are_not_shared_out(tmp_path: Path, shared: list[range]) -> None:
    found, taken = ran(
        tmp_path, "atomicAdd(&a[i % 2], 1);", setup="cudaMemset(a, 0, sizeof h);", check="assert(h[0] == 28);"
    )
    assert (found.verdict, taken, shared) == ("SUCCESSFUL", 1, [])


def test_without_threads_one_core_does_it(
    tmp_path: Path, shared: list[range], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    started: list[Thread] = []
    original = Thread.start

    def start(self: Thread) -> None:
        nonlocal started
        if self.name == shares.THREAD and started:
            raise RuntimeError("can't start new thread")
        started += [self] if self.name == shares.THREAD else []
        original(self)

    monkeypatch.setattr(Thread, "start", start)
    found, taken = ran(tmp_path, "a[i] = 2 * s[threadIdx.x];", check=ALL_SET)
    assert (found.verdict, taken, len(shared)) == ("SUCCESSFUL", 1, 2)
    assert len(started) == 1 and not started[0].is_alive()


def test_stamps_that_would_be_too_large_are_not_made(
    tmp_path: Path, shared: list[range], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(shares, "MOST_BYTES", 4 * 300)
    found, taken = ran(tmp_path, "a[i] = 2 * s[threadIdx.x];", check=ALL_SET)
    assert (found.verdict, taken, shared) == ("SUCCESSFUL", 1, [range(3, 7)])


def test_instructions_are_those_of_one_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "main.cu"
    text = PROGRAM.replace("BODY", "a[i] = s[0];").replace("GRID", "7")
    source.write_text(text.replace("SETUP", "").replace("CHECK", ""))
    found = set[int]()
    for count in (3, 1):
        monkeypatch.setattr(cores, "usable", partial(int, count))
        found.add(verify([str(source)], OPTIONS).statistics.instructions)
    assert len(found) == 1


BUSY = """#include <cuda_runtime.h>
#include <assert.h>
__global__ void turn(int *a) {
    __shared__ int s[8];
    int x = blockIdx.x;
    for (int r = 0; r < 2000; r++) {
        s[threadIdx.x] = x + r;
        __syncthreads();
        x = s[(threadIdx.x + 1) % 8] - r;
        __syncthreads();
    }
    a[blockIdx.x * 8 + threadIdx.x] = x;
}
__global__ void mix(char *a, int n) {
    for (int i = threadIdx.x * gridDim.x + blockIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] = 1;
}
int main() {
    int h[48], *a;
    cudaMalloc((void **)&a, sizeof h);
    turn<<<6, 8>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 48; i++) assert(h[i] == i / 8);
    const int n = 1 << 20;
    static char c[n];
    char *b;
    cudaMalloc((void **)&b, n);
    mix<<<6, 32>>>(b, n);
    cudaMemcpy(c, b, n, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) if (!c[i]) return 1;
    return 0;
}
"""


@pytest.mark.long
def test_shares_have_shared_memory_and_marks_of_their_own(tmp_path: Path, shared: list[range]) -> None:
    source = tmp_path / "main.cu"
    source.write_text(BUSY)
    found, taken = answer(load([str(source)], OPTIONS), OPTIONS, SECONDS)
    assert (found.verdict, taken, len(shared)) == ("SUCCESSFUL", 2, 4)


@pytest.mark.long
@pytest.mark.parametrize("block", [0, 3])
def test_a_share_that_stops_ends_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    seconds: list[float] = []
    original = NativeLaunches.run

    def run(self: NativeLaunches, plan: Plan, by: RunningThread) -> int | None:
        start = time.monotonic()
        try:
            return original(self, plan, by)
        finally:
            seconds.append(time.monotonic() - start)

    monkeypatch.setattr(NativeLaunches, "run", run)
    source = tmp_path / "main.cu"
    text = FOREVER.replace("BLOCK", str(3 - block))
    source.write_text(text.replace("] = x;", f" + (blockIdx.x == {block} ? 999 : 0)] = x;"))
    answer(load([str(source)], OPTIONS), OPTIONS, 4)
    assert seconds and seconds[0] < 3


FOREVER = """#include <cuda_runtime.h>
__global__ void k(int *a) {
    unsigned x = threadIdx.x;
    if (blockIdx.x == BLOCK) while (x != 1) x = x * 2 + 2;
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
int main() {
    int *a;
    cudaMalloc((void **)&a, 4 * 8 * 4);
    k<<<4, 8>>>(a);
    return 0;
}
"""


@pytest.mark.long
@pytest.mark.parametrize("block", [0, 3])
def test_the_time_ends_all_shares(tmp_path: Path, shared: list[range], block: int) -> None:
    source = tmp_path / "main.cu"
    source.write_text(FOREVER.replace("BLOCK", str(block)))
    program, start = load([str(source)], OPTIONS), time.monotonic()
    found, _ = answer(program, OPTIONS, 1.5)
    assert found.reason.startswith("time ran out") and shared and time.monotonic() - start < 5
