"""A launch as LLVM text: all blocks, one after the other, and in a block all threads, from barrier to barrier."""

from cudabmc.goto.types import BOOL, PtrType
from cudabmc.native.handover import slots
from cudabmc.native.kernels import renumbering, stamps, warp_stamps
from cudabmc.native.kernels.interval_text import AXES, OF_WARPS, VARIABLES, BarrierInterval, write_interval
from cudabmc.native.kernels.kernel_writer import KernelWriter
from cudabmc.native.kernels.lane_record import LANES
from cudabmc.native.kernels.thread_text import END, frame_words, usable_parameters
from cudabmc.native.layout import AfterCall, Reason
from cudabmc.native.operators import llvm_type
from cudabmc.native.prelude import RARE, TABLES, field
from cudabmc.native.resolved_pointer import resolve
from cudabmc.native.text_lines import KERNEL_PARTS, TextLines, loops
from cudabmc.native.word_text import pointer_from, scalar_from, word

ENTRY = "launch"
"""The function that Python calls. It answers 0 if all threads have ended, or 1 if one has stopped."""

LOOK_AROUND = -1
"""What Python is called with when a launch has run for a while."""

LOOK = (
    """
; Python looks around: false if the launch is to end
define internal i1 @look_around(ptr %ctx, i64 %count) noinline {
"""
    + f"""
  %count.at = {field("instructions")}
  store i64 %count, ptr %count.at
  %look.at = {field("call_model")}
  %look = load ptr, ptr %look.at
  %answer = call i32 %look(i64 {LOOK_AROUND})
  %on = icmp eq i32 %answer, {AfterCall.OVER}
  ret i1 %on
}}
"""
)


def write_grid(w: KernelWriter) -> str:
    """The definition of ENTRY. The function of a thread must be written already."""
    t = TextLines(KERNEL_PARTS)
    t.line("%count = alloca i64")
    t.line("store i64 0, ptr %count")
    t.line("%limit = alloca i64")
    t.line(f"store i64 {t.context('look_at', 'i64')}, ptr %limit")
    variables = {**dict.fromkeys((*AXES, "beside", "at", "base", "first"), "i64"), **VARIABLES}
    for name, kind in (variables | OF_WARPS if w.meetings.of else variables).items():
        t.line(f"%{name}.now = alloca {kind}")
    t.line("store i64 0, ptr %beside.now")
    sizes = t.context("grid", "ptr")
    names = [f"%grid.{a}" for a in AXES] + [f"%block.{a}" for a in AXES] + ["%first.block", "%behind"]
    for index, name in enumerate(names):
        t.line(f"{name} = load i64, ptr {word(t, sizes, index)}{TABLES}")
    t.line(f"%threads = mul i64 %block.x, {t.emit('mul i64 %block.y, %block.z')}")
    ordered, small = w.meetings.order_accesses, t.label()
    step = warp_stamps.INTERVAL if ordered else stamps.STEP
    most = warp_stamps.WARPS * LANES if ordered else renumbering.most_threads()
    t.line(f"br i1 {t.emit(f'icmp ule i64 %threads, {most}')}, label %{small}, label %diverged")
    t.begin(small)
    t.line(f"%steps = add i64 0, {warp_stamps.LAST}" if ordered else f"%steps = mul i64 %threads, {step}")
    _take_arguments(w, t)
    t.line(f"%frames = {_context_load(t, 'frames', 'ptr')}")
    t.line(f"%shared = {_context_load(t, 'shared_bytes', 'i64')}")
    t.line(f"%first.row = {_context_load(t, 'first_row', 'i64')}")
    t.line(f"store i64 {step}, ptr %first.now")
    if w.meetings.of:
        records = f"ptr %frames, i64 {frame_words(w)}, i64 %threads"
        t.line(f"call void @begin_records({records}, i64 %block.x, i64 %block.y)")
    t.line("%blocks = sub i64 %behind, %first.block")
    loops(t, [("beside", "%blocks")], lambda: _next_block(w, t))
    t.line("%done.count = load i64, ptr %count")
    t.set_context("instructions", "i64", "%done.count")
    t.line("ret i32 0")
    t.begin("diverged")
    t.set_context("reason", "i64", str(Reason.CONFLICT))
    t.line("br label %stopped")
    t.begin("interrupted")
    t.set_context("reason", "i64", str(Reason.FUEL))
    t.line("br label %stopped")
    t.begin("stopped")
    before = t.emit("load i64, ptr %beside.now")
    t.set_context("block", "i64", t.emit(f"add i64 %first.block, {before}"))
    t.set_context("blocks_begun", "i64", t.emit(f"add i64 {before}, 1"))
    t.set_context("instructions", "i64", t.emit("load i64, ptr %count"))
    t.line("ret i32 1")
    return "\n".join((LOOK, f"define i32 @{ENTRY}(ptr %ctx) {{\nstart:", *t.lines, "}"))


def _context_load(t: TextLines, name: str, kind: str) -> str:
    return f"load {kind}, ptr {t.emit(field(name))}{TABLES}"


def _take_arguments(w: KernelWriter, t: TextLines) -> None:
    """Names for the parameters and globals that threads are handed."""
    values, index = t.context("values", "ptr"), 0
    for register in usable_parameters(w):
        type = w.types[register]
        if isinstance(type, PtrType):
            found = pointer_from(t, values, index)
            _name(t, f"%a{register}", found)
        else:
            held = scalar_from(t, word(t, values, index), type)
            t.line(f"%a{register} = {_copy(llvm_type(type), held)}")
        index += slots(type)
        if register in w.scope.unset:
            t.line(f"%a{register}.set = {_copy('i1', scalar_from(t, word(t, values, index), BOOL))}")
            index += 1
    symbols = t.context("symbols", "ptr")
    for number in range(len(w.scope.symbols)):
        held = t.emit(f"load i64, ptr {word(t, symbols, number)}{TABLES}")
        _name(t, f"%s{number}", resolve(t, held, "0"))


def _name(t: TextLines, variable: str, found: tuple[str, ...]) -> None:
    for (part, kind), held in zip(KERNEL_PARTS, found, strict=True):
        t.line(f"{variable}{part} = {_copy(kind, held)}")


def _copy(kind: str, held: str) -> str:
    """An instruction whose result is the value."""
    return f"select i1 true, {kind} {held}, {kind} {held}"


def _next_block(w: KernelWriter, t: TextLines) -> None:
    """The one that is as far behind %first.block as %beside.now says; x changes first."""
    number = t.emit(f"add i64 %first.block, {t.emit('load i64, ptr %beside.now')}")
    in_row = t.emit(f"udiv i64 {number}, %grid.x")
    for axis, held in (
        ("x", f"urem i64 {number}, %grid.x"),
        ("y", f"urem i64 {in_row}, %grid.y"),
        ("z", f"udiv i64 {in_row}, %grid.y"),
    ):
        t.line(f"store i64 {t.emit(held)}, ptr %{axis}.now")
    _block(w, t)


def _block(w: KernelWriter, t: TextLines) -> None:
    interval, once_more, over, on = (t.label() for _ in range(4))
    if w.has_shared:
        t.line("call void @begin_block(ptr %ctx)")
    t.line(f"store i64 {t.emit('load i64, ptr %first.now')}, ptr %base.now")
    t.line(f"store i64 {END}, ptr %at.now")
    t.line(f"br label %{interval}")
    t.begin(interval)
    base, at, first = (t.emit(f"load i64, ptr %{name}.now") for name in ("base", "at", "first"))
    last = t.emit(f"add i64 {base}, %steps")
    if not w.meetings.order_accesses:
        _renumber(t, first, last, interval)
    write_interval(w, t, BarrierInterval(at, base, first, last))
    behind = t.emit(f"add i64 {last}, {stamps.STEP}")
    if w.meetings.order_accesses:
        numbered = t.label()
        t.line(f"br i1 {t.emit(f'icmp slt i64 {behind}, 0')}, label %diverged, label %{numbered}")
        t.begin(numbered)
    t.line(f"store i64 {behind}, ptr %base.now")
    way = t.emit("load i64, ptr %way.now")
    t.line(f"br i1 {t.emit(f'icmp eq i64 {way}, {END}')}, label %{over}, label %{once_more}")
    t.begin(once_more)
    t.line(f"store i64 {way}, ptr %at.now")
    t.line(f"br label %{interval}")
    t.begin(over)
    t.line(f"store i64 {behind}, ptr %first.now")
    look = t.label()
    count, limit = t.emit("load i64, ptr %count"), t.emit("load i64, ptr %limit")
    t.line(f"br i1 {t.emit(f'icmp ugt i64 {count}, {limit}')}, label %{look}, label %{on}{RARE}")
    t.begin(look)
    goes_on, further = t.emit(f"call i1 @look_around(ptr %ctx, i64 {count})"), t.label()
    t.line(f"br i1 {goes_on}, label %{further}, label %interrupted")
    t.begin(further)
    t.line(f"store i64 {t.context('look_at', 'i64')}, ptr %limit")
    t.line(f"br label %{on}")
    t.begin(on)


def _renumber(t: TextLines, first: str, last: str, interval: str) -> None:
    """An interval whose numbers would be too large begins once more with small ones."""
    renumber, fits = t.label(), t.label()
    t.line(f"br i1 {t.emit(f'icmp ugt i64 {last}, {renumbering.LARGEST}')}, label %{renumber}, label %{fits}{RARE}")
    t.begin(renumber)
    t.line(f"call void @renumber(ptr %ctx, i64 {first})")
    t.line(f"store i64 {renumbering.EARLIER_INTERVAL}, ptr %first.now")
    t.line(f"store i64 {renumbering.NEXT}, ptr %base.now")
    t.line(f"br label %{interval}")
    t.begin(fits)
