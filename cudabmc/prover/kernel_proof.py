"""The proof of one kernel, for every launch that its question allows.

One thread that is not known takes its way through the kernel (`walk.py`), as a whole first: that gives the states in
which barriers are passed, and all accesses. It then takes its way through each interval between barriers. Two copies of
the thread answer the questions: do all threads of a block come to a barrier together, do two accesses of one interval
meet in a block, do two accesses of different blocks meet. Betts et al., The Design and Implementation of a Verification
Technique for GPU Kernels, TOPLAS 2015, sections 4 and 5; Li and Gopalakrishnan, Scalable SMT-Based Verification of GPU
Kernel Functions, FSE 2010, section 4.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import perf_counter

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Call, Check, Function, Load, Program, Reg, Store
from cudabmc.goto.types import BOOL, I64, FloatType, IntType, PtrType, VoidType
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.inlining import FindModel, GraphForm, TooLargeError, kernel_graph
from cudabmc.kernel.instructions import Barrier, Builtin, CopyAsync, Note, Rendezvous, Require, operands
from cudabmc.kernel.loops import IrreducibleError
from cudabmc.kernel.promotion import promote
from cudabmc.kernel.read_only_variables import read_what_was_stored
from cudabmc.kernel.uniformity import Divergence, Together, behind, divergence
from cudabmc.prover import places, surfaces
from cudabmc.prover.additions import additions_to_counters
from cudabmc.prover.agreement import disagreement
from cudabmc.prover.argument_names import argument_name
from cudabmc.prover.bounds import ArrayBounds, is_by_coordinates, none_in_front
from cudabmc.prover.claims import Claims
from cudabmc.prover.contract_proof import KnownOfTwo
from cudabmc.prover.contracts import access_logs, is_word
from cudabmc.prover.events import (
    LostThread,
    MemoryAccess,
    RegisterValue,
    Requirement,
    ThreadState,
    ThreadTrace,
    TouchedCopy,
)
from cudabmc.prover.explaining import AskedAbout, Explaining
from cudabmc.prover.influence import decided_by_unset, loops_without_end, reads_unset, waiting_loops
from cudabmc.prover.integers import Overlap
from cudabmc.prover.intervals import Intervals
from cudabmc.prover.kernel_part import MOST_INSTRUCTIONS, KernelPart, is_barrier
from cudabmc.prover.kernel_results import KernelResults
from cudabmc.prover.known_arguments import MOST_APART
from cudabmc.prover.known_contents import KnownContents
from cudabmc.prover.launch import ALL_SIZES, ANY_SIZE, LaunchSize, launch_shape, read_coordinates
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.lifetimes import may_be_gone, own_objects
from cudabmc.prover.memory_use import MemoryUse
from cudabmc.prover.named_sizes import array_extents, block_sizes, pitches
from cudabmc.prover.permission_proof import PermissionProof
from cudabmc.prover.placed_launch import PlacedLaunch
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.prover.preconditions import (
    ShapeGroup,
    SizeParameter,
    as_launched,
    launched_blocks,
    not_negative,
    powers_of_two,
    shapes,
    sizes_that_fit,
    whole_warps,
)
from cudabmc.prover.program_launch import PassedPointer, ProgramLaunch, fulfilled
from cudabmc.prover.proof import Candidate, KernelProof, ProofScope, ProofStatus
from cudabmc.prover.questions import Open, Precondition, ProofQuestion, Settled, Solving
from cudabmc.prover.races import Races
from cudabmc.prover.region_walks import RegionWalks, WalkedRegion
from cudabmc.prover.settling import Settling
from cudabmc.prover.straightened import promote_rounds, straighten
from cudabmc.prover.surfaces import is_surface_access
from cudabmc.prover.tables import Tables
from cudabmc.prover.unknowns import Shared, TwoThreads, Unknowns
from cudabmc.prover.unrolled import KnownOfLaunch, unroll
from cudabmc.prover.warps import Warps
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue
from opmodels.registry import Model

COPYING = frozenset({"memcpy", "mempcpy"})
"""Functions whose blocks must not overlap."""

VOLATILE = "volatile accesses count as relaxed atomics of system scope, as in PTX (--volatile=plain lets them race)"


WORK = 30_000_000
"""What the solver may do for one kernel: some fifteen seconds."""

WORK_WHEN_OPEN = 6_000_000
"""What it may do for the other questions once one stays open: there is no proof whatever they say."""


MOST_LAUNCHES = 64
"""Launches of a program at whose threads conditions are looked at."""

MOST_SHAPED = 3
"""Open questions about a property, behind which no shapes of launches are tried for others: there is no proof, and most
of the time would go there."""


class _IsOpenError(Exception):
    """There is no proof, and nobody wants to know what else is open."""


class KernelProver:
    """Proves one kernel."""

    def __init__(
        self, program: Program, kernel: Function, find: FindModel, scope: ProofScope, solving: Solving,
        unknowns: Unknowns | None = None,
    ) -> None:  # fmt: skip
        self._program = program
        self._kernel = kernel
        self._find = find
        self._scope = scope
        self._solving = solving
        self._unknowns = unknowns or Unknowns()
        solving.definitions = self._unknowns.definitions
        self._sizes: list[int] = []
        self._parameter_values: list[SizeParameter] = []
        self._own: dict[int, str] = {}  # the names of variables in memory, by their registers
        self._launched: tuple[TermValue, ...] = ()  # facts, whatever contracts require
        self._explaining = Explaining()
        self._contents = KnownContents(scope.contents)
        self._settling = Settling(solving, self._unknowns)
        self.left: LeftByKernel | None = None
        """What the kernel leaves in memory, if that is wanted."""
        self.proof = KernelProof(kernel.display, self._settling.needed)

    @property
    def named_sizes(self) -> Sequence[int]:
        """What the kernel names that may be the size of a block."""
        return self._sizes

    def take(self, needed: Mapping[str, Precondition]) -> None:
        """Preconditions on sizes and arguments are needed anyway."""
        self._settling.needed.update({text: one for text, one in needed.items() if one.everywhere})

    def run(self) -> KernelProof:
        """The proof, as far as it goes."""
        proof = self.proof
        try:
            graph = kernel_graph(
                self._program, self._kernel, self._find, self._refused, whole=self._is_taken_whole,
                form=GraphForm(MOST_INSTRUCTIONS),
            )  # fmt: skip
            self._own = {
                i.dst: i.var.name for block in graph.blocks for i in block.code if isinstance(i, Alloca)
            }  # fmt: skip
            read_what_was_stored(graph)
            promote(graph)
            if not _has_contracts(graph):
                straighten(graph)
            if self._scope.unrolled and not self._unroll(graph):
                proof.reasons.append("it has no loops whose rounds the launch tells")
                return proof
            if self._scope.left:
                self._unroll(graph)
            proof.has_meetings = any(isinstance(i, Barrier | Rendezvous) for block in graph.blocks for i in block.code)
            self._treat_volatile(graph)
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
        read = read_coordinates(self._program, self._kernel, self._find, graph) | made_along(self._scope.launches)
        read |= self._scope.coordinates
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
        self._sizes = block_sizes(graph, self._program)
        self._settling.facts = self._launched = self._shape.facts
        self._offer_preconditions(graph, entry)
        with suppress(_IsOpenError):
            self._prove(graph, whole, entry)
        self._note(*(i.text for block in graph.blocks for i in block.code if isinstance(i, Note)))
        if proof.status is ProofStatus.PROVED:
            self._settling.drop_implied()
            self._functions_called_by_contract(graph)
        for base, ranges in self._contents.used.items():
            held = " or ".join(dict.fromkeys(f"from {one.low} to {one.high}" for one in ranges))
            text = f"{self._name(base)} holds what the program has put there ({held})"
            proof.preconditions[text] = Precondition(text, True, True)
        proof.explanations = self._explaining.explanations()
        return proof

    def _functions_called_by_contract(self, graph: KernelGraph) -> None:
        """They keep their contracts, in any thread of any launch, and do nothing else than to have a result."""
        for name in graph.by_contract:
            function, showing = self._program.functions[name], self._scope.showing | {name}
            scope = ProofScope(
                dict.fromkeys(ALL_SIZES, ANY_SIZE), properties=self._scope.properties, all_or_nothing=True,
                showing=showing,
            )  # fmt: skip
            why = ["it calls itself"]
            if name not in self._scope.showing:
                proof = KernelProver(self._program, function, self._find, scope, self._solving).run()
                why = list(_not_of_contract(proof))
                self._note(*proof.notes)
                self.proof.assumed.update({loc: False for loc, required in proof.assumed.items() if not required})
            if why:
                what = f"the contract of {function.display}, by which it is called, is not shown"
                self.proof.reasons.append(f"{what}: {why[0]}")

    def _unroll(self, graph: KernelGraph) -> bool:
        if _has_contracts(graph):
            return False
        both = zip(self._kernel.params, self._kernel.param_types, strict=True)
        given = self._scope.arguments
        numbers = {register: given.number(register, v.name, type) for register, (v, type) in enumerate(both)}
        sizes = {size: extent for size, extent in self._scope.sizes.items() if isinstance(extent, int)}
        known = KnownOfLaunch(sizes, {register: n for register, n in numbers.items() if n is not None})
        if not unroll(graph, known):
            return False
        promote_rounds(graph)
        return True

    def _treat_volatile(self, graph: KernelGraph) -> None:
        """Volatile accesses are plain ones, or that they are not is assumed."""
        for block in graph.blocks:
            for position, i in enumerate(block.code):
                if isinstance(i, Load | Store) and i.volatile:
                    if self._scope.volatile_is_plain:
                        block.code[position] = replace(i, volatile=False)
                    else:
                        self._note(VOLATILE)

    def _is_taken_whole(self, model: Model) -> bool:
        """Is it enough to know what memory a model touches, or what it says in a contract? A run would see what it
        prints, and look at textures."""
        told = model.is_told or is_word(model.name) or is_surface_access(model.signature)
        return told and self._scope.placed is None

    def _refused(self, call: Call) -> str:
        """A run would see that the blocks of a copy overlap."""
        return f"{call.callee} in a launch at its place" if self._scope.placed and call.callee in COPYING else ""

    def _offer_preconditions(self, graph: KernelGraph, entry: ThreadState) -> None:
        """What may be supposed of a launch: nothing that the program does not keep to."""
        if self._scope.placed is not None:
            self._settling.launched = True
            return
        shape, sizes, parameters = self._shape, self._sizes, self._parameter_values
        made = [launch.values(shape, entry.registers) for launch in self._scope.launches]
        looked_at = made[:: len(made) // MOST_LAUNCHES + 1] if made else [{}]
        self._settling.threads = [
            {**launch, **thread} for launch in looked_at for thread in shape.some_threads(launch)
        ]  # fmt: skip
        arrays = array_extents(graph, self._program)
        groups = shapes(shape, sizes, parameters, pitches(graph, self._program), arrays)
        if any(isinstance(i, Rendezvous) and i.scope == "warp" for block in graph.blocks for i in block.code[-1:]):
            groups = [*whole_warps(shape), *groups]
        blocks = [*dict.fromkeys(launch.block for launch in self._scope.launches)]
        if made:
            weaker = [one for group in groups for one in (*group.weaker, *group.strongest)]
            kept = [[fulfilled(one, made) for one in some] for some in (
                as_launched(shape, sizes, parameters, blocks, arrays), weaker)]
            self._settling.shapes = [ShapeGroup(tuple(kept[0]), tuple(kept[1]))]
            self._settling.launched = True
        else:
            extents = launched_blocks(shape, self._scope.blocks)
            self._settling.shapes = [ShapeGroup((extents,)), *groups] if extents else groups
        general = fulfilled([*sizes_that_fit(shape), *not_negative(parameters)], made)
        if not made and self._scope.is_limited:  # a condition that no launch fulfils says nothing
            general = tuple(one for one in general if not self._settling.refuted([one.cond]))
        self._settling.general = list(general)
        self._settling.powers = list(fulfilled(powers_of_two(shape, parameters), made))

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
            elif (known := self._scope.arguments.number(register, name, type)) is not None:
                found[register] = known
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
        looked_at = _looked_at(graph)
        for register, variable in enumerate(self._kernel.params):
            type, value = graph.types[register], entry.registers.get(register)
            if register not in looked_at:
                continue
            if isinstance(type, IntType) and type.width >= 32 and isinstance(value, Term):
                yield SizeParameter(argument_name(self._program, self._kernel, register), value, type, variable.signed)

    # ------------------------------------------------------------ the proof

    def _prove(self, graph: KernelGraph, whole: KernelPart, entry: ThreadState) -> None:
        scope, settling, reasons = self._scope, self._settling, self.proof.reasons
        agreed = _parting_barriers(whole)
        together = {Shared.BLOCK: divergence(whole.flow, whole.live, Together.BLOCK, agreed)}
        tables = Tables(graph, self._program, self._contents)
        walks = RegionWalks(
            tables, self._shape, self._unknowns, settling, self._parameter_values, self._sizes, reasons,
            self._explaining, any_launch=scope.placed is None,
        )  # fmt: skip
        learned = walks.walked(whole, entry, together, lambda base, block: None, learn_only=True).trace
        memory = MemoryUse(graph, learned)
        self.proof.reaches_memory = bool(learned.accesses)
        self.proof.written = None if _has_contracts(graph) else memory.written_parameters
        if scope.only_writes:
            return
        walks.know(self._know_required(learned))
        if kinds := self._watched_kinds(graph, whole):
            memory.watch(graph, learned, kinds)
            walks.watched = memory
        if learned.logged:
            whole = KernelPart(graph, 0, None, interval=False, logs=access_logs(graph, learned.logged))
        known = KnownOfTwo()
        claims = Claims(
            settling, self._unknowns, self._shape, walks, known, self._settle, partial(self._settle, contract=True)
        )  # fmt: skip
        races = Races(
            settling, self._unknowns, self._shape, self._settle, self._name, known, self._explaining,
            same_value_races=scope.same_value_races, looked_for="data-race" in scope.properties,
        )  # fmt: skip

        def walk_whole(together: Mapping[Shared, Divergence], votes: frozenset[int]) -> WalkedRegion:
            walked = walks.walked(whole, entry, together, memory.contents_in(None), votes=votes)
            walks.suppose_exact(walked.trace)
            return walked

        kept = list(settling.counts), list(settling.shown)
        walked = walk_whole(together, frozenset())
        while not claims.of_whole(walked):
            settling.counts, settling.shown = list(kept[0]), list(kept[1])
            walked = walk_whole(together, frozenset())
        trace = walked.trace
        walks.of_all = {
            barrier: [fact for fact in trace.of_all if whole.flow.dominates(fact.block, barrier)]
            for barrier in trace.barriers
        }  # fmt: skip
        permissions = self._permissions(whole, trace, memory)
        walks.held = permissions.of_intervals()
        self._keep_for_comparison(walked, memory, entry)
        self._required(whole, trace, entry, claims)
        KernelResults(
            self._unknowns, self._shape, whole, settling, self._settle, reasons
        ).look(trace)  # fmt: skip
        self._surfaces(trace.accesses)
        self._textures(graph, trace.accesses)
        meets = self._agreed(whole, trace, agreed, known)
        self._lost(trace.lost)
        if scope.placed is not None:
            self._at_its_place(scope.placed, graph, whole, trace)
        for requirement in trace.requirements:
            self._requirement(requirement)
        for touched in trace.copied if "data-race" in scope.properties else ():
            self._copied(touched)
        bounds = self._array_bounds() if "bounds" in scope.properties and scope.placed is None else None
        if bounds is not None:  # first: they tell most about the shape of blocks, which the rest may need
            bounds.look(trace.accesses)
            self._note(*bounds.notes)
        warps = Warps(
            whole, trace, agreed, lambda *how: walk_whole(*how).trace, self._shape, self._unknowns, settling,
            self._settle,
        )  # fmt: skip
        if "barrier-divergence" in scope.properties:
            warps.meet()
        if not meets:
            reasons.append("threads may not meet at barriers, so what lies between them is not known")
        else:
            Intervals(
                walked, entry, memory, warps, walks, races, claims, permissions, together[Shared.BLOCK]
            ).look()  # fmt: skip
        if not scope.blocks_apart:
            tickets = additions_to_counters(trace.additions, trace.accesses, trace.accesses, trace.additions)
            races.look(permissions.between_blocks(trace.accesses), TwoThreads.OF_BLOCKS, tickets)
        if bounds is not None:
            bounds.look_in_front(trace.arithmetic)
            self._note(*bounds.notes)
            self._may_be_in_front(bounds.in_front)

    def _permissions(self, whole: KernelPart, trace: ThreadTrace, memory: MemoryUse) -> PermissionProof:
        """What threads may access keeps them apart."""
        barriers = {number: whole.flow.blocks[number].code[-1].loc for number in trace.barriers}
        settle = partial(self._settle, permission=True)
        permissions = PermissionProof(
            self._unknowns, self._shape, memory, settle, self._name, self.proof.reasons, trace, barriers
        )  # fmt: skip
        if not whole.contracts.read_memory:
            self.proof.permitted = tuple(dict.fromkeys(one.loc for one in trace.said.permissions))
        permissions.keep_apart()
        return permissions

    def _keep_for_comparison(self, walked: WalkedRegion, memory: MemoryUse, entry: ThreadState) -> None:
        """What the kernel leaves in memory, if that is wanted, with what is known of the walk now."""
        settling = self._settling
        if self._scope.left:
            known = replace(
                settling, counts=list(settling.counts), shown=list(settling.shown),
                overflows=list(settling.overflows), wrapping=set(settling.wrapping),
            )  # fmt: skip
            self.left = LeftByKernel(
                self._kernel, self._shape, self._unknowns, walked, memory, known, tuple(self._sizes),
                tuple(self._parameter_values), entry.registers, self._program.globals,
            )  # fmt: skip

    def _watched_kinds(self, graph: KernelGraph, whole: KernelPart) -> set[str]:
        """The kinds of memory of which it matters what a thread sees there. It sees what it has written itself only if
        nobody races."""
        scope = self._scope
        if "data-race" not in scope.properties:
            return set()
        kinds = {"shared"} if any(one is not None for one in whole.contracts.code.values()) else set()
        asserts = any(
            isinstance(i, Check | Require) and i.prop == "assertion" for block in graph.blocks for i in block.code
        )
        if scope.placed is None and (asserts or scope.left or whole.contracts.code):
            kinds.add("shared")
            if not scope.blocks_apart:
                kinds |= {"parameter", "global"}
        return kinds

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
            if isinstance(i, CopyAsync):
                reasons.append(f"{i.loc}: an asynchronous copy in a launch at its place")
            if isinstance(i, Rendezvous) and i.scope != "block":
                reasons.append(f"{i.loc}: threads wait for each other, and nothing shows that they meet")
        self._of_unset(placed, graph, whole, trace)
        self.proof.has_loops = bool(whole.loops)
        if "deadlock" in self._scope.properties:
            reasons += [
                f"{loc}: a loop that may wait for what other threads do (deadlock)"
                for loc in waiting_loops(whole, trace)
            ]
        reasons += [f"{loc}: a loop that may never end" for loc in loops_without_end(whole, trace)]
        for access in trace.accesses:
            self.proof.touched[access.base] = access.how.writes or self.proof.touched.get(access.base, False)

    def _of_unset(self, placed: PlacedLaunch, graph: KernelGraph, whole: KernelPart, trace: ThreadTrace) -> None:
        """Nothing that nobody has set decides anything, or is read."""
        unset = [base for base, obj in placed.objects.items() if obj.unset]
        found, left = decided_by_unset(graph, whole, trace, unset, placed.unset)
        self.proof.unset = frozenset(left)
        if "uninitialised-use" in self._scope.properties:
            self.proof.reasons += [
                f"{loc}: something may depend on memory that nobody has written (uninitialised-use)" for loc in found
            ]
        if "uninitialised-read" in self._scope.properties:
            self.proof.reasons += [
                f"{loc}: memory may be read that nobody has written (uninitialised-read)"
                for loc in reads_unset(graph, whole, trace, unset)
            ]

    # ------------------------------------------------------------ what contracts assume

    def _know_required(self, trace: ThreadTrace) -> tuple[TermValue, ...]:
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
        return known

    def _required(self, whole: KernelPart, trace: ThreadTrace, entry: ThreadState, claims: Claims) -> None:
        """What a kernel requires of its launches holds of those of the program, and of some that are meant."""
        self.proof.reasons += [f"{loc}: {why}" for loc, why in whole.contracts.refused]
        if not claims.may_be_fulfilled([terms.implies(one.where, one.cond) for one in trace.assumed]):
            self.proof.reasons.append("no launch that is meant fulfils the preconditions and assumptions of the kernel")
        for one in trace.assumed:
            self.proof.assumed[one.loc] = one.required
            for launch in self._scope.launches if one.required else ():
                conditions = (*self._launched, one.where, terms.lnot(one.cond))
                numbers = terms.Substitution(launch.values(self._shape, entry.registers))
                question = ProofQuestion(conditions).with_numbers(numbers)
                if isinstance(self._solving.settle(question), Open):
                    text = f"{one.loc}: a launch of the program may not fulfil the precondition"
                    if text not in self.proof.reasons:
                        self.proof.reasons.append(text)

    # ------------------------------------------------------------ questions

    def _agreed(
        self, whole: KernelPart, trace: ThreadTrace, agreed: frozenset[int], known: KnownOfTwo
    ) -> bool:  # fmt: skip
        """Do two threads of a block go the same way behind these branches?"""
        good = True
        for number in sorted(agreed):
            if number not in trace.branches:
                continue
            two = TwoThreads.OF_BLOCK
            said = known.at((number, len(whole.flow.blocks[number].code)))
            question = disagreement(two, *trace.branches[number], BOOL, self._shape, self._unknowns, said)
            if question is not None:
                text = "threads of a block may take different ways to a barrier"
                loc = whole.flow.blocks[number].end.loc
                good &= self._settle(question, "barrier-divergence", text, (loc,))
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

    def _copied(self, touched: TouchedCopy) -> None:
        """A thread leaves alone what its copies under way read and write."""
        a, b = touched.access, touched.copy
        meets = Overlap(touched.where, a.offset, a.size, b.offset, b.size, a.scaled, b.scaled)
        text = f"an asynchronous copy and an access to '{self._name(a.base)}' by its own thread may race"
        self._settle(ProofQuestion(self._shape.facts, (meets,)), "data-race", text, (a.loc, b.loc))

    def _surfaces(self, accesses: Sequence[MemoryAccess]) -> None:
        if any(access.base[0] == "surface" for access in accesses):
            self._note(surfaces.ASSUMED)
            self.proof.reasons += surfaces.may_be_one(accesses)

    def _textures(self, graph: KernelGraph, accesses: Sequence[MemoryAccess]) -> None:
        """What a texture shows is not written, as far as the launches of the program tell."""
        calls = (i for block in graph.blocks for i in block.code if isinstance(i, Call))
        written = {access.base for access in accesses if access.how.writes and access.base[0] != "shared"}
        if not written or not any(surfaces.fetches_texture(i.signature) for i in calls):
            return
        self._note(surfaces.TEXTURES)
        shown = frozenset[int]().union(*(launch.shown for launch in self._scope.launches))
        for kind, register in written:
            if kind != "parameter" or not isinstance(register, int):
                continue
            passed = (launch.arguments[register] for launch in self._scope.launches)
            if any(isinstance(one, PassedPointer) and one.object in shown for one in passed):
                self.proof.reasons.append(f"a texture of the program may lead to '{self._name((kind, register))}'")

    def _array_bounds(self) -> ArrayBounds:
        return ArrayBounds(
            self._program, self._shape, self._settling, self._settle, self._explaining, self._name,
            shared=self._shared_in_launch, parameters=self._parameter_values,
        )  # fmt: skip

    def _may_be_in_front(self, found: Sequence[Candidate]) -> None:
        """Accesses of which it is open whether they lie in front of an array. That they do not is a precondition, which
        is for a run to break, unless a launch is known and nothing else than coordinates tells."""
        for one in found:
            if self._is_of_one_launch and is_by_coordinates(one.question):
                self.proof.candidates.append(one)
                continue
            precondition = none_in_front(one)
            self.proof.suspected.append(one)
            self.proof.preconditions[precondition.text] = precondition

    def _note(self, *texts: str) -> None:
        self.proof.notes = tuple(dict.fromkeys((*self.proof.notes, *texts)))

    @property
    def _shared_in_launch(self) -> int | None:
        """The size of the dynamic shared memory, if the proof is about one launch of the program."""
        return self._scope.launches[0].shared if self._is_of_one_launch else None

    @property
    def _is_of_one_launch(self) -> bool:
        """Is the proof about one launch of the program?"""
        launches = self._scope.launches
        return len(launches) == 1 and launches[0].sizes == self._scope.sizes

    def _name(self, base: PointedObject) -> str:
        kind, name = base
        if kind == "parameter" and isinstance(name, int) and name < len(self._kernel.params):
            return self._kernel.params[name].name
        if kind == "local" and isinstance(name, int):
            return self._own.get(name, "a local variable")
        known = self._program.globals.get(str(name))
        return known.var.name if known is not None else str(name)

    # ------------------------------------------------------------ answers

    def _settle(
        self, question: ProofQuestion, prop: str, text: str, locations: tuple[Location, ...], *, contract: bool = False,
        permission: bool = False,
    ) -> bool:  # fmt: skip
        begun = perf_counter()
        shaped = sum(one.prop == prop for one in self.proof.candidates) < MOST_SHAPED
        answer = self._settling.answer(question, shapes=shaped)
        self._explaining.asked(AskedAbout(prop, text, locations), question, answer, perf_counter() - begun)
        if isinstance(answer, Settled):
            self._settling.need(answer)
            return True
        self.proof.candidates.append(Candidate(prop, text, locations, question, answer.why, contract, permission))
        self._settling.asks_bits = False  # it is no proof any more
        if self._scope.all_or_nothing:
            raise _IsOpenError
        if len(self.proof.candidates) == 1:
            self._solving.left = min(self._solving.left, WORK_WHEN_OPEN)
        return False


def _not_of_contract(proof: KernelProof) -> Iterator[str]:
    """Why a function, of which this is the proof, is not known to keep its contract and to do nothing else."""
    if proof.has_meetings or proof.reaches_memory:
        yield from proof.reasons
        yield "it waits for other threads, or accesses memory that they can reach"
    for one in proof.candidates:
        yield f"{', '.join(map(str, one.locations))}: {one.text}"
    yield from proof.reasons
    yield from (f"it holds only if {text}" for text in proof.preconditions)


def _has_contracts(graph: KernelGraph) -> bool:
    """Does a kernel say anything of itself? What it says may be shown elsewhere, too, of the registers there."""
    calls = (i for block in graph.blocks for i in block.code if isinstance(i, Call))
    return any(isinstance(i.callee, str) and is_word(i.callee) for i in calls)


def _looked_at(graph: KernelGraph) -> set[int]:
    """The registers that are used for more than to be stored. The others are members of records that only an index
    finds, and nothing is known of what that reads: no condition about them helps."""
    used = (
        operand for block in graph.blocks for i in block.code
        for operand in ((i.addr,) if isinstance(i, Store) else operands(i))
    )  # fmt: skip
    ends = (block.condition for block in graph.blocks)
    return {operand.index for operand in (*used, *ends) if isinstance(operand, Reg)}


def made_along(launches: Iterable[ProgramLaunch]) -> frozenset[LaunchSize]:
    """The coordinates along which launches of the program have several threads or blocks."""
    index = {Builtin.GRID_DIM: Builtin.BLOCK_IDX, Builtin.BLOCK_DIM: Builtin.THREAD_IDX}
    sizes = (size for launch in launches for size, extent in launch.sizes.items() if extent > 1)
    return frozenset((index[variable], axis) for variable, axis in sizes)


def _parting_barriers(whole: KernelPart) -> frozenset[int]:
    """The branches that could part the threads of a block on their way to a barrier."""
    blocks = whole.flow.blocks
    return frozenset(
        number for number in whole.flow.order
        if len(blocks[number].targets) > 1 and any(is_barrier(blocks[b]) for b in behind(whole.flow, number))
    )  # fmt: skip
