"""What a model sees of its call, in code of kernels."""

from collections.abc import Sequence

from cudabmc.goto.program import Call
from cudabmc.goto.types import Type
from cudabmc.source.location import Location
from opmodels.registry import Model


class DeviceCall:
    """A call of a model by the threads of a kernel: the part `modelapi.call.CallPart` of a context."""

    on_device = True

    def __init__(self, model: Model, call: Call) -> None:
        self.name = model.name
        self.location: Location = call.loc
        self.arg_types: Sequence[Type] = call.types
        self.arg_ctypes: Sequence[str] = call.ctypes
        self.ret_type = call.ret
