"""A launch that repeats an earlier one leaves what it would if it ran."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.native.kernels import at_once, repeated
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, change_in_place, compare, repeated_launches

HEAD = """#include <cuda_runtime.h>
#include <assert.h>
__constant__ int table[8];
__device__ int *kept;
__device__ int scale = 2;
__device__ int place[8];
struct Pair { int first, second; };
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x] * scale; }
__global__ void add(int *to, const int *from) { to[threadIdx.x] += from[threadIdx.x]; }
__global__ void sum(int *to, const int *from) { atomicAdd(to, from[threadIdx.x]); }
__global__ void look_up(int *to) { to[threadIdx.x] = table[threadIdx.x]; }
__global__ void keep(int *a) { kept = a; }
__global__ void follow(int *to) { to[threadIdx.x] = kept[threadIdx.x] + 1; }
__global__ void lead(int x) { kept[threadIdx.x] = x; }
__global__ void half(int *to) { if (threadIdx.x < 4) to[threadIdx.x] = 7; }
__global__ void divide(float *to, float x) { to[threadIdx.x] = 1.0f / x; }
__global__ void same(int *to, const int *from) { to[threadIdx.x] = to == from; }
__global__ void first(int *to, const int *from) { to[threadIdx.x] = to <= from; }
__global__ void bits(int *to) { to[threadIdx.x] = (int)((unsigned long)to >> 36); }
__global__ void mark(int *to, const int *from) { if (from) to[threadIdx.x & 3] = from[7]; }
__global__ void pairs(struct Pair *to, const struct Pair *from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void scratch(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; to[threadIdx.x] *= 3; }
__global__ void mixed(int *to, const int *from) {
    int t = threadIdx.x;
    if (from[t] & 1) to[t] = 5;
    to[t] += from[0];
}
__global__ void lanes(int *to) { int x = to[threadIdx.x]; __syncwarp(); to[threadIdx.x ^ 1] = x + 1; }
__global__ void tally(int *to, const int *from) {
    if (threadIdx.x == 0) to[0] = 0;
    __syncthreads();
    atomicAdd(to, from[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x) to[threadIdx.x] = to[0];
}
__global__ void shift(int *to, int by) {
    if (by && threadIdx.x < 7) to[threadIdx.x + by] = to[threadIdx.x];
    ((char *)to)[4 * threadIdx.x] = table[threadIdx.x & 7];
    __syncwarp();
}
__global__ void beside(int *to) { to[threadIdx.x] = 2; to[7 - threadIdx.x] += 1; }
__global__ void swap(int *to, int *from) { to[threadIdx.x] = atomicExch(&from[threadIdx.x], 5); }
__global__ void count(int *to, int *from) { to[threadIdx.x] = atomicAdd(&from[threadIdx.x], 1); }
__global__ void fail(int *to, int *from) { to[threadIdx.x] = atomicCAS(&from[threadIdx.x], 77, 5); }
int main(void) {
    int *a, *b, *c, h[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cudaMalloc((void **)&a, 32); cudaMalloc((void **)&b, 32); cudaMalloc((void **)&c, 32);
    cudaMemcpy(a, h, 32, cudaMemcpyHostToDevice); cudaMemset(b, 0, 32); cudaMemset(c, 1, 32);
    keep<<<1, 1>>>(a);
    int *table_of_device; cudaGetSymbolAddress((void **)&table_of_device, place);
"""

ARRAYS = st.sampled_from("abc")


def _launch(name: str, *args: st.SearchStrategy[str], threads: int = 8) -> st.SearchStrategy[str]:
    return st.tuples(*args).map(lambda given: f"{name}<<<1, {threads}>>>({', '.join(given)});")


STEPS = st.one_of(
    _launch("copy", ARRAYS, ARRAYS),
    _launch("copy", ARRAYS, ARRAYS, threads=4),
    _launch("add", ARRAYS, ARRAYS),
    _launch("sum", ARRAYS, ARRAYS),
    _launch("scratch", ARRAYS, ARRAYS),
    _launch("mixed", ARRAYS, ARRAYS),
    _launch("tally", ARRAYS, ARRAYS),
    _launch("lanes", ARRAYS),
    _launch("swap", st.just("a"), st.sampled_from("bc")),
    _launch("count", st.just("b"), st.sampled_from("ac")),
    _launch("fail", st.just("c"), st.sampled_from("ab")),
    _launch("look_up", ARRAYS),
    _launch("same", ARRAYS, ARRAYS),
    _launch("first", ARRAYS, ARRAYS),
    _launch("bits", ARRAYS),
    _launch("mark", ARRAYS, st.sampled_from(["a", "b", "0", "c + 0"])),
    _launch("copy", st.just("table_of_device"), ARRAYS),
    _launch("copy", ARRAYS, st.just("table_of_device")),
    _launch("keep", ARRAYS, threads=1),
    _launch("follow", ARRAYS),
    _launch("lead", st.sampled_from(["1", "2"])),
    _launch("half", ARRAYS),
    _launch("divide", ARRAYS.map("(float *){}".format), st.sampled_from(["0.0f", "-0.0f", "3.0f"])),
    _launch("pairs", ARRAYS.map("(Pair *){}".format), ARRAYS.map("(Pair *){}".format), threads=4),
    st.tuples(ARRAYS, st.sampled_from([0, 1])).map(lambda x: f"cudaMemset({x[0]}, {x[1]}, 32);"),
    ARRAYS.map("cudaMemset({} + 1, 0, 4);".format),
    ARRAYS.map("cudaMemcpy({}, h, 32, cudaMemcpyHostToDevice);".format),
    ARRAYS.map("cudaMemcpy(h, {}, 32, cudaMemcpyDeviceToHost);".format),
    ARRAYS.map("cudaFree({0}); cudaMalloc((void **)&{0}, 32); cudaMemset({0}, 0, 32);".format),
    st.just("h[0] = 5;"),
    st.sampled_from(["ab", "bc", "ac"]).map(lambda x: f"{{ int *d = {x[0]}; {x[0]} = {x[1]}; {x[1]} = d; }}"),
    st.just("cudaMemcpyToSymbol(table, h, 32);"),
    st.just("cudaMemcpyToSymbol(scale, h, 4);"),
)
"""Launches, some of which read what they write, and what changes memory between them."""


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


@pytest.fixture
def hits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kernels of the launches that did not run, in order."""
    return repeated_launches(monkeypatch, lambda key: str(key[0]).removeprefix("_Z").strip("0123456789"))


def compared(folder: Path, text: str) -> Answer:
    """The answer, which is the same as that of the interpreter."""
    source = folder / "repeated.cu"
    source.write_text(f"{HEAD}    {text}\n    cudaDeviceSynchronize();\n    return 0;\n}}\n")
    options = Options(unwind=None)
    return compare(load([str(source)], options), options)[0]


def test_large_contents_are_kept_once_a_launch_comes_again(tmp_path, monkeypatch, hits) -> None:
    """Though the next launch changes what the first one has left; it ends with other contents."""
    change_in_place(monkeypatch)
    compared(tmp_path, "for (int i = 0; i < 5; i++) { copy<<<1, 8>>>(b, a); add<<<1, 8>>>(b, a); }")
    assert len(hits) == 2 * 3
    hits.clear()
    body = "cudaMemset(b, i / 5, 32); add<<<1, 8>>>(b, a);"
    compared(tmp_path, f"for (int i = 0; i < 20; i++) {{ {body} }}")
    assert len(hits) >= 4 * 3
    hits.clear()
    compared(tmp_path, "for (int i = 0; i < 5; i++) { add<<<1, 8>>>(b, a); }")
    assert hits == []


@pytest.mark.parametrize("kept", [True, False])
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, min_size=3, max_size=12))
def test_memory_is_what_the_interpreter_leaves(
    kept: bool, steps: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a loop, so that each launch comes again, whether contents are kept for the comparison, or changed in place."""
    if not kept:
        change_in_place(monkeypatch)
    compared(tmp_path, "for (int i = 0; i < 3; i++) {\n" + "\n".join(steps) + "\n}")


@pytest.mark.parametrize(
    ("body", "least", "most"),
    [
        ("copy<<<1, 8>>>(b, a);", 9, 9),
        ("h[0] = i; cudaMemcpy(c, h, 32, cudaMemcpyHostToDevice); copy<<<1, 8>>>(b, a);", 9, 9),
        ("cudaMemset(b, 0, 32); sum<<<1, 8>>>(b, a);", 9, 9),
        ("cudaMemcpy(b, h, 32, cudaMemcpyHostToDevice); add<<<1, 8>>>(b, a);", 9, 9),
        ("copy<<<1, 8>>>(b, a); copy<<<1, 8>>>(c, b);", 18, 18),
        ("follow<<<1, 8>>>(b);", 8, 8),
        ("half<<<1, 8>>>(b);", 9, 9),
        ("add<<<1, 8>>>(b, a);", 0, 0),
        ("sum<<<1, 8>>>(b, a);", 0, 0),
        ("half<<<1, 8>>>(b); cudaMemset(b + 6, i + 1, 4);", 0, 0),
        ("h[0] = i; cudaMemcpy(a, h, 32, cudaMemcpyHostToDevice); copy<<<1, 8>>>(b, a);", 0, 0),
        ("int *d; cudaMalloc((void **)&d, 32); copy<<<1, 8>>>(d, a); cudaFree(d);", 9, 9),
        ("int *d; cudaMalloc((void **)&d, 32); cudaMemset(d, 1, 32); copy<<<1, 8>>>(b, d);", 9, 9),
        ("int *d; cudaMalloc((void **)&d, 32); cudaMemset(d, 0, 32); half<<<1, 8>>>(d);", 9, 9),
        ("int *d; cudaMalloc((void **)&d, 32); cudaMemset(d, i, 32); half<<<1, 8>>>(d);", 0, 0),
        ("int *d; cudaMalloc((void **)&d, 32); same<<<1, 8>>>(d, a);", 0, 0),
        ("cudaMemset(b, i, 32); copy<<<1, 8>>>(b, a);", 8, 8),
        ("cudaMemset(b, i, 32); copy<<<1, 4>>>(b, a);", 0, 0),
        ("divide<<<1, 8>>>((float *)b, i % 2 ? 0.0f : -0.0f);", 0, 8),
    ],
)
def test_a_launch_with_the_same_effect_does_not_run(
    body: str, least: int, most: int, hits: list[str], tmp_path: Path
) -> None:
    answer = compared(tmp_path, f"for (int i = 0; i < 10; i++) {{ {body} }}")
    assert answer.verdict == "SUCCESSFUL"
    assert least <= len(hits) <= most


def test_contents_that_nobody_holds_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hits: list[str]
) -> None:
    """They are large, and too many to be kept."""
    monkeypatch.setattr(repeated, "LARGE", 0)
    monkeypatch.setattr(repeated, "MOST_BYTES", 0)
    body = "cudaMemset(b, 0, 32); sum<<<1, 8>>>(b, a); copy<<<1, 8>>>(c, a);"
    compared(tmp_path, f"for (int i = 0; i < 10; i++) {{ {body} }}")
    assert set(hits) == {"copy"}


@pytest.mark.parametrize(
    ("body", "least", "most"),
    [
        ("scratch<<<1, 8>>>(b, a);", 8, 8),
        ("scratch<<<1, 4>>>(b, a); cudaMemset(b + 6, i, 4);", 0, 0),
        ("if (i == 0) cudaMemset(a, 1, 32); mixed<<<1, 8>>>(b, a);", 8, 8),
        ("if (i == 0) cudaMemset(a, 2, 32); mixed<<<1, 8>>>(b, a);", 0, 0),
        ("if (i % 5 == 0) cudaMemset(a, 1 + i / 5, 32); mixed<<<1, 8>>>(b, a);", 3, 3),
        ("if (i == 0) cudaMemset(a, 1, 32); mixed<<<1, 8>>>(b, a); mixed<<<1, 8>>>(b, a);", 18, 18),
        ("tally<<<1, 8>>>(b, a);", 8, 8),
        ("lanes<<<1, 8>>>(b);", 0, 0),
        ("count<<<1, 8>>>(a, b);", 0, 0),
        ("cudaMemset(b, i, 32); swap<<<1, 8>>>(a, b);", 0, 0),
        ("cudaMemset(b, i, 32); fail<<<1, 8>>>(a, b);", 0, 0),
    ],
)
def test_what_is_written_before_it_is_read_need_not_be_kept(
    body: str, least: int, most: int, hits: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeated, "LARGE", 0)
    monkeypatch.setattr(repeated, "MOST_BYTES", 0)
    answer = compared(tmp_path, f"for (int i = 0; i < 10; i++) {{ {body} }}")
    assert answer.verdict == "SUCCESSFUL"
    assert least <= len(hits) <= most


def test_what_is_kept_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hits: list[str]) -> None:
    monkeypatch.setattr(repeated, "MOST_LAUNCHES", 1)
    compared(tmp_path, "for (int i = 0; i < 10; i++) { copy<<<1, 8>>>(b, a); half<<<1, 8>>>(c); }")
    assert hits == []


def test_a_launch_that_was_in_vain_takes_no_violation_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first kernel races where the interpreter runs it; the second one has changed memory for good then."""
    change_in_place(monkeypatch)
    body = "shift<<<1, 8>>>(c, 0); shift<<<1, 8>>>(b, 1); beside<<<1, 8>>>(a);"
    answer = compared(tmp_path, f"for (int i = 0; i < 6; i++) {{ {body} }}")
    assert answer.properties == {"data-race"}
    assert len(answer.violations) > 1
