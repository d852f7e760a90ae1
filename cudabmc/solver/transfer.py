"""Terms and answers on their way between processes, as plain data that `marshal` takes.

A term is sent as the nodes that the other side does not have yet, each after its arguments, which it names by number.
Only processes of the same program talk to each other, so what arrives is taken as it is.
"""

import marshal
from collections.abc import Sequence
from typing import IO, Any

from cudabmc.solver.protocol import Error, Sat, SolverAnswer, Unknown, Unsat
from cudabmc.terms import ArraySort, BoolSort, BVSort, FPSort, Kind, Sort, Term
from cudabmc.terms.term import make

_Node = tuple[str, tuple[Any, ...], tuple[int, ...], tuple[Any, ...]]

_SORTS: dict[str, type[BVSort | FPSort | ArraySort | BoolSort]] = {
    "bits": BVSort,
    "float": FPSort,
    "array": ArraySort,
    "bool": BoolSort,
}
_SIZE = 8  # bytes of the length before each message


def _sort_data(sort: Sort) -> tuple[Any, ...]:
    if isinstance(sort, BVSort):
        return "bits", sort.width
    if isinstance(sort, FPSort):
        return "float", sort.width
    if isinstance(sort, ArraySort):
        return "array", sort.index_width, sort.elem_width
    return ("bool",)


class Sender:
    """What the other side knows by number."""

    def __init__(self) -> None:
        self._numbers: dict[Term, int] = {}
        self._terms: list[Term] = []

    def nodes(self, roots: Sequence[Term]) -> tuple[list[_Node], list[int]]:
        """The nodes that are new, and the numbers of `roots`."""
        numbers, new = self._numbers, []
        stack = list(reversed(roots))
        while stack:
            term = stack[-1]
            if term in numbers:
                stack.pop()
                continue
            missing = [arg for arg in term.args if arg not in numbers]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            numbers[term] = len(self._terms)
            self._terms.append(term)
            args = tuple([numbers[arg] for arg in term.args])
            new.append((term.kind.value, _sort_data(term.sort), args, term.params))
        return new, [numbers[root] for root in roots]

    def answer(self, data: tuple[Any, ...]) -> SolverAnswer:
        """The answer that `answer_data` has made data of."""
        kind, value = data
        if kind == "sat":
            return Sat({self._terms[number]: what for number, what in value})
        if kind == "unsat":
            return Unsat()
        return Unknown(value) if kind == "unknown" else Error(value)


class Receiver:
    """The terms that arrive, built again."""

    def __init__(self) -> None:
        self._terms: list[Term] = []
        self._numbers: dict[Term, int] = {}

    def terms(self, nodes: Sequence[_Node], roots: Sequence[int]) -> list[Term]:
        """The terms of `Sender.nodes`."""
        for kind, (sort, *widths), args, params in nodes:
            term = make(Kind(kind), _SORTS[sort](*widths), tuple([self._terms[arg] for arg in args]), params)
            self._numbers[term] = len(self._terms)
            self._terms.append(term)
        return [self._terms[root] for root in roots]

    def answer_data(self, answer: SolverAnswer) -> tuple[Any, ...]:
        """An answer on these terms as data."""
        if isinstance(answer, Sat):
            return "sat", [(self._numbers[variable], value) for variable, value in answer.model.items()]
        if isinstance(answer, Unsat):
            return "unsat", None
        return ("unknown", answer.reason) if isinstance(answer, Unknown) else ("error", answer.text)


def send(stream: IO[bytes], message: tuple[Any, ...]) -> None:
    """Write one message. Raises BrokenPipeError when nobody reads any more."""
    data = marshal.dumps(message)
    stream.write(len(data).to_bytes(_SIZE, "little") + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message. Raises EOFError when there are no more."""
    head = stream.read(_SIZE)
    data = stream.read(int.from_bytes(head, "little")) if len(head) == _SIZE else b""
    if not data:
        raise EOFError
    return marshal.loads(data)
