"""Rounds of host loops that launch the same again are left out, and no others."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from cudabmc.verification.program_launches import ProgramLaunches, program_launches
from cudabmc.verification.question import settings_of

KERNELS = """#include <cstdlib>
#include <cstdio>
__global__ void k(int *a, int n) { a[threadIdx.x] = n; }
__global__ void last(int *a, long long n) { a[threadIdx.x] = n; }
"""
MANY = 100_000


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many launches each run has made."""
    found: list[int] = []
    look = ProgramLaunches.look

    def noting(self: ProgramLaunches) -> None:
        found.append(self.taken)
        look(self)

    monkeypatch.setattr(ProgramLaunches, "look", noting)
    return found


def _numbers(folder: Path, body: str) -> dict[str, list[object]]:
    """The numbers that the kernels get, in the order of their first launches."""
    file = folder / "k.cu"
    file.write_text(f"{KERNELS}int main() {{ int *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); {body} }}\n")
    options = Options(prove=True)
    program = load([str(file)], options)
    found = program_launches(program, options, settings_of(options), frozenset())
    return {
        program.functions[kernel].display: [one.arguments[1] for one in launches]
        for kernel, launches in found.known.items()
    }


@pytest.mark.parametrize(
    ("loop", "behind"),
    [
        (f"int i; for (i = 0; i < {MANY}; i++) k<<<1, 8>>>(a, 1);", MANY),
        (f"int i; for (i = 0; i <= {MANY}; i += 3) k<<<1, 8>>>(a, 1);", MANY // 3 * 3 + 3),
        (f"int i = {MANY}; while (i--) k<<<1, 8>>>(a, 1);", 2**64 - 1),
        (f"int i = {MANY}; do k<<<1, 8>>>(a, 1); while (--i);", 0),
        (f"int i; for (i = 0; i != {MANY}; i++) k<<<1, 8>>>(a, 1);", MANY),
        (f"int i; for (i = 0; {MANY} > i; i++) k<<<1, 8>>>(a, 1);", MANY),
        (f"size_t i; int n = {MANY}; for (i = 0; i < n; i++) k<<<1, 8>>>(a, 1);", MANY),
        (f"int i, j = 5; for (i = 0; i < {MANY}; i++, j += 2) k<<<1, 8>>>(a, 1); i = j;", 2 * MANY + 5),
        (f"int i; for (i = 0; i < {MANY}; i++) {{ k<<<1, 8>>>(a, 1); int *t = a; a = b; b = t; }}", MANY),
        (f"int i; for (i = 0; i < {MANY}; i++) {{ int n = 1; k<<<1, 8>>>(a, n); cudaDeviceSynchronize(); }}", MANY),
        (f"int i; for (i = 0; i < 9; i++) for (int j = 0; j < {MANY}; j++) k<<<1, 8>>>(a, 1);", 9),
    ],
)
def test_rounds_that_are_alike_are_left_out(tmp_path: Path, taken: list[int], loop: str, behind: int) -> None:
    found = _numbers(tmp_path, f"{loop} last<<<1, 8>>>(a, i);")
    assert found == {"k": [1] * len(found["k"]), "last": [behind]}
    assert taken[-1] < 300


@pytest.mark.parametrize(
    ("loop", "seen"),
    [
        ("for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, i);", [*range(99)]),
        ("for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, i == 70);", [0, 1]),
        ("for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, i < 70 ? 1 : 2);", [1, 2]),
        ("for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, i % 50 == 49);", [0, 1]),
        ("for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, i >> 6);", [0, 1]),
        ("int h = 0; int *p = &h; for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, (*p)++ / 50);", [0, 1]),
        ("static int h[3]; for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, h[1]++ / 50);", [0, 1]),
        ("float f = 0; for (int i = 0; i < 99; i++) { k<<<1, 8>>>(a, f > 70); f += 1; }", [0, 1]),
        ("int i = 0, j = 99; while (i < 99) { k<<<1, 8>>>(a, j < 20); i++; j--; }", [0, 1]),
        ("int i = 0, j = 9; for (int n = 0; n < 99; n++) { k<<<1, 8>>>(a, j > 60); int t = i; i = j + 1; j = t + 1; }",
         [0, 1]),
        ("unsigned u = -100; for (int i = 0; i < 999; i++) { k<<<1, 8>>>(a, u < 5); u++; }", [0, 1]),
        ("for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, i + 30 == 70);", [0, 1]),
        ("int i = 0, j = 200; while (i < j) { k<<<1, 8>>>(a, j < 150); i++; j--; }", [0, 1]),
        ("char c = 0; for (int i = 0; i < 999; i++) k<<<1, 8>>>(a, c++ < 0);", [0, 1]),
        ("unsigned char c = 0; for (int i = 0; i < 999; i++) { k<<<1, 8>>>(a, c == 3); c += 5; }", [0, 1]),
        ("int n = 70; for (int i = 0; i < 99; i++) { k<<<1, 8>>>(a, i == n); if (i == 60) n = 65; }", [0, 1]),
        ("srand(3); for (int i = 0; i < 99; i++) k<<<1, 8>>>(a, rand() % 20 == 7);", [0, 1]),
        ("for (int i = 0; i < 9; i++) for (int j = 0; j < 40; j++) k<<<1, 8>>>(a, i * (j == 39));", [*range(9)]),
        ("int i = 0, met = 0, n = 0; for (int r = 0; r < 99; r++) {"
         " for (int j = 0; j < 30; j++) { i++; if (i == 95) met = 1; } for (int j = 0; j < 29; j++) i--;"
         " if (met) n++; k<<<1, 8>>>(a, n == 20); }", [0, 1]),
        ("int met = 0, n = 0; for (int r = 0; r < 99; r++) {"
         " int i = r; for (int j = 0; j < 30; j++) { i++; if (i == 95) met = 1; }"
         " if (met) n++; k<<<1, 8>>>(a, n == 20); }", [0, 1]),
        ("double x = 0; for (int i = 0; i < 99; i++) { k<<<1, 8>>>(a, 0); x = -x; }"
         " k<<<1, 8>>>(a, 1 / x < 0);", [0, 1]),
        ("double x[1] = {0}, *p = x; for (int i = 0; i < 99; i++) { k<<<1, 8>>>(a, 0); *p = -*p; }"
         " k<<<1, 8>>>(a, 1 / *p < 0);", [0, 1]),
    ],
)  # fmt: skip
def test_a_launch_that_comes_late_is_seen(tmp_path: Path, loop: str, seen: list[int]) -> None:
    assert _numbers(tmp_path, loop)["k"] == seen


def test_what_host_code_writes_in_each_round_is_looked_at(tmp_path: Path) -> None:
    body = "int *h = (int *)calloc(100, 4); for (int i = 0; i < 99; i++) { k<<<1, 8>>>(a, h[60]); h[i % 99] = 1; }"
    assert _numbers(tmp_path, body)["k"] == [0, 1]


def test_a_loop_that_is_entered_again_begins_anew(tmp_path: Path) -> None:
    body = f"""for (int n = 5; n < 200; n += n) {{
        int i; for (i = 0; i < n; i++) k<<<1, 8>>>(a, 1);
        last<<<1, 8>>>(a, i);
    }}
    for (long long n = {MANY}; n < 8 * {MANY}; n += n) {{
        long long i; for (i = 0; i < n; i++) k<<<1, 8>>>(a, 1);
        last<<<1, 8>>>(a, i);
    }}"""
    assert _numbers(tmp_path, body)["last"] == [5, 10, 20, 40, 80, 160, MANY, 2 * MANY, 4 * MANY]
