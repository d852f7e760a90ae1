"""Memory that nobody has written has the same contents however it is read, in a run and in its replay."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import verify
from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = """
//# memset_of_a_part --no-check uninitialised-use
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n >= 1 && n <= 1);
    int *p;
    cudaMallocManaged(&p, 12);
    memset(p, 0, n);
    assert((p[0] & 255) == 0);
    assert(p[1] != 1); // <- assertion
    return 0;
}
//# copy_of_a_part --no-check uninitialised-use
int main(void) {
    unsigned char a[5] = {1, 7, 0};
    int n = nondet_int();
    __ESBMC_assume(n >= 1 && n <= 1);
    short *p;
    cudaMalloc(&p, 3);
    cudaMemcpy(a, p, n, cudaMemcpyDeviceToHost);
    assert(a[0] <= 0); // <- assertion
    return 0;
}
//# free_of_any_pointer --no-check uninitialised-use
int main(void) {
    short *p, *q;
    free(p + 0); // <- invalid-free
    free(q + 1); // <- invalid-free
    return 0;
}
//# free_of_any_pointer_of_the_device --no-check uninitialised-use
int main(void) {
    short *p;
    cudaFree(p); // <- invalid-free
    return 0;
}
//# free_of_any_pointer_that_is_null --no-check uninitialised-use
//! warns no kernel was launched
int main(void) {
    short *p;
    __ESBMC_assume(p == 0);
    free(p);
    return 0;
}
//# element_and_array --no-check uninitialised-use
int main(void) {
    unsigned i = nondet_uint();
    int *p = (int *)malloc(400);
    __ESBMC_assume(i < 100);
    int x = p[i], y = p[3];
    assert(i != 3 || x == y);
    assert(i != 3 || x != 5); // <- assertion
    return 0;
}
//# array_in_two_widths --no-check uninitialised-use
//! warns no kernel was launched
int main(void) {
    unsigned i = nondet_uint();
    int *p = (int *)malloc(400);
    __ESBMC_assume(i < 99);
    int x = p[i];
    *((char *)p + 397) = 0;
    int y = p[i];
    assert(x == y);
    return 0;
}
//# use_behind_a_use
int main(void) {
    int i = nondet_int(), n = nondet_int(), *p, *q;
    __ESBMC_assume(i >= 2 && i <= 2);
    __ESBMC_assume(n >= 2 && n <= 2);
    cudaMallocManaged(&p, n * sizeof(int));
    if (p[i - 1]) n++; // <- uninitialised-use
    cudaFree(q); // <- uninitialised-use
    return 0;
}
//# copies_out_of_bounds --no-bounds-check
int main(void) {
    int i = nondet_int(), n = nondet_int();
    __ESBMC_assume(i >= 2 && i <= 5);
    __ESBMC_assume(n >= 0 && n <= 1);
    char a[2] = {9, 8}, b[3] = {0, 3, 6};
    int c[4] = {9, 9, 9, 9};
    memcpy(b, a, n);
    assert(c[n + i] != 17); // <- assertion
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_unwritten_memory_has_one_contents(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path, "--all-runs"))


SIZES = {"unsigned char": 1, "unsigned short": 2, "unsigned": 4, "unsigned long long": 8}


def _read(random: Random, size: int) -> str:
    """An expression that reads a number of some width, anywhere or where `n` says."""
    name, width = random.choice(list(SIZES.items()))
    start = random.choice(("n", str(random.randrange(size // width))))
    return f"(unsigned)(({name} *)p)[{start}]"


def _statement(random: Random, size: int) -> str:
    kind = random.randrange(4)
    if kind == 0:
        return "memset(p + 8, 3, n);"
    if kind == 1:
        return f"p[{random.randrange(size)}] = p[n];"
    return f"sum += {_read(random, size)};"


@pytest.mark.long
@given(st.integers(0, 10**9))
def test_a_replay_finds_contents_that_are_read_in_any_widths(seed: int) -> None:
    random = Random(seed)
    size = random.choice((16, 80, 800))  # few elements, and arrays
    statements = "\n    ".join(_statement(random, size) for _ in range(random.randrange(4)))
    program = f"""#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
int main(void) {{
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    __VERIFIER_assume(n <= 1);
    unsigned char *p = (unsigned char *)malloc({size});
    unsigned before = {(read := _read(random, size))};
    {statements if random.random() < 0.5 else statements.replace("memset(p + 8, 3, n);", "").replace("p[n];", "p[0];")}
    assert(before + sum != 5);
    memset(p, 0, n);
    assert({read} + p[{random.randrange(1, size)}] != 300);
    return 0;
}}
"""
    result = verify(program, no_check=("uninitialised-use",), all_runs=True)
    assert result.violations, program
