"""What the source says of a variable: debug information, which changes no meaning."""

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the source: its name and how to print a value of it.

    `ctype` is the type as the source spells it (`unsigned int`, `float *`), `signed` says how
    to print an integer, or the integers that an array holds or a pointer leads to. `record` names
    the layout of what it is or, of an array, what its elements are; `points_to` that of what a
    pointer leads to. Both are empty for other types, and can name a record that is only declared.
    """

    name: str
    ctype: str
    signed: bool = True
    record: str = ""
    points_to: str = ""
