"""Variables of the C library, which a program declares and nothing of it defines. The start of the program gives them
what the models say: stdin, stdout and stderr (C11 7.21.1), and signgam (POSIX, math.h)."""

from collections.abc import Collection, Iterator

from cudabmc.frontend.body.builder import Builder
from cudabmc.frontend.clang.link.models import by_name
from cudabmc.goto.program import Call, Global, Reg, Space, Store, Symbol
from cudabmc.goto.types import PTR, VOID
from cudabmc.goto.variable import Variable
from cudabmc.source.location import NOWHERE
from opmodels.library_variables import GAMMA_SIGN, SETTING

_STREAMS = ("stdin", "stdout", "stderr")

NAMES = frozenset((*_STREAMS, GAMMA_SIGN))


def variable(name: str) -> Global:
    """One of `NAMES`."""
    if name == GAMMA_SIGN:
        return Global(name, Variable(name, "int"), 4, 4, Space.HOST_GLOBAL)
    return Global(name, Variable(name, "FILE *"), 8, 8, Space.HOST_GLOBAL)


def mentioned(undefined: Collection[str]) -> Iterator[str]:
    """Those among the names that nothing defines."""
    return (name for name in (*_STREAMS, GAMMA_SIGN) if name in undefined)


def write_start(builder: Builder, name: str) -> None:
    """A stream gets its value; of signgam the models learn where it is."""
    if name == GAMMA_SIGN:
        model = by_name(f"__cudabmc_{name}_at", (PTR,), False)
        assert model is not None
        builder.emit(Call(None, model.name, (Symbol(name),), (PTR,), VOID, NOWHERE, model.signature))
        return
    register = builder.reg(PTR)
    model = by_name(f"__cudabmc_{name}", (), False)
    assert model is not None
    builder.emit(Call(register, model.name, (), (), PTR, NOWHERE, model.signature))
    builder.emit(Store(Symbol(name), Reg(register), PTR))


def setting(name: str, undefined: Collection[str]) -> str:
    """What a function of the host is in a program that looks at the variable that it sets."""
    return SETTING.get(name, name) if GAMMA_SIGN in undefined else name
