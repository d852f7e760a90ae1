"""The kernels of a program: which one a run without host code starts at, and what their code can reach."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from typing import get_args

from cudabmc.errors import UsageError
from cudabmc.goto.program import Call, Function, Program, Symbol
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.source.location import Location

OPTION = "--kernel NAME --grid N --block N starts a kernel without host code"


def no_function(name: str, kernels: Iterable[str], functions: Iterable[str]) -> UsageError:
    """There is no host function to start at; a program without host code has kernels at least. `functions` are those
    that the program has, also some that nobody would start at."""
    names, near = listed(kernels), get_close_matches(name, list(functions), n=1, cutoff=0.7)
    if near and name != "main":
        hint = f"did you mean {near[0]!r}?"
    elif names and name == "main":
        hint = f"cudabmc prove FILE proves its kernels for every launch ({names}); {OPTION}"
    else:
        hint = "use --function NAME to start at another function"
    return UsageError(f"the program has no function {name!r}", hint=hint)


def choose_kernel(wanted: str | None, kernels: Mapping[str, str]) -> str:
    """The unique name of the kernel that a user calls `wanted`, or of the only one. The only instance of a template
    needs no arguments.

    `kernels` has what reports call each kernel, by its unique name. Raises UsageError.
    """
    if wanted is None:
        if len(kernels) == 1:
            return next(iter(kernels))
        if not kernels:
            hint = "a kernel is declared __global__; a template needs its arguments: --kernel 'NAME<int>'"
            raise UsageError("the program has no kernel", hint=hint)
        raise UsageError(
            "the program has several kernels", hint=f"choose one with --kernel: {listed(kernels.values())}"
        )
    plain = wanted.replace(" ", "")
    found = [name for name, shown in kernels.items() if plain in (name.replace(" ", ""), shown.replace(" ", ""))]
    found = found or [name for name, shown in kernels.items() if _last(shown).replace(" ", "") == plain]
    found = found or [name for name, shown in kernels.items() if plain in (_template(shown), _last(_template(shown)))]
    if len(found) == 1:
        return found[0]
    if found:
        shown = [kernels[name] for name in found]
        different = len(set(shown)) == len(shown)
        raise UsageError(
            f"several kernels are called {wanted!r}", hint=f"choose one of {listed(shown if different else found)}"
        )
    raise UsageError(f"the program has no kernel {wanted!r}", hint=_hint(wanted, sorted(set(kernels.values()))))


def _template(shown: str) -> str:
    """`mine::scale` for its instance `mine::scale<float, 2>`."""
    return shown.partition("<")[0] if shown.endswith(">") else ""


def _last(shown: str) -> str:
    """The name without the namespaces around it."""
    plain, bracket, arguments = shown.partition("<")
    return plain.rpartition("::")[2] + bracket + arguments


def _hint(wanted: str, names: list[str]) -> str:
    if not names:
        return "a kernel is declared __global__; a template needs its arguments: --kernel 'NAME<int>'"
    near = get_close_matches(wanted, names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"its kernels: {listed(names)}"


def listed(names: Iterable[str], most: int = 8) -> str:
    """The names with commas, each once; the first ones if there are more than `most`."""
    found = list(dict.fromkeys(names))
    return ", ".join(found[:most]) + (", ..." if len(found) > most else "")


def reached(program: Program, function: Function) -> set[str]:
    """Names of all variables and functions that a function mentions, directly or by calls. Calls through pointers are
    followed where the function is named somewhere on the way."""
    found: set[str] = set()
    waiting = [function]
    while waiting:
        for instruction in waiting.pop().body:
            for name in _names(instruction):
                if name not in found:
                    found.add(name)
                    if name in program.functions:
                        waiting.append(program.functions[name])
    return found


def functions_reached(program: Program, function: Function) -> list[Function]:
    """The function, and all of the program that its code mentions."""
    names = reached(program, function) - {function.name}
    return [function, *(program.functions[name] for name in sorted(names) if name in program.functions)]


def _names(part: object) -> Iterator[str]:
    """The symbols in an instruction, and the function that a call names."""
    if isinstance(part, Symbol):
        yield part.name
    elif isinstance(part, tuple):
        for each in part:
            yield from _names(each)
    else:
        if isinstance(part, Call) and isinstance(part.callee, str):
            yield part.callee
        kind: type = type(part)
        for member in _members(kind):
            yield from _names(getattr(part, member))


_WITHOUT_SYMBOLS = {Location, Variable, *get_args(Type)}


@cache
def _members(kind: type) -> tuple[str, ...]:
    """The members that are looked into: those of instructions, and of what they are made of."""
    if kind in _WITHOUT_SYMBOLS or not is_dataclass(kind):
        return ()
    return tuple(each.name for each in fields(kind))
