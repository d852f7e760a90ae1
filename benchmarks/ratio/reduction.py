"""The sum of each block as a tree, as plain Python: between two barriers, a loop over the threads."""

BLOCK = 128


def reduce(grid: int, block: int, data: list[int], sums: list[int]) -> None:
    for b in range(grid):
        part = [0] * block
        for t in range(block):
            part[t] = data[b * block + t]
        stride = block // 2
        while stride > 0:
            for t in range(block):
                if t < stride:
                    part[t] += part[t + stride]
            stride //= 2
        for t in range(block):
            if t == 0:
                sums[b] = part[0]


def run(n: int, launches: int) -> list[int]:
    data = [i % 11 for i in range(n)]
    sums = [0] * (n // BLOCK)
    for _ in range(launches):
        reduce(n // BLOCK, BLOCK, data, sums)
    return sums
