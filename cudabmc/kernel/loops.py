"""The loops of a graph."""

from collections.abc import Mapping

from cudabmc.goto.natural_loop import members
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.late_dataclass import dataclass


class IrreducibleError(Exception):
    """A loop with two entries."""


@dataclass(frozen=True, slots=True)
class NaturalLoop:
    """The blocks of the loop with this head; `outer` is the head of the next loop around it, None if there is none."""

    head: int
    blocks: frozenset[int]
    outer: int | None


def natural_loops(flow: ControlFlow) -> dict[int, NaturalLoop]:
    """The loops by their heads, outer ones before inner ones. Loops with one head count as one.

    Raises IrreducibleError. In a reducible graph two loops with different heads are nested or have nothing in common
    (Aho, Sethi and Ullman, Compilers, 1986, section 10.4).
    """
    found: dict[int, NaturalLoop] = {}
    for head in flow.order:
        tails = [b for b in flow.before[head] if flow.number[b] >= flow.number[head]]
        if any(not flow.dominates(head, tail) for tail in tails):
            raise IrreducibleError
        if tails:
            around = [loop.head for loop in found.values() if head in loop.blocks]
            found[head] = NaturalLoop(head, members(head, tails, flow.before), around[-1] if around else None)
    return found


def innermost(loops: Mapping[int, NaturalLoop], block: int) -> NaturalLoop | None:
    """The innermost of the loops of a graph with a block."""
    around = [loop for loop in loops.values() if block in loop.blocks]  # outer ones come first
    return around[-1] if around else None
