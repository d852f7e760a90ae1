"""Runs cases on the workers of a Dask cluster. The only file that knows Dask.

A case whose worker dies is run again on another one; after a few workers it is the case that is to blame. The
processes of a case die with the worker that started them.
"""

import uuid
from collections.abc import Generator, Sequence

from cudabmc.errors import UsageError
from cudabmc.process.groups import Groups
from cudabmc.suite.answer import Answer, Ending, Outcome
from cudabmc.suite.local_runner import Job
from cudabmc.suite.shipment import Shipment, packed, run_shipped

PATIENCE = 30
"""Seconds to wait for the scheduler, and for a first worker."""

_groups: dict[str, Groups] = {}
"""On a worker: what runs there, by the run of suites that it belongs to."""


def run_on_cluster(jobs: Sequence[Job], address: str) -> Generator[Outcome]:
    """The results as they come, exactly one for each job. Leaving the loop early ends what still runs.

    Raises UsageError without Dask, a scheduler, or workers.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise UsageError("--dask needs the package distributed", hint="pip install 'cudabmc[dask]'") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        hint = "dask scheduler starts one, and prints its address"
        raise UsageError(f"there is no Dask scheduler at {address}: {error}", hint=hint) from None
    run = uuid.uuid4().hex
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            hint = f"dask worker {address} starts one"
            raise UsageError(f"the Dask scheduler at {address} has no workers", hint=hint) from None
        waiting = {
            client.submit(work, packed(job.case, job.content), run, key=f"cudabmc-{run}-{number}", pure=False): job
            for number, job in enumerate(jobs)
        }
        try:
            for future in as_completed(list(waiting), loop=client.loop):
                job = waiting.pop(future)
                try:
                    outcome = future.result()
                except Exception as error:
                    outcome = _broken(error, job)
                yield outcome
        finally:
            if waiting:
                client.cancel(list(waiting))
                client.run(end, run, on_error="ignore")


def work(shipment: Shipment, run: str) -> Outcome:
    """On a worker: run a case."""
    return run_shipped(shipment, _groups.setdefault(run, Groups()))


def end(run: str) -> None:
    """On a worker: end the cases of a run."""
    _groups.setdefault(run, Groups()).kill()


def _broken(error: Exception, job: Job) -> Outcome:
    """The result of a case that broke its workers."""
    from datetime import UTC, datetime

    reason = f"no Dask worker could run it: {type(error).__name__}: {error}"
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Outcome(job.case.key, job.content, Answer(Ending.CRASHED, reason), 0.0, finished=now)
