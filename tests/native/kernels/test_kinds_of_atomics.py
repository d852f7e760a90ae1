"""Atomics of several kinds on one variable: random sequences of them and of barriers have the answers of the
interpreter, and run at once where all of an interval are of one kind."""

from pathlib import Path
from random import Random

import pytest

from cudabmc.native.kernels import at_once
from tests.native.kernels.answers import compare_source

KINDS = ("atomicAdd", "atomicOr", "atomicMax", "atomicXor")

PROGRAM = """#include <cuda_runtime.h>
__global__ void k(int *a, int *to, int n) {
    __shared__ int s[2];
    int t = threadIdx.x, g = blockIdx.x * 4 + t, *r = n > 5 ? a : s;
    if (t < 2) s[t] = t;
    __syncthreads();
    BODY
    __syncthreads();
    to[g] = s[t & 1];
}
int main() {
    int *a, *to;
    cudaMalloc((void **)&a, 8);
    cudaMalloc((void **)&to, 32);
    cudaMemset(a, 0, 8);
    k<<<2, 4>>>(a, to, NUMBER);
    cudaDeviceSynchronize();
    return 0;
}
"""


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


def program(random: Random, *, apart: bool) -> str:
    """A kernel of some intervals. If they keep kinds `apart`, each has one kind for shared memory, and one is for
    global memory."""
    lines, in_global = [], random.choice(KINDS)
    for _ in range(random.randrange(2, 5)):
        kind = random.choice(KINDS)
        for _ in range(random.randrange(1, 4)):
            where = random.choice(("s", "s", "r", "a"))
            name = kind if where == "s" else in_global
            if not apart:
                name = random.choice((kind, *KINDS))
            elif where == "r":
                where = "s"
                name = kind
            guard = random.choice(("", "if (t == 1) ", "if (t > 1) ", "if (g == 6) "))
            lines.append(f"{guard}{name}(&{where}[{random.choice(('0', 't & 1'))}], {random.choice(('t', '1', 'g'))});")
        lines.append(random.choice(("__syncwarp();", "")) + "__syncthreads();")
    return PROGRAM.replace("BODY", "\n    ".join(lines)).replace("NUMBER", random.choice(("3", "9")))


@pytest.mark.parametrize("seed", range(6))
def test_one_kind_in_each_interval_runs_at_once(seed: int, tmp_path: Path) -> None:
    answer, taken = compare_source(tmp_path, program(Random(seed), apart=True))
    assert (answer.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.at_most(6)
@pytest.mark.parametrize("seed", range(100, 160))
def test_any_kinds_have_the_outcomes_of_the_interpreter(seed: int, tmp_path: Path) -> None:
    answer, _ = compare_source(tmp_path, program(Random(seed), apart=False))
    assert answer.verdict in ("SUCCESSFUL", "UNKNOWN")
