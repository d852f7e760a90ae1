"""Which registers go between machine code and Python, in which order, and how many words each one takes.

A frame that is left is its place, the number of slots of the stack at its entry, and the registers that are `spilled`
there, in the order of a `SpillTree`.
A register that may be undefined has one more word: whether it holds a value.
"""

from cudabmc.goto.program import Call, Reg
from cudabmc.goto.types import PtrType, Type
from cudabmc.native.operators import is_wide
from cudabmc.state.code import Code

FRAME_HEAD = 2
"""Words in front of the registers of a frame."""


def slots(type: Type) -> int:
    """How many words a register takes."""
    return 2 if isinstance(type, PtrType) or is_wide(type) else 1


def spilled(code: Code, pc: int) -> list[int]:
    """The registers that are handed over where execution is at an instruction."""
    return sorted(code.live[min(pc, len(code.live) - 1)])


def handed_over(call: Call) -> list[Reg]:
    """The registers that the call of a model uses."""
    return list(dict.fromkeys(a for a in call.args if isinstance(a, Reg)))
