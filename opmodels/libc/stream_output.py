"""Text that goes to a stream: to the console, or to a file. What goes to an arbitrary file is dropped."""

from collections.abc import Sequence

from cudabmc.modelapi import ModelContext, Value
from opmodels.libc.formatting import TextPiece, shown, total_length
from opmodels.libc.stream import is_shown, known_stream


def print_to(ctx: ModelContext, stream: Value, pieces: Sequence[TextPiece]) -> bool:
    """Write to an open stream; can it be written?"""
    if is_shown(ctx, stream):
        ctx.output(shown(pieces))
        return True
    known = known_stream(ctx, stream)
    if known is None:
        return True
    problem = known.problem_of(write=True)
    if problem:
        known.fail(problem)
        return False
    if all(isinstance(piece, str) for piece in pieces):
        known.write(shown(pieces).encode("latin-1"))
    else:
        known.write_unknown(total_length(ctx, pieces))
    return True
