"""What models have a Python function compute of known values, in launches that run at once: cuRAND."""

import math
from pathlib import Path

import pytest

from cudabmc.kernel.evaluation import one_result
from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, compare

KERNEL = """#include <curand_kernel.h>
__global__ void init(curandState{type}_t *s) {{ curand_init(1234, threadIdx.x, 1, &s[threadIdx.x]); }}
__global__ void draw(curandState{type}_t *s, double *out) {{
    curandState{type}_t mine = s[{index}];
    double sum = 0;
    {statement}
    s[{index}] = mine;
    out[threadIdx.x] = sum;
}}
int main(void) {{
    curandState{type}_t *s;
    double *out;
    cudaMalloc((void **)&s, 4 * sizeof *s);
    cudaMalloc((void **)&out, {count} * 4 * sizeof *out);
    init<<<1, 4>>>(s);
    draw<<<1, 4>>>(s, out);
    draw<<<1, 4>>>(s, out);
    cudaDeviceSynchronize();
    return 0;
}}
"""
TYPES = ("XORWOW", "MRG32k3a", "Philox4_32_10")


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


def compared(tmp_path: Path, template: str = KERNEL, **parts: str) -> tuple[Answer, int]:
    source = tmp_path / "kernel.cu"
    source.write_text(template.format(**{"index": "threadIdx.x", "count": "1", **parts}))
    options = Options()
    return compare(load([str(source)], options), options, 60.0)


NUMBERS = (
    "curand(&mine) % 100",
    "curand_uniform(&mine)",
    "curand_uniform_double(&mine)",
    "curand_normal(&mine)",
    "curand_log_normal(&mine, 0.5f, 0.25f) + curand_normal(&mine)",
    "curand_normal_double(&mine)",
    "(skipahead(5ULL, &mine), curand_poisson(&mine, 3.0))",
    "curand_uniform(&s[threadIdx.x])",
)


@pytest.mark.parametrize("type", TYPES)
def test_numbers_are_the_same_at_once(type: str, tmp_path: Path) -> None:
    """Each sum has its place in memory."""
    draws = [
        f"sum = 0; for (int i = 0; i < 3; i++) sum += {number}; out[{4 * place} + threadIdx.x] = sum;"
        for place, number in enumerate(NUMBERS)
    ]
    kernel = KERNEL.replace("out[threadIdx.x] = sum;", "")
    answer, taken = compared(tmp_path, kernel, type=type, statement="\n    ".join(draws), count=str(len(NUMBERS)))
    assert answer.verdict == "SUCCESSFUL" and taken == 3
    assert any("cuRAND" in note for note in answer.assumptions)


@pytest.mark.parametrize("type", TYPES)
def test_a_state_may_stay_where_it_is(type: str, tmp_path: Path) -> None:
    in_place = KERNEL.replace("curandState{type}_t mine = s[{index}];", "").replace("s[{index}] = mine;", "")
    answer, taken = compared(tmp_path, in_place, type=type, statement="sum += curand_normal(&s[threadIdx.x]);")
    assert answer.verdict == "SUCCESSFUL" and taken == 3


def test_threads_that_share_a_state_race_at_once_too(tmp_path: Path) -> None:
    answer, _ = compared(tmp_path, type="XORWOW", index="0", statement="sum += curand(s);")
    assert answer.properties == {"data-race"}


def test_a_state_that_nobody_has_set_is_left_to_the_machine(tmp_path: Path) -> None:
    statement = "curandStateXORWOW_t other; other.boxmuller_flag = 0; sum += curand(&other);"
    answer, _ = compared(tmp_path, type="XORWOW", statement=statement)
    assert answer.properties == {"api-misuse"}


def test_a_function_is_called_once_for_all_of_its_results() -> None:
    calls = []

    def function(x: int, y: int) -> tuple[int, int]:
        calls.append((x, y))
        return x + y, x - y

    result = one_result(function)
    assert [result(0, 5, 3), result(1, 5, 3), result(0, 5, 4), result(1, 5, 3)] == [8, 2, 9, 2]
    assert calls == [(5, 3), (5, 4), (5, 3)]


def test_zeros_of_different_signs_are_different_arguments() -> None:
    result = one_result(lambda x: (math.copysign(1.0, x),))
    assert [result(0, 0.0), result(0, -0.0)] == [1.0, -1.0]
