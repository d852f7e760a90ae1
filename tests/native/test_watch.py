"""Runs that need no machine code do not pay for it."""

import subprocess
import sys


def test_what_watches_the_host_imports_nothing_else_of_machine_code() -> None:
    told = "import sys, cudabmc.native.watch; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.split()
    of_machine_code = {name for name in modules if name.startswith("cudabmc.native.")}
    assert of_machine_code == {"cudabmc.native.watch"} and not {"ctypes", "llvmlite"} & set(modules)
