"""Two kernels that leave the same in memory, for every launch: the same launch of both, with the same arguments.

Both are proved by themselves first. Then an arbitrary element of an array that they get is looked at: a thread of one
writes it only if some thread of the other does, and whichever threads write it, the values are the same (Li and
Gopalakrishnan, Parameterized Verification of GPU Kernel Programs, IPDPS Workshops 2012, section IV). It never says that
kernels differ.

    simple: out[x * n + y] = in[y * n + x]         written by thread (x, y)
    fast:   out[y' * n + x'] = tile[...]           written by thread (y, x) of block (y, x): the same element,
                                                   and tile holds what thread (x, y) has put there
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Function, Program
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.kernel.inlining import FindModel
from cudabmc.kernel.instructions import Builtin
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.aligned_loops import AlignedLoops
from cudabmc.prover.block_pair import BlockPair, block_extent
from cudabmc.prover.events import MemoryAccess
from cudabmc.prover.integers import Overlap
from cudabmc.prover.kernel_proof import WORK, KernelProver
from cudabmc.prover.launch import AXES, MOST_BLOCK, MOST_THREADS, read_coordinates
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.loop_ends import ended
from cudabmc.prover.matching import quotient
from cudabmc.prover.memory_view import bits_of
from cudabmc.prover.pair_shapes import pair_shapes
from cudabmc.prover.pair_threads import EXTENT_OF, PairedThread, walking
from cudabmc.prover.proof import PROVABLE, KernelProof, ProofScope, ProofStatus
from cudabmc.prover.questions import Solving
from cudabmc.prover.same_values import PairCase, SameValues, solved_for
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import SECOND, Shared, Unknowns
from cudabmc.terms import Term, TermValue

WORK_BESIDES = WORK // 8
"""What the solver may do for blocks of any size where those of one size are known to leave the same."""

ENDS = "both kernels end: loops are not shown to"


@dataclass(frozen=True, slots=True)
class _Writer:
    """A guess which thread of the other kernel writes an element: it `exists` where that holds, and `it_is` the one."""

    thread: PairedThread
    exists: TermValue
    it_is: TermValue = True
    rounds: Mapping[Term, TermValue] | None = None


class PairProver:
    """Proves two kernels equal."""

    def __init__(
        self, program: Program, kernels: tuple[Function, Function], find: FindModel, scope: ProofScope, solving: Solving
    ) -> None:  # fmt: skip
        """The arguments of the second kernel are called like those of the first."""
        self._program = program
        self.kernels = kernels[0], replace(kernels[1], params=kernels[0].params)
        self.named_sizes = frozenset[int]()
        """Extents of blocks that the kernels name."""
        self.coordinates = frozenset[tuple[Builtin, int]]()
        """Those that tell threads apart."""
        self.are_proved_by_themselves = False
        self._find = find
        self._named = set[int]()
        read = frozenset[tuple[Builtin, int]]().union(*(read_coordinates(program, one, find) for one in kernels))
        self._scope = replace(
            scope, left=True, coordinates=read, properties=PROVABLE, blocks_apart=False, all_or_nothing=True,
            same_value_races=False, volatile_is_plain=False,
        )  # fmt: skip
        self._solving = solving
        self.proof = KernelProof(f"{kernels[0].display} and {kernels[1].display}")

    def run(self) -> KernelProof:
        """The proof, as far as it goes."""
        one, other = self._each_by_itself()
        if one is None or other is None:
            return self._of_tiles()
        self.are_proved_by_themselves = True
        self.named_sizes = frozenset((*one.named_sizes, *other.named_sizes))
        self.coordinates = frozenset((*one.coordinates, *other.coordinates))
        self.proof.reasons += dict.fromkeys(why for each in (one, other) for why in each.refusals())
        if self.proof.reasons:
            return self.proof
        base = replace(one.settling, shapes=pair_shapes(one, other), asks_bits=True)
        base.facts = tuple(dict.fromkeys((*one.shape.facts, *other.shape.facts)))
        self.proof.reasons += self._compared(one, other, base)
        if not self.proof.reasons:
            self._close(base)
        return self.proof

    def _compared(self, one: LeftByKernel, other: LeftByKernel, base: Settling) -> list[str]:
        """Why it is not shown, for blocks of one size and for blocks of any; nothing if it is."""
        self._solving.left, self._solving.exhausted = WORK, False
        blocks = BlockPair(one, other, base, dict(self.proof.preconditions), self._find, reals=self._scope.reals)
        open_blocks = blocks.open()
        if open_blocks or blocks.takes_size:
            open_ = self._open(one, other, base, briefly=not open_blocks)
            if not open_:
                if one.walked.region.loops or other.walked.region.loops:
                    self.proof.notes = tuple(dict.fromkeys((*self.proof.notes, ENDS)))
                return []
            if open_blocks:
                return [*open_, *open_blocks]
        self.proof.preconditions.update(blocks.needed)
        return []

    def _open(self, one: LeftByKernel, other: LeftByKernel, base: Settling, *, briefly: bool) -> list[str]:
        """Why it is not shown for blocks of any size; nothing if it is. What that takes is needed. No shapes of
        launches are tried if that shall be done briefly."""
        self._solving.left, self._solving.exhausted = WORK_BESIDES if briefly else WORK, False
        same = SameValues(base, self.proof.preconditions)
        open_ = list(dict.fromkeys(why for each in (one, other) for why in each.refusals_of_one_thread()))
        if open_:
            return open_
        for shapes in (False,) if briefly else (False, True):
            same.shapes, kept = shapes, dict(self.proof.preconditions)
            open_ = list(_Comparison(same, one, other).open())
            if not open_:
                break
            self.proof.preconditions.clear()
            self.proof.preconditions.update(kept)
        self._solving.left, self._solving.exhausted = WORK, False
        return open_

    def _of_tiles(self) -> KernelProof:
        """The proof for blocks as large as a tile that the kernels name, if it goes further than the one at hand."""
        open_ = [
            axis for axis in range(3)
            if (Builtin.THREAD_IDX, axis) in self._scope.coordinates and self._is_open(axis)
        ]  # fmt: skip
        tiles = [n for n in self._named if n & (n - 1) == 0 and n ** len(open_) <= MOST_THREADS]
        if len(open_) < 2 or not tiles:  # what blocks of one dimension may be like has been tried
            return self.proof
        sizes = {**self._scope.sizes, **{(Builtin.BLOCK_DIM, axis): max(tiles) for axis in open_}}
        tiled = PairProver(
            self._program, self.kernels, self._find, replace(self._scope, sizes=sizes), self._solving
        )  # fmt: skip
        proof = tiled.run()
        if not tiled.are_proved_by_themselves:
            return self.proof
        self.are_proved_by_themselves = True
        self.named_sizes, self.coordinates, self.proof = frozenset({max(tiles)}), tiled.coordinates, proof
        for axis in open_:
            extent = Unknowns().value(f"{Builtin.BLOCK_DIM.value}.{AXES[axis]}", I32, Shared.GRID, 1, MOST_BLOCK[axis])
            one = block_extent(axis, extent, max(tiles))
            proof.preconditions[one.text] = one
        return proof

    def _is_open(self, axis: int) -> bool:
        """Is nothing said of the extent of blocks along an axis?"""
        return (Builtin.BLOCK_DIM, axis) not in self._scope.sizes

    def _each_by_itself(self) -> tuple[LeftByKernel | None, LeftByKernel | None]:
        """What the kernels leave. The first one may need what the second one names, such as the size of a tile."""
        first, open_ = self._left_by(0)
        other, why = self._left_by(1)
        if first is None and other is not None:
            first, open_ = self._left_by(0)
        self.proof.reasons += [*open_, *why]
        return first, other

    def _left_by(self, number: int) -> tuple[LeftByKernel | None, list[str]]:
        """What a kernel leaves, if it is proved by itself, and else why not. What that takes is needed."""
        kernel = self.kernels[number]
        unknowns = Unknowns(SECOND if number else "")
        prover = KernelProver(self._program, kernel, self._find, self._scope, self._solving, unknowns)
        self._solving.left, self._solving.exhausted = WORK, False
        prover.take(self.proof.preconditions)
        proof = prover.run()
        self._named.update(prover.named_sizes)
        if proof.status is not ProofStatus.PROVED or prover.left is None:
            found = [*(f"{one.locations[0]}: {one.text}" for one in proof.candidates), *proof.reasons]
            return None, [f"{kernel.display} is not proved by itself: {why}" for why in found]
        self.proof.notes = tuple(dict.fromkeys((*self.proof.notes, *proof.notes)))
        self.proof.one = proof.one
        self.proof.suspected += proof.suspected
        for text, need in proof.preconditions.items():
            self.proof.preconditions.setdefault(text, need)
        return prover.left, []

    def _close(self, base: Settling) -> None:
        """Leave out what follows, and see that there is a launch at all."""
        settling = replace(base, needed=self.proof.preconditions, _kept={}, _kept_results={})
        settling.drop_implied()
        conditions = [one.cond for one in self.proof.preconditions.values() if one.everywhere]
        if settling.refuted(conditions):
            self.proof.reasons.append("no launch fulfils what the two kernels take together")


class _Comparison:
    """One attempt to compare what two kernels leave."""

    def __init__(self, same: SameValues, one: LeftByKernel, other: LeftByKernel) -> None:
        self._same = same
        self._pair = one, other

    def open(self) -> Iterator[str]:
        """What stays open, the first of each kind; nothing if they leave the same."""
        one, other = self._pair
        for mine, yours in ((one, other), (other, one)):
            for write in mine.results:
                if not self._is_covered(write, mine, yours):
                    yield (
                        f"{write.loc}: {mine.kernel.display} may write an element here that {yours.kernel.display}"
                        " does not write"
                    )
                    return
        for write in one.results:
            for twin in other.results:
                if write.base == twin.base and not self._are_same(write, twin):
                    yield f"{write.loc}: what is written here may differ from what is written at {twin.loc}"
                    return

    # ------------------------------------------------------------ coverage

    def _is_covered(self, write: MemoryAccess, mine: LeftByKernel, yours: LeftByKernel) -> bool:
        """Does some thread of the other kernel write each element that one writes?"""
        me = walking(mine)
        known = (*me.facts, write.where)
        writes = [other for other in yours.results if other.base == write.base and other.size == write.size]
        if not writes:
            return self._same.never(PairCase((me,), known))
        for group in _groups(yours, writes):
            for writer in self._writers(write, group, mine, yours):
                before = dict(self._same.needed)
                self._same.begin()
                case = PairCase((me, writer.thread), known, met=((write.where,),))
                # What is supposed of all threads may be wrong of one that is not there.
                exists = self._same.never(replace(case, threads=(me,)), terms.lnot(writer.exists))
                if exists and self._writes(writer, write, group, case):
                    return True
                self._same.needed.clear()
                self._same.needed.update(before)
        return False

    def _writes(
        self, writer: _Writer, write: MemoryAccess, writes: Sequence[MemoryAccess], case: PairCase
    ) -> bool:  # fmt: skip
        """Does a thread that is there write the element?"""
        thread = writer.thread
        granted = map(thread.of, ended(thread.kernel, writes[0].block))
        written = terms.lor(*(
            terms.land(
                thread.of(other.where), terms.apply(Op.EQ, BOOL, I64, (thread.of(other.offset), write.offset))
            )
            for other in writes
        ))  # fmt: skip
        there = case.and_also(*thread.facts, writer.it_is, *granted)
        if self._same.never(there, terms.lnot(written)):
            return True
        more = self._same.with_reads(there, *there.known, written)
        return more.known != there.known and self._same.never(more, terms.lnot(written))

    def _writers(
        self, write: MemoryAccess, writes: Sequence[MemoryAccess], mine: LeftByKernel, yours: LeftByKernel
    ) -> Iterator[_Writer]:  # fmt: skip
        first = {unknown: 0 for other in writes for unknown in yours.rounds_of(other)}
        for at in _twins(mine, yours):
            exists = terms.land(*(
                terms.apply(Op.ULT, BOOL, I32, (at[unknown], yours.shape.values[EXTENT_OF[variable], axis]))
                for (variable, axis), unknown in yours.coordinates.items()
            ))  # fmt: skip
            yield _Writer(walking(yours, {**at, **first}), exists)
            rounds = self._aligned(write, writes, mine, yours, at)
            if rounds:
                yield _Writer(walking(yours, {**at, **rounds}), exists)
        axes = {axis for _, axis in yours.coordinates}
        for number in dict.fromkeys(_numbers(write, writes, yours, first)) if len(axes) == 1 else ():
            (axis,) = axes
            thread, block, threads, blocks = (
                terms.apply(Op.ZEXT, I64, I32, (yours.shape.values[variable, axis],))
                for variable in (Builtin.THREAD_IDX, Builtin.BLOCK_IDX, Builtin.BLOCK_DIM, Builtin.GRID_DIM)
            )
            place = terms.apply(Op.ADD, I64, I64, (terms.apply(Op.MUL, I64, I64, (block, threads)), thread))
            count = terms.apply(Op.MUL, I64, I64, (blocks, threads))
            exists = terms.apply(Op.ULT, BOOL, I64, (number, count))
            yield _Writer(walking(yours, first), exists, terms.apply(Op.EQ, BOOL, I64, (place, number)))

    def _aligned(
        self, write: MemoryAccess, writes: Sequence[MemoryAccess], mine: LeftByKernel, yours: LeftByKernel,
        at: Mapping[Term, TermValue],
    ) -> dict[Term, TermValue]:  # fmt: skip
        """The same rounds of loops that go on together; none if they are not shown to."""
        if len(writes) != 1:
            return {}
        (other,) = writes
        loops = [each.walked.region.loop_of(one.block) for each, one in ((mine, write), (yours, other))]
        if loops[0] is None or loops[1] is None:
            return {}
        rounds = AlignedLoops(self._same, mine, yours, at)
        return rounds.together(loops[0].head, loops[1].head) or {}

    # ------------------------------------------------------------ values

    def _are_same(self, write: MemoryAccess, twin: MemoryAccess) -> bool:
        """Is what a thread writes what another one writes to that element?"""
        one, other = self._pair
        self._same.begin()
        me, you = walking(one), walking(other)
        a, b = bits_of(write.how.value, write.size), bits_of(twin.how.value, twin.size)
        if write.size != twin.size or a is None or b is None:
            return False
        for at in _twins(one, other):
            if not self._is_the_one(me, you, write, twin, at):
                continue
            you = walking(other, at)
            loops = AlignedLoops(self._same, one, other, at)
            rounds = {}
            mine, yours = (each.walked.region.loop_of(w.block) for each, w in ((one, write), (other, twin)))
            if mine is not None and yours is not None:
                rounds = loops.together(mine.head, yours.head) or {}
                if not self._is_the_round(me, you, write, twin, rounds):
                    rounds = {}
            you = walking(other, {**at, **rounds})
            case, before = _case(me, you, write, twin), dict(self._same.needed)
            if not (loops.are_in(a) and loops.are_in(b)):  # of what loops compute nothing else is told
                if self._same.equal(a, you.of(b), case):
                    return True
                more = self._same.with_reads(case, *case.known)
                if more.known != case.known and self._same.equal(a, you.of(b), more):
                    return True
                self._same.needed.clear()
                self._same.needed.update(before)
            alike = loops.alike_behind(write, twin)
            you = walking(other, {**at, **alike})
            return bool(alike) and self._same.equal(a, you.of(b), _case(me, you, write, twin))
        return self._same.equal(a, b, _case(me, you, write, twin))

    def _is_the_one(
        self, me: PairedThread, you: PairedThread, write: MemoryAccess, twin: MemoryAccess,
        at: Mapping[Term, TermValue],
    ) -> bool:  # fmt: skip
        """Is it one thread only that writes the element of another one?"""
        is_it = terms.land(*(terms.apply(Op.EQ, BOOL, I32, (unknown, place)) for unknown, place in at.items()))
        return self._same.never(_case(me, you, write, twin), terms.lnot(is_it))

    def _is_the_round(
        self, me: PairedThread, you: PairedThread, write: MemoryAccess, twin: MemoryAccess,
        rounds: Mapping[Term, TermValue],
    ) -> bool:  # fmt: skip
        is_it = terms.land(*(terms.apply(Op.EQ, BOOL, I64, (unknown, number)) for unknown, number in rounds.items()))
        return self._same.never(_case(me, you, write, twin), terms.lnot(is_it))


def _case(me: PairedThread, you: PairedThread, write: MemoryAccess, twin: MemoryAccess) -> PairCase:
    """Two threads write one element."""
    offset = you.of(twin.offset)
    meet = terms.apply(Op.EQ, BOOL, I64, (write.offset, offset))
    known = (*me.facts, *you.facts, write.where, you.of(twin.where), meet)
    overlap = Overlap(True, write.offset, write.size, offset, twin.size, write.scaled, twin.scaled)
    return PairCase((me, you), known, (overlap,), ((write.where,),))


def _twins(mine: LeftByKernel, yours: LeftByKernel) -> Iterator[dict[Term, TermValue]]:
    """Coordinates of a thread of one kernel, made of those of a thread of the other: the same, or along other axes."""
    both = [
        [place for place in yours.coordinates if place[0] is variable]
        for variable in (Builtin.THREAD_IDX, Builtin.BLOCK_IDX)
    ]
    for orders in product(*(permutations(places) for places in both)):
        pairs = zip((place for places in both for place in places), (p for order in orders for p in order), strict=True)
        yield {yours.coordinates[place]: mine.shape.values[from_] for place, from_ in pairs}


def _numbers(
    write: MemoryAccess, writes: Sequence[MemoryAccess], yours: LeftByKernel, first: Mapping[Term, TermValue]
) -> Iterator[TermValue]:  # fmt: skip
    """Guesses which one of all threads along an axis writes an element: that with its number, or the one that a thread
    of the first block would be."""
    number = quotient(write.offset, write.size)
    if number is not None:
        yield number
    coordinates = {variable: unknown for (variable, _), unknown in yours.coordinates.items()}
    block, thread = coordinates.get(Builtin.BLOCK_IDX), coordinates.get(Builtin.THREAD_IDX)
    if block is None or thread is None:
        return
    in_first = terms.Substitution({**first, block: 0})
    for other in writes:
        place = solved_for(thread, in_first.of(other.offset), write.offset)
        if place is not None:
            yield terms.apply(Op.SEXT, I64, I32, (place,))


def _groups(kernel: LeftByKernel, writes: Sequence[MemoryAccess]) -> Iterator[list[MemoryAccess]]:
    """Writes in whose conditions the same unknowns stand for the same: those outside of loops, and each in a loop."""
    straight = [one for one in writes if kernel.walked.region.loop_of(one.block) is None]
    if straight:
        yield straight
    yield from ([one] for one in writes if one not in straight)
