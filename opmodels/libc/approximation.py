"""The one place where a model gives up exactness.

A result that cannot be computed on unknown arguments becomes an arbitrary value, narrowed by
facts, and the report says so. A counterexample may then rest on a value that the real function
never returns: its replay, which runs on constants, computes the exact one.
"""

from cudabmc.modelapi import ModelContext, Type, Value


def approximate(ctx: ModelContext, type: Type, what: str, label: str = "") -> Value:
    """An arbitrary value, as an input called `label` (default `what`), that stands for `what`: a
    result that is not computed exactly."""
    ctx.note(f"approximated: {what} is arbitrary")
    return ctx.approximation(type, label or what)
