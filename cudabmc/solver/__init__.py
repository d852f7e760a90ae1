"""Deciding terms; see README.md."""

from cudabmc.solver.protocol import Answer, Error, Model, Sat, Solver, SolverStatistics, Unknown, Unsat

__all__ = ["Answer", "Error", "Model", "Sat", "Solver", "SolverStatistics", "Unknown", "Unsat"]
