"""What the models declare that a program calls (`opmodels.registry.Model`). The name of a function says nothing."""

from collections.abc import Callable, Iterable

from cudabmc.goto.program import THREAD_VARIABLES, Call, Function, Launch, Program
from opmodels import registry
from opmodels.registry import Model


def find(name: str, signature: str) -> Model | None:
    """The model that a call names."""
    if not registry.lookup(name):
        # opmodels/index.py may be older than a model: then the function must not be one without a model.
        registry.load_all()
    for model in registry.lookup(name):
        if not signature or model.signature == signature:
            return model
    return None


def of(program: Program, call: Call) -> Model | None:
    """The model that a call leads to; None if it leads to a function of the program, or nobody knows where."""
    callee = call.callee
    if not isinstance(callee, str) or callee in THREAD_VARIABLES:
        return None
    return find(callee, call.signature) if call.signature or callee not in program.functions else None


def may_order(program: Program) -> bool:
    """May anything but a barrier of the whole block order accesses of a kernel's threads? What a pointer leads to is
    among the functions of the program, and all of those for the device are looked at."""
    if program.may_order_threads is not None:
        return program.may_order_threads
    functions = [f for f in program.functions.values() if f.on_device]
    if any(isinstance(i, Launch) for f in functions for i in f.body):
        return True  # what a thread has done comes before what it launches
    return _any_call(program, functions, lambda model: model.orders)


def may_assume(program: Program, functions: Iterable[Function]) -> bool:
    """May a call in one of these functions exclude executions? One through a pointer may."""
    functions = list(functions)
    if any(isinstance(i, Call) and not isinstance(i.callee, str) for f in functions for i in f.body):
        return True
    return _any_call(program, functions, lambda model: model.assumes)


def _any_call(program: Program, functions: Iterable[Function], does: Callable[[Model], bool]) -> bool:
    """Is there a call of a model that does, or of a function that nobody knows?"""
    seen: set[tuple[str, str]] = set()
    for function in functions:
        for i in function.body:
            if isinstance(i, Call) and isinstance(i.callee, str):
                called = i.callee, i.signature
                if called not in seen:
                    seen.add(called)
                    if _may(program, i, does):
                        return True
    return False


def _may(program: Program, call: Call, does: Callable[[Model], bool]) -> bool:
    if call.callee in program.externals and not call.signature:
        return True
    model = of(program, call)
    return model is not None and does(model)
