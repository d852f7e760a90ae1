"""Which operational model a symbol of the IR stands for."""

import re
from collections.abc import Iterator

from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.model_signature import fits
from cudabmc.goto.types import Type
from opmodels import registry
from opmodels.registry import Model

_LABEL = "cudabmc:"
BUILTIN = "cudabmc:builtin:"
"""In front of threadIdx.x and its kin."""

# Other names that headers give to functions of the C library (glibc redirects by asm labels).
_LIBDEVICE = "__nv_"
"""In front of the functions of libdevice, which are otherwise called as those of CUDA (libdevice User's Guide)."""

_PREDICATES = {"isnand": "isnan", "isnanf": "isnan", "isinfd": "isinf", "isinff": "isinf", "isfinited": "isfinite",
               "finitef": "isfinite"}  # fmt: skip

_ALIAS = re.compile(r"^(?:__isoc99_|__isoc23_|__xpg_)|^__(?=[a-z]+_chk$)")


def labelled(symbol: str) -> Model | None:
    """The model of a symbol `cudabmc:name:number`, as the generated header gives it."""
    if not symbol.startswith(_LABEL) or symbol.startswith(BUILTIN):
        return None
    _, name, number = symbol.split(":")
    return registry.lookup(name)[int(number)]


def by_name(symbol: str, types: tuple[Type, ...], on_device: bool) -> Model | None:
    """The model of a function of the C library, by its C name and the types of the arguments."""
    plain = symbol.removeprefix(_LIBDEVICE)
    plain = _PREDICATES.get(plain, plain) if plain != symbol else plain
    names = (plain, f"__{plain}") if plain != symbol else (symbol, _ALIAS.sub("", symbol))
    candidates = [
        m
        for name in names
        for m in registry.lookup(name)
        if _on_side(m, on_device)
    ]
    if plain != symbol and types:  # nothing has checked such a call
        candidates = [m for m in candidates if fits(m.signature, types)]
    if len(candidates) > 1 and types:
        fitting = [m for m in candidates if fits(m.signature, types)]
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
