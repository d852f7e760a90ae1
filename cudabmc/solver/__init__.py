"""Deciding terms; see README.md."""

from cudabmc.solver.protocol import Error, Sat, Solver, SolverAnswer, SolverStatistics, Unknown, Unsat

__all__ = ["Error", "Sat", "Solver", "SolverAnswer", "SolverStatistics", "Unknown", "Unsat"]
