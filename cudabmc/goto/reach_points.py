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
    Const,
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
from cudabmc.goto.registers import set_by, used
from cudabmc.goto.types import IntType
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
    counted = _counted(function)
    branches = frozenset(pc for pc in counted if _is_branch(body, pc))
    return ReachPoints(frozenset({0, *_points(body, counted)}), branches)


def place_of(body: tuple[Instruction, ...], pc: int) -> Location:
    """The place in the source of what an instruction does. A branch stands where its condition is computed: compilers
    put it at the operator or the loop that the condition is of."""
    before = body[pc - 1] if pc else None
    if isinstance(body[pc], Branch) and isinstance(before, Assign | Load | Call) and before.loc.line > 0:
        branch = body[pc]
        assert isinstance(branch, Branch)
        if before.dst is not None and branch.cond == Reg(before.dst):
            return before.loc
    return body[pc].loc


def _counted(function: Function) -> frozenset[int]:
    """The instructions by which something happens that a line of the source says. Jumps are not among them: front ends
    fold some, and give to others the line of the statement that they end."""
    own = _ways_out(function)
    return frozenset(
        pc for pc, i in enumerate(function.body)
        if i.loc.line > 0 and not isinstance(i, Alloca | Declare | Dead | Unreachable | Goto)
        and not (isinstance(i, Assign) and i.op is Op.COPY and isinstance(i.args[0], Undef))
        and not (isinstance(i, Assign) and (i.dst in own or any(Reg(one) in i.args for one in own)))
        and not (isinstance(i, Branch) and _is_set_by(function.body, pc, own))
    )  # fmt: skip


def _ways_out(function: Function) -> frozenset[int]:
    """The registers in which a compiler keeps how a scope is left, until what is in it has ended: the source has no
    name for them, and they are only set to numbers and compared with numbers."""
    named = {i.reg for i in function.body if isinstance(i, Declare)} | set(range(len(function.params)))
    found = {
        i.dst for i in function.body
        if isinstance(i, Assign) and i.op is Op.COPY and isinstance(i.type, IntType) and isinstance(i.args[0], Const)
    } - named  # fmt: skip
    for i in function.body if found else ():
        is_set = isinstance(i, Assign) and i.op is Op.COPY and isinstance(i.args[0], Const)
        if not is_set:
            found.discard(set_by(i) or 0)
        is_compared = isinstance(i, Assign) and i.op is Op.EQ and any(isinstance(a, Const) for a in i.args)
        if not is_compared:
            found -= {o.index for o in used(i) if isinstance(o, Reg)}
    return frozenset(found)


def _is_set_by(body: tuple[Instruction, ...], pc: int, registers: frozenset[int]) -> bool:
    """Does a branch ask what such a register holds?"""
    i, before = body[pc], body[pc - 1] if pc else None
    assert isinstance(i, Branch)
    if not isinstance(before, Assign) or i.cond != Reg(before.dst):
        return False
    return any(isinstance(a, Reg) and a.index in registers for a in before.args)


def _is_branch(body: tuple[Instruction, ...], pc: int) -> bool:
    """Is it a branch of the source? What front ends ask by themselves is none, such as whether a call has thrown."""
    i = body[pc]
    if not isinstance(i, Branch) or i.then == i.orelse:
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
    last, counted = 0, _counted(function)
    for pc in range(len(function.body)):
        if pc in points:
            last = pc
        if pc in counted:
            yield place_of(function.body, pc), last


def _points(body: tuple[Instruction, ...], counted: frozenset[int]) -> Iterator[int]:
    leaders = set[int]().union(*(successors(body, pc) for pc, i in enumerate(body) if isinstance(i, Goto | Branch)))
    seen: set[tuple[str, int]] = set()
    for pc in range(len(body)):
        begins = pc == 0 or pc in leaders or _may_not_come_back(body[pc - 1])
        if begins:
            seen.clear()
            yield pc
        loc = place_of(body, pc)
        place = loc.file, loc.line
        if pc in counted:
            if not begins and place not in seen:
                yield pc
            seen.add(place)


def _may_not_come_back(i: Instruction) -> bool:
    """Is what follows not always executed after the instruction?"""
    if isinstance(i, Call):
        return i.callee not in THREAD_VARIABLES
    return isinstance(i, Launch | Goto | Branch)
