"""Conditions that the solver cannot decide, and a signal while it thinks."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.result import Result, Verdict
from cudabmc.solver.fake import FakeSolver
from cudabmc.solver.protocol import SolverAnswer, SolverStatistics, Unknown, Unsat
from cudabmc.terms import TermValue
from cudabmc.verification import cut_short, findings
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of

CONDITIONS = 40
PROGRAM = """\
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
CHECKS
    return 0;
}
"""


class Hard(FakeSolver):
    """Gives one answer to everything, and keeps how long it was given for it, in milliseconds."""

    def __init__(self, answer: SolverAnswer) -> None:
        super().__init__()
        self.answer = answer
        self.limits: list[int | None] = []
        self.statistics = SolverStatistics()

    def check(self, assertions: Sequence[TermValue], timeout_ms: int | None = None) -> SolverAnswer:
        self.limits.append(timeout_ms)
        return self.answer

    def close(self) -> None:
        pass


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, solver: Hard) -> Result:
    source = folder / "hard.cu"
    checks = "\n".join(f"    assert(n * n % {k + 3} != {k + 2});" for k in range(CONDITIONS))
    source.write_text(PROGRAM.replace("CHECKS", checks))
    monkeypatch.setattr("cudabmc.explore.oracle.make_solver", lambda name: solver)
    options = Options(frontend="c")
    return Verification(load([str(source)], options), options, settings_of(options)).run()


def test_there_is_less_and_less_patience_for_what_is_hard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Hard(Unknown("timeout"))
    result = run(tmp_path, monkeypatch, solver)
    assert result.verdict is Verdict.UNKNOWN
    assert "hard.cu:5" in result.reason  # the first one, not the last
    alone = [limit for limit in solver.limits if limit is not None][-CONDITIONS:]
    assert alone[:3] == [findings.ALONE_MS, findings.ALONE_MS // 2, findings.ALONE_MS // 4]
    assert alone == sorted(alone, reverse=True) and alone[-1] == findings.LEAST_MS


def test_all_of_them_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Hard(Unknown("timeout"))
    monkeypatch.setattr(findings, "ALL_ALONE_SECONDS", 0.0)
    assert run(tmp_path, monkeypatch, solver).verdict is Verdict.UNKNOWN
    assert len(solver.limits) < CONDITIONS


def test_a_signal_while_the_solver_thinks_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Hard(Unknown("interrupted"))
    result = run(tmp_path, monkeypatch, solver)
    assert result.verdict is Verdict.UNKNOWN and result.reason.startswith("interrupted")
    first, *last_try = solver.limits
    assert first == findings.TOGETHER_MS and sum(last_try) <= 1000 * cut_short.MORE_SECONDS


def test_what_can_be_decided_gets_the_time_that_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Hard(Unsat())
    assert run(tmp_path, monkeypatch, solver).verdict is Verdict.SUCCESSFUL


STENCIL = """\
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 64
__global__ void device(float *out, const float *in) {
    int i = threadIdx.x;
    out[i] = 0.9f * in[i] + 0.02f * (in[(i + 1) % N] + in[(i + N - 1) % N]);
}
void host(float *out, const float *in) {
    for (int i = 0; i < N; i++) out[i] = 0.9f * in[i] + 0.02f * (in[(i + 1) % N] + in[(i + N - 1) % N]);
}
int main(void) {
    float *in = (float *)malloc(N * 4), *out = (float *)malloc(N * 4), *back = (float *)malloc(N * 4), *d_in, *d_out;
    cudaMalloc((void **)&d_in, N * 4);
    cudaMalloc((void **)&d_out, N * 4);
    for (int i = 0; i < FROM; i++) in[i] = 1;
    cudaMemcpy(d_in, in, N * 4, cudaMemcpyHostToDevice);
    host(out, in);
    device<<<1, N>>>(d_out, d_in);
    cudaMemcpy(back, d_out, N * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        if (fabs(out[i] - back[i]) > 1e-2) { printf("Mismatch\\n"); return 0; }
    return 0;
}
"""


def test_a_difference_of_roundings_of_unset_memory_is_found_without_a_solver(tmp_path: Path) -> None:
    # A kernel contracts, which the host does not: for large contents the two are further apart than that.
    source = tmp_path / "stencil.cu"
    source.write_text(STENCIL.replace("FROM", "16"))
    options = Options(frontend="c", timeout=60)
    result = Verification(load([str(source)], options), options, settings_of(options)).run()
    assert [(v.prop, v.places[0].loc.line) for v in result.violations] == [("uninitialised-use", 22)]
    assert result.statistics.solver_seconds < 20


def test_the_check_of_equal_results_prints_nothing(tmp_path: Path) -> None:
    # Both sums are one: their difference is 0 or NaN.
    source = tmp_path / "same.cu"
    text = STENCIL.replace("FROM", "0").replace("device<<<1, N>>>(d_out, d_in)", "host(back, in)")
    source.write_text(text.replace("    cudaMemcpy(back, d_out, N * 4, cudaMemcpyDeviceToHost);\n", ""))
    options = Options(frontend="c")
    result = Verification(load([str(source)], options), options, settings_of(options)).run()
    assert result.verdict is Verdict.SUCCESSFUL
    assert not any("Mismatch" in warning for warning in result.warnings)


def test_what_is_printed_for_some_inputs_is_not_told_as_printed(tmp_path: Path) -> None:
    source = tmp_path / "seven.cu"
    source.write_text(
        "#include <stdio.h>\nint nondet_int(void);\nint main(void) {\n    int n = nondet_int();\n"
        '    printf("always\\n");\n    if (n == 7) printf("seven\\n");\n    return 0;\n}\n'
    )
    options = Options(frontend="c")
    result = Verification(load([str(source)], options), options, settings_of(options)).run()
    assert result.verdict is Verdict.SUCCESSFUL
    assert [w for w in result.warnings if "always" in w] and not [w for w in result.warnings if "seven" in w]
