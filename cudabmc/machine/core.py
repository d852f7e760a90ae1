"""The machine: runs one thread of a state until it stops, and answers for values and guards.

It does not know who drives it. `run` executes a thread up to its next visible event, a wait, or
its end; what to run next is the explorer's business.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Const, Function, Operand, Program, Reg, Space, Symbol
from cudabmc.goto.types import BOOL, I64, PTR, PtrType, Type
from cudabmc.machine.memory import CellReader, MemObject, merge, zero_of
from cudabmc.machine.settings import Settings
from cudabmc.machine.signals import Abandoned, PathEnds, Split
from cudabmc.machine.state import Fork, Frame, Side, State, Status, Thread, Wait
from cudabmc.machine.value import NULL, Pointer, PointerSet, Value
from cudabmc.machine.vc import Condition
from cudabmc.result import ObjectInfo, Place
from cudabmc.source.location import Location
from cudabmc.terms import Term
from cudabmc.terms.term import lower

FRAME = -1  # a step answers: frames or sides changed, look again
STOP = -2  # a step answers: the thread stops here

Point = tuple[str, int]


def _orders_threads(program: Program) -> bool:
    """Can anything but a barrier of the whole block order accesses of threads: fences, warp barriers?"""
    return any(
        isinstance(i, Call) and isinstance(i.callee, str) and i.callee.startswith(("__threadfence", "__syncwarp"))
        for function in program.functions.values()
        for i in function.body
    )


class Oracle(Protocol):
    """What the machine asks of a solver while it runs."""

    def feasible(self, formula: Value) -> bool:
        """Can the formula hold? True if the solver cannot say."""

    def value_of(self, value: Value, formula: Value, type: Type) -> int | None:
        """A value that `value` can have where `formula` holds; None if it cannot hold."""


class Machine:
    """Executes threads of `self.s`, the current state, which the explorer sets."""

    def __init__(self, program: Program, settings: Settings, oracle: Oracle) -> None:
        from cudabmc.machine.code import CodeCache
        from cudabmc.machine.context import Context
        from cudabmc.machine.resolve import Resolver

        self.program = program
        self.settings = settings
        self.orders_threads = settings.atomics_synchronise or _orders_threads(program)
        self.feasible = oracle.feasible
        self.value_of = oracle.value_of
        self.s = State()
        self.codes = CodeCache(self)
        self.memory = CellReader(self.address, self.pointer_of, self._fresh_bytes)
        self.resolver = Resolver(self)
        self.context = Context(self)
        self.points: dict[Point, set[tuple[str, int]] | None] = {}
        self.found_points: dict[Point, set[tuple[str, int]] | None] = {}
        self.maybe_races: dict[tuple[object, ...], Condition] = {}
        self.settled: set[tuple[object, ...]] = set()
        self.bounds: dict[str, None] = {}
        self.notes: dict[str, None] = {}
        self.kernels: dict[str, None] = {}
        self.given: dict[str, Value] | None = None  # inputs of a replay
        self.approximated = False  # a model answered with less than the exact result
        self.used: dict[str, tuple[str, Value]] = {}  # inputs: name -> (label, value)
        self.races_seen: set[tuple[object, ...]] = set()
        self.instructions = 0
        self.event_count = 0
        self.thread_count = 0
        self.vc_count = 0
        self.vc_simplified = 0
        self.nested = 0
        self.peeking = 0  # memory is read by the machine, not by the program
        self.step_count = 0  # steps of the trace so far
        self.on_step: Callable[[Thread, Frame, int], None] | None = None
        self.on_write: Callable[[Thread, int, int], None] | None = None

    # ------------------------------------------------------------ objects and pointers

    def new_object(self, name: str, size: "int | Term", space: Space, site: str, align: int = 256) -> MemObject:
        """A fresh object; `site` makes its key stable between runs."""
        s = self.s
        count = s.sites.get(site, 0)
        s.sites[site] = count + 1
        align = max(align, 16)
        base = (s.next_base + align - 1) // align * align
        extent = size if isinstance(size, int) else terms.unsigned_range(size, 64)[1]
        s.next_base = base + min(max(extent, 1), 2**40) + 64
        obj = MemObject(s.next_id, f"{site}#{count}" if count else site, name, size, space, base, s.token)
        s.next_id += 1
        s.objects[obj.id] = obj
        return obj

    def address(self, pointer: Value) -> Value:
        """The integer that a pointer converts to."""
        if isinstance(pointer, Pointer):
            base = self.s.objects[pointer.obj].base if pointer.obj in self.s.objects else 0
            if isinstance(pointer.offset, int):
                return (base + pointer.offset) % 2**64
            return terms.apply(Op.ADD, I64, I64, (pointer.offset, base))
        assert isinstance(pointer, PointerSet)
        result = self.address(pointer.targets[-1][1])
        for guard, target in reversed(pointer.targets[:-1]):
            result = terms.ite(guard, self.address(target), result, I64)
        return result

    def pointer_of(self, address: Value) -> Value:
        """The pointer that an integer converts to: into the object that spans the address, one
        past its end included, or a wild one (object 0)."""
        if isinstance(address, int):
            return self._pointer_to(address)
        return self._pointer_of_term(address)

    def _pointer_to(self, address: int) -> Pointer:
        for obj in self.s.objects.values():
            extent = obj.size if isinstance(obj.size, int) else 2**40
            if obj.base <= address <= obj.base + extent:
                return Pointer(obj.id, address - obj.base)
        return Pointer(0, address)

    def _pointer_of_term(self, address: Value) -> Value:
        assert isinstance(address, Term)
        if address.kind is terms.Kind.ITE:
            cond, a, b = (lower(part) for part in address.args)
            return merge(cond, self.pointer_of(a), self.pointer_of(b), PTR)
        if address.kind is terms.Kind.VAR:
            return Pointer(0, address)
        symbolic, constant = terms.split_linear(address, 64)
        if symbolic is not None and constant:
            target = self._pointer_to(constant)
            if target.obj:
                assert isinstance(target.offset, int)
                moved: Value = terms.apply(Op.ADD, I64, I64, (symbolic, target.offset % 2**64))
                return Pointer(target.obj, moved)
        result: Value = Pointer(0, address)
        for obj in self._named_by(address):
            extent = obj.size if isinstance(obj.size, int) else 2**40
            offset: Value = terms.apply(Op.SUB, I64, I64, (address, obj.base))
            inside = terms.apply(Op.ULE, BOOL, I64, (offset, extent))
            if inside is not False:
                result = merge(inside, Pointer(obj.id, offset), result, PTR)
        return result

    def _named_by(self, address: Term) -> list[MemObject]:
        """The objects whose addresses an integer is made from; any other value of it is wild."""
        found: dict[int, MemObject] = {}
        seen = {address}
        stack = [address]
        while stack:
            term = stack.pop()
            if term.kind in (terms.Kind.CONST, terms.Kind.SUM) and isinstance(term.params[0], int):
                target = self._pointer_to(term.params[0])
                if target.obj:
                    found[target.obj] = self.s.objects[target.obj]
            for part in term.args:
                if part not in seen:
                    seen.add(part)
                    stack.append(part)
        return list(found.values())

    def symbol(self, name: str, thread: Thread) -> Pointer:
        """The address of a global (of the block's own copy of a shared one) or of a function."""
        glob = self.program.globals.get(name)
        if glob is not None and glob.space is Space.SHARED:
            block = thread.block
            if block is None:
                return Pointer(self._global_object(name, "").id, 0)
            # All dynamic shared arrays start at one address (programming guide, '__shared__').
            key = "extern" if glob.dynamic_shared else name
            found = block.shared.get(key)
            if found is None:
                found = self._global_object(name, f"@{block.number}").id
                block.shared[key] = found
            return Pointer(found, 0)
        found = self.s.globals.get(name)
        if found is None:
            found = self._global_object(name, "").id
            self.s.globals = {**self.s.globals, name: found}
        return Pointer(found, 0)

    def _global_object(self, name: str, suffix: str) -> MemObject:
        glob = self.program.globals.get(name)
        if glob is None:
            obj = self.new_object(name, 1, Space.CODE, name)
            return obj
        size = glob.size
        if glob.dynamic_shared and self.s.grid is not None:
            size = self.s.grid.shmem
        obj = self.new_object(glob.var.name, size, glob.space, name + suffix)
        obj.zero = glob.space is not Space.SHARED
        obj.read_only = glob.read_only
        obj.allocated = glob.loc
        obj.element = glob.element or glob.var
        obj.element_size = glob.element_size
        for initial in glob.init:
            value: Value
            if isinstance(initial.value, Symbol):
                value = self._constant_address(initial.value)
            else:
                value = self.constant(initial.value)
            self.memory.write(obj, initial.offset, self.codes.intern(initial.type), value)
        return obj

    def _constant_address(self, symbol: Symbol) -> Pointer:
        found = self.s.globals.get(symbol.name)
        if found is None:
            found = self._global_object(symbol.name, "").id
            self.s.globals = {**self.s.globals, symbol.name: found}
        return Pointer(found, symbol.offset)

    def function_at(self, pointer: Pointer) -> Function | None:
        """The function that a pointer points to."""
        obj = self.s.objects.get(pointer.obj)
        if obj is None or obj.space is not Space.CODE or pointer.offset != 0:
            return None
        return self.program.functions.get(obj.name)

    # ------------------------------------------------------------ operands and inputs

    def constant(self, operand: Const) -> Value:
        """The machine value of a constant operand."""
        if isinstance(operand.type, PtrType):
            assert isinstance(operand.value, int)
            return NULL if operand.value == 0 else Pointer(0, operand.value)
        return operand.value

    def operand(self, operand: Operand, thread: Thread, frame: Frame) -> Value:
        """The value of an operand."""
        if isinstance(operand, Reg):
            value = frame.regs[operand.index]
            return value if value is not None else self.fresh_register(thread, frame, operand.index)
        if isinstance(operand, Const):
            return self.constant(operand)
        if isinstance(operand, Symbol):
            base = self.symbol(operand.name, thread)
            return Pointer(base.obj, operand.offset) if operand.offset else base
        return self.fresh(operand.type, operand.name or "uninitialised value", thread)

    def fresh_register(self, thread: Thread, frame: Frame, index: int) -> Value:
        """A register that was never set: an arbitrary value, the same at each further read."""
        name = frame.code.register_name(index)
        label = f"uninitialised variable '{name}'" if name else "uninitialised value"
        if self.settings.is_on("uninitialised-read"):
            self.require(thread, False, "uninitialised-read", f"'{name or 'a variable'}' is read before it is set")
        value = self._unset(thread, frame, index, label)
        frame.regs[index] = value
        return value

    def _unset(self, thread: Thread, frame: Frame, index: int, label: str) -> Value:
        """The arbitrary value of a register that was never set; a replay finds it by its name."""
        function = frame.code.function
        where = f"{function.name}.{len(thread.frames)}.{index}"
        return self.input(f"unset {thread.tid}.{self.s.launches} {where}", function.reg_types[index], label)

    def old_value(self, obj: MemObject, offset: int, type: Type) -> Value:
        """What memory holds, for the machine's own use: not a read of the program."""
        self.peeking += 1
        try:
            return self.memory.read(obj, offset, type)
        finally:
            self.peeking -= 1

    def fresh(
        self, type: Type, label: str, thread: Thread, kind: str = "input",
        low: int | None = None, high: int | None = None,
    ) -> Value:  # fmt: skip
        """A new arbitrary value: an input. Its name depends on the thread and its own count alone,
        so that a replay, which runs other threads in between, finds it again."""
        where = f"{kind} {thread.tid}.{self.s.launches}" if thread.tid else f"{kind} 0"
        count = self.s.inputs.get(where, 0)
        self.s.inputs[where] = count + 1
        return self.input(f"{where}.{count}", type, label, low, high)

    def input(
        self, name: str, type: Type, label: str, low: int | None = None, high: int | None = None
    ) -> Value:
        """The input called `name`; in a replay its given value."""
        if isinstance(type, PtrType):
            address = self.input(name, I64, label)
            return self.pointer_of(address) if isinstance(address, int) else Pointer(0, address)
        if self.given is None:
            value: Value = terms.var(name, type, low, high)
        else:
            value = self.given.get(name, low or zero_of(type))
        self.used.setdefault(name, (label, value))
        return value

    def _fresh_bytes(self, obj: MemObject, offset: int, type: Type) -> Value:
        """The initial contents of memory that nobody set."""
        if self.settings.is_on("uninitialised-read") and self.context.thread is not None and not self.peeking:
            thread = self.context.thread
            if obj.space is not Space.CODE:
                self.require(
                    thread, False, "uninitialised-read",
                    f"{self.name_at(obj, offset)} is read before anything was written there", obj=obj,
                )  # fmt: skip
        label = f"initial contents of {self.name_at(obj, offset)}"
        if self.given is not None and f"{obj.key}[]" in self.given and f"{obj.key}[{offset}]{type}" not in self.given:
            value = self._given_bytes(obj, offset, type)
            self.used.setdefault(f"{obj.key}[{offset}]{type}", (label, value))
            return value
        return self.input(f"{obj.key}[{offset}]{type}", type, label)

    def _given_bytes(self, obj: MemObject, offset: int, type: Type) -> Value:
        """Initial contents as the solver's model of the whole object has them."""
        from cudabmc.machine.memory import from_bits

        assert self.given is not None
        width, default, entries = self.given[f"{obj.key}[]"]
        bits = 0
        for i in range(type.size):
            element = entries.get((offset + i) // width, default)
            bits |= (element >> (8 * ((offset + i) % width)) & 255) << (8 * i)
        return from_bits(bits, type, self.pointer_of)

    # ------------------------------------------------------------ facts and conditions

    def facts(self, thread: Thread) -> frozenset[Term]:
        """What is known to hold on the path of the thread."""
        own, common = thread.facts, self.s.facts
        if not common:
            return own
        if not own:
            return common
        cached = thread.facts_of
        if cached[0] is own and cached[1] is common:
            return cached[2]
        union = own | common
        thread.facts_of = (own, common, union)
        return union

    def simplify(self, thread: Thread, value: Value) -> Value:
        """The value, given the facts of the path."""
        kind = type(value)
        if kind is Term:
            facts = self.facts(thread)
            return terms.assume(value, facts) if facts else value
        if kind is PointerSet:
            return self._simplify_pointer(thread, value)
        return value

    def _simplify_pointer(self, thread: Thread, value: PointerSet) -> Value:
        facts = self.facts(thread)
        if not facts:
            return value
        left = []
        for guard, target in value.targets:
            known = terms.assume(guard, facts)
            if known is True:
                return target
            if known is not False:
                left.append((known, target))
        if len(left) == 1:
            return left[0][1]
        return PointerSet(tuple(left)) if left else value  # type: ignore[arg-type]

    def require(
        self, thread: Thread, cond: Value, prop: str, text: str, *, obj: MemObject | None = None,
        places: tuple[Place, ...] = (), fatal: bool = True, hint: str = "",
    ) -> None:  # fmt: skip
        """`cond` must hold, or property `prop` is violated. What follows is executed only where
        it holds: where it surely does not, the path ends (`PathEnds`) unless `fatal` is unset."""
        self.vc_count += 1
        cond = self.simplify(thread, cond)
        if cond is True:
            self.vc_simplified += 1
            return
        if self.settings.is_on(prop):
            formula = terms.land(self.s.alive, thread.path, terms.lnot(cond))
            if formula is not False:
                self.violated(prop, text, places or (self.place(thread, ""),), formula, obj, hint)
            else:
                self.vc_simplified += 1
        if fatal:
            if thread.block is not None and cond is False and self.s.grid is not None and thread.path is True:
                self.s.grid.broken = True
            if cond is False and thread.path is True and thread.block is not None:
                raise PathEnds  # other threads may find violations of their own
            self.restrict(thread, cond)

    def condition(
        self, prop: str, text: str, places: tuple[Place, ...], formula: Value, obj: MemObject | None, hint: str
    ) -> Condition:
        """A verification condition that was met at this point of the run."""
        info = self.info(obj) if obj is not None else None
        s = self.s
        return Condition(prop, text, places, formula, info, s.schedule, hint, self.step_count, s.console)

    def violated(
        self, prop: str, text: str, places: tuple[Place, ...], formula: Value, obj: MemObject | None, hint: str
    ) -> None:
        """The property does not hold where `formula` holds; one that is off is not looked at."""
        if self.settings.is_on(prop) and formula is not False:
            self.s.vcs.append(self.condition(prop, text, places, formula, obj, hint))

    def restrict(self, thread: Thread, cond: Value) -> None:
        """Only executions where `cond` holds on this path are looked at from here on."""
        if cond is True:
            return
        s = self.s
        allowed = terms.implies(thread.path, cond)
        s.alive = terms.land(s.alive, allowed)
        if thread.path is True:
            s.facts = s.facts.union(terms.conjuncts(cond))
        elif cond is not False:
            thread.facts = thread.facts.union(terms.conjuncts(cond))
        if cond is False:
            raise PathEnds

    # ------------------------------------------------------------ symbolic branches

    def branch(self, thread: Thread, cond: Term, sides: tuple[int, int], join: int) -> None:
        """Run both sides of a branch one after the other, under their guards, up to `join`."""
        frame = thread.frames[-1]
        depth = len(thread.frames)
        other = terms.lnot(cond)
        top = thread.forks[-1] if thread.forks else None
        if top is not None and top.depth == depth and top.join == join:
            waiting = Side(terms.land(top.running, other), sides[1], list(frame.regs), dict(frame.counts))
            top.pending.append(waiting)
            top.running = terms.land(top.running, cond)
        else:
            waiting = Side(other, sides[1], list(frame.regs), dict(frame.counts))
            thread.forks.append(Fork(depth, join, thread.path, thread.facts, cond, [waiting], []))
            top = thread.forks[-1]
        thread.path = terms.land(thread.path, cond)
        thread.facts = thread.facts.union(terms.conjuncts(cond))
        frame.pc = sides[0]

    def arrive(self, thread: Thread, result: Value | None = None) -> None:
        """The running side has come to the join of the innermost fork."""
        fork = thread.forks[-1]
        frame = thread.frames[-1]
        fork.arrived.append(Side(fork.running, fork.join, frame.regs, frame.counts, result))
        self._next_side(thread)

    def end_path(self, thread: Thread) -> None:
        """The running side ends without arriving anywhere."""
        if not thread.forks:
            thread.status = Status.DEAD
            return
        del thread.frames[thread.forks[-1].depth :]
        self._next_side(thread)

    def _next_side(self, thread: Thread) -> None:
        fork = thread.forks[-1]
        frame = thread.frames[-1]
        while fork.pending:
            side = fork.pending.pop()
            path = terms.land(fork.path, side.cond)
            if path is False:
                continue
            frame.regs, frame.pc, frame.counts = side.regs, side.pc, side.counts
            fork.running = side.cond
            thread.path = path
            thread.facts = fork.facts.union(terms.conjuncts(side.cond))
            return
        thread.forks.pop()
        thread.path, thread.facts = fork.path, fork.facts
        if not fork.arrived:
            self.end_path(thread)
            return
        self._merge(thread, frame, fork)

    def _merge(self, thread: Thread, frame: Frame, fork: Fork) -> None:
        code = frame.code
        last = fork.arrived[-1]
        frame.regs, frame.counts, result = last.regs, last.counts, last.result
        if fork.join != len(code.steps):
            for side in reversed(fork.arrived[:-1]):
                self._merge_registers(thread, frame, side)
            frame.pc = fork.join
            return
        for side in reversed(fork.arrived[:-1]):
            if side.result is not None and result is not None:
                result = merge(side.cond, side.result, result, code.function.ret)
        self.leave(thread, result)

    def _merge_registers(self, thread: Thread, frame: Frame, side: Side) -> None:
        code = frame.code
        mine = frame.regs
        for index, value in enumerate(side.regs):
            old = mine[index]
            if value is old:
                continue
            if value is None or old is None:
                name = code.register_name(index)
                if not name:  # a temporary, which is not read where it is not set
                    mine[index] = old if value is None else value
                    continue
                unset = self._unset(thread, frame, index, f"uninitialised variable '{name}'")
                value, old = (unset, old) if value is None else (value, unset)
            if type(value) is type(old) and value == old and not isinstance(value, float):
                continue
            mine[index] = merge(side.cond, value, old, code.function.reg_types[index])
        for edge, count in side.counts.items():
            frame.counts[edge] = max(count, frame.counts.get(edge, 0))

    # ------------------------------------------------------------ calls and returns

    def enter(self, thread: Thread, function: Function, args: Iterable[Value], ret: int | None) -> None:
        """Push a frame of `function`."""
        code = self.codes[function.name]
        regs: list[Value | None] = [None] * len(function.reg_types)
        for index, value in enumerate(args):
            regs[index] = value
        thread.frames.append(Frame(code, regs, ret))

    def leave(self, thread: Thread, result: Value | None) -> None:
        """Return from the innermost frame."""
        frame = thread.frames[-1]
        fork = thread.forks[-1] if thread.forks else None
        if fork is not None and fork.depth == len(thread.frames):
            self.arrive(thread, result)
            return
        for number in frame.allocas:
            self.end_life(number)
        thread.frames.pop()
        thread.result = result
        if not thread.frames:
            thread.status = Status.DONE
        elif frame.ret is not None:
            thread.frames[-1].regs[frame.ret] = result

    def end_life(self, number: int) -> None:
        """A local object leaves its scope."""
        from cudabmc.machine.memory import Life

        obj = self.s.objects.get(number)
        if obj is not None:
            obj = self.s.own_object(obj)
            obj.life = Life.OUT_OF_SCOPE
            obj.reach = 0
            obj.cells = {}
            obj.array = obj.flat = None

    # ------------------------------------------------------------ running

    def run(self, thread: Thread, until_depth: int = 0) -> None:
        """Run a thread until it stops (its status says why) or has `until_depth` frames."""
        self.context.thread = thread
        while thread.status is Status.RUNNABLE and len(thread.frames) > until_depth:
            try:
                self._run_frame(thread)
            except PathEnds:
                self.end_path(thread)
            except Abandoned:
                pass
            except Split as split:
                self._split(thread, split)

    def _run_frame(self, thread: Thread) -> None:
        frame = thread.frames[-1]
        steps = frame.code.steps
        regs = frame.regs
        pc = frame.pc
        count = 0
        fork = thread.forks[-1] if thread.forks else None
        if fork is not None and fork.depth == len(thread.frames):
            join = fork.join
            while pc >= 0:
                if pc == join:
                    frame.pc = pc
                    self.arrive(thread)
                    break
                pc = steps[pc](thread, frame, regs)
                count += 1
        else:
            while pc >= 0:
                pc = steps[pc](thread, frame, regs)
                count += 1
        self.instructions += count

    def _split(self, thread: Thread, split: Split) -> None:
        """A model asked for a decision: run the call once for each outcome."""
        del thread.frames[split.depth :]
        frame = thread.frames[-1]
        pc = split.pc
        both = (split.cond, terms.lnot(split.cond))
        possible = [self.feasible(terms.land(self.s.alive, thread.path, c)) for c in both]
        if not all(possible):
            chosen = both[0] if possible[0] else both[1]
            thread.facts = thread.facts.union(terms.conjuncts(chosen))
            frame.pc = pc
            return
        self.branch(thread, split.cond, (pc, pc), pc + 1)

    # ------------------------------------------------------------ for reports

    def place(self, thread: Thread, action: str, loc: Location | None = None) -> Place:
        """Where the thread is, for a report."""
        frames = [f for f in thread.frames if f.code.function.loc.file]
        if not frames:
            return Place(thread.id, loc or Location("", 0), "", action)
        top = frames[-1]
        here = loc or top.code.location(top.pc)
        stack = tuple((f.code.function.display, f.code.location(max(f.pc - 1, 0))) for f in reversed(frames[:-1]))
        return Place(thread.id, here, top.code.function.display, action, stack, self.values(top))

    def values(self, frame: Frame) -> tuple[tuple[str, str], ...]:
        """The variables of a frame and their values."""
        from cudabmc.machine.show import show

        found: dict[str, str] = {}
        for index, var in frame.code.variables.items():
            value = frame.regs[index]
            if value is not None:
                found[var.name] = show(self, value, var, frame.code.function.reg_types[index])
        return tuple(found.items())

    def info(self, obj: MemObject) -> ObjectInfo:
        """What a report says of an object."""
        size = obj.size if isinstance(obj.size, int) else 0
        return ObjectInfo(obj.name, size, obj.space.value, obj.allocated)

    def name_at(self, obj: MemObject, offset: "int | Term") -> str:
        """`name[3]` for byte 12 of an array of int, say."""
        from cudabmc.machine.show import element_name

        return element_name(obj, offset)

    def bound(self, text: str) -> None:
        """A bound was hit."""
        self.bounds.setdefault(text)

    def at_exit(self, thread: Thread) -> None:
        """The program ends on this path: what is still allocated leaks."""
        self.s.reached = terms.lor(self.s.reached, terms.land(self.s.alive, thread.path))
        if not self.settings.is_on("memory-leak"):
            return
        from cudabmc.machine.memory import Life

        for obj in self.s.objects.values():
            if obj.heap and obj.life is Life.LIVE and obj.space is not Space.HOST_GLOBAL:
                freed = terms.implies(obj.birth, obj.freed)
                place = Place(thread.id, obj.allocated or Location("", 0), "", "allocated here and never freed")
                text = f"'{obj.name}' is never freed"
                self.require(thread, freed, "memory-leak", text, obj=obj, places=(place,), fatal=False)

    def wait(self, thread: Thread, wait: Wait) -> None:
        """The thread waits at a rendezvous."""
        thread.wait = wait
        thread.status = Status.WAITING

