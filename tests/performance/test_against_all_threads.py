"""Kernels with random indices: the figures are those of an enumeration of all threads, written down once more here."""

from collections import defaultdict
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.advice import AdviceKind

from .advised import advice_of, of_kind

SIZE = 512  # elements of the arrays
WIDTHS = {"char": 1, "short": 2, "int": 4, "double": 8}


@dataclass(frozen=True)
class RandomKernel:
    """`rounds` rounds of a loop in each thread, or as many as its number tells; in some of them it accesses an element,
    whose place is linear in what the thread is, with some bits flipped."""

    type: str
    block: tuple[int, int]
    factors: tuple[int, int, int]  # of x, y and the round
    flip: int
    modulus: int
    rounds: int
    uneven: bool
    skip: int

    def source(self) -> str:
        """The kernel accesses shared and global memory at the same index, and a histogram in global memory."""
        a, b, c = self.factors
        rounds = f"(x + y) % {self.rounds} + 1" if self.uneven else f"{self.rounds}"
        return f"""
__global__ void k({self.type} *g, int *h) {{
    __shared__ {self.type} s[{SIZE}];
    int x = threadIdx.x, y = threadIdx.y;
    for (int i = 0; i < {rounds}; i++) {{
        if ((x + i) % {self.skip} != 0) {{
            int at = (({a} * x + {b} * y + {c} * i) ^ {self.flip}) % {self.modulus};
            s[at] = 1;
            g[at] = 1;
            atomicAdd(&h[at], 1);
        }}
    }}
}}
int main() {{
    {self.type} *g; int *h;
    cudaMalloc((void **)&g, {SIZE} * sizeof({self.type})); cudaMalloc((void **)&h, {SIZE} * sizeof(int));
    cudaMemset(h, 0, {SIZE} * sizeof(int));
    k<<<1, dim3({self.block[0]}, {self.block[1]})>>>(g, h);
    cudaFree(g); cudaFree(h);
    return 0;
}}
"""

    def requests(self) -> list[dict[int, int]]:
        """The index of each lane, for each warp and round in which any lane accesses something."""
        found: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
        (a, b, c), (width, height) = self.factors, self.block
        for thread in range(width * height):
            x, y = thread % width, thread // width
            for i in range((x + y) % self.rounds + 1 if self.uneven else self.rounds):
                if (x + i) % self.skip:
                    found[thread // 32, i][thread % 32] = ((a * x + b * y + c * i) ^ self.flip) % self.modulus
        return list(found.values())


KERNELS = st.builds(
    RandomKernel, st.sampled_from(sorted(WIDTHS)), st.sampled_from([(32, 1), (64, 1), (16, 4), (5, 9), (48, 2)]),
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 9)), st.integers(0, 31),
    st.sampled_from([SIZE, 256, 96, 33, 7]), st.integers(1, 4), st.booleans(), st.sampled_from([2, 3, 97]),
)  # fmt: skip


def conflicts(lanes: dict[int, int], width: int) -> int:
    """Banks: how often the busiest one is asked for a word. A lane has no more than two."""
    part = 16 if width == 8 else 32
    asked = set()
    for lane, index in lanes.items():
        for byte in range(index * width, index * width + width):
            asked.add((lane // part, (byte // 4) % 32, byte // 4))
    queue: dict[tuple[int, int], int] = defaultdict(int)
    for group, bank, _ in asked:
        queue[group, bank] += 1
    return max(queue.values())


def transferred(lanes: dict[int, int], width: int) -> tuple[int, int]:
    """Sectors that are touched, and that would do."""
    touched = {byte for index in lanes.values() for byte in range(index * width, index * width + width)}
    return len({byte // 32 for byte in touched}), (len(touched) + 31) // 32


@settings(max_examples=60)
@given(KERNELS)
def test_banks_sectors_and_atomics_are_those_of_all_threads(kernel: RandomKernel) -> None:
    requests, width = kernel.requests(), WIDTHS[kernel.type]
    if not requests:
        return
    advice = advice_of(kernel.source())
    by_kind = {kind: {one.picture.object: one for one in of_kind(advice, kind) if one.picture} for kind in AdviceKind}

    banks = [conflicts(lanes, width) for lanes in requests]
    one = by_kind[AdviceKind.BANK_CONFLICT].get("s")
    assert (max(banks), sum(n > 1 for n in banks)) == ((one.figure, one.concerned) if one else (1, 0))
    assert one is None or one.seen == len(requests)

    for name, size in (("g", width), ("h", 4)):
        sectors = [transferred(lanes, size) for lanes in requests]
        factor = round(sum(n for n, _ in sectors) / sum(n for _, n in sectors), 2)
        one = by_kind[AdviceKind.UNCOALESCED].get(name)
        assert (one.figure if one else None) == (factor if factor >= 1.2 else None)

    crowds = [max(list(lanes.values()).count(index) for index in lanes.values()) for lanes in requests]
    one = by_kind[AdviceKind.ATOMICS].get("h")
    assert max(crowds) == (one.figure if one else 1)
