"""Which module defines a name (LangRef, 'Linkage Types').

A name of internal linkage belongs to its module; any other is defined once for each side, by the first module that
has it. What the program leaves undefined may come from the C++ library.

What the source makes internal and the host needs, such as a static kernel, has external linkage on the device for
clang, which links no two files there. It belongs to its module all the same.
"""

import re
from collections.abc import Callable, Iterator
from os.path import sep
from pathlib import Path

from cudabmc.errors import SourceError
from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.clang.ir.tokens import name_of
from cudabmc.frontend.clang.lower.launches import STUB_MARK, is_stub
from cudabmc.late_dataclass import dataclass

_REFERENCE = re.compile(r'@([-A-Za-z$._0-9]+|"(?:[^"\\]|\\.)*")')
_MERGED = ("define linkonce", "define weak", "define available")
# What the C++ library defines: names in std and __cxxabiv1, the run time of the language, the end of the program,
# options of the command line, functions that return a structure.
_OF_LIBRARY = re.compile(
    r"_Z(?:T[A-Z]|GV|GR|Th\w*_)?(?:N[VK]*)?(?:St|S[absiod]|10__cxxabiv1)|_ZT[IS][a-zPK]|__cxa_|__dynamic_cast$|__cudabmc_(?!st)"
    r"|(?:at_?)?(?:quick_)?_?[eE]xit$|__libcpp|w(?:cs|mem)[a-z]+$"
    r"|getopt(?:_long|_long_only)?$|opt(?:arg|ind|err|opt)$|l{0,2}div$"
)
_MERGED_VARIABLE = ("linkonce", "weak", "available")
_NAME = re.compile(rb"((?:N|L|St)*)(\d+)")  # its length, in one of a few namespaces
FindFile = Callable[[str], Path | None]


@dataclass(frozen=True, slots=True, eq=False)
class LinkUnit:
    """A module with its debug information; `device` is the other side of a host module, and `own` are the names on the
    device that mean something in its module alone."""

    module: Module
    debug: DebugInfo
    library: bool = False
    device: "LinkUnit | None" = None
    own: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Definition:
    """An entity and the part that defines it."""

    part: LinkUnit
    name: str

    @property
    def is_function(self) -> bool:
        """A function, not a variable?"""
        return self.name in self.part.module.definitions


class SymbolTable:
    """Definitions by name."""

    def __init__(self, hosts: list[LinkUnit], library: FindFile) -> None:
        self.hosts, self.devices = hosts, [part.device for part in hosts if part.device is not None]
        self.loaded: dict[Path, LinkUnit] = {}
        self._library = library
        self._parts = {id(part.module): part for part in (*hosts, *self.devices)}
        self._exported: dict[tuple[bool, str], Definition] = {}
        for part in (*hosts, *self.devices):
            self._export(part)

    def part(self, module: Module) -> LinkUnit:
        """The part of a module."""
        return self._parts[id(module)]

    def _export(self, part: LinkUnit) -> None:
        module = part.module
        for name, (at, _) in module.definitions.items():
            if is_internal(module, name) or name in part.own:
                continue
            first = self._exported.setdefault((module.on_device, name), Definition(part, name))
            if first.part is not part and not _is_alike(module, at):
                self._twice(first, Definition(part, name))
        for name in module.variables:
            if is_defined_variable(module, name) and not is_internal(module, name) and name not in part.own:
                self._exported.setdefault((module.on_device, name), Definition(part, name))

    def _twice(self, first: Definition, second: Definition) -> None:
        """Raise if two definitions of a function are neither inline nor of one template (C++17 6.2)."""
        at = first.part.module.definitions[first.name][0]
        if _is_alike(first.part.module, at):
            self._exported[(second.part.module.on_device, second.name)] = second
            return
        places = [d.part.debug.place(d.part.module.dbg_of_function(d.name)) for d in (first, second)]
        name = second.part.debug.function_name(second.part.module.dbg_of_function(second.name)) or second.name
        raise SourceError(f"'{name}' is defined twice", places[1], f"the other definition is at {places[0]}")

    def find(self, module: Module, name: str) -> Definition | None:
        """The definition that a name in a module means; None if nothing of the program or library is it."""
        part = self.part(module)
        if name in part.own:
            return Definition(part, name)
        if name in module.definitions:
            if is_internal(module, name):
                return Definition(part, name)
        elif name in module.variables and is_defined_variable(module, name) and is_internal(module, name):
            return Definition(part, name)
        key = (module.on_device, name)
        found = self._exported.get(key)
        if found is None and not module.on_device:
            found = self._in_library(part, name)
            if found is not None:
                self._exported[key] = found
        return found

    def _in_library(self, part: LinkUnit, name: str) -> Definition | None:
        """A template's instance or an inline function is as good as any other of its name; a function of the
        library that a source of our own replaces is not, and that may be one that the library instantiates."""
        module = part.module
        at = module.definitions.get(name)
        here = at is not None or (name in module.variables and is_defined_variable(module, name))
        if here and (is_own(module) or _is_merged(module, name)) and not (part.library and _is_weak(module, name)):
            return Definition(part, name)
        found = self._from_library(name)
        return Definition(part, name) if found is None and here else found

    def _from_library(self, name: str) -> Definition | None:
        path = self._library(name) if _OF_LIBRARY.match(name) else None
        if path is None:
            return None
        part = self.loaded.get(path)
        if part is None:
            module = Module(path.read_text())
            part = LinkUnit(module, DebugInfo(module), library=True)
            self.loaded[path] = part
            self._parts[id(module)] = part
        return Definition(part, name)

    # ------------------------------------------------------------ the two sides of CUDA

    def on_device(self, module: Module, name: str) -> Definition | None:
        """The device's definition of a name that host code uses: a kernel by its stub, a variable by its shadow."""
        there, device = kernel_of_stub(name), self.part(module).device
        if device is not None and there in device.own:
            return Definition(device, there)
        return self._exported.get((True, there))


def names_of_one_file(host: Module, device: Module) -> frozenset[str]:
    """The names on the device that mean something in their file alone: those that say so, and the instances of
    templates whose stubs are internal, as their arguments are (C++17 6.5)."""
    stubs = {kernel_of_stub(name) for name in host.definitions if is_stub(name) and is_internal(host, name)}
    every = (*device.definitions, *device.variables)
    says_so = (name for name in every if any(internal for internal, _, _ in _names_within(name)))
    return frozenset((*says_so, *(stubs & device.definitions.keys())))


def kernel_of_stub(name: str) -> str:
    """The mangled name of a kernel from that of its stub: `_Z16__device_stub__kPi` is of `_Z1kPi`."""
    if not is_stub(name):
        return name
    whole, mark = name.encode(), STUB_MARK.encode()
    for _, at, start in _names_within(name):
        if whole.startswith(mark, start):
            length = int(whole[at:start]) - len(mark)
            return (whole[:at] + str(length).encode() + whole[start + len(mark) :]).decode()
    return name.replace(STUB_MARK, "", 1)


def _names_within(name: str) -> Iterator[tuple[bool, int, int]]:
    """The namespaces of a mangled name and what it names, up to its arguments: whether one is internal, and where, in
    bytes, its length and its text begin (Itanium C++ ABI, 5.1).

    A length may follow a digit of the name before: `_ZN2n116__device_stub__kEPi` is of `n1::k`.
    """
    whole = name.encode()
    at = 2 if whole.startswith(b"_Z") else len(whole)
    while (found := _NAME.match(whole, at)) is not None:
        start = found.end()
        yield b"L" in found[1] or whole.startswith(b"_GLOBAL__N_", start), found.start(2), start
        at = start + int(found[2])


def _is_alike(module: Module, at: int) -> bool:
    """May several files have the function that is defined there, all alike? The instance of a template that is a kernel
    has external linkage, as each file has a device program of its own for clang."""
    return module.text.startswith(_MERGED, at) or (
        module.on_device and " comdat" in module.text[at : module.text.index("\n", at)]
    )


def is_own(module: Module) -> bool:
    """Is this made from a source of our own (opmodels/cxx/runtime)?"""
    return f"{sep}opmodels{sep}cxx{sep}runtime{sep}" in module.text[: module.text.find("\n")]


def _is_merged(module: Module, name: str) -> bool:
    """May several files define the name, all alike?"""
    place = module.definitions.get(name)
    if place is not None:
        return module.text.startswith(_MERGED, place[0])
    at, end = module.variables[name]
    return module.text.startswith(_MERGED_VARIABLE, module.text.index(" = ", at, end) + 3)


def _is_weak(module: Module, name: str) -> bool:
    """Is this an instance that the file was asked for, which is in the library's index?"""
    if name in module.definitions:
        return module.text.startswith("define weak", module.definitions[name][0])
    at, end = module.variables[name]
    return module.text.startswith("weak", module.text.index(" = ", at, end) + 3)


def text_of(definition: Definition) -> str:
    """The IR of an entity."""
    module = definition.part.module
    at, end = module.definitions.get(definition.name) or module.variables[definition.name]
    return module.text[at:end]


def references(text: str) -> set[str]:
    """The names that a piece of IR mentions."""
    return {name_of("@" + name) for name in _REFERENCE.findall(text)}


def is_internal(module: Module, name: str) -> bool:
    """Does the name mean something in its module alone?"""
    place = module.definitions.get(name)
    if place is not None:
        return module.text.startswith(("define internal", "define private"), place[0])
    at, end = module.variables[name]
    return module.text.startswith(("internal ", "private "), module.text.index(" = ", at, end) + 3)


def is_defined_variable(module: Module, name: str) -> bool:
    """Is the variable more than declared? Dynamic shared memory is a declaration that defines."""
    at, end = module.variables[name]
    start = module.text.index(" = ", at, end) + 3
    if module.text.startswith(("external ", "extern_weak "), start):
        return "addrspace(3)" in module.text[at:end]
    return not name.startswith("llvm.")
