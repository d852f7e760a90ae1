"""Users' own models: what goes wrong in one is an error of that model, not of cudabmc."""

from typing import Any

from cudabmc.errors import CudabmcError, ModelError
from cudabmc.goto.types import BoolType, FloatType, IntType, PtrType, Type, VoidType
from cudabmc.source.location import Location
from cudabmc.state.signals import Abandoned, Halts, Misused, PathEnds, SourceNeeded, Split, Stopped
from cudabmc.state.value import Pointer, PointerSet
from cudabmc.terms import Term
from opmodels.registry import Model, ModelFunction

_PASSES = (PathEnds, Halts, Split, Misused, Stopped, Abandoned, SourceNeeded, CudabmcError)


def guarded(model: Model, ret: Type) -> ModelFunction:
    """The model's function, with errors that say where in the user's file they come from.

    `ret` is the type of what the call takes, VOID for a call whose result nobody uses.
    """

    def run(ctx: Any, *args: Any) -> Any:
        result = blamed(model, model.function, ctx.location)(ctx, *args)
        problem = _problem(result, ret)
        if problem:
            raise ModelError(f"the model of {model.name}() {problem}", start_of(model), _hint(ctx.location))
        return result

    return run


def blamed(model: Model, function: ModelFunction, call: Location) -> ModelFunction:
    """A function of a user's file, whose errors are those of the model. `call` is where the program calls it."""

    def run(*args: Any) -> Any:
        try:
            return function(*args)
        except _PASSES:
            raise
        except Exception as error:
            text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            place = _place(model, error)
            raise ModelError(f"the model of {model.name}() fails: {text}", place, _hint(call)) from error

    return run


def _hint(call: Location) -> str:
    return f"it was called at {call}"


def start_of(model: Model) -> Location:
    """Where the file of a user defines the model."""
    code = getattr(model.function, "__code__", None)
    return Location(model.source, code.co_firstlineno if code is not None else 1)


def _place(model: Model, error: BaseException) -> Location:
    """The innermost line of the user's file."""
    place, trace = start_of(model), error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == model.source:
            place = Location(model.source, trace.tb_lineno)
        trace = trace.tb_next
    return place


def _problem(result: object, ret: Type) -> str:
    """What is wrong with a result, or ""."""
    if isinstance(ret, VoidType) or isinstance(result, Term):
        return ""
    match ret:
        case BoolType():
            fits = isinstance(result, bool)
        case IntType():
            fits = isinstance(result, int) and 0 <= result < 1 << ret.width
        case FloatType():
            fits = isinstance(result, float)
        case PtrType():
            fits = isinstance(result, Pointer | PointerSet)
        case _:
            fits = True
    return "" if fits else f"returns {result!r}, which is not a value of the type {ret}{_advice(result, ret)}"


def _advice(result: object, ret: Type) -> str:
    if isinstance(result, int) and isinstance(ret, IntType):
        return f" (integers are from 0 to 2**{ret.width} - 1: use result % 2**{ret.width})"
    return ""
