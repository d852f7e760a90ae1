"""The size of the clusters of kernels, which our headers give clang as an annotation (crt/host_defines.h).

    __global__ void __cluster_dims__(2, 1, 1) k(...)
    -->  @.args = private unnamed_addr constant { i32, i32, i32 } { i32 2, i32 1, i32 1 }
         @llvm.global.annotations = ... { ptr @k, ptr @"cudabmc.clusters", ptr @file, i32 3, ptr @.args }
"""

import re

from cudabmc.frontend.clang.ir.module import Module

_ANNOTATIONS = "llvm.global.annotations"
_CLUSTERS = 'c"cudabmc.clusters\\00"'
_NAME = r'@([-A-Za-z$._0-9]+|"[^"]*")'
_ENTRY = re.compile(rf"\{{ ptr {_NAME}, ptr {_NAME}, ptr {_NAME}, i32 \d+, ptr {_NAME} \}}")
_SIZE = re.compile(r"i(?:32|64) (\d+)")


def cluster_size(module: Module, name: str) -> tuple[int, ...]:
    """The blocks of a cluster in three dimensions, as `__cluster_dims__` says; () for a function without it."""
    if _ANNOTATIONS not in module.variables:
        return ()
    for function, kind, _, arguments in _ENTRY.findall(_text(module, _ANNOTATIONS)):
        if function.strip('"') == name and _CLUSTERS in _text(module, kind.strip('"')):
            sizes = [int(size) for size in _SIZE.findall(_text(module, arguments.strip('"')).partition("} ")[2])]
            return (*sizes, 1, 1)[:3]
    return ()


def _text(module: Module, name: str) -> str:
    start, end = module.variables[name]
    return module.text[start:end]
