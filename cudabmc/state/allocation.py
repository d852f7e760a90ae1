"""The next numbers and addresses of what an execution makes. Data only."""


class Allocation:
    """Numbers of objects, threads and blocks, base addresses of objects, and how many objects each site has made."""

    __slots__ = ("next_base", "next_id", "next_tid", "next_uid", "next_window", "sites")

    def __init__(self) -> None:
        self.next_id = 1
        self.next_base = 0x10000
        self.next_window = 1 << 52  # for shared and local memory
        self.next_tid = 1
        self.next_uid = 0
        self.sites: dict[str, int] = {}

    def fork(self) -> "Allocation":
        """An independent copy."""
        other = Allocation.__new__(Allocation)
        other.next_id, other.next_base, other.next_window = self.next_id, self.next_base, self.next_window
        other.next_tid, other.next_uid, other.sites = self.next_tid, self.next_uid, dict(self.sites)
        return other
