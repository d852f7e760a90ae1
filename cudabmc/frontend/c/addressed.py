"""Which locals of a function have their address taken: those live in memory, all others in registers."""

from typing import Any

from pycparser import c_ast

from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import Ref
from cudabmc.frontend.c.functions import candidates
from cudabmc.frontend.c.nodes import RefDecl
from cudabmc.frontend.c.scope import Overloads

_BLOCKS = (c_ast.Compound, c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.If, c_ast.Switch)


class _Finder:
    """Walks a function with the names of its locals."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.scopes: list[dict[str, int]] = [{}]
        self.found: set[int] = set()
        self.returns_reference = ctx.function is not None and isinstance(ctx.function.type.ret, Ref)

    def visit(self, node: Any) -> None:
        """Note what the node does to its locals, then look into it."""
        opens = isinstance(node, _BLOCKS)
        if opens:
            self.scopes.append({})
        match node:
            case c_ast.UnaryOp(op="&"):
                self.mark(node.expr)
            case c_ast.FuncCall():
                self._call(node)
            case c_ast.Cast() if _is_reference(node.to_type):
                self.mark(node.expr)
            case c_ast.Return() if self.returns_reference:
                self.mark(node.expr)
            case c_ast.Decl():
                if isinstance(node.type, RefDecl) and node.init is not None:
                    self.mark(node.init)
                if node.name:
                    self.scopes[-1][node.name] = id(node)
        for _, child in node.children():
            self.visit(child)
        if opens:
            self.scopes.pop()

    def _call(self, node: Any) -> None:
        if not isinstance(node.name, c_ast.ID) or node.args is None or self._local(node.name.name) is not None:
            return
        entity = self.ctx.scope.find(node.name.name)
        if entity is not None and not isinstance(entity, Overloads):
            return
        for function in candidates(self.ctx, node.name.name):
            for arg, param in zip(node.args.exprs, function.type.params, strict=False):
                if isinstance(param, Ref):
                    self.mark(arg)

    def _local(self, name: str) -> int | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def mark(self, node: Any) -> None:
        """The address of this expression is taken."""
        match node:
            case c_ast.ID():
                local = self._local(node.name)
                if local is not None:
                    self.found.add(local)
            case c_ast.TernaryOp():
                self.mark(node.iftrue)
                self.mark(node.iffalse)
            case c_ast.ExprList():
                self.mark(node.exprs[-1])
            case c_ast.Cast():
                self.mark(node.expr)
            case c_ast.InitList() if len(node.exprs) == 1:
                self.mark(node.exprs[0])


def _is_reference(node: Any) -> bool:
    return isinstance(getattr(node, "type", None), RefDecl)


def addressed(ctx: Context, params: tuple[Any, ...], body: Any) -> frozenset[int]:
    """The ids of the declarations of locals and parameters whose address is taken."""
    finder = _Finder(ctx)
    for param in params:
        if isinstance(param, c_ast.Decl):
            finder.scopes[-1][param.name] = id(param)
    finder.visit(body)
    return frozenset(finder.found)


def has_labels(node: Any) -> bool:
    """May a jump enter a block past its declarations (labels, case labels in nested blocks)?"""
    rest = [node]
    while rest:
        node = rest.pop()
        if isinstance(node, c_ast.Label):
            return True
        if isinstance(node, c_ast.Switch) and _nested_case(node.stmt, top=True):
            return True
        rest.extend(child for _, child in node.children())
    return False


def _nested_case(node: Any, top: bool) -> bool:
    """Does a case label stand anywhere but directly in the body of its switch, or behind a declaration there?"""
    declared = False
    for _, child in node.children():
        if isinstance(child, c_ast.Switch):
            continue
        if isinstance(child, c_ast.Case | c_ast.Default):
            if not top or declared:
                return True
            declared = any(isinstance(s, c_ast.Decl) for s in child.stmts or ())
            if any(_nested_case(s, top=False) for s in child.stmts or ()):
                return True
            continue
        declared = declared or isinstance(child, c_ast.Decl)
        if _nested_case(child, top=False):
            return True
    return False
