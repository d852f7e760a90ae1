"""Plain reads that do not race with atomics: a compare-and-swap validates what they give (see goto/validated.py)."""


from cudabmc.goto import program as p
from cudabmc.goto.op import DIVISIONS
from cudabmc.state import events, model_calls
from cudabmc.state.code import location_in
from cudabmc.state.decisions import Point
from cudabmc.state.events import READ, Event
from cudabmc.state.execution import Execution


def excused(ex: Execution, a: Event, b: Event) -> bool:
    """Is one a plain read whose value only a compare-and-swap takes up, and the other an atomic or volatile write of
    the same bytes?"""
    for read, other in ((a, b), (b, a)):
        if read.kind == READ and not read.strong and other.strong and events.partly(a, b) is False:
            return (other.strong != "block" or read.block == other.block) and _is_validated(ex, read.point)
    return False


def _is_validated(ex: Execution, point: Point) -> bool:
    known = ex.races.validated.get(point)
    if known is None:
        from cudabmc.goto.validated import is_validated

        function = ex.program.functions[point[0]]
        recognised = _Recogniser(ex)
        known = ex.races.validated[point] = is_validated(function, point[1], recognised.recognise)
        if known:
            where = location_in(function, point[1])
            ex.remarks.note(
                f"the plain read at {where} does not race with atomics: only a compare-and-swap on the same address"
                " uses its value"
            )
    return known


class _Recogniser:
    """What calls are, for one question."""

    def __init__(self, ex: Execution) -> None:
        self.ex = ex
        self.asked: set[str] = set()

    def recognise(self, call: p.Call) -> str:
        if not isinstance(call.callee, str):
            return ""
        function = self.ex.program.functions.get(call.callee)
        if function is not None and not call.signature:
            return "pure" if self._is_pure(function) else ""
        model = model_calls.of(self.ex.program, call)
        if model is None or model.source:
            return ""
        if model.compares:
            return "swap"
        return "bits" if model.same_bits else "pure" if model.pure else ""

    def _is_pure(self, function: p.Function) -> bool:
        """Does it compute with its arguments alone, without a loop?"""
        if function.name in self.asked:
            return False
        self.asked.add(function.name)
        try:
            return all(self._computes(at, i) for at, i in enumerate(function.body))
        finally:
            self.asked.discard(function.name)

    def _computes(self, at: int, i: p.Instruction) -> bool:
        match i:
            case p.Call():
                return self.recognise(i) in ("pure", "bits")
            case p.Goto():
                return i.target > at
            case p.Branch():
                return min(i.then, i.orelse) > at
            case p.Assign():
                return i.op not in DIVISIONS
        return isinstance(i, p.Return | p.Declare)
