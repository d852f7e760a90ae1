"""The proof of one kernel, for every launch that its question allows.

One thread that is not known takes its way through the kernel (`walk.py`), as a whole first: that gives the states in
which barriers are passed, and all accesses. It then takes its way through each interval between barriers. Two copies of
the thread answer the questions: do all threads of a block come to a barrier together, do two accesses of one interval
meet in a block, do two accesses of different blocks meet. Betts et al., The Design and Implementation of a Verification
Technique for GPU Kernels, TOPLAS 2015, sections 4 and 5; Li and Gopalakrishnan, Scalable SMT-Based Verification of GPU
Kernel Functions, FSE 2010, section 4.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum
from itertools import combinations_with_replacement
from time import perf_counter

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Const, Function, Program, Space, Symbol
from cudabmc.goto.types import BOOL, I32, I64, FloatType, IntType, PtrType, VoidType
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.inlining import FindModel, TooLargeError, kernel_graph
from cudabmc.kernel.instructions import Builtin, Note, Rendezvous, operands
from cudabmc.kernel.loops import IrreducibleError
from cudabmc.kernel.promotion import promote
from cudabmc.kernel.uniformity import Together, behind, divergence
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import places
from cudabmc.prover.contract_proof import ClaimQuestion, ContractProof, FactOfTwo
from cudabmc.prover.contracts import AccessLog, access_logs, is_word
from cudabmc.prover.events import (
    AccessKind,
    ContentsOf,
    LostThread,
    MemoryAccess,
    RegisterValue,
    Requirement,
    ThreadState,
    ThreadTrace,
)
from cudabmc.prover.explaining import AskedAbout, Explaining
from cudabmc.prover.influence import decided_by_unset, reads_unset, waiting_loops
from cudabmc.prover.integers import Overlap
from cudabmc.prover.kernel_part import KernelPart, is_barrier
from cudabmc.prover.known_arguments import MOST_APART, NOTHING_SAID, KnownArguments
from cudabmc.prover.launch import Extents, LaunchSize, SizeLimits, launch_shape, read_coordinates
from cudabmc.prover.lifetimes import may_be_gone, own_objects
from cudabmc.prover.loop_plans import Counter, LoopPlans
from cudabmc.prover.memory_use import MemoryUse
from cudabmc.prover.placed_launch import PlacedLaunch
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.prover.preconditions import (
    ShapeGroup,
    SizeParameter,
    as_launched,
    launched_blocks,
    no_overflow,
    not_negative,
    room_for_steps,
    shapes,
    sizes_that_fit,
)
from cudabmc.prover.program_launch import Aliases, PassedPointer, ProgramLaunch, fulfilled
from cudabmc.prover.questions import Open, Precondition, ProofQuestion, Settled, Solving
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.prover.walk import NOT_ACCESSED, Walk
from cudabmc.result import ProofExplanation
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue
from opmodels.registry import Model

PROVABLE = frozenset({"assertion", "barrier-divergence", "bounds", "data-race", "division-by-zero"})
"""The properties that proofs are about."""

MOST_WALKS = 8
"""Rounds of learning about the loops of a region."""

_EXTENT = re.compile(r"\[(\d+)\]")

WORK = 30_000_000
"""What the solver may do for one kernel: some fifteen seconds."""

MOST_OVERLAPS = 60
"""Pairs of accesses that are asked about at once."""


class ProofStatus(Enum):
    """What is known of a kernel."""

    PROVED = "proved"
    CANDIDATE = "candidate"  # something may be broken: an execution must show it
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Candidate:
    """What could not be excluded: property `prop` is broken at these places. `question` is what is open, `why` why the
    solver has no answer, empty if it has found values. It may be what a `contract` says."""

    prop: str
    text: str
    locations: tuple[Location, ...]
    question: ProofQuestion
    why: str = ""
    contract: bool = False


@dataclass(slots=True)
class KernelProof:
    """What is known of a kernel. It is proved if there are neither candidates nor reasons; `preconditions` are those
    that the proof takes. Candidates may be those of a `launch` of the program. `touched` are the objects that threads
    may access, and whether they may write them; those that are `unset` may hold something at the end that nobody has
    set. `notes` are assumptions of what they call. What is `assumed` in the text of the kernel is told by its place,
    and whether it is required of launches. `explanations` say how it was proved, if that is wanted: for all launches
    at once, or for several kinds of them."""

    kernel: str
    preconditions: dict[str, Precondition] = field(default_factory=dict)
    candidates: list[Candidate] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    one: tuple[LaunchSize, ...] = ()
    launch: ProgramLaunch | None = None
    assumed: dict[Location, bool] = field(default_factory=dict)
    touched: dict[PointedObject, bool] = field(default_factory=dict)
    unset: frozenset[PointedObject] = frozenset()
    notes: tuple[str, ...] = ()
    has_loops: bool = False
    explanations: tuple[ProofExplanation, ...] = ()

    @property
    def status(self) -> ProofStatus:
        if self.candidates:
            return ProofStatus.CANDIDATE
        return ProofStatus.UNKNOWN if self.reasons else ProofStatus.PROVED


@dataclass(frozen=True, slots=True)
class ProofScope:
    """What launches a proof is about: known sizes and arguments, and which properties. `blocks` are the extents of all
    blocks that the program launches the kernel with, if they are known, and `launches` those that it makes: a proof may
    need what they have in common. Pointers lead to different arrays but for `aliases`. A proof of a launch that is
    `placed` is about that one alone, takes no preconditions, and asks for all that may go wrong in it."""

    sizes: Mapping[LaunchSize, int | SizeLimits] = field(default_factory=dict)
    arguments: KnownArguments = NOTHING_SAID
    properties: frozenset[str] = PROVABLE
    blocks: tuple[Extents, ...] = ()
    launches: tuple[ProgramLaunch, ...] = ()
    aliases: Aliases = field(default_factory=dict)
    same_value_races: bool = False
    blocks_apart: bool = False  # races between blocks are not looked for
    placed: PlacedLaunch | None = None
    explained: bool = False  # how it is proved is told, too

    @property
    def is_limited(self) -> bool:
        """Is anything said of sizes or arguments?"""
        return bool(self.sizes or self.arguments.ranges)


class KernelProver:
    """Proves one kernel."""

    def __init__(
        self, program: Program, kernel: Function, find: FindModel, scope: ProofScope, solving: Solving
    ) -> None:  # fmt: skip
        self._program = program
        self._kernel = kernel
        self._find = find
        self._scope = scope
        self._solving = solving
        self._unknowns = Unknowns()
        self._sizes: list[int] = []
        self._own: dict[int, str] = {}  # the names of variables in memory, by their registers
        self._parameter_values: list[SizeParameter] = []
        self._logs: tuple[AccessLog, ...] = ()
        self._rejected: set[Location] = set()  # candidates of contracts that fail
        self._launched: tuple[TermValue, ...] = ()  # facts, whatever contracts require
        self._facts_of_two: list[FactOfTwo] = []  # by contracts, in the region at hand
        self._earlier: list[TermValue] = []  # those of two threads that come there
        self._settling = Settling(solving, self._unknowns)
        self._explaining = Explaining()
        self.proof = KernelProof(kernel.display, self._settling.needed)

    def run(self) -> KernelProof:
        """The proof, as far as it goes."""
        proof = self.proof
        try:
            graph = kernel_graph(self._program, self._kernel, self._find, whole=self._is_taken_whole)
            self._own = {
                i.dst: i.var.name for block in graph.blocks for i in block.code if isinstance(i, Alloca)
            }  # fmt: skip
            promote(graph)
            whole = KernelPart(graph, 0, None, interval=False)
            if self._scope.explained:
                self._explaining.begin(whole, self._program)
        except TooLargeError:
            proof.reasons.append("the kernel is too large with all that it calls")
            return proof
        except IrreducibleError:
            proof.reasons.append("a loop has two entries")
            return proof
        launch_bounds = self._kernel.launch_bounds
        read = read_coordinates(self._program, self._kernel, self._find) | self._made_along()
        placed = self._scope.placed
        for value in placed.values if placed is not None else ():
            self._unknowns.from_outside(value)
        sizes = self._scope.sizes if placed is None else placed.sizes
        self._shape = launch_shape(self._unknowns, read, sizes, launch_bounds)
        proof.one = self._shape.one
        entry = ThreadState(True, self._parameters())
        known = () if placed is None else tuple(fact for fact in placed.facts if fact is not True)
        self._shape = replace(self._shape, facts=(*self._shape.facts, *self._limits(entry), *known))
        self._parameter_values = list(self._numbers(graph, entry))
        self._sizes = _sizes_named(graph, self._program)
        self._settling.facts = self._launched = self._shape.facts
        self._offer_preconditions(graph, entry)
        self._prove(graph, whole, entry)
        if proof.status is ProofStatus.PROVED:
            self._settling.drop_implied()
        proof.explanations = self._explaining.explanations()
        return proof

    def _is_taken_whole(self, model: Model) -> bool:
        """Is it enough to know what memory a model touches, or what it says in a contract? A run would see what it
        prints, and look at textures."""
        return (model.is_told or is_word(model.name)) and self._scope.placed is None

    def _made_along(self) -> frozenset[LaunchSize]:
        """The coordinates along which launches of the program have several threads or blocks."""
        index = {Builtin.GRID_DIM: Builtin.BLOCK_IDX, Builtin.BLOCK_DIM: Builtin.THREAD_IDX}
        sizes = (size for launch in self._scope.launches for size, extent in launch.sizes.items() if extent > 1)
        return frozenset((index[variable], axis) for variable, axis in sizes)

    def _offer_preconditions(self, graph: KernelGraph, entry: ThreadState) -> None:
        """What may be supposed of a launch: nothing that the program does not keep to."""
        if self._scope.placed is not None:
            self._settling.launched = True
            return
        shape, sizes, parameters = self._shape, self._sizes, self._parameter_values
        made = [launch.values(shape, entry.registers) for launch in self._scope.launches]
        groups = shapes(shape, sizes, parameters, _pitches(graph))
        blocks = [*dict.fromkeys(launch.block for launch in self._scope.launches)]
        if made:
            weaker = [one for group in groups for one in (*group.weaker, *group.strongest)]
            kept = [[fulfilled(one, made) for one in some] for some in (
                as_launched(shape, sizes, parameters, blocks), weaker)]
            self._settling.shapes = [ShapeGroup(tuple(kept[0]), tuple(kept[1]))]
            self._settling.launched = True
        else:
            extents = launched_blocks(shape, self._scope.blocks)
            self._settling.shapes = [ShapeGroup((extents,)), *groups] if extents else groups
        general = fulfilled([*sizes_that_fit(shape), *not_negative(parameters)], made)
        if not made and self._scope.is_limited:  # a condition that no launch fulfils says nothing
            general = tuple(one for one in general if not self._settling.refuted([one.cond]))
        self._settling.general = list(general)

    # ------------------------------------------------------------ the start of the kernel

    def _parameters(self) -> dict[int, RegisterValue]:
        found: dict[int, RegisterValue] = {}
        for register, (variable, type) in enumerate(zip(self._kernel.params, self._kernel.param_types, strict=True)):
            name = variable.name or f"argument {register}"
            placed = self._scope.placed
            if placed is not None and register in placed.arguments:
                found[register] = placed.arguments[register]
            elif isinstance(type, PtrType):
                said = self._scope.arguments.pointer(self._kernel, register, self._unknowns, self._align(register))
                found[register] = said or self._passed(register)
            elif name in self._scope.arguments.numbers and isinstance(type, IntType):
                found[register] = self._scope.arguments.numbers[name] & (1 << type.width) - 1
            elif not isinstance(type, VoidType):
                found[register] = self._unknowns.value(f"argument.{register}.{name}", type, Shared.GRID)
        return found

    def _passed(self, register: int) -> PlaceSet:
        """Where a pointer leads: to the start of an array of its own, or as the launches of the program have it."""
        array, behind = self._scope.aliases.get(register, (register, 0))
        passed = [launch.arguments[array] for launch in self._scope.launches]
        starts = {one for one in passed if isinstance(one, PassedPointer)}
        offsets, variables = {one.offset for one in starts}, {one.variable for one in starts}
        if not any(one.object > 0 for one in starts):
            return places.to(places.NULL) if starts else places.to(("parameter", array), behind)
        if len(variables) > 1 or not all(one.object > 0 for one in starts):
            return places.anywhere("a pointer that leads to different variables, or is null at times")
        base: PointedObject = ("global", variables.pop()) if variables != {""} else ("parameter", array)
        if len(offsets) == 1:
            return places.to(base, offsets.pop() + behind)
        align = self._align(array)
        steps = self._unknowns.value(f"start.{array}", I64, Shared.GRID, 0, MOST_APART // align)
        first = terms.apply(Op.MUL, I64, I64, (steps, align))
        return places.to(base, terms.apply(Op.ADD, I64, I64, (first, behind)))

    def _align(self, register: int) -> int:
        """To how many bytes what a pointer leads to is aligned, as far as its declaration tells."""
        declared = self._program.parameters.get(self._kernel.name, ())
        type = declared[register].element_type if len(declared) == len(self._kernel.params) else None
        return type.size if isinstance(type, IntType | FloatType) and type.size in (2, 4, 8) else 1

    def _limits(self, entry: ThreadState) -> Iterator[TermValue]:
        """What is said of arguments."""
        for register, (variable, type) in enumerate(zip(self._kernel.params, self._kernel.param_types, strict=True)):
            value = entry.registers.get(register)
            if isinstance(type, IntType) and isinstance(value, Term):
                yield from self._scope.arguments.limits(value, variable, type)

    def _numbers(self, graph: KernelGraph, entry: ThreadState) -> Iterator[SizeParameter]:
        for register, variable in enumerate(self._kernel.params):
            type, value = graph.types[register], entry.registers.get(register)
            if isinstance(type, IntType) and type.width >= 32 and variable.signed and isinstance(value, Term):
                yield variable.name, value, type

    # ------------------------------------------------------------ the proof

    def _prove(self, graph: KernelGraph, whole: KernelPart, entry: ThreadState) -> None:
        agreed = _parting_barriers(whole)
        trace = self._whole(whole, entry, agreed)
        self._suppose_exact(trace)
        self._required(whole, trace, entry)
        meets = self._agreed(whole, trace, agreed)
        self._lost(trace.lost)
        if self._scope.placed is not None:
            self._at_its_place(self._scope.placed, graph, whole, trace)
        for requirement in trace.requirements:
            self._requirement(requirement)
        self._bounds(trace.accesses)  # first: they tell most about the shape of blocks, which the rest may need
        if meets:
            self._within_blocks(graph, whole, trace, entry)
        else:
            self.proof.reasons.append("threads may not meet at barriers, so what lies between them is not known")
        if not self._scope.blocks_apart:
            self._suppose_exact(trace)
            self._races(trace.accesses, same_block=False)

    def _at_its_place(
        self, placed: PlacedLaunch, graph: KernelGraph, whole: KernelPart, trace: ThreadTrace
    ) -> None:  # fmt: skip
        """What else a run would look at in one launch."""
        reasons = self.proof.reasons
        here = replace(placed, objects={**placed.objects, **own_objects(whole)})
        for requirement in here.requirements([*trace.accesses, *trace.own], self._name):
            self._requirement(requirement)
        for access in may_be_gone(whole, trace):
            reasons.append(f"{access.loc}: a local variable may be used outside of its scope")
        code = [i for number in whole.flow.order for i in whole.flow.blocks[number].code]
        for i in code:
            if isinstance(i, Rendezvous) and i.scope != "block":
                reasons.append(f"{i.loc}: threads wait for each other, and nothing shows that they meet")
        self._of_unset(placed, graph, whole, trace)
        self.proof.has_loops = bool(whole.loops)
        if "deadlock" in self._scope.properties:
            reasons += [
                f"{loc}: a loop that may wait for what other threads do (deadlock)"
                for loc in waiting_loops(whole, trace)
            ]
        for access in trace.accesses:
            self.proof.touched[access.base] = access.how.writes or self.proof.touched.get(access.base, False)
        self.proof.notes = tuple(dict.fromkeys(i.text for i in code if isinstance(i, Note)))

    def _of_unset(self, placed: PlacedLaunch, graph: KernelGraph, whole: KernelPart, trace: ThreadTrace) -> None:
        """Nothing that nobody has set decides anything, or is read."""
        unset = [base for base, obj in placed.objects.items() if obj.unset]
        if "uninitialised-use" in self._scope.properties:
            found, left = decided_by_unset(graph, whole, trace, unset, placed.unset)
            self.proof.unset = frozenset(left)
            self.proof.reasons += [
                f"{loc}: something may depend on memory that nobody has written (uninitialised-use)" for loc in found
            ]
        if "uninitialised-read" in self._scope.properties:
            self.proof.reasons += [
                f"{loc}: memory may be read that nobody has written (uninitialised-read)"
                for loc in reads_unset(whole, trace, unset)
            ]

    def _within_blocks(self, graph: KernelGraph, whole: KernelPart, trace: ThreadTrace, entry: ThreadState) -> None:
        barriers = [number for number, block in enumerate(graph.blocks) if is_barrier(block)]
        if not barriers and not whole.loops:
            self._explaining.interval(whole, entry, trace.accesses)
            self._races(trace.accesses, same_block=True)
            return
        self._interval(graph, None, entry, trace)
        for number in barriers:
            state = trace.barriers.get(number)
            if state is not None and state.reach is not False:
                self._interval(graph, number, state, trace)

    def _whole(
        self, whole: KernelPart, entry: ThreadState, agreed: frozenset[int]
    ) -> ThreadTrace:  # fmt: skip
        """The kernel as a whole, if all threads of a block go the same way behind the branches `agreed`."""
        self._flow = whole.flow
        parted = divergence(whole.flow, whole.live, Together.BLOCK, agreed)
        together = frozenset(whole.loops) - parted.blocks
        uniform = frozenset(range(len(whole.graph.types))) - parted.registers
        written, trace = self._written(whole, entry, together, uniform)
        self._know_required(trace)
        if trace.logged:
            self._logs = access_logs(whole.graph, trace.logged)
            whole = KernelPart(whole.graph, whole.entry, None, interval=False, logs=self._logs)
        counts, shown = list(self._settling.counts), list(self._settling.shown)
        while True:
            plans = LoopPlans(whole, self._unknowns, together, uniform, self._sizes)
            last = self._walked(whole, entry, plans, written)
            claims = ContractProof(self._unknowns, whole, plans, last.trace, self._shape.facts)
            self._suppose_exact(last.trace)
            self._facts_of_two, self._flow = claims.facts_of_two, whole.flow
            if not self._is_refuted(claims, last):
                break
            self._settling.counts, self._settling.shown = list(counts), list(shown)
        for one in claims.questions(last.back, self._pair(same_block=True)):
            if one.claim.kind is None or not one.claim.kind.is_candidate:
                self._settle_claim(one, whole, last.trace)
        return last.trace

    def _is_refuted(self, claims: ContractProof, last: Walk) -> bool:
        """Does a candidate of a contract fail? All that was found while it was supposed is void then."""
        failed = {
            one.claim.loc for one in claims.questions(last.back, self._pair(same_block=True))
            if one.claim.kind is not None and one.claim.kind.is_candidate
            and self._settling.answer(one.question, shapes=False) != Settled()
        }  # fmt: skip
        self._rejected |= failed
        return bool(failed)

    def _know_required(self, trace: ThreadTrace) -> None:
        """What a kernel requires of sizes and arguments holds in all launches that count. Preconditions that exclude
        all of them say nothing."""
        conditions = [terms.implies(one.where, one.cond) for one in trace.assumed if one.required]
        known = tuple(cond for cond in conditions if self._unknowns.common(cond) is Shared.GRID)
        if known:
            self._launched = self._shape.facts
            self._shape = replace(self._shape, facts=(*self._shape.facts, *known))
            settling = self._settling
            settling.facts = self._shape.facts
            settling.general = [one for one in settling.general if not settling.refuted([one.cond])]

    def _is_fulfilled(self, assumed: Sequence[TermValue]) -> bool:
        """May there be a launch of which all that is assumed holds, for each thread?"""
        if not assumed or self._settling.refuted(assumed):
            return not assumed
        both = [*assumed, *(self._unknowns.of_another(one, same_block=True) for one in assumed)]
        if not self._settling.refuted([*self._pair(same_block=True), *both]):
            return True
        alone = (terms.equal(self._shape.values[Builtin.BLOCK_DIM, axis], 1, I32) for axis in range(3))
        return not self._settling.refuted([*assumed, *alone])

    def _required(self, whole: KernelPart, trace: ThreadTrace, entry: ThreadState) -> None:
        """What a kernel requires of its launches holds of those of the program, and of some that are meant."""
        self.proof.reasons += [f"{loc}: {why}" for loc, why in whole.contracts.refused]
        if not self._is_fulfilled([terms.implies(one.where, one.cond) for one in trace.assumed]):
            self.proof.reasons.append("no launch that is meant fulfils the preconditions and assumptions of the kernel")
        for one in trace.assumed:
            self.proof.assumed[one.loc] = one.required
            for launch in self._scope.launches if one.required else ():
                conditions = (*self._launched, one.where, terms.lnot(one.cond))
                question = ProofQuestion(conditions).with_numbers(launch.values(self._shape, entry.registers))
                if isinstance(self._solving.settle(question), Open):
                    text = f"{one.loc}: a launch of the program may not fulfil the precondition"
                    if text not in self.proof.reasons:
                        self.proof.reasons.append(text)

    def _written(
        self, whole: KernelPart, entry: ThreadState, together: frozenset[int], uniform: frozenset[int]
    ) -> tuple[ContentsOf, ThreadTrace]:  # fmt: skip
        """The contents of what no thread ever writes, and of shared memory that no thread writes between two
        barriers; and a walk in which all contents are arbitrary."""
        plans = LoopPlans(whole, self._unknowns, together, uniform, self._sizes)
        trace = self._walked(whole, entry, plans, lambda base, block: None, learn_only=True).trace
        self._memory = MemoryUse(whole.graph, trace)
        if "data-race" in self._scope.properties and any(one is not None for one in whole.contracts.code.values()):
            self._memory.watch(whole.graph, trace)
        return self._memory.contents_in(None), trace

    def _walked(
        self, region: KernelPart, entry: ThreadState, plans: LoopPlans, contents: ContentsOf,
        *, learn_only: bool = False,
    ) -> Walk:  # fmt: skip
        """A region, with what can be learned of its loops."""

        def walk() -> Walk:
            plans.begin()
            made = Walk(
                self._program, region, self._shape, self._unknowns, contents, plans.enter, plans.made,
                None if learn_only else self._rejected, None if learn_only else self._memory,
            )  # fmt: skip
            made.run(entry)
            return made

        last = walk()
        for _ in range(MOST_WALKS):
            if not plans.learn(last.back):
                break
            last = walk()
        else:
            self.proof.reasons.append("too little is known of the registers that a loop changes")
        if region.loops and not learn_only:
            if plans.remember(last.back):
                last = walk()
            if plans.guess(last.back, self._settling.holding):
                last = walk()
            if plans.straighten(last.back, self._settling.holding):
                last = walk()
            if self._count(plans, last):
                last = walk()
            self._suppose(plans, last)
        exact = {r.result for one in (*self._settling.shown, *self._settling.counts) for r in one.exact}
        last.trace.wrapping |= plans.closed_forms() - exact
        if not learn_only:
            self._explaining.loops(region, plans)
        return last

    def _suppose(self, plans: LoopPlans, last: Walk) -> None:
        """Invariants of loops that hold if arithmetic does not overflow."""
        overflows = self._overflows(last.trace)
        conditions = [one.cond for one in (*self._settling.general, *overflows)]

        def holding(known: list[TermValue], claims: list[TermValue]) -> list[bool]:
            return self._settling.holding([*conditions, *known], claims)

        wrapping = frozenset(last.trace.wrapping | plans.closed_forms())
        for one in plans.supposed(last.back, holding) if overflows else ():
            (first, head, end), (begins, holds, again) = one.reaches, one.conditions
            needed: dict[str, Precondition] = {}
            for cannot_be in ((first, terms.lnot(begins)), (end, holds, terms.lnot(again))):
                question = ProofQuestion((*self._shape.facts, *cannot_be), wrapping=wrapping)
                answer = self._solving.settle(question, [*self._settling.general, *overflows])
                if isinstance(answer, Open):
                    break
                needed |= {need.text: need for need in answer.needed}
            else:
                self._explaining.supposed(one, needed.values())
                holds_so = terms.land(terms.implies(head, holds), *(need.cond for need in needed.values()))
                if needed:
                    self._settling.counts.append(Precondition(" && ".join(needed), holds_so))
                else:
                    self._settling.shown.append(Precondition("", holds_so))

    def _count(self, plans: LoopPlans, last: Walk) -> bool:
        """Show that counters do not overflow; is there one of which that is certain?"""
        certain = False
        for counter in plans.counters(last.back):
            certain |= self._count_one(plans, counter)
        return certain

    def _count_one(self, plans: LoopPlans, counter: Counter) -> bool:
        steps = room_for_steps(counter.form[1], self._parameter_values)
        allowed = [*self._settling.general, *steps]
        under: tuple[Precondition, ...] | None = None
        for signed in (True, False):
            exact, after = (counter.is_exact(signed=signed, after=later) for later in (False, True))
            question = ProofQuestion((*self._shape.facts, counter.reaches[1], exact, terms.lnot(after)))
            answer = self._solving.settle(question, allowed)
            if isinstance(answer, Settled) and not answer.needed:
                plans.keep(counter, exact)
                self._settling.shown.append(Precondition("", True, exact=counter.exact(signed=signed)))
                return True
            if isinstance(answer, Settled) and under is None:
                under, kept, results = answer.needed, exact, counter.exact(signed=signed)
        if under is not None:
            holds = terms.implies(counter.reaches[0], kept)
            self._explaining.counted(counter, under)
            text, supposed = " && ".join(one.text for one in under), terms.land(*(one.cond for one in under))
            cond = terms.land(holds, supposed)
            self._settling.counts.append(Precondition(text, cond, exact=results, besides=supposed))
        return False

    def _overflows(self, *traces: ThreadTrace) -> list[Precondition]:
        """The preconditions that arithmetic on these ways does not overflow. In a launch at its place, those that are
        seen to hold are known, and there are no others."""
        found = no_overflow([one for trace in traces for one in trace.arithmetic])
        if self._scope.placed is None:
            return found
        held = [one for one in found if self._settling.refuted([terms.lnot(one.cond)])]
        self._settling.shown += [Precondition("", one.cond) for one in held]
        return []

    def _suppose_exact(self, *traces: ThreadTrace) -> None:
        """Offer the preconditions that arithmetic on these ways does not overflow."""
        self._settling.overflows = self._overflows(*traces)
        self._settling.wrapping = set[Term]().union(*(trace.wrapping for trace in traces))

    def _interval(self, graph: KernelGraph, barrier: int | None, start: ThreadState, whole: ThreadTrace) -> None:
        """Accesses between a barrier, or the start of the kernel, and the next ones do not meet."""
        entry = 0 if barrier is None else graph.blocks[barrier].targets[0]
        try:
            region = KernelPart(graph, entry, barrier, interval=True, logs=self._logs)
        except IrreducibleError:
            self.proof.reasons.append("a loop between barriers has two entries")
            return
        plans = LoopPlans(region, self._unknowns, frozenset(), frozenset(), self._sizes)
        counts, shown = list(self._settling.counts), list(self._settling.shown)
        last = self._walked(region, start, plans, self._memory.contents_in(region))
        trace = last.trace
        self._suppose_exact(trace, whole)
        self._explaining.interval(region, start, trace.accesses)
        known, flow, earlier = self._facts_of_two, self._flow, self._earlier
        if barrier is not None:
            self._earlier = [one.fact for one in known if flow.dominates(one.claim.block, barrier)]
        claims = ContractProof(self._unknowns, region, plans, trace, self._shape.facts, self._earlier)
        for one in claims.questions(last.back, self._pair(same_block=True)):
            self._settle_claim(one, region, trace)
        self._facts_of_two, self._flow = claims.facts_of_two, region.flow
        self._races(trace.accesses, same_block=True)
        self._facts_of_two, self._flow, self._earlier = known, flow, earlier
        self._settling.counts, self._settling.shown = counts, shown

    # ------------------------------------------------------------ questions

    def _agreed(self, whole: KernelPart, trace: ThreadTrace, agreed: frozenset[int]) -> bool:
        """Do two threads of a block go the same way behind these branches?"""
        good = True
        for number in sorted(agreed):
            if number not in trace.branches:
                continue
            reach, cond = trace.branches[number]
            there, other = (self._unknowns.of_another(value, same_block=True) for value in (reach, cond))
            if cond is other:
                continue
            differs = terms.lnot(terms.apply(Op.EQ, BOOL, BOOL, (cond, other)))
            two = (*self._pair(same_block=True), *self._known_of_two((number, len(whole.flow.blocks[number].code))))
            conditions = (*two, reach, there, differs)
            loc = whole.flow.blocks[number].end.loc
            met = ((*two, reach, there),)
            good &= self._settle(
                ProofQuestion(conditions, (), True, met), "barrier-divergence",
                "threads of a block may take different ways to a barrier", (loc,),
            )  # fmt: skip
        return good

    def _lost(self, lost: Sequence[LostThread]) -> None:
        seen = set()
        for one in lost:
            key = one.why, one.loc
            if key not in seen and not self._settling.refuted([one.where]):
                seen.add(key)
                self.proof.reasons.append(f"{one.loc}: {one.why}")

    def _requirement(self, requirement: Requirement) -> None:
        if requirement.prop in self._scope.properties:
            broken = terms.lnot(requirement.cond)
            question = ProofQuestion((*self._shape.facts, requirement.where, broken), met=((requirement.where,),))
            self._settle(question, requirement.prop, requirement.text, (requirement.loc,))

    def _bounds(self, accesses: Sequence[MemoryAccess]) -> None:
        """Accesses to arrays of known sizes stay in them."""
        if "bounds" not in self._scope.properties or self._scope.placed is not None:
            return
        for access in _different(accesses):
            kind, name = access.base
            known = self._program.globals.get(str(name)) if kind in ("shared", "global") else None
            if known is None or known.dynamic_shared:
                continue
            last = known.size - access.size
            inside = False if last < 0 else terms.apply(Op.ULE, BOOL, I64, (access.offset, last))
            question = ProofQuestion((*self._shape.facts, access.where, terms.lnot(inside)), met=((access.where,),))
            text = f"an access of {access.size} bytes lies outside of '{known.var.name}'"
            self._settle(question, "bounds", text, (access.loc,))

    def _known_of_two(self, *places: tuple[int, int]) -> list[TermValue]:
        """What contracts say of two threads of a block that come to these places, each a block of the region at hand
        and an index there: nothing that threads come to later, which may rest on what is in question."""
        facts = (one for one in self._facts_of_two if all(one.precedes(*place, self._flow) for place in places))
        return [*self._earlier, *(one.fact for one in facts)]

    def _pair(self, *, same_block: bool) -> tuple[TermValue, ...]:
        """What holds of two threads."""
        unknowns, shape = self._unknowns, self._shape
        differ = shape.other_thread(unknowns) if same_block else shape.other_block(unknowns)
        other = (unknowns.of_another(fact, same_block=same_block) for fact in self._shape.facts)
        return tuple(dict.fromkeys((*self._shape.facts, *other, differ)))

    def _races(self, accesses: Sequence[MemoryAccess], *, same_block: bool) -> None:
        if "data-race" not in self._scope.properties:
            return
        threads = self._pair(same_block=same_block)
        if False in threads:
            return  # there is one thread
        by_base: dict[PointedObject, list[MemoryAccess]] = {}
        kept = accesses if self._scope.same_value_races else _different(accesses)
        for access in kept:
            if same_block or access.base[0] != "shared":
                by_base.setdefault(access.base, []).append(access)
        pairs = [
            (a, b) for found in by_base.values() for a, b in combinations_with_replacement(found, 2)
            if _conflict(a.how, b.how, same_block=same_block)
        ]  # fmt: skip
        for start in range(0, len(pairs), MOST_OVERLAPS):
            self._meet(pairs[start : start + MOST_OVERLAPS], threads, same_block=same_block)

    def _meet(
        self, pairs: list[tuple[MemoryAccess, MemoryAccess]], threads: tuple[TermValue, ...], *, same_block: bool
    ) -> None:  # fmt: skip
        """No two of these accesses meet: all are asked about at once, and then in halves."""
        overlaps = tuple(self._overlap(a, b, same_block=same_block) for a, b in pairs)
        met = tuple((*threads, overlap.where) for overlap in overlaps[:1]) if len(overlaps) == 1 else ()
        where = "threads of one block" if same_block else "threads of different blocks"
        question = ProofQuestion(threads, overlaps, same_block, met)
        if len(pairs) > 1:
            begun = perf_counter()
            answer = self._settling.answer(question, shapes=False)
            if isinstance(answer, Settled):
                self._settling.need(answer)
                what = f"one of {len(pairs)} pairs of accesses to {self._names_of(pairs)} by {where} may race"
                about = AskedAbout("data-race", what, _locations(pairs))
                self._explaining.asked(about, question, answer, perf_counter() - begun)
                return
            half = len(pairs) // 2
            self._meet(pairs[:half], threads, same_block=same_block)
            self._meet(pairs[half:], threads, same_block=same_block)
            return
        ((a, b),) = pairs
        what = f"{_kind(a.how)} and {_kind(b.how)} of '{self._name(a.base)}' by {where} may race"
        self._settle(question, "data-race", what, (a.loc, b.loc))

    def _overlap(self, a: MemoryAccess, b: MemoryAccess, *, same_block: bool) -> Overlap:
        where, offset = (self._unknowns.of_another(v, same_block=same_block) for v in (b.where, b.offset))
        both = terms.land(a.where, where)
        if same_block:
            both = terms.land(both, *self._known_of_two((a.block, a.index), (b.block, b.index)))
        mine, other = a.how.value, b.how.value
        if self._scope.same_value_races and mine is not None and other is not None and a.size == b.size:
            same = self._unknowns.of_another(other, same_block=same_block) is mine
            if same:  # which is the same value in each byte, if they are the same bytes
                both = terms.land(both, terms.lnot(terms.apply(Op.EQ, BOOL, I64, (a.offset, offset))))
        return Overlap(both, a.offset, a.size, offset, b.size, a.scaled, b.scaled)

    def _names_of(self, pairs: Sequence[tuple[MemoryAccess, MemoryAccess]]) -> str:
        names = [f"'{self._name(base)}'" for base in dict.fromkeys(a.base for a, _ in pairs)]
        return ", ".join(names)

    def _name(self, base: PointedObject) -> str:
        kind, name = base
        if kind == "parameter" and isinstance(name, int) and name < len(self._kernel.params):
            return self._kernel.params[name].name
        if kind == "local" and isinstance(name, int):
            return self._own.get(name, "a local variable")
        known = self._program.globals.get(str(name))
        return known.var.name if known is not None else str(name)

    # ------------------------------------------------------------ answers

    def _settle_claim(self, one: ClaimQuestion, region: KernelPart, trace: ThreadTrace) -> None:
        """If the question is about another round of a loop, a line that does not overflow does not do so there."""
        settling, loop = self._settling, region.loop_of(one.claim.block)
        overflows, wrapping = settling.overflows, settling.wrapping
        if one.again is not None and loop is not None:
            inside = [one.again(a) for a in trace.arithmetic if a.block in loop.blocks]
            more = {p.text: p for p in no_overflow(inside)}
            settling.overflows = [p.and_also(more[p.text]) if p.text in more else p for p in overflows]
            settling.wrapping = wrapping | {w for w in map(one.moved, wrapping) if isinstance(w, Term)}
        try:
            contract = one.claim.kind is not None and one.claim.text != NOT_ACCESSED
            self._settle(one.question, "assertion", one.text, (one.claim.loc,), contract=contract)
        finally:
            settling.overflows, settling.wrapping = overflows, wrapping

    def _settle(
        self, question: ProofQuestion, prop: str, text: str, locations: tuple[Location, ...], *, contract: bool = False
    ) -> bool:  # fmt: skip
        begun = perf_counter()
        answer = self._settling.answer(question)
        self._explaining.asked(AskedAbout(prop, text, locations), question, answer, perf_counter() - begun)
        if isinstance(answer, Settled):
            self._settling.need(answer)
            return True
        self.proof.candidates.append(Candidate(prop, text, locations, question, answer.why, contract))
        return False


def _parting_barriers(whole: KernelPart) -> frozenset[int]:
    """The branches that could part the threads of a block on their way to a barrier."""
    blocks = whole.flow.blocks
    return frozenset(
        number for number in whole.flow.order
        if len(blocks[number].targets) > 1 and any(is_barrier(blocks[b]) for b in behind(whole.flow, number))
    )  # fmt: skip


def _different(accesses: Sequence[MemoryAccess]) -> list[MemoryAccess]:
    """The accesses, without reads where a write of the same thread goes to the same place."""
    written = {(a.base, a.offset, a.size, a.where) for a in accesses if a.how.writes and not a.how.atomic}
    found: dict[object, MemoryAccess] = {}
    for a in accesses:
        place = a.base, a.offset, a.size, a.where
        if a.how.writes or place not in written:
            found.setdefault((*place, a.how.writes, a.how.atomic, a.how.beyond_block), a)
    return list(found.values())


def _locations(pairs: Sequence[tuple[MemoryAccess, MemoryAccess]]) -> list[Location]:
    return sorted({access.loc for pair in pairs for access in pair}, key=lambda loc: (loc.file, loc.line, loc.column))


def _conflict(a: AccessKind, b: AccessKind, *, same_block: bool) -> bool:
    """May two accesses race, if they meet?"""
    if not a.writes and not b.writes:
        return False
    if a.atomic and b.atomic:
        return not (same_block or (a.beyond_block and b.beyond_block))
    return True


def _kind(access: AccessKind) -> str:
    if access.atomic:
        return "atomic access"
    return "write" if access.writes else "read"


def _pitches(graph: KernelGraph) -> list[int]:
    """The factors that a kernel names, without sizes of elements."""
    factors = {
        int(operand.value) for block in graph.blocks for i in block.code if isinstance(i, Assign) and i.op is Op.MUL
        for operand in i.args if isinstance(operand, Const)
    }  # fmt: skip
    return sorted(n for n in factors if 16 < n <= 1 << 20)


def _sizes_named(graph: KernelGraph, program: Program) -> list[int]:
    """Numbers that a kernel names which blocks often have as a size: constants, and the extents of its shared
    arrays."""
    numbers = {
        int(operand.value) for block in graph.blocks for i in block.code for operand in operands(i)
        if isinstance(operand, Const) and isinstance(operand.type, IntType)
    }  # fmt: skip
    used = {o.name for block in graph.blocks for i in block.code for o in operands(i) if isinstance(o, Symbol)}
    extents = {
        int(number) for name in used if name in program.globals and program.globals[name].space is Space.SHARED
        for number in _EXTENT.findall(program.globals[name].var.ctype)
    }  # fmt: skip
    likely = {n for n in numbers if 8 <= n <= 1024 and n & (n - 1) == 0}
    inner = {1 << n.bit_length() - 1 for n in extents if n}  # of tiles with halos
    return sorted(likely | {n for n in extents | inner if 4 <= n <= 1024})
