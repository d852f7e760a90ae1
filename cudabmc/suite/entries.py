"""Reads the entries of a mapping one by one, and tells every mistake instead of stopping at the first."""

from collections.abc import Iterator, Sequence

from cudabmc.source.location import Location
from cudabmc.suite.nodes import Items, Keys, ScalarNode, YamlNode
from cudabmc.suite.problems import Problem, near

_EXAMPLES = {"kernels": "scale: proved"}


class Entries:
    """A mapping of the file. What is wrong is added to `problems`, and reads as if it were not there."""

    def __init__(self, node: Keys, what: str, known: Sequence[str], problems: list[Problem]) -> None:
        self.node, self._problems = node, problems
        for key, (where, _) in node.entries.items():
            if key not in known:
                problems.append(Problem(where, f"unknown key {key!r} in {what}", near(key, known)))

    def problem(self, where: Location, message: str, hint: str = "") -> None:
        self._problems.append(Problem(where, message, hint))

    def has(self, key: str) -> bool:
        return key in self.node.entries

    def place(self, key: str) -> Location:
        """Where the value of a key stands, or the mapping if there is no such key."""
        return self.node.entries[key][1].location if self.has(key) else self.node.location

    def get(self, key: str) -> YamlNode | None:
        return self.node.entries[key][1] if self.has(key) else None

    def text(self, key: str, *, needed: str = "") -> str:
        """A single text that is not empty; `needed` says why it must be there."""
        node = self.get(key)
        if node is None:
            if needed:
                self.problem(self.node.location, f"{key} is missing", needed)
            return ""
        return self._text(node, key)

    def texts(self, key: str) -> list[tuple[Location, str]]:
        """A text or a list of texts."""
        node = self.get(key)
        found = [(item.location, self._text(item, key)) for item in _items(node)]
        if node is not None and not found:
            self.problem(node.location, f"{key} is empty")
        return [(where, text) for where, text in found if text]

    def nodes(self, key: str) -> Iterator[YamlNode]:
        """A value or a list of values."""
        yield from _items(self.get(key))

    def mapping(self, key: str) -> Keys | None:
        """A mapping, or None if there is none."""
        node = self.get(key)
        if node is None or isinstance(node, Keys):
            return node
        if not (isinstance(node, ScalarNode) and node.value is None):
            example = _EXAMPLES.get(key, "unwind: 9")
            self.problem(node.location, f"{key} must be a mapping", f"as in {key}: {{{example}}}")
        return None

    def _text(self, node: YamlNode, key: str) -> str:
        if isinstance(node, ScalarNode) and isinstance(node.value, str) and node.value.strip():
            return node.value
        if isinstance(node, ScalarNode) and node.value is None:
            self.problem(node.location, f"{key} is empty")
        elif isinstance(node, ScalarNode):
            self.problem(node.location, f"{key} must be a text, not {node.text!r}", f"in quotes: '{node.text}'")
        else:
            self.problem(node.location, f"{key} must be a text")
        return ""


def _items(node: YamlNode | None) -> tuple[YamlNode, ...]:
    if node is None:
        return ()
    return node.items if isinstance(node, Items) else (node,)
