"""A program that is printed and read back gets the same answer, and a wrong .goto file is refused at its line."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cudabmc
from cudabmc.command.arguments import parse_arguments
from cudabmc.errors import SourceError, UsageError
from cudabmc.frontend.load import load_with
from cudabmc.goto.text import print_program
from cudabmc.options.table import Options
from cudabmc.result import Result, Verdict
from cudabmc.source.text import SourceText
from cudabmc.verification.pipeline import load, verify

ROOT = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(ROOT))
from expectation import programs, read_expectation  # noqa: E402

QUICK = (
    "host/empty_grid",
    "host/error_handling",
    "inputs/table_lookup_off_by_one",
    "memory/list_freed_too_early",
    "memory/shallow_copy",
    "races/flag_without_fence",
    "sync/staged_pipeline",
    "textbook/deviation_sign",
    "textbook/vector_add",
)
"""Programs of several folders that take a fraction of a second."""

GOLDEN = sorted((Path(__file__).parent / "lower_programs").glob("*.goto"))

MAIN = """program main files a.cu

function main host display main -> i32 @ 3:5 in "a.cu"
  regs i32 bool
  # what follows is a comparison
  0     r0:i32 = copy.i32 7:i32     @ 4:9
  1     r1:bool = slt.i32 r0, 9:i32 @ 5:9
  2     if r1 goto L3 else L4
L3:
  3     return 0:i32
L4:
  4     return 1:i32
end
"""


def _answer(result: Result) -> tuple[object, ...]:
    """What must not depend on the way. Inputs are an example, which the solver picks anew in each run."""
    violations = [(v.prop, v.message, [(p.loc, p.function, p.action) for p in v.places]) for v in result.violations]
    s = result.statistics
    counts = (s.interleavings, s.instructions, s.vcs)
    return result.verdict, violations, result.kernels, result.assumptions, result.warnings, result.reason, counts


def _parameter(path: Path) -> object:
    name = str(path.relative_to(ROOT).with_suffix(""))
    return pytest.param(path, id=name, marks=[] if name in QUICK else [pytest.mark.long])


def compare(path: Path, *more: str) -> None:
    """The answers for a program and for its text."""
    command = parse_arguments([*read_expectation(path).options, *more, str(path)])
    loaded = load_with(command.files, command.options)
    text = SourceText(print_program(loaded.program), "program.goto")
    assert print_program(load([text], command.options)) == text.text
    assert _answer(verify([text], command.options)) == _answer(verify(command.files, command.options))


@pytest.mark.parametrize("path", [_parameter(path) for path in programs()])
def test_the_text_of_a_program_gets_its_answer(path: Path) -> None:
    compare(path)


def test_the_text_of_a_program_from_clang_gets_its_answer() -> None:
    compare(ROOT / "memory" / "shallow_copy.cu", "--frontend", "clang")


def test_the_text_of_a_kernel_without_host_code_gets_its_answer(tmp_path: Path) -> None:
    path = tmp_path / "k.cu"
    path.write_text("__global__ void k(int *a, int n) { a[threadIdx.x] = n; }\n__global__ void other() {}\n")
    options = Options(kernel="k", grid=(1,), block=(2,))
    text = SourceText(print_program(load([str(path)], options)), "k.goto")
    assert "\nkernel k\n" in text.text
    assert _answer(verify([text], options)) == _answer(verify([str(path)], options))
    assert load([text], Options(kernel="other", grid=(1,), block=(2,))).kernel == "other"


def test_the_command_line_takes_what_it_printed(tmp_path: Path) -> None:
    source, printed = ROOT / "textbook" / "vector_add.cu", tmp_path / "a.goto"
    with printed.open("w") as file:
        subprocess.run([*_COMMAND, str(source), "--show-goto-functions"], stdout=file, check=True)
    ran = subprocess.run([*_COMMAND, str(printed), "-q"], capture_output=True, text=True, check=True)
    assert ran.stdout == "VERIFICATION SUCCESSFUL\n"


_COMMAND = [sys.executable, "-m", "cudabmc"]


def test_a_violation_stands_in_the_source_that_the_text_names() -> None:
    result = cudabmc.verify(source=MAIN, name="x.goto")
    assert result.verdict is Verdict.SUCCESSFUL and result.statistics.frontend == "goto"
    divided = MAIN.replace("copy.i32 7:i32", "sdiv.i32 7:i32, 0:i32")
    (violation,) = cudabmc.verify(source=divided, name="x.goto").violations
    assert (violation.prop, str(violation.places[0].loc)) == ("division-by-zero", "a.cu:4:9")


WRONG = {
    "expected a type, not '7'": ("copy.i32 7:i32", "copy.i32 7:7", 6),
    "'frob' is not an instruction": ("return 0:i32", "frob 0:i32", 10),
    "r0 is a i32, wanted bool": ("if r1", "if r0", 8),
    "there is no register r9": ("slt.i32 r0", "slt.i32 r9", 7),
    "jump to 44": ("else L4", "else L44", 8),
    "slt of i64 gives no i32": ("r1:bool = slt.i32", "r0:i32 = slt.i64", 7),
    "control falls off the end": ("  4     return 1:i32", "  4     declare r0 \"a\" \"int\" signed", 3),
    "threadIdx.x() is an i32 of device code": ("copy.i32 7:i32", "call i32 threadIdx.x()", 6),
    "there is no model 'int f(int)' of f()": ("copy.i32 7:i32", "call i32 f(i32 1:i32) signature \"int f(int)\"", 6),
    "the types do not fit the model 'int abs(int j)'": (
        "copy.i32 7:i32", "call i32 abs(f32 1.0:f32) signature \"int abs(int j)\"", 6
    ),
    "0.1 is not a constant of type f32": ("copy.i32 7:i32", "fptosi.f32 0.1:f32", 6),
    "main is not a kernel": ("\nfunction", "kernel main\nfunction", 2),
}  # fmt: skip


@pytest.mark.parametrize("message", WRONG)
def test_a_broken_program_is_refused_at_its_line(message: str) -> None:
    old, new, line = WRONG[message]
    assert old in MAIN
    with pytest.raises(SourceError) as error:
        load([SourceText(MAIN.replace(old, new, 1), "x.goto")], Options())
    assert error.value.message == message
    assert error.value.location is not None
    assert (error.value.location.file, error.value.location.line) == ("x.goto", line)


def test_a_broken_program_ends_as_any_other_wrong_input(tmp_path: Path) -> None:
    path = tmp_path / "wrong.goto"
    path.write_text(MAIN.replace("if r1", "if r0"))
    ran = subprocess.run([*_COMMAND, str(path)], capture_output=True, text=True)
    assert ran.returncode == 2 and f"{path}:8: error: r0 is a i32" in ran.stderr + ran.stdout


def test_a_goto_file_stands_alone() -> None:
    with pytest.raises(UsageError, match=r"x\.goto is a whole program"):
        load(["main.cu", SourceText(MAIN, "x.goto")], Options())


def test_a_missing_file_is_told() -> None:
    with pytest.raises(UsageError, match=r"cannot read missing\.goto"):
        load(["missing.goto"], Options())


def _mutated(text: str, random: random.Random) -> str:
    tokens = re.findall(r'"[^"\n]*"|\w+|\s+|.', text)
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(tokens))
        tokens[at : at + random.randrange(2)] = random.choice((*_ODD, *random.choices(tokens, k=len(_ODD))))
    return "".join(tokens)


_ODD = (
    "",
    "r0",
    "r99",
    "L0",
    "-1",
    "ptr",
    "i0",
    "undef",
    '"',
    "&",
    "(",
    "@",
    "end",
    "\n",
    "nan",
    "1e999",
    "\0",
    '"\\u1"',
)


@pytest.mark.parametrize(
    "text", [MAIN, *(path.read_text() for path in GOLDEN)], ids=["main", *(p.stem for p in GOLDEN)]
)
@settings(max_examples=400)
@given(seed=st.integers(0, 2**32))
def test_a_mutated_text_is_read_or_refused_at_a_line(text: str, seed: int) -> None:
    mutated = SourceText(_mutated(text, random.Random(seed)), "x.goto")
    try:
        load([mutated], Options())
    except SourceError as error:
        assert error.location is not None and error.location.file == "x.goto" and error.location.line > 0
