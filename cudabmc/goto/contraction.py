"""Products that are added to something, rounded once, as nvcc compiles them by default.

    t = a * b; d = t + c          d = fma(a, b, c)
    t = a * b; d = c - t          n = -a; d = fma(n, b, c)

-fmad "enables the contraction of floating-point multiplies and adds/subtracts into floating-point multiply-add
operations" (nvcc, "Options for Steering GPU Code Generation"; true by default), and mul and add of PTX without a
rounding modifier "may be optimized" so (PTX ISA, "Floating Point Instructions"). No document says which are. In the
machine code that nvcc 13 makes for sm_90, a product is contracted if all that uses it are sums and differences (it is
then computed again in each of them), wherever they are in the function. Of two such products the first one was taken in
two forms, and the second one in x * x * x + 2 * x; here it is always the first. Nor is it seen here what nvcc does
behind inlining, and with values that it keeps in registers instead of memory.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cudabmc.goto.cfg import moved, successors
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Branch, Call, Const, Function, Goto, Instruction, Operand, Reg, Undef
from cudabmc.goto.registers import set_by, used
from cudabmc.goto.types import FloatType, Type
from cudabmc.late_dataclass import dataclass

ON_DEVICE = ".device"
"""The end of the name of what the device runs of a function that the host runs as well."""

_SUMS = (Op.FADD, Op.FSUB)
_SAME = (Op.COPY, Op.FNEG)
_WIDTHS = (32, 64)
_NONE: frozenset[int] = frozenset()


def contract_all(functions: dict[str, Function]) -> None:
    """Contract what kernels run. Of functions of both sides, the device gets its own where that makes a difference."""
    both = [f for f in functions.values() if f.on_device and f.on_host and not f.is_kernel]
    on_device = {f.name: contracted(f) for f in both}
    own = {f.name: f"{f.name}{ON_DEVICE}" for f in both if on_device[f.name] is not f}
    callers = [f for f in both if f.name not in own and _calls(f, own)]
    while callers:
        own.update((f.name, f"{f.name}{ON_DEVICE}") for f in callers)
        callers = [f for f in both if f.name not in own and _calls(f, own)]
    for name, function in list(functions.items()):
        if function.is_kernel or not function.on_host:
            functions[name] = _calling(contracted(function), own)
    for name, own_name in own.items():
        functions[own_name] = _calling(replace(on_device[name], name=own_name, on_host=False), own)


def _calls(function: Function, names: Mapping[str, str]) -> bool:
    return any(isinstance(i, Call) and i.callee in names for i in function.body)


def _calling(function: Function, own: Mapping[str, str]) -> Function:
    """The function, with calls of what the device has for itself."""
    if not _calls(function, own):
        return function
    body = [
        replace(i, callee=own[i.callee]) if isinstance(i, Call) and isinstance(i.callee, str) and i.callee in own else i
        for i in function.body
    ]
    return replace(function, body=tuple(body))


def contracted(function: Function) -> Function:
    """A function of the device, its products and sums contracted; itself if it has none."""
    products = _products(function)
    uncertain = {products[reg].at for reg in _uncertain(function.body, products)}
    products = {reg: p for reg, p in products.items() if p.at not in uncertain}
    if not any(_contracted_operand(i, products) is not None for i in function.body):
        return function
    types = list(function.reg_types)
    body = _Rewriting(function.body, products, types).run()
    return replace(function, body=body, reg_types=tuple(types))


# ---------------------------------------------------------------- which products


@dataclass(frozen=True, slots=True)
class _Product:
    """What a register holds: the product that instruction `at` computes, or its negative."""

    at: int
    negative: bool = False


def _products(function: Function) -> dict[int, _Product]:
    """The registers that hold a product which only sums use. Each is set by one instruction."""
    body = function.body
    sets = Counter(range(len(function.param_types)))
    sets.update(reg for i in body if (reg := set_by(i)) is not None and not _is_nothing(i))
    uses: dict[int, list[Instruction]] = {}
    for i in body:
        for operand in used(i):
            if isinstance(operand, Reg):
                uses.setdefault(operand.index, []).append(i)
    found: dict[int, _Product] = {}
    for at, i in enumerate(body):
        if isinstance(i, Assign) and i.op is Op.FMUL and isinstance(i.type, FloatType) and i.type.width in _WIDTHS:
            held = _held({i.dst: _Product(at)}, sets, uses)
            found.update(held)
    return found


def _is_nothing(i: Instruction) -> bool:
    """Is it the beginning of a variable without a value?"""
    return isinstance(i, Assign) and i.op is Op.COPY and isinstance(i.args[0], Undef)


def _uncertain(body: tuple[Instruction, ...], products: Mapping[int, _Product]) -> set[int]:
    """Registers of products that some use may find without a value."""
    bits = {reg: 1 << number for number, reg in enumerate(products)}
    having = _having_values(body, bits)
    return {
        operand.index
        for at, i in enumerate(body)
        for operand in used(i)
        if isinstance(operand, Reg) and bits.get(operand.index, 0) & ~having[at]
    }


def _having_values(body: tuple[Instruction, ...], bits: Mapping[int, int]) -> list[int]:
    """Which registers have a value before each instruction, on all ways to it."""
    having: list[int | None] = [0] + [None] * len(body)  # None for what is not reached; the last one is behind the body
    changes = bool(bits)
    while changes:
        changes = False
        for at, i in enumerate(body):
            before = having[at]
            if before is None:
                continue
            bit = bits.get(reg, 0) if (reg := set_by(i)) is not None else 0
            behind = before & ~bit if _is_nothing(i) else before | bit
            for after in successors(body, at):
                old = having[after]
                new = behind if old is None else old & behind
                if new != old:
                    having[after] = new
                    changes = changes or after <= at
    return [-1 if regs is None else regs for regs in having]


def _held(found: dict[int, _Product], sets: Counter[int], uses: Mapping[int, list[Instruction]]) -> dict[int, _Product]:
    """The registers that a product goes through, up to the sums; none if something else uses it."""
    waiting = list(found)
    while waiting:
        reg = waiting.pop()
        if sets[reg] != 1:
            return {}
        for user in uses.get(reg, ()):
            if not isinstance(user, Assign) or user.op not in (*_SUMS, *_SAME):
                return {}
            if user.op in _SAME:
                found[user.dst] = replace(found[reg], negative=found[reg].negative != (user.op is Op.FNEG))
                waiting.append(user.dst)
    return found


# ---------------------------------------------------------------- the new body


class _Rewriting:
    """Factors are kept in registers of their own where their registers may have changed before the sum."""

    def __init__(self, body: tuple[Instruction, ...], products: Mapping[int, _Product], types: list[Type]) -> None:
        self.body, self.products, self.types = body, products, types
        self.made: list[Instruction] = []
        self.kept: dict[int, tuple[Operand, Operand]] = {}
        self._keep(_used_elsewhere(body, products))

    def run(self) -> tuple[Instruction, ...]:
        position: list[int] = []
        for at, i in enumerate(self.body):
            position.append(len(self.made))
            if at in self.kept:
                assert isinstance(i, Assign)
                for old, new in zip(i.args, self.kept[at], strict=True):
                    if old != new:
                        assert isinstance(new, Reg)
                        self.made.append(Assign(new.index, Op.COPY, (old,), i.type, i.type, i.loc))
            number = _contracted_operand(i, self.products)
            self.made.append(i if number is None else self._fused(i, number))
        return tuple(moved(i, position.__getitem__) for i in self.made)

    def _keep(self, changed: Iterable[int]) -> None:
        for at in changed:
            product = self.body[at]
            assert isinstance(product, Assign)
            factors: list[Operand] = []
            for factor in product.args:
                factors.append(self._new(product.type) if isinstance(factor, Reg) else factor)
            self.kept[at] = (factors[0], factors[1])

    def _fused(self, sum: Instruction, number: int) -> Assign:
        assert isinstance(sum, Assign)
        source = _summed(sum, number, self.products)
        product = self.body[source.at]
        assert isinstance(product, Assign)
        factor, other = self.kept.get(source.at, (product.args[0], product.args[1]))
        addend = sum.args[1 - number]
        subtracted = sum.op is Op.FSUB and number == 1
        if source.negative != subtracted:
            factor = self._negated(factor, sum)
        if sum.op is Op.FSUB and number == 0:
            addend = self._negated(addend, sum)
        return replace(sum, op=Op.FMA, args=(factor, other, addend))

    def _negated(self, operand: Operand, sum: Assign) -> Operand:
        if isinstance(operand, Const):
            return Const(-operand.value, operand.type)
        negative = self._new(sum.type)
        self.made.append(Assign(negative.index, Op.FNEG, (operand,), sum.type, sum.type, sum.loc))
        return negative

    def _new(self, type: Type) -> Reg:
        self.types.append(type)
        return Reg(len(self.types) - 1)


def _contracted_operand(sum: Instruction, products: Mapping[int, _Product]) -> int | None:
    """Which operand of a sum or difference is a product to contract."""
    if not isinstance(sum, Assign) or sum.op not in _SUMS:
        return None
    return next((n for n, a in enumerate(sum.args) if isinstance(a, Reg) and a.index in products), None)


def _summed(sum: Instruction, number: int, products: Mapping[int, _Product]) -> _Product:
    assert isinstance(sum, Assign)
    operand = sum.args[number]
    assert isinstance(operand, Reg)
    return products[operand.index]


def _used_elsewhere(body: tuple[Instruction, ...], products: Mapping[int, _Product]) -> set[int]:
    """The products that some sum uses elsewhere than behind them in straight line, with all factors as they were."""
    entries = _entries(body)
    multiplied: dict[int, set[int]] = {}
    for at in {product.at for product in products.values()}:
        for factor in used(body[at]):
            if isinstance(factor, Reg):
                multiplied.setdefault(factor.index, set()).add(at)
    current: set[int] = set()
    found: set[int] = set()
    for at, i in enumerate(body):
        if at in entries:
            current.clear()
        number = _contracted_operand(i, products)
        if number is not None and (source := _summed(i, number, products).at) not in current:
            found.add(source)
        reg = set_by(i)
        if reg is not None:
            current -= multiplied.get(reg, _NONE)
            if reg in products and products[reg].at == at and Reg(reg) not in used(i):
                current.add(at)
    return found


def _entries(body: tuple[Instruction, ...]) -> set[int]:
    """Where a straight line begins."""
    behind = (at + 1 for at, i in enumerate(body) if isinstance(i, Goto | Branch))
    return {0, *behind, *(t for i in body for t in _targets(i))}


def _targets(instruction: Instruction) -> Iterator[int]:
    if isinstance(instruction, Goto):
        yield instruction.target
    elif isinstance(instruction, Branch):
        yield instruction.then
        yield instruction.orelse
