"""Texts that a library is given."""

from cudabmc.modelapi import ModelContext, Value


def known_text(ctx: ModelContext, text: Value, what: str) -> str:
    """A C string that has to be known, as UTF-8; `what` says which one it is, for the refusal of any other."""
    found = ctx.string(text)
    if found is None:
        ctx.unsupported(f"{ctx.name} with {what} that depends on inputs")
    return found.encode("latin-1").decode("utf-8", "surrogateescape")
