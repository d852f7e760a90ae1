"""What a run finds: which conditions can be broken, each confirmed, and which of them are accepted."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.acceptance.accepted import Accepted
from cudabmc.explore.oracle import SolverOracle
from cudabmc.machine.entry import MakeMachine
from cudabmc.properties.data_race import DATA_RACE
from cudabmc.properties.uninitialised_use import UNINITIALISED_USE
from cudabmc.result import Suppressed, Violation
from cudabmc.solver.protocol import Sat, SolverAnswer, Unsat
from cudabmc.state.vc import Condition
from cudabmc.terms import SolverModel

if TYPE_CHECKING:
    from cudabmc.solver.float_functions import FloatFunctions
    from cudabmc.verification.alike_conditions import AlikeConditions

TOGETHER_MS, ALONE_MS = 15_000, 10_000
"""How long the solver may think about all conditions of a run together, and about one alone."""

LEAST_MS, ALL_ALONE_SECONDS = 300, 60.0
"""The least time for one condition alone, and what all together may take that the solver could not decide."""

FURTHER_MS = 3_000
"""How long each of these may take, once a violation is known: the answer does not rest on the others."""

FUNCTIONS_MS = 2_000
"""How long is asked about functions in the place of the arithmetic of floats, before that is looked into."""

SHRINK_QUERY_MS, SHRINK_SECONDS, SHRINK_ALL_SECONDS = 300, 1.0, 4.0
"""How long inputs of counterexamples are made smaller: one query, one violation, all of a run."""

FEW = 4
"""So many conditions are just asked, whether they are alike or not."""

MAX_FINDINGS = 100
"""How many different violations a run reports."""

Key = tuple[object, ...]


class Findings:
    """Decides verification conditions. `reason` says why one could not be decided; `sent` counts those that went to
    the solver; `confirming` tells that a counterexample is being made.

    `make_machine` gives a machine and the initial state for a replay; `approximated` tells whether the run used a
    result that is not computed, so that a violation may be unconfirmed without being a bug. `not_computed` says which
    launch a condition depends on that was not run: it cannot be confirmed."""

    def __init__(
        self, oracle: SolverOracle, make_machine: MakeMachine, approximated: Callable[[], bool], accepted: Accepted,
        not_computed: Callable[[Condition], str],
    ) -> None:  # fmt: skip
        self.oracle = oracle
        self.make_machine = make_machine
        self.approximated = approximated
        self.not_computed = not_computed
        self.violations: dict[Key, Violation] = {}
        self.suppressed: dict[Key, Suppressed] = {}
        self.accepted = accepted
        self.unconfirmed: set[Key] = set()  # only an approximated result shows them
        self.reason = ""
        self.sent = 0
        self.confirming = False
        self.asked: tuple[Condition, ...] = ()
        """What the solver is asked about, if it is not about a branch."""
        self._patience = SHRINK_ALL_SECONDS
        self._alike: AlikeConditions | None = None
        self.tries_inputs = False  # before the solver is asked
        self.floats_are_functions = False  # the arithmetic of floats is not looked into
        self._functions: FloatFunctions | None = None

    @property
    def warnings(self) -> list[str]:
        """What a user should know about comments that accept findings."""
        return self.accepted.warnings

    def decide(self, conditions: Sequence[Condition]) -> None:
        """Find out which conditions can hold: first without the uses of memory that nobody has written, which are
        harder, and may be what a race explains."""
        self._decide_together([c for c in conditions if c.prop is not UNINITIALISED_USE])
        self._decide_together([c for c in conditions if c.prop is UNINITIALISED_USE])

    def _decide_together(self, conditions: Sequence[Condition]) -> None:
        """One query for all conditions, as long as none can hold."""
        left = [c for c in conditions if not self.is_found(c)]
        for condition in left:
            if condition.formula is True and not self.is_found(condition):
                self._confirm(condition, {})
        left = [c for c in left if not self.is_found(c) and self.oracle.feasible(c.within, ALONE_MS)]
        if self.tries_inputs and left:
            self._try_inputs(left)
            left = [c for c in left if not self.is_found(c)]
        while left and len(self.violations) < MAX_FINDINGS:
            asked = self._one_of_each(left)
            self.sent += len(asked)
            answer = self._ask(asked, FURTHER_MS if self.violations else TOGETHER_MS) if asked else Unsat()
            if isinstance(answer, Unsat):
                self._hold(asked)
                return
            if not isinstance(answer, Sat):
                self._decide_one_by_one(asked)
                return
            self._confirm_under(asked, answer.model)
            left = [c for c in left if not self.is_found(c) and c.key not in self.unconfirmed]

    def _one_of_each(self, conditions: Sequence[Condition]) -> Sequence[Condition]:
        """Of conditions that differ in the names of inputs alone, the first."""
        if self._alike is None and len(conditions) <= FEW:
            return conditions
        from cudabmc.verification.alike_conditions import AlikeConditions  # most runs have few that are open

        self._alike = self._alike or AlikeConditions()
        return self._alike.one_of_each(conditions)

    def _hold(self, conditions: Sequence[Condition]) -> None:
        """None of these can hold."""
        if self._alike is not None:
            self._alike.hold(conditions)

    def _try_inputs(self, conditions: Sequence[Condition]) -> None:
        """Confirm a condition that holds for inputs at hand."""
        from cudabmc.counterexample.confirm import UnconfirmedError, confirm
        from cudabmc.verification import tried_inputs

        if tried_inputs.is_computed(conditions):
            found = tried_inputs.breaking(conditions)
            if found is not None:
                self._confirm(*found, asks=False)
            return
        variables = frozenset[terms.Term]().union(*(terms.free_vars(c.formula) for c in conditions))
        for model in tried_inputs.models(variables):
            with suppress(UnconfirmedError):
                violation = confirm(self.make_machine, conditions[0], model, whole=True)
                self.violations[conditions[0].key] = violation
                return

    def is_found(self, condition: Condition) -> bool:
        """Is the violation known already, or accepted by the source?"""
        return condition.key in self.violations or condition.key in self.suppressed or self._is_explained(condition)

    def _is_explained(self, condition: Condition) -> bool:
        """Is it what a race leads to that is reported: the read of a racing object before it is written?"""
        return condition.prop is UNINITIALISED_USE and any(
            v.prop == DATA_RACE.id and v.object == condition.about for v in self.violations.values()
        )

    def _ask(self, conditions: Sequence[Condition], patience: int) -> SolverAnswer:
        """Can one of the conditions hold?"""
        self.asked = tuple(conditions)
        try:
            formula = terms.lor(*(c.formula for c in conditions))
            answer = self._of_functions(formula, patience)
            return self.oracle.check(formula, patience=patience) if answer is None else answer
        finally:
            self.asked = ()

    def _of_functions(self, formula: terms.TermValue, patience: int) -> SolverAnswer | None:
        """The answer where the arithmetic of floats is functions of which nothing is known; None if the question is
        another one, or still open for floats as they are."""
        from cudabmc.solver.float_functions import FloatFunctions

        self._functions = self._functions or FloatFunctions(self.oracle.check)
        if not self._functions.are_in(formula):
            return None
        if self.floats_are_functions:
            return self._functions.check(formula, patience)
        gave_up = len(self.oracle.gave_up)
        answer = self._functions.check(formula, min(patience, FUNCTIONS_MS))
        del self.oracle.gave_up[gave_up:]
        return answer if isinstance(answer, Sat | Unsat) else None

    def _decide_one_by_one(self, conditions: Sequence[Condition]) -> None:
        """The query for all conditions was too hard: an easy one may still be broken. One that could not be decided
        makes the answer UNKNOWN unless another one is broken, so there is less and less patience for the others."""
        del self.oracle.gave_up[:]
        patience, left = ALONE_MS, ALL_ALONE_SECONDS
        if self.violations:
            patience, left = FURTHER_MS // 2, FURTHER_MS / 1000
        for condition in conditions:
            if self.is_found(condition):
                continue
            start = perf_counter()
            answer = self._ask([condition], patience)
            if isinstance(answer, Sat):
                self._confirm(condition, answer.model)
            elif isinstance(answer, Unsat):
                self._hold([condition])
            else:
                where = f"{condition.places[0].loc}: {condition.prop.id}"
                self.reason = self.reason or (
                    f"the solver could not decide a verification condition ({where})" if not self.floats_are_functions
                    else f"{condition.text}, if nothing is known of the arithmetic of floats (--floats abstract); no "
                    f"inputs were found that show it ({where})"
                )  # fmt: skip
                patience = max(patience // 2, LEAST_MS)
                left -= perf_counter() - start
                if left <= 0:
                    return

    def _confirm_under(self, conditions: Sequence[Condition], model: SolverModel) -> None:
        """Confirm the first condition, in the order of the run, that holds under the model. That is empty where one of
        the conditions holds whatever the inputs are."""
        for condition in conditions:
            if not self.is_found(condition) and terms.evaluate(condition.formula, model):
                self._confirm(condition, model)
                return
        raise AssertionError("the solver's model satisfies no condition")

    def _confirm(self, condition: Condition, model: SolverModel, *, asks: bool = True) -> None:
        if len(self.violations) >= MAX_FINDINGS:
            return
        launch = self.not_computed(condition)
        if launch:
            self.unconfirmed.add(condition.key)
            self.reason = self.reason or f"{condition.text} ({condition.places[0].loc}), for some results of {launch}"
            return
        from cudabmc.counterexample.confirm import UnconfirmedError, confirm  # most runs of correct programs need none
        from cudabmc.counterexample.smallest_inputs import smallest_inputs

        start = perf_counter()
        self.confirming = True
        if self._patience > 0:
            ask = self._attempt if asks else _nothing
            model = smallest_inputs(condition.formula, model, ask, min(self._patience, SHRINK_SECONDS))
            self._patience -= perf_counter() - start
        try:
            violation = confirm(self.make_machine, condition, model)
            accepted = self.accepted.accepting(violation)
            if accepted is None:
                self.violations[condition.key] = violation
            else:
                self.suppressed[condition.key] = accepted
        except UnconfirmedError:
            if not self.approximated():
                raise
            self.unconfirmed.add(condition.key)
            self.reason = (
                f"{condition.text} ({condition.places[0].loc}), but only for some values of a library result that is"
                " approximated"
            )
        self.confirming = False

    def take(self, conditions: Sequence[Condition]) -> None:
        """A run has met these conditions whatever its inputs are, and has ended before a replay: report the first one,
        unless the source accepts it."""
        from cudabmc.counterexample.confirm import not_replayed

        if self.approximated():
            return
        for condition in conditions:
            if not self.is_found(condition) and condition.key not in self.unconfirmed:
                violation = not_replayed(condition)
                accepted = self.accepted.accepting(violation)
                if accepted is None:
                    self.violations[condition.key] = violation
                    return
                self.suppressed[condition.key] = accepted

    def _attempt(self, formula: terms.TermValue) -> SolverModel | None:
        return self.oracle.attempt(formula, SHRINK_QUERY_MS)


def _nothing(formula: terms.TermValue) -> SolverModel | None:
    """The solver is not asked."""
    return None
