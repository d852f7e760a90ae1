"""How much work a launch is, as far as the text of its kernel tells."""

from pathlib import Path

import pytest

from cudabmc.goto.program import Function, Program
from cudabmc.native.kernels import at_once
from cudabmc.native.kernels.at_once import MOST_ROUNDS, ROUNDS, FunctionWork, Work
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import answer

PROGRAM = """#include <cuda_runtime.h>
__device__ int step(int x) {{ x = x * 3 + 1; x ^= x << 2; return x - 4; }}
__global__ void k(int *a, int n) {{ int x = n; {body} a[threadIdx.x] = x; }}
int main(void) {{ k<<<1, 1>>>(0, 0); return 0; }}
"""


def kernel_of(program: Program) -> Function:
    return next(function for function in program.functions.values() if function.is_kernel)


def work(folder: Path, body: str, frontend: str) -> Work:
    source = folder / "kernel.cu"
    source.write_text(PROGRAM.format(body=body))
    program = load([str(source)], Options(frontend=frontend))
    return FunctionWork(program.functions).of(kernel_of(program))


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_rounds_are_those_that_the_text_says(tmp_path, frontend) -> None:
    for body, rounds in (
        ("", 1),
        ("for (int i = 0; i < n; i++) x += a[i];", ROUNDS),
        ("for (int i = 0; i < 3; i++) x += a[i];", ROUNDS),
        ("for (int i = 0; i < 512; i++) x += a[i];", 512),
        ("for (int i = 1; i <= 300; i++) x += a[i];", 300),
        ("for (int i = 0; i != 77; i++) x += a[i];", 77),
        ("while (x != -1) x = a[x];", ROUNDS),
        ("for (int i = 0; i < n; i++) if (a[i] < 500) x += a[i];", ROUNDS),
        ("do { x++; } while (x < 90);", 90),
        (f"for (int i = 0; i < {MOST_ROUNDS + 1}; i++) x += a[i];", ROUNDS),
        ("for (int i = 0; i < 40; i++) x++; for (int i = 0; i < 60; i++) x++;", 60),
    ):
        found = work(tmp_path, body, frontend)
        assert found.executed == rounds * found.size, body


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_functions_count_as_often_as_they_are_called(tmp_path, frontend) -> None:
    alone, once = (work(tmp_path, body, frontend) for body in ("", "x = step(x);"))
    of_step = once.size - alone.size
    assert of_step > 5
    twice = work(tmp_path, "for (int i = 0; i < 20; i++) for (int j = 0; j < 30; j++) x = step(x);", frontend)
    assert twice.size - of_step < twice.executed // 30 < 20 * of_step + twice.size


def test_a_long_text_has_to_be_worth_the_time_that_it_takes_to_compile(tmp_path, monkeypatch) -> None:
    source = tmp_path / "kernel.cu"
    source.write_text("""#include <cuda_runtime.h>
__global__ void k(int *a) { int x = a[threadIdx.x]; x += 3; x *= 5; x ^= 7; a[threadIdx.x] = x; }
int main(void) {
    int *a; cudaMalloc((void **)&a, 4096); cudaMemset(a, 0, 4096);
    k<<<1, 1024>>>(a);
    return 0;
}
""")
    program = load([str(source)], Options())
    size = FunctionWork(program.functions).of(kernel_of(program)).size
    monkeypatch.setattr(at_once, "WORTH", 1024 * size)
    taken = []
    for short in (size, size // 2):
        monkeypatch.setattr(at_once, "SHORT_TEXT", short)
        taken.append(answer(program, Options())[1])
    assert taken == [1, 0]
