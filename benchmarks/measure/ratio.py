"""How many times slower than C: programs of constants, at sizes as in practice, against the same in C (`c_programs`).

The time of kernels is the processor time of the launches, from their arguments to their effect on memory, with all
checks that are on by default. The time of host code is that of its machine code. What it takes to compile either is
told apart. Start-up, parsing, copies and what the interpreter does are in the time of the whole command alone.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measure.c_programs import FOLDER, MISSING, CSeconds, c_compiler, c_compiler_name, c_seconds
from benchmarks.measure.child import Measured, measure
from benchmarks.measure.timed import HOST, HOST_COMPILER, KERNEL, KERNEL_COMPILER
from cudabmc.suite.answer import Ending

TIMED = Path(__file__).with_name("timed.py")

INTERPRETER_LIMIT = 300.0
"""Seconds for a run of the interpreter: it is the slow side of a comparison."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program and its size. The interpreter runs it with a `small` size, which is one in `parts` of the work. The
    aims for the whole command are in seconds and in bytes, 0 for none."""

    name: str
    size: int
    small: int
    parts: int
    goal_seconds: float = 0.0
    goal_memory: int = 0


PROGRAMS = (
    Program("vector_add", 1 << 24, 1 << 16, 256, 10.0, 3_000_000_000),
    Program("matrix_product", 512, 64, 512, 15.0),
    Program("reduction", 1 << 24, 1 << 16, 256, 10.0),
    Program("histogram", 1 << 22, 1 << 18, 16, 5.0),
    Program("saxpy", 1 << 24, 1 << 16, 256),
    Program("stencil", 2048, 128, 256),
    Program("scan", 1 << 22, 1 << 14, 256),
    Program("doubles", 1 << 22, 1 << 14, 256),
    Program("structs", 1 << 22, 1 << 14, 256),
    Program("sort", 1 << 20, 1 << 12, 256),
)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Seconds of processor time: of kernels and of host code, of LLVM for each, of C for the same. `seconds` by the
    clock and `memory` in bytes are of the whole command, `work` is its time from the program that was read to the
    verdict, and `interpreted` the same for the interpreter, put up to the size of the program. All of cudabmc is of
    the run whose kernels and host code take a median time. What was not measured is None; `problem` says why, or what
    is wrong with the figures."""

    name: str
    size: int
    kernel: float | None = None
    kernel_compiler: float | None = None
    host: float | None = None
    host_compiler: float | None = None
    seconds: float | None = None
    memory: int = 0
    work: float | None = None
    c_kernel: float | None = None
    c_host: float | None = None
    interpreted: float | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Run:
    measured: Measured
    spent: Mapping[str, float]


def ratio_of(program: Program, repeat: int, limit: float, *, interpret: bool = True) -> Ratio:
    """Measure one program; without `interpret` not that of the interpreter."""
    compiler = c_compiler()
    c = None if compiler is None else c_seconds(program.name, program.size, compiler)
    runs: list[_Run] = []
    problem = ""
    while len(runs) < repeat and not problem:
        run = _timed(program, c, limit)
        problem = _problem(run.measured)
        runs.append(run)
    if problem and not runs[-1].spent:
        return Ratio(program.name, program.size, problem=problem)
    found = sorted(runs, key=lambda run: run.spent[KERNEL] + run.spent[HOST])[(len(runs) - 1) // 2]
    interpreted = None
    if interpret and not problem:
        interpreted, problem = _interpreted(program)
    measured, spent = found.measured, found.spent
    return Ratio(
        program.name,
        program.size,
        kernel=spent[KERNEL],
        kernel_compiler=spent[KERNEL_COMPILER],
        host=spent[HOST],
        host_compiler=spent[HOST_COMPILER],
        seconds=measured.seconds,
        memory=max(run.measured.memory for run in runs),
        work=measured.statistics.get("seconds"),
        c_kernel=None if c is None else c.kernel,
        c_host=None if c is None else c.host,
        interpreted=interpreted,
        problem=problem,
    )


def _timed(program: Program, c: CSeconds | None, limit: float) -> _Run:
    """Run cudabmc, and compare what the program computes with what C has computed."""
    expected = [] if c is None else [f"-DEXPECTED={c.result!r}"]
    with tempfile.TemporaryDirectory(prefix="cudabmc-measure-") as place:
        figures = Path(place, "figures.json")
        measured = measure([*words(program.name, program.size), *expected], limit, program=(str(TIMED), str(figures)))
        return _Run(measured, json.loads(figures.read_text(encoding="utf-8")) if figures.exists() else {})


def _interpreted(program: Program) -> tuple[float | None, str]:
    """What all of the work would take without machine code, and why that is not known."""
    found = measure([*words(program.name, program.small), "--no-native"], INTERPRETER_LIMIT)
    if found.answer.ending is not Ending.SUCCESSFUL:
        return None, f"without machine code: {found.answer.ending.value}: {found.answer.reason}"
    return found.statistics["seconds"] * program.parts, ""


def words(name: str, size: int) -> list[str]:
    """The command line of a program with a size."""
    return [str(FOLDER / f"{name}.cu"), f"-DN={size}"]


def _problem(measured: Measured) -> str:
    if measured.answer.ending is not Ending.SUCCESSFUL:
        return f"{measured.answer.ending.value}: {measured.answer.reason}"
    if measured.interleavings != 1:
        return f"{measured.interleavings} interleavings instead of one"
    launches, at_once = (measured.statistics.get(name, 0) for name in ("launches", "launches_at_once"))
    if launches != at_once:
        return f"{launches - at_once:g} of {launches:g} launches were not machine code"
    return ""


COLD_PROGRAM = Path(__file__).parents[1] / "textbook" / "vector_add.cu"


def cold_start(repeat: int) -> float:
    """Seconds by the clock from nothing to the verdict of a small program of constants, the median."""
    return median(measure([str(COLD_PROGRAM)], 60).seconds for _ in range(repeat))


def ratio_figures(
    repeat: int, limit: float, *, brief: bool = False, programs: Sequence[Program] = PROGRAMS
) -> Iterator[dict[str, Any]]:
    """All figures as plain data, again after each one that is added; `brief` leaves the interpreter out."""
    compiler = c_compiler()
    data: dict[str, Any] = {"compiler": MISSING if compiler is None else c_compiler_name(compiler), "programs": []}
    for program in programs:
        found = ratio_of(program, repeat, limit, interpret=not brief)
        data = data | {"programs": [*data["programs"], asdict(found)]}
        yield data
    yield data | {"cold_start_seconds": cold_start(3 if brief else 10)}
