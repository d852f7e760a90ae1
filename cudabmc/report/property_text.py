"""Properties in few words, for --show-properties and for reports."""

from collections.abc import Collection

from cudabmc.properties import PROPERTIES, Property
from cudabmc.properties.unwinding import UNWINDING


def property_list(enabled: Collection[Property]) -> str:
    """A line for each property: id, whether it is checked, what must hold."""
    width = max(map(len, PROPERTIES))
    return "".join(
        f"{p.id:<{width}}  {'on ' if p in enabled else 'off'}  {p.sentence}\n" for p in PROPERTIES.values()
    )


def suppression(prop: Property) -> str:
    """How a single finding is accepted, and what that costs."""
    if prop is UNWINDING:
        return "A bound that was hit is not a finding, so no comment can accept it."
    return (
        f"To accept a single finding, write `// cudabmc-ignore: {prop.id} reason` at the end of its line "
        "or on the line before. Reports count what was accepted, with the reason."
    )
