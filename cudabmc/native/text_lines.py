"""The lines of a function of LLVM text, with fresh names for values and labels."""

from collections.abc import Callable

from cudabmc.native.prelude import TABLES, field

HOST_PARTS = (("n", "i64"), ("o", "i64"), ("d", "ptr"), ("k", "ptr"), ("r", "i64"), ("w", "i64"))
"""The parts of a pointer on the host, with their types: number, offset, data, known, readable, writable."""

KERNEL_PARTS = (*HOST_PARTS, ("s", "ptr"), ("g", "i64"))
"""And in kernels: stamps and grain."""

Parts = tuple[tuple[str, str], ...]


def place_type(parts: Parts) -> str:
    """What looking up an object answers: all parts but the number and the offset."""
    return "{ " + ", ".join(kind for _, kind in parts[2:]) + " }"


class TextLines:
    """What is written so far. Stubs are blocks that few executions reach: they stand behind all others. `parts` are
    those of pointers."""

    def __init__(self, parts: Parts = HOST_PARTS) -> None:
        self.parts = parts
        self.lines: list[str] = []
        self.stubs: list[str] = []
        self._count = 0

    def line(self, text: str) -> None:
        """Add an instruction without a result."""
        self.lines.append("  " + text)

    def emit(self, right: str) -> str:
        """Add an instruction; the name of its result."""
        self._count += 1
        self.lines.append(f"  %v{self._count} = {right}")
        return f"%v{self._count}"

    def label(self) -> str:
        """A new label."""
        self._count += 1
        return f"b{self._count}"

    def begin(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")

    def context(self, name: str, kind: str) -> str:
        """The value of a field of the context."""
        return self.emit(f"load {kind}, ptr {self.emit(field(name))}{TABLES}")

    def set_context(self, name: str, kind: str, value: str) -> None:
        """Write a field of the context."""
        self.line(f"store {kind} {value}, ptr {self.emit(field(name))}{TABLES}")

    def taken(self) -> list[str]:
        """The lines so far, which are forgotten here."""
        lines, self.lines = self.lines, []
        return lines


def loops(t: TextLines, ranges: list[tuple[str, str]], body: Callable[[], None]) -> None:
    """Nested loops from 0 up to sizes. A loop of a name counts in the variable %name.now."""
    if not ranges:
        body()
        return
    (name, size), *inner = ranges
    head, inside, behind = t.label(), t.label(), t.label()
    t.line(f"store i64 0, ptr %{name}.now")
    t.line(f"br label %{head}")
    t.begin(head)
    now = t.emit(f"load i64, ptr %{name}.now")
    t.line(f"br i1 {t.emit(f'icmp ult i64 {now}, {size}')}, label %{inside}, label %{behind}")
    t.begin(inside)
    loops(t, inner, body)
    before = t.emit(f"load i64, ptr %{name}.now")
    t.line(f"store i64 {t.emit(f'add i64 {before}, 1')}, ptr %{name}.now")
    t.line(f"br label %{head}")
    t.begin(behind)
