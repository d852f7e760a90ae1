"""Asynchronous copies are proved where the thread waits for them before it meets others, and leaves them alone."""

import pytest

from cudabmc import Verdict, verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.prover.proof import ProofStatus
from cudabmc.source.text import SourceText
from tests.prover.proofs import meets, proof_of

pytestmark = pytest.mark.one_in(3)

HEAD = """
#define COPY(to, from) __pipeline_memcpy_async(to, from, 4)
#define COMMIT __pipeline_commit()
#define WAIT __pipeline_wait_prior(0)
__global__ void k(int *out, int *in, int n) {
    __shared__ int s[64], u[64];
    int t = threadIdx.x, last = blockDim.x - 1, v = 0;
"""

WAITED = [
    "COPY(&s[t], &in[t]); COMMIT; WAIT; __syncthreads(); v = s[last - t];",
    "if (t < n) COPY(&s[t], &in[t]); COMMIT; WAIT; __syncthreads(); v = s[last - t];",
    "if (in[t]) { COPY(&s[t], &in[t]); COMMIT; WAIT; } __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); if (in[t]) COMMIT; else COMMIT; WAIT; __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); COPY(&s[32 + t], &in[t]); COMMIT; WAIT; __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; COPY(&u[t], &in[t]); COMMIT; WAIT; __syncthreads(); v = s[last - t] + u[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; v = in[t]; u[t] = v; WAIT; __syncthreads(); v = s[last - t];",
    "v = s[t]; COPY(&s[t], &in[t]); COMMIT; WAIT; v += s[t]; s[t] = 0;",
    "COPY(&s[t], &in[t]); COMMIT; size_t left = 1; __pipeline_wait_prior(left - 1); __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; for (int i = 0; i < n; i++) v += i; WAIT; __syncthreads(); v += s[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; WAIT; __syncwarp(); v = s[t / 32 * 32];",
    "for (int i = 0; i < n; i++) {"
    " COPY(&s[t], &in[t]); COMMIT; WAIT; __syncthreads(); v += s[last - t]; __syncthreads(); }",
]

RACING = [
    "__pipeline_memcpy_async(&s[t], &in[t], 4, 4); v = s[t];",
    "__pipeline_memcpy_async(&s[t], &in[t], 4, 2); COMMIT; v = s[t]; WAIT;",
    "COPY(&s[t], &in[t]); COMMIT; __syncthreads(); WAIT; v = s[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); WAIT; __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); WAIT; COMMIT; __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; __pipeline_wait_prior(1); __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; __pipeline_wait_prior(n); __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; COPY(&u[t], &in[t]); WAIT; __syncthreads(); v = u[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; if (t < n) WAIT; __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); if (t < n) COMMIT; WAIT; __syncthreads(); v = s[last - t];",
    "COPY(&s[t], &in[t]); v = s[t]; COMMIT; WAIT;",
    "COPY(&s[t], &in[t]); COMMIT; s[t] = 1; WAIT;",
    "COPY(&s[t], &in[t]); COMMIT; in[t] = 1; WAIT;",
    "COPY(&s[t], &in[t]); COMMIT; WAIT; v = s[last - t];",
    "COPY(&s[t], &in[t]); COMMIT; __syncwarp(); WAIT; v = s[t ^ 1];",
    "for (int i = 0; i < n; i++) { WAIT; COPY(&s[t], &in[t]); COMMIT; __syncthreads(); v += s[last - t]; }",
    "for (int i = 0; i < n; i++) { v += s[t]; COPY(&s[t], &in[t]); COMMIT; } WAIT;",
    "COPY(&s[t], &in[t]); COMMIT; for (int i = 0; i < n; i++) { v += s[t]; COPY(&u[t], &in[t]); COMMIT; WAIT; }",
    "COPY(&s[t], &in[t]); COMMIT; for (int i = 0; i < n; i++) { if (i == 1) WAIT; v += s[t]; } WAIT;",
    "COPY(&s[t], &in[t]); for (int i = 0; i < n; i++) { if (i == 2) { COMMIT; WAIT; } v += s[t]; }",
    "for (int i = 0; i < n; i++) { COPY(&s[t], &in[t]); COMMIT; WAIT; __syncthreads(); v += s[last - t]; }",
]

LAUNCH = ["--grid", "1", "--block", "4", "--arg", "n=2", "--arg", "in=zeros:256", "--arg", "out=zeros:64"]


def source(body: str) -> str:
    return f"{HEAD}    {body}\n    out[t] = v;\n}}\n"


def broken(body: str) -> set[str]:
    """What a run breaks."""
    found = verify([SourceText(source(body), "k.cu")], parse_arguments([*LAUNCH, "--kernel", "k", "k.cu"]).options)
    return {violation.prop for violation in found.violations} & {"data-race", "barrier-divergence"}


@pytest.mark.parametrize("body", WAITED)
def test_copies_that_are_waited_for_are_proved(body: str) -> None:
    found = proof_of(source(body), work=60_000_000)
    assert found.status is ProofStatus.PROVED and meets(found, [1], [32], {}) is not False
    assert broken(body) == set()


@pytest.mark.parametrize("body", RACING)
def test_copies_that_race_are_not_proved(body: str) -> None:
    assert proof_of(source(body), work=60_000_000).status is not ProofStatus.PROVED
    assert broken(body) == {"data-race"}


OPEN = [
    "COPY(&s[t], &in[t]); COMMIT;",
    "COPY(&s[t], &in[t]); COMMIT; __syncthreads(); WAIT;",
    "int own = 1; COPY(&own, &in[t]); COMMIT; WAIT; v = own;",
    "for (int i = 0; i < n; i++) { COPY(&s[t], &in[t]); COMMIT; } WAIT;",
    "for (int i = 0; i < n; i++) { COPY(&s[t], &in[t]); COMMIT; } __syncthreads();",
    "COPY(&s[t], &in[t]); COPY(&s[t], &in[t + 64]); COMMIT; WAIT;",
    "if (t == 0) { COPY(&s[n], &in[0]); COPY(&s[2], &in[64]); COMMIT; WAIT; }",
]
"""Runs find no race there, and nothing says that there is none."""


@pytest.mark.parametrize("body", OPEN)
def test_copies_that_may_be_under_way_elsewhere_are_not_proved(body: str) -> None:
    assert proof_of(source(body), work=60_000_000).status is not ProofStatus.PROVED


GROUP = """
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(int *out, const int *in, unsigned n) {
    __shared__ int s[256];
    auto block = cg::this_thread_block();
    int t = threadIdx.x;
    cg::memcpy_async(block, s, in, sizeof(int) * COUNT);
    WAIT;
    out[t] = s[(t + 1) % 256];
}"""


@pytest.mark.parametrize(
    ("count", "wait", "proved"),
    [
        ("256", "cg::wait(block)", True),
        ("(n < 256 ? n : 256)", "cg::wait(block)", True),
        ("256", "cg::wait_prior<0>(block)", True),
        ("256", "cg::wait_prior<1>(block)", False),
        ("256", "block.sync()", False),
        ("257", "cg::wait(block)", False),
    ],
)
def test_the_threads_of_a_block_share_out_a_copy(count: str, wait: str, proved: bool) -> None:
    text = GROUP.replace("COUNT", count).replace("WAIT;", f"{wait};")
    result = verify([SourceText(text, "k.cu")], prove=True, block=(256,), grid=(1,))
    assert (result.verdict is Verdict.SUCCESSFUL) == proved
