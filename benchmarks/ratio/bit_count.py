"""The bits that are set in each word, counted one by one, as plain Python."""

BLOCK = 64


def bit_count(grid: int, block: int, n: int, words: list[int], counts: list[int]) -> None:
    for b in range(grid):
        for t in range(block):
            i = b * block + t
            if i >= n:
                continue
            word = words[i]
            count = 0
            for bit in range(32):
                count += (word >> bit) & 1
            counts[i] = count


def run(n: int, launches: int) -> list[int]:
    words = [40503 * i for i in range(n)]
    counts = [0] * n
    for _ in range(launches):
        bit_count((n + BLOCK - 1) // BLOCK, BLOCK, n, words, counts)
    return counts
