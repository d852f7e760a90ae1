"""Variables that end: numba sets one to 0 where it is not used any more, which the source does not say.

    x = 0          // and x is not read before it is set again       -->  (nothing)
"""

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Const, Declare, Instruction
from cudabmc.goto.registers import live


def without_deletions(body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """The code without such assignments to variables of the source. No jump leads elsewhere."""
    variables = {i.reg: i.var for i in body if isinstance(i, Declare)}
    if not variables:
        return body
    alive = live(body)
    found = list(body)
    for at, i in enumerate(body):
        match i:
            case Assign(dst=dst, op=Op.COPY, args=(Const(value=0),)) if dst in variables and dst not in alive[at + 1]:
                found[at] = Declare(dst, variables[dst], i.loc)
    return tuple(found)
