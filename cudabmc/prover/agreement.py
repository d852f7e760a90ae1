"""Do two threads that come to a place together find the same there?"""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, Type
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.questions import ProofQuestion
from cudabmc.prover.unknowns import TwoThreads, Unknowns
from cudabmc.terms import TermValue


def disagreement(
    two: TwoThreads, reach: TermValue, value: TermValue, type: Type, shape: AnyLaunch, unknowns: Unknowns,
    known: Sequence[TermValue] = (),
) -> ProofQuestion | None:  # fmt: skip
    """The question whether a value may differ between two threads for which `reach` holds, of which more is `known`;
    None if it is the same."""
    there, other = (unknowns.of_another(one, two) for one in (reach, value))
    if value is other or (not isinstance(value, terms.Term) and value == other):
        return None
    differs = terms.lnot(terms.apply(Op.EQ, BOOL, type, (value, other)))
    threads = (*shape.facts_of(two, unknowns), *known)
    return ProofQuestion((*threads, reach, there, differs), (), two, ((*threads, reach, there),))
