"""Copies of bytes that nobody has set: machine code makes them, and they stay the bytes that they were."""

import random
from pathlib import Path

import pytest

from cudabmc.native import host, watch
from tests.native.test_host_code import answered

pytestmark = pytest.mark.one_in(3)

pytest.importorskip("llvmlite")

PADDED = """
    struct padded { char c; int i; };
    static struct padded made(int i) { struct padded p; p.c = i; p.i = 2 * i; return p; }
"""

SAME = {
    "of one struct": f"""{PADDED}
        struct padded a[100], b[100];
        int main(void) {{
            for (int i = 0; i < 100; i++) {{ struct padded p = made(i); a[i] = p; b[i] = p; }}
            for (int i = 0; i < 100; i++) assert(memcmp(a + i, b + i, sizeof *a) == 0);
        }}
    """,
    "that went through variables of functions": f"""{PADDED}
        static void passed(struct padded *to, const struct padded *from) {{ struct padded p = *from, q = p; *to = q; }}
        int main(void) {{
            struct padded *a = (struct padded *)malloc(80), *b = (struct padded *)malloc(80);
            for (int i = 0; i < 10; i++) {{ a[i] = made(i); passed(b + 9 - i, a + i); }}
            for (int i = 0; i < 10; i++) assert(memcmp(a + i, b + 9 - i, sizeof *a) == 0);
        }}
    """,
    "moved within an array": f"""{PADDED}
        int main(void) {{
            struct padded *a = (struct padded *)malloc(80), b[10];
            for (int i = 0; i < 10; i++) a[i] = b[i] = made(i);
            for (int i = 0; i < 4; i++) memmove((char *)a + 1 + i, (char *)a + i, 76);
            for (int i = 0; i < 4; i++) memmove((char *)a + 3 - i, (char *)a + 4 - i, 76);
            assert(memcmp(a, b, 76) == 0);
        }}
    """,
    "sorted": f"""{PADDED}
        int main(void) {{
            struct padded *a = (struct padded *)malloc(160), b[20];
            for (int i = 0; i < 20; i++) a[i] = b[i] = made(i * 7 % 20);
            for (int i = 0; i < 20; i++)
                for (int k = 0; k < i; k++)
                    if (a[k].i > a[i].i) {{ struct padded t = a[k]; a[k] = a[i]; a[i] = t; }}
            for (int i = 0; i < 20; i++) assert(memcmp(a + i * 7 % 20, b + i, sizeof *b) == 0);
        }}
    """,
}
"""Copies are the same bytes as what they were made of."""

OTHER = {
    "of two variables": f"""{PADDED}
        int main(void) {{
            struct padded a[10]; int n = 0;
            for (int i = 0; i < 10; i++) a[i] = made(3);
            for (int i = 0; i < 9; i++) n += memcmp(a + i, a + i + 1, sizeof *a) == 0;
            if (n == 3) printf("three");
        }}
    """,
    "of variables that two rounds made": f"""{PADDED}
        int main(void) {{
            struct padded a[10];
            for (int i = 0; i < 10; i++) {{ struct padded p; p.c = 1; p.i = 1; a[i] = p; }}
            for (int i = 8; i < 9; i++) if (memcmp(a + i, a + i + 1, sizeof *a) == 0) printf("same");
        }}
    """,
    "in what was all set": f"""{PADDED}
        struct padded a[10];
        int main(void) {{
            for (int i = 0; i < 10; i++) {{ a[i].c = i; if (i > 4) a[i] = made(i); }}
            for (int i = 0; i < 10; i++) if (((char *)(a + i))[2]) printf("%d", i);
        }}
    """,
    "of a member": """
        struct some { int n, unset, m; };
        static struct some made(int n) { struct some s; s.n = n; s.m = n; return s; }
        int main(void) {
            struct some a[10]; int sum = 0;
            for (int i = 0; i < 10; i++) { struct some s = made(i); a[i] = s; a[i].unset += i < 9 ? 0 : s.n; }
            for (int i = 0; i < 10; i++) sum += a[i].n;
            if (sum + a[3].unset == 45) printf("none");
        }
    """,
}
"""Somebody asks for bytes that nobody has set."""


@pytest.fixture(autouse=True)
def _all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", SAME)
def test_copies_are_the_same_bytes(name: str, frontend: str, tmp_path: Path) -> None:
    told, pieces = answered(SAME[name], tmp_path, frontend)
    assert pieces > 0
    assert told.answer.verdict == "SUCCESSFUL"


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", OTHER)
def test_bytes_that_nobody_has_set_decide(name: str, frontend: str, tmp_path: Path) -> None:
    told, pieces = answered(OTHER[name], tmp_path, frontend)
    assert pieces > 0
    assert told.answer.properties == {"uninitialised-use"}


@pytest.mark.long
def test_machine_code_makes_such_copies_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stops = []
    settle = host.HostCode._after_stop
    monkeypatch.setattr(
        host.HostCode, "_after_stop", lambda self, run, thread: (stops.append(run.stopped), settle(self, run, thread))
    )
    text = f"""{PADDED}
        int main(void) {{
            struct padded *a = (struct padded *)malloc(8 * 2000);
            for (int i = 0; i < 2000; i++) a[i] = made(i);
            for (int i = 0; i < 70000; i++) a[i % 2000] = a[i * 7 % 2000];
        }}
    """
    assert answered(text, tmp_path, "c")[0].answer.verdict == "SUCCESSFUL"
    assert sum(stops) < 40


SIZE, OBJECTS = 24, 4
HEAD = f"""
struct one {{ char c; int i; short s; double d; }};
static char *p[{OBJECTS}], global[{SIZE}];
static void through(char *to, const char *from, int n) {{
    char t[{SIZE} + 2]; memcpy(t + n % 3, from, n); memcpy(to, t + n % 3, n);
}}
static void whole(char *to, const char *from) {{
    struct one a = *(const struct one *)from, b = a; *(struct one *)to = b;
}}
"""


def random_copies(seed: int) -> str:
    """A program that sets and copies bytes of a few objects in one loop, and asks at its end whether two are equal."""
    choose = random.Random(seed)
    rows = []
    for _ in range(choose.randrange(4, 30)):
        size = choose.choice([1, 2, 3, 4, 7, 8, 9, 16, 17, SIZE])
        places = [choose.randrange(SIZE - size + 1) for _ in range(2)]
        objects = [choose.randrange(OBJECTS) for _ in range(2)]
        rows.append((choose.randrange(5), objects[0], places[0], objects[1], places[1], size))
    table = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows)
    a, b = choose.randrange(OBJECTS), choose.randrange(OBJECTS)
    return f"""{HEAD}
static const int rows[][6] = {{ {table} }};
int main(void) {{
    char local[{SIZE}];
    p[0] = (char *)malloc({SIZE}); p[1] = (char *)malloc({SIZE}); p[2] = global; p[3] = local;
    for (int r = 0; r < {len(rows)}; r++) {{
        const int *row = rows[r];
        char *to = p[row[1]] + row[2], *from = p[row[3]] + row[4];
        if (row[0] == 0) memset(to, r, row[5] / 2);
        if (row[0] == 1) memmove(to, from, row[5]);
        if (row[0] == 2) through(to, from, row[5]);
        if (row[0] == 3 && row[1] != row[3]) memcpy(to, from, row[5]);
        if (row[0] == 4) whole(p[row[1]], p[row[3]]);
    }}
    for (int i = {choose.randrange(SIZE)}; i < {SIZE}; i++)
        if (p[{a}][i] == p[{b}][{choose.choice(["i", "i", "(i + 8) % 24", "(i + 1) % 24"])}]) printf("%d ", i);
}}
"""


def tried(seeds: range, folder: Path) -> None:
    for seed in seeds:
        try:
            answered(random_copies(seed), folder, "c")
        except AssertionError as error:
            raise AssertionError(f"seed {seed}\n{random_copies(seed)}") from error


def test_random_copies(tmp_path: Path) -> None:
    first = random.SystemRandom().randrange(10**9)
    tried(range(first, first + 4), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_five_hundred_random_programs_with_copies(part: int, tmp_path: Path) -> None:
    tried(range(50 * part, 50 * part + 50), tmp_path)
