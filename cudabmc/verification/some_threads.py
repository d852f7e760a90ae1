"""Which threads of a launch may break what a proof could not exclude."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import prod

from cudabmc.errors import ResourceError
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.launch import AXES, Extents
from cudabmc.prover.proof import Candidate
from cudabmc.prover.questions import Solving
from cudabmc.prover.unknowns import is_of_another, name_of
from cudabmc.state.plan import Blocks

MOST_WHOLE = 1024
"""Threads of launches of which all are run."""

MOST_FIRST = 32
"""Threads of the first blocks that run where none waits for another one."""

MOST_BLOCKS = 2
"""Blocks that run otherwise, with all of their threads; and candidates that are asked for threads."""

_COORDINATES = (f"{Builtin.BLOCK_IDX.value}.", f"{Builtin.THREAD_IDX.value}.")


def some_threads(
    grid: Extents, block: Extents, candidates: Sequence[Candidate], solving: Solving, *, whole_blocks: bool
) -> Blocks:
    """Those of a launch for which the solver has found values, and the first and last ones. They are all of their
    blocks if threads may wait for each other. Of a small launch they are all."""
    blocks, threads = prod(grid), prod(block)
    if blocks * threads <= MOST_WHOLE:
        return tuple((number, None) for number in range(blocks))
    wanted = [pair for one in candidates[:MOST_BLOCKS] for pair in _of(one, grid, block, solving)]
    wanted += [(number, thread) for number in range(min(2, blocks)) for thread in range(min(MOST_FIRST, threads))]
    wanted.append((blocks - 1, threads - 1))
    if whole_blocks:
        return tuple((number, None) for number in list(dict.fromkeys(number for number, _ in wanted))[:MOST_BLOCKS])
    found: dict[int, list[int]] = {}
    for number, thread in dict.fromkeys(wanted):
        found.setdefault(number, []).append(thread)
    return tuple((number, tuple(some)) for number, some in found.items())


def _of(candidate: Candidate, grid: Extents, block: Extents, solving: Solving) -> Iterator[tuple[int, int]]:
    """The numbers of the blocks and threads of a candidate: of one thread, or of two."""
    coordinates = {u: name for u in candidate.question.unknowns if (name := name_of(u)).startswith(_COORDINATES)}
    with suppress(ResourceError):
        values = solving.values(candidate.question, list(coordinates))
        if values is None:
            return
        known = {u: int(values[u]) for u in coordinates if u in values}
        first = {coordinates[u]: value for u, value in known.items() if not is_of_another(u)}
        other = first | {coordinates[u]: value for u, value in known.items() if is_of_another(u)}
        for one in (first, other) if candidate.question.two is not None else (first,):
            yield _number(one, Builtin.BLOCK_IDX, grid), _number(one, Builtin.THREAD_IDX, block)


def _number(found: Mapping[str, int], index: Builtin, extents: Extents) -> int:
    """The linear number of a block or thread, x fastest; coordinates that nobody asks for are 0."""
    x, y, z = (min(found.get(f"{index.value}.{axis}", 0), extents[n] - 1) for n, axis in enumerate(AXES))
    return x + extents[0] * (y + extents[1] * z)
