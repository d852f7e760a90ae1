"""Kernels that read textures, and read and write surfaces, run at once and as in the interpreter."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Program
from cudabmc.native.kernels import at_once, kernel_library
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, change_in_place, compare, repeated_launches
from tests.native.kernels.random_textures import program

pytestmark = pytest.mark.one_in(2)

SECONDS = 20.0
OPTIONS = Options(unwind=None)

HEAD = """#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__device__ float twice(cudaTextureObject_t t, float x) { return 2 * tex2D<float>(t, x, 0.5f); }
__device__ float moved(cudaTextureObject_t t, float x, int by) { t = t + by; return tex2D<float>(t, x, 0.5f); }
struct Holder { cudaTextureObject_t first, second; };
__global__ void plane(float *to, cudaTextureObject_t t) {
    to[threadIdx.x] = tex2D<float>(t, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 + 0.5f);
}
__global__ void line(float *to, cudaTextureObject_t t) { to[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x - 1); }
__global__ void both(float *to, cudaTextureObject_t t, cudaTextureObject_t u) {
    to[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 0.5f) - tex2D<float>(u, 0.5f, threadIdx.x + 0.5f);
}
__global__ void between(float *to, cudaTextureObject_t t) { to[threadIdx.x] = tex2D<float>(t, threadIdx.x * 0.6f, 1); }
__global__ void ints(int *to, cudaTextureObject_t t) { to[threadIdx.x] = tex2D<int>(t, threadIdx.x, 0); }
__global__ void box(float *to, cudaTextureObject_t t) { to[threadIdx.x] = tex3D<float>(t, threadIdx.x, 0, 0); }
__global__ void called(float *to, cudaTextureObject_t t) { to[threadIdx.x] = twice(t, threadIdx.x + 0.5f); }
__global__ void other(float *to, cudaTextureObject_t t, int by) { to[threadIdx.x] = moved(t, threadIdx.x, by); }
__global__ void either(float *to, cudaTextureObject_t t, cudaTextureObject_t u, int n) {
    cudaTextureObject_t v = t;
    for (int i = 0; i < 2; i++) { to[8 * i + threadIdx.x] = tex2D<float>(v, threadIdx.x, 0.5f); if (i < n) v = u; }
}
__global__ void turned(float *to, cudaTextureObject_t t, cudaTextureObject_t u) {
    for (int i = 0; i < 2; i++) { to[8 * i + threadIdx.x] = tex2D<float>(t, threadIdx.x, 0.5f); t = u; }
}
__global__ void held(float *to, Holder h) { to[threadIdx.x] = tex2D<float>(h.second, threadIdx.x, 0.5f); }
__global__ void unset(float *to) { cudaTextureObject_t t; to[threadIdx.x] = tex2D<float>(t, threadIdx.x, 0.5f); }
__global__ void fill(cudaSurfaceObject_t s, float by) {
    surf2Dwrite(threadIdx.x * by, s, (int)(threadIdx.x % 4) * 4, threadIdx.x / 4);
}
__global__ void put(cudaSurfaceObject_t s, int x, int y) { surf2Dwrite((float)x, s, 4 * x, y); }
__global__ void shift(cudaSurfaceObject_t s, int by) {
    float v = surf2Dread<float>(s, threadIdx.x * 4, 0); surf2Dwrite(v, s, (threadIdx.x + by) * 4, 0);
}
__global__ void same(cudaSurfaceObject_t s) { surf2Dwrite((float)threadIdx.x, s, 0, 0); }
__global__ void mixed(float *to, cudaTextureObject_t t, cudaSurfaceObject_t s, int row) {
    surf2Dwrite(1.0f, s, threadIdx.x * 4, 0);
    to[threadIdx.x] = tex2D<float>(t, 3.5f - threadIdx.x, row + 0.5f);
}
__global__ void add(float *to, cudaTextureObject_t t) { to[threadIdx.x] += tex1Dfetch<float>(t, threadIdx.x); }
__global__ void over(float *to, cudaTextureObject_t t) { to[threadIdx.x] = tex1Dfetch<float>(t, 7 - threadIdx.x); }
int i; float h[16], *m, *o; cudaArray_t a, b, e; cudaTextureObject_t x, y, z, l; cudaSurfaceObject_t s;
cudaResourceDesc r; cudaTextureDesc t;
"""
MAIN = """int main(int argc, char **argv) {
    for (int i = 0; i < 16; i++) h[i] = i * 1.5f - 4;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaMallocArray(&a, &d, 4, 4, cudaArraySurfaceLoadStore); cudaMallocArray(&b, &d, 4, 4);
    cudaMallocArray(&e, &d, 4, 4);
    cudaMemcpy2DToArray(a, 0, 0, h, 16, 16, 4, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(b, 0, 0, h, 16, 16, 2, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(b, 0, 2, h, 16, 16, 2, cudaMemcpyHostToDevice);
    cudaMalloc(&m, 64); cudaMalloc(&o, 64); cudaMemset(o, 0, 64);
    cudaMemcpy(m, h, 64, cudaMemcpyHostToDevice);
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
    r.resType = cudaResourceTypeArray; r.res.array.array = a; cudaCreateTextureObject(&x, &r, &t, NULL);
    cudaCreateSurfaceObject(&s, &r);
    r.res.array.array = e; cudaCreateTextureObject(&z, &r, &t, NULL);
    r.res.array.array = b; t.filterMode = cudaFilterModeLinear; cudaCreateTextureObject(&y, &r, &t, NULL);
    cudaResourceDesc q = {}; q.resType = cudaResourceTypeLinear; q.res.linear.devPtr = m; q.res.linear.desc = d;
    q.res.linear.sizeInBytes = 32; cudaCreateTextureObject(&l, &q, &t, NULL);
"""
STREAMS = "cudaStream_t u, v; cudaStreamCreate(&u); cudaStreamCreate(&v); cudaDeviceSynchronize(); "


READ = [
    ("plane<<<1, 16>>>(o, x); plane<<<1, 16>>>(o, y);", 2),
    ("line<<<1, 12>>>(o, l);", 1),
    ("between<<<1, 16>>>(o, x); between<<<1, 16>>>(o, y);", 2),
    ("both<<<1, 4>>>(o, x, y); both<<<1, 4>>>(o, y, x); both<<<1, 4>>>(o, y, y);", 3),
    ("called<<<1, 4>>>(o, x);", 1),
    ("other<<<1, 4>>>(o, x, 0);", 1), ("other<<<1, 4>>>(o, x, 100 - 100);", 1),
    ("turned<<<1, 4>>>(o, x, y);", 0),
    ("either<<<1, 4>>>(o, x, y, 0);", 1),
    ("either<<<1, 4>>>(o, x, y, 1);", 1),
    ("Holder k = {x, y}; held<<<1, 4>>>(o, k);", 0),
    ("fill<<<1, 16>>>(s, 2); plane<<<1, 16>>>(o, x);", 2),
    ("shift<<<1, 4>>>(s, 0); plane<<<1, 16>>>(o, x);", 2),
    ("mixed<<<1, 4>>>(o, x, s, 1); mixed<<<1, 4>>>(o, y, s, 0);", 2),
    ("cudaFreeArray(b); plane<<<1, 16>>>(o, x);", 1),
    (STREAMS + "line<<<1, 12, 0, u>>>(o, l); line<<<1, 12, 0, v>>>(o, l);", 0),
    (STREAMS + "line<<<1, 8, 0, u>>>(o, l); add<<<1, 8, 0, v>>>(o + 8, l);", 2),
]  # fmt: skip
"""What the host does, and how many launches run at once."""

WRONG = [
    ("cudaFreeArray(a); plane<<<1, 16>>>(o, x);", "use-after-free"),
    ("plane<<<1, 16>>>(o, x); cudaFreeArray(a); plane<<<1, 16>>>(o, x);", "use-after-free"),
    ("cudaFree(m); line<<<1, 8>>>(o, l);", "use-after-free"),
    ("cudaFreeArray(a); fill<<<1, 16>>>(s, 2);", "use-after-free"),
    ("cudaDestroyTextureObject(x); plane<<<1, 16>>>(o, x);", "api-misuse"),
    ("plane<<<1, 16>>>(o, x); cudaDestroyTextureObject(x); plane<<<1, 16>>>(o, x);", "api-misuse"),
    ("cudaDestroySurfaceObject(s); fill<<<1, 16>>>(s, 2);", "api-misuse"),
    ("plane<<<1, 16>>>(o, x + 100);", "api-misuse"),
    ("plane<<<1, 16>>>(o, 0);", "api-misuse"),
    ("plane<<<1, 16>>>(o, s);", "api-misuse"),
    ("plane<<<1, 16>>>(o, l);", "api-misuse"),
    ("line<<<1, 8>>>(o, x);", "api-misuse"),
    ("box<<<1, 8>>>(o, x);", "api-misuse"),
    ("ints<<<1, 8>>>((int *)o, x);", "api-misuse"),
    ("other<<<1, 4>>>(o, x, 100);", "api-misuse"),
    ("cudaDestroyTextureObject(y); either<<<1, 4>>>(o, x, y, 1);", "api-misuse"),
    ("cudaDestroyTextureObject(y); turned<<<1, 4>>>(o, x, y);", "api-misuse"),
    ("unset<<<1, 4>>>(o);", "uninitialised-use"),
    ("plane<<<1, 16>>>(o, z); cudaMemcpy(h, o, 64, cudaMemcpyDefault); assert(h[3] > 0);", "uninitialised-use"),
    ("between<<<1, 8>>>(o, y); cudaMemcpy(h, o, 64, cudaMemcpyDeviceToHost); assert(h[1] > -9);", ""),
    ("put<<<1, 1>>>(s, 4, 0);", "bounds"),
    ("put<<<1, 1>>>(s, 0, 4);", "bounds"),
    ("put<<<1, 1>>>(s, -1, 0);", "bounds"),
    ("same<<<1, 2>>>(s);", "data-race"),
    ("fill<<<2, 16>>>(s, 2);", "data-race"),
    ("shift<<<1, 3>>>(s, 1);", "data-race"),
    ("mixed<<<1, 4>>>(o, x, s, 0);", "data-race"),
    ("over<<<1, 8>>>(m, l);", "data-race"),
    (STREAMS + "line<<<1, 8, 0, u>>>(o, l); cudaMemsetAsync(m, 0, 64, v);", "data-race"),
    (STREAMS + "line<<<1, 8, 0, u>>>(o, l); over<<<1, 8, 0, v>>>(o, l);", "data-race"),
]
"""What the host does, and the property that it violates."""

AGAIN = [
    ("plane<<<1, 16>>>(o, x);", 9),
    ("plane<<<1, 16>>>(o, x); plane<<<1, 16>>>(o, y);", 17),
    ("fill<<<1, 16>>>(s, 3); plane<<<1, 16>>>(o, x);", 18),
    ("fill<<<1, 16>>>(s, i); plane<<<1, 16>>>(o, x);", 0),
    ("h[0] = i; cudaMemcpy2DToArray(a, 0, 0, h, 16, 16, 4, cudaMemcpyHostToDevice); plane<<<1, 16>>>(o, x);", 0),
    ("cudaMemset(m, i, 4); line<<<1, 8>>>(o, l);", 0),
    ("cudaMemset(m, 0, 64); line<<<1, 8>>>(o, l);", 9),
    ("add<<<1, 8>>>(o, l);", 0),
]
"""What the host does ten times, and how many launches repeat an earlier one."""

SETTINGS = (
    "for (int i = 0; i < 30; i++) { cudaTextureObject_t n;"
    "t.addressMode[0] = i % 2 ? cudaAddressModeBorder : cudaAddressModeClamp;"
    "cudaCreateTextureObject(&n, &r, &t, NULL); called<<<1, 8>>>(o, n); cudaDestroyTextureObject(n); }"
)

KINDS = [
    [f"plane<<<1, 16>>>(o, {t});" for t in "xyz"],
    [f"plane<<<1, 16>>>(m, {t});" for t in "xyz"],
    [f"both<<<1, 4>>>(o, {t}, {u});" for t in "xyz" for u in "xyz"],
    ["line<<<1, 8>>>(o, l);", "add<<<1, 8>>>(o, l);", "add<<<1, 8>>>(m, l);"],
    ["over<<<1, 4>>>(m + 4, l);"],
    ["fill<<<1, 16>>>(s, 2);", "fill<<<1, 16>>>(s, i);", "put<<<1, 1>>>(s, 3, i);"],
    [f"cudaMemcpy2DToArray({a}, 0, 0, h, 16, 16, 4, cudaMemcpyHostToDevice);" for a in "abe"],
    ["h[5] = i;", "h[0] = 7;", "cudaMemcpy(h, o, 64, cudaMemcpyDeviceToHost);"],
    ["cudaMemset(m, i, 8);", "cudaMemcpy(m, o, 64, cudaMemcpyDeviceToDevice);"],
    [
        f"cudaDestroyTextureObject({t}); r.res.array.array = {a};"
        f"t.addressMode[0] = cudaAddressMode{mode}; t.filterMode = (cudaTextureFilterMode){linear};"
        f"cudaCreateTextureObject(&{t}, &r, &t, NULL);"
        for t in "xyz" for a in "abe" for mode in ("Border", "Clamp") for linear in "01"
    ],
    ["{ cudaTextureObject_t n = x; x = y; y = n; }"],
]  # fmt: skip
"""Launches, and what changes between them: memory behind textures, and what textures are."""

STEPS = [step for kind in KINDS for step in kind]
CASES = [text for text, _ in (*READ, *WRONG)]
ROUNDS = [SETTINGS, *(f"for (int i = 0; i < 10; i++) {{ {body} }}" for body, _ in AGAIN)]


def _functions(prefix: str, texts: list[str]) -> str:
    """A function for each text, since only those are looked at that are called, and one that calls that of a number."""
    functions = [f"static void {prefix}{n}(void) {{ {text} }}\n" for n, text in enumerate(texts)]
    calls = [f"case {n}: {prefix}{n}(); break;\n" for n in range(len(texts))]
    return f"{''.join(functions)}static void {prefix}(int n) {{ switch (n) {{ {''.join(calls)} }} }}\n"


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A program with all that the host does in these tests: clang, which takes most of their time, compiles it once.

    Its arguments say what it does: the number of a case, or after the last number those of the steps."""
    steps = "for (i = 0; i < 3; i++) for (int n = 2; n < argc; n++) step(atoi(argv[n]));"
    source = tmp_path_factory.mktemp("textures") / "textures.cu"
    functions = _functions("step", STEPS) + _functions("does", [*CASES, *ROUNDS])
    source.write_text(
        f"{HEAD}{functions}{MAIN}    does(atoi(argv[1])); {steps}\n    cudaDeviceSynchronize();\n    return 0;\n}}\n"
    )
    return load([str(source)], OPTIONS)


def compared(program: Program, text: str, steps: Sequence[str] = ()) -> tuple[Answer, int]:
    """The answer, which is the same as that of the interpreter, and how many launches ran at once."""
    every = [*CASES, *ROUNDS]
    numbers = [every.index(text) if text else len(every), *map(STEPS.index, steps)]
    return compare(program, replace(OPTIONS, args=tuple(map(str, numbers))))


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches that are not worth it run at once, too."""
    monkeypatch.setattr(at_once, "WORTH", 0)


@pytest.fixture
def hits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The launches that did not run, since they repeat an earlier one."""
    return repeated_launches(monkeypatch, lambda key: str(key[0]))


def check(folder: Path, seeds: range) -> None:
    options, taken = Options(context_bound=0, max_interleavings=20, order_abstraction=False), 0
    for seed in seeds:
        source = folder / f"textures{seed}.cu"
        source.write_text(program(seed))
        taken += compare(load([str(source)], options), options, SECONDS)[1]
    assert taken > 2 * len(seeds)  # of four; otherwise nothing was compared


@pytest.mark.parametrize("first", (0, 6))
def test_random_textures_and_surfaces(tmp_path: Path, first: int) -> None:
    check(tmp_path, range(first, first + 2))


@pytest.mark.long
@pytest.mark.at_most(5)
@pytest.mark.parametrize("first", range(100, 1000, 60))
def test_many_random_textures_and_surfaces(tmp_path: Path, first: int) -> None:
    check(tmp_path, range(first, first + 60))


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("text", "launches"), READ)
def test_a_texture_that_is_an_argument_is_read_at_once(text: str, launches: int, everything: Program) -> None:
    answer, taken = compared(everything, text)
    assert taken >= launches
    assert answer.verdict == "SUCCESSFUL" or not launches


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("text", "prop"), WRONG)
def test_what_is_wrong_is_found_by_the_interpreter(text: str, prop: str, everything: Program) -> None:
    answer, _ = compared(everything, text)
    assert not prop or answer.properties == {prop}


def test_settings_of_textures_are_compiled_once_each(everything: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    original = kernel_library.compile_kernel

    def compile_kernel(*args: object) -> None:
        made.append("")
        original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(kernel_library, "compile_kernel", compile_kernel)
    answer, taken = compared(everything, SETTINGS)
    assert (answer.verdict, taken, len(made)) == ("SUCCESSFUL", 30, 2)


@pytest.mark.parametrize(("body", "count"), AGAIN)
def test_a_launch_that_finds_the_same_texture_does_not_run(
    body: str, count: int, hits: list[str], everything: Program
) -> None:
    answer, _ = compared(everything, f"for (int i = 0; i < 10; i++) {{ {body} }}")
    assert (answer.verdict, len(hits)) == ("SUCCESSFUL", count)


@pytest.mark.long
@pytest.mark.parametrize("kept", [True, False])
@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.one_of(*map(st.sampled_from, KINDS)), min_size=3, max_size=9))
def test_memory_is_what_the_interpreter_leaves(
    kept: bool, steps: list[str], everything: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not kept:
        change_in_place(monkeypatch)
    compared(everything, "", steps)
