"""Kernels without host code: verify_kernel and --kernel."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import Result, Verdict, symbolic, verify_kernel
from cudabmc.command.main import main
from cudabmc.errors import SourceError, UsageError

ADD = """
extern "C" __global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
"""
A, B, C = np.arange(100, dtype=np.float32), np.ones(100, np.float32), np.zeros(100, np.float32)
FRONTENDS = pytest.mark.parametrize("frontend", ["c", "clang"])


def add(args: Any = (), grid: Any = 4, block: Any = 32, **options: Any) -> Result:
    return verify_kernel(ADD, "add", grid=grid, block=block, args=args, **options)


def only(result: Result) -> tuple[str, int]:
    """Property and line of the only violation."""
    assert result.verdict is Verdict.FAILED, result
    (violation,) = result.violations
    return violation.prop, violation.places[0].loc.line


@FRONTENDS
def test_arrays_that_fit_are_verified(frontend: str) -> None:
    result = add([A, B, C, 100], frontend=frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.kernels == ("add",)
    assert result.assumptions == (
        "pointer parameters of add point to distinct arrays: 'a', 'b', 'c' with 100 elements",
    )


def test_arguments_in_the_words_of_the_command_line_are_taken_but_not_twice() -> None:
    words = ["n=101", "a=zeros:100", "b=zeros:100", "c=zeros:100"]
    assert only(add(arg=words)) == ("bounds", 4)
    with pytest.raises(UsageError, match="given twice"):
        add([A, B, C, 100], arg=words)


@FRONTENDS
def test_one_element_too_few_is_found_in_the_text(frontend: str) -> None:
    result = add([A, B, C, 101], frontend=frontend)
    assert only(result) == ("bounds", 4)
    violation = result.violations[0]
    assert ("n", "101") in violation.inputs
    assert violation.places[0].loc.file == "<source>"
    assert result.sources == {"<source>": ADD}


@FRONTENDS
def test_contents_are_what_the_kernel_reads(frontend: str) -> None:
    text = """struct Pair { short key; double value; };
    __global__ void k(const int *a, const Pair *p, const float4 *v, const unsigned char *b, Pair one, const bool *t,
                      const void *raw, const long long (*rows)[2]) {
        assert(a[0] == -7 && a[1] == 70000);
        assert(p[1].key == -3 && p[1].value == 2.5);
        assert(v[1].y == 6.0f);
        assert(b[2] == 200);
        assert(one.key == 9 && one.value == -1.0);
        assert(!t[0] && t[1]);
        assert(((const short *)raw)[1] == 258);
        assert(rows[1][0] == -5);
        assert(a[0] == 1);
    }"""
    pair = np.dtype([("key", "<i2"), ("value", "<f8")], align=True)
    args = [
        np.array([-7, 70000], np.int32), np.array([(1, 1.0), (-3, 2.5)], pair), np.arange(1, 9, dtype=np.float32),
        [0, 1, 200], np.array([(9, -1.0)], pair)[0], np.array([False, True]), b"\0\0\2\1", [1, 2, -5, 6],
    ]  # fmt: skip
    if frontend == "clang":
        args[7] = np.array([1, 2, -5, 6])
    else:
        args[7] = np.array([[1, 2], [-5, 6]])
    assert only(verify_kernel(text, grid=1, block=1, args=args, frontend=frontend)) == ("assertion", 12)


@FRONTENDS
def test_every_value_of_what_is_arbitrary_is_looked_at(frontend: str) -> None:
    text = """struct S { int x; unsigned char y[2]; };
    __global__ void k(unsigned u, bool flag, double d, S s, const short *a, char c, long long big) {
        assert(u != 4000000001u);
        assert(!flag);
        assert(d != 2.5);
        assert(s.y[1] != 200);
        assert(a[3] != -9);
        assert(c != -4);
        assert(big != -5000000000);
    }"""
    args = {"a": symbolic(4)}
    result = verify_kernel(text, grid=1, block=1, args=args, frontend=frontend, all_runs=True)
    assert sorted(v.places[0].loc.line for v in result.violations) == [3, 4, 5, 6, 7, 8, 9]
    inputs = {v.places[0].loc.line: dict(v.inputs) for v in result.violations}
    assert inputs[3]["u"] == "4000000001"
    assert inputs[4]["flag"] in ("true", "1")
    assert inputs[5]["d"] == "2.5"
    assert inputs[7]["initial contents of 'a[3]'"] == "-9" or inputs[7]["initial contents of 'a[3]'"] == str(2**16 - 9)
    assert inputs[8]["c"] in ("-4", "252")
    assert inputs[9]["big"] == "-5000000000"


def test_bounds_of_a_scalar_are_kept() -> None:
    text = """__global__ void k(int n, unsigned char m) {
        assert(-3 <= n && n <= 4 && m >= 250);
        assert(n != 4 || m != 255);
    }"""
    args = [symbolic(low=-3, high=4), symbolic(low=250, high=255)]
    result = verify_kernel(text, grid=1, block=1, args=args)
    assert dict(result.violations[0].inputs) == {"n": "4", "m": "255"}


def test_a_size_can_be_that_of_a_parameter() -> None:
    fits = {"a": symbolic("n"), "b": symbolic("n", np.float32), "c": symbolic("n+0")}
    assert add(fits, grid=1, block=4).verdict is Verdict.SUCCESSFUL
    assert add({**fits, "c": symbolic("n-1")}, grid=1, block=4).verdict is Verdict.FAILED


def test_a_finding_in_an_array_of_no_given_size_says_how_to_give_one() -> None:
    source = "__global__ void k(int *a) { a[threadIdx.x] = 1; }"
    [violation] = verify_kernel(source, "k", grid=1, block=4).violations
    assert violation.prop == "bounds" and "--arg a=symbolic:400" in violation.hint
    [violation] = verify_kernel(source, "k", grid=1, block=4, args=[symbolic(3)]).violations
    assert violation.prop == "bounds" and "--arg" not in violation.hint


def test_a_size_within_bounds_is_an_input() -> None:
    result = add([symbolic(range(3, 8)), symbolic(8), symbolic(8), 8], grid=1, block=8, unwind=3)
    inputs = dict(result.violations[0].inputs)
    assert 3 <= int(inputs["elements of 'a'"]) <= 7
    assert result.violations[0].message.startswith("read of element ")


@pytest.mark.parametrize(
    ("size", "expected"), [(31, Verdict.FAILED), (32, Verdict.SUCCESSFUL), ("n", Verdict.SUCCESSFUL)]
)
def test_arrays_that_are_not_given_have_the_size_of_the_option(size: object, expected: Verdict) -> None:
    assert add({"n": 32}, grid=1, block=32, array_size=size).verdict is expected


def test_one_array_given_twice_is_one_array() -> None:
    text = """__global__ void k(int *a, int *b) {
        a[threadIdx.x] = 1;
        b[threadIdx.x + 1] = 2;
    }"""
    one, other = np.zeros(9, np.int32), np.zeros(9, np.int32)
    assert verify_kernel(text, grid=1, block=4, args=[one, other]).verdict is Verdict.SUCCESSFUL
    result = verify_kernel(text, grid=1, block=4, args=[one, one])
    assert result.violations[0].prop == "data-race"
    assert "'b' is the array of 'a'" in result.assumptions
    assert (one == 0).all()


def test_a_zero_is_the_null_pointer() -> None:
    result = add([A, 0, C, 1])
    assert only(result) == ("null-dereference", 4)


def test_dynamic_shared_memory_has_the_size_that_is_given() -> None:
    text = """__global__ void k(int *a) {
        extern __shared__ int s[];
        s[threadIdx.x] = a[threadIdx.x];
    }"""
    args = {"a": symbolic(8)}
    assert verify_kernel(text, grid=1, block=8, shared=32, args=args).verdict is Verdict.SUCCESSFUL
    assert only(verify_kernel(text, grid=1, block=8, shared=28, args=args)) == ("bounds", 3)


def test_grid_and_block_may_have_three_dimensions() -> None:
    text = """__global__ void k(int *a) {
        assert(gridDim.x == 2 && gridDim.y == 3 && gridDim.z == 1);
        assert(blockDim.x == 1 && blockDim.y == 2 && blockDim.z == 4);
        assert(blockIdx.y != 2 || threadIdx.z != 3);
    }"""
    assert only(verify_kernel(text, grid=(2, 3), block=[1, 2, 4])) == ("assertion", 4)


def test_a_launch_that_no_device_accepts_is_a_violation() -> None:
    result = add([A, B, C, 1], block=2048)
    assert only(result) == ("launch-config", 2)


@pytest.mark.long
def test_instances_of_templates_have_names_of_their_own() -> None:
    text = """namespace n { template <typename T, int N> __global__ void put(T *a) { a[threadIdx.x + N] = T(1); } }"""
    assert verify_kernel(text, "n::put<double,2>", grid=1, block=2, args=[[0.0] * 4]).verdict is Verdict.SUCCESSFUL
    result = verify_kernel(text, "n::put<short, 3>", grid=1, block=2, args=[np.zeros(4, np.int16)])
    assert only(result) == ("bounds", 1)
    assert result.violations[0].places[0].loc.file == "<source>"


def test_static_and_overloaded_kernels_are_found() -> None:
    text = """static __global__ void one(int *a) { a[0] = 1; }
    namespace inner { __global__ void two(int *a) { a[0] = 1; } }"""
    for name in ("one", "two", "inner::two"):
        assert verify_kernel(text, name, grid=1, block=1, args=[[0]]).kernels[0].endswith(name.split("::")[-1])


def test_variables_of_the_device_are_initialised() -> None:
    text = """__constant__ int limits[2] = {3, 5};
    __device__ int counter = 7;
    __global__ void k() { assert(limits[1] == 5 && counter == 7); }"""
    assert verify_kernel(text, grid=1, block=1).verdict is Verdict.SUCCESSFUL


def test_preconditions_in_the_kernel_bound_its_arguments() -> None:
    text = """__global__ void k(int *a, int n) {
        __requires(n == 64);
        __VERIFIER_assume(a[0] > 3);
        assert(n == 64 && a[0] != 3);
        assert(a[0] != 4);
    }"""
    assert only(verify_kernel(text, grid=1, block=1, args={"a": symbolic(1)})) == ("assertion", 5)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=6), st.data())
def test_numbers_arrive_as_they_are(numbers: list[int], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(numbers) - 1))
    text = "__global__ void k(const int *a, int i, int value) { assert(a[i] == value); assert(a[i] != value); }"
    result = verify_kernel(text, grid=1, block=1, args=[np.array(numbers, np.int32), index, numbers[index]])
    assert [v.message for v in result.violations] == ["assertion `a[i] != value` fails"]


# ---------------------------------------------------------------- wrong use


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "an argument too few": ({"args": [A, B]}, "kernel add has 4 parameters, but args has 2"),
    "an argument too many": ({"args": [A, B, C, 1, 2]}, "kernel add has 4 parameters, but args has 5"),
    "a name that is none": ({"args": {"m": 1}}, "kernel add has no parameter 'm'"),
    "a type of elements": ({"args": [A.astype(float), B, C, 1]}, "'a' points to const float, .* type float64"),
    "integers for floats": ({"args": [A.astype("int32"), B, C, 1]}, "'a' points to const float, .* type int32"),
    "a type of symbolic elements": ({"args": [symbolic(3, "float64"), B, C, 1]}, "'a' points to const float"),
    "a fraction": ({"args": [A, B, C, 1.5]}, "1.5 is not a whole number, but parameter 'n'"),
    "too large a number": ({"args": [A, B, C, 2**31]}, "2147483648 does not fit parameter 'n' of type int"),
    "an array for a number": ({"args": [A, B, C, A]}, "parameter 'n' of add is not a pointer"),
    "a number for an array": ({"args": [5, B, C, 1]}, "parameter 'a' of add is a pointer"),
    "a size of an unknown name": ({"args": {"a": symbolic("m")}}, "no parameter 'm'"),
    "a size of a pointer": ({"args": {"a": symbolic("b")}}, "depends on 'b', which is not a whole number"),
    "a size below zero": ({"args": {"a": symbolic("n-5"), "n": 3}}, "would have -2 elements"),
    "no arguments at all": ({"args": 5}, "args has one entry for each parameter"),
    "an unknown option": ({"args": {}, "unwnd": 3}, "unknown option 'unwnd'"),
    "a wrong value": ({"args": {}, "unwind": "x"}, "unwind: expected a whole number"),
    "a wrong grid": ({"args": {}, "grid": (1, 2, 3, 4)}, "grid is one to three whole numbers"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said(case: str) -> None:
    arguments, text = WRONG[case]
    with pytest.raises(UsageError, match=text):
        add(**arguments)


@pytest.mark.parametrize(
    ("name", "hint"), [("ad", "did you mean 'add'"), ("reduce", "its kernels: add, other"), (None, "choose one")]
)
@FRONTENDS
def test_an_unknown_kernel_is_refused_with_the_names_of_the_others(name: str | None, hint: str, frontend: str) -> None:
    with pytest.raises(UsageError) as error:
        verify_kernel(ADD + "__global__ void other() {}", name, grid=1, block=1, frontend=frontend)
    assert hint in error.value.hint


def test_a_union_with_a_pointer_is_refused_where_it_would_be_arbitrary() -> None:
    text = "union U { int *p; long n; }; __global__ void k(U s) { s.p[0] = 1; }"
    with pytest.raises(UsageError, match="parameter 's' of k holds a pointer"):
        verify_kernel(text, grid=1, block=1, frontend="clang")
    assert only(verify_kernel(text, grid=1, block=1, args=[bytes(8)], frontend="clang")) == ("null-dereference", 1)


def test_an_error_in_the_text_has_its_position() -> None:
    with pytest.raises(SourceError) as error:
        text = "__global__ void k() {\n  int x = ;\n}"
        verify_kernel(text, grid=1, block=1, name="kernels/k.cu", frontend="c")
    assert str(error.value).startswith("kernels/k.cu:2:")


# ---------------------------------------------------------------- the command line


Command = Callable[..., tuple[int, str]]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """The exit status of the command with these arguments, and what it prints."""

    def run(*arguments: str) -> tuple[int, str]:
        status = main([*arguments])
        return status, "".join(capsys.readouterr())

    return run


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "add.cu"
    path.write_text(ADD)
    return str(path)


def test_the_command_line_starts_a_kernel(command: Command, file: str) -> None:
    common = (
        file,
        "--kernel",
        "add",
        "--grid",
        "4",
        "--block",
        "32,1",
        "--arg",
        "a=symbolic:100",
        "--arg",
        "b=zeros:n",
    )
    status, text = command(*common, "--arg", "c=a", "--arg", "n=100")
    assert (status, text.splitlines()[-1]) == (0, "VERIFICATION SUCCESSFUL")
    status, text = command(*common, "--arg", "n=101", "--array-size", "200")
    assert status == 1
    assert "add.cu:4:23: error: read of element 100 of 'a', which has 100 [bounds]" in text
    assert "Inputs    n = 101" in text
    assert "host                              2  launches add" in text


def test_a_file_without_main_says_how_its_kernels_are_started(command: Command, file: str) -> None:
    for frontend in ("c", "clang"):
        status, text = command(file, "--frontend", frontend)
        assert status == 2
        assert "hint: cudabmc prove FILE proves its kernels for every launch (add); --kernel NAME --grid" in text


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--kernel", "add", "--grid", "1"), "needs --block"),
        (("--block", "1"), "needs --grid"),
        (("--arg", "n=1"), "--kernel NAME --grid N --block N"),
        (("--grid", "1", "--block", "1", "--args", "x"), "--function and --args start host code"),
        (("--grid", "1", "--block", "1", "--arg", "n"), "expected PARAMETER=VALUE"),
        (("--grid", "1", "--block", "4x4"), "expected one to three whole numbers"),
        (("--grid", "1", "--block", "1", "--arg", "n=1", "--arg", "n=2"), "parameter 'n' is given twice"),
    ],
)
def test_half_a_launch_is_refused(command: Command, file: str, arguments: tuple[str, ...], text: str) -> None:
    status, printed = command(file, *arguments)
    assert status == 2
    assert text in printed


def test_a_schedule_of_a_kernel_can_be_replayed(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "last.cu"
    path.write_text("__global__ void k(int *a) { int old = atomicAdd(a, 1); if (threadIdx.x == 0) assert(old == 0); }")
    common = (str(path), "--grid", "1", "--block", "2", "--arg", "a=0,")
    status, text = command(*common)
    assert status == 1
    schedule = text.partition("--replay ")[2].split()[0]
    assert command(*common, "--replay", schedule)[0] == 1


def test_a_race_that_only_large_arrays_have_comes_with_one(command: Command, tmp_path: Path) -> None:
    """Of an array that is too small or large enough for it, one holds whatever the size is."""
    path = tmp_path / "next.cu"
    path.write_text("__global__ void k(int *a) { a[threadIdx.x] = 1; a[threadIdx.x + 1] = 2; }")
    status, text = command(str(path), "--kernel", "k", "--grid", "1", "--block", "4")
    assert status == 1
    assert "[data-race]" in text and "[bounds]" in text


def test_a_read_outside_of_an_array_keeps_its_value_where_the_size_of_the_array_does_not_matter() -> None:
    """Whether the first read comes to memory is up to the size, which the formula of the race does not mention."""
    text = """__global__ void k(int *a, int n) {
    int own[4] = {0, 1, 2, 3};
    a[n + 4096] = a[n];
    if (own[threadIdx.x - 7] > 3) a[1] = 1;
}
"""
    result = verify_kernel(text, grid=1, block=2, no_check=("bounds",))
    assert {violation.places[0].loc.line for violation in result.violations} == {3, 4}
