"""What allocations are called: like the variable that holds them first, or, if the library makes them, like the
object that the call into it is about.

    int *a = new int[4];            a
    std::vector<int> v(4);          v: its elements, as in v[3]
"""

from collections.abc import Set
from dataclasses import replace
from itertools import pairwise

from cudabmc.goto.layout import part_at
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Call, Const, Declare, Program, Reg, Store, Symbol
from cudabmc.goto.types import PTR
from cudabmc.goto.variable import Variable
from cudabmc.state.code import Code
from cudabmc.state.element_type import pointed, pointed_size
from cudabmc.state.position import user_frame
from cudabmc.state.show import World, naming_of
from cudabmc.state.state import State
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer

_CLASSES = ("std::", "thrust::")
"""What the names of classes of the library begin with."""


def rename(s: State, pointer: Pointer, variable: Variable) -> None:
    """A fresh allocation is called like the variable that holds it first."""
    obj = s.objects.get(pointer.obj)
    if obj is not None and obj.lifetime.heap and not obj.about.named:
        element = Variable("", pointed(variable.ctype), variable.signed, variable.points_to)
        size = pointed_size(variable.ctype)
        obj.about = replace(obj.about, name=variable.name, pointed=element, pointed_size=size, named=True)


def owner_of(world: World, thread: Thread) -> str:
    """What memory is called that the library makes: like its object that the program has handed to it first, which a
    constructor makes, a method is called for, or takes the result; "" if that has no name."""
    frames = thread.frames
    caller, _ = user_frame(thread)
    called = next((frame for before, frame in pairwise(frames) if before is caller), None)
    owner = called.regs[0] if called is not None and called.code.function.params else None
    held = world.s.objects.get(owner.obj) if isinstance(owner, Pointer) else None
    if held is None or not isinstance(owner, Pointer) or not isinstance(owner.offset, int):
        return ""
    return naming_of(world, held).record_at(owner.offset, _CLASSES)


def holder_of(program: Program, code: Code, pc: int, call: Call) -> Variable | None:
    """The variable that takes the result of an allocation."""
    if call.dst is None:
        return None
    held = {call.dst}
    for instruction in code.function.body[pc + 1 : pc + 6]:
        if isinstance(instruction, Assign) and instruction.op is Op.COPY:
            if instruction.args[0] not in [Reg(h) for h in held]:
                break
            held.add(instruction.dst)
        elif isinstance(instruction, Store) and instruction.value in [Reg(h) for h in held]:
            return _stored_in(program, code, instruction.addr)
        elif not isinstance(instruction, Declare) and not _finds_member(instruction, held & code.variables.keys()):
            break
    return next((code.variables[h] for h in held if h in code.variables), None)


def _finds_member(instruction: object, variables: Set[int]) -> bool:
    """Is it the address of a member, which the result may go to if no variable has it yet?"""
    return isinstance(instruction, Assign) and instruction.op is Op.PTRADD and not variables


def _stored_in(program: Program, code: Code, address: object, offset: int = 0) -> Variable | None:
    """The variable at an address operand, or its member, if it is one."""
    if isinstance(address, Symbol) and address.name in program.globals:
        return _pointer_in(program, program.globals[address.name].var, address.offset + offset)
    for instruction in code.function.body if isinstance(address, Reg) else ():
        if isinstance(instruction, Alloca) and Reg(instruction.dst) == address:
            return _pointer_in(program, instruction.var, offset)
        if isinstance(instruction, Assign) and instruction.op is Op.PTRADD and Reg(instruction.dst) == address:
            base, distance = instruction.args
            if offset == 0 and isinstance(distance, Const) and distance.value:
                return _stored_in(program, code, base, int(distance.value))
    return None


def _pointer_in(program: Program, variable: Variable, offset: int) -> Variable | None:
    """The variable, or the member of it that is a pointer."""
    if not variable.record:
        return variable
    part = part_at(program.layouts, program.layouts.get(variable.record), offset, PTR.size, PTR)
    named = None if part is None else part.member
    return None if part is None or named is None else replace(named.var, name=variable.name + part.path)
