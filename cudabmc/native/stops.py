"""Where machine code stops: it leaves the rest to the interpreter, always before an instruction."""

from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.layout import Reason
from cudabmc.native.prelude import RARE, field


def stop_label(w: CodeWriter, pc: int, reason: int) -> str:
    """Where to jump to stop before an instruction."""
    w.spills.setdefault(pc)
    w.stops.setdefault((pc, reason))
    return f"R{pc}.{reason}"


def spill_label(w: CodeWriter, pc: int) -> str:
    """Where to jump to leave the function at an instruction, if the reason is known already."""
    w.spills.setdefault(pc)
    return f"S{pc}"


def stop(w: CodeWriter, pc: int, reason: int = Reason.UNKNOWN) -> None:
    """Stop before an instruction."""
    w.text.line(f"br label %{stop_label(w, pc, reason)}")


def stop_if(w: CodeWriter, cond: str, pc: int, reason: int = Reason.UNKNOWN) -> None:
    """Stop before an instruction if a condition holds."""
    on = w.text.label()
    w.text.line(f"br i1 {cond}, label %{stop_label(w, pc, reason)}, label %{on}{RARE}")
    w.text.begin(on)


def stop_unless(w: CodeWriter, cond: str, pc: int, reason: int = Reason.UNKNOWN) -> None:
    """Stop before an instruction if a condition does not hold."""
    stop_if(w, w.text.emit(f"xor i1 {cond}, true"), pc, reason)


def missing_if(w: CodeWriter, cond: str, pc: int, number: str) -> None:
    """Stop before an instruction if a condition holds, because of an object that is not in the table."""
    t = w.text
    on, stub = t.label(), t.label()
    t.line(f"br i1 {cond}, label %{stub}, label %{on}{RARE}")
    t.stubs += [
        f"{stub}:", f"  %{stub}.m = {field('missing')}", f"  store i64 {number}, ptr %{stub}.m",
        f"  br label %{stop_label(w, pc, Reason.MISSING)}",
    ]  # fmt: skip
    t.begin(on)
