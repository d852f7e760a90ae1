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
