"""Proofs for every launch: of the kernels of papers' tables, of mutants of them, and in grids of any size."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from benchmarks.expectation import ROOT, programs, read_expectation
from benchmarks.measure.child import measure
from benchmarks.measure.papers import TABLE
from benchmarks.measure.runner import without_folders
from cudabmc.process.groups import Groups

_T = TypeVar("_T")
_R = TypeVar("_R")

TIMED = Path(__file__).with_name("timed_proofs.py")

AS_PUG = ("--no-check=assertion,bounds,division-by-zero",)
"""What a pass means in PUG's table: races and barriers."""

GRIDS = (1, 1_000, 1_000_000_000)

MUTANTS = ROOT / "pug"
"""The folder of the programs of PUG's table, and of mutants of them."""

PROVED_OF_MUTANTS = ("data-race", "barrier-divergence")
"""The properties of which a proof for all launches would be wrong: arrays are large enough there, and host code is not
proved."""

FEW = 4
"""Rows of a table in a quick run."""


@dataclass(frozen=True, slots=True)
class Growing:
    """A kernel that is proved for several grids, and the block for all."""

    title: str
    file: str
    kernel: str
    block: str = "256"


GROWING = (
    Growing("vector sum", "prover/elementwise", "add_with_long_index"),
    Growing("grid-stride loop", "prover/several_elements", "square_in_grid_stride_loop"),
    Growing("reduction", "prover/reductions", "sum_of_halves"),
    Growing("reduction of many elements a thread", "prover/reductions", "sum_of_many_a_thread"),
    Growing("scan with two buffers", "prover/scans", "scan_with_two_buffers"),
    Growing("histogram in shared memory", "prover/histograms", "count_in_shared_bins"),
    Growing("stencil with halo", "prover/stencils", "smooth_with_halo"),
    Growing("step of a bitonic sort", "prover/sorts", "bitonic_step"),
    Growing("binomial tree of an option", "prover/option_prices", "back_through_the_tree"),
    Growing("matrix product in tiles", "prover/matrices", "product_in_tiles", "4,4"),
)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: `few` rows of each table, `repeat` runs for a time, `at_once` of at most `seconds`, which
    are in `groups` while they last."""

    few: bool
    repeat: int
    at_once: int
    seconds: float
    groups: Groups = field(default_factory=Groups)


def proof_figures(effort: Effort) -> Iterator[dict[str, Any]]:
    """All figures as plain data, again after each table."""
    data: dict[str, Any] = {}
    tables: dict[str, Callable[[Effort], list[dict[str, Any]]]] = {
        "papers": _papers, "mutants": _mutants, "grids": _grids,
    }  # fmt: skip
    for name, rows in tables.items():
        data = data | {name: rows(effort)}
        yield data


@dataclass(frozen=True, slots=True)
class ProofRow:
    """A kernel of a program, which is named without .cu: proved, faulty, unknown, or, if the program got no answer,
    refused; what the proof takes, or why there is none; and seconds of processor time. What is proved may be `limited`
    to races and barriers."""

    program: str
    kernel: str
    outcome: str
    preconditions: tuple[str, ...] = ()
    reason: str = ""
    seconds: float = 0.0
    limited: bool = False


def proofs(file: str, effort: Effort, *words: str) -> list[ProofRow]:
    """Of all kernels of a file of benchmarks/, or of those that the words say. The options that programs name are left
    out: they say which warps run in lockstep, and no proof relies on that."""
    path = ROOT / f"{file}.cu"
    found = measure(["--prove", *words, str(path)], effort.seconds, effort.groups, program=(str(TIMED),))
    if not found.proofs:
        return [ProofRow(file, "", "refused", reason=found.answer.reason)]
    return [
        ProofRow(
            file, one["name"], one["outcome"], tuple(one["preconditions"]),
            without_folders(next(iter(one["reasons"]), ""), [str(path)]), round(one["seconds"], 3),
        )
        for one in found.proofs
    ]  # fmt: skip


def _several(work: Callable[[_T], _R], of: Sequence[_T], effort: Effort) -> list[_R]:
    with ThreadPoolExecutor(effort.at_once) as pool:
        chosen = of[:FEW] if effort.few else of
        futures = [pool.submit(work, one) for one in chosen]
        try:
            return [future.result() for future in futures]
        except BaseException:  # Ctrl-C: what runs is not waited for
            pool.shutdown(wait=False, cancel_futures=True)
            effort.groups.kill()
            raise


# ---------------------------------------------------------------- the tables of papers


def _papers(effort: Effort) -> list[dict[str, Any]]:
    """Each kernel of the tables with all properties; what is not proved so, with those of PUG alone."""
    asked = dict.fromkeys((source.file, kernel) for row in TABLE for source in row.sources
                          for kernel in source.kernels or ("",))  # fmt: skip
    found = _several(lambda one: list(of_paper(*one, effort)), list(asked), effort)
    return [row for rows in found for row in rows]


def of_paper(file: str, kernel: str, effort: Effort) -> Iterator[dict[str, Any]]:
    """The proofs of a file, of all its kernels or of one."""
    words = ("--kernel", kernel) if kernel else ()
    rows = proofs(file, effort, *words)
    limited: dict[str, ProofRow] = {}
    if any(row.outcome == "unknown" for row in rows):
        limited = {row.kernel: row for row in proofs(file, effort, *words, *AS_PUG) if row.outcome == "proved"}
    for row in rows:
        shown = limited.get(row.kernel, row) if row.outcome == "unknown" else row
        yield asdict(replace(shown, limited=shown is not row))


# ---------------------------------------------------------------- mutants


def _mutants(effort: Effort) -> list[dict[str, Any]]:
    return _several(lambda file: mutant(file, effort), mutant_files(), effort)


def mutant_files() -> list[str]:
    """Those with a defect that a proof would have to see, named without .cu."""
    faulty = [path for path in programs() if read_expectation(path).property in PROVED_OF_MUTANTS]
    return [path.relative_to(ROOT).with_suffix("").as_posix() for path in faulty if MUTANTS in path.parents]


def mutant(file: str, effort: Effort) -> dict[str, Any]:
    """What is said of a program with a defect: faulty, if that was shown in one of its kernels, or else unknown, if one
    of them is not proved."""
    outcomes = {row.outcome for row in proofs(file, effort)}
    answer = next(name for name in ("refused", "faulty", "unknown", "proved") if name in outcomes)
    return {"program": file, "property": read_expectation(ROOT / f"{file}.cu").property, "answer": answer}


# ---------------------------------------------------------------- grids of any size


def _grids(effort: Effort) -> list[dict[str, Any]]:
    """One after the other: other work beside would be measured, too."""
    return [_in_grids(one, effort) for one in (GROWING[:FEW] if effort.few else GROWING)]


def _in_grids(one: Growing, effort: Effort) -> dict[str, Any]:
    runs: list[list[ProofRow]] = []
    for grid in GRIDS:
        words = ("--kernel", one.kernel, "--grid", str(grid), "--block", one.block)
        runs.append([row for _ in range(effort.repeat) for row in proofs(one.file, effort, *words)])
    return {
        **asdict(one),
        "outcomes": [found[-1].outcome for found in runs],
        "seconds": [median(row.seconds for row in found) for found in runs],
    }
