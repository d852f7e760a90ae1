"""The machine types of what a model takes and gives, by the C declaration that it is registered with."""

from functools import cache

from cudabmc.goto.types import BOOL, F32, F64, I8, I16, I32, I64, PTR, VOID, Type

_WORDS: dict[str, Type] = {
    "char": I8, "bool": BOOL, "_Bool": BOOL, "short": I16, "int": I32, "unsigned": I32, "signed": I32, "long": I64,
    "float": F32, "double": F64, "size_t": I64, "ssize_t": I64, "int8_t": I8, "uint8_t": I8, "int16_t": I16,
    "uint16_t": I16, "int32_t": I32, "uint32_t": I32, "int64_t": I64, "uint64_t": I64, "time_t": I64, "clock_t": I64,
}  # fmt: skip


def fits(signature: str, types: tuple[Type, ...]) -> bool:
    """Are these types of arguments that the model takes?"""
    wanted, variadic = _parameters(signature)
    if len(types) < len(wanted) or (len(types) > len(wanted) and not variadic):
        return False
    return all(want is None or want == type for want, type in zip(wanted, types, strict=False))


@cache
def _parameters(signature: str) -> tuple[tuple[Type | None, ...], bool]:
    """The machine types of the parameters, None for one that is not plain."""
    inside = signature[signature.index("(") + 1 : signature.rindex(")")]
    parts = [p.strip() for p in inside.split(",") if p.strip() and p.strip() != "void"]
    variadic = bool(parts) and parts[-1] == "..."
    return tuple(_type(p) for p in parts if p != "..."), variadic


def _type(text: str) -> Type | None:
    text = text.partition("=")[0]
    if "*" in text or "&" in text or "[" in text:
        return PTR
    words = [w for w in text.split() if w not in ("const", "volatile", "struct", "enum")]
    found = [_WORDS[w] for w in words if w in _WORDS]
    if not found:
        return None
    if I64 in found or F64 in found:
        return F64 if F64 in found else I64
    narrow = [f for f in found if f != I32]
    return narrow[0] if narrow else I32


@cache
def result(signature: str) -> Type | None:
    """The machine type of what the model gives, None if it is not plain."""
    head = signature[: signature.index("(")]
    text = head.rstrip().rpartition(" ")[0] + ("*" if "*" in head else "")
    return VOID if text == "void" else _type(text)
