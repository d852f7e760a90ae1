"""Puts a machine together: what runs instructions, and what runs the calls of operational models."""

from cudabmc.goto.program import Program
from cudabmc.interpreter.core import Machine
from cudabmc.machine.preparation import CodeCache
from cudabmc.modelling.calls import ModelCalls
from cudabmc.state.decisions import NO_DECISIONS, Decisions
from cudabmc.state.execution import Oracle
from cudabmc.state.settings import Settings


def machine_for(
    program: Program, settings: Settings, oracle: Oracle, decisions: Decisions = NO_DECISIONS
) -> Machine:
    """A machine for one pass with these decisions."""
    machine = Machine(program, settings, oracle, decisions)
    machine.codes = CodeCache(machine)
    machine.calls = ModelCalls(machine)
    return machine
