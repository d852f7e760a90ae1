"""Threads of a block leave loops without barriers with the same in registers, if all go the same way there."""

import pytest

from cudabmc.prover.proof import ProofStatus
from tests.prover.proofs import proof_of

pytestmark = pytest.mark.one_in(3)

STEPS = """
__global__ void k(int *out, int n, int first) {
    __shared__ int pool[256];
    int t = threadIdx.x, step = first & 7;
    pool[t] = t;
    for (int size = 1; size < n; size += 1) {
        for (; STEP_GOES_ON; step -= 1) {
            __syncthreads();
            int other = t ^ step;
            if (other > t && other < 256) { int kept = pool[t]; pool[t] = pool[other]; pool[other] = kept; }
        }
        step = NEXT;
    }
    __syncthreads();
    out[t] = pool[t];
}
"""


def _status(goes_on: str, following: str, text: str = STEPS) -> ProofStatus:
    return proof_of(text.replace("STEP_GOES_ON", goes_on).replace("NEXT", following), work=30_000_000).status


@pytest.mark.long
def test_the_step_behind_a_loop_of_empty_loops_is_that_of_all() -> None:
    assert _status("step > 0", "size & 15") is ProofStatus.PROVED


@pytest.mark.long
@pytest.mark.parametrize("following", ["(size + t) & 15", "out[t] & 15"])
def test_a_step_of_each_thread_is_not(following: str) -> None:
    assert _status("step > 0", following) is not ProofStatus.PROVED


@pytest.mark.long
def test_how_often_a_loop_is_gone_round_is_the_same_only_if_nothing_parts_threads() -> None:
    """The way behind the barrier is chosen by each thread for itself, and so is the number of rounds."""
    text = """
    __global__ void k(int *out, int n) {
        __shared__ int pool[256];
        int t = threadIdx.x, step = 1;
        pool[t] = t;
        __syncthreads();
        while (step < n) { if (GOES_ON) break; step NEXT; }
        int other = t ^ step;
        if (other > t && other < 256) { pool[t] = step; pool[other] = step; }
        __syncthreads();
        out[t] = pool[t];
    }
    """
    def status(goes_on: str, following: str) -> ProofStatus:
        return proof_of(text.replace("GOES_ON", goes_on).replace("NEXT", following), work=30_000_000).status

    assert status("step > 8", "*= 2") is ProofStatus.PROVED
    assert status("step > 8", "+= 1") is ProofStatus.PROVED
    for parting in ("step > t", "out[t] == step"):
        assert status(parting, "*= 2") is not ProofStatus.PROVED
        assert status(parting, "+= 1") is not ProofStatus.PROVED


def test_within_the_loop_threads_are_in_different_rounds() -> None:
    text = """
    __global__ void k(int *out) {
        __shared__ int pool[256];
        int t = threadIdx.x;
        pool[t] = t;
        __syncthreads();
        for (int step = 1; step < 128; step *= 2) {
            int other = t ^ step;
            if (other > t && other < 256) { pool[t] = step; pool[other] = step; }
            WAIT
        }
    }
    """
    assert proof_of(text.replace("WAIT", "__syncthreads();"), work=30_000_000).status is ProofStatus.PROVED
    assert proof_of(text.replace("WAIT", ""), work=30_000_000).status is not ProofStatus.PROVED


@pytest.mark.long
def test_a_loop_within_another_one_is_left_in_many_of_its_rounds() -> None:
    text = """
    __global__ void k(int *out, int n) {
        __shared__ int pool[256];
        int t = threadIdx.x;
        pool[t] = t;
        __syncthreads();
        for (int round = 0; round < n; round++) {
            int step = 1;
            while (step < round) step *= 2;
            int other = t ^ (step & 127);
            if (other > t && other < 256) { pool[t] = step; pool[other] = step; }
            WAIT
        }
    }
    """
    assert proof_of(text.replace("WAIT", "__syncthreads();"), work=30_000_000).status is ProofStatus.PROVED
    assert proof_of(text.replace("WAIT", ""), work=30_000_000).status is not ProofStatus.PROVED


@pytest.mark.parametrize(("start", "status"), [("n", ProofStatus.PROVED), ("out[t]", ProofStatus.CANDIDATE)])
def test_what_each_thread_has_of_its_own_it_has_behind_the_loop(start: str, status: ProofStatus) -> None:
    text = """
    __global__ void k(int *out, int n) {
        __shared__ int pool[256];
        int t = threadIdx.x, place = (START) & 127;
        for (int i = 0; i < n; i++) place = (place * 5 + 3) & 127;
        if (t < 128) pool[t + place] = 1;
        __syncthreads();
        out[t] = pool[t & 255];
    }
    """
    assert proof_of(text.replace("START", start), work=30_000_000).status is status
