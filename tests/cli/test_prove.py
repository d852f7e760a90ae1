"""`cudabmc prove`: the table, the exit status, the options that limit what is proved."""

import json
from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.command.main import Exit, main
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
    assert "add  proved for every launch\n" in capsys.readouterr().out


def test_one_kernel_is_chosen(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD + SHIFT)
    assert main(["prove", str(file), "--kernel", "add"]) == Exit.SUCCESSFUL
    assert "shift  " not in capsys.readouterr().out
    assert main(["prove", str(file), "--kernel", "sub"]) == Exit.ERROR
    assert "the program has no kernel 'sub'" in capsys.readouterr().err


def test_a_property_can_be_left_out(file: Path) -> None:
    file.write_text(SHIFT)
    assert main(["prove", str(file), "--no-check", "data-race"]) == Exit.SUCCESSFUL


@pytest.mark.parametrize("wrong", [["--arg", "n=1.5"], ["--arg", "n=1..5"], ["--block", "0"]])
def test_what_proofs_cannot_take_is_said(file: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(ADD)
    assert main(["prove", str(file), *wrong]) == Exit.ERROR
    assert "hint" in capsys.readouterr().err


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


def test_time_that_runs_out_leaves_the_rest_unknown(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    names = "".join(MIX.replace("mix", f"mix{n}") for n in range(40))
    file.write_text(names)
    assert main(["prove", str(file), "--timeout", "3"]) in (Exit.UNKNOWN, Exit.FAILED)
    assert "time ran out" in capfd.readouterr().out


def test_a_kernel_that_takes_long_leaves_time_for_others(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
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
    assert "which the program may not make" in out and "data-race in a launch <<<1, " in out
    assert main(["prove", str(file), "--block", "2"]) == Exit.FAILED


def test_a_kernel_that_is_launched_by_its_address_is_launched_too(file: Path) -> None:
    launch = "void (*k)(int *) = argc > 1 ? shift : 0; if (k) k<<<1, argc>>>(0);"
    file.write_text(SHIFT + f"int main(int argc, char **argv) {{ {launch} return 0; }}\n")
    assert main(["prove", str(file)]) == Exit.UNKNOWN
