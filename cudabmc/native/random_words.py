"""The generators of rand() and drand48(), between the models and machine code."""

from array import array

from cudabmc.native.layout import RunContext
from cudabmc.state import known
from cudabmc.state.execution import Execution
from opmodels.libc.additive_feedback import DEGREE, sequence
from opmodels.libc.random_numbers import COUNT, SEED, STATE

_RING = 32


class RandomWords:
    """The last words of the sequence of rand(), in a ring, and the state of drand48()."""

    def __init__(self, ex: Execution, context: RunContext) -> None:
        self.ex = ex
        self.context = context
        self._words = array("I", bytes(4 * _RING))
        context.random = self._words.buffer_info()[0]
        self._seed: object = None
        self._next = -1
        self._at = 0
        self._state = 0  # of drand48() and kin

    def enter(self) -> None:
        """Machine code continues the sequence where the program is in it."""
        library = self.ex.s.library
        if not self.is_known:
            return  # machine code is not entered then, if it uses them
        self._state = self.context.random_state = library.get(STATE, 0)
        seed, count = library.get(SEED, 1), library.get(COUNT, 0)
        if (seed, count) == (self._seed, self._next):
            return
        at, words = sequence(seed).before(count)
        for distance in range(1, DEGREE + 1):
            self._words[(at - distance) % _RING] = words[-distance]
        self.context.random_count = at
        self._seed, self._next = seed, count
        self._at = at

    @property
    def is_known(self) -> bool:
        """Is the state of the generator known?"""
        library = self.ex.s.library
        return all(isinstance(library.get(key, 0), int) for key in (SEED, COUNT, STATE))

    def settle(self) -> None:
        """The program is where machine code has come to."""
        ex = self.ex
        if self.context.random_state != self._state:
            known.is_arbitrary(ex, "rand")
            self._state = ex.s.library[STATE] = self.context.random_state
        taken = self.context.random_count - self._at
        if not taken:
            return
        known.is_arbitrary(ex, "rand")
        self._next += taken
        self._at = self.context.random_count
        ex.s.library[COUNT] = self._next
        words = [self._words[(self._at - distance) % _RING] for distance in range(DEGREE, 0, -1)]
        sequence(self._seed).continues(self._next, words)
