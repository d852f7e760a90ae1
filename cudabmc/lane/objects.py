"""The memory objects of a kernel: which there are, who touches them how, and what their lists are called."""

from collections.abc import Mapping
from dataclasses import field

from cudabmc.goto.types import Type
from cudabmc.lane.numbers import LinearForm
from cudabmc.late_dataclass import dataclass


@dataclass(slots=True)
class Accesses:
    """What the threads of a launch can do to one object."""

    types: set[Type] = field(default_factory=set)
    reads: bool = False
    writes: bool = False
    updates: set[tuple[str, str]] = field(default_factory=set)  # atomics: what they commute with, and their scope
    copied: bool = False
    at: set[tuple[LinearForm | None, int]] = field(default_factory=set)  # where, and how many bytes


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

    def must_stamp(self, sizes: Mapping[str, int]) -> bool:
        """Can two accesses conflict at all? Atomics of one kind commute, and reads do; `sizes` are those of the
        coordinates."""
        a = self.accesses
        if self.kind in ("local", "constant"):
            return False
        if a.updates:
            return a.reads or a.writes or not self.commuting
        return a.writes and not self._apart({c: n for c, n in sizes.items() if self.kind != "shared" or c[0] == "t"})

    def _apart(self, sizes: Mapping[str, int]) -> bool:
        """Has each thread places of its own? All are at one sum of the coordinates, up to a few bytes, that has other
        values for other threads: each factor takes it beyond what the smaller ones reach."""
        forms = [(form, width) for form, width in self.accesses.at if form is not None]
        if len(forms) < len(self.accesses.at) or len({form[0] for form, _ in forms}) != 1:
            return False
        factors = dict(forms[0][0][0])
        reach = max(form[1] + width for form, width in forms) - min(form[1] for form, _ in forms)
        for factor, size in sorted((abs(factors.get(c, 0)), size) for c, size in sizes.items() if size > 1):
            if factor < reach:
                return False
            reach += factor * (size - 1)
        return True
