"""Two programs as one: what a kernel of each can reach. What is of the second program has names of its own, so that
each kernel has its own functions and variables, also where both programs are the same file."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args

from cudabmc.goto.program import Call, Function, Global, Launch, Program, Return, Space, Symbol
from cudabmc.goto.types import VOID, Type
from cudabmc.goto.variable import Variable
from cudabmc.source.location import Location

SUFFIX = ".second"
"""What the names of the second program end in."""

STARTUP = "__cudabmc_init_globals"
"""The function that initialises globals, of each program."""

FIRST = ".first"
"""What the name of that function of the first program ends in; nothing calls it but the one for both."""


def merged(first: Program, second: Program, *, of_one_file: bool = False) -> Program:
    """A program with the kernels at which the two start, `kernel` and `second_kernel`."""
    parts = (_reached(first), _reached(second))
    if of_one_file:
        _put_beside(*parts)
        _put_beside(*parts[::-1])
    names = frozenset(parts[1])
    program = Program(
        main=first.main,
        files=tuple(dict.fromkeys((*first.files, *second.files))),
        externals={**second.externals, **first.externals},
        kernel=first.kernel,
        layouts=_layouts(first, second),
        may_order_threads=_either(first.may_order_threads, second.may_order_threads),
        may_assume=_either(first.may_assume, second.may_assume),
        assumptions=tuple(dict.fromkeys((*first.assumptions, *second.assumptions))),
        has_thread_locals=_either(first.has_thread_locals, second.has_thread_locals),
    )
    for part in parts[0].values():
        _put(program, part)
    for part in parts[1].values():
        _put(program, _renamed_part(part, names))
    program.parameters[first.kernel] = first.parameters[first.kernel]
    program.parameters[second.kernel + SUFFIX] = second.parameters[second.kernel]
    starts = [name for name in (STARTUP, STARTUP + SUFFIX) if name in program.functions]
    if starts:
        _start_both(program, starts)
    return program


def second_kernel(program: Program) -> str:
    """The name of the second kernel of a program that was merged."""
    return next(name for name in program.parameters if name != program.kernel)


def twins(program: Program) -> Iterator[tuple[Global, Global]]:
    """The variables that both programs have, by the name of the source."""
    for name, variable in program.globals.items():
        other = program.globals.get(name + SUFFIX)
        if other is not None:
            yield variable, other


def _put_beside(parts: dict[str, Function | Global], other: Mapping[str, Function | Global]) -> None:
    """Variables of the device that the other kernel of the file uses are there for this one, too: what they hold then
    is what they are initialised with, and the other kernel may leave something else. A variable that is declared in a
    function is nobody else's."""
    for name, part in other.items():
        if isinstance(part, Global) and _is_left(part) and name not in parts and not _is_of_function(name):
            parts.update((each, other[each]) for each in (name, *_named(part.init)) if each in other)


def _is_of_function(name: str) -> bool:
    """Does a variable of this link name stand in a function: `f::x` of the c front end, `_ZZ1fvE1x` of clang?"""
    return name.startswith("_ZZ") or "::" in name


def _is_left(variable: Global) -> bool:
    """Is it a variable of the device, in which a kernel can leave something?"""
    return variable.space in (Space.DEVICE_GLOBAL, Space.MANAGED) and not variable.read_only


def left_by_one(program: Program) -> list[Global]:
    """The variables of the device that one of the kernels uses alone, and can leave something in."""
    both = {variable.name for pair in twins(program) for variable in pair}
    return [one for name, one in program.globals.items() if _is_left(one) and name not in both]


def _either(first: bool | None, second: bool | None) -> bool | None:
    return None if first is None or second is None else first or second


def _layouts(first: Program, second: Program) -> dict[str, Any]:
    """Records are only shown by them: of two with one name the first one counts where they are equal, else neither."""
    other = {name: layout for name, layout in second.layouts.items() if first.layouts.get(name, layout) == layout}
    return {name: of for name, of in first.layouts.items() if second.layouts.get(name, of) == of} | other


def _reached(program: Program) -> dict[str, Function | Global]:
    """What the kernel of a program mentions, directly or by functions and initial values, and what initialises its
    variables."""
    found: dict[str, Function | Global] = {}
    waiting = [program.kernel, *([STARTUP] if STARTUP in program.functions else [])]
    while waiting:
        name = waiting.pop()
        part: Function | Global | None = program.functions.get(name) or program.globals.get(name)
        if part is not None and name not in found:
            found[name] = part
            waiting += _named(part.body if isinstance(part, Function) else part.init)
    return found


def _named(part: object) -> Iterator[str]:
    """The functions and variables that a part of a program names."""
    if isinstance(part, Symbol):
        yield part.name
    elif isinstance(part, tuple):
        for each in part:
            yield from _named(each)
    elif is_dataclass(part) and not isinstance(part, (type, *_WITHOUT_NAMES)):
        if isinstance(part, Call) and isinstance(part.callee, str):
            yield part.callee
        if isinstance(part, Launch) and isinstance(part.kernel, str):
            yield part.kernel
        for member in fields(part):
            yield from _named(getattr(part, member.name))


_WITHOUT_NAMES = (Location, Variable, *get_args(Type))


def _put(program: Program, part: Function | Global) -> None:
    if isinstance(part, Function):
        program.functions[part.name] = part
    else:
        program.globals[part.name] = part


def _renamed_part(part: Function | Global, names: frozenset[str]) -> Function | Global:
    if isinstance(part, Function):
        return replace(part, name=part.name + SUFFIX, body=_renamed(part.body, names))
    return replace(part, name=part.name + SUFFIX, init=_renamed(part.init, names))


def _renamed(part: Any, names: frozenset[str]) -> Any:
    """A part of a program with the new names of those functions and variables."""
    if isinstance(part, Symbol):
        return replace(part, name=part.name + SUFFIX) if part.name in names else part
    if isinstance(part, tuple):
        return tuple([_renamed(each, names) for each in part])
    if not is_dataclass(part) or isinstance(part, (type, *_WITHOUT_NAMES)):
        return part
    changed: dict[str, Any] = {}
    for member in fields(part):
        old = getattr(part, member.name)
        if isinstance(old, tuple | Symbol):
            changed[member.name] = _renamed(old, names)
        elif isinstance(old, str) and old in names and (type(part), member.name) in _LINKS:
            changed[member.name] = old + SUFFIX
    instance: Any = part
    return replace(instance, **changed) if changed else part


_LINKS = {(Call, "callee"), (Launch, "kernel")}
"""The members that name a function by its link name."""


def _start_both(program: Program, starts: list[str]) -> None:
    """One function that initialises the variables of both."""
    own = program.functions.pop(STARTUP, None)
    if own is not None:
        program.functions[STARTUP + FIRST] = replace(own, name=STARTUP + FIRST)
    calls = tuple(Call(None, STARTUP + FIRST if name == STARTUP else name, (), (), VOID) for name in starts)
    program.functions[STARTUP] = Function(
        STARTUP, "initialisers of globals", (), (), VOID, (*calls, Return()), ()
    )
