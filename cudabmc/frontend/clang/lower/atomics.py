"""Atomic instructions (LangRef, 'Atomic Memory Ordering Constraints').

In a kernel they are the CUDA atomics of the same operation and scope. What an ordered one releases or acquires is said
in front of it and behind it: of this access alone, where a fence is for all strong accesses after or before it (PTX
ISA, 'Release and Acquire Patterns'). On the host those that such a function
exists for are atomic for the whole system, so that they do not race with those of a kernel that runs meanwhile; the
others are an atomic load and an atomic store.
"""

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.lower.context import FunctionContext
from cudabmc.frontend.clang.lower.machine_types import is_scalar, memory_type, register_type
from cudabmc.frontend.clang.lower.model_calls import model_call
from cudabmc.frontend.clang.lower.operands import convert, scalar_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Load, Operand, Reg, Store
from cudabmc.goto.types import BOOL, F32, F64, I8, I16, I32, I64, PTR, VOID, Type

_RELEASES = ("release", "acq_rel", "seq_cst")
_ACQUIRES = ("acquire", "acq_rel", "seq_cst")
_SUFFIX = {"": "_system", "device": "", "block": "_block", "cluster": "_block", "agent": "", "workgroup": "_block"}
_NAMES = {
    "add": "atomicAdd", "fadd": "atomicAdd", "xchg": "atomicExch", "and": "atomicAnd", "or": "atomicOr",
    "xor": "atomicXor", "min": "atomicMin", "max": "atomicMax", "umin": "atomicMin", "umax": "atomicMax",
    "uinc_wrap": "atomicInc", "udec_wrap": "atomicDec",
}  # fmt: skip
_CTYPES: dict[Type, str] = {I32: "unsigned int", I64: "unsigned long long", F32: "float", F64: "double",
                            I16: "unsigned short", I8: "unsigned char"}  # fmt: skip
_OF_BLOCK: dict[Type, str] = {**_CTYPES, PTR: "void *"}
_SIGNED: dict[Type, str] = {I32: "int", I64: "long long", I16: "short", I8: "signed char"}


def _fence(ctx: FunctionContext, scope: str) -> None:
    _scope(ctx, scope)
    name = {"": "__threadfence_system", "device": "__threadfence", "agent": "__threadfence"}.get(
        scope, "__threadfence_block"
    )
    model_call(ctx, f"void {name}(void)", (), (), VOID)


def _before(ctx: FunctionContext, ordering: str, scope: str) -> None:
    """The access that follows releases what was done before it."""
    if ctx.module.on_device and ordering in _RELEASES:
        model_call(ctx, f"void __cudabmc_release_{_scope(ctx, scope)}(void)", (), (), VOID)


def _after(ctx: FunctionContext, ordering: str) -> None:
    """The access that went before acquires what it found."""
    if ctx.module.on_device and ordering in (*_RELEASES, *_ACQUIRES):
        name = "acquire" if ordering in _ACQUIRES else "ordered"
        model_call(ctx, f"void __cudabmc_{name}(void)", (), (), VOID)


def _strong(ctx: FunctionContext, scope: str) -> bool:
    """Does an atomic load or store not race with those of other threads? On the host, one that is for the whole system
    (libcu++, 'Thread Scopes'): a kernel is not in a smaller scope of the host."""
    return ctx.module.on_device or not scope


def _scope(ctx: FunctionContext, scope: str) -> str:
    """LLVM's name of a scope. That of a cluster is taken for that of a block, and refused where this makes a
    difference."""
    if scope == "cluster":
        model_call(ctx, "void __cudabmc_cluster_scope(void)", (), (), VOID)
    return {"": "system", "device": "device", "agent": "device"}.get(scope, "block")


def fence(ctx: FunctionContext, n: i.FenceI) -> None:
    """fence."""
    if ctx.module.on_device and n.scope != "singlethread":
        _fence(ctx, n.scope)


def read_modify_write(ctx: FunctionContext, n: i.AtomicRmwI) -> None:
    """atomicrmw."""
    address, operand = scalar_of(ctx, n.address), scalar_of(ctx, n.operand)
    if not ctx.module.on_device and not _for_all(n.op, n.operand.type):
        old = _found(ctx, address, n.operand.type, n.scope)
        ctx.values[n.result] = old
        _left(ctx, address, n.operand.type, _new_value(ctx, n.op, n.operand.type, old, operand), n.scope)
        return
    machine, of, bits = _word(ctx, n.operand.type, operand)
    _scope(ctx, n.scope)
    op = n.op
    if op == "sub":
        op, bits = "add", ctx.assign(Op.NEG, (bits,), machine)
    name = _NAMES.get(op)
    if name is None or (op == "xchg" and machine == F64):
        raise UnsupportedError(f"atomic operation '{n.op}'", ctx.loc)
    ctype = _SIGNED.get(machine) if op in ("min", "max") else _CTYPES.get(machine)
    if ctype is None:
        raise UnsupportedError(f"atomic operation '{n.op}' on {machine}", ctx.loc)
    _before(ctx, n.ordering, n.scope)
    name = f"__cudabmc_{name}" if machine in (I8, I16) else name
    signature = f"{ctype} {name}{_SUFFIX.get(n.scope, '')}({ctype} *address, {ctype} val)"
    used = ctx.left.get(n.result, 0) > 0
    old = model_call(ctx, signature, (address, bits), (PTR, machine), machine, used)
    _after(ctx, n.ordering)
    if used:
        ctx.values[n.result] = _from_word(ctx, old, machine, of)


def _found(ctx: FunctionContext, address: Operand, type: t.IrType, scope: str) -> Operand:
    """What an atomic of the host finds that no function exists for: an atomic load."""
    machine = memory_type(type)
    register, strong = ctx.builder.reg(machine), _strong(ctx, scope)
    ctx.builder.emit(Load(register, address, machine, ctx.loc, volatile=strong, atomic=strong))
    return Reg(register)


def _left(ctx: FunctionContext, address: Operand, type: t.IrType, value: Operand, scope: str) -> None:
    """What it leaves: an atomic store."""
    strong = _strong(ctx, scope)
    ctx.builder.emit(Store(address, value, memory_type(type), ctx.loc, volatile=strong, atomic=strong))


def _for_all(op: str, type: t.IrType) -> bool:
    """Is there an atomic function for it that reaches the whole system?"""
    return (op in _NAMES or op in ("sub", "cas")) and type in (t.I32, t.I64)


def _word(ctx: FunctionContext, type: t.IrType, value: Operand) -> tuple[Type, t.IrType, Operand]:
    """A pointer as an integer."""
    if isinstance(type, t.PtrT):
        return I64, type, convert(ctx, "ptrtoint", type, value, t.I64)
    return register_type(type), type, value


def _from_word(ctx: FunctionContext, value: Operand, machine: Type, type: t.IrType) -> Operand:
    return convert(ctx, "inttoptr", t.I64, value, type) if isinstance(type, t.PtrT) else value


_PLAIN = {"add": Op.ADD, "sub": Op.SUB, "and": Op.AND, "or": Op.OR, "xor": Op.XOR, "fadd": Op.FADD, "fsub": Op.FSUB,
          "fmin": Op.FMIN, "fmax": Op.FMAX}  # fmt: skip
_PICK = {"min": Op.SLT, "umin": Op.ULT, "max": Op.SLT, "umax": Op.ULT}


def _new_value(ctx: FunctionContext, op: str, type: t.IrType, old: Operand, operand: Operand) -> Operand:
    machine = register_type(type)
    if op == "xchg":
        return operand
    if op == "nand":
        return ctx.assign(Op.NOT, (ctx.assign(Op.AND, (old, operand), machine),), machine)
    if op in _PICK:
        pair = (old, operand) if op.endswith("min") else (operand, old)
        return ctx.assign(Op.SELECT, (ctx.assign(_PICK[op], pair, BOOL, machine), old, operand), machine)
    if op not in _PLAIN:
        raise UnsupportedError(f"atomic operation '{op}'", ctx.loc)
    return ctx.assign(_PLAIN[op], (old, operand), machine)


def compare_exchange(ctx: FunctionContext, n: i.CmpXchgI) -> None:
    """cmpxchg: { old value, did it change }."""
    address, expected, new = (scalar_of(ctx, x) for x in (n.address, n.expected, n.new))
    type = n.expected.type
    if ctx.module.on_device or _for_all("cas", type):
        machine, _, wanted = _word(ctx, type, expected)
        _, _, value = _word(ctx, type, new)
        ctype = _CTYPES.get(machine)
        if ctype is None or machine in (F32, F64):
            raise UnsupportedError(f"compare and exchange on {machine}", ctx.loc)
        name = ("__cudabmc_atomicCAS" if machine in (I8, I16) else "atomicCAS") + _SUFFIX.get(n.scope, "")
        signature = f"{ctype} {name}({ctype} *address, {ctype} compare, {ctype} val)"
        _scope(ctx, n.scope)
        _before(ctx, n.ordering, n.scope)
        old = model_call(ctx, signature, (address, wanted, value), (PTR, machine, machine), machine)
        _after(ctx, n.ordering)
        same = ctx.assign(Op.EQ, (old, wanted), BOOL, machine)
        ctx.values[n.result] = (_from_word(ctx, old, machine, type), same)
        return
    found = _found(ctx, address, type, n.scope)
    machine = register_type(type)
    same = ctx.assign(Op.PTREQ if machine == PTR else Op.EQ, (found, expected), BOOL, machine)
    _left(ctx, address, type, ctx.assign(Op.SELECT, (same, new, found), machine), n.scope)
    ctx.values[n.result] = (found, same)


def atomic_load(ctx: FunctionContext, n: i.LoadI) -> None:
    """load atomic: a strong access (PTX ISA, 'Memory Consistency Model')."""
    address = scalar_of(ctx, n.address)
    if not is_scalar(n.type):
        raise UnsupportedError("an atomic load of an aggregate", ctx.loc)
    machine = memory_type(n.type)
    if ctx.module.on_device and _scope(ctx, n.scope) == "block" and machine in _OF_BLOCK:
        signature = f"{_OF_BLOCK[machine]} __cudabmc_load_block(const {_OF_BLOCK[machine]} *address)"
        ctx.values[n.result] = model_call(ctx, signature, (address,), (PTR,), machine)
    else:
        register = ctx.builder.reg(machine)
        strong = _strong(ctx, n.scope)
        ctx.builder.emit(Load(register, address, machine, ctx.loc, volatile=strong, atomic=strong))
        ctx.values[n.result] = Reg(register)
    _after(ctx, n.ordering)


def atomic_store(ctx: FunctionContext, n: i.StoreI) -> None:
    """store atomic."""
    value, address = scalar_of(ctx, n.value), scalar_of(ctx, n.address)
    machine = memory_type(n.value.type)
    _before(ctx, n.ordering, n.scope)
    if ctx.module.on_device and _scope(ctx, n.scope) == "block" and machine in _OF_BLOCK:
        signature = f"void __cudabmc_store_block({_OF_BLOCK[machine]} *address, {_OF_BLOCK[machine]} value)"
        model_call(ctx, signature, (address, value), (PTR, machine), VOID)
    else:
        strong = _strong(ctx, n.scope)
        ctx.builder.emit(Store(address, value, machine, ctx.loc, volatile=strong, atomic=strong))
    _after(ctx, n.ordering)
