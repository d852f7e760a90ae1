"""Advice on performance: runs of their own, in which the interpreter watches some blocks of each launch.

A launch that is small is watched in a run that goes on behind it. Of a larger one the first, a middle and the last
block run alone, and the run ends there; one more looks at the next launch. What is not watched may run as machine code.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import prod

from cudabmc.advice import Advice, AdviceReport, WatchedLaunch, sorted_advice
from cudabmc.errors import CudabmcError, ResourceError
from cudabmc.goto.program import Program
from cudabmc.interpreter.core import LaunchRunner, Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.performance.advising_on_control import of_barriers, of_branches
from cudabmc.performance.advising_on_requests import of_requests
from cudabmc.performance.needless_barriers import BlockHistory
from cudabmc.performance.watcher import WarpWatcher
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from cudabmc.properties import PROPERTIES
from cudabmc.state.plan import PartOfLaunch, Plan
from cudabmc.state.settings import Settings
from cudabmc.state.signals import PartIsOver
from cudabmc.state.thread import Thread
from cudabmc.verification.confirming import OF_MEMORY
from cudabmc.verification.ladder import known_run
from cudabmc.verification.passes import Verification

SMALL = 4096
"""Threads of a launch that the interpreter runs all of."""

MOST_LAUNCHES = 24
"""Launches that are watched."""

MOST_OF_KERNEL = 3
"""Launches of one kernel that are watched."""

MOST_BLOCKS = 3
"""Blocks of each that are watched: the first, a middle one, the last."""

SECONDS = 60.0
"""What all runs may take."""

SHARE = 0.4
"""Of the time that is left (--timeout), for all of them: the verification comes behind them."""

SECONDS_OF_RUN = 25.0
"""What one run may take, host code included."""


def watched_blocks(number: int) -> tuple[int, ...]:
    """The blocks of a launch that are watched, of so many."""
    return tuple(dict.fromkeys((0, number // 2, number - 1)))


class WatchedLaunches:
    """Has launches of a machine watched that were not before: one for each kernel, size and numbers among the
    arguments."""

    def __init__(self, machine: Machine, inner: LaunchRunner | None, watched: "Watched") -> None:
        self._m = machine
        self._inner = inner
        self._watched = watched
        self.watcher = WarpWatcher(machine.execution)
        self.threads: dict[int, int] = {}
        self.takes_any = True
        self.until: int | None = None
        watched.runs.append(self)

    @property
    def taken(self) -> int:
        return 0 if self._inner is None else self._inner.taken

    def run(self, plan: Plan, by: Thread) -> bool:
        """False for a launch that is watched."""
        if self._watched.is_wanted(plan):
            self._watch(plan, by)
            return False
        known = plan.shape.is_known and by.path is True
        if self._inner is None or not (known or self._inner.takes_any):
            return False
        return self._inner.run(plan, by)

    def _watch(self, plan: Plan, by: Thread) -> None:
        number, all_blocks = by.id.launch, prod(plan.shape.most[:3])
        threads = self.threads[number] = prod(plan.shape.most[3:])
        blocks = watched_blocks(all_blocks)
        self.watcher.watch(WatchedLaunch(plan.function.display, number, blocks, all_blocks))
        if all_blocks * threads > SMALL and len(blocks) < all_blocks and not plan.cooperative:
            part = PartOfLaunch(tuple((block, None) for block in blocks), "the blocks that are watched have run")
            self._m.execution.device.parts[number] = part


SIZE = "as their size depends on inputs"


@dataclass(slots=True)
class Watched:
    """What was watched so far, in all runs; `keys` are the launches, each with its kernel first, and `left_out` kernels
    of which some were not, and why."""

    runs: list[WatchedLaunches]
    keys: set[tuple[object, ...]]
    left_out: dict[tuple[str, str], None]

    def is_wanted(self, plan: Plan) -> bool:
        """Is the launch one that was not watched yet? It is then."""
        name, display = plan.function.name, plan.function.display
        if not plan.shape.is_known:
            self.left_out[name, f"launches of {display} were not watched, {SIZE}"] = None
            return False
        numbers = tuple(arg for arg in plan.args if isinstance(arg, int | float))
        key = (name, plan.shape.most, plan.shmem, numbers)
        if key in self.keys:
            return False
        if len(self.keys) >= MOST_LAUNCHES or sum(other[0] == name for other in self.keys) >= MOST_OF_KERNEL:
            self.left_out[name, f"no launch of {display} was watched, as there are too many before it"] = None
            return False
        self.keys.add(key)
        return True


def advise(program: Program, options: Options, settings: Settings) -> AdviceReport:
    """Watch launches of a program, in the run in which its surroundings are known, and say what could be faster."""
    watched, missing = Watched([], set(), {}), dict[str, None]()
    left = remaining()
    try:
        with deadline(SECONDS if left is None else min(SECONDS, left * SHARE)):
            while _goes_on(program, options, settings, watched, missing):
                pass
    except ResourceError as error:
        missing[f"not all launches were watched: {error.message}"] = None
    seen = {key[0] for key in watched.keys}
    missing.update(dict.fromkeys(why for (name, why) in watched.left_out if why.endswith(SIZE) or name not in seen))
    return _report(watched, missing)


def _goes_on(
    program: Program, options: Options, settings: Settings, watched: Watched, missing: dict[str, None]
) -> bool:  # fmt: skip
    """One run. Did it end at a launch of which only some blocks ran, so that there may be others?"""
    asked, known = known_run(replace(options, prove=False, replay=None, strategy="exhaustive"), settings)
    enabled = frozenset(prop for prop in PROPERTIES.values() if prop.id in OF_MEMORY)
    run = Verification(program, asked, replace(known, enabled=enabled, warp_sync=0, two_threads=False))
    run.deciding, before = False, len(watched.keys)
    try:
        with deadline(SECONDS_OF_RUN):
            run.watch_launches(partial(_runner, watched=watched))
    except PartIsOver:
        return len(watched.keys) > before
    except (CudabmcError, MemoryError) as error:
        if remaining() == 0:
            raise ResourceError("time ran out") from None
        why = error.message if isinstance(error, CudabmcError) else "memory ran out"
        missing[f"a run that watches launches has ended early: {why}"] = None
        return len(watched.keys) > before
    finally:
        run.oracle.close()
        for one in watched.runs[-1:]:
            one.watcher.finish(one.threads)
    return False


def _runner(machine: Machine, watched: Watched) -> LaunchRunner:
    return WatchedLaunches(machine, machine.at_once, watched)


def _report(watched: Watched, missing: dict[str, None]) -> AdviceReport:
    watchers = [one.watcher for one in watched.runs]
    launches = [launch for watcher in watchers for launch in watcher.launches.values()]
    for launch in launches:
        if not launch.whole:
            missing[f"launch {launch.number} of {launch.kernel} was watched in part: not all threads have ended"] = None
    for watcher in watchers:
        for number, count in watcher.unsure.items():
            kernel = watcher.launches[number].kernel
            some = "1 access or branch" if count == 1 else f"{count} accesses and branches"
            depend = "depends" if count == 1 else "depend"
            missing[f"{some} of {kernel} that {depend} on inputs, in launch {number}"] = None
    return AdviceReport(sorted_advice(_advice(watchers)), tuple(launches), tuple(missing))


def _advice(watchers: list[WarpWatcher]) -> Iterator[Advice]:
    yield from of_requests(request for watcher in watchers for request in watcher.requests.values())
    work = {number: watcher.work_of(number) for watcher in watchers for number in watcher.launches}
    yield from of_branches((branch for watcher in watchers for branch in watcher.branches.values()), work)
    kernels: dict[str, dict[int, list[BlockHistory]]] = defaultdict(lambda: defaultdict(list))
    for watcher in watchers:
        for (number, _), history in watcher.histories.items():
            kernels[watcher.launches[number].kernel][number].append(history)
    yield from of_barriers(kernels)
