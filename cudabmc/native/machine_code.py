"""LLVM text becomes machine code, by llvmlite."""

from collections.abc import Sequence
from hashlib import blake2b
from threading import Thread
from typing import Protocol

import llvmlite
import llvmlite.binding as llvm

from cudabmc.late_dataclass import dataclass

LARGE = 25_000
"""Lines of text from which on few passes optimise it: time for the others grows faster than the text, from some seconds
here to a minute at four times as much. What is so large has few loops that are worth it."""

HUGE = 100_000
"""Lines of text that no pass optimises."""


class CodeStore(Protocol):
    """Keeps machine code from run to run."""

    def code(self, key: str) -> bytes | None:
        """What was kept for a key."""

    def keep_code(self, key: str, data: bytes) -> None:
        """Keep something for a key."""


@dataclass(slots=True)
class MachineCode:
    """Compiled functions by name. The code lives as long as this."""

    engine: llvm.ExecutionEngine
    addresses: dict[str, int]


class LlvmCompiler:
    """Compiles for this machine. `level` is LLVM's: 0 is done soon, 2 runs fast. A large text is done soon at any. With
    a `store` a text is compiled once for all runs on machines like this one."""

    def __init__(self, store: CodeStore | None = None) -> None:
        self._store = store
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self._target = llvm.Target.from_default_triple()

    def compile(self, text: str, names: Sequence[str], level: int = 2) -> MachineCode:
        """The functions of these names. They are compiled in a thread of their own, which no limit of time interrupts:
        llvmlite's lock would stay taken."""
        made: list[MachineCode] = []
        errors: list[BaseException] = []

        def work() -> None:
            try:
                made.append(self._compiled(text, names, level))
            except BaseException as error:  # it is the caller's
                errors.append(error)

        thread = Thread(target=work, name="cudabmc compiler", daemon=True)
        thread.start()
        thread.join()
        if errors:
            raise errors[0]
        return made[0]

    def _compiled(self, text: str, names: Sequence[str], level: int) -> MachineCode:
        lines = text.count("\n")
        level = level if lines < LARGE else 0
        cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
        # The engine owns its target machine.
        machine = self._target.create_target_machine(cpu=cpu, features=features, opt=level, jit=True)
        made_of = llvmlite.__version__, llvm.llvm_version_info, LARGE, HUGE, machine.triple, cpu, features, level, text
        key = blake2b(repr(made_of).encode(), digest_size=16).hexdigest()
        data = None if self._store is None else self._store.code(key)
        if data is None:
            data = self._object(text, lines, level, machine)
            if self._store is not None:
                self._store.keep_code(key, data)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        engine.finalize_object()
        return MachineCode(engine, {name: engine.get_function_address(name) for name in names})

    @staticmethod
    def _object(text: str, lines: int, level: int, machine: llvm.TargetMachine) -> bytes:
        """An object file with the functions of a text."""
        module = llvm.parse_assembly(text)
        module.triple = machine.triple
        module.data_layout = str(machine.target_data)
        module.verify()
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
        passes = _few_passes() if LARGE <= lines < HUGE else builder.getModulePassManager()
        passes.run(module, builder)
        data: bytes = machine.emit_object(module)
        return data


def _few_passes() -> llvm.ModulePassManager:
    """Those that gain most: values in registers, and no work that later code shows to be idle."""
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    return passes
