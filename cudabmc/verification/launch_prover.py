"""The proof of a launch at its place in a run.

A proof is about this one launch, with the sizes, numbers and pointers that it gets there, and about all that a run
checks. What the launch may write is arbitrary behind it. For whatever runs beside it, it has touched all bytes of the
objects that it may reach; if that may conflict with something, the next pass is told so, and has no answer.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import prod

from cudabmc import terms
from cudabmc.errors import ResourceError
from cudabmc.goto.kernels import reached
from cudabmc.goto.program import Assign, Function, Program, Space
from cudabmc.goto.types import PtrType
from cudabmc.interpreter.core import Machine
from cudabmc.kernel.instructions import Builtin
from cudabmc.memory.left_by_launch import leave_arbitrary, may_be_unset
from cudabmc.order import across
from cudabmc.process.limits import remaining
from cudabmc.properties import looking_at
from cudabmc.prover import places
from cudabmc.prover.kernel_proof import WORK, KernelProver
from cudabmc.prover.launch import MOST_BLOCK, MOST_GRID
from cudabmc.prover.placed_launch import PlacedLaunch, PlacedObject
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.prover.proof import KernelProof, ProofScope, ProofStatus
from cudabmc.prover.questions import Solving
from cudabmc.result import ProofOutcome, ProvedKernel
from cudabmc.source.location import Location
from cudabmc.state import model_calls
from cudabmc.state.events import WRITE, Access, Event
from cudabmc.state.execution import Execution
from cudabmc.state.memory import DEVICE_BIT, REACH, MemObject
from cudabmc.state.plan import Blocks, Plan
from cudabmc.state.provenance import Provenance
from cudabmc.state.settings import Settings
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, Value
from cudabmc.terms import Term
from cudabmc.verification.some_threads import some_threads

PROVED: Mapping[str, str] = {
    "api-misuse": "requirements of models",
    "assertion": "assertions, and code that must not be reached",
    "barrier-divergence": "branches on the way to barriers; where threads of a warp wait, there is no proof",
    "bounds": "accesses to all objects, as they are at the place of the launch",
    "data-race": "accesses of two threads; what runs beside the launch is compared with all that it may touch",
    "deadlock": "loops whose end depends on what others do meanwhile: there is no proof",
    "division-by-zero": "divisors",
    "double-free": "free() in a kernel: there is no proof",
    "invalid-free": "free() in a kernel: there is no proof",
    "invalid-pointer": "pointers that lead somewhere else than to known objects: there is no proof",
    "memory-space": "objects that kernels cannot reach: there is no proof",
    "misaligned-access": "offsets of accesses",
    "null-dereference": "accesses through null",
    "uninitialised-read": "loads from what may be unset: there is no proof",
    "uninitialised-use": "branches and addresses that may depend on what nobody has set: there is no proof",
    "use-after-free": "objects that are gone, and variables whose scope has ended: there is no proof",
}
"""The properties that a proof is about, and what of a kernel they are about."""

ELSEWHERE = frozenset({"exit-status", "launch-config", "memory-leak", "unwinding"})
"""Those that are looked at, or cannot be broken, outside of the threads of a launch."""

ALWAYS = frozenset(PROVED) - {"data-race", "assertion", "deadlock", "uninitialised-read", "uninitialised-use"}
"""Those that are asked for even if a run does not check them: without them nothing is known of what the launch does."""

MOST_KEPT = 1 << 10
"""Bytes of the largest array whose contents are kept beside arbitrary ones, or so many values in an array."""

MOST_FACTS = 40
"""Conditions of the path that a proof is told, at most."""


class LaunchProver:
    """Proves the launches of a run. Proofs are kept by what they are about, and by the number of the launch, since they
    hold in replays, too. `taken` is what a report tells of those that were proved, by their numbers, and `assumptions`
    are what answers rest on for that."""

    def __init__(self, program: Program, settings: Settings) -> None:
        self._program = program
        self._settings = settings
        self.taken: dict[int, ProvedKernel] = {}
        self.assumptions: dict[str, None] = {}
        self._solving = Solving()
        self._found: dict[object, KernelProof] = {}
        self._of_run: dict[int, KernelProof] = {}
        self._last: KernelProof | None = None  # of the launch that was asked for last
        self._parts: dict[int, Blocks] = {}

    def prove(self, m: Machine, plan: Plan, by: Thread) -> str:
        """Prove a launch, and let it be over; or why that is not so, with nothing changed."""
        ex, self._last = m.execution, None
        if not self._settings.por:
            return "proofs do not know --no-por"
        if ex.decisions.concurrent or ex.all_orders is not None or by.operation in ex.decisions.stepwise:
            return "it may run beside something that touches the same memory"
        if remaining() == 0:
            raise ResourceError("time ran out (--timeout)")
        why = self._why_not() or self._operators_of(plan.function)
        if why:
            return why
        if plan.cooperative:
            return "it is cooperative"
        if any(not 0 < n <= most for n, most in zip(plan.shape.most, (*MOST_GRID, *MOST_BLOCK), strict=True)):
            return "its sizes are not those of a launch"
        place = _Place(m, plan, by)
        if by.path is not True and any(not _can_be_kept(obj) for obj in place.objects.values()):
            return "it is made on some paths only, and large arrays hold something else on others"
        proof = self._of_run.get(by.id.launch) if ex.given is not None else None
        if proof is None or proof.kernel != plan.function.display:
            proof = self._proof(plan.function, place.launch)
        self._last = proof
        if proof.status is not ProofStatus.PROVED or proof.preconditions:
            return _in_words(proof)
        place.leave(proof)
        if ex.given is None:
            self._note(plan, by, proof, ex.device.launch_sites[by.id.launch])
        return ""

    def some_threads(self, plan: Plan, by: Thread) -> Blocks:
        """Threads of a launch that was not proved: those that may break what its proof could not exclude."""
        if by.id.launch not in self._parts:
            proof, most = self._last, plan.shape.most
            candidates = [] if proof is None else proof.candidates
            whole = proof is None or proof.has_meetings
            self._solving.left = WORK
            self._parts[by.id.launch] = some_threads(
                (most[0], most[1], most[2]), (most[3], most[4], most[5]), candidates, self._solving, whole_blocks=whole
            )
        return self._parts[by.id.launch]

    def _note(self, plan: Plan, by: Thread, proof: KernelProof, loc: Location) -> None:
        """The launch is one that a report tells of."""
        self._of_run[by.id.launch] = proof
        name = plan.function.display
        self.taken[by.id.launch] = ProvedKernel(name, ProofOutcome.PROVED, plan.function.loc, place=loc)
        if proof.has_loops:
            self.assumptions[f"all loops of {name} come to their ends in the launch at {loc}"] = None

    def _why_not(self) -> str:
        """Why no launch is proved in a run with these settings; "" if some may be."""
        settings = self._settings
        if settings.two_threads or settings.warp_sync or settings.volatile_is_plain or settings.atomics_synchronise:
            return "proofs do not know the options of this run"
        unknown = sorted(
            prop.id for prop in settings.enabled
            if prop.id not in PROVED and prop.id not in ELSEWHERE and prop.operator is None
        )  # fmt: skip
        return f"proofs do not know {unknown[0]}" if unknown else ""

    def _operators_of(self, kernel: Function) -> str:
        """A property that looks at an operator of a kernel, and that proofs know nothing of; "" if there is none."""
        left = [p for p in self._settings.enabled if p.operator is not None and p.id not in PROVED]
        for name in (kernel.name, *sorted(reached(self._program, kernel))) if left else ():
            function = self._program.functions.get(name)
            for i in function.body if function is not None else ():
                if isinstance(i, Assign) and (asking := [p for p in looking_at(i, left) if p in left]):
                    return f"{i.loc}: proofs do not know {asking[0].id}"
        return ""

    def _proof(self, kernel: Function, launch: PlacedLaunch) -> KernelProof:
        """The proof of a launch, which is made once."""
        parts = (launch.sizes, launch.arguments, launch.objects)
        key = (kernel.name, launch.unset, launch.facts, *(tuple(part.items()) for part in parts))
        if key not in self._found:
            enabled = frozenset(prop.id for prop in self._settings.enabled)
            scope = ProofScope(
                properties=ALWAYS | (enabled & frozenset(PROVED)), same_value_races=self._settings.same_value_races,
                blocks_apart=self._settings.intra_block_only, placed=launch,
            )  # fmt: skip
            self._solving.left = WORK
            self._found[key] = KernelProver(self._program, kernel, model_calls.find, scope, self._solving).run()
        return self._found[key]


class _Place:
    """A launch at its place: the objects that threads may come to, and the launch as a proof takes it."""

    def __init__(self, m: Machine, plan: Plan, by: Thread) -> None:
        self._m = m
        self._ex = m.execution
        self._plan = plan
        self._by = by
        self.objects: dict[PointedObject, MemObject] = {}
        self.launch = self._launch()

    def _launch(self) -> PlacedLaunch:
        ex, function, shape = self._ex, self._plan.function, self._plan.shape
        for name in sorted(reached(ex.program, function)):
            glob = ex.program.globals.get(name)
            if glob is not None and REACH[glob.space] & DEVICE_BIT and glob.space not in (Space.SHARED, Space.LOCAL):
                self.objects["global", name] = ex.s.objects[self._m.symbols.symbol(name, self._host).obj]
        arguments: dict[int, terms.TermValue | PlaceSet] = {}
        unset = set[int]()
        for register, (value, type) in enumerate(zip(self._plan.args, function.param_types, strict=True)):
            if ex.unwritten.concerns(ex.unwritten.number(value)):
                unset.add(register)
            elif isinstance(type, PtrType):
                arguments[register] = self._led(value, register)
            elif isinstance(value, bool | int | Term):
                arguments[register] = value
        both = ((Builtin.GRID_DIM, shape.grid), (Builtin.BLOCK_DIM, shape.block))
        sizes = {(variable, axis): extents[axis] for variable, extents in both for axis in range(3)}
        launch = PlacedLaunch(sizes, arguments, self._told(), (), frozenset(unset))
        return replace(launch, facts=self._facts(launch))

    def _told(self) -> dict[PointedObject, PlacedObject]:
        """The objects as a proof takes them, and the arrays in shared memory."""
        found = dict[PointedObject, PlacedObject]()
        for base, obj in self.objects.items():
            assert isinstance(obj.size, int | Term)
            writable = not obj.read_only and obj.space is not Space.CONSTANT
            found[base] = PlacedObject(obj.size, writable, may_be_unset(self._ex, obj))
        for name, glob in self._ex.program.globals.items():
            if glob.space is Space.SHARED:
                size = self._plan.shmem if glob.dynamic_shared else glob.size
                found["shared", name] = PlacedObject(size, unset=True)
        return found

    @property
    def _host(self) -> Thread:
        host = self._ex.s.host
        assert host is not None
        return host

    def _led(self, value: Value, register: int) -> PlaceSet:
        """Where a pointer leads, which may be to an object that another one leads to, too."""
        if not isinstance(value, Pointer):
            return places.anywhere("a pointer that depends on inputs")
        obj = self._ex.s.objects.get(value.obj)
        if obj is None:
            null = value.obj == 0 and value.offset == 0
            return places.to(places.NULL) if null else places.anywhere("a pointer to no object")
        why = _unusable(self._ex, obj, self._by.path)
        if why:
            return places.anywhere(f"a pointer to '{obj.name}', {why}")
        base = next((base for base, one in self.objects.items() if one.id == obj.id), ("parameter", register))
        self.objects[base] = obj
        offset = value.offset
        return places.to(base, offset & (1 << 64) - 1 if isinstance(offset, int) else offset)

    def _facts(self, launch: PlacedLaunch) -> tuple[terms.TermValue, ...]:
        """What is known of inputs that the launch depends on."""
        free = frozenset[Term]().union(*(terms.free_vars(v) for v in launch.values if isinstance(v, Term)))
        if not free:
            return ()
        known = terms.land(self._ex.s.alive, self._by.path)
        parts = terms.conjuncts(known) if isinstance(known, Term) else ()
        return tuple(part for part in parts if terms.free_vars(part) <= free)[:MOST_FACTS]

    def leave(self, proof: KernelProof) -> None:
        """The launch is over: what it may have written is arbitrary."""
        ex, by, function = self._ex, self._by, self._plan.function
        listener, how = ex.listening.listener, Access(WRITE, (function.name, 0))
        for base, written in proof.touched.items():
            if base not in self.objects:
                continue  # shared memory is gone
            obj = ex.s.own_object(ex.s.objects[self.objects[base].id])
            if across.meets_others(ex, obj):
                whole: tuple[tuple[int, Value], ...] = ((0, obj.size),)
                across.by_launch(ex, by, obj, how.point, whole if written else (), () if written else whole)
            if written:
                unset = self._m.uninitialised.watched and base in proof.unset
                leave_arbitrary(ex, self._m.objects.memory, obj, by, unset=unset)
                if listener is not None:
                    ex.listening.heard.append(Event.of_host(self._host, obj, 0, obj.size, how, ex.s.device.issued))
        ex.s.changes += 1
        for text in proof.notes:
            ex.remarks.note(text)
        if listener is not None:
            listener.ran_at_once(function.display, prod(self._plan.shape.most))


def _can_be_kept(obj: MemObject) -> bool:
    """Is little known of what an object holds, so that it may be one side of a choice?"""
    each = isinstance(obj.untouched, Provenance) and obj.array is None
    if each or obj.flat_bytes is not None or obj.elements is not None:
        return isinstance(obj.size, int) and obj.size <= MOST_KEPT
    return len(obj.cells) <= MOST_KEPT


def _unusable(ex: Execution, obj: MemObject, path: Value) -> str:
    """Why kernels cannot use an object on a path; "" if they can."""
    life = obj.lifetime
    if not obj.is_live or (life.freed is not False and ex.possible(terms.land(path, life.freed))):
        return "which may have been freed" if life.heap else "whose scope may have ended"
    if life.birth is not True and ex.possible(terms.land(path, terms.lnot(life.birth))):
        return "which may not be there"
    if not REACH[obj.space] & DEVICE_BIT or obj.space in (Space.SHARED, Space.LOCAL):
        return "which kernels cannot reach"
    return ""


def _in_words(proof: KernelProof) -> str:
    """The first reasons why there is no proof."""
    texts = [*proof.preconditions, *proof.reasons]
    for one in proof.candidates:
        where = ", ".join(dict.fromkeys(str(loc) for loc in one.locations))
        texts.append(f"{where}: {one.text} ({one.prop})")
    return texts[0] + (f", and {len(texts) - 1} more" if texts[1:] else "")
