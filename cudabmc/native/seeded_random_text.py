"""rand_r: a random number from a seed in memory, which changes (`opmodels/libc/random_numbers.py`)."""

from cudabmc.goto.program import Call
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.known_bytes import must_be_known
from cudabmc.native.memory_text import within
from cudabmc.native.prelude import CONTENTS
from cudabmc.native.registers import pointer, put

_SIZE = 4


def write_seeded(w: FunctionWriter, i: Call, pc: int) -> None:
    """The seed must be in an object of the table, and known."""
    t = w.text
    seed = pointer(w, i.args[0], pc)
    at = within(w, seed, seed.readable, _SIZE, pc)
    must_be_known(w, seed, _SIZE, pc)
    to = within(w, seed, seed.writable, _SIZE, pc)
    before = t.emit(f"load i32, ptr {at}, align 1{CONTENTS}")
    both = t.emit(f"call i64 @m.rand_r(ptr %ctx, i32 {before})")
    after = t.emit(f"trunc i64 {t.emit(f'lshr i64 {both}, 32')} to i32")
    t.line(f"store i32 {after}, ptr {to}, align 1{CONTENTS}")
    if i.dst is not None:
        put(w, i.dst, t.emit(f"trunc i64 {both} to i32"))
