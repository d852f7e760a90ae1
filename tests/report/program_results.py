"""Results of programs that come with the project, verified once for all formats."""

import os
from functools import cache
from pathlib import Path

from cudabmc.options.table import Options
from cudabmc.report.run import Run
from cudabmc.verification.pipeline import verify

ROOT = Path(__file__).parents[2]
PROGRAMS = ["races/ring_shift_missing_barrier", "inputs/hash_negative_key", "textbook/vector_add", "host/cleanup_twice"]


@cache
def run_of(name: str) -> Run:
    """The run of a program, as if it was started in the root of the project."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        file = f"benchmarks/{name}.cu"
        return Run((file,), Options(), verify([file]), arguments=(file, "--output-dir", "reports"))
    finally:
        os.chdir(before)
