"""Where a thread is and what its variables hold, for reports.

Most accesses of a run are never told, so what is noted of one is what may change, and the words are made on demand.
"""

from collections.abc import Callable, Sequence

from cudabmc.result import Place, ThreadId
from cudabmc.source.location import NOWHERE, Location
from cudabmc.state.code import Code
from cudabmc.state.show import World, in_memory, show
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def noted(
    world: World, thread: Thread, action: str, loc: Location | None = None, by: ThreadId | None = None
) -> Callable[[], Place]:
    """What makes the place where a thread is now, at `loc` if that is given, in the name of `by` or its own. To be
    called in the same run, at any time."""
    frames = thread.frames
    if world.s.published.host_threads is not None:
        from cudabmc.state.host_turns import own_frames  # few programs start threads

        frames = own_frames(world.s, thread)
    actor = by or thread.id
    told = [f for f in frames if f.code.function.loc.file]
    own = [f for f in told if not f.code.function.library] or told
    if not own:
        return lambda: Place(actor, loc or NOWHERE, "", action)
    top = own[-1]
    at = top.pc if top is frames[-1] else max(top.pc - 1, 0)
    callers = [(f.code, max(f.pc - 1, 0)) for f in reversed(own[:-1])]
    code, regs = top.code, list(top.regs)
    addressed = dict(in_memory(world, top)) if top.allocas else {}

    def made() -> Place:
        here = loc or code.location(at)
        stack = tuple((c.function.display, c.location(pc)) for c, pc in callers)
        values = {**_values(world, code, regs), **addressed}  # a parameter can be in both, as it came and as it is
        return Place(actor, here, code.function.display, action, stack, tuple(values.items()))

    return made


def _values(world: World, code: Code, regs: Sequence[Value | None]) -> dict[str, str]:
    """The variables that registers hold. A struct has come in parts, whose copy in memory is told."""
    found: dict[str, str] = {}
    for index, var in code.variables.items():
        value = regs[index]
        if value is not None and not var.record:
            found[var.name] = show(world, value, var, code.function.reg_types[index])
    return found
