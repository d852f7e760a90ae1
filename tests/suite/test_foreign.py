"""Expectations that files state themselves: our header, GPUVerify's comments, ESBMC's test.desc."""

import sys
from pathlib import Path

import pytest

from cudabmc.command.main import main
from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES, enabled_properties
from cudabmc.properties.bounds import BOUNDS
from cudabmc.suite.case import Case, Expectation, Expected, Line
from cudabmc.suite.collection import read_collections
from cudabmc.suite.foreign import FOREIGN, PATTERNS
from cudabmc.suite.problems import SuiteError

pytestmark = pytest.mark.one_in(2)

ROOT = Path(__file__).parents[2]


def cases(folder: Path, form: str, **files: str) -> list[Case]:
    """The cases of a folder with these files; the names of files have __ for dots and slashes."""
    for name, text in files.items():
        path = folder / name.replace("__", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (suite,) = read_collections([str(folder)], form)
    return list(suite.cases)


def warnings(folder: Path, form: str) -> list[str]:
    (suite,) = read_collections([str(folder)], form)
    return [warning.message for warning in suite.warnings]


def test_every_form_has_files() -> None:
    assert set(FOREIGN) == set(PATTERNS)


@pytest.mark.parametrize("form", FOREIGN)
def test_a_file_that_cannot_be_read_is_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    (tmp_path / PATTERNS[form].replace("*", "a")).write_text("")

    def refuse(path: Path, **_: object) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(SuiteError, match=r"cannot read .*(a\.cu|test\.desc): Permission denied"):
        read_collections([str(tmp_path)], form)


# ---------------------------------------------------------------- header


def test_the_header_of_a_program_is_its_expectation(tmp_path: Path) -> None:
    text = "// expect: FAILED\n// property: bounds\n// options: --unwind 3 -I {here}/x\nint a;\na[1]; // violation\n"
    (case,) = cases(tmp_path, "header", a__cu=text)
    assert case.expectation == Expectation(Expected.FAILED, ("bounds",), None, (Line(5, "a.cu"),))
    assert case.options == Options(unwind=3, include_dirs=(f"{tmp_path}/x",))
    assert (case.name, case.folder) == ("a.cu", ".")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("int a;", "a.cu:1: no verdict is expected by"),
        ("// expect: MAYBE\n", "a.cu:1:12: no verdict is expected by"),
        ("// expect: FAILED\na // violation\n", "does not say what its defect is"),
        ("// expect: FAILED\n// property: bounds\n", "does not say what its defect is"),
        ("// expect: FAILED\n// property: bound\na // violation\n", "a.cu:2:14: no property is called 'bound'"),
        ("// expect: SUCCESSFUL\na // violation\n", "belong to '// expect: FAILED'"),
        (
            "// expect: SUCCESSFUL\n// options: --unwnd 3\n",
            "a.cu:2:13: unknown option --unwnd (did you mean --unwind?)",
        ),
        ("// expect: SUCCESSFUL\n// options: '\n", "a.cu:2:13: the options cannot be split into words"),
        ("// expect: SUCCESSFUL\n// options: --help\n", "--help and --version are not options of a run"),
        ("// expect: SUCCESSFUL\n// options: b.cu\n", "expected options, got 'b.cu'"),
    ],
)
def test_a_header_that_contradicts_itself_is_a_mistake(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SuiteError) as caught:
        cases(tmp_path, "header", a__cu=text)
    assert any(told in str(problem) for problem in caught.value.problems), caught.value


def test_the_headers_of_the_benchmarks_are_read_as_their_own_tests_read_them() -> None:
    sys.path.insert(0, str(ROOT / "benchmarks"))
    from expectation import programs, read_expectation

    folders = sorted({path.relative_to(ROOT / "benchmarks").parts[0] for path in programs()})
    suites = read_collections([str(ROOT / "benchmarks" / folder) for folder in folders], "header")
    found = [case for suite in suites for case in suite.cases]
    for case, path in zip(found, programs(), strict=True):
        own = read_expectation(path)
        assert Path(case.files[0]).resolve() == path
        assert case.expectation.verdict.value == own.verdict
        assert case.expectation.properties == ((own.property,) if own.property else ())
        assert {line.number for line in case.expectation.lines} == own.lines


# ---------------------------------------------------------------- GPUVerify


KERNEL = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n"


def test_the_comments_of_gpuverify_are_a_launch_of_the_kernel(tmp_path: Path) -> None:
    text = f"//pass\n//--blockDim=[8,2] --gridDim=4 -DN=3 --no-inline --equality-abstraction\n{KERNEL}"
    (case,) = cases(tmp_path, "gpuverify", a__cu=text)
    assert case.expectation == Expectation(Expected.SUCCESSFUL)
    options = case.options
    assert (options.kernel, options.block, options.grid, options.defines) == ("k", (8, 2), (4,), ("N=3",))
    assert case.notes == ("ignored: --no-inline --equality-abstraction",)
    assert {prop.id for prop in enabled_properties(options)} - {"unwinding"} == {
        "assertion", "barrier-divergence", "data-race", "invalid-pointer", "null-dereference"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("first", "comment", "expectation"),
    [
        ("//xfail:BOOGIE_ERROR", "", Expectation(Expected.FAILED)),
        ("// xfail: NOT_ALL_VERIFIED ", "", Expectation(Expected.FAILED)),
        ("//xfail:BOOGIE_ERROR", "//a.cu: error: possible write-write race on a",
         Expectation(Expected.FAILED, ("data-race",))),
        ("//xfail:BOOGIE_ERROR", "//barrier may be reached by non-uniform control flow",
         Expectation(Expected.FAILED, ("barrier-divergence",))),
        ("//xfail:BOOGIE_ERROR", "//this assertion might not hold\n//possible read-write race",
         Expectation(Expected.FAILED, ("data-race", "assertion"))),
        ("//xfail:CLANG_ERROR", "", Expectation(Expected.ERROR)),
        ("//xfail:TIMEOUT", "", Expectation(Expected.UNKNOWN)),
        ("//pass", "//no race", Expectation(Expected.SUCCESSFUL)),
    ],
)  # fmt: skip
def test_the_codes_and_comments_of_gpuverify_are_expectations(
    tmp_path: Path, first: str, comment: str, expectation: Expectation
) -> None:
    (case,) = cases(tmp_path, "gpuverify", a__cu=f"{first}\n//--blockDim=8 --gridDim=1\n{comment}\n{KERNEL}// a race\n")
    assert case.expectation == expectation


@pytest.mark.parametrize(
    ("first", "kernel"),
    [
        ("//pass", "__global__ void k(int *a) { a[0] = 7; }"),
        ("//xfail:BOOGIE_ERROR", "__global__ void k(int *a) { a[0] = threadIdx.x; }"),
        ("//xfail:BOOGIE_ERROR", "__constant__ int c[4]; __global__ void k() { ((int *)c)[threadIdx.x] = 1; }"),
        ("//xfail:BOOGIE_ERROR", "__global__ void k(int *a) { int *p = 0; if (a[0] == 3) *p = 1; }"),
        ("//xfail:BOOGIE_ERROR", "__global__ void k(int *a) { void (*f)(int *) = 0; if (a[0] == 3) f(a); }"),
        ("//xfail:BOOGIE_ERROR", "__global__ void k(int *a) { void (*f)(int *) = (void (*)(int *))a; f(a); }"),
        ("//pass", "__device__ void g(int *a) {} __global__ void k(int *a) { void (*f)(int *) = g; f(a); }"),
        ("//pass", "__global__ void k(int *a) { extern __shared__ int s[]; s[threadIdx.x] = a[threadIdx.x]; }"),
    ],
    ids=["same value", "other values", "constant", "null", "null function", "no function", "function", "dynamic"],
)
def test_what_gpuverify_takes_for_an_error(tmp_path: Path, first: str, kernel: str) -> None:
    (tmp_path / "a.cu").write_text(f"{first}\n//--blockDim=8 --gridDim=1\n{kernel}\n")
    assert main(["suite", "--expectations=gpuverify", str(tmp_path), "--quiet", f"--output={tmp_path / 'out'}"]) == 0


def test_bounds_are_checked_if_gpuverify_is_told_to(tmp_path: Path) -> None:
    (case,) = cases(tmp_path, "gpuverify", a__cu=f"//pass\n//--blockDim=8 --gridDim=1 --check-array-bounds\n{KERNEL}")
    assert BOUNDS in enabled_properties(case.options) and case.notes == ()


def test_races_between_blocks_are_left_out_if_gpuverify_is_told_to(tmp_path: Path) -> None:
    (case,) = cases(tmp_path, "gpuverify", a__cu=f"//pass\n//--blockDim=8 --gridDim=2 --only-intra-group\n{KERNEL}")
    assert case.options.intra_block_only and case.notes == ()


def test_each_kernel_of_a_correct_file_is_a_case(tmp_path: Path) -> None:
    text = f"//pass\n//--blockDim=8 --gridDim=1\n{KERNEL}// __global__ void no(int) {{}}\n"
    text += "__global__ __launch_bounds__(8) void\nother(int a) {}\n__global__ static void third() {}\n"
    found = cases(tmp_path, "gpuverify", a__cu=text)
    assert [(case.name, case.options.kernel) for case in found] == [
        ("a.cu k", "k"),
        ("a.cu other", "other"),
        ("a.cu third", "third"),
    ]


def test_what_says_nothing_or_not_which_kernel_is_left_out_with_a_warning(tmp_path: Path) -> None:
    both = KERNEL + KERNEL.replace(" k(", " l(")
    found = cases(
        tmp_path,
        "gpuverify",
        a__cu=f"//pass\n//--blockDim=8 --gridDim=1\n{KERNEL}",
        b__cu=KERNEL,
        c__cu=f"//xfail:BOOGIE_ERROR\n//--blockDim=8 --gridDim=1\n{both}",
        d__cu="//pass\nint x;\n",
    )
    assert [case.name for case in found] == ["a.cu"]
    assert warnings(tmp_path, "gpuverify") == [
        "left out: the first line is neither //pass nor //xfail:CODE",
        "left out: it does not say which of k, l is faulty",
        "left out: there is no kernel in the file",
    ]


def test_an_unknown_code_of_gpuverify_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="xfail:WHATEVER is not known"):
        cases(tmp_path, "gpuverify", a__cu=f"//xfail:WHATEVER\n//--blockDim=8 --gridDim=1\n{KERNEL}")


def test_kernels_in_the_form_of_gpuverify_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    launch = "//--blockDim=8 --gridDim=[2,2]\n"
    race = "//possible write-write race\n__global__ void k(int *a) { a[90000] = threadIdx.x; }\n"
    requires = "__global__ void k(int *a, int n) { __requires(n == 3); __assert(n < 4); }\n"
    far, fine = f"//xfail:BOOGIE_ERROR\n{launch}{race}", f"//pass\n{launch}{requires}"
    cases(tmp_path, "gpuverify", far__cu=far, fine__cu=fine)
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "--expectations=gpuverify", "."]) == 0, capsys.readouterr()


# ---------------------------------------------------------------- ESBMC


def described(tmp_path: Path, text: str) -> Case:
    (tmp_path / "main.cu").write_text("int main() { return 0; }\n")
    (tmp_path / "more.cu").write_text("int x;\n")
    (tmp_path / "inc").mkdir()
    (case,) = cases(tmp_path, "esbmc", test__desc=text)
    return case


def test_a_test_desc_of_esbmc_is_a_case(tmp_path: Path) -> None:
    words = "more.cu --unwind 8 --context-switch 3 -I inc -I nowhere -DA=1 --z3 --timeout 900 --result-only 7"
    case = described(tmp_path, f"KNOWNBUG\nmain.cu\n{words}\n^VERIFICATION SUCCESSFUL$\n")
    assert case.files == (f"{tmp_path}/main.cu", f"{tmp_path}/more.cu")
    assert case.expectation == Expectation(Expected.SUCCESSFUL)
    assert case.why == "KNOWNBUG"
    options = Options(
        unwind=8,
        context_bound=3,
        include_dirs=(f"{tmp_path}/inc",),
        defines=("A=1",),
        timeout=900,
        data_races_check=False,
        no_check=("uninitialised-use",),
    )
    assert case.options == options
    assert case.notes == ("ignored: -I nowhere --z3 --result-only 7",)


@pytest.mark.parametrize(
    ("patterns", "expectation"),
    [
        ("^VERIFICATION FAILED$", Expectation(Expected.FAILED)),
        ("^VERIFICATION FAILED$\narray bounds violated", Expectation(Expected.FAILED, ("bounds",))),
        ("data race on a\n^VERIFICATION FAILED$", Expectation(Expected.FAILED, ("data-race",))),
        ("^VERIFICATION FAILED$\n--\ndata race", Expectation(Expected.FAILED)),
        ("^VERIFICATION UNKNOWN$", Expectation(Expected.UNKNOWN)),
        ("^ERROR: PARSING ERROR$", Expectation(Expected.ERROR)),
        ("\nassertion\n^VERIFICATION SUCCESSFUL$", Expectation(Expected.SUCCESSFUL)),
    ],
)
def test_the_patterns_of_a_test_desc_are_an_expectation(
    tmp_path: Path, patterns: str, expectation: Expectation
) -> None:
    assert described(tmp_path, f"CORE\nmain.cu\n\n{patterns}\n").expectation == expectation


def test_races_are_looked_for_if_esbmc_is_told_to(tmp_path: Path) -> None:
    case = described(tmp_path, "CORE\nmain.cu\n--data-races-check\n^VERIFICATION FAILED$\n")
    assert case.options.data_races_check and case.notes == ()


def test_a_test_desc_that_says_too_little_is_left_out_and_one_without_program_a_mistake(tmp_path: Path) -> None:
    described(tmp_path, "CORE\nmain.cu\n\n^VERIFICATION FAILED$\n")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "test.desc").write_text("CORE\n")
    assert warnings(tmp_path, "esbmc") == ["left out: it names no verdict"]
    (tmp_path / "b" / "test.desc").write_text("CORE\nnone.cu\n\n^VERIFICATION FAILED$\n")
    with pytest.raises(SuiteError, match=r"there is no file .*none\.cu"):
        read_collections([str(tmp_path)], "esbmc")


def test_every_property_that_a_comment_can_name_exists() -> None:
    from cudabmc.suite import esbmc, gpuverify

    assert {*esbmc.SAID, *gpuverify.SAID, *gpuverify.CHECKED} <= set(PROPERTIES)
