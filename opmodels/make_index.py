"""`python -m opmodels.make_index` writes index.py: which module registers which names."""

import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from opmodels import registry

INDEX = Path(__file__).with_name("index.py")
_WIDTH = 117


class _Homes(dict[str, Any]):
    """A table of the registry that remembers which module put a name in, in the order of the modules' names."""

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[str, dict[str, None]] = {}

    def __setitem__(self, name: str, value: Any) -> None:
        self._remember(name)
        super().__setitem__(name, value)

    def setdefault(self, name: str, default: Any = None) -> Any:
        self._remember(name)
        return super().setdefault(name, default)

    def _remember(self, name: str) -> None:
        self.names.setdefault(_registering(sys._getframe(2)), {})[name] = None


def _registering(frame: FrameType | None) -> str:
    """The module of this package that is being imported, whose call has led to the frame."""
    while frame is not None:
        module: str = frame.f_globals["__name__"]
        if frame.f_code.co_name == "<module>" and module.startswith("opmodels."):
            return module
        frame = frame.f_back
    raise AssertionError("registered by no module")


def text_of_index() -> str:
    """The text that index.py must have. Registers all models: nothing may have been registered before."""
    tables = registry._SHIPPED
    models, blocks, macros = _Homes(), _Homes(), _Homes()
    tables.models, tables.blocks, tables.macro_names = models, blocks, macros
    tables.types.clear()
    tables.headers.clear()
    registry.load_all()
    lines = [
        '"""Which module registers which names. Made by `python -m opmodels.make_index`; a test checks it."""',
        "",
        "# fmt: off",
    ]
    for title, homes in (("MODELS", models), ("BLOCKS", blocks), ("MACROS", macros)):
        lines += _mapping(title, homes.names)
    lines += [*_words("TYPES", tables.types), *_words("HEADERS", tables.headers)]
    return "\n".join(lines) + "\n"


def _mapping(title: str, homes: dict[str, dict[str, None]]) -> Iterator[str]:
    yield f"{title}: dict[str, str] = {{"
    for module in sorted(homes):
        yield f'    "{module}": ('
        yield from _quoted(homes[module], 8)
        yield "    ),"
    yield "}"


def _words(title: str, words: Iterable[str]) -> Iterator[str]:
    yield f"{title} = ("
    yield from _quoted(sorted(words), 4)
    yield ")"


def _quoted(words: Iterable[str], indent: int) -> Iterator[str]:
    for line in textwrap.wrap(" ".join(words), _WIDTH - indent, break_on_hyphens=False, break_long_words=False):
        yield f'{" " * indent}"{line} "'


if __name__ == "__main__":
    INDEX.write_text(text_of_index(), encoding="utf-8")
