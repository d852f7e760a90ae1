"""A property in full, for --explain: what it means, an example, the repair, how to switch it and how to suppress it."""

from textwrap import fill, indent

from cudabmc.options.table import OPTIONS
from cudabmc.properties import Property
from cudabmc.properties.page import page
from cudabmc.report.property_text import suppression

_WIDTH = 88


def explanation(prop: Property) -> str:
    """The text, with the programs of the property's page."""
    switches = ", ".join(flag for option in OPTIONS if option.name == prop.flag for flag in option.shown_flags)
    by_id = f"--check {prop.id}" if not prop.default_on else f"--no-check {prop.id}"
    state = "On" if prop.default_on else "Off"
    example = page(prop.id)
    parts = [
        f"{prop.id}: {prop.title}",
        _filled(prop.sentence),
        _filled(prop.explanation),
        "Faulty:",
        _code(example.faulty),
        "Repaired:",
        _code(example.fixed),
        _filled(f"What to do: {prop.hint}"),
        _filled(f"{state} by default; to change it: {', '.join(filter(None, (switches, by_id)))}."),
        _filled(suppression(prop).replace("`", "")),
    ]
    if prop.unchecked:
        parts.append(_filled(f"Switched off or accepted, it is not assumed to hold: {prop.unchecked}."))
    return "\n\n".join(parts) + "\n"


def _filled(text: str) -> str:
    return fill(text, _WIDTH, break_on_hyphens=False)


def _code(text: str) -> str:
    return indent(text.rstrip(), "    ")
