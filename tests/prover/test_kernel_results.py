"""Conditions about memory that a kernel writes: what a thread has written itself, and what there is in the end."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import Options, verify
from cudabmc.prover.kernel_results import MISSING, WRONG
from cudabmc.prover.proof import KernelProof, ProofStatus
from tests.prover.proofs import proof_of

HEADER = "#include <cudabmc.h>\n#include <assert.h>\n"
ENOUGH = "cudabmc_requires(n > 0 && n <= (long long)gridDim.x * blockDim.x);"
ROWS = """cudabmc_requires(w > 0 && h > 0 && (long long)w * h < 1000000000 && w <= (long long)gridDim.x * blockDim.x
                     && h <= (long long)gridDim.y * blockDim.y);"""
PLACE = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
PLACES = "int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;"


def _proof(text: str) -> KernelProof:
    return proof_of(HEADER + text)


def _open(proof: KernelProof) -> set[str]:
    return {candidate.text for candidate in proof.candidates}


# ---------------------------------------------------------------- what a thread has written itself


@pytest.mark.parametrize("body", [
    "if (i < n) { out[i] = a[i] + 1; assert(out[i] == a[i] + 1); }",
    "if (i < n) { int before = out[i]; out[i] = before + 1; assert(out[i] == before + 1); }",
    "if (i < n) out[i] = a[i]; cudabmc_assert(i >= n || out[i] == a[i]);",
    "cudabmc_ensures(i >= n || out[i] == 5); if (i < n) out[i] = 5;",
    "for (int r = 0; r < n; r++) if (i < n) { out[i] = r; cudabmc_assert(out[i] == r); }",
    "__syncthreads(); if (i < n) { out[i] = 3; assert(out[i] == 3); }",
])  # fmt: skip
def test_what_a_thread_has_written_is_there(body: str) -> None:
    proof = _proof(f"__global__ void k(int *out, const int *a, int n) {{ {PLACE} {body} }}")
    assert proof.status is ProofStatus.PROVED


@pytest.mark.parametrize("body", [
    "if (i < n) { out[i] = a[i] + 1; assert(out[i] == a[i] + 2); }",
    "if (i < n) out[i] = a[i]; cudabmc_assert(i >= n || out[i + 1] == a[i]);",  # another thread writes that
    "if (i < n) out[i] = a[i]; __syncthreads(); cudabmc_assert(i >= n || out[i] == a[i]);",  # others may since
    "if (i < n) out[i] = 1; if (i < n - 1) out[i + 1] = 2; cudabmc_assert(i >= n || out[i] == 1);",
    "for (int r = 0; r < n; r++) if (i < n) out[i] = r; cudabmc_assert(i >= n || out[i] == 0);",
    "for (int r = 0; r < 2; r++) { if (i < n) { cudabmc_assert(!r || out[i] == 5); out[i] = 6; } __syncthreads(); }",
    "if (i < n) { out[i] = 1; if (a[i]) out[i] = 2; assert(out[i] == 1); }",
    "if (i < n) { atomicAdd(&out[i], 1); cudabmc_assert(out[i] == 1); }",
])  # fmt: skip
def test_what_it_has_not_is_not(body: str) -> None:
    proof = _proof(f"__global__ void k(int *out, const int *a, int n) {{ {PLACE} {body} }}")
    assert proof.status is not ProofStatus.PROVED


# ---------------------------------------------------------------- what there is in the end


@pytest.mark.parametrize(("ensures", "body"), [
    ("i, 0, n, out[i] == a[i] + 1", f"{PLACE} if (i < n) out[i] = a[i] + 1;"),
    ("i, 0, n, out[i] == a[n - 1 - i]", f"{PLACE} if (i < n) out[n - 1 - i] = a[i];"),
    ("i, 0, n, out[i] == i || out[i] == 7", f"{PLACE} if (i < n) {{ if (i & 1) out[i] = 7; else out[i] = i; }}"),
    ("i, 0, n, out[i] == cudabmc_at_start(out[i]) * 3", f"{PLACE} if (i < n) out[i] *= 3;"),
    ("i, 0, n, out[i] >= 0", f"{PLACE} if (i < n) out[i] = a[i] < 0 ? 0 : a[i];"),
    ("b, 0, gridDim.x, out[b] == a[b]", "if (threadIdx.x == 0) out[blockIdx.x] = a[blockIdx.x];"),
    ("i, 0, n, a[i] == a[i]", f"{PLACE} if (i < n) out[i] = 1;"),  # about nothing that is written
    ("i, 0, n - 1, out[i + 1] == i", f"{PLACE} if (i < n) out[i] = i - 1;"),
])  # fmt: skip
def test_what_a_kernel_ensures_is_proved(ensures: str, body: str) -> None:
    text = f"__global__ void k(int *out, const int *a, int n) {{ {ENOUGH} cudabmc_kernel_ensures({ensures}); {body} }}"
    assert _proof(text).status is ProofStatus.PROVED


@pytest.mark.parametrize(("ensures", "body", "why"), [
    ("i, 0, n, out[i] == a[i] + 1", f"{PLACE} if (i < n) out[i] = a[i] + 2;", WRONG),
    ("i, 0, n, out[i] == a[i]", f"{PLACE} if (i < n - 1) out[i] = a[i];", MISSING),
    ("i, 0, n + 1, out[i] == a[i]", f"{PLACE} if (i < n) out[i] = a[i];", MISSING),
    ("i, 0, n, out[i] == 7", f"{PLACE} if (i < n && a[i]) out[i] = 7;", MISSING),
    ("i, 0, n, out[i] == 7", f"{PLACE} for (; i < n; i++) if (i == threadIdx.x) out[i] = 7;", MISSING),
    ("i, 0, n, out[i] == a[i]", f"{PLACE} if (i < n) {{ out[i] = 0; if (a[i] != 5) out[i] = a[i]; }}", WRONG),
    ("i, 0, n, out[i] == i", f"{PLACE} if (i < n) out[n - 1 - i] = i;", WRONG),
])  # fmt: skip
def test_what_it_does_not_ensure_is_not(ensures: str, body: str, why: str) -> None:
    text = f"__global__ void k(int *out, const int *a, int n) {{ {ENOUGH} cudabmc_kernel_ensures({ensures}); {body} }}"
    proof = _proof(text)
    assert proof.status is not ProofStatus.PROVED
    assert why in _open(proof)


def test_without_enough_threads_an_element_is_left() -> None:
    text = f"""__global__ void k(int *out, int n) {{
        cudabmc_kernel_ensures(i, 0, n, out[i] == 1);
        {PLACE}
        if (i < n) out[i] = 1;
    }}"""
    assert _open(_proof(text)) == {MISSING}


def test_floats_are_the_same_bits() -> None:
    text = f"""__global__ void k(float *out, const float *a, int n) {{
        {ENOUGH}
        cudabmc_kernel_ensures(i, 0, n, __equal_floats(out[i], a[i] * %s));
        {PLACE}
        if (i < n) out[i] = a[i] * 2.5f;
    }}"""
    assert _proof(text % "2.5f").status is ProofStatus.PROVED
    assert _open(_proof(text % "2.0f")) == {WRONG}


@pytest.mark.long
@pytest.mark.parametrize(("place", "proved"), [("x * h + y", True), ("y * w + x", False), ("y * h + x", False)])
def test_a_transposition_is_proved(place: str, *, proved: bool) -> None:
    text = f"""__global__ void k(int *out, const int *in, int w, int h) {{
        {ROWS}
        cudabmc_kernel_ensures(i, 0, w * h, out[i] == in[i % h * w + i / h]);
        {PLACES}
        if (x < w && y < h) out[{place}] = in[y * w + x];
    }}"""
    assert (_proof(text).status is ProofStatus.PROVED) is proved


@pytest.mark.parametrize(("body", "why"), [
    ("cudabmc_kernel_ensures(i, 0, n, out[i] == 1); if (t < n) atomicAdd(&out[t], 1);", "atomic functions"),
    ("cudabmc_kernel_ensures(i, 0, n, out[i] <= out[i + 1]); if (t < n) out[t] = t;", "several elements"),
    ("if (t < n) out[t] = t; cudabmc_kernel_ensures(i, 0, n, out[i] == t);", "may differ between its threads"),
])  # fmt: skip
def test_what_is_not_looked_at_is_a_reason(body: str, why: str) -> None:
    proof = _proof(f"__global__ void k(int *out, int n) {{ {ENOUGH} int t = threadIdx.x; {body} }}")
    assert proof.status is ProofStatus.UNKNOWN
    assert any(why in reason for reason in proof.reasons)


# ---------------------------------------------------------------- against executions

INDICES = ("i", "n - 1 - i", "i + 1", "2 * i")
GUARDS = ("i < n", "i < n - 1", "i <= n", "i > 0 && i < n")
VALUES = ("a[i] + 1", "a[i]", "i", "a[n - 1 - i] + 1", "out[i] + 1")
RESULTS = ("a[i] + 1", "a[i]", "i", "a[n - 1 - i] + 1", "n - 1 - i", "cudabmc_at_start(out[i]) + 1")
NAMED = st.tuples(*(st.sampled_from(choices) for choices in (INDICES, GUARDS, VALUES, RESULTS, ("n", "n - 1"))))


def _holds(index: str, guard: str, value: str, result: str, end: str) -> bool:
    """Does a kernel ensure it in small launches?"""
    choose = random.Random(3)

    def number(text: str, **names: object) -> int:
        return eval(text.replace("&&", "and").replace("cudabmc_at_start(out[i])", "start[i]"), {}, names)  # type: ignore[no-any-return]

    for n in range(1, 6):
        for threads in (n, n + 1, n + 3):
            a, start = ([choose.randrange(100) for _ in range(20)] for _ in range(2))
            out = list(start)
            for i in range(threads):
                if number(guard, i=i, n=n):
                    out[number(index, i=i, n=n)] = number(value, i=i, n=n, a=a, out=out)
            for i in range(number(end, n=n)):
                if out[i] != number(result, i=i, n=n, a=a, start=start):
                    return False
    return True


@given(NAMED)
def test_what_is_proved_holds_in_executions(named: tuple[str, str, str, str, str]) -> None:
    index, guard, value, result, end = named
    text = f"""__global__ void k(int *out, const int *a, int n) {{
        {ENOUGH}
        cudabmc_kernel_ensures(i, 0, {end}, out[i] == {result});
        {PLACE}
        if ({guard}) out[{index}] = {value};
    }}"""
    if _proof(text).status is ProofStatus.PROVED:
        assert _holds(*named)


@pytest.mark.long
@given(NAMED, st.integers(1, 5), st.integers(1, 3))
def test_what_is_proved_holds_in_the_bounded_engine(named: tuple[str, str, str, str, str], n: int, block: int) -> None:
    index, guard, value, result, end = named
    result = result.replace("cudabmc_at_start(out[i])", "start[i]")
    kernel = f"""__global__ void k(int *out, const int *a, int n) {{
        {ENOUGH}
        cudabmc_kernel_ensures(i, 0, {end}, out[i] == {named[3]});
        {PLACE}
        if ({guard}) out[{index}] = {value};
    }}"""
    if _proof(kernel).status is not ProofStatus.PROVED:
        return
    program = f"""{HEADER}{kernel}
    int main() {{
        int n = {n}, a[12], start[12], out[12], *da, *dout;
        for (int i = 0; i < 12; i++) {{ a[i] = 7 * i % 5; start[i] = 100 + i; }}
        cudaMalloc(&da, sizeof a); cudaMalloc(&dout, sizeof out);
        cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
        cudaMemcpy(dout, start, sizeof start, cudaMemcpyHostToDevice);
        k<<<(n + {block} - 1) / {block}, {block}>>>(dout, da, n);
        cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < {end}; i++) assert(out[i] == {result});
        cudaFree(da); cudaFree(dout);
    }}"""
    result = verify(program, options=Options(timeout=30))
    assert "assertion" not in {violation.prop for violation in result.violations}  # it may read in front of the array
