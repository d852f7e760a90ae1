"""Which memory an address is in, in launches that run at once: the answers are those of the interpreter."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from tests.native.kernels.answers import Answer, compare_source

KERNEL = """#include <cuda_runtime.h>
__constant__ int of_constant = 5;
__constant__ int zeros[16];
__device__ int of_global = 6;
__managed__ int of_managed = 7;
__device__ int *held;
__global__ void k(int *a, int *given, unsigned long long *kept) {{
    __shared__ int near[32];
    extern __shared__ int dynamic[];
    int own = 3, mine[4] = {{1, 2, 3, 4}}, t = threadIdx.x, v = 0;
    near[t] = t;
    {body}
    a[t] = v + own + mine[t & 3] + near[t];
}}
int main() {{
    int *a, *given, *kept;
    cudaMalloc((void **)&a, 128);
    cudaMalloc((void **)&kept, 256);
    cudaMemset(kept, 0, 256);
    {allocate}
    k<<<1, 32, 64>>>(a, given, (unsigned long long *)kept);
    return cudaDeviceSynchronize() != 0;
}}
"""

DEVICE = "cudaMalloc((void **)&given, 64);"
MEMORIES = {
    "memory of the device": DEVICE,
    "managed memory": "cudaMallocManaged((void **)&given, 64);",
    "pinned memory": "cudaMallocHost((void **)&given, 64);",
    "no memory": "given = NULL;",
    "a small number": "given = (int *)16;",
    "memory of the host": "given = (int *)malloc(64);",
    "memory that was freed": DEVICE + " cudaFree(given);",
    "a place behind the memory": DEVICE + " given += 16;",
}

POINTERS = ("given", "a", "near", "near + t", "dynamic", "&own", "mine", "&of_constant", "&of_global", "&of_managed",
            "(t > 3 ? near : a)", "(t > 40 ? &own : given)", "(int *)kept[t]")  # fmt: skip


@pytest.fixture(autouse=True)
def at_any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches that are not worth it run at once, too."""
    monkeypatch.setattr(at_once, "WORTH", 0)


def answered(folder: Path, body: str, allocate: str = DEVICE, frontend: str = "c") -> tuple[Answer, int]:
    """The answer of the interpreter, after a comparison."""
    return compare_source(folder, KERNEL.format(body=body, allocate=allocate), frontend)


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("pointer", POINTERS)
def test_kernels_ask_which_memory_a_pointer_leads_to(tmp_path, pointer, frontend) -> None:
    names = ((1, "Global"), (2, "Shared"), (4, "Local"), (8, "Constant"))
    asked = (f"{n} * __is{name}({pointer})" for n, name in names)
    found, taken = answered(tmp_path, f"v = {' + '.join(asked)};", frontend=frontend)
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("memory", MEMORIES)
def test_they_are_told_of_all_memory_that_they_are_given(tmp_path, memory, frontend) -> None:
    body = "v = __isGlobal(given) + 2 * __isShared(given) + 4 * __isLocal(given) + 8 * __isConstant(given);"
    answered(tmp_path, body, MEMORIES[memory], frontend)


@pytest.mark.parametrize("memory, native", [(DEVICE, 1), ("given = (int *)malloc(64);", 0), ("given = NULL;", 1)])
def test_memory_that_a_pointer_in_memory_leads_to_is_looked_for(tmp_path, memory, native) -> None:
    launch = "k<<<1, 32, 64>>>(a, NULL, (unsigned long long *)kept); exit(cudaDeviceSynchronize() != 0);"
    set_up = f"{memory} cudaMemcpyToSymbol(held, &given, 8); {launch}"
    _, taken = answered(tmp_path, "v = __isGlobal(held) + 2 * __isShared(held);", set_up)
    assert taken == native


GLOBAL = "kept[t] = __cvta_generic_to_global({}); v = *(int *)__cvta_global_to_generic(kept[t]);"


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("pointer", ["given", "a", "&of_global", "&of_managed"])
def test_addresses_of_global_memory_go_both_ways_at_once(tmp_path, pointer, frontend) -> None:
    initial = DEVICE + " cudaMemset(given, 1, 64); cudaMemset(a, 1, 128);"
    found, taken = answered(tmp_path, GLOBAL.format(pointer), initial, frontend)
    assert (found.verdict, taken) == (("FAILED" if pointer == "a" else "SUCCESSFUL"), int(pointer != "a"))


WRONG = {
    "a shared address as a global one": GLOBAL.format("near"),
    "a local address as a global one": GLOBAL.format("&own"),
    "a constant address as a global one": GLOBAL.format("&of_constant"),
    "a local address as one that nobody needs": "__cvta_generic_to_global(t > 30 ? &own : given);",
    "a global address as a shared one": "kept[t] = __cvta_generic_to_shared(given);",
    "a global address as a local one": "kept[t] = __cvta_generic_to_local(given);",
}


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_an_address_of_another_memory_is_a_violation(tmp_path, body, frontend) -> None:
    found, taken = answered(tmp_path, body, frontend=frontend)
    assert (found.properties, taken) == ({"api-misuse"}, 0)


@pytest.mark.parametrize("memory", MEMORIES)
def test_so_is_what_is_no_memory(tmp_path, memory) -> None:
    found, _ = answered(tmp_path, "kept[t] = __cvta_generic_to_global(given);", MEMORIES[memory])
    wrong = memory in ("no memory", "a small number", "memory of the host", "memory that was freed")
    assert found.properties == ({"api-misuse"} if wrong else set())


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_addresses_of_shared_memory_are_those_of_the_interpreter(tmp_path, frontend) -> None:
    body = "kept[t] = __cvta_generic_to_shared(near + t); v = *(int *)__cvta_shared_to_generic(kept[t]);"
    found, taken = answered(tmp_path, body, frontend=frontend)
    assert (found.verdict, taken) == ("SUCCESSFUL", 0)


def test_a_launch_with_memory_of_another_kind_is_no_repetition(tmp_path) -> None:
    launches = """
    int *other;
    cudaMalloc((void **)&given, 64); cudaMemset(given, 0, 64);
    cudaGetSymbolAddress((void **)&other, zeros);
    k<<<1, 32, 64>>>(a, given, (unsigned long long *)kept);
    k<<<1, 32, 64>>>(a, other, (unsigned long long *)kept);
    return cudaDeviceSynchronize() != 0;"""
    found, taken = answered(tmp_path, "v = __isConstant(given);", launches)
    assert (found.verdict, taken) == ("SUCCESSFUL", 2)
