"""Suites on a cluster: whatever becomes of its workers, every case ends with exactly one result."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from suite_samples import ENDLESS, write_suite

from cudabmc.command.main import main

pytest.importorskip("distributed")

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "0"}
CASES = 10
# About a second of exploration, so that a worker has one in its hands when it is killed.
PROGRAM = """\
#include "blocks.h"
__global__ void count(int *sum) {{ for (int i = 0; i < {number}; i++) atomicAdd(sum, 1); }}
int main() {{
    int *sum, host = 0;
    cudaMalloc((void **)&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    count<<<BLOCKS, 64>>>(sum);
    cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
    __ESBMC_assert(host == BLOCKS * 64 * {number}, "all are counted");
    return 0;
}}
"""


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-m", *words], env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def until(what: object, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    return [
        int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its workers, each a process of its own with one thread."""
    file = folder / "scheduler.json"
    dask = ["--scheduler-file", str(file), "--no-dashboard"]
    worker = ["distributed.cli.dask_worker", *dask, "--no-nanny", "--nthreads", "1", "--local-directory", str(folder)]
    with ExitStack() as stack:
        stack.enter_context(started("distributed.cli.dask_scheduler", "--port", "0", *dask))
        until(lambda: file.exists() and file.read_text().endswith("}"))
        processes = [stack.enter_context(started(*worker)) for _ in range(workers)]
        yield json.loads(file.read_text())["address"], processes


@pytest.mark.long
def test_a_worker_that_is_killed_half_way_costs_no_result(tmp_path: Path) -> None:
    (tmp_path / "blocks.h").write_text("#define BLOCKS 4\n")
    programs = {f"p{n}": PROGRAM.format(number=n + 20) for n in range(CASES)}
    suite = write_suite(tmp_path, "name: s\ncases: [{file: 'p*.cu', expect: SUCCESSFUL}]\n", **programs)
    with (
        cluster(tmp_path, 2) as (address, (_, victim)),
        started("cudabmc", "suite", str(suite), "--dask", address, "--output", str(tmp_path / "out")) as run,
    ):
        results = tmp_path / "out" / "results.jsonl"
        until(lambda: len(lines(results)) >= 3 and children(victim.pid))
        assert len(lines(results)) < CASES
        cases = children(victim.pid)
        os.kill(victim.pid, signal.SIGKILL)
        assert run.wait(120) == 0
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in cases), 5)
    records = [json.loads(line) for line in lines(results)]
    assert sorted(record["case"] for record in records) == sorted(f"s: p{n}.cu" for n in range(CASES))
    assert {record["answer"]["ending"] for record in records} == {"SUCCESSFUL"}


@pytest.mark.long
def test_ctrl_c_ends_what_runs_on_the_workers(tmp_path: Path) -> None:
    suite = write_suite(tmp_path, "name: s\ncases: [{file: a.cu, expect: SUCCESSFUL}]\n", a=ENDLESS)
    with (
        cluster(tmp_path, 1) as (address, (worker,)),
        started("cudabmc", "suite", str(suite), "--dask", address, "--output", str(tmp_path / "out")) as run,
    ):
        until(lambda: worker.poll() is None and children(worker.pid))
        cases = children(worker.pid)
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        assert run.wait(30) == 3
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in cases), 10)


def test_a_cluster_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cudabmc.suite.dask_runner.PATIENCE", 0.3)
    suite = write_suite(tmp_path, "name: s\ncases: [{file: a.cu, expect: SUCCESSFUL}]\n", a="int main() { return 0; }")
    assert main(["suite", str(suite), "--dask", "tcp://127.0.0.1:9", "--output", str(tmp_path / "o")]) == 2
    assert "there is no Dask scheduler at tcp://127.0.0.1:9" in capsys.readouterr().err
