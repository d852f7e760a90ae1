"""What a run takes for known of its surroundings (`options.surroundings`), and which results it does not know."""

from cudabmc.options.surroundings import SURROUNDINGS
from cudabmc.state.execution import Execution
from cudabmc.terms import Term

NOT_COMPUTED = "approximation"
"""What the names of results begin with that models do not compute in a run; a replay, which knows more, may."""


def is_arbitrary(ex: Execution, kind: str) -> bool:
    """Is this part of the surroundings arbitrary? If not, the run rests on its being known, and the report says so."""
    assert kind in SURROUNDINGS
    if kind in ex.settings.surroundings.arbitrary:
        return True
    ex.remarks.known.setdefault(kind)
    return False


def is_not_computed(input: Term | str) -> bool:
    """Is an input, a variable or its name, the result of a function that no model computes in this run?"""
    return str(input.params[0] if isinstance(input, Term) else input).startswith(f"{NOT_COMPUTED} ")
