"""Partial-order reduction changes no answer: the programs that are marked `por-too`."""

from pathlib import Path

import pytest

from tests.checks import (
    test_barriers,
    test_clusters,
    test_conditional_order,
    test_counting_waits,
    test_interference,
    test_races,
    test_symbolic,
    test_synchronisation,
)
from tests.checks.program_cases import Case, check, run, unreduced

COLLECTIONS = (
    test_races.PROGRAMS, test_synchronisation.PROGRAMS, test_barriers.PROGRAMS, test_symbolic.PROGRAMS,
    test_interference.PROGRAMS, test_conditional_order.PROGRAMS, test_counting_waits.PROGRAMS,
    test_clusters.PROGRAMS,
)  # fmt: skip


@pytest.mark.one_in(2)
@pytest.mark.parametrize("case", unreduced(*COLLECTIONS))
def test_the_answer_is_the_same_without_reduction(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path, "--no-por", "--max-interleavings=100000"))
