"""A piece of machine code: a function or a loop, with the functions that it calls, as one LLVM module."""

from collections.abc import Callable, Collection, Sequence

from cudabmc.goto.cfg import Loop, inside
from cudabmc.goto.program import THREAD_VARIABLES, Assign, Call, Function, Instruction
from cudabmc.goto.reach_points import ReachPoints, Way, reach_points
from cudabmc.goto.types import PtrType, VoidType
from cudabmc.late_dataclass import dataclass
from cudabmc.native import copied_marks, known_bytes, models, written_text
from cudabmc.native.call_graph import called, recursive, through_pointers, with_callers
from cudabmc.native.compiled_function import CompiledFunction
from cudabmc.native.entry_text import ENTRY, entry_text
from cudabmc.native.function_text import function_text
from cudabmc.native.operators import NoMachineCodeError, llvm_type
from cudabmc.native.prelude import TEXT
from cudabmc.native.sort_text import SORT, is_comparator, sort_text
from cudabmc.native.spill_tree import SpillTree
from cudabmc.properties import Property
from cudabmc.state.code import Code
from cudabmc.state.reach import ReachMark

MOST_FUNCTIONS = 400
MOST_INSTRUCTIONS = 12_000


@dataclass(frozen=True, slots=True)
class Knows:
    """What a piece asks: the code of a function, if it has been called before; whether a property looks at an operation
    in a way that machine code does not know; whether a call is one of a model that Python can make for it; which
    function of machine code a model is, or of which steps it consists; which functions a call through a pointer has led
    to; whether what is reached is told."""

    code: Callable[[str], Code | None]
    targets: Callable[[str, int], Sequence[str]]
    asked: Callable[[Assign], tuple[Property, ...]]
    is_model: Callable[[Call], bool]
    native_form: Callable[[Call], str]
    steps_of: Callable[[Call, Function], models.ModelSteps | None]
    tells_reached: bool = False


class CompilationUnit:
    """The text of a piece, and what its numbers mean: `names` are those of the functions in spilled frames, `sites` the
    calls of models, `symbols` the globals, `made_at` the Allocas that are counted, `marks` what it tells that it
    reaches. Calls of functions that are `unknown` stop, and so do calls through pointers that lead to others than their
    `targets`. Raises NoMachineCodeError if it cannot be entered."""

    def __init__(self, knows: Knows, code: Code, loop: Loop | None) -> None:
        self._knows = knows
        self.code = code
        self.loop = loop
        self.start = 0 if loop is None else loop.head
        self.codes: list[Code] = []
        self.sites: list[tuple[str, int]] = []
        self.symbols: list[str] = []
        self.made_at: list[tuple[str, int]] = []
        self.entries = [ENTRY]  # what Python calls
        self.spills: list[SpillTree] = []  # how each function is left, by its number
        self.uses_random = False
        self._numbers: dict[ReachMark, int] = {}
        self._points: dict[str, ReachPoints] = {}
        self.unknown: set[str] = set()  # functions that were not called yet
        self.targets_at: dict[tuple[str, int], Sequence[str]] = {}
        self._callees: dict[str, CompiledFunction] = {}
        self._collect()
        self.names = [code.function.name for code in self.codes]
        self.text = self._written()
        self.marks = tuple(self._numbers)

    # ------------------------------------------------------------ the functions

    def _collect(self) -> None:
        found: dict[str, Code] = {}
        function = self.code.function
        pcs: Collection[int] = range(len(function.body))
        if self.loop is None:
            found[function.name] = self.code
        else:
            self.codes.append(self.code)  # the loop itself; its function may be called, too
            pcs = inside(function.body, self.loop)
        self._add_called(len(pcs), self._called(function, pcs), found)
        noted = self._noted(found)
        for name, code in found.items():
            number = len(self.codes)
            self._callees[name] = CompiledFunction(f"f{number}", number, code.function, name in noted)
            self.codes.append(code)

    def _called(self, function: Function, pcs: Collection[int]) -> list[str]:
        """The functions that instructions call, by name or through pointers."""
        names = called([function.body[pc] for pc in sorted(pcs)])
        for pc in through_pointers(function.body):
            if pc in pcs:
                targets = self.targets_at[function.name, pc] = self._knows.targets(function.name, pc)
                names += targets
        return names

    def _add_called(self, size: int, names: list[str], found: dict[str, Code]) -> None:
        """Add functions, and what they call, directly or not, up to a limit."""
        left = [(size, names)]
        size = 0
        while left:
            more, names = left.pop(0)
            size += more
            for name in names:
                if name in found:
                    continue
                callee = self._knows.code(name)
                if callee is None:
                    self.unknown.add(name)
                elif _can_be_called(callee.function) and len(found) < MOST_FUNCTIONS and size < MOST_INSTRUCTIONS:
                    found[name] = callee
                    body = callee.function.body
                    left.append((len(body), self._called(callee.function, range(len(body)))))

    def _noted(self, found: dict[str, Code]) -> set[str]:
        """Functions that call models, directly or not, and those that may call themselves."""
        everything = {name: self._called(code.function, range(len(code.function.body))) for name, code in found.items()}
        calls = {name: [c for c in names if c in found] for name, names in everything.items()}
        asking = {name for name, code in found.items() if any(self._asks_python(code, i) for i in code.function.body)}
        return with_callers(asking | recursive(calls), calls)

    def _asks_python(self, code: Code, i: Instruction) -> bool:
        if not isinstance(i, Call) or not isinstance(i.callee, str) or i.callee in THREAD_VARIABLES:
            return False
        if self._knows.native_form(i) or not self._knows.is_model(i):
            return False
        return not i.signature or self._knows.steps_of(i, code.function) is None

    # ------------------------------------------------------------ what functions ask (UnitScope)

    def function(self, name: str) -> CompiledFunction | None:
        """A function that can be called, if it is compiled too."""
        return self._callees.get(name)

    def targets(self, code: Code, pc: int) -> list[CompiledFunction]:
        """The compiled functions that a call through a pointer has led to."""
        names = self.targets_at.get((code.function.name, pc), ())
        return [self._callees[name] for name in names if name in self._callees]

    def symbol(self, name: str) -> int:
        """The number of a global."""
        if name not in self.symbols:
            self.symbols.append(name)
        return self.symbols.index(name)

    def model_call(self, code: Code, pc: int) -> int | None:
        """The number of the call of a model."""
        i = code.function.body[pc]
        assert isinstance(i, Call)
        if not self._knows.is_model(i):
            return None
        self.sites.append((code.function.name, pc))
        return len(self.sites) - 1

    def made(self, code: Code, pc: int) -> int:
        """The number of the count of objects that an Alloca makes."""
        self.made_at.append((code.function.name, pc))
        return len(self.made_at) - 1

    def asked(self, i: Assign) -> tuple[Property, ...]:
        """The properties that look at an operation."""
        return self._knows.asked(i)

    def native_form(self, i: Call) -> str:
        """The function of machine code that a model is."""
        form = self._knows.native_form(i)
        self.uses_random |= form in models.RANDOM.values()
        return form

    def steps_of(self, i: Call, function: Function) -> models.ModelSteps | None:
        """What a model consists of that a function calls."""
        return self._knows.steps_of(i, function)

    def mark(self, code: Code, pc: int, way: Way) -> int | None:
        """The number of a word that tells that something is reached; None if nobody asks."""
        if not self._knows.tells_reached:
            return None
        name = code.function.name
        points = self._points.get(name)
        if points is None:
            points = self._points[name] = reach_points(code.function)
        if pc not in (points.points if way is Way.HERE else points.branches):
            return None
        mark = ReachMark(name, pc, way)
        return len(models.NOTES) + self._numbers.setdefault(mark, len(self._numbers))

    # ------------------------------------------------------------ text

    def _written(self) -> str:
        texts = [TEXT, known_bytes.TEXT, copied_marks.TEXT, models.TEXT, written_text.TEXT]
        if self.loop is not None:
            texts.append(self._function_text(ENTRY, 0, self.loop))
        for callee in self._callees.values():
            texts.append(self._function_text(callee.name, callee.number, None))
        if self.loop is None:
            callee = self._callees[self.code.function.name]
            texts.append(entry_text(callee))
            if is_comparator(callee):
                self.entries.append(SORT)
                texts.append(sort_text(callee))
        return "\n".join(texts)

    def _function_text(self, name: str, number: int, loop: Loop | None) -> str:
        text, tree = function_text(self, self.codes[number], name, number, loop)
        self.spills.append(tree)
        return text


def _can_be_called(function: Function) -> bool:
    if function.variadic or not function.on_host:
        return False
    try:
        for type in (*function.reg_types, function.ret):
            if not isinstance(type, PtrType | VoidType):
                llvm_type(type)
    except NoMachineCodeError:
        return False
    return True
