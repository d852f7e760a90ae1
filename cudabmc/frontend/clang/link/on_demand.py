"""A dictionary whose values are made when they are asked for: most functions in reach are never called."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class OnDemand(dict[str, T], Generic[T]):
    """Names are known at once; to look at all values makes them all."""

    def __init__(self) -> None:
        super().__init__()
        self._makers: dict[str, Callable[[], T]] = {}
        self._of_libraries: set[str] = set()
        self._change: Callable[[T], T] | None = None

    def change_each(self, change: Callable[[T], T]) -> None:
        """Change all values, those that are made later as well."""
        self._change = change
        for name in list(super().__iter__()):
            self[name] = change(self[name])

    def promise(self, name: str, make: Callable[[], T], *, of_library: bool = False) -> None:
        """`make` gives the value of this name, which is one `of_library` or not."""
        self._makers[name] = make
        if of_library:
            self._of_libraries.add(name)

    def own(self) -> list[T]:
        """The values that are of no library, made if necessary."""
        names = [*super().__iter__(), *self._makers]
        return [self[name] for name in names if name not in self._of_libraries]

    def __missing__(self, name: str) -> T:
        make = self._makers.pop(name)
        value = make()
        self[name] = value = value if self._change is None else self._change(value)
        return value

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self._makers

    def get(self, name: str, default: object = None) -> object:  # type: ignore[override]
        """The value of a name that is known, made if necessary."""
        if name not in self:
            return default
        return self[name]

    def complete(self) -> None:
        """Make all values; making one can promise more."""
        while self._makers:
            self[next(iter(self._makers))]

    def __len__(self) -> int:
        return super().__len__() + len(self._makers)

    def __iter__(self) -> Iterator[str]:
        self.complete()
        return super().__iter__()

    def keys(self):  # type: ignore[no-untyped-def]
        """All names."""
        self.complete()
        return super().keys()

    def values(self):  # type: ignore[no-untyped-def]
        """All values."""
        self.complete()
        return super().values()

    def items(self):  # type: ignore[no-untyped-def]
        """All names with their values."""
        self.complete()
        return super().items()
