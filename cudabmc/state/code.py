"""Functions ready to run: a step for each instruction, and what is known of the function. Data only."""

from functools import cached_property
from typing import TYPE_CHECKING

from cudabmc.goto import cfg
from cudabmc.goto.program import Declare, Function
from cudabmc.goto.registers import live
from cudabmc.goto.variable import Variable
from cudabmc.result import ObjectInfo
from cudabmc.source.location import Location
from cudabmc.state.partial_reads import PartialReads, partial_reads
from cudabmc.state.step import StepFunction

if TYPE_CHECKING:
    from cudabmc.goto.ignored_results import ResultUse


def location_in(function: Function, pc: int) -> Location:
    """Position of an instruction in the source; behind the last one that of the last."""
    body = function.body
    return body[min(pc, len(body) - 1)].loc if body else function.loc


class Code:
    """A function ready to run. `reads`: what nobody has written is looked for."""

    def __init__(self, function: Function, reads: bool) -> None:
        self.function = function
        self.ipdom = cfg.ipdom(function)
        self.loops = cfg.loops(function)
        self.variables: dict[int, Variable] = {
            register: variable for register, variable in enumerate(function.params) if variable.name[:1] != "<"
        }
        self.declared: dict[int, Location] = {}
        for instruction in function.body:
            if isinstance(instruction, Declare):
                self.variables[instruction.reg] = instruction.var
                self.declared.setdefault(instruction.reg, instruction.loc)
        self.loop_of_edge = {edge: loop for loop in self.loops for edge in loop.back_edges}
        self.steps: list[StepFunction] = []
        self._reads = reads
        self._uses: dict[int, ResultUse] = {}
        self.partial = partial_reads(function.body) if reads else PartialReads()

    @cached_property
    def live(self) -> list[frozenset[int]]:
        """The registers whose values may be used from each instruction on."""
        return live(self.function.body)

    def use_of_result(self, pc: int) -> "ResultUse":
        """What becomes of the result of the call there."""
        found = self._uses.get(pc)
        if found is None:
            from cudabmc.goto import ignored_results  # few runs need it

            found = self._uses[pc] = ignored_results.use_of(self.function, pc)
        return found

    def location(self, pc: int) -> Location:
        """Position of an instruction in the source."""
        return location_in(self.function, pc)

    def register_name(self, index: int) -> str:
        """The source variable that a register holds, or ""."""
        variable = self.variables.get(index)
        return variable.name if variable else ""

    def watches(self, pc: int) -> bool:
        """Must what a load reads have been written?"""
        return self._reads and pc not in self.partial.units

    def register_info(self, index: int) -> ObjectInfo:
        """The variable that a register holds, as reports name it."""
        size = self.function.reg_types[index].size
        return ObjectInfo(self.register_name(index), size, "local variable", self.declared.get(index))

    def inner_edges(self, edge: int) -> list[int]:
        """Back edges of the loops inside of the loop of `edge`: they start anew when it repeats."""
        outer = self.loop_of_edge[edge]
        return [
            e
            for loop in self.loops
            if loop is not outer and outer.head <= loop.head and loop.back_edge <= outer.back_edge
            for e in loop.back_edges
        ]
