"""Queries in which the arithmetic of floats is functions of which next to nothing is known. What contradicts itself so
does so for floats, and no solver has to know how a sum is rounded.

    (a + b) * c  and  c * (b + a)                                  one function of the same arguments
    x < y ? a + x : a + y  and  a + (x < y ? x : y)                equal arguments have equal results

Each result becomes a variable. That equal arguments have equal results is said only of those for which a model breaks
it (Ackermann, Solvable Cases of the Decision Problem, 1954; de Moura and Ruess, Lemmas on Demand for Satisfiability
Solvers, 2002). Sums and products do not depend on the order of their two operands, and `a - b` is `a + -b` (IEEE
754-2019, 5.4.1 and 6.3). Comparisons, signs and the bits of floats are what they are, and so is what functions give for
numbers that are known.
"""

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Protocol

from cudabmc import terms
from cudabmc.goto.meaning.float_format import bits_of
from cudabmc.goto.op import Op
from cudabmc.late_dataclass import dataclass
from cudabmc.solver.content import Content, TermContents, rounds
from cudabmc.solver.protocol import Sat, SolverAnswer, Unknown
from cudabmc.solver.tried_values import TriedValues
from cudabmc.terms import Constant, FPSort, Kind, SolverModel, Sort, Term, TermValue
from cudabmc.terms.evaluate import OPS, evaluate_parts, type_of
from cudabmc.terms.substitute import rebuilt, with_arguments
from cudabmc.terms.term import lower
from cudabmc.terms.trials import float_trials

MOST_ROUNDS = 64
"""So often a solver is asked again with what its model has broken."""

MOST_POINTS = 8
"""So often it is computed what floats give for the arguments of a model."""

MOST_TRIALS = 24
"""So many floats are tried with the integers of a model."""

NOT_SHOWN = Unknown("functions in the place of the arithmetic of floats may do so, and no floats were found that do")
"""The answer where it is not known."""

_SWAPPED = frozenset({Kind.FADD, Kind.FMUL, Kind.FMA})
"""The first two operands may be swapped."""


class _Check(Protocol):
    """Asks whether all assertions can hold together, for at most `patience` milliseconds."""

    def __call__(self, *assertions: TermValue, patience: int | None = None) -> SolverAnswer: ...


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """A result of a function; calls of one function have one `name`."""

    name: tuple[Kind, Sort, tuple[object, ...], tuple[Sort, ...]]
    arguments: tuple[TermValue, ...]
    result: Term


class FloatFunctions:
    """Answers queries by a solver that is asked about functions. Results keep their variables from query to query."""

    def __init__(self, check: _Check) -> None:
        self._check = check
        self._done: dict[Term, TermValue] = {}
        self._calls: dict[tuple[object, ...], _Call] = {}
        self._by_result: dict[Term, _Call] = {}
        self._contents = TermContents()
        self._tried = TriedValues()

    def check(self, formula: TermValue, patience: int | None = None) -> SolverAnswer:
        """Can the formula hold? Its model is one of floats as they are; NOT_SHOWN if it can hold for some
        functions, and no floats are found for which it does."""
        end = None if patience is None else perf_counter() + patience / 1000
        asked, points = [self.of(formula)], 0
        for _ in range(MOST_ROUNDS):
            left = None if end is None else max(1, int(1000 * (end - perf_counter())))
            answer = self._check(*asked, patience=left)
            if not isinstance(answer, Sat):
                return answer
            calls, model = self._in(asked), answer.model
            lemmas = list(self._broken(calls, model))
            if not lemmas:
                if points == MOST_POINTS or _holds(formula, model):
                    return self._shown(formula, model)
                points += 1
                lemmas = list(_computed(calls, model))
            asked += lemmas
        return NOT_SHOWN

    def are_in(self, value: TermValue) -> bool:
        """Is anything of a value the result of such a function?"""
        return isinstance(value, Term) and not self._rounds_nothing(value)

    def of(self, value: TermValue) -> TermValue:
        """The value with variables for what its operations on floats give."""
        if not isinstance(value, Term):
            return value
        return rebuilt(value, self._done, lacks=self._rounds_nothing, leaf=lower, node=self._node)

    def _rounds_nothing(self, term: Term) -> bool:
        return Content.ROUNDING not in self._contents.of(term)

    def _node(self, term: Term, args: tuple[TermValue, ...]) -> TermValue:
        """The variable of what a function gives; any other node with what has become of its arguments."""
        if not rounds(term) or not any(isinstance(arg, Term) for arg in args):
            return with_arguments(term, args)
        kind, sorts = term.kind, tuple([arg.sort for arg in term.args])
        if kind is Kind.FSUB:
            kind = Kind.FADD
            args = args[0], terms.apply(Op.FNEG, type_of(term.sort), type_of(term.sort), (args[1],))
        if kind in _SWAPPED:
            args = (*sorted(args[:2], key=_order), *args[2:])
        name = kind, term.sort, term.params, sorts
        key = (name, *map(_known, args, sorts))
        call = self._calls.get(key)
        if call is None:
            result = terms.var(f"float operation {len(self._calls)}", type_of(term.sort))
            assert isinstance(result, Term)
            call = self._calls[key] = self._by_result[result] = _Call(name, args, result)
        return call.result

    def _in(self, formulas: Iterable[TermValue]) -> list[_Call]:
        """The calls that formulas speak of, and those that the arguments of these do."""
        found: dict[_Call, None] = {}
        stack = list(formulas)
        while stack:
            value = stack.pop()
            for variable in terms.free_vars(value) if isinstance(value, Term) else ():
                call = self._by_result.get(variable)
                if call is not None and call not in found:
                    found[call] = None
                    stack += call.arguments
        return sorted(found, key=lambda call: call.result.id)

    def _broken(self, calls: Sequence[_Call], model: SolverModel) -> Iterator[TermValue]:
        """What must hold of calls that have equal arguments under a model, and other results."""
        met: dict[tuple[object, ...], _Call] = {}
        for call in calls:
            values = _known_arguments(call, model)
            first = met.setdefault((call.name, *_in_order(call.name[0], values)), call)
            if _value(first.result, model) == _value(call.result, model):
                continue
            arguments = list(first.arguments)
            if values != _known_arguments(first, model):
                arguments[:2] = arguments[1::-1]
            yield _gives(call, arguments, first.result)

    def _shown(self, formula: TermValue, model: SolverModel) -> SolverAnswer:
        """Inputs for which the formula holds, of floats as they are."""
        assert isinstance(formula, Term)
        inputs = {variable: model[variable] for variable in terms.free_vars(formula) if variable in model}
        if _holds(formula, inputs):
            return Sat(inputs)
        tried = self._tried.model([formula])
        if tried is not None:
            return Sat(tried)
        for trial in float_trials(evaluate_parts(formula, inputs), MOST_TRIALS):
            mixed = {v: value if isinstance(value, float) else inputs.get(v, value) for v, value in trial.items()}
            if terms.evaluate(formula, mixed) is True:
                return Sat(mixed)
        return NOT_SHOWN


def _holds(formula: TermValue, model: SolverModel) -> bool:
    return terms.evaluate(formula, model) is True


def _computed(calls: Iterable[_Call], model: SolverModel) -> Iterator[TermValue]:
    """What floats give for the arguments that calls have under a model."""
    for call in calls:
        values = [terms.evaluate(argument, model) for argument in call.arguments]
        computed = terms.evaluate(_applied(call, values), {})
        if _known(computed, call.result.sort) != _value(call.result, model):
            yield _gives(call, values, computed)


def _gives(call: _Call, arguments: Sequence[TermValue], result: TermValue) -> TermValue:
    """A call has this result if it has these arguments."""
    pairs = zip(call.arguments, arguments, call.name[3], strict=True)
    alike = terms.land(*(terms.equal(a, b, type_of(sort)) for a, b, sort in pairs))
    return terms.implies(alike, terms.equal(call.result, result, type_of(call.result.sort)))


def _applied(call: _Call, values: Sequence[Constant]) -> TermValue:
    kind, sort, _, sorts = call.name
    return terms.apply(OPS[kind], type_of(sort), type_of(sorts[0]), values)


def _order(value: TermValue) -> tuple[bool, int, str]:
    return (True, value.id, "") if isinstance(value, Term) else (False, 0, repr(value))


def _known(value: TermValue, sort: Sort) -> object:
    """A value, of which -0.0 is not 0.0, and no NaN another one."""
    return bits_of(value, sort.width) if isinstance(sort, FPSort) and isinstance(value, float) else value


def _value(value: TermValue, model: SolverModel) -> object:
    found = terms.evaluate(value, model)
    return _known(found, value.sort) if isinstance(value, Term) else found


def _known_arguments(call: _Call, model: SolverModel) -> list[object]:
    return [
        _known(terms.evaluate(arg, model), sort) for arg, sort in zip(call.arguments, call.name[3], strict=True)
    ]  # fmt: skip


def _in_order(kind: Kind, values: Sequence[object]) -> list[object]:
    return [*sorted(values[:2], key=repr), *values[2:]] if kind in _SWAPPED else list(values)
