"""y = a x + y, as plain Python."""

BLOCK = 128


def saxpy(grid: int, block: int, n: int, a: float, x: list[float], y: list[float]) -> None:
    for b in range(grid):
        for t in range(block):
            i = b * block + t
            if i < n:
                y[i] = a * x[i] + y[i]


def run(n: int, launches: int) -> list[float]:
    x = [float(i % 7) for i in range(n)]
    y = [1.0] * n
    for _ in range(launches):
        saxpy((n + BLOCK - 1) // BLOCK, BLOCK, n, 2.0, x, y)
    return y
