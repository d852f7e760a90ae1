"""Programs that judge themselves: abort(), and exit statuses other than 0."""

import json
from pathlib import Path

import pytest

from cudabmc import Result, Verdict, verify
from cudabmc.report.program_end import sentence
from cudabmc.verification.program_ends import PATIENCE, ProgramEnds

FRONTENDS = pytest.mark.parametrize("frontend", ["c", "clang"])

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n"


def violations(result: Result) -> set[tuple[str, int]]:
    return {(v.prop, v.places[0].loc.line) for v in result.violations}


def ends(result: Result) -> set[tuple[int, int]]:
    """Status and line of each end that is told."""
    return {(end.status, end.loc.line) for end in result.ends if end.confirmed}


def run(body: str, frontend: str = "c", head: str = "", **options: object) -> Result:
    """`body` begins in line 4 of the program."""
    return verify(HEAD + head.replace("\n", " ") + "\n" + body, frontend=frontend, **options)


def test_abort_on_a_symbolic_branch_is_a_violation_for_the_inputs_that_lead_there() -> None:
    result = run("int main(void) { int n = nondet_int();\n if (n == 7) abort();\n return 0; }")
    assert violations(result) == {("assertion", 5)}
    (violation,) = result.violations
    assert dict(violation.inputs) == {"nondet_int()": "7"}
    assert violation.message == "abort() is called"


@pytest.mark.parametrize("call", ["abort()", "__builtin_trap()", "__builtin_abort()"])
def test_what_aborts_is_a_violation(call: str) -> None:
    result = run(f"int main(void) {{\n {call}; }}")
    assert violations(result) == {("assertion", 5)}


ALL_ENDS = """#include <cstdlib>
#include <exception>
int main() {
    int n = nondet_int();
    if (n == 1) std::terminate();
    if (n == 2) throw 1;
    if (n == 3) std::abort();
    if (n == 4) __builtin_trap();
    if (n == 5) std::exit(5);
    if (n == 6) std::_Exit(6);
    if (n == 7) std::quick_exit(7);
    if (n == 8) return 256;
    if (n == 9) exit(0);
}
"""


@pytest.mark.long
def test_each_end_of_a_program_in_cxx_is_found() -> None:
    result = verify(ALL_ENDS, frontend="clang", all_runs=True, check="exit-status")
    found = {(v.prop, dict(v.inputs)["nondet_int()"]) for v in result.violations}
    assert found == {("assertion", str(n)) for n in (1, 2, 3, 4)} | {("exit-status", str(n)) for n in (5, 6, 7)}


def test_abort_that_only_a_failed_allocation_leads_to_is_no_violation() -> None:
    body = "int main(void) { int *p = (int *)malloc(4);\n if (!p) abort();\n *p = 1; free(p); return 0; }"
    result = run(body, malloc_may_fail=True)
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.ends


def test_abort_that_an_input_leads_to_as_well_is_a_violation_without_a_failed_allocation() -> None:
    body = (
        "int main(void) { int n = nondet_int(); int *p = (int *)malloc(4);\n"
        " if (!p || n == 3) abort();\n free(p); return 0; }"
    )
    result = run(body, malloc_may_fail=True)
    assert violations(result) == {("assertion", 5)}
    assert dict(result.violations[0].inputs) == {"nondet_int()": "3", "malloc fails": "false"}


@FRONTENDS
def test_abort_in_an_assumption_of_sv_comp_ends_the_execution_and_no_more(frontend: str) -> None:
    body = (
        "extern void abort(void); void assume_abort_if_not(int cond) { if (!cond) { abort(); } }\n"
        "int main(void) { int n = nondet_int(); assume_abort_if_not(n > 3); __VERIFIER_assert(n > 2); return 0; }"
    )
    result = run(body, frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.ends


def test_an_assertion_that_a_failed_allocation_breaks_is_a_violation() -> None:
    body = "#include <assert.h>\nint main(void) { int *p = (int *)malloc(4);\n assert(p); free(p); return 0; }"
    assert violations(run(body, malloc_may_fail=True)) == {("assertion", 6)}


def test_abort_that_only_an_arbitrary_file_leads_to_which_does_not_open_is_no_violation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("")
    body = 'int main(void) { FILE *f = fopen("a", "r");\n if (!f) abort();\n fclose(f); return 0; }'
    assert run(body, arbitrary=("files",)).verdict is Verdict.SUCCESSFUL


def test_abort_that_a_missing_file_leads_to_is_a_violation_of_the_run_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run('int main(void) { FILE *f = fopen("a", "r");\n if (!f) abort();\n fclose(f); return 0; }')
    assert violations(result) == {("assertion", 5)}
    assert "a does not exist on this machine" in result.assumptions


@pytest.mark.parametrize(
    "statement, status",
    [("return 1;", 1), ("exit(3);", 3), ("_Exit(4);", 4), ("quick_exit(5);", 5), ("_exit(6);", 6), ("return -1;", 255)],
)
def test_an_end_with_another_status_is_told_and_changes_no_verdict(statement: str, status: int) -> None:
    result = run(f"#include <unistd.h>\nint main(void) {{\n {statement} }}")
    assert result.verdict is Verdict.SUCCESSFUL
    assert ends(result) == {(status, 6)}
    assert result.statistics.queries == 0
    assert sum("ends with status" in warning for warning in result.warnings) == 1


def test_what_a_program_without_launch_printed_is_told_once() -> None:
    result = run('int main(void) { printf("usage: main N\\n"); return 2; }')
    first, second = result.warnings
    assert first == "no kernel was launched"
    assert second.startswith("the program ends with status 2 at ") and second.endswith("; it printed: usage: main N")


@pytest.mark.parametrize("statement", ["", "return 0;", "exit(0);", "return 256;", "exit(EXIT_SUCCESS);"])
def test_an_end_with_status_0_is_not_told(statement: str) -> None:
    result = run(f"int main(void) {{\n {statement} }}")
    assert not result.ends
    assert not any("ends" in warning for warning in result.warnings)
    assert result.statistics.queries == 0


@FRONTENDS
def test_each_return_statement_has_its_own_line_and_inputs(frontend: str) -> None:
    body = (
        "int main(void) { int n = nondet_int();\n if (n == 20)\n  return 9;\n if (n == 30) exit(8);\n"
        " if (n == 40) return 0;\n return n == 50 ? 7 : 0; }"
    )
    result = run(body, frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    told = {(end.status, end.loc.line): dict(end.inputs)["nondet_int()"] for end in result.ends}
    assert told == {(9, 6): "20", (8, 7): "30", (7, 9): "50"}


def test_a_status_that_is_an_input_is_told_for_a_value_that_is_not_0() -> None:
    result = run("int main(void) {\n return nondet_int() & 3; }")
    (end,) = result.ends
    assert end.status in (1, 2, 3) and end.message == f"the program ends with status {end.status}"


def test_an_end_that_no_input_leads_to_costs_one_question_and_is_not_told() -> None:
    body = "int main(void) { unsigned n = nondet_uint();\n if (n * n == 3u) return 1;\n return 0; }"
    result = run(body)
    without = run(body.replace("return 1", "return 0"))
    assert not result.ends
    assert result.statistics.queries <= without.statistics.queries + 1


LATE = "int main(void) {{ {input}\n for (int i = 0; i < 2000; i++) ;\n if ({cond}) return 1;\n return 0; }}"


def test_an_end_whose_replay_takes_too_long_is_told_as_a_possible_one(monkeypatch: pytest.MonkeyPatch) -> None:
    body = LATE.format(input="int n = nondet_int();", cond="n == 7")
    assert ends(run(body, native=False)) == {(1, 6)}
    monkeypatch.setattr(ProgramEnds, "_patience_with", lambda *_: 0.0)
    (end,) = run(body, native=False).ends
    assert not end.confirmed and end.loc.line == 6 and ", possibly: " in sentence(end)


@pytest.mark.parametrize(
    ("input", "cond", "approximated"),
    [
        ("double x = nondet_double(); double y = sin(x);", "x == 0 && y > 0.5", True),
        ("double x = nondet_double();", "x == 0.5", False),
    ],
)
def test_the_replay_of_an_end_that_rests_on_an_approximation_gets_little_time(
    input: str, cond: str, approximated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    granted = []

    def patience(self: ProgramEnds, *about: object) -> float:
        granted.append(actual(self, *about))
        return granted[-1]

    actual = ProgramEnds._patience_with
    monkeypatch.setattr(ProgramEnds, "_patience_with", patience)
    run(LATE.format(input=input, cond=cond), head="#include <math.h>")
    assert [seconds == PATIENCE for seconds in granted] == [approximated]


def test_exit_status_makes_an_end_with_another_status_a_violation() -> None:
    body = "void fail() {\n exit(2); }\nint main(void) { if (nondet_int() == 4) fail();\n return nondet_int() == 5; }"
    result = run(body, check="exit-status", all_runs=True)
    assert violations(result) == {("exit-status", 5), ("exit-status", 7)}
    assert not result.ends
    assert {v.message for v in result.violations} == {f"the program ends with status {n}" for n in (1, 2)}


def test_abort_is_an_end_that_is_told_where_assertions_are_off() -> None:
    body = "int main(void) {\n if (nondet_int() == 3) abort();\n return 0; }"
    result = run(body, no_assertions=True)
    assert result.verdict is Verdict.SUCCESSFUL
    assert ends(result) == {(134, 5)}
    assert violations(run(body, no_assertions=True, check="exit-status")) == {("exit-status", 5)}
    assert violations(run(body, check="exit-status", all_runs=True)) == {("assertion", 5)}


@FRONTENDS
def test_a_handler_of_atexit_may_change_the_status_and_its_place_is_told(frontend: str) -> None:
    body = "void bye(void) {\n _Exit(3); }\nint main(void) { atexit(bye);\n return 1; }"
    assert ends(run(body, frontend)) == {(3, 5)}
    assert ends(run(body.replace("_Exit(3)", 'puts("bye")'), frontend)) == {(1, 7)}


def test_abort_runs_no_handler_of_atexit() -> None:
    body = "void bye(void) { _Exit(0); }\nint main(void) { atexit(bye);\n abort(); }"
    assert violations(run(body)) == {("assertion", 6)}


def test_a_status_that_depends_on_the_order_of_threads_is_found() -> None:
    body = (
        "__global__ void k(int *a) { atomicExch(a, threadIdx.x); }\n"
        "int main(void) { int *a; cudaMallocManaged((void **)&a, 4); *a = 0; k<<<1, 2>>>(a);\n"
        " cudaDeviceSynchronize(); int last = *a; cudaFree(a);\n return last; }"
    )
    assert ends(run(body)) == {(1, 7)}
    assert violations(run(body, check="exit-status")) == {("exit-status", 7)}


SELF_CHECKING = """
__global__ void twice(int *a) { a[threadIdx.x] = 2 * threadIdx.x; }
int main(void) {
    int *a, h[4];
    cudaMalloc((void **)&a, sizeof h);
    cudaMemset(a, 0, sizeof h);
    twice<<<1, 3>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(a);
    for (int i = 0; i < 4; i++)
        if (h[i] != 2 * i) { printf("Result = FAIL\\n"); exit(EXIT_FAILURE); }
    printf("Result = PASS\\n");
    return 0;
}
"""


@FRONTENDS
def test_a_program_that_finds_its_own_results_wrong_is_told_with_what_it_printed(frontend: str, tmp_path: Path) -> None:
    result = run(SELF_CHECKING, frontend, json=str(tmp_path / "run.json"))
    (end,) = result.ends
    assert (end.status, end.loc.line, end.output) == (1, 14, "Result = FAIL\n")
    assert sentence(end).endswith("; it printed: Result = FAIL")
    (written,) = json.loads((tmp_path / "run.json").read_text())["result"]["ends"]
    assert (written["status"], written["location"]["line"], written["confirmed"]) == (1, 14, True)


def test_an_assertion_under_ndebug_is_no_assertion() -> None:
    body = "#define NDEBUG\n#include <assert.h>\nint main(void) { assert(0); return 0; }"
    assert run(body).verdict is Verdict.SUCCESSFUL
