"""The properties, one file each: a module of this package with a `PROPERTY` adds one."""

import pkgutil
from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module

from cudabmc.checks.property import Property
from cudabmc.errors import UsageError
from cudabmc.options.table import Options

__all__ = ["PROPERTIES", "Property", "enabled_properties", "property_by_id"]


def _collect() -> dict[str, Property]:
    """Sorted by id. A module may lack PROPERTY (property.py does)."""
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    found: list[Property] = [module.PROPERTY for module in modules if hasattr(module, "PROPERTY")]
    return {prop.id: prop for prop in sorted(found, key=lambda prop: prop.id)}


PROPERTIES: dict[str, Property] = _collect()


def property_by_id(prop: str) -> Property:
    """The property called `prop`. Raises UsageError with the nearest id."""
    if prop not in PROPERTIES:
        near = get_close_matches(prop, PROPERTIES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the properties are {', '.join(PROPERTIES)}"
        raise UsageError(f"no property is called {prop!r}", hint=hint)
    return PROPERTIES[prop]


def enabled_properties(options: Options) -> frozenset[str]:
    """Ids of the properties that a run checks: the switches first, then --check, then --no-check.

    Raises UsageError for an unknown id.
    """
    switched = {p.id for p in PROPERTIES.values() if (getattr(options, p.flag) if p.flag else p.default_on)}
    return frozenset((switched | _ids(options.check)) - _ids(options.no_check))


def _ids(names: Iterable[str]) -> set[str]:
    return set(PROPERTIES) if "all" in names else {property_by_id(name).id for name in names}
