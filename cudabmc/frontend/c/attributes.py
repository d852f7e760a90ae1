"""Takes attributes out of a token list.

Those that only advise the compiler are dropped; `aligned(n)` becomes `alignas(n)`, in `[[gnu::...]]` as in
`__attribute__((...))` and `__declspec(...)`. Every other one may have a meaning and is refused by its name.
"""

from itertools import pairwise

from pycparser.c_lexer import Token

from cudabmc.errors import SourceError
from cudabmc.frontend.c.pragmas import MEANINGFUL_PRAGMAS
from cudabmc.frontend.c.refusal import unsupported
from cudabmc.source.location import Location

_ATTRIBUTE_WORDS = frozenset({"__attribute__", "__attribute", "__declspec", "_Pragma"})
# Optimisation, diagnostics, linking and calling conventions: none changes what a valid program computes (GCC manual,
# "Function Attributes", "Variable Attributes"; C++17 [dcl.attr]).
_HINT_NAMES = """
    access alloc_align alloc_size always_inline artificial assume_aligned carries_dependency cdecl cold common const
    default default_visibility deprecated designated_init dllexport dllimport error externally_visible fallthrough
    fastcall flatten format format_arg gnu_inline hidden hot inline leaf likely malloc maybe_unused may_alias ms_abi
    no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_sanitize_address
    no_sanitize_memory no_sanitize_thread no_sanitize_undefined no_stack_protector noalias noclone nocommon nodebug
    nodiscard noinline noipa nonnull nonstring noreturn nothrow nv_inline_hint optimize optnone pure regparm restrict
    returns_nonnull section sentinel stack_protect stdcall sysv_abi target tls_model unavailable uninitialized unlikely
    unroll unused used visibility warn_unused_result warning
"""
_HINTS = frozenset(_HINT_NAMES.split())
_ALIGNED = frozenset({"aligned", "align"})
_LARGEST = "16"
"""What `aligned` without a number means on x86-64 (GCC manual, "Common Variable Attributes")."""


def without_attributes(tokens: list[Token]) -> list[Token]:
    """The tokens without attributes."""
    if not any(t.value in _ATTRIBUTE_WORDS for t in tokens) and not any(
        t.type == "LBRACKET" and n.type == "LBRACKET" for t, n in pairwise(tokens)
    ):
        return tokens
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.value in _ATTRIBUTE_WORDS and token.type == "ID":
            end = _closing(tokens, at + 1, "LPAREN", "RPAREN")
            out.extend(_kept(tokens[at + 1 : end], token.value))
        elif token.type == "_PRAGMA":
            end = _closing(tokens, at + 1, "LPAREN", "RPAREN")
            _check_pragma(tokens[at + 1 : end], _location(token))
        elif token.type == "LBRACKET" and _type(tokens, at + 1) == "LBRACKET":
            end = _closing(tokens, at, "LBRACKET", "RBRACKET")
            out.extend(_kept(tokens[at + 1 : end - 1], "[[...]]"))
        else:
            out.append(token)
            end = at + 1
        at = end
    return out


def _kept(attribute: list[Token], word: str) -> list[Token]:
    """`alignas(n)` for each aligned(n) among the tokens of an attribute, which `word` introduces."""
    kept: list[Token] = []
    at = 0
    while at < len(attribute):
        token = attribute[at]
        at += 1
        if token.type in ("LPAREN", "RPAREN", "LBRACKET", "RBRACKET", "COMMA", "COLONCOLON", "USING", "COLON"):
            continue
        if _type(attribute, at) == "COLONCOLON" or _type(attribute, at - 2) == "USING":
            continue  # a namespace: the name is that of GCC or clang
        end = _closing(attribute, at, "LPAREN", "RPAREN") if _type(attribute, at) == "LPAREN" else at
        name = token.value.strip("_")
        if name in _ALIGNED:
            kept += _alignas(token, attribute[at:end])
        elif name not in _HINTS:
            raise unsupported(f"__attribute__(({name}))" if word != "[[...]]" else f"[[{name}]]", _location(token))
        at = end
    return kept


def _alignas(token: Token, argument: list[Token]) -> list[Token]:
    def made(kind: str, text: str) -> Token:
        return Token(kind, text, token.lineno, token.column, token.filename)

    largest = [made("LPAREN", "("), made("INT_CONST_DEC", _LARGEST), made("RPAREN", ")")]
    return [made("_ALIGNAS", "alignas"), *(argument or largest)]


def _check_pragma(operand: list[Token], location: Location) -> None:
    """Refuse `_Pragma("...")` with a meaning; `#pragma` of the same names is refused by the preprocessor."""
    text = "".join(t.value for t in operand).strip("()").replace('\\"', "").strip('"').split("(")[0].split()
    if text and (text[0] in MEANINGFUL_PRAGMAS or text[0] == "pack"):
        raise unsupported(f"_Pragma of {text[0]}", location)


def _closing(tokens: list[Token], at: int, opening: str, closing: str) -> int:
    """The index after the bracket that closes the one at `at`."""
    if _type(tokens, at) != opening:
        raise SourceError("expected ( after an attribute", _location(tokens[at - 1]))
    depth = 0
    for index in range(at, len(tokens)):
        if tokens[index].type == opening:
            depth += 1
        elif tokens[index].type == closing:
            depth -= 1
            if depth == 0:
                return index + 1
    raise SourceError("attribute without end", _location(tokens[at]))


def _type(tokens: list[Token], at: int) -> str:
    return tokens[at].type if at < len(tokens) else ""


def _location(token: Token) -> Location:
    return Location(token.filename, token.lineno, token.column)
