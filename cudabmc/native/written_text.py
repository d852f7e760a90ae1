"""fwrite of few bytes: they go to a log, and Python writes many of them to the file at once (`written_log.py`)."""

from cudabmc.goto.program import Call
from cudabmc.goto.types import I64
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.model_call_text import write_model_call
from cudabmc.native.prelude import TABLES, field, load_field
from cudabmc.native.registers import pointer, put, value

MOST = 4096
"""More elements, or larger ones, are written at once."""


def write_fwrite(w: FunctionWriter, i: Call, site: int, pc: int) -> None:
    """Python calls the model, unless the log is that of the stream and has room for bytes that are all there."""
    t = w.text
    source, stream = pointer(w, i.args[0], pc), pointer(w, i.args[3], pc)
    size, count = value(w, i.args[1], I64, pc), value(w, i.args[2], I64, pc)
    place = f"ptr {source.data}, ptr {source.known}, i64 {source.readable}, i64 {source.offset}"
    asked = f"i64 {size}, i64 {count}, i64 {stream.number}, i64 {stream.offset}"
    done = t.emit(f"call i1 @log_written(ptr %ctx, {place}, {asked})")
    logged, called, over = t.label(), t.label(), t.label()
    t.line(f"br i1 {done}, label %{logged}, label %{called}")
    t.begin(called)
    write_model_call(w, i, site, pc)
    t.line(f"br label %{over}")
    t.begin(logged)
    if i.dst is not None:
        put(w, i.dst, count)
    t.line(f"br label %{over}")
    t.begin(over)


TEXT = f"""
; add the bytes to the log if it is that of the stream; false, with nothing changed, if Python has to do it
define internal i1 @log_written(ptr %ctx, ptr %data, ptr %known, i64 %readable, i64 %offset, i64 %size, i64 %count,
    i64 %number, i64 %start) {{
{load_field("stream", "i64", "log_stream")}
  %same = icmp eq i64 %stream, %number
  %first = icmp eq i64 %start, 0
  %its = and i1 %same, %first
  br i1 %its, label %sizes, label %no
sizes:
  %size.1 = sub i64 %size, 1
  %count.1 = sub i64 %count, 1
  %size.few = icmp ult i64 %size.1, {MOST}
  %count.few = icmp ult i64 %count.1, {MOST}
  %few = and i1 %size.few, %count.few
  br i1 %few, label %room, label %no
room:
  %total = mul i64 %size, %count
{load_field("used", "i64", "log_used")}
{load_field("most", "i64", "log_size")}
  %after = add i64 %used, %total
  %fits = icmp ule i64 %after, %most
  br i1 %fits, label %bytes, label %no
bytes:
  %last = sub i64 %readable, %total
  %inside = icmp sge i64 %last, %offset
  %behind = icmp sge i64 %offset, 0
  %there = and i1 %inside, %behind
  br i1 %there, label %look, label %no
look:
  %all = call i1 @is_known(ptr %known, i64 %offset, i64 %total)
  br i1 %all, label %copy, label %no
copy:
{load_field("log", "ptr", "log")}
  %to = getelementptr i8, ptr %log, i64 %used
  %from = getelementptr i8, ptr %data, i64 %offset
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %total, i1 false)
  %used.to = {field("log_used")}
  store i64 %after, ptr %used.to{TABLES}
  ret i1 true
no:
  ret i1 false
}}
"""
