"""The GOTO program: what both front ends produce and the machine executes.

A function body is a flat tuple of instructions; a jump names the index of its target. Registers
are numbered from 0 in each function; the parameters come first. Every local whose address is not
taken is a register. Nothing here knows C or C++: source types and names are `Variable`s, kept
for reports alone.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import Enum

from cudabmc.goto.layout import Layout
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import NOWHERE, Location


class Space(Enum):
    """Where a memory object lives (decision 4 of the design)."""

    HOST_HEAP = "host heap"
    HOST_STACK = "host stack"
    HOST_GLOBAL = "host global"
    DEVICE_GLOBAL = "device global"
    SHARED = "shared"
    LOCAL = "local"  # stack of one device thread
    CONSTANT = "constant"
    MANAGED = "managed"
    PINNED = "pinned host"
    CODE = "code"


# ---------------------------------------------------------------- operands


@dataclass(frozen=True, slots=True)
class Reg:
    """The value of a register of the running frame."""

    index: int


@dataclass(frozen=True, slots=True)
class Const:
    """A constant: bool for BOOL, int in [0, 2**width) for integers, float for floats,
    int address for pointers (0 is the null pointer)."""

    value: bool | int | float
    type: Type


@dataclass(frozen=True, slots=True)
class Symbol:
    """The address of a global variable or a function, plus `offset` bytes."""

    name: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Undef:
    """An arbitrary value of a type (an uninitialised local): a fresh one at each evaluation."""

    type: Type
    name: str = ""


Operand = Reg | Const | Symbol | Undef


TEMPORARY = "<temporary>"
"""The name of an object that a front end makes for a value without a name."""


# ------------------------------------------------------------ instructions


@dataclass(frozen=True, slots=True)
class Assign:
    """dst = op(args). `of` is the type of the operands (of args[1] for SELECT)."""

    dst: int
    op: Op
    args: tuple[Operand, ...]
    type: Type
    of: Type
    loc: Location = NOWHERE
    checks: Checks = Checks.NONE


@dataclass(frozen=True, slots=True)
class Load:
    """dst = the value of `type` at `addr` (bytes little endian).

    In device code `addr` must be a multiple of `align` bytes: of the size of `type` if that is 0 (see
    `alignment`). Less is asked of a packed member, and more of the first element of a vector. `atomic` is a
    volatile one that an atomic load of the source is.
    """

    dst: int
    addr: Operand
    type: Type
    loc: Location = NOWHERE
    volatile: bool = False
    align: int = 0
    atomic: bool = False


@dataclass(frozen=True, slots=True)
class Store:
    """Write `value` of `type` at `addr`; `align` as for `Load`.

    `init` marks the initialisation of a variable at its declaration, which lies where compilers see fit; `atomic` is
    as for `Load`.
    """

    addr: Operand
    value: Operand
    type: Type
    loc: Location = NOWHERE
    volatile: bool = False
    init: bool = False
    align: int = 0
    atomic: bool = False


@dataclass(frozen=True, slots=True)
class CopyBytes:
    """Copy `size` bytes from `src` to `dst`: assignment of structs and unions.

    Source and destination are the same or do not overlap. In device code `dst` must be a multiple of `dst_align` bytes
    and `src` of `src_align`.
    """

    dst: Operand
    src: Operand
    size: int
    loc: Location = NOWHERE
    dst_align: int = 1
    src_align: int = 1


@dataclass(frozen=True, slots=True)
class Alloca:
    """dst = pointer to a fresh object of `size` bytes that lives until `Dead` or the end of the
    frame: an addressed local. `size` is an I64 operand (a register for a variable-length array)."""

    dst: int
    size: Operand
    align: int
    var: Variable
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Dead:
    """The objects made by `Alloca` into these registers leave their scope."""

    regs: tuple[int, ...]
    loc: Location = NOWHERE


THREAD_VARIABLES = frozenset(f"{v}.{c}" for v in ("threadIdx", "blockIdx", "blockDim", "gridDim") for c in "xyz")
"""What is read by calls without arguments."""


@dataclass(frozen=True, slots=True)
class Call:
    """dst = callee(args). `callee` is the link name of a function of the program, of a model
    (see `signature`), one of THREAD_VARIABLES, or an operand that holds a function pointer.

    For a model, `signature` is the C declaration chosen among its overloads, as the registry
    spells it; empty otherwise. `types` are the types of args (variadic ones after promotion),
    `ctypes` how the source spells them (for printing the arguments of printf).
    """

    dst: int | None
    callee: str | Operand
    args: tuple[Operand, ...]
    types: tuple[Type, ...]
    ret: Type
    loc: Location = NOWHERE
    signature: str = ""
    ctypes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Launch:
    """kernel<<<grid, block, shmem, stream>>>(args). Grid and block are three I32 operands each,
    `shmem` an I64, `stream` a PTR.

    With `packed` the only argument points to an array of pointers to the kernel's arguments, as
    cudaLaunchKernel gets it: `Function.arguments` says what lies where. Threads of a `cooperative` launch
    may wait for all others of the grid.
    """

    kernel: str | Operand
    grid: tuple[Operand, Operand, Operand]
    block: tuple[Operand, Operand, Operand]
    shmem: Operand
    stream: Operand
    args: tuple[Operand, ...]
    types: tuple[Type, ...]
    loc: Location = NOWHERE
    packed: bool = False
    cooperative: bool = False


@dataclass(frozen=True, slots=True)
class Goto:
    """Jump. `target` <= the own index makes a loop."""

    target: int
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Branch:
    """Jump to `then` if `cond` (BOOL) holds, to `orelse` otherwise."""

    cond: Operand
    then: int
    orelse: int
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the function."""

    value: Operand | None = None
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Check:
    """`cond` (BOOL) must hold here: a property that a front end sees, such as a negative size of
    a variable-length array. `text` completes "it can happen that ..."."""

    prop: str
    cond: Operand
    text: str
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Control never comes here (end of a non-void function whose value is used, say)."""

    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Unsupported:
    """What stands here is not supported: a run that reaches it ends with an UnsupportedError that names it."""

    construct: str
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Declare:
    """The register `reg` begins to hold the source variable `var` (debug information)."""

    reg: int
    var: Variable
    loc: Location = NOWHERE


Instruction = (
    Assign
    | Load
    | Store
    | CopyBytes
    | Alloca
    | Dead
    | Call
    | Launch
    | Goto
    | Branch
    | Return
    | Check
    | Unreachable
    | Unsupported
    | Declare
)


# ------------------------------------------------------------ functions, globals, program


@dataclass(slots=True)
class Function:
    """A function with a body. `name` is the unique link name, `display` what reports print."""

    name: str
    display: str
    params: tuple[Variable, ...]
    param_types: tuple[Type, ...]
    ret: Type
    body: tuple[Instruction, ...]
    reg_types: tuple[Type, ...]
    loc: Location = NOWHERE
    is_kernel: bool = False
    on_host: bool = True
    on_device: bool = False
    variadic: bool = False
    launch_bounds: int | None = None  # most threads in a block
    cluster: tuple[int, ...] = ()  # of a kernel with __cluster_dims__: blocks of a cluster, in three dimensions
    # Of a kernel: which argument of the source each parameter is from, and at which byte of it.
    arguments: tuple[tuple[int, int], ...] | None = None
    library: bool = False  # of a library: reports name the code that called it


@dataclass(frozen=True, slots=True)
class Initial:
    """The initial value of `type` at byte `offset` of a global; a Symbol for an address."""

    offset: int
    type: Type
    value: Const | Symbol


@dataclass(slots=True)
class Global:
    """A variable with static storage. A SHARED one exists once for each block; bytes without
    an `Initial` are zero, except in SHARED memory, where they are arbitrary."""

    name: str
    var: Variable
    size: int
    align: int
    space: Space
    init: tuple[Initial, ...] = ()
    read_only: bool = False
    dynamic_shared: bool = False  # extern __shared__ T x[]: the size comes from the launch
    loc: Location = NOWHERE
    element: Variable | None = None  # how to print an element, for arrays
    element_size: int = 0
    pointers: "tuple[tuple[int, Parameter], ...]" = ()  # in a variable of the device, each with its byte


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a kernel as the source declares it, `size` bytes large. For a pointer, `element` is how to
    print what it points to, `element_size` its bytes (0: not known) and `element_type` its type if it is a scalar.
    Of an enumeration, `enumerators` are the values. Of a struct, `members` are the scalars in it, each with its byte
    and a name such as `p.rows[2]`."""

    var: Variable
    size: int
    element: Variable | None = None
    element_size: int = 0
    element_type: Type | None = None
    enumerators: tuple[int, ...] = ()
    members: "tuple[tuple[int, Parameter], ...]" = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """What a front end knows of a program before it has made all functions: its `kernels`, the functions of the host
    that may name or launch one (`launching`), and the `models` that may be called."""

    kernels: tuple[str, ...]
    launching: tuple[str, ...]
    models: frozenset[str]


@dataclass(frozen=True, slots=True)
class RunTimeModule:
    """What has become of a text that a program compiles while it runs. If the compiler takes it, `symbols` are the
    kernels and variables of the device that it defines, by the names that the driver knows, with those that they have
    in the program, and `lowered` the former by the expressions that ask for them. `log` is what the compiler says."""

    accepted: bool
    log: str = ""
    symbols: Mapping[str, str] = field(default_factory=dict)
    lowered: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Program:
    """A whole CUDA program. `externals` are functions that are called, but have neither body nor
    model, with the place of their declaration or first use: calls return arbitrary values. `launchers`
    are the host functions that launch a kernel, which host code calls through the kernel's address.
    `may_order_threads` says whether kernels may call fences or warp barriers, `may_assume` whether they may call
    assumptions, if the front end knows without looking into all functions. `kernel` is the kernel that a run starts
    at if there is no host code, `parameters` are those of kernels that a run can start at. `layouts` are those of the
    records that are defined, by the names that variables have for them. With an `outline`, few functions need be made
    to find the launches. `run_time` are the modules that it compiles while it runs, as far as that is known, by the
    keys of their sources (`RunTimeSource.key`)."""

    functions: dict[str, Function] = field(default_factory=dict)
    globals: dict[str, Global] = field(default_factory=dict)
    externals: dict[str, Location] = field(default_factory=dict)
    main: str = "main"
    files: tuple[str, ...] = ()
    launchers: dict[str, str] = field(default_factory=dict)
    may_order_threads: bool | None = None
    may_assume: bool | None = None
    unmodelled: tuple[str, ...] = ()  # functions of libraries that a run could call and that have no model
    kernel: str = ""
    parameters: dict[str, tuple[Parameter, ...]] = field(default_factory=dict)
    layouts: dict[str, Layout] = field(default_factory=dict)
    outline: Outline | None = field(default=None, compare=False)
    run_time: dict[str, RunTimeModule] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()  # what the answer rests on by what the source says, not by what a run does
    has_thread_locals: bool | None = None  # are there variables of which each thread of the host has its own?


def launching(program: Program) -> list[Function]:
    """The functions that may launch kernels, or name them."""
    if program.outline is None:
        return list(program.functions.values())
    return [program.functions[name] for name in program.outline.launching]
