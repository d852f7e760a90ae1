"""What reports say about programs that came through clang: names, elements, steps and lines of the source."""

from pathlib import Path

import pytest

from cudabmc.errors import CompilerError
from cudabmc.goto.cfg import loops
from cudabmc.options.table import Options
from cudabmc.report.text import text_report
from cudabmc.result import Result, Violation
from cudabmc.source.files import SourceFiles
from cudabmc.verification.pipeline import load, verify


def check(tmp_path: Path, text: str) -> Result:
    source = tmp_path / "main.cu"
    source.write_text(text)
    return verify([str(source)], Options(frontend="clang"))


def violation(tmp_path: Path, text: str) -> Violation:
    found = check(tmp_path, text).violations
    assert len(found) == 1, [v.message for v in found]
    return found[0]


IN_A_KERNEL = """
__constant__ int table[4] = {1, 2, 3, 4};
extern __shared__ float pool[];
__global__ void k(int n) {
    __shared__ int ring[3];
    int own[5];
    STATEMENT
}
int main() { k<<<1, 1, 8>>>(2); cudaDeviceSynchronize(); }
"""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("ring[n + 1] = 0;", "write of element 3 of 'ring', which has 3"),
        ("own[n + 3] = 0;", "write of element 5 of 'own', which has 5"),
        ("ring[0] = table[n + 2];", "read of element 4 of 'table', which has 4"),
        ("pool[n] = 0;", "write of element 2 of 'pool', which has 2"),
    ],
)
def test_variables_of_kernels_and_their_elements_are_named(tmp_path: Path, statement: str, message: str) -> None:
    assert violation(tmp_path, IN_A_KERNEL.replace("STATEMENT", statement)).message == message


IN_CONTAINERS = """#include <map>
#include <memory>
#include <string>
#include <vector>
struct Part { int number; std::vector<float> weights; };
struct Whole : Part { Part parts[2]; };
int main() {
    std::vector<int> v(4);
    Whole whole;
    whole.weights.resize(8);
    whole.parts[1].weights.resize(2);
    auto p = std::make_unique<int[]>(3);
    std::map<int, std::vector<int>> of_number;
    of_number[2].resize(5);
    std::string text = "longer than what has room in the object itself";
    int *d;
    cudaMalloc(&d, 256);
    cudaMemcpy(d, SOURCE, 200, cudaMemcpyHostToDevice);
    cudaFree(d);
}
"""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("v.data()", "v"),
        ("whole.weights.data()", "whole.weights"),
        ("whole.parts[1].weights.data()", "whole.parts[1].weights"),
        ("p.get()", "p"),
        ("text.data()", "text"),
        ("of_number[2].data()", "memory of operator new"),  # which no variable of the program leads to
    ],
)
def test_memory_of_the_library_is_called_like_its_object(tmp_path: Path, source: str, name: str) -> None:
    found = violation(tmp_path, IN_CONTAINERS.replace("SOURCE", source))
    assert found.prop == "bounds"
    assert f" of '{name}', which has " in found.message


def test_streams_in_a_vector_are_its_elements(tmp_path: Path) -> None:
    found = violation(
        tmp_path,
        """#include <vector>
__global__ void k(int *a) { *a = 1; }
int main() {
    std::vector<cudaStream_t> streams(2);
    for (auto &stream : streams) cudaStreamCreate(&stream);
    int *a;
    cudaMalloc(&a, 4);
    for (auto stream : streams) k<<<1, 1, 0, stream>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}""",
    )
    assert "in stream 'streams[0]' and" in found.message
    assert "in stream 'streams[1]'" in found.message


def test_steps_are_those_of_the_source(tmp_path: Path) -> None:
    found = violation(
        tmp_path,
        """__global__ void k(int *a, int n) {
    int t = n + 1;
    atomicAdd(a, t);
    assert(*a != 3);
}
int main() {
    int *d;
    cudaMalloc(&d, sizeof(int));
    cudaMemset(d, 0, sizeof(int));
    k<<<1, 1>>>(d, 2);
}
""",
    )
    assert [(step.loc.line, step.text) for step in found.steps] == [
        (8, "calls cudaMalloc()"),
        (9, "calls cudaMemset(&d, 0, 4)"),
        (10, "launches k"),
        (2, "t = 3"),
        (3, "calls atomicAdd(&d, 3)"),
        (4, "read d = 3"),
    ]


def test_a_function_of_the_toolkit_that_is_a_template_is_one_step(tmp_path: Path) -> None:
    found = violation(
        tmp_path,
        """__device__ int total;
__global__ void k() { assert(total != 7); }
int main() {
    int h = 7;
    cudaMemcpyToSymbol(total, &h, sizeof h);
    k<<<1, 1>>>();
}
""",
    )
    assert found.steps[0].text == "h = 7"
    assert (found.steps[1].loc.line, found.steps[1].text) == (5, "cudaMemcpyToSymbol(&total, &h, 4, 0, 1) = 0")
    assert found.steps[2].text == "launches k"


def test_a_launch_that_cannot_be_is_reported_where_it_stands(tmp_path: Path) -> None:
    found = violation(tmp_path, "__global__ void k() {}\nint main() {\n    k<<<1, 2000>>>();\n}\n")
    assert (found.prop, found.places[0].loc.line, found.places[0].function) == ("launch-config", 3, "main")


@pytest.mark.long
def test_streams_are_open_where_only_a_function_that_is_called_later_uses_them(tmp_path: Path) -> None:
    result = check(
        tmp_path,
        """#include <stdio.h>
static void tell(int n) { fprintf(stderr, "%d", n); }
__global__ void k() {}
int main() { k<<<1, 1>>>(); tell(3); return 0; }
""",
    )
    assert not result.violations


def test_atomics_whose_results_nobody_reads_commute(tmp_path: Path) -> None:
    result = check(
        tmp_path,
        """__device__ int least = 9;
__global__ void k() { atomicMin(&least, (int)threadIdx.x); }
int main() { int h; k<<<1, 64>>>(); cudaMemcpyFromSymbol(&h, least, 4); assert(h == 0); return 0; }
""",
    )
    assert (result.verdict.value, result.statistics.interleavings) == ("SUCCESSFUL", 1)


def test_memcpy_is_the_function_and_not_an_instruction(tmp_path: Path) -> None:
    found = violation(tmp_path, "#include <string.h>\nint main() { char b[8]; memcpy(b, b + 2, 4); return 0; }\n")
    assert (found.prop, found.places[0].loc.line) == ("api-misuse", 2)


@pytest.mark.long
def test_loops_stand_where_their_statements_begin(tmp_path: Path) -> None:
    source = tmp_path / "main.cu"
    source.write_text(
        """int main() {
    int n = 0;
    do {
        n++;
    } while (n < 3);
    while (
        n > 0)
        n--;
    for (int i = 0;
         i < 3;
         i++)
        n++;
    return n;
}
"""
    )
    found = loops(load([str(source)], Options(frontend="clang")).functions["main"])
    assert [(loop.id, loop.location.line) for loop in found] == [("main.1", 3), ("main.2", 6), ("main.3", 9)]


@pytest.mark.parametrize("comment", ["/* e */", "/* é𝔸 */"])
def test_columns_count_characters(tmp_path: Path, comment: str) -> None:
    """As those of the other front end do; clang counts bytes."""
    line = f"    {comment} p[1] = 1;"
    found = violation(tmp_path, f"int main() {{\n    int a[1], *p = a;\n{line}\n    return a[0];\n}}\n")
    assert (found.places[0].loc.line, found.places[0].loc.column) == (3, line.index("=") + 1)
    with pytest.raises(CompilerError) as error:
        check(tmp_path, f"int main() {{ {comment} return unknown; }}\n")
    assert error.value.location is not None
    assert error.value.location.column == f"int main() {{ {comment} return ".index("return ") + len("return ") + 1


def test_a_byte_order_mark_is_no_character(tmp_path: Path) -> None:
    source = tmp_path / "main.cu"
    line = "int main() { int a[1], *p = a; p[1] = 1; return a[0]; }"
    source.write_text(f"\ufeff{line}\n", encoding="utf-8")
    result = verify([str(source)], Options(frontend="clang"))
    assert result.violations[0].places[0].loc.column == line.rindex("=", 0, line.index("1;")) + 1
    shown = text_report(result, Options(), SourceFiles().line).splitlines()
    assert f"    1 | {line}" in shown


def test_steps_name_no_arguments_that_the_library_has_as_defaults(tmp_path: Path) -> None:
    found = violation(
        tmp_path,
        """#include <cassert>
#include <vector>
int main() {
    std::vector<int> v(2);
    v[1] = 3;
    assert(v[1] != 3);
}
""",
    )
    assert (5, "calls std::vector<int>::operator[]()") in [(step.loc.line, step.text) for step in found.steps]
