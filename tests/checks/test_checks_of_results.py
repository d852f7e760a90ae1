"""The host compares what a kernel has computed, prints, and ends: conditions on inputs that decide nothing."""

from pathlib import Path

import pytest

from cudabmc import Options, Verdict, verify

PROGRAM = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 64
__global__ void f(const float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) b[i] = fmaf(a[i], a[i], 1.5f);
}
int wrong(const float *a, const float *b, int i) { return fabsf(b[i] - (a[i] * a[i] + 1.5f)) > 1e-6f; }
int main(void) {
    float a[N], b[N], *d, *e;
    for (int i = 0; i < N; i++) a[i] = (float)rand() / RAND_MAX;
    cudaMalloc(&d, sizeof a);
    cudaMalloc(&e, sizeof b);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    f<<<2, 32>>>(d, e);
    cudaMemcpy(b, e, sizeof b, cudaMemcpyDeviceToHost);
    int errors = 0, table[2] = {0};
    for (int i = 0; i < N; i++) { CHECK }
    cudaFree(d);
    cudaFree(e);
    LAST
    return errors;
}
"""
CHECKS = {
    "exit": 'if (wrong(a, b, i)) { fprintf(stderr, "wrong at %d\\n", i); exit(EXIT_FAILURE); }',
    "break": "if (wrong(a, b, i)) { errors = 1; break; }",
    "count": 'if (wrong(a, b, i)) { printf("wrong at %d\\n", i); errors++; }',
    "return": "if (wrong(a, b, i)) return 1;",
}


def written(tmp_path: Path, check: str, last: str = "") -> str:
    path = tmp_path / "program.cu"
    path.write_text(PROGRAM.replace("CHECK", CHECKS[check]).replace("LAST", last))
    return str(path)


@pytest.mark.long
@pytest.mark.one_in(10)
@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("check", CHECKS)
def test_the_solver_is_not_asked_for_each_result(tmp_path: Path, check: str, frontend: str) -> None:
    result = verify([written(tmp_path, check)], Options(frontend=frontend, arbitrary=("rand",)))
    assert result.verdict is Verdict.SUCCESSFUL, result.reason
    assert result.statistics.queries < 10


@pytest.mark.long
@pytest.mark.one_in(4)
@pytest.mark.parametrize("check", CHECKS)
def test_what_comes_behind_the_check_is_checked(tmp_path: Path, check: str) -> None:
    last = "table[1 + (a[5] > 0.96f)] = 0;"  # the number of the known run is 0.56
    result = verify([written(tmp_path, check, last)], Options(frontend="c", arbitrary=("rand",)))
    assert [v.prop for v in result.violations] == ["bounds"]


def test_where_the_program_has_ended_nothing_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "program.cu"
    path.write_text("""#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int x = rand();
    for (int i = 0; i < 5; i++)
        if (x == i) { fprintf(stderr, "no\\n"); exit(0); }
    assert(x != 3);
    fprintf(stderr, "yes\\n");
    assert(x != 7);
}
""")
    result = verify([str(path)], Options(frontend="c", arbitrary=("rand",)))
    assert [v.places[0].loc.line for v in result.violations] == [10]
