"""memcpy, memmove and memset of known sizes: the whole block must be within objects of the table, as for a load."""

from cudabmc.goto.program import Call
from cudabmc.goto.types import I32, I64
from cudabmc.native.blocks import FILL
from cudabmc.native.copied_marks import write_copied
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.known_bytes import become_known
from cudabmc.native.memory_text import within
from cudabmc.native.prelude import CONTENTS
from cudabmc.native.registers import pointer, put_pointer, value
from cudabmc.native.resolved_pointer import ResolvedPointer
from cudabmc.native.stops import stop_if, stop_unless

MOST = 1 << 40
"""More bytes are none of an object: from here on differences of sizes could overflow."""


def write_block(w: FunctionWriter, i: Call, pc: int) -> None:
    """Copy or fill a block. Blocks of the same object that memcpy copies may overlap, which the model looks at."""
    t = w.text
    target, size = pointer(w, i.args[0], pc), value(w, i.args[2], I64, pc)
    stop_unless(w, t.emit(f"icmp ult i64 {t.emit(f'sub i64 {size}, 1')}, {MOST}"), pc)
    if i.signature == FILL:
        byte = t.emit(f"trunc i32 {value(w, i.args[1], I32, pc)} to i8")
        to = within(w, target, target.writable, size, pc)
        t.line(f"call void @llvm.memset.p0.i64(ptr {to}, i8 {byte}, i64 {size}, i1 false){CONTENTS}")
        become_known(t, target, size)
    else:
        _copy(w, i, target, size, pc)
    if i.dst is not None:
        put_pointer(w, i.dst, target)


def _copy(w: FunctionWriter, i: Call, target: ResolvedPointer, size: str, pc: int) -> None:
    t = w.text
    source = pointer(w, i.args[1], pc)
    if "memcpy" in i.signature:
        stop_if(w, t.emit(f"icmp eq i64 {target.number}, {source.number}"), pc)
    start = within(w, source, source.readable, size, pc)
    to = within(w, target, target.writable, size, pc)
    write_copied(w, target, to, source, start, size, pc)
