"""The properties as rules: what they mean, an example, and how to suppress a finding."""

from cudabmc.properties import PROPERTIES, Property
from cudabmc.properties.page import page
from cudabmc.report.json_text import Json
from cudabmc.report.property_text import suppression
from cudabmc.version import documentation

INDEX = {prop: number for number, prop in enumerate(PROPERTIES)}
"""Property id -> place of its rule in the list."""


def rules() -> list[Json]:
    """One rule a property, in the order of their ids."""
    return [_rule(prop) for prop in PROPERTIES.values()]


def level(prop: Property) -> str:
    """What is checked only on request may well be meant by the program."""
    return "error" if prop.default_on else "warning"


def _rule(prop: Property) -> Json:
    text = page(prop.id).markdown.rstrip()
    rule: dict[str, Json] = {
        "id": prop.id,
        "name": "".join(word.capitalize() for word in prop.id.split("-")),
        "shortDescription": {"text": prop.sentence},
        "fullDescription": {"text": prop.explanation},
        "help": {
            "text": f"{prop.explanation}\n\n{prop.hint}\n\n{suppression(prop)}",
            "markdown": f"{text}\n\n## Accept a finding\n\n{suppression(prop)}\n",
        },
        "defaultConfiguration": {"level": level(prop), "enabled": prop.default_on},
        "properties": {"tags": ["correctness", "cuda"], "precision": "very-high", "problem.severity": level(prop)},
    }
    if documentation():
        rule["helpUri"] = f"{documentation().rstrip('/')}/properties/{prop.id}"
    return rule
