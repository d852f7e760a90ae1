"""Suites on a cluster: whatever becomes of its workers, every case ends with exactly one result."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from suite_samples import write_suite

from cudabmc.cli import main

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


@pytest.mark.long
def test_a_worker_that_is_killed_half_way_costs_no_result(tmp_path: Path) -> None:
    (tmp_path / "blocks.h").write_text("#define BLOCKS 4\n")
    programs = {f"p{n}": PROGRAM.format(number=n + 20) for n in range(CASES)}
    suite = write_suite(tmp_path, "name: s\ncases: [{file: 'p*.cu', expect: SUCCESSFUL}]\n", **programs)
    file = tmp_path / "scheduler.json"
    dask = ["--scheduler-file", str(file), "--no-dashboard"]
    worker = ["distributed.cli.dask_worker", *dask, "--no-nanny", "--nthreads", "1", "--local-directory", str(tmp_path)]
    with started("distributed.cli.dask_scheduler", "--port", "0", *dask):
        until(file.exists)
        address = json.loads(file.read_text())["address"]
        command = ["cudabmc", "suite", str(suite), "--dask", address, "--output", str(tmp_path / "out")]
        with started(*worker), started(*worker) as victim, started(*command) as run:
            results = tmp_path / "out" / "results.jsonl"
            until(lambda: len(lines(results)) >= 3 and children(victim.pid))
            half_done = len(lines(results))
            cases = children(victim.pid)
            os.kill(victim.pid, signal.SIGKILL)
            assert half_done < CASES
            assert run.wait(120) == 0
            until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in cases), 5)
    records = [json.loads(line) for line in lines(results)]
    assert sorted(record["case"] for record in records) == sorted(f"s: p{n}.cu" for n in range(CASES))
    assert {record["answer"]["ending"] for record in records} == {"SUCCESSFUL"}


def test_a_cluster_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cudabmc.suite.dask_runner.PATIENCE", 0.3)
    suite = write_suite(tmp_path, "name: s\ncases: [{file: a.cu, expect: SUCCESSFUL}]\n", a="int main() { return 0; }")
    assert main(["suite", str(suite), "--dask", "tcp://127.0.0.1:9", "--output", str(tmp_path / "o")]) == 2
    assert "there is no Dask scheduler at tcp://127.0.0.1:9" in capsys.readouterr().err
