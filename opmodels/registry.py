"""The registry: binds C declarations to Python functions.

    @model("cudaError_t cudaMalloc(void **devPtr, size_t size)")
    def cuda_malloc(ctx, dev_ptr, size): ...

The signature is the declaration: front ends ask `lookup(name)` for it when the program uses the
name, so a header costs no parse. One Python function can serve several overloads. `declare` gives
types, enumerations and variables as C text, `macro` preprocessor macros; all are found by name.

A program names ten of our functions, so the modules that register are imported when somebody asks for a name
of theirs: `index.py` says which names are whose. `load_all` imports the others too.

The same functions serve users' own models (--models): what is registered inside of `users(file)`
replaces shipped models of the same name, in the thread that does so, and `without_users` forgets it again.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from threading import local
from typing import Any

from opmodels import index

ModelFunction = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Model:
    """A modelled function.

    `access` says which memory the call touches as one visible event before it runs:
    "" none or private, "atomic" a read-modify-write of what the first parameter points to, "strong" an
    atomic load or store.
    `host` and `device` say where it may be called. `result_unused_commutes` marks atomics
    whose order does not matter when the result is not used (add, min, or, ...; exch or CAS only
    if all do the same); with `rounds`, the order makes a difference by rounding all the same.
    `scope` is how far an atomic reaches: "block", "device" or "system" (CUDA C++ Programming Guide,
    "Atomic Functions"); threads further apart race in spite of it.
    `symbol_params` are the positions of parameters that take a device variable by name
    (cudaMemcpyToSymbol): an lvalue given there is passed by its address, arrays as usual; an
    argument that already is an address (`&x`) is passed as it is.
    `outside_streams` marks what a host function that a stream runs must not call.
    What the machine may conclude from a call rests on these, so a model may only do what it declares
    (`cudabmc.modelapi.NEEDS`):
    `orders`: it may order accesses of different threads of a kernel, by other means than a barrier of their block.
    `assumes`: it may exclude executions, as assumptions of the program do.
    `waits` says for whom threads wait in it, one of `WAITS`.
    `pure`: it touches no memory and no state and makes no inputs, so that arguments alone determine the result, or what
    an approximation stands for.
    `same_bits`: it is pure, and the result has the bits of the argument.
    `compares`: it is an atomic of (address, compare, value) that reads, and writes `value` where it found `compare`.
    `exchanges`: it is an atomic of (address, value) that reads, and writes `value`.
    `apart`: in a kernel all that it touches is what no thread writes, such as a texture or the text of an output, and
    what its parameter `result` points to.
    `rewrites`: in a kernel it reads and writes so many bytes of what its parameter `state` points to, and what its
    parameter `result` points to, and touches nothing else.
    `source` is the file of a user's model, empty for those that are shipped. `family` is the module
    of the model, or of the shipped one that a user's model replaces.
    """

    name: str
    signature: str
    function: ModelFunction
    host: bool = True
    device: bool = True
    access: str = ""
    result_unused_commutes: bool = False
    rounds: bool = False
    scope: str = "device"
    symbol_params: tuple[int, ...] = ()
    outside_streams: bool = False
    orders: bool = False
    assumes: bool = False
    waits: str = ""
    pure: bool = False
    same_bits: bool = False
    compares: bool = False
    exchanges: bool = False
    apart: bool = False
    rewrites: int = 0
    source: str = ""
    family: str = ""

    @property
    def is_told(self) -> bool:
        """Does it say all that it touches in a kernel?"""
        return self.apart or self.rewrites > 0


CONTRACTS = Path(__file__).parent / "include" / "contracts"
"""Where <cudabmc.h> is."""

WAITS = ("", "warp", "block", "cluster", "grid", "count", "any")
"""For whom threads wait in a model: for nobody; for others of their warp; for all of their block, in each call; for all
of the cluster or of the grid; at a barrier that counts arrivals; or for anybody."""

USERS = "users"
"""The family of users' models that replace nothing."""


@dataclass(slots=True)
class _Tables:
    """What was registered."""

    models: dict[str, list[Model]] = field(default_factory=dict)
    blocks: dict[str, str] = field(default_factory=dict)
    types: set[str] = field(default_factory=set)
    macros: dict[str, str] = field(default_factory=dict)
    # The macros by what stands in programs: FOO for FOO(x).
    macro_names: dict[str, str] = field(default_factory=dict)
    headers: set[str] = field(default_factory=set)

    def copy(self) -> "_Tables":
        models = {name: list(models) for name, models in self.models.items()}
        macros, names = dict(self.macros), dict(self.macro_names)
        return _Tables(models, dict(self.blocks), set(self.types), macros, names, set(self.headers))


def _by_name(homes: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Name to modules, from module to names."""
    found: dict[str, tuple[str, ...]] = {}
    for module, names in homes.items():
        for name in names.split():
            found[name] = (*found.get(name, ()), module)
    return found


# Which modules register a name.
_MODEL_HOMES = _by_name(index.MODELS)
_BLOCK_HOMES = _by_name(index.BLOCKS)
_MACRO_HOMES = _by_name(index.MACROS)

_SHIPPED = _Tables(types=set(index.TYPES.split()), headers=set(index.HEADERS.split()))
_imported: set[str] = set()


def _import(modules: Iterable[str]) -> None:
    for module in modules:
        if module not in _imported:
            import_module(module)
            _imported.add(module)


@cache
def load_all() -> None:
    """Import every module of this package, which registers all models. Later calls do nothing."""
    from pkgutil import walk_packages

    _import(module.name for module in walk_packages([str(Path(__file__).parent)], "opmodels."))


class _Seen(local):
    """What each thread sees: its run may have models of a user's own, others do not."""

    tables: _Tables = _SHIPPED
    source: str = ""  # the file of users' models that runs


_seen = _Seen()

_NAME = re.compile(r"([A-Za-z_]\w*)\s*\(")


def model(
    *signatures: str,
    host: bool = True,
    device: bool = True,
    access: str = "",
    result_unused_commutes: bool = False,
    rounds: bool = False,
    collective: bool = False,
    scope: str = "device",
    symbol_params: tuple[int, ...] = (),
    outside_streams: bool = False,
    orders: bool | None = None,
    assumes: bool | None = None,
    waits: str | None = None,
    pure: bool = False,
    same_bits: bool = False,
    compares: bool = False,
    exchanges: bool = False,
    apart: bool = False,
    rewrites: int = 0,
) -> Callable[[ModelFunction], ModelFunction]:
    """Register the decorated function as the meaning of each declaration.

    A signature is one C declaration without semicolon, parameters named; C++ references, `bool`
    and default arguments are allowed.

    A user's model that does not say whether it orders, assumes or waits is taken to do so, one of ours to do not.
    `collective` is how users' models said that they wait before there was `waits`.
    """
    if waits is not None and waits not in WAITS:
        raise ValueError(f"waits={waits!r} is none of {', '.join(map(repr, WAITS))}")
    pure = pure or same_bits
    if pure and (orders or assumes or waits or access):
        raise ValueError("a pure model neither orders nor assumes nor waits, and has no access")
    anything = bool(_seen.source) and not pure

    def register(function: ModelFunction) -> ModelFunction:
        for signature in signatures:
            match = _NAME.search(signature)
            assert match, f"no function name in {signature!r}"
            family = _make_room(match[1]) if _seen.source else function.__module__
            _seen.tables.models.setdefault(match[1], []).append(
                Model(
                    name=match[1],
                    signature=signature,
                    function=function,
                    host=host,
                    device=device,
                    access=access,
                    result_unused_commutes=result_unused_commutes,
                    rounds=rounds,
                    scope=scope,
                    symbol_params=symbol_params,
                    outside_streams=outside_streams,
                    orders=anything if orders is None else orders,
                    assumes=anything if assumes is None else assumes,
                    waits=("any" if anything or collective else "") if waits is None else waits,
                    pure=pure,
                    same_bits=same_bits,
                    compares=compares,
                    exchanges=exchanges,
                    apart=apart,
                    rewrites=rewrites,
                    source=_seen.source,
                    family=family,
                )
            )
        return function

    return register


pure_model = partial(model, pure=True)
"""`model`, for functions of their arguments alone."""


def declare(text: str, *, types: tuple[str, ...] = (), names: tuple[str, ...] = ()) -> None:
    """Declare C types (`types`: typedef names and struct tags) and other names (enumerators,
    extern variables), to be parsed when one of them is used. The text may use other registered types."""
    for name in (*types, *names):
        _seen.tables.blocks[name] = text
    _seen.tables.types.update(types)


def enumeration(
    tag: str, members: Mapping[str, int] | Sequence[str], typedef: str = "", *, first: int = 0
) -> None:
    """Declare an enumeration and its members: their numbers, or their names, which count from the `first` number on.
    With a name by `typedef`, which may be the tag."""
    numbers = members if isinstance(members, Mapping) else {name: n for n, name in enumerate(members, first)}
    body = f"enum {tag} {{ {', '.join(f'{name} = {number}' for name, number in numbers.items())} }}"
    text = f"typedef {body} {typedef};" if typedef else f"{body};"
    declare(text, types=tuple(dict.fromkeys(filter(None, (typedef, tag)))), names=tuple(numbers))


def macro(name: str, body: str) -> None:
    """Define a macro; `name` may have parameters: `macro("FOO(x)", "((x) + 1)")`."""
    _seen.tables.macros[name] = body
    _seen.tables.macro_names[name.partition("(")[0]] = name


def header(*names: str) -> None:
    """Name system headers that the models stand for; including one is then empty."""
    _seen.tables.headers.update(names)


def _make_room(name: str) -> str:
    """Take out what a user's model replaces; the family that the new one belongs to."""
    models = _seen.tables.models
    known = models.get(name, [])
    family = known[0].family if known else USERS
    models[name] = [m for m in known if m.source == _seen.source]
    return family


@contextmanager
def users(source: str) -> Iterator[None]:
    """While the file `source` of users' models runs, what is registered is theirs, and seen in this thread alone."""
    if _seen.tables is _SHIPPED:
        load_all()  # what is imported later registers with the user's models
        _seen.tables = _SHIPPED.copy()
    _seen.source = source
    try:
        yield
    finally:
        _seen.source = ""


def without_users() -> None:
    """Forget all models of users in this thread, and give those that they replaced back."""
    _seen.tables = _SHIPPED


def users_types() -> frozenset[str]:
    """The type names that users' models declare."""
    return frozenset(_seen.tables.types - _SHIPPED.types)


def users_macros() -> frozenset[str]:
    """The macros that users' models define, with their parameters."""
    return frozenset(_seen.tables.macros.keys() - _SHIPPED.macros.keys())


def users_headers() -> frozenset[str]:
    """The headers that users' models stand for."""
    return frozenset(_seen.tables.headers - _SHIPPED.headers)


def lookup(name: str) -> tuple[Model, ...]:
    """The models called `name`, in order of registration; empty if there is none."""
    homes = _MODEL_HOMES.get(name, ())
    _import(homes)
    found = _seen.tables.models.get(name, ())
    if homes and not found:
        load_all()
        found = _seen.tables.models.get(name, ())
    # The module that comes second may have been imported first, for another name of it.
    return tuple(sorted(found, key=lambda m: homes.index(m.family)) if len(homes) > 1 else found)


@cache
def shipped(signature: str) -> Model:
    """The model that is shipped for a declaration, whatever users' models replace it."""
    match = _NAME.search(signature)
    assert match, f"no function name in {signature!r}"
    _import(_MODEL_HOMES.get(match[1], ()))
    return next(one for one in _SHIPPED.models[match[1]] if one.signature == signature)


def block(name: str) -> str | None:
    """The C text that declares the type, enumerator or variable `name`."""
    _import(_BLOCK_HOMES.get(name, ()))
    return _seen.tables.blocks.get(name)


def macro_definition(word: str) -> tuple[str, str] | None:
    """The name, with its parameters, and the body of the macro that `word` calls; None if it is none."""
    _import(_MACRO_HOMES.get(word, ()))
    name = _seen.tables.macro_names.get(word)
    return (name, _seen.tables.macros[name]) if name else None


def type_names() -> frozenset[str]:
    """All declared type names."""
    return frozenset(_seen.tables.types)


def macros() -> dict[str, str]:
    """All macros, name (with parameters) to body, in one order whatever was imported first."""
    load_all()
    ordered = dict.fromkeys([*_MACRO_HOMES, *_seen.tables.macro_names])
    names = (_seen.tables.macro_names.get(word) for word in ordered)
    return {name: _seen.tables.macros[name] for name in names if name}


def headers() -> frozenset[str]:
    """All header names that the models stand for."""
    return frozenset(_seen.tables.headers)


def include_text(name: str) -> str:
    """What including the system header `name` puts in its place: the file of that name under
    opmodels/include, for the few things that no signature can say; empty for all other headers."""
    paths = (path for path in (CONTRACTS.parent / name, CONTRACTS / name) if path.is_file())
    path = next(paths, None) if name in _seen.tables.headers else None
    return path.read_text(encoding="utf-8") if path is not None else ""


def all_models() -> tuple[Model, ...]:
    """Every model, in one order whatever was imported first."""
    load_all()
    ordered = dict.fromkeys([*_MODEL_HOMES, *_seen.tables.models])
    return tuple(model for name in ordered for model in lookup(name))


def users_models() -> tuple[Model, ...]:
    """The models that are users' own."""
    if _seen.tables is _SHIPPED:
        return ()
    return tuple(m for models in _seen.tables.models.values() for m in models if m.source)
