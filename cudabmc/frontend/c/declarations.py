"""What the dialect adds to a declaration that pycparser has built."""

from typing import Any

from pycparser import c_ast

from cudabmc.frontend.c.nodes import Construct
from cudabmc.frontend.c.specifiers import Specifiers


def finish(declaration: Any, spec: Specifiers) -> None:
    """Complete constructions and alignment, and make `constexpr` variables const."""
    if isinstance(declaration, c_ast.Typedef) and spec["alignment"]:
        innermost(declaration).align = spec["alignment"]
    if not isinstance(declaration, c_ast.Decl):
        return
    if isinstance(declaration.init, Construct) and declaration.init.type is None:
        base = unnamed(declaration.type)
        declaration.init.type = c_ast.Typename(None, declaration.quals[:], None, base, declaration.init.coord)
    if "constexpr" in spec["function"]:
        declaration.funcspec = [word for word in declaration.funcspec if word != "constexpr"]
        if not isinstance(declaration.type, c_ast.FuncDecl):
            _make_const(declaration)


def _make_const(declaration: Any) -> None:
    node = declaration.type
    while isinstance(node, c_ast.ArrayDecl):
        node = node.type
    if "const" not in node.quals:
        node.quals = [*node.quals, "const"]
    if isinstance(node, c_ast.TypeDecl):
        declaration.quals = node.quals


def unnamed(node: Any) -> Any:
    """A copy of a declarator chain without the declared name."""
    if isinstance(node, c_ast.TypeDecl):
        return c_ast.TypeDecl(None, node.quals, node.align, node.type, node.coord)
    if isinstance(node, c_ast.PtrDecl):
        return type(node)(node.quals, unnamed(node.type), node.coord)
    if isinstance(node, c_ast.ArrayDecl):
        return c_ast.ArrayDecl(unnamed(node.type), node.dim, node.dim_quals, node.coord)
    if isinstance(node, c_ast.FuncDecl):
        return c_ast.FuncDecl(node.args, unnamed(node.type), node.coord)
    return node


def named(node: Any, name: str) -> Any:
    """The declarator chain of a type name, with `name` declared."""
    innermost(node).declname = name
    return node


def innermost(node: Any) -> Any:
    """The end of a declarator chain, which has the name and the alignment."""
    while not isinstance(node, c_ast.TypeDecl):
        node = node.type
    return node
