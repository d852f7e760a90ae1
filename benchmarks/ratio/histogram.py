"""How often each value of sixteen occurs, as plain Python."""

BLOCK, BINS = 128, 16


def histogram(grid: int, block: int, n: int, values: list[int], bins: list[int]) -> None:
    for b in range(grid):
        for t in range(block):
            i = b * block + t
            if i < n:
                bins[values[i] % BINS] += 1


def run(n: int, launches: int) -> list[int]:
    values = [i * i % 101 for i in range(n)]
    bins = [0] * BINS
    for _ in range(launches):
        histogram((n + BLOCK - 1) // BLOCK, BLOCK, n, values, bins)
    return bins
