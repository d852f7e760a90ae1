"""What a property is: its id, the option that switches it, what it asks, and what to tell a user about it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from cudabmc.goto.op import Checks, Op
from cudabmc.goto.types import Type
from cudabmc.late_dataclass import dataclass
from cudabmc.terms import TermValue


class Operation(Protocol):
    """An operator at a place of the program: an Assign, for one. `of` is the type of the operands, `type` that of the
    result, and `checks` what the front end says of the source."""

    @property
    def op(self) -> Op: ...
    @property
    def type(self) -> Type: ...
    @property
    def of(self) -> Type: ...
    @property
    def checks(self) -> Checks: ...


@dataclass(frozen=True, slots=True, eq=False)
class OperatorCheck:
    """What a property asks of operators: all that `looks_at` picks.

    `holds(operation, operands)` is a condition: a bool for constants, a formula for terms. `text(operation)` is the
    message of a violation. Where the condition of an operation does not hold that is not `defined` there, execution
    ends with the property on, and with it off the result is arbitrary. Others have their result whatever holds.
    """

    looks_at: Callable[[Operation], bool]
    holds: Callable[[Operation, Sequence[TermValue]], TermValue]
    text: Callable[[Operation], str]
    defined: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Property:
    """A property that a run checks. There is one object of each, compared by identity.

    `sentence` says what must hold. `flag` names the field of Options that switches the property
    (empty: only `--check` and `--no-check` do); `default_on` is what that field says by default.
    `hint` is the next step that a report offers when the violation brings none of its own.
    `unchecked` says what execution does where the property is off and broken: a report lists it when a run
    came to such a place. It is empty where a violation changes nothing of what follows.
    `operator` is what engines ask where operators are applied. A property without it is raised by the code that knows
    the fact: the resolution of pointers, the order of events, a barrier, a model.
    `two_places` tells that a violation has two places of the same rank, and `by_schedule` that a run of the program
    may not show it. `tool` names the tool of compute-sanitizer that reports such violations, with its arguments, and
    `proposition` is SV-COMP's name.
    """

    id: str
    title: str
    sentence: str
    explanation: str
    hint: str
    flag: str = ""
    default_on: bool = True
    unchecked: str = ""
    operator: OperatorCheck | None = None
    two_places: bool = False
    by_schedule: bool = False
    tool: str = ""
    proposition: str = ""

    def __repr__(self) -> str:
        return f"<property {self.id}>"
