"""Computes nothing twice in straight-line code: local value numbering.

    c[i] = a[i] + b[i]      t1 = sext i; t2 = mul t1, 4; p = ptradd c, t2; t3 = sext i; t4 = mul t3, 4; ...
    ==>                     t1 = sext i; t2 = mul t1, 4; p = ptradd c, t2; q = ptradd a, t2; r = ptradd b, t2

Every thread of a launch runs these instructions, so each one that is saved counts. Values are known
within a block and what follows it without another way in. Variables keep their own instructions,
for reports show when they change; memory is read each time.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cudabmc.frontend.body.builder import Builder
from cudabmc.goto.cfg import moved
from cudabmc.goto.program import (
    Alloca,
    Assign,
    Branch,
    Call,
    Check,
    CopyBytes,
    Goto,
    Instruction,
    Launch,
    Load,
    Operand,
    Reg,
    Return,
    Store,
    Undef,
    Unreachable,
)

_Key = tuple[object, ...]


def without_repeats(body: tuple[Instruction, ...], builder: Builder, params: int) -> tuple[Instruction, ...]:
    """The body without computations whose value is already in a register."""
    once = _written_once(body, params)
    entries = _entries(body)
    known: dict[_Key, int] = {}
    users: dict[int, list[_Key]] = {}
    same: dict[int, int] = {}
    kept: list[Instruction] = []
    position: list[int] = []
    for index, original in enumerate(body):
        if index in entries:
            known.clear()
            users.clear()
        position.append(len(kept))
        instruction = _renamed(original, same)
        dst = getattr(instruction, "dst", None)
        key = _key(instruction)
        if key is not None and key in known and dst in once and dst not in builder.variables:
            same[dst] = known[key]
            continue
        if isinstance(dst, int) and dst not in once:
            _forget(known, users, dst)
        elif key is not None and isinstance(dst, int):
            known[key] = dst
            if isinstance(instruction, Assign):
                for operand in instruction.args:
                    if isinstance(operand, Reg):
                        users.setdefault(operand.index, []).append(key)
        kept.append(instruction)
    return tuple(moved(i, position.__getitem__) for i in kept)


def _written_once(body: tuple[Instruction, ...], params: int) -> set[int]:
    """The registers that only one instruction writes; a parameter is written by the call."""
    writes = Counter(range(params))
    writes.update(d for i in body if isinstance(d := getattr(i, "dst", None), int))
    return {reg for reg, count in writes.items() if count == 1}


def _entries(body: tuple[Instruction, ...]) -> set[int]:
    """Instructions that control reaches in more than one way, or not from the instruction before."""
    ways: Counter[int] = Counter()
    entries: set[int] = set()
    for index, i in enumerate(body):
        targets = {i.target} if isinstance(i, Goto) else {i.then, i.orelse} if isinstance(i, Branch) else set()
        ways.update(targets)
        entries |= {t for t in targets if t != index + 1}
        if not isinstance(i, Goto | Branch | Return | Unreachable):
            ways[index + 1] += 1
    return entries | {index for index, count in ways.items() if count > 1}


def _key(instruction: Instruction) -> _Key | None:
    """What the instruction computes, if that depends on its operands alone."""
    if isinstance(instruction, Assign):
        if any(isinstance(a, Undef) for a in instruction.args):
            return None
        return (instruction.op, instruction.args, instruction.type, instruction.of, instruction.checks)
    if isinstance(instruction, Call) and isinstance(instruction.callee, str) and not instruction.args:
        return (instruction.callee,) if instruction.callee.endswith((".x", ".y", ".z")) else None
    return None


def _forget(known: dict[_Key, int], users: dict[int, list[_Key]], reg: int) -> None:
    """The variable changes: values that were computed from it are old."""
    for key in users.pop(reg, ()):
        known.pop(key, None)


# ---------------------------------------------------------------- operands of each instruction


def _renamed(instruction: Instruction, same: dict[int, int]) -> Instruction:
    """The instruction with its operands replaced by the registers that hold the same values."""

    def new(operand: Any) -> Any:
        return Reg(same[operand.index]) if isinstance(operand, Reg) and operand.index in same else operand

    change = _OPERANDS.get(type(instruction))
    return change(instruction, new) if same and change is not None else instruction


_New = Callable[[Any], Any]


def _all(operands: tuple[Operand, ...], new: _New) -> Any:
    return tuple(new(o) for o in operands)


_OPERANDS: dict[type, Callable[[Any, _New], Instruction]] = {
    Assign: lambda i, new: replace(i, args=_all(i.args, new)),
    Load: lambda i, new: replace(i, addr=new(i.addr)),
    Store: lambda i, new: replace(i, addr=new(i.addr), value=new(i.value)),
    CopyBytes: lambda i, new: replace(i, dst=new(i.dst), src=new(i.src)),
    Alloca: lambda i, new: replace(i, size=new(i.size)),
    Call: lambda i, new: replace(i, callee=new(i.callee), args=_all(i.args, new)),
    Launch: lambda i, new: replace(
        i,
        kernel=new(i.kernel),
        grid=_all(i.grid, new),
        block=_all(i.block, new),
        shmem=new(i.shmem),
        stream=new(i.stream),
        args=_all(i.args, new),
    ),
    Branch: lambda i, new: replace(i, cond=new(i.cond)),
    Return: lambda i, new: replace(i, value=new(i.value)),
    Check: lambda i, new: replace(i, cond=new(i.cond)),
}
