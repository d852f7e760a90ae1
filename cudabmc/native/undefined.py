"""Registers that an instruction may read where nothing was put into them: machine code keeps a mark for each."""

from collections.abc import Sequence

from cudabmc.goto import program as p
from cudabmc.goto.cfg import successors
from cudabmc.goto.registers import set_by, used


def may_be_undefined(function: p.Function) -> frozenset[int]:
    """The registers that are read at a place which a path without an assignment leads to."""
    body = function.body
    start = (1 << len(function.params)) - 1
    everything = (1 << len(function.reg_types)) - 1
    before = [everything] * (len(body) + 1)
    before[0] = start
    left = [0]
    seen = {0}
    while left:
        at = left.pop()
        after = _after(body[at], before[at])
        for following in successors(body, at):
            joined = before[following] & after
            if joined != before[following] or following not in seen:
                before[following] = joined
                seen.add(following)
                if following < len(body):
                    left.append(following)
    return frozenset(
        o.index for at in seen if at < len(body) for o in used(body[at])
        if isinstance(o, p.Reg) and not before[at] >> o.index & 1
    )  # fmt: skip


def _after(i: p.Instruction, before: int) -> int:
    register = set_by(i)
    if register is None:
        return before
    if forgets(i):
        return before & ~(1 << register)
    return before | 1 << register


def forgets(i: p.Instruction) -> bool:
    """Does it leave its register without a value?"""
    return isinstance(i, p.Assign) and _is_undef_copy(i.args)


def _is_undef_copy(args: Sequence[p.Operand]) -> bool:
    return len(args) == 1 and isinstance(args[0], p.Undef)
