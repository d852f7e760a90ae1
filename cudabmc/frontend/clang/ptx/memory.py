"""Loads, stores, atomics (PTX ISA, 'Data Movement and Conversion Instructions', 'Parallel Synchronization and
Communication Instructions'). A 64-bit address of any state space but shared memory is a generic one.

Strong accesses (volatile, relaxed, acquire, release) are those of atomic loads and stores; what one releases or
acquires is said in front of it and behind it ('Release and Acquire Patterns').
"""

from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.text import Address, PtxOperand, Statement, UnknownForm, Vector
from cudabmc.frontend.clang.ptx.types import U32, PtxType, is_type, type_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Load, Operand, Reg, Store
from cudabmc.goto.types import F32, F64, I16, I32, I64, PTR, VOID, Type

_SPACES = {"global", "local", "shared", "const", "shared::cta", "shared::cluster"}
_CACHE = {"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc"}
_STRONG = {"volatile", "relaxed", "acquire", "release", "acq_rel"}
SCOPES = {"cta": "block", "cluster": "block", "gpu": "device", "sys": "system"}
"""By PTX's name. That of a cluster is taken for that of a block, and refused where this makes a difference
(clusters.py)."""
_FENCES = {"block": "__threadfence_block", "device": "__threadfence", "system": "__threadfence_system"}
_VECTORS = {"v2": 2, "v4": 4}


class AccessWords:
    """What the words of an opcode say about an access."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.scope, self.order, self.count = "system", "", 1
        self.shared = not {"shared", "shared::cta", "shared::cluster"}.isdisjoint(words)
        rest = []
        for word in words:
            if word in SCOPES:
                self.scope = SCOPES[word]
            elif word in _STRONG:
                self.order = word
            elif word in _VECTORS:
                self.count = _VECTORS[word]
            elif word not in _SPACES | _CACHE | {"weak"} and not word.startswith(("L1::", "L2::")):
                rest.append(word)
        self.rest = tuple(rest)


def fence_of(frame: PtxFrame, scope: str) -> None:
    """A fence for threads in this scope."""
    frame.call(f"void {_FENCES[scope]}(void)", VOID)


def _access(n: Statement) -> tuple[AccessWords, PtxType]:
    access = AccessWords(n.opcode[1:-1])
    if access.rest or len(n.operands) != 2 or not is_type(n.opcode[-1]):
        raise UnknownForm
    return access, type_of(n.opcode[-1])


def load(frame: PtxFrame, n: Statement) -> None:
    """ld, ldu."""
    access, type = _access(n)
    targets, address = _parts(n.operands[0], access), n.operands[1]
    if not isinstance(address, Address):
        raise UnknownForm

    atomic = access.order not in ("", "volatile")

    def read() -> None:
        for index, target in enumerate(targets):
            place = frame.pointer(address.base, address.offset + index * type.width // 8, shared=access.shared)
            register = frame.ctx.builder.reg(type.machine)
            wide = access.count * type.width // 8 if access.count > 1 and not index else 0
            frame.ctx.builder.emit(
                Load(register, place, type.machine, frame.ctx.loc, bool(access.order), align=wide, atomic=atomic)
            )
            frame.write(target, Reg(register), type)
        if access.order == "acquire":
            frame.call("void __cudabmc_acquire(void)", VOID)

    frame.when_guarded(read)


def store(frame: PtxFrame, n: Statement) -> None:
    """st."""
    access, type = _access(n)
    address, sources = n.operands[0], _parts(n.operands[1], access)
    if not isinstance(address, Address):
        raise UnknownForm

    atomic = access.order not in ("", "volatile")

    def write() -> None:
        if access.order == "release":
            frame.call(f"void __cudabmc_release_{access.scope}(void)", VOID)
        for index, source in enumerate(sources):
            place = frame.pointer(address.base, address.offset + index * type.width // 8, shared=access.shared)
            value = frame.read(source, type)
            wide = access.count * type.width // 8 if access.count > 1 and not index else 0
            frame.ctx.builder.emit(
                Store(place, value, type.machine, frame.ctx.loc, bool(access.order), align=wide, atomic=atomic)
            )

        if access.order == "release":
            frame.call("void __cudabmc_ordered(void)", VOID)

    frame.when_guarded(write)


def _parts(part: PtxOperand, access: AccessWords) -> tuple[PtxOperand, ...]:
    if access.count == 1:
        return (part,)
    if not isinstance(part, Vector) or len(part.parts) != access.count:
        raise UnknownForm
    return part.parts


# ---------------------------------------------------------------- atomics

_NAMES = {"add": "Add", "min": "Min", "max": "Max", "inc": "Inc", "dec": "Dec", "exch": "Exch", "cas": "CAS",
          "and": "And", "or": "Or", "xor": "Xor"}  # fmt: skip
_WORDS: dict[tuple[str, int], tuple[str, Type]] = {
    ("u", 32): ("unsigned int", I32), ("b", 32): ("unsigned int", I32), ("s", 32): ("int", I32),
    ("u", 64): ("unsigned long long", I64), ("b", 64): ("unsigned long long", I64), ("s", 64): ("long long", I64),
    ("f", 32): ("float", F32), ("f", 64): ("double", F64), ("b", 16): ("unsigned short", I16),
}  # fmt: skip
_SUFFIX = {"block": "_block", "device": "", "system": "_system"}
_ONLY_UNSIGNED = {"Add", "Inc", "Dec", "Exch", "CAS", "And", "Or", "Xor"}


def atomic(frame: PtxFrame, n: Statement) -> None:
    """atom, red: the atomic function of CUDA that does the same."""
    returns = n.opcode[0] == "atom"
    access, type = AccessWords(n.opcode[1:-1]), type_of(n.opcode[-1])
    operands = n.operands[1:] if returns else n.operands
    if len(access.rest) != 1 or access.rest[0] not in _NAMES or access.count != 1 or len(operands) < 2:
        raise UnknownForm
    scope = access.scope if set(n.opcode) & set(SCOPES) else "device"
    address, name = operands[0], _NAMES[access.rest[0]]
    if not isinstance(address, Address) or len(operands) != (3 if name == "CAS" else 2):
        raise UnknownForm
    if type.signed and name in _ONLY_UNSIGNED:
        type = PtxType("u", type.width)
    signature, machine = _signature(name, scope, type)

    def change() -> None:
        if access.order in ("release", "acq_rel"):
            frame.call(f"void __cudabmc_release_{scope}(void)", VOID)
        place = frame.pointer(address.base, address.offset, shared=access.shared)
        values = [(frame.read(part, type), machine) for part in operands[1:]]
        old = frame.call(signature, machine, (place, PTR), *values)
        if access.order in ("acquire", "release", "acq_rel"):
            frame.call(f"void __cudabmc_{'ordered' if access.order == 'release' else 'acquire'}(void)", VOID)
        if returns:
            frame.write(n.operands[0], old, type)

    frame.when_guarded(change)


def _signature(name: str, scope: str, type: PtxType) -> tuple[str, Type]:
    word = _WORDS.get((type.kind, type.width))
    if word is None or (type.floating and name != "Add") or (type.width == 16 and (name != "CAS" or scope != "device")):
        raise UnknownForm
    if name in ("Inc", "Dec") and type.width != 32:
        raise UnknownForm
    ctype, machine = word
    values = ", ".join(f"{ctype} {value}" for value in (("compare", "val") if name == "CAS" else ("val",)))
    return f"{ctype} atomic{name}{_SUFFIX[scope]}({ctype} *address, {values})", machine


# ---------------------------------------------------------------- asynchronous copies

_COPY = (
    "void __pipeline_memcpy_async(void *dst_shared, const void *src_global, size_t size_and_align, size_t zfill = 0)"
)


def copy_async(frame: PtxFrame, n: Statement) -> None:
    """cp.async.ca, .cg with 4, 8 or 16 bytes, of which the source may have fewer; commit and waits."""
    words = [w for w in n.opcode[2:] if not w.startswith(("L1::", "L2::"))]
    if n.opcode[1] != "async":
        raise UnknownForm
    if words == ["commit_group"] and not n.operands:
        frame.when_guarded(lambda: _plain(frame, "void __pipeline_commit(void)"))
    elif words == ["wait_all"] and not n.operands:
        frame.when_guarded(lambda: _plain(frame, "void __cudabmc_wait_for_all_copies(void)"))
    elif words == ["wait_group"] and len(n.operands) == 1:
        prior = frame.resize(frame.read(n.operands[0], U32), I32, I64)
        frame.when_guarded(lambda: _plain(frame, "void __pipeline_wait_prior(size_t prior)", (prior, I64)))
    elif words in (["ca", "shared", "global"], ["cg", "shared", "global"]) and len(n.operands) in (3, 4):
        _start(frame, n)
    else:
        raise UnknownForm


def _plain(frame: PtxFrame, signature: str, *args: tuple[Operand, Type]) -> None:
    frame.call(signature, VOID, *args)


def _start(frame: PtxFrame, n: Statement) -> None:
    target, source = n.operands[:2]
    if not isinstance(target, Address) or not isinstance(source, Address):
        raise UnknownForm
    size = frame.resize(frame.read(n.operands[2], U32), I32, I64)
    given = frame.resize(frame.read(n.operands[3], U32), I32, I64) if len(n.operands) == 4 else size
    fill = frame.op(Op.SUB, I64, size, given)

    def start() -> None:
        to = frame.pointer(target.base, target.offset, shared=True)
        frame.call(_COPY, VOID, (to, PTR), (frame.pointer(source.base, source.offset), PTR), (size, I64), (fill, I64))

    frame.when_guarded(start)
