"""Properties as text, for --explain and --show-properties."""

from collections.abc import Collection
from textwrap import fill

from cudabmc.checks import PROPERTIES, Property
from cudabmc.options import OPTIONS


def property_list(enabled: Collection[str]) -> str:
    """A line for each property: id, whether it is checked, what must hold."""
    width = max(map(len, PROPERTIES))
    return "".join(
        f"{p.id:<{width}}  {'on ' if p.id in enabled else 'off'}  {p.sentence}\n" for p in PROPERTIES.values()
    )


def explanation(prop: Property) -> str:
    """What a property means and how it is switched."""
    switches = ", ".join(flag for option in OPTIONS if option.name == prop.flag for flag in option.shown_flags)
    by_id = f"--check {prop.id}" if not prop.default_on else f"--no-check {prop.id}"
    state = "On" if prop.default_on else "Off"
    paragraphs = [
        f"{prop.id}: {prop.title}",
        prop.sentence,
        prop.explanation,
        f"What to do: {prop.hint}",
        f"{state} by default; to change it: {', '.join(filter(None, (switches, by_id)))}.",
    ]
    return "\n\n".join(fill(text, 88, break_on_hyphens=False) for text in paragraphs) + "\n"


def suppression(prop: Property) -> str:
    """How a single finding is accepted."""
    return (
        f"To accept a single finding, write `// cudabmc-ignore: {prop.id} reason` at the end of its line "
        "or on the line before. Reports count what was accepted, with the reason."
    )
