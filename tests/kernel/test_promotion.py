"""Which local variables become registers, and that a thread does the same with them.

Kernels are random sequences of statements on structures, unions, arrays and pointers to them; answers are those of the
interpreter, which knows memory alone. `LEFT` are variables of which more is done than reading and writing.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Alloca
from cudabmc.kernel.inlining import kernel_graph
from cudabmc.kernel.promotion import promote
from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.state import model_calls
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, compare_source

HEAD = """#include <cuda_runtime.h>
#include <string.h>
struct pair { int x; float y; };
struct both { struct pair p; short s; unsigned char c, d; };
struct view { int *at; int n; };
union word { unsigned u; float f; unsigned short h[2]; };
__device__ struct pair swapped(struct pair p) { struct pair r; r.x = (int)p.y; r.y = p.x; return r; }
__device__ struct both within(struct both b) { b.p = swapped(b.p); b.s += b.c; return b; }
__device__ void bump(struct pair *p) { p->x += 3; p->y *= 0.5f; }
__device__ union word halves(union word w) { unsigned short h = w.h[0]; w.h[0] = w.h[1]; w.h[1] = h; return w; }
__device__ int *kept(int n) { int x = n; int *p = &x; return p; }
__device__ float4 scaled(float4 v, float by) { return make_float4(v.x * by, v.y * by, v.z, v.w); }
"""

KERNEL = """__global__ void k(int *a, float *f, struct pair *ps, struct both *bs, float4 *vs, struct pair *us,
                  int n) {{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    struct pair p = {{t, 2.5f}}, q = p, *at = &q;
    struct both b = {{{{n, 1.5f}}, 7, 9, 0}}, e = b;
    union word w, z;
    float4 v = make_float4(t, 1, 2, 3);
    struct pair unset;
    w.u = 0x3f800000u + t; z = w;
{body}
    a[t] = p.x + q.x + b.p.x + e.s + b.c + (int)(w.u & 255) + z.h[1];
    f[t] = p.y + q.y + b.p.y + v.x + v.w;
}}
int main() {{
    int *a; float *f; struct pair *ps, *us; struct both *bs; float4 *vs;
    cudaMalloc((void **)&a, 16); cudaMalloc((void **)&f, 16); cudaMalloc((void **)&ps, 32);
    cudaMalloc((void **)&bs, 48); cudaMalloc((void **)&vs, 64);
    cudaMalloc((void **)&us, 32);
    cudaMemset(a, 0, 16); cudaMemset(f, 0, 16); cudaMemset(ps, 1, 32); cudaMemset(bs, 2, 48); cudaMemset(vs, 0, 64);
    k<<<2, 2>>>(a, f, ps, bs, vs, us, 5);
    return cudaDeviceSynchronize() != 0;
}}
"""

STATEMENTS = (
    "p.x += t;", "q = p;", "p = swapped(q);", "at->x = b.s;", "*at = p;", "bump(&p);", "bump(at);", "b.p = q;",
    "e = within(b);", "b = e;", "q = e.p;", "b.c = (unsigned char)(p.x >> 1);", "e.p.y = v.y;", "ps[t] = p;",
    "p = ps[t];", "bs[t] = b;", "b = bs[t];", "e.p = bs[t].p;", "vs[t] = v;", "v = vs[t];", "v = scaled(v, p.y);",
    "w.f = p.y;", "w = halves(w);", "w.h[1] ^= 5;", "z = w;", "p.y = z.f;", "memset(&p, 0, sizeof p);",
    "memcpy(&w, &p.y, 4);", "memset(&b.s, 0, 2);", "memcpy(&p, &q, sizeof p);",
    "if (t & 1) { struct pair r = p; r.x++; q = r; }", "if (t > 1) at = &p;", "if (n > 100) bump(&unset);",
    "for (int i = 0; i < 3; i++) { struct pair r; if (i) r = p; else r.x = i, r.y = 1; p.x += r.x; p.y = r.y; }",
    "for (int i = 0; i < 2; i++) { struct both r = b; r.c += i; b.c = r.c; e = r; }",
    "struct view view{number} = {&b.p.x, t}; *view{number}.at += view{number}.n;",
    "struct view seen{number} = {&q.x, t}, other{number} = seen{number}; p.x += *other{number}.at;",
    "{ struct view o = {(int *)ps, 2 * t}, u = o; u.at[u.n] = 9; }", "memset(&p, 1, sizeof p);",
    "{ struct pair c = unset; p.x += c.x; }", "q = us[t];", "us[t] = p;",
    "int *two{number}[2] = {&p.x, &q.x}; *two{number}[t % 2] += 3;",
    "__syncthreads();", "unset.x = 4;", "p.x += (unset.x == 4);",
    "struct pair copy{number} = unset; copy{number}.y = 1; p.y += copy{number}.y;",
    "{ struct pair inner = q; at = &inner; at->x++; p = inner; } at = &q;", "ps[t].x = p.x;",
    "vs[t + 4 * (n > 100)].w = 1;",
    "int some{number}[3] = {1, 2, t}; p.x += some{number}[1] + some{number}[2];",
    "int each{number}[3] = {1, 2, t}; p.x += each{number}[t % 3];",
    "memcpy((char *)&b + 4, &b, 4);", "memmove((char *)&b + 2, &b, 4);", "memcpy(&b.p.y, &b.p.x, 8);",
    "memcpy(&ps[t], &p, sizeof p);", "memcpy(&p, &ps[t], sizeof p);", "memcpy(&p, &p, 4);", "memmove(&q.x, &q.y, 4);",
    "memcpy(at, &ps[t], sizeof *at);", "memmove(&e, &e, sizeof e);",
    "*(p.x < q.x ? &p.x : &q.x) += 2;",
    "struct pair *less{number} = p.x < q.x ? &p : &q; less{number}->x++; less{number}->y = v.y;",
    "struct pair *any{number}; if (t) any{number} = &p; else any{number} = &q; b.p = *any{number}; *any{number} = e.p;",
    "{ struct pair r = p, *to = &r; if (n > t) to = &q; *to = swapped(*to); p.x += to->x + r.x; }",
    "int *far{number} = t & 1 ? &p.x : &b.p.x; float *y{number} = (float *)(far{number} + 1); *y{number} += 1;",
    "int third{number} = 2, row{number}[4] = {t, 5, n, 7}; p.x += row{number}[third{number} + 1];",
    "struct both whole{number} = e; b = whole{number}; for (int j = 0; j < 2; j++) { q = whole{number}.p; q.x += j; }",
)  # fmt: skip


@pytest.fixture(autouse=True)
def at_any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches that are not worth it run at once, too."""
    monkeypatch.setattr(at_once, "WORTH", 0)


def answered(folder: Path, body: str, frontend: str) -> tuple[Answer, int]:
    """The answer of the interpreter, after a comparison."""
    return compare_source(folder, HEAD + KERNEL.format(body=body), frontend)


def _body(statements: list[str]) -> str:
    return "\n".join(one.replace("{number}", str(number)) for number, one in enumerate(statements))


@pytest.mark.parametrize("frontend", ["c", "clang"])
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(statements=st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=9))
def test_threads_do_the_same(tmp_path, frontend, statements) -> None:
    answered(tmp_path, _body(statements), frontend)


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_all_statements_together_run_at_once(tmp_path, frontend) -> None:
    known = [one for one in STATEMENTS if not any(word in one for word in ("unset", "at", "mem", "two", "q = us"))]
    _, taken = answered(tmp_path, _body(known), frontend)
    assert taken == 1


def left(folder: Path, text: str) -> list[str]:
    """The variables that stay in memory."""
    source = folder / "kernel.cu"
    source.write_text(text)
    program = load([str(source)], Options())
    graph = kernel_graph(program, next(f for f in program.functions.values() if f.is_kernel), model_calls.find)
    promote(graph)
    return sorted(i.var.name for block in graph.blocks for i in block.code if isinstance(i, Alloca))


PAIR = """struct pair { int x; float y; };
__device__ int use(struct pair *p) { return p == (struct pair *)8; }
__global__ void k(int *a, struct pair *ps, int n) { struct pair other = {n, 1}; a[1] = other.x; """
END = " }\nint main() { return 0; }\n"

LEFT = {
    "int x[4]; x[0] = x[1] = 2; a[0] = x[n];": ["x"],  # at a place that is not known
    "int x[4]; x[0] = x[1] = 2; int i; if (n) i = 1; a[0] = x[i];": ["x"],  # by a number that may not be set
    "int x = n, y = 2; int *p; if (n) p = &x; else if (n < 0) p = &y; *p = 1; a[0] = x + y;": ["x", "y"],  # or none
    "int x = n, y = 2; int *p = n ? &x : &y; *p = 1; a[0] = use((struct pair *)p);": ["x", "y"],
    "int x = n, y = 2, z[80]; z[n] = 0; int *p = n ? &x : z; *p = 1; a[0] = x + y + z[1];": ["x", "z"],
    "int x = n; int *p = &x; { int y = 1; if (n) p = &y; } *p = 1; a[0] = x;": ["x", "y"],  # one that has ended
    "int x = n; int *p = n ? &x : a; *p = 1;": ["x"],  # one of two
    "struct pair x = {n, 1}; a[0] = use(&x);": ["x"],  # compared
    "int x = n; volatile int *p = &x; *p = 1;": ["x"],
    "int *p = 0; for (int i = 0; i < n; i++) { int x; if (i == 0) p = &x; *p = i; }": ["x"],
    "int x[2]; x[0] = n; int *p = x; p[2] = 1;": ["x"],  # beyond its end
    "char x[8]; x[0] = n; *(int *)(x + 2) = 1;": ["x"],  # misaligned
    "int x = n; int **places = (int **)ps; places[0] = &x;": ["x"],  # its address lies in memory
    "union { int *p; int h[2]; } x; x.p = a; a[0] = x.h[0];": ["x"],  # half a pointer
    "union { int i; char c; } x; x.i = n; a[0] = x.c;": ["x"],  # no register has three bytes
    "struct view { int *p; long n; } x = {a, n}; ((struct view *)ps)[0] = x;": ["x"],  # a pointer goes to memory
    "struct pair x; if (n) x.x = 1; ps[0] = x;": ["x"],  # a member that nothing here needs goes to memory
    "struct pair x = ps[0]; ps[1] = x;": ["x"],
}


@pytest.mark.parametrize(("body", "expected"), LEFT.items(), ids=range(len(LEFT)))
def test_other_variables_stay_in_memory(tmp_path, body, expected) -> None:
    assert left(tmp_path, PAIR + body + END) == expected


BUGS = {
    "q = ps[t + 1]; p.x += q.x;": {"bounds"},
    "ps[t + 1] = p;": {"bounds", "race"},
    "ps[0] = p;": {"race"},
    "ps[t] = p; q = ps[(t + 1) % 4]; p.x += q.x;": {"race"},
    "v = *(float4 *)((char *)vs + 8);": {"misaligned"},
    "*(float4 *)((char *)(vs + t % 3) + 8) = v;": {"misaligned", "race"},
}


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("body", BUGS)
def test_copies_from_and_to_memory_are_looked_at(tmp_path, body, frontend) -> None:
    found, taken = answered(tmp_path, body, frontend)
    assert found.verdict == "FAILED" and taken == 0
    assert any(prop in word for prop in BUGS[body] for word in found.properties), found.properties


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_what_was_never_set_is_told_from_what_was(tmp_path, frontend) -> None:
    """The launch stops where it uses a member without a value, and it leaves memory that somebody has set."""
    unset = "for (int i = 0; i < 2; i++) { struct pair r; if (i == 0) r.x = 5; p.x += r.x; }"
    for body in (unset, "struct pair c = unset; p.x += c.x;", "q = us[t]; p.x += q.x;"):
        _, taken = answered(tmp_path, body, frontend)
        assert taken == 0
    _, taken = answered(tmp_path, "struct pair c = unset; c.y = 2; p.y += c.y; us[t] = p; q = us[t];", frontend)
    assert taken == 1


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_fills_and_pointers_that_go_from_structure_to_structure(tmp_path, frontend) -> None:
    _, taken = answered(tmp_path, "{ struct view o = {(int *)ps, 2 * t}, u = o; u.at[u.n] = 9; }", frontend)
    assert taken == 1
    answered(tmp_path, "memset(&p, 1, sizeof p);", frontend)


def test_copies_in_any_order(tmp_path) -> None:
    """What is known of a variable goes over to what it is copied to, however far."""
    body = "struct pair x = {n, 1}, y = ps[0], z = ps[1]; for (int i = 0; i < n; i++) { z = y; y = x; } ps[0] = z;"
    assert left(tmp_path, PAIR + body + END) == []


def test_a_pointer_to_a_variable_that_has_ended(tmp_path) -> None:
    """The write through it is found."""
    found, _ = answered(tmp_path, "int *ended = kept(t); *ended = 1;", "c")
    assert found.verdict == "FAILED"


def test_a_pointer_to_the_variable_of_an_earlier_round(tmp_path) -> None:
    body = "int i = 0; int *last; again:; int x = i; if (i) p.x += *last; last = &x; if (i++ < 2) goto again;"
    _, taken = answered(tmp_path, body, "c")
    assert taken == 1


CHOSEN = (
    "int x = n, y = 2; int *p = n ? &x : &y; *p = 1; a[0] = x + y;",
    "struct pair x = {n, 1}, y = {1, n}, z = {2, 2}, *p = n ? &x : &y; if (n > 3) p = &z; p->y = 4; ps[0] = *p;",
    "int i = 1, x[4]; x[2 * i] = n; a[0] = x[i + 1];",
)


@pytest.mark.parametrize("body", CHOSEN)
def test_places_that_are_chosen_or_counted(tmp_path, body) -> None:
    """A pointer to one of several variables, and an index that is a number, keep none of them in memory."""
    assert left(tmp_path, PAIR + body + END) == []


def test_a_pointer_in_a_structure(tmp_path) -> None:
    """What the pointer leads to becomes a register once the structure is registers."""
    text = """struct view { int *at; int n; };
__device__ int sum(struct view v) { return v.at[0] + v.n; }
__global__ void k(int *a) { int x = a[0]; struct view v = {&x, 2}; struct view w = v; *w.at += 1; a[1] = sum(w); }
int main() { return 0; }
"""
    assert left(tmp_path, text) == []
