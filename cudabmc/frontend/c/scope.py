"""Names: what an identifier or a tag stands for, in nested scopes."""

import itertools
from dataclasses import field
from typing import Any

from cudabmc.frontend.c.ctypes import CType, EnumDecl, Func, RecordDecl
from cudabmc.goto.program import Const, Operand
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import NOWHERE, Location
from opmodels.registry import Model

_ids = itertools.count(1)


@dataclass(slots=True)
class RegisterVariable:
    """A local whose address is not taken. `constant` is its value if it is a known constant."""

    type: CType
    reg: int
    constant: Operand | None = None


@dataclass(slots=True)
class ObjectVariable:
    """A variable in memory at `addr`, or what a reference is bound to."""

    type: CType
    addr: Operand
    constant: Operand | None = None
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Enumerator:
    """A constant of an enumeration."""

    type: CType
    value: Const


@dataclass(frozen=True, slots=True)
class TypeName:
    """A typedef."""

    type: CType


@dataclass(slots=True)
class FunctionEntity:
    """A function, declared or defined in the program, or a model."""

    name: str
    type: Func
    param_names: tuple[str, ...]
    defaults: tuple[Any, ...]
    location: Location
    on_host: bool = True
    on_device: bool = False
    is_kernel: bool = False
    static_in: str = ""
    link_name: str = ""
    launch_bounds: int | None = None
    cluster: tuple[int, ...] = ()
    node: Any = None  # the definition
    model: Model | None = None
    param_nodes: tuple[Any, ...] = ()
    cxx: bool = True


@dataclass(slots=True)
class Overloads:
    """All functions of one name."""

    functions: list[FunctionEntity]


Entity = RegisterVariable | ObjectVariable | Enumerator | TypeName | Overloads
Tag = RecordDecl | EnumDecl


@dataclass(slots=True)
class Scope:
    """One block. `alive` are the registers of the objects that die with it."""

    parent: "Scope | None" = None
    names: dict[str, Entity] = field(default_factory=dict)
    tags: dict[str, Tag] = field(default_factory=dict)
    alive: list[int] = field(default_factory=list)
    id: int = field(default_factory=lambda: next(_ids))

    def find(self, name: str) -> Entity | None:
        """What `name` stands for here."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def find_tag(self, name: str) -> Tag | None:
        """The struct, union or enumeration with that tag."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.tags:
                return scope.tags[name]
            scope = scope.parent
        return None

    def chain(self) -> list["Scope"]:
        """This scope and those around it, innermost first."""
        scopes = []
        scope: Scope | None = self
        while scope is not None:
            scopes.append(scope)
            scope = scope.parent
        return scopes
