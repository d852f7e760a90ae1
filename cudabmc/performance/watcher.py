"""Watches what the threads of some blocks do: their requests, their branches, and their barriers.

It listens to a machine as the recorder of counterexamples does, so that other runs pay nothing for it.
"""

from collections.abc import Iterable
from typing import Any

from cudabmc.advice import WARP_SIZE, WatchedLaunch
from cudabmc.errors import ResourceError
from cudabmc.goto import alignment
from cudabmc.goto.program import Branch, Call, CopyBytes, Launch, Load, Return, Space, Store
from cudabmc.late_dataclass import dataclass
from cudabmc.performance.divergence import LaneWay, WarpBranch
from cudabmc.performance.needless_barriers import READS, WRITES, BlockHistory, Touch
from cudabmc.performance.occurrences import Occurrences
from cudabmc.performance.requests import WIDEST_ACCESS, AccessSite, LaneBytes, WarpRequest
from cudabmc.source.location import Location
from cudabmc.state import copies
from cudabmc.state.code import Code, location_in
from cudabmc.state.events import ATOMIC, READ, VERBS, WRITE, Event
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.position import user_location
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import Status, Thread

MOST_RECORDS = 1_500_000
"""Accesses and branches of lanes that are kept: some hundred megabytes."""


class EnoughSeenError(ResourceError):
    """More is not kept."""


@dataclass(slots=True)
class LaneRecord:
    """A lane: how many instructions it has executed, the branches whose sides have not met yet, each with the depth of
    the call and the place where they meet, and the access that was last, with what it belongs to."""

    work: int
    open: list[tuple[int, int, LaneWay]]
    last: tuple[LaneBytes, int, Location, int, Frame] | None = None


_BlockKey = tuple[int, int]


class WarpWatcher:
    """Listens to one machine. Launches are watched that somebody names before they begin."""

    def __init__(self, execution: Execution) -> None:
        self._ex = execution
        self.launches: dict[int, WatchedLaunch] = {}
        self.requests: dict[tuple[object, ...], WarpRequest] = {}
        self.branches: dict[tuple[object, ...], WarpBranch] = {}
        self.histories: dict[_BlockKey, BlockHistory] = {}
        self.unsure: dict[int, int] = {}  # launch -> accesses and branches that depend on inputs
        self._lanes: dict[_BlockKey, dict[int, LaneRecord]] = {}
        self._kernels: dict[int, str] = {}
        self._done: dict[_BlockKey, set[int]] = {}
        self._occurrences = Occurrences()
        self._before: dict[int, int] = {}  # of each code: the last instruction that has a step of ours
        self._joins: dict[int, frozenset[int]] = {}
        self._left = MOST_RECORDS
        execution.listening.listener = self

    def watch(self, launch: WatchedLaunch) -> None:
        """The blocks of this launch are watched from their first instruction on."""
        self.launches[launch.number] = launch
        for block in launch.blocks:
            self.histories[launch.number, block] = BlockHistory()
            self._lanes[launch.number, block] = {}
            self._done[launch.number, block] = set()

    def finish(self, threads: dict[int, int]) -> None:
        """The run is over. `threads` is how many each block of a launch has: one of which some have not ended is not
        whole, and what its barriers are for is not known."""
        for (launch, block), lanes in self._lanes.items():
            for lane in lanes.values():
                _close(lane, 0, None)
            if len(self._done[launch, block]) < threads[launch]:
                self.histories[launch, block].is_known = False
                self._keep_complete(launch, block, threads[launch])
                seen = self.launches[launch]
                self.launches[launch] = WatchedLaunch(seen.kernel, seen.number, seen.blocks, seen.of, whole=False)

        self._keep_those_together()

    def _keep_complete(self, launch: int, block: int, threads: int) -> None:
        """Of a block that was cut off: what all lanes of a warp have come past. Those are the warps that have ended,
        and all that is before a barrier which the block has passed."""
        done = self._done[launch, block]
        ended = {
            warp for warp in range(-(-threads // WARP_SIZE))
            if done.issuperset(range(warp * WARP_SIZE, min(threads, (warp + 1) * WARP_SIZE)))
        }  # fmt: skip
        everything: tuple[dict[tuple[object, ...], Any], ...] = (self.requests, self.branches)
        mine = [(kept, key) for kept in everything for key in kept if key[:2] == (launch, block)]
        last = max((kept[key].interval for kept, key in mine), default=0)
        for kept, key in mine:
            if key[2] not in ended and kept[key].interval == last:
                del kept[key]

    def _keep_those_together(self) -> None:
        """Lanes that come to a place under different conditions on inputs need not come there together."""
        for request in self.requests.values():
            self._leave_out(request.launch, 0 if request.together else len(request.lanes))
        for branch in self.branches.values():
            self._leave_out(branch.launch, 0 if branch.together else len(branch.lanes))
        self.requests = {key: request for key, request in self.requests.items() if request.together}
        self.branches = {key: branch for key, branch in self.branches.items() if branch.together}

    def _leave_out(self, launch: int, count: int) -> None:
        if count:
            self.unsure[launch] = self.unsure.get(launch, 0) + count

    def work_of(self, launch: int) -> int:
        """How many instructions all lanes of a launch have executed, about."""
        return sum(lane.work for (of, _), lanes in self._lanes.items() if of == launch for lane in lanes.values())

    # ------------------------------------------------------------ listening

    def ran_at_once(self, kernel: str, threads: int) -> None:
        """A launch that is not watched."""
        self._ex.listening.heard.clear()

    def runs_at_once(self, frame: Frame, pc: int) -> None:
        """Host code, which has no warps."""

    def hear(self, code: Code, index: int, step: StepFunction) -> StepFunction:
        """The step, and what it tells of a watched thread."""
        instruction = code.function.body[index]
        joins = self._joins.get(id(code))
        if joins is None:
            branches = (pc for pc, i in enumerate(code.function.body) if isinstance(i, Branch))
            joins = self._joins[id(code)] = frozenset(code.ipdom[pc] for pc in branches)
        told = isinstance(instruction, Load | Store | CopyBytes | Call | Return | Branch | Launch)
        if not told and index not in joins:
            return step
        weight = index - self._before.get(id(code), -1)
        self._before[id(code)] = index
        if isinstance(instruction, Load | Store | CopyBytes | Call):
            step = self._of_access(instruction, index, step)
        elif isinstance(instruction, Branch) and instruction.then != instruction.orelse:
            step = self._of_branch(code, index, step)
        elif isinstance(instruction, Return):
            step = self._of_return(step)
        elif isinstance(instruction, Launch):
            step = self._of_launch(step)
        return self._counted(step, index if index in joins else None, weight)

    def _lane(self, thread: Thread) -> LaneRecord | None:
        """What is known of the thread, if it is watched."""
        block = thread.block
        if block is None:
            return None
        lanes = self._lanes.get((thread.id.launch, block.number))
        if lanes is None:
            return None
        lane = lanes.get(thread.rank.linear)
        if lane is None:
            lane = lanes[thread.rank.linear] = LaneRecord(0, [])
        return lane

    def _counted(self, step: StepFunction, join: int | None, weight: int) -> StepFunction:
        """Counts the instructions that lead to this one, which it is a part of; at a join branches end."""

        def counted(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            lane = self._lane(thread)
            if lane is not None:
                lane.work += weight
                if join is not None and lane.open:
                    _close(lane, len(thread.frames), join)
            return step(thread, frame, regs)

        return counted

    def _of_return(self, step: StepFunction) -> StepFunction:
        """Branches of a function end with it, and the thread with its kernel."""

        def returned(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            lane, depth, block = self._lane(thread), len(thread.frames), thread.block
            following = step(thread, frame, regs)
            if lane is not None and len(thread.frames) < depth:
                _close(lane, depth, None)
                if not thread.frames and block is not None:
                    self._done[thread.id.launch, block.number].add(thread.rank.linear)
            return following

        return returned

    def _of_launch(self, step: StepFunction) -> StepFunction:
        """A thread that launches a kernel tells it what its block has written."""

        def launched(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            if self._lane(thread) is not None and thread.block is not None:
                self._history(thread).speaks.add(thread.block.epoch)
            return step(thread, frame, regs)

        return launched

    def _of_branch(self, code: Code, index: int, step: StepFunction) -> StepFunction:
        loc = code.location(index)
        join = code.ipdom[index]

        def branched(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            lane = self._lane(thread)
            if lane is None:
                return step(thread, frame, regs)
            occurrence, depth = self._occurrences.of(thread, index), len(thread.frames)
            following = step(thread, frame, regs)
            block = thread.block
            assert block is not None
            if following < 0 and thread.status not in (Status.PAUSED, Status.SPINNING):
                self._leave_out(thread.id.launch, 1)  # which side depends on inputs
                return following
            warp, number = divmod(thread.rank.linear, WARP_SIZE)
            key = (thread.id.launch, block.number, warp, occurrence)
            branch = self.branches.get(key)
            if branch is None:
                where = user_location(thread) if code.function.library else loc
                kernel = self.launches[thread.id.launch].kernel
                branch = self.branches[key] = WarpBranch(
                    kernel, where, thread.id.launch, block.index, warp, block.epoch, thread.path
                )
            branch.together = branch.together and branch.path == thread.path
            way = branch.lanes[number] = LaneWay(following if following >= 0 else frame.pc, lane.work)
            lane.open.append((depth, join, way))
            self._count()
            return following

        return branched

    def _of_access(
        self, instruction: Load | Store | CopyBytes | Call, index: int, step: StepFunction
    ) -> StepFunction:  # fmt: skip
        ex, aligns = self._ex, _aligned(instruction)

        def accessed(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            lane = self._lane(thread)
            if lane is None:
                return step(thread, frame, regs)
            heard = ex.listening.heard
            heard.clear()
            before = ex.counts.events
            following = step(thread, frame, regs)
            if ex.counts.events != before and thread.frames:
                if ex.counts.events - before > len(heard):
                    self._unknown_place(thread)
                self._accesses(thread, frame, lane, index, aligns)
            if thread.wait is not None and thread.status is Status.WAITING:
                self._waits(thread)
            return following

        return accessed

    # ------------------------------------------------------------ what was heard

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise EnoughSeenError("the launch makes too many accesses to watch all of them")

    def _history(self, thread: Thread) -> BlockHistory:
        assert thread.block is not None
        return self.histories[thread.id.launch, thread.block.number]

    def _unknown_place(self, thread: Thread) -> None:
        """An access whose place depends on inputs: it may need any barrier, and is in no request."""
        self._history(thread).is_known = False
        self._leave_out(thread.id.launch, 1)

    def _waits(self, thread: Thread) -> None:
        """The thread has come to a barrier of its block, or to another one."""
        history, block, wait = self._history(thread), thread.block, thread.wait
        assert block is not None and wait is not None
        if wait.scope != "block":
            # What barriers of other kinds are, and how they are used, is in no access.
            history.is_known = history.is_known and wait.scope in ("warp", "grid")
            return
        name, pc = wait.point
        loc = location_in(self._ex.program.functions[name], pc)
        history.ends[block.epoch].add(loc)
        if wait.combine is not None:
            history.kept.add(loc)

    def _accesses(
        self, thread: Thread, frame: Frame, lane: LaneRecord, index: int, aligns: dict[int, int]
    ) -> None:  # fmt: skip
        occurrence, loc = self._occurrences.of(thread, index), user_location(thread)
        history, piece = self._history(thread), 0
        for event in self._ex.listening.heard:
            if event.tid != thread.tid or event.epoch == copies.NEVER:
                history.is_known = False  # an asynchronous copy, which no barrier orders
            self._note_touch(history, thread, event)
            for part in _pieces(event, aligns.get(event.kind, 0)):
                last = lane.last
                if last is not None and _continues(last, part, event.kind, loc, index, frame):
                    last[0].size += part.size
                    lane.last = (*last[:3], index, frame)
                    continue
                self._add(thread, (occurrence, piece), event, part, loc)
                piece += 1
                width = max(aligns.get(event.kind, 0), part.size)
                lane.last = (part, event.kind + (width << 4), loc, index, frame)
                self._count()

    def _add(
        self, thread: Thread, which: tuple[object, int], event: Event, part: LaneBytes, loc: Location
    ) -> None:  # fmt: skip
        block = thread.block
        assert block is not None
        warp, number = divmod(thread.rank.linear, WARP_SIZE)
        key = (thread.id.launch, block.number, warp, which, event.kind)
        request = self.requests.get(key)
        if request is None:
            obj = self._ex.s.objects[event.obj]
            kernel = self.launches[thread.id.launch].kernel
            site = AccessSite(kernel, loc, VERBS[event.kind], obj.name, obj.space.value)
            request = self.requests[key] = WarpRequest(
                site, thread.id.launch, block.index, warp, block.epoch, thread.path
            )
        request.together = request.together and request.path == thread.path
        request.lanes[number] = part

    def _note_touch(self, history: BlockHistory, thread: Thread, event: Event) -> None:
        block = thread.block
        assert block is not None and isinstance(event.offset, int) and isinstance(event.size, int)
        how = READS if event.kind == READ else f":{event.commutes}" if event.kind == ATOMIC else WRITES
        history.touches[block.epoch].add(Touch(thread.rank.linear, event.obj, event.offset, event.size, how))
        obj = self._ex.s.objects[event.obj]
        if (event.strong and obj.space is not Space.SHARED) or obj.owner_block not in (None, block.home):
            history.speaks.add(block.epoch)


def _aligned(instruction: Load | Store | CopyBytes | Call) -> dict[int, int]:
    """What the address of an access is a multiple of, by what it does, as far as the instruction tells."""
    if isinstance(instruction, Load | Store):
        known = alignment.required(instruction)
        return {READ: known, WRITE: known}
    if isinstance(instruction, CopyBytes):
        return {READ: instruction.src_align, WRITE: instruction.dst_align}
    return {}


def _pieces(event: Event, align: int) -> Iterable[LaneBytes]:
    """The accesses of single instructions that an event consists of."""
    assert isinstance(event.offset, int) and isinstance(event.size, int)
    most = min(align or WIDEST_ACCESS, WIDEST_ACCESS)
    if event.size <= most:
        yield LaneBytes(event.obj, event.offset, event.size)
        return
    for start in range(0, event.size, most):
        yield LaneBytes(event.obj, event.offset + start, min(most, event.size - start))


def _continues(
    last: tuple[LaneBytes, int, Location, int, Frame], part: LaneBytes, kind: int, loc: Location, index: int,
    frame: Frame,
) -> bool:  # fmt: skip
    """Is it a part of the same access of a vector, which the front ends take apart? The first part is aligned as the
    whole vector."""
    access, kind_and_width, where, at, of = last
    width = min(kind_and_width >> 4, WIDEST_ACCESS)
    return (
        of is frame and at <= index and where == loc and kind_and_width & 15 == kind and access.obj == part.obj
        and access.offset + access.size == part.offset and access.size + part.size <= width
    )  # fmt: skip


def _close(lane: LaneRecord, depth: int, join: int | None) -> None:
    """Branches end whose sides meet at `join`, in calls of this depth, or all of such calls and of deeper ones."""
    while lane.open:
        deep, meets, way = lane.open[-1]
        if deep < depth or (join is not None and deep == depth and meets != join):
            return
        way.ended = lane.work
        lane.open.pop()
