"""Random host code: memory of all kinds, copies, launches, and their cleaning up."""

from dataclasses import dataclass, field

from tests.random_programs.generator.kernels import Contract
from tests.random_programs.generator.numbers import number
from tests.random_programs.generator.scope import Array, Scope, array_name
from tests.random_programs.generator.statements import NESTED, SIMPLE, Maker, assumption, claim, filled, one_of, some
from tests.random_programs.language.c_types import ELEMENTS, IntType, PointerType
from tests.random_programs.language.tree import (
    Allocate,
    Body,
    Call,
    Const,
    Declare,
    Expr,
    If,
    IsNull,
    Launch,
    Null,
    Offset,
    Return,
    SizeOf,
    Statement,
    binary,
    integer,
)  # fmt: skip


@dataclass
class Host(Scope):
    contracts: list[Contract] = field(default_factory=list)
    heap: list[tuple[Array, str]] = field(default_factory=list)  # what is to be freed, and how
    symbols: list[Array] = field(default_factory=list)  # arrays of the device at file scope


def bytes_of(s: Scope, count: Expr, type: IntType) -> Expr:
    """`count * sizeof(type)`; without the factor where a defect is due."""
    return count if s.defect() else binary("*", count, SizeOf(type))


def allocate(s: Host, where: str, type: IntType, count: int) -> tuple[Array, Body]:
    """An allocation, of a size that may depend on an input which is at least `count`."""
    name = next(s.names)
    function, release = {
        "host": ("malloc", "free"),
        "device": ("cudaMalloc", "cudaFree"),
        "managed": ("cudaMallocManaged", "cudaFree"),
    }[where]
    size: Expr = Const(count)
    larger = [n for n in s.numbers if n.low is not None and n.low > 0 and (n.low >= count or s.defect())]
    if larger and s.chance(0.4):
        chosen = s.random.choice(larger)
        size = chosen.expr
    array = Array(array_name(name, type), type, count, where, pointer=name, settled=False)
    s.arrays.append(array)
    s.heap.append((array, release))
    declared = Declare(name, PointerType(type), Null(PointerType(type)) if s.chance(0.2) else None)
    return array, (declared, Allocate(function, name, type, bytes_of(s, size, type)))


def new_heap(s: Scope, _depth: int) -> Body:
    assert isinstance(s, Host)
    array, body = allocate(s, "host", s.random.choice(ELEMENTS), s.random.randint(1, 5))
    return (*body, *settled(s, array))


def settled(s: Host, array: Array) -> Body:
    """All elements of new memory get a value, unless a defect is due."""
    array.settled = True
    if s.defect(0.5):
        return ()
    size = bytes_of(s, Const(array.count), array.type)
    if array.where != "device":
        if s.chance(0.7):
            return filled(s, array)
        return (Call("memset", (array.expr, Const(s.random.choice((0, 0, 1, 255))), size)),)
    sources = [a for a in s.readable() if a.type.size * a.count >= array.type.size * array.count]
    if sources and s.chance(0.6):
        source = s.random.choice(sources)
        return (Call("cudaMemcpy", (array.expr, source.expr, size), direction(s, "cudaMemcpyHostToDevice")),)
    return (Call("cudaMemset", (array.expr, Const(s.random.choice((0, 0, 1, 255))), size)),)


def direction(s: Scope, right: str) -> str:
    kinds = ("cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice", "cudaMemcpyHostToHost")
    return s.random.choice(kinds) if s.defect(0.5) else right


def new_device(s: Scope, _depth: int) -> Body:
    assert isinstance(s, Host)
    where = s.random.choice(("device", "device", "managed"))
    array, body = allocate(s, where, s.random.choice(ELEMENTS), s.random.randint(1, 5))
    return (*body, *settled(s, array))


def copy_size(s: Scope, a: Array, b: Array) -> Expr:
    """Some bytes that both have; a number of elements that may depend on an input."""
    fitting = min(a.count * a.type.size, b.count * b.type.size) // a.type.size
    ranged = [n for n in s.numbers if n.low is not None and n.low >= 0 and (n.high or 0) <= fitting]
    if s.defect():
        ranged = [n for n in s.numbers if n.low is not None and integer(n.expr).signed] or ranged
    if ranged and s.chance(0.5):
        return bytes_of(s, s.random.choice(ranged).expr, a.type)
    return bytes_of(s, Const(fitting + s.defect(0.5)), a.type)


def copy_host(s: Scope, _depth: int) -> Body:
    """memcpy or memset."""
    found = s.readable()
    if not found:
        return ()
    to = s.random.choice(found)
    if s.chance(0.4):
        return (Call("memset", (to.expr, number(s, 1), copy_size(s, to, to))),)
    others = [a for a in found if a is not to and not a.pointer] or found
    source = s.random.choice(others)
    if (source is to or (source.pointer and to.pointer)) and not s.defect():
        return ()
    return (Call("memcpy", (to.expr, source.expr, copy_size(s, to, source))),)


def copy_device(s: Scope, _depth: int) -> Body:
    """cudaMemcpy from the device, to it, or on it."""
    assert isinstance(s, Host)
    devices = [a for a in s.arrays if a.where in ("device", "managed") and not a.freed and a.settled]
    devices += s.symbols
    hosts = [a for a in s.readable() if a.where != "managed"]
    if not devices or not hosts:
        return new_device(s, 0)
    device, host = s.random.choice(devices), s.random.choice(hosts)
    size = copy_size(s, device, host)
    symbols = [a for a in devices if a in s.symbols]
    if symbols and s.chance(0.4):
        symbol = s.random.choice(symbols)
        if s.chance(0.5):
            return (Call("cudaMemcpyFromSymbol", (host.expr, symbol.expr, copy_size(s, host, symbol))),)
        return (Call("cudaMemcpyToSymbol", (symbol.expr, host.expr, copy_size(s, symbol, host))),)
    if device in s.symbols:
        return ()
    if s.chance(0.6):
        return (Call("cudaMemcpy", (host.expr, device.expr, size), direction(s, "cudaMemcpyDeviceToHost")),)
    return (Call("cudaMemcpy", (device.expr, host.expr, size), direction(s, "cudaMemcpyHostToDevice")),)


def launch(s: Scope, _depth: int) -> Body:
    """A launch that fulfils what the kernel expects, unless a defect is due."""
    assert isinstance(s, Host)
    contract = s.random.choice(s.contracts)
    body: list[Statement] = []
    args: list[Expr] = []
    for parameter in contract.arrays:
        made, argument = array_argument(s, parameter, args)
        body += made
        args.append(argument)
    args += [number_argument(s, low, high) for low, high in contract.ranges]
    block = size_argument(s, contract.threads)
    body.append(Launch(contract.kernel.name, size_argument(s, contract.blocks), block, tuple(args)))
    if not s.defect(0.5):
        body.append(Call("cudaDeviceSynchronize", ()))
    return tuple(body)


def array_argument(s: Host, wanted: Array, taken: list[Expr]) -> tuple[Body, Expr]:
    if s.defect(0.3):
        return (), Null(PointerType(wanted.type))
    fitting = [
        a for a in s.arrays
        if a.type is wanted.type and a.where in ("device", "managed") and not a.freed and a.settled
        and a.count >= wanted.count and a.expr not in taken and not aliased(s, a)
    ]  # fmt: skip
    if s.defect(0.5):
        fitting = [a for a in s.arrays if a.type is wanted.type] or fitting
    if fitting and s.chance(0.7):
        return (), s.random.choice(fitting).expr
    array, body = allocate(s, s.random.choice(("device", "managed")), wanted.type, wanted.count)
    return (*body, *settled(s, array)), array.expr


def aliased(s: Host, a: Array) -> bool:
    """It may point to the same memory as another array."""
    return all(a is not array for array, _ in s.heap)


def number_argument(s: Scope, low: int, high: int) -> Expr:
    fitting = [n for n in s.numbers if n.low is not None and n.high is not None and low <= n.low and n.high <= high]
    if s.defect(0.5):
        fitting = s.numbers
    if fitting and s.chance(0.7):
        return s.random.choice(fitting).expr
    return Const(s.random.randint(low, high))


def size_argument(s: Scope, most: int) -> Expr:
    if s.defect(0.2):
        return Const(s.random.choice((0, most + 1, 2000)))
    ranged = [n for n in s.numbers if n.low is not None and n.low >= 1 and (n.high or 0) <= most]
    if ranged and s.chance(0.3):
        return s.random.choice(ranged).expr
    return Const(most)


def release(s: Scope, _depth: int) -> Body:
    """Frees something; the wrong thing, or in the wrong way, where a defect is due."""
    assert isinstance(s, Host)
    if not s.heap:
        return ()
    array, function = s.random.choice(s.heap)
    freed: Expr = array.expr
    if s.defect(0.3):
        freed = Offset(freed, Const(s.random.randrange(1, 3)), PointerType(array.type))
    if s.defect(0.3):
        function = s.random.choice(("free", "cudaFree"))
    if not s.defect(0.5):
        s.heap.remove((array, function)) if (array, function) in s.heap else None
        for a in s.arrays:
            if a is array or (a.pointer and a.type is array.type and a.where == array.where and aliased(s, a)):
                a.freed = True
    call = Call(function, (freed,))
    if s.chance(0.1):
        return (If(binary("==", IsNull(array.expr), Const(0)), (call,)),)
    return (call,)


HOST: tuple[tuple[int, Maker], ...] = (
    (3, new_heap), (3, new_device), (4, copy_host), (4, copy_device), (4, launch), (1, release), (1, assumption),
)  # fmt: skip


def host_body(s: Host) -> Body:
    s.block = some
    body: list[Statement] = []
    for _ in range(s.random.randint(3, 9)):
        body += one_of(s, SIMPLE + HOST + NESTED, 2)
    if s.chance(0.1):
        body.append(If(binary("!=", Const(1), Const(1)), (Return(False),)))
    if s.chance(0.6) and any(a.where == "device" for a, _ in s.heap):
        body += copy_device(s, 0)
    body.append(Call("cudaDeviceSynchronize", ()))
    for _ in range(s.random.randrange(3)):
        body += claim(s, 0)
    while s.heap:
        before = len(s.heap)
        body += release(s, 0)
        if len(s.heap) == before:
            break
    return tuple(body)


