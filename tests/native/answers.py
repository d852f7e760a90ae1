"""What a program is answered with machine code and without it: it must be the same in every detail."""

import re
from dataclasses import dataclass, fields, replace

from cudabmc import terms
from cudabmc.goto.program import Program, Space
from cudabmc.options.table import Options
from cudabmc.process.limits import limits
from cudabmc.state.state import State
from cudabmc.verification.passes import Verification
from cudabmc.verification.question import settings_of
from tests.native.kernels.answers import Answer, bytes_of, told

_OF_A_KERNEL = re.compile(r"@\d+$|~[1-9]\d*$")
"""The sites of shared memory, and of variables of threads that are not the host's."""


@dataclass(frozen=True)
class HostAnswer:
    """Beside an answer what was printed, how many interleavings there are, and for each final state the numbers of
    objects and how many each site has made, but for memory of kernels: a launch that runs at once makes none."""

    answer: Answer
    printed: object
    interleavings: int
    made: tuple[object, ...]


def answer(program: Program, options: Options, seconds: float | None = None) -> tuple[HostAnswer, int]:
    """The answer, and how many pieces of machine code were made."""
    with terms.terms_of_a_run(), limits(seconds):
        run = Verification(program, options, settings_of(options))
        run.final_states = []
        result = run.run()
        memories = tuple(_memory(state) for state in run.final_states)
        made = tuple(_made(state) for state in run.final_states)
    printed = run.outcomes.printed
    return HostAnswer(told(result, memories), printed, result.statistics.interleavings, made), run.compiled.pieces


def compare(program: Program, options: Options, seconds: float | None = None) -> tuple[HostAnswer, int]:
    """The answer with machine code, after a comparison with the one without it, unless one of them takes too long."""
    native, pieces = answer(program, replace(options, native=True), seconds)
    plain, none = answer(program, replace(options, native=False), seconds)
    assert none == 0
    if not any(told.answer.reason.startswith("time ran out") for told in (native, plain)):
        assert native == plain, [getattr(native, name) for name in _differing(native, plain)]
    return native, pieces


def _differing(a: HostAnswer, b: HostAnswer) -> list[str]:
    return [field.name for field in fields(HostAnswer) if getattr(a, field.name) != getattr(b, field.name)]


def _memory(state: State) -> tuple[object, ...]:
    """The bytes of all objects that live but those of kernels and functions; one that is zero may not have been asked
    for."""
    left_out = (Space.SHARED, Space.LOCAL, Space.HOST_STACK, Space.CODE)
    objects = [o for o in state.objects.values() if o.space not in left_out and o.is_live]
    return tuple(sorted((o.key, o.id, sorted(held.items())) for o in objects if any((held := bytes_of(o)).values())))


def _made(state: State) -> object:
    allocation = state.allocation
    sites = [(site, count) for site, count in allocation.sites.items() if not _OF_A_KERNEL.search(site)]
    return allocation.next_id, sorted(sites), len(allocation.stack)
