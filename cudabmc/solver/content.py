"""What theories a term needs, which decides how it is best solved."""

from enum import Flag, auto

from cudabmc.terms import ArraySort, FPSort, Kind, Term


class Content(Flag):
    """What occurs in a term besides truth values and bit vectors."""

    NOTHING = 0
    FLOATS = auto()
    ROUNDING = auto()  # float arithmetic, which becomes a circuit of thousands of gates
    ARRAYS = auto()


_ROUNDING = frozenset(
    {
        *(Kind.FADD, Kind.FSUB, Kind.FMUL, Kind.FDIV, Kind.FREM, Kind.FSQRT, Kind.FMA),
        *(Kind.FRINT, Kind.FFLOOR, Kind.FCEIL, Kind.FTRUNC, Kind.FROUND),
        *(Kind.SITOFP, Kind.UITOFP, Kind.FPTOSI, Kind.FPTOUI, Kind.FPCAST),
    }
)


def rounds(term: Term) -> bool:
    """Is the outermost operation one of floats that rounds?"""
    return term.kind in _ROUNDING


def _own(term: Term) -> Content:
    content = Content.NOTHING
    if isinstance(term.sort, FPSort):
        content |= Content.FLOATS
    elif isinstance(term.sort, ArraySort):
        content |= Content.ARRAYS
    return content | Content.ROUNDING if rounds(term) else content


class TermContents:
    """The content of terms, each node looked at once."""

    def __init__(self) -> None:
        self._known: dict[Term, Content] = {}

    def of(self, *roots: Term) -> Content:
        """The content of all these terms together."""
        content = Content.NOTHING
        for root in roots:
            content |= self._visit(root)
        return content

    def _visit(self, root: Term) -> Content:
        known = self._known
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [arg for arg in term.args if arg not in known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            content = _own(term)
            for arg in term.args:
                content |= known[arg]
            known[term] = content
        return known[root]
