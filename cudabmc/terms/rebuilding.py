"""A term built again from the leaves up, each node once, where something in it is to be another one."""

from collections.abc import Callable
from typing import TypeVar

from cudabmc.terms.term import Term

T = TypeVar("T")


def rebuilt(
    whole: Term, done: dict[Term, T], *, lacks: Callable[[Term], bool], leaf: Callable[[Term], T],
    node: Callable[[Term, tuple[T, ...]], T],
) -> T:  # fmt: skip
    """What becomes of a term. Parts that are `done` become what they are there, to which all others are added: those
    that `lacks` tells apart and those without arguments become what `leaf` says, the rest what `node` makes of what
    has become of their arguments."""
    stack = [whole]
    while stack:
        term = stack[-1]
        if term in done:
            stack.pop()
        elif not term.args or lacks(term):
            done[stack.pop()] = leaf(term)
        elif missing := [arg for arg in term.args if arg not in done]:
            stack.extend(missing)
        else:
            done[stack.pop()] = node(term, tuple([done[arg] for arg in term.args]))
    return done[whole]
