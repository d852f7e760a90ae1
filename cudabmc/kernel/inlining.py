"""A kernel with all that it calls as one graph: each call of a function is replaced by the function's blocks.

    int twice(int x) { return x + x; }              r1 = threadIdx.x
    ... y = twice(threadIdx.x); ...                 r3 = r1            (the parameter)
                                                    r4 = r3 + r3
                                                    r2 = r4            (the result)
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from cudabmc.goto import program as goto
from cudabmc.goto import registers
from cudabmc.goto.cfg import loops
from cudabmc.goto.op import Op
from cudabmc.goto.program import Operand, Reg
from cudabmc.goto.reach_points import NO_POINTS, Way, reach_points
from cudabmc.goto.types import BOOL, I64, PtrType, VoidType
from cudabmc.kernel import tracing
from cudabmc.kernel.called_by_contract import PRECONDITIONS, PROMISING, contract_of, is_called_by_contract
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import (
    Approximated,
    Barrier,
    BlockAccess,
    Builtin,
    Coordinate,
    End,
    GiveUp,
    KernelInstruction,
    Reaches,
    Rendezvous,
    operands,
)
from cudabmc.kernel.launch_variables import LaunchVariables
from cudabmc.kernel.texts import text_at
from cudabmc.kernel.traced_path import TracedPath
from cudabmc.late_dataclass import dataclass
from opmodels.registry import Model

MOST_INSTRUCTIONS = 10_000
"""A kernel that is longer with all that it calls is not inlined, unless an engine takes more."""

MOST_CALLS = 64
"""The depth of calls that are inlined."""

RETURNING, PROMISED = "__cudabmc_returns", "__cudabmc_promised"
"""What stands in front of each return of a function with a postcondition: a call with the result, the first register of
the function, and the first one behind its own. The second one if the function is called by its contract."""

SHOWN = "__cudabmc_shown"
"""What stands for a precondition where a function is called."""

FindModel = Callable[[str, str], Model | None]
"""The model of a function, by its name and the signature that the call chose."""


Refuse = Callable[[goto.Call], str]
"""Why an engine has no answer behind the call of a model, whatever instructions it consists of; "" if it has one."""


def takes_all(call: goto.Call) -> str:
    """Refuses no call."""
    return ""


@dataclass(frozen=True, slots=True)
class GraphForm:
    """What an engine wants of a graph: at most so many instructions, and whether it says what threads reach: `Reaches`
    are not among those that count."""

    most: int = MOST_INSTRUCTIONS
    tells_reached: bool = False


ANY_FORM = GraphForm()


class TooLargeError(Exception):
    """The graph of a kernel would have more instructions than an engine takes."""


def kernel_graph(
    program: goto.Program, kernel: goto.Function, find: FindModel, refused: Refuse = takes_all,
    is_arbitrary: Callable[[str], bool] | None = None, kept: Callable[[goto.Call], bool] = lambda _: False,
    variables: LaunchVariables | None = None, whole: Callable[[Model], bool] = lambda _: False,
    form: GraphForm = ANY_FORM,
) -> KernelGraph:  # fmt: skip
    """The graph of a kernel of the program, of this form. Raises TooLargeError.

    A model becomes the instructions that it consists of, or a `Call` if it is a function of its arguments alone and
    cannot be traced, or if the engine wants it `kept`; so does one that cannot be traced and that the engine takes as a
    `whole`. What can be said by neither ends in `GiveUp`. An engine that
    knows all values says what `variables` of the models are; the graph is for launches where they are the same.
    """
    graph = KernelGraph(kernel, [Block()], list(kernel.reg_types), names=dict(enumerate(kernel.params)))
    frame = _Frame(kernel, 0, None, None, (kernel.name,), ((), False), {})
    _Inlining(program, find, refused, is_arbitrary, kept, variables, whole, form, graph).body(frame)
    return graph


def _state_access(call: goto.Call, model: Model) -> list[KernelInstruction]:
    """The access of a model that reads and writes the state that its caller keeps."""
    if not model.rewrites:
        return []
    parameters = model.signature.partition("(")[2].split(",")
    position = next(n for n, text in enumerate(parameters) if re.search(r"\*\s*state\b", text))
    return [BlockAccess(call.args[position], model.rewrites, 1, writes=True, loc=call.loc)]


@dataclass(frozen=True, slots=True)
class _Frame:
    """A function at one place where it is called. Its registers begin at `base`; its result is for register `result`,
    and it returns to block `after`, or ends the thread if that is None. `active` are the functions around it,
    `called_at` is the `place` of its call, and `blocks` are those of the graph for the instructions that jumps lead
    to."""

    function: goto.Function
    base: int
    result: int | None
    after: int | None
    active: tuple[str, ...]
    called_at: tuple[tuple[int, ...], bool]
    blocks: dict[int, int]

    def operand(self, operand: Operand) -> Operand:
        """An operand of the function in the graph."""
        return Reg(operand.index + self.base) if self.base and isinstance(operand, Reg) else operand

    def place(self, pc: int) -> tuple[tuple[int, ...], bool]:
        """The `path` of an instruction, and whether it `repeats`, as in `Rendezvous`."""
        path, repeats = self.called_at
        return (*path, pc), repeats or any(pc in loop for loop in loops(self.function))

    def operands(self, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        return tuple(self.operand(o) for o in operands)


class _Inlining:
    """Writes the graph, one block at a time; None is the block behind a jump, which nothing comes to."""

    def __init__(
        self, program: goto.Program, find: FindModel, refused: Refuse, is_arbitrary: Callable[[str], bool] | None,
        kept: Callable[[goto.Call], bool], variables: LaunchVariables | None, whole: Callable[[Model], bool],
        form: GraphForm, graph: KernelGraph,
    ) -> None:  # fmt: skip
        self._program = program
        self._find = find
        self._refused = refused
        self._is_arbitrary = is_arbitrary
        self._kept = kept
        self._variables = variables
        self._whole = whole
        self._graph = graph
        self._left = form.most
        self._tells_reached = form.tells_reached
        self._always: dict[int, Operand] = {}  # what registers with pointers are, whenever they are anything
        self._constants: dict[int, goto.Const] = {}  # what parameters are that hold the same in each call of a place
        self._block: Block | None = graph.blocks[0]

    # ------------------------------------------------------------ blocks

    def _new_block(self) -> int:
        self._graph.blocks.append(Block())
        return len(self._graph.blocks) - 1

    def _add(self, instruction: KernelInstruction) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooLargeError
        if self._block is not None:
            self._graph.add(instruction, self._block)

    def _end(self, end: End) -> None:
        if self._block is not None:
            self._block.end = end
        self._block = None

    def _begin(self, number: int) -> None:
        """Continue in a block, which the one before leads to if it has no end yet."""
        self._end(goto.Goto(number))
        self._block = self._graph.blocks[number]

    # ------------------------------------------------------------ functions

    def body(self, frame: _Frame) -> None:
        """Write a function from the current block on."""
        body = frame.function.body
        for register, source in _set_once(frame.function).items():
            self._always[frame.base + register] = frame.operand(source)
        for pc in sorted(_targets(body)):
            frame.blocks[pc] = self._new_block()
        reach = reach_points(frame.function) if self._tells_reached else NO_POINTS
        for pc, instruction in enumerate(body):
            if pc in frame.blocks:
                self._begin(frame.blocks[pc])
            if pc in reach.points and self._block is not None:
                self._block.code.append(Reaches(frame.function.name, pc, Way.HERE, instruction.loc))
            if self._block is None:
                continue
            if pc in reach.branches and isinstance(instruction, goto.Branch):
                self._branch_with_sides(instruction, pc, frame)
            else:
                self._instruction(instruction, pc, frame)

    def _instruction(self, i: goto.Instruction, pc: int, frame: _Frame) -> None:
        match i:
            case goto.Return():
                self._return(i, frame)
            case goto.Goto():
                self._end(goto.Goto(frame.blocks[i.target], i.loc))
            case goto.Branch():
                then, orelse = frame.blocks[i.then], frame.blocks[i.orelse]
                self._end(goto.Branch(frame.operand(i.cond), then, orelse, i.loc))
            case goto.Unreachable():
                self._end(i)
            case goto.Unsupported():
                self._end(GiveUp(i.construct, i.loc))
            case goto.Launch():
                self._end(GiveUp("a launch in a kernel", i.loc))
            case goto.Call():
                self._call(i, pc, frame)
            case goto.Declare():
                self._graph.names.setdefault(frame.base + i.reg, i.var)
            case _:
                self._add(_moved(i, frame))

    def _branch_with_sides(self, i: goto.Branch, pc: int, frame: _Frame) -> None:
        """A branch, with a block on each side that says so."""
        sides = {}
        for way, target in ((Way.THEN, i.then), (Way.ELSE, i.orelse)):
            sides[way] = self._new_block()
            block = self._graph.blocks[sides[way]]
            block.code.append(Reaches(frame.function.name, pc, way, i.loc))
            block.end = goto.Goto(frame.blocks[target], i.loc)
        self._end(goto.Branch(frame.operand(i.cond), sides[Way.THEN], sides[Way.ELSE], i.loc))

    def _return(self, i: goto.Return, frame: _Frame) -> None:
        if any(isinstance(a, goto.Call) and a.callee == PROMISING for a in frame.function.body):
            value = frame.operand(i.value) if i.value is not None else goto.Const(0, I64)
            bounds = (goto.Const(n, I64) for n in (frame.base, frame.base + len(frame.function.reg_types)))
            args, types = (value, *bounds), (frame.function.ret, I64, I64)
            returning = PROMISED if frame.after is not None and is_called_by_contract(frame.function) else RETURNING
            self._add(goto.Call(None, returning, args, types, BOOL, i.loc))
        if frame.after is None:
            self._end(goto.Return(None, i.loc))
            return
        if frame.result is not None and i.value is not None:
            type = self._graph.types[frame.result]
            self._add(goto.Assign(frame.result, Op.COPY, (frame.operand(i.value),), type, type, i.loc))
        objects = tuple(frame.base + a.dst for a in frame.function.body if isinstance(a, goto.Alloca))
        if objects:
            self._add(goto.Dead(tuple(dict.fromkeys(objects)), i.loc))
        self._end(goto.Goto(frame.after, i.loc))

    # ------------------------------------------------------------ calls

    def _call(self, i: goto.Call, pc: int, frame: _Frame) -> None:
        dst = None if i.dst is None or isinstance(i.ret, VoidType) else frame.base + i.dst
        if not isinstance(i.callee, str):
            function = self._called(frame.operand(i.callee))
            if function is None or function.param_types != i.types or function.ret != i.ret:
                self._end(GiveUp("a call through a pointer", i.loc))
            else:
                self._inline(function, dst, pc, frame, i)
        elif i.callee in goto.THREAD_VARIABLES:
            self._coordinate(i.callee, dst, i)
        elif not i.signature and i.callee in self._program.functions:
            self._inline(self._program.functions[i.callee], dst, pc, frame, i)
        else:
            args = tuple(map(self._constant, frame.operands(i.args)))
            self._model(goto.Call(dst, i.callee, args, i.types, i.ret, i.loc, i.signature, i.ctypes), pc, frame)

    def _called(self, pointer: Operand) -> goto.Function | None:
        """The function that a pointer always leads to, if it is known."""
        seen: set[int] = set()
        while isinstance(pointer, Reg) and pointer.index not in seen:
            seen.add(pointer.index)
            pointer = self._always.get(pointer.index, pointer)
        known = isinstance(pointer, goto.Symbol) and not pointer.offset
        return self._program.functions.get(pointer.name) if known and isinstance(pointer, goto.Symbol) else None

    def _constant(self, operand: Operand) -> Operand:
        """A constant in place of a parameter that is one."""
        return self._constants.get(operand.index, operand) if isinstance(operand, Reg) else operand

    def _coordinate(self, name: str, dst: int | None, i: goto.Call) -> None:
        variable, _, axis = name.partition(".")
        if dst is not None:
            self._add(Coordinate(dst, Builtin(variable), "xyz".index(axis), i.loc, named=True))

    def _inline(
        self, callee: goto.Function, dst: int | None, pc: int, frame: _Frame, i: goto.Call
    ) -> None:
        args = frame.operands(i.args)
        if callee.name in frame.active or len(frame.active) > MOST_CALLS or len(args) < len(callee.params):
            self._end(GiveUp(f"call of {callee.name}", i.loc))
            return
        base = len(self._graph.types)
        self._graph.types += callee.reg_types
        self._graph.names.update(enumerate(callee.params, base))
        changed = {registers.set_by(one) for one in callee.body}
        for number, (arg, type) in enumerate(zip(args, callee.param_types, strict=False)):
            self._add(goto.Assign(base + number, Op.COPY, (arg,), type, type, i.loc))
            if number in changed:
                continue
            constant = self._constant(arg)
            if isinstance(constant, goto.Const):
                self._constants[base + number] = constant
            if isinstance(type, PtrType):
                self._always[base + number] = arg
        after = self._new_block()
        called = _Frame(callee, base, dst, after, (*frame.active, callee.name), frame.place(pc), {})
        if is_called_by_contract(callee):
            self._by_contract(called, i)
        else:
            self.body(called)
        self._block = self._graph.blocks[after]

    def _by_contract(self, frame: _Frame, i: goto.Call) -> None:
        """The contract of a function, and then any result."""
        function = contract_of(frame.function)
        if function is None:
            why = "which does not stand at its start, or whose result is a pointer"
            self._end(GiveUp(f"a call of {frame.function.name} by its contract, {why}", i.loc))
            return
        if function.name not in self._graph.by_contract:
            self._graph.by_contract.append(function.name)
        frame = replace(frame, function=function)
        self.body(frame)
        result: Operand | None = None
        if not isinstance(function.ret, VoidType):
            self._graph.types.append(function.ret)
            result = Reg(len(self._graph.types) - 1 - frame.base)
            self._add(Approximated(frame.base + result.index, function.ret, i.loc))
        self._return(goto.Return(result, i.loc), frame)

    def _model(self, call: goto.Call, pc: int, frame: _Frame) -> None:
        """The instructions of a model, or its call, or neither."""
        assert isinstance(call.callee, str)
        name = call.callee
        model = self._find(name, call.signature)
        why = self._refused(call) or (name if model is None or model.source or model.symbol_params else "")
        if model is None or why:
            self._end(GiveUp(why, call.loc))
            return
        if model.pure and self._kept(call):
            self._add(call)
            return
        try:
            traced = self._traced(call, model)
        except tracing.UntraceableError as error:
            if not model.pure and not self._whole(model):
                self._end(GiveUp(f"{name}: {error}", call.loc))
                return
            kept = replace(call, callee=SHOWN) if frame.base and name in PRECONDITIONS else call
            traced = TracedPath([*_state_access(call, model), kept])
        used = (a for instruction in traced.all_code() for a in operands(instruction))
        read = {a.name for a in used if isinstance(a, goto.Symbol)}
        given = [a.name for a in call.args if isinstance(a, goto.Symbol)]
        self._graph.unread += [name for name in given if name not in read]
        self._path(traced, call, pc, frame)

    def _traced(self, call: goto.Call, model: Model) -> TracedPath:
        """What a model consists of. An atomic is one access, and a pure model can be called: neither has forks."""
        if model.pure or model.access or self._variables is None:
            any_value = not model.pure and self._variables is None
            texts = partial(text_at, self._program) if any_value else None
            return TracedPath(
                tracing.trace(call, model, self._graph, self._is_arbitrary, any_value=any_value, text_at=texts)
            )
        return tracing.trace_paths(call, model, self._graph, self._is_arbitrary, self._variables)

    def _path(self, path: TracedPath, call: goto.Call, pc: int, frame: _Frame) -> None:
        """The instructions of a model, from the current block on, and those of all paths behind them."""
        for instruction in path.code:
            if isinstance(instruction, Rendezvous):
                where, repeats = frame.place(pc)
                instruction = replace(instruction, path=where, repeats=repeats)
            self._add(instruction)
            if isinstance(instruction, Barrier | Rendezvous):
                self._begin(self._new_block())
        if path.refused:
            self._end(GiveUp(f"{call.callee}: {path.refused}", call.loc))
        elif path.fork is not None:
            cond, holds, fails = path.fork
            then, orelse, after = self._new_block(), self._new_block(), self._new_block()
            self._end(goto.Branch(cond, then, orelse, call.loc))
            for start, side in ((then, holds), (orelse, fails)):
                self._block = self._graph.blocks[start]
                self._path(side, call, pc, frame)
                self._end(goto.Goto(after, call.loc))
            self._block = self._graph.blocks[after]


def _moved(i: goto.Instruction, frame: _Frame) -> KernelInstruction:
    """A plain instruction over the registers of the graph."""
    base, operand = frame.base, frame.operand
    match i:
        case goto.Assign() if not base:  # of the kernel itself
            return i
        case goto.Assign():
            return replace(i, dst=base + i.dst, args=frame.operands(i.args))
        case goto.Load():
            return replace(i, dst=base + i.dst, addr=operand(i.addr))
        case goto.Store():
            return replace(i, addr=operand(i.addr), value=operand(i.value))
        case goto.CopyBytes():
            return replace(i, dst=operand(i.dst), src=operand(i.src))
        case goto.Alloca():
            return replace(i, dst=base + i.dst, size=operand(i.size))
        case goto.Dead():
            return replace(i, regs=tuple(base + r for r in i.regs))
        case goto.Check():
            return replace(i, cond=operand(i.cond))
    raise AssertionError(i)


def _set_once(function: goto.Function) -> dict[int, Operand]:
    """The registers with pointers that one instruction of a function sets, a copy, and what it copies."""
    found: dict[int, Operand | None] = dict.fromkeys(range(len(function.params)))
    for i in function.body:
        dst = registers.set_by(i)
        if dst is None or (isinstance(i, goto.Assign) and isinstance(i.args[0], goto.Undef)):
            continue
        copied = isinstance(i, goto.Assign) and i.op is Op.COPY and isinstance(i.type, PtrType) and dst not in found
        found[dst] = i.args[0] if copied and isinstance(i, goto.Assign) else None
    return {register: source for register, source in found.items() if source is not None}


def _targets(body: tuple[goto.Instruction, ...]) -> set[int]:
    """The instructions that jumps lead to."""
    found: set[int] = set()
    for i in body:
        if isinstance(i, goto.Goto):
            found.add(i.target)
        elif isinstance(i, goto.Branch):
            found |= {i.then, i.orelse}
    return found
