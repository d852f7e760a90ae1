"""The lane changes no answer: with it and without, the same memory, the same violations, at the same places."""

from pathlib import Path

import pytest

from cudabmc import terms
from cudabmc.goto.program import Space
from cudabmc.lane import lane
from cudabmc.lane.lane import Lane
from cudabmc.machine.memory import MemObject, to_bits
from cudabmc.machine.state import State
from cudabmc.options import Options
from cudabmc.verification import Verification
from cudabmc.verify import load, settings_of
from tests.lane.random_kernels import kernel

Answer = tuple[str, frozenset[object], tuple[object, ...]]


def answer(source: Path, *, fast: bool) -> tuple[Answer, int]:
    """Verdict, violations and final memory; and how many launches went through the lane."""
    options = Options(fast_lane=fast, context_bound=0, max_interleavings=20)
    run = Verification(load([str(source)], options), options, settings_of(options))
    run.final_states = []
    result = run.run()
    places = frozenset((v.prop, tuple(p.loc.line for p in v.places)) for v in result.violations)
    memories = tuple(_memory(state) for state in run.final_states if not state.vcs)
    if result.violations or result.reason:
        memories = ()
    return (f"{result.verdict.value} {result.reason}", places, memories), run.machine.lane.taken if isinstance(
        run.machine.lane, Lane
    ) else 0


def _memory(state: State) -> tuple[object, ...]:
    """The bytes of global memory; a variable that is zero may not have been asked for."""
    common = [o for o in state.objects.values() if o.common and o.space is not Space.SHARED]
    return tuple((o.name, held) for o in common if any((held := _bytes(o)).values()))


def _bytes(obj: MemObject) -> dict[int, int]:
    found = dict.fromkeys(range(obj.size), 0) if obj.zero and isinstance(obj.size, int) else {}
    for offset, (kind, value) in obj.cells.items():
        assert not isinstance(value, terms.Term)
        bits = to_bits(value, kind, lambda pointer: 0)
        found |= {offset + i: byte for i, byte in enumerate(bits.to_bytes(kind.size, "little"))}
    return found


def compare(source: Path) -> int:
    """The number of launches that the lane took."""
    with_lane, taken = answer(source, fast=True)
    without, none = answer(source, fast=False)
    assert with_lane == without
    assert none == 0
    return taken


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Into the lane with launches that are not worth it."""
    monkeypatch.setattr(lane, "WORTH", 0)


def check(tmp_path: Path, seeds: range, own: bool | None = None) -> None:
    taken = 0
    for seed in seeds:
        source = tmp_path / f"kernel{seed}.cu"
        source.write_text(kernel(seed, own))
        taken += compare(source)
    assert taken > len(seeds) // 4  # otherwise nothing was compared


@pytest.mark.parametrize("first", (0, 5))
def test_random_kernels_without_conflicts(tmp_path: Path, first: int) -> None:
    check(tmp_path, range(first, first + 5), own=True)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 1200, 60))
def test_random_kernels(tmp_path: Path, first: int) -> None:
    check(tmp_path, range(first, first + 60))


LAUNCHED_AGAIN = """#include <cuda_runtime.h>
__constant__ int factor[4];
struct View { int *data; };
__global__ void scale(int *a) { a[threadIdx.x] = a[threadIdx.x] * factor[threadIdx.x & 3] + 1; }
__global__ void fill(const struct View *v, int value) { v->data[threadIdx.x] = value; }
int main() {
    int h[4] = {1, 2, 3, 4}, *a, *b;
    struct View *v, view;
    cudaMalloc((void **)&a, 32 * 4);
    cudaMalloc((void **)&b, 32 * 4);
    cudaMalloc((void **)&v, sizeof(struct View));
    cudaMemset(a, 0, 32 * 4);
    cudaMemset(b, 0, 32 * 4);
    cudaMemcpyToSymbol(factor, h, sizeof h);
    scale<<<1, 32>>>(a);
    scale<<<1, 32>>>(a);
    view.data = a;
    cudaMemcpy(v, &view, sizeof view, cudaMemcpyHostToDevice);
    fill<<<1, 32>>>(v, 5);
    view.data = b;
    cudaMemcpy(v, &view, sizeof view, cudaMemcpyHostToDevice);
    fill<<<1, 32>>>(v, 5);
    return 0;
}
"""


def test_a_kernel_is_launched_again_with_other_pointers_in_memory(tmp_path: Path) -> None:
    source = tmp_path / "again.cu"
    source.write_text(LAUNCHED_AGAIN)
    assert compare(source) == 4


BY_TWO_NAMES = """#include <cuda_runtime.h>
__device__ int g[32];
__global__ void twice(int *p) { g[threadIdx.x] = 5; p[threadIdx.x] = p[threadIdx.x] + 1; }
int main() {
    int *p;
    cudaGetSymbolAddress((void **)&p, g);
    twice<<<1, 32>>>(p);
    return 0;
}
"""


def test_a_kernel_reaches_a_variable_by_its_name_and_by_a_pointer(tmp_path: Path) -> None:
    source = tmp_path / "names.cu"
    source.write_text(BY_TWO_NAMES)
    assert compare(source) == 1


VECTORS = """#include <cuda_runtime.h>
__global__ void k(float *p, int shift, int step) {
    float4 v = *(float4 *)(p + shift + threadIdx.x * step);
    *(float4 *)(p + 256 + threadIdx.x * 4) = v;
    p[512 + threadIdx.x] = v.x + ((float4 *)(p + shift))->y;
}
int main() {
    float *d;
    cudaMalloc((void **)&d, 640 * 4);
    cudaMemset(d, 0, 640 * 4);
    k<<<1, 32>>>(d, SHIFT, STEP);
    return 0;
}
"""


@pytest.mark.parametrize(("shift", "step", "taken"), [(0, 4, 1), (4, 8, 1), (1, 4, 0), (0, 2, 0), (0, 6, 0)])
def test_misaligned_vectors_are_left_to_the_machine(tmp_path: Path, shift: int, step: int, taken: int) -> None:
    source = tmp_path / "vectors.cu"
    source.write_text(VECTORS.replace("SHIFT", str(shift)).replace("STEP", str(step)))
    assert compare(source) == taken
    assert ("misaligned-access" in str(answer(source, fast=True))) is not taken
