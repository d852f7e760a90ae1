"""Which registers instructions use and set: liveness, and the definitions that reach a use."""

from cudabmc.goto import program as p
from cudabmc.goto.cfg import successors
from cudabmc.goto.liveness import live_before


def live(body: tuple[p.Instruction, ...]) -> list[frozenset[int]]:
    """The registers whose values may be used from each instruction on."""
    ats = range(len(body))
    found = live_before(
        ats[::-1],
        [successors(body, at) for at in ats],
        {at: {o.index for o in used(body[at]) if isinstance(o, p.Reg)} for at in ats},
        {at: {reg} if (reg := set_by(body[at])) is not None else set() for at in ats},
    )
    return [*(found[at] for at in ats), frozenset()]


def set_by(i: p.Instruction) -> int | None:
    """The register that an instruction sets."""
    return i.dst if isinstance(i, p.Assign | p.Load | p.Call | p.Alloca) else None


def used(i: p.Instruction) -> tuple[p.Operand | None, ...]:
    """The operands of an instruction."""
    match i:
        case p.Assign():
            return i.args
        case p.Load():
            return (i.addr,)
        case p.Call():
            return (*i.args, *(() if isinstance(i.callee, str) else (i.callee,)))
        case p.Branch() | p.Check():
            return (i.cond,)
        case p.Store():
            return i.addr, i.value
        case p.CopyBytes():
            return i.dst, i.src
        case p.Alloca():
            return (i.size,)
        case p.Dead():
            return tuple(map(p.Reg, i.regs))
        case p.Return():
            return (i.value,)
        case p.Launch():
            kernel = () if isinstance(i.kernel, str) else (i.kernel,)
            return *kernel, *i.grid, *i.block, i.shmem, i.stream, *i.args
    return ()


def definitions(body: tuple[p.Instruction, ...], register: int, pc: int) -> set[int]:
    """Which instructions can have set the register that `pc` reads; -1 for none, at the entry of the function."""
    before: list[list[int]] = [[] for _ in range(len(body) + 1)]
    for at in range(len(body)):
        for after in successors(body, at):
            before[after].append(at)
    found: set[int] = set()
    seen: set[int] = set()
    left = [pc]
    while left:
        at = left.pop()
        if at in seen:
            continue
        seen.add(at)
        if at == 0:
            found.add(-1)
        for earlier in before[at]:
            if set_by(body[earlier]) == register:
                found.add(earlier)
            else:
                left.append(earlier)
    return found
