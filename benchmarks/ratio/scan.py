"""Prefix sums of each block in two buffers, as plain Python: between two barriers, a loop over the threads."""

BLOCK = 64


def scan(grid: int, block: int, data: list[int], out: list[int]) -> None:
    for b in range(grid):
        part = [[0] * block, [0] * block]
        source = 0
        for t in range(block):
            part[0][t] = data[b * block + t]
        reach = 1
        while reach < block:
            for t in range(block):
                total = part[source][t]
                if t >= reach:
                    total += part[source][t - reach]
                part[1 - source][t] = total
            source = 1 - source
            reach *= 2
        for t in range(block):
            out[b * block + t] = part[source][t]


def run(n: int, launches: int) -> list[int]:
    data = [i % 13 for i in range(n)]
    out = [0] * n
    for _ in range(launches):
        scan(n // BLOCK, BLOCK, data, out)
    return out
