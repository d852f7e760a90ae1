"""The mean of four neighbours in an n by n grid, as plain Python."""

TILE = 8


def step(grid: int, block: int, n: int, data: list[float], out: list[float]) -> None:
    for by in range(grid):
        for bx in range(grid):
            for ty in range(block):
                for tx in range(block):
                    x, y = bx * block + tx, by * block + ty
                    i = y * n + x
                    if x > 0 and y > 0 and x < n - 1 and y < n - 1:
                        out[i] = 0.25 * (data[i - 1] + data[i + 1] + data[i - n] + data[i + n])
                    elif x < n and y < n:
                        out[i] = data[i]


def run(n: int, launches: int) -> list[float]:
    data = [float(i % 16) for i in range(n * n)]
    out = [0.0] * (n * n)
    for _ in range(launches):
        step((n + TILE - 1) // TILE, TILE, n, data, out)
        data, out = out, data
    return data
