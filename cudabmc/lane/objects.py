"""The memory objects of a region: which there are, who touches them how, and what their lists are called."""

from dataclasses import field

from cudabmc.goto.types import Type
from cudabmc.late_dataclass import dataclass


@dataclass(slots=True)
class Accesses:
    """What the threads of a launch can do to one object."""

    types: set[Type] = field(default_factory=set)
    reads: bool = False
    writes: bool = False
    updates: set[tuple[str, str]] = field(default_factory=set)  # atomics: what they commute with, and their scope
    copied: bool = False


@dataclass(slots=True)
class Thing:
    """An object as the generated text has it.

    `size` is in bytes, `kind` one of "common", "shared", "local" and "constant". `type` is that of its elements
    and `holes` says that some have no value yet. `number` makes the names of its list and of its stamps.
    """

    number: int
    size: int
    kind: str
    key: object
    type: Type | None = None
    holes: bool = True
    stamped: bool = False
    accesses: Accesses = field(default_factory=Accesses)

    @property
    def values(self) -> str:
        return f"m{self.number}"

    @property
    def stamps(self) -> str:
        return f"s{self.number}"

    @property
    def commuting(self) -> bool:
        """Do all atomics on it commute, whoever does them?"""
        updates = self.accesses.updates
        near = any(scope == "block" for _, scope in updates) and self.kind != "shared"
        return len(updates) == 1 and not near and all(commutes for commutes, _ in updates)

    def must_stamp(self) -> bool:
        """Can two accesses conflict at all? Atomics of one kind commute, and reads do."""
        a = self.accesses
        if self.kind in ("local", "constant"):
            return False
        if a.updates:
            return a.reads or a.writes or not self.commuting
        return a.writes
