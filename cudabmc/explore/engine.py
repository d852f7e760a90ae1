"""The engine: runs states of the machine from decision to decision.

Between decisions every thread runs to its next visible event, in a canonical order; a decision
picks whose event comes next. Without conflicts there is no decision, and one interleaving.
"""

from collections.abc import Callable

from cudabmc.errors import ResourceError
from cudabmc.explore import blocked, rendezvous, stuck
from cudabmc.explore.state_key import state_key
from cudabmc.explore.strategy import Strategy
from cudabmc.machine.core import Machine
from cudabmc.machine.state import Grid, State, Status, Thread, Wait


class Engine:
    """Explores all executions that a strategy allows from a state."""

    def __init__(
        self, machine: Machine, strategy: Strategy, *, hashing: bool, most: int,
        launching: Callable[[State], bool] = lambda state: True,
        merged: Callable[[State], bool] = lambda state: True,
    ) -> None:  # fmt: skip
        self.m = machine
        self.strategy = strategy
        self.hashing = hashing
        self.most = most
        self.launching = launching  # asked at each launch: is there any need to run it?
        self.merged = merged  # gets states that go on like an explored one; is there any need to go on?
        self.interleavings = 0
        self.pruned = 0
        self.cut_off = 0
        self.switches = 0
        self._seen: set[object] = set()
        self._most_options = 0
        self._crowd = ""
        self._more: list[tuple[State, list[int]]] = []  # states, with the choices left to try in them

    def explore(self, initial: State, finished: Callable[[State], bool]) -> None:
        """Run everything; `finished` gets each final state and says whether to go on.

        Raises ResourceError when there are more than `most` interleavings.
        """
        self._more = [(initial, [])]
        while self._more:
            state = self._next()
            options = self._advance(state)
            if options is None:
                self.interleavings += 1
                self.switches = max(self.switches, state.switches)
                if not finished(state):
                    return
                if self.interleavings >= self.most and self._more:
                    raise ResourceError(
                        f"more than {self.most} interleavings{self._crowd};"
                        " try fewer threads, a smaller --context-bound or a larger --max-interleavings"
                    )
                continue
            if self.hashing and self._known(state):
                self.pruned += 1
                if not self.merged(state):
                    return
                continue
            self._remember(state, options)
            self._more.append((state, options[::-1]))

    def _remember(self, state: State, options: list[int]) -> None:
        """Where the most threads compete, for the message of a run that gives up."""
        if len(options) > self._most_options and state.grid is not None:
            self._most_options = len(options)
            frame = state.grid.threads[options[0]].frames[-1]
            self._crowd = f", {len(options)} threads compete at {frame.code.location(frame.pc)}"

    def _next(self) -> State:
        """The next state to run: the innermost one, with its next choice made."""
        state, choices = self._more.pop()
        if not choices:
            return state
        tid = choices.pop()
        if choices:
            self._more.append((state, choices))
            state = state.fork()
        self._choose(state, tid)
        return state

    def _known(self, state: State) -> bool:
        key = state_key(state)
        if key in self._seen:
            return True
        self._seen.add(key)
        return False

    def _choose(self, state: State, tid: int) -> None:
        grid = state.grid
        assert grid is not None
        if grid.current is not None and grid.current != tid and grid.current in grid.pending:
            state.switches += 1
        grid.pending.discard(tid)
        thread = state.own_thread(grid.threads[tid])
        thread.status = Status.RUNNABLE
        thread.go = True
        grid.current = tid
        grid.runnable.append(tid)
        state.schedule = (state.schedule, tid, thread.path)

    # ------------------------------------------------------------ from decision to decision

    def _advance(self, state: State) -> list[int] | None:
        """Run up to the next decision; None at the end of the execution."""
        m = self.m
        m.s = state
        while state.alive is not False:
            if state.grid is None:
                if self._run_host(state) or not self.launching(state):
                    return None
                continue
            pending = self._run_grid(state, state.grid)
            if not pending:
                continue
            options, cut = self.strategy.options(pending, state.grid.current, state.switches)
            self.cut_off += cut
            if len(options) > 1:
                return options
            self._choose(state, options[0])
        return None

    def _run_host(self, state: State) -> bool:
        """Run the host up to a launch (False) or its end (True)."""
        assert state.host is not None
        host = state.own_thread(state.host)
        state.host = host
        if host.status is Status.LAUNCHING:
            host.status = Status.RUNNABLE
        self.m.run(host)
        if host.status is Status.DONE:
            self.m.at_exit(host)
        return host.status is not Status.LAUNCHING

    def _run_grid(self, state: State, grid: Grid) -> list[int]:
        """Run threads until all that can go on stand before a visible event; those are returned.
        Empty when the grid has finished, and the host goes on."""
        m = self.m
        while True:
            while grid.runnable:
                tid = grid.runnable.pop()
                thread = state.own_thread(grid.threads[tid])
                if not thread.frames:  # its first step
                    m.enter(thread, grid.function, grid.args, None)
                m.run(thread)
                self._stopped(state, grid, thread)
            if grid.pending:
                return sorted(grid.pending)
            if not grid.waiting and not grid.spinning:
                break
            if rendezvous.without_absent(m, grid):
                continue
            stuck.report(m, grid)
            break
        self._finish_grid(state, grid)
        return []

    def _stopped(self, state: State, grid: Grid, thread: Thread) -> None:
        """File a thread by why it stopped."""
        m = self.m
        if thread.forks and thread.status in (Status.WAITING, Status.SPINNING):
            other = blocked.split(m, state, thread)
            if other is not None:
                self._more.append((other, []))
            thread = grid.threads[thread.tid]
        wait = thread.wait
        if wait is not None and _needs_existence(wait) and thread.base is not grid.path:
            other = blocked.decide_existence(m, state, thread)
            if other is not None:
                self._more.append((other, []))
            thread = state.own_thread(grid.threads[thread.tid])
        status = thread.status
        if status is Status.PENDING:
            grid.pending.add(thread.tid)
        elif status is Status.WAITING:
            rendezvous.arrived(m, grid, thread)
        elif status is Status.RUNNABLE:
            grid.runnable.append(thread.tid)
        elif status is Status.SPINNING:
            grid.spinning.add(thread.tid)
        else:
            assert thread.block is not None
            block = grid.blocks[thread.block.number]
            if status is Status.DONE:
                block.done += 1
            else:
                block.dead += 1
            if block.waiting:
                rendezvous.try_block(m, grid, block)
            rendezvous.warps_of_done(m, grid, thread)
        if m.converging and status is not Status.PENDING:
            rendezvous.converge(m, grid, thread)

    def _finish_grid(self, state: State, grid: Grid) -> None:
        """All threads have ended. After a violation in the kernel the host does not go on."""
        host = state.host
        assert host is not None
        state.grid = None
        if self.m.settings.two_threads and len(grid.threads) == 2 and _size(grid) > 2:
            # What the others would have written is missing: anything seen from here on may be false.
            self.m.notes.setdefault(
                f"--two-threads: only two of the {_size(grid)} threads of {grid.kernel} ran, and nothing behind it"
            )
            state.reached = state.alive
            grid.broken = True
        state.released = {}
        state.released_somewhere = {}
        state.strong = {}
        state.meetings = {}
        if grid.broken:
            host = state.own_thread(host)
            host.status = Status.RUNNABLE
            if host.path is True:
                host.status = Status.DEAD
                host.frames.clear()
                return
            host.status = Status.LAUNCHING


def _needs_existence(wait: Wait) -> bool:
    """Does it matter for others what a thread brings along that waits there?"""
    return (wait.scope == "warp" and wait.combine is not None) or wait.scope in ("converged", "meeting")


def _size(grid: Grid) -> int:
    """Threads of the launch as the program asks for them."""
    total = 1
    for count in (*grid.grid, *grid.block):
        total *= count
    return total
