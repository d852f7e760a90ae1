"""Many random programs, and what they showed."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from tests.random_programs.generator.program import random_program
from tests.random_programs.judge import Disagreement, Judgement, Kind, judge
from tests.random_programs.language.tree import Program
from tests.random_programs.settings import Settings, random_settings
from tests.random_programs.shrink import shrink

ERRORS = frozenset({Kind.MISSED, Kind.FALSE_ALARM, Kind.INCOMPLETE, Kind.CRASH, Kind.REFUSED})


@dataclass
class Shown:
    """What a seed showed, with the smallest program that still shows it."""

    seed: int
    settings: Settings
    disagreement: Disagreement
    source: str


@dataclass
class Outcome:
    counts: Counter[str] = field(default_factory=Counter)
    shown: list[Shown] = field(default_factory=list)
    weak: list[str] = field(default_factory=list)  # answers that are no error, but could be better


def try_seed(seed: int, shrink_seconds: float = 0.0) -> Outcome:
    """The program of this seed; what it shows is shrunk for some time."""
    program, settings = random_program(seed), random_settings(seed)
    judgement = judge(program, settings)
    outcome = Outcome(judgement.counts)
    outcome.weak = [f"seed {seed}: {d.kind.value}: {d.text}" for d in judgement.disagreements if d.kind not in ERRORS]
    errors = [d for d in judgement.disagreements if d.kind in ERRORS]
    if errors:
        disagreement, source = smallest(program, settings, judgement, errors[0], shrink_seconds)
        outcome.shown.append(Shown(seed, settings, disagreement, source))
    return outcome


def smallest(
    program: Program, settings: Settings, judgement: Judgement, wanted: Disagreement, seconds: float
) -> tuple[Disagreement, str]:
    best = [(wanted, judgement.source)]

    def shows(candidate: Program) -> bool:
        try:
            found = judge(candidate, settings)
        except Exception:  # the change made a tree that is no program
            return False
        same = [d for d in found.disagreements if alike(d, wanted)]
        if same:
            best.append((same[0], found.source))
        return bool(same)

    if seconds:
        shrink(program, shows, seconds)
    return best[-1]


def alike(a: Disagreement, b: Disagreement) -> bool:
    if a.kind is not b.kind:
        return False
    if a.kind is Kind.REFUSED:
        return a.text == b.text
    return a.text.split()[0] == b.text.split()[0]


def campaign(seeds: Iterable[int], processes: int, shrink_seconds: float) -> Iterator[tuple[int, Outcome]]:
    """All seeds, in processes beside each other; as they are done."""
    seeds = list(seeds)
    if processes == 1:
        for seed in seeds:
            yield seed, try_seed(seed, shrink_seconds)
        return
    with ProcessPoolExecutor(processes) as pool:
        times = [shrink_seconds] * len(seeds)
        yield from zip(seeds, pool.map(try_seed, seeds, times, chunksize=4), strict=True)


def summary(counts: Counter[str], seconds: float) -> str:
    lines = [f"{name}: {count}" for name, count in sorted(counts.items())]
    return "\n".join([*lines, f"seconds: {seconds:.0f}"])


def now() -> float:
    return time.monotonic()
