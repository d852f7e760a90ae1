"""The pairs of benchmarks/equivalence: the simple kernel and the fast one leave the same, the faulty one does not."""

import pytest

from benchmarks.measure.equivalence import pairs, words_of
from cudabmc import Options, Result, Verdict
from cudabmc.command.arguments import parse_arguments
from cudabmc.verification.pipeline import verify

SHORT = {"transpose_32", "sum_16", "scan_naive"}
NOT_PROVED = {"compaction", "histogram"}
"""Whose terms the solver does not find equal: where an element goes depends on all elements before it."""

OPEN = {"compaction", "histogram", "transpose_padding"}
"""What is not proved for every launch."""

NAMES = [
    pytest.param(path, marks=() if path.stem in SHORT else pytest.mark.long, id=path.stem) for path in pairs()
]


def compared(path: object, second: str, **options: object) -> Result:
    words = ["--kernel", f"simple,{second}", *words_of(path)]  # type: ignore[arg-type]
    asked = Options.from_mapping({"equivalent": True, **options}, parse_arguments(words).options)
    return verify([str(path)], asked)


@pytest.mark.parametrize("path", NAMES)
def test_the_fast_kernel_leaves_the_same_as_the_simple_one(path: object) -> None:
    if getattr(path, "stem", "") in NOT_PROVED:
        pytest.skip("the solver gives up")
    result = compared(path, "fast")
    assert result.verdict is Verdict.SUCCESSFUL, result


@pytest.mark.parametrize("path", NAMES)
def test_the_faulty_kernel_leaves_something_else(path: object) -> None:
    result = compared(path, "faulty")
    assert result.verdict is Verdict.FAILED, result
    assert [v.prop for v in result.violations] == ["assertion"]


@pytest.mark.long
@pytest.mark.parametrize("path", NAMES)
def test_pairs_are_proved_for_every_launch_and_faulty_ones_are_not(path: object) -> None:
    for second in ("fast", "faulty"):
        asked = Options.from_mapping({"equivalent": True, "prove": True, "kernel": f"simple,{second}"})
        verdict = verify([str(path)], asked).verdict
        proved = second == "fast" and getattr(path, "stem", "") not in OPEN
        assert (verdict is Verdict.SUCCESSFUL) == proved
        assert second == "faulty" or verdict is not Verdict.FAILED
