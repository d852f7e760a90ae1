"""Kernels keep pointers to their own memory in memory, beside numbers.

In machine code such a pointer has other bits than in the interpreter, so nobody may read a part of one as a number.
Kernels are random sequences of statements on structures with pointers; answers are those of the interpreter.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.native.kernels import at_once
from tests.native.kernels.answers import Answer, compare_source

KERNEL = """#include <cuda_runtime.h>
struct holder {{ int before; int *p; int behind; }};
union bits {{ int *p; unsigned w[2]; float f[2]; }};
__global__ void k(int *a, const int *b) {{
    __shared__ int s[8];
    __shared__ struct holder hs[8];
    int t = threadIdx.x, v = 1, w = t + 2, l[4] = {{1, 2, 3, 4}}, *ps[4] = {{l, s + t, l + 1, s + t}};
    struct holder h = {{3, s + t, 5}}, g = {{-2147483647 - 1, l, 0}};
    union bits u = {{s + t}};
    char c[48] = {{0}};
    s[t] = t;
    hs[t].before = hs[t].behind = 7;
    hs[t].p = s + t;
    {body}
    a[t] = v;
}}
int main() {{
    int *a, *b;
    cudaMalloc((void **)&a, 32); cudaMalloc((void **)&b, 32);
    cudaMemset(b, 1, 32);
    k<<<1, 8>>>(a, b);
    return cudaDeviceSynchronize() != 0;
}}
"""

STATEMENTS = (
    "h.p = &s[t];", "h.p = l + (t & 3);", "h.p = l + 4;", "g = h;", "h = g;", "ps[w & 3] = h.p;", "h.p = ps[v & 3];",
    "hs[t].before = w;", "w = hs[t].behind;", "g.p = hs[t].p;", "hs[t].p = &hs[t].before;", "h.before = w;",
    "h.behind += v;", "w = h.before;", "v += h.behind;", "*g.p = w;", "w = *h.p;", "v += *g.p;", "w ^= v;", "w = b[t];",
    "u.p = h.p;", "u.p = g.p;", "v += u.w[0] != 0;", "v += u.w[1] & 1;", "u.w[0] = w;", "u.w[1] = w;",
    "v += u.f[0] > 1.0f;",
    "memcpy(c, &h, 24);", "memcpy(c + 8, &h, 24);", "memcpy(c + 4, &h, 24);", "memcpy(&g, c + 8, 24);",
    "memcpy(&g, c + 4, 24);", "w = c[8];", "v += *(int *)(c + 20);", "memset(&h, 0, 12);", "memset(&h, 0, 24);",
    "memcpy(&h, &w, 4);", "memcpy(&hs[t], &h, 24);", "h.p = &l[2];", "c[10] = (char)w;", "if (h.p == g.p) v++;",
    "for (int i = 0; i < 4; i++) v += *ps[i];", "__syncthreads();",
)  # fmt: skip


@pytest.fixture(autouse=True)
def at_any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches that are not worth it run at once, too."""
    monkeypatch.setattr(at_once, "WORTH", 0)


def answered(folder: Path, body: str, frontend: str) -> tuple[Answer, int]:
    """The answer of the interpreter, after a comparison."""
    return compare_source(folder, KERNEL.format(body=body), frontend)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("frontend", ["c", "clang"])
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(statements=st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=9))
def test_kernels_get_the_answers_of_the_interpreter(tmp_path, frontend, statements) -> None:
    answered(tmp_path, "\n".join(statements), frontend)


GO_ON = {
    "numbers beside pointers": "v = h.before + h.behind; g = h; v += g.behind;",
    "a negative number in front of one": "v = g.before; h.behind = g.before; v += h.behind;",
    "an array of pointers": "for (int i = 0; i < 4; i++) v += *ps[i];",
    "a pointer of shared memory": "g.p = hs[t].p; v = *g.p + hs[t].behind;",
    "a copy with a number that has no value": "struct holder n; n.p = &s[t]; if (t > 3) n.behind = 2; g = n; v = *g.p;",
}

STOP = {
    "a half of a pointer": "v = u.w[0] != 0;",
    "a half of one as a float": "v = u.f[0] > 1.0f;",
    "a half of one that was copied": "memcpy(c, &h, 24); v = *(int *)(c + 12) & 1;",
    "a half of one that was overwritten": "u.w[1] = 0; v = u.w[0] & 1;",
    "a copy at another distance": "memcpy(c + 4, &h, 24); v = *(int *)(c + 12) & 1;",
    "a copy to shared memory": "g = h; hs[t] = g; v = ((unsigned *)&hs[t])[2] & 1;",
}


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", GO_ON)
def test_numbers_beside_pointers_are_read_at_once(tmp_path, name, frontend) -> None:
    found, taken = answered(tmp_path, GO_ON[name], frontend)
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", STOP)
def test_parts_of_pointers_are_left_to_the_interpreter(tmp_path, name, frontend) -> None:
    _, taken = answered(tmp_path, STOP[name], frontend)
    assert taken == 0


BLOCKS = """#include <cuda_runtime.h>
__global__ void k(int *a) {{
    __shared__ int s[8];
    int t = threadIdx.x, *ps[2] = {{s + t, s + t}}, *p = ps[t & 1];
    {body}
}}
int main() {{
    int *a;
    cudaMalloc((void **)&a, 128);
    k<<<4, 8>>>(a);
    return cudaDeviceSynchronize() != 0;
}}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_each_block_begins_with_shared_memory_of_its_own(tmp_path, frontend) -> None:
    body = "*p = t; __syncthreads(); a[blockIdx.x * 8 + t] = ps[1 - (t & 1)][7 - 2 * t];"
    found, taken = compare_source(tmp_path, BLOCKS.format(body=body), frontend)
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_what_an_earlier_block_has_set_there_is_not_set(tmp_path, frontend) -> None:
    body = "if (blockIdx.x == 0) *p = t; if (*p > 3) a[blockIdx.x * 8 + t] = 1;"
    found, taken = compare_source(tmp_path, BLOCKS.format(body=body), frontend)
    assert (found.properties, taken) == ({"uninitialised-use"}, 0)


FINER = """#include <cuda_runtime.h>
__global__ void k(int *out) {
    __shared__ char s[64];
    int t = threadIdx.x;
    char *keep[2] = {s + 8, s + 12};
    if (t == 5) s[9] = t;
    int *q = (int *)keep[out[t] & 1];
    if (t == 3) q[0] = 5;
}
int main() {
    int *o;
    cudaMalloc((void **)&o, 64);
    cudaMemset(o, 0, 64);
    k<<<1, 8>>>(o);
    return cudaDeviceSynchronize() != 0;
}
"""


def test_what_a_kept_pointer_leads_to_may_have_finer_stamps(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    assert "data-race" in compare_source(tmp_path, FINER)[0].properties
