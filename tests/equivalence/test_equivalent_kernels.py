"""Kernels that are compared: what is equal, what is not, and what is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cudabmc import Options, Result, Verdict, equivalent, symbolic
from cudabmc.command.main import main
from cudabmc.errors import UsageError
from cudabmc.report.exit_status import Exit

TWICE = "__global__ void k(const int *in, int *out) { int i = threadIdx.x; out[i] = in[i] * 2; }"
SHIFTED = "__global__ void k(const int *from, int *to) { int i = threadIdx.x; to[i] = from[i] << 1; }"
ODD = "__global__ void k(const int *in, int *out) { int i = threadIdx.x; out[i] = in[i] * 2 | (in[i] == 7); }"


def compared(first: str, second: str | None = None, sizes: Any = (8, 8), **options: Any) -> Result:
    args = [symbolic(size) if isinstance(size, int) else size for size in sizes]
    return equivalent(first, second, grid=1, **{"block": 8, "args": args, **options})


def test_two_ways_to_compute_the_same_leave_the_same() -> None:
    result = compared(TWICE, SHIFTED)
    assert result.verdict is Verdict.SUCCESSFUL
    assert "Compared: both kernels k leave the same for all inputs, at grid 1 and block 8" in str(result)


def test_a_difference_at_one_value_is_found_with_both_values() -> None:
    result = compared(TWICE, ODD)
    assert result.verdict is Verdict.FAILED
    (violation,) = result.violations
    assert violation.message.endswith("is 14 after the first k, and 15 after the second k") or (
        violation.message.endswith("is 14 after k of <source 1>, and 15 after k of <source 2>")
    )
    assert [value for name, value in violation.inputs if "'in[" in name] == ["7"]


def test_kernels_of_one_file_are_named() -> None:
    source = TWICE.replace("k(", "f(") + "\n" + SHIFTED.replace("k(", "g(")
    assert compared(source, kernel=("f", "g")).verdict is Verdict.SUCCESSFUL
    assert compared(source, kernel="g,f").verdict is Verdict.SUCCESSFUL
    with pytest.raises(UsageError, match="not named"):
        compared(source)


def test_each_kernel_has_a_launch_of_its_own() -> None:
    many = "__global__ void k(const int *in, int *out) { int i = blockIdx.x * 2 + threadIdx.x; out[i] = 2 * in[i]; }"
    result = compared(TWICE, many, second_grid=4, second_block=2)
    assert result.verdict is Verdict.SUCCESSFUL
    assert "k at grid 1 and block 8, k at grid 4 and block 2" in " ".join(str(result).split())
    assert compared(TWICE, many, second_grid=3, second_block=2).verdict is Verdict.FAILED


def test_each_kernel_has_arrays_of_its_own() -> None:
    add = "__global__ void k(int *a) { a[threadIdx.x] += 3; }"
    assert compared(add, add, sizes=[8]).verdict is Verdict.SUCCESSFUL


def test_each_kernel_has_variables_of_its_own_and_they_are_compared() -> None:
    counts = "__device__ int seen; __global__ void k(int *a) { if (threadIdx.x == 0) a[0] = ++seen; }"
    more = "__device__ int seen; __global__ void k(int *a) { if (threadIdx.x == 0) { a[0] = 1; seen = 2; } }"
    assert compared(counts, counts, sizes=[1]).verdict is Verdict.SUCCESSFUL
    result = compared(counts, more, sizes=[1])
    assert result.verdict is Verdict.FAILED
    assert result.violations[0].message.startswith("'seen' is 1")


def test_arrays_of_one_size_are_read_in_any_width() -> None:
    words = "__global__ void k(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }"
    bytes = """
    __global__ void k(const int *in, int *out)
    {
        for (int i = 0; i < 4; i++)
            ((char *)(out + threadIdx.x))[i] = ((const char *)(in + threadIdx.x))[i];
    }
    """
    assert compared(words, bytes).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("x", "x", True), ("x + 0.0f", "x", False), ("-x", "0.0f - x", False), ("x * 2", "x + x", True),
        ("x / x - x / x", "0.0f * (x / x)", True), ("__int_as_float(0x7fc00001)", "__int_as_float(0x7fffffff)", True),
    ],
)  # fmt: skip
def test_floats_are_the_same_bit_for_bit_and_any_nan_is_any_other(first: str, second: str, same: bool) -> None:
    kernel = "__global__ void k(const float *in, float *out) {{ float x = in[threadIdx.x]; out[threadIdx.x] = {}; }}"
    result = compared(kernel.format(first), kernel.format(second), sizes=(1, 1), block=1)
    assert result.verdict is (Verdict.SUCCESSFUL if same else Verdict.FAILED), result


def test_the_order_of_sums_of_floats_is_looked_at() -> None:
    atomic = "__global__ void k(const float *in, float *out) { atomicAdd(out, in[threadIdx.x]); }"
    serial = "__global__ void k(const float *in, float *out) { if (threadIdx.x == 0) *out = *out + in[0] + in[1]; }"
    assert compared(atomic, serial, sizes=(2, 1), block=2).verdict is Verdict.FAILED
    whole = [source.replace("float", "int") for source in (atomic, serial)]
    assert compared(*whole, sizes=(2, 1), block=2).verdict is Verdict.SUCCESSFUL


def test_results_of_one_function_that_is_not_computed_are_the_same_for_the_same_arguments() -> None:
    kernel = "__global__ void k(const float *in, float *out) {{ float x = in[threadIdx.x]; out[threadIdx.x] = {}; }}"
    one = kernel.format("expf(x) + 1")
    assert compared(one, kernel.format("expf(x) + 1.0f")).verdict is Verdict.SUCCESSFUL
    assert compared(one, kernel.format("logf(x) + 1")).verdict is Verdict.FAILED


def test_what_a_kernel_does_wrong_by_itself_is_reported() -> None:
    race = "__global__ void k(const int *in, int *out) { out[0] = in[threadIdx.x]; }"
    result = compared(race, TWICE)
    assert result.verdict is Verdict.FAILED
    assert "data-race" in {v.prop for v in result.violations}


@pytest.mark.parametrize("size", [16, 100])
def test_places_that_depend_on_inputs_are_compared(size: int) -> None:
    source = "__global__ void k(int *a, unsigned n) {{ if (threadIdx.x == 0) a[{}] = 1; }}"
    one = source.format("n % 16")
    args = [symbolic(size), None]
    assert equivalent(one, source.format("n & 15"), grid=1, block=2, args=args).verdict is Verdict.SUCCESSFUL
    assert equivalent(one, source.format("n & 7"), grid=1, block=2, args=args).verdict is Verdict.FAILED
    same = "__global__ void k(int *a, unsigned n) { }"
    assert equivalent(one, same, grid=1, block=2, args=args).verdict is Verdict.FAILED


def test_scalars_are_the_same_for_both() -> None:
    source = "__global__ void f(int *a, int n, {0} x) {{ if (threadIdx.x < n) a[threadIdx.x] = {1}; }}"
    one, other = source.format("short", "x - n"), source.format("short", "-(n - x)")
    args = {"a": symbolic(8), "n": symbolic(low=0, high=8)}
    assert equivalent(one, other, grid=1, block=8, args=args).verdict is Verdict.SUCCESSFUL
    assert equivalent(one, source.format("short", "n - x"), grid=1, block=8, args=args).verdict is Verdict.FAILED


REFUSED: dict[str, Callable[[], Result]] = {
    "2 parameters and 1 parameter": lambda: compared(TWICE, "__global__ void k(int *a) { *a = 0; }"),
    "parameter 2 is 'int [*]out' and 'float [*]out'": lambda: compared(
        TWICE, "__global__ void k(const int *in, float *out) { *out = 0; }"
    ),
    "has no known size": lambda: equivalent(TWICE, SHIFTED, grid=1, block=8),
    "assertions are not checked": lambda: compared(TWICE, SHIFTED, assertions=False),
    "two threads": lambda: compared(TWICE, SHIFTED, two_threads=True),
    "both kernels are launched alike": lambda: compared(TWICE, SHIFTED, prove=True, second_grid=(2,)),
    "an array of its own": lambda: equivalent(
        TWICE, SHIFTED, options=Options(prove=True, may_alias=(("in", "out"),))
    ),
    "the launch of a kernel needs --grid": lambda: equivalent(TWICE, SHIFTED),
    "--advise is about one program": lambda: compared(TWICE, SHIFTED, advise=True),
    "uses 'table', which host code sets": lambda: compared(
        "__device__ int *table; __global__ void k(int *a) { *a = table[0]; }", "__global__ void k(int *a) { *a = 0; }",
        sizes=[1],
    ),
    "3 are named": lambda: compared(TWICE, SHIFTED, kernel="a,b,c"),
    "no kernel 'x'": lambda: compared(TWICE, SHIFTED, kernel="x"),
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_cannot_be_compared_is_refused_in_words(words: str) -> None:
    with pytest.raises(UsageError, match=words):
        REFUSED[words]()


def test_the_command_line_compares_kernels_of_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a.cu", TWICE), ("b.cu", SHIFTED), ("c.cu", ODD)):
        (tmp_path / name).write_text(text)
    launch = ["--grid", "1", "--block", "8", "--arg", "in=symbolic:8", "--arg", "out=symbolic:8"]
    files = [str(tmp_path / name) for name in ("a.cu", "b.cu", "c.cu")]
    assert main(["equivalent", *files[:2], *launch]) == Exit.SUCCESSFUL
    assert main(["equivalent", files[0], files[2], *launch]) == Exit.FAILED
    assert "after k of a.cu, and" in capsys.readouterr().out
    assert main(["equivalent", *files, *launch]) == Exit.ERROR
    assert main([files[0], "--kernel", "k", *launch, "--second-grid", "2"]) == Exit.ERROR


def test_what_kernels_print_is_not_compared_and_the_report_says_so() -> None:
    talks = '#include <cstdio>\n__global__ void k(int *a) { printf("%d", *a); *a = 1; }'
    result = compared(talks, "__global__ void k(int *a) { *a = 1; }", sizes=[1], block=1)
    assert result.verdict is Verdict.SUCCESSFUL
    assert "what the kernels print is not compared" in result.assumptions
