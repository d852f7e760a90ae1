"""Variables of the models in kernels: what a texture object stands for, say.

No thread of a launch changes them, so they are further parameters: registers with a value at the entry. What decides
which instructions a model has is looked up where the graph is made, which is for launches that find the same.

    tex2D(tex, x, y)            "cuda:image:{2}:settings"   looked up, if `tex` is argument 2 of the kernel
                                "cuda:image:{2}:pitch"      a parameter
"""

import re
from collections.abc import Callable, Sequence

from cudabmc.goto import registers
from cudabmc.goto.program import Operand, Reg
from cudabmc.goto.types import Type
from cudabmc.kernel.graph import KernelGraph
from cudabmc.modelapi import Value

_DIGITS = re.compile(r"\{(\d+)\}")


class LaunchVariables:
    """Those of the launch that a graph is made for. `assumed` are those that were looked up, by their keys, where
    `{n}` stands for the digits of argument n."""

    def __init__(self, value_of: Callable[[str], Value | None]) -> None:
        self._value_of = value_of
        self.assumed: dict[str, Value | None] = {}

    def look_up(self, key: str) -> Value | None:
        """The value of a variable; None if nobody has set it."""
        found = self.assumed[key] = self._value_of(key)
        return found


def key_for(key: str, args: Sequence[Value]) -> str:
    """The key in a launch with these arguments."""
    return _DIGITS.sub(lambda found: str(args[int(found[1])]), key)


def origin(operand: Operand, graph: KernelGraph) -> Operand:
    """Where the value of an operand seems to come from: a constant, or another register. What is not written yet may
    set the registers between, too."""
    seen: set[int] = set()
    while isinstance(operand, Reg) and operand.index not in seen:
        seen.add(operand.index)
        operand = graph.copies.get(operand.index) or operand
    return operand


def constant_arguments(graph: KernelGraph, type: Type) -> list[Reg]:
    """The parameters of a type that hold what the launch has given them at any place of the kernel."""
    changed = {registers.set_by(i) for i in graph.kernel.body}
    return [Reg(n) for n in range(graph.parameters) if graph.types[n] == type and n not in changed]
