"""Structures as parameters, which the host sets in part: kernels keep them in memory, and mostly only read them.

Kernels are random sequences of statements that read, change, copy and hand on such a structure; answers are those of
the interpreter.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.native.kernels import at_once, kernel_library
from cudabmc.native.kernels.kernel_code import KernelCode, compile_kernel
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, change_in_place, compare, repeated_launches, share_out

pytestmark = pytest.mark.one_in(2)

PROGRAM = """#include <cuda_runtime.h>
struct list {{ int a[9]; int *p[3]; float f[5]; signed char c[3]; }};
__device__ int element(const struct list *l, int i) {{ return l->a[i % 9]; }}
__device__ void change(struct list *l, int x) {{ l->a[3] = x; }}
__device__ int of_copy(struct list l, int i) {{ l.a[0]++; return l.a[i & 7]; }}
__global__ void k(int *a, float *f, struct list l, int scalar) {{
    __shared__ struct list *s;
    __shared__ struct list whole;
    int t = threadIdx.x, v = 1, w = 2, *q = a;
    float r = 0.5f;
    const int *inside = &l.a[2];
    struct list m;
{body}
    a[t + 8 * blockIdx.x] = v;
    f[t + 8 * blockIdx.x] = r;
}}
int main() {{
    int *a, *b, scalar; float *f;
    struct list l;
    cudaMalloc((void **)&a, 64); cudaMalloc((void **)&f, 64); cudaMalloc((void **)&b, 64);
    cudaMemset(b, 1, 64); cudaMemset(a, 0, 64);
{host}
    return cudaDeviceSynchronize() != 0;
}}
"""

BODY = (
    "w = l.a[t & 7];", "w = l.a[t % 9];", "v += l.a[w & 7];", "w = element(&l, t);", "w = element(&l, w & 3);",
    "l.a[t & 7] = w;", "change(&l, t);", "w = of_copy(l, t);", "r = l.f[t % 5];", "r += l.f[1] * 2.0f;",
    "w = l.c[t % 3];", "w = inside[t & 3];", "if (l.a[2] > 1) v++;", "if (l.f[t % 5] > 1.0f) v += 2;",
    "q = l.p[t % 3];", "q = l.p[0];", "if (q) v += q[t];", "q[t + 8 * blockIdx.x] = w;", "if (q == l.p[1]) v = 9;",
    "m = l;", "w = m.a[t & 7];", "m.a[1] = w;", "r = m.f[3];", "s = &l;", "w = s->a[1];", "if (t == 0) whole = l;",
    "w = whole.a[t & 3];", "__syncthreads();", "__syncthreads();", "w = ((int *)&l)[t];", "w = ((int *)&l)[t * 9];",
    "if (scalar > 3) v++;", "w = scalar;", "v = w;", "w = w & 15;", "l.p[1] = a;", "v = ((unsigned char *)&l)[t + 70];",
)  # fmt: skip

HOST = (
    "l.a[0] = 4;", "l.a[2] = 3;", "for (int i = 0; i < 9; i++) l.a[i] = i;", "for (int i = 0; i < 9; i++) l.a[i] = 9;",
    "l.p[0] = b;", "l.p[1] = a;", "l.p[0] = l.p[1] = l.p[2] = b;", "l.p[2] = 0;", "l.f[1] = 2.5f;",
    "for (int i = 0; i < 5; i++) l.f[i] = i * 0.5f;", "l.c[0] = l.c[1] = l.c[2] = -1;", "scalar = 7;", "scalar = 1;",
    "k<<<1, 8>>>(a, f, l, scalar);", "k<<<1, 8>>>(a, f, l, scalar);", "k<<<2, 8>>>(a, f, l, 5);",
    "for (int i = 0; i < 3; i++) k<<<1, 8>>>(a, f, l, 2);",
)  # fmt: skip

ALL_SET = "for (int i = 0; i < 9; i++) l.a[i] = i; l.p[0] = l.p[1] = l.p[2] = b; scalar = 2;"


@pytest.fixture(autouse=True)
def at_any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches that are not worth it run at once, too."""
    monkeypatch.setattr(at_once, "WORTH", 0)


def answered(
    folder: Path, host: str, body: str, frontend: str = "c", check: tuple[str, ...] = ()
) -> tuple[Answer, int]:  # fmt: skip
    """The answer of the interpreter, after a comparison, and how many launches were machine code."""
    source = folder / "kernel.cu"
    source.write_text(PROGRAM.format(host=host, body=body))
    options = Options(context_bound=0, max_interleavings=20, frontend=frontend, check=check)
    return compare(load([str(source)], options), options)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("frontend", ["c", "clang"])
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    host=st.lists(st.sampled_from(HOST), min_size=1, max_size=6),
    body=st.lists(st.sampled_from(BODY), min_size=1, max_size=7),
    check=st.sampled_from(((), (), ("uninitialised-read",))),
)
def test_answers_are_those_of_the_interpreter(tmp_path, monkeypatch, in_place, frontend, host, body, check) -> None:
    if in_place:
        change_in_place(monkeypatch)
    launch = "k<<<2, 8>>>(a, f, l, scalar);"
    answered(tmp_path, "\n".join([*host, launch]), "\n".join(body), frontend, check)


READ_ONLY = {
    "elements": "w = l.a[t & 7]; v = w;",
    "by reference": "v = element(&l, t);",
    "by a pointer into it": "v = inside[t & 3];",
    "pointers in it": "q = l.p[t % 3]; v = q[t];",
    "a copy": "m = l; m.a[1] = 5; v = m.a[t & 7];",
    "over a barrier": "v = l.a[t & 3]; __syncthreads(); v += inside[1];",
}


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", READ_ONLY)
def test_threads_do_not_store_what_they_only_read(tmp_path, monkeypatch, name, frontend, cores) -> None:
    shares = share_out(monkeypatch, cores)
    found = objects_of(monkeypatch)
    answer, taken = answered(tmp_path, f"{ALL_SET} k<<<2, 8>>>(a, f, l, scalar);", READ_ONLY[name], frontend)
    assert (answer.verdict, taken, bool(shares)) == ("SUCCESSFUL", 1, cores == 2)
    assert found == [20]


def objects_of(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many fields the parameter objects of kernels have that are compiled; it grows with them."""
    found: list[int] = []

    def compiled(made: KernelCode, compiler: LlvmCompiler) -> None:
        compile_kernel(made, compiler)
        found.extend(len(one.fields) for one in made.parameter_objects)

    monkeypatch.setattr(kernel_library, "compile_kernel", compiled)
    return found


CHANGED = {
    "an element": "l.a[t & 7] = 5; v = l.a[t & 7];",
    "by reference": "change(&l, t); v = l.a[3];",
    "a pointer to it in shared memory": "s = &l; __syncthreads(); v = l.a[1];",
}


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", CHANGED)
def test_what_a_thread_changes_is_its_own(tmp_path, monkeypatch, name, frontend) -> None:
    found = objects_of(monkeypatch)
    answered(tmp_path, f"{ALL_SET} k<<<1, 8>>>(a, f, l, scalar);", CHANGED[name], frontend)
    assert found == []


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_what_is_not_set_and_decides_nothing_runs_at_once(tmp_path, frontend) -> None:
    for host, body in (
        ("l.a[0] = 3; scalar = 1;", "v = l.a[0];"),
        ("l.a[0] = l.a[1] = 3; scalar = 1;", "l.a[2] = 4; for (int i = 0; i < 3; i++) v += l.a[i];"),
        ("l.p[1] = b; scalar = 1;", "q = l.p[1]; v = q[t];"),
        ("l.a[0] = 3;", "w = scalar; v = l.a[0];"),
        ("for (int i = 0; i < 9; i++) l.a[i] = i;", "w = scalar + 1; v = l.a[t & 7];"),
    ):
        answer, taken = answered(tmp_path, f"{host} k<<<2, 8>>>(a, f, l, scalar);", body, frontend)
        assert (answer.verdict, taken) == ("SUCCESSFUL", 1), body


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_what_is_not_set_and_decides_something_is_found(tmp_path, frontend) -> None:
    for host, body in (
        ("l.a[0] = 3;", "if (l.a[1] > 2) v++;"),
        ("l.a[0] = 3;", "l.a[2] = 4; if (l.a[1] > 2) v++;"),
        ("l.a[0] = 3;", "if (scalar > 2) v++;"),
        ("l.p[1] = b;", "q = l.p[0]; v = q[t];"),
    ):
        answer, taken = answered(tmp_path, f"{host} k<<<2, 8>>>(a, f, l, scalar);", body, frontend)
        assert (answer.properties, taken) == ({"uninitialised-use"}, 0), body


def test_a_launch_with_other_fields_is_none_that_was_before(tmp_path, monkeypatch) -> None:
    found = repeated_launches(monkeypatch, lambda key: str(key[0]))
    launch = "k<<<1, 8>>>(a, f, l, scalar);"
    answered(tmp_path, f"{ALL_SET} {launch} {launch} l.a[3] = 77; {launch} l.p[1] = a; {launch}", "v = l.a[t & 7];")
    assert len(found) == 1
