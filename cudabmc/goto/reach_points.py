"""The places of a function at which coverage looks: who comes there has reached what follows up to the next one.

    0  r1 = a + b         @ 3    point            a block begins
    1  r2 = r1 * c        @ 3
    2  store r2           @ 4    point            another line
    3  call f             @ 4
    4  r3 = load          @ 4    point            f need not come back
    5  if r3 goto 8       @ 5    point, branch
"""

from collections.abc import Iterator
from enum import IntEnum

from cudabmc.goto.cfg import successors
from cudabmc.goto.op import Op
from cudabmc.goto.program import (
    THREAD_VARIABLES,
    Alloca,
    Assign,
    Branch,
    Call,
    Dead,
    Declare,
    Function,
    Goto,
    Instruction,
    Launch,
    Load,
    Reg,
    Symbol,
    Undef,
    Unreachable,
)
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location

OWN = "__cudabmc_"
"""What the names of variables begin with that front ends make for themselves."""


class Way(IntEnum):
    """What is reached at an instruction: the instruction itself, or a side of it, if it is a branch."""

    HERE = 0
    THEN = 1
    ELSE = 2


@dataclass(frozen=True, slots=True)
class ReachPoints:
    """The `points` of a function: each has reached the instructions from it up to the next one in the text. The first
    instruction always is one. `branches` are those whose sides are looked at."""

    points: frozenset[int]
    branches: frozenset[int]


NO_POINTS = ReachPoints(frozenset(), frozenset())


def reach_points(function: Function) -> ReachPoints:
    """The points and branches of a function; none if it is of a library, or made by ourselves."""
    body = function.body
    if function.library or not function.loc.file or not body:
        return NO_POINTS
    return ReachPoints(
        frozenset({0, *_points(body)}), frozenset(pc for pc in range(len(body)) if is_counted_branch(body, pc))
    )


def is_counted(body: tuple[Instruction, ...], pc: int) -> bool:
    """Does something happen there that a line of the source says? The end of a loop that jumps to its beginning says
    nothing of the line where the loop begins."""
    i = body[pc]
    if i.loc.line <= 0 or isinstance(i, Alloca | Declare | Dead | Unreachable):
        return False
    if isinstance(i, Goto) and i.target <= pc:
        return i.loc.line > body[i.target].loc.line  # `continue`
    return not (isinstance(i, Assign) and i.op is Op.COPY and isinstance(i.args[0], Undef))


def is_counted_branch(body: tuple[Instruction, ...], pc: int) -> bool:
    """Is it a branch of the source? What front ends ask by themselves is none, such as whether a call has thrown."""
    i = body[pc]
    if not isinstance(i, Branch) or i.then == i.orelse or i.loc.line <= 0:
        return False
    return not any(isinstance(i.cond, Reg) and _asks(one, i.cond.index, body, pc) for one in body[max(pc - 2, 0) : pc])


def _asks(i: Instruction, condition: int, body: tuple[Instruction, ...], pc: int) -> bool:
    """Does an instruction compute the condition from a variable of ours, which is loaded just before it?"""
    if not isinstance(i, Assign) or i.dst != condition:
        return False
    loads = (one for one in body[max(pc - 3, 0) : pc] if isinstance(one, Load) and isinstance(one.addr, Symbol))
    return any(Reg(one.dst) in i.args and isinstance(one.addr, Symbol) and one.addr.name.startswith(OWN)
               for one in loads)  # fmt: skip


def lines(function: Function) -> Iterator[tuple[Location, int]]:
    """Each place of the source that has code, with the point that reaches it; a place may come more than once. The
    head of the function is reached where the function is entered."""
    points = reach_points(function).points
    if not points:
        return
    if function.loc.line > 0:
        yield function.loc, 0
    last = 0
    for pc, i in enumerate(function.body):
        if pc in points:
            last = pc
        if is_counted(function.body, pc):
            yield i.loc, last


def _points(body: tuple[Instruction, ...]) -> Iterator[int]:
    leaders = set[int]().union(*(successors(body, pc) for pc, i in enumerate(body) if isinstance(i, Goto | Branch)))
    seen: set[tuple[str, int]] = set()
    for pc, i in enumerate(body):
        begins = pc == 0 or pc in leaders or _may_not_come_back(body[pc - 1])
        if begins:
            seen.clear()
            yield pc
        place = i.loc.file, i.loc.line
        if is_counted(body, pc):
            if not begins and place not in seen:
                yield pc
            seen.add(place)


def _may_not_come_back(i: Instruction) -> bool:
    """Is what follows not always executed after the instruction?"""
    if isinstance(i, Call):
        return i.callee not in THREAD_VARIABLES
    return isinstance(i, Launch | Goto | Branch)
