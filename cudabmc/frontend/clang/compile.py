"""From source files through clang to the GOTO program."""

from collections.abc import Sequence

from cudabmc.frontend.clang.command import CompileOptions
from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.clang.link.linker import link
from cudabmc.frontend.clang.runtime_library import RuntimeLibrary
from cudabmc.frontend.clang.toolchain import Toolchain
from cudabmc.goto.program import Program
from cudabmc.options import Options


def load(files: Sequence[str], options: Options) -> Program:
    """Compile both sides of the files and link them. Raises CompilerError, SourceError, UsageError."""
    toolchain = Toolchain(CompileOptions.of(options))
    units = toolchain.units(files)
    hosts = [Module(unit.host.read_text()) for unit in units]
    devices = [Module(unit.device.read_text()) for unit in units if unit.device is not None]
    library = RuntimeLibrary(toolchain)
    return link(hosts, devices, library.path_of, options.function, files)
