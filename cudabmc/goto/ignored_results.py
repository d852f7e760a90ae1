"""What becomes of the result of a call: does nobody look at it?

    float add(float *sum, float x) { return atomicAdd(sum, x); }
    ...
    add(&sum, x);

The result of `atomicAdd` comes to nothing here: it flows only into what `add` returns, and that into nothing. Values
flow through computations without effects, through variables of the function whose address leads nowhere else, and out
of it as what it returns, in a register or where its caller has said (`<result>`).
"""

from enum import Enum, auto

from cudabmc.goto import program as p
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.registers import set_by, used

_WITHOUT_EFFECT = frozenset(
    (Op.COPY, Op.ADD, Op.SUB, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.TRUNC, Op.ZEXT, Op.SEXT, Op.FADD, Op.FSUB,
     Op.FPCAST, Op.BITCAST)
)  # fmt: skip
"""What compilers and headers make of a result on its way."""
_RESULT = -1
"""In the place of a register: where the caller wants the result."""


class ResultUse(Enum):
    """What becomes of a result."""

    USED = auto()
    RETURNED = auto()  # it is part of what the function returns, and else comes to nothing
    IGNORED = auto()


def use_of(function: p.Function, pc: int) -> ResultUse:
    """What becomes of the result of the call at `pc`, in a register or behind its first argument, where nobody asks for
    numbers that are none (NaN)."""
    call = function.body[pc]
    assert isinstance(call, p.Call)
    flow = _Flow(function, pc)
    try:
        if call.dst is not None:
            flow.values.add(call.dst)
        elif call.args and isinstance(call.args[0], p.Reg):
            flow.leaves_in(call.args[0])
        flow.run()
    except _UsedError:
        return ResultUse.USED
    return ResultUse.RETURNED if flow.returned else ResultUse.IGNORED


class _UsedError(Exception):
    """Something else depends on the result."""


class _Flow:
    """Where a result may have come to, in whatever order instructions run."""

    def __init__(self, function: p.Function, pc: int) -> None:
        self._body, self._pc = function.body, pc
        self.values: set[int] = set()  # registers
        self._variables: set[int] = set()  # by the registers of their addresses
        self.returned = False
        self._bases = _bases(function)

    def leaves_in(self, address: p.Operand) -> None:
        """The result, or a part of it, is stored there."""
        base = self._bases.get(address.index) if isinstance(address, p.Reg) else None
        if base is None:
            raise _UsedError
        if base == _RESULT:
            self.returned = True
        else:
            self._variables.add(base)

    def run(self) -> None:
        """Follow it until nothing is new."""
        size = -1
        while size < len(self.values) + len(self._variables):
            size = len(self.values) + len(self._variables)
            for at, i in enumerate(self._body):
                self._follow(at, i)

    def _holds(self, operand: p.Operand | None) -> bool:
        return isinstance(operand, p.Reg) and operand.index in self.values

    def _leads(self, operand: p.Operand | None) -> bool:
        """Does it lead into a variable that the result has come to?"""
        return isinstance(operand, p.Reg) and self._bases.get(operand.index) in self._variables

    def _follow(self, at: int, i: p.Instruction) -> None:
        match i:
            case p.Assign() if any(map(self._holds, i.args)):
                if i.op not in _WITHOUT_EFFECT or i.checks & ~Checks.NAN:
                    raise _UsedError
                self.values.add(i.dst)
            case p.Assign() if any(map(self._leads, i.args)) and i.dst not in self._bases:
                raise _UsedError
            case p.Load() if self._leads(i.addr):
                self.values.add(i.dst)
            case p.Store() if not self._holds(i.addr) and not self._leads(i.value):
                if self._holds(i.value):
                    self.leaves_in(i.addr)
            case p.CopyBytes() if not self._holds(i.dst) and not self._holds(i.src):
                if self._leads(i.src):
                    self.leaves_in(i.dst)
            case p.Return() if self._holds(i.value):
                self.returned = True
            case p.Assign() | p.Dead() | p.Declare():
                pass
            case p.Call() if at == self._pc:
                if any(map(self._holds, i.args)) or any(map(self._leads, i.args[i.dst is None :])):
                    raise _UsedError  # in another round of a loop
            case _:
                if any(self._holds(operand) or self._leads(operand) for operand in used(i)):
                    raise _UsedError


def _bases(function: p.Function) -> dict[int, int]:
    """Registers that point into a variable of the function -> the register of its address; those that point to where
    the caller wants the result -> _RESULT. Each of them is set once."""
    sets: dict[int, list[p.Instruction]] = {}
    for i in function.body:
        if (register := set_by(i)) is not None:
            sets.setdefault(register, []).append(i)
    found: dict[int, int] = {}
    if function.params and function.params[0].name == "<result>" and 0 not in sets:
        found[0] = _RESULT
    size = -1
    while size < len(found):
        size = len(found)
        for register, made in sets.items():
            match made:
                case [p.Alloca()]:
                    found[register] = register
                case [p.Assign(op=Op.COPY | Op.PTRADD, args=(p.Reg() as of, *rest))] if of.index in found:
                    if not any(isinstance(operand, p.Reg) and operand.index in found for operand in rest):
                        found[register] = found[of.index]
    return found
