"""Random kernels whose threads tell each other something in their warps: accesses to few places, between them what a
warp or a block waits at, under conditions that a warp may or may not share."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]
"""Picks one of a sequence."""

HEAD = """__global__ void k(const int *b, const int *c, int n, int m) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, x = 0; unsigned w = ~0u;"""
PLACES = ("t", "t", "t ^ 1", "warp", "warp", "lane", "t / 2", "0", "t + 1", "warp + 2")
SHARED = ("warp == 0", "n > 1", "__any_sync(~0u, c[t])", "w & 1", "b[warp]", "t / 32 < m")
OWN = ("lane == 0", "lane == 0", "t == 0", "lane < 2", "c[t]", "t < n", "x", "lane & 1", "lane < n")
MASKS = ("", "", "", "", "~0u", "w", "3", "(1u << n) - 1")


class _Warps:
    """Writes one kernel."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._left = choose(range(2, 6))
        self._loops = 0

    def source(self) -> str:
        lines = [HEAD]
        while self._left > 0:
            lines += self._statement(1)
        return "\n".join([*lines, "}"]) + "\n"

    def _access(self) -> str:
        place = self._choose(PLACES)
        return self._choose([f"s[{place}] = t;", f"x += s[{place}];", f"if ({self._choose(OWN)}) s[{place}] = n;"])

    def _pass(self) -> list[str]:
        """One lane tells the others, most often in a place of their warp."""
        place = self._choose(["warp", "warp", "warp", "warp + 2", "t / 16"])
        meet = f"__syncwarp({self._choose(MASKS)});"
        guard = self._choose([*SHARED, *OWN]) if self._choose(range(4)) == 0 else ""
        first = f"if ({guard}) {meet}" if guard else meet
        last = [meet] if self._choose(range(5)) else []
        return [f"if ({self._choose(['lane == 0', 'lane == 0', 'lane == 1'])}) s[{place}] = n;", first,
                f"x += s[{place}];", *last]  # fmt: skip

    def _statement(self, depth: int) -> list[str]:
        self._left -= 1
        indent, cond = "    " * depth, self._choose([*SHARED, *OWN])
        kinds = ["pass"] * 6 + ["access", "wait"] * 2 + ["told", "leave"] + ["if", "loop"] * (depth < 3)
        kind = self._choose(kinds)
        if kind == "pass":
            return [indent + line for line in self._pass()]
        if kind == "access":
            return [indent + self._access()]
        if kind == "wait":
            return [indent + self._choose([*[f"__syncwarp({mask});" for mask in MASKS], "__syncthreads();"])]
        if kind == "told":
            shuffles = ["__shfl_sync(~0u, x, 0)", "__shfl_up_sync(~0u, x, 1, 1 << m)"]
            told = self._choose([f"__ballot_sync(~0u, {cond})", *shuffles, "__activemask()"])
            return [indent + f"w = {told};"]
        if kind == "leave":
            return [indent + f"if ({cond}) {self._choose(['return', 'break'] if self._loops else ['return'])};"]
        if kind == "if":
            other = [indent + "} else {", *self._body(depth)] if self._choose(range(3)) == 0 else []
            return [indent + f"if ({cond}) {{", *self._body(depth), *other, indent + "}"]
        start, end = self._choose(["0", "0", "warp", "lane"]), self._choose(["2", "n", "m", "warp + 1", "t"])
        self._loops += 1
        body = self._body(depth)
        self._loops -= 1
        return [indent + f"for (int i = {start}; i < {end}; i++) {{", *body, indent + "}"]

    def _body(self, depth: int) -> list[str]:
        return [line for _ in range(self._choose([1, 2, 3])) for line in self._statement(depth + 1)]


def random_warps(choose: Choose) -> str:
    """The text of one kernel, `k`."""
    return _Warps(choose).source()
