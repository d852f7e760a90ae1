"""The invariants of a GOTO program: what every front end must keep and every later stage may rely on."""

from collections.abc import Callable
from typing import Any

from cudabmc.goto import program as p
from cudabmc.goto.op import Op
from cudabmc.goto.text import print_instruction
from cudabmc.goto.types import BOOL, I32, I64, PTR, VOID, FloatType, IntType, Type

_TERMINATORS = (p.Goto, p.Return, p.Unreachable, p.Unsupported, p.Branch)


class InvalidProgram(AssertionError):
    """A front end made a program that breaks an invariant; this is a bug of cudabmc."""


def verify(program: p.Program) -> None:
    """Raise InvalidProgram at the first invariant that does not hold."""
    for variable in program.globals.values():
        _verify_global(program, variable)
    for name, function in program.functions.items():
        if name != function.name:
            raise InvalidProgram(f"function {function.name} is filed under {name}")
        _Verifier(program, function).run()


def _verify_global(program: p.Program, variable: p.Global) -> None:
    for initial in variable.init:
        if not 0 <= initial.offset <= variable.size - initial.type.size:
            raise InvalidProgram(f"global {variable.name}: initial value at {initial.offset} is outside of it")
        if isinstance(initial.value, p.Symbol):
            _verify_symbol(program, initial.value, f"global {variable.name}")
        elif initial.value.type != initial.type:
            raise InvalidProgram(f"global {variable.name}: {initial.value} is not a {initial.type}")
        if initial.type == BOOL:
            raise InvalidProgram(f"global {variable.name}: a bool in memory")


def _verify_symbol(program: p.Program, symbol: p.Symbol, where: str) -> None:
    name = symbol.name
    if name not in program.globals and name not in program.functions and name not in program.externals:
        raise InvalidProgram(f"{where}: there is no symbol {name!r}")


class _Verifier:
    """Checks one function."""

    def __init__(self, program: p.Program, function: p.Function) -> None:
        self.program = program
        self.function = function
        self.where = function.name

    def fail(self, message: str) -> None:
        """Report where and what."""
        raise InvalidProgram(f"{self.where}: {message}")

    def run(self) -> None:
        """Check the head, then every instruction."""
        function = self.function
        if function.reg_types[: len(function.param_types)] != function.param_types:
            self.fail("the parameters are not the first registers")
        if len(function.params) != len(function.param_types):
            self.fail("parameters without type")
        if not function.body:
            self.fail("no instructions")
        if not isinstance(function.body[-1], _TERMINATORS):
            self.fail("control falls off the end")
        for index, instruction in enumerate(function.body):
            self.where = f"{function.name}:{index}: {print_instruction(instruction)} ({instruction.loc})"
            _CHECKERS[type(instruction)](self, instruction)

    def value(self, operand: p.Operand, type: Type) -> None:
        """The operand must exist and have the type."""
        found = self.type_of(operand)
        if found != type:
            self.fail(f"operand {operand} is a {found}, wanted {type}")
        if isinstance(operand, p.Const):
            self._constant(operand)

    def _constant(self, const: p.Const) -> None:
        match const.type:
            case IntType():
                good = type(const.value) is int and 0 <= const.value < 1 << const.type.width
            case FloatType():
                good = type(const.value) is float
            case _:
                good = type(const.value) is (bool if const.type == BOOL else int)
        if not good:
            self.fail(f"{const.value!r} is not a constant of type {const.type}")

    def type_of(self, operand: p.Operand) -> Type:
        """The type of an operand."""
        if isinstance(operand, p.Reg):
            return self.register(operand.index)
        if isinstance(operand, p.Symbol):
            _verify_symbol(self.program, operand, self.where)
            return PTR
        return operand.type

    def register(self, index: int) -> Type:
        """The type of a register."""
        if not 0 <= index < len(self.function.reg_types):
            self.fail(f"there is no register r{index}")
        return self.function.reg_types[index]

    def result(self, dst: int, type: Type) -> None:
        """The destination must have the type."""
        if self.register(dst) != type:
            self.fail(f"r{dst} is a {self.register(dst)}, written with {type}")

    def target(self, index: int) -> None:
        """A jump must stay in the function."""
        if not 0 <= index < len(self.function.body):
            self.fail(f"jump to {index}")

    def in_memory(self, type: Type) -> None:
        """Truth values and void are never in memory."""
        if type in (BOOL, VOID):
            self.fail(f"{type} in memory")


# ---------------------------------------------------------------- operators

_INTEGER = {Op.ADD, Op.SUB, Op.MUL, Op.SDIV, Op.UDIV, Op.SREM, Op.UREM, Op.NEG, Op.SHL, Op.LSHR, Op.ASHR}
_LOGIC = {Op.AND, Op.OR, Op.XOR, Op.NOT}
_INTEGER_COMPARE = {Op.SLT, Op.SLE, Op.ULT, Op.ULE}
_FLOAT_COMPARE = {Op.FEQ, Op.FNE, Op.FLT, Op.FLE, Op.FISNAN, Op.FISINF, Op.FSIGNBIT}
_POINTER_COMPARE = {Op.PTREQ, Op.PTRNE, Op.PTRLT, Op.PTRLE}
_UNARY = {Op.COPY, Op.NOT, Op.NEG, Op.FNEG, Op.FABS, Op.FSQRT, Op.FRINT, Op.FFLOOR, Op.FCEIL, Op.FTRUNC, Op.FROUND}
_TESTS = {Op.FISNAN, Op.FISINF, Op.FSIGNBIT}
# conversion: (kind of the operand, kind of the result)
_CONVERSIONS: dict[Op, tuple[tuple[type, ...], tuple[type, ...]]] = {
    Op.TRUNC: ((IntType,), (IntType,)),
    Op.ZEXT: ((IntType, type(BOOL)), (IntType,)),
    Op.SEXT: ((IntType, type(BOOL)), (IntType,)),
    Op.SITOFP: ((IntType,), (FloatType,)),
    Op.UITOFP: ((IntType,), (FloatType,)),
    Op.FPTOSI: ((FloatType,), (IntType,)),
    Op.FPTOUI: ((FloatType,), (IntType,)),
    Op.FPCAST: ((FloatType,), (FloatType,)),
    Op.BITCAST: ((IntType, FloatType), (IntType, FloatType)),
    Op.PTRTOINT: ((type(PTR),), (IntType,)),
    Op.INTTOPTR: ((IntType,), (type(PTR),)),
}


def _assign(v: _Verifier, i: p.Assign) -> None:
    v.result(i.dst, i.type)
    wanted = _operand_types(v, i)
    if len(wanted) != len(i.args):
        v.fail(f"{i.op.value} takes {len(wanted)} operands")
    for arg, type in zip(i.args, wanted, strict=True):
        v.value(arg, type)


def _operand_types(v: _Verifier, i: p.Assign) -> list[Type]:
    """The types that the operands must have."""
    if i.op in _CONVERSIONS:
        have, want = _CONVERSIONS[i.op]
        if not isinstance(i.of, have) or not isinstance(i.type, want):
            v.fail(f"{i.op.value} from {i.of} to {i.type}")
        _conversion_size(v, i)
        return [i.of]
    if i.op is Op.SELECT:
        _want(v, i.type == i.of, i)
        return [BOOL, i.type, i.type]
    if i.op is Op.PTRADD:
        _want(v, i.type == PTR, i)
        return [PTR, I64]
    if i.op is Op.PTRDIFF:
        _want(v, i.type == I64, i)
        return [PTR, PTR]
    if i.op in _POINTER_COMPARE:
        _want(v, i.type == BOOL and i.of == PTR, i)
        return [PTR, PTR]
    return _plain(v, i)


def _plain(v: _Verifier, i: p.Assign) -> list[Type]:
    """Operators whose operands all have the type `of`."""
    compares = i.op in _INTEGER_COMPARE | _FLOAT_COMPARE or i.op in (Op.EQ, Op.NE)
    _want(v, i.type == (BOOL if compares else i.of), i)
    if i.op in _INTEGER | _INTEGER_COMPARE:
        _want(v, isinstance(i.of, IntType), i)
    elif i.op in _LOGIC or i.op in (Op.EQ, Op.NE):
        _want(v, isinstance(i.of, IntType) or i.of == BOOL, i)
    elif i.op is not Op.COPY:
        _want(v, isinstance(i.of, FloatType), i)
    count = 3 if i.op is Op.FMA else 1 if i.op in _UNARY | _TESTS else 2
    return [i.of] * count


def _want(v: _Verifier, good: bool, i: p.Assign) -> None:
    if not good:
        v.fail(f"{i.op.value} of {i.of} gives no {i.type}")


def _conversion_size(v: _Verifier, i: p.Assign) -> None:
    grows = {Op.ZEXT: True, Op.SEXT: True, Op.TRUNC: False}.get(i.op)
    if grows is None or i.of == BOOL:
        return
    if (i.type.size > i.of.size) is not grows or i.type.size == i.of.size:
        v.fail(f"{i.op.value} from {i.of} to {i.type}")


# ---------------------------------------------------------------- instructions


def _load(v: _Verifier, i: p.Load) -> None:
    v.result(i.dst, i.type)
    v.value(i.addr, PTR)
    v.in_memory(i.type)
    _alignment(v, i.align or 1)


def _store(v: _Verifier, i: p.Store) -> None:
    v.value(i.addr, PTR)
    v.value(i.value, i.type)
    v.in_memory(i.type)
    _alignment(v, i.align or 1)


def _copy_bytes(v: _Verifier, i: p.CopyBytes) -> None:
    v.value(i.dst, PTR)
    v.value(i.src, PTR)
    if i.size <= 0:
        v.fail("copies nothing")
    _alignment(v, i.dst_align)
    _alignment(v, i.src_align)


def _alloca(v: _Verifier, i: p.Alloca) -> None:
    v.result(i.dst, PTR)
    v.value(i.size, I64)
    _alignment(v, i.align)


def _alignment(v: _Verifier, align: int) -> None:
    if align <= 0 or align & (align - 1):
        v.fail(f"alignment {align}")


def _dead(v: _Verifier, i: p.Dead) -> None:
    made = {a.dst for a in v.function.body if isinstance(a, p.Alloca)}
    for reg in i.regs:
        if reg not in made:
            v.fail(f"r{reg} is no object")


def _call(v: _Verifier, i: p.Call) -> None:
    if len(i.args) != len(i.types):
        v.fail("arguments without type")
    for arg, type in zip(i.args, i.types, strict=True):
        v.value(arg, type)
    if i.dst is not None:
        v.result(i.dst, i.ret)
    if not isinstance(i.callee, str):
        v.value(i.callee, PTR)
    elif not i.signature:
        _known_callee(v, i)


def _known_callee(v: _Verifier, i: p.Call) -> None:
    assert isinstance(i.callee, str)
    function = v.program.functions.get(i.callee)
    if function is None:
        if i.callee not in v.program.externals and i.callee not in p.THREAD_VARIABLES:
            v.fail(f"there is no function {i.callee}")
        return
    if i.types[: len(function.param_types)] != function.param_types:
        v.fail("the arguments do not fit the parameters")
    if len(i.types) > len(function.param_types) and not function.variadic:
        v.fail("too many arguments")
    if i.ret != function.ret:
        v.fail(f"{i.callee} returns {function.ret}")


def _launch(v: _Verifier, i: p.Launch) -> None:
    for operand in (*i.grid, *i.block):
        v.value(operand, I32)
    v.value(i.shmem, I64)
    v.value(i.stream, PTR)
    for arg, type in zip(i.args, i.types, strict=True):
        v.value(arg, type)
    if not isinstance(i.kernel, str):
        v.value(i.kernel, PTR)
        return
    kernel = v.program.functions.get(i.kernel)
    if kernel is None or not kernel.is_kernel:
        v.fail(f"{i.kernel} is not a kernel")
    assert kernel is not None
    if i.packed:
        if i.types != (PTR,) or kernel.arguments is None:
            v.fail("packed arguments are one pointer, and the kernel says where they lie")
    elif i.types != kernel.param_types:
        v.fail("the arguments do not fit the parameters of the kernel")


def _goto(v: _Verifier, i: p.Goto) -> None:
    v.target(i.target)


def _branch(v: _Verifier, i: p.Branch) -> None:
    v.value(i.cond, BOOL)
    v.target(i.then)
    v.target(i.orelse)


def _return(v: _Verifier, i: p.Return) -> None:
    if i.value is None:
        if v.function.ret != VOID:
            v.fail("no value is returned")
    else:
        v.value(i.value, v.function.ret)


def _check(v: _Verifier, i: p.Check) -> None:
    v.value(i.cond, BOOL)


def _unreachable(v: _Verifier, i: p.Unreachable | p.Unsupported) -> None:
    pass


def _declare(v: _Verifier, i: p.Declare) -> None:
    v.register(i.reg)


_CHECKERS: dict[type, Callable[[_Verifier, Any], None]] = {
    p.Assign: _assign,
    p.Load: _load,
    p.Store: _store,
    p.CopyBytes: _copy_bytes,
    p.Alloca: _alloca,
    p.Dead: _dead,
    p.Call: _call,
    p.Launch: _launch,
    p.Goto: _goto,
    p.Branch: _branch,
    p.Return: _return,
    p.Check: _check,
    p.Unreachable: _unreachable,
    p.Unsupported: _unreachable,
    p.Declare: _declare,
}
