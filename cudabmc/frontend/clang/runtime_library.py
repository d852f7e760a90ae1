"""The C++ library behind a program: which file of IR defines a symbol that the program does not.

In this order: sources of our own (opmodels/cxx/runtime: exceptions, exit, streams, the classic locale),
operational models, and the sources of libc++ and libc++abi that the wheel holds. Sources are compiled when
a symbol is first looked for, and kept in the toolchain's cache like everything else.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from cudabmc.frontend.clang.cache import digest
from cudabmc.frontend.clang.command import SHORT_LONG_DOUBLE
from cudabmc.frontend.clang.toolchain import Toolchain
from cudabmc.frontend.clang.wheel import Wheel
from opmodels import registry

OWN = Path(__file__).parents[3] / "opmodels" / "cxx" / "runtime"
"""Sources that stand in place of the library's."""

# Where most programs find everything, and the rest, which is compiled when a symbol is in none of these.
# Left out: what OWN replaces (cxa_exception, cxa_personality, iostream, call_once), what is a model
# (new, cxa_guard), and std::filesystem.
_COMMON = (
    "libcxxabi: private_typeinfo stdlib_exception stdlib_stdexcept stdlib_typeinfo cxa_aux_runtime cxa_vector",
    "libcxx: string stdexcept exception new_helpers memory vector algorithm hash functional optional variant any"
    " chrono system_error error_category ios ios.instantiations locale random",
)
_RARE = (
    "libcxx: bind charconv new_handler ostream random_shuffle regex strstream typeinfo valarray memory_resource"
    " mutex mutex_destructor shared_mutex condition_variable condition_variable_destructor thread future atomic barrier"
    " expected ryu/d2fixed ryu/d2s ryu/f2s",
)
_FLAGS = (
    "-DNDEBUG", "-D_LIBCPP_BUILDING_LIBRARY", "-DLIBCXX_BUILDING_LIBCXXABI", "-D_LIBCXXABI_BUILDING_LIBRARY",
    # No markers of lifetimes, and no more of the debug information than names of functions and lines: programs
    # are checked, the library is trusted.
    "-O0", "-g1",
)  # fmt: skip

_LENGTH = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
_NAME = r'@(?:([-\w.$]+)|"([^"]+)")'
_PRIVATE = "internal|private|available_externally|linkonce"
_FUNCTION = re.compile(rf"^define (?!{_PRIVATE})[^@\n]*{_NAME}\(", re.MULTILINE)
_VARIABLE = re.compile(
    rf"^{_NAME} = (?!{_PRIVATE}|external|appending)[^\"\n]*?\b(?:global|constant|alias) ", re.MULTILINE
)


# What the library may define at all, so that nothing is compiled in vain: names in std, type information of
# built-in types, the C++ ABI.
_OF_LIBRARY = re.compile(r"_Z\w*St|_ZT[ISV]|_ZN\w*10__cxxabiv1|__cxa_|__dynamic_cast$")
_IN_STD = re.compile(r"_Z(?!T[ISV])\w*St|_ZT[ISV]N?St")


class RuntimeLibrary:
    """The files of IR that define what programs leave undefined; compiled in another way for programs in which
    `long_double_is_double`."""

    def __init__(self, toolchain: Toolchain, *, long_double_is_double: bool = False) -> None:
        self._toolchain = toolchain
        self._flags = (*_FLAGS, *SHORT_LONG_DOUBLE) if long_double_is_double else _FLAGS
        self._single: dict[str, dict[str, Path]] = {}

    def path_of(self, symbol: str) -> Path | None:
        """The file that defines `symbol`. None if it is a model, or if nothing here defines it."""
        wheel = self._toolchain.compiler.wheel
        if wheel is None:
            return None
        found = self._own_path(symbol)
        if found is None and _OF_LIBRARY.match(symbol) and not registry.lookup(symbol):
            found = self._common.get(symbol)
            if found is None and _IN_STD.match(symbol):
                found = self._rare.get(symbol)
        return found

    def _own_path(self, symbol: str) -> Path | None:
        """Among our own sources. Those whose text has the identifiers of the symbol are compiled first: programs
        that use nothing of the C++ library need but its end of the program."""
        mangled = symbol.startswith("_Z")
        wanted = frozenset(_identifiers(symbol)) if mangled else frozenset({symbol})
        for source, words in self._own_words.items():
            if wanted <= words:
                found = self._index_of(source).get(symbol)
                if found is not None:
                    return found
        return self._own.get(symbol) if mangled else None

    def _index_of(self, source: str) -> dict[str, Path]:
        known = self._single.get(source)
        if known is None:
            known = self._single[source] = self._index([source])
        return known

    @cached_property
    def _own_words(self) -> dict[str, frozenset[str]]:
        return {str(path): frozenset(_WORD.findall(path.read_text())) for path in sorted(OWN.glob("*.cpp"))}

    @cached_property
    def _own(self) -> dict[str, Path]:
        return self._index(sorted(str(path) for path in OWN.glob("*.cpp")))

    @cached_property
    def _common(self) -> dict[str, Path]:
        return self._index(self._sources(_COMMON))

    @cached_property
    def _rare(self) -> dict[str, Path]:
        return self._index(self._sources(_RARE))

    @property
    def _wheel(self) -> Wheel:
        wheel = self._toolchain.compiler.wheel
        assert wheel is not None
        return wheel

    def _sources(self, lists: Iterable[str]) -> list[str]:
        parts = [(folder, names.split()) for folder, names in (line.split(": ") for line in lists)]
        return [str(self._wheel.library / folder / "src" / f"{name}.cpp") for folder, names in parts for name in names]

    def _index(self, sources: list[str]) -> dict[str, Path]:
        """The symbols that others can use, by the first file that defines them."""
        private = [self._wheel.library / folder for folder in ("libcxx/src", "libcxxabi/src", "libcxx/libc")]
        flags = (*self._flags, *(part for folder in private for part in ("-I", str(folder))))
        files = self._toolchain.sources(sources, flags)
        key = digest("symbols", *map(str, files))
        text = self._toolchain.cache.note(key, lambda: _symbol_list(files))
        return {name: files[int(number)] for name, number in (line.split() for line in text.splitlines())}


def _identifiers(symbol: str) -> list[str]:
    """The source names in a mangled name (Itanium C++ ABI, 5.1.3): each has its length in front."""
    found = []
    at = 0
    while at < len(symbol):
        number = _LENGTH.match(symbol, at)
        if number is None:
            at += 1
            continue
        start = number.end()
        at = start + int(number[0])
        if symbol[start:at] not in ("__1", "__cxxabiv1"):
            found.append(symbol[start:at])
    return found


def _symbol_list(files: list[Path]) -> str:
    found: dict[str, int] = {}
    for number, file in enumerate(files):
        text = file.read_text()
        for pattern in (_FUNCTION, _VARIABLE):
            for match in pattern.finditer(text):
                found.setdefault(match[1] or match[2], number)
    return "".join(f"{name} {number}\n" for name, number in found.items())
