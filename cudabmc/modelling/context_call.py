"""What a model sees of its call: the arguments and values, and the conditions that it requires."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from cudabmc import terms
from cudabmc.device import graphs
from cudabmc.errors import ModelError, ResourceError, UnsupportedError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call
from cudabmc.goto.types import BOOL, Type
from cudabmc.goto.variable import Variable
from cudabmc.interpreter.core import Machine
from cudabmc.memory.pointers import POINTER_OPS, apply_pointer
from cudabmc.modelling.declared import PureContext, declared, refuse
from cudabmc.modelling.users_model import start_of
from cudabmc.properties import PROPERTIES, Property
from cudabmc.properties.assertion import ASSERTION
from cudabmc.properties.deadlock import DEADLOCK
from cudabmc.source.location import NOWHERE, Location
from cudabmc.state.decisions import Point
from cudabmc.state.element_type import is_signed, returned
from cudabmc.state.events import ANYTHING
from cudabmc.state.position import user_location
from cudabmc.state.signals import Misused, PathEnds, Split
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.terms import Term
from opmodels.registry import Model

MAX_VALUES = 64
"""How many values of an input `concretize` takes apart before it gives up."""


_NOBODY = Model("", "", lambda: None)


class CallContext:
    """The call that runs, of the one object that serves all calls of models."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.thread: Thread | None = None
        self._call: Call | None = None
        self._pc = 0
        self._point: Point = ("", 0)
        self.model = _NOBODY  # the one that runs
        self._atomic = False
        self._alike = ""  # names the atomics whose order with this one does not matter; empty: it does
        self._chosen = False  # the scheduler has chosen this call: all of its accesses go through
        self._made: list[Value] = []
        self._arguments: tuple[Value, ...] = ()
        self._building: graphs.Building | None = None  # what is issued becomes a node of a graph
        self._next = 0
        self._excluded: dict[Term, dict[Term, None]] = {}  # that a value is not one that it was found to have
        self._stepped = False  # as `_chosen`, for the other threads of a lockstep warp
        self._members: dict[int, Thread] = {}
        self._pure = PureContext(self)
        self.blamed: list[Thread] = []  # of those that met, who cannot go on

    @property
    def here(self) -> Thread:
        """The calling thread."""
        assert self.thread is not None
        return self.thread

    @property
    def point(self) -> Point:
        """Function and instruction of the call."""
        return self._point

    @property
    def chosen(self) -> bool:
        """Has the scheduler chosen this call?"""
        return self._chosen

    def call_site(self) -> tuple[Any, ...]:
        """What `carry_out` needs of the call to go on with it later."""
        return self._call, self._pc, self._point, self.model

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def location(self) -> Location:
        if self._call is None or self.thread is None:
            return NOWHERE
        return user_location(self.thread) if self.thread.frames[-1].code.function.library else self._call.loc

    @property
    def arg_types(self) -> Sequence[Type]:
        assert self._call is not None
        return self._call.types

    @property
    def arg_ctypes(self) -> Sequence[str]:
        assert self._call is not None
        return self._call.ctypes

    @property
    def ret_type(self) -> Type:
        assert self._call is not None
        return self._call.ret

    @property
    def on_device(self) -> bool:
        return self.here.block is not None

    @property
    def cooperative(self) -> bool:
        grid = self.m.s.device.grids.get(self.here.work)
        return grid is not None and grid.cooperative

    def builtin(self, name: str) -> tuple[int, int, int]:
        thread = self.here
        assert thread.block is not None
        values = {
            "threadIdx": thread.id.thread, "blockIdx": thread.block.index,
            "blockDim": thread.sizes[0], "gridDim": thread.sizes[1],
        }  # fmt: skip
        return values[name]

    # ------------------------------------------------------------ values

    def op(self, op: Op, type: Type, *args: Value, of: Type | None = None) -> Value:
        of = of or type
        if op in POINTER_OPS or (op is Op.SELECT and isinstance(args[1], Pointer | PointerSet)):
            return apply_pointer(self.m, op, type, of, args)
        return terms.apply(op, type, of, args)

    def is_const(self, value: Value) -> bool:
        return not isinstance(value, Term | PointerSet)

    def decide(self, cond: Value) -> bool:
        cond = self.uses(cond, f"an argument of {self.name}()")
        if isinstance(cond, Term):
            facts = self.m.facts(self.here)
            if cond in facts:
                return True
            if terms.lnot(cond) in facts:
                return False
            cond = terms.assume(cond, facts)
            if isinstance(cond, Term):
                raise Split(cond, 0, 0)
        return bool(cond)

    def concretize(self, value: Value, type: Type) -> int:
        return self.known(self.here, self._pc, value, type)

    def known(self, thread: Thread, pc: int, value: Value, type: Type) -> int:
        """The value as an int; splits the path while it depends on inputs."""
        m = self.m
        value = m.uninitialised.decides(thread, m.simplify(thread, value), "an argument")
        if not isinstance(value, Term):
            return int(value)
        facts = m.facts(thread)
        found = m.value_of(value, terms.land(m.s.alive, thread.path, *facts), type)
        if found is None:
            raise PathEnds
        equal = m.simplify(thread, terms.equal(value, found, type))
        if equal is True or equal in facts:
            return found
        assert isinstance(equal, Term)
        self._count_value(thread, pc, value, equal)
        raise Split(equal, len(thread.frames), pc)

    def _count_value(self, thread: Thread, pc: int, value: Term, equal: Term) -> None:
        """One more value is taken apart. Those that this path excludes are counted: what other paths and
        interleavings have met says nothing about how many there are here."""
        tried = self._excluded.setdefault(value, {})
        if len(tried) >= MAX_VALUES and len(_facts_in(self.m.facts(thread)) & tried.keys()) >= MAX_VALUES:
            raise ResourceError(
                f"more than {MAX_VALUES} values are possible here; bound the input by an assumption or --args",
                thread.frames[-1].code.location(pc),
            )
        other = terms.lnot(equal)
        assert isinstance(other, Term)
        tried[other] = None

    def nondet(
        self, type: Type, label: str, low: int | None = None, high: int | None = None, ctype: str = ""
    ) -> Value:
        if not ctype and self._call is not None and type == self._call.ret:  # there is none where threads have met
            ctype = returned(self._call.signature, self.name)
        variable = Variable("", ctype, is_signed(ctype))
        return self._again(lambda: self.m.inputs.fresh(type, label, self.here, low=low, high=high, variable=variable))

    def failure(self, label: str) -> Value:
        fails = self.nondet(BOOL, label)
        s = self.m.s
        s.ending = replace(s.ending, failures=terms.lor(s.ending.failures, fails))
        return fails

    def approximation(self, type: Type, label: str) -> Value:
        self.m.approximated = True
        return self._again(lambda: self.m.inputs.approximation(type, label, self.here, self._arguments))

    def named(self, value: Value, type: Type, label: str) -> Value:
        if not isinstance(value, Term):
            return value
        if self.m.unwritten.kept and self.m.unwritten.concerns(value):
            return value
        name = self._again(lambda: self.m.inputs.fresh(type, label, self.here, "name"))
        self.m.unwritten.is_named(name, value)
        self.constrain(terms.equal(name, value, type))
        return name

    def made_once(self, make: Callable[[], Value]) -> Value:
        """A new input: within a call of a model, which may be run again, the one that the call has made before."""
        return make() if self._call is None else self._again(make)

    def _again(self, make: Callable[[], Value]) -> Value:
        """A call that is run again after a decision gets the same inputs again."""
        if self._next == len(self._made):
            self._made.append(make())
        self._next += 1
        return self._made[self._next - 1]

    # ------------------------------------------------------------ checks

    def uses(self, value: Value, what: str) -> Value:
        uninitialised = self.m.uninitialised
        if isinstance(value, Term):
            return uninitialised.decides(self.here, value, what)
        return uninitialised.points(self.here, value, what) if isinstance(value, Pointer | PointerSet) else value

    def require(self, cond: Value, prop: str, text: str, *, error: int = 0) -> None:
        m, thread = self.m, self.here
        asked = self._property(prop)
        asserts = asked is ASSERTION
        if not asserts or m.settings.is_on(asked):  # else it decides nothing
            cond = self.uses(cond, "an assertion" if asserts else f"an argument of {self.name}()")
        if m.require(thread, cond, asked, text) or asserts or self.decide(m.simplify(thread, cond)):
            return
        if asked is DEADLOCK:
            m.cannot_go_on(thread, asked, text)
        raise Misused(error)

    def _property(self, prop: str) -> Property:
        """The property with an id that a model gives."""
        found = PROPERTIES.get(prop)
        if found is None:
            raise ModelError(f"the model of {self.name}() names no property: {prop!r}", start_of(self.model))
        return found

    @declared
    def assume(self, cond: Value, *, intended: bool = False) -> None:
        assert self.m.program.may_assume is not False or not self.on_device, "a kernel that was thought not to assume"
        if self.m.s.step is not None:
            self.m.s.step.append(ANYTHING)  # no other thread goes on where it does not hold
        if intended:
            self.m.unwritten.accept(cond)
        self.m.restrict(self.here, self.m.simplify(self.here, cond))

    def constrain(self, cond: Value) -> None:
        if self.m.given is None and isinstance(cond, Term) and not self._speaks_of_made(cond):
            refuse(self.name, "constrain() about its arguments alone", "assumes")
        self.m.restrict(self.here, self.m.simplify(self.here, cond))

    def _speaks_of_made(self, cond: Term) -> bool:
        """Is what the call has made in the condition? Without it, that would exclude arguments."""
        free = terms.free_vars(cond)
        return any(isinstance(made, Term) and not free.isdisjoint(terms.free_vars(made)) for made in self._made)

    def unsupported(self, construct: str) -> NoReturn:
        raise UnsupportedError(construct, self.location)

    def note(self, text: str) -> None:
        self.m.notes.setdefault(text)


def _facts_in(facts: Iterable[Term]) -> set[Term]:
    """The facts, those in conjunctions of them too: a long one is not taken apart when it is made."""
    found: set[Term] = set()
    left = list(facts)
    while left:
        fact = left.pop()
        parts = terms.conjuncts(fact)
        if parts == (fact,):
            found.add(fact)
        else:
            left += parts
    return found
