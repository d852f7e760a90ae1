"""Preprocessing: pcpp with the headers and macros of the operational models.

    preprocess("a.cu", ["include"], ["N=5"], []) -> text for the parser, positions as `marks` says

Headers that the models stand for are empty. Their macros are defined when the program first asks
for one, so the size of the library costs a program nothing.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pcpp.preprocessor import Preprocessor

from cudabmc.errors import CudabmcError, SourceError, UsageError
from cudabmc.frontend.c.emit import emit
from cudabmc.frontend.c.pptokens import PPLexer, PPToken, TokenPlace, scan
from cudabmc.frontend.c.pragmas import MEANINGFUL_PRAGMAS
from cudabmc.frontend.c.refusal import unsupported
from cudabmc.source.files import SourceFiles
from cudabmc.source.location import Location
from cudabmc.source.text import read_source
from opmodels import registry

_MAX_INCLUDE_DEPTH = 64

_MOST_TOKENS = 100_000
"""That macros make of what stands between two directives, beyond what stands there: they take about 0.1 ms each."""

# What nvcc defines (CUDA C++ Programming Guide 5.3 and the driver's -dryrun), less the macros of
# the host compiler: a program must not be led to GNU builtins.
_PREDEFINED = {
    "__CUDACC__": "1",
    "__NVCC__": "1",
    "__CUDACC_VER_MAJOR__": "12",
    "__CUDACC_VER_MINOR__": "8",
    "__cplusplus": "201703L",
    "__STDC__": "1",
    "__STDC_HOSTED__": "1",
    "__x86_64__": "1",
    "__LP64__": "1",
    "__linux__": "1",
    "__unix__": "1",
    "__CHAR_BIT__": "8",
    "__CUDABMC__": "1",
    # The alternative tokens of C++ 5.5.
    "and": "&&",
    "and_eq": "&=",
    "bitand": "&",
    "bitor": "|",
    "compl": "~",
    "not": "!",
    "not_eq": "!=",
    "or": "||",
    "or_eq": "|=",
    "xor": "^",
    "xor_eq": "^=",
    # A verdict must not depend on the time of day.
    "__DATE__": '"Jan  1 1970"',
    "__TIME__": '"00:00:00"',
}

_DROPPED_DIRECTIVES = frozenset({"pragma", "warning", "ident", "sccs", "line"})
_RAW_STRING = re.compile(r'\b(?:u8|[LuU])?R"([^()\\\s]{0,16})\((.*?)\)\1"', re.DOTALL)

# pcpp trusts the shape of directives; these are its reactions to ones that have another.
_PCPP_TRIPS = (IndexError, KeyError, AttributeError, TypeError, ValueError, AssertionError, UnboundLocalError)


def preprocess(
    path: str,
    include_dirs: Sequence[str],
    defines: Sequence[str],
    undefines: Sequence[str],
    architecture: str = "",
    files: SourceFiles | None = None,
    force_includes: Sequence[str] = (),
) -> str:
    """Preprocess the file at `path`.

    `defines` are `NAME` or `NAME=VALUE`; `undefines` go after them. With an
    `architecture`, that is the value of `__CUDA_ARCH__`. `force_includes` are included before the first line.
    Texts that were read are added to `files`. Raises SourceError, UsageError for a file that cannot be read.
    """
    try:
        text = read_source(path, "utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    return preprocess_text(text, path, include_dirs, defines, undefines, architecture, files, force_includes)


def preprocess_text(
    text: str,
    path: str,
    include_dirs: Sequence[str] = (),
    defines: Sequence[str] = (),
    undefines: Sequence[str] = (),
    architecture: str = "",
    files: SourceFiles | None = None,
    force_includes: Sequence[str] = (),
) -> str:
    """Preprocess `text` as the contents of `path`."""
    engine = _Engine(include_dirs, files or SourceFiles())
    try:
        engine.predefine(defines, undefines, architecture)
        return emit(engine.run(text, path, force_includes), path)
    except CudabmcError:
        raise
    except RecursionError:
        raise SourceError("nesting too deep", engine.here()) from None
    except _PCPP_TRIPS:
        raise SourceError("malformed preprocessing directive", engine.here()) from None


class _LazyMacros(dict[str, Any]):
    """The macro table; one of nvcc or of the models enters it when it is first looked for."""

    def __init__(self, engine: "_Engine") -> None:
        super().__init__()
        self._engine = engine
        self._settled: set[str] = set()  # names that were looked for, defined or undefined

    def __contains__(self, name: object) -> bool:
        if super().__contains__(name):
            return True
        if not isinstance(name, str) or name in self._settled:
            return False
        self._settled.add(name)
        body = _PREDEFINED.get(name)
        macro = registry.macro_definition(name) if body is None else (name, body)
        if macro is not None:
            self._engine.define(f"{macro[0]} {macro[1]}")
        return macro is not None

    def __setitem__(self, name: str, macro: Any) -> None:
        self._settled.add(name)
        super().__setitem__(name, macro)

    def __delitem__(self, name: str) -> None:
        self._settled.add(name)
        super().__delitem__(name)


class _Engine(Preprocessor):  # type: ignore[misc]
    """pcpp with errors that are raised, our headers, and tokens that know their columns."""

    def __init__(self, include_dirs: Sequence[str], files: SourceFiles) -> None:
        self._expanding: list[str] = []
        super().__init__(PPLexer())
        self._include_dirs = tuple(include_dirs)
        self._files = files
        self._headers = registry.headers()
        self._depth = 0
        self._directive: PPToken | None = None
        self._main = ""
        self.rewrite_paths: list[tuple[str, str]] = []
        self.macros = _LazyMacros(self)

    def predefine(self, defines: Sequence[str], undefines: Sequence[str], architecture: str) -> None:
        if architecture:
            self.define(f"__CUDA_ARCH__ {architecture}")
        for definition in defines:
            name, equals, value = definition.partition("=")
            if not re.fullmatch(r"[^\W\d]\w*(\([\w\s,.]*\))?", name.strip()):
                raise UsageError(f"-D {definition}: not a macro name", hint="-D NAME or -D NAME=VALUE")
            self.define(f"{name.strip()} {value if equals else '1'}")
        for name in undefines:
            if name in self.macros:
                self.undef(name)

    def run(self, text: str, path: str, force_includes: Sequence[str]) -> Iterator[PPToken]:
        self._main = path
        for file in force_includes:
            yield from self._tokens_of(f'#include "{file}"\n', "<command line>")
        yield from self._tokens_of(text, path)

    def here(self) -> Location:
        """The directive that is being worked on, for errors without a better position."""
        return self._location(self._directive) if self._directive else Location(self._main, 1)

    def _location(self, token: PPToken) -> Location:
        return Location(token.source or self._main, token.lineno.line, token.lineno.column)

    def _tokens_of(self, text: str, path: str) -> Iterator[PPToken]:
        self._files.add(path, text)
        if 'R"' in text:
            text = _plain_raw_strings(text, path)
        return self.parsegen(text.replace("\x01", "\ufffd"), path, path)  # type: ignore[no-any-return]

    # What pcpp calls.

    def group_lines(self, input: str, abssource: str) -> Iterator[list[PPToken]]:
        line: list[PPToken] = []
        shift, name = 0, abssource
        for token in scan(input, abssource):
            if shift or name != abssource:
                token.lineno.line += shift
                token.source = name
            line.append(token)
            if token.value == "\n":
                shift, name = _renumbered(line, shift, name)
                yield line
                line = []
        if line:
            line.append(PPToken("CPP_WS", "\n", line[-1].lineno, abssource))
            yield line

    def define(self, tokens: str | list[PPToken]) -> None:
        super().define(tokens)
        name = tokens.split()[0].split("(")[0] if isinstance(tokens, str) else tokens[0].value
        macro = self.macros.get(name)
        for token in macro.value if macro else ():
            token.define()

    def expand_macros(self, tokens: list[PPToken], expanding_from: list[str] | None = None) -> list[PPToken]:
        # pcpp expands arguments without a second argument here, and so forgets which macros the
        # call stands in (C99 6.10.3.4p2): `#define T S(T)` would never end.
        outer, count, first = self._expanding, len(tokens), tokens[0] if tokens else None
        self._expanding = outer if expanding_from is None else expanding_from
        try:
            expanded: list[PPToken] = super().expand_macros(tokens, self._expanding)
        finally:
            self._expanding = outer
        if first is not None and len(expanded) - count > _MOST_TOKENS:
            raise SourceError(f"macros make more than {_MOST_TOKENS:,} tokens of this", self._location(first))
        return expanded

    def collect_args(
        self, tokenlist: list[PPToken], ignore_errors: bool = False
    ) -> tuple[int, list[list[PPToken]], list[int]]:
        count, arguments, positions = super().collect_args(tokenlist, ignore_errors)
        if count == 0 and ignore_errors and not self._expanding:
            # pcpp would leave the call, and every macro after it, as it stands.
            raise SourceError("macro call without )", self._location(tokenlist[0]))
        return count, arguments, positions

    def include(self, tokens: list[PPToken], original_line: list[PPToken]) -> Iterator[PPToken]:
        assert self._directive is not None
        directive = self._directive
        name, quoted = _included_name(tokens)
        if not name:
            raise SourceError('#include wants "file" or <file>', self._location(directive))
        if name in self._headers:
            text = registry.include_text(name)
            if text:
                yield from self._tokens_of(text, f"<{name}>")
            return
        found = self._find(name, Path(directive.source).parent if quoted else None)
        if found is None:
            raise SourceError(
                f"{name}: no such file", self._location(tokens[0]), "give the directory that holds it with -I DIR"
            )
        if found in self.include_once:
            return
        if self._depth >= _MAX_INCLUDE_DEPTH:
            raise SourceError("#include nested too deeply", self._location(directive))
        try:
            text = Path(found).read_text(encoding="utf-8-sig", errors="replace")
        except OSError as error:
            raise SourceError(f"cannot read {found}: {error.strerror}", self._location(tokens[0])) from None
        self._depth += 1
        yield from self._tokens_of(text, found)
        self._depth -= 1

    def _find(self, name: str, beside: Path | None) -> str | None:
        places = [Path(d) for d in self._include_dirs]
        if beside is not None:
            places.insert(0, beside)
        for place in places:
            path = place / name
            if path.is_file():
                return str(path)
        return None

    def on_error(self, file: str, line: TokenPlace | int, msg: str) -> None:
        message = _SENTENCES.get(msg.split(" ")[0]) or msg[0].lower() + msg[1:]
        if isinstance(line, TokenPlace):
            raise SourceError(message, Location(file or self._main, line.line, line.column))
        raise SourceError(message, self.here())

    def on_directive_handle(self, directive: PPToken, toks: Any, ifpassthru: Any, precedingtoks: Any) -> bool:
        self._directive = directive
        return True

    def on_directive_unknown(
        self, directive: PPToken, toks: list[PPToken], ifpassthru: bool, precedingtoks: list[PPToken]
    ) -> bool | None:
        name = directive.value
        pragma = next((t.value for t in toks if t.type != "CPP_WS"), "") if name == "pragma" else ""
        if pragma == "pack":
            return None  # stays, for the lexer
        if pragma in MEANINGFUL_PRAGMAS:
            raise unsupported(f"#pragma {pragma}", self._location(directive))
        if name == "error":
            raise SourceError("#error " + "".join(t.value for t in toks).strip(), self._location(directive))
        if name not in _DROPPED_DIRECTIVES and not name[:1].isdigit():
            raise SourceError(f"invalid preprocessing directive #{name}", self._location(directive))
        return True


def _renumbered(line: list[PPToken], shift: int, name: str) -> tuple[int, str]:
    """What `#line 7 "x.cu"` (C11 6.10.4) makes of the lines behind it: what is to be added to their numbers, and the
    file that they are in. Any other line leaves both as they are."""
    words = [t for t in line if t.type != "CPP_WS"]
    if len(words) < 3 or words[0].value != "#" or words[1].value != "line" or not words[2].value.isdecimal():
        return shift, name
    if len(words) > 3 and words[3].type == "CPP_STRING":
        name = words[3].value.strip('"')
    return shift + int(words[2].value) - line[-1].lineno.line - 1, name


_SENTENCES = {"Could": "the #if expression cannot be evaluated", "Unterminated": "#if without #endif"}


def _included_name(tokens: list[PPToken]) -> tuple[str, bool]:
    """The file name in the operand of #include, and whether it is quoted."""
    if tokens and tokens[0].type == "CPP_STRING":
        return tokens[0].value.strip('"'), True
    text = "".join(t.value for t in tokens)
    if text.startswith("<") and ">" in text:
        return text[1 : text.index(">")], False
    return "", False


def _plain_raw_strings(text: str, path: str) -> str:
    """Raw string literals (C++ 5.13.5) rewritten with escapes; one that spans lines is refused."""

    def rewrite(match: re.Match[str]) -> str:
        body = match[2]
        if "\n" in body:
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            raise unsupported("raw string literals over several lines", Location(path, line, column))
        return '"' + body.replace("\\", "\\\\").replace('"', '\\"') + '"'

    return _RAW_STRING.sub(rewrite, text)
