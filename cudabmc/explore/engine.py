"""The explorer: runs states of the machine from decision to decision.

Between decisions every thread runs to its next visible event, in a canonical order; a decision
picks whose event comes next. Without conflicts there is no decision, and one interleaving.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import prod

from cudabmc import terms
from cudabmc.barriers import blocked, rendezvous, stuck, wide_barrier
from cudabmc.device import stream_operations, streams
from cudabmc.device.grids import make_the_rest
from cudabmc.errors import ResourceError
from cudabmc.explore.state_key import state_key
from cudabmc.explore.strategy import Strategy, Tried
from cudabmc.interpreter.core import Machine
from cudabmc.state import assumed
from cudabmc.state.execution import Execution
from cudabmc.state.order import most
from cudabmc.state.plan import ONE_BLOCK, PartOfLaunch
from cudabmc.state.position import user_location
from cudabmc.state.signals import PartIsOver
from cudabmc.state.state import State
from cudabmc.state.stream_operations import Grid, StreamOperation
from cudabmc.state.thread import FIRST_TID_OF_HOST, Status, Thread, Wait

OTHER_BLOCKS = 8
"""After how many pauses of a thread those of other blocks come before it."""


class Explorer:
    """Explores all executions that a strategy allows from a state."""

    def __init__(
        self, machine: Machine, strategy: Strategy, *, hashing: bool, most: int,
        launching: Callable[[State], bool] = lambda state: True,
        merged: Callable[[State], bool] = lambda state: True,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        self.m = machine
        self.ex = machine.execution
        self.strategy = strategy
        self.hashing = hashing
        self.most = most
        self.launching = launching  # asked at each launch: is there any need to run it?
        self.enough = enough  # asked behind each interleaving: is there any need to explore others?
        self.merged = merged  # gets states that continue like an explored one; is there any need to continue?
        self.interleavings = 0
        self.pruned = 0
        self.switches = 0
        self.last: Thread | None = None  # the thread that runs, or ran last
        self._seen: set[object] = set()
        self._most_options = 0
        self._crowd = ""
        self._more: list[tuple[State, list[int], Tried]] = []  # states, with choices left to try in them and tried

    @property
    def open_choices(self) -> int:
        """How many executions have begun and are to be gone on with, as far as that is known."""
        return sum(len(choices) or 1 for _, choices, _ in self._more)

    def explore(self, initial: State, finished: Callable[[State], bool]) -> None:
        """Run everything; `finished` gets each final state and says whether to continue.

        Raises ResourceError when there are more than `most` interleavings.
        """
        while (state := self.strategy.begins(initial)) is not None:
            self._more = [(state, [], [])]
            if not self._explore(finished):
                return

    def _explore(self, finished: Callable[[State], bool]) -> bool:
        """Run everything that has begun; answers whether to look at more."""
        while self._more:
            state = self._next()
            if state is None:
                continue
            options = self._advance(state)
            if options == []:
                self.pruned += 1
                continue
            if options is None:
                self.strategy.closed(state)
                self.interleavings += 1
                self.switches = max(self.switches, state.choices.switches)
                if not finished(state) or self.enough():
                    return False
                if self.interleavings >= self.most and self._more:
                    raise ResourceError(
                        f"more than {self.most} interleavings{self._crowd};"
                        " try fewer threads, a smaller --context-bound or a larger --max-interleavings"
                    )
                continue
            if self.hashing and self._known(state):
                self.pruned += 1
                self.strategy.merges(state)
                if not self.merged(state):
                    return False
                continue
            self._remember(state, options)
            self._more.append((state, options[::-1], []))
        return True

    def forget(self) -> None:
        """Nothing is explored any more: give the memory of the states back."""
        self._more.clear()
        self._seen.clear()

    def _remember(self, state: State, options: list[int]) -> None:
        """Where the most threads compete, for the message of a run that gives up."""
        if len(options) > self._most_options:
            self._most_options = len(options)
            threads = [t for grid in state.device.grids.values() for t in (grid.threads.get(o) for o in options) if t]
            if threads:
                self._crowd = f", {len(options)} threads compete at {user_location(threads[0])}"

    def _next(self) -> State | None:
        """The next state to run: the innermost one, with its next choice made. None if all that is left to try there
        was explored elsewhere."""
        state, choices, tried = self._more.pop()
        if not choices:
            return state
        if tried and self.strategy.is_covered(state, tried):
            return None
        tid = choices.pop()
        if choices:
            self._more.append((state, choices, tried))
            rest, state = state, state.fork()
            if tid > FIRST_TID_OF_HOST:
                from cudabmc.explore import host_order

                host_order.sleeps(rest, tid)
        self._choose(state, tid, tried)
        return state

    def _known(self, state: State) -> bool:
        """Did an explored state behave alike, with as much of the context bound left?"""
        spent = self.strategy.spent(state)
        if spent is None:
            return False
        key = (spent, state_key(state))
        if key in self._seen:
            return True
        self._seen.add(key)
        return False

    def _choose(self, state: State, tid: int, tried: Tried | None = None) -> None:
        """The scheduler lets a thread continue: one of a kernel, the host, or what carries out a stream operation."""
        self.ex.s = state
        if tid > FIRST_TID_OF_HOST:
            from cudabmc.explore import host_order

            state.choices.schedule = (state.choices.schedule, tid, True)
            host_order.take_turn(state, tid)
            return
        self.strategy.chooses(state, tid, tried)
        choices = state.choices
        if choices.current is not None and choices.current != tid and choices.current in _pending(self.ex, state):
            choices.switches += 1
        choices.current = tid
        host = state.host
        assert host is not None
        operation = next((o for o in state.device.queue.values() if o.thread is not None and o.thread.tid == tid), None)
        if operation is not None:
            state.choices.schedule = (state.choices.schedule, tid, operation.path)
            self._begin(state, operation)
            return
        if tid == host.tid:
            thread = state.own_thread(host)
        else:
            grid = state.grid_of(tid)
            grid.pending.discard(tid)
            grid.runnable.append(tid)
            thread = state.own_thread(grid.threads[tid])
        thread.status = Status.RUNNABLE
        thread.turn.go = True
        state.choices.schedule = (state.choices.schedule, tid, thread.path)

    # ------------------------------------------------------------ from decision to decision

    def _advance(self, state: State) -> list[int] | None:
        """Run up to the next decision; None at the end of the execution, and no choices where it is given up."""
        ex, strategy = self.ex, self.strategy
        ex.s = state
        while state.alive is not False:
            if strategy.gives_up(state):
                return []
            if strategy.is_over(state):
                return None
            if strategy.one_by_one:
                early = strategy.early(state, _pending(ex, state))
                if early is not None:
                    self._choose(state, early)
                    continue
            if self._run_device(state):
                continue
            turns = None if state.published.host_threads is None else self._host_turns(state)
            if turns is not None:
                if len(turns) != 1:
                    return turns
                self._choose(state, turns[0])
            if self._host_can_run(state):
                if not self._run_host(state):
                    return None
                continue
            pending = _pending(ex, state)
            if not pending:
                if not self._nobody_can(state):
                    return None
                continue
            options = strategy.options(state, pending)
            if len(options) != 1:
                return options
            self._choose(state, options[0])
        return None

    def _host_turns(self, state: State) -> list[int] | None:
        from cudabmc.explore import host_order  # few programs start threads

        return host_order.turns(self.m, state, self.strategy, self.interleavings)

    def _run_device(self, state: State) -> bool:
        """Run kernels up to where their threads stand before a visible event, and begin stream
        operations whose turn it is; answers whether there was anything to do."""
        for grid in list(state.device.grids.values()):
            if grid.runnable:
                self._run_grid(state, grid)
                return True
            if not grid.pending and not grid.waiting and not grid.spinning:
                self._finish_grid(state, grid)
                return True
        for operation in list(state.device.queue.values()):
            if _is_due(state, operation) and not _is_event(self.ex, operation):
                self._begin(state, operation)
                return True
        return False

    def _begin(self, state: State, operation: StreamOperation) -> None:
        del state.device.queue[operation.number]
        if operation.thread is None:
            operation.begin(self.m, None)
            return
        own = operation.thread.clone(state.token)
        own.frames = [frame.clone() for frame in own.frames]
        operation.begin(self.m, own)
        streams.ends(state, operation.number)

    def _host_can_run(self, state: State) -> bool:
        """The host continues when the kernels have ended or wait; beside them where the order matters."""
        host = state.host
        assert host is not None
        if host.status is Status.AWAITING:
            ready = state.device.awaited.within(state.device.done)
        else:
            ready = host.status in (Status.RUNNABLE, Status.LAUNCHING)
        return ready and (self.ex.decisions.concurrent or not any(grid.pending for grid in state.device.grids.values()))

    def _run_host(self, state: State) -> bool:
        """Run the host until it issues a kernel, waits or ends; False if there is no need to continue."""
        assert state.host is not None
        host = state.own_thread(state.host)
        host.status = Status.RUNNABLE
        self.last = host
        self.m.run(host)
        host = state.host
        if host.status is Status.DONE:
            if state.published.host_threads is not None:
                from cudabmc.explore import host_order

                if host_order.goes_on_behind_main(state):
                    return True
            self.m.at_exit(host)
        return host.status is not Status.LAUNCHING or self.launching(state)

    def _run_grid(self, state: State, grid: Grid) -> None:
        """Run threads until all that can continue stand before a visible event."""
        m = self.m
        while grid.runnable:
            tid = self.strategy.take(state, grid)
            thread = state.own_thread(grid.threads[tid])
            if not thread.frames:  # its first step
                m.paths.enter(thread, grid.function, grid.args, None)
            self.last = thread
            before, more = state.alive, len(self._more)
            if thread.causality.assumed is not True:
                state.alive = terms.land(before, thread.causality.assumed)
            if state.alive is not False:
                m.run(thread)
            if thread.causality.assumed is False or state.alive is False:
                _dies(thread)
            self.strategy.took(state, thread)
            self._stopped(state, grid, thread)
            if grid.threads[tid].causality.assumed is not True:
                for other in (state, *(entry[0] for entry in self._more[more:])):
                    assumed.leave_open(other, before, other.device.grids[grid.operation].threads[tid].causality.assumed)
            if self.strategy.one_by_one:
                return

    def _nobody_can(self, state: State) -> bool:
        """No thread can continue; answers whether one can after all, or for other inputs."""
        m = self.m
        if self._end_with_part(state.device.grids.values()):
            return True
        assumed.commit_all(state, (t for grid in state.device.grids.values() for t in grid.threads.values()))
        if state.alive is False:
            return True
        for grid in state.device.grids.values():
            if rendezvous.without_absent(m, grid):
                return True
        host = state.host
        assert host is not None
        if state.device.grids:
            stuck.report(m, list(state.device.grids.values()))
            for grid in list(state.device.grids.values()):
                self._finish_grid(state, grid)
            return True
        if host.status is Status.SPINNING:  # beside nothing: it never ends
            state.own_thread(host).status = Status.RUNNABLE
            return True
        return False

    def _stopped(self, state: State, grid: Grid, thread: Thread) -> None:
        """File a thread by why it stopped."""
        m = self.m
        if thread.forks and thread.status in (Status.WAITING, Status.SPINNING):
            other = blocked.split(m, state, thread)
            if other is not None:
                self._more.append((other, [], []))
            thread = grid.threads[thread.tid]
        wait = thread.wait
        if wait is not None and _needs_existence(wait) and thread.base is not grid.path:
            other = blocked.decide_existence(m, state, thread)
            if other is not None:
                self._more.append((other, [], []))
            thread = state.own_thread(grid.threads[thread.tid])
        status, part = thread.status, self.ex.device.parts.get(grid.number)
        if status is Status.PENDING:
            grid.pending.add(thread.tid)
        elif status is Status.WAITING:
            _arrived(m, grid, thread, part)
        elif status is Status.RUNNABLE:
            grid.runnable.append(thread.tid)
        elif status is Status.PAUSED:
            thread.status = Status.RUNNABLE
            _paused(grid, thread)
            self.strategy.paused(thread.tid)
            return
        elif status is Status.SPINNING:
            grid.spinning.add(thread.tid)
        else:
            _left(m, grid, thread, part)
        if m.converging and status is not Status.PENDING:
            rendezvous.converge(m, grid, thread)

    def _finish_grid(self, state: State, grid: Grid) -> None:
        """All threads have ended. After a violation in the kernel the host does not continue."""
        if self._end_with_part([grid]):
            return
        assumed.commit_all(state, grid.threads.values())
        host = state.host
        assert host is not None
        del state.device.grids[grid.operation]
        streams.ends(state, grid.operation)
        if self.ex.listening.streams is not None:
            self.ex.listening.streams.ends(grid.operation)
        if self.ex.settings.two_threads and len(grid.threads) == 2 and _size(grid) > 2:
            # What the others would have written is missing: anything seen from here on may be false.
            self.ex.remarks.note(
                f"--two-threads: only two of the {_size(grid)} threads of {grid.kernel} ran, and nothing after it"
            )
            state.ending = replace(state.ending, reached=state.alive)
            grid.broken = True
        if not state.device.grids:
            state.meetings = {}
            self.strategy.closed(state)
        if grid.broken and host.path is True and host.status is not Status.DONE:
            host = state.own_thread(host)
            host.status = Status.DEAD
            host.frames.clear()
            state.device.queue.clear()

    def _end_with_part(self, grids: Iterable[Grid]) -> bool:
        """None of these kernels can go on: one of which only a part runs ends the run, unless the part only begins it
        and no violation is certain. Answers whether others can go on then."""
        device = self.ex.device
        for grid in grids:
            part = device.parts.get(grid.number)
            if part is not None and part.begin and not self.ex.s.is_surely_faulty:
                if len(grid.blocks) < prod(grid.grid):
                    make_the_rest(self.ex, grid)
                    return True
            elif part is not None:
                raise PartIsOver(part.why, device.launch_sites[grid.number])
        return False


def _dies(thread: Thread) -> None:
    """The thread does not go on: it has assumed what does not hold."""
    thread.status, thread.wait = Status.DEAD, None
    thread.frames.clear()
    thread.forks.clear()


def _arrived(m: Machine, grid: Grid, thread: Thread, part: PartOfLaunch | None) -> None:
    """A thread has come to a rendezvous. It stays there if it waits for some that do not run."""
    of_grid = thread.wait is not None and thread.wait.scope in wide_barrier.SCOPES
    absent = part is not None and len(part.blocks) < prod(grid.grid)
    if (of_grid and absent) or (part is not None and not part.has_whole_blocks):
        grid.waiting.add(thread.tid)
    else:
        rendezvous.arrived(m, grid, thread)


def _paused(grid: Grid, thread: Thread) -> None:
    """A thread has gone many rounds. The others of its block come first, so that blocks with long loops run one after
    the other, and a violation in the first one is met early. Now and then all others do: it may wait for them."""
    thread.awaiting.pauses += 1
    place = 0
    if thread.awaiting.pauses % OTHER_BLOCKS:
        places = (at for at, tid in enumerate(grid.runnable) if grid.threads[tid].id.block == thread.id.block)
        place = next(places, len(grid.runnable))
    grid.runnable.insert(place, thread.tid)


def _left(m: Machine, grid: Grid, thread: Thread, part: PartOfLaunch | None) -> None:
    """A thread has ended, or was stopped: nobody waits for it any longer."""
    assert thread.block is not None
    block = grid.blocks[thread.block.number]
    if thread.status is Status.DONE:
        block.done += 1
    else:
        block.dead += 1
    if block.waiting:
        rendezvous.try_block(m, grid, block)
    if part is None or part.has_whole_blocks:
        rendezvous.warps_of_done(m, grid, thread)
    if grid.cluster != ONE_BLOCK:
        rendezvous.try_wide(m, grid, thread, wide_barrier.CLUSTER)
        if block.visits:
            from cudabmc.barriers import block_exit  # few programs have clusters

            block_exit.check(m, grid, block)


def _is_due(state: State, operation: StreamOperation) -> bool:
    """Has all ended that comes before the operation?"""
    return most(operation.order).within(state.device.done)


def _is_event(ex: Execution, operation: StreamOperation) -> bool:
    """Does the scheduler decide when the operation is carried out?"""
    return operation.thread is not None and stream_operations.is_event(ex, operation.point)


def _pending(ex: Execution, state: State) -> list[int]:
    """The threads that stand before a visible event."""
    found = [tid for grid in state.device.grids.values() for tid in grid.pending]
    if state.host is not None and state.host.status is Status.PENDING:
        found.append(state.host.tid)
    found += [
        operation.thread.tid
        for operation in state.device.queue.values()
        if operation.thread is not None and _is_due(state, operation) and _is_event(ex, operation)
    ]
    return sorted(found)


def _needs_existence(wait: Wait) -> bool:
    """Does it matter for others what a thread brings along that waits there?"""
    return (wait.scope == "warp" and wait.combine is not None) or wait.scope in ("converged", "meeting")


def _size(grid: Grid) -> int:
    """Threads of the launch as the program asks for them."""
    total = 1
    for count in (*grid.grid, *grid.block):
        total *= count
    return total
