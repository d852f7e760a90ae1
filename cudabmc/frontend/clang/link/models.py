"""Which operational model a symbol of the IR stands for."""

import re
from collections.abc import Iterator
from functools import cache

from cudabmc.frontend.clang.ir.module import Module
from cudabmc.goto.types import BOOL, F32, F64, I8, I16, I32, I64, PTR, Type
from opmodels import registry
from opmodels.registry import Model

_LABEL = "cudabmc:"
BUILTIN = "cudabmc:builtin:"
"""In front of threadIdx.x and its kin."""

_WORDS: dict[str, Type] = {
    "char": I8, "bool": BOOL, "_Bool": BOOL, "short": I16, "int": I32, "unsigned": I32, "signed": I32, "long": I64,
    "float": F32, "double": F64, "size_t": I64, "ssize_t": I64, "int8_t": I8, "uint8_t": I8, "int16_t": I16,
    "uint16_t": I16, "int32_t": I32, "uint32_t": I32, "int64_t": I64, "uint64_t": I64, "time_t": I64, "clock_t": I64,
}  # fmt: skip
# Other names that headers give to functions of the C library (glibc redirects by asm labels).
_ALIAS = re.compile(r"^(?:__isoc99_|__isoc23_|__xpg_)|^__(?=[a-z]+_chk$)")


def labelled(symbol: str) -> Model | None:
    """The model of a symbol `cudabmc:name:number`, as the generated header gives it."""
    if not symbol.startswith(_LABEL) or symbol.startswith(BUILTIN):
        return None
    _, name, number = symbol.split(":")
    return registry.lookup(name)[int(number)]


def by_name(symbol: str, types: tuple[Type, ...], on_device: bool) -> Model | None:
    """The model of a function of the C library, by its C name and the types of the arguments."""
    candidates = [
        m
        for name in (symbol, _ALIAS.sub("", symbol))
        for m in registry.lookup(name)
        if _on_side(m, on_device)
    ]
    if len(candidates) > 1 and types:
        fitting = [m for m in candidates if _fits(m.signature, types)]
        candidates = fitting or candidates
    return candidates[0] if candidates else None


def declared_models(module: Module) -> Iterator[Model]:
    """All models that the functions of a module can call: what it calls and does not define, it declares."""
    for symbol in module.declarations:
        if not symbol.startswith("llvm."):
            model = labelled(symbol)
            if model is not None:
                yield model
            else:
                names = dict.fromkeys((symbol, _ALIAS.sub("", symbol)))
                yield from (m for name in names for m in registry.lookup(name) if _on_side(m, module.on_device))


def _on_side(model: Model, on_device: bool) -> bool:
    return model.device if on_device else model.host


def _fits(signature: str, types: tuple[Type, ...]) -> bool:
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
