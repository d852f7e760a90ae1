"""The product of two n by n matrices, tile by tile, as plain Python: between two barriers, a loop over the threads."""

TILE = 8


def product(grid: int, n: int, a: list[float], b: list[float], c: list[float]) -> None:
    for by in range(grid):
        for bx in range(grid):
            a_tile = [[0.0] * TILE for _ in range(TILE)]
            b_tile = [[0.0] * TILE for _ in range(TILE)]
            sums = [[0.0] * TILE for _ in range(TILE)]
            for tile in range(n // TILE):
                for ty in range(TILE):
                    for tx in range(TILE):
                        row, col = by * TILE + ty, bx * TILE + tx
                        a_tile[ty][tx] = a[row * n + tile * TILE + tx]
                        b_tile[ty][tx] = b[(tile * TILE + ty) * n + col]
                for ty in range(TILE):
                    for tx in range(TILE):
                        for k in range(TILE):
                            sums[ty][tx] += a_tile[ty][k] * b_tile[k][tx]
            for ty in range(TILE):
                for tx in range(TILE):
                    row, col = by * TILE + ty, bx * TILE + tx
                    c[row * n + col] = sums[ty][tx]


def run(n: int, launches: int) -> list[float]:
    a = [float(i % 5) for i in range(n * n)]
    b = [float(i % 3) for i in range(n * n)]
    c = [0.0] * (n * n)
    for _ in range(launches):
        product(n // TILE, n, a, b, c)
    return c
