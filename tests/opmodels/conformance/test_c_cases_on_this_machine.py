"""The cases of the C library (files `c_*.cases`) hold for the library of this machine: an expectation that we only
believe is found out here.

What a model alone can show is left out: inputs of the verifier, memory that runs out, accesses that only a
checker sees. `nondet_bool` stays: it is taken to be true once for each line that must fire.
"""

import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from case_file import PRELUDE, Case, all_cases

NOT_OF_C = re.compile(r"nondet_(?!bool\b)|__ESBMC_|__VERIFIER_|__CPROVER_|<<<|\bcuda[A-Z]|// model only")
HEAD = """\
#define _GNU_SOURCE
static int calls, chosen;
static int nondet_bool(void) { return calls++ == chosen; }
"""
CASES = [
    case
    for case in all_cases()
    if case.file.startswith("c_") and case.where == "main" and not case.options
    if case.expect == "silent" or case.prop == "assertion"
    if not NOT_OF_C.search("\n".join(text for _, text in (*case.top, *case.body)))
]


def _function(number: int, case: Case) -> str:
    """The case as a function; a line directive makes gcc speak of the file of cases."""
    body = [f'#line {line} "{case.file}"\n{text}' for line, text in case.body]
    return "\n".join([f"static int case_{number}(void) {{", *body, "return 0;", "}"])


def _program() -> str:
    includes = [f"#include <{name}>" for name in PRELUDE[1:]]
    includes += [text for case in CASES for _, text in case.top if text.startswith("#include")]
    rest = [text for case in CASES for _, text in case.top if not text.startswith("#include")]
    table = ", ".join(f"case_{number}" for number in range(len(CASES)))
    main = [
        f"static int (*const cases[])(void) = {{{table}}};",
        "int main(int argc, char **argv) { chosen = atoi(argv[2]); return cases[atoi(argv[1])](); }",
    ]
    functions = [_function(number, case) for number, case in enumerate(CASES)]
    return "\n".join([HEAD, *dict.fromkeys(includes), *rest, *functions, *main]) + "\n"


@pytest.fixture(scope="module")
def executable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    folder = tmp_path_factory.mktemp("machine")
    (folder / "cases.c").write_text(_program(), encoding="utf-8")
    flags = ["-std=gnu17", "-w", "-fno-builtin", "-O0"]
    done = subprocess.run(
        ["gcc", *flags, "cases.c", "-o", "cases", "-lm"], cwd=folder, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[:3000]
    return folder / "cases"


def _run(executable: Path, number: int, chosen: int) -> subprocess.CompletedProcess[bytes]:
    command = [str(executable), str(number), str(chosen)]
    return subprocess.run(command, cwd=executable.parent, stdin=subprocess.DEVNULL, capture_output=True, timeout=20)


def test_there_are_cases_for_the_machine() -> None:
    assert len(CASES) > 20


def test_the_machine_answers_as_the_cases_say(executable: Path) -> None:
    wrong = []
    for number, case in enumerate(CASES):
        for chosen in range(max(1, len(case.marked))):
            done = _run(executable, number, chosen)
            expected = done.returncode == -signal.SIGABRT if case.expect == "fires" else done.returncode == 0
            if not expected:
                wrong.append(f"{case.file}:{case.line}: {done.returncode} {done.stderr.decode()[-200:]}")
    assert wrong == []
