"""A source that something else has compiled already."""

from cudabmc.late_dataclass import dataclass
from cudabmc.source.text import SourceText


@dataclass(frozen=True, slots=True)
class CompiledParameter:
    """A parameter of a kernel in LLVM IR: its name there, how the source spells its type, and its size in bytes. A
    pointer leads to elements of a kind, as numpy's array interface calls it, and of a size."""

    name: str
    type: str
    size: int
    element: str = ""
    element_kind: str = ""
    element_size: int = 0


class CompiledText(SourceText):
    """The name of a source and its text, which reports quote, with the LLVM IR that was made of it: one text for each
    module, and the parameters of its kernel. The IR knows the source by its `path`."""

    compiled = True
    modules: tuple[str, ...]
    parameters: tuple[CompiledParameter, ...]
    path: str

    @classmethod
    def of(
        cls, text: str, name: str, modules: tuple[str, ...], parameters: tuple[CompiledParameter, ...], path: str = ""
    ) -> "CompiledText":
        """The source of that name with what was made of it."""
        made = cls(text, name)
        made.modules, made.parameters, made.path = modules, parameters, path
        return made

    def __reduce__(self) -> "tuple[object, ...]":  # type: ignore[override]
        return CompiledText.of, (self.text, str(self), self.modules, self.parameters, self.path)
