"""Texts that a library returns."""

from cudabmc.modelapi import I8, ModelContext, Space, Value


def constant_string(ctx: ModelContext, text: str) -> Value:
    """A pointer to a constant with this text."""
    pointer = ctx.allocate(len(text) + 1, Space.HOST_GLOBAL, f'"{text}"')
    for offset, char in enumerate(text + "\0"):
        ctx.store(ctx.add(pointer, offset), ord(char), I8)
    return pointer
