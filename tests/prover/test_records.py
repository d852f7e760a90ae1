"""Records that are passed by value, and arrays that are set once: what is read at known places of them is what was set,
though other places are found by indices."""

from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.prover.proof import ProofStatus
from cudabmc.result import ProofOutcome
from tests.prover.proofs import proof_of

pytestmark = pytest.mark.one_in(3)

VIEW = """
struct view { int *data; long sizes[40]; long strides[40]; int rank; };
__global__ void fill(view v, int n) {
    long sum = 0;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    %s
    for (int i = v.rank - 1; i > 0; i--)
        sum += v.sizes[i];
    if (t < n)
        v.data[%s] = sum;
}
"""


def test_a_pointer_of_a_record_is_known() -> None:
    proof = proof_of(VIEW % ("", "t"), "fill")
    assert proof.status is ProofStatus.PROVED
    assert list(proof.preconditions) == ["gridDim.x * blockDim.x <= 2147483647"]


def test_a_number_of_a_record_is_the_same_for_all_threads() -> None:
    text = VIEW % ("for (int i = 0; i < v.rank; i++) __syncthreads();", "t + v.rank")
    assert proof_of(text, "fill").status is ProofStatus.PROVED


@pytest.mark.long
def test_no_condition_is_about_members_that_only_indices_find() -> None:
    proof = proof_of(VIEW % ("", "v.strides[0] * t"), "fill")
    assert not any("sizes" in text or "strides[1]" in text for text in proof.preconditions)


@pytest.mark.long
@pytest.mark.parametrize(("before", "index"), [
    ("", "t / 2"),
    ("", "t & v.rank"),
    ("v.sizes[n] = 1;", "t"),
    ("if (t & 1) v.data += t;", "t"),
    ("v.rank = t;", "v.rank / 2"),
])  # fmt: skip
def test_what_is_written_elsewhere_is_not_taken_for_it(before: str, index: str) -> None:
    assert proof_of(VIEW % (before, index), "fill").status is not ProofStatus.PROVED


ARRAY = """
__device__ void set(int *at, int to) { *at = to; }
__global__ void k(int *a, int n, int m) {
    int t = threadIdx.x, other = 5;
    int kept[70];
    %s
    a[t + kept[3]] = kept[n];
}
"""


@pytest.mark.parametrize("set_to", ["kept[3] = n;", "kept[3] = 0; kept[4] = n; kept[5] = m;"])
def test_an_array_holds_what_was_stored(set_to: str) -> None:
    assert proof_of(ARRAY % set_to, "k").status is ProofStatus.PROVED


@pytest.mark.parametrize("set_to", [
    "kept[3] = 0; if (t & 1) kept[3] = t;",
    "kept[3] = 0; kept[n] = t;",
    "kept[3] = 0; set(n ? &other : kept + 3, t);",
    "kept[3] = 0; int *p = kept; if (n) p = &other; p[3] = t;",
    "if (n) kept[3] = t; else kept[3] = 0;",
    "kept[3] = 0; *((char *)&kept[3] + 1) = (char)t;",
    "kept[3] = 0; int *p = kept; for (int i = 0; i < n; i++) p++; *p = t;",
    "for (int i = 0; i < n; i++) kept[3] = m = i * t;",
    "kept[3] = -t;",
    "kept[3] = m; m = -t; kept[3] = m;",
])  # fmt: skip
def test_an_array_that_is_set_otherwise_is_not_known(set_to: str) -> None:
    assert proof_of(ARRAY % set_to, "k").status is not ProofStatus.PROVED


def test_a_parameter_that_is_set_again_is_another_value() -> None:
    text = "kept[3] = n; n = threadIdx.x;"
    proof = proof_of((ARRAY % text).replace("t + kept[3]", "kept[3]"), "k")
    assert proof.status is not ProofStatus.PROVED


@pytest.mark.parametrize("set_to", [
    "kept[3] = 0; ((char *)(kept + 3))[1] = 7; int at = kept[3] ? 0 : t;",
    "int at = kept[3] ? 0 : t; kept[3] = 0;",
])  # fmt: skip
def test_what_is_read_is_the_last_that_was_stored_before(set_to: str) -> None:
    assert proof_of((ARRAY % set_to).replace("t + kept[3]", "at"), "k").status is not ProofStatus.PROVED


DIVIDED = """
template <class T> struct layout { const long *index; T *out; long sizes[25], strides[25]; int rank; };
template <class T> __global__ void scattered(layout<T> v, const T *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    long left = t, at = 0;
    if (t < n) {
        for (int i = v.rank - 1; i > 0; i--) {
            at += left %% v.sizes[i] * v.strides[i];
            left /= v.sizes[i];
        }
        atomicAdd(v.out + v.index[at + left * v.strides[0]], in[t]);
    }
}
template <class T> void launch(int rank) {
    layout<T> v;
    T *in;
    long *index;
    cudaMalloc(&v.out, 4096 * sizeof(T)); cudaMalloc(&in, 4096 * sizeof(T)); cudaMalloc(&index, 4096 * sizeof(long));
    cudaMemset(index, 0, 4096 * sizeof(long));
    v.index = index, v.rank = rank, v.sizes[0] = 4096, v.sizes[1] = 0, v.strides[0] = v.strides[1] = 1;
    scattered<<<16, 256>>>(v, in, 4096);
}
int main() { launch<int>(%d); launch<float>(%d); cudaDeviceSynchronize(); }
"""


@pytest.mark.long
def test_a_launch_tells_that_no_member_is_divided_by(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text(DIVIDED % (1, 1))
    proofs = verify(str(file), prove=True).proofs
    assert [proof.outcome for proof in proofs] == [ProofOutcome.PROVED] * 2
    assert all("v.rank == 1" in " && ".join(proof.preconditions) for proof in proofs)


@pytest.mark.long
def test_a_launch_that_divides_by_a_member_is_not_proved(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text(DIVIDED % (1, 2))
    proofs = {proof.name: proof for proof in verify(str(file), prove=True).proofs}
    assert proofs["scattered<int>"].outcome is ProofOutcome.PROVED
    assert proofs["scattered<float>"].outcome is not ProofOutcome.PROVED
