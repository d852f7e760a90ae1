"""`cudabmc each` verifies files one by one."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cudabmc.command.main import main

ROOT = Path(__file__).parents[2]
GOOD = "int main() { return 0; }\n"
BAD = "int main() { int a[2]; return a[2]; }\n"
WRONG = "int main() { return }\n"


@pytest.mark.parametrize(
    ("texts", "status"),
    [([GOOD, GOOD], 0), ([GOOD, BAD], 1), ([WRONG, GOOD], 2), ([WRONG, BAD], 1), ([GOOD], 0)],
)
def test_the_status_is_the_worst_of_all_files(texts, status, tmp_path, capfd) -> None:
    files = []
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.cu"
        path.write_text(text)
        files.append(str(path))
    assert main(["each", "-q", "--frontend=c", *files]) == status
    out = capfd.readouterr().out.splitlines()
    assert [line for line in out if line.startswith("== ")] == [f"== {file}" for file in files]
    assert sum(line.startswith("VERIFICATION") for line in out) == len([text for text in texts if text != WRONG])


def test_a_missing_file_does_not_keep_the_others_from_being_verified(tmp_path, capfd) -> None:
    (tmp_path / "bad.cu").write_text(BAD)
    assert main(["each", str(tmp_path / "none.cu"), str(tmp_path / "bad.cu")]) == 1
    captured = capfd.readouterr()
    assert "No such file" in captured.err and "VERIFICATION FAILED" in captured.out


def test_what_has_one_place_for_many_runs_is_refused(tmp_path, capsys) -> None:
    assert main(["each", "a.cu", "--sarif", str(tmp_path / "x.sarif")]) == 2
    assert "--sarif cannot be used with cudabmc each" in capsys.readouterr().err
    assert main(["each"]) == 2 and "no input file" in capsys.readouterr().err


def test_a_run_that_dies_is_unknown_and_the_next_one_goes_on(tmp_path, capfd, monkeypatch) -> None:
    for name in ("a.cu", "b.cu"):
        (tmp_path / name).write_text(GOOD)

    def start(command: object, arguments: object) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    monkeypatch.setattr("cudabmc.command.program._start", start)
    assert main(["each", str(tmp_path / "a.cu"), str(tmp_path / "b.cu")]) == 3
    assert capfd.readouterr().out.count("Unknown: the run was killed by signal 9") == 2


def test_ctrl_c_ends_it_all(tmp_path) -> None:
    for name in ("a.cu", "b.cu"):
        loop = "for (long i = 0; i < 900000000000; i++) s ^= i;"
        (tmp_path / name).write_text(f"int main() {{ long s = 0; {loop} return s; }}\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "cudabmc", "each", "-q", str(tmp_path / "a.cu"), str(tmp_path / "b.cu")],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout and process.stdout.readline().startswith("== ")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.7)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out.count("=="), err) == (3, 0, "") and "interrupted" in out
