"""What lies in arrays that hold numbers of the source is known where these are set before, and by nothing else."""

import pytest

from cudabmc.prover.proof import ProofStatus
from tests.prover.proofs import proof_of

LOOKED_UP = """{head}
__global__ void shifted(float *out, const float *in, int n) {{
    __shared__ float tile[112];
    int t = threadIdx.x;
    {array}
    tile[t] = in[t];
    __syncthreads();
    {before}
    for (int i = 0; i < 4; i++)
        out[t] = tile[t + starts[i]];
    {behind}
}}
"""

ARRAY = "int starts[4] = {0, 16, 32, 48};"
ZEROS = "int starts[4] = {0, 48};"


def _is_proved(array: str = ARRAY, head: str = "", before: str = "", behind: str = "") -> bool:
    text = LOOKED_UP.format(head=head, array=array, before=before, behind=behind)
    proof = proof_of(text, "shifted")
    return proof.status is ProofStatus.PROVED and "blockDim.x <= 64" in proof.preconditions


SET_BY_ONE = "int starts[4]; starts[0] = 2; starts[0] = 7; starts[1] = 0; starts[2] = 48; starts[3] = 3;"


@pytest.mark.parametrize("array", [ARRAY, ZEROS, SET_BY_ONE])
def test_an_element_is_one_of_the_numbers(array: str) -> None:
    assert _is_proved(array)


def test_an_element_of_a_constant_is_one_of_its_numbers() -> None:
    assert _is_proved("", head="constexpr int starts[4] = {0, 16, 32, 48};")


def test_a_constant_is_the_same_for_all_threads() -> None:
    proof = proof_of("""
    constexpr int rounds[3] = {2, 4, 8};
    __global__ void k(int *a, unsigned n) {
        for (int i = 0; i < rounds[n % 3]; i++) {
            a[threadIdx.x]++;
            __syncthreads();
        }
    }""")
    assert proof.status is ProofStatus.PROVED


@pytest.mark.parametrize("array", [
    "int starts[4] = {0, 16, 32, 49};",
    "int starts[4] = {0, 16, 32, n};",
    "int starts[4] = {0, 16, 32, -1};",
    "int starts[4]; starts[0] = 0; starts[1] = 16; starts[2] = 32;",
    "int starts[4]; if (n) starts[0] = starts[1] = starts[2] = starts[3] = 16;",
    "int starts[5] = {0, 16, 32, 48, 64};",
])  # fmt: skip
def test_other_elements_are_not_what_they_are_not(array: str) -> None:
    assert not _is_proved(array)


@pytest.mark.parametrize("before", [
    "starts[n] = 49;", "starts[1] += 40;", "int *p = starts; p[n & 3] = n;", "*(char *)starts = n;",
    "int *p = n ? starts : out2; p[0] = 100;", "int *p = out2; if (n) p = starts; p[0] = 100;",
    "int *p = starts; if (n) p = out2; p[0] = 100;", "int *p = starts; if (n) p = starts + 1; p[0] = n;",
    "int *p = starts; while (n--) p = p + 1; *p = 3 * n;", "memset(starts, n, 4);", "change(starts, n);",
])  # fmt: skip
def test_elements_that_something_else_sets_are_not_known(before: str) -> None:
    head = "__device__ int *kept; __device__ void change(int *p, int n) { p[n & 3] = n; }"
    if "out2" in before:
        before = "int other[4] = {0, 1, 2, 3}; " + before.replace("out2", "other")
    assert not _is_proved(head=head, before=before)


def test_elements_that_are_changed_later_in_a_loop_are_not_known() -> None:
    assert not _is_proved(before="for (int k = 0; k < n; k++) {", behind="starts[2] = 99; }")


def test_an_element_behind_the_end_is_any_number() -> None:
    proof = proof_of("""
    __global__ void k(float *out, int n) {
        __shared__ float tile[64];
        int starts[4] = {0, 1, 2, 3};
        out[threadIdx.x] = tile[starts[n]];
    }""")
    assert proof.status is ProofStatus.CANDIDATE


@pytest.mark.parametrize(("numbers", "is_apart"), [("64, 128, 192, 0", True), ("64, 128, 191, 0", False)])
def test_elements_are_whole_steps_apart(numbers: str, is_apart: bool) -> None:
    proof = proof_of(f"""
    __global__ void k(int *a, unsigned n) {{
        int rows[4] = {{{numbers}}};
        if (threadIdx.x < 64)
            a[blockIdx.x * 256 + rows[(threadIdx.x + n) & 3] + threadIdx.x] = 1;
    }}""")
    assert (proof.status is ProofStatus.PROVED) is is_apart


@pytest.mark.parametrize(("change", "is_known"), [
    ("", True), ("starts[0] = 100;", True), ("int *p = starts + 2; p[1] = 100;", True), ("starts[1] = 100;", False),
    ("int *p = starts; if (n) p = starts + 1; p[0] = 100;", False),
    ("int *p = starts; for (int i = 0; i < n; i++) p = p + 1; p[0] = 100;", False),
])  # fmt: skip
def test_an_element_at_a_known_place_is_what_it_was_set_to(change: str, is_known: bool) -> None:
    proof = proof_of(f"""
    __global__ void k(float *out, int n) {{
        __shared__ float tile[80];
        int starts[4] = {{0, 16, 32, 48}};
        {change}
        out[threadIdx.x] = starts[n & 3] + tile[threadIdx.x + starts[1]];
    }}""")
    assert (proof.status is ProofStatus.PROVED and "blockDim.x <= 64" in proof.preconditions) is is_known


def test_bytes_of_two_elements_are_neither_of_them() -> None:
    packed = "struct __attribute__((packed)) Packed { int number; };"
    place = "((const Packed *)((const char *)starts + 2 * i))->number"
    text = LOOKED_UP.format(head=packed, array=ARRAY, before="", behind="").replace("starts[i]", place)
    assert proof_of(text, "shifted").status is not ProofStatus.PROVED
