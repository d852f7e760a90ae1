"""The two front ends say the same about a program: verdict, properties, lines, schedules, output, memory."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from final_memory import Bytes, final_memory, shared_name

from cudabmc.command.arguments import parse_arguments
from cudabmc.frontend.load import load_with
from cudabmc.options.table import Options
from cudabmc.result import HAS_LEFT, Place, Result
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of

ROOT = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(ROOT))
from expectation import programs, read_expectation  # noqa: E402

QUICK = (
    "host/error_handling",
    "inputs/table_lookup_off_by_one",
    "memory/list_freed_too_early",
    "memory/shallow_copy",
    "races/flag_without_fence",
    "sync/staged_pipeline",
    "textbook/deviation_sign",
)
"""Programs of several folders that take a fraction of a second."""


_ADDRESS = re.compile("0x[0-9a-f]+")
"""Programs print addresses, which depend on what else there is."""


@dataclass(frozen=True)
class Answer:
    """What must not depend on the front end."""

    verdict: str
    violations: tuple[tuple[str, tuple[int, ...], str], ...]  # property, lines, object
    kernels: tuple[str, ...]
    interleavings: int
    remarks: tuple[str, ...]
    printed: tuple[str, ...]


def _answer(result: Result) -> Answer:
    return Answer(
        result.verdict.value,
        tuple(sorted(
            (v.prop, tuple(_line(place) for place in v.places), shared_name(v.object.name) if v.object else "")
            for v in result.violations
        )),
        result.kernels,
        result.statistics.interleavings,
        (*sorted(result.assumptions), *result.warnings, result.reason),
        tuple(_ADDRESS.sub("0x", v.output) for v in result.violations),
    )  # fmt: skip


def _line(place: Place) -> int:
    """Clang lets all `return` of a function end at its closing brace, so the place of an end may differ."""
    return 0 if place.action == HAS_LEFT else place.loc.line


def _run(files: Sequence[str], options: Options) -> tuple[Answer, list[dict[str, Bytes]]]:
    run = Verification(load(files, options), options, settings_of(options))
    run.final_states = []
    answer = _answer(run.run())
    return answer, [final_memory(state) for state in run.final_states]


def compare(path: Path) -> None:
    """Both answers, and what is in memory at the end of each schedule."""
    command = parse_arguments([*read_expectation(path).options, str(path)])
    if load_with(command.files, command.options).frontend == "clang":
        pytest.skip("C++, which one front end alone takes")
    through_c, left_by_c = _run(command.files, replace(command.options, frontend="c"))
    through_clang, left_by_clang = _run(command.files, replace(command.options, frontend="clang"))

    assert through_clang == through_c
    races = any(prop == "data-race" for prop, *_ in through_c.violations)
    for by_c, by_clang in zip(left_by_c, left_by_clang, strict=True):
        if races:
            assert _known_to_both(by_c, by_clang) == _known_to_both(by_clang, by_c)
        else:
            assert _common(by_clang, by_c) == by_c


def _common(memory: dict[str, Bytes], known: dict[str, Bytes]) -> dict[str, Bytes]:
    """Without the variables of the C++ run time, which a program in C does not have."""
    return {name: content for name, content in memory.items() if name in known}


def _known_to_both(memory: dict[str, Bytes], other: dict[str, Bytes]) -> dict[str, Bytes]:
    """The bytes that depend on no input for either: which do may differ behind a race, with the order of operations."""
    found: dict[str, Bytes] = {}
    for name in memory.keys() & other.keys():
        known = (at for at, byte in other[name].items() if isinstance(byte, int))
        found[name] = {at: memory[name][at] for at in known if isinstance(memory[name].get(at), int)}
    return found


def _parameter(path: Path) -> object:
    name = str(path.relative_to(ROOT).with_suffix(""))
    return pytest.param(path, id=name, marks=[] if name in QUICK else [pytest.mark.long])


@pytest.mark.parametrize("path", [_parameter(path) for path in programs()])
def test_a_program_gets_the_same_answer_from_both(path: Path) -> None:
    compare(path)
