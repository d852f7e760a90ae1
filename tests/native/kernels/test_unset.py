"""Values that nobody has set go through a kernel at once, as far as they decide nothing.

Kernels are random sequences of statements on shared and local memory that is set in part; answers are those of the
interpreter.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.native.kernels import at_once, kernel_library
from cudabmc.native.kernels.kernel_code import KernelCode, compile_kernel
from cudabmc.native.machine_code import LlvmCompiler
from tests.native.kernels.answers import Answer, change_in_place, compare_source

pytestmark = pytest.mark.one_in(2)

KERNEL = """#include <cuda_runtime.h>
struct pair {{ int x; float y; }};
__device__ int twice(int x) {{ return x + x; }}
__global__ void k(int *a, float *f, const int *b) {{
    __shared__ int s[8];
    __shared__ float g[8];
    __shared__ struct pair p[8];
    int t = threadIdx.x, u, v = 1, w = 2, l[4];
    float h, r = 0.5f;
    struct pair q;
{body}
    a[t] = v;
    f[t] = r;
}}
int main() {{
    int *a, *b; float *f;
    cudaMalloc((void **)&a, 32); cudaMalloc((void **)&f, 32); cudaMalloc((void **)&b, 64);
    cudaMemset(b, 1, 32);
    k<<<1, 8>>>(a, f, b);
    return cudaDeviceSynchronize() != 0;
}}
"""

STATEMENTS = (
    "if (t < 4) s[t] = t;", "s[t] = w;", "s[t] = twice(s[t]) + 1;", "w = s[t];", "w = s[(t + 1) % 8];", "w = u * 3;",
    "u = 7;", "u = b[t];", "u = b[t + 8];", "l[t % 4] = s[t];", "l[1] = 5;", "w = l[t % 4];", "w = -w ^ (u & 5);",
    "v += s[t];", "v = w;", "r = g[t] * 2.0f;", "g[t] = h;", "h = r + 1.0f;", "g[t] = (float)w;", "w = (int)g[t];",
    "p[t].x = w;", "q = p[t];", "p[t] = q;", "q.x = 3;", "w = q.x;", "q.y = h;", "r = q.y;", "if (t & 1) w = s[t];",
    "w = t > 3 ? s[t] : v;", "if (s[t] > 2) v++;", "v = l[w & 3];", "v /= w;", "w = u / 3;", "w = min(w, s[t]);",
    "for (int i = 0; i < 3; i++) w += l[i];", "w = __shfl_up_sync(0xff, s[t], 1);",
    "r = __shfl_xor_sync(0xff, g[t], 3);", "w = __shfl_down_sync(0xff, u, t & 3);",
    "v = __shfl_sync(0xff, w, 2, v & 7 ? 8 : 4);", "__syncthreads();", "__syncthreads();",
)  # fmt: skip


@pytest.fixture(autouse=True)
def at_any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches that are not worth it run at once, too."""
    monkeypatch.setattr(at_once, "WORTH", 0)


def answered(folder: Path, body: str, frontend: str = "c", check: tuple[str, ...] = ()) -> tuple[Answer, int]:
    """The answer of the interpreter, after a comparison."""
    return compare_source(folder, KERNEL.format(body=body), frontend, check)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("frontend", ["c", "clang"])
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(statements=st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=9))
def test_kernels_get_the_answers_of_the_interpreter(tmp_path, monkeypatch, in_place, frontend, statements) -> None:
    if in_place:
        change_in_place(monkeypatch)
    answered(tmp_path, "\n".join(statements), frontend)


DECIDES_NOTHING = {
    "shared memory": "if (t < 4) s[t] = t; w = twice(s[t]) + 1; s[t] = w; if (t < 4) v = s[t];",
    "local memory": "l[1] = 5; for (int i = 0; i < 3; i++) l[i] = l[i] * 3; v = l[1];",
    "registers": "w = u + 1; u = w ^ 3; if (t > 3) u = 1; w = u;",
    "numbers of floating point": "g[t] = h * 2.0f; h = sqrtf(1.0f); r = h;",
    "over a barrier": "w = s[t]; __syncthreads(); s[7 - t] = w + 1; __syncthreads(); w = 3;",
    "what is set again": "s[t] = u; s[t] = t; v = s[t];",
    "a choice": "int i = t & 1; w = i ? 4 : u; v = i ? w : 2;",
    "what lanes tell each other": "if (t < 4) s[t] = t; w = __shfl_up_sync(0xff, s[t], 1); if (t < 4) v = w + 1;",
    "structures": "q.x = 3; p[t] = q; __syncthreads(); q = p[7 - t]; v = q.x;",
}

DECIDES = {
    "a branch": "if (s[t] > 2) v++;",
    "a branch, after a barrier": "w = s[t] + 1; __syncthreads(); s[t] = w; if (s[t] > 2) v++;",
    "a branch, from another lane": "if (t < 4) s[t] = t; w = __shfl_xor_sync(0xff, s[t], 4); if (w > 2) v++;",
    "an address": "v = l[s[t] & 3];",
    "a value that was set before": "s[t] = t; s[t] = u; if (s[t] > 2) v++;",
    "a choice": "w = t > 3 ? s[t] : 4; if (w > 2) v++;",
}


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", DECIDES_NOTHING)
def test_what_decides_nothing_runs_at_once(tmp_path, name, frontend) -> None:
    found, taken = answered(tmp_path, DECIDES_NOTHING[name], frontend)
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", DECIDES)
def test_what_decides_something_is_found(tmp_path, name, frontend) -> None:
    found, taken = answered(tmp_path, DECIDES[name], frontend)
    assert (found.properties, taken) == ({"uninitialised-use"}, 0)


GAP = """struct gap { char c; int i; };
    __shared__ struct gap gaps[8];
    struct gap filled;
    filled.c = 1; filled.i = 2;
    gaps[t] = filled;
    if (((char *)&gaps[t])[1] > 2) v++;"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_gap_that_a_copy_has_left_is_found(tmp_path, frontend) -> None:
    """The stamp of its bytes says that the thread has written them."""
    found, taken = answered(tmp_path, GAP, frontend)
    assert (found.properties, taken) == ({"uninitialised-use"}, 0)


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_divisor_that_may_be_zero_is_found(tmp_path, frontend) -> None:
    for body in ("v = 5 / s[t];", "u = s[t]; v = u / (t & 8);"):
        found, taken = answered(tmp_path, body, frontend)
        assert ("division-by-zero" in found.properties, taken) == (True, 0)


def test_a_read_is_found_if_that_is_asked(tmp_path) -> None:
    found, taken = answered(tmp_path, DECIDES_NOTHING["shared memory"], check=("uninitialised-read",))
    assert (found.properties, taken) == ({"uninitialised-read"}, 0)


PART = """#include <cuda_runtime.h>
struct pair { int one, other; };
__global__ void k(int *a, struct pair x) {
    a[threadIdx.x] = x.one;
    if (blockIdx.x == 5) a[0] = x.other;
}
int main() {
    int *a;
    struct pair x;
    x.one = 3;
    cudaMalloc((void **)&a, 32);
    k<<<1, 8>>>(a, x);
    return cudaDeviceSynchronize() != 0;
}
"""


def test_a_kernel_is_compiled_once_for_an_argument_without_a_value(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    compiled = []

    def counted(made: KernelCode, compiler: LlvmCompiler) -> None:
        compiled.append(made)
        compile_kernel(made, compiler)

    monkeypatch.setattr(kernel_library, "compile_kernel", counted)
    found, taken = compare_source(tmp_path, PART)
    assert (found.verdict, len(compiled), taken) == ("SUCCESSFUL", 1, 1)
