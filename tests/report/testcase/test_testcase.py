"""Test cases: the inputs of a counterexample in a program of its own, in which cudabmc finds the same violation."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import Result, Verdict, symbolic, verify, verify_kernel
from cudabmc.command.main import main
from cudabmc.properties import PROPERTIES
from cudabmc.report.run import Run
from cudabmc.report.testcase.arguments import given_arguments
from cudabmc.report.testcase.case import testcase
from cudabmc.report.testcase.sources import MAIN, copied, defines
from cudabmc.result import Input

NVCC = shutil.which("nvcc")


def text_of(result: Result) -> str:
    assert result.question is not None
    return testcase(Run(result.question.files, result.question.options, result))


def again(result: Result, **options: Any) -> list[tuple[str, int]]:
    """Property and line of what is found in the test case of a result."""
    found = verify(source=text_of(result), name="case.cu", **options)
    return [(v.prop, v.places[0].loc.line) for v in found.violations]


def shown(result: Result) -> tuple[str, int]:
    assert result.verdict is Verdict.FAILED, result
    return result.violations[0].prop, result.violations[0].places[0].loc.line


PROGRAMS = {
    "results of functions on the host": """int nondet_int(); unsigned char nondet_uchar(void); double nondet_double();
int main() {
  int a = nondet_int(), b = nondet_int();
  __ESBMC_assume(a == -7 && b == 70000);
  __VERIFIER_assume(nondet_uchar() == 200);
  if (nondet_double() == 0.1) assert(a != -7 || nondet_bool());
}
""",
    "results of functions in kernels": """__global__ void k(int *a) {
  int x = nondet_int(), y = nondet_short();
  __VERIFIER_assume(x == 3 * threadIdx.x - blockIdx.x && y == -5 * blockIdx.x);
  a[blockIdx.x * 2 + threadIdx.x] = x * 100 + y;
}
int main() {
  int *d, h[4];
  cudaMalloc(&d, sizeof h);
  k<<<2, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  assert(h[0] != 0 || h[1] != 300 || h[2] != -105 || h[3] != 195);
}
""",
    "arguments of main": """int main(int argc, char **argv) {
  if (argc > 2 && argv[1][0] == 'q' && argv[1][1] == '"' && argv[2][0] == '\\\\')
    assert(argc != 3);
  return 0;
}
""",
    "words that the program defines itself": """int nondet_int(void) { return 5; }
void __VERIFIER_assume(int c) { if (!c) exit(0); }
int main() {
  int x = nondet_int(), y = nondet_uint();
  __VERIFIER_assume(x == 5 && y == 9);
  assert(y != 9);
}
""",
    "words of verifiers": """void reach_error(); extern "C" void __VERIFIER_assert(int);
int main() {
  if (nondet_int() == 4) {
    __VERIFIER_assert(nondet_uint() != 4294967295u);
    reach_error();
  }
}
""",
}


@pytest.mark.parametrize("frontend", ["c", pytest.param("clang", marks=pytest.mark.long)])
@pytest.mark.parametrize("case", PROGRAMS)
def test_a_program_gets_its_inputs_again(case: str, frontend: str) -> None:
    result = verify(source=PROGRAMS[case], frontend=frontend, name="program.cu")
    assert shown(result) in again(result)


@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
@pytest.mark.long
@pytest.mark.parametrize("case", PROGRAMS)
def test_nvcc_takes_a_test_case(case: str, tmp_path: Path) -> None:
    assert NVCC is not None
    file = tmp_path / "case.cu"
    file.write_text(text_of(verify(source="#include <cuda_runtime.h>\n#include <assert.h>\n" + PROGRAMS[case])))
    command = [NVCC, "-std=c++17", "-arch=sm_80", "-c", str(file), "-o", str(tmp_path / "case.o")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


CONTRACT = """#include <cudabmc.h>
__global__ void k(int *a, int n) {
  cudabmc_requires(n > 0);
  for (int i = 0; i < n; i++) {
    cudabmc_invariant(i >= 0);
    a[i] = threadIdx.x;
  }
}
int main() {
  int *a;
  cudaMalloc(&a, 8);
  k<<<1, 1>>>(a, 3);
}
"""


@pytest.mark.long
@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
def test_nvcc_compiles_a_test_case_with_contracts_as_it_says(tmp_path: Path) -> None:
    file = tmp_path / "case.cu"
    file.write_text(text_of(verify(source=CONTRACT)))
    (command,) = re.findall(r"// Compile: (nvcc .*)", file.read_text())
    words = [str(file) if word == "FILE" else word for word in shlex.split(command)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_header_of_contracts_is_where_the_comment_says_and_nothing_else() -> None:
    (folder,) = re.findall(r"-I(\S+contracts)\b", text_of(verify(source=CONTRACT)))
    assert [path.name for path in Path(folder).iterdir()] == ["cudabmc.h"]
    assert "contracts" not in text_of(verify(source=CONTRACT.replace("#include <cudabmc.h>", "")
        .replace("cudabmc_requires", "(void)").replace("cudabmc_invariant", "(void)")))


KERNEL = """struct Box { short w; float h; };
__global__ void k(const float *a, const Box *boxes, Box one, int n, unsigned char *out, bool flag, float scale) {
  if (a[1] == 2.5f && boxes[1].w == -3 && one.h == 0.5f && flag && scale == -1.5f && out[n - 1] == 7)
    out[n] = 1;
}"""
BOX = np.dtype([("w", "<i2"), ("h", "<f4")], align=True)


def test_a_kernel_gets_host_code_with_its_arguments() -> None:
    boxes = np.array([(1, 1.0), (-3, 2.0)], BOX)
    args = [[1, 2.5], boxes, np.array([(0, 0.5)], BOX)[0], 4, b"\0\0\0\7", True, -1.5]
    result = verify_kernel(KERNEL, grid=1, block=1, args=args)
    assert shown(result) == ("bounds", 4)
    assert again(result) == [("bounds", 4)]


def test_a_kernel_gets_the_arbitrary_values_of_the_counterexample() -> None:
    args = {"out": symbolic("n"), "a": symbolic(range(2, 9)), "boxes": symbolic(2), "n": symbolic(low=1, high=9)}
    result = verify_kernel(KERNEL, grid=1, block=1, args=args)
    assert shown(result) == ("bounds", 4)
    assert again(result) == [("bounds", 4)]


@pytest.mark.long
def test_a_kernel_gets_arrays_of_the_sizes_of_the_counterexample() -> None:
    text = """__global__ void k(const int *a, int n) {
      if (n == 5) a += 1;
      if (a[4] == 3) return;
    }"""
    result = verify_kernel(text, grid=1, block=1, args=[symbolic(range(5, 9)), symbolic(low=5, high=7)])
    assert shown(result) == ("bounds", 3)
    case = text_of(result)
    assert "check(cudaMalloc(&a, 20));" in case
    assert "unsigned char n[] = {5, 0, 0, 0};" in case
    assert again(result) == [("bounds", 3)]


def test_a_kernel_gets_arrays_that_are_one_and_null_pointers() -> None:
    text = """__global__ void k(int *check, int *b, int *c) {
      if (c == nullptr) check[threadIdx.x] = b[threadIdx.x + 1];
    }"""
    one = np.zeros(9, np.int32)
    result = verify_kernel(text, grid=1, block=2, args=[one, one, 0])
    assert shown(result) == ("data-race", 2)
    assert again(result) == [("data-race", 2)]


@pytest.mark.long
def test_the_instance_of_a_template_is_launched() -> None:
    text = "template <typename T> __global__ void k(T *a) { a[threadIdx.x + 1] = T(1); }"
    result = verify_kernel(text, "k<double>", grid=1, block=2, args=[[0.0, 1.0]])
    assert again(result) == [shown(result)]


@settings(max_examples=10, deadline=None)
@given(st.integers(-(2**63), 2**63 - 1), st.floats(width=32, allow_nan=False), st.integers(0, 255))
def test_values_arrive_bit_for_bit(number: int, real: float, byte: int) -> None:
    text = f"""int main() {{
      long long n = nondet_longlong(); float f = nondet_float(); unsigned char b = nondet_uchar(); int bits;
      memcpy(&bits, &f, 4);
      int same = n == {number + 2**63}ull - 9223372036854775808ull && bits == {int(np.float32(real).view(np.int32))};
      assert(!same || b != {byte});
    }}"""
    result = verify(text)
    assert shown(result) in again(result)


# ---------------------------------------------------------------- the file


def test_lines_keep_their_numbers_and_main_returns_where_it_ends() -> None:
    text = 'int helper();\nint main(int c, char **v)\n{\n  /* } */ puts("}");\n  if (c) { }\n}\nint after;\n'
    (_, define, line, copy, undefine) = copied([("a.cu", text)], rename_main=True)
    assert (define, line, undefine) == (f"#define main {MAIN}", '#line 1 "a.cu"', "#undef main")
    assert copy == text.replace("{ }\n}", "{ }\n return 0; }").rstrip("\n")


def test_a_program_without_arguments_keeps_its_main() -> None:
    assert MAIN not in text_of(verify("int main(void) {\n assert(nondet_int() != 3); }"))


@pytest.mark.parametrize(
    ("text", "answer"),
    [("int f(int a) { return a; }", True), ("int f(int);", False), ("int g() { return f(2); }", False),
     ("// int f() {\n", False), ("int f(void (*g)(int))\n{}", True), ("if (f()) {", False)],
)  # fmt: skip
def test_definitions_are_told_from_calls(text: str, answer: bool) -> None:
    assert defines(text, "f") is answer


def test_bytes_of_arguments_that_nobody_reads_are_letters() -> None:
    read = [Input("argc", "argc", "i32", 3), Input("argv[1][2]i8", "", "i8", 65), Input("argv[2][0]i8", "", "i8", 0)]
    assert given_arguments(read, None) == [b"program", b"xxA", b""]
    assert given_arguments(read, ("a b",)) == [b"program", b"a b"]


def test_the_comment_says_what_the_violation_depends_on() -> None:
    race = "__global__ void k() {\n __shared__ int s[4];\n s[threadIdx.x / 2] = threadIdx.x;\n}"
    text = text_of(verify_kernel(race, grid=1, block=2))
    assert "compute-sanitizer --tool racecheck" in text
    assert "depends on the order in which threads run" in text
    text = text_of(verify_kernel(race.replace("__shared__", "").replace("/ 2", "+ 4"), grid=1, block=2))
    assert "compute-sanitizer --tool memcheck" in text
    assert "does not depend on a context switch" in text
    text = text_of(verify("int main() {\n int *p = (int *)malloc(4); assert(*p != 3); }"))
    assert "Not set by this file, but possibly relevant: initial contents of 'p'." in text


@pytest.mark.parametrize("prop", sorted(PROPERTIES))
def test_every_property_names_a_tool_or_says_that_there_is_none(prop: str) -> None:
    from dataclasses import replace

    result = verify("int main() {\n assert(nondet_int() != 3); }")
    result.violations = (replace(result.violations[0], prop=prop),)
    text = text_of(result)
    assert ("Run:     compute-sanitizer --tool" in text) != ("No tool of compute-sanitizer" in text)


def test_the_command_line_writes_it_and_overwrites_its_own_files_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, case = tmp_path / "main.cu", tmp_path / "case.cu"
    source.write_text("int main() {\n  assert(nondet_int() != 3);\n}\n")
    for _ in range(2):
        assert main([str(source), "-q", "--generate-testcase", str(case)]) == 1
    assert case.read_text().startswith("// Test case of cudabmc")
    assert main([str(case), "-q"]) == 1
    assert f"{source}:2:3: error" in capsys.readouterr().out
    assert main([str(source), "-q", "--generate-testcase", str(source)]) == 2
    other = tmp_path / "other.cu"
    other.write_text("int x;\n")
    assert main([str(source), "-q", "--generate-testcase", str(other)]) == 2
    assert other.read_text() == "int x;\n"


def test_without_a_violation_there_is_a_comment() -> None:
    text = text_of(verify("int main() {\n return 0; }"))
    assert text.startswith("// Test case of cudabmc: no violation was found")
