"""A call of an operational model: where it stands, and what belongs to the run of it. Data only."""

from dataclasses import field

from cudabmc.goto.program import Call, Function
from cudabmc.late_dataclass import dataclass
from cudabmc.state.decisions import Point
from cudabmc.state.order_abstraction import AbstractAtomic
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from opmodels.registry import Model


@dataclass(frozen=True, slots=True)
class CallSite:
    """The call in the program: the instruction, its index, the point that the scheduler knows it by, and the model.
    Where threads have met there is no call."""

    call: Call | None
    pc: int
    point: Point
    model: Model


NO_CALL = CallSite(None, 0, ("", 0), Model("", "", lambda: None))


@dataclass(slots=True)
class ModelCall:
    """A run of the model. One that asks for a decision is run again from its beginning: `made` are the inputs that it
    has made before, of which `next` is the one that it asks for next.

    `alike` names the atomics whose order with this one does not matter; empty: it does. `family` names those whose
    order does not matter for what they leave in memory. `chosen`: the scheduler has chosen this call, so all of its
    accesses go through; `stepped` is that for the other threads of a lockstep warp. `taken` is what an atomic has read
    and written whose answer is arbitrary in a pass that proves something of all orders. `enters` is a function of the
    program that is called behind the model, with its arguments."""

    site: CallSite
    thread: Thread
    arguments: tuple[Value, ...] = ()
    atomic: bool = False
    alike: str = ""
    chosen: bool = False
    stepped: bool = False
    made: list[Value] = field(default_factory=list)
    family: str = ""
    taken: AbstractAtomic | None = None
    next: int = 0
    enters: tuple[Function, tuple[Value, ...]] | None = None
