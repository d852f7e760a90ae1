"""The next numbers of what an execution makes. Data only."""

from array import array

from cudabmc.state.address_space import KERNEL_NUMBERS, SLOTS


class Allocation:
    """Numbers of objects, threads and blocks, and how many objects each site has made.

    `stack` are the numbers of the objects that stand in slots of the host's stack, from slot 0 on."""

    __slots__ = ("_generations", "_is_shared", "next_id", "next_in_kernel", "next_tid", "next_uid", "sites", "stack")

    def __init__(self) -> None:
        self.next_id = 1
        self.next_in_kernel = KERNEL_NUMBERS  # for shared and local memory
        self.next_tid = 1
        self.next_uid = 0
        self.sites: dict[str, int] = {}
        self.stack: list[int] = []
        self._generations = array("I", bytes(4 * SLOTS))
        self._is_shared = False

    @property
    def generations(self) -> "array[int]":
        """How often each slot of the host's stack was taken, to be changed in place."""
        if self._is_shared:
            # Most copies of a state never make a variable of the host's, and this is the largest part of them.
            self._generations, self._is_shared = self._generations[:], False
        return self._generations

    def fork(self) -> "Allocation":
        """An independent copy."""
        self._is_shared = True
        other = Allocation.__new__(Allocation)
        other.next_id, other.next_in_kernel = self.next_id, self.next_in_kernel
        other.next_tid, other.next_uid, other.sites = self.next_tid, self.next_uid, dict(self.sites)
        other.stack, other._generations, other._is_shared = list(self.stack), self._generations, True
        return other
