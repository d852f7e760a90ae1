"""The command on real programs, from the arguments to the last line and the exit status."""

import io
import re
import signal
import subprocess
import sys
import time
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from cudabmc.command.main import main

ROOT = Path(__file__).parents[2]
VECTOR_ADD = "benchmarks/textbook/vector_add.cu"
RACE = "benchmarks/races/ring_shift_missing_barrier.cu"
LOST_UPDATE = "benchmarks/sync/lost_update.cu"

ENDLESS = """\
__global__ void k(int *a) {
    for (int i = 0; i < 2000000000; i++) a[0] += i;
}
int main() {
    int *d;
    cudaMalloc(&d, sizeof(int));
    cudaMemset(d, 0, sizeof(int));
    k<<<1, 1>>>(d);
    return 0;
}
"""
LOOP_OVER_INPUT = """\
int nondet_int(void);
int main() {
    int n = nondet_int(), sum = 0;
    for (int i = 0; i < n; i++) sum ^= i;
    return sum;
}
"""
ASKS_THE_SOLVER = """\
unsigned nondet_uint(void);
int main() {
    unsigned x = nondet_uint(), y = nondet_uint();
    __ESBMC_assume(x < 100 && y < 100);
    __ESBMC_assert(x * y != 35, "no factors");
    __ESBMC_assert(x + y < 199, "small");
    return 0;
}
"""


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "cudabmc", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)


def cudabmc(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in this process, in which its modules are loaded."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(ROOT), redirect_stdout(out), redirect_stderr(err):
        status = main(arguments)
    return subprocess.CompletedProcess(arguments, status, out.getvalue(), err.getvalue())


def written(folder: Path, text: str, name: str = "program.cu") -> str:
    path = folder / name
    path.write_bytes(text.encode())
    return str(path)


def test_a_correct_program_is_successful() -> None:
    run = started(VECTOR_ADD)
    assert run.returncode == 0 and not run.stderr
    assert run.stdout.splitlines()[-1] == "VERIFICATION SUCCESSFUL"


def test_a_race_is_failed_and_begins_with_both_positions() -> None:
    run = started(RACE)
    assert run.returncode == 1 and not run.stderr
    lines = run.stdout.splitlines()
    assert re.fullmatch(rf"{RACE}:\d+:\d+: error: data race on 'ring\[1\]': .* \[data-race\]", lines[0])
    assert any(re.match(rf"{RACE}:\d+:\d+: note: ", line) for line in lines)
    assert lines[-1] == "VERIFICATION FAILED"


def test_quiet_says_no_more_than_the_place_and_the_verdict() -> None:
    lines = cudabmc("--quiet", RACE).stdout.splitlines()
    assert len(lines) <= 7 and lines[-1] == "VERIFICATION FAILED"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int main() { return 0 }\n", r":1:23: error: expected ; before }"),
        ("template <class T> T f(T x);\n", r":1:1: error: unsupported: templates"),
        ("", r"error: .* is empty"),
        ("// nothing\n", r"error: the program has no function 'main'"),
        ("__global__ void k(void) {}\n", r"error: the program has no function 'main'"),
        ('#include "missing.h"\n', r":1:.*missing\.h"),
    ],
)
def test_a_program_that_is_not_taken_is_an_error(text: str, message: str, tmp_path: Path) -> None:
    run = cudabmc("--frontend", "c", written(tmp_path, text))
    assert run.returncode == 2 and not run.stdout
    assert re.search(message, run.stderr) and "Traceback" not in run.stderr


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_misspelt_function_is_told_with_the_right_one(frontend: str, tmp_path: Path) -> None:
    source = written(tmp_path, "int test_copy() { return 0; }\nint main() { return test_copy(); }\n")
    run = cudabmc("--frontend", frontend, "--function", "test_coppy", source)
    assert run.returncode == 2 and "hint: did you mean 'test_copy'?" in run.stderr


@pytest.mark.parametrize(("name", "kind"), [("a.ptx", "PTX"), ("a.cl", "OpenCL"), ("a.py", "Python"), ("a.o", "mach")])
def test_what_is_no_source_is_called_by_its_name(name: str, kind: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("x")
    run = cudabmc(str(tmp_path / name))
    assert run.returncode == 2 and f"{name} is {kind}" in run.stderr and "Note" not in run.stderr


def test_a_file_that_includes_itself_is_an_error_of_few_lines(tmp_path: Path) -> None:
    (tmp_path / "c.h").write_text('#include "c.h"\n')
    (tmp_path / "m.cpp").write_text('#include "c.h"\nint main() { return 0; }\n')
    run = cudabmc("--frontend", "clang", str(tmp_path / "m.cpp"))
    assert run.returncode == 2 and len(run.stderr.splitlines()) < 12
    assert "lines like this" in run.stderr and "nested too deeply" in run.stderr


@pytest.mark.parametrize("arguments", [[], ["--frobnicate", VECTOR_ADD], ["no_such_file.cu"], ["--unwind", "x"], ["."]])
def test_wrong_usage_is_an_error_in_few_lines(arguments: list[str]) -> None:
    run = cudabmc(*arguments)
    assert run.returncode == 2 and not run.stdout
    assert run.stderr.startswith("cudabmc: error: ") and len(run.stderr.splitlines()) <= 2


def test_a_loop_that_was_cut_off_is_unknown_and_named(tmp_path: Path) -> None:
    run = cudabmc(written(tmp_path, LOOP_OVER_INPUT), "--unwind", "3")
    assert run.returncode == 3
    assert "main.1" in run.stdout and "--unwind" in run.stdout
    assert run.stdout.splitlines()[-1] == "VERIFICATION UNKNOWN"


@pytest.mark.long
def test_a_timeout_is_unknown(tmp_path: Path) -> None:
    run = started(written(tmp_path, ENDLESS), "--timeout", "1")
    assert run.returncode == 3 and "--timeout" in run.stdout
    assert run.stdout.splitlines()[-1] == "VERIFICATION UNKNOWN"


def test_an_interrupt_is_unknown(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cudabmc", written(tmp_path, ENDLESS)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "Unknown: interrupted" in output and output.splitlines()[-1] == "VERIFICATION UNKNOWN"


def test_the_printed_schedule_shows_the_violation_again_and_another_one_does_not() -> None:
    found = re.search(r"--replay (\S+)", cudabmc(LOST_UPDATE).stdout)
    assert found
    again = cudabmc("--replay", found[1], LOST_UPDATE)
    assert again.returncode == 1 and "the one schedule given with --replay" in again.stdout
    other = cudabmc("--replay", "1x2,2x2,3x2", LOST_UPDATE)
    assert other.returncode == 3 and "only the schedule of --replay was run, and it breaks no property" in other.stdout
    assert cudabmc("--replay", "99", LOST_UPDATE).returncode == 2


def test_files_are_linked(tmp_path: Path) -> None:
    one = written(tmp_path, "__global__ void k(int *a);\nvoid go(int *a) { k<<<1, 4>>>(a); }\n", "one.cu")
    text = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\nvoid go(int *a);\n"
    two = written(tmp_path, text + "int main() { int *d; cudaMalloc(&d, 12); go(d); return 0; }\n", "two.cu")
    run = cudabmc(one, two)
    assert run.returncode == 1 and run.stdout.startswith(f"{two}:1:29: error: ")


def test_line_ends_of_windows_do_not_move_positions(tmp_path: Path) -> None:
    run = cudabmc(written(tmp_path, "int main() {\r\n    int a[3];\r\n    a[3] = 1;\r\n    return 0;\r\n}\r\n"))
    assert run.returncode == 1 and re.search(r":3:\d+: error: ", run.stdout) and "\r" not in run.stdout


def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m cudabmc --full-trace {RACE} | head -1"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert len(run.stdout.splitlines()) == 1 and not run.stderr


def test_arguments_of_main_are_given_as_a_shell_splits_them(tmp_path: Path) -> None:
    text = "#include <stdio.h>\n#include <assert.h>\nint main(int argc, char **argv) {\n    assert(argc == 3);\n"
    source = written(tmp_path, text + "    assert(argv[1][2] == 'b');\n    return 0;\n}\n")
    assert cudabmc(source, "--args", "'a b' c").returncode == 0
    assert cudabmc(source, "--args", "'a c' c").returncode == 1


@pytest.mark.parametrize(
    ("option", "part"),
    [
        ("--show-goto-functions", "function ring_shift kernel"),
        ("--show-loops", "main.1"),
        ("--show-properties", "data-race"),
        ("--program-only", "the host: "),
        ("--show-vcc", "\n"),
        ("--smt-formula-only", "; no query was made"),
    ],
)
def test_a_look_inside_prints_no_verdict(option: str, part: str) -> None:
    run = cudabmc(option, "benchmarks/textbook/ring_shift.cu")
    assert run.returncode == 0 and part in run.stdout and "VERIFICATION" not in run.stdout


def test_the_formulas_are_taken_by_z3_and_have_the_answer_of_the_run(tmp_path: Path) -> None:
    z3 = pytest.importorskip("z3")
    source = written(tmp_path, ASKS_THE_SOLVER)
    scripts = cudabmc("--smt-formula-only", source).stdout.split("(reset)")
    answers = []
    for script in scripts:
        solver = z3.Solver()
        solver.from_string(script)
        answers.append(solver.check() == z3.sat)
    assert any(answers)
    run = cudabmc(source)
    assert run.returncode == 1 and "'no factors'" in run.stdout.replace("`", "'")
