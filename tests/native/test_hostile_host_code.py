"""Host programs that try to leave their objects, forge pointers, or reach what C leaves undefined."""

from pathlib import Path

import pytest

from cudabmc.native import watch
from tests.native.test_host_code import answered

pytest.importorskip("llvmlite")

ROUNDS = "for (int r = 0; r < 3; r++)"

PROGRAMS = {
    "a number as a pointer": f"""
        int main(void) {{
            long s = 0;
            {ROUNDS} {{ int *p = (int *)(0x1234567890abcdefUL * (r + 1)); if (r == 2) s += *p; }}
            return s;
        }}
    """,
    "numbers that meet another object": f"""
        int main(void) {{
            char *a = (char *)malloc(8), *b = (char *)malloc(8); long s = 0;
            b[0] = 7;
            {ROUNDS} {{ unsigned long d = (unsigned long)b - (unsigned long)a; s += *(char *)((unsigned long)a + d); }}
            printf("%ld", s);
            {ROUNDS} s += a[b - a];
            return s;
        }}
    """,
    "the address of nothing that was entered": f"""
        int main(void) {{
            long s = 0; unsigned long n = 0;
            {ROUNDS} {{ char *own = (char *)malloc(16); own[3] = r; n = (unsigned long)own + 3; free(own); }}
            {ROUNDS} {{ char *p = (char *)n; s += p != 0; n += 1l << 36; s += *(char *)n; }}
            return s;
        }}
    """,
    "offsets that overflow": f"""
        int main(void) {{
            char *a = (char *)malloc(8), *q = a; long s = 0;
            a[1] = 1;
            {ROUNDS} {{ q = q + 0x7000000000000000L; s += q > a; s = 2 * s + (q - a != 0); }}
            printf("%ld", s);
            q = q + 0x7000000000000000L * -3;
            return q[1] + q[8];
        }}
    """,
    "arithmetic on null": f"""
        int main(void) {{
            char *p = 0; long s = 0;
            {ROUNDS} {{ p = p + 16; s += (unsigned long)p; s = 2 * s + (p == 0); }}
            printf("%ld", s);
            {ROUNDS} {{ p = p - 16; s += p == 0; }}
            return *p;
        }}
    """,
    "comparisons of pointers into nothing": f"""
        int main(void) {{
            char *p = 0, *q = 0; long s = 0;
            {ROUNDS} {{ p = (char *)(unsigned long)(r * 8); s = 3 * s + (p < q) + (p <= q) + (q < p); q = p; }}
            printf("%ld", s);
        }}
    """,
    "comparisons of far pointers": f"""
        int main(void) {{
            char *a = (char *)malloc(8), *b = (char *)malloc(8); long s = 0;
            {ROUNDS} {{
                s = 3 * s + (a - 5 < a) + (a - (1L << 40) <= a + 1) + (a < b) + (b - r < a);
                s = 3 * s + (a - (1L << 36) - (1L << 35) == (char *)0);
            }}
            printf("%ld", s);
        }}
    """,
    "far pointers in memory": f"""
        int main(void) {{
            char *a = (char *)malloc(8), here[8] = {{0, 1}}, *t[3]; long s = 0;
            {ROUNDS} t[r] = a + (1L << 35) - 1 + r;
            {ROUNDS} s = 3 * s + (t[r] - a);
            {ROUNDS} t[r] = here + (1L << 21) - 1 + r;
            {ROUNDS} s = 3 * s + (t[r] - here);
            {ROUNDS} t[r] = here - (1L << 21) - 1 + r;
            {ROUNDS} s = 3 * s + (t[r] - here);
            {ROUNDS} {{ char *null = (char *)0 + (1L << 36) - 1 + r; t[r] = null; }}
            {ROUNDS} s = 3 * s + (long)t[r];
            printf("%ld", s);
        }}
    """,
    "bytes of pointers": f"""
        union bytes {{ int *p; unsigned long n; double d; float f[2]; }};
        int main(void) {{
            int x[4] = {{1, 2, 3, 4}}, *p = x, *q; union bytes a, b; long s = 0;
            {ROUNDS} {{
                for (int i = 0; i < 8; i++) ((char *)&q)[i] = ((char *)&p)[i];
                s += q[r];
                a.p = x + r; b.f[0] = a.f[0]; b.f[1] = a.f[1]; s += *b.p;
                a.n -= 4 * r; s += *a.p;
            }}
            printf("%ld", s);
            ((char *)&p)[7] = 0x7f;
            {ROUNDS} s += r == 2 ? *p : 0;
            return s;
        }}
    """,
    "far pointers that come back from memory": f"""
        int main(void) {{
            char *a = (char *)malloc(8), here[8] = {{0, 1, 2, 3}}, *t[3]; long s = 0;
            for (int i = 0; i < 8; i++) a[i] = i;
            {ROUNDS} t[r] = here + (1L << 21) - 1 + r;
            {ROUNDS} s = 3 * s + *(t[r] - (1L << 21) + 1);
            {ROUNDS} t[r] = a + (1L << 35) - 1 + r;
            {ROUNDS} s = 3 * s + *(t[r] - (1L << 35) + 1);
            printf("%ld", s);
        }}
    """,
    "unset bytes that decide": """
        static int both(int n) { int y[2]; for (int i = 0; i < 2; i++) y[i] = n; return y[0]; }
        static int one(int n) { int x[2]; for (int i = 0; i < 1; i++) x[i] = n; return x[n > 1]; }
        static int two(int n) { return both(n + 5) + one(n); }
        int main(void) { int n = 0; for (int r = 0; r < 3; r++) if (two(r) > 9) n++; return n; }
    """,
    "unset blocks that decide": f"""
        int main(void) {{
            char a[16], b[16]; memset(a, 1, 8); memset(b, 2, 16);
            {ROUNDS} {{ memcpy(b + 1, a, 7 + r); if (b[7 + r] > 3) printf("large"); }}
            return 0;
        }}
    """,
    "unset blocks in an object that was all set": """
        int b[40], c[40];
        int main(void) {
            int *a = (int *)malloc(160), sum = 0;
            for (int i = 0; i < 20; i++) {
                b[i] = i; c[i] = b[19] + c[i + 1];
                if (i == 10) memcpy(b, a, 80);
                if (i == 15) sum = b[15] + b[17];
            }
            if (sum == 32) printf("seventeen");
            return 0;
        }
    """,
    "values that are not known in an object that was all set": """
        int main(void) {
            int *a = (int *)malloc(80), *b = (int *)malloc(80), sum = 0;
            for (int i = 0; i < 20; i++) a[i] = b[i] = i;
            int *unset = (int *)malloc(4);
            b[3] = *unset + 1;
            for (int i = 0; i < 20; i++) {
                a[i] = i;
                if (i == 10) memcpy(a, b, 80);
                if (i == 15) sum = a[3];
            }
            if (sum == 3) printf("three");
            return 0;
        }
    """,
    "copies of structs that decide": f"""
        struct large {{ int a[8]; }};
        static int last(int n) {{
            struct large x, y;
            for (int i = 0; i < 8; i++) x.a[i] = n;
            y = x;
            return y.a[7];
        }}
        int main(void) {{ int s = 0; {ROUNDS} s = 3 * s + last(r); assert(s == 5); }}
    """,
    "memory that a function frees": """
        static char *again(char *p) { free(p); return (char *)malloc(8); }
        int main(void) {
            char *p = (char *)malloc(8), *q = p; int s = 0;
            for (int r = 0; r < 30; r++) { p[0] = r; q = p; s += q[0]; p = again(p); if (r == 28) s += q[0]; }
            return s;
        }
    """,
    "payloads of NaNs": f"""
        union bits {{ double d; unsigned long n; float f[2]; unsigned m[2]; }};
        int main(void) {{
            unsigned long s = 0; double kept[2], z = 0.0, v[3] = {{0.0, -1.0, 1.0}};
            {ROUNDS} {{
                union bits a, b;
                a.n = 0x7ff0000000000001UL + r; kept[0] = a.d; memcpy(&b, kept, 8); s = s * 3 + b.n;
                b.d = kept[0] + 1; s = s * 3 + b.n;
                b.d = -(v[r] - v[r]) / z; s = s * 3 + b.n + (b.d != b.d) + (b.d == b.d);
                b.d = sqrt(v[r] - 3); s = s * 3 + b.n; memcpy(&a, &b, 8); s = s * 3 + a.n;
                a.m[0] = 0xff800001u + r; b.f[1] = -a.f[0]; s = s * 3 + b.m[1];
                double y = sqrt(v[1] - r); unsigned long n; memcpy(&n, &y, 8); s = s * 5 + n;
            }}
            printf("%lu", s);
        }}
    """,
    "numbers out of range": f"""
        int v[3] = {{-2147483647 - 1, -1, 0}};
        int main(void) {{
            double d = 1e9; long s = 0;
            {ROUNDS} {{
                d *= 1e5;
                s = s * 3 + (int)d + (unsigned)d + (long)d + (unsigned long)-d + (signed char)d + (short)-d;
                s = s * 3 + (1u << (31 + r)) + (-5 >> (31 + r)) + (7u >> (31 + r));
                s = s * 3 + v[0] / v[1] + v[0] % v[1];
                v[2] = r; v[0] += v[2] / 4;
            }}
            printf("%ld", s);
        }}
    """,
    "text that is written to": f"""
        const int fixed[4] = {{1, 2, 3, 4}};
        int main(void) {{ int s = 0; {ROUNDS} s += fixed[r]; {ROUNDS} ((int *)fixed)[r] = s; return s; }}
    """,
    "structs with padding": f"""
        struct padded {{ char c; int i; }};
        struct nested {{ struct padded a, b; long n[3]; }};
        int main(void) {{
            struct padded a[3], b[3]; struct nested x, y; long s = 0;
            {ROUNDS} {{ a[r].c = r; a[r].i = 3; b[r] = a[r]; s += b[r].c + b[r].i; memcpy(b, a, 8 * (r + 1)); }}
            memset(&x, 1, sizeof x);
            {ROUNDS} {{ y = x; s += y.n[r] + y.b.i; x.n[r] = s; }}
            printf("%ld", s);
        }}
    """,
    "structs that are copied half": f"""
        struct large {{ int a[8]; }};
        int main(void) {{
            struct large x, y, z; int s = 0;
            for (int i = 0; i < 8; i++) x.a[i] = i;
            {ROUNDS} {{ y = x; s += y.a[7]; }}
            for (int i = 0; i < 7; i++) z.a[i] = i;
            {ROUNDS} {{ y = z; s += y.a[r]; }}
            if (y.a[7] == 1) printf("one");
            return 0;
        }}
    """,
    "structs behind their array": f"""
        struct large {{ int a[8]; }};
        int main(void) {{
            struct large *x = (struct large *)calloc(2, sizeof *x), y = {{{{1}}}};
            {ROUNDS} x[r] = y;
            return 0;
        }}
    """,
    "blocks of all kinds": f"""
        int main(void) {{
            char a[16] = {{0}}, b[16] = {{0}}, unset[16]; int s = 0;
            for (int n = 3; n > -2; n--) {{ memset(a, n, n > 0 ? n : 0); memmove(a + 1, a, 8); s += a[n + 1]; }}
            memset(unset, 1, 8);
            {ROUNDS} {{ memcpy(b, unset, 4 + r); memcpy(b + 8, unset + 8, 1 + r); s += b[r]; }}
            printf("%d", s);
            {ROUNDS} memcpy(a + 4 - r, a, 4);
            return s;
        }}
    """,
    "a block of a size below zero": f"int main(void) {{ char a[8]; {ROUNDS} memset(a, 1, 1 - r); return 0; }}",
    "a block of a huge size": f"""
        int main(void) {{ char a[8], b[8] = {{0}}; {ROUNDS} memmove(a, b, r == 2 ? 0xfffffffffffffff8UL : 1); }}
    """,
    "variables that come back": f"""
        int *kept;
        static void leak(int v) {{ int x[2] = {{v, v}}; kept = x; }}
        static int use(void) {{ int y[2] = {{7, 8}}; return kept[0] + y[0]; }}
        int main(void) {{ int s = 0; {ROUNDS} {{ leak(r); if (r == 2) s += use(); }} return s; }}
    """,
    "a pointer to a variable of a function that has ended": f"""
        static void set(int **p, int v) {{ int x[2] = {{v, v}}; *p = x; }}
        static int again(int v) {{ int y[2] = {{v, v}}; return y[0]; }}
        int main(void) {{ int *p, s = 0; {ROUNDS} {{ set(&p, r); s += again(r); if (r == 2) s += *p; }} return s; }}
    """,
    "a write to a variable that has ended": f"""
        static int *own(int v) {{ int x[2] = {{v, v}}; return x + v % 2; }}
        int main(void) {{ {ROUNDS} {{ int *p = own(r); if (r == 2) *p = 5; }} return 0; }}
    """,
    "a variable that a block ends while its function goes on": f"""
        int main(void) {{
            int *p = 0, s = 0;
            {ROUNDS} {{
                {{ int x[4] = {{r, 1, 2, 3}}; p = x; s += *p; }}
                {{ char y[3] = {{1, 2, 3}}; s += y[r]; if (r == 2) p[1] = s; }}
            }}
            return s;
        }}
    """,
    "variables of odd sizes side by side": f"""
        static int odd(int n) {{
            char a[3], b[5], c[17]; int s = 0;
            for (int i = 0; i < 3; i++) a[i] = n;
            for (int i = 0; i < 5; i++) b[i] = 2 * n;
            for (int i = 0; i < 17; i++) c[i] = 3 * n;
            for (int i = 0; i < 3; i++) s += a[i] + b[i + 2] + c[i + 14];
            return s;
        }}
        int main(void) {{ int s = 0; {ROUNDS} s = s * 3 + odd(r + 1); printf("%d", s); }}
    """,
    "memory that a model frees": f"""
        static char *again(char *p) {{ free(p); return (char *)malloc(8); }}
        int main(void) {{
            char *p = (char *)malloc(8), *q = p; int s = 0;
            {ROUNDS} {{ p[r] = r; s += p[r]; q = p; p = again(p); if (r == 2) s += q[2]; }}
            return s;
        }}
    """,
    "an unset variable on one way": f"""
        static int some(int n) {{ int x, y; if (n > 1) x = n; if (n < 9) y = n; return n > 1 ? x + y : y; }}
        int main(void) {{ int s = 0, x; {ROUNDS} {{ s += some(r); if (r) s += x; x = s; }} printf("%d", s); }}
    """,
    "an endless recursion with variables": """
        static int down(int n) { int x[3] = {n, n, n}; return x[1] > -5 ? 1 + down(n + 1) : 0; }
        int main(void) { for (int i = 1; i < 3; i++) down(i); return 0; }
    """,
}  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_hostile_host_code(name: str, frontend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    assert answered(PROGRAMS[name], tmp_path, frontend)[1] > 0
