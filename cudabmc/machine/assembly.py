"""Puts a machine together: what runs instructions, and what runs the calls of operational models."""

from cudabmc.goto.program import Program
from cudabmc.machine.context import Context
from cudabmc.machine.core import Machine
from cudabmc.machine.decisions import NO_DECISIONS, Decisions
from cudabmc.machine.execution import Oracle
from cudabmc.machine.preparation import CodeCache
from cudabmc.machine.settings import Settings


def machine_for(
    program: Program, settings: Settings, oracle: Oracle, decisions: Decisions = NO_DECISIONS
) -> Machine:
    """A machine for one pass with these decisions."""
    machine = Machine(program, settings, oracle, decisions)
    machine.codes = CodeCache(machine)
    machine.context = Context(machine)
    return machine
