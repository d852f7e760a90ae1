"""What a launch leaves that was proved at its place, and not run: arbitrary contents.

They are a variable of their own for each launch and object. What depends on them is no violation by itself: it may be
broken for contents alone that the launch never leaves.
"""

import re

from cudabmc import terms
from cudabmc.goto.types import BOOL
from cudabmc.memory.given_contents import whole_name
from cudabmc.state.execution import Execution
from cudabmc.state.memory import CellReader, MemObject
from cudabmc.state.object_facts import FlatArray, Untouched
from cudabmc.state.thread import Thread
from cudabmc.state.unwritten import Origin
from cudabmc.state.value import Value
from cudabmc.terms import Term

_NAME = re.compile(r"left by launch (\d+): ")


def leave_arbitrary(ex: Execution, memory: CellReader, obj: MemObject, by: Thread, *, unset: bool) -> None:
    """From now on an object, which is the state's own, holds what a launch has left there, for which `by` stands.
    `unset`: there may be bytes that nobody has set."""
    before = None if by.path is True else memory.flatten(obj, obj.about.width)
    width = obj.about.width if before is None else before.width
    array = terms.array_var(f"left by launch {by.id.launch}: {whole_name(obj.key)}", 64, 8 * width)
    obj.clear(0)
    obj.array = FlatArray(array if before is None else terms.ite_array(by.path, array, before.term), width)
    if unset and ex.given is None:
        ex.unwritten.add(array, Origin(obj))


def launch_behind(value: Value) -> int | None:
    """The first launch whose results a value depends on; None if there is none."""
    names = (str(v.params[0]) for v in terms.free_vars(value)) if isinstance(value, Term) else ()
    return min((int(match[1]) for name in names if (match := _NAME.match(name))), default=None)


def may_be_unset_behind(value: Value) -> Value:
    """Where a value may be one that nobody has set, if that is up to a launch that was not run: nobody knows."""
    launch = launch_behind(value)
    return True if launch is None else terms.var(f"left by launch {launch}: unset", BOOL)


def may_be_unset(ex: Execution, obj: MemObject) -> bool:
    """May there be bytes in an object that nobody has set?"""
    unwritten = ex.unwritten
    if obj.array is not None:
        known = not unwritten.concerns(obj.array.term)
    else:
        known = isinstance(obj.untouched, int) or obj.untouched is Untouched.ARBITRARY or obj.is_covered
    if not known or not unwritten.any or obj.flat_bytes is not None:
        return not known
    values = obj.elements[1] if obj.elements is not None else [value for _, value in obj.cells.values()]
    return any(unwritten.concerns(unwritten.number(value)) for value in values)
