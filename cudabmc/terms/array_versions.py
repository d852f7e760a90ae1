"""Contents of arrays that are made one from another, an element at a time.

    a = {0: 1, 1: 2}        b = a with 1: 5         c = b with 0: 7

One version has the elements, the others say how they differ from the next one on the way to it. Reading one that has
none moves them there (Baker, Shallow Binding Makes Functional Arrays Fast, SIGPLAN Notices 26(8), 1991). So a chain of
stores takes no more room than its last version, and its newest versions are read as fast as a dict.
"""

from collections.abc import Mapping


class ArrayVersion:
    """The elements of an array, by their indices; all others are the `default`."""

    __slots__ = ("_at", "_element", "_elements", "_next", "default")

    def __init__(self, default: int, elements: Mapping[int, int]) -> None:
        self.default = default
        self._elements: dict[int, int] | None = dict(elements)
        self._next: ArrayVersion | None = None  # on the way to the version that has the elements
        self._at = 0
        self._element: int | None = None  # what this one has there, None for the default

    def read(self, index: int) -> int:
        """The element at an index."""
        return self._own().get(index, self.default)

    def having(self, index: int, element: int) -> "ArrayVersion":
        """The array with another element at an index."""
        elements = self._own()
        newer = ArrayVersion(self.default, {})
        newer._elements = elements
        self._differs(newer, index, elements.get(index))
        elements[index] = element
        return newer

    def _differs(self, other: "ArrayVersion", index: int, element: int | None) -> None:
        """The elements are those of another version, but for one."""
        self._elements, self._next, self._at, self._element = None, other, index, element

    def _own(self) -> dict[int, int]:
        """The elements, which belong to this version from now on."""
        way: list[ArrayVersion] = []
        version = self
        while version._next is not None:
            way.append(version)
            version = version._next
        elements = version._elements
        assert elements is not None
        for older in reversed(way):
            index = older._at
            version._differs(older, index, elements.get(index))
            if older._element is None:
                elements.pop(index, None)
            else:
                elements[index] = older._element
            older._elements, older._next, version = elements, None, older
        return elements
