"""What a kernel that is an object of a Python package is for a verifier."""

from cudabmc.late_dataclass import dataclass
from cudabmc.options.kernel_arguments import Given
from cudabmc.options.table import Options
from cudabmc.source.compiled_text import CompiledText
from cudabmc.source.text import UNNAMED, SourceText


@dataclass(frozen=True, slots=True)
class KernelObject:
    """The text of a kernel, its name in it, what its parameters get, and the options of the user with those with which
    the package compiles it."""

    source: SourceText
    kernel: str
    arguments: tuple[Given, ...]
    options: Options

    def text(self, name: str) -> SourceText:
        """The source under the name that a user gave it, if he did. One that was compiled is known by its own."""
        if name == UNNAMED or isinstance(self.source, CompiledText):
            return self.source
        return SourceText(self.source.text, name)
