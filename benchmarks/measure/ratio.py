"""How many times slower than plain Python: kernels whose data are constants, against the same loops by hand.

Each program of benchmarks/ratio/ launches its kernel LAUNCHES times. The time of the kernel is the processor time
of these launches, with all checks that are on by default, from their arguments to their effect on memory, and with
all that is compiled for them; start-up, parsing and what the host does are not in it. Where not all of them run at
once, it is that of the run less the time of the same program without a launch. Beside each program lies the
computation as a person would write it over lists; it runs in the same process.
"""

import importlib.util
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.measure.child import Measured, measure
from cudabmc.suite.answer import Ending

FOLDER = Path(__file__).parents[1] / "ratio"

TIMED = Path(__file__).with_name("timed.py")

GOAL_RATIO, GOAL_COLD_START, GOAL_GROWTH, GOAL_MEMORY = 8.0, 0.35, 20.0, 2_000_000_000
"""The aims of the project: times as slow as Python; seconds; times as slow with 16 times the threads; bytes."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A program and its size: the Python loop takes between ten and sixty milliseconds. `threads` of all launches."""

    name: str
    size: int
    launches: int
    threads: int


KERNELS = (
    Kernel("saxpy", 16384, 8, 131072),
    Kernel("matrix_product", 32, 4, 4096),
    Kernel("reduction", 16384, 4, 65536),
    Kernel("stencil", 96, 8, 73728),
    Kernel("histogram", 16384, 8, 131072),
    Kernel("scan", 4096, 4, 16384),
    Kernel("bit_count", 4096, 4, 16384),
)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Seconds of processor time, of the run whose ratio is the median: of the kernels in cudabmc, of everything else,
    of Python. Where launches do not run at once each figure is a median of its own.
    `problem` says why there is no figure, or, if that is `at_least` so much, why `kernel_seconds` is a lower bound."""

    name: str
    threads: int
    kernel_seconds: float
    base_seconds: float
    python_seconds: float
    problem: str = ""
    at_least: bool = False

    @property
    def ratio(self) -> float | None:
        """Time of cudabmc as a multiple of that of Python, None without a figure."""
        return self.kernel_seconds / self.python_seconds if self.at_least or not self.problem else None


def ratio_of(kernel: Kernel, repeat: int, limit: float) -> Ratio:
    """Measure one kernel."""
    found = []
    for _ in range(repeat):
        one = _inside(kernel, limit)
        if one is None:
            return _by_difference(kernel, repeat, limit)
        found.append(one)
    found.sort(key=lambda one: one.kernel_seconds / one.python_seconds)
    return found[(len(found) - 1) // 2]


def _inside(kernel: Kernel, limit: float) -> Ratio | None:
    """Measure in one run; None if it ended otherwise than it should, or not all launches ran at once."""
    with tempfile.TemporaryDirectory(prefix="cudabmc-measure-") as place:
        figures = Path(place, "figures.json")
        program = (str(TIMED), str(figures), kernel.name, str(kernel.size), str(kernel.launches))
        whole = measure(words(kernel, kernel.launches), limit, program=program)
        if _problem(whole) or whole.statistics.get("launches_at_once") != kernel.launches or not figures.exists():
            return None
        found = json.loads(figures.read_text(encoding="utf-8"))
    rest = whole.cpu_seconds - found["kernel"] - found["all_python"]
    return Ratio(kernel.name, kernel.threads, found["kernel"], max(rest, 0.0), found["python"])


def _by_difference(kernel: Kernel, repeat: int, limit: float) -> Ratio:
    """Measure with launches and without; the three sides take turns, so that a slow minute of the machine slows all."""
    with_kernel, without, python = [], [], []
    problem, at_least = "", False
    for _ in range(repeat):
        whole, base = (measure(words(kernel, launches), limit) for launches in (kernel.launches, 0))
        python += [python_seconds(kernel.name, kernel.size, kernel.launches) for _ in range(3)]
        with_kernel.append(whole.cpu_seconds)
        without.append(base.cpu_seconds)
        problem = _problem(whole) or _problem(base)
        if problem:
            at_least = whole.answer.ending is Ending.UNKNOWN and not _problem(base)  # its time is over
            break
    net = max(median(with_kernel) - median(without), 0.0)
    return Ratio(kernel.name, kernel.threads, net, median(without), median(python), problem, at_least)


def words(kernel: Kernel, launches: int) -> list[str]:
    """The command line of a kernel that is launched so often."""
    return [str(FOLDER / f"{kernel.name}.cu"), f"-DN={kernel.size}", f"-DLAUNCHES={launches}"]


@cache
def python_twin(name: str) -> Callable[[int, int], list[float]]:
    """`run(size, launches)` of the Python file beside a program: the results of its kernel."""
    spec = importlib.util.spec_from_file_location(f"benchmarks.ratio.{name}", FOLDER / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    run: Callable[[int, int], list[float]] = module.run
    return run


def python_seconds(name: str, size: int, launches: int) -> float:
    """The processor time of all launches in plain Python, once."""
    run = python_twin(name)
    start = process_time()
    run(size, launches)
    between = process_time()
    run(size, 0)
    return (between - start) - (process_time() - between)


def _problem(measured: Measured) -> str:
    if measured.answer.ending is not Ending.SUCCESSFUL:
        return f"{measured.answer.ending.value}: {measured.answer.reason}"
    if measured.interleavings != 1:
        return f"{measured.interleavings} interleavings instead of one"
    return ""


COLD_PROGRAM = Path(__file__).parents[1] / "textbook" / "vector_add.cu"


def cold_start(repeat: int) -> float:
    """Seconds by the clock from nothing to the verdict of a small program of constants, the median."""
    return median(measure([str(COLD_PROGRAM)], 60).seconds for _ in range(repeat))


@dataclass(frozen=True, slots=True)
class Growth:
    """One launch of `few` and of `many` threads: processor time in seconds of the runs and of the host alone in
    them, memory of the larger in bytes, interleavings of the larger; `problem` as in Ratio."""

    few: int
    many: int
    few_seconds: float
    many_seconds: float
    few_base: float
    many_base: float
    memory: int
    interleavings: int
    problem: str = ""

    @property
    def whole(self) -> float:
        """How many times longer the larger run takes."""
        return self.many_seconds / self.few_seconds

    @property
    def net(self) -> float | None:
        """The same for the kernels alone, None where that of the few threads is too short to be measured so."""
        few = self.few_seconds - self.few_base
        return max(self.many_seconds - self.many_base, 0.0) / few if few >= LEAST_SECONDS else None


LEAST_SECONDS = 0.02
"""A difference of two runs that is smaller is noise."""


def growth(repeat: int, limit: float, few: int = 4096, many: int = 65536) -> Growth:
    """Measure one launch of saxpy of two sizes, `repeat` times each."""
    found: dict[tuple[int, int], list[Measured]] = {(size, launches): [] for size in (few, many) for launches in (1, 0)}
    for _ in range(repeat):
        for size, launches in found:
            found[size, launches].append(measure(words(Kernel("saxpy", size, launches, size), launches), limit))
    seconds = {key: median(run.cpu_seconds for run in runs) for key, runs in found.items()}
    largest = found[many, 1]
    problem = next((text for runs in found.values() for text in map(_problem, runs) if text), "")
    return Growth(
        *(few, many, seconds[few, 1], seconds[many, 1], seconds[few, 0], seconds[many, 0]),
        *(max(run.memory for run in largest), largest[-1].interleavings, problem),
    )


def _median(found: Sequence[float | None]) -> float | None:
    """None if one of them is: it could be anything."""
    known = [one for one in found if one is not None]
    return median(known) if len(known) == len(found) else None


def ratio_figures(
    repeat: int, limit: float, *, brief: bool = False, kernels: Sequence[Kernel] = KERNELS
) -> Iterator[dict[str, Any]]:
    """All figures as plain data, again after each one that is added; `brief` leaves the thread counts out."""
    found: list[Ratio] = []
    data: dict[str, Any] = {}
    for kernel in kernels:
        found.append(ratio_of(kernel, repeat, limit))
        data = {
            "kernels": [asdict(one) | {"ratio": one.ratio} for one in found],
            "median_ratio": _median([one.ratio for one in found]),
        }
        yield data
    data = data | {"cold_start_seconds": cold_start(3 if brief else 10)}
    yield data
    if not brief:
        grown = growth(repeat, limit)
        yield data | {"growth": asdict(grown) | {"whole": grown.whole, "net": grown.net}}
