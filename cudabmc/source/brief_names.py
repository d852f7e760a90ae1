"""Long names of instances of templates, as a reader can take them in.

    cub::_V_300500_SM_800::detail::reduce::Kernel<cub::_V_300500_SM_800::Policy<float, int>, float *, (bool)1>
    cub::detail::reduce::Kernel<cub::Policy<...>, float *, (bool)1>
    cub::detail::reduce::Kernel<...>
"""

import re
from collections.abc import Container, Iterable

MOST = 80
"""Characters of a name that is shown as it is."""

DEEPEST = 3
"""Lists of arguments within each other that are shown at most."""

_INLINE = re.compile(r"\b(?:_V_\w+|__\d+)::")
"""Inline namespaces that tell versions of libraries."""
_DEFAULT = re.compile(
    r", std::(?:allocator|char_traits|default_delete|equal_to|hash|less)<(?:[^<>]|<[^<>]*>)*>(?= ?[,>])"
)
"""Arguments of containers that nobody writes."""


def brief_names(names: Iterable[str]) -> dict[str, str]:
    """What to call each of several things: its name without inline namespaces, and, if that is long, without arguments
    of templates. No two are the same."""
    found, taken = dict[str, str](), set[str]()
    for name in sorted(dict.fromkeys(names), key=lambda name: (len(name) > MOST, _INLINE.search(name) is not None)):
        plain = _INLINE.sub("", name)
        shorter = (plain, name, *(_cut(plain, depth) for depth in range(DEEPEST, 0, -1)))
        brief = next((one for one in shorter if len(one) <= MOST and one not in taken), None)
        found[name] = brief or numbered(_cut(plain, 1), taken)
        taken.add(found[name])
    return found


def without_defaults(name: str) -> str:
    """The name of a function without inline namespaces, and without arguments that the C++ library has as defaults:
    `std::vector<int>::push_back` for `std::vector<int, std::__1::allocator<int> >::push_back`."""
    plain, before = _INLINE.sub("", name), ""
    while plain != before:
        before, plain = plain, _DEFAULT.sub("", plain).replace(" >", ">")
    return plain


def _cut(name: str, depth: int) -> str:
    """A name without the arguments that are within so many lists."""
    kept, level = list[str](), 0
    for before, letter in zip(" " + name, name, strict=False):
        opens, closes = letter == "<", letter == ">" and before != "-"
        if closes:
            level -= 1
        if level < depth:
            kept.append(letter)
        if opens:
            level += 1
            if level == depth:
                kept.append("...")
    return "".join(kept) if level == 0 else name


def numbered(name: str, taken: Container[str]) -> str:
    """A name, with a number if it is taken."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}#{number}"
    return found
