"""Of a launch that is too large to run, and not proved, some threads run before all others."""

import pytest

from cudabmc import Result, Verdict, verify
from cudabmc.device import grids
from cudabmc.verification import some_threads
from tests.random_programs.generator.program import random_program
from tests.random_programs.judge import Kind, judge
from tests.random_programs.settings import random_settings

pytestmark = pytest.mark.one_in(2)

LARGE = 8192 * 256


def of(kernel: str, main: str, **options: object) -> Result:
    """The answer for a program, without machine code, which would run such launches."""
    source = f"#include <assert.h>\n{kernel}int main(void) {{ {main} cudaDeviceSynchronize(); return 0; }}\n"
    return verify(source, native=False, no_check=("memory-leak",), **options)  # type: ignore[arg-type]


def with_body(body: str) -> str:
    return f"__global__ void k(int *a) {{ int t = threadIdx.x, i = blockIdx.x * 256 + t; {body} }}\n"


def array(elements: int) -> str:
    return f"int *a; cudaMalloc(&a, 4 * {elements}); cudaMemset(a, 0, 4 * {elements});"


RUN = "k<<<8192, 256>>>(a);"
REVERSED = "int *h = (int *)malloc(4 * 512); for (int j = 0; j < 512; j++) h[j] = 511 - j;"
BROKEN = {
    "neighbours": ("a[i / 2] = i;", f"{array(LARGE)} {RUN}", "data-race"),
    "the last thread": ("a[i] = i;", f"{array(LARGE - 1)} {RUN}", "bounds"),
    "a thread in the middle": ("a[i == 777777 ? i + 1 : i] = i;", f"{array(LARGE)} {RUN}", "data-race"),
    "different blocks": ("if (t == 0) a[blockIdx.x / 2] = 1;", f"{array(LARGE)} {RUN}", "data-race"),
    "an assertion of one block": ("assert(blockIdx.x != 4711); a[i] = 1;", f"{array(LARGE)} {RUN}", "assertion"),
    "behind a barrier": (
        "__shared__ int s[256]; s[t] = i; __syncthreads(); s[t / 2] = 1; a[i] = s[t];", f"{array(LARGE)} {RUN}",
        "data-race",
    ),
    "a barrier that some threads of a block miss": (
        "if (i < 8192 * 256 - 5) __syncthreads(); a[i] = 1;", f"{array(LARGE)} {RUN}", "barrier-divergence"
    ),
    "what arrays hold": (
        "if (i < 512) a[a[i] / 2] = i;",
        f"{REVERSED} {array(LARGE)} cudaMemcpy(a, h, 4 * 512, cudaMemcpyHostToDevice); {RUN}", "data-race",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_some_threads_of_a_large_launch_break_is_broken(name: str) -> None:
    body, main, prop = BROKEN[name]
    result = of(with_body(body), main)
    assert result.verdict is Verdict.FAILED
    assert {v.prop for v in result.violations} == {prop}
    assert all(v.replayed for v in result.violations)
    assert f"this launch has {LARGE} threads" in result.reason


FLAG = "volatile int *f = a; if (i == 8192 * 256 - 1) f[0] = 1; else while (f[0] == 0) ;"
IDENTITY = REVERSED.replace("511 - j", "j")
GRID = "cooperative_groups::this_grid().sync();"
UNDECIDED = {
    "a permutation that only the host knows": (
        "if (i < 512) a[512 + a[i]] = i;",
        f"{IDENTITY} {array(LARGE)} cudaMemcpy(a, h, 4 * 512, cudaMemcpyHostToDevice); {RUN}",
    ),
    "threads that wait for one that does not run": (FLAG, f"{array(LARGE)} {RUN}"),
    "a loop without an end": ("while (a[i] == i - i) a[i] = 0;", f"{array(LARGE)} {RUN}"),
    "a ticket": ("a[atomicAdd(a + 8192 * 256, 1)] = i;", f"{array(LARGE + 1)} {RUN}"),
}


@pytest.mark.parametrize("name", UNDECIDED)
def test_a_launch_of_which_a_part_breaks_nothing_has_no_answer(name: str) -> None:
    body, main = UNDECIDED[name]
    result = of(with_body(body), main)
    assert result.verdict is Verdict.UNKNOWN
    assert not result.violations
    assert f"this launch has {LARGE} threads" in result.reason


def test_blocks_of_a_part_do_not_pass_the_barrier_of_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grids, "MAX_THREADS", 128)
    monkeypatch.setattr(some_threads, "MOST_WHOLE", 128)
    kernel = (
        "#include <cooperative_groups.h>\n__global__ void k(int *a) { int i = blockIdx.x * 64 + threadIdx.x;"
        f" a[i] = 1; {GRID} a[i ^ 64] = 2; {GRID} assert(a[i] == 2); }}\n"
    )
    launch = "void *args[] = {&a}; cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(64), args, 0, 0);"
    assert of(kernel, f"{array(256)} {launch}").verdict is Verdict.UNKNOWN
    without = kernel.replace(GRID, "", 1)
    assert {v.prop for v in of(without, f"{array(256)} {launch}").violations} == {"data-race"}


def test_what_a_launch_has_left_that_was_not_run_is_no_reason_for_a_violation() -> None:
    kernel = (
        "__global__ void fill(int *a) { a[blockIdx.x * 256 + threadIdx.x] = 1; }\n"
        "__global__ void k(int *a) { int i = blockIdx.x * 256 + threadIdx.x; if (a[0] == 2) a[i / 2] = 1; }\n"
    )
    result = of(kernel, f"{array(LARGE)} fill<<<8192, 256>>>(a); {RUN}")
    assert result.verdict is Verdict.UNKNOWN
    assert not result.violations


SHUFFLED = "int *h = (int *)malloc(4 * 512); for (int j = 0; j < 512; j++) h[j] = j ^ 3;"
COPY = "cudaMemcpy(a, h, 4 * 512, cudaMemcpyHostToDevice);"
SCATTER = (
    "__global__ void k(int *a, int *b) { int i = blockIdx.x * 256 + threadIdx.x; if (i < 512) b[a[i] / N] = i; }\n"
)
INIT = "__global__ void init(int *a) { a[blockIdx.x * 256 + threadIdx.x] = 0; }\n"
TWO = f"{array(LARGE)} int *b; cudaMalloc(&b, 4 * {LARGE});"


@pytest.mark.parametrize(
    ("divisor", "first", "verdict"),
    [
        ("1", "", Verdict.UNKNOWN),  # every element once
        ("2", "", Verdict.FAILED),
        ("2", "init<<<8192, 256>>>(a);", Verdict.UNKNOWN),  # what it reads is not known
        ("2", "init<<<8192, 256>>>(b);", Verdict.FAILED),
    ],
)
def test_a_proof_that_fails_is_tried_on_threads_of_the_launch_of_the_program(
    divisor: str, first: str, verdict: Verdict
) -> None:
    launch = "k<<<8192, 256>>>(a, b);"
    main = f"int main(void) {{ {SHUFFLED} {TWO} {COPY} {first} {launch} cudaDeviceSynchronize(); return 0; }}\n"
    result = verify(SCATTER.replace("N", divisor) + INIT + main, prove=True, kernel="k")
    assert result.verdict is verdict
    assert [v.prop for v in result.violations] == ["data-race"] * (verdict is Verdict.FAILED)


SURFACE = """__global__ void put(cudaSurfaceObject_t s) { surf2Dwrite((int)threadIdx.x, s, threadIdx.x * 4, 0); }
__global__ void k(cudaSurfaceObject_t s, int *b) { int v; surf2Dread(&v, s, threadIdx.x * 4, 0); b[v & 31] = 1; }
int main() {
    int zeros[32] = {0}, *b;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaMallocArray(&array, &format, 32, 1, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, zeros, 128, 128, 1, cudaMemcpyHostToDevice);
    cudaResourceDesc what = {};
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &what);
    cudaMalloc(&b, 128);
    FIRST
    k<<<1, 32>>>(s, b);
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize(("first", "verdict"), [("", Verdict.FAILED), ("put<<<1, 32>>>(s);", Verdict.UNKNOWN)])
def test_a_kernel_that_was_not_run_may_have_written_a_surface(first: str, verdict: Verdict) -> None:
    result = verify(SURFACE.replace("FIRST", first), prove=True, kernel="k", name="surface.cu")
    assert result.verdict is verdict


def test_what_the_host_breaks_is_no_fault_of_a_kernel() -> None:
    kernel = "__global__ void k(int *a, int *at) { int i = threadIdx.x; assert(at[i] == i); a[at[i]] = 1; }\n"
    main = f"""int main(void) {{
        int h[64], *at;
        for (int j = 0; j < 64; j++) h[j] = j;
        {array(64)} cudaMalloc(&at, 256);
        cudaMemcpy(at, h, 256, cudaMemcpyHostToDevice); assert(h[3] == 4); k<<<1, 64>>>(a, at); return 0; }}\n"""
    result = verify(f"#include <assert.h>\n{kernel}{main}", prove=True)
    assert result.verdict is Verdict.UNKNOWN and not result.violations


@pytest.mark.one_in(12)
@pytest.mark.parametrize("seed", range(240))
def test_parts_of_random_launches_break_what_the_launches_break(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches of more than one thread count as large."""
    monkeypatch.setattr(grids, "MAX_THREADS", 1)
    settings = random_settings(seed)
    settings.options["native"] = False
    found = judge(random_program(seed), settings).disagreements
    assert not [one for one in found if one.kind in (Kind.FALSE_ALARM, Kind.MISSED, Kind.CRASH)]
