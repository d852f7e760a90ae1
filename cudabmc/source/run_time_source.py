"""Source text that a program compiles while it runs (NVRTC)."""

from hashlib import blake2b

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class RunTimeSource:
    """The name of a text, the text, the headers that it may include, by name, the options of the compiler, and
    expressions that name kernels and variables of the device, whose symbols are asked for (NVRTC manual,
    nvrtcCreateProgram, nvrtcCompileProgram, nvrtcAddNameExpression)."""

    name: str
    text: str
    headers: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    expressions: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """32 hexadecimal digits that only this text, compiled in this way, has."""
        told = repr((self.name, self.text, self.headers, self.options, self.expressions))
        return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
