"""What a model may ask about its call, and about the launch that it belongs to."""

from collections.abc import Sequence
from typing import Protocol

from cudabmc.goto.program import Call, Operand
from cudabmc.goto.types import Type
from cudabmc.source.location import Location
from cudabmc.state.limits import Limits
from cudabmc.state.value import Value


class CallPart(Protocol):
    """The call: the function's name, types, and where it stands."""

    @property
    def name(self) -> str:
        """Name of the called function."""

    @property
    def location(self) -> Location:
        """Where the call stands in the source."""

    @property
    def arg_types(self) -> Sequence[Type]:
        """Machine types of the arguments, the variadic ones included."""

    @property
    def arg_ctypes(self) -> Sequence[str]:
        """C types of the arguments of the chosen declaration, e.g. `unsigned int *`."""

    @property
    def ret_type(self) -> Type:
        """Machine type of the result."""

    @property
    def on_device(self) -> bool:
        """True in a kernel thread."""


class LaunchPart(Protocol):
    """The calling thread among those of its launch, and the device."""

    @property
    def cooperative(self) -> bool:
        """Was the kernel launched so that its threads may wait for each other?"""

    @property
    def cluster(self) -> tuple[int, int, int]:
        """The size of the clusters of the launch, in blocks."""

    def builtin(self, name: str) -> tuple[Value, Value, Value]:
        """threadIdx, blockIdx, blockDim or gridDim of the calling kernel thread: known, where a thread calls."""

    @property
    def limits(self) -> Limits:
        """What the device accepts (--compute-capability)."""


def applied_call(signature: str, args: tuple[Operand, ...], of: Type, type: Type, loc: Location) -> Call:
    """The call of a model that another one applies (`ValuesPart.applied`). All arguments have the type `of`."""
    declared, _, parameters = signature.rstrip(")").partition("(")
    ctypes = tuple(parameter.strip().rpartition(" ")[0] for parameter in parameters.split(","))
    return Call(None, declared.rpartition(" ")[2], args, (of,) * len(ctypes), type, loc, signature, ctypes)
