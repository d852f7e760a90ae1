"""Operational models as instructions.

A model is called once, with operands in place of values, and what it asks of its context is written down. A model that
looks at a value, or asks for what no instruction says, is refused.
"""

from collections.abc import Sequence
from functools import wraps
from typing import Any, NoReturn

from cudabmc.goto.op import POINTER_OPS, Op
from cudabmc.goto.program import Assign, Call, Const, Load, Operand, Reg, Store
from cudabmc.goto.types import BOOL, PTR, FloatType, PtrType, Type
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import AtomicLoad, AtomicStore, Barrier, Instruction, Note, Require
from cudabmc.modelapi import ModelContext, Pointer
from cudabmc.source.location import Location
from opmodels.registry import Model


class UntraceableError(Exception):
    """The model does something that no instruction says."""


class Traced:
    """An operand in the hands of a model: a model that compares it, or asks whether it is true, decides by a value
    that is not known here."""

    __slots__ = ("operand",)

    def __init__(self, operand: Operand) -> None:
        self.operand = operand

    def _decides(self, *_: object) -> NoReturn:
        raise UntraceableError("it looks at a value")

    __eq__ = __ne__ = __bool__ = __hash__ = _decides


def trace(call: Call, model: Model, graph: KernelGraph) -> list[Instruction]:
    """The instructions of a call, over registers of the graph. Raises UntraceableError."""
    code: list[Instruction] = []
    tracer = _Tracer(call, model, graph, code)
    result = model.function(tracer, *(_value(a) for a in call.args))
    if call.dst is not None:
        code.append(Assign(call.dst, Op.COPY, (_operand(result, call.ret),), call.ret, call.ret, call.loc))
    return code


def _value(operand: Operand) -> object:
    """A constant as a model gets it, anything else as it is."""
    if isinstance(operand, Const) and not isinstance(operand.type, PtrType):
        return operand.value
    return Traced(operand)


def _operand(value: object, type: Type) -> Operand:
    """What a model gave back, as an operand."""
    if isinstance(value, Traced):
        return value.operand
    if isinstance(value, Pointer):
        raise UntraceableError("it makes a pointer")
    assert isinstance(value, bool | int | float) and not isinstance(type, PtrType), value
    return Const(float(value) if isinstance(type, FloatType) else value, type)


class _Tracer:
    """The part of `modelapi.ModelContext` that there are instructions for."""

    def __init__(self, call: Call, model: Model, graph: KernelGraph, code: list[Instruction]) -> None:
        self._call = call
        self._model = model
        self._graph = graph
        self._atomic = model.access == "atomic"
        family = model.signature if self._atomic and call.dst is None else ""
        self._commutes = family if model.result_unused_commutes else ""
        self._updated: list[Operand] = []  # the addresses that the atomic has read
        self._code = code

    def _add(self, instruction: Instruction) -> None:
        self._code.append(instruction)

    # ------------------------------------------------------------ the call

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def location(self) -> Location:
        return self._call.loc

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

    # ------------------------------------------------------------ values

    def op(self, op: Op, type: Type, *args: object, of: Type | None = None) -> Traced:
        if op in POINTER_OPS or isinstance(type, PtrType):
            raise UntraceableError(f"{op.value} of pointers")
        source = of or type
        kinds = [source] * len(args)
        if op is Op.SELECT:
            kinds[0] = BOOL
        operands = tuple(_operand(a, t) for a, t in zip(args, kinds, strict=True))
        result = self._graph.register(type)
        self._add(Assign(result.index, op, operands, type, source, self._call.loc))
        return Traced(result)

    def is_const(self, value: object) -> bool:
        """No pointer is known here. Of other values a model may make more if they are known, so it has to wait for
        those who know them."""
        if not isinstance(value, Traced):
            return True
        operand = value.operand
        if isinstance(operand, Reg) and not isinstance(self._graph.types[operand.index], PtrType):
            raise UntraceableError("it asks whether a value is known")
        return False

    def require(self, cond: object, prop: str, text: str, *, error: int = 0) -> None:
        self._add(Require(prop, _operand(cond, BOOL), text, self._call.loc))

    def note(self, text: str) -> None:
        self._add(Note(text, self._call.loc))

    # ------------------------------------------------------------ memory

    def load(self, ptr: object, type: Type, *, cross: bool = False, compare: object = None) -> Traced:
        """What a compare-and-swap compares with excuses no conflict here: that is for others to see."""
        self._plain(cross)
        address, result = _operand(ptr, PTR), self._graph.register(type)
        if self._atomic:
            self._updated.append(address)
            self._add(AtomicLoad(result.index, address, type, self._commutes, self._model.scope, self._call.loc))
        else:
            self._add(Load(result.index, address, type, self._call.loc))
        return Traced(result)

    def store(self, ptr: object, value: object, type: Type, where: object = True, *, cross: bool = False) -> None:
        self._plain(cross)
        address, written, cond = _operand(ptr, PTR), _operand(value, type), _operand(where, BOOL)
        if not self._atomic:
            if where is not True:
                raise UntraceableError("it stores under a condition")
            self._add(Store(address, written, type, self._call.loc))
            return
        if address not in self._updated:
            raise UntraceableError("an atomic that writes what it has not read")
        self._add(AtomicStore(address, written, type, cond, self._call.loc))

    def _plain(self, cross: bool) -> None:
        if cross or self._model.access not in ("", "atomic"):
            raise UntraceableError("its accesses are neither plain nor those of one atomic")

    # ------------------------------------------------------------ other threads

    def fence(self, scope: str) -> None:
        """Orders accesses that conflict, which no instruction says."""

    def rendezvous(
        self, scope: str, mask: object, payload: object, combine: object, *, orders: bool = False
    ) -> int:  # fmt: skip
        if scope != "block" or combine is not None or self._call.dst is not None:
            raise UntraceableError(f"threads of a {scope} meet")
        self._add(Barrier(self._call.loc))
        return 0


def _refuse(name: str) -> Any:
    """What answers a model that asks for this."""
    asked = getattr(ModelContext, name)

    def refused(tracer: _Tracer, *_: object, **__: object) -> NoReturn:
        raise UntraceableError(f"it asks for {name}")

    return property(refused) if isinstance(asked, property) else wraps(asked)(refused)


for _name in dir(ModelContext):
    if not _name.startswith("_") and not hasattr(_Tracer, _name):
        setattr(_Tracer, _name, _refuse(_name))
