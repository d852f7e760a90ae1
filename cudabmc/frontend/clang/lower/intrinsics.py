"""Intrinsics of LLVM (LangRef, 'Intrinsic Functions') and inline assembly."""

from collections.abc import Callable
from functools import partial

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower import bits
from cudabmc.frontend.clang.lower.assembly import lower_assembly
from cudabmc.frontend.clang.lower.context import FunctionContext, Lowered
from cudabmc.frontend.clang.lower.machine_types import register_type
from cudabmc.frontend.clang.lower.memory import at, begin_life, end_life
from cudabmc.frontend.clang.lower.model_calls import MEMCPY, MEMMOVE, MEMSET, math_call, model_call
from cudabmc.frontend.clang.lower.operands import lower, scalar
from cudabmc.frontend.clang.lower.shared_addresses import stores_shared_addresses
from cudabmc.goto import alignment
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Call, Const, CopyBytes, Load, Operand, Reg, Store
from cudabmc.goto.types import BOOL, I8, I32, I64, PTR, VOID, FloatType, IntType

IntrinsicHandler = Callable[[FunctionContext, i.CallI], Lowered | None]


def intrinsic(ctx: FunctionContext, n: i.CallI, name: str) -> None:
    """A call of `llvm.something.types`."""
    base = name.removeprefix("llvm.")
    parts = base.split(".")
    for length in range(len(parts), 0, -1):
        handler = _HANDLERS.get(".".join(parts[:length]))
        if handler is not None:
            value = handler(ctx, n)
            if value is not None and n.result:
                ctx.values[n.result] = value
            return
    raise UnsupportedError(f"intrinsic {name}", ctx.loc)


def inline_assembly(ctx: FunctionContext, n: i.CallI, code: v.AsmC) -> None:
    """asm("...")."""
    lower_assembly(ctx, n, code)


def _arg(ctx: FunctionContext, n: i.CallI, index: int) -> Operand:
    argument = n.arguments[index]
    return scalar(ctx, argument.type, argument.value)


def _nothing(ctx: FunctionContext, n: i.CallI) -> None:
    for argument in n.arguments:
        if isinstance(argument.value, v.Local):
            ctx.used(argument.value.name)


def _first(ctx: FunctionContext, n: i.CallI) -> Lowered:
    value = lower(ctx, n.arguments[0].type, n.arguments[0].value)
    for argument in n.arguments[1:]:
        if isinstance(argument.value, v.Local):
            ctx.used(argument.value.name)
    return value


def _lifetime(start: bool) -> IntrinsicHandler:
    def marker(ctx: FunctionContext, n: i.CallI) -> None:
        value = n.arguments[-1].value
        if isinstance(value, v.Local):
            (begin_life if start else end_life)(ctx, value.name)

    return marker


# ---------------------------------------------------------------- memory


def _memory_block(signature: str) -> IntrinsicHandler:
    def block(ctx: FunctionContext, n: i.CallI) -> None:
        dst, src, size = (_arg(ctx, n, index) for index in range(3))
        size_type = register_type(n.arguments[2].type)
        if size_type != I64:
            size = ctx.assign(Op.ZEXT, (size,), I64, size_type)
        if isinstance(size, Const) and size.value == 0:
            return
        if signature == MEMCPY and isinstance(size, Const):
            if stores_shared_addresses(ctx, dst, n.arguments[1].value, int(size.value)):
                return
            aligns = (min(a.align, alignment.MOST) for a in n.arguments[:2])
            ctx.builder.emit(CopyBytes(dst, src, int(size.value), ctx.loc, *aligns))
            return
        model_call(ctx, signature, (dst, src, size), (PTR, PTR, I64), PTR)

    return block


def _memory_set(ctx: FunctionContext, n: i.CallI) -> None:
    dst, byte, size = (_arg(ctx, n, index) for index in range(3))
    size_type = register_type(n.arguments[2].type)
    if size_type != I64:
        size = ctx.assign(Op.ZEXT, (size,), I64, size_type)
    if isinstance(size, Const) and size.value == 0:
        return
    wide = ctx.assign(Op.ZEXT, (byte,), I32, I8)
    model_call(ctx, MEMSET, (dst, wide, size), (PTR, I32, I64), PTR)


def _object_size(ctx: FunctionContext, n: i.CallI) -> Operand:
    """Not known: -1 for the most, 0 for the least."""
    _arg(ctx, n, 0)
    least = _arg(ctx, n, 1)
    machine = register_type(n.type)
    assert isinstance(machine, IntType) and isinstance(least, Const)
    return Const(0 if least.value else (1 << machine.width) - 1, machine)


def _pointer_mask(ctx: FunctionContext, n: i.CallI) -> Operand:
    """llvm.ptrmask: the place in the same object whose address has these bits alone."""
    pointer, mask = _arg(ctx, n, 0), _arg(ctx, n, 1)
    address = ctx.assign(Op.PTRTOINT, (pointer,), I64, PTR)
    distance = ctx.assign(Op.SUB, (ctx.assign(Op.AND, (address, mask), I64), address), I64)
    return ctx.assign(Op.PTRADD, (pointer, distance), PTR)


# ---------------------------------------------------------------- arguments for `...`

_REGISTERS_USED_UP = ((0, I32, 48), (4, I32, 176))


def _va_start(ctx: FunctionContext, n: i.CallI) -> None:
    """The list of x86-64 with all registers used up: every argument comes from the overflow area
    (System V ABI for x86-64, 3.5.7)."""
    target = _arg(ctx, n, 0)
    if ctx.extra is None:
        raise UnsupportedError("va_start in a function without '...'", ctx.loc)
    for offset, type, value in _REGISTERS_USED_UP:
        ctx.builder.emit(Store(at(ctx, target, offset), Const(value, type), type, ctx.loc))
    ctx.builder.emit(Store(at(ctx, target, 8), ctx.extra, PTR, ctx.loc))
    ctx.builder.emit(Store(at(ctx, target, 16), Const(0, PTR), PTR, ctx.loc))


def _va_copy(ctx: FunctionContext, n: i.CallI) -> None:
    ctx.builder.emit(CopyBytes(_arg(ctx, n, 0), _arg(ctx, n, 1), 24, ctx.loc))


# ---------------------------------------------------------------- integers


def _on_integers(function: Callable[..., Operand], operands: int = 1) -> IntrinsicHandler:
    def handler(ctx: FunctionContext, n: i.CallI) -> Lowered:
        def one(type: t.IrType, *args: Operand) -> Operand:
            machine = register_type(type)
            return function(ctx, machine, *args)

        return _each(ctx, n, one, operands)

    return handler


def _each(ctx: FunctionContext, n: i.CallI, one: Callable[..., Operand], operands: int) -> Lowered:
    """An operation on scalars, for each element of vectors."""
    values = [lower(ctx, a.type, a.value) for a in n.arguments[:operands]]
    type = n.arguments[0].type
    if isinstance(type, t.VectorT):
        columns = [x for x in values if isinstance(x, tuple)]
        return tuple(one(type.of, *row) for row in zip(*columns, strict=True))
    return one(type, *values)


def _extremum(op: Op, largest: bool) -> IntrinsicHandler:
    def pick(ctx: FunctionContext, machine: IntType, a: Operand, b: Operand) -> Operand:
        pair = (b, a) if largest else (a, b)
        return ctx.assign(Op.SELECT, (ctx.assign(op, pair, BOOL, machine), a, b), machine)

    return _on_integers(pick, 2)


def _overflow(op: Op, signed: bool) -> IntrinsicHandler:
    return lambda ctx, n: bits.with_overflow(ctx, n, op, signed)


def _saturating(op: Op, signed: bool) -> IntrinsicHandler:
    return lambda ctx, n: bits.saturating(ctx, n, op, signed)


# ---------------------------------------------------------------- floats


def _on_floats(op: Op, operands: int = 1) -> IntrinsicHandler:
    def handler(ctx: FunctionContext, n: i.CallI) -> Lowered:
        def one(type: t.IrType, *args: Operand) -> Operand:
            machine = register_type(type)
            checks = Checks.NAN if op in (Op.FSQRT, Op.FMA) else Checks.NONE
            return ctx.builder.assign(op, args, machine, machine, ctx.loc, checks)

        return _each(ctx, n, one, operands)

    return handler


def _library(name: str, operands: int = 1) -> IntrinsicHandler:
    def handler(ctx: FunctionContext, n: i.CallI) -> Lowered:
        return _each(ctx, n, lambda type, *args: math_call(ctx, name, register_type(type), args), operands)

    return handler


def _multiply_add(ctx: FunctionContext, n: i.CallI) -> Lowered:
    """llvm.fmuladd: not fused."""

    def one(type: t.IrType, a: Operand, b: Operand, c: Operand) -> Operand:
        machine = register_type(type)
        return ctx.assign(Op.FADD, (ctx.assign(Op.FMUL, (a, b), machine), c), machine)

    return _each(ctx, n, one, 3)


def _copy_sign(ctx: FunctionContext, n: i.CallI) -> Lowered:
    def one(type: t.IrType, a: Operand, b: Operand) -> Operand:
        machine = register_type(type)
        assert isinstance(machine, FloatType)
        bare = ctx.assign(Op.FABS, (a,), machine)
        negative = ctx.assign(Op.FSIGNBIT, (b,), BOOL, machine)
        return ctx.assign(Op.SELECT, (negative, ctx.assign(Op.FNEG, (bare,), machine), bare), machine)

    return _each(ctx, n, one, 2)


def _to_integer(name: str) -> IntrinsicHandler:
    """llvm.lround and kin."""

    def handler(ctx: FunctionContext, n: i.CallI) -> Lowered:
        of, machine = register_type(n.arguments[0].type), register_type(n.type)
        assert isinstance(of, FloatType)
        target = ctx.names.target(ctx.module, name + ("" if of.width == 64 else "f"), (of,))
        register = ctx.builder.reg(machine)
        ctx.builder.emit(Call(register, target.name, (_arg(ctx, n, 0),), (of,), machine, ctx.loc, target.signature))
        return Reg(register)

    return handler


def _power(ctx: FunctionContext, n: i.CallI) -> Lowered:
    """llvm.powi."""
    machine = register_type(n.type)
    exponent = ctx.assign(Op.SITOFP, (_arg(ctx, n, 1),), machine, register_type(n.arguments[1].type))
    return math_call(ctx, "pow", machine, (_arg(ctx, n, 0), exponent))


def _ldexp(ctx: FunctionContext, n: i.CallI) -> Lowered:
    machine = register_type(n.type)
    assert isinstance(machine, FloatType)
    target = ctx.names.target(ctx.module, "ldexp" if machine.width == 64 else "ldexpf", (machine, I32))
    register = ctx.builder.reg(machine)
    args = (_arg(ctx, n, 0), _arg(ctx, n, 1))
    ctx.builder.emit(Call(register, target.name, args, (machine, I32), machine, ctx.loc, target.signature))
    return Reg(register)


def _is_class(ctx: FunctionContext, n: i.CallI) -> Lowered:
    """llvm.is.fpclass for the masks that isnan, isinf, isfinite and signbit give."""
    x, mask = _arg(ctx, n, 0), _arg(ctx, n, 1)
    machine = register_type(n.arguments[0].type)
    assert isinstance(mask, Const)
    nan = ctx.assign(Op.FISNAN, (x,), BOOL, machine)
    infinite = ctx.assign(Op.FISINF, (x,), BOOL, machine)
    either = ctx.assign(Op.OR, (nan, infinite), BOOL)
    known = {
        0x3: nan, 0x204: infinite, 0x207: either,
        0x3FC: ctx.assign(Op.NOT, (nan,), BOOL),
        0x1F8: ctx.assign(Op.NOT, (either,), BOOL),
    }  # fmt: skip
    found = known.get(int(mask.value))
    if found is None and mask.value == 0x3C:  # negative numbers and -inf: signbit of a number
        sign = ctx.assign(Op.FSIGNBIT, (x,), BOOL, machine)
        return ctx.assign(Op.AND, (sign, ctx.assign(Op.NOT, (nan,), BOOL)), BOOL)
    if found is None:
        return _class_by_bits(ctx, x, machine, int(mask.value))
    return found


def _class_by_bits(ctx: FunctionContext, x: Operand, machine: object, mask: int) -> Operand:
    """Membership in any union of the ten classes, from the bits of the number (IEEE 754, 3.4)."""
    assert isinstance(machine, FloatType)
    fraction_bits = {16: 10, 32: 23, 64: 52}[machine.width]
    word = IntType(machine.width)
    raw = ctx.assign(Op.BITCAST, (x,), word, machine)
    low = (1 << (machine.width - 1)) - 1
    bare = ctx.assign(Op.AND, (raw, Const(low, word)), word)
    negative = ctx.assign(Op.FSIGNBIT, (x,), BOOL, machine)
    infinity = low >> fraction_bits << fraction_bits
    quiet = infinity | 1 << (fraction_bits - 1)
    normal = 1 << fraction_bits
    # class: from, to (both included), of the number without its sign
    ranges = {0: (infinity + 1, quiet - 1), 1: (quiet, low)}
    signed = {2: (infinity, infinity), 3: (normal, infinity - 1), 4: (1, normal - 1), 5: (0, 0)}
    found: Operand = Const(False, BOOL)
    for bit in range(10):
        if not mask >> bit & 1:
            continue
        first, last = ranges[bit] if bit < 2 else signed[bit if bit < 6 else 11 - bit]
        inside = ctx.assign(
            Op.AND,
            (
                ctx.assign(Op.ULE, (Const(first, word), bare), BOOL, word),
                ctx.assign(Op.ULE, (bare, Const(last, word)), BOOL, word),
            ),
            BOOL,
        )
        if bit >= 2:
            sign = negative if bit < 6 else ctx.assign(Op.NOT, (negative,), BOOL)
            inside = ctx.assign(Op.AND, (inside, sign), BOOL)
        found = ctx.assign(Op.OR, (found, inside), BOOL)
    return found


# ---------------------------------------------------------------- control and the rest


def _type_id(ctx: FunctionContext, n: i.CallI) -> Operand:
    information = n.arguments[0].value
    name = information.name if isinstance(information, v.GlobalName) else ""
    return Const(ctx.names.type_id(ctx.module, name), I32)


def _trap(ctx: FunctionContext, n: i.CallI) -> None:
    name = "__trap" if ctx.module.on_device else "abort"
    target = ctx.names.target(ctx.module, name, ())
    ctx.builder.emit(Call(None, target.name, (), (), VOID, ctx.loc, target.signature))


def _false(ctx: FunctionContext, n: i.CallI) -> Operand:
    _nothing(ctx, n)
    return Const(False, BOOL)


def _null(ctx: FunctionContext, n: i.CallI) -> Operand:
    _nothing(ctx, n)
    return Const(0, PTR)


def _sreg(name: str) -> IntrinsicHandler:
    def read(ctx: FunctionContext, n: i.CallI) -> Operand:
        register = ctx.builder.reg(I32)
        ctx.builder.emit(Call(register, name, (), (), I32, ctx.loc))
        return Reg(register)

    return read


def _plain_model(signature: str) -> IntrinsicHandler:
    """A model that takes the arguments of the intrinsic as they are."""

    def handler(ctx: FunctionContext, n: i.CallI) -> Operand | None:
        args = tuple(_arg(ctx, n, index) for index in range(len(n.arguments)))
        types = tuple(register_type(a.type) for a in n.arguments)
        ret = VOID if n.type == t.VOID else register_type(n.type)
        found = model_call(ctx, signature, args, types, ret)
        return None if ret == VOID else found

    return handler


_NAMED_BARRIER = "void __cudabmc_barrier_{}(unsigned int barrier, unsigned int threads)"


def _barrier(ctx: FunctionContext, n: i.CallI) -> None:
    which = _arg(ctx, n, 0) if n.arguments else Const(0, I32)
    if len(n.arguments) <= 1 and isinstance(which, Const) and which.value == 0:
        model_call(ctx, "void __syncthreads(void)", (), (), VOID)
        return
    count = _arg(ctx, n, 1) if len(n.arguments) > 1 else Const(0, I32)
    model_call(ctx, _NAMED_BARRIER.format("sync"), (which, count), (I32, I32), VOID)


_SHUFFLES = ("idx", "up", "down", "bfly")


def _mode(ctx: FunctionContext, n: i.CallI, modes: tuple[str, ...]) -> str:
    """What an operation between the threads of a warp does: its second argument (NVVM IR Specification, "Warp-level
    Intrinsics")."""
    mode = _arg(ctx, n, 1)
    if not isinstance(mode, Const) or not 0 <= int(mode.value) < len(modes):
        raise UnsupportedError("an operation of a warp whose mode is not a constant", ctx.loc)
    return modes[int(mode.value)]


def _shuffle(ctx: FunctionContext, n: i.CallI) -> Lowered:
    """llvm.nvvm.shfl.sync.i32(mask, mode, a, b, c): { value, was it in range }."""
    name = f"__cudabmc_shfl_{_mode(ctx, n, _SHUFFLES)}"
    signature = f"unsigned long long {name}(unsigned int mask, unsigned int a, unsigned int b, unsigned int c)"
    args = tuple(_arg(ctx, n, index) for index in (0, 2, 3, 4))
    both = model_call(ctx, signature, args, (I32,) * 4, I64)
    upper = ctx.assign(Op.LSHR, (both, Const(32, I64)), I64)
    return ctx.assign(Op.TRUNC, (both,), I32, I64), ctx.assign(Op.NE, (upper, Const(0, I64)), BOOL, I64)


_VOTES = ("all", "any", "uni", "ballot")


def _vote(ctx: FunctionContext, n: i.CallI) -> Lowered:
    """llvm.nvvm.vote.sync(mask, mode, predicate): { ballot, truth }; a mode gives one of them, and the other is 0."""
    mode = _mode(ctx, n, _VOTES)
    mask, predicate = _arg(ctx, n, 0), ctx.assign(Op.ZEXT, (_arg(ctx, n, 2),), I32, BOOL)
    if mode == "ballot":
        signature = "unsigned int __ballot_sync(unsigned int mask, int predicate)"
        return model_call(ctx, signature, (mask, predicate), (I32, I32), I32), Const(False, BOOL)
    name = "__cudabmc_uni" if mode == "uni" else f"__{mode}_sync"
    signature = f"int {name}(unsigned int mask, int predicate)"
    found = model_call(ctx, signature, (mask, predicate), (I32, I32), I32)
    return Const(0, I32), ctx.assign(Op.NE, (found, Const(0, I32)), BOOL, I32)


def _frexp(ctx: FunctionContext, n: i.CallI) -> Lowered:
    """llvm.frexp: { fraction, exponent }."""
    from cudabmc.frontend.clang.lower.memory import temporary

    machine = register_type(n.arguments[0].type)
    assert isinstance(machine, FloatType)
    target = ctx.names.target(ctx.module, "frexp" if machine.width == 64 else "frexpf", (machine, PTR))
    register, exponent = ctx.builder.reg(machine), ctx.builder.reg(I32)
    with temporary(ctx, t.I32) as place:
        args = (_arg(ctx, n, 0), place)
        ctx.builder.emit(Call(register, target.name, args, (machine, PTR), machine, ctx.loc, target.signature))
        ctx.builder.emit(Load(exponent, place, I32, ctx.loc))
    return Reg(register), Reg(exponent)


def _modf(ctx: FunctionContext, n: i.CallI) -> Lowered:
    """llvm.modf: { fraction, whole part }."""
    from cudabmc.frontend.clang.lower.memory import temporary

    machine = register_type(n.arguments[0].type)
    assert isinstance(machine, FloatType)
    target = ctx.names.target(ctx.module, "modf" if machine.width == 64 else "modff", (machine, PTR))
    register, whole = ctx.builder.reg(machine), ctx.builder.reg(machine)
    with temporary(ctx, n.arguments[0].type) as place:
        args = (_arg(ctx, n, 0), place)
        ctx.builder.emit(Call(register, target.name, args, (machine, PTR), machine, ctx.loc, target.signature))
        ctx.builder.emit(Load(whole, place, machine, ctx.loc))
    return Reg(register), Reg(whole)


def _sincos(ctx: FunctionContext, n: i.CallI) -> Lowered:
    """llvm.sincos: { sine, cosine }."""
    from cudabmc.frontend.clang.lower.memory import temporary

    machine = register_type(n.arguments[0].type)
    assert isinstance(machine, FloatType)
    types = (machine, PTR, PTR)
    target = ctx.names.target(ctx.module, "sincos" if machine.width == 64 else "sincosf", types)
    results = (ctx.builder.reg(machine), ctx.builder.reg(machine))
    with temporary(ctx, n.arguments[0].type) as sine, temporary(ctx, n.arguments[0].type) as cosine:
        args = (_arg(ctx, n, 0), sine, cosine)
        ctx.builder.emit(Call(None, target.name, args, types, VOID, ctx.loc, target.signature))
        for register, place in zip(results, (sine, cosine), strict=True):
            ctx.builder.emit(Load(register, place, machine, ctx.loc))
    return Reg(results[0]), Reg(results[1])


def _reduced(op: Op, starts: bool = False) -> IntrinsicHandler:
    """llvm.vector.reduce."""

    def reduce(ctx: FunctionContext, n: i.CallI) -> Operand:
        vector = n.arguments[-1]
        parts = lower(ctx, vector.type, vector.value)
        assert isinstance(parts, tuple) and isinstance(vector.type, t.VectorT)
        machine = register_type(vector.type.of)
        found = _arg(ctx, n, 0) if starts else None
        for part in parts:
            assert not isinstance(part, tuple)
            found = part if found is None else ctx.assign(op, (found, part), machine)
        assert found is not None
        return found

    return reduce


SPECIAL_REGISTERS = {
    "laneid": "unsigned int __cudabmc_laneid(void)",
    "warpid": "unsigned int __cudabmc_warpid(void)",
    "nwarpid": "unsigned int __cudabmc_nwarpid(void)",
    "smid": "unsigned int __cudabmc_smid(void)",
    "nsmid": "unsigned int __cudabmc_nsmid(void)",
    "gridid": "unsigned int __cudabmc_gridid(void)",
    "clock": "int __cudabmc_clock32(void)",
    "clock64": "long long clock64(void)",
    "globaltimer": "unsigned long long __cudabmc_globaltimer(void)",
    **{f"lanemask.{relation}": f"unsigned int __cudabmc_lanemask_{relation}(void)"
       for relation in ("eq", "lt", "le", "gt", "ge")},
}  # fmt: skip

_UNARY_FUNCTIONS = (
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log", "log2", "log10",
)  # fmt: skip
_HANDLERS: dict[str, IntrinsicHandler] = {
    "lifetime.start": _lifetime(True),
    "lifetime.end": _lifetime(False),
    **dict.fromkeys(
        (
            "assume",
            "dbg",
            "va_end",
            "stackrestore",
            "prefetch",
            "invariant.end",
            "donothing",
            "experimental.noalias.scope.decl",
            "var.annotation",
            "sideeffect",
            "pseudoprobe",
        ),
        _nothing,
    ),
    **dict.fromkeys(
        (
            "expect",
            "launder.invariant.group",
            "strip.invariant.group",
            "ptr.annotation",
            "annotation",
            "ssa.copy",
            "threadlocal.address",
            "arithmetic.fence",
            "canonicalize",
            "expect.with.probability",
        ),
        _first,
    ),
    **dict.fromkeys(("stacksave", "invariant.start", "returnaddress", "frameaddress"), _null),
    **dict.fromkeys(("is.constant", "allow.runtime.check", "allow.ubsan.check"), _false),
    "memcpy": _memory_block(MEMCPY),
    "memcpy.inline": _memory_block(MEMCPY),
    "memmove": _memory_block(MEMMOVE),
    "memset": _memory_set,
    "memset.inline": _memory_set,
    "objectsize": _object_size,
    "ptrmask": _pointer_mask,
    "va_start": _va_start,
    "va_copy": _va_copy,
    "eh.typeid.for": _type_id,
    **dict.fromkeys(("trap", "debugtrap", "ubsantrap"), _trap),
    "ctpop": _on_integers(bits.population),
    "ctlz": _on_integers(bits.leading_zeros),
    "cttz": _on_integers(bits.trailing_zeros),
    "bswap": _on_integers(bits.byte_swap),
    "bitreverse": _on_integers(bits.bit_reverse),
    "abs": _on_integers(bits.absolute),
    "fshl": _on_integers(partial(bits.funnel_shift, left=True), 3),
    "fshr": _on_integers(partial(bits.funnel_shift, left=False), 3),
    "smin": _extremum(Op.SLT, False),
    "smax": _extremum(Op.SLT, True),
    "umin": _extremum(Op.ULT, False),
    "umax": _extremum(Op.ULT, True),
    **{
        f"{sign}{name}.{kind}": make(op, sign == "s")
        for sign in "su"
        for name, op in (("add", Op.ADD), ("sub", Op.SUB), ("mul", Op.MUL))
        for kind, make in (("with.overflow", _overflow), ("sat", _saturating))
    },
    "fabs": _on_floats(Op.FABS),
    "sqrt": _on_floats(Op.FSQRT),
    "floor": _on_floats(Op.FFLOOR),
    "ceil": _on_floats(Op.FCEIL),
    "trunc": _on_floats(Op.FTRUNC),
    "round": _on_floats(Op.FROUND),
    **dict.fromkeys(("rint", "nearbyint", "roundeven"), _on_floats(Op.FRINT)),
    "fma": _on_floats(Op.FMA, 3),
    "minnum": _on_floats(Op.FMIN, 2),
    "maxnum": _on_floats(Op.FMAX, 2),
    "minimumnum": _on_floats(Op.FMIN, 2),
    "maximumnum": _on_floats(Op.FMAX, 2),
    "fmuladd": _multiply_add,
    "copysign": _copy_sign,
    **{name: _library(name) for name in _UNARY_FUNCTIONS},
    **{name: _library(name, 2) for name in ("pow", "atan2")},
    "powi": _power,
    "ldexp": _ldexp,
    "frexp": _frexp,
    "modf": _modf,
    "sincos": _sincos,
    **{name: _to_integer(name) for name in ("lround", "llround", "lrint", "llrint")},
    "is.fpclass": _is_class,
    "vector.reduce.add": _reduced(Op.ADD),
    "vector.reduce.mul": _reduced(Op.MUL),
    "vector.reduce.and": _reduced(Op.AND),
    "vector.reduce.or": _reduced(Op.OR),
    "vector.reduce.xor": _reduced(Op.XOR),
    "vector.reduce.fadd": _reduced(Op.FADD, True),
    "vector.reduce.fmul": _reduced(Op.FMUL, True),
    **{
        f"nvvm.read.ptx.sreg.{register}.{axis}": _sreg(f"{name}.{axis}")
        for register, name in (("tid", "threadIdx"), ("ntid", "blockDim"), ("ctaid", "blockIdx"), ("nctaid", "gridDim"))
        for axis in "xyz"
    },
    "nvvm.read.ptx.sreg.warpsize": lambda ctx, n: Const(32, I32),
    **dict.fromkeys(("nvvm.barrier0", "nvvm.barrier.cta.sync", "nvvm.barrier.sync"), _barrier),
    **{
        f"nvvm.barrier0.{name}": _plain_model(f"int __syncthreads_{meaning}(int predicate)")
        for name, meaning in (("popc", "count"), ("and", "and"), ("or", "or"))
    },
    "nvvm.barrier.cta.arrive": _plain_model(_NAMED_BARRIER.format("arrive")),
    **{f"nvvm.read.ptx.sreg.{name}": _plain_model(signature) for name, signature in SPECIAL_REGISTERS.items()},
    **{
        f"nvvm.atomic.load.add.f{width}": _plain_model(f"{ctype} atomicAdd({ctype} *address, {ctype} val)")
        for width, ctype in ((32, "float"), (64, "double"))
    },
    **{
        f"nvvm.atomic.load.{name.lower()}.32": _plain_model(
            f"unsigned int atomic{name}(unsigned int *address, unsigned int val)"
        )
        for name in ("Inc", "Dec")
    },
    "nvvm.shfl.sync.i32": _shuffle,
    "nvvm.vote.sync": _vote,
    "nvvm.bar.warp.sync": _plain_model("void __syncwarp(unsigned int mask = 0xffffffff)"),
    "nvvm.membar.cta": _plain_model("void __threadfence_block(void)"),
    "nvvm.membar.gl": _plain_model("void __threadfence(void)"),
    "nvvm.membar.sys": _plain_model("void __threadfence_system(void)"),
}
