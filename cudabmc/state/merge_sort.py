"""A merge sort of positions that stops before each comparison, so that whoever can compare continues it: the
interpreter, or machine code (`native/sort_text.py`), which does the same with the same words.

Runs of `width` sorted positions become runs of twice as many, from the left to the right. Of equal elements the one
that stood first comes first.
"""

from array import array

COUNT, WIDTH, LOW, LEFT, RIGHT, FROM = range(6)
"""The words of the state. The two runs that are merged begin at `LOW`; `LEFT` and `RIGHT` are what is next in each of
them. The runs begin at word `FROM` of the positions, 0 or COUNT, and what they are merged into is the other half."""


class MergeSort:
    """A sort of `count` elements that is under way."""

    def __init__(self, count: int) -> None:
        self.state = array("q", (count, 1, 0, 0, min(1, count), 0))
        self.positions = array("q", (*range(count), *range(count)))

    @property
    def is_done(self) -> bool:
        """Is all of it one run?"""
        return self.state[WIDTH] >= self.state[COUNT]

    def order(self) -> list[int]:
        """The positions of the elements, sorted."""
        return list(self.positions[self.state[FROM] : self.state[FROM] + self.state[COUNT]])

    def pair(self) -> tuple[int, int] | None:
        """The positions that are to be compared next; None if the sort is done."""
        state = self.state
        while not self.is_done:
            count, width, low, left, right, start = state
            middle, high = min(low + width, count), min(low + 2 * width, count)
            if left < middle and right < high:
                return self.positions[start + left], self.positions[start + right]
            if left < middle or right < high:
                self._take(left < middle)
            elif high < count:
                state[LOW], state[LEFT], state[RIGHT] = high, high, min(high + width, count)
            else:
                state[WIDTH], state[LOW], state[LEFT] = 2 * width, 0, 0
                state[RIGHT], state[FROM] = min(2 * width, count), count - start
        return None

    def compared(self, answer: int) -> None:
        """What the comparison of the pair has given: more than 0 if the first is greater."""
        self._take(answer <= 0)

    def _take(self, is_left: bool) -> None:
        """The next position of the left or right run is merged."""
        count, width, low, left, right, start = self.state
        to = count - start + left + right - min(low + width, count)
        self.positions[to] = self.positions[start + (left if is_left else right)]
        self.state[LEFT if is_left else RIGHT] += 1
