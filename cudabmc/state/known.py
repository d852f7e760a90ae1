"""What a run takes for known of its surroundings (`options.surroundings`)."""

from cudabmc.options.surroundings import SURROUNDINGS
from cudabmc.state.execution import Execution


def is_arbitrary(ex: Execution, kind: str) -> bool:
    """Is this part of the surroundings arbitrary? If not, the run rests on its being known, and the report says so."""
    assert kind in SURROUNDINGS
    if kind in ex.settings.surroundings.arbitrary:
        return True
    ex.remarks.known.setdefault(kind)
    return False
