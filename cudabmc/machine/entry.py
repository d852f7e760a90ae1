"""The initial state: main with its arguments, or the launch of a kernel; global constructors first."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from cudabmc import terms
from cudabmc.device import streams
from cudabmc.errors import UsageError
from cudabmc.goto.kernels import no_function
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Const, Dead, Function, Reg, Return, Space
from cudabmc.goto.registers import used
from cudabmc.goto.types import BOOL, I8, I32, PTR, VOID, IntType
from cudabmc.interpreter.core import Machine
from cudabmc.result import ThreadId
from cudabmc.state.execution import Execution
from cudabmc.state.memory import HOST_BIT, merge
from cudabmc.state.object_facts import Description, Untouched
from cudabmc.state.state import State
from cudabmc.state.thread import NO_RANK, Thread
from cudabmc.state.value import NULL, Pointer, Value

MakeMachine = Callable[[], tuple[Machine, Callable[[], State]]]
"""Makes a machine for a run of its own, and the function that gives its initial state."""

ARGUMENT_BYTES = 12
"""Size of the buffer of an arbitrary command-line argument, its end included. That is enough for any
int in decimal ("-2147483648"); more make programs that parse numbers slower to check."""

START = "<start>"
EXIT = "void exit(int status)"
"""The model's signature."""

GLOBAL_CONSTRUCTORS = "__cudabmc_init_globals"


def initial_state(m: Machine, name: str, args: Sequence[str] | None, most: int) -> State:
    """A state whose host is about to enter the function `name`, or to launch a kernel if the settings say so.

    `args` are main's arguments behind the program's name; with None their number (up to `most`,
    the name included) and text are inputs. Raises UsageError if there is no such function.
    """
    ex = m.execution
    function = ex.program.functions.get(name)
    if function is None and ex.settings.launch is None:
        kernels = (ex.program.functions[k].display for k in ex.program.parameters)
        raise no_function(name, kernels, (one.display for one in ex.program.functions.values() if not one.library))
    state = State()
    state.device.streams.update(streams.DEFAULT_STREAMS)
    ex.s = state
    host = Thread(0, ThreadId(), HOST_BIT, None, NO_RANK, state.token)
    state.host = host
    m.thread = host
    if ex.settings.launch is not None and ex.settings.launch.second is not None:
        from cudabmc.machine.kernel_pair import enter_kernels

        enter_kernels(m, host, ex.settings.launch, ex.settings.launch.second)
    elif ex.settings.launch is not None:
        from cudabmc.machine.kernel_entry import enter_kernel

        enter_kernel(m, host, ex.settings.launch)
    else:
        assert function is not None
        values = _arguments(m, host, function, args, most)
        m.paths.enter(host, _start(ex, function) if name == "main" else function, values, None)
    if GLOBAL_CONSTRUCTORS in ex.program.functions:
        m.paths.enter(host, ex.program.functions[GLOBAL_CONSTRUCTORS], (), None)
    return state


def _start(ex: Execution, main: Function) -> Function:
    """A function that calls main, and exit with its result (C11 5.1.2.2.3)."""
    count = len(main.params)
    status = Reg(count) if main.ret == I32 else Const(0, I32)
    loc = main.loc
    body = (
        Call(
            count if main.ret == I32 else None,
            main.name,
            tuple(map(Reg, range(count))),
            main.param_types,
            main.ret,
            loc,
        ),
        Call(None, "exit", (status,), (I32,), VOID, loc, "" if "exit" in ex.program.functions else EXIT),
        Return(None, loc),
    )
    function = Function(
        START, "", main.params, main.param_types, VOID, body, (*main.param_types, I32), replace(loc, file="")
    )
    ex.program.functions[START] = function
    return function


def _arguments(m: Machine, host: Thread, function: Function, args: Sequence[str] | None, most: int) -> list[Value]:
    if function.name == "main":
        if not function.params:
            return []
        if _looks_at_arguments(function):
            remarks = m.execution.remarks
            if args is None:
                longest = ARGUMENT_BYTES - 1
                remarks.note(
                    f"argc is at most {most} (--max-argc), and no argument is longer than {longest} characters"
                )
            else:
                remarks.known.setdefault("args")
        return list(_main_arguments(m, host, args, most))[: len(function.params)]
    values = []
    for var, kind in zip(function.params, function.param_types, strict=True):
        if kind == PTR:
            raise UsageError(
                f"parameter '{var.name}' of {function.display} is a pointer",
                function.loc,
                "start at a function without pointer parameters, or write a main() that calls it",
            )
        values.append(m.inputs.fresh(kind, f"parameter '{var.name}'", host))
    return values


def _looks_at_arguments(main: Function) -> bool:
    """Does main use argc or argv?"""
    given = {Reg(index) for index in range(len(main.params))}
    return any(not isinstance(i, Dead) and not given.isdisjoint(used(i)) for i in main.body)


def _main_arguments(m: Machine, host: Thread, args: Sequence[str] | None, most: int) -> tuple[Value, Value]:
    """argc and argv (C11 5.1.2.2.1)."""
    count: Value
    texts: list[bytes | None]
    if args is not None:
        texts = [b"program", *(a.encode() for a in args)]
        count = len(texts)
    else:
        texts = [b"program", *([None] * (most - 1))]
        count = m.inputs.input("argc", IntType(32), "argc")
        if isinstance(count, terms.Term):
            low = terms.apply(Op.SLE, BOOL, I32, (1, count))
            high = terms.apply(Op.SLE, BOOL, I32, (count, most))
            m.execution.restrict(host, terms.land(low, high))
    table = m.objects.new(Description("argv", element_size=8), 8 * (len(texts) + 1), Space.HOST_STACK, "argv")
    for index, text in enumerate(texts):
        pointer = _string(m, index, text)
        given = terms.apply(Op.SLT, BOOL, I32, (index, count))
        m.objects.memory.write(table, 8 * index, PTR, merge(given, pointer, NULL, PTR))
    m.objects.memory.write(table, 8 * len(texts), PTR, NULL)
    return count, Pointer(table.id, 0)


def _string(m: Machine, index: int, text: bytes | None) -> Pointer:
    name = f"argv[{index}]"
    size = ARGUMENT_BYTES if text is None else len(text) + 1
    obj = m.objects.new(Description(name, element_size=1), size, Space.HOST_STACK, name)
    obj.untouched = Untouched.ARBITRARY
    if text is None:
        m.objects.memory.write(obj, size - 1, I8, 0)
    else:
        for offset, byte in enumerate(text + b"\0"):
            m.objects.memory.write(obj, offset, I8, byte)
    return Pointer(obj.id, 0)
