"""Programs for a compiler at run time have no host code: functions and variables without a specifier are for the device
(NVRTC manual, --device-as-default-execution-space)."""

from typing import Any

from pycparser import c_ast

_SPECIFIERS = {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__"}


def for_device(node: Any) -> None:
    """Give what is declared at file scope the specifier of the device, unless it has one."""
    match node:
        case c_ast.DeclList():
            for declared in node.decls:
                for_device(declared)
        case c_ast.FuncDef():
            for_device(node.decl)
        case c_ast.Decl() if node.name is not None and not _SPECIFIERS & set(node.funcspec or ()):
            node.funcspec = [*(node.funcspec or ()), "__device__"]
