"""`dataclass` as that of the standard library, for classes that cost little to define.

The one of the standard library writes and compiles up to eight functions for each class, 0.5 ms of them for a frozen
one. A run sees more than a hundred such classes before it reads the program, and makes objects of half of them,
and compares or hashes few. Here `__init__`, `__eq__` and `__hash__` are compiled when they are first called, and the
other methods are shared. Fields, `replace`, `asdict`, patterns, copies and pickles are those of the standard library,
and to a type checker there is no difference.

Not taken: `order`, `kw_only`, `InitVar` and `__post_init__`. Classes always have slots.
"""

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, slots: bool, frozen: bool = False, eq: bool = True) -> Callable[[type], type]:
        """The class with slots and the methods of a dataclass. What its body defines itself stays."""
        assert slots, "without slots the standard library's decorator is the one to take"
        return lambda cls: _define(cls, frozen, eq)


def _define(cls: type, frozen: bool, eq: bool) -> type:
    own = cls.__dict__
    # A class that defines __eq__ alone has None for its hash, which is no wish.
    hashed = own.get("__hash__") is not None
    assert "__post_init__" not in own, cls
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # otherwise the standard library works out a signature, which takes 2 ms
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    methods: dict[str, object] = {"__init__": _late(made, "__init__", _init), "__repr__": _repr}
    if eq:
        methods["__eq__"] = _late(made, "__eq__", _eq)
    if frozen:
        methods |= {"__setattr__": _set, "__delattr__": _delete, "__setstate__": _set_state}
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    if eq and not hashed:
        # As the standard library has it: equal by fields that can change is no key of a dict.
        made.__hash__ = _late(made, "__hash__", _hash) if frozen else None
    return made  # type: ignore[no-any-return]


# Writes the text of a method; what the text names beside its parameters goes into the dict.
MethodWriter = Callable[[tuple[Field[Any], ...], type, dict[str, object]], Iterator[str]]


def _late(cls: type, name: str, write: MethodWriter) -> Callable[..., object]:
    """A method that puts the compiled one in its own place when it is called."""

    def first(self: object, *args: object, **named: object) -> object:
        method = _compiled(cls, name, write)
        setattr(cls, name, method)
        return method(self, *args, **named)

    first.__name__, first.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return first


def _compiled(cls: type, name: str, write: MethodWriter) -> Callable[..., object]:
    names: dict[str, object] = {}
    exec("\n".join(write(dataclasses.fields(cls), cls, names)), names)
    method: Any = names[name]
    method.__qualname__, method.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
    return method  # type: ignore[no-any-return]


def _init(fields: tuple[Field[Any], ...], cls: type, names: dict[str, object]) -> Iterator[str]:
    """The descriptor of a slot sets it past `__setattr__`, faster than `object.__setattr__` would find it."""
    frozen = cls.__dict__.get("__setattr__") is _set
    parameters, body = ["self"], []
    for f in fields:
        assert f.init and not f.kw_only, (cls, f.name)
        value, default = f.name, ""
        if f.default is not MISSING:
            names[f"_default_{f.name}"] = f.default
            default = f"=_default_{f.name}"
        elif f.default_factory is not MISSING:
            names["_MISSING"], names[f"_make_{f.name}"] = MISSING, f.default_factory
            default = "=_MISSING"
            value = f"_make_{f.name}() if {f.name} is _MISSING else {f.name}"
        parameters.append(f.name + default)
        if frozen:
            names[f"_set_{f.name}"] = getattr(cls, f.name).__set__
        body.append(f" _set_{f.name}(self, {value})" if frozen else f" self.{f.name} = {value}")
    yield f"def __init__({', '.join(parameters)}):"
    yield from body or [" pass"]


def _eq(fields: tuple[Field[Any], ...], cls: type, names: dict[str, object]) -> Iterator[str]:
    compared = [f.name for f in fields if f.compare]
    yield "def __eq__(self, other):"
    yield " if other.__class__ is not self.__class__: return NotImplemented"
    yield f" return {_tuple('self', compared)} == {_tuple('other', compared)}"


def _hash(fields: tuple[Field[Any], ...], cls: type, names: dict[str, object]) -> Iterator[str]:
    yield "def __hash__(self):"
    yield f" return hash({_tuple('self', [f.name for f in fields if (f.compare if f.hash is None else f.hash)])})"


def _tuple(owner: str, names: list[str]) -> str:
    return f"({''.join(f'{owner}.{name},' for name in names)})"


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _set_state(self: object, state: tuple[None, dict[str, object]]) -> None:
    """What `object.__reduce_ex__` hands on for an object with slots, for copies and pickles."""
    for name, value in state[1].items():
        object.__setattr__(self, name, value)
