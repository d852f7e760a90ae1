"""Links the modules of a program into one GOTO program: only what is reachable is lowered."""

import re
from collections.abc import Sequence

from cudabmc.errors import SourceError
from cudabmc.frontend.body.assemble import finish
from cudabmc.frontend.body.builder import Builder
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.ir.module import AliasIr, Module, VariableIr
from cudabmc.frontend.clang.link import library_variables
from cudabmc.frontend.clang.link.externals import External, Externals
from cudabmc.frontend.clang.link.kernels import KernelStart, kernel_parameters, kernels, shown_name
from cudabmc.frontend.clang.link.models import by_name, declared_models, labelled
from cudabmc.frontend.clang.link.on_demand import OnDemand
from cudabmc.frontend.clang.link.paths import Origins
from cudabmc.frontend.clang.link.reach import Reach
from cudabmc.frontend.clang.link.records import Records
from cudabmc.frontend.clang.link.run_time import RunTimeText, RunTimeUnits
from cudabmc.frontend.clang.link.symbols import Definition, FindFile, LinkUnit, SymbolTable, names_of_one_file, text_of
from cudabmc.frontend.clang.link.variables import lower_variable
from cudabmc.frontend.clang.link.wrappers import variadic_wrapper, wrapper
from cudabmc.frontend.clang.lower.context import Callee
from cudabmc.frontend.clang.lower.exceptions import IN_FLIGHT
from cudabmc.frontend.clang.lower.function import Naming, leave_nobody, lower_function
from cudabmc.frontend.clang.lower.launches import CONFIGURATION, CONFIGURATION_SIZE, STUB, STUB_MARK, is_stub
from cudabmc.frontend.clang.lower.machine_types import is_scalar, register_type
from cudabmc.goto.kernels import choose_kernel, no_function
from cudabmc.goto.op import Op
from cudabmc.goto.program import (
    Assign,
    Call,
    Const,
    Function,
    Global,
    Load,
    Operand,
    Outline,
    Program,
    Reg,
    Return,
    Space,
    Symbol,
)
from cudabmc.goto.types import BOOL, PTR, VOID, Type
from cudabmc.goto.variable import Variable
from cudabmc.source.brief_names import numbered
from cudabmc.source.location import NOWHERE
from opmodels.registry import Model

STARTUP = "__cudabmc_init_globals"
# What becomes a call of a model that orders threads: fences, barriers but that of the whole block, ordered atomics, and
# assembly, which may hold any of them.
_INTRINSIC = "llvm.nvvm."
_WORDS = ("fence", "acquire", "release", "acq_rel", "seq_cst", "asm", "cudaLaunchDevice")
_ORDERS = re.compile(
    rf"\b(?:{'|'.join(_WORDS)})\b|{re.escape(_INTRINSIC)}(?:membar|bar\.warp|barrier\.|fence|mbarrier|cp\.async)"
)
_LAUNCHES = re.compile(f"{STUB_MARK}|[Ll]aunch")


def link(
    modules: Sequence[tuple[Module, Module | None]], library: FindFile, paths: Origins,
    start: str | KernelStart | None, run_time: Sequence[RunTimeText] = (),
) -> Program:  # fmt: skip
    """The program that begins at the host function or kernel `start`, or everything that the modules define: those of
    the host, each with that of the device if its file has one. Of texts that it compiles while it runs (`run_time`) it
    has all kernels and variables.

    Raises SourceError and UsageError.
    """
    records = Records()
    hosts = list[LinkUnit]()
    for host, other in modules:
        device = None
        if other is not None:
            debug = DebugInfo(other, paths.shown, records.name)
            device = LinkUnit(other, debug, own=names_of_one_file(host, other))
        hosts.append(LinkUnit(host, DebugInfo(host, paths.shown, records.name), device=device))
    texts = RunTimeUnits(run_time, lambda module: DebugInfo(module, paths.shown, records.name))
    linker = Linker([*hosts, *texts.hosts], library, paths)
    linker.program.layouts = records.layouts
    linker.run(start, texts.roots())
    linker.program.run_time = texts.modules(linker.name_of)
    devices = [part.module for part in linker.symbols.devices]
    called = [model for module in devices for model in declared_models(module)]
    by_host = (model for host, _ in modules for model in declared_models(host))
    linker.program.outline = linker.outline(frozenset(model.name for model in (*by_host, *called)))
    linker.program.may_order_threads = any(model.orders for model in called) or any(
        _orders_threads(module.text) for module in devices
    )
    if not any(model.assumes for model in called):
        linker.program.may_assume = False
    return linker.program


def _orders_threads(text: str) -> bool:
    """Does the text of a module have what orders threads? It is long, and words are found faster than by a pattern."""
    for word in (*_WORDS, _INTRINSIC):
        at = text.find(word)
        while at >= 0:
            if _ORDERS.match(text, at):
                return True
            at = text.find(word, at + 1)
    return False


class Linker:
    """Names as the lowering of functions asks for them (`lower.context.Names`)."""

    def __init__(self, hosts: list[LinkUnit], library: FindFile, paths: Origins) -> None:
        self.symbols = SymbolTable(hosts, library)
        self.paths = paths
        self.partial = False  # are the modules only a part of a program, and others define what these declare?
        self.reach = Reach(self.symbols)
        self.functions: OnDemand[Function] = OnDemand()
        self.globals: OnDemand[Global] = OnDemand()
        self.program = Program(self.functions, self.globals)
        self._names: dict[Definition, str] = {}
        self._taken: set[str] = set()
        self._type_ids: dict[str, int] = {}
        self.externals = Externals(self.program, self._taken, paths)
        self._targets: dict[tuple[int, str, tuple[Type, ...]], Callee] = {}

    # ------------------------------------------------------------ the whole

    def run(self, start: str | KernelStart | None, more: Sequence[Definition] = ()) -> None:
        """Find what is reachable, also from `more`, then promise it."""
        self.partial = start is None
        if start is None:
            roots = self._everything()
        elif isinstance(start, KernelStart):
            roots = [self._kernel(start)]
        else:
            roots = [self._start(start)]
            self.name_of(roots[0], exactly=start)
        constructors = [c for part in self.symbols.hosts for c in self._constructors(part)]
        self.reach.add([*roots, *more, *(c for _, c in constructors), *self._always()])
        constructors = self._library_constructors() + constructors
        self.reach.find_throwing()
        for name, size in ((IN_FLIGHT, 8), (CONFIGURATION, CONFIGURATION_SIZE)):
            self.program.globals[name] = Global(name, Variable(name, ""), size, 8, Space.HOST_GLOBAL)
        for definition in self.reach.reached:
            self._lower(definition)
        self._startup([c for _, c in sorted(constructors, key=lambda pair: pair[0])])

    def outline(self, models: frozenset[str]) -> Outline:
        """What is known of all functions. Kernels are named by their stubs on the host, and what launches one by its
        address says so."""
        functions = [one for one in self.reach.reached if one.is_function]
        all_kernels = set(kernels(self.symbols.devices))
        return Outline(
            tuple(self.name_of(one) for one in functions if one in all_kernels),
            tuple(
                self.name_of(one) for one in functions
                if not one.part.module.on_device and _LAUNCHES.search(text_of(one)) is not None
            ),
            models,
        )  # fmt: skip

    def _everything(self) -> list[Definition]:
        """All functions that the files themselves define, those once that several of them may define."""
        found = (
            self.symbols.find(part.module, name) or Definition(part, name)
            for part in (*self.symbols.hosts, *self.symbols.devices)
            for name, (at, _) in part.module.definitions.items()
            if not part.module.text.startswith(("define linkonce", "define available"), at)
        )
        return list(dict.fromkeys(found))

    def _always(self) -> list[Definition]:
        """What the machine calls at the end of main."""
        found = self.symbols.find(self.symbols.hosts[0].module, "exit")
        if found is not None:
            self.name_of(found, exactly="exit")
        return [found] if found is not None else []

    def _start(self, start: str) -> Definition:
        for part in self.symbols.hosts:
            if start in part.module.definitions:
                return Definition(part, start)
        for part in self.symbols.hosts:
            for name in part.module.definitions:
                if part.debug.function_name(part.module.dbg_of_function(name)) == start:
                    return Definition(part, name)
        own = (
            part.debug.function_name(part.module.dbg_of_function(name)) or name
            for part in self.symbols.hosts
            for name in part.module.definitions
        )
        raise no_function(start, map(shown_name, kernels(self.symbols.devices)), own)

    def _kernel(self, start: KernelStart) -> Definition:
        """The kernel that the run starts at; the program learns its parameters."""
        every = (self.symbols.find(d.part.module, d.name) or d for d in kernels(self.symbols.devices))
        by_name: dict[str, dict[Definition, None]] = {}
        for one in every:
            by_name.setdefault(one.name, {})[one] = None
        found = {
            name if len(alike) == 1 else self._with_file(one): one for name, alike in by_name.items() for one in alike
        }  # fmt: skip
        root = found[choose_kernel(start.name, {name: shown_name(d) for name, d in found.items()})]
        name = self.name_of(root)
        self.program.kernel = name
        known = start.parameters
        self.program.parameters[name] = kernel_parameters(root) if known is None else known
        return root

    @staticmethod
    def _with_file(kernel: Definition) -> str:
        """What to call a kernel of which another file has one of the same name."""
        place = kernel.part.debug.place(kernel.part.module.dbg_of_function(kernel.name))
        return f"{place.file}:{shown_name(kernel)}"

    def _constructors(self, part: LinkUnit) -> list[tuple[int, Definition]]:
        """The functions that initialise a module's variables, with their priorities."""
        if "llvm.global_ctors" not in part.module.variables:
            return []
        variable = part.module.variable("llvm.global_ctors")
        found = []
        if isinstance(variable, VariableIr) and isinstance(variable.value, v.AggregateC):
            for entry in variable.value.elements:
                assert isinstance(entry.value, v.AggregateC)
                priority, function = entry.value.elements[0].value, entry.value.elements[1].value
                assert isinstance(priority, v.IntC)
                if isinstance(function, v.GlobalName):
                    found.append((priority.value, Definition(part, function.name)))
        return found

    def _library_constructors(self) -> list[tuple[int, Definition]]:
        """Those of the library's files that the program uses; they may lead to more files."""
        found: list[tuple[int, Definition]] = []
        seen: set[int] = set()
        while True:
            new = [p for p in self.symbols.loaded.values() if id(p) not in seen]
            if not new:
                return found
            for part in new:
                seen.add(id(part))
                constructors = self._constructors(part)
                found += constructors
                self.reach.add([c for _, c in constructors])

    def _lower(self, definition: Definition) -> None:
        part = definition.part
        name = self.name_of(definition)
        if definition.is_function:
            place = part.debug.place(part.module.dbg_of_function(definition.name))
            stub = is_stub(definition.name)  # a launch is made where the stub is called
            trusted = part.library or stub or place is NOWHERE or self.paths.is_library(place.file)
            naming = Naming(name, self._display(definition), trusted)
            self.functions.promise(
                name,
                lambda: lower_function(part.module, part.debug, self, part.module.body(definition.name), naming),
                of_library=trusted,
            )
        elif not isinstance(part.module.variable(definition.name), AliasIr):
            self.globals.promise(
                name, lambda: lower_variable(definition, name, lambda other: self.address(part.module, other))
            )

    # ------------------------------------------------------------ names

    def _display(self, definition: Definition) -> str:
        part = definition.part
        if not definition.is_function:
            return definition.name
        shown = part.debug.function_name(part.module.dbg_of_function(definition.name)) or definition.name
        return f"{STUB}{shown}" if is_stub(definition.name) else shown

    def name_of(self, definition: Definition, exactly: str = "") -> str:
        """The unique name of an entity in the GOTO program: as the source spells it where that is unique."""
        known = self._names.get(definition)
        if known is None:
            known = numbered(exactly or self._display(definition).replace(" ", ""), self._taken)
            self._taken.add(known)
            self._names[definition] = known
        return known

    # ------------------------------------------------------------ what the lowering asks

    def address(self, module: Module, name: str) -> Operand:
        """The address of a variable or function. Raises SourceError for what is nowhere defined."""
        here = Definition(self.symbols.part(module), name)
        if is_stub(name):
            kernel = self.symbols.on_device(module, name)
            if kernel is not None:
                stub = self.reach.meaning(here, name)
                if stub is not None:
                    self.program.launchers[self.name_of(kernel)] = self.name_of(stub)
                return Symbol(self.name_of(kernel))
        found = self.reach.meaning(here, name)
        if found is not None:
            return self._symbol(found)
        if name in library_variables.NAMES:
            return self._library_variable(name)
        if name in module.variables:
            return self._undefined_variable(module, name)
        model = labelled(name) or by_name(self._called(module, name), (), module.on_device)
        if model is not None:
            return Symbol(self._thunk(module, name, model))
        return self._external_function(module, name)

    def _symbol(self, definition: Definition) -> Operand:
        if not definition.is_function:
            variable = definition.part.module.variable(definition.name)
            if isinstance(variable, AliasIr):
                from cudabmc.frontend.clang.link.variables import constant_address

                return constant_address(variable.target, lambda n: self.address(definition.part.module, n))
        return Symbol(self.name_of(definition))

    def _library_variable(self, name: str) -> Operand:
        if name not in self.program.globals:
            self.program.globals[name] = library_variables.variable(name)
        return Symbol(name)

    def _undefined_variable(self, module: Module, name: str) -> Operand:
        variable = module.variable(name)
        assert isinstance(variable, VariableIr)
        if "extern_weak" in module.text[slice(*module.variables[name])]:
            return Const(0, PTR)
        part = self.symbols.part(module)
        if name != "__dso_handle" and not part.library and not self.partial:
            place = part.debug.place(variable.dbg)
            display = part.debug.variable(variable.dbg).name if variable.dbg >= 0 else name
            raise SourceError(f"'{display}' is declared, but defined in none of the files", place)
        if name not in self.program.globals:
            self._taken.add(name)
            self.program.globals[name] = Global(name, Variable(name, ""), 8, 8, Space.HOST_GLOBAL)
        return Symbol(name)

    def _external_function(self, module: Module, name: str) -> Operand:
        """A function that nothing defines: calls through the pointer give an arbitrary result."""
        target = self._external(module, name).name
        head = module.head(name)
        ret: Type = VOID if head is None else _result(head.ret)
        types = () if head is None else tuple(register_type(p.type) for p in head.parameters)
        if target + "@" not in self.program.functions:
            pointed = self.program.functions[target + "@"] = wrapper(target + "@", target, "", types, ret)
            pointed.on_device, pointed.on_host = module.on_device, not module.on_device
        return Symbol(target + "@")

    def _thunk(self, module: Module, name: str, model: Model) -> str:
        """A function that calls a model, for its address."""
        if model.name not in self.program.functions:
            head = module.head(name)
            assert head is not None
            types = tuple(register_type(p.type) for p in head.parameters)
            ret = _result(head.ret)
            self._taken.add(model.name)
            self.program.functions[model.name] = (
                variadic_wrapper(model, types, ret)
                if head.variadic
                else wrapper(model.name, model.name, model.signature, types, ret)
            )
        return model.name

    def target(self, module: Module, name: str, types: tuple[Type, ...]) -> Callee:
        """What a call leads to."""
        key = (id(module), name, types)
        known = self._targets.get(key)
        if known is None:
            known = self._targets[key] = self._target(module, name, types)
        return known

    def _target(self, module: Module, name: str, types: tuple[Type, ...]) -> Callee:
        found = self.reach.meaning(Definition(self.symbols.part(module), name), name)
        if found is not None and found.is_function:
            body, unique = found.part.module.body(found.name), self.name_of(found)
            if found not in self.reach.reached:  # of exceptions, in a program that throws none
                self.program.externals.setdefault(unique, NOWHERE)
            return Callee(unique, "", body, found in self.reach.throwing)
        model = labelled(name) or by_name(self._called(module, name), types, module.on_device)
        if model is not None:
            return Callee(model.name, model.signature)
        external = self._external(module, name)
        return Callee(external.name, missing=external.missing, external=True)

    def _called(self, module: Module, name: str) -> str:
        return name if module.on_device else library_variables.setting(name, self.reach.undefined)

    def _external(self, module: Module, name: str) -> External:
        return self.externals.find(module, self.symbols.part(module).debug, name)

    def refused(self, name: str) -> None:
        """A call of a function without a model was met."""
        if name not in self.program.unmodelled:
            self.program.unmodelled += (name,)

    def indirect_throws(self) -> bool:
        """May a function that is called through a pointer throw?"""
        return self.reach.any_throw

    def type_id(self, module: Module, name: str) -> int:
        """Numbers from 1 on by the name of the type information; 1 is `catch (...)`."""
        return self._type_ids.setdefault(name, len(self._type_ids) + 2) if name else 1

    # ------------------------------------------------------------ the start of the program

    def _startup(self, constructors: list[Definition]) -> None:
        builder = Builder()
        for name in library_variables.mentioned(self.reach.undefined):
            self._library_variable(name)
            library_variables.write_start(builder, name)
        for constructor in constructors:
            builder.emit(Call(None, self.name_of(constructor), (), (), VOID))
            if constructor in self.reach.throwing:
                self._check(builder, constructor)
        if builder.code:
            builder.emit(Return())
            self.program.functions[STARTUP] = Function(
                STARTUP,
                "initialisers of globals",
                (),
                (),
                VOID,
                finish(builder),
                tuple(builder.reg_types),
                library=True,
            )

    def _check(self, builder: Builder, constructor: Definition) -> None:
        flying, thrown = builder.reg(PTR), builder.reg(BOOL)
        builder.emit(Load(flying, Symbol(IN_FLIGHT), PTR))
        builder.emit(Assign(thrown, Op.PTRNE, (Reg(flying), Const(0, PTR)), BOOL, PTR))
        caught, following = builder.label(), builder.label()
        builder.branch(Reg(thrown), caught, following, NOWHERE)
        builder.place(caught)
        leave_nobody(builder, self, constructor.part.module, NOWHERE)
        builder.emit(Return())
        builder.place(following)


def _result(type: object) -> Type:
    return register_type(type) if is_scalar(type) else VOID  # type: ignore[arg-type]
