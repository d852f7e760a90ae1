"""A YAML file as a tree whose every node knows its place. The only file that knows the YAML parser."""

import os
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import TypeAlias

import yaml

from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.suite.paths import similar_file
from cudabmc.suite.problems import Problem, SuiteError


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """A single value; `text` is how the file spells it."""

    location: Location
    value: object
    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    location: Location
    items: tuple["YamlNode", ...]


@dataclass(frozen=True, slots=True)
class Keys:
    """A mapping: the place of each key, and what it stands for."""

    location: Location
    entries: dict[str, tuple[Location, "YamlNode"]] = field(default_factory=dict)


YamlNode: TypeAlias = ScalarNode | Items | Keys
MOST_NODES = 20_000
"""Aliases can make a small file stand for more than fits into memory."""


def read_yaml(path: str, problems: list[Problem]) -> YamlNode | None:
    """The document of a file, or None if it is empty. Keys that occur twice are told to `problems`.

    Raises SuiteError for what cannot be read or is no YAML.
    """
    start = Location(path, 1)
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        message = f"cannot read the suite: {error.strerror or error}"
        raise SuiteError([Problem(Location(path, 0), message, _hint(path))]) from None
    except ValueError as error:
        raise SuiteError([Problem(start, f"this is not text: {error}", "suites are YAML files in UTF-8")]) from None
    try:
        loader = yaml.SafeLoader(text)
        try:
            root = loader.get_single_node()
            return None if root is None else _Reader(path, loader, problems).node(root)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = start if mark is None else Location(path, mark.line + 1, mark.column + 1)
        said = ": ".join(part for part in (error.context, error.problem) if part)
        raise SuiteError([Problem(where, f"this is not YAML: {said}", _hint(path))]) from None
    except yaml.YAMLError as error:
        raise SuiteError([Problem(start, f"this is not YAML: {error}")]) from None
    except (RecursionError, ValueError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise SuiteError([Problem(start, f"this suite cannot be read: {why}")]) from None


def _hint(path: str) -> str:
    """What to do about a path that is no suite."""
    if os.path.isdir(path):
        return f"name the suites in it, as in {os.path.join(path, '*.yaml')}"
    if os.path.isfile(path):
        is_suite = path.endswith((".yaml", ".yml"))
        return "" if is_suite else f"suites are YAML files; cudabmc {path} verifies a program"
    similar = similar_file(path, os.curdir)
    return f"did you mean {similar}?" if similar else ""


class _Reader:
    """Turns the parser's nodes into ours."""

    def __init__(self, path: str, loader: yaml.SafeLoader, problems: list[Problem]) -> None:
        self._path, self._loader, self._problems = path, loader, problems
        self._above: set[int] = set()
        self._count = 0

    def node(self, node: yaml.Node) -> YamlNode:
        where = self._place(node)
        self._count += 1
        if id(node) in self._above:
            raise SuiteError([Problem(where, "this list or mapping contains itself")])
        if self._count > MOST_NODES:
            raise SuiteError([Problem(where, f"the suite has more than {MOST_NODES} entries")])
        self._above.add(id(node))
        try:
            if isinstance(node, yaml.MappingNode):
                return Keys(where, dict(self._entries(node)))
            if isinstance(node, yaml.SequenceNode):
                return Items(where, tuple(self.node(item) for item in node.value))
            return ScalarNode(where, self._value(node), str(node.value))
        finally:
            self._above.discard(id(node))

    def _entries(self, node: yaml.MappingNode) -> Iterator[tuple[str, tuple[Location, YamlNode]]]:
        seen: dict[str, Location] = {}
        for key, value in node.value:
            where = self._place(key)
            if not isinstance(key, yaml.ScalarNode):
                self._problems.append(Problem(where, "a key must be a word"))
                continue
            name = str(key.value)
            if name in seen:
                self._problems.append(Problem(where, f"the key {name!r} appears twice (line {seen[name].line})"))
                continue
            seen[name] = where
            yield name, (where, self.node(value))

    def _value(self, node: yaml.Node) -> object:
        try:
            value: object = self._loader.construct_object(node, deep=True)
        except yaml.MarkedYAMLError as error:
            raise error
        except (ValueError, OverflowError, AttributeError, LookupError, TypeError):
            return str(node.value)  # a date or a number that does not exist
        return value

    def _place(self, node: yaml.Node) -> Location:
        mark = node.start_mark
        return Location(self._path, mark.line + 1, mark.column + 1)
