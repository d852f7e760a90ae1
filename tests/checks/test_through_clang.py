"""The clang front end gives the answers that the c front end gives: the same programs, the same marked lines."""

from pathlib import Path

import pytest

from tests.checks import (
    test_alignment,
    test_barriers,
    test_conditional_order,
    test_counting_waits,
    test_interference,
    test_memory,
    test_nested_launches,
    test_races,
    test_stray_pointers,
    test_symbolic,
    test_synchronisation,
    test_uninitialised,
    test_validated_reads,
)
from tests.checks.program_cases import Case, cases, check, run

COLLECTIONS = (
    test_races.PROGRAMS, test_synchronisation.PROGRAMS, test_barriers.PROGRAMS, test_symbolic.PROGRAMS,
    test_interference.PROGRAMS, test_conditional_order.PROGRAMS, test_memory.PROGRAMS,
    test_stray_pointers.PROGRAMS, test_validated_reads.PROGRAMS, test_alignment.PROGRAMS,
    test_counting_waits.PROGRAMS, test_uninitialised.PROGRAMS, test_nested_launches.PROGRAMS,
)  # fmt: skip
ALL = [parameter for programs in COLLECTIONS for parameter in cases(programs)]
STEP = 80
"""One program in so many is looked at in every run."""


def compare(case: Case, folder: Path) -> None:
    check(case, run(case, folder, "--frontend=clang"))


@pytest.mark.parametrize("case", ALL[STEP // 2 :: STEP])
def test_answers_are_those_that_the_programs_name(case: Case, tmp_path: Path) -> None:
    compare(case, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("case", ALL)
def test_answers_to_all_programs_are_those_that_they_name(case: Case, tmp_path: Path) -> None:
    compare(case, tmp_path)
