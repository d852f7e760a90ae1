"""Walks over a tree: all its nodes, and which variables have their address taken."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from tests.random_programs.language.tree import AddressOf


def nodes(tree: object) -> Iterator[object]:
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif is_dataclass(tree) and not isinstance(tree, type):
        yield tree
        for f in fields(tree):
            yield from nodes(getattr(tree, f.name))


def addressed_names(tree: object) -> frozenset[str]:
    return frozenset(n.name for n in nodes(tree) if isinstance(n, AddressOf))
