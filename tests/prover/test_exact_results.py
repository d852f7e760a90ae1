"""That a line does not overflow says nothing of the same number computed elsewhere."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify
from cudabmc.result import ProofOutcome, ProvedKernel

pytestmark = pytest.mark.one_in(3)

KERNELS = {
    "a shift is no product that was noted": """__global__ void k(char *a, char *b, unsigned x, int c) {
        unsigned t = threadIdx.x;
        if (c)
            b[(long long)(t * 1073741824u)] = 1;
        else
            a[(long long)(t << 30)] = 1;
    }""",
    "a closed form is no product that was noted": """__global__ void k(char *a, char *b, unsigned s, int n, int c) {
        unsigned j = 0, t = threadIdx.x;
        for (int i = 0; i < n; i++) {
            if (c)
                if (t < s) b[i * s + t] = 1;
            if (t < s && (int)j >= 0) a[(long long)(int)j + t] = 1;
            j += s;
        }
    }""",
    "nor is it one of an assertion": """#include <cassert>
    __global__ void k(int *a, unsigned n, int c) {
        if (c)
            a[n * 4] = 1;
        else
            assert((n << 2) >= n || n > 2000000000u);
    }""",
    "a product of another way has any quotient": """__global__ void k(int *a, int x, int y, int m) {
        int z = 0;
        if (x < 10)
            z = x * y / m;
        if (x > 60000 && y > 60000 && m == 1) a[z] = threadIdx.x;
    }""",
    "and any remainder": """__global__ void k(int *a, int x, int y, int m) {
        int z = 0;
        if (x < 10)
            z = x * y % m;
        if (x > 60000 && y > 60000 && m == 1) a[z] = threadIdx.x;
    }""",
    "it is in no range of what is made of it": """__global__ void k(int *a, int x, int y) {
        int z = 0;
        if (x < 10 && ((long long)(x * y) << 30) > 7)
            z = 1;
        if (x == 60000 && y == 60000) a[z] = threadIdx.x;
    }""",
    "low bits are not the number": """__global__ void k(int *a, unsigned n, int c) {
        if (c)
            a[__umul24(n, 3) + threadIdx.x] = 1;
        else
            a[__umul24(threadIdx.x, n)] = 1;
    }""",
}
BREAKING = {
    "a shift is no product that was noted": {"x": 0, "c": 0},
    "a closed form is no product that was noted": {"s": 1431655766, "n": 4, "c": 0},
    "nor is it one of an assertion": {"n": 1073741824, "c": 0},
    "a product of another way has any quotient": {"x": 60001, "y": 60001, "m": 1},
    "and any remainder": {"x": 60001, "y": 60001, "m": 1},
    "it is in no range of what is made of it": {"x": 60000, "y": 60000},
    "low bits are not the number": {"n": 1 << 24, "c": 0},
}


def _proof(tmp_path: Path, text: str, **options: object) -> ProvedKernel:
    file = tmp_path / "k.cu"
    file.write_text(text)
    (proof,) = verify(str(file), prove=True, **options).proofs
    return proof


@pytest.mark.parametrize("name", KERNELS)
def test_a_launch_that_breaks_a_kernel_breaks_a_precondition(tmp_path: Path, name: str) -> None:
    """The preconditions besides those on lines, none of which that speak of the other way executes in this launch."""
    proof = _proof(tmp_path, KERNELS[name])
    values = BREAKING[name]
    broken = verify(
        source=KERNELS[name], name="k.cu", kernel="k", grid=1, block=5, arg={n: str(v) for n, v in values.items()},
        array_size=16, no_check="bounds",
    )  # fmt: skip
    assert broken.verdict is Verdict.FAILED
    if proof.outcome is ProofOutcome.PROVED:
        told = [text for text in proof.preconditions if not text.startswith("no integer overflow")]
        names = {**values, "gridDim.x": 1, "blockDim.x": 5}
        for name_, value in names.items():
            told = [text.replace(name_, str(value)) for text in told]
        assert not all(eval(text.replace("&&", "and")) for text in told), proof.preconditions


@pytest.mark.parametrize("number", [1 << 24, 1 << 23])
def test_a_product_of_low_bits_is_that_of_numbers_which_have_no_more(tmp_path: Path, number: int) -> None:
    text = "__global__ void k(int *a, int n) { if (n > 0) a[__mul24(n, 2 * (threadIdx.x & 1))] = threadIdx.x; }\n"
    apart = text.replace("2 * (threadIdx.x & 1)", "threadIdx.x")
    assert _proof(tmp_path, text).outcome is ProofOutcome.FAULTY
    proof = _proof(tmp_path, apart)
    assert proof.outcome is ProofOutcome.PROVED
    assert proof.preconditions == ("no number too large for __mul24 in line 1 of k.cu",)
    launch = {"kernel": "k", "grid": 1, "block": 1024, "array_size": 16, "no_check": "bounds"}
    assert verify(source=apart, arg={"n": "3"}, **launch).verdict is Verdict.SUCCESSFUL
    assert verify(source=apart, arg={"n": str(number)}, **launch).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    "body",
    [
        "int x = a[0]; a[0] = 1; out[threadIdx.x] = x;",
        "if (threadIdx.x == 0) a[0] = 1; else ((short *)a)[1] = 1;",
        "a[0] = 1; __threadfence(); a[0] = threadIdx.x;",
    ],
)
def test_the_same_value_is_the_same_bytes_by_writes_alone(tmp_path: Path, body: str) -> None:
    text = f"__global__ void k(int *a, int *out) {{ {body} }}\n"
    assert _proof(tmp_path, text, allow_same_value_races=True).outcome is ProofOutcome.FAULTY
    same = "__global__ void k(int *a) { a[0] = 1; if (threadIdx.x > 3) a[blockIdx.x] = 7; }\n"
    assert _proof(tmp_path, same.replace("a[blockIdx.x] = 7", "a[9] = 7"), allow_same_value_races=True).outcome is (
        ProofOutcome.PROVED
    )


@pytest.mark.long
def test_a_step_that_goes_down_has_no_room_above(tmp_path: Path) -> None:
    text = "__global__ void k(int *a, int m, int s) { for (int i = threadIdx.x; i > m; i -= s) a[i - m] = 1; }\n"
    proof = _proof(tmp_path, text)
    assert not any("4294967295" in text for text in proof.preconditions)


@pytest.mark.one_in(9)
@pytest.mark.parametrize(
    ("body", "proved"),
    [
        ("*(int *)(a + (y << 2)) = t;", False),  # 2^62 << 2 is 0
        ("*(int *)(a + y * 4) = t;", False),
        ("((int *)a)[y] = t;", True),  # an index that large is in no array
        ("((int *)a - y)[0] = t;", True),
        ("int *p = (int *)a; p += y; *p = t;", True),
        ("char *p = a; p += y << 2; *(int *)p = t;", False),
        ("char *p = a; for (int i = 0; i < 4; i++) p += y; *(int *)p = t;", False),
    ],
)
def test_bytes_that_the_program_counts_may_wrap_around(tmp_path: Path, body: str, proved: bool) -> None:
    head = "unsigned long long x = b[0], z = b[1]; int t = threadIdx.x; if (x == z || t > 1) return;"
    text = f"""__global__ void k(char *a, const unsigned long long *b) {{
        {head} unsigned long long y = t == 0 ? x : z; {body}
    }}"""
    for frontend in ("c", "clang"):
        proof = _proof(tmp_path, text, frontend=frontend)
        condition = any("overflow" in one for one in proof.preconditions)
        assert (proof.outcome is ProofOutcome.PROVED and not condition) == proved, (frontend, proof)


def test_what_stands_behind_a_loop_that_ends_in_front_of_an_array_is_reached(tmp_path: Path) -> None:
    text = """__global__ void k(const int *a, int *b, int n) {
        int s = 0;
        for (const int *p = a + n - 1; p >= a; p--) s += *p;
        b[0] = threadIdx.x + s;
    }"""
    assert _proof(tmp_path, text).outcome is ProofOutcome.FAULTY
