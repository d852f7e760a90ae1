"""What a run has reached, in terms of the source. Whether some inputs meet the conditions that it was reached under is
asked at the end, in few queries: the inputs that the solver finds for one place reach many others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from os.path import normpath
from time import perf_counter

from cudabmc import terms
from cudabmc.coverage import (
    HOST_CODE,
    Coverage,
    CoveredBranch,
    CoveredFile,
    CoveredFunction,
    CoveredLine,
    Seen,
    best,
    together,
)
from cudabmc.errors import ResourceError
from cudabmc.explore.oracle import SolverOracle
from cudabmc.frontend.clang.link.on_demand import OnDemand
from cudabmc.goto.program import Call, Function, Program
from cudabmc.goto.reach_points import Way, lines, place_of, reach_points
from cudabmc.memory.left_by_launch import launch_behind
from cudabmc.result import ProvedKernel
from cudabmc.solver.protocol import Sat, SolverAnswer, Unsat
from cudabmc.source.location import Location
from cudabmc.state.known import is_not_computed
from cudabmc.state.reach import HOST, Reached, ReachLog, ReachMark
from cudabmc.state.value import Value
from cudabmc.terms import Kind, SolverModel, Term

TOGETHER_MS, ALONE_MS = 2_000, 300
"""How long the solver may think about all places that are open, and about one alone."""

ALL_SECONDS = 10.0
"""How long it may think about all of them, one after the other."""


def decide(reach: ReachLog, oracle: SolverOracle, *, asks: bool) -> None:
    """Find out which of the open places some input reaches; what is left is undecided. The solver is asked only if
    there is time for that."""
    left: dict[Reached, Value] = {}
    doubtful: dict[Reached, Value] = {}
    of_models = set().union(*map(_conjuncts, reach.of_models))
    for reached, found in reach.open.items():
        conditions = [_without(one, of_models) for one in found]
        known = [one for one in conditions if not _is_doubtful(one)]
        if known:
            left[reached] = terms.lor(*known)
        if len(known) < len(conditions):
            doubtful[reached] = terms.lor(*found)
    end = perf_counter() + ALL_SECONDS
    if asks:
        with suppress(ResourceError, KeyboardInterrupt, MemoryError):
            _decide_together(reach, left, oracle, end)
            doubtful = {one: condition for one, condition in doubtful.items() if one not in reach.certain}
            _exclude(doubtful, oracle, end)
    reach.leave_undecided((*left, *doubtful))
    reach.open.clear()


def _decide_together(reach: ReachLog, left: dict[Reached, Value], oracle: SolverOracle, end: float) -> None:
    """Take out of `left` what is decided."""
    while left:
        answer = oracle.ask_aside(terms.lor(*left.values()), TOGETHER_MS)
        if isinstance(answer, Unsat):
            left.clear()
        elif not isinstance(answer, Sat) or not _settle(reach, left, answer.model):
            break
    for reached, condition in list(left.items()):
        if reached not in left:
            continue
        if perf_counter() > end:
            return
        answer = oracle.ask_aside(condition, ALONE_MS)
        if isinstance(answer, Unsat):
            del left[reached]
        elif isinstance(answer, Sat):
            reach.settle(reached)
            del left[reached]
            _settle(reach, left, answer.model)


def _settle(reach: ReachLog, left: dict[Reached, Value], model: SolverModel) -> bool:
    """What these inputs reach is certain. Was there anything?"""
    found = [reached for reached, condition in left.items() if _holds(condition, model)]
    for reached in found:
        reach.settle(reached)
        del left[reached]
    return bool(found)


def _holds(condition: Value, model: SolverModel) -> bool:
    if isinstance(condition, Term):
        condition = terms.land(condition, *terms.var_constraints(condition))
    return terms.evaluate(condition, model) is True


def _exclude(doubtful: dict[Reached, Value], oracle: SolverOracle, end: float) -> None:
    """Take out what nothing reaches, whatever results are that were not computed."""
    for reached, condition in list(doubtful.items()):
        if perf_counter() > end:
            return
        answer: SolverAnswer = oracle.ask_aside(condition, ALONE_MS)
        if isinstance(answer, Unsat):
            del doubtful[reached]


def _without(condition: Value, given: set[Term]) -> Value:
    """The condition without those of its parts that are given, if it depends on results that were not computed."""
    if not given or not _is_doubtful(condition):
        return condition
    return terms.land(*(one for one in _conjuncts(condition) if one not in given))


def _conjuncts(condition: Value) -> list[Term]:
    """Long conjunctions are nested."""
    found: list[Term] = []
    left = [condition]
    while left:
        one = left.pop()
        if isinstance(one, Term) and one.kind is Kind.AND:
            left += reversed(one.args)
        elif isinstance(one, Term):
            found.append(one)
    return found


def _is_doubtful(condition: Value) -> bool:
    """Does it depend on results that were not computed: of a launch that was proved and not run, or of a model? It may
    hold for some alone that there never are."""
    if not isinstance(condition, Term):
        return False
    if launch_behind(condition) is not None:
        return True
    return any(map(is_not_computed, terms.free_vars(condition)))


# ---------------------------------------------------------------- in terms of the source


def coverage_of(program: Program, reach: ReachLog) -> Coverage:
    """What was reached of the functions that something was reached of, and who has."""
    seen: dict[ReachMark, dict[str, Seen]] = {}
    for known, what in ((reach.undecided, Seen.UNDECIDED), (reach.certain, Seen.REACHED)):
        for mark, by in known:
            seen.setdefault(mark, {})[HOST_CODE if by == HOST else program.functions[by].display] = what
    names = sorted({mark.function for mark in seen})
    return together(_of_function(program.functions[name], seen) for name in names)


def nothing_reached(program: Program) -> Coverage:
    """All functions of the program that are of no library, of which nothing is reached."""
    return together(_of_function(function, {}) for function in own_functions(program))


def own_functions(program: Program) -> list[Function]:
    """The functions of the program that are of no library. Those of libraries are not made for that."""
    functions = program.functions
    if isinstance(functions, OnDemand):
        return functions.own()
    return [function for function in functions.values() if not function.library]


def _of_function(function: Function, seen: Mapping[ReachMark, Mapping[str, Seen]]) -> Coverage:
    found: dict[str, tuple[list[CoveredFunction], list[CoveredLine], list[CoveredBranch]]] = {}

    def of_file(loc: Location) -> tuple[list[CoveredFunction], list[CoveredLine], list[CoveredBranch]]:
        return found.setdefault(normpath(loc.file), ([], [], []))

    def shown(pc: int, way: Way = Way.HERE) -> tuple[tuple[str, ...], Seen]:
        by = seen.get(ReachMark(function.name, pc, way), {})
        return tuple(sorted(one for one, what in by.items() if what is Seen.REACHED)), best(by.values())

    device = function.on_device or function.is_kernel
    points = reach_points(function)
    if points.points and function.loc.line > 0:
        of_file(function.loc)[0].append(
            CoveredFunction(function.display, function.loc.line, *shown(0), function.is_kernel, device)
        )
    for loc, pc in lines(function):
        of_file(loc)[1].append(CoveredLine(loc.line, *shown(pc), device))
    counts: Counter[Location] = Counter()
    for pc in sorted(points.branches):
        loc = place_of(function.body, pc)
        sides = shown(pc, Way.THEN)[1], shown(pc, Way.ELSE)[1]
        of_file(loc)[2].append(CoveredBranch(loc.line, loc.column, counts[loc], sides, device))
        counts[loc] += 1
    return together(
        Coverage((CoveredFile(path, tuple(functions), tuple(places), tuple(branches)),))
        for path, (functions, places, branches) in found.items()
    )


def note_proved(reach: ReachLog, program: Program, proofs: Sequence[ProvedKernel]) -> None:
    """Launches were proved, and not run: nobody knows what of these kernels, and of what they call, threads reach."""
    proved = {(proof.name, proof.loc) for proof in proofs}
    for kernel in own_functions(program) if proved else ():
        if kernel.is_kernel and (kernel.display, kernel.loc) in proved:
            _may_reach_all(reach, program, kernel)


def _may_reach_all(reach: ReachLog, program: Program, kernel: Function) -> None:
    left, known = [kernel], {kernel.name}
    while left:
        function = left.pop()
        points = reach_points(function)
        marks = [ReachMark(function.name, pc, Way.HERE) for pc in points.points]
        marks += [ReachMark(function.name, pc, way) for pc in points.branches for way in (Way.THEN, Way.ELSE)]
        reach.leave_undecided(Reached(mark, kernel.name) for mark in marks)
        for i in function.body:
            if isinstance(i, Call) and isinstance(i.callee, str) and i.callee not in known:
                known.add(i.callee)
                if i.callee in program.functions:
                    left.append(program.functions[i.callee])
