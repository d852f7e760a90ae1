"""Makes functions ready to run: each instruction becomes a step, a Python closure.

The handler of an instruction type makes its step; the handlers stand in files by concern.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cudabmc.device import launching
from cudabmc.goto.program import (
    Alloca,
    Assign,
    Branch,
    Call,
    Check,
    CopyBytes,
    Dead,
    Declare,
    Function,
    Goto,
    Instruction,
    Launch,
    Load,
    Return,
    Store,
    Unreachable,
    Unsupported,
)
from cudabmc.interpreter import arithmetic, calls, control, locals_, memory_steps, program_end
from cudabmc.interpreter.core import HostSorter, Machine, Multiplier, StepWatch
from cudabmc.state.code import Code
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

if TYPE_CHECKING:
    from cudabmc.interpreter.reaching import ReachSteps
    from cudabmc.state.reach import ReachLog

StepMaker = Callable[[Machine, Code, int, Any], StepFunction]

HANDLERS: dict[type[Instruction], StepMaker] = {
    Alloca: locals_.alloca,
    Assign: arithmetic.assign,
    Branch: control.branch,
    Call: calls.call,
    Check: control.check,
    CopyBytes: memory_steps.copy_bytes,
    Dead: locals_.dead,
    Declare: locals_.declare,
    Goto: control.goto,
    Launch: launching.launch,
    Load: memory_steps.load,
    Return: control.return_,
    Store: memory_steps.store,
    Unreachable: control.unreachable,
    Unsupported: control.unsupported,
}


def _prepared(machine: Machine, function: Function) -> Code:
    ex = machine.execution
    code = Code(function, machine.uninitialised.reads)
    returns = program_end.return_points(code)
    reaching = None if ex.listening.reach is None else _reaching(ex, ex.listening.reach, code)
    for index, instruction in enumerate(function.body):
        step = HANDLERS[type(instruction)](machine, code, index, instruction)
        if machine.uninitialised.reads:
            step = _placed(step, index)
        if index in code.partial.fields:
            step = _and_read(step, code.partial.fields[index], machine.uninitialised.is_read)
        if index in returns:
            step = program_end.watched(ex, code, index, step)
        listener = ex.listening.listener
        step = step if listener is None else listener.hear(code, index, step)
        step = step if reaching is None else reaching.sides(index, step)
        step = step if machine.codes.watch is None else machine.codes.watch(code, index, step)
        code.steps.append(step if reaching is None else reaching.point(index, step))
    return code


def _reaching(ex: Execution, reach: "ReachLog", code: Code) -> "ReachSteps":
    from cudabmc.interpreter.reaching import ReachSteps  # few runs need it

    return ReachSteps(ex, reach, code)


def _placed(step: StepFunction, index: int) -> StepFunction:
    """A step that says where it is before it reads its operands."""

    def placed(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = index
        return step(thread, frame, regs)

    return placed


def _and_read(step: StepFunction, register: int, is_read: Callable[[Thread, Value], None]) -> StepFunction:
    """A step, and then the read of what a register holds."""

    def reading(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        following = step(thread, frame, regs)
        if regs[register] is not None:
            is_read(thread, regs[register])
        return following

    return reading


class CodeCache:
    """Codes by function name, made when first called."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.ex = machine.execution
        self._codes: dict[str, Code] = {}
        self.watch: StepWatch | None = None
        self.sorter: HostSorter | None = None
        self.multiplier: Multiplier | None = None

    def known(self, name: str) -> Code | None:
        """The code of a function that was called before."""
        return self._codes.get(name)

    def __getitem__(self, name: str) -> Code:
        code = self._codes.get(name)
        if code is None:
            code = self._codes[name] = _prepared(self.machine, self.ex.program.functions[name])
        return code
