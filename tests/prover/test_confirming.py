"""What a run of a small launch breaks is broken in the kernel."""

import pytest

from cudabmc import verify
from cudabmc.result import ProofOutcome
from cudabmc.source.text import SourceText


def _outcome(body: str, parameters: str = "int *a, int *b, int n") -> ProofOutcome:
    head = "#include <cassert>\nextern __shared__ int d[];\n"
    text = f"{head}__global__ void k({parameters}) {{ __shared__ int s[64]; int t = threadIdx.x; {body} }}\n"
    (proof,) = verify([SourceText(text, "k.cu")], prove=True).proofs
    return proof.outcome


@pytest.mark.parametrize(
    ("body", "faulty"),
    [
        ("a[5000 + t] = 1; if (a[5000 + t] != 1) b[0] = t;", False),
        ("a[5000 + t] = 1; if (a[5000 + t] == 1) b[0] = t;", True),
        ("int i = n + t; if (n > 2000) { a[i] = n; assert(a[i] == n); }", False),
        ("int i = n + t; if (n > 2000) { a[i] = n; assert(a[i] != n); }", True),
        ("d[t] = t; if (d[t] != t) b[0] = t;", False),
        ("d[t] = t; if (d[t] == t) b[0] = t;", True),
    ],
)
def test_accesses_far_behind_the_start_of_an_array_are_to_memory(body: str, faulty: bool) -> None:
    assert (_outcome(body) is ProofOutcome.FAULTY) == faulty


def test_launches_that_confirm_a_finding_consist_of_whole_clusters() -> None:
    text = "__global__ void __cluster_dims__(8) k(int *a) { a[threadIdx.x] = blockIdx.x; }\n"
    (proof,) = verify([SourceText(text, "k.cu")], prove=True).proofs
    assert proof.outcome is ProofOutcome.FAULTY


@pytest.mark.parametrize(
    ("body", "faulty"),
    [
        ("a[t] = n; a[(1 << 26) + t] = 1; if (t == 0) s[a[t] == n ? 0 : 64] = 1;", False),
        ("a[t] = n; a[(1 << 26) + t] = 1; if (t == 0) s[a[t] == n ? 64 : 0] = 1;", False),  # behind the other one
        ("a[t] = n; if (t == 0) s[a[t] == n ? 64 : 0] = 1;", True),
    ],
)
def test_what_is_behind_an_access_to_no_memory_does_not_count(body: str, faulty: bool) -> None:
    assert (_outcome(body) is ProofOutcome.FAULTY) == faulty
