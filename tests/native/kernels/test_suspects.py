"""A long launch that machine code stops in begins with the blocks where it did, and ends there if they are to blame."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.result import Result, Verdict
from cudabmc.verification.pipeline import load, verify
from tests.native.kernels.answers import answer, change_in_place, share_out
from tests.native.kernels.random_kernels import kernel

PROGRAM = """
#include <cuda_runtime.h>
#include <stdio.h>
#include <assert.h>
__global__ void k(int *a, int n) {
    int i = threadIdx.x + blockDim.x * (blockIdx.x + gridDim.x * blockIdx.y);
    %s
}
int main() {
    int n = 32 * 64, *a;
    static int h[32 * 64];
    cudaMalloc(&a, sizeof h);
    cudaMemset(a, 0, sizeof h);
    k<<<dim3(8, 8), 32>>>(a, n);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) assert(h[i] == 2 * i);
    return 0;
}
"""

WRONG = [
    ("one too many", "a[i < 1000 ? i : i + 1048] = 2 * i;", "bounds", 1),
    ("in a block", "a[i == 1000 ? 1001 : i] = 2 * i;", "data-race", 5),
    ("with the block before", "a[i % 32 || i < 1000 ? i : i - 1] = 2 * i;", "data-race", 5),
    ("with the row before", "a[i == 1500 ? i - 8 * 32 : i] = 2 * i;", "data-race", 5),
    ("with the first block", "a[i == 2000 ? 3 : i] = 2 * i;", "data-race", 4),
    ("nothing set", "int x; if (i != 1500) x = 2 * i; a[i] = x;", "uninitialised-use", 64),
    ("a division", "a[i] = 2 * i / (i != 1500);", "division-by-zero", 1),
    ("a barrier", "if (i != 1500) __syncthreads(); a[i] = 2 * i;", "barrier-divergence", 5),
]  # fmt: skip

RIGHT = [
    ("it prints", 'if (i == 1500) printf("%d\\n", i); a[i] = 2 * i;'),
    ("what it has read matters", "if (i >= 1984) a[i] = 2 * i + 0 * atomicAdd(&a[0], 0); else if (i) a[i] = 2 * i;"),
]


@pytest.fixture(autouse=True)
def all_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    monkeypatch.setattr(at_once, "LARGE", 0)


def ran(tmp_path: Path, body: str) -> Result:
    source = tmp_path / "k.cu"
    source.write_text(PROGRAM % body)
    return verify([str(source)], Options())


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("cores", [1, 3])
@pytest.mark.parametrize(("what", "body", "prop", "blocks"), WRONG, ids=[one[0] for one in WRONG])
def test_what_is_wrong_is_met_in_few_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, body: str, prop: str, blocks: int, cores: int,
    in_place: bool,
) -> None:  # fmt: skip
    if in_place:
        change_in_place(monkeypatch)
    share_out(monkeypatch, cores)
    result = ran(tmp_path, body)
    assert result.verdict is Verdict.FAILED and {v.prop for v in result.violations} == {prop}
    assert all(violation.replayed and violation.steps for violation in result.violations)
    assert result.statistics is not None and result.statistics.threads <= 32 * blocks
    if blocks < 64:
        assert "blocks of this launch were run, as a violation is in them" in result.reason


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize(("what", "body"), RIGHT, ids=[one[0] for one in RIGHT])
def test_the_other_blocks_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, body: str, in_place: bool
) -> None:
    if in_place:
        change_in_place(monkeypatch)
    result = ran(tmp_path, body)
    assert (result.verdict, result.reason) == (Verdict.SUCCESSFUL, "")
    assert result.statistics is not None and result.statistics.threads == 32 * 64


@pytest.mark.parametrize("in_place", [False, True])
def test_what_depends_on_another_block_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_place: bool
) -> None:
    """The blocks that come first are not to blame: what is wrong is in one that follows."""
    if in_place:
        change_in_place(monkeypatch)
    result = ran(tmp_path, 'if (i == 1500) printf("%d\\n", i); a[i < 2000 ? i : i + 100] = 2 * i;')
    assert {v.prop for v in result.violations} == {"bounds"}
    assert all(violation.replayed and violation.steps for violation in result.violations)


@pytest.mark.long
@pytest.mark.at_most(6)
@pytest.mark.parametrize("first", range(6000, 6600, 60))
def test_random_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """The same verdict as of the interpreter, and no violation that it does not find."""
    options = Options(context_bound=0, max_interleavings=20, order_abstraction=False)
    faulty = 0
    for seed in range(first, first + 60):
        source = tmp_path / f"kernel{seed}.cu"
        source.write_text(kernel(seed))
        program = load([str(source)], options)
        with_it, _ = answer(program, options, 20.0)
        without, _ = answer(program, Options(
            context_bound=0, max_interleavings=20, order_abstraction=False, native=False
        ), 20.0)  # fmt: skip
        if not any(given.reason.startswith("time ran out") for given in (with_it, without)):
            assert with_it.verdict == without.verdict, seed
            assert with_it.properties <= without.properties, seed
            faulty += with_it.verdict == "FAILED"
    assert faulty > 5


@pytest.mark.long
def test_a_launch_is_long_by_what_machine_code_has_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few threads that go many rounds, as the machine code of some of them tells."""
    monkeypatch.setattr(at_once, "LARGE", 5_000_000)
    share_out(monkeypatch, 1)
    body = "int s = i; for (int j = 0; j < n / 2; j++) s += j & 0; a[i == 1000 ? 1001 : i] = 2 * s;"
    result = ran(tmp_path, body)
    assert {v.prop for v in result.violations} == {"data-race"}
    assert "only 4 of the 64 blocks of this launch were run" in result.reason
