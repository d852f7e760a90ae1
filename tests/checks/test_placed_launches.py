"""Launches that are too large to run are proved at their places, and what they write is arbitrary behind them."""

import pytest

from cudabmc import Result, Verdict, verify
from cudabmc.report.summary import holds_for

pytestmark = pytest.mark.one_in(2)

HEAD = """#include <assert.h>
#include <stdio.h>
extern "C" { int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); }
"""
FILL = """__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}
"""
LOOK = """__global__ void look(const int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] > 0) b[i] = 1;
}
"""
ARRAY = "int *a; cudaMalloc(&a, 4 << 21);"
SET = f"{ARRAY} cudaMemset(a, 0, 4 << 21);"
RUN = "k<<<8192, 256>>>(a, 1 << 21);"
ALL = "k<<<8192, 256>>>(a);"
WAIT = "cudaDeviceSynchronize();"
AGAIN = "cudaMemcpy(b, a, 16, cudaMemcpyDeviceToHost);"
BACK = f"int b[4]; {AGAIN}"
COUNT = "int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 1 && n < (1 << 24));"
STREAMS = "cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t);"
PINNED = "int *h; cudaMallocHost(&h, 4 << 21);"
ON_S, ON_T = RUN.replace("256>>>", "256, 0, s>>>"), RUN.replace("256>>>", "256, 0, t>>>")


def of(kernel: str, main: str, **options: object) -> Result:
    """The answer for a program, without machine code, which would run such launches."""
    return verify(f"{HEAD}{kernel}int main() {{ {main} }}\n", native=False, **options)  # type: ignore[arg-type]


def with_body(body: str) -> str:
    return f"__global__ void k(int *a) {{ int t = threadIdx.x, i = blockIdx.x * 256 + t; {body} }}\n"


RIGHT = {
    "an array": (FILL, f"{ARRAY} {RUN} {WAIT}"),
    "the middle of an array": (FILL, f"int *a; cudaMalloc(&a, (4 << 21) + 16); {RUN.replace('(a', '(a + 4')} {WAIT}"),
    "null that nobody reads": (FILL, f"k<<<8192, 256>>>(0, 0); {WAIT}"),
    "two halves": (
        "__global__ void k(int *a, int *b) { int i = blockIdx.x * 256 + threadIdx.x; a[i] = 1; b[i] = 2; }\n",
        f"int *a; cudaMalloc(&a, 8 << 21); k<<<8192, 256>>>(a, a + (1 << 21)); {WAIT}",
    ),
    "a struct": (
        "struct S { int *a; int n; };\n__global__ void k(S s) {"
        " int i = blockIdx.x * 256 + threadIdx.x; if (i < s.n) s.a[i] = i; }\n",
        f"S s; s.n = 1 << 21; cudaMalloc(&s.a, 4 << 21); k<<<8192, 256>>>(s); {WAIT}",
    ),
    "a stride": (
        FILL.replace("if (i < n)", "for (; i < n; i += blockDim.x * gridDim.x)"),
        f"int *a; cudaMalloc(&a, 4 << 23); k<<<8192, 256>>>(a, 1 << 23); {WAIT}",
    ),
    "shared memory": (
        with_body("__shared__ int s[256]; s[t] = t; __syncthreads(); a[i] = s[255 - t];"), f"{ARRAY} {ALL} {WAIT}",
    ),
    "dynamic shared memory": (
        with_body("extern __shared__ int s[]; s[t] = t; __syncthreads(); a[i] = s[255 - t];"),
        f"{ARRAY} {ALL.replace('256>', '256, 1024>')} {WAIT}",
    ),
    "a local array": (with_body("int l[4] = {1, 2, 3, 4}; a[i] = l[t & 3];"), f"{ARRAY} {ALL} {WAIT}"),
    "a variable of the device": (
        "__device__ int g[1 << 21];\n" + with_body("g[i] = 1;"), f"k<<<8192, 256>>>(0); {WAIT}",
    ),
    "an assertion": (with_body("assert(i < 1 << 21);"), f"k<<<8192, 256>>>(0); {WAIT}"),
    "vectors": (
        "__global__ void k(float4 *a) { int i = blockIdx.x * 256 + threadIdx.x; a[i].x += a[i].y; }\n",
        f"float4 *a; cudaMalloc(&a, 16 << 21); {ALL} {WAIT}",
    ),
    "atomics": (with_body("atomicAdd(a, 1);"), f"{SET} {ALL} {WAIT}"),
    "contents that decide": (LOOK, f"{SET} int *b; cudaMalloc(&b, 4 << 21); look<<<8192, 256>>>(a, b); {WAIT}"),
    "streams in order": (FILL, f"{ARRAY} {STREAMS} {ON_S} cudaStreamSynchronize(s); {ON_T} {WAIT}"),
    "streams apart": (
        FILL, f"{ARRAY} int *b; cudaMalloc(&b, 4 << 21); {STREAMS} {ON_S} {ON_T.replace('(a', '(b')} {WAIT}",
    ),
    "a copy behind it": (
        FILL, f"{ARRAY} {PINNED} {STREAMS} {ON_S} cudaMemcpyAsync(h, a, 4 << 21, cudaMemcpyDeviceToHost, s); {WAIT}",
    ),
    "the host behind it": (FILL, f"int *a; cudaMallocManaged(&a, 4 << 21); {RUN} {WAIT} a[0] = 1;"),
    "what it only reads": (
        LOOK, f"{SET} int *c; cudaMalloc(&c, 4 << 21); look<<<8192, 256>>>(a, c); {BACK} assert(!b[1]);",
    ),
    "the same result twice": (FILL, f"{SET} {RUN} {BACK} int c = b[1]; {AGAIN} assert(c == b[1]);"),
    "errors": (FILL, f"{ARRAY} {RUN} assert(!cudaGetLastError()); assert(cudaDeviceSynchronize() == cudaSuccess);"),
    "a branch on a result": (FILL, f"{SET} {RUN} {BACK} if (b[1] > 3) return 1;"),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_a_launch_that_is_right_is_proved(name: str) -> None:
    result = of(*RIGHT[name])
    assert result.verdict is Verdict.SUCCESSFUL, (result.reason, result.violations)
    assert result.placed


OPEN = {
    "one element too many": (FILL, f"int *a; cudaMalloc(&a, (4 << 21) - 4); {RUN}", "lies outside of 'a' (bounds)"),
    "from the middle on": (
        FILL, f"int *a; cudaMalloc(&a, (4 << 21) + 12); {RUN.replace('(a', '(a + 4')}", "lies outside of 'a' (bounds)",
    ),
    "one block too many": (FILL.replace("if (i < n) ", ""), f"{ARRAY} {RUN.replace('8192', '8193')}", "(bounds)"),
    "two bytes further": (
        FILL, f"char *a; cudaMalloc(&a, (4 << 21) + 4); {RUN.replace('(a', '((int *)(a + 2)')}", "(misaligned-access)",
    ),
    "freed memory": (FILL, f"{ARRAY} cudaFree(a); {RUN}", "a pointer to 'a', which may have been freed"),
    "memory that may be freed": (
        FILL, f"{ARRAY} if (__VERIFIER_nondet_int()) cudaFree(a); {RUN}", "a pointer to 'a', which may have been freed",
    ),
    "memory of the host": (f"{FILL}int a[1 << 21];\n", RUN, "a pointer to 'a', which kernels cannot reach"),
    "null": (FILL, "k<<<8192, 256>>>(0, 1 << 21);", "a write to a null pointer (null-dereference)"),
    "constant memory": ("__constant__ int c[4];\n" + with_body("*(int *)c = 1;"), "k<<<8192, 256>>>(0);", "read-only"),
    "a race": (FILL.replace("= i;", "= a[i + 1];"), f"int *a; cudaMalloc(&a, (4 << 21) + 4); {RUN}", "(data-race)"),
    "a race in one array": (
        "__global__ void k(int *a, int *b) { int i = blockIdx.x * 256 + threadIdx.x; a[i] = 1; b[i] = 2; }\n",
        "int *a; cudaMalloc(&a, 8 << 21); k<<<8192, 256>>>(a, a + 1);", "(data-race)",
    ),
    "indices that wrap around": (
        FILL.replace("a[i]", "a[(unsigned)(i * 4096)]"), f"int *a; cudaMalloc(&a, (size_t)4 << 32); {RUN}",
        "(data-race)",
    ),
    "shared memory": (
        with_body("__shared__ int s[255]; s[t] = t; __syncthreads(); a[i] = s[255 - t];"), f"{ARRAY} {ALL}",
        "'s' (bounds)",
    ),
    "dynamic shared memory": (
        with_body("extern __shared__ int s[]; s[t] = t; __syncthreads(); a[i] = s[255 - t];"),
        f"{ARRAY} {ALL.replace('256>', '256, 1020>')}", "'s' (bounds)",
    ),
    "a local array": (with_body("int l[4] = {1, 2, 3, 4}; a[i] = l[t & 7];"), f"{ARRAY} {ALL}", "'l' (bounds)"),
    "a scope that has ended": (
        with_body("int *p; { int l[4] = {1, 2, 3, 4}; p = l + (t & 3); } a[i] = *p;"), f"{ARRAY} {ALL}",
        "outside of its scope",
    ),
    "an assertion": (with_body("assert(i != (1 << 21) - 1);"), "k<<<8192, 256>>>(0);", "(assertion)"),
    "a divisor": (with_body("a[i] = 1 / ((1 << 21) - 1 - i);"), f"{ARRAY} {ALL}", "(division-by-zero)"),
    "divergence": (with_body("if (t < 100) __syncthreads();"), "k<<<8192, 256>>>(0);", "may not meet at barriers"),
    "threads of a warp": (
        with_body("if (t & 1) t = __shfl_xor_sync(~0u, t, 1); a[i] = t;"), f"{ARRAY} {ALL}",
        "nothing shows that they meet",
    ),
    "a flag": (
        "__device__ volatile int flag;\n" + with_body("while (flag == 0);"), "k<<<8192, 256>>>(0);", "(deadlock)",
    ),
    "a loop that nothing ends": (with_body("while (a[t] == 0) ; a[i] = 1;"), f"{SET} {ALL}", "loop"),
    "a loop that only reads": (
        "__global__ void k(const int *a, int *b) {\n"
        "    while (a[threadIdx.x] == 0) ;\n    b[blockIdx.x * 256 + threadIdx.x] = 1;\n}\n",
        f"{SET} int *b; cudaMalloc(&b, 4 << 21); k<<<8192, 256>>>(a, b);", "a loop that may never end",
    ),
    "a loop without an end": (with_body("while (1) __syncthreads(); a[i] = 1;"), f"{SET} {ALL}", "loop"),
    "an atomic flag": (
        "__device__ int flag;\n" + with_body("int x = 0; while (!x) { if (atomicAdd(&flag, 0)) x = 1; }"),
        "k<<<8192, 256>>>(0);", "(deadlock)",
    ),
    "output": (with_body('printf("%d", t);'), "k<<<8192, 256>>>(0);", "printf"),
    "allocation": (with_body("free(malloc(4));"), "k<<<8192, 256>>>(0);", "malloc"),
    "a trap": (with_body("__trap();"), "k<<<8192, 256>>>(0);", "__trap"),
    "pointers in memory": (
        "__global__ void k(int **a) { a[0][blockIdx.x * 256 + threadIdx.x] = 1; }\n",
        f"int **a; cudaMalloc(&a, 8); cudaMemset(a, 0, 8); {ALL}", "a pointer out of memory",
    ),
    "unset memory": (
        LOOK, f"{ARRAY} int *b; cudaMalloc(&b, 4 << 21); look<<<8192, 256>>>(a, b);", "(uninitialised-use)",
    ),
    "the last element unset": (
        LOOK, f"{ARRAY} cudaMemset(a, 0, (4 << 21) - 4); int *b; cudaMalloc(&b, 4 << 21); look<<<8192, 256>>>(a, b);",
        "(uninitialised-use)",
    ),
    "what an earlier launch may have left unset": (
        FILL + LOOK, f"{ARRAY} {RUN} int *b; cudaMalloc(&b, 4 << 21); look<<<8192, 256>>>(a, b);",
        "(uninitialised-use)",
    ),
    "what was copied from unset memory": (
        "__global__ void k(int *a, int *b) { int i = blockIdx.x * 256 + threadIdx.x; a[i] = b[i]; }\n" + LOOK,
        f"{SET} int *b; cudaMalloc(&b, 4 << 21); k<<<8192, 256>>>(a, b); look<<<8192, 256>>>(a, b);",
        "(uninitialised-use)",
    ),
    "a variable that is not set": (
        with_body("int x; if (t == 300) x = 1; if (x) a[i] = 1;"), f"{ARRAY} {ALL}", "(uninitialised-use)",
    ),
    "unset shared memory": (
        with_body("__shared__ int s[256]; if (s[t]) a[i] = 1;"), f"{ARRAY} {ALL}", "(uninitialised-use)",
    ),
    "two streams": (FILL, f"{ARRAY} {STREAMS} {ON_S} {ON_T}", "beside something that touches the same memory"),
    "a small launch beside it": (
        FILL, f"{ARRAY} {STREAMS} k<<<1, 32, 0, s>>>(a, 32); {ON_T}", "beside something that touches the same memory",
    ),
    "a copy beside it": (
        FILL, f"{ARRAY} {PINNED} {STREAMS} {ON_S} cudaMemcpyAsync(h, a, 4 << 21, cudaMemcpyDeviceToHost, t); {WAIT}",
        "beside something that touches the same memory",
    ),
    "the host beside it": (
        FILL, f"int *a; cudaMallocManaged(&a, 4 << 21); {RUN} a[0] = 1;",
        "beside something that touches the same memory",
    ),
    "a read of the host beside it": (
        FILL, f"int *a; cudaMallocHost(&a, 4 << 21); {RUN} int x = a[5];",
        "beside something that touches the same memory",
    ),
    "freed beside it": (
        FILL, f"{ARRAY} {STREAMS} {ON_S} cudaFreeAsync(a, t);", "beside something that touches the same memory",
    ),
}  # fmt: skip


BREAK_NOTHING = frozenset({
    "a flag", "a loop that nothing ends", "a loop that only reads", "a loop without an end", "an atomic flag", "output",
    "allocation", "what an earlier launch may have left unset", "what was copied from unset memory", "two streams",
    "a copy beside it", "the host beside it", "a read of the host beside it", "freed beside it",
})  # fmt: skip
"""Those of which a part breaks nothing by itself."""


SLOW = "the last element unset"
"""A run of a part looks for it as long as it may."""


@pytest.mark.parametrize("name", [pytest.param(one, marks=[pytest.mark.long] if one == SLOW else []) for one in OPEN])
def test_a_launch_that_may_be_wrong_is_not(name: str) -> None:
    kernel, main, why = OPEN[name]
    result = of(kernel, f"{main} {WAIT}")
    assert result.verdict is (Verdict.UNKNOWN if name in BREAK_NOTHING else Verdict.FAILED)
    assert all(violation.replayed for violation in result.violations)
    assert "no proof at its place" in result.reason and why in result.reason, result.reason


RESULTS = {
    "a claim that holds": f"{SET} {RUN} {BACK} assert(b[1] == 1);",
    "a claim that does not": f"{SET} {RUN} {BACK} assert(b[1] == 2);",
    "an index": f"{SET} {RUN} {BACK} int c[4]; c[b[1]] = 1;",
    "results of two launches": f"{SET} {RUN} {BACK} int c = b[1]; {RUN} {AGAIN} assert(c == b[1]);",
    "a branch on what may be unset": f"{ARRAY} k<<<8192, 256>>>(a, 1); {BACK} if (b[1] == 1) return 1;",
    "behind a branch": f"{SET} {RUN} {BACK} if (b[1] == 77) return 0; assert(0);",
    "on some paths": f"{SET} if (__VERIFIER_nondet_int()) {RUN} {BACK} assert(!b[1]);",
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_what_depends_on_results_is_neither_shown_nor_a_violation(name: str) -> None:
    result = of(FILL, RESULTS[name])
    assert result.verdict is Verdict.UNKNOWN and not result.violations
    assert "for some results of k (<source>:8:" in result.reason, result.reason


@pytest.mark.parametrize(
    "main",
    [
        f"{SET} {RUN} {BACK} assert(__VERIFIER_nondet_int() != 5);",
        f"{SET} {RUN} {BACK} int c; if (b[1]) c = 1; else c = 2; assert(c == 3);",
        f"{SET} if (__VERIFIER_nondet_int()) {{ {RUN} }} else {{ {BACK} assert(b[1]); }}",
        f"{SET} {RUN} {WAIT} int *p = 0; *p = 1;",
    ],
)
def test_what_does_not_is_a_violation(main: str) -> None:
    result = of(FILL, main)
    assert result.verdict is Verdict.FAILED
    assert all(violation.replayed for violation in result.violations)


def test_a_status_that_depends_on_results_is_possible() -> None:
    result = of(FILL, f"{SET} {RUN} {BACK} return b[1] == 7;")
    assert result.verdict is Verdict.SUCCESSFUL
    assert [end.confirmed for end in result.ends] == [False]
    assert of(FILL, f"{SET} {RUN} {BACK} return b[1] == 7;", check=["exit-status"]).verdict is Verdict.UNKNOWN


SIZES = {
    "a size": (FILL, "int *a; cudaMalloc(&a, n * sizeof(int)); k<<<(n + 255) / 256, 256>>>(a, n);", True),
    "a size behind a return": (
        FILL, "if (n > 1 << 23) return 0; int *a; cudaMalloc(&a, 4 * n); k<<<(n + 255) / 256, 256>>>(a, n);", True,
    ),
    "one element too few": (FILL, "int *a; cudaMalloc(&a, 4 * n - 4); k<<<(n + 255) / 256, 256>>>(a, n);", False),
    "no guard": (
        FILL.replace("if (i < n)", ""), "int *a; cudaMalloc(&a, 4 * n); k<<<(n + 255) / 256, 256>>>(a, n);", False,
    ),
    "an argument": (FILL, f"{ARRAY} k<<<8192, 256>>>(a, n);", True),
    "an argument and a larger grid": (FILL, f"{ARRAY} k<<<8193, 256>>>(a, n);", False),
    "blocks": (
        FILL, "if (n > 1024) return 0; int *a; cudaMalloc(&a, 4 * 4096 * n); k<<<4096, n>>>(a, 4096 * n);", True,
    ),
    "two extents": (
        """__global__ void k(float *a, int w, int h) {
            int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
            if (x < w && y < h) a[y * w + x] = 1;
        }
        """,
        """int m = __VERIFIER_nondet_int(); if (n > 2000 || m < 1 || m > 2000) return 0;
        float *a; cudaMalloc(&a, (size_t)n * m * 4);
        k<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, n, m);""", True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SIZES)
def test_sizes_may_depend_on_inputs(name: str) -> None:
    kernel, main, holds = SIZES[name]
    result = of(kernel, f"{COUNT} {main} {WAIT}")
    broken = name == "an argument and a larger grid"  # whose size is known, so that a part of it runs
    expected = Verdict.SUCCESSFUL if holds else Verdict.FAILED if broken else Verdict.UNKNOWN
    assert result.verdict is expected, result.reason
    assert bool(result.violations) == broken and bool(result.placed) == holds


@pytest.mark.long
@pytest.mark.parametrize(
    ("prop", "why"),
    [
        ("signed-overflow", "proofs do not know signed-overflow"),
        ("uninitialised-read", "memory may be read that nobody has written (uninitialised-read)"),
    ],
)
def test_what_proofs_do_not_know_is_not_proved(prop: str, why: str) -> None:
    copy = "__global__ void k(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = a[i] + n; }\n"
    result = of(copy, f"{ARRAY} {RUN}", check=[prop])
    assert result.verdict is not Verdict.SUCCESSFUL and why in result.reason, result.reason
    assert of(copy, f"{ARRAY} {RUN}").verdict is Verdict.SUCCESSFUL


def test_code_that_must_not_be_reached_is_looked_at() -> None:
    kernel = "__device__ int f(int x) { if (x > 0) return 1; }\n" + with_body("a[i] = f(i);")
    result = of(kernel, f"{ARRAY} {ALL}", frontend="clang")
    assert "code is reached that the compiler may assume to be unreachable" in result.reason


UNSET = {
    "a struct of which a part is set": "struct S { int v[8]; };\n"
    "__device__ S f(int t) { S l; l.v[t & 7] = 3; return l; }\n"
    "__global__ void k(S *a) { a[blockIdx.x * 256 + threadIdx.x] = f(threadIdx.x); }\n",
    "what an exchange is compared with": "struct S { int v[8]; };\n"
    "__global__ void k(S *a) { int x; atomicCAS(&a[blockIdx.x * 256 + threadIdx.x].v[2], x, 5); }\n",
}
"""Kernels that leave what depends on memory that nobody has set."""


@pytest.mark.parametrize("kernel", UNSET.values(), ids=UNSET.keys())
def test_what_nobody_has_set_is_known_behind_a_launch(kernel: str) -> None:
    look = LOOK.replace("const int *a", "S *a").replace("a[i] > 0", "a[i].v[2] == 5")
    main = f"""S *a; cudaMalloc(&a, sizeof(S) << 21); cudaMemset(a, 0, sizeof(S) << 21);
        int *b; cudaMalloc(&b, 4 << 21);
        k<<<8192, 256>>>(a); look<<<8192, 256>>>(a, b); {WAIT}"""
    assert of(kernel + look, main).verdict is Verdict.UNKNOWN


def test_variables_that_are_read_before_they_are_set_are_looked_at() -> None:
    found = of(with_body("int x; a[i] = x;"), f"{ARRAY} {ALL} {WAIT}", check=("uninitialised-read",))
    assert found.verdict is Verdict.FAILED


def test_what_a_launch_may_not_have_written_counts_as_not_set() -> None:
    main = f"{ARRAY} {RUN.replace('1 << 21', '10')} {BACK} int c = b[3] + 1; {WAIT}"
    found = of(FILL, main, check=("uninitialised-read",), no_check=("uninitialised-use",))
    assert found.verdict is Verdict.UNKNOWN


def test_two_threads_of_a_large_launch_are_run_if_that_is_asked_for() -> None:
    assert of(FILL, f"{ARRAY} {RUN} {WAIT}", two_threads=True).verdict is Verdict.SUCCESSFUL


def test_a_property_that_is_off_is_not_asked_for() -> None:
    race = FILL.replace("a[i]", "a[i / 2]")
    assert of(race, f"{ARRAY} {RUN}").verdict is Verdict.FAILED
    assert of(race, f"{ARRAY} {RUN}", no_check=["data-race"]).verdict is Verdict.SUCCESSFUL


def test_the_report_says_which_launches_were_proved() -> None:
    result = of(RIGHT["a stride"][0], RIGHT["a stride"][1])
    (proof,) = result.proofs
    assert (proof.name, proof.loc.line, str(proof.place)) == ("k", 4, "<source>:8:47")
    assert holds_for(result) == "this run, with any results of the launch of k at <source>:8:47, proved and not run"
    assert "all loops of k come to their ends in the launch at <source>:8:47" in result.assumptions
    assert not any("loops" in text for text in of(*RIGHT["an array"]).assumptions)


SCALED = """__global__ void k(float *a, const float *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = 2 * b[i];
}
"""
SCALE = f"""{COUNT} float *a, *b, x, h[2] = {{1, 2}}; int *other, o;
    cudaMalloc(&a, 4ull * n); cudaMalloc(&b, 4ull * n); cudaMalloc(&other, 4);
    cudaMemset(a, 0, 4ull * n); cudaMemset(b, 0, 4ull * n); cudaMemset(other, 0, 4);
    cudaMemcpy(b, h, 8, cudaMemcpyHostToDevice);
    k<<<(n + 255) / 256, 256>>>(a, b, n);
    assert(cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
    cudaMemcpy(&o, other, 4, cudaMemcpyDeviceToHost);"""
SEEN = "cudaMemcpy(&x, a, 4, cudaMemcpyDeviceToHost);"
CHECKS = {
    "an array of another kernel": ("assert(o == 0);", Verdict.SUCCESSFUL),
    "an array of another kernel, wrongly": ("assert(o == 1);", Verdict.FAILED),
    "an array that the launch reads": (f"{SEEN.replace('a,', 'b,')} assert(x == 1);", Verdict.SUCCESSFUL),
    "an array that the launch reads, wrongly": (f"{SEEN.replace('a,', 'b,')} assert(x == 2);", Verdict.FAILED),
    "the size": (f"{SEEN} assert(n < 1000);", Verdict.FAILED),
    "a result, in two ways": (f"{SEEN} if (x == 2) o = 3; else o = 4; assert(o > 2);", Verdict.SUCCESSFUL),
    "something else behind a look at a result": (f"{SEEN} if (x == 2) o = 3; assert(n < 1000);", Verdict.FAILED),
    "what the host has set again": (f"cudaMemset(a, 0, 4); {SEEN} assert(x == 0);", Verdict.SUCCESSFUL),
    "what the host has set again, wrongly": (f"cudaMemset(a, 0, 4); {SEEN} assert(x == 1);", Verdict.FAILED),
    "a result": (f"{SEEN} assert(x == 2);", Verdict.UNKNOWN),
    "the size, where a result allows it": (f"{SEEN} if (x == 2) return 0; assert(n < 1000);", Verdict.UNKNOWN),
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", CHECKS)
def test_a_check_of_the_host_is_answered_unless_it_depends_on_results(name: str) -> None:
    check, verdict = CHECKS[name]
    result = of(SCALED, f"{SCALE} {check}")
    assert result.verdict is verdict, result
    assert len(result.proofs) == 1 and result.proofs[0].name == "k"
    if verdict is Verdict.SUCCESSFUL:
        assert any(text.startswith("all loops of k come to their ends") for text in result.assumptions)
