"""Plain reads whose value only a compare-and-swap on the same address takes up.

    old = *address;                                      the read in question
    do {
        assumed = old;
        old = atomicCAS(address, assumed, f(assumed));   takes effect only where the value was still right
    } while (assumed != old);

That is how the programming guide writes atomics that the hardware lacks ("Atomic Functions"). Whatever the read gives,
nothing comes of it unless the compare-and-swap finds the same value. So from the read on, its value may flow into

- computations without effects, branches around such computations among them;
- the operands of a compare-and-swap on the address and size of the read, which compares with the very value; the first
  on the path, since a later one would compare with something else;
- the question whether that one found it, behind which it is known to be right or is not used any more.

It may not be stored, returned, used as an address, or decide what is done.
"""

from collections.abc import Callable, Iterator
from enum import IntFlag

from cudabmc.goto import program as p
from cudabmc.goto.cfg import ipdom, successors
from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.registers import definitions, live, used

Recognise = Callable[[p.Call], str]
"""What a call is: "swap" (address, compare, value), "bits" (the same bits as another type), "pure", or ""."""


class _Is(IntFlag):
    """What a register may hold; several where paths meet."""

    CLEAN = 1
    EXACT = 2  # the value that was read
    DERIVED = 4  # computed from it
    STALE = 8  # the value of an earlier execution of the read, or computed from that
    RESULT = 16  # what the compare-and-swap found
    SAME = 32  # did that find the value?
    OTHER = 64  # or another one?


_TAINT = _Is.EXACT | _Is.DERIVED | _Is.STALE
_State = tuple[_Is, ...]
_Place = tuple[int, bool]
"""An instruction, and whether the compare-and-swap is behind."""


class _LeaksError(Exception):
    """The value reaches something else."""


def is_validated(function: p.Function, read: int, recognise: Recognise) -> bool:
    """Is instruction `read` such a read?"""
    instruction = function.body[read]
    if not isinstance(instruction, p.Load) or instruction.volatile:
        return False
    flow = _Flow(function, read, instruction, recognise)
    try:
        flow.run()
    except _LeaksError:
        return False
    return flow.swapped


class _Flow:
    """Where the value of a read goes."""

    def __init__(self, function: p.Function, read: int, load: p.Load, recognise: Recognise) -> None:
        self.function = function
        self.body = function.body
        self.read = read
        self.load = load
        self.recognise = recognise
        self.swapped = False
        self.joins: list[int] = []
        self.live = live(function.body)
        self.states: dict[_Place, _State] = {}
        self.open: list[_Place] = []

    def run(self) -> None:
        start = [_Is.CLEAN] * len(self.function.reg_types)
        start[self.load.dst] = _Is.EXACT
        self._reach(self.read + 1, False, tuple(start))
        while self.open:
            place = self.open.pop()
            self._step(*place, self.states[place])

    def _reach(self, pc: int, behind: bool, state: _State) -> None:
        if pc >= len(self.body):
            return
        needed = self.live[pc]
        state = tuple(kind if register in needed else _Is.CLEAN for register, kind in enumerate(state))
        if not any(kind & _TAINT for kind in state):
            return
        old = self.states.get((pc, behind))
        new = state if old is None else tuple(a | b for a, b in zip(old, state, strict=True))
        if new != old:
            self.states[pc, behind] = new
            self.open.append((pc, behind))

    def _kind(self, state: _State, operand: p.Operand | None) -> _Is:
        return state[operand.index] if isinstance(operand, p.Reg) else _Is.CLEAN

    def _keep(self, state: _State, *operands: p.Operand | None) -> None:
        """None of the operands may depend on the value."""
        if any(self._kind(state, operand) & _TAINT for operand in operands):
            raise _LeaksError

    def _step(self, pc: int, behind: bool, state: _State) -> None:
        i = self.body[pc]
        match i:
            case p.Assign():
                self._reach(pc + 1, behind, _with(state, i.dst, self._assigned(i, state)))
            case p.Load() if pc == self.read:
                self._keep(state, i.addr)
                stale = [_Is.STALE if kind & _TAINT else _Is.CLEAN for kind in state]
                self._reach(pc + 1, False, _with(tuple(stale), i.dst, _Is.EXACT))
            case p.Load():
                self._keep(state, i.addr)
                self._reach(pc + 1, behind, _with(state, i.dst, _Is.CLEAN))
            case p.Call():
                self._call(pc, i, behind, state)
            case p.Branch():
                self._branch(pc, i, behind, state)
            case p.Goto() | p.Declare() | p.Dead():
                self._reach(successors(self.body, pc)[0], behind, state)
            case _:
                self._keep(state, *used(i))
                for after in successors(self.body, pc):
                    written = _with(state, i.dst, _Is.CLEAN) if isinstance(i, p.Alloca) else state
                    self._reach(after, behind, written)

    def _assigned(self, i: p.Assign, state: _State) -> _Is:
        kinds = [self._kind(state, operand) for operand in i.args]
        if i.op in (Op.COPY, Op.BITCAST):
            return kinds[0]
        if i.op in (Op.EQ, Op.NE) and set(kinds) == {_Is.EXACT, _Is.RESULT}:
            return _Is.SAME if i.op is Op.EQ else _Is.OTHER
        if i.op is Op.NOT and kinds[0] in (_Is.SAME, _Is.OTHER):
            return _Is.OTHER if kinds[0] is _Is.SAME else _Is.SAME
        if i.op in DIVISIONS:
            self._keep(state, *i.args)
        return _computed(kinds)

    def _call(self, pc: int, i: p.Call, behind: bool, state: _State) -> None:
        kinds = [self._kind(state, operand) for operand in i.args]
        what = self.recognise(i)
        result = _Is.CLEAN
        if what == "swap" and not behind and any(kind & _TAINT for kind in kinds) and self._is_own(pc, i):
            self._keep(state, i.args[0])
            if kinds[1] != _Is.EXACT or kinds[2] & _Is.STALE:
                raise _LeaksError
            self.swapped = behind = True
            result = _Is.RESULT
        elif what == "bits":
            result = kinds[0]
        elif what == "pure":
            result = _computed(kinds)
        else:
            self._keep(state, *i.args, *(() if isinstance(i.callee, str) else (i.callee,)))
        self._reach(pc + 1, behind, state if i.dst is None else _with(state, i.dst, result))

    def _branch(self, pc: int, i: p.Branch, behind: bool, state: _State) -> None:
        kind = self._kind(state, i.cond)
        if kind in (_Is.SAME, _Is.OTHER):
            right, wrong = (i.then, i.orelse) if kind is _Is.SAME else (i.orelse, i.then)
            known = [_Is.CLEAN if k & (_Is.EXACT | _Is.DERIVED) and not k & _Is.STALE else k for k in state]
            self._reach(right, behind, tuple(known))
            self._reach(wrong, behind, state)
        elif kind & _TAINT:
            self._around(pc, kind, behind, state)
        else:
            for after in successors(self.body, pc):
                self._reach(after, behind, state)

    def _around(self, pc: int, kind: _Is, behind: bool, state: _State) -> None:
        """A branch on the value: until its sides meet, nothing but computations may depend on it."""
        if kind & _Is.STALE:
            raise _LeaksError
        if not self.joins:
            self.joins = ipdom(self.function)
        inside: set[int] = set()
        left = list(successors(self.body, pc))
        while left:
            at = left.pop()
            if at == self.joins[pc] or at in inside:
                continue
            if at <= pc or not self._is_computation(at):
                raise _LeaksError
            inside.add(at)
            left += successors(self.body, at)
        for at in inside:
            i = self.body[at]
            if isinstance(i, p.Assign | p.Call) and i.dst is not None:
                stale = state[i.dst] & _Is.STALE or _reads_stale(i, state)
                state = _with(state, i.dst, _Is.STALE if stale else _Is.DERIVED)
        self._reach(self.joins[pc], behind, state)

    def _is_computation(self, pc: int) -> bool:
        i = self.body[pc] if pc < len(self.body) else None
        if isinstance(i, p.Call):
            return self.recognise(i) in ("pure", "bits")
        if isinstance(i, p.Goto | p.Branch):
            return all(after > pc for after in successors(self.body, pc))
        return isinstance(i, p.Declare) or (isinstance(i, p.Assign) and i.op not in DIVISIONS)

    # ------------------------------------------------------------ addresses

    def _is_own(self, pc: int, swap: p.Call) -> bool:
        """Is the compare-and-swap on the bytes that were read, whenever the value comes there?"""
        if swap.types[2].size != self.load.type.size:
            return False
        mine, other = self._address(self.load.addr, self.read), self._address(swap.args[0], pc)
        if mine is None or mine != other:
            return False
        between = self._from(self.read)
        return not any(at in between and pc in self._from(at) for at in _made_at(mine))

    def _from(self, start: int) -> set[int]:
        """What can be executed behind an instruction before the read is again."""
        seen: set[int] = set()
        left = list(successors(self.body, start))
        while left:
            at = left.pop()
            if at not in seen and at != self.read and at < len(self.body):
                seen.add(at)
                left += successors(self.body, at)
        return seen

    def _address(self, operand: p.Operand, pc: int, depth: int = 0) -> object:
        """What an address is computed from; None if that is not known."""
        if isinstance(operand, p.Undef) or depth > _DEEPEST:
            return None
        if not isinstance(operand, p.Reg):
            return operand
        made = definitions(self.body, operand.index, pc)
        if made == {-1}:
            return operand if operand.index < len(self.function.params) else None
        if len(made) != 1:
            return None
        [at] = made
        i = self.body[at]
        if not isinstance(i, p.Assign):
            return ("made", at)
        parts = tuple(self._address(part, at, depth + 1) for part in i.args)
        if None in parts:
            return None
        return parts[0] if i.op is Op.COPY else (i.op, i.type, *parts)


_DEEPEST = 20


def _made_at(address: object) -> Iterator[int]:
    """The instructions whose results an address is computed from."""
    if isinstance(address, tuple):
        if address[0] == "made":
            yield address[1]
            return
        for part in address:
            yield from _made_at(part)


def _with(state: _State, register: int, kind: _Is) -> _State:
    return (*state[:register], kind, *state[register + 1 :])


def _computed(kinds: list[_Is]) -> _Is:
    """What is computed from operands of these kinds."""
    if any(kind & _Is.STALE for kind in kinds):
        return _Is.STALE
    return _Is.DERIVED if any(kind & _TAINT for kind in kinds) else _Is.CLEAN


def _reads_stale(i: p.Assign | p.Call, state: _State) -> bool:
    return any(isinstance(operand, p.Reg) and bool(state[operand.index] & _Is.STALE) for operand in i.args)
