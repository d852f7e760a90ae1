"""Nothing of a command is left when it is over, however it ends."""

import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from cudabmc.process.groups import Groups, printed_text
from cudabmc.suite import worker


def alive(pid: int) -> bool:
    """A process that runs; one that nobody has collected yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(path: Path) -> str:
    for _ in range(500):
        if path.exists() and path.read_text().endswith("\n"):
            return path.read_text()
        time.sleep(0.01)
    raise AssertionError(f"{path} was not written")


def gone(pid: int) -> bool:
    for _ in range(200):
        if not alive(pid):
            return True
        time.sleep(0.01)
    return False


def test_a_command_ends_with_its_status_output_and_usage(tmp_path: Path) -> None:
    ended = Groups().run(["sh", "-c", "echo out; echo err >&2; exit 7"], tmp_path / "o", 10)
    assert (ended.status, (tmp_path / "o").read_text()) == (7, "out\nerr\n")
    assert 0 < ended.seconds < 5 and ended.cpu_seconds >= 0 and ended.memory > 2**16
    # Until it is another program it is what has started it, and that counts.
    assert ended.memory <= max(2**30, 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


@pytest.mark.parametrize("name", ["SEGV", "KILL", "ABRT"])
def test_a_command_that_is_killed_ends_with_the_signal(tmp_path: Path, name: str) -> None:
    ended = Groups().run(["sh", "-c", f"kill -{name} $$"], tmp_path / "o", 10)
    assert ended.status == -getattr(signal, f"SIG{name}")


def test_a_command_that_is_late_is_killed_with_its_children(tmp_path: Path) -> None:
    start = time.monotonic()
    script = f"sleep 100 & echo $! > {tmp_path / 'child'}; trap '' TERM INT; sleep 100"
    ended = Groups().run(["sh", "-c", script], tmp_path / "o", 0.3)
    assert ended.status is None and time.monotonic() - start < 5
    assert gone(int((tmp_path / "child").read_text()))


def test_children_that_outlive_their_command_are_killed(tmp_path: Path) -> None:
    script = f"sleep 100 & echo $! > {tmp_path / 'child'}"
    assert Groups().run(["sh", "-c", script], tmp_path / "o", 10).status == 0
    assert gone(int((tmp_path / "child").read_text()))


def test_all_commands_can_be_ended_from_another_thread(tmp_path: Path) -> None:
    groups, caught = Groups(), list[str]()

    def body(name: str) -> None:
        try:
            groups.run(["sh", "-c", f"echo $$ > {tmp_path / name}; sleep 100"], tmp_path / f"{name}.out", 100)
        except InterruptedError:
            caught.append(name)

    threads = [threading.Thread(target=body, args=(name,)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    pids = [int(wait_for(tmp_path / name)) for name in ("a", "b")]
    groups.kill()
    for thread in threads:
        thread.join(5)
    assert sorted(caught) == ["a", "b"] and all(gone(pid) for pid in pids)
    with pytest.raises(InterruptedError):
        groups.run(["true"], tmp_path / "o", 1)


def test_the_process_of_a_case_dies_with_who_started_it(tmp_path: Path) -> None:
    program = tmp_path / "endless.cu"
    program.write_text("int main() { volatile int x = 1; while (x) { x = 1; } return 0; }\n")
    script = textwrap.dedent(f"""
        import sys, pathlib
        from cudabmc.suite import worker
        from cudabmc.process.groups import Groups, printed_text
        started = Groups._started
        def told(self, command, output, *others):
            process = started(self, command, output, *others)
            pathlib.Path({str(tmp_path / "pid")!r}).write_text(f"{{process.pid}}\\n")
            return process
        Groups._started = told
        words = ["--timeout=60", {str(program)!r}]
        Groups().run([sys.executable, "-P", worker.__file__, *words], pathlib.Path({str(tmp_path / "o")!r}), 100)
    """)
    starter = subprocess.Popen(
        [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    )
    pid = int(wait_for(tmp_path / "pid"))
    time.sleep(0.5)  # until it verifies, in a child of its own
    assert alive(pid)
    starter.kill()
    starter.wait()
    # One signal ends them all, each when it has its turn.
    for _ in range(1000):
        if not (left := _alive_in_group(pid)):
            break
        time.sleep(0.01)
    assert left == []


def _alive_in_group(leader: int) -> list[int]:
    members = [int(path.name) for path in Path("/proc").glob("[0-9]*") if _group(path) == leader]
    return [pid for pid in members if alive(pid)]


def _group(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[2])
    except (OSError, ValueError):
        return -1


def test_of_what_a_case_prints_a_head_and_a_tail_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "o"
    path.write_bytes(b"a" * 24_000 + b"\xff" * 1000 + b"z" * 8_000)
    text = printed_text(path)
    assert text == "a" * 24_000 + "\n... 1000 bytes left out\n" + "z" * 8_000
    path.write_bytes(b"short \xff")
    assert printed_text(path) == "short \ufffd"


def test_a_case_that_reads_standard_input_finds_nothing_there(tmp_path: Path) -> None:
    """The pipe that ties it to who started it is not its input, and does not end."""
    program = tmp_path / "program.cu"
    program.write_text("#include <stdio.h>\nint main(void) { assert(getchar() == EOF); }\n")
    output = tmp_path / "output"
    ended = Groups().run([sys.executable, worker.__file__, str(program)], output, 60)
    assert ended.status == 0, output.read_text()
