"""Which solver a run gets. No solver is imported before its first query."""

from importlib.util import find_spec

from cudabmc.errors import UsageError
from cudabmc.solver.protocol import MeasuredSolver
from cudabmc.solver.session import SessionSolver

BACKENDS = ("z3", "bitwuzla", "cvc5")
"""The solvers by the names of their Python packages; of those but the first cudabmc has extras with the same names."""


def installed(name: str) -> bool:
    """Whether the package of a backend is there."""
    return find_spec(name) is not None


def require(name: str) -> None:
    """Raises UsageError if the solver of a run is not installed."""
    name = "z3" if name == "portfolio" else name
    if not installed(name):
        what = "z3-solver" if name == "z3" else f"'cudabmc[{name}]'"
        raise UsageError(f"the solver {name} is not installed", hint=f"pip install {what}")


def make_solver(name: str) -> MeasuredSolver:
    """The solver that `--solver` names, `portfolio` or a backend. Raises UsageError if it is not installed."""
    require(name)
    if name == "portfolio":
        from cudabmc.solver.portfolio import PortfolioSolver

        return PortfolioSolver(backend("z3"), [other for other in BACKENDS if installed(other)])
    if name == "cvc5":
        from cudabmc.solver.process import ProcessSolver

        return ProcessSolver(name)  # it takes no interrupt and lets no other thread on while it works
    if name == "z3":
        from cudabmc.solver.large_queries import LargeQueriesApart

        return LargeQueriesApart(backend(name), name)
    return backend(name)


def backend(name: str) -> SessionSolver:
    """A new solver in this process, one of BACKENDS."""
    assert name in BACKENDS, name
    if name == "bitwuzla":
        from cudabmc.solver.bitwuzla_solver import BitwuzlaSolver

        return BitwuzlaSolver()
    if name == "cvc5":
        from cudabmc.solver.cvc5_solver import Cvc5Solver

        return Cvc5Solver()
    from cudabmc.solver.z3_solver import Z3Solver

    return Z3Solver()
