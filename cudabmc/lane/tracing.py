"""Operational models as instructions of a region.

A model is run once on operands in place of values: what it asks of the context is written down. A
model that looks at a value, or asks for something that is not here, cannot be written down; those
without effects are called on the values when the kernel runs.
"""

from collections.abc import Sequence
from typing import Any, NoReturn

from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Const, Operand, Reg
from cudabmc.goto.types import BOOL, FloatType, PtrType, Type
from cudabmc.lane.region import Builder, Load, Need, Note, Set, Store, Touch
from cudabmc.memory.pointers import POINTER_OPS
from cudabmc.state.signals import PathEnds, Split, Stopped


class UntraceableError(Exception):
    """The model does something that cannot be written down."""


class Traced:
    """An operand in the hands of a model: a model that compares it, or asks whether it is true, decides by a value
    that is not known here."""

    __slots__ = ("operand",)

    def __init__(self, operand: Operand) -> None:
        self.operand = operand

    def _decides(self, *_: object) -> NoReturn:
        raise UntraceableError("a decision")

    __eq__ = __ne__ = __bool__ = __hash__ = __index__ = __len__ = _decides


def trace(builder: Builder, call: Call, args: tuple[Operand, ...], model: Any) -> bool:
    """Write the instructions of a call; False if the model cannot be written down."""
    tracer = _Tracer(builder, call, model)
    try:
        result = model.function(tracer, *(_value(a) for a in args))
        if call.dst is not None and not tracer.met:
            builder.add(Set(call.dst, Op.COPY, (tracer.operand(result, call.ret),), call.ret, call.ret))
    except (UntraceableError, PathEnds, Split, Stopped):
        return False
    except (TypeError, AttributeError, ValueError, AssertionError, ArithmeticError):
        return False  # it takes its arguments for values
    return True


def _value(operand: Operand) -> object:
    """A constant as a model gets it, anything else as it is."""
    if isinstance(operand, Const) and not isinstance(operand.type, PtrType):
        return operand.value
    return Traced(operand)


class Called:
    """What a model may ask about its call."""

    def __init__(self, model: Any, call: Call) -> None:
        self._model = model
        self._call = call

    @property
    def name(self) -> str:
        return str(self._model.name)

    @property
    def on_device(self) -> bool:
        return True

    @property
    def arg_types(self) -> Sequence[Type]:
        return self._call.types

    @property
    def arg_ctypes(self) -> Sequence[str]:
        return self._call.ctypes

    @property
    def ret_type(self) -> Type:
        return self._call.ret


class _Tracer(Called):
    """The part of `modelapi.ModelContext` that has instructions."""

    def __init__(self, builder: Builder, call: Call, model: Any) -> None:
        super().__init__(model, call)
        self._builder = builder
        self._atomic = model.access == "atomic"
        family = str(model.signature) if self._atomic and call.dst is None else ""
        self._commutes = family if model.result_unused_commutes else ""
        self.met = False  # with the other threads, as its last action

    def __getattr__(self, name: str) -> object:
        raise UntraceableError(name)

    def operand(self, value: object, type: Type) -> Operand:
        """What a model gave back, as an operand."""
        if isinstance(value, Traced):
            return value.operand
        if isinstance(value, bool | int | float) and not isinstance(type, PtrType):
            return Const(float(value) if isinstance(type, FloatType) else value, type)
        raise UntraceableError("a value that is no operand")

    def op(self, op: Op, type: Type, *args: object, of: Type | None = None) -> Traced:
        if op in POINTER_OPS or isinstance(type, PtrType):
            raise UntraceableError(op.value)
        source = of or type
        kinds = [source] * len(args)
        if op is Op.SELECT:
            kinds[0] = BOOL
        result = self._builder.register(type)
        operands = tuple(self.operand(a, t) for a, t in zip(args, kinds, strict=True))
        self._builder.add(Set(result.index, op, operands, type, source))
        return Traced(result)

    def is_const(self, value: object) -> bool:
        """All values are known when the kernel runs; what they are is not known here."""
        if not isinstance(value, Traced):
            return True
        operand = value.operand
        if isinstance(operand, Reg) and not isinstance(self._builder.region.types[operand.index], PtrType):
            raise UntraceableError("is_const")
        return True

    def space(self, ptr: object) -> None:
        """Not known; a touch of memory where atomics do not work is for the machine."""

    def require(self, cond: object, prop: str, text: str, *, error: int = 0) -> None:
        self._builder.add(Need(self.operand(cond, BOOL)))

    def note(self, text: str) -> None:
        self._builder.add(Note(text))

    def load(self, ptr: object, type: Type, *, cross: bool = False, compare: object = None) -> Traced:
        """What a compare-and-swap compares with excuses no conflict here: the machine looks at all of them."""
        self._plain(cross)
        address = self.operand(ptr, type)
        if self._atomic:
            self._builder.add(Touch(address, type, self._commutes, self._model.scope))
        result = self._builder.register(type)
        self._builder.add(Load(result.index, address, type, quiet=self._atomic))
        return Traced(result)

    def store(self, ptr: object, value: object, type: Type, where: object = True, *, cross: bool = False) -> None:
        self._plain(cross)
        address, written = self.operand(ptr, type), self.operand(value, type)
        if where is not True:
            old, chosen = self._builder.register(type), self._builder.register(type)
            self._builder.add(Load(old.index, address, type, quiet=True))
            cond = self.operand(where, BOOL)
            self._builder.add(Set(chosen.index, Op.SELECT, (cond, written, old), type, type))
            written = chosen
        self._builder.add(Store(address, written, type, quiet=self._atomic))

    def _plain(self, cross: bool) -> None:
        if cross or self._model.access not in ("", "atomic"):
            raise UntraceableError("access")

    def fence(self, scope: str) -> None:
        """Orders nothing that does not conflict."""

    def rendezvous(
        self, scope: str, mask: object, payload: object, combine: object, *, orders: bool = False
    ) -> int:  # fmt: skip
        if scope != "block" or combine is not None or self._call.dst is not None:
            raise UntraceableError(scope)
        self._builder.barrier()
        self.met = True
        return 0
