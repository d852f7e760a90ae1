"""The models under the real machine, from source to verdict, on inputs that are not known."""

import pytest

from cudabmc import Options, verify

PROLOGUE = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <math.h>
#include <limits.h>
#include <stdarg.h>
#include <errno.h>
#include <ctype.h>
#include <time.h>
#include <sys/time.h>
char nondet_char(void); double nondet_double(void); float nondet_float(void); int nondet_int(void);
double sum(int n, ...) {
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    double s = 0;
    for (int i = 0; i < n; i++) s += va_arg(a, int);
    va_end(a);
    assert(n == 0 || va_arg(b, int) == 1);
    va_end(b);
    return s;
}
int compare(const void *p, const void *q) { int a = *(const int *)p, b = *(const int *)q; return (a > b) - (a < b); }
"""
WORD = "char s[4], d[4]; s[0] = nondet_char(); s[1] = nondet_char(); s[2] = nondet_char(); s[3] = 0;"

DIGITS = "char s[7], *e; for (int i = 0; i < 6; i++) s[i] = nondet_char(); s[6] = 0;"
NUMBERS = "int a[3]; for (int i = 0; i < 3; i++) a[i] = nondet_int();"

PROGRAMS = {
    "": [
        "assert(atoi(\"12x\") == 12 && abs(-3) == 3 && fabs(-2.5) == 2.5 && pow(2, 3) == 8.0);",
        "char b[32]; sprintf(b, \"%d-%s-%.2f\", 42, \"abc\", 1.5); assert(strcmp(b, \"42-abc-1.50\") == 0);",
        WORD + "assert(strlen(s) <= 3); strcpy(d, s); assert(strcmp(s, d) == 0);",
        WORD + "char *c = strchr(s, 'x'); if (c) assert(*c == 'x'); c = strstr(s, \"ab\"); if (c) assert(c[1] == 'b');",
        WORD + "char *e = strdup(s); assert(strcmp(e, s) == 0); free(e);",
        WORD + "char *t = strtok(s, \",\"); if (t) assert(*t && *t != ',');",
        WORD + "assert(!isdigit(s[0]) || (s[0] >= '0' && s[0] <= '9')); assert(toupper('a') == 'A');",
        NUMBERS + "qsort(a, 3, sizeof(int), compare); assert(a[0] <= a[1] && a[1] <= a[2]);",
        "int x = rand(); assert(x >= 0); char b[16]; snprintf(b, sizeof b, \"%d\", x); assert(strlen(b) <= 10);",
        "double y = sin((double)rand()); assert(y <= 1.0 && y >= -1.0); assert(floor(y) <= y);",
        "float x = nondet_float(); if (x > 1.0f && x < 2.0f) { int e; frexpf(x, &e); assert(e == 1); }",
        "int x = nondet_int(), y = min(x, 7); assert(y <= 7 && y <= x); assert(max(1u, 2u) == 2u);",
        "time_t t = time(NULL); assert(time(NULL) >= t);"
        " struct timeval v; gettimeofday(&v, NULL); assert(v.tv_usec >= 0);",
        "errno = 0; long v = strtol(\"99999999999999999999\", NULL, 10); assert(v == LONG_MAX && errno == ERANGE);",
        "FILE *f = fopen(\"x\", \"r\"); if (!f) { perror(\"x\"); exit(1); } char b[8];"
        " if (fgets(b, sizeof b, f)) assert(strlen(b) < 8); fclose(f);",
        "int n = rand() % 5 + 1; int *p = (int *)calloc(n, 4); assert(p[n - 1] == 0); p = (int *)realloc(p, 40);"
        " assert(p[0] == 0); p[9] = 1; free(p);",
        "int n = nondet_int(); if (n < 1 || n > 3) return 0; char *s = (char *)malloc(n + 1);"
        " for (int i = 0; i < n; i++) s[i] = nondet_char(); s[n] = 0; assert(strlen(s) <= n); free(s);",
        "assert(sum(0) == 0 && sum(3, 1, 2, 3) == 6);",
        DIGITS + "long n = strtol(s, &e, 10); assert(n > -100000 && n < 1000000 && e >= s && e <= s + 6);",
        DIGITS + "s[0] = '4'; s[1] = '2'; s[2] = 'x'; assert(atoi(s) == 42 && atol(s) == 42 && atoll(s + 3) < 1000);",
        "if (nondet_int()) exit(0); assert(isnan(NAN) && isinf(INFINITY) && INT_MAX == 2147483647);",
        "fprintf(stderr, \"%s %d\\n\", \"text\", nondet_int()); puts(\"x\"); fflush(stdout);",
    ],
    "bounds": [
        "char b[4]; int x = nondet_int(); if (x > 0 && x < 2000) sprintf(b, \"%d\", x);",
        WORD + "strcat(strcpy(d, s), s);",
        "char b[3]; const char *s = nondet_int() > 0 ? \"abc\" : \"de\"; strcpy(b, s);",
        "char *p = (char *)malloc(3); memcpy(p, \"abc\", 3); printf(\"%s\", p);",
        "int n = nondet_int(); if (n < 1 || n > 3) return 0; char *s = (char *)malloc(n);"
        " for (int i = 0; i < n; i++) s[i] = nondet_char(); return strlen(s) < 9;",
    ],
    "null-dereference": [
        "FILE *f = fopen(\"x\", \"r\"); char b[8]; fgets(b, 8, f);",
        "printf(\"%s\", (char *)0);",
        "int n = nondet_int(); int *p = (int *)malloc(n * sizeof(int)); if (n) p[0] = 1;",
    ],
    "api-misuse": ["printf(\"%d\", 1.5);", "printf(\"%f\", 1);", "char b[8]; memcpy(b, b + 2, 4);"],
    "assertion": [
        DIGITS + "if (strtol(s, &e, 10) == -42 && *e == 0) assert(s[0] == '-' || s[0] == ' ');",
        DIGITS + "s[5] = '7'; assert(atoi(s) != -1237);",
        NUMBERS + "qsort(a, 3, sizeof(int), compare); assert(a[0] < a[2]);",
    ],
    "double-free": ["char *p = (char *)malloc(3); free(p); free(p);"],
    "use-after-free": [
        "int *d; cudaMalloc(&d, 4); if (nondet_int()) cudaFree(d); cudaDeviceReset(); cudaMemset(d, 0, 4);",
        "FILE *f = fopen(\"x\", \"r\"); if (f) { fclose(f); fgetc(f); }",
    ],
}  # fmt: skip


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("prop", "body"), [(p, b) for p, bodies in PROGRAMS.items() for b in bodies])
def test_a_program_has_its_verdict(tmp_path, prop, body):
    source = tmp_path / "main.cu"
    source.write_text(f"{PROLOGUE}int main() {{ {body} return 0; }}\n")
    result = verify([str(source)], Options(arbitrary=("files",)))
    assert {v.prop for v in result.violations} == ({prop} if prop else set())
    assert not result.bounds


@pytest.mark.parametrize(
    ("body", "prop"),
    [
        ("if (argc < 2) return 1; int n = atoi(argv[1]); if (n == 42) k<<<1, 5>>>(d, n);", "bounds"),
        ("int n = argc > 1 ? atoi(argv[1]) : 4; if (n > 0 && n <= 5) k<<<1, 32>>>(d, n);", "bounds"),
        ("int n = 4; if (argc > 1) n = atoi(argv[1]); if (n > 0 && n <= 4) k<<<1, 32>>>(d, n);", ""),
        ("assert(argc < 2 || atoi(argv[1]) != -2147483648);", "assertion"),
        ("k<<<1, 32>>>(d, atoi(argv[1]) & 3);", "null-dereference"),
    ],
)
def test_numbers_in_arguments_of_main(tmp_path, body, prop):
    source = tmp_path / "main.cu"
    source.write_text(
        f"{PROLOGUE}__global__ void k(int *d, int n) {{ int i = threadIdx.x; if (i < n) d[i] = n; }}\n"
        f"int main(int argc, char **argv) {{ int *d; cudaMalloc(&d, 4 * sizeof(int)); {body} cudaFree(d); }}\n"
    )
    result = verify([str(source)], Options())
    assert {v.prop for v in result.violations} == ({prop} if prop else set())
    assert prop in ("", "null-dereference") or any("argv[1]" in name for name, _ in result.violations[0].inputs)
    assert not result.bounds
