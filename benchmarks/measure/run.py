"""The whole measurement, part by part; what has been measured is saved again and again."""

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TextIO

from benchmarks.measure import plots, profiles
from benchmarks.measure.jobs import Job, Wanted, family_jobs, name_of, option_jobs, set_jobs
from benchmarks.measure.machine import machine, pace
from benchmarks.measure.progress import watched
from benchmarks.measure.proofs import FEW, Effort, proof_figures
from benchmarks.measure.ratio import ratio_figures
from benchmarks.measure.ratio_report import host_ratio, kernel_ratio
from benchmarks.measure.record import FAMILIES, OPTIONS, SET, Results, save
from benchmarks.measure.report import report
from benchmarks.measure.runner import run_jobs
from benchmarks.measure.second_solver import agreements, proof_files
from benchmarks.measure.table import times

RATIO, PROOFS, QUERIES, PROFILES = "ratio", "proofs", "queries", "profiles"
PARTS = (SET, FAMILIES, RATIO, OPTIONS, PROOFS, QUERIES, PROFILES)
"""In the order in which they are measured."""

FAMILY_LIMIT = 30.0
"""Seconds at most for a program of a family: the largest show that they are too large."""

SAVED_EVERY = 5.0
"""Seconds of results that a crash of this process can lose."""


_PACE = "a million additions"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure, how, and where to: results go to `folder`/`name`.json, the report to `name`.md, plots to a
    folder `name`. Limits in seconds: of a program, of a run that compares options."""

    wanted: Wanted
    parts: tuple[str, ...]
    at_once: int
    limit: float
    option_limit: float
    folder: Path
    name: str

    @property
    def file(self) -> Path:
        """The file of the results."""
        return self.folder / f"{self.name}.json"


def run(plan: Plan, stream: TextIO) -> tuple[Results, bool]:
    """Measure; whether nobody interrupted it. The results are saved in either case."""
    results = Results(machine(), _settings(plan) | {_PACE: pace()})
    run = _Run(plan, results, stream)
    try:
        run.all()
        results.complete = True
    except KeyboardInterrupt:
        results.notes.append("interrupted")
    results.settings[_PACE] += f" before, {pace()} behind"
    results.records.sort(key=lambda record: record.key)
    results.finished = datetime.now(UTC).isoformat(timespec="seconds")
    save(results, plan.file)
    return results, results.complete


def write_report(results: Results, folder: Path, name: str) -> Path:
    """Draw the plots, if that can be done here, and write the page with them."""
    drawn = plots.draw(results, folder / name) if plots.available() else []
    page = folder / f"{name}.md"
    page.write_text(report(results, [(title, f"{name}/{file.name}") for title, file in drawn]), encoding="utf-8")
    return page


def _settings(plan: Plan) -> dict[str, str]:
    wanted = plan.wanted
    found = {"parts": "+".join(plan.parts), "at once": str(plan.at_once), "repeats": str(wanted.repeat)}
    found |= {"time limit": f"{plan.limit:g} s", "time limit of comparisons": f"{plan.option_limit:g} s"}
    found |= {"only": "+".join(wanted.only)} if wanted.only else {}
    return found | ({"quick": "yes"} if wanted.quick else {})


class _Run:
    """A measurement that is under way."""

    def __init__(self, plan: Plan, results: Results, stream: TextIO) -> None:
        self._plan, self._results, self._stream = plan, results, stream
        self._saved = monotonic()
        self._words: dict[str, list[str]] = {}  # command lines of the programs

    def all(self) -> None:
        """All parts that are wanted."""
        parts: dict[str, Callable[[], None]] = {
            SET: self._set,
            FAMILIES: self._families,
            RATIO: self._ratio,
            OPTIONS: self._options,
            PROOFS: self._proofs,
            QUERIES: self._queries,
            PROFILES: self._profiles,
        }
        for name in PARTS:
            if name in self._plan.parts:
                parts[name]()

    def _set(self) -> None:
        jobs = set_jobs(self._plan.wanted)
        self._words = {name_of(job.case): profiles.command_line(job.case.options, job.case.files) for job in jobs}
        self._jobs(jobs, "programs", self._plan.limit)

    def _families(self) -> None:
        with tempfile.TemporaryDirectory(prefix="cudabmc-families-") as folder:
            jobs = family_jobs(self._plan.wanted, Path(folder))
            self._jobs(jobs, "families", min(FAMILY_LIMIT, self._plan.limit))

    def _options(self) -> None:
        jobs = option_jobs(self._plan.wanted, self._results.notes)
        self._jobs(jobs, "options", self._plan.option_limit)

    def _jobs(self, jobs: Iterable[Job], title: str, limit: float) -> None:
        left = list(jobs)
        if not left:
            return
        records = run_jobs(left, self._plan.at_once, limit)
        try:
            for record in watched(records, title, len(left), self._stream):
                self._results.records.append(record)
                self._keep()
        finally:
            records.close()

    def _ratio(self) -> None:
        self._tell("kernels and host code against C")
        quick = self._plan.wanted.quick
        for figures in ratio_figures(1 if quick else self._plan.wanted.repeat, self._plan.limit, brief=quick):
            if len(figures["programs"]) > len(self._results.ratio.get("programs", ())):
                newest = figures["programs"][-1]
                both = f"kernels {times(kernel_ratio(newest))}, host {times(host_ratio(newest))}"
                self._tell(f"  {newest['name']}: {both} {newest['problem']}".rstrip())
            self._results.ratio = figures
            self._keep()

    def _proofs(self) -> None:
        self._tell("proofs for every launch")
        wanted, plan = self._plan.wanted, self._plan
        effort = Effort(wanted.quick, wanted.repeat, plan.at_once, plan.limit)
        for figures in proof_figures(effort):
            self._tell(f"  {', '.join(figures)}")
            self._results.proofs = figures
            self._keep()

    def _queries(self) -> None:
        if find_spec("cvc5") is None:
            self._results.notes.append("queries: cvc5 not installed")
            return
        files = proof_files()
        self._tell(f"queries of {len(files)} files to two solvers")
        for found in agreements(files[:FEW] if self._plan.wanted.quick else files, self._plan.at_once):
            self._results.queries.append(found)
            self._keep()

    def _profiles(self) -> None:
        chosen = profiles.slowest(self._results.part(SET), 3 if self._plan.wanted.quick else profiles.COUNT)
        self._tell(f"profiles of the {len(chosen)} slowest programs")
        for found in profiles.profiles(chosen, self._words, min(profiles.LIMIT, self._plan.limit)):
            self._tell(f"  {found['name']}: {found['seconds']:.1f} s")
            self._results.profiles.append(found)
            self._keep()

    def _tell(self, text: str) -> None:
        self._stream.write(f"{text}\n")
        self._stream.flush()

    def _keep(self) -> None:
        if monotonic() - self._saved > SAVED_EVERY:
            save(self._results, self._plan.file)
            self._saved = monotonic()
