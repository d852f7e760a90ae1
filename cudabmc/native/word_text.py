"""Values in machine code become words for Python, and back (`words.py` is the other side): an integer in the low bits,
one of 128 bits in two words, a float as a double, a pointer as the number of its object and its offset."""

from cudabmc.goto.types import FloatType, Type
from cudabmc.native.operators import is_wide, llvm_type
from cudabmc.native.resolved_pointer import ResolvedPointer, resolve
from cudabmc.native.text_lines import TextLines


def word(t: TextLines, at: str, index: int) -> str:
    """The address of a word of a list."""
    return t.emit(f"getelementptr i64, ptr {at}, i64 {index}")


def scalar_from(t: TextLines, at: str, type: Type) -> str:
    """The scalar in a word, or in two."""
    if isinstance(type, FloatType):
        value = t.emit(f"load double, ptr {at}")
        return value if llvm_type(type) == "double" else t.emit(f"fptrunc double {value} to float")
    if is_wide(type):
        return t.emit(f"load i128, ptr {at}, align 8")
    value = t.emit(f"load i64, ptr {at}")
    kind = llvm_type(type)
    return value if kind == "i64" else t.emit(f"trunc i64 {value} to {kind}")


def scalar_to(t: TextLines, at: str, type: Type, value: str) -> None:
    """Write a scalar to a word, or to two."""
    kind = llvm_type(type)
    if isinstance(type, FloatType):
        wide = value if kind == "double" else t.emit(f"fpext float {value} to double")
        t.line(f"store double {wide}, ptr {at}")
    elif is_wide(type):
        t.line(f"store i128 {value}, ptr {at}, align 8")
    else:
        wide = value if kind == "i64" else t.emit(f"zext {kind} {value} to i64")
        t.line(f"store i64 {wide}, ptr {at}")


def pointer_from(t: TextLines, at: str, index: int) -> ResolvedPointer:
    """The pointer in two words."""
    number = t.emit(f"load i64, ptr {word(t, at, index)}")
    return resolve(t, number, t.emit(f"load i64, ptr {word(t, at, index + 1)}"))


def pointer_to(t: TextLines, at: str, index: int, number: str, offset: str) -> None:
    """Write a pointer to two words."""
    t.line(f"store i64 {number}, ptr {word(t, at, index)}")
    t.line(f"store i64 {offset}, ptr {word(t, at, index + 1)}")
