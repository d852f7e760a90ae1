"""`python -m tests.random_programs --count 10000 --seed 0`: a campaign."""

import argparse
import os
import sys
from collections import Counter

from tests.random_programs.campaign import Shown, campaign, now, summary


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.random_programs", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many")
    parser.add_argument("--jobs", type=int, default=2, help="processes beside each other")
    parser.add_argument("--shrink", type=float, default=60.0, help="seconds to make a program small")
    given = parser.parse_args()
    os.nice(5)
    counts: Counter[str] = Counter()
    shown: list[Shown] = []
    start = now()
    seeds = range(given.seed, given.seed + given.count)
    for seed, outcome in campaign(seeds, given.jobs, given.shrink):
        if (seed - given.seed) % 200 == 199:
            print(f"{seed - given.seed + 1} programs in {now() - start:.0f} s", flush=True)
        counts += outcome.counts
        shown += outcome.shown
        for line in outcome.weak:
            print(line, flush=True)
        for s in outcome.shown:
            print(tell(s), flush=True)
    print(summary(counts, now() - start))
    print(f"{len(shown)} of {given.count} programs show an error")
    return 1 if shown else 0


def tell(s: Shown) -> str:
    head = f"==== seed {s.seed}: {s.disagreement.kind.value}: {s.disagreement.text}\n     {s.settings.options}"
    lines = [f"{n:4} {line}" for n, line in enumerate(s.source.splitlines(), 1)]
    return "\n".join([head, *lines])


if __name__ == "__main__":
    sys.exit(main())
