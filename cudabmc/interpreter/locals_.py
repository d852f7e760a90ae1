"""Steps for local variables."""

from typing import Any

from cudabmc.goto.program import Alloca, Dead, Declare, Space
from cudabmc.interpreter.arithmetic import fetcher
from cudabmc.interpreter.core import Machine
from cudabmc.state.code import Code
from cudabmc.state.frame import Frame
from cudabmc.state.memory import DEVICE_BIT
from cudabmc.state.object_facts import description_of_local, site_of_local
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer


def alloca(m: Machine, code: Code, pc: int, i: Alloca) -> StepFunction:
    """A local whose address is taken becomes an object."""
    fetch = fetcher(m, i.size)
    name, about = code.function.name, description_of_local(i)

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        size = m.uninitialised.decides(thread, fetch(thread, frame, regs), "the size of an array")
        space = Space.LOCAL if thread.bit == DEVICE_BIT else Space.HOST_STACK
        obj = m.objects.new(about, size, space, site_of_local(name, pc, thread.tid), thread.path)
        obj.owner_thread = thread.tid
        frame.allocas.append(obj.id)
        regs[i.dst] = Pointer(obj.id, 0)
        return pc + 1

    return step


def dead(m: Machine, code: Code, pc: int, i: Dead) -> StepFunction:
    """Locals leave their scope. Those of a loop are others in each round, so that a frame keeps the live ones alone."""

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        for register in i.regs:
            pointer = regs[register]
            if isinstance(pointer, Pointer):
                m.objects.end_life(pointer.obj, thread.path)
                obj = m.execution.s.objects.get(pointer.obj)
                if (obj is None or not obj.is_live) and pointer.obj in frame.allocas:
                    frame.allocas.remove(pointer.obj)
        return pc + 1

    return step


def declare(m: Machine, code: Code, pc: int, i: Declare) -> StepFunction:
    """Debug information only."""
    following = pc + 1
    return lambda thread, frame, regs: following
