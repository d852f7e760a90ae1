"""Random kernels of a cluster of two blocks, against an account of happens-before that a page holds.

Both blocks pass the same barriers, in one step (`sync`) or in two (`arrive`, `wait`). What thread A does before its
n-th arrival happens before what thread B does behind its n-th wait, and nothing else is ordered.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import Options, Verdict, verify

KERNEL = """__global__ void __cluster_dims__(2) k(int *out) {{
    __shared__ int cell;
    unsigned rank = __clusterRelativeBlockRank();
    int *peer = (int *)__cluster_map_shared_rank(&cell, 1 - rank);
    if (rank == 0) {{
{first}
    }} else {{
{second}
    }}
}}
int main(void) {{
    int *out;
    cudaMalloc((void **)&out, 8);
    k<<<2, 1>>>(out);
    return cudaDeviceSynchronize();
}}
"""
STATEMENTS = {
    "write own": "cell = 1;",
    "read own": "out[rank] = cell;",
    "write peer": "*peer = 1;",
    "read peer": "out[rank] = *peer;",
    "arrive": "__cluster_barrier_arrive();",
    "wait": "__cluster_barrier_wait();",
    "sync": "__cudabmc_cluster_sync();",  # what cooperative_groups::this_cluster().sync() calls
}
PARTS = {"sync": ("sync",), "split": ("arrive", "wait")}


@dataclass(frozen=True)
class Access:
    """An access by one of the two threads to the cell of a block."""

    thread: int
    block: int
    writes: bool
    arrivals: int  # before it
    waits: int


def accesses(thread: int, steps: list[str]) -> tuple[list[Access], int]:
    """The accesses of a thread, and how often it has waited in the end."""
    found, arrivals, waits = [], 0, 0
    for step in steps:
        arrivals += step in ("arrive", "sync")
        if " " in step:
            verb, whose = step.split()
            block = thread if whose == "own" else 1 - thread
            found.append(Access(thread, block, verb == "write", arrivals, waits))
        waits += step in ("wait", "sync")
    return found, waits


def violated(programs: tuple[list[str], list[str]]) -> set[str]:
    """The properties that the kernel breaks."""
    (first, _), (second, _) = both = [accesses(thread, steps) for thread, steps in enumerate(programs)]
    found = set()
    for a in first:
        for b in second:
            ordered = a.arrivals < b.waits or b.arrivals < a.waits
            if a.block == b.block and (a.writes or b.writes) and not ordered:
                found.add("data-race")
    for access in (*first, *second):
        if access.block != access.thread:
            if access.waits == 0:
                found.add("memory-space")  # nothing says that the other block has started
            if access.arrivals >= both[access.block][1]:
                found.add("use-after-free")  # it may have exited
    return found


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """What the two threads do. The barriers are the same, the accesses between them are not."""
    barriers = [part for kind in draw(st.lists(st.sampled_from(sorted(PARTS)), max_size=3)) for part in PARTS[kind]]
    some = st.lists(st.sampled_from(["write own", "read own", "write peer", "read peer"]), max_size=1)
    made: list[list[str]] = []
    for _ in range(2):
        steps = draw(some)
        for barrier in barriers:
            steps = [*steps, barrier, *draw(some)]
        made.append(steps)
    return made[0], made[1]


def answer(programs: tuple[list[str], list[str]], folder: Path, options: Options) -> tuple[Verdict, set[str]]:
    bodies = ("\n".join(f"        {STATEMENTS[step]}" for step in steps) for steps in programs)
    source = folder / "main.cu"
    source.write_text(KERNEL.format(first=next(bodies), second=next(bodies)))
    result = verify([str(source)], options)
    return result.verdict, {violation.prop for violation in result.violations}


def agree(programs: tuple[list[str], list[str]], folder: Path, options: Options) -> None:
    expected = violated(programs)
    verdict, found = answer(programs, folder, options)
    assert (verdict is Verdict.FAILED) == bool(expected), (programs, expected, found)
    assert found <= expected, (programs, expected, found)


FIXED = [
    (["write own", "sync", "read peer", "sync"], ["write own", "sync", "read peer", "sync"]),
    (["sync", "write peer", "arrive", "wait"], ["sync", "arrive", "wait", "read own"]),
    (["arrive", "wait", "read peer"], ["write own", "arrive", "wait"]),
    (["arrive", "write own", "wait"], ["arrive", "wait", "read peer"]),
    (["sync", "write peer", "arrive", "wait"], ["sync", "arrive", "read own", "wait"]),
]


@pytest.mark.parametrize("programs", FIXED)
def test_the_account_and_the_program_agree(programs: tuple[list[str], list[str]], tmp_path: Path) -> None:
    agree(programs, tmp_path, Options(frontend="c"))


@settings(max_examples=120, deadline=None)
@given(pairs())
def test_random_kernels_break_what_the_account_says(
    tmp_path_factory: pytest.TempPathFactory, programs: tuple[list[str], list[str]]
) -> None:
    agree(programs, tmp_path_factory.mktemp("random"), Options(frontend="c"))


@settings(max_examples=60, deadline=None)
@given(pairs())
def test_so_they_do_without_reduction(
    tmp_path_factory: pytest.TempPathFactory, programs: tuple[list[str], list[str]]
) -> None:
    agree(programs, tmp_path_factory.mktemp("random"), Options(frontend="c", por=False, max_interleavings=100000))
