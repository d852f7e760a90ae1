"""The syntax of what the operational models declare.

    declarations("cudaError_t cudaMalloc(void **devPtr, size_t size);", types) -> [Decl]

A program uses twenty of these texts, and parsing them takes longer than parsing the program. A process that verifies
several programs parses each text once. So whoever gets a tree does not change it.
"""

from functools import cache
from typing import Any

from pycparser import c_ast

from cudabmc.frontend.c.parser import parse

FILE = "<registry>"
"""Where these declarations stand."""


@cache
def declarations(text: str, type_names: frozenset[str]) -> tuple[Any, ...]:
    """The nodes at file scope."""
    nodes = parse(text, FILE, type_names).ast.ext
    for node in nodes:
        if isinstance(node, c_ast.Decl) and "extern" in node.storage:
            node.storage = []  # the models' variables have no other definition
    return tuple(nodes)
