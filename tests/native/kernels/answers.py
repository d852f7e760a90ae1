"""What a program is answered with launches as machine code, and without."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cudabmc import terms
from cudabmc.goto.program import Program, Space
from cudabmc.native.kernels import launch_memory, repeated, shares
from cudabmc.native.kernels.launch_memory import LaunchMemory
from cudabmc.native.kernels.repeated import LaunchEffect, LaunchKey, RepeatedLaunches
from cudabmc.native.layout import RunContext
from cudabmc.options.table import Options
from cudabmc.process import cores
from cudabmc.process.limits import limits
from cudabmc.result import Result
from cudabmc.state.address_space import encode
from cudabmc.state.memory import MemObject, byte_of, to_bits
from cudabmc.state.state import State
from cudabmc.state.value import Pointer, Value
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of


def change_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every array counts as large: launches change it in place, and its contents are not kept."""
    monkeypatch.setattr(launch_memory, "LARGE", 0)
    monkeypatch.setattr(repeated, "LARGE", 0)


def look_at_small_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every array it is asked whether it needs stamps."""
    monkeypatch.setattr(launch_memory, "WORTH_A_LOOK", 0)


def share_out(monkeypatch: pytest.MonkeyPatch, count: int) -> list[range]:
    """So many cores share every launch out that they may. The blocks of all shares but the first are told; that grows
    with the launches."""
    monkeypatch.setattr(cores, "usable", lambda: count)
    monkeypatch.setattr(shares, "WORTH", 0)
    found: list[range] = []
    original = shares.Share.__init__

    def made(self: shares.Share, memory: LaunchMemory, blocks: range, goes_on: Callable[[RunContext], int]) -> None:
        original(self, memory, blocks, goes_on)
        found.append(blocks)

    monkeypatch.setattr(shares.Share, "__init__", made)
    return found


def repeated_launches(monkeypatch: pytest.MonkeyPatch, told: Callable[[LaunchKey], str]) -> list[str]:
    """What is told of the launches that do not run, since they repeat an earlier one; it grows with them."""
    found: list[str] = []
    original = RepeatedLaunches.find

    def find(self: RepeatedLaunches, key: LaunchKey, roles: tuple[int, ...]) -> LaunchEffect | None:
        effect = original(self, key, roles)
        if effect is not None:
            found.append(told(key))
        return effect

    monkeypatch.setattr(RepeatedLaunches, "find", find)
    return found


@dataclass(frozen=True)
class Answer:
    """`violations` are properties with their lines, `memories` the bytes that objects hold in the end."""

    verdict: str
    reason: str
    violations: frozenset[tuple[str, tuple[tuple[str, int], ...]]]
    assumptions: frozenset[str]
    warnings: frozenset[str]
    memories: tuple[object, ...]

    @property
    def properties(self) -> set[str]:
        """Those that are violated."""
        return {prop for prop, _ in self.violations}


def answer(program: Program, options: Options, seconds: float | None = None) -> tuple[Answer, int]:
    """The answer after at most so many seconds, and how many launches ran at once."""
    with terms.terms_of_a_run(), limits(seconds):
        run = Verification(program, options, settings_of(options))
        run.final_states = []
        result = run.run()
        memories = tuple(_memory(state) for state in run.final_states)
    taken = 0 if run.machine.at_once is None else run.machine.at_once.taken
    return told(result, memories), taken


def compare(program: Program, options: Options, seconds: float | None = None) -> tuple[Answer, int]:
    """The same, after a comparison with the answer of the interpreter, unless one of them takes longer than that."""
    with_it, taken = answer(program, replace(options, native=True), seconds)
    without, none = answer(program, replace(options, native=False), seconds)
    assert none == 0
    if not any(given.reason.startswith("time ran out") for given in (with_it, without)):
        assert with_it == without
    return with_it, taken


def compare_source(folder: Path, text: str, frontend: str = "c", check: tuple[str, ...] = ()) -> tuple[Answer, int]:
    """The same for a program whose kernel has one order."""
    source = folder / "kernel.cu"
    source.write_text(text)
    options = Options(context_bound=0, max_interleavings=20, frontend=frontend, check=check)
    return compare(load([str(source)], options), options)


def told(result: Result, memories: tuple[object, ...]) -> Answer:
    """An answer as it is compared."""
    places = frozenset((v.prop, tuple((p.loc.file, p.loc.line) for p in v.places)) for v in result.violations)
    assumptions, warnings = frozenset(result.assumptions), frozenset(result.warnings)
    return Answer(result.verdict.value, result.reason, places, assumptions, warnings, memories)


def _memory(state: State) -> tuple[object, ...]:
    """The bytes of global memory; a variable that is zero may not have been asked for."""
    common = [o for o in state.objects.values() if o.common and o.space is not Space.SHARED]
    return tuple(sorted((o.name, sorted(held.items())) for o in common if any((held := bytes_of(o)).values())))


def _address(pointer: Value) -> int:
    """What stands for a pointer; one that depends on inputs is none that is compared."""
    return (encode(pointer) or 0) if isinstance(pointer, Pointer) else 0


def bytes_of(obj: MemObject) -> dict[int, int]:
    """The bytes of an object, as far as they are known. One that nobody has set may be in a cell or in none."""
    filled = obj.size if isinstance(obj.untouched, int) and isinstance(obj.size, int) else 0
    found = dict.fromkeys(range(filled), obj.untouched)
    for offset, (kind, value) in obj.cells.items():
        bits = to_bits(value, kind, _address)
        found |= {offset + i: byte_of(bits, kind.size, i) for i in range(kind.size)}
    return {offset: byte for offset, byte in found.items() if isinstance(byte, int)}
