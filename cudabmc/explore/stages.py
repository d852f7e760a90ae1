"""What the --program-only, --show-vcc and --smt-formula-only options print of a run."""

from collections.abc import Sequence

from cudabmc.result import Step
from cudabmc.state.show import thread_name
from cudabmc.state.vc import Condition
from cudabmc.terms import Term, TermValue


def condition_list(conditions: Sequence[Condition]) -> str:
    """Each verification condition: where, what must not happen, and the formula of it happening."""
    lines = []
    for number, condition in enumerate(conditions, 1):
        place = condition.places[0]
        lines.append(f"VC {number} [{condition.prop.id}] {place.loc}, {thread_name(place.thread)}")
        lines.append(f"  {condition.text}")
        lines.append(f"  violated where {formula_text(condition.formula)}")
    return "\n".join(lines) if lines else "every verification condition was discharged by constants"


def formula_text(formula: TermValue) -> str:
    """A formula in SMT-LIB notation."""
    if not isinstance(formula, Term):
        return str(formula).lower()
    from cudabmc.solver.smtlib import to_smtlib

    body = [line for line in to_smtlib([formula]).splitlines() if line.startswith(("(define-fun", "(assert"))]
    return "\n    ".join(body)


def step_list(steps: Sequence[Step]) -> str:
    """The SSA trace: one line for each assignment, with the thread that made it."""
    return "\n".join(f"{step.loc}: {thread_name(step.thread)}: {step.text}" for step in steps)


def query_list(queries: Sequence[str]) -> str:
    """Every query of the run, one script of SMT-LIB 2 after the other, as one input of a solver."""
    return "\n(reset)\n".join(queries) if queries else "; no query was made: everything was decided by constants"
