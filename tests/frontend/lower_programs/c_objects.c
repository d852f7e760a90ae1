#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
struct bf { unsigned a:3; int b:13; long long c:40; unsigned char d:4, e:4; _Bool f:1; unsigned :0; short g:9; };
union U { struct { unsigned lo:16, hi:16; } h; unsigned w; unsigned char by[4]; };
struct node { int v; struct node *next; };
typedef struct { struct { int a, b; }; union { int c; float d; }; int tail[]; } Anon;
typedef int (*binop)(int, int);
static int add(int a, int b) { return a + b; } static int mul(int a, int b) { return a * b; }
static binop ops[] = { add, mul }; 
static binop choose(int i) { return ops[i]; }
static struct node *push(struct node *h, int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = h; return n; }
struct big { int a[10]; char c; }; 
static struct big mkbig(int s) { struct big b; for (int i = 0; i < 10; i++) b.a[i] = s + i; b.c = 'x'; return b; }
static int usebig(struct big b, int i) { b.a[i]++; return b.a[i]; }
int matrix[2][3][2] = {1,2,3,4,5,6,{{7,8},{9}}}; 
char words[3][6] = {"one", "two", {'t','h'}};
const struct bf cb = {1, -2, 3, 4, 5, 1, -6};
enum { N1 = 3, N2 = N1 * 2, N3 = sizeof(int) << 1 };
int tab[N2] = {[N1] = 1, [0] = 9};

static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static void sw(unsigned long x) { switch (x) { case 0 : puts("z"); case 1: case 2: { int k = 5; printf("k%d\n", k); break; } case -1UL: printf("max\n"); break; default: printf("d\n"); } }
int main(int argc, char **argv) {
  struct bf x = {7, -4096, -1LL, 15, 8, 1, -256}; printf("%u %d %lld %u %u %d %d %zu\n", x.a, x.b, (long long)x.c, x.d, x.e, x.f, x.g, sizeof x);
  x.a += 3; x.b = 5000; x.c -= 5; x.d ^= 3; x.e++; x.f = 4; x.g = x.b | 1; printf("%u %d %lld %u %u %d %d\n", x.a, x.b, (long long)x.c, x.d, x.e, x.f, x.g);
  printf("%d %d %d\n", (x.a = 9), (x.b = -1) < 0, x.e = 17);
  printf("%u %d %lld %u %u %d %d\n", cb.a, cb.b, (long long)cb.c, cb.d, cb.e, cb.f, cb.g);
  union U u; u.w = 0x12345678; printf("%x %x %x\n", u.h.lo, u.h.hi, u.by[1]); u.h.hi = 0xabcd; printf("%x\n", u.w);
  struct node *l = NULL; for (int i = 0; i < 5; i++) l = push(l, i * i); int s = 0; for (struct node *n = l; n; n = n->next) s = s * 7 + n->v; printf("%d\n", s);
  Anon *an = malloc(sizeof(Anon) + 4 * sizeof(int)); an->a = 1; an->b = 2; an->c = 3; an->tail[3] = 9; printf("%d %d %d %zu %zu\n", an->a + an->b, an->c, an->tail[3], sizeof(Anon), offsetof(Anon, d));
  printf("%d %d %d\n", ops[1](3, 4), choose(0)(3, 4), (argc ? add : mul)(2, 5));
  struct big b = mkbig(5); int r = usebig(b, 3); printf("%d %d %d %c\n", r, b.a[3], mkbig(1).a[2], mkbig(0).c);
  struct big arr[2]; arr[1] = b; arr[0] = arr[1]; arr[0].a[0] = 77; printf("%d %d\n", arr[1].a[0], (argc > 5 ? arr[0] : arr[1]).a[9]);
  for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 2; k++) printf("%d", matrix[i][j][k]); printf("\n");
  printf("%s %s %s %d\n", words[0], words[1], words[2], words[2][2]);
  printf("%d %d %d %d %d\n", N2, N3, tab[3], tab[0], tab[5]); printf("%d\n", ack(2, 3)); sw(0); sw(2); sw(-1); sw(100);
  int *p = &matrix[1][0][0]; int (*row)[2] = matrix[1]; int (*pl)[3][2] = matrix; printf("%d %d %d %td\n", p[1], row[1][0], pl[1][0][1], (char *)(pl + 1) - (char *)pl);
  int i = 0; int a[5] = {0}; a[i++] = 5; a[i++] = 6; a[i] += a[i - 1] * 2; a[3] = a[i] << 2 >> 1; printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
  unsigned char uc = 200; uc += 100; char c = uc; short sh = -1; printf("%d %d %u %d\n", uc, c, (unsigned)sh, (unsigned short)sh); uc <<= 1; uc >>= 1; uc = -uc; uc = ~uc; printf("%d\n", uc);
  unsigned m = -1; int neg = -5; printf("%u %d %u %ld\n", m / 2, neg % 3, m % 7u, (long)m); printf("%d %d\n", neg > m, (long)neg > m); printf("%u %d\n", 1u << 31, -1 >> 3);
  float f = 16777216.0f; f += 1.0f; double dd = f / 3; printf("%.9g %.17g %d\n", f, dd, (int)(dd * 1e-3)); f = 0.1f; printf("%d %d\n", f == 0.1, f < 0.1); unsigned long long big = 18446744073709551615ULL; printf("%.17g %.9g %llu\n", (double)big, (float)big, (unsigned long long)1e19);
  do { if (argc) continue; printf("never\n"); } while (0); for (;;) { if (i++ > 3) break; } printf("%d\n", i); { goto in; { int q; in: q = 4; printf("%d\n", q); } }
  int cnt = 0; for (int y = 0; y < 3; y++) { int loc = y; int *lp = &loc; for (int z = 0; z < 3; z++) { if (z == 2) continue; if (y == 2) goto done; cnt += *lp * z + 1; } } done: printf("%d\n", cnt);
  int t = 3; int v = t > 2 ? t < 5 ? 1 : 2 : 3; v = (t++, t++, t); printf("%d %d\n", v, !t + !!t + ~t); long lv = v; return (v == 5) ? 0 : 1;
}
