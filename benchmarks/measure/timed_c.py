"""What C takes: this file, run with an object file of clang, how often to run it, and a file for the figures.

The object file is linked by llvmlite, so that no linker and no C compiler of the machine is needed.
"""

import ctypes
import json
import sys
from pathlib import Path
from time import process_time

PARTS = ("prepare", "kernel", "check")
"""The functions of a program in C, in their order."""


def run() -> int:
    """Write, for each part, the least seconds of processor time that it took, and what the last part returned."""
    import llvmlite.binding as llvm

    file, times, out = sys.argv[1:]
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(file)
    engine.finalize_object()
    kinds = (None, None, ctypes.c_double)
    parts = [
        (name, ctypes.CFUNCTYPE(kind)(engine.get_function_address(name)))
        for name, kind in zip(PARTS, kinds, strict=True)
    ]
    seconds: dict[str, list[float]] = {name: [] for name in PARTS}
    result = None
    for _ in range(int(times)):
        for name, part in parts:
            start = process_time()
            result = part()
            seconds[name].append(process_time() - start)
    figures = {**{name: min(found) for name, found in seconds.items()}, "result": result}
    Path(out).write_text(json.dumps(figures), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(run())
