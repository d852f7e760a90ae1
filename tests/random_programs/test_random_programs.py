"""Random programs, answered by cudabmc and by an oracle that executes them for all inputs.

The short set tries other programs in each run; a failure names its seed: `python -m tests.random_programs --seed N
--count 1` shows it, made small.
"""

import random

import pytest

from tests.random_programs.campaign import campaign


def verdicts(seeds: range, processes: int) -> None:
    shown = [s for _, outcome in campaign(seeds, processes, shrink_seconds=30) for s in outcome.shown]
    text = "\n".join(f"seed {s.seed}, {s.settings.options}: {s.disagreement}\n{s.source}" for s in shown)
    assert not shown, text


def test_random_programs_are_answered_as_the_oracle_answers_them() -> None:
    first = random.SystemRandom().randrange(10**9)
    verdicts(range(first, first + 12), 1)


@pytest.mark.long
def test_two_thousand_random_programs_are_answered_as_the_oracle_answers_them() -> None:
    verdicts(range(2000), 2)
