"""What a property is: its public id, the option that switches it, and what to tell a user about it."""

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Property:
    """A property that a run checks.

    `sentence` says what must hold. `flag` names the field of Options that switches the property
    (empty: only `--check` and `--no-check` do); `default_on` is what that field says by default.
    `hint` is the next step that a report offers when the violation brings none of its own.
    `unchecked` says what execution does where the property is off and broken: a report lists it when a run
    came to such a place. It is empty where a violation changes nothing of what follows.
    """

    id: str
    title: str
    sentence: str
    explanation: str
    hint: str
    flag: str = ""
    default_on: bool = True
    unchecked: str = ""
