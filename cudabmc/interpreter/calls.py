"""Steps of Call: functions of the program, models, builtins, functions nobody defined."""

from typing import Any, NoReturn

from cudabmc import terms
from cudabmc.goto.program import Call, Function
from cudabmc.goto.types import VoidType
from cudabmc.interpreter.arithmetic import fetcher
from cudabmc.interpreter.core import Machine
from cudabmc.properties import Property
from cudabmc.properties.invalid_pointer import INVALID_POINTER
from cudabmc.properties.null_dereference import NULL_DEREFERENCE
from cudabmc.state import model_calls
from cudabmc.state.code import Code
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.object_facts import Untouched
from cudabmc.state.signals import PathEnds, Split
from cudabmc.state.step import FRAME, StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, PointerSet, Value

_AXES = {"x": 0, "y": 1, "z": 2}
_ANYTHING = "it returns an arbitrary value and changes no memory but what nobody has set"


def call(m: Machine, code: Code, pc: int, i: Call) -> StepFunction:
    """dst = callee(args)."""
    fetch = [fetcher(m, a) for a in i.args]
    if not isinstance(i.callee, str):
        return _indirect(m, code, pc, i, fetch)
    builtin = _builtin(i, pc)
    if builtin is not None:
        return builtin
    if not i.signature and i.callee in m.execution.program.functions:
        return _direct(m, pc, i, i.callee, fetch)
    model = model_calls.find(i.callee, i.signature)
    if model is None:
        return _unknown(m, pc, i, fetch)
    return m.calls.step(code, pc, i, model, fetch)


def _builtin(i: Call, pc: int) -> "StepFunction | None":
    """threadIdx.x and its kin."""
    assert isinstance(i.callee, str)
    name, _, axis = i.callee.partition(".")
    if name not in ("threadIdx", "blockIdx", "blockDim", "gridDim") or i.dst is None:
        return None
    dst, index, following = i.dst, _AXES[axis], pc + 1

    def thread_index(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        regs[dst] = thread.id.thread[index]
        return following

    def block_index(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        regs[dst] = thread.block.index[index]  # type: ignore[union-attr]
        return following

    def block_size(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        regs[dst] = thread.rank.block_size[index]
        return following

    def grid_size(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        regs[dst] = thread.rank.grid_size[index]
        return following

    return {"threadIdx": thread_index, "blockIdx": block_index, "blockDim": block_size, "gridDim": grid_size}[name]


def _check_depth(ex: Execution, thread: Thread, function: Function) -> None:
    """Recursion is bounded like a loop."""
    depth = len(thread.frames)
    limit = ex.settings.unwind
    if depth < 3 or (limit is None and thread.path is thread.base and depth <= ex.settings.max_frames):
        return  # nothing bounds it, and to count takes longer the deeper it is
    active = sum(1 for f in thread.frames if f.code.function is function)
    if not active:
        return
    if thread.path is not thread.base:
        ex.must_be_reached(thread)
        limit = ex.settings.symbolic_unwind if limit is None else limit
    if depth > ex.settings.max_frames or (limit is not None and active >= max(limit, 1)):
        name = function.display
        ex.remarks.bound(f"recursion of {name} was cut off at a depth of {depth} calls; try a larger --unwind")
        ex.restrict(thread, False)
        raise PathEnds


def _direct(m: Machine, pc: int, i: Call, name: str, fetch: list[Any]) -> StepFunction:
    """The function is asked for when it is first called: a front end may make it only then."""
    ex = m.execution
    dst = i.dst
    function: Function | None = None

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        nonlocal function
        if function is None:
            function = ex.program.functions[name]
        values = [f(thread, frame, regs) for f in fetch]
        frame.pc = pc
        _check_depth(ex, thread, function)
        m.paths.enter(thread, function, values, dst)
        # The caller's pc stays at the call for stack traces; `leave` continues behind it.
        frame.pc = pc + 1
        return FRAME

    return step


def one_target(m: Machine, thread: Thread, pc: int, value: Value) -> Pointer:
    """The one thing that a pointer means (a function, a handle); splits the path where it depends on inputs."""
    pointer = m.symbols.located(thread, m.uninitialised.points(thread, value, "the function or handle that is used"))
    if isinstance(pointer, PointerSet):
        guard = pointer.targets[0][0]
        known = m.execution.simplify(thread, guard)
        raise Split(known if isinstance(known, terms.Term) else guard, len(thread.frames), pc)
    assert isinstance(pointer, Pointer)
    return pointer


def _indirect(m: Machine, code: Code, pc: int, i: Call, fetch: list[Any]) -> StepFunction:
    ex = m.execution
    fetch_callee = fetcher(m, i.callee)  # type: ignore[arg-type]

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        pointer = one_target(m, thread, pc, fetch_callee(thread, frame, regs))
        function = m.symbols.function_at(pointer)
        if function is None:
            null = pointer.obj <= 0 and pointer.offset == 0
            prop = NULL_DEREFERENCE if null else INVALID_POINTER
            what = "a null pointer" if null else "a pointer that does not point to a function"
            _refuse(ex, thread, prop, f"call through {what}")
        launcher = ex.program.launchers.get(function.name) if thread.block is None else None
        if launcher is not None:
            function = ex.program.functions[launcher]
        _check_side(ex, thread, function)
        # What a function of another type does not take is dropped; what it lacks is arbitrary.
        values = [f(thread, frame, regs) for f in fetch[: len(function.params)]]
        _check_depth(ex, thread, function)
        m.paths.enter(thread, function, values, i.dst)
        frame.pc = pc + 1
        return FRAME

    return step


def _check_side(ex: Execution, thread: Thread, function: Function) -> None:
    """A function of both sides has an address on each of them; one of host code means nothing to a kernel, and
    the other way round (CUDA C++ Programming Guide, "Function Pointers")."""
    on_device = thread.block is not None
    if function.on_device if on_device else function.on_host or function.is_kernel:
        return
    caller, callee = ("a kernel", "host") if on_device else ("host code", "device")
    text = f"{caller} calls '{function.display}' through a pointer made in {callee} code"
    _refuse(ex, thread, INVALID_POINTER, text)


def _refuse(ex: Execution, thread: Thread, prop: Property, text: str) -> NoReturn:
    """A call that cannot be made: there is nothing to continue with."""
    if ex.require(thread, False, prop, text):
        raise PathEnds
    ex.cannot_go_on(thread, prop, f"there is a {text}" if text.startswith("call ") else text)


def _unknown(m: Machine, pc: int, i: Call, fetch: list[Any]) -> StepFunction:
    """No body, no model: any result. What its pointers reach is taken as unchanged, but for what nobody has set."""
    ex = m.execution
    shown = str(i.callee) if str(i.callee).endswith(")") else f"{i.callee}()"

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        ex.remarks.note(f"{shown} has neither a body nor a model: {_ANYTHING}")
        for value in [f(thread, frame, regs) for f in fetch]:
            _set_what_nobody_has(ex, value)
        if i.dst is not None and not isinstance(i.ret, VoidType):
            regs[i.dst] = result = m.inputs.fresh(i.ret, f"result of {shown}", thread)
            if isinstance(result, Pointer) and isinstance(result.offset, terms.Term):
                m.inputs.unknown_pointers[result.offset] = shown
        return pc + 1

    return step


def _set_what_nobody_has(ex: Execution, value: Value) -> None:
    """A function of which nothing is known may have set what its pointer reaches."""
    targets = value.targets if isinstance(value, PointerSet) else ((True, value),)
    for _, target in targets:
        obj = ex.s.objects.get(target.obj) if isinstance(target, Pointer) else None
        if obj is not None and obj.is_live and obj.untouched is Untouched.UNSET:
            ex.s.own_object(obj).untouched = Untouched.ARBITRARY
