"""The properties, one file each: each `Property` in a module of this package is one."""

import pkgutil
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from importlib import import_module

from cudabmc.errors import UsageError
from cudabmc.options.table import Options
from cudabmc.properties.property import Operation, Property

__all__ = ["PROPERTIES", "Property", "enabled_properties", "looking_at", "property_by_id"]


def _collect() -> dict[str, Property]:
    """By id, and sorted by it."""
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Property)]
    return {prop.id: prop for prop in sorted(found, key=lambda prop: prop.id)}


PROPERTIES: dict[str, Property] = _collect()
_OF_OPERATORS = [(prop, prop.operator) for prop in PROPERTIES.values() if prop.operator is not None]


def property_by_id(prop: str) -> Property:
    """The property called `prop`. Raises UsageError with the nearest id."""
    if prop not in PROPERTIES:
        near = get_close_matches(prop, PROPERTIES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the properties are {', '.join(PROPERTIES)}"
        raise UsageError(f"no property is called {prop!r}", hint=hint)
    return PROPERTIES[prop]


def enabled_properties(options: Options) -> frozenset[Property]:
    """The properties that a run checks: the switches first, then --check, then --no-check.

    Raises UsageError for an unknown id.
    """
    switched = {p for p in PROPERTIES.values() if (getattr(options, p.flag) if p.flag else p.default_on)}
    return frozenset((switched | _named(options.check)) - _named(options.no_check))


def looking_at(operation: Operation, enabled: Collection[Property]) -> tuple[Property, ...]:
    """The properties that ask something of an operation: those that a run checks, and those without which it may have
    no result."""
    return tuple(
        prop for prop, check in _OF_OPERATORS
        if (prop in enabled or not check.defined) and check.looks_at(operation)
    )  # fmt: skip


def _named(ids: Iterable[str]) -> set[Property]:
    return set(PROPERTIES.values()) if "all" in ids else {property_by_id(name) for name in ids}
