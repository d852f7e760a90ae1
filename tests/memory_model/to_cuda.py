"""Programs as CUDA code. What the registers hold goes to `r`, at the end of each thread.

Accesses with an order are written as what `cuda::atomic_ref` becomes (`frontend/clang/lower/atomics.py`), so that the
C front end takes them, which is faster.
"""

from tests.memory_model.litmus import Atomic, Barrier, Fence, Load, Place, Program, Statement, Store, Thread

SUFFIX = {"block": "_block", "device": "", "system": "_system"}
_TYPES = {4: "unsigned int", 8: "unsigned long long"}


def to_cuda(program: Program) -> str:
    registers = program.registers()
    variables = "".join(f"__device__ __align__(8) unsigned char {name}[8];\n" for name in _variables(program))
    results = f"__device__ long long r[{max(1, len(registers))}];\n"
    blocks = sorted({thread.block for thread in program.threads})
    width = max(sum(t.block == block for t in program.threads) for block in blocks)
    bodies, seen = [], dict.fromkeys(blocks, 0)
    for thread in program.threads:
        condition = f"blockIdx.x == {blocks.index(thread.block)} && threadIdx.x == {seen[thread.block]}"
        seen[thread.block] += 1
        bodies.append(f"    if ({condition}) {{\n{_body(thread, registers)}    }}\n")
    return (
        f"{variables}{results}__global__ void k() {{\n{''.join(bodies)}}}\n"
        f"int main() {{ k<<<{len(blocks)}, {width}>>>(); cudaDeviceSynchronize(); return 0; }}\n"
    )


def _variables(program: Program) -> list[str]:
    return sorted({s.place.variable for t in program.threads for s in t.body if isinstance(s, Load | Store | Atomic)})


def _body(thread: Thread, registers: tuple[str, ...]) -> str:
    mine = [s.register for s in thread.body if isinstance(s, Load | Atomic) and s.register is not None]
    lines = [f"long long {name} = 0;" for name in mine]
    for statement in thread.body:
        when = statement.when
        guard = "" if when is None else f"if ({when.register} == {when.value}) "
        lines.append(f"{guard}{{ {_ordered(statement)} }}")
    lines += [f"r[{registers.index(name)}] = {name};" for name in mine]
    return "".join(f"        {line}\n" for line in lines)


def _ordered(s: Statement) -> str:
    order = getattr(s, "order", "relaxed")
    before = f"__cudabmc_release_{getattr(s, 'scope', '')}(); " if order in ("release", "acq_rel") else ""
    after = {"acquire": " __cudabmc_acquire();", "acq_rel": " __cudabmc_acquire();", "release": " __cudabmc_ordered();"}
    return before + _text(s) + after.get(order, "")


def _pointer(place: Place, qualifier: str = "") -> str:
    offset = f" + {place.offset}" if place.offset else ""
    return f"({qualifier}{_TYPES[place.size]} *)({place.variable}{offset})"


def _text(s: Statement) -> str:
    match s:
        case Fence():
            return f"__threadfence{SUFFIX[s.scope]}();"
        case Barrier():
            return "__barrier_sync(0);"  # those of different threads may stand at different places of the text
        case Load() if s.order == "weak":
            return f"{s.register} = *{_pointer(s.place, 'volatile ' if s.volatile else '')};"
        case Load():
            return f"{s.register} = __cudabmc_load_{s.scope}({_pointer(s.place)});"
        case Store() if s.order == "weak":
            return f"*{_pointer(s.place, 'volatile ' if s.volatile else '')} = {s.value};"
        case Store():
            return f"__cudabmc_store_{s.scope}({_pointer(s.place)}, {s.value});"
        case Atomic():
            result = "" if s.register is None else f"{s.register} = "
            return f"{result}{_atomic(s)};"


def _atomic(s: Atomic) -> str:
    name = {"add": "atomicAdd", "exch": "atomicExch", "inc": "atomicInc", "cas": "atomicCAS"}[s.update]
    compare = f"{s.compare}, " if s.update == "cas" else ""
    return f"{name}{SUFFIX[s.scope]}({_pointer(s.place)}, {compare}{s.value})"
