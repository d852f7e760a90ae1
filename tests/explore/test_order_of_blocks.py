"""Blocks whose threads go many rounds run one after the other, but a thread that waits for another block does not wait
for ever."""

from pathlib import Path

import pytest

from cudabmc.explore.engine import OTHER_BLOCKS
from cudabmc.explore.reduction import Reduction
from cudabmc.interpreter.core import SLICE
from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.state.state import State
from cudabmc.state.thread import Thread
from cudabmc.verification.pipeline import verify

LONG = """
__global__ void long_loops(int *out, int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; i++) sum += i & 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int main() {
  int *d;
  cudaMalloc(&d, 4 * sizeof(int));
  long_loops<<<2, 2>>>(d, %d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
"""

WAITS = """
__device__ volatile int go;
__global__ void waits(int *out) {
  int rounds = 0;
  if (blockIdx.x == 0)
    while (!go) out[threadIdx.x] = rounds++;  // counts in memory: not only a wait
  else
    go = 1;
}
int main() {
  int *d;
  cudaMalloc(&d, sizeof(int));
  waits<<<2, 1>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
"""


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The block of each thread that has run, in order."""
    found: list[int] = []
    took = Reduction.took

    def note(self: Reduction, state: State, thread: Thread) -> None:
        if thread.block is not None:
            found.append(thread.block.number)
        took(self, state, thread)

    monkeypatch.setattr(Reduction, "took", note)
    return found


def test_a_block_ends_before_the_next_one_begins(tmp_path: Path, blocks: list[int]) -> None:
    file = tmp_path / "long.cu"
    file.write_text(LONG % (3 * SLICE))
    assert verify([str(file)], Options(native=False)).verdict is Verdict.SUCCESSFUL
    assert blocks == sorted(blocks)
    assert blocks.count(0) > 4, "its threads were not interrupted"


def test_a_long_wait_for_another_block_ends(
    tmp_path: Path, blocks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    class OtherBlock(Exception):
        """Block 1 has run."""

    def closed(self: Reduction, state: State) -> None:
        raise OtherBlock

    file = tmp_path / "waits.cu"
    file.write_text(WAITS)
    monkeypatch.setattr(Reduction, "closed", closed)
    with pytest.raises(OtherBlock):
        verify([str(file)], Options(native=False))
    assert blocks.index(1) == OTHER_BLOCKS
