"""The state of a lowering: the program, the file and the function that are being lowered."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from typing import Any

from pycparser import c_ast

from cudabmc.frontend.body.builder import Builder, Item
from cudabmc.frontend.c.position import location_of
from cudabmc.frontend.c.scope import FunctionEntity, ObjectVariable, Scope
from cudabmc.goto.program import Operand, Program
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import NOWHERE, Location
from opmodels import registry


@dataclass(slots=True)
class Linkage:
    """What the files of a program share."""

    program: Program
    registry: Scope = field(default_factory=Scope)  # names that the operational models declare
    functions: dict[str, list[FunctionEntity]] = field(default_factory=dict)
    strings: dict[tuple[bytes, bool], str] = field(default_factory=dict)
    templates: dict[object, str] = field(default_factory=dict)  # read-only images of initialisers
    parsed_blocks: set[str] = field(default_factory=set)
    model_entities: dict[str, list[FunctionEntity]] = field(default_factory=dict)
    startup: Builder = field(default_factory=Builder)
    shared_names: dict[str, ObjectVariable] = field(default_factory=dict)  # variables with external linkage
    used_names: set[str] = field(default_factory=set)
    record_keys: Counter[str] = field(default_factory=Counter)  # by tag: records of several scopes share it
    initialised: set[str] = field(default_factory=set)
    extern_uses: dict[str, Location] = field(default_factory=dict)
    dynamic_shared: dict[str, str] = field(default_factory=dict)  # function to the name of its array
    pending: list[Any] = field(default_factory=list)
    declare_text: "Callable[[Linkage, str], None] | None" = None  # parses a block of the registry
    setting: Mapping[str, str] = field(default_factory=dict)  # names of models: `opmodels/library_variables.py`

    def record_key(self, tag: str) -> str:
        """By what name reports know a new record."""
        self.record_keys[tag] += 1
        number = self.record_keys[tag]
        return tag if number == 1 else f"{tag}#{number}"

    def declare_block(self, name: str) -> bool:
        """Declare what the models say of `name`; False if they say nothing, or have said it already."""
        text = registry.block(name)
        if text is None or text in self.parsed_blocks or self.declare_text is None:
            return False
        self.parsed_blocks.add(text)
        self.declare_text(self, text)
        return True


@dataclass(slots=True)
class Jumps:
    """Where break and continue lead, and the scopes that stay open there."""

    scope: Scope
    break_to: int
    continue_to: int | None = None
    continue_scope: Scope | None = None


@dataclass(slots=True)
class Context:
    """What a lowering function works on."""

    link: Linkage
    file: str
    cxx: bool  # C++ rules (all files but .c)
    builder: Builder
    scope: Scope
    file_scope: Scope
    function: FunctionEntity | None = None
    return_slot: Operand | None = None  # where a struct result goes
    variadic_slots: Operand | None = None  # where the arguments for ... lie
    jumps: list[Jumps] = field(default_factory=list)
    cases: list[dict[int, int]] = field(default_factory=list)  # label of each case node of the open switches
    labels: dict[str, int] = field(default_factory=dict)
    placed_labels: set[str] = field(default_factory=set)
    label_uses: dict[str, Location] = field(default_factory=dict)
    in_memory: frozenset[int] = frozenset()  # ids of Decl nodes whose address is taken
    records: dict[int, Any] = field(default_factory=dict)  # declared record or enum of a syntax node
    statics: dict[str, int] = field(default_factory=dict)
    unevaluated: bool = False
    result_target: Any = None  # the place that the record result of the call at hand initialises

    def loc(self, node: Any) -> Location:
        """Where a syntax node stands; a declaration stands at its name."""
        if isinstance(node, c_ast.Decl) and node.name:
            declarator = node.type
            while not isinstance(declarator, c_ast.TypeDecl) and getattr(declarator, "type", None) is not None:
                declarator = declarator.type
            return location_of(declarator if isinstance(declarator, c_ast.TypeDecl) else node)
        return location_of(node)


@contextmanager
def block(ctx: Context, loc: Location = NOWHERE) -> Iterator[Scope]:
    """A nested scope; its objects die at the end."""
    outer = ctx.scope
    ctx.scope = Scope(outer)
    try:
        yield ctx.scope
        ctx.builder.dead(ctx.scope.alive, loc)
    finally:
        ctx.scope = outer


@contextmanager
def discarded(ctx: Context) -> Iterator[None]:
    """Lower something for its type alone: what it emits is dropped."""
    builder = ctx.builder
    saved: list[Item] = builder.code
    prologue, alive, before = builder.prologue, ctx.scope.alive, ctx.unevaluated
    builder.code, builder.prologue, ctx.scope.alive = [], [], []
    ctx.unevaluated = True
    try:
        yield
    finally:
        builder.code, builder.prologue, ctx.scope.alive = saved, prologue, alive
        ctx.unevaluated = before


@contextmanager
def captured(ctx: Context) -> Iterator[list[Item]]:
    """Collect what is emitted instead of appending it."""
    outer = ctx.builder.code
    inner: list[Item] = []
    ctx.builder.code = inner
    try:
        yield inner
    finally:
        ctx.builder.code = outer
