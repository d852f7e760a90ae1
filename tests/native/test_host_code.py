"""Host code as machine code: programs with all that it does, does by halves, or leaves to the interpreter."""

from pathlib import Path
from textwrap import dedent

import pytest

from cudabmc.frontend.load import load_with
from cudabmc.native import function_text, machine_code, model_call_text, watch
from cudabmc.native.host import HostCode
from cudabmc.native.host_run import HostRun
from cudabmc.options.table import Options
from tests.native.answers import HostAnswer, compare

pytest.importorskip("llvmlite")

C_PROGRAMS = {
    "loops over arrays": """
        int a[100];
        int main(void) {
            long sum = 0;
            for (int i = 0; i < 100; i++) a[i] = i * i;
            for (int i = 99; i >= 0; i--) sum += a[i] % 7;
            printf("%ld", sum);
            assert(sum == 200);
        }
    """,
    "a seed that is a global": """
        unsigned seed = 3;
        int main(void) {
            long sum = 0;
            for (int i = 0; i < 40; i++) sum += rand_r(&seed);
            printf("%ld %u", sum, seed);
        }
    """,
    "assertions that hold, until one does not": """
        int a[100];
        int main(void) {
            for (int i = 0; i < 100; i++) { a[i] = i; assert(a[i] == i); }
            for (int i = 0; i < 100; i++) assert(a[i] < 70);
        }
    """,
    "assertions with a text of their own": """
        int main(void) {
            char text[8];
            for (int i = 0; i < 40; i++) {
                text[0] = 'a' + i % 26; text[1] = 0;
                __ESBMC_assert(i < 30, text);
                __VERIFIER_assert(i - 50);
            }
        }
    """,
    "an index that is too large": """
        int main(void) {
            int *a = (int *)malloc(40), sum = 0;
            for (int i = 0; i < 10; i++) a[i] = i;
            for (int i = 0; i <= 10; i++) sum += a[i];
            return sum;
        }
    """,
    "an index in front of the array": """
        int main(void) {
            int a[4] = {1, 2, 3, 4}, b[4] = {0}, sum = 0;
            for (int i = 3; i >= -1; i--) sum += a[i] + b[3];
            return sum;
        }
    """,
    "an offset near the largest number": """
        int main(void) {
            char *a = (char *)malloc(4); long sum = 0;
            for (int i = 0; i < 3; i++) { a[i] = i; if (i == 2) sum += *(long *)(a + 0x7fffffffffffffff); }
            return sum;
        }
    """,
    "a block near the largest number": """
        int main(void) {
            char *a = (char *)malloc(4);
            for (int i = 0; i < 3; i++) { a[i] = i; if (i == 2) memset(a + 0x7fffffffffffff00, 1, 4000); }
            return a[0];
        }
    """,
    "elements that nobody has set": """
        int main(void) {
            int *a = (int *)malloc(40), sum = 0;
            for (int i = 0; i < 9; i++) a[i] = i;
            for (int i = 0; i < 10; i++) sum += a[i];
            if (sum > 3) printf("large");
            return 0;
        }
    """,
    "a variable that is set on one side": """
        int main(void) {
            int x, sum = 0;
            for (int i = 0; i < 10; i++) {
                if (i > 5) x = i;
                if (i > 4) sum += x;
            }
            if (sum > 3) printf("large");
            return 0;
        }
    """,
    "a list": """
        struct node { int key; struct node *next; double weight; };
        int main(void) {
            struct node *head = 0;
            for (int i = 0; i < 20; i++) {
                struct node *one = (struct node *)malloc(sizeof *one);
                one->key = i, one->next = head, one->weight = i / 2.0, head = one;
            }
            double sum = 0;
            for (struct node *at = head; at; at = at->next) sum += at->weight;
            printf("%f", sum);
            while (head) { struct node *next = head->next; free(head); head = next; }
            return head != 0;
        }
    """,
    "a list after it was freed": """
        struct node { int key; struct node *next; };
        int main(void) {
            struct node *head = 0;
            for (int i = 0; i < 5; i++) {
                struct node *one = (struct node *)malloc(sizeof *one);
                one->key = i, one->next = head, head = one;
            }
            for (struct node *at = head; at; at = at->next) free(at);
            return 0;
        }
    """,
    "functions with arrays of their own": """
        static int smallest(const int *a, int n) {
            int m = a[0];
            for (int i = 1; i < n; i++) if (a[i] < m) m = a[i];
            return m;
        }
        static int turned(int x) { int t[4] = {x, x + 1, x - 1, -x}; return smallest(t, 4); }
        int main(void) {
            int sum = 0;
            for (int i = 0; i < 30; i++) sum += turned(i);
            assert(sum == -406);
        }
    """,
    "a pointer to a variable that is gone": """
        static int *gone(int x) { int local[2] = {x, x}; int *p = local; return p + (x & 1); }
        int main(void) {
            int *kept[4], sum = 0;
            for (int i = 0; i < 4; i++) kept[i] = gone(i);
            for (int i = 0; i < 4; i++) sum += *kept[i];
            return sum;
        }
    """,
    "a pointer that leaves its block": """
        int main(void) {
            int *last = 0, sum = 0;
            for (int i = 0; i < 3; i++) { int x[2] = {i, i}; if (last) sum += *last; last = x; }
            return sum;
        }
    """,
    "recursion": """
        static int ways(int n) { return n < 2 ? 1 : ways(n - 1) + ways(n - 2); }
        static int depth(int n) { int here[2] = {n, 1}; return n ? here[1] + depth(n - 1) : 0; }
        int main(void) { int sum = 0; for (int i = 0; i < 12; i++) sum += ways(i) + depth(i); assert(sum == 442); }
    """,
    "two functions that call each other": """
        static int odd(int n);
        static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
        static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
        int main(void) { int sum = 0; for (int i = 0; i < 20; i++) sum += even(i); assert(sum == 10); }
    """,
    "endless recursion": """
        static int down(int n) { return n > 0 ? down(n + 1) : 0; }
        int main(void) { for (int i = 1; i < 3; i++) down(i); return 0; }
    """,
    "division by zero": """
        int main(void) { int sum = 0; for (int i = 3; i >= 0; i--) sum += 12 / i; return sum; }
    """,
    "the least number divided by -1": """
        int main(void) {
            int a[2] = {-2147483647 - 1, 5}, sum = 0;
            for (int i = 0; i < 2; i++) { volatile int d = -1; sum ^= a[i] / d; }
            printf("%d", sum);
        }
    """,
    "random numbers": """
        int main(void) {
            long sum = 0;
            srand(7);
            for (int i = 0; i < 50; i++) sum += rand() % 100;
            int between = rand();
            srand(between);
            for (int i = 0; i < 50; i++) sum += random() % 100 + rand() % 10;
            printf("%ld %d", sum, between);
        }
    """,
    "mathematics": """
        int main(void) {
            double sum = 0; float f = 0;
            for (int i = -5; i < 20; i++) {
                double x = i / 3.0;
                sum += sin(x) + cos(x) + exp(x) + fabs(x) + sqrt(fabs(x));
                sum += pow(x, 2.0) + pow(2.0, x) + floor(x) + tanh(x);
                f += sinf(x) + expf(x) + fmaxf(x, 0.5f) + log2f(i + 6) + fmodf(x, 0.7f);
            }
            printf("%.17g %.9g", sum, f);
        }
    """,
    "results behind pointers": """
        double whole; int exponents[9];
        int main(void) {
            double sum = 0; float s, c, both[2];
            for (int i = 0; i < 9; i++) {
                sum += modf(i / 3.0, &whole) + whole + frexp(i + 0.5, &exponents[i]) + exponents[i];
                sincosf(i, &s, &c);
                sincosf(i, both, both);
                sum += s * 2 + c + both[0] + abs(3 - i);
            }
            printf("%.17g", sum);
            sum = modf(2.5, &sum);
            assert(sum == 0.5);
        }
    """,
    "results behind the last element": """
        int main(void) {
            float a[8];
            for (int i = 0; i < 8; i++) { sincosf(i, &a[i], &a[i + 1]); if (i < 7) assert(a[i + 1] == cosf(i)); }
        }
    """,
    "results behind a null pointer": """
        int main(void) {
            double a[4], *p[4] = {a, a + 1, a + 2, 0}, sum = 0;
            for (int i = 0; i < 4; i++) sum += modf(i + 0.5, p[i]);
            return sum > 3;
        }
    """,
    "results in freed memory": """
        int main(void) {
            int *n = (int *)malloc(4); double sum = 0;
            for (int i = 1; i < 9; i++) { sum += frexp(i, n) + *n; if (i == 5) free(n); }
            printf("%f", sum);
        }
    """,
    "text in a loop": """
        int main(void) { for (int i = 0; i < 5; i++) { printf("%d,", i * i); if (i % 2) printf("odd "); } return 0; }
    """,
    "a comparison of pointers into two objects": """
        int main(void) {
            char *a = (char *)malloc(8), *b = (char *)malloc(8), *nothing = 0; int n = 0;
            for (int i = 0; i < 8; i++) {
                n += (a + i < b + i) + 2 * (a + i == b + i);
                n += 4 * (b + i != nothing) + 8 * (a + i <= a + 4);
            }
            printf("%d %d", n, (int)((a + 8) - a));
        }
    """,
    "pointers as integers": """
        int main(void) {
            int *a = (int *)malloc(40), sum = 0;
            for (int i = 0; i < 10; i++) a[i] = i;
            for (int i = 0; i < 10; i++) { unsigned long n = (unsigned long)(a + i); sum += *(int *)n + (int)(n % 4); }
            assert(sum == 45);
        }
    """,
    "bytes of numbers": """
        union both { unsigned u; float f; unsigned char c[4]; };
        int main(void) {
            union both x; unsigned sum = 0;
            for (int i = 0; i < 10; i++) { x.f = i * 1.5f; sum += x.c[3] + (x.u >> 16); }
            printf("%u", sum);
        }
    """,
    "structs that are assigned": """
        struct pair { int a; double b; };
        int main(void) {
            struct pair p[5], q = {1, 2.5}; double sum = 0;
            for (int i = 0; i < 5; i++) { q.a = i; p[i] = q; q.b += p[i].a; }
            for (int i = 0; i < 5; i++) sum += p[i].a * p[i].b;
            printf("%f", sum);
        }
    """,
    "an array of pointers": """
        int main(void) {
            int *rows[4]; int sum = 0;
            for (int i = 0; i < 4; i++) { rows[i] = (int *)calloc(i + 1, 4); rows[i][i] = i; }
            for (int i = 0; i < 4; i++) for (int j = 0; j <= i; j++) sum += rows[i][j] * 10 + j;
            assert(sum == 70);
        }
    """,
    "a write to a string": """
        int main(void) { char *s = (char *)"abc"; for (int i = 0; i < 2; i++) s[i] = 'x'; return 0; }
    """,
    "a write through a null pointer": """
        int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { if (i) *p = 1; } return 0; }
    """,
    "memory of the device": """
        __global__ void k(int *a) { a[threadIdx.x] += 1; }
        int main(void) {
            int *d, h[4] = {0}, sum = 0;
            cudaMalloc(&d, sizeof h);
            for (int r = 0; r < 3; r++) {
                for (int i = 0; i < 4; i++) h[i] += i;
                cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
                k<<<1, 4>>>(d);
                cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
                for (int i = 0; i < 4; i++) sum += h[i];
            }
            assert(sum == 60);
            for (int i = 0; i < 4; i++) sum += d[i];
            return 0;
        }
    """,
    "bytes of a variable that are not known any more": """
        static int kept(int *d) {
            int x[4] = {1, 2, 3, 4}, y[2] = {5, 6};
            cudaMemcpy(x, d, 8, cudaMemcpyDeviceToHost);
            return x[2] + x[3] + y[0];
        }
        int main(void) {
            int *d, sum = 0;
            cudaMalloc(&d, 16);
            for (int i = 0; i < 3; i++) sum += kept(d);
            assert(sum == 36);
        }
    """,
    "managed memory": """
        __global__ void k(int *a) { a[threadIdx.x] += 1; }
        int main(void) {
            int *m, sum = 0;
            cudaMallocManaged(&m, 16);
            for (int i = 0; i < 4; i++) m[i] = i;
            k<<<1, 4>>>(m);
            for (int i = 0; i < 4; i++) sum += m[i];
            cudaDeviceSynchronize();
            return sum;
        }
    """,
    "an input in a loop": """
        int nondet_int(void);
        int main(void) {
            int a[6], sum = 0;
            for (int i = 0; i < 6; i++) a[i] = i == 3 ? nondet_int() : i;
            for (int i = 0; i < 6; i++) if (a[i] > 100) sum++;
            assert(sum < 1);
        }
    """,
    "a comparison by the program in a sort": """
        static int up(const void *a, const void *b) {
            int x = *(const int *)a, y = *(const int *)b;
            return (x > y) - (x < y);
        }
        int main(void) {
            int a[12];
            for (int i = 0; i < 12; i++) a[i] = (i * 7) % 12;
            for (int r = 0; r < 2; r++) { qsort(a, 12, sizeof(int), up); a[0] += r; }
            for (int i = 0; i < 11; i++) assert(a[i] <= a[i + 1] + 1);
        }
    """,
    "a sort by a comparator that counts and has variables of its own": """
        struct Word { char text[6]; short count; };
        static int calls;
        static int swapped(const struct Word *pair[2]) { return strcmp(pair[1]->text, pair[0]->text); }
        static int by_text(const void *a, const void *b) {
            const struct Word *pair[2] = {(const struct Word *)b, (const struct Word *)a};
            calls++;
            return swapped(pair);
        }
        int main(void) {
            struct Word w[23];
            for (int i = 0; i < 23; i++) {
                memset(&w[i], 0, sizeof w[i]);
                w[i].text[0] = 'a' + i * 7 % 5;
                w[i].text[1] = 'a' + i * 5 % 3;
                w[i].count = i;
            }
            for (int r = 0; r < 2; r++) qsort(w, 23 - 7 * r, sizeof w[0], by_text);
            for (int i = 0; i < 23; i++) printf("%s%d ", w[i].text, w[i].count);
            printf("%d", calls);
        }
    """,
    "a sort of pointers to what machine code does not know yet": """
        static int by_value(const void *a, const void *b) { return **(int *const *)a - **(int *const *)b; }
        int main(void) {
            int *all[90];
            for (int i = 0; i < 90; i++) { all[i] = (int *)malloc(sizeof(int)); *all[i] = i * 37 % 91; }
            qsort(all, 90, sizeof(int *), by_value);
            for (int i = 1; i < 90; i++) assert(*all[i - 1] < *all[i]);
            for (int i = 0; i < 90; i++) free(all[i]);
        }
    """,
    "a sort by a comparator that prints": """
        static int loud(const void *a, const void *b) {
            printf("%d?%d ", *(const int *)a, *(const int *)b);
            return *(const int *)a < *(const int *)b ? -1 : 1;
        }
        int main(void) { int a[11]; for (int i = 0; i < 11; i++) a[i] = i * 4 % 11; qsort(a, 11, sizeof(int), loud); }
    """,
    "a sort in a comparator": """
        static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
        static int by_median(const void *a, const void *b) {
            int x[3], y[3];
            memcpy(x, a, sizeof x); memcpy(y, b, sizeof y);
            qsort(x, 3, sizeof(int), up); qsort(y, 3, sizeof(int), up);
            return x[1] - y[1];
        }
        int main(void) {
            int a[8][3];
            for (int i = 0; i < 24; i++) a[i / 3][i % 3] = i * 11 % 24;
            qsort(a, 8, sizeof a[0], by_median);
            for (int i = 0; i < 24; i++) printf("%d ", a[i / 3][i % 3]);
        }
    """,
    "a comparator that reads out of bounds": """
        static int limits[4];
        static int odd(const void *a, const void *b) { return limits[*(const int *)a] - *(const int *)b; }
        int main(void) { int a[6]; for (int i = 0; i < 6; i++) a[i] = i; qsort(a, 6, sizeof(int), odd); return a[0]; }
    """,
    "a comparator that ends the program": """
        static int calls;
        static int up(const void *a, const void *b) {
            if (++calls > 9) exit(0);
            return *(const int *)a - *(const int *)b;
        }
        int main(void) { int a[16]; for (int i = 0; i < 16; i++) a[i] = -i; qsort(a, 16, sizeof(int), up); assert(0); }
    """,
    "a sort of what is not known": """
        int nondet_int(void);
        static int up(const void *a, const void *b) {
            int x = *(const int *)a, y = *(const int *)b;
            return (x > y) - (x < y);
        }
        int main(void) {
            int a[6] = {5, 2, 4, 0, 1, 9};
            a[5] = nondet_int() & 1;
            qsort(a, 6, sizeof(int), up);
            assert(a[0] == 0 && a[5] == 5);
        }
    """,
    "calls through pointers": """
        static int half(int x) { return x / 2; }
        static int more(int x) { return 3 * x + 1; }
        static double scaled(double x, const int *by) { return x * *by; }
        static int (*const table[])(int) = {half, more};
        struct Step { double (*run)(double, const int *); int by; };
        int main(void) {
            struct Step steps[2] = {{scaled, 3}, {scaled, 5}};
            double y = 1.0;
            int sum = 0;
            for (int i = 1; i < 60; i++) {
                int x = i;
                for (int k = 0; k < 40 && x != 1; k++) x = table[x % 2](x);
                sum += x;
                y = steps[i % 2].run(y / 4.0, &steps[i % 2].by);
            }
            printf("%d %g", sum, y);
        }
    """,
    "a call through a pointer that leads to more and more functions": """
        static int made;
        static int one(int x) { made++; return x + 1; }
        static int two(int x) { int a[4]; for (int i = 0; i < 4; i++) a[i] = x + i; return a[x % 4]; }
        static int three(int x) { return x <= 0 ? 0 : x - 3; }
        static int apply(int (*f)(int), int x) { return f(x); }
        int main(void) {
            int (*all[3])(int) = {one, two, three};
            int x = 5;
            for (int i = 0; i < 150; i++) x = apply(all[i / 50], x);
            printf("%d %d", x, made);
        }
    """,
    "a call through a null pointer": """
        static int one(int x) { return x + 1; }
        int main(void) {
            int (*all[2])(int) = {one, 0};
            int x = 0;
            for (int i = 0; i < 60; i++) x = all[i / 50](x);
            printf("%d", x);
        }
    """,
    "a recursion through a pointer": """
        typedef struct Walk { int (*next)(const struct Walk *, int); int most; } Walk;
        static int walk(const Walk *w, int n) { return n >= w->most ? n : 1 + w->next(w, n + 2); }
        int main(void) {
            Walk w = {walk, 30};
            int sum = 0;
            for (int i = 0; i < 30; i++) sum += w.next(&w, i);
            printf("%d", sum);
        }
    """,
    "a store to a function": """
        static int one(int x) { return x + 1; }
        int main(void) {
            char *p = (char *)one;
            int (*f)(int) = one;
            int x = 0;
            for (int i = 0; i < 60; i++) { x = f(x); if (i == 50) *p = 1; }
            return x;
        }
    """,
    "a call with arguments of other types": """
        static int one(int x) { return x + 1; }
        typedef int (*Two)(int, int);
        int main(void) {
            volatile Two f = (Two)one;
            int x = 0;
            for (int i = 0; i < 40; i++) x = f(x, i);
            printf("%d", x);
        }
    """,
    "texts with and without an end": """
        int nondet_int(void);
        int main(void) {
            char known[8] = "abc", open[3] = {'x', 'y', 'z'}, some[6] = {'a', 'b'};
            char *late = (char *)malloc(6000);
            int sum = 0;
            late[5000] = 'q';
            late[5001] = 0;
            some[1] = nondet_int() & 1 ? 'b' : 'c';
            for (int i = 0; i < 12; i++) { printf("%s %s %d;", known + i % 4, late + 5000, i); known[0] += 1; }
            for (int i = 0; i < 3; i++) sum += some[i] == 'd';
            assert(sum == 0);
            puts(some);
            puts(open);
            free(late);
        }
    """,
    "a sort inside of the comparison of a sort": """
        static int plain(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
        static int sorting(const void *a, const void *b) {
            int t[3] = {*(const int *)b, *(const int *)a, 5};
            qsort(t, 3, sizeof(int), plain);
            free(malloc(t[0] + 1));
            return *(const int *)a - *(const int *)b + 0 * t[2];
        }
        int main(void) {
            int a[6], sum = 0;
            for (int r = 0; r < 3; r++) {
                for (int i = 0; i < 6; i++) a[i] = (i * 5 + r) % 6;
                qsort(a, 6, sizeof(int), sorting);
                sum = sum * 7 + a[r];
            }
            assert(sum == 9);
        }
    """,
    "a loop that is left": """
        int main(void) { int i; for (i = 0; i < 10; i++) { if (i == 7) exit(i); if (i == 20) return 3; } return 0; }
    """,
    "a failing assertion in a function": """
        static void look(int x) { assert(x < 3); }
        int main(void) { for (int i = 0; i < 5; i++) look(i); return 0; }
    """,
    "copies in memory": """
        int main(void) {
            char a[20], b[20]; int sum = 0;
            for (int r = 0; r < 4; r++) {
                memset(a, r + 1, sizeof a);
                memcpy(b, a, 10 + r);
                b[15] = 1;
                sum += b[9] + a[19];
            }
            assert(sum == 20);
        }
    """,
    "random numbers of 48 bits": """
        int main(void) {
            double sum = drand48(); long n = 0;
            srand48(5);
            for (int i = 0; i < 30; i++) { sum += drand48(); n ^= lrand48() + mrand48(); if (i == 7) srand48(i); }
            printf("%.17g %ld %.17g", sum, n, drand48());
        }
    """,
    "random numbers from seeds of the program": """
        int main(void) {
            unsigned seeds[3] = {1, 4000000000u, 77}; unsigned long long hash = 0;
            for (int i = 0; i < 60; i++) hash = 31 * hash + rand_r(&seeds[i % 3]);
            rand_r(seeds);
            printf("%llu %u %u %u", hash, seeds[0], seeds[1], seeds[2]);
        }
    """,
    "a seed that nobody has set": """
        int main(void) {
            unsigned *seed = (unsigned *)malloc(4); int last = 0;
            for (int i = 0; i < 3; i++) last = rand_r(seed);  // violation
        }
    """,
    "blocks of all sizes": """
        int main(void) {
            char a[64], *b = (char *)malloc(64); int sum = 0;
            for (int n = 0; n < 20; n++) {
                memset(a, n, 40);
                memmove(a + 1, a, n);
                memcpy(b + n, a, n);
                memset(b, 1, n);
                if (n > 1) sum += b[n - 1] + b[2 * n - 1] + a[n];
            }
            printf("%d", sum);
        }
    """,
    "a block that is too large": """
        int main(void) { char a[8], b[8]; memset(a, 0, 8); for (long n = 6; n < 10; n++) memcpy(b, a, n); return b[0]; }
    """,
    "blocks that overlap": """
        int main(void) { char a[16] = {1}; for (int n = 3; n > 0; n--) memcpy(a + n, a, 2); return a[3]; }
    """,
    "a block nobody has set": """
        int main(void) {
            int a[8], b[8], sum = 0;
            for (int i = 0; i < 4; i++) { a[i] = i; memcpy(b, a, 4 * (i + 1)); memcpy(b + 4, a + 4, 4); sum += b[i]; }
            if (b[4] == 7) sum++;
            return sum != 6;
        }
    """,
    "a deep recursion with many variables": f"""
        static int many(int n) {{
            {" ".join(f"int v{i} = n + {i};" for i in range(150))}
            int below = n > 0 ? many(n - 1) : 0;
            return (below + {" + ".join(f"v{i}" for i in range(150))}) % 1000;
        }}
        int main(void) {{ int sum = 0; for (int i = 0; i < 4; i++) sum += many(400 * i); printf("%d", sum); }}
    """,
    "many variables that are read from memory": f"""
        static int many(const int *a, int n) {{
            {" ".join(f"int v{i} = a[{i}] + a[n];" for i in range(300))}
            int sum = n;
            {" ".join(f"sum += v{i};" for i in range(300))}
            return sum;
        }}
        int main(void) {{ int a[300] = {{1}}, sum = 0; for (int i = 0; i < 3; i++) sum += many(a, i); return sum; }}
    """,
    "large numbers": """
        int main(void) {
            unsigned long long x = 88172645463325252ull; unsigned char c = 250; short s = 32767;
            for (int i = 0; i < 100; i++) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; c += 3; s -= 300; }
            printf("%llu %d %d", x, c, s);
        }
    """,
}  # fmt: skip

NUMBERS_AS_POINTERS = """
    static int x;
    static void *table[] = {(void *)-1, (void *)8, &x, 0, (void *)-184, (void *)-4096};
    int main(void) {
        int deleted = 0, small = 0;
        for (int i = 0; i < 600; i++) {
            void *one = table[i % 6];
            if (one == (void *)-1 || (long)one == -184) deleted++;
            if ((unsigned long)one < 100) small++;
            table[i % 6] = i % 2 ? (void *)((long)one - 1) : one;
        }
        printf("%d %d %p %p", deleted, small, table[0], table[5]);
        return (long)table[1] == 8;
    }
"""
C_PROGRAMS["numbers as pointers"] = NUMBERS_AS_POINTERS

CXX_PROGRAMS = {
    "vectors": """
        #include <vector>
        #include <algorithm>
        int main() {
            std::vector<int> v;
            for (int i = 0; i < 60; i++) v.push_back((i * 37) % 61);
            std::sort(v.begin(), v.end());
            long sum = 0;
            for (size_t i = 0; i < v.size(); i++) sum += v[i] * i;
            printf("%ld", sum);
        }
    """,
    "exceptions": """
        #include <stdexcept>
        static int checked(int i) { if (i % 3 == 2) throw std::runtime_error("two"); return i; }
        int main() {
            int sum = 0, caught = 0;
            for (int i = 0; i < 10; i++) { try { sum += checked(i); } catch (const std::exception &) { caught++; } }
            assert(sum == 30 && caught == 3);
        }
    """,
    "virtual functions": """
        struct Shape { virtual int area() const = 0; virtual ~Shape() {} };
        struct Square : Shape { int a; Square(int a) : a(a) {} int area() const override { return a * a; } };
        struct Line : Shape { int area() const override { return 0; } };
        int main() {
            int sum = 0;
            for (int i = 0; i < 6; i++) {
                Shape *s = i % 2 ? (Shape *)new Square(i) : new Line();
                sum += s->area();
                delete s;
            }
            assert(sum == 35);
        }
    """,
    "virtual functions in a loop": """
        #include <functional>
        struct Shape { virtual int area(int by) const = 0; virtual ~Shape() {} };
        struct Square : Shape { int a; Square(int a) : a(a) {} int area(int by) const override { return a * a * by; } };
        struct Line : Shape { int area(int by) const override { return by; } };
        int main() {
            Square square(3); Line line;
            const Shape *all[2] = {&square, &line};
            std::function<int(int)> twice = [&](int x) { return 2 * x + square.a; };
            int sum = 0;
            for (int i = 0; i < 80; i++) sum += twice(all[i % 2]->area(i));
            printf("%d", sum);
        }
    """,
    "a vector that is read behind its end": """
        #include <vector>
        int main() { std::vector<int> v(5, 1); int sum = 0; for (int i = 0; i <= 5; i++) sum += v[i]; return sum; }
    """,
    "maps and strings": """
        #include <map>
        #include <string>
        int main() {
            std::map<std::string, int> m;
            for (int i = 0; i < 12; i++) m[std::string(1, char('a' + i % 5))] += i;
            int sum = 0;
            for (auto &entry : m) sum = sum * 3 + entry.second;
            printf("%d", sum);
        }
    """,
}  # fmt: skip
HEADERS = "#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"


def answered(
    text: str, folder: Path, frontend: str = "c", check: tuple[str, ...] = ()
) -> tuple[HostAnswer, int]:  # fmt: skip
    file = folder / "main.cu"
    file.write_text(HEADERS + dedent(text))
    options = Options(frontend=frontend, check=check)
    return compare(load_with([str(file)], options).program, options, 120.0)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("name", C_PROGRAMS)
def test_host_code_in_c(name: str, frontend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    assert answered(C_PROGRAMS[name], tmp_path, frontend)[1] > 0


MAKE_NAN = ("sinf(x[i])", "rsqrtf(x[i] - 9)", "powf(x[i] - 3, 0.5f)", "remainderf(x[i], 2)", "tgammaf(x[i] - 15)")


@pytest.mark.parametrize("call", MAKE_NAN)
def test_a_property_looks_at_the_results_of_models(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be they forms of machine code, steps, or computed by Python."""
    monkeypatch.setattr(watch, "WORTH", 0)
    program = f"""
        int main(void) {{
            float x[20], sum = 0;
            for (int i = 0; i < 20; i++) x[i] = i < 15 ? i : INFINITY;
            for (int i = 0; i < 20; i++) sum += {call};
            return sum > 1;
        }}
    """
    found, pieces = answered(program, tmp_path, check=("nan",))
    assert found.answer.verdict == "FAILED"
    assert pieces > 0


@pytest.mark.one_in(9)
@pytest.mark.parametrize("name", CXX_PROGRAMS)
def test_host_code_in_cxx(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    assert answered(CXX_PROGRAMS[name], tmp_path, "clang")[1] > 0


@pytest.mark.parametrize(("file", "limit"), [(model_call_text, "MOST_VALUES"), (function_text, "MOST_SPILLED")])
def test_what_is_too_much_is_left_to_the_interpreter(
    file: object, limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    monkeypatch.setattr(file, limit, 3)
    text = """
        static int five(int a) { int b = a * 3, c = b ^ a; printf("%d %d %d %p %p", a, b, c, &c, &b); return b + c; }
        int main(void) { int n = 0; for (int i = 0; i < 3; i++) n += five(i); assert(n == 15); }
    """
    answered(text, tmp_path, "c")


@pytest.mark.parametrize("limit", ["LARGE", "HUGE"])
def test_large_functions_are_compiled_soon(limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers are the same with few passes, and with none."""
    monkeypatch.setattr(watch, "WORTH", 0)
    monkeypatch.setattr(machine_code, "LARGE", 0)
    monkeypatch.setattr(machine_code, limit, 0)
    for name in ("loops over arrays", "an index that is too large"):
        assert answered(C_PROGRAMS[name], tmp_path, "c")[1] > 0


def test_python_is_not_asked_about_assertions_that_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(watch, "WORTH", 0)
    monkeypatch.setattr(HostCode, "_called", lambda self, site: asked.append(site))
    text = """
        int a[500];
        int main(void) { for (int i = 0; i < 500; i++) { a[i] = i; assert(a[i] == i); } }
    """
    assert answered(text, tmp_path, "c")[1] > 0
    assert asked == []


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_numbers_as_pointers_stop_nothing(frontend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of virtual functions holds them, too, where bases are virtual: for std::ifstream -184."""
    stops = []
    make_frames = HostCode._make_frames

    def note(self: HostCode, run: HostRun, live: list[int]) -> None:
        stops.append(self.context.reason)
        make_frames(self, run, live)

    monkeypatch.setattr(watch, "WORTH", 0)
    monkeypatch.setattr(HostCode, "_make_frames", note)
    assert answered(NUMBERS_AS_POINTERS, tmp_path, frontend)[1] > 0
    assert len(stops) < 10
