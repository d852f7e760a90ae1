"""Runs cases on this machine, several at a time."""

from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from cudabmc.late_dataclass import dataclass
from cudabmc.process.groups import Groups
from cudabmc.suite.answer import Outcome
from cudabmc.suite.case import Case
from cudabmc.suite.run_case import run_case


@dataclass(frozen=True, slots=True)
class Job:
    """A case that is to be run, the digest of what it is made of, and where its HTML report is to go, if anywhere."""

    case: Case
    content: str
    page: Path | None = None


def run_here(jobs: Sequence[Job], at_once: int) -> Generator[Outcome]:
    """The results as they come. Leaving the loop early, by an exception too, ends what still runs."""
    groups = Groups()
    # Threads that wait for processes: the work is done by those.
    with ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="case") as pool:
        try:
            for future in as_completed([pool.submit(_run, job, groups) for job in jobs]):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            groups.kill()


def _run(job: Job, groups: Groups) -> Outcome:
    return run_case(job.case, job.content, groups, page=job.page)
