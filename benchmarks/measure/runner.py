"""Runs jobs, several at a time, each run in a process of its own."""

import os
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from benchmarks.measure.child import Measured, measure
from benchmarks.measure.jobs import Job, name_of
from benchmarks.measure.record import FAMILIES, Record, Sample
from cudabmc.options.option_words import option_words
from cudabmc.process.groups import Groups
from cudabmc.suite.judgement import judge

MEMORY_MIB = 8192
"""What a run may take."""


def run_jobs(jobs: Sequence[Job], at_once: int, limit: float) -> Generator[Record]:
    """The records as they come, each run of at most `limit` seconds. Leaving the loop early ends what still runs."""
    groups = Groups()
    # Threads that wait for processes: the work is done by those.
    with ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="job") as pool:
        try:
            for future in as_completed([pool.submit(run_job, job, limit, groups) for job in jobs]):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            groups.kill()


def run_job(job: Job, limit: float, groups: Groups) -> Record:
    """Measure one job as often as it says; one without a verdict is not repeated, as its time says nothing more."""
    words = [*option_words(job.case.options), *job.config.words, *job.case.files]
    runs: list[Measured] = []
    for _ in range(job.repeat):
        runs.append(measure([f"--memlimit={MEMORY_MIB}", *words], limit, groups, polite=True))
        if runs[-1].answer.ending.value not in ("SUCCESSFUL", "FAILED"):
            break
    last = runs[-1]
    judgement = judge(job.case.expectation, last.answer)
    return Record(
        job.part,
        f"{job.folder}/{job.group}" if job.part == FAMILIES else name_of(job.case),
        job.folder,
        job.group,
        job.config.name,
        last.answer.ending.value,
        judgement.category.value,
        judgement.expected,
        without_folders(judgement.because, job.case.files),
        tuple(Sample(run.seconds, run.cpu_seconds, run.memory, run.statistics.get("seconds", 0.0)) for run in runs),
        dict(last.statistics),
        job.size,
        job.known,
    )


def without_folders(text: str, files: Sequence[str]) -> str:
    """A text that names files by their names alone."""
    for file in files:
        for folder in (os.path.dirname(file), os.path.dirname(os.path.abspath(file))):
            text = text.replace(f"{folder}/", "") if folder else text
    return text
