"""`cudabmc prove`: the table, the exit status, the options that limit what is proved."""

import json
from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.command.main import Exit, main
from cudabmc.errors import ResourceError
from cudabmc.result import Guarantee, ProofOutcome, Verdict
from cudabmc.verification import proving

ADD = """__global__ void add(int *a, const int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i];
}
"""
SHIFT = "__global__ void shift(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; } // violation\n"
MIX = """__global__ void mix(int *out, const int *place) {
    if (place[threadIdx.x] * place[threadIdx.x] % 1000003 == 17) out[place[threadIdx.x] % 65536] = threadIdx.x;
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "k.cu"


def test_a_kernel_is_proved_with_its_preconditions(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD)
    assert main(["prove", str(file)]) == Exit.SUCCESSFUL
    out = capsys.readouterr().out
    assert "add  proved if\n" in out and "gridDim.x * blockDim.x <= 2147483647\n" in out
    assert "Holds for: every launch" in out and out.endswith("VERIFICATION SUCCESSFUL\n")
    assert "blockDim.y, blockDim.z, gridDim.y, gridDim.z are 1 in launches of add" in out


def test_a_faulty_kernel_comes_with_its_replay(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD + SHIFT)
    assert main(["prove", str(file)]) == Exit.FAILED
    out = capsys.readouterr().out
    assert f"{file}:5:" in out and "[data-race]" in out and "  A  " in out
    assert "2 kernels: 1 proved (1 under preconditions), 1 faulty" in out and "shift  faulty" in out


def test_what_is_neither_proved_nor_broken_is_unknown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("__global__ void via(int **a) { *a[threadIdx.x] = 1; }\n")
    assert main(["prove", str(file)]) == Exit.UNKNOWN
    out = capsys.readouterr().out
    assert "via  unknown" in out and f"{file}:1:" in out and "a pointer out of memory" in out


def test_sizes_and_arguments_limit_what_is_proved(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD)
    assert main(["prove", str(file), "--grid", "100", "--block", "256", "--arg", "n=25600"]) == Exit.SUCCESSFUL
    out = capsys.readouterr().out
    assert "add  proved for every launch\n" in out
    assert "Holds for: every launch with --grid and --block and --arg as given, any contents of arrays" in out


HALF = """__global__ void half(int *a) {
    if (threadIdx.x < 32) a[threadIdx.x] = 1; else a[threadIdx.x % 32] = 2; // violation
}
"""


@pytest.mark.parametrize(
    ("limits", "status"),
    [
        (["--block", "1..32"], Exit.SUCCESSFUL),
        (["--block", "1..33"], Exit.FAILED),
        (["--block", "multiple-of:32"], Exit.FAILED),
        (["--block", "1..63:multiple-of:32"], Exit.SUCCESSFUL),
        (["--block", "16", "--grid", "1..8"], Exit.SUCCESSFUL),  # all blocks do the same: read as one
    ],
)
def test_sizes_may_be_ranges(file: Path, limits: list[str], status: Exit) -> None:
    file.write_text(HALF)
    if "--grid" in limits:
        file.write_text(HALF.replace("a[threadIdx.x", "a[32 * blockIdx.x + threadIdx.x"))
    assert main(["prove", str(file), *limits]) == status


def test_arguments_may_be_ranges(file: Path) -> None:
    file.write_text("__global__ void k(int *a, int n) { a[threadIdx.x * n] = 1; } // violation\n")

    def answer(n: str) -> tuple[ProofOutcome, tuple[str, ...]]:
        (proof,) = verify(str(file), prove=True, arg=f"n={n}").proofs
        return proof.outcome, proof.preconditions

    assert answer("1..1000") == answer("-5..-1") == (ProofOutcome.PROVED, ())
    assert answer("0..1000") == answer("-5..5") == (ProofOutcome.PROVED, ("n > 0",))
    assert answer("-5..0")[0] is ProofOutcome.FAULTY


BOTH = """__global__ void both(int *to, const int *from, int n) {
    int i = threadIdx.x;
    if (i < n) to[i] = from[i];
}
__global__ void next(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x + 1]; }
"""


@pytest.mark.parametrize(
    ("limits", "open_"),
    [
        ([], []),
        (["--arg", "from=to"], ["next"]),
        (["--may-alias", "to,from"], ["both", "next"]),
        (["--may-alias", "to,n", "--kernel", "both"], []),
    ],
)
def test_pointers_may_lead_into_one_array(file: Path, limits: list[str], open_: list[str]) -> None:
    file.write_text(BOTH)
    options = dict(zip((key[2:].replace("-", "_") for key in limits[::2]), limits[1::2], strict=True))
    result = verify(str(file), prove=True, **options)
    assert [proof.name for proof in result.proofs if proof.outcome is not ProofOutcome.PROVED] == open_
    assert any("may lead into one array" in text for text in result.assumptions) == ("--may-alias" in limits)


@pytest.mark.parametrize(
    "limits",
    [
        ["--arg", "m=1"], ["--may-alias", "a,x"], ["--arg", "n=1.5"], ["--arg", "a=1,2"], ["--block", "0"],
        ["--arg", "a=b", "--arg", "b=a"], ["--arg", "n=0..4294967295"], ["--arg", "n=5000000000"],
        ["--block", "2000..3000"], ["--block", "multiple-of:2048"], ["--block", "64,32"],
    ],
)  # fmt: skip
def test_limits_that_fit_no_kernel_are_refused(
    file: Path, limits: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(ADD)
    assert main(["prove", str(file), *limits]) == Exit.ERROR
    assert "error:" in capsys.readouterr().err


def test_a_run_takes_no_ranges(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD)
    assert main([str(file), "--grid", "1", "--block", "1..4"]) == Exit.ERROR
    assert "only proofs take a range" in capsys.readouterr().err
    assert main([str(file), "--may-alias", "a,b"]) == Exit.ERROR


def test_one_kernel_is_chosen(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD + SHIFT)
    assert main(["prove", str(file), "--kernel", "add"]) == Exit.SUCCESSFUL
    assert "shift  " not in capsys.readouterr().out
    assert main(["prove", str(file), "--kernel", "sub"]) == Exit.ERROR
    assert "the program has no kernel 'sub'" in capsys.readouterr().err


def test_a_property_can_be_left_out(file: Path) -> None:
    file.write_text(SHIFT)
    assert main(["prove", str(file), "--no-check", "data-race"]) == Exit.SUCCESSFUL


@pytest.mark.parametrize("wrong", [["--arg", "n=1.5"], ["--arg", "a=1,2"], ["--block", "0"]])
def test_what_proofs_cannot_take_is_said(file: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD)
    assert main(["prove", str(file), *wrong]) == Exit.ERROR
    assert "hint" in capsys.readouterr().err


@pytest.mark.parametrize("volatile, verdict", [("relaxed", Verdict.SUCCESSFUL), ("plain", Verdict.FAILED)])
def test_volatile_accesses_are_what_the_option_says(file: Path, volatile: str, verdict: Verdict) -> None:
    file.write_text("__global__ void k(volatile int *a) { a[0] = threadIdx.x; }")
    result = verify(str(file), prove=True, volatile=volatile)
    assert result.verdict is verdict
    assert any(one.startswith("volatile accesses") for one in result.assumptions) is (volatile == "relaxed")


def test_divergence_in_a_launch_of_the_program_is_a_fault(file: Path) -> None:
    file.write_text("""__global__ void k(int *a, int n) {
        if (threadIdx.x < n) {
            a[threadIdx.x] = 1;
            __syncthreads();
        }
    }
    int main(void) { int *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a, 40); }""")
    result = verify(str(file), prove=True)
    assert result.verdict is Verdict.FAILED
    assert {violation.prop for violation in result.violations} == {"barrier-divergence"}


def test_the_launches_of_a_program_are_seen_whatever_warps_are(file: Path) -> None:
    file.write_text("""__global__ void k(int *a) {
        __shared__ int s[64];
        s[threadIdx.x % 64] = 1;
    }
    int main(void) { int *a; cudaMalloc(&a, 4096); k<<<1, 128>>>(a); }""")
    assert verify(str(file), prove=True, warp_sync=32).verdict is Verdict.FAILED


def test_a_file_without_kernels_is_an_error(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("int main(void) { return 0; }\n")
    assert main(["prove", str(file)]) == Exit.ERROR
    assert "no kernel" in capsys.readouterr().err


def test_host_code_is_not_run(file: Path) -> None:
    file.write_text(ADD + "int main(void) { int *p = 0; *p = 1; return 0; }\n")
    assert main(["prove", str(file)]) == Exit.SUCCESSFUL


def test_the_json_report_has_a_row_for_each_kernel(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD)
    assert main(["prove", str(file), "--json", "-"]) == Exit.SUCCESSFUL
    (proof,) = json.loads(capsys.readouterr().out)["result"]["proofs"]
    assert proof["name"] == "add" and proof["outcome"] == "proved"
    assert proof["preconditions"] == ["gridDim.x * blockDim.x <= 2147483647"]
    assert "blockDim.y" in proof["taken_as_one"] and proof["location"]["line"] == 1


def test_python_proves_too(file: Path) -> None:
    file.write_text(ADD)
    result = verify(str(file), prove=True)
    assert result.verdict is Verdict.SUCCESSFUL and result.holds_for is Guarantee.EVERY_LAUNCH
    assert [proof.outcome for proof in result.proofs] == [ProofOutcome.PROVED]


@pytest.mark.long
def test_time_that_runs_out_leaves_the_rest_unknown(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    # All are different: what the solver has answered once takes no time.
    names = "".join(MIX.replace("mix", f"mix{n}").replace("1000003", f"{1000003 + 2 * n}") for n in range(40))
    file.write_text(names)
    assert main(["prove", str(file), "--timeout", "3"]) in (Exit.UNKNOWN, Exit.FAILED)
    assert "ran out" in capfd.readouterr().out


def test_answers_are_kept_when_the_time_is_over_between_two_kernels(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    def late(self: proving.Proving, *how: object) -> None:
        raise ResourceError("time ran out")

    monkeypatch.setattr(proving.Proving, "_look_again", late)
    file.write_text(ADD)
    assert main(["prove", str(file)]) == Exit.SUCCESSFUL
    assert "proved" in capsys.readouterr().out


@pytest.mark.long
def test_a_kernel_that_takes_long_leaves_time_for_others(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setattr(proving, "FIRST_SHARE", 0.1)
    monkeypatch.setattr(proving, "LEAST_SHARE", 0.1)
    names = "".join(MIX.replace("mix", f"mix{n}") for n in range(60))
    file.write_text(names + ADD)
    assert main(["prove", str(file), "--timeout", "6"]) == Exit.UNKNOWN
    out = capfd.readouterr().out
    assert "its share of the time, ran out (--timeout)" in out


def test_a_launch_that_the_program_may_not_make_is_no_fault(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(SHIFT + "int main(int argc, char **argv) { if (argc > 1) shift<<<1, argc>>>(0); return 0; }\n")
    assert main(["prove", str(file)]) == Exit.UNKNOWN
    out = " ".join(capsys.readouterr().out.split())
    assert "data-race in a launch <<<1, " in out
    assert "but the program is not known to launch it so: it ends and has not launched it; is an argument" in out
    assert main(["prove", str(file), "--block", "2"]) == Exit.FAILED


def test_a_program_that_ends_with_main_ends_at_no_line_of_the_library(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    store = "b[threadIdx.x / (sizeof(T) == 8 ? 2 : 1)] = threadIdx.x;"
    launches = "k<<<1, 32>>>(b); if (argc == 3) k<<<1, argc>>>((double *)b);"
    file.write_text(
        f"template<class T> __global__ void k(T *b) {{ {store} }}\n"
        f"int main(int argc, char **) {{ float *b; cudaMalloc(&b, 400); {launches} return 0; }}\n"
    )
    assert main(["prove", str(file)]) == Exit.UNKNOWN
    assert "to launch it so: it ends and has not launched it" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ('if (!fopen("is/not/there", "r")) exit(2);', "it ends at k.cu:5:34 and has not launched it"),
        ("for (volatile long i = 0; i >= 0; i++);", "host code ran for 1 s, in round "),
    ],
)
def test_why_a_launch_was_not_seen_is_told(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, before: str, why: str
) -> None:
    monkeypatch.chdir(file.parent)
    monkeypatch.setattr("cudabmc.verification.seen_launches.SECONDS", 1.0)
    monkeypatch.setattr("cudabmc.verification.seen_launches.AGAIN", 1.0)
    host = f"int main(int argc, char **) {{\n{before}\nshift<<<1, argc>>>(0); }}\n"
    text = f"#include <cstdio>\n#include <cstdlib>\n{SHIFT}{host}"
    (file.parent / "k.cu").write_text(text)
    assert main(["prove", "k.cu"]) == Exit.UNKNOWN
    assert why in " ".join(capsys.readouterr().out.split())


def test_a_kernel_that_is_launched_by_its_address_is_launched_too(file: Path) -> None:
    launch = "void (*k)(int *) = argc > 1 ? shift : 0; if (k) k<<<1, argc>>>(0);"
    file.write_text(SHIFT + f"int main(int argc, char **argv) {{ {launch} return 0; }}\n")
    assert main(["prove", str(file)]) == Exit.UNKNOWN


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("a[clock64() & 15] = 1;", ProofOutcome.FAULTY),
        ("if (clock() & 1) __syncthreads();", ProofOutcome.UNKNOWN),  # clocks that are known show nothing
        ("if (threadIdx.x == 0) a[blockIdx.x] = clock();", ProofOutcome.PROVED),
        ("long long start = clock64(); while (clock64() - start < 100) { }", ProofOutcome.PROVED),
        ("atomicAdd(a, 1);", ProofOutcome.PROVED),
        ("int n = atomicAdd(a, 1); if (n >= 0) a[1] = 1;", ProofOutcome.FAULTY),
    ],
)
def test_clocks_and_tickets_tell_threads_apart(file: Path, body: str, outcome: ProofOutcome) -> None:
    file.write_text(f"#include <ctime>\n__global__ void k(int *a) {{ {body} }}  // violation\n")
    (proof,) = verify(str(file), prove=True).proofs
    assert proof.outcome is outcome
