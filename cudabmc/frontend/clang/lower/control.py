"""Control flow: jumps with the copies that phis need, switches, returns, exceptions."""

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower.calls import catch_test
from cudabmc.frontend.clang.lower.context import FunctionContext, Lowered, flat
from cudabmc.frontend.clang.lower.exceptions import IN_FLIGHT
from cudabmc.frontend.clang.lower.machine_types import register_type
from cudabmc.frontend.clang.lower.memory import stored
from cudabmc.frontend.clang.lower.operands import lower, lower_of, scalar, scalar_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Const, Goto, Load, Operand, Reg, Return, Store, Symbol, Undef, Unreachable
from cudabmc.goto.types import BOOL, I32, PTR, Type
from cudabmc.source.location import NOWHERE


class Edges:
    """Jumps between blocks. `phis` are the registers of the phis of each block, made beforehand."""

    def __init__(self, ctx: FunctionContext, blocks: list[i.BasicBlock]) -> None:
        self.ctx = ctx
        self.phis: dict[str, list[i.PhiI]] = {}
        self.registers: dict[str, tuple[int, ...]] = {}
        for block in blocks:
            phis = [n for n in block.body if isinstance(n, i.PhiI)]
            if phis:
                self.phis[block.label] = phis
            for phi in phis:
                value = self._registers(phi.type)
                ctx.values[phi.result] = value
                self.registers[phi.result] = tuple(r.index for r in flat(value) if isinstance(r, Reg))

    def _registers(self, type: t.IrType) -> Lowered:
        if isinstance(type, t.StructT | t.ArrayT | t.VectorT):
            return tuple(self._registers(t.element(type, index)[1]) for index in range(t.count(type)))
        return Reg(self.ctx.builder.reg(register_type(type), variable=True))

    def jump(self, source: str, target: str) -> None:
        """goto target, phis set."""
        self.copies(source, target)
        self.ctx.builder.goto(self.ctx.label(target), self.ctx.loc)

    def copies(self, source: str, target: str) -> None:
        """Set the phis of `target` for arrivals from `source`; they are assigned at once (LangRef, 'phi')."""
        ctx = self.ctx
        pending: list[tuple[int, Operand, Type]] = []
        for phi in self.phis.get(target, ()):
            incoming = next(value for value, label in phi.incoming if label == source)
            values = flat(lower(ctx, phi.type, incoming))
            for register, value in zip(self.registers[phi.result], values, strict=True):
                pending.append((register, value, ctx.builder.reg_types[register]))
        written = {register for register, _, _ in pending}
        if len(pending) > 1:
            pending = [
                (r, ctx.builder.copy(x, kind, ctx.loc) if isinstance(x, Reg) and x.index in written else x, kind)
                for r, x, kind in pending
            ]
        for register, value, kind in pending:
            if value != Reg(register):
                ctx.builder.emit(Assign(register, Op.COPY, (value,), kind, kind, ctx.loc))

    def label(self, source: str, target: str, later: list[tuple[int, str]]) -> int:
        """The label of an edge of several: of the target, or of a place with its copies, put into `later`."""
        if target not in self.phis:
            return self.ctx.label(target)
        label = self.ctx.builder.label()
        later.append((label, target))
        return label

    def unwinding(self, source: str, target: str) -> int:
        """The label of the edge to a landing pad, written at once if it has copies."""
        if target not in self.phis:
            return self.ctx.label(target)
        label, around = self.ctx.builder.label(), self.ctx.builder.label()
        self.ctx.builder.goto(around, self.ctx.loc)
        self.ctx.builder.place(label)
        self.jump(source, target)
        self.ctx.builder.place(around)
        return label

    def place(self, source: str, later: list[tuple[int, str]]) -> None:
        """Write the places of edges with copies."""
        for label, target in later:
            self.ctx.builder.place(label)
            self.jump(source, target)


def branch(ctx: FunctionContext, edges: Edges, block: str, n: i.BranchI) -> None:
    """br; the jump back of a loop stands where its statement does."""
    start = ctx.debug.loop(n.loop)
    if start is not NOWHERE:
        ctx.loc = start
    if n.condition is None:
        ctx.settle()
        edges.jump(block, n.then)
        return
    condition = scalar(ctx, t.I1, n.condition)
    ctx.settle()
    later: list[tuple[int, str]] = []
    then, orelse = edges.label(block, n.then, later), edges.label(block, n.orelse, later)
    if isinstance(condition, Undef):
        condition = ctx.builder.copy(condition, BOOL, ctx.loc)
    ctx.builder.branch(condition, then, orelse, ctx.loc)
    edges.place(block, later)


def switch(ctx: FunctionContext, edges: Edges, block: str, n: i.SwitchI) -> None:
    """switch: compared with one case after the other."""
    value = scalar_of(ctx, n.value)
    ctx.settle()
    machine = register_type(n.value.type)
    later: list[tuple[int, str]] = []
    targets: dict[str, list[int]] = {}
    for case, target in n.cases:
        targets.setdefault(target, []).append(case)
    width = getattr(machine, "width", 1)
    for target, cases in targets.items():
        tests = [
            ctx.assign(Op.EQ, (value, Const(case % (1 << width) if width > 1 else bool(case), machine)), BOOL, machine)
            for case in cases
        ]
        condition = tests[0]
        for test in tests[1:]:
            condition = ctx.assign(Op.OR, (condition, test), BOOL)
        following = ctx.builder.label()
        ctx.builder.branch(condition, edges.label(block, target, later), following, ctx.loc)
        ctx.builder.place(following)
    edges.jump(block, n.default)
    edges.place(block, later)


def return_(ctx: FunctionContext, n: i.ReturnI) -> None:
    """ret; an aggregate goes to where the caller wants it."""
    if n.value is None:
        ctx.builder.emit(Return(None, ctx.loc))
        return
    value = lower_of(ctx, n.value)
    if ctx.result_pointer is not None:
        stored(ctx, ctx.result_pointer, n.value.type, value)
        ctx.builder.emit(Return(None, ctx.loc))
        return
    assert not isinstance(value, tuple)
    ctx.builder.emit(Return(value, ctx.loc))


def unreachable(ctx: FunctionContext) -> None:
    """unreachable."""
    ctx.builder.emit(Unreachable(ctx.loc))


def resume(ctx: FunctionContext, n: i.ResumeI) -> None:
    """resume: the exception continues to the callers."""
    value = lower_of(ctx, n.value)
    assert isinstance(value, tuple) and not isinstance(value[0], tuple)
    ctx.settle()
    ctx.builder.emit(Store(Symbol(IN_FLIGHT), value[0], PTR, ctx.loc))
    ctx.builder.emit(Goto(ctx.exit_with_exception(), ctx.loc))


def landing_pad(ctx: FunctionContext, n: i.LandingPadI) -> None:
    """landingpad: { exception, selector }; the selector is that of the first clause that takes the exception."""
    exception = ctx.builder.reg(PTR)
    ctx.builder.emit(Load(exception, Symbol(IN_FLIGHT), PTR, ctx.loc))
    ctx.builder.emit(Store(Symbol(IN_FLIGHT), Const(0, PTR), PTR, ctx.loc))
    selector = ctx.builder.reg(I32, variable=True)
    end = ctx.builder.label()
    for word, information in n.clauses:
        if word != "catch":
            raise UnsupportedError("an exception specification", ctx.loc)
        name = information.name if isinstance(information, v.GlobalName) else ""
        identity = Const(ctx.names.type_id(ctx.module, name), I32)
        ctx.builder.emit(Assign(selector, Op.COPY, (identity,), I32, I32, ctx.loc))
        if not name:
            break
        following = ctx.builder.label()
        takes = catch_test(ctx, scalar(ctx, t.PTR, information), Reg(exception))
        ctx.builder.branch(takes, end, following, ctx.loc)
        ctx.builder.place(following)
    else:
        ctx.builder.emit(Assign(selector, Op.COPY, (Const(0, I32),), I32, I32, ctx.loc))
    ctx.builder.place(end)
    ctx.values[n.result] = (Reg(exception), Reg(selector))
