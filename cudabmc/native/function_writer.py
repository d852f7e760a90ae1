"""A function in the making: what it is, its text so far, and where it can be left. Data only."""

from functools import cached_property

from cudabmc.goto.cfg import Loop, inside
from cudabmc.goto.program import Alloca, Call, Function, Instruction, Symbol
from cudabmc.goto.registers import used
from cudabmc.native.models import OF_POINTERS
from cudabmc.native.text_lines import TextLines
from cudabmc.native.undefined import may_be_undefined
from cudabmc.native.unit_scope import UnitScope
from cudabmc.state.code import Code


class FunctionWriter:
    """Writes a function, or with `loop` that loop of it, which takes its registers from `values` of the context and is
    called from outside. `number` is what it is called in spilled frames.

    Only the instructions `inside` are written. `types` are those of the registers; `temporary` registers are added to
    those of the function. A register in `undefined` has a mark that says whether it holds a value. `stops` are
    instructions before which the function can be left, each with the reasons (`layout.Reason`), and `spills` all that
    it can be left at. With `allocates` it frees the objects that it has made on the stack when it returns.
    """

    def __init__(self, scope: UnitScope, code: Code, number: int, loop: Loop | None) -> None:
        self.scope = scope
        self.code = code
        self.number = number
        self.loop = loop
        self.text = TextLines()
        self.inside = frozenset(range(len(self.body))) if loop is None else inside(self.body, loop)
        self.allocates = loop is None and any(isinstance(i, Alloca) for i in self.body)
        self.undefined = may_be_undefined(self.function)
        self.types = list(self.function.reg_types)
        self.temporary: set[int] = set()
        self.spills: dict[int, None] = {}
        self.stops: dict[tuple[int, int], None] = {}

    @property
    def function(self) -> Function:
        """The function of the program."""
        return self.code.function

    @property
    def body(self) -> tuple[Instruction, ...]:
        """All instructions of the function."""
        return self.code.function.body

    @cached_property
    def globals(self) -> list[str]:
        """The globals that its instructions use as pointers: those that models of Python get are none of them."""
        told = [self.body[pc] for pc in sorted(self.inside)]
        own = [i for i in told if not isinstance(i, Call) or not i.signature or i.signature in OF_POINTERS]
        return list(dict.fromkeys(o.name for i in own for o in used(i) if isinstance(o, Symbol)))

    @property
    def start(self) -> int:
        """The instruction that is written first."""
        return 0 if self.loop is None else self.loop.head
