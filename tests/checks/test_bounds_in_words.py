"""Accesses out of bounds and places in arrays, as reports name them."""

from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.state.element_type import element_size, pointed_size, row_extents

PROGRAM = """
struct Pair {{ int a, b; }};
__device__ float grid[3][4];
__device__ short one[1];
__global__ void k(float *p, struct Pair *q, unsigned char *c, int n) {{
    __shared__ int tile[2][2];
    double own[3] = {{0, 0, 0}};
    own[n] = 1;
    tile[0][n] = 1;
    {statement}
}}
int main(void) {{
    int n = nondet_int();
    float *data;
    struct Pair *pairs;
    unsigned char *bytes = 0;
    cudaMalloc((void **)&data, 100 * sizeof(float));
    cudaMalloc((void **)&pairs, 2 * sizeof(struct Pair));
    cudaMalloc((void **)&bytes, 10);
    __ESBMC_assume(n == 1);
    k<<<1, 1>>>(data, pairs, bytes, n);
    char *text = (char *)malloc(3);
    long *numbers = (long *)malloc(4 * sizeof(long));
    {host}
    return 0;
}}
"""
SENTENCES = (
    ("p[100] = 1;", "", "write of element 100 of 'data', which has 100"),
    ("p[n + 99] = 1;", "", "write of element 100 of 'data', which has 100"),
    ("p[-1] = 1;", "", "write of element -1 of 'data', which has 100"),
    ("*(float4 *)(p + 100) = make_float4(0, 0, 0, 0);", "", "write of elements 100 to 103 of 'data', which has 100"),
    ("*(double *)(p + 100) = 1;", "", "write of elements 100 to 101 of 'data', which has 100"),
    ("grid[2][4] = 1;", "", "write of element [3][0] of 'grid', which has [3][4]"),
    ("grid[-1][3] = 1;", "", "write of element [-1][3] of 'grid', which has [3][4]"),
    ("tile[n][2] = 1;", "", "write of element [2][0] of 'tile', which has [2][2]"),
    ("own[n + 2] = 1;", "", "write of element 3 of 'own', which has 3"),
    ("one[n] = 1;", "", "write of element 1 of 'one', which has 1"),
    ("q[n + 1].b = 1;", "", "write of element 2 of 'pairs', which has 2"),
    ("atomicAdd(p + 100, 1.0f);", "", "atomic access of element 100 of 'data', which has 100"),
    ("c[10] = 1;", "", "write of byte 10 of 'bytes', which has 10"),
    ("", "text[3] = 1;", "write of byte 3 of 'text', which has 3"),
    ("", "numbers[4] = 1;", "write of element 4 of 'numbers', which has 4"),
)


@pytest.mark.parametrize(("statement", "host", "sentence"), SENTENCES)
def test_bounds_are_told_in_elements(statement: str, host: str, sentence: str, tmp_path: Path) -> None:
    source = tmp_path / "main.cu"
    source.write_text(PROGRAM.format(statement=statement, host=host))
    wanted = [v.message for v in verify([str(source)]).violations if v.prop == "bounds"]
    if "q[n + 1]" in statement:
        wanted = [message for message in wanted if "pairs" in message] or wanted
    assert wanted == [sentence]


@pytest.mark.parametrize(("bytes", "told"), [("", True), (", 0", True), (", 4", False)])
def test_a_launch_that_asks_for_no_shared_memory_is_told(bytes: str, told: bool) -> None:
    (violation,) = verify(
        "__global__ void k() { extern __shared__ int s[]; s[threadIdx.x] = 1; }\n"
        f"int main(void) {{ k<<<1, 2{bytes}>>>(); cudaDeviceSynchronize(); return 0; }}\n"
    ).violations
    assert ("third argument between <<< and >>>" in violation.hint) is told


def test_a_race_names_the_element_of_an_array_of_arrays() -> None:
    text = (
        "__global__ void k() { __shared__ float As[4][4]; As[0][3] = threadIdx.x; }\n"
        "int main(void) { k<<<1, 2>>>(); return 0; }\n"
    )
    (violation,) = verify(text).violations
    assert "data race on 'As[0][3]'" in violation.message


@pytest.mark.parametrize(
    ("ctype", "element", "rows", "pointed"),
    [
        ("float[4][8]", 4, (8,), 0), ("const short[2][3][5]", 2, (3, 5), 0), ("int[n][4]", 4, (4,), 0),
        ("int *[3]", 8, (), 0), ("struct S[3][2]", 0, (2,), 0), ("int (*[3])[4]", 8, (), 0), ("int", 0, (), 0),
        ("float *", 0, (), 4), ("const unsigned int *__restrict__", 0, (), 4), ("double **", 0, (), 8),
        ("void *", 0, (), 0), ("struct S *", 0, (), 0), ("int (*)(int)", 0, (), 0), ("", 0, (), 0),
    ],
)  # fmt: skip
def test_types_tell_their_elements(ctype: str, element: int, rows: tuple[int, ...], pointed: int) -> None:
    assert (element_size(ctype), row_extents(ctype), pointed_size(ctype)) == (element, rows, pointed)
