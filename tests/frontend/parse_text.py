"""Parsing for tests: source text in, declarations or an outline out."""

from typing import Any

from pycparser import c_ast

from cudabmc.frontend.c.parser import ParsedUnit, parse
from cudabmc.frontend.c.preprocess import preprocess_text

TYPES = ("dim3", "size_t", "float2", "float4", "cudaError_t", "cudaStream_t", "FILE")


def parse_text(text: str) -> ParsedUnit:
    """Preprocess and parse `text` as t.cu."""
    return parse(preprocess_text(text, "t.cu"), "t.cu", TYPES)


def statements(text: str) -> list[Any]:
    """The statements of a function body."""
    unit = parse_text("void f(int n, float x, int *p) {\n" + text + "\n}")
    return list(unit.ast.ext[-1].body.block_items or [])


def outline(node: Any) -> str:
    """A node in one line: `Kind(attribute, child, ...)`, types and positions reduced to what matters."""
    if node is None:
        return "-"
    if isinstance(node, list):
        return "[" + ", ".join(outline(n) for n in node) + "]"
    if isinstance(node, c_ast.ID | c_ast.Goto):
        return str(node.name)
    if isinstance(node, c_ast.Constant):
        return str(node.value)
    if isinstance(node, c_ast.IdentifierType):
        return " ".join(node.names)
    if isinstance(node, c_ast.TypeDecl):
        return " ".join([*(node.quals or []), outline(node.type)])
    if isinstance(node, c_ast.Typename):
        return outline(node.type)
    if isinstance(node, c_ast.Decl):
        words = [*node.storage, *node.funcspec, node.name or "-", ":", outline(node.type)]
        return " ".join(words) + (f" = {outline(node.init)}" if node.init is not None else "")
    label = type(node).__name__ + (f"[{node.op}]" if hasattr(node, "op") else "")
    return f"{label}({', '.join(outline(child) for _, child in node.children())})"
