"""Integers of 128 bits in kernels: clang makes them of structures that are copied. Answers are the interpreter's."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.native.kernels import at_once
from tests.native.kernels.answers import Answer, compare_source

KERNEL = """#include <cuda_runtime.h>
typedef unsigned __int128 wide;
typedef __int128 number;
__global__ void k(wide *a, const wide *b, long *c, number x) {{
    __shared__ wide near[8];
    wide kept[2] = {{3, (wide)7 << 100}}, v = b[threadIdx.x];
    number n = x;
    int t = threadIdx.x;
    near[t] = v + t;
    {body}
    a[t] = v ^ (wide)n;
}}
int main() {{
    wide *a, *b, given[8];
    long *c;
    cudaMalloc((void **)&a, 128); cudaMalloc((void **)&b, 128); cudaMalloc((void **)&c, 64);
    for (int i = 0; i < 8; i++) given[i] = ((wide)(i * 0x123456789abcdefl) << 64) + i * 77 - 3;
    cudaMemcpy(b, given, 128, cudaMemcpyHostToDevice);
    k<<<1, 8>>>(a, b, c, -((number)5 << 70));
    return cudaDeviceSynchronize() != 0;
}}
"""

STATEMENTS = (
    "v += b[7 - t];", "v = v * 3 + (v >> 65);", "v <<= t * 9;", "n -= (number)v;", "n >>= 3 + t;", "n = -n;", "n *= n;",
    "if (v > b[0]) v = ~v;", "if (n < 0) n += t;", "v = near[t];", "near[t] = v;", "kept[t & 1] ^= v;", "v |= kept[1];",
    "__syncthreads(); v += near[7 - t]; __syncthreads();", "c[t] = (long)n;", "v &= (wide)c[t];", "c[t] = v >> 64;",
    "for (int i = 0; i < 3; i++) n += b[i];", "n = (number)t - 4;", "v = n != 0 ? v : kept[0];", "__syncthreads();",
)  # fmt: skip


@pytest.fixture(autouse=True)
def at_any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches that are not worth it run at once, too."""
    monkeypatch.setattr(at_once, "WORTH", 0)


def answered(folder: Path, body: str, check: tuple[str, ...] = ()) -> tuple[Answer, int]:
    """The answer of the interpreter, after a comparison."""
    return compare_source(folder, KERNEL.format(body=body), "clang", check)


@pytest.mark.one_in(2)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(statements=st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=8))
def test_kernels_get_the_answers_of_the_interpreter(tmp_path, statements) -> None:
    answered(tmp_path, "\n".join(statements))


GO_ON = {
    "arithmetic": "v = v * v + kept[0]; n = (n >> 3) - (number)v;",
    "numbers that are kept at a barrier": "v += t; n += t; __syncthreads(); v += near[7 - t];",
    "a comparison": "if (v > near[t] - 1 && n < 0) v = 1;",
    "a half": "c[t] = v >> 64; v += (wide)c[t];",
}


@pytest.mark.parametrize("body", GO_ON.values(), ids=GO_ON)
def test_wide_integers_are_computed_at_once(tmp_path, body) -> None:
    found, taken = answered(tmp_path, body)
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize("body", ["v /= 3;", "v %= near[t];", "c[t] = (long)(double)v;"])
def test_what_takes_a_library_is_left_to_the_interpreter(tmp_path, body) -> None:
    _, taken = answered(tmp_path, body)
    assert taken == 0


@pytest.mark.parametrize("body", ["n *= n; n *= n;", "v += ~v; v++;"])
def test_an_overflow_is_one_of_the_interpreter(tmp_path, body) -> None:
    found, _ = answered(tmp_path, body, ("signed-overflow", "unsigned-overflow"))
    assert ("signed-overflow" if "n" in body else "unsigned-overflow") in found.properties
