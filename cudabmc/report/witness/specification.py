"""Properties in the words of SV-COMP (rules of the competition, section on properties)."""

from cudabmc.properties import PROPERTIES
from cudabmc.result import Result


def proved(result: Result) -> tuple[str, ...]:
    """The properties that a successful run speaks for: not those with findings that comments accept."""
    accepted = {suppressed.violation.prop for suppressed in result.suppressed}
    return tuple(prop for prop in result.properties if prop not in accepted)


def specification(properties: tuple[str, ...], function: str) -> str:
    """The specification of some properties of a program that starts at `function`. A property that the competition
    does not know goes by its own id."""
    wanted = dict.fromkeys(PROPERTIES[prop].proposition or f"! {prop}" for prop in properties)
    return "\n".join(f"CHECK( init({function}()), LTL(G {proposition}) )" for proposition in wanted)
