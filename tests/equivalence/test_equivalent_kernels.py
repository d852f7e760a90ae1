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


def test_floats_are_compared_as_such_whichever_kernel_writes_their_bits() -> None:
    bits = "__global__ void k(float *a) {{ *(unsigned *)a = {}u; }}"
    value = "__global__ void k(float *a) {{ a[0] = {}; }}"
    nan = bits.format("0x7fc00001"), value.format("__int_as_float(0x7fc00000)")
    zero = bits.format("0x80000000"), value.format("0.0f")
    for first, second in (nan, nan[::-1]):
        assert compared(first, second, sizes=[1], block=1).verdict is Verdict.SUCCESSFUL
    for first, second in (zero, zero[::-1]):
        (violation,) = compared(first, second, sizes=[1], block=1).violations
        assert sorted(word.strip(",") for word in violation.message.split() if "0" in word)[-2:] == ["-0", "0"]


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


COUNTS = "__device__ int seen; __global__ void f(int *a) { a[0] = 1; seen = 7; }"


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_what_one_kernel_of_a_file_leaves_in_a_variable_is_compared_with_its_initial_value(frontend: str) -> None:
    source = f"{COUNTS}\n__global__ void g(int *a) {{ a[0] = 1; }}"
    result = compared(source, kernel=("f", "g"), sizes=[1], block=1, frontend=frontend)
    assert [one.message for one in result.violations] == ["'seen' is 7 after f, and 0 after g"]
    result = compared(source, kernel=("g", "f"), sizes=[1], block=1, frontend=frontend)
    assert [one.message for one in result.violations] == ["'seen' is 0 after g, and 7 after f"]
    zero = source.replace("seen = 7", "seen = 0")
    assert compared(zero, kernel=("f", "g"), sizes=[1], block=1, frontend=frontend).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_variable_that_is_declared_in_a_kernel_is_not_compared(frontend: str) -> None:
    kernel = "__global__ void {0}(int *a) {{ static __device__ int calls; a[0] = ++calls; }}\n"
    source = kernel.format("f") + kernel.format("g")
    result = compared(source, kernel=("f", "g"), sizes=[1], block=1, frontend=frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    assert any(text.startswith("not compared, since only one") and "'calls'" in text for text in result.assumptions)


def test_the_report_names_variables_that_only_one_of_two_programs_has() -> None:
    result = compared(COUNTS, "__global__ void k(int *a) { a[0] = 1; }", sizes=[1], block=1)
    assert "not compared, since only one of the kernels uses it: 'seen'" in result.assumptions


def test_variables_of_one_name_and_other_sizes_are_refused() -> None:
    with pytest.raises(UsageError, match="'seen' has 4 bytes in one program, 8 in the other"):
        compared(COUNTS, COUNTS.replace("int seen", "long long seen"), sizes=[1], block=1)


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_pointers_that_host_code_sets_are_refused_in_constant_memory_too(frontend: str) -> None:
    source = "__constant__ int *from; __global__ void k(int *a) { a[0] = from[0]; }"
    with pytest.raises(UsageError, match="'from', which host code sets"):
        compared(source, source, sizes=[1], block=1, frontend=frontend)


def test_the_report_says_which_variables_have_their_initial_values() -> None:
    source = "__constant__ int n; __global__ void k(int *a) { for (int i = 0; i < n; i++) a[i] = %d; }"
    result = compared(source % 1, source % 2, sizes=[1], block=1)
    assert "variables of the device have their initial values: 'n'" in result.assumptions


RECORD = """
struct Inner { char c; union { int i; char b[6]; } u; short s[3]; };
struct Outer { Inner q; double d; };
"""
WHOLE = RECORD + "__global__ void k(const Outer *in, Outer *out) { *out = *in; }"
MEMBERS = RECORD + """
__global__ void k(const Outer *in, Outer *out)
{
    out->q.c = in->q.c;
    for (int i = 0; i < 6; i++) out->q.u.b[i] = in->q.u.b[i];
    for (int i = 0; i < 3; i++) out->q.s[i] = in->q.s[i];
    out->d = in->d;
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(("old", "new", "place"), [
    ("", "", None), ("i < 3", "i < 2", "out[0].q.s[2]"), ("i < 6", "i < 5", "out[0].q.u.b[5]"),
    ("out->d = in->d", "", "out[0].d"), ("out->q.c = in->q.c", "", "out[0].q.c"),
])  # fmt: skip
def test_all_values_of_records_are_compared_and_no_padding(
    old: str, new: str, place: str | None, frontend: str
) -> None:  # fmt: skip
    result = compared(WHOLE, MEMBERS.replace(old, new), sizes=(1, 1), block=1, frontend=frontend)
    assert result.verdict is (Verdict.FAILED if place else Verdict.SUCCESSFUL), result
    assert place is None or f"'{place}'" in result.violations[0].message


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_the_report_names_what_one_of_the_kernels_assumes(frontend: str) -> None:
    free = "__global__ void k(int *a) { a[0] = a[0] > 0 ? 1 : 2; }"
    bound = '#include <cudabmc.h>\n__global__ void k(int *a) { cudabmc_assume(a[0] > 0); a[0] = 1; }'
    for pair in ((free, bound), (bound, free)):
        result = compared(*pair, sizes=[1], block=1, frontend=frontend)
        assert result.verdict is Verdict.SUCCESSFUL
        assert [text for text in result.assumptions if "fulfil the assumption at" in text and ":2" in text]


def test_an_allocation_is_no_assumption_of_a_kernel() -> None:
    kernel = "__global__ void k(int *a) { int *p = (int *)malloc(4); *p = 3; a[0] = *p; free(p); }"
    result = compared(kernel, "__global__ void k(int *a) { a[0] = 3; }", sizes=[1], block=1)
    assert result.verdict is Verdict.SUCCESSFUL
    assert not [text for text in result.assumptions if "only inputs count" in text]
