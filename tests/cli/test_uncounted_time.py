"""What a limit on time does not count: the compilation of the C++ library, once on a machine."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from cudabmc.command import survey as survey_module
from cudabmc.command.survey import survey
from cudabmc.errors import CudabmcError, ResourceError
from cudabmc.frontend import load
from cudabmc.frontend.clang import processes
from cudabmc.frontend.clang.command import CompileOptions
from cudabmc.frontend.clang.toolchain import Toolchain
from cudabmc.goto.program import Program
from cudabmc.options.table import Options
from cudabmc.process import clock, supervise
from cudabmc.process.clock import not_counted, this_clock
from cudabmc.process.deadline import deadline
from cudabmc.process.groups import Groups
from cudabmc.process.limits import limits, remaining
from cudabmc.process.supervise import ChildDiedError, supervised

pytestmark = pytest.mark.one_in(2)

ROOT = Path(__file__).parents[2]
LIMITS = [pytest.param(lambda s: limits(timeout=s), id="alarm"), pytest.param(deadline, id="deadline")]
SLOW_LIBRARY = """
import os, subprocess, sys, time
from cudabmc.frontend.clang import processes
run_all = processes.run_all
def slow(commands):
    if any("cxx/runtime" in command[-1] for command in commands):
        print("compiling the library", file=sys.stderr, flush=True)
        run_all([[sys.executable, "-c", "import time; time.sleep(SECONDS)"]])
    return run_all(commands)
processes.run_all = slow
from cudabmc.command.main import main
sys.exit(main(sys.argv[1:]))
"""
"""A script that is the command with a compiler that takes long for the C++ library."""
PROGRAM = 'template <class T> T twice(T x) { return x + x; }\nint main() { __ESBMC_assert(twice(2) == 4, ""); }\n'


def sleep(seconds: float) -> None:
    """A limit from inside may end it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(0.01)


@pytest.mark.long
@pytest.mark.parametrize("limit", LIMITS)
def test_what_does_not_count_puts_a_limit_off(limit) -> None:
    with limit(0.4):
        with not_counted():
            sleep(1.2)
        left = remaining()
        assert left is not None and 0.1 < left <= 0.4
    assert remaining() is None


@pytest.mark.parametrize("limit", LIMITS)
def test_what_counts_ends_in_time_behind_it(limit) -> None:
    start = time.monotonic()
    with pytest.raises(ResourceError, match=r"after 0.3 s \(-*timeout; 1 s for the C\+\+ library do not"), limit(0.3):
        with not_counted():
            sleep(1.0)
        sleep(20)
    assert 1.2 < time.monotonic() - start < 5


@pytest.mark.parametrize("limit", LIMITS)
def test_what_hangs_while_the_clock_stands_still_is_ended_all_the_same(limit, monkeypatch) -> None:
    monkeypatch.setattr(clock, "MOST", 0.3)
    start = time.monotonic()
    with pytest.raises(ResourceError), limit(0.2), not_counted():
        sleep(20)
    assert 0.5 < time.monotonic() - start < 5
    assert not this_clock().stands_still


def test_each_thread_has_a_clock_of_its_own() -> None:
    seen: list[float | None] = []

    def body() -> None:
        with deadline(60):
            time.sleep(0.3)
            seen.append(remaining())

    thread = threading.Thread(target=body)
    thread.start()
    with not_counted():
        thread.join()
    assert seen[0] is not None and seen[0] < 59.8


def test_a_library_is_compiled_without_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_all = processes.run_all

    def slow(commands: Sequence[Sequence[str]]) -> list[processes.CompilerExit]:
        sleep(1.0)
        return run_all(commands)

    monkeypatch.setattr(processes, "run_all", slow)
    (tmp_path / "part.cpp").write_text("int x = 5;\n")
    toolchain = Toolchain(CompileOptions(cache_dir=str(tmp_path / "cache")))
    with limits(timeout=0.8):
        (file,) = toolchain.sources([str(tmp_path / "part.cpp")])
    assert "@x" in file.read_text()


def in_child(body: Callable[[], None], timeout: float) -> int:
    def run(answered: supervise.Answered) -> int:
        body()
        return 3

    return supervised(run, timeout)


@pytest.mark.long
def test_who_watches_a_child_waits_while_its_clock_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "_GRACE", 0.1)

    def body() -> None:
        with not_counted():
            time.sleep(1.2)

    assert in_child(body, 0.3) == 3


def test_a_child_that_hangs_behind_it_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "_GRACE", 0.1)

    def body() -> None:
        with not_counted():
            time.sleep(0.5)
        time.sleep(60)

    start = time.monotonic()
    with pytest.raises(ChildDiedError, match="did not finish within"):
        in_child(body, 0.3)
    assert 0.8 < time.monotonic() - start < 10


@pytest.mark.long
def test_a_child_that_hangs_while_its_clock_stands_still_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "_GRACE", 0.1)
    monkeypatch.setattr(clock, "MOST", 0.5)

    def body() -> None:
        with not_counted():
            time.sleep(60)

    start = time.monotonic()
    with pytest.raises(ChildDiedError, match="did not finish within"):
        in_child(body, 0.3)
    assert time.monotonic() - start < 10


@pytest.mark.long
def test_a_file_of_a_survey_gets_the_time_that_the_library_takes(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(survey_module, "_GRACE", 0.1)

    def load_with(files: Sequence[str], options: Options) -> load.Loaded:
        with not_counted():
            time.sleep(1.2)
        if "slow" in files[0]:
            while True:
                with suppress(CudabmcError):
                    time.sleep(60)
        return load.Loaded(Program(), "clang")

    monkeypatch.setattr(load, "load_with", load_with)
    for name in ("a.cu", "slow.cu"):
        (tmp_path / name).write_text("int main() {}\n")
    one, other = survey([str(tmp_path / "a.cu"), str(tmp_path / "slow.cu")], Options(timeout=0.5))
    assert one.refusal is None
    assert other.refusal is not None and other.refusal.reason == "did not finish in time"


@pytest.mark.long
@pytest.mark.parametrize(("seconds", "in_time"), [(0.2, True), (60, False)])
def test_the_process_of_a_case_gets_the_time_that_the_library_takes(tmp_path: Path, seconds, in_time) -> None:
    script = f"""
import os, sys, time
from cudabmc.process.clock import PIPE, not_counted, tell
tell(int(os.environ[PIPE]))
with not_counted():
    time.sleep(3)
time.sleep({seconds})
"""
    environment = {"PYTHONPATH": str(ROOT)}
    command = ["env", *(f"{name}={value}" for name, value in environment.items()), sys.executable, "-c", script]
    ended = Groups().run(command, tmp_path / "o", 1.5)
    assert (ended.status == 0) is in_time, (tmp_path / "o").read_text()


def command(tmp_path: Path, seconds: float, *more: str) -> list[str]:
    source = tmp_path / "program.cu"
    source.write_text(PROGRAM)
    script = SLOW_LIBRARY.replace("SECONDS", str(seconds))
    return [
        sys.executable, "-c", script, str(source), "--frontend=clang", f"--cache-dir={tmp_path / 'cache'}", *more,
    ]  # fmt: skip


def started(tmp_path: Path, seconds: float, *more: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        command(tmp_path, seconds, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


@pytest.mark.long
def test_a_program_gets_its_time_behind_the_compilation_and_says_what_that_took(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    with started(tmp_path, 20, "--timeout=16s", f"--json={report}") as run:
        output, errors = run.communicate(timeout=120)
    assert "compiling the library" in errors
    assert output.endswith("VERIFICATION SUCCESSFUL\n"), output + errors
    statistics = json.loads(report.read_text())["result"]["statistics"]
    assert 20 <= statistics["library_seconds"] <= statistics["frontend_seconds"]


@pytest.mark.long
@pytest.mark.parametrize("limit", [(), ("--timeout=10s",)])
def test_ctrl_c_ends_the_compilation(tmp_path: Path, limit: tuple[str, ...]) -> None:
    with started(tmp_path, 300, *limit) as run:
        assert run.stderr and run.stdout
        assert "compiling the library" in run.stderr.readline()
        time.sleep(0.5)
        start = time.monotonic()
        run.send_signal(signal.SIGINT)
        output = run.stdout.read()
        assert run.wait(30) == 3
    assert time.monotonic() - start < 20
    assert "interrupted" in output
