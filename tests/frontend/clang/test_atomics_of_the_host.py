"""The host and a kernel pass messages by atomics of the whole system (libcu++, "Thread Scopes"), and only by those."""

from pathlib import Path

import pytest

from cudabmc import Options, verify
from cudabmc.result import Verdict

FROM_KERNEL = """
#include <cassert>
#include <cuda/atomic>
using Flag = cuda::atomic<int, cuda::thread_scope_{scope}>;
struct Box { Flag full; int data; };
__global__ void put(Box *box) { box->data = 5; box->full.store(1, cuda::memory_order_{order}); }
int main() {
    Box *box;
    {allocate}
    new (&box->full) Flag(0);
    put<<<1, 1>>>(box);
    while (box->full.load(cuda::memory_order_acquire) == 0) {}
    assert(box->data == 5);
    cudaDeviceSynchronize();
}
"""
TO_KERNEL = """
#include <cassert>
#include <cuda/atomic>
using Flag = cuda::atomic<int, cuda::thread_scope_{scope}>;
__global__ void get(Flag *full, int *data) {
    while (full->load(cuda::memory_order_acquire) == 0) {}
    assert(*data == 5);
}
int main() {
    Flag *full;
    int *data;
    cudaMallocManaged(&full, sizeof(Flag));
    cudaMallocManaged(&data, sizeof(int));
    new (full) Flag(0);
    get<<<1, 1>>>(full, data);
    *data = 5;
    full->store(1, cuda::memory_order_{order});
    cudaDeviceSynchronize();
}
"""
BUILTINS = """
#include <cassert>
__global__ void put(int *full, int *data) { *data = 5; __threadfence{scope}(); atomicExch{scope}(full, 1); }
static int is_full(const int *full) { return __atomic_load_n(full, __ATOMIC_ACQUIRE); }
int main() {
    int *full, *data;
    cudaMallocManaged(&full, sizeof(int));
    cudaMallocManaged(&data, sizeof(int));
    *full = 0;
    put<<<1, 1>>>(full, data);
    while (!is_full(full)) {}
    assert(*data == 5);
    cudaDeviceSynchronize();
}
"""
MANAGED, PINNED = "cudaMallocManaged(&box, sizeof(Box));", "cudaMallocHost(&box, sizeof(Box));"


def _races(text: str, folder: Path, **replaced: str) -> bool:
    for name, by in replaced.items():
        text = text.replace("{" + name + "}", by)
    source = folder / "program.cu"
    source.write_text(text)
    result = verify([str(source)], Options(frontend="clang", timeout=60))
    assert {v.prop for v in result.violations} <= {"data-race"}
    assert result.verdict is (Verdict.FAILED if result.violations else Verdict.SUCCESSFUL)
    return bool(result.violations)


@pytest.mark.parametrize(
    ("scope", "order", "allocate", "races"),
    [
        ("system", "release", MANAGED, False),
        ("system", "release", PINNED, False),
        ("system", "relaxed", MANAGED, True),
        ("device", "release", MANAGED, True),
    ],
)
def test_the_host_acquires_what_a_kernel_has_released_for_the_whole_system(
    scope: str, order: str, allocate: str, races: bool, tmp_path: Path
) -> None:
    assert _races(FROM_KERNEL, tmp_path, scope=scope, order=order, allocate=allocate) is races


@pytest.mark.parametrize(("scope", "order", "races"), [("system", "release", False), ("device", "release", True)])
def test_a_kernel_acquires_what_the_host_has_released_for_the_whole_system(
    scope: str, order: str, races: bool, tmp_path: Path
) -> None:
    assert _races(TO_KERNEL, tmp_path, scope=scope, order=order) is races


@pytest.mark.parametrize(("scope", "races"), [("_system", False), ("", True)])
def test_the_host_may_wait_in_a_function_that_it_calls(scope: str, races: bool, tmp_path: Path) -> None:
    assert _races(BUILTINS, tmp_path, scope=scope) is races


WAITING = """
#include <cassert>
#include <cuda/atomic>
__global__ void put(cuda::atomic<int> *flag) { flag->store(2); }
int main() {
    cuda::atomic<int> *flag;
    cudaMallocManaged(&flag, sizeof *flag);
    new (flag) cuda::atomic<int>(0);
    put<<<1, 1>>>(flag);
    while (flag->load() != 3) {}
}
"""
COUNTING = """
#include <cassert>
__global__ void put(int *p) { p[0] = 1; }
static bool more(char *s) { s[3]++; return s[3] < 100; }
int main() {
    int *a;
    cudaMalloc(&a, 4);
    char text[8] = "abc";
    put<<<1, 1>>>(a);
    while (more(text)) {}
    assert(text[3] == 100);
    cudaDeviceSynchronize();
    text[3] = 0;
    while (more(text)) {}
    assert(text[3] == 100);
}
"""


def test_a_wait_of_the_host_that_never_ends_is_told_at_once(tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    source.write_text(WAITING)
    result = verify([str(source)], Options(frontend="clang", timeout=60))
    assert result.verdict is Verdict.UNKNOWN
    assert any("never ends" in bound for bound in result.bounds)


def test_a_loop_whose_function_counts_in_a_variable_of_the_host_is_no_wait(tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    source.write_text(COUNTING)
    assert verify([str(source)], Options(frontend="clang", timeout=60)).verdict is Verdict.SUCCESSFUL
