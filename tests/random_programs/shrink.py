"""Makes a program that shows a disagreement small: delta debugging on its tree (Zeller, Hildebrandt: Simplifying and
isolating failure-inducing input, 2002)."""

import time
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from tests.random_programs.language.c_types import INT, IntType
from tests.random_programs.language.tree import Const, Expr, For, If, Input, Program, Scope

Test = Callable[[Program], bool]


def shrink(program: Program, shows: Test, seconds: float) -> Program:
    """A smaller program for which `shows` holds as well; as far as it gets in this time."""
    end = time.monotonic() + seconds
    skip = 0
    while time.monotonic() < end:
        for number, candidate in enumerate(rewrites(program)):
            if number < skip:
                continue
            if time.monotonic() > end:
                return program
            if shows(candidate):
                program, skip = candidate, number
                break
        else:
            if skip == 0:
                return program
            skip = 0
    return program


def rewrites(tree: Any) -> Iterator[Any]:
    """Trees that differ from `tree` in one place, large changes first."""
    if isinstance(tree, tuple):
        yield from rewritten_tuple(tree)
        return
    if not is_dataclass(tree) or isinstance(tree, IntType | type):
        return
    yield from alternatives(tree)
    for f in fields(tree):
        part = getattr(tree, f.name)
        if f.name in ("initial", "parameters", "args") and isinstance(part, tuple):
            parts: Iterator[Any] = rewritten_items(part)
        else:
            parts = rewrites(part)
        for changed in parts:
            yield replace(tree, **{f.name: changed})


def rewritten_tuple(body: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """A body without some statements, or with the inside of one in its place."""
    size = len(body)
    while size:
        for start in range(0, len(body), size):
            yield body[:start] + body[start + size :]
        size //= 2
    for k, item in enumerate(body):
        for inside in insides(item):
            yield body[:k] + inside + body[k + 1 :]
    yield from rewritten_items(body)


def rewritten_items(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for k, item in enumerate(items):
        for changed in rewrites(item):
            yield (*items[:k], changed, *items[k + 1 :])


def insides(item: object) -> Iterator[tuple[Any, ...]]:
    match item:
        case If(_, then, other):
            yield then
            if other:
                yield other
        case For(body=body) | Scope(body):
            yield body


def alternatives(node: Any) -> Iterator[Any]:
    """Simpler nodes that may stand in the place of `node`."""
    if isinstance(node, Input):
        if node.low < node.high:
            yield replace(node, high=node.high - 1)
            yield replace(node, low=node.low + 1)
        return
    if not isinstance(node, Expr) or not isinstance(node.type, IntType):
        return
    if isinstance(node, Const):
        if node.value not in (0, 1):
            yield Const(0, INT)
            yield Const(1, INT)
            if abs(node.value) > 3:
                yield Const(node.value // 2, INT)
        return
    yield Const(0, INT)
    yield Const(1, INT)
    for f in fields(node):
        part = getattr(node, f.name)
        if isinstance(part, Expr) and isinstance(part.type, IntType):
            yield part
