"""Parameters that kernels keep in memory and never change: one object for all threads of a launch.

    __global__ void k(struct list l)        r9 = alloca 840
        ... l.values[i] ...                 store r9 + 0 <- r0, store r9 + 8 <- r1, ...      nothing else writes it

A structure with an array comes as one parameter for each element. Each thread would write all of them to a variable of
its own. Here the launch writes them once, and threads have no instructions for that. The object may not be written, so
a thread that would change its variable stops.
"""

from collections import Counter
from collections.abc import Mapping, Set

from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Const, Dead, Operand, Reg, Store
from cudabmc.goto.types import Type
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import KernelInstruction, StorePart, set_by
from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels.places import PointerFacts, accesses
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.known_bytes import KnownBytes
from cudabmc.state.value import Value
from cudabmc.state.value_bytes import room

LEAST = 16
"""Fields of a variable from which on it is worth a row of the table."""


@dataclass(frozen=True, slots=True)
class ParameterField:
    """What lies at `offset` bytes: a register that holds a parameter."""

    offset: int
    parameter: int
    type: Type


@dataclass(frozen=True, slots=True)
class ParameterObject:
    """A variable of so many bytes, and its fields."""

    size: int
    fields: tuple[ParameterField, ...]

    def contents(self, args: Mapping[int, Value]) -> FlatBytes | None:
        """The bytes with these values of parameters, of which None is none; None if bytes cannot stand for them."""
        made = FlatBytes(room(self.size), KnownBytes(self.size), None, {})
        for field in self.fields:
            value = args[field.parameter]
            if value is not None and not made.write(field.offset, field.type, value):
                return None
        return made


def take_out(graph: KernelGraph, flow: ControlFlow, facts: PointerFacts) -> dict[int, ParameterObject]:
    """Take the stores of parameters to such variables out of a graph; the variables, by the registers that their
    Allocas set."""
    if flow.before[flow.order[0]]:
        return {}
    entry = graph.blocks[flow.order[0]]
    sizes = {i.dst: int(i.size.value) for i in entry.code if isinstance(i, Alloca) and isinstance(i.size, Const)}
    stores = _stores_of_parameters(graph, entry.code, sizes.keys())
    found = {}
    for register, fields in stores.items():
        if len(fields) >= LEAST and _never_changes(register, fields, flow, facts):
            found[register] = ParameterObject(sizes[register], tuple(fields.values()))
    left_out = {at for register in found for at in stores[register]}
    entry.code[:] = [i for at, i in enumerate(entry.code) if at not in left_out]
    return found


_Fields = dict[int, ParameterField]
"""Fields of a variable, by the places of their stores in the entry block."""


def _stores_of_parameters(
    graph: KernelGraph, code: list[KernelInstruction], variables: Set[int]
) -> dict[int, _Fields]:  # fmt: skip
    """Stores of parameters to fixed places of these variables, by the registers of their Allocas."""
    times = Counter(set_by(i) for block in graph.blocks for i in block.code)
    places: dict[int, tuple[int, int]] = {}  # variable and offset that a register points to
    found: dict[int, _Fields] = {}
    for at, i in enumerate(code):
        match i:
            case Alloca(dst) if dst in variables and times[dst] == 1:
                places[dst] = dst, 0
            case Assign(dst, Op.PTRADD, args=(Reg(base), Const(offset))) if base in places and times[dst] == 1:
                variable, start = places[base]
                places[dst] = variable, start + int(offset)
            case Store(addr=Reg(address), value=Reg(parameter), type=type, volatile=False, atomic=False):
                if address in places and parameter in graph.given and not times[parameter]:
                    variable, offset = places[address]
                    found.setdefault(variable, {})[at] = ParameterField(offset, parameter, type)
    return found


def _never_changes(variable: int, fields: _Fields, flow: ControlFlow, facts: PointerFacts) -> bool:
    """Is a variable neither read before its fields are stored, nor written otherwise, nor pointed to from memory?"""

    def leads_there(operand: Operand) -> bool:
        return isinstance(operand, Reg) and ("local", variable) in facts.roots.get(operand.index, ())

    entry, last = flow.order[0], max(fields)
    for block in flow.order:
        for at, i in enumerate(flow.blocks[block].code):
            if block == entry and at in fields:
                continue
            early = block == entry and at < last
            if any((writes or early) and leads_there(address) for address, _, _, writes in accesses(i)):
                return False
            if isinstance(i, Store | StorePart) and leads_there(i.value):
                return False
            if isinstance(i, Dead) and variable in i.regs:
                return False
    return True
