"""The abstract syntax of random programs: what is printed as CUDA and executed by the oracle.

Nodes are compared by identity: a statement stands in one place, and its line is known by it.
"""

from dataclasses import dataclass

from tests.random_programs.language.c_types import INT, ULONG, IntType, PointerType, Type, common, promoted


@dataclass(frozen=True, eq=False)
class Const:
    value: int
    type: IntType = INT


@dataclass(frozen=True, eq=False)
class Var:
    """A scalar, a pointer, or an array (its first element)."""

    name: str
    type: Type


@dataclass(frozen=True, eq=False)
class Coordinate:
    """`(int)threadIdx.x` and its kin: thread, block, or the size of a block."""

    what: str
    type: IntType = INT


@dataclass(frozen=True, eq=False)
class Unary:
    op: str  # - ~ !
    operand: "Expr"
    type: IntType


@dataclass(frozen=True, eq=False)
class Binary:
    op: str
    left: "Expr"
    right: "Expr"
    type: IntType


@dataclass(frozen=True, eq=False)
class Cast:
    type: IntType
    operand: "Expr"


@dataclass(frozen=True, eq=False)
class Choose:
    """`condition ? then : other`."""

    condition: "Expr"
    then: "Expr"
    other: "Expr"
    type: Type


@dataclass(frozen=True, eq=False)
class Read:
    """`pointer[index]`."""

    pointer: "Expr"
    index: "Expr"
    type: IntType


@dataclass(frozen=True, eq=False)
class Offset:
    """`pointer + index`."""

    pointer: "Expr"
    index: "Expr"
    type: PointerType


@dataclass(frozen=True, eq=False)
class AddressOf:
    """`&name` of a scalar."""

    name: str
    type: PointerType


@dataclass(frozen=True, eq=False)
class Reinterpret:
    """`(T *)pointer`."""

    type: PointerType
    pointer: "Expr"


@dataclass(frozen=True, eq=False)
class SizeOf:
    of: IntType
    type: IntType = ULONG


@dataclass(frozen=True, eq=False)
class Null:
    type: PointerType


@dataclass(frozen=True, eq=False)
class IsNull:
    """`pointer == NULL`."""

    pointer: "Expr"
    type: IntType = INT


Expr = (
    Const | Var | Coordinate | SizeOf | Unary | Binary | Cast | Choose | Read | Offset | AddressOf | Reinterpret | Null
    | IsNull
)  # fmt: skip


def element(pointer: Expr) -> IntType:
    assert isinstance(pointer.type, PointerType)
    return pointer.type.to


def integer(expr: Expr) -> IntType:
    assert isinstance(expr.type, IntType)
    return expr.type


def read(pointer: Expr, index: Expr) -> Read:
    return Read(pointer, index, element(pointer))


def unary(op: str, operand: Expr) -> Unary:
    return Unary(op, operand, INT if op == "!" else promoted(integer(operand)))


def binary(op: str, left: Expr, right: Expr) -> Binary:
    """With the type that C gives the result (6.5.5 to 6.5.14)."""
    if op in COMPARISONS or op in ("&&", "||"):
        return Binary(op, left, right, INT)
    if op in ("<<", ">>"):
        return Binary(op, left, right, promoted(integer(left)))
    return Binary(op, left, right, common(integer(left), integer(right)))


COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(frozen=True, eq=False)
class Declare:
    name: str
    type: Type
    initial: Expr | None = None


@dataclass(frozen=True, eq=False)
class DeclareArray:
    """An array of `count` elements; `initial` are its first ones (the others are zero then), or nothing is set."""

    name: str
    type: IntType
    count: int
    initial: tuple[int, ...] | None = None
    shared: bool = False


@dataclass(frozen=True, eq=False)
class Assign:
    target: Var | Read
    value: Expr


@dataclass(frozen=True, eq=False)
class Update:
    """`target op= value`."""

    op: str
    target: Var | Read
    value: Expr


@dataclass(frozen=True, eq=False)
class If:
    condition: Expr
    then: "Body"
    other: "Body" = ()


@dataclass(frozen=True, eq=False)
class For:
    """`for (int name = 0; name < count; name++)`."""

    name: str
    count: Expr
    body: "Body"


@dataclass(frozen=True, eq=False)
class Scope:
    body: "Body"


@dataclass(frozen=True, eq=False)
class Assert:
    condition: Expr


@dataclass(frozen=True, eq=False)
class Assume:
    condition: Expr


@dataclass(frozen=True, eq=False)
class Break:
    """`break;` in a loop."""


@dataclass(frozen=True, eq=False)
class Return:
    """`return 0;` of main or `return;` of a kernel."""

    kernel: bool


@dataclass(frozen=True, eq=False)
class Allocate:
    """`name = (T *)malloc(bytes)`, or cudaMalloc, or cudaMallocManaged."""

    function: str
    name: str
    type: IntType
    bytes: Expr


@dataclass(frozen=True, eq=False)
class Call:
    """A function of the libraries: free, memcpy, cudaMemset and so on. `kind` is the last argument of cudaMemcpy."""

    function: str
    args: tuple[Expr, ...]
    kind: str = ""


@dataclass(frozen=True, eq=False)
class Launch:
    kernel: str
    grid: Expr
    block: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Barrier:
    pass


@dataclass(frozen=True, eq=False)
class Atomic:
    """`result = op(&pointer[index], value)`."""

    op: str
    pointer: Expr
    index: Expr
    value: Expr
    result: str | None = None


Statement = (
    Declare | DeclareArray | Assign | Update | Assume | Break | If | For | Scope | Assert | Return | Allocate | Call
    | Launch | Barrier | Atomic
)
Body = tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Kernel:
    name: str
    parameters: tuple[tuple[str, Type], ...]
    body: Body


@dataclass(frozen=True, eq=False)
class Input:
    """`int name = __VERIFIER_nondet_int();` in a range."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, eq=False)
class Global:
    """An array at file scope, of the host or of the device: zero, or `initial` (C11 6.7.9p10)."""

    name: str
    type: IntType
    count: int
    device: bool
    initial: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Program:
    inputs: tuple[Input, ...]
    globals: tuple[Global, ...]
    kernels: tuple[Kernel, ...]
    main: Body
