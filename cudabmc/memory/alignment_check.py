"""Addresses in device code that are not a multiple of what an access asks for (see `goto.alignment`).

Objects begin at multiples of 16 bytes at least, more than which no access asks for: the offset in the object decides.
"""


from cudabmc import terms
from cudabmc.properties.misaligned_access import MISALIGNED_ACCESS, at_multiple
from cudabmc.state.events import VERBS
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term


def require(
    ex: Execution, thread: Thread, guard: Value, obj: MemObject, offset: "int | Term", align: int, kind: int
) -> None:  # fmt: skip
    """An access to `obj` at `offset`, where `guard` holds, is at a multiple of `align`. It happens all the same if the
    property is off."""
    aligned = at_multiple(offset, align)
    if aligned is not True:
        text = _text(ex, obj, offset, align, kind)
        ex.require(thread, terms.implies(guard, aligned), MISALIGNED_ACCESS, text, obj=obj)


def _text(ex: Execution, obj: MemObject, offset: "int | Term", align: int, kind: int) -> str:
    verb = VERBS[kind]
    if isinstance(offset, int):
        from cudabmc.state.show import naming_of

        place = f"byte {offset} of '{obj.name}'"
        begun = naming_of(ex, obj).start(offset)
        named = "" if begun.startswith("byte ") or "(" in begun or begun == f"'{obj.name}'" else f" ({begun})"
        return f"{verb} at {place}{named}, which is not a multiple of {align}"
    return f"{verb} in '{obj.name}' at an address that is not a multiple of {align}"
