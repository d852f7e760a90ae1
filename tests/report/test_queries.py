"""The files of --smt-dir are the queries of the run: z3 takes each one and answers what it answered in the run."""

import re
from pathlib import Path

import pytest
import z3

from cudabmc.command.main import main
from cudabmc.options.table import Options
from cudabmc.source.text import SourceText
from cudabmc.verification.pipeline import verify

TABLE = Path(__file__).parents[2] / "benchmarks" / "inputs" / "table_lookup.cu"
ARRAY = """
int f(void);
int main() {
    static int a[5000];
    int i = f(), j = f();
    if (i < 0 || i > 4999 || j < 0 || j > 4999) return 0;
    a[i] = 7;
    __ESBMC_assert(a[j] == 0 || a[j] == 7, "either");
}
"""
FLOAT = """
float f(void);
int main() {
    float x = f();
    if (!(x > 1.0f && x < 2.0f)) return 0;
    __ESBMC_assert(x + 1.0f > 2.5f, "sum");
}
"""
PROGRAMS = {"array": (ARRAY, "Array"), "float": (FLOAT, "FloatingPoint"), "integer": (TABLE.read_text(), "BitVec")}


def answer(text: str) -> str:
    """What z3 says to a script, from its text alone."""
    solver = z3.Solver()
    solver.set("timeout", 60_000)
    solver.from_string(text)
    return str(solver.check())


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_file_has_the_answer_of_the_run(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, sort = PROGRAMS[name]
    (tmp_path / "x.cu").write_text(text)
    status = main([str(tmp_path / "x.cu"), "--frontend", "c", "--smt-dir", str(tmp_path), "-v"])
    assert status == (name == "float")
    asked = int(re.search(r"solver queries +(\d+)", capsys.readouterr().out)[1])  # type: ignore[index]
    scripts = sorted(tmp_path.glob("*.smt2"))
    assert [path.name for path in scripts] == [f"{number:03}.smt2" for number in range(1, len(scripts) + 1)]
    # After a violation the solver is asked for smaller inputs too, on which nothing rests.
    assert 0 < len(scripts) <= asked and (status or len(scripts) == asked)
    for script in scripts:
        text = script.read_text()
        (status,) = re.findall(r"\(set-info :status (\w+)\)", text)
        assert status in ("sat", "unsat") and answer(text) == status
        assert sort in text and text.count("(check-sat)") == 1 and "(reset)" not in text


def test_nothing_is_recorded_unless_it_is_asked_for() -> None:
    assert verify([str(TABLE)]).queries == ()


def test_a_step_by_step_run_keeps_the_queries_of_every_step(tmp_path: Path) -> None:
    source = tmp_path / "loop.cu"
    source.write_text(
        "int f(void); int main() { int n = f(); if (n < 0 || n > 3) return 0; int s = 0;"
        ' for (int i = 0; i < n; i++) s += i; __ESBMC_assert(s != 9, "sum"); }'
    )
    whole = verify([str(source)], Options(smt_dir="q"))
    steps = verify([str(source)], Options(smt_dir="q", incremental_bmc=True))
    assert whole.verdict is steps.verdict
    assert len(steps.queries) > len(whole.queries) > 0


PROOF = """
__global__ void k(int *a, int *b, int n, int step) {
    __shared__ int part[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = a[i];
    __syncthreads();
    for (int at = i; at < n; at += step)
        b[at] = part[threadIdx.x];
}
__global__ void broken(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; }
"""


@pytest.mark.long
def test_each_file_of_proofs_has_the_answer_of_the_run(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text(PROOF)
    assert main(["prove", str(tmp_path / "x.cu"), "--frontend", "c", "--smt-dir", str(tmp_path)]) == 1
    scripts = [path.read_text() for path in sorted(tmp_path.glob("*.smt2"))]
    told = [re.findall(r"\(set-info :status (\w+)\)", script) for script in scripts]
    assert {"sat", "unsat"} <= {status for one in told for status in one} <= {"sat", "unsat", "unknown"}
    for script, status in zip(scripts, told, strict=True):
        assert script.startswith("(set-logic ") and script.endswith("(check-sat)\n") and script.count("(check-sat") == 1
        assert status == ["unknown"] or answer(script) in (*status, "unknown")
    assert any(re.search(r"^\(assert a\d+\)$", script, re.MULTILINE) for script in scripts)  # preconditions


@pytest.mark.long
def test_a_second_solver_takes_files_of_proofs() -> None:
    cvc5 = pytest.importorskip("cvc5")
    for script in verify([SourceText(PROOF, "x.cu")], Options(prove=True, smt_dir="q")).queries[::8]:
        solver = cvc5.Solver()
        solver.setOption("rlimit-per", "10000")  # some tenths of a second
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "query")
        said = ""
        while not (command := parser.nextCommand()).isNull():
            said += command.invoke(solver, parser.getSymbolManager())
        (status,) = re.findall(r"\(set-info :status (\w+)\)", script)
        assert status == "unknown" or said.split()[0] in (status, "unknown"), said
