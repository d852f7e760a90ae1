"""A named barrier of all threads, and a warp barrier of a block of one warp, do what __syncthreads() does."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.explore.test_lockstep import answer
from tests.explore.test_reduction import programs
from tests.explore.tiny import Program, to_cuda

OTHERS = (
    "__barrier_sync(1);",
    "__syncwarp((1u << {threads}) - 1);",
    "__any_sync((1u << {threads}) - 1, 0); __syncwarp();",
)


@pytest.mark.parametrize("other", OTHERS, ids=("named", "warp", "vote and warp"))
@given(program=programs)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_another_barrier_gives_the_same_answers(tmp_path: Path, other: str, program: Program) -> None:
    text = to_cuda(program)
    source, instead = tmp_path / "tiny.cu", tmp_path / "other.cu"
    source.write_text(text)
    instead.write_text(text.replace("__syncthreads();", other.format(threads=len(program))))
    assert answer(instead, warp=0) == answer(source, warp=0)
