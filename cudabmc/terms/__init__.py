"""Hash-consed terms over inputs: built, folded and simplified; see README.md."""

from cudabmc.goto.meaning.const_function import Constant
from cudabmc.terms.apply import apply, equal, var
from cudabmc.terms.arrays import array_var, const_array, ite_array, select, store
from cudabmc.terms.assume import Assumption
from cudabmc.terms.boolean import conjuncts, implies, land, lnot, lor
from cudabmc.terms.choice import ite
from cudabmc.terms.dependence import depends, differs, surely_depends
from cudabmc.terms.evaluate import ArrayValue, ModelValue, SolverModel, evaluate
from cudabmc.terms.facts import NO_FACTS, Facts
from cudabmc.terms.free_vars import free_vars, var_constraints
from cudabmc.terms.interval import signed_range, unsigned_range
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import difference, split_linear
from cudabmc.terms.rename import Renaming, rename
from cudabmc.terms.slices import concat, extract
from cudabmc.terms.sort import ArraySort, BoolSort, BVSort, FPSort, Sort, sort_of
from cudabmc.terms.substitute import Substitution, replace, substitute
from cudabmc.terms.support import support
from cudabmc.terms.term import Term, TermValue, is_term, terms_of_a_run

__all__ = [
    "NO_FACTS",
    "ArraySort",
    "ArrayValue",
    "Assumption",
    "BVSort",
    "BoolSort",
    "Constant",
    "FPSort",
    "Facts",
    "Kind",
    "ModelValue",
    "Renaming",
    "SolverModel",
    "Sort",
    "Substitution",
    "Term",
    "TermValue",
    "apply",
    "array_var",
    "concat",
    "conjuncts",
    "const_array",
    "depends",
    "difference",
    "differs",
    "equal",
    "evaluate",
    "extract",
    "free_vars",
    "implies",
    "is_term",
    "ite",
    "ite_array",
    "land",
    "lnot",
    "lor",
    "rename",
    "replace",
    "select",
    "signed_range",
    "sort_of",
    "split_linear",
    "store",
    "substitute",
    "support",
    "surely_depends",
    "terms_of_a_run",
    "unsigned_range",
    "var",
    "var_constraints",
]
