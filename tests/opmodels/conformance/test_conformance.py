"""The models keep to the documents: every case of the files of this folder, and a case of each kind for every model."""

from pathlib import Path
from zlib import crc32

import pytest
from case_coverage import callable_models, covered, is_complete, names_in_headers, pending
from case_file import Case, all_cases
from case_run import check

CASES = all_cases()
SHORT_OF = 30
"""One case in so many is run in the short set, the same ones every time; -m long runs the others."""
SHRINK = "python tests/opmodels/conformance/case_coverage.py"


def _is_short(case: Case) -> bool:
    """By the text of its head: where it stands in the file changes too often."""
    return crc32(f"{case.file} {case.expect} {case.prop} {case.names}".encode()) % SHORT_OF == 0


def _parameters() -> list[object]:
    return [pytest.param(c, id=c.id, marks=[] if _is_short(c) else [pytest.mark.long]) for c in CASES]


@pytest.mark.parametrize("case", _parameters())
def test_a_case_is_answered_as_it_says(case: Case, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("case", [c for c in CASES if "--frontend" not in c.options], ids=lambda case: case.id)
def test_a_case_is_answered_alike_through_clang(case: Case, tmp_path: Path) -> None:
    check(case, tmp_path, "--frontend", "clang")


def test_every_model_has_a_silent_and_a_firing_case() -> None:
    kinds = covered(CASES)
    lacking = {name for name in callable_models() if not is_complete(kinds.get(name, set()))}
    assert lacking - set(pending()) == set(), "write a silent and a firing case for each (see case_file.py)"


def test_the_list_of_what_lacks_cases_only_shrinks() -> None:
    done = {name for name, kinds in covered(CASES).items() if is_complete(kinds)}
    assert done & set(pending()) == set(), SHRINK
    assert set(pending()) <= set(callable_models()), SHRINK
    assert pending() == sorted(set(pending()))


def test_cases_are_about_functions_that_exist() -> None:
    exists = callable_models().keys() | names_in_headers()
    named = {name for case in CASES if case.expect != "unsupported" for name in case.names}
    assert {name for name in named if name.split("::")[-1].removeprefix("~") not in exists} == set()
