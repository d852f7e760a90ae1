"""Dynamic shared memory of a kernel without host code: as large as the kernel needs, unless its size is given."""

from typing import Any

import pytest

from cudabmc import Result, Verdict, verify_kernel

FRONTENDS = pytest.mark.parametrize("frontend", ["c", "clang"])
NEIGHBOUR = """__global__ void k(int *a) {
    extern __shared__ int s[];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}"""
LAST = 163 * 1024 // 4 - 1  # of compute capability 8.0


def run(text: str, frontend: str, **options: Any) -> Result:
    return verify_kernel(text, grid=1, block=64, args={"a": [0] * 64}, frontend=frontend, **options)


def found(result: Result) -> list[str]:
    return [v.prop for v in result.violations]


@FRONTENDS
def test_a_size_that_is_not_given_suffices_and_is_listed(frontend: str) -> None:
    result = run(NEIGHBOUR, frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    assert any("dynamic shared memory of k: 166912 bytes" in text for text in result.assumptions)


@FRONTENDS
def test_a_missing_barrier_is_found_without_a_size_and_without_bounds(frontend: str) -> None:
    result = run(NEIGHBOUR.replace("__syncthreads();", ""), frontend, no_check=["bounds"])
    assert found(result) == ["data-race"]


@FRONTENDS
def test_a_size_that_is_given_is_the_size(frontend: str) -> None:
    assert found(run(NEIGHBOUR, frontend, shared=252)) == ["bounds"]
    assert run(NEIGHBOUR, frontend, shared=256).verdict is Verdict.SUCCESSFUL
    assert found(run(NEIGHBOUR, frontend, shared=0)) == ["bounds"]


@FRONTENDS
def test_what_no_block_can_have_is_beyond_the_end(frontend: str) -> None:
    write = "__global__ void k(int *a) {{ extern __shared__ int s[]; if (threadIdx.x == 0) s[{}] = 1; }}"
    assert run(write.format(LAST), frontend).verdict is Verdict.SUCCESSFUL
    assert found(run(write.format(LAST + 1), frontend)) == ["bounds"]


@FRONTENDS
def test_static_shared_memory_takes_its_part(frontend: str) -> None:
    write = """__global__ void k(int *a) {{ __shared__ int t[16]; extern __shared__ int s[];
        if (threadIdx.x == 0) {{ t[0] = 1; s[{}] = t[0]; }} }}"""
    assert run(write.format(LAST - 16), frontend).verdict is Verdict.SUCCESSFUL
    assert found(run(write.format(LAST - 15), frontend)) == ["bounds"]


@FRONTENDS
def test_more_than_48_kib_counts_as_asked_for(frontend: str) -> None:
    assert run(NEIGHBOUR, frontend, shared=100_000).verdict is Verdict.SUCCESSFUL
    assert found(run(NEIGHBOUR, frontend, shared=200_000)) == ["launch-config"]


def test_a_kernel_without_such_memory_says_nothing_of_it() -> None:
    result = run("__global__ void k(int *a) { a[threadIdx.x] = 1; }", "c")
    assert not any("shared" in text for text in result.assumptions)
