"""A kernel as machine code, for all launches of it."""

from collections.abc import Callable
from dataclasses import field

from cudabmc.goto.program import Assign, Call, Function, Program, Space
from cudabmc.goto.types import Type
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import LaunchVariable
from cudabmc.kernel.inlining import FindModel, GraphForm, kernel_graph
from cudabmc.kernel.instructions import AtomicLoad
from cudabmc.kernel.launch_variables import LaunchVariables
from cudabmc.kernel.promotion import promote
from cudabmc.late_dataclass import dataclass
from cudabmc.native import models
from cudabmc.native.kernels import renumbering, stamps, unset_text, warp_stamps
from cudabmc.native.kernels.grid_text import ENTRY, write_grid
from cudabmc.native.kernels.interval_text import local_bytes
from cudabmc.native.kernels.kernel_writer import KernelWriter
from cudabmc.native.kernels.own_places import OwnPlaces, own_places
from cudabmc.native.kernels.parameter_objects import ParameterObject, take_out
from cudabmc.native.kernels.places import PointerFacts, Root, may_be_undefined, may_be_unset, pointer_facts, root_of
from cudabmc.native.kernels.prelude import TEXT
from cudabmc.native.kernels.relocation import is_relocatable
from cudabmc.native.kernels.scope import KernelScope, PythonCall
from cudabmc.native.kernels.thread_text import frame_words, usable_parameters, write_thread
from cudabmc.native.kernels.warp_text import meetings_text
from cudabmc.native.machine_code import LlvmCompiler, MachineCode
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.properties import Property
from cudabmc.state.reach import ReachMark
from cudabmc.state.value import Value

MOST_INSTRUCTIONS = 60_000
"""A kernel that is longer with all that it calls is left to the interpreter: LLVM takes seconds for this many, and
nothing can stop it."""


@dataclass(slots=True)
class SharedArray:
    """An array in shared memory. `dynamic` ones have the bytes that the launch says."""

    name: str
    size: int
    dynamic: bool


@dataclass(frozen=True, slots=True)
class ThreadLayout:
    """What a thread has of its own: words that it keeps where it waits, and variables in local memory with so many
    bytes in all."""

    frame_words: int
    locals: int
    local_bytes: int


@dataclass(slots=True)
class KernelCode:
    """What a launch has to know: `parameters` are registers with a value in machine code, and their types; the others
    are as in `KernelWriter` and `KernelScope`, and `unread` as in `KernelGraph`. If it is `relocatable`, it does the
    same with other objects that hold the same. If it `can_share`, its blocks may run on several cores (`shares.py`).
    `unset` parameters have marks (`KernelScope`). `variables` of the models are in these registers, and it is for
    launches where those are the same that it has `assumed` (`kernel.launch_variables`). `surroundings` are what it asks
    about (`modelapi.InputsPart`). Of launches `apart` says whether their threads are (`apart.py`)."""

    parameters: dict[int, Type]
    symbols: list[str]
    shared: list[SharedArray]
    parameter_objects: list[ParameterObject]
    calls: list[PythonCall]
    notes: list[str | ReachMark]
    pointers: PointerFacts
    own_places: dict[Root, OwnPlaces]
    thread: ThreadLayout
    stamp_bytes: int
    text: str
    unread: list[str]
    relocatable: bool
    can_share: bool
    unset: frozenset[int]
    variables: dict[int, LaunchVariable]
    assumed: dict[str, Value | None]
    surroundings: list[str] = field(default_factory=list)
    apart: dict[tuple[object, ...], bool] = field(default_factory=dict)
    code: MachineCode | None = None


@dataclass(frozen=True, slots=True)
class KernelRules:
    """What kernels are made of in a run: models, properties that look at operators or refuse calls, surroundings; and
    the variables of the models as the launch finds them that is in front; whether what threads reach is to be told."""

    find: FindModel
    refused: Callable[[Call], str]
    asked: Callable[[Assign], tuple[Property, ...]]
    is_arbitrary: Callable[[str], bool]
    volatile_is_plain: bool
    value_of: Callable[[str], Value | None]
    tells_reached: bool = False


def kernel_text(program: Program, function: Function, rules: KernelRules, unset: frozenset[int] | None) -> KernelCode:
    """The text of a kernel; `KernelScope` says what `unset` is. Raises TooLargeError, IrreducibleError and
    NoMachineCodeError."""
    variables, form = LaunchVariables(rules.value_of), GraphForm(MOST_INSTRUCTIONS, rules.tells_reached)
    graph = kernel_graph(
        program, function, rules.find, rules.refused, rules.is_arbitrary, _has_form, variables, form=form
    )  # fmt: skip
    promote(graph)
    flow = ControlFlow(graph.blocks)
    if flow.has_endless_loop:  # it goes through all numbers, and the interpreter sees that nothing comes of that
        raise NoMachineCodeError("a loop never ends")
    pointers = pointer_facts(graph, program)
    objects = take_out(graph, flow, pointers)
    scope = KernelScope(rules.asked, objects, volatile_is_plain=rules.volatile_is_plain, unset=unset)
    undefined = may_be_undefined(flow, set(graph.given) - scope.unset)
    if scope.follows_unset:
        undefined = may_be_unset(flow, undefined, graph.types)
    w = KernelWriter(scope, program, graph, flow, undefined, pointers)
    thread = write_thread(w)
    ordered = w.meetings.order_accesses
    parts = [TEXT, warp_stamps.TEXT if ordered else stamps.TEXT + renumbering.TEXT, thread, write_grid(w)]
    if scope.follows_unset:
        parts.append(unset_text.TEXT)
    if w.meetings.of:
        parts.append(meetings_text(w.meetings))
    text = "\n".join(parts)
    parameters = {register: w.types[register] for register in usable_parameters(w)}
    return KernelCode(
        parameters, scope.symbols, _shared(program, scope.symbols),
        [*objects.values()], scope.calls, scope.notes, pointers, own_places(graph, flow, pointers, program),
        ThreadLayout(frame_words(w), len(w.locals), local_bytes(w)), w.stamp_bytes, text,
        list(dict.fromkeys(graph.unread)), is_relocatable(graph, pointers),
        not scope.calls and not _has_common_atomics(w), scope.unset & parameters.keys(), graph.variables,
        variables.assumed,
    )  # fmt: skip


def compile_kernel(made: KernelCode, compiler: LlvmCompiler) -> None:
    """Make machine code of the text."""
    made.code = compiler.compile(made.text, [ENTRY])


def _has_form(call: Call) -> bool:
    return models.native_form(call, random_is_known=False) in models.SCALAR_FORMS


def _has_common_atomics(w: KernelWriter) -> bool:
    """Are there atomics on memory that is not the block's own?"""
    return any(
        isinstance(i, AtomicLoad) and any(kind != "shared" for kind, _ in w.pointers.of(i.addr, w.program))
        for block in w.flow.order for i in w.graph.blocks[block].code
    )  # fmt: skip


def _shared(program: Program, symbols: list[str]) -> list[SharedArray]:
    """The arrays in shared memory that code uses."""
    found: dict[str, SharedArray] = {}
    for name in symbols:
        glob = program.globals.get(name)
        if glob is not None and glob.space is Space.SHARED:
            own = str(root_of(name, program)[1])
            found[own] = SharedArray(own, glob.size, glob.dynamic_shared)
    return list(found.values())
