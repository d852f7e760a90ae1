"""Streams are called like the variables that hold them, in what is said of a race between them."""

from pathlib import Path

import pytest

from cudabmc import Options, verify
from cudabmc.source.text import SourceText

ROOT = Path(__file__).parents[2]
PROGRAM = """
#include <stdlib.h>
typedef struct { int size; cudaStream_t stream; } Work;
__global__ void fill(int *a) { a[threadIdx.x] = 1; }
int main() {
    cudaStream_t s[2], *t = (cudaStream_t *)malloc(24);
    Work work;
    for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);
    cudaStreamCreateWithFlags(&work.stream, cudaStreamNonBlocking);
    cudaStreamCreate(&t[2]);
    int *d, *h;
    cudaMalloc(&d, 64);
    cudaMallocHost(&h, 64);
    fill<<<1, 16, 0, FIRST>>>(d);
    SECOND;
}
"""
COPY = "cudaMemcpyAsync(h, d, 64, cudaMemcpyDeviceToHost, {})"
NONE = ": no stream, event or graph orders the two"


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("s[0]", COPY.format("s[1]"), f"of fill in stream 's[0]' and read by cudaMemcpyAsync in stream 's[1]'{NONE}"),
        ("work.stream", COPY.format("0"), "in stream 'work.stream' and read by cudaMemcpyAsync in the default stream"),
        ("s[1]", COPY.format("t[2]"), f"of fill in stream 's[1]' and read by cudaMemcpyAsync in stream 't[2]'{NONE}"),
        ("cudaStreamPerThread", COPY.format("s[0]"), "of fill in cudaStreamPerThread and read"),
    ],
)  # fmt: skip
def test_a_race_names_the_streams(first: str, second: str, said: str, frontend: str) -> None:
    text = PROGRAM.replace("FIRST", first).replace("SECOND", second)
    found = verify([SourceText(text, "a.cu")], Options(frontend=frontend)).violations
    races = [violation.message for violation in found if violation.prop == "data-race"]
    assert all(said in message for message in races) and races


def test_nodes_of_a_graph_are_in_the_stream_that_it_was_launched_into() -> None:
    found = verify([str(ROOT / "benchmarks" / "streams" / "graph_joined_too_late.cu")]).violations
    race = next(violation for violation in found if violation.prop == "data-race")
    ends = [f"of {kernel} in a graph in stream 'main_stream'" for kernel in ("forces", "step")]
    assert all(end in race.message for end in ends)


def test_the_host_is_in_no_stream() -> None:
    text = PROGRAM.replace("FIRST", "s[0]").replace("SECOND", "d[3] = 2").replace("cudaMalloc(", "cudaMallocManaged(")
    (race,) = (v for v in verify([SourceText(text, "a.cu")]).violations if v.prop == "data-race")
    assert race.message.endswith("of fill in stream 's[0]' and write by the host, which has not waited for it")
