"""The line that says what a long run is doing."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from cudabmc.errors import UsageError
from cudabmc.process.activity import Activity, Watch
from cudabmc.report.progress import activity_text, look, rate
from cudabmc.source.location import Location
from cudabmc.verification.pipeline import verify

SLOW = """
__global__ void k(int *a) { for (int i = 0; i < 60; i++) a[threadIdx.x] += i; }
int main() {
    int *a;
    cudaMalloc(&a, 256 * sizeof(int));
    cudaMemset(a, 0, 256 * sizeof(int));
    k<<<1, 256>>>(a);
    cudaFree(a);
}
"""
AT_ONCE = """
import sys
from cudabmc.report import progress
progress.DELAY = progress.EVERY = 0.05
from cudabmc.command.main import main
sys.exit(main())
"""
VERIFIER = [sys.executable, "-c", AT_ONCE]


def on_a_terminal(*arguments: str) -> tuple[str, str]:
    """The standard output, and what the terminal got, to which the standard error goes."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
    with subprocess.Popen([*VERIFIER, *arguments], stdout=subprocess.PIPE, stderr=inner, text=True) as run:
        os.close(inner)
        shown = b""
        while True:
            try:
                shown += (part := os.read(outer, 4096))
            except OSError:
                break
            if not part:
                break
        assert run.stdout
        output = run.stdout.read()
    os.close(outer)
    return output, shown.decode(errors="replace")


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("slow") / "slow.cu"
    path.write_text(SLOW)
    return path


def test_a_long_run_says_what_it_does_and_leaves_no_trace(tmp_path: Path) -> None:
    slow = tmp_path / "slow.cu"
    slow.write_text(SLOW.replace("i < 60", "i < 800"))
    output, shown = on_a_terminal("--color", "never", "--no-native", str(slow))
    assert re.search(r"exploring, at slow\.cu:\d+, [\d.]+ [kM]? ?steps/s", shown), shown
    assert "VERIFICATION SUCCESSFUL" in output and "exploring" not in output
    last = shown.rstrip("\r\n").split("\r")[-1]
    assert not last.strip(), "the line is wiped at the end"


@pytest.mark.parametrize("arguments", [("--quiet",), ()])
def test_no_line_where_nobody_looks(slow: Path, arguments: tuple[str, ...]) -> None:
    if arguments:
        assert on_a_terminal(*arguments, str(slow))[1] == ""
    else:
        assert subprocess.run([*VERIFIER, str(slow)], capture_output=True, text=True, check=True).stderr == ""


def _processor_time(process: int) -> float:
    """Seconds, on Linux (proc(5)). A second is more than enough until a program runs."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _typed(delay: float, source: Path) -> str:
    """What a terminal gets if ^C is typed while a program runs, and the line comes after `delay`."""
    run, terminal = pty.fork()
    if run == 0:
        text = AT_ONCE.replace("progress.EVERY = 0.05", f"progress.EVERY = {delay}")
        os.execv(sys.executable, [sys.executable, "-c", text, str(source)])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    shown = b""
    if delay >= 1:  # nothing is shown that says that the run has begun
        while _processor_time(run) < 2:
            time.sleep(0.05)
    while delay < 1 and b"exploring" not in shown:
        shown += os.read(terminal, 4096)
    os.write(terminal, b"\x03")
    with suppress(OSError):
        while part := os.read(terminal, 4096):
            shown += part
    os.close(terminal)
    os.waitpid(run, 0)
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.decode())


def _last_line(written: str) -> str:
    """As the terminal shows it."""
    line, column = "", 0
    for char in written.rpartition("\n")[2]:
        if char == "\r":
            column = 0
        else:
            line = line[:column].ljust(column) + char + line[column + 1 :]
            column += 1
    return line


@pytest.mark.parametrize("delay", [0.05, 60.0])
def test_what_the_terminal_shows_of_a_key_is_wiped(delay: float, tmp_path: Path) -> None:
    source = tmp_path / "endless.cu"
    text = "for (unsigned long i = 0; i < 1ul << 60; i++) s = s * 3 + i;"
    source.write_text(f"int main(void) {{ volatile unsigned s = 1; {text} return s; }}")
    running, _, report = _typed(delay, source).partition("Checked:")
    assert "^C" in running and not _last_line(running).strip()
    assert "Unknown: interrupted" in report


def test_the_line_names_what_matters_in_this_order() -> None:
    running = Activity("exploring", Location("src/a.cu", 7, 2), 5000, 12, 3, 1, 2, 8, 4)
    assert activity_text(running, 1_234_567) == (
        "exploring, --unwind 8, 12 interleavings done, 3 begun, context switches 1 of 2, at a.cu:7, 1.2 M steps/s"
    )
    asking = replace(running, asking=2.4)
    assert activity_text(asking) == (
        "exploring, --unwind 8, solving at a.cu:7 for 2 s, query 4, "
        "12 interleavings done, 3 begun, context switches 1 of 2"
    )
    assert "solving at a.cu:7 and 4 more for 2 s, query 4, 12" in activity_text(replace(asking, conditions=5))
    first = replace(asking, asking=123.0, queries=1234, unwind=None, where=Location("src/histogram.cu", 1234, 2))
    told, _, rest = activity_text(first).partition(", 12 interleavings")
    assert "histogram.cu:1234" in told and len(told) < 64 and rest  # what matters fits into a narrow terminal
    assert activity_text(Activity("reading a.cu")) == "reading a.cu"


def test_a_rate_is_told_only_when_something_was_counted() -> None:
    assert rate([(1.0, 10)]) is None
    assert rate([(1.0, 10), (2.0, 10)]) is None
    assert rate([(1.0, 10), (2.0, 30), (3.0, 50)]) == 20


def test_a_look_at_the_wrong_moment_is_harmless() -> None:
    watch = Watch()
    frames: list[str] = []
    watch.look = lambda: Activity(frames[-1])
    assert look(watch) is None


def test_what_takes_the_front_end_long_is_what_the_run_is_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    watch, seen = Watch(), list[str]()

    def load_with(files: object, options: object, tell: Callable[[str], None], run_time: object) -> None:
        seen.append(watch.look().stage)
        tell("compiling 44 files")
        seen.append(watch.look().stage)
        raise UsageError("enough")

    monkeypatch.setattr("cudabmc.frontend.load.load_with", load_with)
    with pytest.raises(UsageError):
        verify(["a/main.cpp"], watch=watch)
    assert seen == ["reading main.cpp", "compiling 44 files"]
