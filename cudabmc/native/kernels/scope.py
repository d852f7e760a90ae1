"""What a kernel asks about its program, and what it tells of itself: the numbers in its text."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from cudabmc.goto.program import Assign, Call
from cudabmc.goto.types import Type
from cudabmc.late_dataclass import dataclass
from cudabmc.native import models
from cudabmc.native.kernels.parameter_objects import ParameterObject
from cudabmc.native.kernels.stamps import STEP
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.properties import Property
from cudabmc.state.reach import ReachMark
from cudabmc.state.value import Value

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PythonCall:
    """A function of known values that Python computes: the model of `call`, or the result at `index` of `function`."""

    call: Call | None
    function: Callable[..., Sequence[Value]] | None
    index: int
    types: tuple[Type, ...]
    type: Type


class KernelScope:
    """`symbols` are the globals by the numbers in the text, `notes` sentences of the report, and what is reached, and
    `calls` what Python computes. With `volatile_is_plain` nothing is assumed of volatile accesses. Unless `unset` is
    None, values that nobody has set go on, as the marks of registers and bytes, until they decide something; `unset`
    are the parameters that may have no known value. `parameter_objects` are by the registers of their Allocas."""

    def __init__(
        self, asked: Callable[[Assign], tuple[Property, ...]], parameter_objects: dict[int, ParameterObject], *,
        volatile_is_plain: bool, unset: frozenset[int] | None,
    ) -> None:  # fmt: skip
        self._asked = asked
        self.parameter_objects = parameter_objects
        self.follows_unset = unset is not None
        self.unset = unset or frozenset()
        self.volatile_is_plain = volatile_is_plain
        self.symbols: list[str] = []
        self.notes: list[str | ReachMark] = list(models.NOTES)
        self.calls: list[PythonCall] = []
        self._kinds: list[str] = []

    def symbol(self, name: str) -> int:
        """The number of a global."""
        return _number(self.symbols, name)

    def note(self, said: str | ReachMark) -> int:
        """The number of a sentence, or of what is reached."""
        return _number(self.notes, said)

    def kind(self, commutes: str) -> int:
        """The number of a class of atomic functions, not 0, and less than the step between numbers of segments."""
        number = 1 + _number(self._kinds, commutes)
        if number >= STEP:
            raise NoMachineCodeError("too many classes of atomic functions")
        return number

    def python(self, call: PythonCall) -> int:
        """The number of a call of Python."""
        self.calls.append(call)
        return len(self.calls) - 1

    def asked(self, i: Assign) -> tuple[Property, ...]:
        """The properties that look at an operation, but for that of divisors."""
        return self._asked(i)


def _number(found: list[T], name: T) -> int:
    if name not in found:
        found.append(name)
    return found.index(name)
