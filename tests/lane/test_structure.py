"""Loops and branches go the way of the jumps that they stand for."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Branch, Goto, Reg, Return
from cudabmc.kernel.graph import Block
from cudabmc.kernel.loops import IrreducibleError
from cudabmc.lane.structure import Nesting, Structurer, Written

MOST_STEPS = 40


class OverError(Exception):
    """A run that is long enough."""


class Run:
    """The blocks that are come to, where each branch goes by chance."""

    def __init__(self, seed: int) -> None:
        self.seen: list[int] = []
        self._random = Random(seed)

    def at(self, block: int) -> None:
        self.seen.append(block)
        if len(self.seen) == MOST_STEPS:
            raise OverError

    def side(self) -> bool:
        return self._random.random() < 0.5


def blocks_of(random: Random) -> list[Block]:
    """Blocks with jumps by chance, forward ones mostly."""
    count = random.randint(2, 9)

    def target(block: int) -> int:
        return random.randrange(count) if random.random() < 0.3 else random.randrange(block, count)

    ends = [
        random.choice([Return(), Goto(target(b)), *[Branch(Reg(b), target(b), target(b)) for _ in range(4)]])
        for b in range(count)
    ]
    return [Block([], end) for end in ends]


def by_jumps(blocks: list[Block], known: dict[int, bool], run: Run) -> None:
    block = 0
    while True:
        run.at(block)
        end = blocks[block].end
        if isinstance(end, Return):
            return
        assert isinstance(end, Goto | Branch)
        if isinstance(end, Goto):
            block = end.target
        elif end.then == end.orelse:
            block = end.then
        else:
            block = end.then if (known[block] if block in known else run.side()) else end.orelse


def as_text(blocks: list[Block], known: dict[int, bool]) -> str:
    """Raises IrreducibleError."""

    def write(block: int) -> Written:
        return Written([f"run.at({block})"], "run.side()", known.get(block))

    structurer = Structurer(Nesting(blocks), write, "")
    structurer.run(2, "loop")
    return "\n".join(["def text(run):", "    go = 0", "    for _ in range(1):", *structurer.lines, "        pass"])


@given(st.randoms(use_true_random=True))
@settings(max_examples=40, deadline=None)
def test_statements_come_to_the_same_blocks(random: Random) -> None:
    for _ in range(100):
        blocks = blocks_of(random)
        known = {b: random.random() < 0.5 for b in range(len(blocks)) if random.random() < 0.1}
        try:
            text = as_text(blocks, known)
        except IrreducibleError:
            continue
        names: dict[str, Callable[[Run], None]] = {}
        exec(text, names)
        for seed in range(4):
            expected, found = Run(seed), Run(seed)
            with suppress(OverError):
                by_jumps(blocks, known, expected)
            with suppress(OverError):
                names["text"](found)
            assert found.seen == expected.seen, (blocks, text)
